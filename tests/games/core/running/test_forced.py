"""What is forced."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.game import Ask
from games.core.running.forced import fill_forced, find_forced_move, find_forced_turn, skip_forced, weave_forced
from games.core.running.play import TurnContext, finish, fold
from games.core.seats import AskId
from tests.games.core.tables import ANN, BERT, begun, rushing
from tests.games.tiny import digs, hands, rush, season, shop

ASKED = AskId("r1s0")


def poor(*hand: int, doubles: bool = True) -> hands.State:
    """Ann holds just these cards."""
    state: hands.State = begun(hands.HANDS).state
    return replace(state, hands=(hand, state.hands[1]), doubles=doubles)


def test_a_move_with_one_possibility_is_forced() -> None:
    """
    Where all cards are equal the card is forced; with two to choose from, for another seat, or at no ask, nothing is.
    """
    assert find_forced_move(TurnContext(hands.HANDS, poor(3, 3), ANN, ASKED)) == hands.Lay(3)
    assert find_forced_move(TurnContext(hands.HANDS, poor(3, 4), ANN, ASKED)) is None
    assert find_forced_move(TurnContext(hands.HANDS, poor(3, 3), BERT, ASKED)) is None
    assert find_forced_move(TurnContext(hands.HANDS, poor(3, 3), ANN, AskId("gone"))) is None


def test_only_complete_choices_force() -> None:
    """
    Where the ask is not exact, a single choice forces nothing.
    """

    class Vague(hands.Hands):
        """Does not promise that its choices are complete."""

        def asks(self, state: hands.State) -> tuple[Ask, ...]:
            """Ask vaguely."""
            return tuple(replace(ask, exact=False) for ask in super().asks(state))

    assert find_forced_move(TurnContext(Vague(), poor(3), ANN, ASKED)) is None
    assert find_forced_turn(Vague(), poor(3), Vague().asks(poor(3))[0]) is None


def test_a_draft_is_filled_with_what_is_forced() -> None:
    """
    Forced moves follow one another up to the first choice, the silent end included.
    """
    assert fill_forced(TurnContext(hands.HANDS, poor(3, doubles=False), ANN, ASKED)) == (hands.Lay(3), hands.Done())
    assert fill_forced(TurnContext(hands.HANDS, poor(3, 3), ANN, ASKED)) == (hands.Lay(3),)
    assert fill_forced(TurnContext(hands.HANDS, poor(3, 4), ANN, ASKED)) == ()
    chosen = fill_forced(TurnContext(hands.HANDS, poor(3, 4, doubles=False), ANN, ASKED), (hands.Lay(4),))
    assert chosen == (hands.Lay(4), hands.Done())


def test_a_turn_without_any_choice_is_forced_as_a_whole() -> None:
    """
    Only a turn that has no choice at all may be answered by the core, and only where the seat is waited for.
    """
    for state, turn in (
        (poor(3, doubles=False), (hands.Lay(3), hands.Done())),
        (poor(3, 3), None),
        (poor(3, 4), None),
    ):
        ask = hands.HANDS.asks(state)[0]
        assert find_forced_turn(hands.HANDS, state, ask) == turn
        assert find_forced_turn(hands.HANDS, state, replace(ask, waits=False)) is None


def test_a_forced_turn_may_end_with_a_barrier() -> None:
    """
    What is forced goes no further than to the secret that comes to light.
    """

    class Peeking(digs.Digs):
        """Only peeking is possible at first."""

        def asks(self, state: digs.State) -> tuple[Ask, ...]:
            """Ask for peeking."""
            return tuple(replace(ask, verbs=ask.verbs[:1], exact=True) for ask in super().asks(state))

    state = begun(digs.DIGS).state

    assert find_forced_turn(Peeking(), state, Peeking().asks(state)[0]) == (digs.Peek(),)
    assert skip_forced(TurnContext(Peeking(), state, ANN, AskId("0a")), (digs.Decide,)) == ((), state)


def test_forced_moves_may_be_left_out_of_a_line() -> None:
    """
    A typed turn gets what is forced put in before a move that is not asked for yet, and behind the last.
    """
    state = poor(3, 3)

    assert weave_forced(TurnContext(hands.HANDS, state, ANN, ASKED), (hands.Add(3),)) == (
        hands.Lay(3),
        hands.Add(3),
        hands.Done(),
    )
    full = (hands.Lay(3), hands.Add(3))
    assert weave_forced(TurnContext(hands.HANDS, state, ANN, ASKED), full) == (*full, hands.Done())
    finish(hands.HANDS, state, ANN, ASKED, weave_forced(TurnContext(hands.HANDS, state, ANN, ASKED), full))


def test_a_line_that_cannot_be_played_is_left_as_it_is() -> None:
    """
    From the first move refused on the line stands as typed, so that the fold can say what is wrong with it.
    """
    state = poor(3, 3)
    line = (hands.Add(9), hands.Done())

    assert weave_forced(TurnContext(hands.HANDS, state, ANN, ASKED), line) == (hands.Lay(3), *line)


def test_nothing_is_skipped_where_a_choice_stands_before() -> None:
    """
    Only forced moves are skipped; if a choice comes first, none are.
    """
    state: Any = begun(shop.SHOP).state
    taken = fold(shop.SHOP, state, ANN, AskId("t0"), (shop.Take(1),)).state

    assert skip_forced(TurnContext(shop.SHOP, state, ANN, AskId("t0")), (shop.Put,)) == ((), state)
    assert skip_forced(TurnContext(shop.SHOP, taken, ANN, AskId("t0")), (shop.Put,)) == ((), taken)
    assert (
        skip_forced(TurnContext(season.SEASON, begun(season.SEASON).state, ANN, AskId("gone")), (season.Sow,))[0] == ()
    )


def test_open_asks_are_never_answered() -> None:
    """
    Nobody waits for an open ask, so the core does not answer it either.
    """
    state = rushing().state

    assert find_forced_turn(rush.RUSH, state, rush.RUSH.asks(state)[0]) is None


def test_what_is_never_offered_is_no_possibility() -> None:
    """
    A verb for orders and fallbacks does not count, so the other move is forced.
    """

    class Resign(season.Pass, frozen=True, tag="resign"):
        """Pass without being offered to."""

        offered = False

    class Poor(season.Season):
        """Nobody has seeds; one may also resign."""

        def asks(self, state: season.State) -> tuple[Ask, ...]:
            """Ask for passing and resigning."""
            return tuple(replace(ask, verbs=(season.Pass, Resign)) for ask in super().asks(state))

    assert find_forced_move(TurnContext(Poor(), begun(season.SEASON).state, ANN, AskId("t0"))) == season.Pass()


def test_what_is_forced_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A game that forces moves for ever does not hang the draft.
    """
    monkeypatch.setattr("games.core.running.forced.MOST_TURN_MOVES", 1)
    state = poor(3, doubles=False)

    assert fill_forced(TurnContext(hands.HANDS, state, ANN, ASKED)) == (hands.Lay(3),)
    assert skip_forced(TurnContext(hands.HANDS, state, ANN, ASKED), (hands.Done,)) == ((), state)
