"""The notation, both ways (5.2): marker, operations, building, tour, double turn, in this order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.core.errors import Unreadable
from games.core.moves import Move
from games.core.text import say
from games.greentown.components import CARDS
from games.greentown.grid import NEIGHBOURS, in_frame, read_space
from games.greentown.moves import (
    JOINT,
    Announce,
    Avoid,
    Develop,
    Done,
    Double,
    Erect,
    Forgo,
    Lay,
    Reveal,
    Tour,
    Via,
)
from games.greentown.rules.markers import MARKER_OF
from games.greentown.rules.playing import play
from games.greentown.rules.trying import objection
from games.greentown.state import Table
from games.greentown.tours.listing import list_tours

_OPERATION = re.compile(r"([+^])([A-Z][0-9]{1,9}):([1-6]+)")
_BUILDING = re.compile(r"([A-Z])@([A-Z][0-9]{1,9})(?:>([A-Z][0-9]{1,9}))?")
_PATH = re.compile(r"~([A-Z][0-9]{1,9}(?:[-,>][A-Z][0-9]{1,9})*)")
_SIDES = re.compile(r"~([A-Z][0-9]{1,9})\.([1-6]+)")
_NUMBER = re.compile(r"~([0-9]{1,6})")
_FILTER = re.compile(r"(VIA|AVOID):([A-Z][0-9]{1,9})")
_DOUBLE = re.compile(r"X2:(USE|SAVE)")

_PLACES: dict[type[Move], int] = {
    Announce: 0, Lay: 1, Develop: 1, Forgo: 1, Erect: 2, Via: 3, Avoid: 3, Tour: 4, Double: 5,
}  # fmt: skip
"""In which order the parts of a line come."""

_ONCE = (Announce, Tour, Double)
"""Parts that a line holds once at most; of a second building or a third operation the rules have more to say (6)."""

FORGO = "skip"
"""How a missed build is written."""


def write_word(move: Move) -> str:
    """Return one move as one word."""
    match move:
        case Announce():
            return move.marker
        case Lay():
            return f"+{move.at}:{move.streets}"
        case Develop():
            return f"^{move.at}:{move.streets}"
        case Erect():
            return f"{move.kind}@{move.at}{'>' if move.tree_to else ''}{move.tree_to}"
        case Tour():
            return "~" + JOINT.join(move.path)
        case Via():
            return f"via:{move.at}"
        case Avoid():
            return f"avoid:{move.at}"
        case Double():
            return f"x2:{move.choice}"
        case Forgo():
            return FORGO
        case Done() | Reveal():
            return ""
        case _:
            raise AssertionError(f"no word for {move}")


def unreadable(part: str) -> Unreadable:
    """Return the refusal of a text that is not a move (R12.3)."""
    return Unreadable("SYNTAX", "R12.3", say("greentown.refusal.syntax", part=part))


def read_word(table: Table, word: str, verbs: Sequence[type[Move]]) -> Move:
    """Read one word as a move of one of the verbs; raises Unreadable.

    Where only one verb is asked for, its sign (``~``, ``x2:``, ``via:``) may be left out.
    """
    move = _parse(table, word) or _parse(table, _sign(verbs) + word)
    if move is None or type(move) not in verbs:
        raise unreadable(word)
    return move


def _sign(verbs: Sequence[type[Move]]) -> str:
    signs: dict[type[Move], str] = {Tour: "~", Double: "x2:", Via: "via:", Avoid: "avoid:", Lay: "+", Develop: "^"}
    return signs.get(verbs[0], "") if len(verbs) == 1 else ""


def _parse(table: Table, word: str) -> Move | None:
    text = word.upper()
    if text in MARKER_OF:
        return Announce(text)
    if word.lower() == FORGO:
        return Forgo()
    if found := _OPERATION.fullmatch(text):
        verb = Lay if found[1] == "+" else Develop
        return verb(_space(found[2]), "".join(sorted(set(found[3]))))
    if found := _BUILDING.fullmatch(text):
        return Erect(found[1], _space(found[2]), _space(found[3]) if found[3] else "")
    if found := _DOUBLE.fullmatch(text):
        return Double(found[1].lower())
    if found := _FILTER.fullmatch(text):
        verb_of = Via if found[1] == "VIA" else Avoid
        return verb_of(_space(found[2]))
    path = read_path(text) if text.startswith("~") else None
    if path is None and (found := _NUMBER.fullmatch(text)):
        path = _find_listed_path(table, int(found[1]))
    return None if path is None else Tour(path)


def _space(text: str) -> str:
    space = read_space(text)
    assert space is not None, "the pattern says so"
    return space


def read_path(text: str) -> tuple[str, ...] | None:
    """Return a path written as ``~spaces`` or as ``~start.digits``; None if it is neither (5.2).

    Where sides lead off the frame, the path ends with the space before it and that side (``A1.6``): there is no tile.
    """
    if found := _PATH.fullmatch(text):
        return tuple(_space(part) for part in re.split("[-,>]", found[1]))
    if not (found := _SIDES.fullmatch(text)):
        return None
    path = [_space(found[1])]
    for side in found[2]:
        ahead = NEIGHBOURS[path[-1]][int(side) - 1] if in_frame(path[-1]) else None
        if ahead is None:
            return (*path, f"{path[-1]}.{side}")
        path.append(ahead)
    return tuple(path)


def _find_listed_path(table: Table, number: int) -> tuple[str, ...] | None:
    """Return the path of a listed tour by its number (5.1)."""
    if table.mover.card is None or table.options.tour_help != "list":
        return None
    tours = list_tours(table, CARDS[table.mover.card])
    return tours[number - 1].path if 1 <= number <= len(tours) else None


def read_line(table: Table, line: str, verbs: Sequence[type[Move]]) -> tuple[Move, ...]:
    """Read a line as a turn; raises Unreadable for a word that is no part of one, or that stands out of order."""
    moves: list[Move] = []
    words = line.split()
    if not words:
        raise unreadable(line)
    for word in words:
        move = read_word(table, word, verbs)
        place = _PLACES[type(move)]
        last = _PLACES[type(moves[-1])] if moves else -1
        twice = type(move) in _ONCE and any(isinstance(move, type(other)) for other in moves)
        if place < last or twice or (not moves and not isinstance(move, Announce | Double)):
            raise unreadable(word)
        moves.append(move)
        table = _after(table, move)
    return tuple(moves)


def _after(table: Table, move: Move) -> Table:
    """Return the table after a move, or unchanged where it is illegal: the fold will say why."""
    return table if objection(table, move) else play(table, move).table
