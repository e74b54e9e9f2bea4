"""The emoji of the application follow how the games' pieces are drawn, with one request where nothing has changed."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from structlog.testing import capture_logs

from bot.edge import limits
from bot.edge.emoji import emoji_of, forget
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.platform import emoji
from bot.edge.platform.emoji import EmojiKeeper
from render.core.registry import draw_piece
from tests.standin.app import Options, running
from tests.standin.client import Control
from tests.standin.launch import free_port
from tests.standin.small_bot import TOKEN, aim

BOG = ("grunn", "bog")
NAMES: dict[str, dict[str, str]] = {"grunn": {"bog": "grunn_bog_00000001", "farm": "grunn_farm_00000002"}, "grumpf": {}}


class Starts:
    """One start of a bot after another, each synchronizing with the stand-in over the wire."""

    def __init__(self, control: Control, names: dict[str, dict[str, str]]) -> None:
        """Take the stand-in's control, and what the pieces are called, which tests change."""
        self.control, self.names = control, names

    async def start(self, *, leads: bool = True) -> list[str]:
        """Synchronize as a new process does; return the requests about emoji."""
        forget()
        before = len(await self.control.requests())
        try:
            async with discord.Client(intents=discord.Intents.none()) as client:
                await client.login(TOKEN)
                await EmojiKeeper(client, RenderPool(0), tuple(self.names), leads=leads).synchronize()
        finally:
            asked = (await self.control.requests())[before:]
            self.asked = [entry["method"] for entry in asked if "/emojis" in entry["path"]]
        return self.asked

    async def there(self) -> set[str]:
        """Return the names of the emoji that Discord has."""
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(TOKEN)
            return {each.name for each in await client.fetch_application_emojis()}

    async def add(self, name: str) -> None:
        """Have an emoji that we have not made at this start."""
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(TOKEN)
            await client.create_application_emoji(name=name, image=draw_piece(BOG))


@pytest.fixture
async def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Starts]:
    """A stand-in whose application has no emoji, and a game with two pieces."""
    names = {game: dict(pieces) for game, pieces in NAMES.items()}
    monkeypatch.setattr(emoji, "emoji_names", lambda game: names[game])
    monkeypatch.setattr(emoji, "PAUSE", 0)
    options = Options(port=free_port(), data=tmp_path / "world.db", check_answers=True)
    async with running(options) as stand, Control(stand.world.base) as control:
        aim(f"{control.url}/api/v10", monkeypatch)
        yield Starts(control, names)
        asked = await control.requests()
        assert [] == [told for entry in asked for told in (*entry["answer_problems"], *entry["unknown_keys"])]
    forget()


async def test_a_start_without_changes_costs_one_request(starts: Starts) -> None:
    """
    The first start uploads each piece; a later one looks, and knows their ids.
    """
    first, second = await starts.start(), await starts.start()
    known = emoji_of(*BOG)

    assert (["GET", "POST", "POST"], ["GET"]) == (first, second)
    assert known is not None
    assert "bog" == known.name
    assert emoji_of("grunn", "church") is None


async def test_a_changed_drawing_takes_the_place_of_the_former(starts: Starts) -> None:
    """
    It is uploaded under another name, then the former emoji is deleted; what else the application has is kept.
    """
    await starts.start()
    before = emoji_of(*BOG)
    for name in ("grunn", "party", "grunnen_bog_00000001", "grunn_bog_1"):
        await starts.add(name)
    starts.names["grunn"]["bog"] = "grunn_bog_0000000a"
    asked = await starts.start()
    after = emoji_of(*BOG)

    assert ["GET", "POST", "DELETE"] == asked
    assert before is not None
    assert after is not None
    assert before.id != after.id
    assert {"grunn_bog_0000000a", "grunn_farm_00000002"} == await starts.there() - {
        "grunn",
        "party",
        "grunnen_bog_00000001",
        "grunn_bog_1",
    }


async def test_a_full_application_loses_former_ones_first(starts: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Where there is no room for the new beside the former, these are deleted before anything is uploaded.
    """
    monkeypatch.setattr(limits, "APPLICATION_EMOJI", 2)
    await starts.control.settings(most_emoji=2)
    await starts.start()
    starts.names["grunn"] = {"bog": "grunn_bog_0000000a", "farm": "grunn_farm_0000000b"}

    assert ["GET", "DELETE", "DELETE", "POST", "POST"] == await starts.start()


async def test_what_fails_halfway_is_shown_and_continued(starts: Starts) -> None:
    """
    The emoji that are there are used; the next attempt uploads only what is missing.
    """
    await starts.control.settings(most_emoji=1)
    with pytest.raises(discord.HTTPException) as refused:
        await starts.start()
    assert 30008 == refused.value.code

    await starts.control.settings(most_emoji=2000)
    assert ["GET", "POST"] == await starts.start()


async def test_only_one_process_uploads(starts: Starts) -> None:
    """
    Another process of the bot uses what is there.
    """
    assert ["GET"] == await starts.start(leads=False)
    await starts.start()
    await starts.start(leads=False)

    assert emoji_of(*BOG) is not None


async def test_a_drawing_that_fails_is_left_out(starts: Starts) -> None:
    """
    The others are uploaded.
    """
    starts.names["grunn"] = {"nothing": "grunn_nothing_00000001", "farm": "grunn_farm_00000002"}
    await starts.start()

    assert {"grunn_farm_00000002"} == await starts.there()


def keeper_of(errors: list[Exception], monkeypatch: pytest.MonkeyPatch) -> tuple[EmojiKeeper, list[float]]:
    """Return a keeper whose requests meet these errors, and the seconds that it waits."""
    waits: list[float] = []
    client: Any = SimpleNamespace()

    async def fetch() -> list[discord.Emoji]:
        raise errors.pop(0)

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    client.fetch_application_emojis = fetch
    monkeypatch.setattr(emoji, "emoji_names", NAMES.__getitem__)
    monkeypatch.setattr(asyncio, "sleep", wait)
    return EmojiKeeper(client, RenderPool(0), tuple(NAMES)), waits


async def test_failures_are_tried_again_until_discord_forbids(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A lost connection and a limit that lasts an hour are waited for; what is forbidden ends it with one line in the log.
    """
    answer: Any = SimpleNamespace(status=403, reason="Forbidden")
    errors: list[Exception] = [OSError("lost"), discord.RateLimited(3600.0), discord.Forbidden(answer, "no")]
    keeper, waits = keeper_of(errors, monkeypatch)
    with capture_logs() as logs:
        await keeper.run()

    assert [emoji.FIRST_WAIT, 3600.0] == waits
    assert 1 == sum("menus show words alone" in each["event"] for each in logs)
    assert emoji_of(*BOG) is None
