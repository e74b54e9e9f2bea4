"""A game's own layout of the private panel: rows of keys at fixed places, where a list would be too slow or too long.

The platform draws the keys and knows what each does; it knows nothing of the game. At most five rows of at most five.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from games.core.moves import Move, Value
from games.core.text import Text

MOST_ROWS = 5
MOST_KEYS = 5
FOCUS = 24
"""Longest focus: it travels in the id of a button, together with a move."""


class Does(StrEnum):
    """What a key does."""

    LOOK = "look"
    """Changes what is looked at (``focus``), or refreshes; neither the draft nor the match."""
    PLAY = "play"
    """Plays ``move``, an instant one, at once; the panel is looked at with ``focus`` afterwards."""
    PRESS = "press"
    """Presses choices of the draft one after the other: ``presses``, such as the end of a step and the next one."""
    UNDO = "undo"
    """Takes the last choice of the draft back."""
    CLEAR = "clear"
    """Starts the draft over."""
    CONFIRM = "confirm"
    """Presses ``presses`` and confirms the turn."""
    LIST = "list"
    """Shows all choices of the verb of ``presses`` as a list instead of keys."""


class Press(Struct, frozen=True):
    """A choice of a draft: a value of the verb's next field, or (None) the bare verb."""

    verb: str
    value: Value | None = None


class Key(Struct, frozen=True, kw_only=True):
    """One key. ``focus`` is the game's own word for what is looked at, without ``/``; ``chosen``: it is marked."""

    label: Text
    does: Does = Does.LOOK
    move: Move | None = None
    presses: tuple[Press, ...] = ()
    focus: str = ""
    chosen: bool = False
    off: bool = False


class Keypad(Struct, frozen=True):
    """The keys of a panel, row by row; ``head`` stands above them in place of the draft's moves in words.

    ``board`` is the board in words while all act at once, where no picture is drawn, in as many lines whatever stands
    on it, each short enough for a phone (None: the game's description).

    Clients break a row where its labels get too wide, phones first: labels are short, and a key's place depends on no
    label that changes. The last refusal stands below the keys, so that nothing moves under the fingers.
    """

    rows: tuple[tuple[Key, ...], ...]
    head: Text | None = None
    board: Text | None = None
