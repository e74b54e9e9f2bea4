"""The pieces by their looks, with their names."""

from __future__ import annotations

from games.core.game import Piece, Symbols
from games.core.text import say
from games.grumpf.components import BOARDS, CLANS
from games.grumpf.words.names import board_name, clan_title

_VALUES = "12345"

SYMBOLS = (
    Symbols("boards", tuple(Piece(f"board_{code.lower()}", board_name(code)) for code in BOARDS)),
    Symbols("clans", tuple(Piece(f"clan_{code.lower()}", clan_title(code)) for code in CLANS)),
    Symbols(
        "grumpfs",
        (
            *(Piece(f"value_{value}", say("grumpf.name.value", value=int(value))) for value in _VALUES),
            Piece("club", say("grumpf.name.club"), ("grumpf.name.a_club",)),
            Piece("hut", say("grumpf.name.hut")),
        ),
    ),
)
