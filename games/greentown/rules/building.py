"""Where a build stands (R5, R8): what it still owes, what may not be developed again, where a building may go."""

from __future__ import annotations

from games.greentown.rules.town import can_build, spaces_with
from games.greentown.state import Doing, Site, Table

OPERATIONS = 2
"""A build has two operations (R5.1)."""


def find_barred_space(doing: Doing) -> str:
    """Return the space that may not be developed again in this build (R5.3), "" for none."""
    return doing.developed[0] if doing.developed else ""


def still_to_build(table: Table) -> int:
    """Return how many operations the turn under way still owes, 0 where no more is legal (R5.2)."""
    doing = table.doing
    if doing is None or not doing.builds or doing.lapses or doing.forgone or doing.building or doing.tour:
        return 0
    left = OPERATIONS - len(doing.ops)
    return left if left > 0 and can_build(table, find_barred_space(doing)) else 0


def erect_sites(table: Table) -> tuple[str, ...]:
    """Return where a building may go (R8.2): a tree needs a vacant site to move to."""
    vacant = spaces_with(table.town, Site.VACANT)
    return spaces_with(table.town, Site.VACANT, Site.TREE) if vacant else ()
