"""The games that are tried, and random matches of them, each played once and looked at by many tests."""

from __future__ import annotations

import pytest
from nim import GAME as NIM

from bot.conformance import matches
from games.core.registry import registry
from tests.games.tiny import TINY

GAMES = {**TINY, NIM.spec.key: NIM, **registry().games}
TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.spec.seats]
"""Every game with every number of players."""
every_table = pytest.mark.parametrize(("key", "seats"), TABLES, ids=[f"{key}-{seats}" for key, seats in TABLES])


def played(key: str, seats: int) -> matches.Match:
    """Return the random match of a game with so many seats, played once."""
    return matches.play_random(GAMES[key], seats)
