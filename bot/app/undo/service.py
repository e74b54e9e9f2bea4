"""Taking turns back: at once, or by consent of those concerned, with an exact list of what would go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.answers import answers_until, drop_proposal, propose
from bot.app.changes.change import Change, announce_in_log
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.consent import consent, reveals
from bot.app.match.effective_log import REVEALED, find_effective, is_unrated, plies
from bot.app.match.proposals import agree, find, mover_of, put_proposal, without
from bot.app.match.records import Actor, LogLine, Receipt
from bot.app.match.state import MatchReader, MatchState
from bot.app.match.turn_runner import PLATFORM
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from bot.app.undo.records import UndoView
from bot.app.undo.rewinding import Past, Rewinding, read_past, rewound
from bot.app.undo.rules import Course, count_turns, redo_target, undo_target
from bot.app.views.match_view import visible_lines
from db.clocks.records import ProposalRecord
from db.ids import Key, MatchId, UserId
from db.matches.rewind_records import Rewound
from db.records import ProposalKind
from db.tx import Tx
from games.core.errors import Refusal
from games.core.seats import Seat
from games.core.text import say

ASKED, ASKED_REDO = "app.undo_proposed", "app.redo_proposed"
"""The sentences of proposals: the place of the match shows them with what would go, and buttons."""

DONE = {
    (True, True): "app.undone",
    (True, False): "app.undone_agreed",
    (False, True): "app.redone",
    (False, False): "app.redone_agreed",
}
"""The sentences of what is done, by whether it is an undo and whether nobody else agreed."""

UNOPPOSED = {True: "app.undone_unopposed", False: "app.redone_unopposed"}
"""The sentences of what is done since nobody has refused in time, by whether it is an undo."""

PROPOSALS = frozenset({ASKED, ASKED_REDO})

MOST_ENTRIES = 1_000
"""How far back in the log turns can be taken back."""


class _Asked(Struct, frozen=True):
    """What is proposed. ``newest`` is the newest turn at that time; ``target`` where the match would go on."""

    kind: Rewound
    target: int
    newest: int


class Case(Struct, frozen=True):
    """What is decided about."""

    asked: _Asked
    past: Past
    unrated: bool = False
    """The match counts for no ratings and records already."""

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The turns that go or come back."""
        return self.past.gone if self.asked.kind is Rewound.UNDO else self.past.back

    def peeks(self, table: MatchState, mover: Seat, yes: Iterable[Seat]) -> bool:
        """Return whether it goes back past what came to light with nobody else's consent."""
        return self.asked.kind is Rewound.UNDO and reveals(self.past.gone) and _alone(table, mover, yes)

    def unrates(self, table: MatchState, mover: Seat, yes: Sequence[Seat]) -> bool:
        """Return whether doing it now would be what makes the match count for no ratings and records."""
        if table.match.practice or self.unrated or consent(table, self.lines, yes).seats:
            return False
        return self.peeks(table, mover, yes)


def course_of(tx: Tx, table: MatchState) -> Course:
    """Read the part of the log that may be taken back."""
    last = table.match.ply
    rewinds = tx.log.rewinds(table.match.id)
    counted = plies(find_effective(last, rewinds))
    rows = tx.log.entries(table.match.id, first=max(1, last - MOST_ENTRIES), last=last)
    read = table.codec.read_entries(b"[" + b",".join(row.data for row in rows) + b"]")
    lines = (LogLine(ply=row.ply, at=row.at, entry=entry) for row, entry in zip(rows, read, strict=True))
    known = tuple(line for line in lines if line.ply in counted and line.entry.ask != PLATFORM)
    unrated = any(is_unrated(entry) for entry in read)
    return Course(last=last, lines=known, rewinds=rewinds, unrated=unrated)


