"""Moves by descent over the choices."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import pytest

from games.core.base import BaseGame
from games.core.errors import IllegalMove
from games.core.game import Ask, Step
from games.core.moves import STOP, Choice, Field, Move, next_field, values_of
from games.core.rng import Rng
from games.core.running.play import TurnContext, finish
from games.core.search.enumerate import (
    build,
    can_play,
    fill,
    find_random_turn,
    is_offered,
    keep_default,
    moves_of,
    next_choices,
    random_moves,
)
from games.core.seats import AskId, Seat
from games.core.words import Words
from tests.games.chance import random_turn
from tests.games.core.packing import Sorting, Stow
from tests.games.core.tables import ANN, SEED, begun, rushing
from tests.games.tiny import digs, rush, season, shop


class Pack(Move, frozen=True, tag="pack"):
    """Pack things."""

    things: Annotated[tuple[int, ...], Field("Which", most=2)]
    where: Annotated[str, Field("Where to")]
    how: Annotated[str, Field("How")] = "well"


class Packing(digs.Digs):
    """Offers packs: up to two of the things 1 and 2, to a or b, in no special way."""

    def choices(self, view: digs.View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer the next value."""
        if "where" in filled:
            return
        field = next_field(verb, filled)
        assert field is not None
        if field.name == "where":
            yield from (Choice("a"), Choice("b"))
            return
        named = values_of(filled, "things")
        if named:
            yield Choice(STOP)
        yield from (Choice(thing) for thing in (1, 2) if thing not in named)

    def step(self, state: digs.State, seat: Seat, move: Move, rng: Rng) -> Step[digs.State]:
        """Packing ends the turn like leaving."""
        return super().step(state, seat, digs.Leave() if isinstance(move, Pack) else move, rng)


VIEW = digs.DIGS.view(begun(digs.DIGS).state, ANN)
PACKS = [Pack((1,), "a"), Pack((1,), "b"), Pack((1, 2), "a"), Pack((1, 2), "b"), Pack((2,), "a")]


def test_moves_come_in_the_order_of_the_choices() -> None:
    """
    Tuples stop where they may or are full; a field with a default and no choices keeps it; a limit cuts off.
    """
    every = list(moves_of(Packing(), VIEW, Pack))

    assert PACKS == every[:5]
    assert len(every) == 8
    assert PACKS[:3] == list(moves_of(Packing(), VIEW, Pack, 3))


def test_what_can_be_put_together_is_offered() -> None:
    """
    A move is offered if each of its values is; a beginning may be cut off within its tuple.
    """
    assert all(is_offered(Packing(), VIEW, move) for move in PACKS)
    assert not is_offered(Packing(), VIEW, Pack((3,), "a"))
    assert not is_offered(Packing(), VIEW, Pack((1,), "c"))
    assert not is_offered(Packing(), VIEW, Pack((1,), "a", "badly"))
    assert not is_offered(Packing(), VIEW, Pack((), "a"))
    assert is_offered(Sorting(), VIEW, Stow("a", (1, 2)), whole=False)
    assert not is_offered(Sorting(), VIEW, Stow("a", (1, 2)))
    assert is_offered(digs.DIGS, VIEW, digs.Dig())
    assert not is_offered(digs.DIGS, VIEW, digs.Decide("keep"))


def test_verbs_without_fields_are_decided_by_the_check() -> None:
    """
    A verb without fields is one move or none.
    """
    assert list(moves_of(digs.DIGS, VIEW, digs.Dig)) == [digs.Dig()]
    assert not can_play(digs.DIGS, VIEW, digs.Decide)
    dug = digs.DIGS.step(begun(digs.DIGS).state, ANN, digs.Dig(), Rng(SEED)).state
    assert list(moves_of(digs.DIGS, digs.DIGS.view(dug, ANN), digs.Dig)) == []


def test_what_to_choose_next() -> None:
    """
    A question names the field and its values; nothing is left to ask of a move that is complete.
    """
    first = next_choices(Packing(), VIEW, Pack)
    later = next_choices(Packing(), VIEW, Pack, {"things": (1,)})

    assert first is not None
    assert (first.field.name, [choice.value for choice in first.choices]) == ("things", [1, 2])
    assert later is not None
    assert [choice.value for choice in later.choices] == [STOP, 2]
    assert next_choices(Packing(), VIEW, Pack, {"things": (1, 2), "where": "a", "how": "so"}) is None


def test_a_move_is_filled_value_by_value() -> None:
    """
    Values are added to tuples, STOP ends them, defaults are kept, and the finished move has no STOP in it.
    """
    filled: dict[str, Any] = {}
    for value in (1, STOP, "b"):
        field = next_field(Pack, filled)
        assert field is not None
        filled = fill(field, filled, value)
    field = next_field(Pack, filled)
    assert field is not None

    assert filled == {"things": (1, STOP), "where": "b"}
    assert build(Pack, keep_default(field, filled)) == Pack((1,), "b")


