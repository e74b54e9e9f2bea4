"""The relay: brings what the outbox holds to a courier, in order per channel, each row at least and at most once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Hashable
from datetime import datetime, timedelta
from enum import Enum, auto

import msgspec
import structlog
from msgspec.structs import replace

from bot.app.changes.outbox import Kind, read_told
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import MessageRef
from bot.app.notifications.claiming import (
    Attempt,
    Claim,
    Claimant,
    Dropped,
    Held,
    Unclaimable,
    claim,
    note_other_channel,
    read_ahead,
)
from bot.app.notifications.courier import (
    Courier,
    Doubtful,
    Elsewhere,
    Errand,
    EventNotice,
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
from bot.app.notifications.delivered import note_delivered
from bot.app.notifications.notices import note_refused
from bot.app.notifications.parking import fail, park, put_off
from bot.app.notifications.retries import Retries
from bot.app.runtime.failures import MOST_ATTEMPTS, RULES, RulesFault
from bot.app.runtime.pace import Pace
from bot.app.runtime.watchdog import RulesTimeout
from bot.app.runtime.worker import Worker
from bot.metrics import POSTING
from db.engine.errors import Conflict, StoreError
from db.ids import GuildId
from db.records import LaneRecord, NoticeRecord, NoticeState
from db.tx import Tx
from games.core.text import Text

PATIENCE = 60
"""Seconds that one delivery may take before it counts as doubtful."""

AT_ONCE = 32
"""Channels served at the same time; each waits mostly for Discord, which takes three requests for a board."""

MOST_IN_A_LANE, LANE_SECONDS = 4, 5.0
"""Rows of a lane told in so many seconds: one fewer than the messages and edits that Discord takes in a channel.

