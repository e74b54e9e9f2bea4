"""Views of matches made straight from a game, without a database: for building cards, boards and panels."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from bot.app.changes.drafting import describe_draft, length_of, menu_of
from bot.app.match.paces import NoPace, Pace
from bot.app.match.records import LogLine, MatchView, Panel, SeatView
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.records import MatchRecord, Status
from games.core.contract import AnyGame
from games.core.game import Ask, Setup
from games.core.input.panel import Draft, open_draft, press
from games.core.moves import verb_of
from games.core.rng import Rng
from games.core.running.play import Entry, Position, TurnContext, commit, preview
from games.core.running.table import settle, start
from games.core.search.enumerate import find_random_turn
from games.core.seats import TABLE, Seat

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SEED = bytes(range(32))
RUDE = ("**A**_nn_a", "@everyone", "<@99>🦊", "Dora " * 6, "`tick`", "F")
"""Names that try markdown, mentions, emoji and length."""


def record(game: AnyGame, status: Status, *, seats: int, ply: int = 0) -> MatchRecord:
    """Return a match's row."""
    return MatchRecord(
        id=MatchId(142),
        version=1,
        game=game.spec.key,
        rules_number=1,
        state_number=1,
        status=status,
        seats=seats,
        options=b"{}",
        pace=b"{}",
        private=False,
        practice=False,
        host=UserId(1),
        guild=GuildId(7),
        channel=ChannelId(8),
        thread=None,
        ply=ply,
        seed_hash="ab" * 32,
        outcome=None,
        rematch_of=None,
        created=NOW,
        started=NOW,
        finished=None,
        moved=NOW,
    )


def view_of(
    game: AnyGame,
    position: Position[Any] | None = None,
    *,
    seats: int = 2,
    viewer: Seat | None = None,
    status: Status | None = None,
    pace: Pace = NoPace(),  # noqa: B008  # frozen
) -> MatchView:
    """Return a view of a position (None: the lobby)."""
    state = position.state if position else None
    asks = tuple(ask for ask in game.asks(state) if ask.seat != TABLE) if state is not None else ()
    outcome = game.outcome(state) if state is not None else None
    running = Status.LOBBY if state is None else Status.RUNNING if outcome is None else Status.FINISHED
    return MatchView(
        match=record(game, status or running, seats=seats, ply=1 if state is not None else 0),
        game=game,
        options=game.spec.options(),
        pace=pace,
        seats=tuple(
            SeatView(
                seat=Seat(seat),
                user=UserId(seat + 1),
                name=RUDE[seat % len(RUDE)],
                level=None,
                asked=any(ask.seat == seat and ask.waits for ask in asks),
                due=NOW,
            )
            for seat in range(seats)
        ),
        viewer=viewer,
        ply=1,
        view=None if state is None else game.view(state, viewer),
        asks=asks,
        outcome=outcome,
        standing=None if state is None else game.ending.current_score(state),
        earlier=0,
        later=None,
        seed=SEED if outcome else None,
    )


def positions(game: AnyGame, *, seats: int, seed: bytes = SEED) -> Iterator[tuple[Position[Any], tuple[Entry, ...]]]:
    """Yield the positions of a match played at random, each with what happened, up to the end."""
    begun = start(game, Setup(seats, game.spec.options()), seed)
    yield begun.position, begun.entries
    position, rng = begun.position, Rng(b"random player" + seed[:8])
    for _ in range(5000):
        asks = [a for a in game.asks(position.state) if a.seat != TABLE and a.id not in position.sealed and a.waits]
        if not asks:
            return
        turn = find_random_turn(TurnContext(game, position.state, asks[0].seat, asks[0].id), rng)
        assert turn is not None, "a seat that is asked can play"
        made = commit(game, position, asks[0].seat, asks[0].id, turn)
        after = settle(game, made.position, seed)
        position = after.position
        yield position, (*made.entries, *after.entries)


def log_lines(entries: tuple[Entry, ...]) -> tuple[LogLine, ...]:
    """Return entries as lines of the log."""
    return tuple(LogLine(ply=ply, at=NOW, entry=entry) for ply, entry in enumerate(entries))


def panel(game: AnyGame, position: Position[Any], ask: Ask, draft: Draft, *, seats: int) -> Panel:
    """Return the panel of a draft."""
    before = game.view(position.state, ask.seat)
    after = game.view(preview(game, position.state, ask.seat, ask.id, draft.moves).state, ask.seat)
    menu, ready = menu_of(TurnContext(game, position.state, ask.seat, ask.id), draft)
    seen = view_of(game, position, seats=seats, viewer=ask.seat)
    return Panel(
        match_view=replace(seen, view=after, marks=game.panel.marks(before, after)),
        ask=ask,
        length=length_of(draft),
        moves=draft.moves,
        told=describe_draft(game, position.state, ask.seat, ask.id, draft),
        line=game.notation.write(before, draft.moves),
        menu=menu,
        ready=ready,
        partial=draft.partial,
    )


def panels(game: AnyGame, position: Position[Any], *, seats: int, rng: Rng) -> Iterator[Panel]:
    """Yield the panels that somebody sees who puts a turn together by random presses."""
    for ask in game.asks(position.state):
        if ask.seat != TABLE:
            yield from presses(game, position, ask, seats=seats, rng=rng)


def presses(game: AnyGame, position: Position[Any], ask: Ask, *, seats: int, rng: Rng) -> Iterator[Panel]:
    """Yield the panels of one ask while a turn is put together by random presses."""
    draft = open_draft(TurnContext(game, position.state, ask.seat, ask.id))
    for _ in range(60):
        shown = panel(game, position, ask, draft, seats=seats)
        yield shown
        if not shown.menu.groups or (shown.ready and rng.below("stop", 3) == 0):
            break
        group = rng.pick("verb", shown.menu.groups)
        value = rng.pick("value", group.choices).value if group.choices else None
        draft = press(TurnContext(game, position.state, ask.seat, ask.id), draft, verb_of(group.verb), value)
