"""Standing orders (R16.5): whole turns stored ahead, played when a pair fits."""

from __future__ import annotations

from typing import Annotated, Literal

from games.core.errors import Refusal
from games.core.moves import Field, Move
from games.core.orders import Order, Otherwise, Resolution
from games.grunn.components import CARDS, KINDS, LANDS, Landscape
from games.grunn.moves import Place, Take
from games.grunn.names import refusal
from games.grunn.notation import read_build, read_cell, read_use
from games.grunn.state import Pair
from games.grunn.view import View, skip_cost

ANY = "any"
"""Any tile, or any card."""

ANY_RIDGE = "any ridge"
"""Any sand ridge."""


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    """Play a turn as soon as a pair fits (R16.5)."""

    tile: Annotated[str, Field("A landscape, a ridge such as R:NE, any ridge, or any")]
    card: Annotated[str, Field("A card such as develop bog, or any")] = ANY
    max_cost: Annotated[int, Field("Highest cost of reaching the pair", least=0, most=4)] = 0
    place: Annotated[str, Field("Cell for the tile, e.g. E5")]
    use: Annotated[str, Field("Use of the card: +E5, D4>F6 or D4~E4; empty: not used")] = ""
    order: Annotated[Literal["tile", "card"], Field("What comes first")] = "tile"
    build: Annotated[str, Field("Construction: !E5 or =E4e; empty: nothing")] = ""


def resolve_standing(order: Standing, now: View) -> Resolution:
    """Return the turns that would fulfil the order, the one nearest the front first."""
    try:
        moves = turn_of(order)
        pairs = [(at, pair) for at, pair in enumerate(now.state.pool, 1) if fits(order, at, pair)]
    except Refusal as refused:
        return Resolution(otherwise=Otherwise.DROP, why=refused.text)
    return Resolution(tuple((Take(at), *moves) for at, _ in pairs))


def turn_of(order: Standing) -> tuple[Move, ...]:
    """Return the moves of an order after taking the pair; raises Refusal if a part cannot be read."""
    place = Place(read_cell(order.place))
    use = read_use(order.use)
    build = read_build(order.build)
    parts = (place, use) if read_order(order.order) == "tile" else (use, place)
    return tuple(part for part in (*parts, build) if part is not None)


def read_order(text: str) -> str:
    """Read what comes first, ``tile`` or ``card``; raises BAD_ORDER (R7.6)."""
    word = text.strip().lower()
    if word not in ("tile", "card"):
        raise refusal("BAD_ORDER", "R7.6")
    return word


def fits(order: Standing, position: int, pair: Pair) -> bool:
    """Return whether a pair has the tile and the card wanted at an accepted cost."""
    tile = _tile_wanted(order.tile)
    card = _card_wanted(order.card)
    landscape = KINDS[pair.tile].landscape
    return (
        skip_cost(position) <= order.max_cost
        and (tile in (ANY, pair.tile) or (tile == ANY_RIDGE and landscape is Landscape.RIDGE))
        and card in (ANY, pair.card)
    )


def _tile_wanted(text: str) -> str:
    """Read the tile of an order: "bog", "Bog", "B", "ridge:NE", "R:NE", "any ridge", "R", "any"."""
    word = " ".join(text.split()).lower()
    if word in (ANY, ANY_RIDGE):
        return word
    for kind in KINDS.values():
        if word in (kind.id.lower(), kind.code.lower(), kind.id.lower().replace(":", " ")):
            return kind.id
    for land in LANDS.values():
        if word in (land.id, land.letter.lower(), land.name.lower()):
            return ANY_RIDGE if land.id is Landscape.RIDGE else land.id.value
    raise refusal("NO_SUCH_TILE", "R16.5", text=text)


def _card_wanted(text: str) -> str:
    """Read the card of an order: "develop_bog", "develop bog", "clover", "any"."""
    word = "_".join(text.lower().replace("_", " ").split())
    if word == ANY or word in CARDS:
        return word
    raise refusal("NO_SUCH_CARD", "R16.5", text=text)
