"""
The bot is killed while people are deleted, servers purged, roles given, and reports, boards and broadcasts sent.

A kill follows each request at a random instant. What was asked is asked again, as people do, and then everything must
be there once: nothing half deleted, nothing doubled, nothing lost.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from statistics import median

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import SystemClock
from bot.app.transfer.match_file import read_file
from bot.app.transfer.service import Files
from bot.app.transfer.verification import open_file, verify_match
from db.ids import MatchId
from db.stores.store import Store
from db.stores.upgrade import open_store
from games.core.registry import games
from tests.app.privacy.dump import dump, find
from tests.faults.play import ABSENT, Patient, Slot, opened
from tests.faults.world import World
from tests.standin.client import NotPossible, Outcome, Seen
from tests.wire import checks
from tests.wire.later import write

OWNER, PLAYER, FOLLOWER, REPORTER, GUEST = "user1", "user2", "user3", "user4", "user5"
LATEST_S = 0.6
"""A kill comes so long after a request at most, or so long as a start takes, where that is longer."""
SETTLED_S = 120.0
"""Seconds after the last kill in which all must be as it is to be: many, for a slow machine."""
WAIT_S = 8.0
"""Seconds that an answer may take before it is asked again."""
WEEK, MONTH = timedelta(days=8), timedelta(days=31)


class Community:
    """A server's life, ``rounds`` times, and its end. ``faults`` says what must not be; ``kills`` counts."""

    def __init__(self, world: World, control: Patient, *, seed: str) -> None:
        self.world = world
        self.control = control
        self.faults: list[str] = []
        self.kills = 0
        self._chance = random.Random(seed)
        self._ahead = timedelta()
        self._ids: dict[str, int] = {}
        self._matches: list[int] = []
        """Those with a report each."""

    # --- Asking and killing ----------------------------------------------------------------------------------------

    async def prepare(self) -> None:
        """Give the bot its rights, and choose what the server wants."""
        control = self.control
        await control.world("now")
        await control.settings(rates="loose", ack_ms=3000)
        for name in ("tables", "reports"):
            with suppress(NotPossible):
                await control.create("channel", name)
        await control.create("role", "Cup", position=3)
        await control.fault("move_role", role="standin", position=10)
        await control.fault("rights", add=["MANAGE_ROLES", "CREATE_EVENTS"])
        self.world.start_bot()
        await self.world.ready(control)
        self._ids = {each["username"]: int(each["id"]) for each in (await control.world("users"))["users"]}
        for command in ("participants:Cup", "reports:#reports", "calendar:yes"):
            await self.say(OWNER, f"/settings {command}")
        await self.say(OWNER, "/tournament create format:swiss", name="Cup", game="greentown")

    async def say(self, user: str, command: str, *, channel: str = "tables", **options: str) -> Seen:
        """Type a command until it is answered."""
        return await self._until_answered(
            lambda: self.control.interact(user, channel, command, options=options, wait_s=WAIT_S)
        )

    async def press(self, user: str, message: Seen, part: str) -> Seen:
        """Press a button until that is answered."""
        return await self._until_answered(
            lambda: self.control.press(user, message, message.custom_id(part), wait_s=WAIT_S)
        )

    async def _until_answered(self, send: Callable[[], Awaitable[Outcome]]) -> Seen:
        async with asyncio.timeout(SETTLED_S):
            while True:
                with suppress(*ABSENT, NotPossible):
                    outcome = await send()
                    if outcome.messages and not outcome.message.loading and "▱" not in outcome.message.text:
                        return outcome.message
                await asyncio.sleep(0.2)

    async def killed(self, asking: Awaitable[object]) -> None:
        """Kill the bot while something is asked; what is unanswered then is for the caller to ask again."""
        asked = asyncio.ensure_future(asking)
        await asyncio.sleep(self._chance.uniform(0, max(LATEST_S, median(self.world.starts[-9:]))))
        if (code := self.world.kill_bot()) is not None:
            self.faults.append(f"the bot had ended by itself, with exit code {code}")
        self.kills += 1
        self.world.start_bot()
        await asyncio.gather(asked, return_exceptions=True)
        await self.world.ready(self.control)

    async def twice(self, ask: Callable[[], Awaitable[object]]) -> None:
        """Ask, kill, and ask again; then kill in what follows from it."""
        await self.killed(ask())
        try:
            await ask()
        except (TimeoutError, LookupError, NotPossible) as why:
            self.faults.append(f"asked again: {why!r}"[:300])
        await self.killed(asyncio.sleep(0))

    async def expect(self, what: str, wanted: object, look: Callable[[], Awaitable[object]]) -> None:
        """Note a fault if it doesn't come to what is ``wanted`` in time."""
        clock = asyncio.get_running_loop().time
        end = clock() + SETTLED_S
        while (found := await look()) != wanted:
            if clock() > end:
                self.faults.append(f"{what}: {found} in place of {wanted}")
                return
            await asyncio.sleep(0.2)

    async def read(self, look: Callable[[Store], Awaitable[object]]) -> object:
        """Look into the database, which is in use."""
        store = await open_store(self.world.database, now=datetime.now(UTC))
        try:
            return await look(store)
        finally:
            await store.close()

    # --- A server's life -------------------------------------------------------------------------------------------

    async def round(self, number: int) -> None:
        """Let a guest come, be followed, report, sign up, announce a match, and have everything deleted."""
        control = self.control
        match = await opened(control, Slot(game="grunn", users=(PLAYER, GUEST)), channel="tables", patience=120)
        await self.twice(lambda: self.say(FOLLOWER, f"/watch match match:{match.number}"))
        await self.twice(lambda: self._report(match.number))
        await self.twice(lambda: self.say(GUEST, "/tournament join tournament:1"))
        await self.expect("roles", [GUEST], self._holders)
        await self.killed(
            control.interact(
                GUEST, "tables", "/match new game:greentown seats:3", options={"starts": "2h"}, wait_s=WAIT_S
            )
        )
        await self.killed(self._broadcast(_news(number)))
        await self._delete(number)
        await self.expect("roles of who was deleted", [], self._holders)
        await self._verify(match.number)
        self._matches.append(match.number)

    async def _delete(self, number: int) -> None:
        asked = await self.say(GUEST, "/privacy delete")
        sure = await self.press(GUEST, asked, "erase")
        await self.killed(self.control.press(GUEST, sure, sure.custom_id("erase"), wait_s=WAIT_S))
        await self.killed(asyncio.sleep(0))

        async def left() -> list[object]:
            rows = await self.read(dump)
            assert isinstance(rows, dict)
            return [len(rows["deletion"]), *find(rows, self._ids[GUEST])[:3]]

        if len(found := await left()) > 1 and not found[0]:  # the press was lost
            again = await self.say(GUEST, "/privacy delete")
            await self.press(GUEST, await self.press(GUEST, again, "erase"), "erase")
        await self.expect(f"left of a deleted person in round {number}", [0], left)

    async def _report(self, match: int) -> None:
        def is_card(one: Seen) -> bool:
            return any(custom_id.startswith(f"lt|details|{match}|") for custom_id in one.ids())

        async def send() -> Outcome:
            card = await self.control.until("tables", is_card, user=REPORTER, public=True)
            details = await self.press(REPORTER, card, "details")
            await self.control.press(REPORTER, details, details.custom_id("report"), wait_s=WAIT_S)
            values = {"topic": "stalling", "words": f"slow in {match}"}
            return await self.control.submit(REPORTER, values, wait_s=WAIT_S)

        await self._until_answered(send)  # a form is gone if the bot dies while it opens

    async def _reports(self, match: int) -> object:
        rows = await self.read(dump)
        assert isinstance(rows, dict)
        stored = sum(f"slow in {match}" in map(str, row) for row in rows["report"])
        return [stored, await self._count("reports", OWNER, f"slow in {match}")]

    async def _count(self, channel: str, user: str, words: str) -> int:
        seen = await self.control.messages(channel, user, limit=checks.ALL)
        return sum(words in one.text and not one.ephemeral for one in seen)

    async def _holders(self) -> list[str]:
        guild = (await self.control.world("guilds"))["guilds"][0]
        return list(guild["holders"]["Cup"])

    async def _broadcast(self, words: str) -> None:
        await self.read(lambda store: store.run(lambda tx: tx.operations.add_broadcast(words, at=self._now())))

    async def _verify(self, number: int) -> None:
        """Check that the log of a match leads to its position, whoever of its players was deleted."""
        asked = await self.say(PLAYER, f"/match resign match:{number}")
        await self.press(PLAYER, asked, "resign")
        library = Library(games())

        async def verified(store: Store) -> object:
            file = await Files(UnitOfWork(store, library, SystemClock())).match_file(MatchId(number), None)
            return verify_match(open_file(read_file(file.data), library.games, library.codec))

        try:
            await self.read(verified)
        except Exception as why:
            self.faults.append(f"match {number} doesn't verify: {why!r}"[:300])

    # --- Its end ---------------------------------------------------------------------------------------------------

    async def look(self) -> None:
        """Look at everything that was posted: reports and broadcasts once, nothing twice."""
        for number, match in enumerate(self._matches):
            await self.expect(f"report of match {match}", [1, 1], partial(self._reports, match))
            await self.expect("a broadcast", 1, partial(self._count, f"dm:{OWNER}", OWNER, _news(number)))
        self.faults += await checks.wrong_requests(self.control)
        for channel, user in (("tables", OWNER), ("reports", OWNER), *((f"dm:{each}", each) for each in self._ids)):
            with suppress(NotPossible, LookupError):
                seen = [
                    one for one in await self.control.messages(channel, user, limit=checks.ALL) if not one.ephemeral
                ]
                self.faults += [f"doubled in {channel}: {one}" for one in checks.doubled(seen)]
        events = Counter(
            each["name"] for each in (await self.control.world("guilds"))["guilds"][0]["events"] if each["status"] == 1
        )
        self.faults += [f"{count} events for {name}" for name, count in events.items() if count > 1]

    async def week(self) -> None:
        """Let a week pass; a player who wants to be told of it, and has a match, is told once."""
        match = await opened(self.control, Slot(game="grunn", users=(PLAYER, FOLLOWER)), channel="tables", patience=120)
        day = (self._now() + timedelta(days=3)).weekday()  # neither today nor when the week is over
        await self.say(PLAYER, f"/my notify set week:{day}")
        await self._pass(WEEK)
        for _ in range(3):
            await self.killed(asyncio.sleep(0))
        await self.expect("digests of a week", 1, lambda: self._count(f"dm:{PLAYER}", PLAYER, "Your week"))
        await self.expect("digests that are stored", [1, 0], self._digests)
        await self._verify(match.number)

    async def _digests(self) -> object:
        """How many digests the outbox holds, and how many are due."""
        rows = await self.read(dump)
        due = await self.read(lambda store: store.read(lambda tx: tx.reach.digests_due(now=self._now(), most=9)))
        assert isinstance(rows, dict)
        assert isinstance(due, tuple | list)
        return [sum("digest" in row for row in rows["outbox"]), len(due)]

    async def purge(self) -> None:
        """Have the owner delete the server's data."""
        asked = await self.say(OWNER, "/privacy server")
        sure = await self.press(OWNER, asked, "purge")
        await self.killed(self.control.press(OWNER, sure, sure.custom_id("purge"), wait_s=WAIT_S))
        begun = await self.read(lambda store: store.read(lambda tx: tx.privacy.find_purges()))
        if not begun and await self._rows_of("match"):
            again = await self.press(OWNER, await self.say(OWNER, "/privacy server"), "purge")  # the press was lost
            await self.press(OWNER, again, "purge")
        await self.expect("matches of a purged server", 0, lambda: self._rows_of("match"))

    async def depart(self) -> None:
        """Let the bot be removed, and a month pass."""
        await opened(self.control, Slot(game="grunn", users=(PLAYER, FOLLOWER)), channel="tables", patience=120)
        await self.control.fault("leave", who="bot")
        await self.killed(asyncio.sleep(0))
        await self.expect("departures", 1, lambda: self._rows_of("departure"))  # from then on the month counts
        await self._pass(MONTH)
        for _ in range(2):
            await self.killed(asyncio.sleep(0))
        for table in ("match", "departure", "report", "tournament", "server"):
            await self.expect(f"{table} of a server that removed the bot", 0, partial(self._rows_of, table))

    async def _rows_of(self, table: str) -> int:
        rows = await self.read(dump)
        assert isinstance(rows, dict)
        return len(rows[table])

    def _now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    async def _pass(self, by: timedelta) -> None:
        await self.control.fault("clock", ahead_s=int(by.total_seconds()))
        self._ahead += by
        write(self.world.folder / "ahead", self._ahead.total_seconds())


def _news(number: int) -> str:
    return f"News {number}."


async def live(world: World, *, rounds: int, seed: str) -> Community:
    """Run it; the processes are ended afterwards."""
    world.start_standin()
    try:
        async with Patient(world.url) as control:
            community = Community(world, control, seed=seed)
            await community.prepare()
            for number in range(rounds):
                await community.round(number)
            await community.look()
            await community.week()
            await community.look()
            await community.purge()
            await community.depart()
    finally:
        world.kill_bot()
        world.kill_standin()
    return community
