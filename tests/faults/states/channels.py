"""Discord, as far as the relay knows it: channels that take messages, for a while know nonces, and fail."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct

from bot.app.match.records import MessageRef
from bot.app.notifications.courier import (
    Doubtful,
    Elsewhere,
    EventNotice,
    Message,
    Notice,
    Opened,
    OwnRoleNotice,
    Permanent,
    PersonNotice,
    PuzzleNotice,
    Refused,
    RoleNotice,
    ServerNotice,
    TournamentNotice,
    Transient,
)
from bot.app.runtime.time_source import ManualClock
from db.ids import ChannelId, MessageId
from games.core.text import say
from tests.faults.states.troubles import Plan

KNOWN = timedelta(minutes=5)
"""So long Discord knows a nonce."""
THREAD = 50_000
"""Added to the number of a match, it is its thread."""
REASON = say("app.somebody")
"""Why something is refused, whatever the words."""


class Posted(Struct, frozen=True):
    """A message: where it is, and when it was posted."""

    ref: MessageRef
    at: datetime


class Channels:
    """All channels. ``look`` is shown each notice that anybody might read, and says what is wrong with it."""

    def __init__(self, clock: ManualClock, chance: random.Random) -> None:
        self.clock = clock
        self.chance = chance
        self.trouble = 0.0
        """Of how many requests one fails, from 0 to 1."""
        self.doubled: list[str] = []
        self.posted = 0
        self.look: Callable[[Notice], list[str]] = lambda notice: []
        self.wrong: list[str] = []
        self._found: dict[str, list[Posted]] = {}
        self._ids = itertools.count(1)

    def take(self, nonce: str, channel: ChannelId) -> MessageRef:
        """Post something, unless its nonce is known there."""
        now, before = self.clock.now(), self._found.setdefault(nonce, [])
        for posted in before:
            if posted.ref.channel == channel and abs(now - posted.at) <= KNOWN:
                return posted.ref
        if before:
            self.doubled.append(f"{nonce} in {channel} at {now}, before {before}")
        ref = MessageRef(channel, MessageId(next(self._ids)))
        before.append(Posted(ref, now))
        self.posted += 1
        return ref

    def new_id(self) -> int:
        """The id of something that is no message with a nonce."""
        return next(self._ids)

    def find(self, nonce: str) -> MessageRef | None:
        """Find what was posted with a nonce."""
        before = self._found.get(nonce)
        return before[-1].ref if before else None

    def fails(self) -> Exception | None:
        """Return what a request fails with, if it does."""
        if self.chance.random() >= self.trouble:
            return None
        return self.chance.choice(
            (
                Transient(self.chance.choice((None, 1.0, 30.0))),
                Doubtful(),
                Permanent(50013, REASON),
                Permanent(400, REASON, sure=False),
            )
        )


class Line:
    """The way of one process to Discord; a request that is in doubt may have had its effect."""

    def __init__(self, channels: Channels, plan: Plan) -> None:
        self._channels = channels
        self._plan = plan
        self._clock = channels.clock

    async def post(self, notice: Notice) -> MessageRef:
        """Post a message; one to a person may be refused, one to a thread may belong elsewhere."""
        self._channels.wrong += self._channels.look(notice)
        own = notice.match_view.match.channel
        strange = self._channels.chance.random() < self._channels.trouble
        if strange and notice.user is not None:
            raise Refused(50007, REASON)
        if strange and notice.place.channel != own:
            raise Elsewhere(own)
        return self._send(notice.nonce, notice.place.channel)

    async def edit(self, notice: Notice, ref: MessageRef) -> MessageRef:
        """Show something in place of a message."""
        self._channels.wrong += self._channels.look(notice)
        self._ask()
        return ref

    async def tell(self, notice: TournamentNotice, ref: MessageRef | None) -> MessageRef:
        """Tell of a tournament."""
        if ref is not None:
            self._ask()
            return ref
        return self._send(notice.nonce, notice.place.channel if notice.user is None else ChannelId(notice.user))

    async def reach(self, notice: PersonNotice) -> MessageRef:
        """Tell a person something."""
        if notice.place is None and self._channels.chance.random() < self._channels.trouble:
            raise Refused(50007, REASON)
        return self._send(notice.nonce, ChannelId(notice.user) if notice.place is None else notice.place.channel)

    async def list_open(self, notice: ServerNotice) -> MessageRef | None:
        """List open matches."""
        self._ask()
        if notice.matches is None:
            return None
        return notice.before or self._send(notice.nonce, notice.place.channel)

    async def pose(self, notice: PuzzleNotice) -> MessageRef:
        """Post a puzzle."""
        return self._send(notice.nonce, notice.place.channel)

    async def open(self, notice: Notice) -> Opened | None:
        """Make the thread of a match, the same one each time."""
        self._ask()
        return Opened(ChannelId(THREAD + notice.match)) if notice.match % 3 else None

    async def retire(self, notice: Notice, ref: MessageRef) -> None:
        """Take the buttons off a board."""
        self._ask()

    async def change_role(self, notice: RoleNotice) -> None:
        """Give somebody a role, or take it."""
        self._ask()

    async def keep_role(self, notice: OwnRoleNotice) -> int:
        """Make the role of a tournament, or delete it."""
        self._ask()
        return (notice.known or 2 * THREAD + notice.tournament) if notice.wanted else 0

    async def plan_event(self, notice: EventNotice) -> MessageRef | None:
        """Keep a scheduled event."""
        self._ask()
        return notice.known or MessageRef(notice.place.channel, MessageId(self._channels.new_id()))

    async def find(self, notice: Message, since: datetime) -> MessageRef | None:
        """Look for a message where it may have been sent."""
        self._ask()
        found = self._channels.find(notice.nonce)
        if found is None or not isinstance(notice, Notice) or notice.user is not None:
            return found
        return found if found.channel in notice.tried else None

    def _send(self, nonce: str, channel: ChannelId) -> MessageRef:
        self._plan.expect_alive()
        error = self._channels.fails()
        if error is not None and (not isinstance(error, Doubtful) or self._channels.chance.random() < 0.5):
            raise error
        ref = self._channels.take(nonce, channel)
        if error is not None:
            raise error
        return ref

    def _ask(self) -> None:
        """Make a request whose repeat does no harm."""
        self._plan.expect_alive()
        error = self._channels.fails()
        if error is not None:
            raise error
