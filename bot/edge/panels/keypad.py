"""A game's own layout of the private panel: its keys as buttons (``games.core.keypad``)."""

from bot.app.match.records import Panel
from bot.edge.messages.builder import Button, MessageBuilder, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import words_of
from games.core.input.panel import Partial, write_partial
from games.core.keypad import Does, Key, Keypad
from games.core.keypad import Press as Choice
from games.core.moves import Move, Value, fields_of, verb_of

NOTHING = "–"
"""Stands where there is nothing to read: on a key without a label, and in the line of the last refusal."""

_OF_A_DRAFT = {
    Does.PRESS: ButtonAction.CHOOSE,
    Does.UNDO: ButtonAction.UNDO,
    Does.CLEAR: ButtonAction.RESTART,
    Does.CONFIRM: ButtonAction.CONFIRM,
}


def keypad_of(panel: Panel, focus: str) -> Keypad | None:
    """Return the panel's own keys as the game lays them out; None: it has none here."""
    partial = panel.partial
    return panel.match_view.game.panel.keypad(panel.match_view.view, panel.ask, partial.verb, partial.filled, focus)


def presses_of(keypad: Keypad) -> frozenset[tuple[str, Value | None]]:
    """Return what the live keys press in a draft: verbs, each with a value."""
    keys = (key for row in keypad.rows for key in row if key.does is Does.PRESS and not key.off)
    return frozenset((each.verb, each.value) for key in keys for each in key.presses)


def add_keys(builder: MessageBuilder, panel: Panel, keypad: Keypad) -> None:
    """Add the rows of keys."""
    words = words_of(panel.match_view)
    at = 0
    for row in keypad.rows:
        buttons = []
        for key in row:
            style = Style.MAIN if key.chosen else Style.GOOD if key.does is Does.CONFIRM else Style.PLAIN
            buttons.append(Button(_press(panel, key, at), words(key.label) or NOTHING, style, disabled=key.off))
            at += 1
        builder.buttons(buttons)


def _press(panel: Panel, key: Key, at: int) -> Press:
    """Return what a key's button carries: the place of the key makes it unlike all others of the message."""
    match, ask = panel.match_view.match.id, panel.ask.id
    if key.does is Does.LIST:
        return Press(verb=ButtonAction.VERB, match=match, ask=ask, at=panel.length, value=key.presses[0].verb)
    if key.does in _OF_A_DRAFT:
        value = ";".join(map(_write, key.presses))
        return Press(verb=_OF_A_DRAFT[key.does], match=match, ask=ask, at=panel.length, value=value)
    value = f"{key.focus}/{'' if key.move is None else _move(key.move)}"
    return Press(verb=ButtonAction.KEY, match=match, ask=ask, at=at, value=value)


def _write(choice: Choice) -> str:
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
