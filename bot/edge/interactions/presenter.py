"""How the answer to an interaction gets to the person: shown in place of “thinking…”, or of what was pressed.

Whatever Discord does, nobody is left with “thinking…” while the interaction can still be answered: what it refuses is
shown with less detail, what does not get through is tried for as long as the interaction's token lives.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.edge import limits
from bot.edge.delivery.fallbacks import Detail, Fallback, files_alone, is_of_message, is_passing
from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.retries import PASSING, repeat
from bot.edge.interactions import Interaction
from bot.edge.messages.builder import WARNING, Post, plain
from bot.edge.words import _

log = structlog.get_logger(__name__)

LATER = (15.0, 30.0, 60.0, 120.0, 240.0, 300.0)
"""Seconds between the attempts at an answer that does not get through at once; the token lives for 15 minutes."""
ONCE = 3.0
"""Seconds that changing an answer once more may take: presses of its match wait for it."""
REMEMBERED = 60 * 60
"""Seconds for which no new file is tried in an edit after Discord has refused one (discord-api-docs 7529)."""


class Presenter:
    """Shows answers; knows whether Discord takes new files when an answer is filled in."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """``now`` tells the seconds of a clock that only goes forward."""
        self._now = now
        self._refused_until = now()

    async def show(
        self, interaction: Interaction, post: Post, *, wanted: Callable[[], bool] = lambda: True, update: bool = False
    ) -> None:
        """Fill in the answer; when the person can no longer be answered, what was stored stands all the same.

        It is tried again as long as it is ``wanted``: the same answer twice is one answer. Where Discord takes a first
        answer in words only, its pictures and files follow as a message of their own; with ``update``, where a message
        that was pressed is changed in place, the words are all.
        """
        known = self._now() < self._refused_until
        fallback = Fallback(post, first=Detail.WORDS if known else Detail.FULL, sentence=_explain)
        try:
            await _get_through(lambda: fallback.send(lambda shown: _fill_in(interaction, shown)), fallback, wanted)
        except (discord.HTTPException, *PASSING) as error:
            if getattr(error, "code", None) in limits.INTERACTION_OVER | limits.GONE:
                log.info("an interaction was over before it was shown", why=repr(error))
                return
            log.warning("an answer couldn't be shown", why=repr(error))
            await _end_thinking(interaction, update=update)
        except Exception:
            log.exception("an answer couldn't be shown")
            await _say_failed(interaction, update=update)
        else:
            if fallback.detail is Detail.WORDS and not (update or _is_too_large(fallback.refusal)) and wanted():
                # Only a refusal of what it holds is a rule: Discord may have failed for a while, or minded the place.
                rule = not known and fallback.refusal is not None and is_of_message(fallback.refusal)
                if rule:  # for other answers at once: with the requests of a token used up, sending takes two seconds
                    self._refused_until = self._now() + REMEMBERED
                if not await _send_files(interaction, post) and rule:
                    self._refused_until = self._now()

    async def show_once(self, interaction: Interaction, post: Post) -> None:
        """Change an answer once more, where what stands there suffices: it is neither repeated nor long waited for."""
        known = self._now() < self._refused_until
        fallback = Fallback(post, first=Detail.WORDS if known else Detail.FULL)
        async with asyncio.timeout(ONCE):
            await fallback.send(lambda shown: _fill_in(interaction, shown))


async def _get_through(show: Callable[[], Awaitable[object]], fallback: Fallback, wanted: Callable[[], bool]) -> None:
    """Show an answer; where Discord or the connection fails for longer, in words and at growing intervals."""
    for pause in (0.0, *LATER):
        if pause:
            await asyncio.sleep(pause)
        if not wanted():
            return
        try:
            await (show() if pause else repeat(show, wanted=wanted))
            return
        except (discord.HTTPException, *PASSING) as error:
            if not is_passing(error) or pause == LATER[-1]:
                raise
            log.warning("an answer can't be delivered yet; trying again", why=repr(error))
        fallback.lighten()


async def _fill_in(interaction: Interaction, post: Post) -> None:
    """Show an answer; a thread that was archived while it was made is opened again for it."""
    try:
        await interaction.edit_original_response(view=post.view, attachments=post.files(), allowed_mentions=QUIET)
    except discord.HTTPException as error:
        if error.code != limits.Code.THREAD_ARCHIVED or not await _open_again(interaction):
            raise
        await interaction.edit_original_response(view=post.view, attachments=post.files(), allowed_mentions=QUIET)


async def _open_again(interaction: Interaction) -> bool:
    """Open the thread of an interaction again; False if it is none, is locked, or can't be opened."""
    thread = interaction.channel
    if not isinstance(thread, discord.Thread) or thread.locked:
        return False
    try:
        await thread.edit(archived=False)
    except (discord.HTTPException, *PASSING) as error:
        log.info("a thread couldn't be opened again for an answer", why=repr(error))
        return False
    return True


async def _send_files(interaction: Interaction, post: Post) -> bool:
    """Send an answer's pictures and files as a message of their own, in private; False if that fails, too.

    It is tried once: Discord would show a repeat as another message.
    """

    async def follow(files: Post) -> None:
        await interaction.followup.send(view=files.view, files=files.files(), ephemeral=True, allowed_mentions=QUIET)

    try:
        await Fallback(files_alone(post), last=Detail.FEWER).send(follow)
    except (discord.HTTPException, *PASSING) as error:
        log.info("an answer's pictures couldn't be sent after it", why=repr(error))
        return False
    return True


async def _say_failed(interaction: Interaction, *, update: bool) -> None:
    """Say that an answer could not be made ready."""
    words = _("Something went wrong. Anything you confirmed is saved. Please try again.")
    try:
        await _fill_in(interaction, plain(f"⚠️ {words}", accent=WARNING))
    except Exception as error:  # whatever it was that failed the answer may fail this
        log.warning("an answer couldn't be shown", why=repr(error))
        await _end_thinking(interaction, update=update)


async def _end_thinking(interaction: Interaction, *, update: bool) -> None:
    """Take “thinking…” away where not even a sentence can take its place; a message that was pressed stays."""
    if update:
        return
    try:
        await interaction.delete_original_response()
    except (discord.HTTPException, *PASSING) as error:
        log.warning("“thinking…” couldn't be removed", why=repr(error))


def _is_too_large(refusal: discord.HTTPException | None) -> bool:
    """Whether files were refused for their size, so that they would be refused in another message, too."""
    return refusal is not None and (refusal.code == limits.Code.TOO_LARGE or refusal.status == limits.TOO_LARGE_STATUS)


def _explain(refusal: discord.HTTPException) -> Post:
    """Return what is shown where Discord takes no detail of an answer: what that means, and the way on."""
    if refusal.code in limits.BLOCKED:
        words = _(
            "A filter blocked the bot's answer here. Anything you confirmed is saved. Try a direct message with the "
            "bot, or ask a moderator about AutoMod."
        )
    else:
        words = _(
            "Discord couldn't show this answer here. Anything you confirmed is saved. Use `/board text:True` to "
            "read the board and `/move` to type your turn, or try another channel."
        )
    return plain(f"⚠️ {words}", accent=WARNING)
