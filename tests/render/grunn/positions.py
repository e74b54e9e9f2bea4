"""Positions of Grunn for pictures, written as rows of tiles."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.core.seats import Seat
from games.grunn.components import BOX
from games.grunn.grid import EDGES, cell_at
from games.grunn.options import GrunnOptions
from games.grunn.state import Change, Pair, Phase, Player, Stage, State, Tile
from games.grunn.view import Board, View, board_of

KINDS = {"W": "wadden", "D": "dollard", "B": "bog", "F": "forest", "M": "marsh"}
CARDS = {
    "W": "develop_wadden", "D": "develop_dollard", "B": "develop_bog", "F": "develop_forest", "M": "develop_marsh",
    "?": "develop_any", "R": "relocate", "E": "exchange", "C": "clover",
}  # fmt: skip


def tile(word: str) -> Tile:
    """`W` undeveloped, `W*` developed, `W#` built; a ridge is `R:NE*` or `R:NE#`."""
    letter = word.rstrip("*#")
    kind = "ridge:" + letter[2:] if letter.startswith("R:") else KINDS[letter]
    return Tile(kind, developed=word[-1] in "*#", built=word[-1] == "#")


def tiles(corner: str, *lines: str) -> dict[str, Tile]:
    """Lines of tiles from the upper left cell; `.` is an empty cell."""
    left, top = ord(corner[0]) - 65, int(corner[1:]) - 1
    return {
        cell_at(left + column, top + row): tile(word)
        for row, line in enumerate(lines)
        for column, word in enumerate(line.split())
        if word != "."
    }


def player(ducats: int, land: Mapping[str, Tile], canals: str = "") -> Player:
    """A player with ducats, a landscape and canals (edges under either name)."""
    return Player(dealt=(), ducats=ducats, tiles=dict(land), canals=tuple(EDGES[edge] for edge in canals.split()))


def pool(*pairs: str) -> tuple[Pair, ...]:
    """Pairs as `tile/card/ducats`."""
    parts = (pair.split("/") for pair in pairs)
    return tuple(Pair(tile(word).kind, CARDS[card], int(ducats)) for word, card, ducats in parts)


def stocks(**left: int) -> dict[str, int]:
    """The stocks, full unless told otherwise."""
    full = {building.id: building.count for building in BOX.buildings}
    return {**full, "canal": BOX.canal.count, **left}


POOL = pool("F/W/1", "B/M/1", "F/C/1", "D/E/1", "W/R/0")


def state(players: Sequence[Player], *, turns_done: int = 0, **changes: object) -> State:
    """A state in which seat 0 began."""
    begun = State(
        options=GrunnOptions(),
        phase=Phase.TURN,
        first=Seat(0),
        players=tuple(players),
        pool=POOL,
        tiles={},
        cards={},
        discard={},
        stocks=stocks(),
        turns_done=turns_done,
    )
    return replace(begun, **changes)


def view(given: State, seat: Seat | None = None) -> View:
    """The view of a seat, or of a spectator."""
    return View(seat=seat, state=given)


ANNA = player(
    6,
    tiles("C2", "M# B F* .", "R:N# B . .", "M B* R:SE# W", "F* . D# R:W*"),
    "D4e D4s E4s E5e",
)
BERT = player(7, tiles("C2", "B# D W .", "B M# W .", "W . W# D#", "B B W W"), "E4e")
CEES = player(0, tiles("C2", ". . M F*", "D# M W# M#", "D . R:E# D#", "D D D D"), "E3s F3s E4e")
DORA = player(13, tiles("B2", "B* B* M# F", "W M W* M", ". . F* W#", ". D D# D#"), "D3s D4e D4s E4s")
NAMES = ("Anna", "Bert", "Cees", "Dora")


def mock_up() -> State:
    """The position of the target picture: four players, round 9, Anna to move, Dora moved last."""
    return state(
        (ANNA, BERT, CEES, DORA),
        turns_done=32,
        stocks=stocks(milk_factory=13, turf_hut=7, farm=3, esdorp=5, church=5, canal=23),
        last=Change(Seat(3), ("D2", "E3")),
    )


def board(given: State) -> Board:
    """What a picture shows of a state."""
    return board_of(view(given))


def staged(given: State, stage: Stage) -> State:
    """The same state in the middle of a turn."""
    return replace(given, stage=stage)


YOUNG = player(7, tiles("D4", "D M .", "M F D", "D# R:NW# B"), "E5e E5s")


def young() -> State:
    """Three columns and lines of tiles, a pair taken: the tile may go around them on all sides."""
    stage = Stage(pair=2, tile="bog", card="develop_marsh")
    return staged(state((YOUNG, BERT, CEES, DORA), turns_done=16), stage)


def digging() -> State:
    """The tile is laid and the card used; no canal has been dug yet, so one may lie on any edge."""
    anna = replace(ANNA, canals=(), ducats=9)
    stage = Stage(pair=1, tile="bog", card="develop_wadden", laid="D2", used=True, spots=("D2",))
    return staged(replace(mock_up(), players=(anna, BERT, CEES, DORA)), stage)


ELLA = player(2, tiles("Z25", "W W*", "R:SW* F*"), "Z25e")
FLIP = player(15, tiles("D4", "D* D", "B M"))
EVERYBODY = (ANNA, BERT, CEES, DORA, ELLA, FLIP)
LONG_NAMES = ("Bartholomeus van der Hoogen-Oldenhuis", "🦊 Foxy 🦊", "太郎", "W̷i̷l̷d̷", "\u200b", "محمد")


def lowered(land: Player) -> Player:
    """The same player with three rows of tiles: with six players a landscape is no higher and wider (R14.1)."""
    rows = list(dict.fromkeys(cell[1:] for cell in land.tiles))[:3]
    kept = {cell: each for cell, each in land.tiles.items() if cell[1:] in rows}
    return replace(land, tiles=kept, canals=tuple(edge for edge in land.canals if edge[:-1] in kept))


def table(seats: int) -> State:
    """One to six players in the middle of a match, the last seat having moved last."""
    lands = [lowered(land) if seats == 6 else land for land in EVERYBODY[:seats]]
    last = Change(Seat(seats - 1), (next(iter(lands[-1].tiles)),))
    return state(
        lands,
        turns_done=5 * seats,
        automaton=("wadden", "wadden", "bog", "ridge:N", "forest") if seats == 1 else (),
        last=last,
        stocks=stocks(milk_factory=3, farm=0, church=1, canal=2),
        pool=pool("R:NE/?/12", "M/D/0", "W/F/3", "D/B/0", "R:S/R/1"),
    )


def arranging(seats: int) -> State:
    """The start: tiles dealt, none laid."""
    dealt = ("wadden", "ridge:NE", "marsh", "bog")
    lands = [Player(dealt=dealt[: BOX.players[seats].start_tiles], ducats=5) for _ in range(seats)]
    return replace(state(lands), phase=Phase.ARRANGE, first=None)


def finished(seats: int) -> State:
    """The end of a match."""
    full = (
        player(3, tiles("C2", "M# B F* W", "R:N# B B M*", "M B* R:SE# W", "F* D D# R:W*"), "D4e E4s E5e"),
        player(1, tiles("C2", "B# D W W*", "B M# W D", "W D W# D#", "B B W W"), "E4e"),
        player(0, tiles("C2", "B W M F*", "D# M W# M#", "D D R:E# D#", "D D D D"), "E3s F3s E4e"),
        player(4, tiles("B2", "B* B* M# F", "W M W* M", "W B F* W#", "D D D# D#"), "D3s D4e D4s E4s"),
    )
    lands = [lowered(land) if seats == 6 else land for land in (*full, *full)[:seats]]
    return replace(state(lands, turns_done=BOX.players[seats].turns_each * seats), phase=Phase.OVER)
