"""The notation of R18.2, in both directions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from games.core.errors import Unreadable
from games.core.moves import Move, fields_of, verb_of
from games.core.text import say
from games.grunn.components import CARDS, KINDS, Effect, Kind
from games.grunn.grid import EDGES, NEAR, write_edge
from games.grunn.moves import Arrange, Build, Canal, Develop, Done, Exchange, Place, Relocate, Take
from games.grunn.rules.cards import Use
from games.grunn.state import Pair, Player, State
from games.grunn.words.names import card_name, kind_name, refusal

CLOVER = "$"
"""Stands for a clover's ducats in the place of the card (R18.2)."""

UNUSED = "-"
"""Stands for a card not used (R18.2)."""

_PAIR = re.compile(r"[0-9]{1,6}")
_TURNED = re.compile(r"(?:[WDBFMR](?::[NESW]+)?@)?[A-Z]\d+:[NESW]+|TURN.*|ROTATE.*")
_PLACE = re.compile(r"([WDBFM]|R:[NESW]+)@(\w*)")
_BUILDS = {"!": Build, "=": Canal}


class Line(Struct, frozen=True):
    """A turn as it is read, before anything is checked.

    ``pair`` None and ``tile`` "" where the line does not name them; ``filler`` is a ``$`` or ``-`` in the card's place.
    """

    pair: int | None
    tile: str
    moves: tuple[Move, ...]
    filler: str


def unreadable(text: str) -> Unreadable:
    """Make the refusal of a line or word that does not follow the notation."""
    return Unreadable("BAD_NOTATION", "R18.2", say("grunn.refusal.bad_notation", text=text))


def read_cell(text: str) -> str:
    """Read a cell; raises the refusal BAD_CELL."""
    cell = text.strip().upper()
    if cell not in NEAR:
        raise refusal("BAD_CELL", "R1.3", text=text)
    return cell


def read_edge(text: str) -> str:
    """Read an edge: a cell and a side; case does not matter."""
    word = text.strip()
    return word[:-1].upper() + word[-1:].lower()


def read_use(text: str) -> Use | None:
    """Read the use of a card: ``+E5``, ``D4>F6``, ``D4~E4``; None for nothing."""
    word = text.strip().upper()
    if word in ("", UNUSED, CLOVER):
        return None
    if word.startswith("+"):
        return Develop(word[1:])
    for sign, kind in ((">", Relocate), ("~", Exchange)):
        first, found, second = word.partition(sign)
        if found and first and second:
            return kind(first, second)
    raise unreadable(text)


def read_build(text: str) -> Build | Canal | None:
    """Read a construction: ``!E5``, ``=E4e``, or a bare site or edge; None for nothing, else UNKNOWN_BUILD."""
    word = text.strip()
    if word in ("", UNUSED):
        return None
    if word[0] == "!":
        return Build(word[1:].strip().upper())
    if word[0] == "=":
        return Canal(read_edge(word[1:]))
    if word.upper() in NEAR:
        return Build(word.upper())
    if read_edge(word) in EDGES:
        return Canal(read_edge(word))
    raise Unreadable("UNKNOWN_BUILD", "R19", say("grunn.refusal.unknown_build", text=text))


def kind_of_code(code: str) -> Kind | None:
    """Return the kind of tile a code stands for: ``B``, ``R:NE``; the arrows in either order."""
    letter, _, arrows = code.upper().partition(":")
    for kind in KINDS.values():
        if kind.letter == letter and sorted(kind.arrows) == sorted(arrows):
            return kind
    return None


def read_line(line: str) -> Line:
    """Read a turn, or what is left of one, word by word; raises Unreadable."""
    words = line.split()
    pair = int(words.pop(0)) if words and _PAIR.fullmatch(words[0]) else None
    tile, filler = "", ""
    parts: list[tuple[str, Move | None]] = []
    for word in words:
        if _TURNED.fullmatch(word.upper()):
            raise refusal("NO_ROTATION", "R6.5")
        place = _PLACE.fullmatch(word.upper())
        kind = kind_of_code(place[1]) if place else None
        if place and kind is not None:
            tile = kind.id
            parts.append(("place", Place(place[2])))
        elif word[0] in _BUILDS:
            parts.append(("build", read_build(word)))
        else:
            filler = word if word in (CLOVER, UNUSED) else filler
            parts.append(("use", read_use(word)))
    names = [name for name, _ in parts]
    in_order = names == sorted(names, key=lambda name: name == "build")
    if not in_order or names.count("place") > 1 or names.count("use") > 1:
        raise unreadable(line)
    return Line(pair, tile, tuple(move for _, move in parts if move is not None), filler)


def check_filler(filler: str, card: str) -> None:
    """Refuse a ``$`` for any card but a clover (R18.2)."""
    if filler == CLOVER and CARDS[card].effect is not Effect.DUCATS:
        raise refusal("WRONG_CARD", "R18.2", card=card_name(card))


