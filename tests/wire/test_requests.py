"""How many requests each kind of action takes, as the table in `docs/scale.md` says."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from tests.load.plans import Planned, plan_some
from tests.nursery import ROOT
from tests.standin.client import Control
from tests.standin.wire import Obj
from tests.wire.bot import Bot
from tests.wire.matches import Match, begin

pytestmark = pytest.mark.timeout(300)

ROW = re.compile(r"^\| (.+?) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
LEFT = "SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending')"
MESSAGES = "/channels/{channel_id}/messages"
USERS = ["user1", "user2"]
QUIET_S = 1.0


class Counting:
    """Counts the bot's requests from one action to the next."""

    def __init__(self, control: Control, bot: Bot) -> None:
        self.control = control
        self.bot = bot
        self.found: dict[str, tuple[int, ...]] = {}
        self._last = 0

    async def note(self, action: str) -> None:
        """Count what was sent since the last action, once nothing is left to tell."""
        async with asyncio.timeout(60):
            while True:
                before = self._last
                requests = await self.control.requests(after=before, limit=100_000)
                await asyncio.sleep(QUIET_S)
                later = await self.control.requests(after=before, limit=100_000)
                if len(later) == len(requests) and not self._left():
                    break
        self._last = max((entry["n"] for entry in later), default=before)
        if action:
            self.found[action] = count(later)

    def _left(self) -> int:
        with closing(sqlite3.connect(self.bot.folder / "longtable.db", timeout=20)) as disk:
            return int(disk.execute(LEFT).fetchone()[0])


def count(requests: list[Obj]) -> tuple[int, ...]:
    """New messages, edits, what is read, all else that counts against the limit over all routes; and their sum."""
    counted = [one for one in requests if not one["route"].startswith(("/interactions/", "/webhooks/"))]
    kinds = Counter(_kind(one) for one in counted if not one["route"].startswith("/gateway"))
    return (*(kinds[kind] for kind in ("post", "edit", "read", "other")), sum(kinds.values()))


def _kind(request: Obj) -> str:
    if request["method"] == "GET":
        return "read"
    if request["route"] == MESSAGES:
        return "post"
    return "edit" if request["method"] == "PATCH" and request["route"].startswith(MESSAGES) else "other"


async def test_the_table_of_requests_is_true(control: Control, bot: Bot) -> None:
    """
    Each action makes as many requests as its row says: new messages, edits, reads, others, and how many count.
    """
    counting = Counting(control, bot)
    await counting.note("")
    await control.interact("user1", "tables", "/match new game:grunn seats:2")
    await counting.note("A match is opened")
    await control.interact("user2", "tables", "/match join match:1")
    await counting.note("The last player joins, and it starts")
    place = str(_one(bot, "SELECT thread FROM match WHERE id = 1"))
    match = Match(control, 1, game="grunn", users=USERS, place=place)
    planned = await asyncio.to_thread(plan_some, bot.database, [1], 3)
    first, second, *_ = planned[1]
    await control.interact(USERS[first.seat], place, "/next")
    await counting.note("A panel is opened, or something chosen in it")
    await _move(match, first)
    await counting.note("A turn")
    await _move(match, second)
    await counting.note("A turn")
    await control.interact("user1", place, "/match resign match:1")
    resign = (await control.messages(place, "user1"))[-1]
    await control.press("user1", resign, label="Resign")
    await counting.note("A match ends")
    sealed = await begin(control, "grumpf", USERS)
    await counting.note("")
    turns = (await asyncio.to_thread(plan_some, bot.database, [sealed.number], 3))[sealed.number]
    hidden = next(turn for turn in turns if not turn.shown)
    await _move(sealed, hidden)
    await counting.note("A secret turn, while others are still asked")

    assert told() == counting.found


async def _move(match: Match, turn: Planned) -> None:
    await match.control.interact(match.users[turn.seat], match.place, "/move", options={"line": turn.line})


def told() -> dict[str, tuple[int, ...]]:
    """The table as it stands on the page."""
    page = (ROOT / "docs" / "scale.md").read_text()
    requests = page.split("\n## Requests\n")[1].split("\n## ")[0]
    return {row[0]: tuple(map(int, row[1:])) for row in ROW.findall(requests)}


def _one(bot: Bot, statement: str) -> object:
    with closing(sqlite3.connect(bot.folder / "longtable.db", timeout=20)) as disk:
        return disk.execute(statement).fetchone()[0]
