"""Boards of whole matches between computer players: every scene at the start, in the middle and at the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from bot.app.drafting import marks_of
from bot.app.steps import numbered
from bot.cli.selfplay import brains_of
from games.core.errors import Refusal
from games.core.game import AnyGame, Marks, Offer, Setup
from games.core.panel import Draft, Row, menu, open_draft, press
from games.core.play import fold
from games.core.registry import game
from games.core.seats import TABLE, AskId, Seat
from games.core.selfplay import play_steps
from render.core.plates import Plates
from render.core.registry import picture

SHORT = ("Anna", "Bert", "Cees", "Dora", "Emma", "Finn")
LONG = (
    "Bartholomeus van der Hoogenbergh", "Maximiliana Featherstonehaugh II", "Wilhelmina Oosterhuis-Vandenberg",
    "Konstantin Alexandrowitsch Petro", "Anneliese Schmidt-Rottluff Olsen", "Computer 2 (medium)",
)  # fmt: skip
STEPS = 4
"""How far a turn is put together for its previews."""
SINCE = 5
"""Turns of a history."""


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


@lru_cache(maxsize=4)
def course(key: str, seats: int) -> tuple[Any, ...]:
    """The states of a match between easy computer players in which somebody is asked, and the last."""
    rules = game(key)
    brains = brains_of(rules, ["easy"] * seats)
    steps = play_steps(rules, Setup(seats, rules.spec.options()), b"shown".ljust(32), brains=brains)
    states = [step.position.state for step in steps]
    asking = [state for state in states if any(ask.seat != TABLE for ask in rules.asks(state))]
    return (*asking, states[-1])


def scenes(key: str, seats: int) -> Iterator[Scene]:
    """Yield the boards of three moments of a match; names are short at the start and as long as may be later."""
    played = course(key, seats)
    for at, names in ((1, SHORT), (len(played) // 2, LONG), (len(played) - 3, LONG)):
        yield from _running(key, played, at, names[:seats])
    yield from _ended(key, played, LONG[:seats])


def _running(key: str, played: tuple[Any, ...], at: int, names: tuple[str, ...]) -> Iterator[Scene]:
    rules, drawn = game(key), picture(key)
    state, before = played[at], played[at - 1]
    ask = next((ask for ask in rules.asks(state) if ask.seat != TABLE), None)
    where = f"{key} {len(names)}, turn {at}"
    view = rules.view(state, None)
    changed = rules.marks(rules.view(before, None), view)
    yield Scene(f"{where}, board", view, drawn.board(view, changed, names=names), names)
    seat = ask.seat if ask is not None else Seat(0)
    for each in dict.fromkeys((Seat((seat + 1) % len(names)), seat)):
        own = rules.view(state, each)
        changed = rules.marks(rules.view(before, each), own)
        yield Scene(f"{where}, private {each}", own, drawn.private(own, changed, names=names), names)
    boards = [(ply, rules.view(each, seat)) for ply, each in enumerate(played[max(0, at - SINCE) : at + 1])]
    _, marks = numbered(rules, boards, rules.marks(boards[0][1], own), told=range(len(boards)))
    yield Scene(f"{where}, since", own, drawn.since(own, marks, names=names), names)
    for each in {Seat(0), seat, Seat(len(names) - 1)}:
        plates = drawn.seat(view, each, marks=Marks(), names=names)
        yield Scene(f"{where}, seat {each}", view, plates, names)
    if ask is not None and not ask.live:
        for number, (after, marks) in enumerate(drafts(rules, state, seat, ask.id)):
            plates = drawn.preview(after, marks, names=names)
            yield Scene(f"{where}, preview {number}", after, plates, names, marks.offers, marks)


def _ended(key: str, played: tuple[Any, ...], names: tuple[str, ...]) -> Iterator[Scene]:
    rules, state = game(key), played[-1]
    view, outcome = rules.view(state, None), rules.outcome(state)
    assert outcome is not None
    yield Scene(f"{key} {len(names)}, final", view, picture(key).final(view, outcome, names=names), names)


def drafts(rules: AnyGame, state: object, seat: Seat, ask: AskId) -> Iterator[tuple[Any, Marks]]:
    """Yield what previews show while a turn is put together: the view, and its marks with what a menu offers."""
    seen = rules.view(state, seat)
    draft = open_draft(rules, state, seat, ask)
    for step in range(STEPS):
        after = rules.view(fold(rules, state, seat, ask, draft.moves).state, seat)
        marks = marks_of(rules, seen, after, draft.partial)
        rows = menu(rules, state, seat, ask, draft).rows
        for row in rows:
            offers = dict.fromkeys(Offer(choice.spot, choice.tag) for choice in row.choices if choice.spot)
            yield after, replace(marks, offers=tuple(offers))
        draft = _further(rules, state, seat, ask, draft, rows, step)
        if not rows:
            break


def _further(
    rules: AnyGame,
    state: object,
    seat: Seat,
    ask: AskId,
    draft: Draft,
    rows: tuple[Row, ...],
    step: int,
) -> Draft:
    """The draft after one more press."""
    for row in (*rows[step % max(1, len(rows)) :], *rows[: step % max(1, len(rows))]):
        choices = [choice.value for choice in row.choices]
        try:
            return press(rules, state, seat, ask, draft, row.verb, choices[len(choices) // 2] if choices else None)
        except Refusal:
            continue
    return draft
