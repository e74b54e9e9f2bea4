"""Live play over the wire: a hunt of Grumpf, and players who press as fast as people can."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from games.core.running.play import Cause
from tests.standin.client import Control, NotPossible, Outcome, Seen
from tests.wire.bot import Bot
from tests.wire.checks import stored
from tests.wire.matches import Match, begin
from tests.wire.players import held

OPTIONS = ("mode=live", "limit=300", "huts_after=30")
PLACED = ("1x:1>", "2x:2>", "15:5>")
"""What each player places by command while pressing: not all on one board."""
BOARDS = "BRFWMS"
FLIPPED = ("14", "25", "23", "34")
"""What each player flips by press."""
PLACES_EVERY = 15
"""So many presses between two commands."""


@dataclass
class Storm:
    """
    What came of it. ``acknowledged`` in milliseconds, one a press; ``answered`` the same until the answer is shown, of
    the presses in a panel (one that a later press overtakes is shown nothing, and counts until it is acknowledged);
    ``apart`` how many of these were answered after it, ``overtaken`` how many by a later one; ``sent`` and ``played``
    the flips as (user, token): as Discord numbered them, and as they stand in the log; ``typed`` and ``placed`` the
    same of the commands.
    """

    match: Match
    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    apart: int = 0
    overtaken: int = 0
    pressed: list[tuple[int, str, str]] = field(default_factory=list)
    typed: list[tuple[str, str]] = field(default_factory=list)
    played: list[tuple[str, str]] = field(default_factory=list)
    placed: list[tuple[str, str]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    limited: int = 0
    """Requests of the bot that Discord answered with 429."""
    edits: int = 0
    """Edits of the shared board."""
    seconds: float = 0

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The flips in the order in which Discord gave them to the bot."""
        return [(user, token) for _, user, token in sorted(self.pressed)]


async def hunt(control: Control, users: Sequence[str]) -> Match:
    """Open a live match, get everybody ready, and wait until the hunt has begun."""
    match = await begin(control, "grumpf", users, options=", ".join(OPTIONS))
    for user in users:
        await control.interact(user, match.place, "/move line:ready")
    await control.until(match.place, lambda one: "GRUMPF" in one.text, user=users[0], seconds=30)
    return match


class Hunter:
    """One player with an open panel."""

    def __init__(self, control: Control, storm: Storm, user: str) -> None:
        self.control = control
        self.storm = storm
        self.user = user
        self.panel: Seen | None = None
        self.chance = random.Random(user)
        self.token = self.chance.choice(FLIPPED)

    async def open(self, board: Seen) -> None:
        """Open the panel under the board."""
        outcome = await self.control.press(self.user, board, str(held(board, "play")[0]["custom_id"]))
        self.panel = outcome.message

    async def storm_on(self, *, seconds: float, rate: float) -> None:
        """Press ``rate`` times a second, whether or not the answers have come."""
        tasks: list[asyncio.Task[None]] = []
        begun = perf_counter()
        await asyncio.sleep(self.chance.random() / rate)
        for number in range(round(seconds * rate)):
            at, rest = divmod(number, PLACES_EVERY)
            typed = rest == PLACES_EVERY - 1 and at < len(PLACED)
            board = BOARDS[(int(self.user[-1]) + at) % len(BOARDS)]
            action = self._place(PLACED[at] + board) if typed else self._flip()
            tasks.append(asyncio.create_task(action))
            await asyncio.sleep(max(0.0, begun + (number + 1) / rate - perf_counter()))
        await asyncio.gather(*tasks)

    async def _flip(self) -> None:
        """Make one press towards the flip that is wanted: the first selects (L5.3), the next flips."""
        while True:
            found = self._key()
            if found is not None:
                name, flips = found
                token, begun = self.token, perf_counter()
                if flips:  # another press may follow before this one is answered
                    self.token = self.chance.choice(FLIPPED)
                try:
                    outcome = await self.control.press(self.user, self._shown(), name)
                except NotPossible:
                    self.token = token  # the panel has changed meanwhile
                else:
                    self._note_wait(outcome, 1000 * (perf_counter() - begun))
                    if flips:
                        self.storm.pressed.append((int(outcome.interaction), self.user, token))
                    self._note(outcome)
                    return
            await asyncio.sleep(0.03)
            self.panel = await self._newest()

    def _key(self) -> tuple[str, bool] | None:
        """The key to press for the token that is wanted, and whether it flips; None if the panel has none."""
        for part in held(self._shown(), "key"):
            name = str(part["custom_id"])
            flips = name.endswith(f"/flip:{self.token}")
            if flips or name.endswith(f"|{self.token}/"):
                return name, flips
        return None

    def _shown(self) -> Seen:
        assert self.panel is not None, "the panel was opened"
        return self.panel

    async def _newest(self) -> Seen:
        shown = await self.control.messages(self.storm.match.place, self.user, limit=100)
        return next((one for one in shown if one.id == self._shown().id), self._shown())

    async def _place(self, line: str) -> None:
        self.storm.typed.append((self.user, line))
        self._note(
            await self.control.interact(self.user, self.storm.match.place, f"/grumpf do move:{line}"), panel=False
        )

    def _note_wait(self, outcome: Outcome, until_now: float) -> None:
        """Note how long the answer took; ``until_now`` in milliseconds, if it came after the acknowledgement."""
        deferred = outcome.kind == "deferred_update"
        apart = outcome.acknowledged_ms is None or (deferred and bool(outcome.messages))
        self.storm.answered.append(until_now if apart else float(outcome.acknowledged_ms or 0))
        self.storm.apart += apart
        self.storm.overtaken += deferred and not apart

    def _note(self, outcome: Outcome, *, panel: bool = True) -> None:
        if outcome.acknowledged_ms is not None:
            self.storm.acknowledged.append(outcome.acknowledged_ms)
        self.storm.refused += [one.text for one in outcome.messages if "⚠️" in one.text]
        if panel and outcome.messages and not outcome.messages[0].loading:
            self.panel = outcome.messages[0]


async def storm(control: Control, bot: Bot, users: Sequence[str], *, seconds: float, rate: float) -> Storm:
    """Let all players press at once; the hunt is still on at the end."""
    match = await hunt(control, users)
    made = Storm(match)
    board = await control.until(match.place, lambda one: bool(held(one, "play")), user=users[0])
    hunters = [Hunter(control, made, user) for user in users]
    for hunter in hunters:
        await hunter.open(board)
    before = board.versions
    begun = perf_counter()
    await asyncio.gather(*(hunter.storm_on(seconds=seconds, rate=rate) for hunter in hunters))
    made.seconds = perf_counter() - begun
    await _read_log(made, bot)
    after = await control.messages(match.place, users[0], limit=100)
    made.edits = next(one.versions for one in after if one.id == board.id) - before
    made.limited = sum(request["status"] == 429 for request in await control.requests(limit=100_000))
    return made


async def _read_log(made: Storm, bot: Bot) -> None:
    """Read what was played, once everything is handled and the last edit of the board is out."""
    sent = len(made.pressed) + len(made.typed)
    for _ in range(60):
        await asyncio.sleep(2.5)
        found = await stored(bot.database, made.match)
        turns = [entry for entry in found.entries if entry.seat >= 0 and entry.cause is Cause.PLAYER]
        turns = [entry for entry in turns if entry.line[:1] == "~" or ">" in entry.line]
        if len(turns) + len(made.refused) >= sent:
            break
    users = made.match.users
    made.played = [(users[one.seat], one.line[1:]) for one in turns if one.line[0] == "~"]
    made.placed = [(users[one.seat], one.line) for one in turns if one.line[0] != "~"]
