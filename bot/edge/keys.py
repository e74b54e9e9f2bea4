"""A game's own layout of the private panel: its keys as buttons (``games.core.keypad``)."""

from bot.app.records import Panel
from bot.edge import limits
from bot.edge.ids import Press, Verb
from bot.edge.sheet import Button, Sheet, Style
from bot.edge.voice import words_of
from games.core.keypad import MOST_ROWS, Does, Key, Keypad
from games.core.keypad import Press as Choice
from games.core.moves import Move, fields_of, verb_of
from games.core.panel import Partial, write_partial

NO_NEWS = "–"
"""Stands in the row of the last refusal while there is none."""
MESSAGE_AT = 99
"""Number of that row's button among those of a panel."""

_OF_A_DRAFT = {Does.PRESS: Verb.CHOOSE, Does.UNDO: Verb.UNDO, Does.CLEAR: Verb.RESTART, Does.CONFIRM: Verb.CONFIRM}


def keypad_of(panel: Panel, focus: str) -> Keypad | None:
    """Return the panel's own keys as the game lays them out; None: it has none here."""
    partial = panel.partial
    return panel.look.game.keypad(panel.look.view, panel.ask, partial.verb, partial.filled, focus)


def has_line(keypad: Keypad) -> bool:
    """Whether a row is left for the last refusal."""
    return len(keypad.rows) < MOST_ROWS


def add_keys(sheet: Sheet, panel: Panel, keypad: Keypad, *, note: str) -> None:
    """Add the rows of keys, and below them the last refusal, so that no key ever moves."""
    words = words_of(panel.look)
    at = 0
    for row in keypad.rows:
        buttons = []
        for key in row:
            style = Style.MAIN if key.chosen else Style.GOOD if key.does is Does.CONFIRM else Style.PLAIN
            buttons.append(Button(_press(panel, key, at), words(key.label) or NO_NEWS, style, disabled=key.off))
            at += 1
        sheet.buttons(buttons)
    if has_line(keypad):
        line = Press(verb=Verb.KEY, match=panel.look.match.id, ask=panel.ask.id, at=MESSAGE_AT)
        sheet.buttons([Button(line, note or NO_NEWS, disabled=True)])


def _press(panel: Panel, key: Key, at: int) -> Press:
    """Return what a key's button carries: the place of the key makes it unlike all others of the message."""
    match, ask = panel.look.match.id, panel.ask.id
    if key.does is Does.LIST:
        return Press(verb=Verb.VERB, match=match, ask=ask, at=panel.length, value=key.presses[0].verb)
    if key.does in _OF_A_DRAFT:
        value = ";".join(map(_written, key.presses))
        return Press(verb=_OF_A_DRAFT[key.does], match=match, ask=ask, at=panel.length, value=value)
    value = f"{key.focus}/{'' if key.move is None else _move(key.move)}"
    return Press(verb=Verb.KEY, match=match, ask=ask, at=at, value=value)


def _written(choice: Choice) -> str:
    return choice.verb if choice.value is None else f"{choice.verb}={choice.value}"


def read_presses(value: str) -> tuple[tuple[str, str | None], ...]:
    """Read what a confirming key presses first: verbs, each with a value or None."""
    parts = (part.partition("=") for part in value.split(";") if part)
    return tuple((verb, chosen if sign else None) for verb, sign, chosen in parts)


def _move(move: Move) -> str:
    filled = {info.name: getattr(move, info.name) for info in fields_of(type(move))}
    return write_partial(Partial(verb_of(move), filled))


def read_key(value: str) -> tuple[str, str]:
    """Read what a key carries: the focus, and the move it plays ("" for none)."""
    focus, _, move = value.partition("/")
    return focus, move


def is_long(note: str) -> bool:
    """Whether a refusal does not fit on a button."""
    return len(note) > limits.BUTTON_LABEL
