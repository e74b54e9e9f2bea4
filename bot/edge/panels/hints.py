"""The suggestion for a turn: in the panel, and alone."""

from collections.abc import Sequence

import msgspec

from bot.app.match.records import Panel
from bot.edge import limits
from bot.edge.messages.board import PRIVATE
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import title, told_words
from bot.edge.words import _, capitalize_points
from games.core.game import Marks

MOST_HINT = 1100
"""Characters of the advice in a practice match, the emoji in it included: each takes some 45."""


def hint_lines(panel: Panel, *, drawn: bool) -> str:
    """Return what is advised, and which numbers stand for it on the picture, if there is one: up to MOST_HINT."""
    advice = panel.advice
    if advice.hint is None:
        return ""
    hint = f"💡 {capitalize_points(told_words(panel.match_view)(advice.hint))}"
    if not drawn or not advice.steps:
        return limits.cut_lines(hint, MOST_HINT)
    legend = "\n-# " + _("The numbers on the picture show what the suggestion changes, in order.")
    return limits.cut_lines(hint, MOST_HINT - len(legend)) + legend


def mark_steps(marks: Marks, steps: Sequence[Sequence[str]]) -> Marks:
    """Return marks with the spots of what the hint advises, too, each with the number of the first step there."""
    numbers = dict.fromkeys(marks.spots, 0)
    for number, spots in enumerate(steps, 1):
        for spot in spots:
            numbers[spot] = numbers.get(spot) or number
    return msgspec.structs.replace(marks, spots=tuple(numbers), numbers=tuple(numbers.values())) if steps else marks


def hint_buttons(panel: Panel) -> list[Button]:
    """Return the button that fills in what the hint says."""
    taking = panel.advice.taking
    return [] if taking is None else [Button(_take(panel, taking.key), _("Take it"), Style.MAIN)]


def hint_post(panel: Panel) -> Post:
    """Return the suggestion for a turn alone, with the button that fills it in, or the one to the panel."""
    hint = hint_lines(panel, drawn=False) or _("There's no suggestion for this turn.")
    play = Press(verb=ButtonAction.PLAY, match=panel.match_view.match.id, ask=panel.ask.id)
    builder = MessageBuilder(PRIVATE).say(f"**{title(panel.match_view)}**").say(hint)
    return builder.buttons(hint_buttons(panel) or [Button(play, _("Play"), Style.MAIN)]).post()


def _take(panel: Panel, key: str) -> Press:
    match, ask = panel.match_view.match.id, panel.ask.id
    return Press(verb=ButtonAction.TAKE, match=match, ask=ask, at=panel.length, value=f"hint:{key}")
