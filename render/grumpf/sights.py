"""What is outlined on a board, and the number on each flag."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import astuple

from games.core.game import Marks
from games.grumpf.view import Board, StepSight
from render.core.badge import numbers_of

HUT = "hut:"
CLAN = "clan:"

AIM = "aim:"
MEANT = "?"
"""On the flag of a space that an unfinished move is about (`aim:B4`)."""


@dataclass(frozen=True, slots=True)
class Changes:
    """
    What changed: `flags` by space (`B4`) or hut (`hut:Gr`) with the beat, or live the order in which it happened.

    `others`: boards whose Animals changed, clans whose collection did (`clan:2`). `steps`: one's own plan, `open`:
    whether the next free spaces are shown.
    """

    flags: Mapping[str, str] = field(default_factory=dict)
    others: frozenset[str] = frozenset()
    steps: tuple[StepSight, ...] = ()
    open: bool = False


def changes(board: Board, marks: Marks, steps: tuple[StepSight, ...] = (), *, legal: bool = False) -> Changes:
    """What the platform's marks say; where they name no space and no hut, the latest volley."""
    whens = {space.spot: space.when for one in board.boards for space in one.spaces if space.clan}
    whens |= {f"{HUT}{clan}": when for clan, when in zip(board.huts, board.entered, strict=True) if clan}
    marked = [spot for spot in marks.spots if whens.get(spot)]
    meant = {spot.removeprefix(AIM): MEANT for spot in marks.spots if spot.startswith(AIM)}
    others = frozenset(spot for spot in marks.spots if spot not in whens and not spot.startswith(AIM))
    if board.mode == "live":
        order = sorted(marked, key=lambda spot: whens[spot])
        numbered = {spot: str(number) for number, spot in enumerate(order, 1)}
        return Changes(numbered | meant, others, steps, legal)
    numbers = numbers_of(marks)
    if marked and len(set(numbers.values())) > 1:
        flags = {spot: str(numbers.get(spot, whens[spot])) for spot in marked}
        return Changes(flags | meant, others, steps, legal)
    first, last = board.played
    shown = marked or [spot for spot, when in whens.items() if first <= when <= last and when]
    return Changes({spot: str(whens[spot]) for spot in shown} | meant, others, steps, legal)


def key_of(*sights: Struct | None) -> tuple[object, ...]:
    """Everything about what is drawn, in a form that can be compared and hashed."""
    values = (value for sight in sights if sight is not None for value in astuple(sight))
    return tuple(tuple(value.items()) if isinstance(value, dict) else value for value in values)
