"""Positions of H₂Olland for pictures, in the form of the handed cases."""

from typing import Any

from msgspec.structs import replace

from games.core.seats import Seat
from games.h2olland.state import Basket, Phase
from games.h2olland.view import View
from tests.cases.h2olland.position import Position

NAMES = ("Marijke", "Joris", "Saskia", "Bram")
LONG_NAMES = ("Bartholomeus van der Hoogen-Oldenhuis", "🦊 Foxy 🦊", "太郎", "\u200b")

TULIPS = {str(i + 1): f"tulip-{name}" for i, name in enumerate(("red", "yellow", "orange", "pink", "white", "purple"))}
ITEMS = {"Co": "corn", "Be": "bean", "Ca": "carrot", "Po": "potato", "Cow": "cow", **TULIPS}
COLOURS = {"W": "white", "O": "orange", "R": "red", "B": "blue"}


def fields(text: str) -> list[list[str]]:
    """Fields such as `Be:F1G1` and, with its worker, `1:D1E1:W`."""
    found = []
    for word in text.split():
        item, at, *worker = word.split(":")
        middle = next(i for i in range(1, len(at)) if at[i].isalpha())
        found.append([ITEMS[item], at[:middle], at[middle:], *(COLOURS[each] for each in worker)])
    return found


def barn(text: str) -> dict[str, int]:
    """What a barn holds, such as `Ca 1 2 2 dike`: a tulip by its numeral, as often as it is held."""
    words = [ITEMS.get(word, word) for word in text.split()]
    return {word: words.count(word) for word in words}


MOCK_UP: dict[str, Any] = {
    "year": 4,
    "phase": "dikes",
    "start_player": "blue",
    "turn": "red",
    "passed": ["white", "orange"],
    "drained": {
        "1": "plain", "2": "plain", "5": "plain", "6": ["single", "NE"], "8": "plain", "11": ["single", "SE"],
        "14": ["double", "S"], "15": ["double", "S"], "18": "plain", "21": ["single", "NW"], "22": ["double", "S"],
    },
    "farms": {
        "white": ["F2", "A5"], "orange": ["N2", "M6"], "red": ["N11", "I13"], "blue": ["B9", "A12"],
    },
    "mills": {
        "white": ["F3", "B4", "H4", "C6", "D6"], "orange": ["K1", "I3", "I5", "I6", "L6"],
        "red": ["K9", "L9", "I11", "I12", "M14"], "blue": ["C9", "D9", "E9", "F10", "F12"],
    },
    "fields": fields(
        "1:D1E1:W Be:F1G1 Po:I1I2 Be:L1M1 3:A2B2:W 4:E2E3:W Cow:G2H2 Ca:A3A4 4:B3C3:W Ca:G3H3 Co:N3N4 4:D4D5:W "
        "3:B5C5:W Co:A6A7 Po:B6B7 2:E6F6:W 3:H6H7:O 2:J6K6:O Ca:N6N7 Ca:C7D7 1:I7I8:R Co:L7L8 Cow:M7M8 Ca:A8A9 "
        "Cow:B8C8 Ca:D8E8 2:F8F9:B Be:J8K8 3:G9G10:B 2:I9J9:R Ca:M9N9 Po:A10A11 3:H10I10:R 3:F11G11:B Be:G12H12 "
        "Po:N12N13 Co:F13G13 Cow:H13H14 1:F14G14:B Be:I14J14 3:K14L14:R"
    ),
    "dikes": ["3-4", "4-10", "19-25", "25-26", "20-26", "23-24", "24-28"],
    "barn": {
        "white": barn("1 dike dike"), "orange": barn("Ca 1 1 4 4"), "red": barn("Be Be Be 3 dike"),
        "blue": barn("Ca 1"),
    },
    "workers_left": {"white": 8, "orange": 13, "red": 11, "blue": 11},
}  # fmt: skip
"""The position of the target picture: year 4, summer, Saskia to move, Bram has just laid 20-26."""


def view(given: dict[str, Any], seat: int | None = None, basket: Basket | None = None) -> View:
    """The view of a seat, or of a spectator."""
    table = Position(given).state().table
    return View(seat=None if seat is None else Seat(seat), table=table, basket=basket or Basket())


def staged(seat: int | None = None, **changes: Any) -> View:  # noqa: ANN401 - fields of the table differ in type
    """The target picture's position with some of the table's fields changed."""
    base = view(MOCK_UP, seat)
    return replace(base, table=replace(base.table, **changes))


def of_three(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - entries of a case differ in type
    """The same without Bram: the SW corner is nobody's (R11.1)."""
    given = {**MOCK_UP, "players": ["white", "orange", "red"], "start_player": "red", "passed": []}
    for key in ("farms", "mills", "barn", "workers_left"):
        given[key] = {colour: each for colour, each in MOCK_UP[key].items() if colour != "blue"}
    given["fields"] = [field for field in MOCK_UP["fields"] if field[3:] != ["blue"]]
    return {**given, **changes}


OBLONG: dict[str, Any] = {
    "players": ["white", "orange"],
    "year": 3,
    "phase": "spring",
    "start_player": "orange",
    "turn": "white",
    "drained": {"1": "plain", "5": ["double", "E"], "6": ["single", "SW"], "19": "plain", "20": ["single", "NE"]},
    "farms": {"white": ["F2", "A4"], "orange": ["I9", "N8"]},
    "mills": {"white": ["F8", "E5", "B10"], "orange": ["I3", "J8", "M10"]},
    "fields": fields(
        "Po:B4B5 Co:G2G3 Cow:E1F1 1:B2C2:W "
        "2:D4D5:W Be:A6A7 Ca:F9G9 2:K8K9:O Po:H8H9 Cow:J10K10 3:L9M9:O Be:N9N10 Ca:H2H3"
    ),
    "dikes": ["3-4", "9-10", "11-17"],
    "barn": {
        "white": barn("Co Co Co Be Ca Po Cow 1 1 2 3 dike dike farm mill"), "orange": barn("Be Ca 3 3 mill mill"),
    },
    "supply": {"corn": 0, "tulip-red": 0, "cow": 0, "dike": 1},
}  # fmt: skip
"""Two players: Marijke to move with a full barn, three kinds sold out."""


def racing(given: dict[str, Any] = MOCK_UP) -> View:
    """The race half run: some runners placed, Saskia to move."""
    table = view(given).table
    placed = {
        at: replace(field, worker=None, runner=field.worker if i % 3 == 0 else None)
        for i, (at, field) in enumerate(table.fields.items())
    }
    left = tuple(range(2, 2 + table.seats))
    running = replace(table, phase=Phase.RACE, year=6, fields=placed, runners=left, passed=(), dikes={})
    return View(seat=None, table=running)
