"""What is played at a missed deadline (D8, D9)."""

from __future__ import annotations

from games.core.moves import Move
from games.core.seats import Seat
from games.walnut_grove.components import CHURCH_ROW, Disc
from games.walnut_grove.moves import Done, Lay, Pass, Start, Work
from games.walnut_grove.rules.farm import Counts, Farm, count_owned, needs_of
from games.walnut_grove.rules.land import Area, Laid, pens_with, rate_placements
from games.walnut_grove.rules.playing import base_of
from games.walnut_grove.rules.summer import lay, yield_of
from games.walnut_grove.state import Phase, Table


def default_move(table: Table, seat: Seat) -> Move:
    """Return the next move of the default: church row, farm order of D8, passing, coins by R3.6."""
    match table.phase:
        case Phase.START:
            return Start(CHURCH_ROW)
        case Phase.FARM:
            summer, farm = table.summers[seat], base_of(table, seat)
            if summer.laid < table.the_disc.keep:
                return default_lay(farm, _list_unlaid_tiles(table, seat))
            return Done() if summer.areas else Work(default_areas(farm, table.the_disc))
        case Phase.TOWN if table.current == seat and not table.desks[seat].errand.to:
            return Pass()
    return Done()


def _list_unlaid_tiles(table: Table, seat: Seat) -> tuple[str, ...]:
    laid = {tile.tile for tile in table.farms[seat].tiles}
    return tuple(tile for tile in table.drawn[seat] if tile not in laid)


def default_farm(table: Table, seat: Seat) -> tuple[Move, ...]:
    """Return the whole default farm order (D8)."""
    farm, left = table.farms[seat], list(_list_unlaid_tiles(table, seat))
    moves: list[Move] = []
    for _ in range(table.the_disc.keep):
        move = default_lay(farm, tuple(left))
        moves.append(move)
        left.remove(move.tile)
        farm = lay(farm, make_laid(move))
    return (*moves, Work(default_areas(farm, table.the_disc)), Done())


def make_laid(move: Lay) -> Laid:
    """Return the tile as it lies."""
    return Laid(move.tile, move.at, move.turn)


def default_lay(farm: Farm, drawn: tuple[str, ...]) -> Lay:
    """Return the best matching way to lay a tile; ties: more pens, then order of drawing, cell, turns (D8)."""
    ways = list(rate_placements(farm.board, farm.tiles, drawn))
    most = max(fit for fit, _ in ways)
    best = [laid for fit, laid in ways if fit == most]
    laid = max(best, key=lambda laid: pens_with(farm.tiles, laid)) if len(best) > 1 else best[0]
    return Lay(laid.tile, laid.at, laid.turn)


def default_areas(farm: Farm, disc: Disc) -> tuple[str, ...]:
    """Return the areas that cover most of what winter asks for; ties: bigger harvest, older area (D8)."""
    missing = {good: number - count_owned(farm, good) for good, number in needs_of(farm, disc).items()}
    left = list(farm.land.areas)
    chosen = []
    for _ in range(farm.figures):
        area = max(left, key=lambda area: (_count_covered(area, disc, missing), yield_of(area, disc)))
        left.remove(area)
        missing[area.good] = missing.get(area.good, 0) - yield_of(area, disc)
        chosen.append(area.name)
    return tuple(chosen)


def _count_covered(area: Area, disc: Disc, missing: Counts) -> int:
    return max(0, min(yield_of(area, disc), missing.get(area.good, 0)))
