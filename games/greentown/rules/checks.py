"""What is refused, in the order of section 6.

``phase_fault`` looks at the moment and the verb alone and serves ``choices`` too; ``fault`` at the whole move.
"""

from __future__ import annotations

from typing import assert_never

from games.core.errors import IllegalMove, game_over, not_a_player, not_your_turn
from games.core.moves import Move
from games.core.seats import Seat
from games.core.text import say
from games.greentown.components import BUILDINGS
from games.greentown.moves import Announce, Avoid, Develop, Done, Double, Erect, Forgo, Lay, Reveal, Tour, Via
from games.greentown.rules.building import OPERATIONS, find_barred_space, still_to_build
from games.greentown.rules.markers import (
    BUILDING,
    MARKER_OF,
    TOURING,
    announceable,
    playable,
    stops_wanted,
    tour_exists,
    words_up,
)
from games.greentown.rules.playing import finish
from games.greentown.rules.town import develop_fault, lay_fault, spaces_with
from games.greentown.state import CATEGORY_OF, Doing, Site, Table
from games.greentown.tours.net import Net
from games.greentown.tours.paths import is_there, tour_fault
from games.greentown.view import View
from games.greentown.words.names import building_name, marker_name, marker_words, refusal, spaces_text

OF_BUILD: tuple[type[Move], ...] = (Lay, Develop, Erect, Forgo)
OF_TOUR: tuple[type[Move], ...] = (Tour, Via, Avoid)
USE, SAVE = "use", "save"
"""The two answers to a double turn (R10.6)."""


def seat_fault(view: View) -> IllegalMove | None:
    """Return why the seat cannot move at all: no seat, game over, another's turn."""
    table = view.table
    if view.seat is None:
        return not_a_player("R3.1")
    if table.over:
        return game_over("R11.3")
    if table.current != view.seat:
        return not_your_turn(Seat(table.current), "R3.1", plan="/greentown plan")
    return None


def moment_fault(view: View) -> IllegalMove | None:
    """Return why no turn can be played now: as ``seat_fault``, or a double turn to be decided on first."""
    pending = refusal("DOUBLE_PENDING", "R10.6") if view.table.deciding else None
    return seat_fault(view) or pending


def phase_fault(view: View, verb: type[Move]) -> IllegalMove | None:
    """Return the objection to any move of the verb at this moment, or None."""
    table = view.table
    if verb is Double:
        return seat_fault(view) or _double_fault(table)
    blocked = moment_fault(view)
    if blocked is not None:
        return blocked
    doing = table.doing
    if verb is Announce:
        return None if doing is None else refusal("ANNOUNCED", "R4.1", marker=marker_name(doing.marker))
    if doing is None:
        return refusal("MARKER_FIRST", "R4.1")
    outside = stranger(doing, verb) or lapse_fault(table, doing, verb)
    if outside is not None:
        return outside
    if verb in OF_BUILD:
        return _build_fault(table, doing, verb)
    return _tour_fault(table, doing) if verb in OF_TOUR else find_end_fault(table, doing)


def stranger(doing: Doing, verb: type[Move]) -> IllegalMove | None:
    """Return the objection to a part of the turn that its marker does not include."""
    if verb in OF_BUILD and not doing.builds:
        return refusal("NOT_BUILDING", "R4.1")
    if verb in OF_TOUR and not doing.tours:
        return refusal("NOT_TOURING", "R4.1")
    return None


def lapse_fault(table: Table, doing: Doing, verb: type[Move]) -> IllegalMove | None:
    """Return the objection to a part of the turn whose marker lapses: it takes none (R4.5)."""
    if not doing.lapses or verb not in (*OF_BUILD, *OF_TOUR):
        return None
    if verb in OF_BUILD:
        return refusal("NO_BUILD", "R4.5")
    text = say("greentown.refusal.no_route_lapses", count=stops_wanted(table))
    return IllegalMove("NO_ROUTE", "R4.5", text)


def _build_fault(table: Table, doing: Doing, verb: type[Move]) -> IllegalMove | None:
    if doing.tour:
        return refusal("TOURED", "R4.6")
    if verb is not Erect:
        full = len(doing.ops) >= OPERATIONS or doing.forgone or bool(doing.building)
        return refusal("BUILD_TOO_MANY", "R5.1") if full else None
    left = still_to_build(table)
    if left:
        return refusal("BUILD_INCOMPLETE", "R5.2", count=left)
    if not doing.laid:
        return refusal("ERECT_NO_LAY", "R8.1")
    return refusal("ERECT_TWO", "R8.1") if doing.building else None