class UndoService:
    """Turns are taken back at once, or by consent of those concerned; an undo can be undone the same way.

    A proposal names ``newest``, the ply of the newest turn when it was made; it is void once somebody has moved.
    """

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def preview(self, actor: Actor, *, match: MatchId, turns: int = 1) -> UndoView:
        """Return what would go if the actor's last turns were taken back, and who must agree; nothing is changed.

        Raises Refusal where it is not allowed at all.
        """
        return await self._preview(actor, match, turns)

    async def preview_redo(self, actor: Actor, *, match: MatchId) -> UndoView:
        """Return what would come back if the last undo were undone, and who must agree."""
        return await self._preview(actor, match, None)

    async def _preview(self, actor: Actor, match: MatchId, turns: int | None) -> UndoView:
        def work(tx: Tx) -> UndoView:
            table = self._uow.match_reader.read(tx, match)
            seat = _player(table, actor)
            case = _case(tx, self._uow.match_reader, table, actor.user, turns)
            return _view(table, case, mover=seat, yes=table.seats_of(actor.user), reader=seat)

        return await self._uow.store.read(work)

    async def undo(
        self, key: Key, actor: Actor, *, match: MatchId, turns: int = 1, newest: int | None = None
    ) -> Receipt:
        """Take the actor's last turns back at once, or propose it where others must agree.

        ``newest``: refused if that is not the newest turn any more (the preview that was shown is out of date).
        """
        return await self._begin(key, actor, match, turns, newest)

    async def redo(self, key: Key, actor: Actor, *, match: MatchId, newest: int | None = None) -> Receipt:
        """Let the turns stand after all that were taken back last, or propose it."""
        return await self._begin(key, actor, match, None, newest)

    async def _begin(self, key: Key, actor: Actor, match: MatchId, turns: int | None, newest: int | None) -> Receipt:
        """Do it, or propose it; ``turns`` None: a redo."""

        def load(tx: Tx, table: MatchState) -> Case:
            _player(table, actor)
            return _case(tx, self._uow.match_reader, table, actor.user, turns)

        def decide(table: MatchState, case: Case, now: datetime) -> Change:
            if newest is not None and newest != case.asked.newest:
                raise refuse("STALE", "undo_stale")
            own = table.seats_of(actor.user)
            if consent(table, case.lines, own).seats:
                return _propose(table, case, table.seat_for(actor.user), own, now)
            return _carry_out(table, case, table.seat_for(actor.user), now, yes=own)

        return await self._uow.act_over(key, actor, match, load, decide)

    async def agree(self, key: Key, actor: Actor, *, match: MatchId, newest: int) -> Receipt:
        """Agree to what is proposed; with the last word that is needed it is done."""

        def load(tx: Tx, table: MatchState) -> Case:
            _player(table, actor)
            return _proposal(tx, self._uow.match_reader, table, newest)

        def decide(table: MatchState, case: Case, now: datetime) -> Change:
            proposal = _proposal_record(table)
            proposal = agree(proposal, table.seats_of(actor.user))
            if not consent(table, case.lines, _seats(proposal)).seats:
                return _carry_out(table, case, Seat(proposal.mover), now, yes=_seats(proposal))
            receipt = Receipt(match=match, ply=table.match.ply, told=(say("app.undo_agreed"),))
            return Change(match=table.match, receipt=receipt, proposals=put_proposal(table, proposal))

        return await self._uow.act_over(key, actor, match, load, decide)

    async def refuse(self, key: Key, actor: Actor, *, match: MatchId, newest: int) -> Receipt:
        """Refuse what is proposed, or (who proposed it) withdraw it."""

        def load(tx: Tx, table: MatchState) -> Case:
            _player(table, actor)
            return _proposal(tx, self._uow.match_reader, table, newest)

        def decide(table: MatchState, case: Case, now: datetime) -> Change:
            seat = table.seat_for(actor.user)
            proposal = _proposal_record(table)
            withdrawn = proposal.mover in table.seats_of(actor.user)
            text = say("app.undo_withdrawn" if withdrawn else "app.undo_refused", seat=seat)
            change = announce_in_log(table, text, now=now, users=() if withdrawn else mover_of(table, proposal))
            return replace(change, proposals=without(table, ProposalKind.UNDO))

        return await self._uow.act_over(key, actor, match, load, decide)


def read_proposal(tx: Tx, match_reader: MatchReader, table: MatchState) -> Case | None:
    """Read what is proposed; None if nothing is, or somebody has moved since."""
    try:
        return _proposal(tx, match_reader, table, None)
    except Refusal:
        return None


def proposal(tx: Tx, match_reader: MatchReader, table: MatchState, reader: Seat | None) -> UndoView | None:
    """Return what is proposed in a match, as a seat may see it; None if nothing is, or somebody has moved since."""
    case = read_proposal(tx, match_reader, table)
    if case is None:
        return None
    proposal = _proposal_record(table)
    return _view(table, case, mover=Seat(proposal.mover), yes=_seats(proposal), reader=reader)


def _player(table: MatchState, actor: Actor) -> Seat:
    """The seat for which somebody asks or agrees; raises Refusal for spectators and who has given up, and on hold."""
    table.require_position()
    table.expect_going()
    seat = table.seat_for(actor.user)
    if seat in table.resigned:
        raise refuse("RESIGNED", "has_resigned", match=table.match.id)
    return seat


def _case(tx: Tx, match_reader: MatchReader, table: MatchState, user: UserId, turns: int | None) -> Case:
    """What it would mean if a user's last turns were taken back (None: if the last undo were undone)."""
    course = course_of(tx, table)
    kind = Rewound.REDO if turns is None else Rewound.UNDO
    if turns is None:
        target = redo_target(table, course)
    else:
        target = undo_target(table, course, table.seats_of(user), turns=turns)
    past = read_past(tx, match_reader, table, ply=target, kind=kind)
    case = Case(_Asked(kind, target, course.newest), past, unrated=course.unrated)
    if tx.tournaments.find_pairing(table.match.id) is not None and case.unrates(
        table, table.seat_for(user), table.seats_of(user)
    ):
        raise refuse("REVEALED", "undo_revealed_tournament")
    return case