def check_tile(tile: str, pair: int, held: str) -> None:
    """Refuse a tile named that the pair does not hold (R18.2)."""
    if tile and tile != held:
        raise refusal("TILE_MISMATCH", "R18.2", pair=pair, tile=kind_name(held))


def write_move(move: Move, state: State, player: Player) -> str:
    """Write one move as a word; ``player`` is the one who makes it, just before it."""
    match move:
        case Arrange():
            return ",".join(write_arrangement(move, player))
        case Take():
            return str(move.pair)
        case Place():
            return f"{KINDS[state.stage.tile].code}@{move.cell}" if state.stage.tile else move.cell
        case Develop():
            return f"+{move.cell}"
        case Relocate():
            return f"{move.source}>{move.target}"
        case Exchange():
            return f"{move.first}~{move.second}"
        case Build():
            return f"!{move.cell}"
        case Canal():
            return f"={write_edge(EDGES[move.edge], player.tiles) if move.edge in EDGES else move.edge}"
        case _:
            return verb_of(move)


def write_arrangement(move: Arrange, player: Player) -> list[str]:
    """Write an arrangement: each tile dealt with its cell (R18.3)."""
    return [f"{KINDS[kind].code}@{cell}" for kind, cell in zip(player.dealt, move.cells, strict=False)]


def read_arrangement(words: Iterable[str], player: Player) -> Arrange:
    """Read cells in the order dealt; a tile named before a cell must be the one dealt."""
    cells = []
    for at, word in enumerate(words):
        code, found, cell = word.rpartition("@")
        kind = kind_of_code(code) if code else None
        if found and code and (kind is None or at >= len(player.dealt) or kind.id != player.dealt[at]):
            raise unreadable(word)
        cells.append(cell.upper())
    return Arrange(tuple(cells))


def filler_of(card: str) -> str:
    """Return what stands in the card's place when no use of it is written."""
    return CLOVER if CARDS[card].effect is Effect.DUCATS else UNUSED


def write_turn(words: Sequence[str], moves: Sequence[Move], taken: Pair | None) -> str:
    """Join the words of a turn; a whole turn gets the filler of its card after the tile."""
    line = [word for word, move in zip(words, moves, strict=True) if not isinstance(move, Done)]
    whole = any(isinstance(move, Done | Build | Canal) for move in moves)
    if taken is not None and whole and not any(isinstance(move, Use) for move in moves):
        at = next((at for at, move in enumerate(moves) if isinstance(move, Place)), len(line) - 1)
        line.insert(at + 1, filler_of(taken.card))
    return " ".join(line)


def read_word(word: str, verbs: Sequence[type[Move]], state: State, seat: int | None) -> Move:
    """Read one word as a move of one of the verbs; where only one part of a turn fits, its sign may be left out."""
    text = word.strip()
    if text.lower() in {verb_of(verb) for verb in verbs if not fields_of(verb)}:
        return next(verb() for verb in verbs if verb_of(verb) == text.lower())
    if _TURNED.fullmatch(text.upper()):
        raise refusal("NO_ROTATION", "R6.5")
    move = _read_by_sign(text, verbs, state, seat)
    families: tuple[tuple[type[Move], ...], ...] = ((Arrange,), (Take,), (Place,), (Develop, Relocate, Exchange))
    for family in (*families, (Build, Canal)):
        if isinstance(move, family) and any(verb in family for verb in verbs):
            return move
    raise unreadable(word)


def _read_by_sign(text: str, verbs: Sequence[type[Move]], state: State, seat: int | None) -> Move:
    if Arrange in verbs and seat is not None and 0 <= seat < len(state.players):
        return read_arrangement(re.split(r"[\s,]+", text), state.players[seat])
    if Take in verbs and _PAIR.fullmatch(text):
        return Take(int(text))
    place = _PLACE.fullmatch(text.upper())
    if place and Place in verbs:
        kind = kind_of_code(place[1])
        check_tile(kind.id if kind else "", state.stage.pair, state.stage.tile or (kind.id if kind else ""))
        return Place(place[2])
    bare = text.upper() in NEAR
    if bare and Place in verbs:
        return Place(text.upper())
    if bare and Develop in verbs:
        return Develop(text.upper())
    if Build in verbs or Canal in verbs:
        construction = _read_construction(text, verbs)
        if construction is not None:
            return construction
    use = read_use(text)
    if use is None:
        raise unreadable(text)
    return use


def _read_construction(text: str, verbs: Sequence[type[Move]]) -> Move | None:
    """Read a construction; anything else is UNKNOWN_BUILD where nothing but a construction is asked for."""
    only = all(verb in (Build, Canal, Done) for verb in verbs)
    if not only and text[:1] not in _BUILDS:
        return None
    build = read_build(text)
    if build is None:
        raise unreadable(text)
    return build
