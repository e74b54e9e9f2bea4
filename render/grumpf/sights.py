"""What is outlined on a board, what may be chosen there, and the number on each flag."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import astuple

from games.core.game import Marks
from games.grumpf.view import AIM, IN_HUT, Board, StepSight
from render.core.lettering.badge import numbers_of

MEANT = "?"
"""On the flag of a space that an unfinished move is about (`aim:free:B`)."""


@dataclass(frozen=True, slots=True)
class Changes:
    """
    What changed: `flags` by space (`B4`) or hut (`hut:Gr`) with the beat, or live the order in which it happened.

    `others`: boards whose Animals changed, clans whose collection did (`clan:2`). `steps`: one's own plan. `aims`: what
    an unfinished move is about, a board or its next free space. `offers`: the places that may be chosen, by spot, with
    the tag of each.
    """

    flags: Mapping[str, str] = field(default_factory=dict)
    others: frozenset[str] = frozenset()
    steps: tuple[StepSight, ...] = ()
    aims: frozenset[str] = frozenset()
    offers: Mapping[str, str] = field(default_factory=dict)


def changes(board: Board, marks: Marks, steps: tuple[StepSight, ...] = ()) -> Changes:
    """What the platform's marks say; where they name no space and no hut, the latest volley."""
    whens = {space.spot: space.when for one in board.boards for space in one.spaces if space.clan}
    whens |= {f"{IN_HUT}{clan}": when for clan, when in zip(board.huts, board.entered, strict=True) if clan}
    marked = [spot for spot in marks.spots if whens.get(spot)]
    aims = frozenset(spot.removeprefix(AIM) for spot in marks.spots if spot.startswith(AIM))
    others = frozenset(spot for spot in marks.spots if spot not in whens and not spot.startswith(AIM))
    offers = {offer.spot: offer.tag for offer in marks.offers}
    return Changes(_flags(board, marks, marked, whens), others, steps, aims, offers)


def _flags(board: Board, marks: Marks, marked: list[str], whens: Mapping[str, int]) -> dict[str, str]:
    """The number on each flag: of the turn that changed it, of the order in which it happened, or of its beat."""
    if board.mode == "live":
        return {spot: str(number) for number, spot in enumerate(sorted(marked, key=lambda spot: whens[spot]), 1)}
    numbers = numbers_of(marks)
    if marked and len(set(numbers.values())) > 1:
        return {spot: str(numbers.get(spot, whens[spot])) for spot in marked}
    first, last = board.played
    shown = marked or [spot for spot, when in whens.items() if first <= when <= last and when]
    return {spot: str(whens[spot]) for spot in shown}


def key_of(*sights: Struct | None) -> tuple[object, ...]:
    """Everything about what is drawn, in a form that can be compared and hashed."""
    values = (value for sight in sights if sight is not None for value in astuple(sight))
    return tuple(tuple(value.items()) if isinstance(value, dict) else value for value in values)
