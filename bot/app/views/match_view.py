"""Views: a match as one viewer sees it, read in one unit of work or made from what a request has changed."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.match.effective_log import find_effective, plies
from bot.app.match.records import LogLine, MatchLine, MatchView, Place, SeatView
from bot.app.match.state import MatchReader, MatchState, with_aside
from bot.app.match.stopped_plans import read_stopping
from bot.app.match.submitted_turns import list_submitted, sentence_of
from bot.app.runtime.refusals import WORDS, refuse
from bot.app.timing import expiry, scheduled_starts
from db.clocks.records import StopReason
from db.ids import MatchId, UserId, is_deleted
from db.records import EntryRecord, PendingKind, Status
from db.tx import Tx
from games.core.contract import AnyGame
from games.core.game import Ask, Marks, Outcome
from games.core.language.catalogue import ENGLISH
from games.core.running.play import Entry, Position, censor, fold, without_plan
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, at_seconds, phrase, say
from games.core.words import Words

_outcomes = msgspec.json.Decoder(Outcome)


def view_match(
    tx: Tx, match_reader: MatchReader, match: MatchId, user: UserId | None, *, own: bool = False
) -> MatchView:
    """Return the present; marks against the board before (``own``: against the one after the user's own last turn)."""
    table = match_reader.read(tx, match)
    ply = table.match.ply
    viewer = table.viewer(user)
    since: int | None = None
    if own and viewer is not None:
        since = tx.log.last_ply_of(match, viewer)
    if since is None and table.position is not None:
        shown = tx.log.beside(match, ply=ply + 1)[0] or ply
        since = tx.log.beside(match, ply=shown)[0]
    return view_of(tx, match_reader, table, user, since=since)


def view_of(
    tx: Tx, match_reader: MatchReader, table: MatchState, user: UserId | None, *, since: int | None
) -> MatchView:
    """Return the present, marks against the board as it stood at the ply ``since``, with the user's own note."""
    return present(with_aside(tx, table, user), user, before=_before(tx, match_reader, table, since))


def present(table: MatchState, user: UserId | None, *, before: Position[Any] | None = None) -> MatchView:
    """Return the present as a user sees it, marks against the board ``before``. Pure."""
    if table.fault is not None:
        raise table.fault
    viewer = table.viewer(user)
    if table.position is None:
        return _make_view(table, viewer)
    return _make_view(table, viewer, position=table.position, ply=table.match.ply, before=before)


def view_since(tx: Tx, match_reader: MatchReader, match: MatchId, *, since: int | None) -> MatchView:
    """Return what a spectator sees, marks against the board as it stood at the ply ``since`` (None: no marks)."""
    return view_of(tx, match_reader, match_reader.read(tx, match), None, since=since)


def view_without_board(tx: Tx, table: MatchState) -> MatchView:
    """Return what a spectator sees of a match whose game's code fails: everything but the board and what is asked."""
    return _make_view(with_aside(tx, table, None), None, ply=table.match.ply)


def view_at(tx: Tx, match_reader: MatchReader, match: MatchId, user: UserId | None, *, ply: int) -> MatchView:
    """Return the board as it stood at the newest turn not after ``ply``; raises Refusal before the start."""
    table = match_reader.read(tx, match)
    if table.position is None:
        raise table.fault or table.not_running()
    at, position = match_reader.position_at(tx, table.match, ply)
    earlier, later = tx.log.beside(match, ply=at)
    before = _before(tx, match_reader, table, earlier)
    viewer = table.viewer(user)
    made = _make_view(with_aside(tx, table, None), viewer, position=position, ply=at, before=before)
    return replace(made, earlier=earlier, later=later)


def view_for(table: MatchState, seat: Seat) -> MatchView:
    """Return the present as one seat sees it, without marks: the ground of a panel. Pure."""
    return _make_view(table, seat, position=table.require_position(), ply=table.match.ply)


def _before(tx: Tx, match_reader: MatchReader, table: MatchState, ply: int | None) -> Position[Any] | None:
    if ply is None or table.position is None:
        return None
    return match_reader.position_before(tx, table.match, ply)


class _Board(Struct, frozen=True, kw_only=True):
    """What a game says of a position to one viewer; ``score`` as it stands, before the end."""

    view: Any = None
    marks: Marks = Marks()
    asks: tuple[Ask, ...] = ()
    score: Outcome | None = None


_NO_BOARD = _Board()
"""Before the start, and where the game's code fails."""


def _board(
    table: MatchState, viewer: Seat | None, position: Position[Any], *, ply: int, before: Position[Any] | None
) -> _Board:
    """Run the game's code for a view; at the end all is open."""
    game, state = table.game, position.state
    over = table.match.status is Status.FINISHED
    with table.guard():
        if over and ply == table.match.ply:
            state = game.ending.close(state)
        view = game.view(state, viewer)
        if position.sealed and not over:
            view = _apply_submitted(game, position, viewer)
        return _Board(
            view=view,
            marks=Marks() if before is None else game.panel.marks(game.view(before.state, viewer), view),
            asks=game.asks(state) if table.match.status is Status.RUNNING else (),
            score=None if over else game.ending.current_score(state),
        )


def _make_view(
    table: MatchState,
    viewer: Seat | None,
    *,
    position: Position[Any] | None = None,
    ply: int = 0,
    before: Position[Any] | None = None,
) -> MatchView:
    record = table.match
    over = record.status is Status.FINISHED
    board = _NO_BOARD if position is None else _board(table, viewer, position, ply=ply, before=before)
    return MatchView(
        match=record,
        game=table.game,
        options=table.options,
        pace=table.pace,
        seats=seats(table),
        viewer=viewer,
        ply=ply,
        view=board.view,
        marks=board.marks,
        asks=tuple(ask for ask in board.asks if ask.seat != TABLE),
        submitted=_list_submitted(table.game, position, viewer) if board.asks and ply == record.ply else (),
        drafting=_is_drafting(table, viewer, board.asks),
        **_orders(table, viewer),
        outcome=None if record.outcome is None else _outcomes.decode(record.outcome),
        standing=board.score,
        invited=tuple(invite.user for invite in table.invites),
        **_times(table),
        seed=table.seed if over else None,
        tournament=table.aside.tournament,
        note=table.aside.note,
        held=table.on_hold,
        removed=table.stop(StopReason.REMOVED) is not None,
        undelivered=table.aside.undelivered,
    )


def _apply_submitted(game: AnyGame, position: Position[Any], viewer: Seat | None) -> Any:  # noqa: ANN401 (a game's view)
    """Show a viewer of secret turns the own one as it will be, and that those of others are in."""
    state, sealed = position.state, position.sealed
    asks = [ask for ask in game.asks(state) if ask.id in sealed]
    for ask in asks:
        if ask.seat == viewer:
            state = fold(game, state, ask.seat, ask.id, sealed[ask.id]).state
    return game.panel.show_submitted(game.view(state, viewer), {ask.seat for ask in asks})


def _list_submitted(
    game: AnyGame, position: Position[Any] | None, viewer: Seat | None
) -> tuple[tuple[AskId, Text], ...]:
    """What the viewer has handed in secretly, and still can change."""
    if position is None or viewer is None or not position.sealed:
        return ()
    return tuple((ask, sentence_of(line)) for ask, line in list_submitted(game, position, viewer))


def _orders(table: MatchState, viewer: Seat | None) -> dict[str, Any]:
    """How many orders the viewer has stored, and why some have stopped."""
    whys = [read_stopping(row) for row in table.orders if row.seat == viewer]
    stopped = tuple(why for why in whys if why is not None)
    return {"orders": sum(why is None or not why.gone for why in whys), "stopped": stopped}


def _times(table: MatchState) -> dict[str, Any]:
    """What is known of times apart from the seats' own: of the start, of an open match, of the last turn."""
    return {
        "starts": scheduled_starts.starts(table),
        "ready": scheduled_starts.ready(table),
        "missed": scheduled_starts.find_missed_start(table),
        "expires": expiry.expires(table),
        "expired": expiry.has_expired(table),
        "grace": next((row.due for row in table.pending if row.kind is PendingKind.GRACE), None),
    }


def _is_drafting(table: MatchState, viewer: Seat | None, asks: Sequence[Ask]) -> bool:
    """Whether the viewer has an unfinished turn of one of these asks."""
    draft = None if viewer is None or not asks else table.draft_of(viewer)
    return draft is not None and any(ask.id == draft.ask for ask in asks)


def names(table: MatchState, language: str = ENGLISH) -> tuple[str, ...]:
    """Return what to call each taken seat: two seats never have the same name.

    In a match of a tournament a computer player is called as it is in the tournament, by its number there.
    """
    words = Words((WORDS, table.game.words), language=language)
    used: Counter[str] = Counter()
    calls = _calls(table)
    found = []
    for seat in table.seats:
        person = None if seat.user is None else table.people.get(seat.user)
        if seat.seat in calls:
            name = words(calls[seat.seat])
        else:
            name = person.name if person and person.name.strip() else words(say("core.player", number=seat.seat + 1))
        used[name] += 1
        found.append(f"{name} ({used[name]})" if used[name] > 1 else name)
    return tuple(found)


def _calls(table: MatchState) -> dict[int, Text]:
    """Return what to call computer players and deleted people, by seat."""
    levels = {seat.seat: seat.level for seat in table.seats if seat.level is not None}
    id = "app.computer_of" if table.entrants or len(levels) > 1 else "app.computer"
    deleted = {row.seat: table.person(row.user) for row in table.seats if is_deleted(row.user)}
    return deleted | {
        seat: say(id, number=table.entrants[seat] if table.entrants else nth, level=phrase(level))
        for nth, (seat, level) in enumerate(levels.items(), 1)
    }


def seats(table: MatchState) -> tuple[SeatView, ...]:
    """Return all seats, the free ones too."""
    waits = {row.seat: row for row in reversed(table.pending) if row.kind in (PendingKind.SEAT, PendingKind.COMPUTER)}
    clocks = {clock.seat: clock for clock in table.clocks}
    calls = _calls(table)
    shown = []
    for seat, name in zip(table.seats, names(table), strict=True):
        clock = clocks.get(seat.seat)
        row = waits.get(seat.seat)
        shown.append(
            SeatView(
                seat=Seat(seat.seat),
                user=seat.user,
                name=name,
                level=seat.level,
                resigned=seat.resigned is not None,
                asked=row is not None and not row.sealed,
                sealed=row is not None and row.sealed,
                due=row.due if row is not None and row.kind is PendingKind.SEAT else None,
                stood_in=clock is not None and clock.stand_in is not None,
                open=clock is not None and clock.offered is not None,
                called=calls.get(seat.seat),
                guest=seat.guest is not None,
            )
        )
    free = (SeatView(seat=Seat(at), user=None, name="", level=None) for at in range(len(shown), table.match.seats))
    return (*shown, *free)


def line(table: MatchState, user: UserId | None) -> MatchLine:
    """Return a match as it stands in a list."""
    shown = seats(table)
    own = set(table.seats_of(user))
    record = table.match
    yours = any(seat.asked and seat.seat in own for seat in shown)
    dues = [seat.due for seat in shown if seat.due is not None and (seat.seat in own or not yours)]
    return MatchLine(
        match=record.id,
        game=record.game,
        status=record.status,
        names=tuple(seat.name for seat in shown if seat.name),
        free=table.free if record.status is Status.LOBBY else 0,
        waiting=tuple(seat.name for seat in shown if seat.asked),
        yours=yours,
        due=min(dues, default=None),
        place=Place(record.guild, record.thread or record.channel),
        moved=record.moved,
        guest=any(seat.guest and seat.seat in own for seat in shown),
        called={seat.name: seat.called for seat in shown if seat.called is not None},
    )


def log_lines(
    table: MatchState,
    entries: tuple[EntryRecord, ...],
    reader: Seat | None,
    *,
    user: UserId | None = None,
    gone: frozenset[int] = frozenset(),
) -> tuple[LogLine, ...]:
    """Return log entries as a seat of the user's may read them, without those of which nothing is left.

    ``gone``: ``undone``.
    """
    read = table.codec.read_entries(b"[" + b",".join(entry.data for entry in entries) + b"]")
    lines = (
        LogLine(ply=row.ply, at=row.at, entry=entry, undone=row.ply in gone)
        for row, entry in zip(entries, read, strict=True)
    )
    return visible_lines(lines, reader, own=table.seats_of(user))


def ply_of_turn(tx: Tx, match: MatchId, turn: int) -> int:
    """Return the ply of a turn of the history by its number (0: the start); raises Refusal if there is none."""
    plies = tx.log.find_shown_plies(match, first=0)
    if not 0 <= turn < len(plies):
        raise refuse("NO_TURN", "no_such_turn", match=match, turn=turn, last=max(0, len(plies) - 1))
    return plies[turn]


def with_turns(tx: Tx, table: MatchState, lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """Return lines of the log with the numbers of their turns: those `/match history` steps through, from 0, the start.

    What was taken back has none, nor what has not come to light yet.
    """
    plies = tx.log.find_shown_plies(table.match.id, first=0)
    found = ((line, bisect_left(plies, line.ply)) for line in lines)
    return tuple(replace(line, turn=None if line.undone or at == len(plies) else at) for line, at in found)


def find_undone(tx: Tx, table: MatchState) -> frozenset[int]:
    """Return the plies of entries that were taken back."""
    rewinds = tx.log.rewinds(table.match.id)
    last = table.match.ply
    return frozenset(range(1, last + 1)) - plies(find_effective(last, rewinds)) if rewinds else frozenset()


def _add_time(entry: Entry) -> Entry:
    """An entry whose events tell when they happened, where that was noted."""
    if entry.seconds is None:
        return entry
    events = tuple(replace(event, text=at_seconds(event.text, entry.seconds)) for event in entry.events)
    return replace(entry, events=events)


def open_lines(lines: Iterable[LogLine], own: Collection[Seat]) -> tuple[LogLine, ...]:
    """Return the lines of a match that is over: all is open but what others had planned (H2Olland P7)."""
    return tuple(
        replace(line, own=line.entry.seat in own, entry=without_plan(line.entry, own=line.entry.seat in own))
        for line in lines
    )


def visible_lines(lines: Iterable[LogLine], reader: Seat | None, *, own: Collection[Seat] = ()) -> tuple[LogLine, ...]:
    """Return lines of the log as a seat may read them, leaving out those of which nothing is left.

    A turn that was handed in secretly stands there once: when it came to light. ``own`` are all seats of who reads.
    """
    found = []
    lines = tuple(lines)
    revealed = {(line.entry.ask, line.entry.seat) for line in lines if not line.entry.sealed}
    for line in lines:
        if line.entry.sealed and (line.entry.ask, line.entry.seat) in revealed:
            continue
        mine = line.entry.seat == reader or line.entry.seat in own
        shown, audience = without_plan(censor(line.entry, reader), own=mine), line.entry.audience
        if shown.moves or shown.events or audience is None or reader in audience:
            found.append(replace(line, entry=_add_time(shown), own=mine))
    return tuple(found)
