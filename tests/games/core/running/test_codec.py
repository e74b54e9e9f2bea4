"""Bytes of a game's values."""

import json
from typing import Any

import msgspec
import pytest

from games.core.orders import Plan
from games.core.running.codec import Codec, NewerState
from games.core.running.play import Cause, Position, commit
from games.core.seats import AskId
from tests.games.core.tables import ANN, begun
from tests.games.tiny import digs, hands, season, shop


def test_a_position_keeps_all_that_undo_takes_back() -> None:
    """
    State, counts of draws and sealed turns with their causes come back as they were.
    """
    position = begun(hands.HANDS)
    card = hands.Lay(position.state.hands[0][0])
    sealed = commit(hands.HANDS, position, ANN, AskId("r1s0"), (card,), cause=Cause.ORDER).position
    codec = Codec(hands.HANDS)

    stored = codec.position(sealed)

    assert sealed == codec.read_position(stored)
    assert json.loads(stored)[0] == 1
    assert len(stored) < 400


def test_moves_orders_and_options_come_back_typed() -> None:
    """
    Each value is read as the type its tag names.
    """
    codec = Codec(season.SEASON)
    plan = Plan(steps=("3 | 4", "5"), guard=True)
    favourite = season.Favourite(plot=3)

    assert codec.read_moves(codec.encode((season.Sow(3), season.Pass()))) == (season.Sow(3), season.Pass())
    assert codec.read_order(codec.encode(plan)) == plan
    assert codec.read_order(codec.encode(favourite)) == favourite
    options = digs.DigsOptions(2)
    assert Codec(digs.DIGS).read_options(Codec(digs.DIGS).encode(options)) == options


def test_views_and_entries_come_back_typed() -> None:
    """
    What a seat sees, and lines of the log with their moves, survive.
    """
    position = begun(hands.HANDS)
    card = hands.Lay(position.state.hands[0][0])
    made = commit(hands.HANDS, position, ANN, AskId("r1s0"), (card,))
    codec = Codec(hands.HANDS)
    view = hands.HANDS.view(position.state, ANN)

    assert codec.read_view(codec.encode(view)) == view
    assert codec.read_entries(codec.encode(made.entries)) == made.entries


def test_numbers_as_keys_come_back_as_numbers() -> None:
    """
    Dictionaries by number survive.
    """
    position = begun(shop.SHOP)

    again = Codec(shop.SHOP).read_position(Codec(shop.SHOP).position(position))

    assert again.state.shelves[0] == {4: "A", 5: "B"}


@pytest.mark.parametrize(
    ("number", "missing", "turns"),
    [(1, ("turns", "seeds"), 100), (2, ("seeds",), 7), (3, (), 7)],
)
def test_an_older_state_is_lifted_step_by_step(number: int, missing: tuple[str, ...], turns: int) -> None:
    """
    A state stored under an earlier number is lifted by each number's lift in turn.
    """
    position = begun(season.SEASON)
    old: dict[str, Any] = msgspec.to_builtins(position.state) | {"turns": 7}
    for field in missing:
        del old[field]

    lifted: Position[season.State] = Codec(season.SEASON).read_position(json.dumps([number, old]).encode())

    assert (lifted.state.turns, lifted.state.seeds) == (turns, (5, 5))


def test_a_newer_state_is_refused() -> None:
    """
    A state of a later release is not guessed at: the error names game and numbers.
    """
    with pytest.raises(NewerState, match="season: state number 4 is newer than 3") as caught:
        Codec(season.SEASON).read_position(b"[4,{}]")

    assert (caught.value.key, caught.value.number, caught.value.known) == ("season", 4, 3)


@pytest.mark.parametrize("data", [b"", b"{}", b"[3,{}]", b"[3]"])
def test_other_bytes_are_refused(data: bytes) -> None:
    """
    What is no position raises the codec's own error.
    """
    with pytest.raises(msgspec.DecodeError):
        Codec(season.SEASON).read_position(data)
