"""Positions of Green Town for pictures, in the form of the handed cases."""

from typing import Any

from tests.games.greentown.table import Match

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
