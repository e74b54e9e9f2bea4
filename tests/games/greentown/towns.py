"""Towns built by chance, for tests: of as many streets as possible, with what is wanted on their sites."""

from __future__ import annotations

from games.core.rng import Rng
from games.core.seats import Seat
from games.greentown.components import BOX, BUILDINGS, KINDS, ORIENTATIONS
from games.greentown.grid import NEIGHBOURS, SIDES, order
from games.greentown.rules.dealing import town_of
from games.greentown.rules.town import are_joined
from games.greentown.state import Site, Tile, Town

OF_A_KIND = 4
TREES = 6
STREAM = "town"


def built_town(seed: str, *, tiles: int, buildings: int, seats: int = 4, layout: str = "recommended") -> Town:
    """Build a town around the hotels of a map: each tile where and turned so that of some tries it joins most tiles.

    Tiles with many streets come first. Trees and buildings stand on sites drawn by chance, the others are vacant.
    """
    rng = Rng(seed.encode())
    base = town_of(layout)
    town = {at: tile for at, tile in base.items() if tile.site is Site.HOTEL}
    bare = [at for at in base if at not in town]
    kinds = sorted(
        (kind for kind in KINDS for _ in range(OF_A_KIND)), key=lambda kind: KINDS[kind].number, reverse=True
    )
    for kind in kinds[: tiles - len(town)]:
        free = (
            [bare.pop(0)] if bare else sorted({n for at in town for n in NEIGHBOURS[at] if n} - town.keys(), key=order)
        )
        options = [(at, SIDES[sides]) for at in free for sides in ORIENTATIONS[kind]]
        tries = [rng.pick(STREAM, options) for _ in range(30)]
        at, streets = max(tries, key=lambda option: _links(town, *option))
        town[at] = Tile(streets)
    sites = [at for at in sorted(town, key=order) if town[at].site is not Site.HOTEL]
    for number in range(TREES + buildings):
        at = rng.pick(STREAM, sites)
        sites.remove(at)
        site, owner = (Site.TREE, None) if number < TREES else _building(number - TREES, seats)
        town[at] = Tile(town[at].streets, site, owner)
    return town


def _building(number: int, seats: int) -> tuple[Site, Seat]:
    kind, _ = divmod(number // seats, int(BOX.buildings_per_player[BUILDINGS[0]]))
    return Site(BUILDINGS[kind]), Seat(number % seats)


def _links(town: Town, at: str, streets: str) -> int:
    grown = {**town, at: Tile(streets)}
    return sum(are_joined(grown, at, other) for other in NEIGHBOURS[at] if other is not None)
