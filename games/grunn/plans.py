"""Standing orders (R16.5): whole turns stored ahead, played when a pair fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from games.core.errors import IllegalMove, Refusal
from games.core.moves import Choice, Field, Move
from games.core.orders import Order, Otherwise, Resolution
from games.core.text import Text, say
from games.grunn.components import BOX, CARDS, KINDS, LANDS, Landscape
from games.grunn.grid import EDGES, NEAR, free_cells, write_edge
from games.grunn.moves import Build, Canal, Develop, Exchange, Place, Relocate, Take
from games.grunn.rules.building import own_edges
from games.grunn.rules.laying import check_cell
from games.grunn.state import Pair, Player, Tiles
from games.grunn.view import View, skip_cost
from games.grunn.words.describe import tell_move
from games.grunn.words.names import card_name, kind_name, refusal
from games.grunn.words.notation import read_build, read_cell, read_use

ANY = "any"
"""Any tile, or any card."""

ANY_RIDGE = "any ridge"
"""Any sand ridge."""


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    """Play a turn as soon as a pair fits (R16.5)."""

    title: ClassVar[str] = "Wait for a pair"
    most: ClassVar[int] = 5
    told: ClassVar[bool] = True

    tile: Annotated[str, Field("A landscape, a sand ridge such as R:NE, any ridge, or any")]
    card: Annotated[str, Field("A card such as develop bog, or any (default: any)")] = ANY
    max_cost: Annotated[int, Field("Most ducats you would pay for skipping pairs (default: 0)", least=0, most=4)] = 0
    place: Annotated[str, Field("Cell for the tile, e.g. E5")]
    use: Annotated[str, Field("Card: +E5 develops, D4>F6 relocates, D4~E4 exchanges (default: not used)")] = ""
    order: Annotated[
        Literal["tile", "card"],
        Field("What comes first (default: tile)", named={"tile": "the tile first", "card": "the card first"}),
    ] = "tile"
    build: Annotated[str, Field("Build: !E5 a building, =E4e a canal (default: nothing)")] = ""


def resolve_standing(order: Standing, now: View) -> Resolution:
    """Return the turns that would fulfil the order, the one nearest the front first."""
    try:
        moves = turn_of(order)
        pairs = [(at, pair) for at, pair in enumerate(now.state.pool, 1) if fits(order, at, pair)]
    except Refusal as refused:
        return Resolution(otherwise=Otherwise.DROP, why=refused.text)
    why = None if pairs else say("grunn.plan.no_pair")
    return Resolution(tuple((Take(at), *moves) for at, _ in pairs), why=why)


def turn_of(order: Standing) -> tuple[Move, ...]:
    """Return the moves of an order after taking the pair; raises Refusal if a part cannot be read."""
    place = Place(read_cell(order.place))
    use = read_use(order.use)
    build = read_build(order.build)
    parts = (place, use) if read_order(order.order) == "tile" else (use, place)
    return tuple(part for part in (*parts, build) if part is not None)


def check_standing(order: Standing, view: View) -> Text | None:
    """Refuse an order of which a part cannot be read; return why its cell would not do now (R6.1, R16.5)."""
    moves = turn_of(order)
    _read_tile(order.tile)
    _read_card(order.card)
    for cell in (cell for move in moves for cell in _cells(move)):
        read_cell(cell)
    for move in moves:
        if isinstance(move, Canal) and move.edge not in EDGES:
            raise refusal("BAD_CELL", "R1.3", text=move.edge)
    tiles = view.state.players[view.seat].tiles if view.seat is not None else {}
    if not tiles:
        return None
    try:
        if not any(isinstance(move, Relocate) for move in moves):
            check_cell(tiles, view.state.limit, read_cell(order.place))
    except IllegalMove as illegal:
        return illegal.text
    found = any(fits(order, at, pair) for at, pair in enumerate(view.state.pool, 1))
    return None if found else say("grunn.plan.no_pair")


def tell_standing(order: Standing, view: View) -> tuple[Text, ...]:
    """Return what a readable order does, one part after the other (R16.5)."""
    cost = say("grunn.plan.up_to" if order.max_cost else "grunn.plan.free", ducats=order.max_cost)
    pair = say("grunn.plan.pair", tile=_tile_name(_read_tile(order.tile)), card=_card_text(order.card), cost=cost)
    return (pair, *(tell_move(view, move) for move in turn_of(order)), say("grunn.plan.nearest"))


def _tile_name(tile: str) -> Text:
    return say(f"grunn.plan.{tile.replace(' ', '_')}") if tile in (ANY, ANY_RIDGE) else kind_name(tile)


def _card_text(text: str) -> Text:
    card = _read_card(text)
    return say("grunn.plan.any_card") if card == ANY else card_name(card)


def _cells(move: Move) -> tuple[str, ...]:
    """The cells that a move names."""
    match move:
        case Develop() | Build():
            return (move.cell,)
        case Relocate():
            return (move.source, move.target)
        case Exchange():
            return (move.first, move.second)
    return ()


def read_order(text: str) -> str:
    """Read what comes first, ``tile`` or ``card``; raises BAD_ORDER (R7.6)."""
    word = text.strip().lower()
    if word not in ("tile", "card"):
        raise refusal("BAD_ORDER", "R7.6")
    return word


def fits(order: Standing, position: int, pair: Pair) -> bool:
    """Return whether a pair has the tile and the card wanted at an accepted cost."""
    tile = _read_tile(order.tile)
    card = _read_card(order.card)
    landscape = KINDS[pair.tile].landscape
    return (
        skip_cost(position) <= order.max_cost
        and (tile in (ANY, pair.tile) or (tile == ANY_RIDGE and landscape is Landscape.RIDGE))
        and card in (ANY, pair.card)
    )


def _read_tile(text: str) -> str:
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


def _read_card(text: str) -> str:
    """Read the card of an order: "develop_bog", "develop bog", "clover", "any"."""
    word = "_".join(text.lower().replace("_", " ").split())
    if word == ANY or word in CARDS:
        return word
    raise refusal("NO_SUCH_CARD", "R16.5", text=text)


def suggest(view: View, field: str, filled: Mapping[str, Any]) -> Iterator[Choice]:
    """Yield values for a field of an order, as the owner's landscape stands (suggestions only)."""
    if view.seat is None or not 0 <= view.seat < len(view.state.players):
        return
    player = view.state.players[view.seat]
    match field:
        case "tile":
            yield from (Choice(word, _tile_name(word)) for word in (ANY, ANY_RIDGE))
            yield from (Choice(kind, kind_name(kind)) for kind in KINDS)
        case "card":
            yield Choice(ANY, say("grunn.plan.any_card"))
            yield from (Choice(card, card_name(card)) for card in CARDS)
        case "max_cost":
            yield from (Choice(skip_cost(at)) for at in range(1, BOX.pool.size + 1))
        case "place" if player.tiles:
            yield from map(Choice, free_cells(player.tiles, view.state.limit))
        case "use":
            yield from _uses(player.tiles, str(filled.get("card", ANY)), str(filled.get("place", "")))
        case "build":
            yield from _builds(player, str(filled.get("place", "")), str(filled.get("use", "")))


def _uses(tiles: Tiles, card: str, place: str) -> Iterator[Choice]:
    """Suggest developments: of raw tiles that the card may develop, and of the tile to be laid."""
    wanted = CARDS[_read_card(card)].landscape if _read_card(card) != ANY else ANY
    for cell, tile in tiles.items():
        if not tile.developed and wanted in (ANY, tile.facts.landscape):
            yield Choice(f"+{cell}", say("grunn.move.develop_there", cell=cell))
    if place.upper() in NEAR and wanted is not None:
        yield Choice(f"+{place.upper()}", say("grunn.move.develop_there", cell=place.upper()))


def _builds(player: Player, place: str, use: str) -> Iterator[Choice]:
    """Suggest sites, cells that the order lays or develops, then edges."""
    sites = [cell for cell, tile in player.tiles.items() if tile.is_site]
    sites += [cell for cell in (use.lstrip("+").upper(), place.upper()) if cell in NEAR and cell not in sites]
    yield from (Choice(f"!{cell}", say("grunn.move.build_there", cell=cell)) for cell in dict.fromkeys(sites))
    for edge in own_edges(player):
        if edge not in player.canals:
            name = write_edge(edge, player.tiles)
            yield Choice(f"={name}", say("grunn.plan.canal", edge=name))
