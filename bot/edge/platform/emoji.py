"""Keeping the emoji of the application as the games' pieces are drawn; nothing of it holds up a match.

An emoji's name changes with its drawing (``render.core.emoji``), so one look at Discord's list tells what is missing.
Where nothing has changed, that is the only request of a start.
"""

import asyncio
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import aiohttp
import discord
import structlog

from bot.edge import limits
from bot.edge.emoji import has_any, learn
from bot.edge.imaging.render_pool import RenderPool
from render.core.emoji import DIGITS
from render.core.registry import Piece, draw_piece, emoji_names

log = structlog.get_logger(__name__)

FIRST_WAIT = 60.0
"""Seconds before the second attempt; doubled each time."""
LONGEST_WAIT = 4 * 3600.0
PAUSE = 0.2
"""Seconds between two uploads, of which a first start has many."""
LOOK = 60.0
"""Seconds between two looks at whether Discord has refused an emoji."""


@dataclass(frozen=True, slots=True)
class EmojiKeeper:
    """Keeps the emoji of the ``games``' pieces; only one process ``leads``: the others use what it uploads."""

    client: discord.Client
    render_pool: RenderPool
    games: Sequence[str]
    leads: bool = True

    async def run(self) -> None:
        """Synchronize, and again whenever Discord has refused an emoji; ends where it takes none, or there are none."""
        while await self._try_until_complete() and has_any():
            while has_any():
                await asyncio.sleep(LOOK)

    async def _try_until_complete(self) -> bool:
        """Synchronize until all emoji are there; False if no repetition would help."""
        wait = FIRST_WAIT
        while True:
            try:
                if await self.synchronize():
                    return True
            except (discord.Forbidden, discord.NotFound) as error:
                log.error("Discord takes no emoji of pieces; menus show words alone", why=str(error))
                return False
            except discord.RateLimited as error:
                wait = max(wait, error.retry_after)
                log.info("Discord takes more emoji of pieces later", seconds=wait)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("the emoji of pieces aren't complete; trying again", seconds=wait, why=str(error))
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def synchronize(self) -> bool:
        """Use what Discord has, create what is missing, game by game, then delete our former ones; whether all is done.

        What can't be drawn, which is logged, is left out.
        """
        wanted = {(game, piece): name for game in self.games for piece, name in emoji_names(game).items()}
        if not wanted:
            return True
        found = {emoji.name: emoji for emoji in await self.client.fetch_application_emojis()}
        ids = {name: emoji.id for name, emoji in found.items()}
        _show(wanted, ids)
        missing = {piece: name for piece, name in wanted.items() if name not in ids}
        if not self.leads:
            return not missing
        former = [emoji for name, emoji in found.items() if self._is_former(name, wanted.values())]
        if len(found) + len(missing) > limits.APPLICATION_EMOJI:
            await _delete(former)
            former = []
        for game in self.games:
            ids |= await self._create({piece: name for piece, name in missing.items() if piece[0] == game})
            _show(wanted, ids)
        await _delete(former)
        return True

    def _is_former(self, name: str, wanted: Collection[str]) -> bool:
        """Return whether we have made an emoji that is shown no more; whatever else the application has is kept."""
        made = re.fullmatch(rf"({'|'.join(map(re.escape, self.games))})_\w+_[0-9a-f]{{{DIGITS}}}", name)
        return made is not None and name not in wanted

    async def _create(self, missing: Mapping[Piece, str]) -> dict[str, int]:
        """Draw and upload emoji; return their ids by name."""
        ids: dict[str, int] = {}
        for piece, name in missing.items():
            image = await self.render_pool.work(draw_piece, piece, game=piece[0])
            if image is not None:
                ids[name] = (await self.client.create_application_emoji(name=name, image=image)).id
                await asyncio.sleep(PAUSE)
        if ids:
            log.info("emoji of pieces were uploaded", count=len(ids))
        return ids


def _show(wanted: Mapping[Piece, str], ids: Mapping[str, int]) -> None:
    learn({piece: ids[name] for piece, name in wanted.items() if name in ids})


async def _delete(emojis: Iterable[discord.Emoji]) -> None:
    """Delete emoji of the application; one that is gone already is no harm."""
    for emoji in emojis:
        with suppress(discord.NotFound):
            await emoji.delete()
