"""What a match started last month does: stored matches are read, lifted and replayed."""

from pathlib import Path
from typing import Any

import pytest

from games.core.game import Setup
from games.core.running.codec import Codec
from games.core.running.play import Position
from games.core.running.record import replay
from tests.games.matches import GAMES
from tests.games.stored import LOGS, StoredMatch, read
from tests.games.tiny import TINY

FILES = sorted(LOGS.glob("*.json.gz"))
every_file = pytest.mark.parametrize("path", FILES, ids=[path.name.partition(".")[0] for path in FILES])


def _end(stored: StoredMatch) -> Position[Any]:
    codec: Codec[Any, Any] = Codec(GAMES[stored.key])
    return codec.read_position(bytes(stored.end))


def test_every_tiny_game_has_a_stored_match() -> None:
    """
    The proof is tried on each of the tiny games.
    """
    assert set(TINY) <= {read(path).key for path in FILES}


@every_file
def test_a_stored_match_can_be_read(path: Path) -> None:
    """
    Options, log and position of a stored match are read by the present release; its result is told.
    """
    stored = read(path)
    game = GAMES[stored.key]
    codec: Codec[Any, Any] = Codec(game)

    assert type(codec.read_options(bytes(stored.options))) is game.spec.options
    assert len(codec.read_entries(bytes(stored.entries))) > stored.seats
    assert game.outcome(_end(stored).state) is not None


def test_older_rules_are_replayed_as_far_as_a_game_knows_them() -> None:
    """
    Walnut Grove, H₂Olland and Grumpf know rules 1 and 2; other games their present rules alone. None knows later ones.
    """
    assert [1, 2] == [number for number in range(9) if GAMES["h2olland"].spec.can_replay(number)]
    assert [1, 2] == [number for number in range(9) if GAMES["walnut_grove"].spec.can_replay(number)]
    assert [1, 2] == [number for number in range(9) if GAMES["grumpf"].spec.can_replay(number)]
    assert [1] == [number for number in range(9) if GAMES["grunn"].spec.can_replay(number)]


@every_file
def test_a_stored_match_replays(path: Path) -> None:
    """
    By its rules number, if that can still be played, a stored log leads to the stored position, entry for entry.
    """
    stored = read(path)
    game = GAMES[stored.key]
    codec: Codec[Any, Any] = Codec(game)
    setup = Setup(stored.seats, codec.read_options(bytes(stored.options)), rules=stored.rules_number)

    if game.spec.can_replay(stored.rules_number):
        entries = codec.read_entries(bytes(stored.entries))
        assert _end(stored) == replay(game, setup, stored.seed, entries)
