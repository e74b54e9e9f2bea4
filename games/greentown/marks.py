"""What changed between two looks at the table, for outlines and for "since my last move" (section 9).

Spots: ``laid:L15``, ``developed:L14``, ``built:M13``, ``tree:L15`` (where a tree was put), ``tour:M12-L12-…``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.game import Marks
from games.core.moves import Move, values_of
from games.greentown.grid import order
from games.greentown.moves import JOINT, Develop, Erect, Lay, Tour
from games.greentown.state import Site, Table, Tile


def sketch(table: Table, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
    """Return the space chosen so far of an unfinished move, and the tour as far as it is led."""
    spots: list[str] = []
    if verb in _SPACES and "at" in filled:
        spots.append(f"{_SPACES[verb]}:{filled['at']}")
    path = values_of(filled, "path") if verb is Tour else ()
    if path:
        spots.append(f"tour:{JOINT.join(map(str, path))}")
    return Marks(tuple(spots), table.current if spots else None)


_SPACES: Mapping[type[Move], str] = {Lay: "laid", Develop: "developed", Erect: "built"}


def _of_space(space: str, old: Tile | None, new: Tile) -> Iterator[str]:
    """Yield what changed on a space: its tile, its streets, its site."""
    if old is None:
        yield f"laid:{space}"
    elif old.streets != new.streets:
        yield f"developed:{space}"
    site, stood = new.site, Site.VACANT if old is None else old.site
    if site is Site.TREE and stood is not Site.TREE:
        yield f"tree:{space}"
    elif new.owner is not None and site is not stood:
        yield f"built:{space}"


def _tour(before: Table, after: Table) -> tuple[str, ...]:
    """Return the tour drafted now, else the one led since."""
    if after.doing is not None:
        return after.doing.tour
    return after.last.doing.tour if after.last is not None and after.clock > before.clock else ()


def marks(before: Table, after: Table) -> Marks:
    """Return what changed in the town, and the tour led since or drafted now; ``seat`` is who moved last."""
    spots = [
        spot
        for space in sorted(after.town, key=order)
        for spot in _of_space(space, before.town.get(space), after.town[space])
    ]
    if tour := _tour(before, after):
        spots.append(f"tour:{JOINT.join(tour)}")
    mover = after.current if after.doing is not None else None if after.last is None else after.last.seat
    return Marks(tuple(spots), mover if spots else None)
