"""The notation of section E, both ways.

A line is a turn: ``co J1K1``, ``--``, ``dk 3-4``, ``ar 9,14,18``, ``fl 9``, ``fc 9 SE``, ``rw t4 t4``, ``dr 9``,
``wi 3co>po 4>cw mi | t4 co co``, ``fi t6 t5``, ``rn J3K3``. A word is one move without spaces: ``co:J1K1``, ``fl:9``;
of an order the trades ``3co>po+mi`` and what is kept ``keep:t4+co``. A line of the log is read too: it begins with the
player letter, may say what a tile showed (``W fl 9 s.NW``), and ends with ``!`` if it was a default.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from games.core.errors import Refusal, Unreadable
from games.core.moves import Move, verb_of
from games.core.text import Arg
from games.h2olland.board import squares_in
from games.h2olland.components import CODES, ITEM_OF, LETTERS, find_item, nearest
from games.h2olland.moves import (
    MOVES,
    Area,
    Dike,
    Drought,
    Face,
    Flip,
    HandIn,
    Keep,
    Pass,
    Place,
    Reward,
    Run,
    Trade,
)
from games.h2olland.rules.checks import border_in, verbs_now
from games.h2olland.rules.draining import area_with
from games.h2olland.rules.racing import field_at
from games.h2olland.state import Phase, Table
from games.h2olland.words.refusals import item_text, words

PASS, NONE, KEEP, DONE = "--", "-", "keep", "done"
_SEPARATORS = re.compile(r"[\s:]+")
_ELEMENTS = re.compile(r"[\s,+;]+")
_EXCHANGE = re.compile(r"\w+>\w+")


def unreadable(name: str, /, **args: Arg) -> Unreadable:
    """Make a refusal of something that does not follow the notation."""
    return Unreadable("UNREADABLE", "E", words(f"refusal.unreadable.{name}", **args))


# --- Writing -------------------------------------------------------------------------------------------------------


def word(table: Table, move: Move) -> str:
    """Write one move as one word."""
    match move:
        case Trade():
            return "+".join(move.trades)
        case Keep():
            return f"{KEEP}:{'+'.join(map(_code, move.items)) or NONE}"
        case Reward():
            return f"rw:{'+'.join(map(_code, move.colours))}"
        case HandIn():
            return DONE
    return ":".join(_parts(table, move))


def write(table: Table, turn: Sequence[Move]) -> str:
    """Write a turn as a line; an order from its trades and what is kept, its silent end left out."""
    if turn and isinstance(turn[0], (Trade, Keep, HandIn)):
        return _write_order(table, turn)
    if turn and isinstance(turn[0], Reward):
        colours = (colour for move in turn if isinstance(move, Reward) for colour in move.colours)
        return " ".join(("rw", *map(_code, colours)))
    return " ".join(part for move in turn for part in _parts(table, move))


def _write_order(table: Table, turn: Sequence[Move]) -> str:
    trades: list[str] = []
    keep: tuple[str, ...] | None = None
    for move in turn:
        match move:
            case Trade():
                trades, keep = [*trades, *move.trades], None
            case Keep():
                keep = move.items
    head = "fi" if table.phase is Phase.FINAL_TRADE else "wi"
    kept = () if keep is None else ("|", *(map(_code, keep) if keep else (NONE,)))
    return " ".join((head, *trades, *kept))


def _parts(table: Table, move: Move) -> tuple[str, ...]:
    match move:
        case Place():
            return _code(move.item), "".join(squares_in(move.at)) or move.at
        case Pass():
            return (PASS,)
        case Dike():
            return "dk", border_in(move.at)
        case Area():
            area = area_with(table, move.tile) if move.tile in table.board.tiles else ()
            return "ar", ",".join(map(str, area or (move.tile,)))
        case Flip():
            return "fl", str(move.tile)
        case Face():
            return "fc", str(move.tile), move.to
        case Drought():
            return "dr", str(move.tile or NONE)
        case Run():
            field = field_at(table, move.at)
            return "rn", field.name if field else move.at
    return (verb_of(move),)


def _code(item: str) -> str:
    named = find_item(item)
    return CODES[named] if named else item


# --- Reading -------------------------------------------------------------------------------------------------------


def read(table: Table, line: str) -> tuple[Move, ...]:
    """Read a line as a turn; the silent end of an order is added by the core."""
    tokens = line.removesuffix("!").split()
    if len(tokens) > 1 and tokens[0] in LETTERS:
        tokens = tokens[1:]
    if not tokens:
        raise unreadable("empty")
    head = tokens[0].casefold()
    if head in ("wi", "fi"):
        return _read_order(" ".join(tokens[1:]))
    if len(tokens) > 1 and _is_trading(table):
        # Word after word, as completion writes it, an order has no "wi" before it.
        with suppress(Refusal):
            return _read_order(" ".join(tokens))
    return (read_word(table, " ".join(tokens), _verbs(table)),)


def _is_trading(table: Table) -> bool:
    return table.phase in (Phase.WINTER, Phase.FINAL_TRADE)


def _verbs(table: Table) -> tuple[type[Move], ...]:
    """Return what a line may mean: every verb, but trades by themselves only while there is trade."""
    return tuple(verb for verb in MOVES if verb.offered and (_is_trading(table) or verb not in (Trade, Keep, HandIn)))


def _read_order(text: str) -> tuple[Move, ...]:
    trades, bar, keep = text.replace(f"{KEEP}:", "| ").partition("|")
    moves: list[Move] = []
    if trades.strip():
        moves.append(_read_trades(trades))
    if bar:
        moves.append(_read_keep(keep))
    return tuple(moves)


def read_word(table: Table, text: str, verbs: Sequence[type[Move]]) -> Move:
    """Read one word (spaces allowed where an option of a command holds it) as a move of one of the verbs."""
    text = text.strip()
    move = _read_by_code(table, text, verbs)
    if move is not None and type(move) in verbs:
        return move
    fitting = [verb for verb in verbs if verb in verbs_now(table)] or verbs
    known = tuple(_EXAMPLES[verb] for verb in fitting if verb in _EXAMPLES)
    raise unreadable("word" if move is None else "verb", word=text, known=known)


_EXAMPLES: dict[type[Move], str] = {
    Place: "co J1K1",
    Pass: PASS,
    Dike: "dk 3-4",
    Area: "ar 9",
    Flip: "fl 9",
    Face: "fc 9 SE",
    Reward: "rw t4 t4",
    Drought: "dr 9",
    Trade: "3co>po mi",
    Keep: "keep:t4+co",
    Run: "rn J3",
}


def _read_by_code(table: Table, text: str, verbs: Sequence[type[Move]]) -> Move | None:
    head, *rest = _SEPARATORS.split(text)
    if text in (PASS, "pass"):
        return Pass()
    if text == DONE:
        return HandIn()
    if head.casefold() == KEEP:
        return _read_keep(" ".join(rest))
    if Keep in verbs and Trade not in verbs:
        return _read_keep(text)
    if Trade in verbs and (Place not in verbs or _all_trades(text)):
        return _read_trades(text)
    return _read_coded(table, head.casefold(), " ".join(rest)) if rest else None


def _all_trades(text: str) -> bool:
    parts = [part for part in _ELEMENTS.split(text) if part]
    return bool(parts) and all(find_item(part) or _EXCHANGE.fullmatch(part) for part in parts)


def _read_coded(table: Table, head: str, rest: str) -> Move | None:
    match head:
        case "dk":
            return Dike(border_in(rest.replace(" ", "")))
        case "ar":
            return Area(_tile(table, _ELEMENTS.split(rest)[0]))
        case "fl":
            return Flip(_tile(table, rest.split(" ")[0]))
        case "fc":
            tile, _, to = rest.partition(" ")
            return Face(_tile(table, tile), to.upper())
        case "rw":
            return Reward(tuple(read_item(name) for name in _ELEMENTS.split(rest) if name))
        case "dr":
            return Drought(0 if rest == NONE else _tile(table, rest.split(" ")[0]))
        case "rn":
            return _read_run(table, rest)
    item = find_item(head)
    if item is None or item == ITEM_OF["dk"]:
        return None
    return Place(item, "".join(squares_in(rest)) or rest.upper())


def _read_run(table: Table, text: str) -> Run:
    field = field_at(table, text)
    return Run(field.name if field else text.upper())


def _tile(table: Table, text: str) -> int:
    if not text.isdecimal() or len(text) > 2 or int(text) not in table.board.tiles:
        raise unreadable("tile", tile=text, most=len(table.board.tiles))
    return int(text)


def read_item(name: str) -> str:
    """Return the item that a name or code stands for; raises Unreadable."""
    item = find_item(name)
    if item is None:
        raise unreadable("item", name=name, known=tuple(map(item_text, nearest(name))))
    return item


def _read_trades(text: str) -> Trade:
    return Trade(tuple(trade_code(part) for part in _ELEMENTS.split(text.strip()) if part))


def trade_code(text: str) -> str:
    """Return a trade as it is written: ``mill`` and ``mi`` are ``mi``; exchanges stand as they are, in lower case."""
    item = find_item(text)
    if item is not None:
        return CODES[item]
    if not _EXCHANGE.fullmatch(text):
        raise unreadable("trade", name=text, known=tuple(map(item_text, nearest(text))))
    return text.casefold()


def _read_keep(text: str) -> Keep:
    parts = [part for part in _ELEMENTS.split(text.strip()) if part]
    return Keep(() if parts == [NONE] else tuple(read_item(part) for part in parts))
