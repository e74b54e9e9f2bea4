"""Positions of Green Town for pictures, in the form of the handed cases."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from games.core.game import Outcome
from games.greentown import GAME
from games.greentown.state import Sheet, State
from games.greentown.view import View
from tests.games.greentown.table import EMPTY, PLAIN, Match

NAMES = ("Anouk", "Wessel", "Noor", "Femke")
LONG_NAMES = ("Bartholomeus van der Hoogen-Oldenhuis", "🦊 Foxy 🦊", "太郎", "W̷i̷l̷d̷")

LAST = "BT +M10:12 ^N11:235 C@L14>L15 ~M12-L12-M13-N12-N13-M14-L14-L15-M15"
"""The last turn of the target picture."""

TOWN = {
    "J15": "14 vacant",
    "K13": "24 tree", "K15": "14 P4:C",
    "L11": "236 P2:C", "L12": "13456 tree", "L13": "245 P2:M", "L14": "1245 tree", "L15": "345 vacant",
    "M11": "256 vacant", "M12": "123456 hotel", "M13": "12456 P1:C", "M14": "12346 P1:S", "M15": "123456 hotel",
    "M16": "35 tree",
    "N10": "124 P1:M", "N11": "25 tree", "N12": "12345 P3:M", "N13": "1245 P2:M", "N14": "1245 P4:C", "N15": "35 P1:S",
    "O12": "1236 P4:S", "O13": "236 P4:S", "O14": "356 tree", "O16": "36 P3:C",
    "P12": "16 vacant",
}  # fmt: skip
"""The town of the target picture before its last turn."""

MOCK_UP: dict[str, Any] = {
    "players": 4,
    "base": None,
    "map": TOWN,
    "cards": {"P1": "8S", "P2": "9S", "P3": "8C", "P4": "8M"},
    "deck": ["9M", "9C"],
    "markers_up": {"P1": ["B", "T", "BOT"], "P2": ["B", "T", "BOT"], "P3": ["B", "T", "BT"], "P4": ["B", "T", "BT"]},
    "current": "P3",
    "double_marker": "P2",
    "turns_taken": {"P1": 5, "P2": 5, "P3": 5, "P4": 5},
    "last_turn_order": {"P1": 18, "P2": 19, "P3": 20, "P4": 17},
}


def mock_up() -> Match:
    """The position of the target picture: four players, round 6, Noor moved last, Femke to move."""
    return Match(MOCK_UP).play(LAST)


def opening() -> Match:
    """Two players before the first turn."""
    return Match(players=2)


def building_draft() -> Match:
    """Femke drafts: one tile laid, the second operation open."""
    match = mock_up()
    return match.draft(*GAME.notation.read(match.view, "BT +P13:16"))


def erecting_draft() -> Match:
    """Femke drafts: two tiles laid, a building may follow."""
    match = mock_up()
    return match.draft(*GAME.notation.read(match.view, "BT +P13:16 +K14:25"))


def touring_draft() -> Match:
    """Noor drafts the whole of the target picture's last turn."""
    match = Match(MOCK_UP)
    return match.draft(*GAME.notation.read(match.view, LAST))


LONG_TOWN = {
    "F15": "14 vacant", "G15": "14 P3:C", "H14": "14 P2:C", "I14": "14 P1:S", "J13": "14 P3:M", "K13": "14 P2:S",
    "L11": "25 vacant", "L10": "25 P1:M", "L9": "25 vacant", "L15": "245 P3:S", "L16": "25 P1:C", "L17": "25 vacant",
    "M13": "1245 P2:M", "M14": "1245 P1:C", "O14": "14 vacant", "P13": "14 P2:C", "Q13": "14 P3:C", "N11": "235 vacant",
}  # fmt: skip
"""A town of twelve rows and nine columns, beside the recommended map."""


def long_town() -> Match:
    """Late in a match of three with open Greenies: no cards left, last turns, one stack left, a saved double turn."""
    position: dict[str, Any] = {
        "map": LONG_TOWN,
        "supply": {**EMPTY, "5-cow": 2},
        "cards": {"P1": "7S", "P2": "9M", "P3": "9C"},
        "deck": [],
        "markers_up": {"P1": ["T", "BOT"], "P2": ["BOT"], "P3": ["B", "T", "BT", "BOT"]},
        "left": {"P1": {"C": 0}, "P2": {"C": 0, "S": 1, "M": 2}, "P3": {"C": 1}},
        "money": {"P1": 31, "P2": 17, "P3": 8},
        "saved": {"P2": 1},
        "last_turn_order": {"P1": 28, "P2": 29, "P3": 30},
    }
    return Match(position, saved_doubles=True, open_money=True).play(PLAIN)


WIDE_TOWN = {
    f"M{column}": f"25 {what}"
    for column, what in ((8, "vacant"), (9, "P1:C"), (10, "P2:S"), (11, "tree"), (16, "P2:C"), (17, "vacant"),
                         (18, "P1:M"), (19, "vacant"))
}  # fmt: skip
"""A town of three rows and twelve columns, beside the recommended map."""


def wide_town() -> Match:
    """Two players in a town that has no room beside the hand and the supply."""
    return Match({"map": WIDE_TOWN}, players=2).play(PLAIN)


@lru_cache(maxsize=4)
def finished(seats: int) -> tuple[View, Outcome]:
    """The end of a match, with what a spectator sees."""
    match = mock_up() if seats == 4 else Match(players=seats)
    sheets = (
        Sheet(8, 4, 3, 2, -2, -3 if seats == 2 else 0, 5, 4, 6, 3, 5, 6, 4),
        Sheet(9, 1, 0, 5, -1, 0, 3, 3, 7, 1, 4, 5, 9),
        Sheet(12, 6, 2, 1, -4, 0, 2, 4, 6, 5, 6, 7, 2),
        Sheet(5, 2, 2, 2, 0, 0, 1, 3, 5, 0, 3, 4, 6),
    )
    players = tuple(
        replace(player, last_turn=player.last_turn or number) for number, player in enumerate(match.table.players, 1)
    )
    state = State(replace(match.table, over=True, players=players), sheets[:seats])
    outcome = GAME.outcome(state)
    assert outcome is not None
    return GAME.view(state, None), outcome