def _tour_fault(table: Table, doing: Doing) -> IllegalMove | None:
    left = still_to_build(table)
    if left:
        return refusal("BUILD_INCOMPLETE", "R5.2", count=left)
    return refusal("TOURED", "R4.6") if doing.tour else None


def find_end_fault(table: Table, doing: Doing) -> IllegalMove | None:
    """Return why the turn under way cannot end yet, or None (R4.6, R5.2)."""
    left = still_to_build(table)
    if left:
        return refusal("BUILD_INCOMPLETE", "R5.2", count=left)
    if doing.tours and not doing.lapses and not doing.tour and tour_exists(table):
        return refusal("TOUR_MISSING", "R4.6")
    return None


def _double_fault(table: Table) -> IllegalMove | None:
    if table.deciding:
        return None
    if table.doing is None:
        return refusal("NO_DOUBLE", "R10.6")
    unfinished = find_end_fault(table, table.doing)
    if unfinished is not None:
        return unfinished
    return None if finish(table).table.deciding else refusal("NO_DOUBLE", "R10.6")


def fault(view: View, move: Move) -> IllegalMove | None:
    """Return the first objection of section 6 to a move, or None."""
    objection = phase_fault(view, type(move))
    if objection is not None:
        return objection
    table = view.table
    match move:
        case Announce():
            return _announce_fault(table, move.marker)
        case Lay():
            return lay_fault(table, move.at, move.streets)
        case Develop():
            doing = table.doing
            if doing is not None and move.at == find_barred_space(doing):
                return refusal("DEV_SAME_TILE", "R5.3")
            return develop_fault(table, move.at, move.streets)
        case Erect():
            return erect_fault(table, move)
        case Tour():
            return tour_fault(table.town, move.path, stops_wanted(table))
        case Via():
            return _filter_fault(table, via=(move.at,), avoid=())
        case Avoid():
            return _filter_fault(table, via=(), avoid=(move.at,))
        case Double():
            return None if move.choice in (USE, SAVE) else refusal("DOUBLE_CHOICE", "R10.6")
        case Done() | Forgo() | Reveal():
            return None
        case _:
            assert_never(move)  # type: ignore[arg-type]


def _announce_fault(table: Table, word: str) -> IllegalMove | None:
    marker = MARKER_OF.get(word)
    if marker is None:
        return refusal("NO_SUCH_MARKER", "R4.1")
    if marker not in table.mover.up:
        return refusal("MARKER_USED", "R4.2", marker=marker_name(marker), markers=marker_words(words_up(table)))
    if playable(table, word):
        return None
    fit = announceable(table)
    if word in fit:  # nothing is playable: it lapses (R4.5)
        return None
    if word in TOURING:
        return refusal("NO_ROUTE", "R4.4", count=stops_wanted(table), markers=marker_words(fit))
    assert word in BUILDING
    return refusal("NO_BUILD", "R4.4")


def erect_fault(table: Table, move: Erect) -> IllegalMove | None:
    """Return the objection to a building (R8)."""
    if move.kind not in BUILDINGS:
        return refusal("ERECT_KIND", "R8.2")
    if not table.mover.stock[move.kind]:
        return refusal("ERECT_NONE_LEFT", "R8.2", building=building_name(move.kind))
    tile = table.town.get(move.at)
    if tile is None:
        return refusal("ERECT_NO_TILE", "R8.2", space=move.at)
    if tile.site is Site.HOTEL:
        return refusal("ERECT_HOTEL", "R8.2")
    if tile.owner is not None:
        return refusal("ERECT_OCCUPIED", "R8.2", seat=tile.owner, building=building_name(CATEGORY_OF[tile.site]))
    if tile.site is Site.TREE:
        vacant = spaces_with(table.town, Site.VACANT)
        if not move.tree_to:
            return refusal("TREE_TARGET_MISSING", "R8.3", spaces=spaces_text(vacant))
        if move.tree_to not in vacant:
            return refusal("TREE_TARGET_BAD", "R8.3", space=move.tree_to, spaces=spaces_text(vacant))
        return None
    return refusal("TREE_NOT_MOVED", "R8.3", space=move.at) if move.tree_to else None


def _filter_fault(table: Table, *, via: tuple[str, ...], avoid: tuple[str, ...]) -> IllegalMove | None:
    doing = table.doing
    assert doing is not None
    bare = next((space for space in (*via, *avoid) if space not in table.town), None)
    if bare is not None:
        return refusal("TOUR_NO_TILE", "R9.1", space=bare)
    net = Net(table.town, avoid=(*doing.avoid, *avoid))
    fits = is_there(net, stops_wanted(table), via=(*doing.via, *via))
    return None if fits else refusal("NO_SUCH_TOUR", "R9.2")
