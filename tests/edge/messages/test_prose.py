"""Sentences for markdown in which notation stands."""

from __future__ import annotations

import pytest

from bot.edge.messages.formatting import starless


@pytest.mark.parametrize(
    ("notation", "shown"),
    [("1x*F3", r"1x\*F3"), ("x*M! x*", r"x\*M! x\*"), (r"1x\*F3", r"1x\*F3"), ("**bold**", "**bold**"), ("5>B", "5>B")],
)
def test_single_stars_of_notation_set_nothing_in_italics(notation: str, shown: str) -> None:
    """
    Two blows in one log ("1x*F3 … 2x*R1") are shown with their stars; what is escaped or bold already stays.
    """
    assert shown == starless(notation)