The fifth would let discord.py wait within the call. A board is one message, and one edit of the board before.
"""

LONGEST_BACKOFF = 300
"""Seconds between two attempts at most."""

NO_MESSAGE = frozenset({Kind.OPEN, Kind.ROLE, Kind.SCHEDULE})
"""Kinds that post and edit nothing in the channel of their lane."""

MOST_REFUSALS = 7
"""Attempts that may be refused for a reason that may pass, in two minutes altogether; then the row is parked."""

MOST_FAULTS = MOST_ATTEMPTS
"""Attempts that may end in an error nobody foresaw; then the row is parked."""

RETRY = timedelta(hours=1)
"""Between two attempts at what Discord has refused for good."""

POLL = 5
"""Seconds between two looks, unless told otherwise."""

_log = structlog.get_logger(__name__)


class _Told(Enum):
    """What was told of a lane."""

    NOTHING = auto()
    """No row, or one that is told again later: the lane waits."""
    ONE = auto()
    LAST = auto()
    """The only row that waited."""


class Relay:
    """One per process. ``owns`` says which servers' rows this process tells (its shards)."""

    def __init__(
        self,
        uow: UnitOfWork,
        courier: Courier,
        *,
        holder: str = "",
        owns: Callable[[GuildId | None], bool] = lambda guild: True,
        pause: float = 3,
        every: float = POLL,
    ) -> None:
        """Tell through a courier.

        ``holder`` names this process; if it is the same after a restart (and no other process has it), what was under
        way is taken up at once, else after some minutes. ``pause``: seconds to wait before a channel's history is
        searched, since the request of a killed process may still be under way. ``every``: seconds between two looks,
        for rows of other processes and for those that were put off before a restart.
        """
        self._uow = uow
        self._worker = Worker(uow, "deliveries")
        self._courier = courier
        self._holder = holder or secrets.token_hex(8)
        self._owns = owns
        self._pause = pause
        self._every = every
        self._tag = ""
        self._busy: dict[int, asyncio.Task[int]] = {}
        self._more: set[int] = set()
        """Lanes that got more while they were served."""
        self._coming_back: dict[tuple[int, datetime], asyncio.TimerHandle] = {}
        self.caught_up = asyncio.Event()
        """Set once nothing that could be delivered is left: what a start found waiting has gone out."""
        self._closing = False
        self._event: asyncio.Event | None = None
        self._retries = Retries(uow)
        self._retried: float | None = None
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._pace = Pace(MOST_IN_A_LANE, LANE_SECONDS)

    @property
    def serving(self) -> int:
        """How many channels and persons are served."""
        return len(self._busy)

    async def run(self) -> None:
        """Work until cancelled."""
        self._event = self._uow.signals.listen()
        try:
            await self._worker.repeat(self._round, event=self._event)
        finally:
            for handle in self._coming_back.values():
                handle.cancel()
            for task in self._busy.values():
                task.cancel()

    async def _round(self) -> float:
        await self._retry_hourly()
        await self._retries.go()
        await self._begin()
        return self._every

    def _come_back(self, lane: int, until: datetime) -> None:
        """Look at a lane again when what is held back or put off there may be told."""
        if (lane, until) in self._coming_back or self._event is None:
            return
        event = self._event

        def back() -> None:
            del self._coming_back[lane, until]
            event.set()

        left = (until - self._uow.clock.now()).total_seconds()
        self._coming_back[lane, until] = asyncio.get_running_loop().call_later(max(left, 0) + 0.01, back)

    async def retry(self, guild: GuildId | None = None) -> None:
        """Try what could not be told in a server (None: in all) again, soon: a right or channel may have come back."""
        if await self._retries.want(guild):
            self._uow.signals.notify()

    async def resume(self) -> None:
        """Try at once what was put off while Discord could not be reached: nothing waits for its next attempt."""
        now = self._uow.clock.now()
        if await self._uow.store.run(lambda tx: tx.outbox.hasten(now=now)):
            self._uow.signals.notify()

    async def _retry_hourly(self) -> None:
        """Try again at the start and every hour: not every change is told to the bot."""
        passed = self._uow.clock.monotonic()
        if self._retried is None or passed - self._retried >= RETRY.total_seconds():
            await self.retry()
            self._retried = passed

    async def finish(self, seconds: float) -> None:
        """Begin nothing more; wait so long for what is being delivered. What is left is taken up by the next start."""
        self._closing = True
        if self._busy:
            await asyncio.wait(tuple(self._busy.values()), timeout=seconds)

    async def pump(self) -> None:
        """Tell everything that is due now, at whatever pace, and return when it is told or put off."""
        told = 1
        while told:  # a place that was made may have moved rows to a lane of its own
            await self._begin(paced=False)
            told = sum(await asyncio.gather(*self._busy.values()))

    async def _begin(self, *, paced: bool = True) -> None:
        """Start on every lane that has something to tell, is not being served and may be (``paced``)."""
        if not self._tag:
            tag = secrets.token_hex(3)
            self._tag = await self._uow.store.run(lambda tx: tx.facts.get_or("tag", tag))
        now = self._uow.clock.now()
        due = await self._uow.store.read(lambda tx: tx.outbox.due_lanes(now=now), short=True)
        lanes = [each for each in due if self._owns(each.guild)]
        if not lanes and not self._busy:
            self.caught_up.set()
        for each in lanes:
            lane = each.lane
            if lane in self._busy and each.waiting:
                self._more.add(lane)
            if lane in self._busy or self._closing or (paced and self._must_wait(lane)):
                continue
            if self._worker.may(("lane", lane)):
                task = asyncio.create_task(self._serve(each, paced=paced))
                self._busy[lane] = task
                task.add_done_callback(lambda _, lane=lane: self._leave(lane))  # type: ignore[misc]

    def _leave(self, lane: int) -> None:
        """Note that a lane is served; look once more if it got more meanwhile, or the first time that no lane is."""
        self._busy.pop(lane, None)
        is_first_rest = not self._busy and not self.caught_up.is_set()
        if self._event is not None and (is_first_rest or lane in self._more):
            self._event.set()
        self._more.discard(lane)

    def _must_wait(self, lane: int) -> bool:
        """Whether a lane has been told as much as its channel takes; it is looked at again when that has passed."""
        wait = self._pace.find_wait(lane, self._uow.clock.monotonic())
        if wait:
            until = self._uow.clock.now() + timedelta(seconds=wait + 0.1)
            until = until.replace(microsecond=until.microsecond // 100_000 * 100_000)  # one timer for several lanes
            self._come_back(lane, until)
        return wait > 0

    async def _serve(self, due: LaneRecord, *, paced: bool) -> int:
        """Tell one row after the other until none may go now; returns how many were told."""
        told, lane = 0, due.lane

        async def serve() -> None:
            nonlocal told
            while not self._closing and not (paced and self._must_wait(lane)):
                one = await self._tell_next(due)
                told += one is not _Told.NOTHING
                if one is not _Told.ONE:
                    return

        async with self._gate:
            try:
                await self._worker.attempt(("lane", lane), serve)
            except StoreError as error:
                _log.warning("the outbox can't be written", why=str(error), lane=lane)
        return told

    async def _tell_next(self, due: LaneRecord) -> _Told:
        """Tell the next row of a lane."""
        who = Claimant(holder=self._holder, tag=self._tag, match_reader=self._uow.match_reader)
        try:
            taken = await self._uow.store.run(lambda tx: self._claim(tx, who, due))
            if isinstance(taken, Held):
                self._come_back(due.lane, taken.until)
                return _Told.NOTHING
            if isinstance(taken, Dropped):
                return _Told.ONE
            if taken is None or not await self._deliver_noted(due.lane, taken):
                return _Told.NOTHING
            return _Told.LAST if taken.last else _Told.ONE
        except Unclaimable as stopped:
            await self._handle_failure(replace(stopped.row, attempts=stopped.row.attempts + 1), stopped.error)
            return _Told.ONE
        except Conflict:
            return _Told.NOTHING

    def _claim(self, tx: Tx, who: Claimant, due: LaneRecord) -> Claim | Held | Dropped | None:
        read_ahead(tx, who, due)
        return claim(tx, who, due.lane, now=self._uow.clock.now())

    async def _deliver_noted(self, lane: int, taken: Claim) -> bool:
        """Try to tell a row, and note that its channel has got one."""
        try:
            return await self._deliver(taken)
        finally:
            if taken.notice.kind not in NO_MESSAGE:
                self._pace.note(lane, self._uow.clock.monotonic())

    async def _deliver(self, taken: Claim) -> bool:
        """Try to tell a row; return whether the lane may go on at once."""
        try:
            async with asyncio.timeout(PATIENCE):
                ref = await self._send(taken)
        except Refused as error:
            await self._note_refusal(taken, error)
            return True
        except Elsewhere as error:
            channel = error.channel
            return await self._deliver(await self._uow.store.run(lambda tx: note_other_channel(tx, taken, channel)))
        except Permanent as error:
            again = _count_refusal(taken.record)
            if not error.sure and read_told(again.data).refused < MOST_REFUSALS:
                await self._put_off(replace(taken, record=again), after=None, doubt=False)
                return False
            await self._park(taken, error.reason)
            _log.warning("a notice can't be delivered", match=taken.record.match, code=error.code, why=str(error))
            return True
        except Transient as error:
            await self._put_off(taken, after=error.after, doubt=False)
        except (Doubtful, TimeoutError):
            await self._put_off(taken, after=None, doubt=True)
        except Exception as error:
            await self._handle_failure(taken.record, error, doubt=_doubt(taken, self._uow.clock.now()))
            return True
        else:
            now = self._uow.clock.now()
            await self._uow.store.run(lambda tx: note_delivered(tx, taken, ref, now=now))
            self._uow.failures.clear(self._worker.name, _item(taken.record))
            POSTING.labels(taken.record.kind).observe((now - taken.record.created).total_seconds())
            if taken.notice.kind is Kind.OPEN:
                self._uow.signals.notify()
            await self._retire(taken)
            return True
        return False

    async def _send(self, taken: Claim) -> MessageRef | Opened | int | None:
        notice, post = taken.notice, taken.post
        if isinstance(notice, Notice) and notice.kind is Kind.OPEN:
            return await self._courier.open(notice)
        if isinstance(notice, RoleNotice):
            await self._courier.change_role(notice)
            return None
        if isinstance(notice, OwnRoleNotice):
            return await self._courier.keep_role(notice)
        if isinstance(notice, EventNotice):
            return await self._courier.plan_event(notice)
        found = await self._find(taken)
        if found is not None:
            return found
        if isinstance(notice, PersonNotice | ServerNotice | PuzzleNotice):
            return await self._send_beside(notice)
        before = None if post is None else MessageRef(post.channel, post.message)
        if isinstance(notice, TournamentNotice):
            return await self._courier.tell(notice, before)
        match notice.kind:
            case Kind.CARD if before is not None:
                return await self._courier.edit(notice, before)
            case Kind.REPORT if notice.shown is not None:
                return await self._courier.edit(notice, notice.shown)
            case Kind.BOARD if notice.refreshes is not None:
                return await self._courier.edit(notice, notice.refreshes)
            case _:
                return await self._courier.post(notice)

    async def _send_beside(self, notice: PersonNotice | ServerNotice | PuzzleNotice) -> MessageRef | None:
        """Tell what belongs to no match and no tournament."""
        if isinstance(notice, PersonNotice):
            return await self._courier.reach(notice)
        if isinstance(notice, PuzzleNotice):
            return await self._courier.pose(notice)
        return await self._courier.list_open(notice)

    async def _find(self, taken: Claim) -> MessageRef | None:
        """The message of a row that may have been sent a while ago, if it is there."""
        if taken.attempt is not Attempt.LOOK:
            return None
        assert taken.record.doubt is not None
        assert not isinstance(taken.notice, Errand), "they are no messages"
        await asyncio.sleep(self._pause)
        return await self._courier.find(taken.notice, taken.record.doubt)

    async def _retire(self, taken: Claim) -> None:
        """Take the buttons off the board before; if it does not work they answer that they are out of date."""
        if not isinstance(taken.notice, Notice) or taken.notice.before is None:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self._courier.retire(taken.notice, taken.notice.before)
        except Exception as error:  # whatever it is: the board is told, and the lane goes on
            _log.info("an old board keeps its buttons", match=taken.record.match, why=repr(error))

    async def _note_refusal(self, taken: Claim, error: Refused) -> None:
        """Note that a person takes no direct messages; the person is called another way."""
        now, row, match_reader = self._uow.clock.now(), taken.record, self._uow.match_reader
        _log.info("direct messages are refused", code=error.code)

        def work(tx: Tx) -> None:
            table = None if row.match is None else match_reader.read(tx, row.match)
            note_refused(tx, table, row, code=error.code, reason=error.reason, now=now)

        await self._uow.store.run(work)
        self._uow.signals.notify()

    async def _park(self, taken: Claim, reason: Text) -> None:
        now, notice = self._uow.clock.now(), taken.notice
        mention = () if isinstance(notice, PersonNotice) else notice.mention
        await self._uow.store.run(lambda tx: park(tx, taken.record, reason, mention=mention, now=now))

    async def _handle_failure(self, row: NoticeRecord, error: BaseException, *, doubt: datetime | None = None) -> None:
        """Put off a row whose notice the bot failed to make or to send; after so many attempts it is parked.

        A match that has failed so often before, or whose code does not come to an end, is parked at once.
        """
        now, failures = self._uow.clock.now(), self._uow.failures
        if row.match is not None and isinstance(error, RulesTimeout):
            failures.note(RULES, row.match, error, match=row.match)
            error = RulesFault(row.match)
        failure = failures.note(self._worker.name, _item(row), error, match=row.match)
        parked = failure.parked or row.attempts >= MOST_FAULTS
        until = None if parked else now + timedelta(seconds=backoff(row.attempts))
        await self._uow.store.run(lambda tx: fail(tx, row, until=until, doubt=doubt, now=now))
        if until is not None:
            self._come_back(row.lane, until)

    async def _put_off(self, taken: Claim, *, after: float | None, doubt: bool) -> None:
        """Let the row wait: the lane stays in order behind it."""
        now = self._uow.clock.now()
        record = taken.record
        until = now + timedelta(seconds=after if after is not None else backoff(record.attempts))
        later = put_off(record, until, doubt=_doubt(taken, now) if doubt else record.doubt)
        await self._uow.store.run(lambda tx: tx.outbox.save(later, was=NoticeState.SENDING))
        self._come_back(record.lane, until)


def _item(row: NoticeRecord) -> Hashable:
    """What a row is about: what fails for one row will fail for the next of its kind."""
    return row.kind, row.match or row.tournament or row.lane


def _count_refusal(row: NoticeRecord) -> NoticeRecord:
    """Count one more refusal: attempts that could not reach Discord at all are none."""
    told = read_told(row.data)
    return replace(row, data=msgspec.json.encode(replace(told, refused=told.refused + 1)))


def _doubt(taken: Claim, now: datetime) -> datetime:
    """Since when nobody knows: the first doubtful attempt."""
    return taken.record.doubt or taken.record.sending or now


def backoff(attempts: int) -> float:
    """Return the seconds to wait after so many attempts."""
    return float(min(2 ** min(attempts, 10), LONGEST_BACKOFF))