def _proposal(tx: Tx, match_reader: MatchReader, table: MatchState, newest: int | None) -> Case:
    """What is proposed; raises Refusal if nothing is, or it is void."""
    table.require_position()
    proposal = _proposal_record(table)
    asked = msgspec.json.decode(proposal.data, type=_Asked)
    if newest not in (None, asked.newest) or course_of(tx, table).newest != asked.newest:
        raise refuse("STALE", "undo_stale")
    return Case(asked, read_past(tx, match_reader, table, ply=asked.target, kind=asked.kind))


def _proposal_record(table: MatchState) -> ProposalRecord:
    proposal = find(table, ProposalKind.UNDO)
    if proposal is None:
        raise refuse("NO_UNDO_ASKED", "no_undo_asked", match=table.match.id)
    return proposal


def _seats(proposal: ProposalRecord) -> tuple[Seat, ...]:
    return tuple(map(Seat, proposal.yes))


def _alone(table: MatchState, mover: Seat, yes: Iterable[Seat]) -> bool:
    """Whether nobody but the mover is among those who agree."""
    return set(table.users_of(yes)) <= set(table.users_of((mover,)))


def _view(table: MatchState, case: Case, *, mover: Seat, yes: tuple[Seat, ...], reader: Seat | None) -> UndoView:
    asked = consent(table, case.lines, yes)
    return UndoView(
        match=table.match.id,
        kind=case.asked.kind,
        mover=mover,
        newest=case.asked.newest,
        lines=visible_lines(case.lines, reader),
        count=count_turns(case.lines),
        missing=asked.seats,
        barrier=asked.barrier,
        unrates=case.unrates(table, mover, yes),
    )


def _propose(table: MatchState, case: Case, mover: Seat, own: tuple[Seat, ...], now: datetime) -> Change:
    """Ask the others, with a post at the match's place that lists what would go."""
    data = msgspec.json.encode(case.asked)
    proposal = ProposalRecord(
        match=table.match.id, kind=ProposalKind.UNDO, mover=mover, yes=tuple(map(int, own)), data=data, at=now
    )
    count = count_turns(case.lines)
    sentence = ASKED if case.asked.kind is Rewound.UNDO else ASKED_REDO
    ends = day(answers_until(table, proposal, now))
    text = say(sentence, match=table.match.id, seat=mover, count=count, newest=case.asked.newest, ends=ends)
    users = table.users_of(consent(table, case.lines, own).seats)
    change = announce_in_log(table, text, now=now, told=say("app.undo_asked_done", ends=ends), users=users)
    return propose(table, change, proposal, now)


def _carry_out(table: MatchState, case: Case, mover: Seat, now: datetime, *, yes: tuple[Seat, ...]) -> Change:
    """Go on from there; who did it alone knows that they are asked again."""
    count = count_turns(case.lines)
    undo = case.asked.kind is Rewound.UNDO
    alone = _alone(table, mover, yes)
    text = say(REVEALED if case.peeks(table, mover, yes) else DONE[undo, alone], seat=mover, count=count)
    why = Rewinding(
        kind=case.asked.kind, text=text, by=mover if alone else None, draft=mover if undo else None, told=(text,)
    )
    return rewound(table, case.past, why, now=now)


def accept_undo(
    table: MatchState, case: Case | None, proposal: ProposalRecord, now: datetime, *, of_tournament: bool
) -> Change:
    """Make the change when the time for answers is over: nobody has refused, so it is done.

    What came to light counts as in ``peeks``: without any other player's word the match counts for no ratings and
    records, and in a tournament the turns stand. Where somebody has moved since (None) the proposal goes silently.
    """
    if case is None:
        return drop_proposal(table, ProposalKind.UNDO)
    mover, yes = Seat(proposal.mover), _seats(proposal)
    peeks = case.peeks(table, mover, yes)
    if peeks and of_tournament:
        change = announce_in_log(table, say("app.undo_unanswered_tournament"), now=now, users=mover_of(table, proposal))
        return replace(change, proposals=without(table, ProposalKind.UNDO))
    undo = case.asked.kind is Rewound.UNDO
    text = say(REVEALED if peeks else UNOPPOSED[undo], seat=mover, count=count_turns(case.lines))
    why = Rewinding(kind=case.asked.kind, text=text, draft=mover if undo else None, told=(text,))
    return rewound(table, case.past, why, now=now)
