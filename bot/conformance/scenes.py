"""Boards of whole matches without people: every scene at the start, in the middle and at the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from bot.app.changes.drafting import marks_of
from bot.app.views.steps import MOST_STEPS, number_turns
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Ask, Marks, Offer, Setup
from games.core.input.panel import Draft, Row, menu, open_draft, press
from games.core.running.play import TurnContext, fold
from games.core.running.selfplay import play_steps
from games.core.seats import TABLE, Seat
from render.core.picture import Picture
from render.core.plates import Plate, Plates

SHORT = ("Anna", "Bert", "Cees", "Dora", "Emma", "Finn")
LONG = (
    "Bartholomeus van der Hoogenbergh", "Maximiliana Featherstonehaugh II", "Wilhelmina Oosterhuis-Vandenberg",
    "Konstantin Alexandrowitsch Petro", "Anneliese Schmidt-Rottluff Olsen", "Computer 2 (medium)",
)  # fmt: skip
STEPS = 3
"""How far a turn is put together for its previews."""
SINCE = 5
"""Turns of a history; late in a match there is also one of as many as the platform tells apart."""

NONE = Marks()


@dataclass(frozen=True, slots=True)
class Scene:
    """A board as it is shown to somebody; `offers` are what its panel offers."""

    what: str
    view: Any
    plates: Plates
    names: tuple[str, ...]
    offers: tuple[Offer, ...] = ()
    marks: Marks = NONE


@dataclass(frozen=True, slots=True)
class Drawn:
    """A game, its pictures, and the seed of the matches in which they are looked at."""

    game: AnyGame
    pictures: Picture[Any]
    seed: bytes


@lru_cache(maxsize=32)
def course(drawn: Drawn, seats: int) -> tuple[Any, ...]:
    """The states of a match in which somebody is asked, and the last; easy computer players play, if there are any."""
    rules = drawn.game
    easy = rules.bots.players().get("easy")
    brains = {} if easy is None else {Seat(seat): easy for seat in range(seats)}
    steps = play_steps(rules, Setup(seats, rules.spec.options()), drawn.seed.ljust(32), brains=brains)
    states = [step.position.state for step in steps]
    asking = [state for state in states if any(ask.seat != TABLE for ask in rules.asks(state))]
    return (*asking, states[-1])


@lru_cache(maxsize=32)
def scenes(drawn: Drawn, seats: int) -> tuple[Scene, ...]:
    """The boards of a match, equal plates as one; names are short at the start and as long as may be later."""
    known: dict[Plate, Plate] = {}
    return tuple(
        replace_fields(scene, plates=tuple(_find_equal(known, plate) for plate in scene.plates))
        for scene in make_scenes(drawn, seats)
    )


def _find_equal(known: dict[Plate, Plate], plate: Plate) -> Plate:
    """The first plate that is the same picture, so that it is drawn and judged once."""
    try:
        return known.setdefault(plate, plate)
    except TypeError:  # it depends on something without a hash, which a test of its own says
        return plate


def make_scenes(drawn: Drawn, seats: int) -> Iterator[Scene]:
    """Yield the boards of three moments of a match."""
    played = course(drawn, seats)
    start = min(1, len(played) - 2)
    late = max(start, len(played) - 3)
    middle = min(late, len(played) // 2)
    yield from _share(drawn, played, start, SHORT[:seats])
    yield from _previews(drawn, played, start, SHORT[:seats])
    for at in (middle, late):
        yield from _share(drawn, played, at, LONG[:seats])
        yield from _own(drawn, played, at, LONG[:seats])
        yield from _previews(drawn, played, at, LONG[:seats])
    yield _since(drawn, played, late, LONG[:seats], turns=MOST_STEPS)
    yield from _seats(drawn, played, middle, LONG[:seats])
    yield from _end(drawn, played, LONG[:seats])


def _where(at: int, names: tuple[str, ...]) -> str:
    return f"{len(names)} seats, turn {at}"


def _find_ask(drawn: Drawn, state: object) -> Ask:
    return next(ask for ask in drawn.game.asks(state) if ask.seat != TABLE)


def _share(drawn: Drawn, played: tuple[Any, ...], at: int, names: tuple[str, ...]) -> Iterator[Scene]:
    """The board for everybody."""
    before, view = (drawn.game.view(state, None) for state in (played[max(0, at - 1)], played[at]))
    plates = drawn.pictures.board(view, drawn.game.panel.marks(before, view), names=names)
    yield Scene(f"{_where(at, names)}, board", view, plates, names)


def _own(drawn: Drawn, played: tuple[Any, ...], at: int, names: tuple[str, ...]) -> Iterator[Scene]:
    """What a seat sees that is asked, and one that is not; and what changed since some turns ago."""
    rules, asked = drawn.game, _find_ask(drawn, played[at]).seat
    for seat in dict.fromkeys((Seat((asked + 1) % len(names)), asked)):
        before, own = (rules.view(state, seat) for state in (played[max(0, at - 1)], played[at]))
        plates = drawn.pictures.private(own, rules.panel.marks(before, own), names=names)
        yield Scene(f"{_where(at, names)}, private {seat}", own, plates, names)
    yield _since(drawn, played, at, names, turns=SINCE)


def _since(drawn: Drawn, played: tuple[Any, ...], at: int, names: tuple[str, ...], *, turns: int) -> Scene:
    """What changed since so many turns ago, as the seat sees it that is asked."""
    rules, seat = drawn.game, _find_ask(drawn, played[at]).seat
    boards = [(ply, rules.view(state, seat)) for ply, state in enumerate(played[max(0, at - turns) : at + 1])]
    own = boards[-1][1]
    _, marks = number_turns(rules, boards, rules.panel.marks(boards[0][1], own), told=range(len(boards)))
    plates = drawn.pictures.since(own, marks, names=names)
    return Scene(f"{_where(at, names)}, since {turns} turns", own, plates, names)


def _seats(drawn: Drawn, played: tuple[Any, ...], at: int, names: tuple[str, ...]) -> Iterator[Scene]:
    view = drawn.game.view(played[at], None)
    for seat in {Seat(0), Seat(len(names) - 1)}:
        plates = drawn.pictures.seat(view, seat, marks=NONE, names=names)
        yield Scene(f"{_where(at, names)}, seat {seat}", view, plates, names)


def _previews(drawn: Drawn, played: tuple[Any, ...], at: int, names: tuple[str, ...]) -> Iterator[Scene]:
    """What is offered while a turn is put together, where it is drawn at all."""
    ask = _find_ask(drawn, played[at])
    for number, (after, marks) in enumerate([] if ask.live else drafts(drawn.game, played[at], ask)):
        plates = drawn.pictures.preview(after, marks, names=names)
        yield Scene(f"{_where(at, names)}, preview {number}", after, plates, names, marks.offers, marks)


def _end(drawn: Drawn, played: tuple[Any, ...], names: tuple[str, ...]) -> Iterator[Scene]:
    rules, state = drawn.game, played[-1]
    view, outcome = rules.view(state, None), rules.outcome(state)
    assert outcome is not None
    yield Scene(f"{len(names)} seats, final", view, drawn.pictures.final(view, outcome, names=names), names)


def drafts(rules: AnyGame, state: object, ask: Ask) -> Iterator[tuple[Any, Marks]]:
    """Yield what previews show while a turn is put together: the view, and its marks with what a menu offers."""
    seen = rules.view(state, ask.seat)
    draft = open_draft(TurnContext(rules, state, ask.seat, ask.id))
    for step in range(STEPS):
        after = rules.view(fold(rules, state, ask.seat, ask.id, draft.moves).state, ask.seat)
        marks = marks_of(rules, seen, after, draft.partial)
        rows = menu(TurnContext(rules, state, ask.seat, ask.id), draft).rows
        for row in rows:
            offers = dict.fromkeys(Offer(choice.spot, choice.tag) for choice in row.choices if choice.spot)
            yield after, replace(marks, offers=tuple(offers))
        draft = further(rules, state, ask, draft, (*rows[step % max(1, len(rows)) :], *rows))


def further(rules: AnyGame, state: object, ask: Ask, draft: Draft, rows: tuple[Row, ...]) -> Draft:
    """The draft after one more press: of the first verb that takes it the choice in the middle."""
    for row in rows:
        choices = [choice.value for choice in row.choices]
        value = choices[len(choices) // 2] if choices else None
        try:
            return press(TurnContext(rules, state, ask.seat, ask.id), draft, row.verb, value)
        except Refusal:
            continue
    return draft