def test_a_tuple_keeps_its_default() -> None:
    """
    The default of a tuple field counts as finished.
    """

    class Spare(Move, frozen=True, tag="spare"):
        """Spare things."""

        things: Annotated[tuple[int, ...], Field("Which")] = ()

    class Sparing(digs.Digs):
        """Offers nothing."""

        def choices(self, view: digs.View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
            """Offer nothing."""
            return ()

    assert list(moves_of(Sparing(), VIEW, Spare)) == [Spare()]


def test_random_moves_are_all_moves_in_another_order() -> None:
    """
    A random descent meets every legal move once.
    """
    mixed = list(random_moves(Packing(), VIEW, Pack, Rng(SEED)))
    every = list(moves_of(Packing(), VIEW, Pack))

    assert mixed != every
    assert sorted(map(repr, mixed)) == sorted(map(repr, every))


def test_random_turns_are_whole() -> None:
    """
    A random turn ends its ask, an instant move ends the turn, and different chance makes different turns.
    """
    state = begun(shop.SHOP).state
    rng = Rng(SEED)

    turns = {random_turn(shop.SHOP, state, ANN, AskId("t0"), rng) for _ in range(20)}

    assert len(turns) > 10
    for turn in turns:
        finish(shop.SHOP, state, ANN, AskId("t0"), turn)


class Trap(season.Season):
    """Sowing leads to a dead end: the ask stays, and nothing can be played any more."""

    def asks(self, state: season.State) -> tuple[Ask, ...]:
        """Ask the same thing as long as somebody has sown."""
        asks = super().asks(state)
        return tuple(Ask(id=AskId("t0"), seat=ANN, verbs=(), text=ask.text) for ask in asks) if state.owner else asks


def test_a_random_turn_goes_back_from_a_dead_end() -> None:
    """
    Where moves lead nowhere, others are tried.
    """
    state = begun(season.SEASON).state

    assert random_turn(Trap(), state, ANN, AskId("t0"), Rng(SEED)) == (season.Pass(),)


def test_a_seat_without_any_turn_is_found_out() -> None:
    """
    None is returned where no turn can be found, also after many tries; who needs one gets an error.
    """
    position = begun(season.SEASON)
    stuck = Trap().step(position.state, ANN, season.Sow(1), Rng(SEED)).state

    assert find_random_turn(TurnContext(Trap(), stuck, ANN, AskId("t0")), Rng(SEED)) is None
    with pytest.raises(AssertionError, match="no turn"):
        random_turn(Trap(), stuck, ANN, AskId("t0"), Rng(SEED))


def test_the_search_for_a_turn_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A search that finds nothing in many tries gives up.
    """
    monkeypatch.setattr("games.core.search.enumerate.MOST_TRIES", 2)

    class Alley(Trap):
        """Only sows."""

        def asks(self, state: season.State) -> tuple[Ask, ...]:
            """Ask for sowing first."""
            asks = super().asks(state)
            return tuple(Ask(id=a.id, seat=a.seat, verbs=(season.Sow,) if a.verbs else (), text=a.text) for a in asks)

    assert find_random_turn(TurnContext(Alley(), begun(season.SEASON).state, ANN, AskId("t0")), Rng(SEED)) is None


def test_an_instant_move_is_a_turn() -> None:
    """
    In live play each press is a turn of its own.
    """
    turn = random_turn(rush.RUSH, rushing().state, ANN, AskId("rush1.0"), Rng(SEED))

    assert len(turn) == 1
    assert turn[0].instant


class Plain(Packing):
    """Packing as a game of no reasons of its own refuses."""

    check = BaseGame.check


@pytest.mark.parametrize(
    ("move", "code", "known"),
    [
        (Pack((3,), "a"), "NO_SUCH_CHOICE", ("1", "2")),
        (Pack((1,), "c"), "NO_SUCH_CHOICE", ("a", "b")),
        (Pack((), "a"), "ONE_MORE", ("1", "2")),
    ],
)
def test_without_a_check_of_its_own_a_game_refuses_what_it_does_not_offer(
    move: Pack, code: str, known: tuple[str, ...]
) -> None:
    """
    The refusal names what can be chosen; what is offered, and a verb without fields, can be played.
    """
    game = Plain()
    for legal in (Pack((1, 2), "b"), digs.Dig()):
        game.check(VIEW, legal)

    with pytest.raises(IllegalMove) as caught:
        game.check(VIEW, move)
    assert (caught.value.code, caught.value.text.args["known"]) == (code, known)


@pytest.mark.parametrize(
    ("offered", "sentence"),
    [
        (0, "That isn't possible right now."),
        (13, "“99” isn't a choice here. Choose one of these: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12."),
        (24, "“99” isn't a choice here. Choose one of these: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12 others."),
    ],
)
def test_a_refusal_names_no_more_choices_than_can_be_read(offered: int, sentence: str) -> None:
    """
    Where there are many the rest is counted; where there is none the refusal says so.
    """

    class Many(Plain):
        """So many things."""

        def choices(self, view: object, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
            """Offer numbers."""
            return map(Choice, range(offered))

    with pytest.raises(IllegalMove) as caught:
        Many().check(VIEW, Pack((99,), "a"))

    assert sentence == Words({}, strict=True)(caught.value.text)
