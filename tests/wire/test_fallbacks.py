"""Play where Discord shows no new file in a deferred answer (discord-api-docs 7529): in words, to the end."""

from __future__ import annotations

import random

import pytest

from tests.standin.client import Control, Outcome, Seen
from tests.standin.components import Part, walk
from tests.standin.wire import Obj
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.matches import begin, by_panel, is_over
from tests.wire.players import held

PICTURES = True
"""Its bot draws; others do not (`bot` in `conftest.py`)."""

TURNS = 8
"""So many are made with Discord's limits of rate, which make a turn take half a second; then they are loose."""
REFUSED = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"


def galleries_of(message: Seen) -> list[int]:
    """How many pictures each gallery of a message shows."""
    return [len(part["items"]) for _, part in walk(message.components) if part["type"] == Part.GALLERY]


async def opened(control: Control, user: str, board: Seen) -> tuple[Outcome, list[Obj]]:
    """Press *Play* under a board: what that came to, and the requests by which it was answered."""
    before = await control.requests(limit=checks.ALL)
    pressed = await control.press(user, board, held(board, "play")[0]["custom_id"])
    outcome = await control.outcome_when(pressed.interaction, lambda outcome: len(outcome.messages) == 2)
    asked = await control.requests(after=before[-1]["n"], limit=checks.ALL)
    return outcome, [entry for entry in asked if "webhooks" in entry["path"]]


@pytest.mark.timeout(300)
async def test_a_match_is_played_in_words(control: Control, bot: Bot) -> None:
    """
    *Play* opens a panel in words with all its buttons, its plates below it, each in a gallery of its own. One request
    for each step down is refused once, none later. Presses change the panel in words, and the match comes to its end.
    """
    await control.settings(deferred_files=False, rates="discord")
    match = await begin(control, "h2olland", ["user1", "user2"])
    board = await match.board()
    user = match.asked(board)[0]
    first, requests = await opened(control, user, board)
    second, again = await opened(control, user, board)
    chance = random.Random("words")
    await match.play(by_panel, chance=chance, turns=TURNS)
    await control.settings(rates="loose")
    end = await match.play(by_panel, chance=chance)
    found = await checks.stored(bot.database, match)
    wrong = await control.requests(wrong=1, limit=checks.ALL)

    steps = len(requests) - 2
    assert steps in (2, 3), "at half size, and without a plate that may be left out"
    assert [*[400] * steps, 200, 200] == [entry["status"] for entry in requests]
    assert [200, 200] == [entry["status"] for entry in again]
    assert steps == len(wrong), "no other request was refused"
    assert all(REFUSED in entry["problems"][0] for entry in wrong)
    for panel, picture in (first.messages, second.messages):
        assert ([], True, True) == (panel.attachments, bool(held(panel, "choose")), panel.ephemeral)
        assert "holds the clog" in panel.text
        assert (True, [], True) == (bool(picture.attachments), picture.controls, picture.ephemeral)
        assert [1] * len(picture.attachments) == galleries_of(picture)
    assert is_over(end)
    assert [] == checks.lost(match, found)
