"""Whole matches over the wire: the bot and the stand-in in processes of their own, players who know no game."""

from __future__ import annotations

import random
import re

import pytest

from bot.app.notifications.preferences import MOST_CALLS
from games.core.registry import games
from tests.standin.client import Control
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.matches import MOST_TURNS, Way, begin, by_command, by_line, by_panel, is_over

PICTURES = True
"""Its bot draws; others do not (`bot` in `conftest.py`)."""

WAYS: dict[str, Way] = {"panel": by_panel, "line": by_line}
MATCHES = [
    ("grunn", 1, "panel", 5), ("grunn", 2, "command", MOST_TURNS), ("grunn", 4, "line", 8), ("grunn", 6, "panel", 8),
    ("greentown", 2, "command", 10), ("grumpf", 2, "command", MOST_TURNS), ("h2olland", 2, "panel", 10),
    ("walnut_grove", 2, "panel", 10),
]  # fmt: skip
"""
Few and many players, every game, and each way: in turn to the end, and secretly to the end.

`tests/edge` plays each game in all ways to its end. Those with a number of turns stop there: what the wire adds in them
is seen after a round or two, and the long trial of kills plays all of them on (`python -m tests.faults`). Of commands
there are ten, then the panel goes on.
"""

ONE_MENTION = re.compile(r"(?:P(?:t+T?|T))*P?")
"""A mention, then turns as long as one is asked again (be it for what nobody waits for), until the next mention."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "seats", "way", "turns"), MATCHES)
async def test_a_whole_match(control: Control, bot: Bot, *, game: str, seats: int, way: str, turns: int) -> None:
    """
    From `/match new` to the score, or for so many turns. Discord took all that was sent; nothing was posted twice; only
    the newest board has *Play*; who is asked was mentioned once for each time that the turn came to them; every turn
    that was acknowledged stands in the log.
    """
    users = [f"user{number}" for number in range(1, seats + 1)]
    for user in users:  # they play more in these minutes than one plays on a day
        await control.interact(user, "tables", f"/my notify set most:{MOST_CALLS}")
    match = await begin(control, game, users)
    chance = random.Random(f"{game} {seats} {way}")
    end = await match.play(WAYS.get(way) or by_command(games()[game].spec.command), chance=chance, turns=turns)
    found = await checks.stored(bot.database, match)
    boards = await checks.posts(control, match)
    told = checks.handovers(match, boards, found)
    playable = await checks.still_playable(control, match)

    assert is_over(end) is (turns == MOST_TURNS)
    assert [] == await checks.wrong_requests(control)
    assert [] == checks.doubled(boards)
    assert [] == playable
    assert [] == checks.lost(match, found)
    assert {} == {user: line for user, line in told.items() if not ONE_MENTION.fullmatch(line)}
