"""Steps of a plan and live actions in words."""

from __future__ import annotations

from games.core.text import Text, raw, say
from games.grumpf.components import BOARDS
from games.grumpf.deeds import OR, Deed, Do, read_begun, read_deed, read_step
from games.grumpf.state import Failed
from games.grumpf.words.names import board_name, clan_name, face_name, token_name

WORDED = 2
"""So many choices of a step are told in words; a third stands in notation, since a label has 100 characters."""


def tell_step(text: str, *, worded: int | None = WORDED) -> Text:
    """Return a step in words: its first choice, then what is tried if that isn't possible.

    Choices after the first ``worded`` ones stand in notation; None: all are told in words.
    """
    step = read_step(text)
    if step is None:
        return _tell_begun(text)
    most = len(step) if worded is None else worded
    choices = [tell_deed(deed) if at < most else raw(str(deed)) for at, deed in enumerate(step)]
    told = choices.pop()
    while choices:
        told = say("grumpf.move.step", first=choices.pop(), others=told)
    return told


def _tell_begun(text: str) -> Text:
    """Return a step in words whose last choice is not whole yet: "place a 4 on …"."""
    *_, piece = text.split(OR)
    deed = read_begun(piece)
    if deed is None or deed.do not in (Do.PLACE, Do.CLUB):
        return raw(text[:90])
    what = f"grumpf.move.begun_{deed.do.name.lower()}{'_of' if deed.token else ''}"
    last = say(what, face=face_name(deed.face), token=token_name(deed.token))
    first = read_step(text.split(OR)[0])
    return last if first is None else say("grumpf.move.step", first=tell_deed(first[0]), others=last)


def tell_deed(deed: Deed) -> Text:
    """Return one choice in words: "place a 5 on Bees"."""
    match deed.do:
        case Do.HOLD:
            return say("grumpf.move.hold")
        case Do.HUT:
            return say(f"grumpf.move.hut{'_' if deed.guard else ''}{deed.guard}")
        case Do.PLACE:
            board = board_name(deed.board) if deed.board in BOARDS else raw(deed.board)
            what = "grumpf.move.place_fit" if deed.fit else "grumpf.move.place"
            return say(what, face=face_name(deed.face), board=board)
    board = board_name(deed.board) if deed.board in BOARDS else raw(deed.board)
    if deed.victim:
        return say("grumpf.move.club_best_of", clan=clan_name(deed.victim), board=board)
    if deed.target.isdigit():
        return say("grumpf.move.club", space=f"{deed.board}{deed.target}")
    return say("grumpf.move.club_best", board=board)


def tell_failed(failed: Failed) -> Text:
    """Return which choice failed in which beat, and why (A2.5)."""
    deed = read_deed(failed.choice)
    choice = raw(failed.choice) if deed is None else tell_deed(deed)
    return say("grumpf.log.failed_one", beat=failed.beat, choice=choice, why=failed.why)
