"""Playing turns: folding, committing, barriers, deadlines."""

import pytest
from msgspec.structs import replace

from games.core.base import BaseGame
from games.core.errors import IllegalMove, Refusal
from games.core.game import Ask, Barrier, Event, Setup, Undo
from games.core.moves import Move, what_of
from games.core.running.forced import find_forced_move
from games.core.running.play import (
    Cause,
    Entry,
    TurnContext,
    add_end,
    commit,
    fallback_turn,
    find_ask,
    find_silent_end,
    finish,
    fold,
    play_move,
    preview,
)
from games.core.running.table import start
from games.core.seats import TABLE, AskId
from games.core.text import phrase, say
from tests.games.core.packing import Aided, Upper
from tests.games.core.tables import ANN, BERT, SEED, begun, code, rushing
from tests.games.tiny import digs, hands, rush, season, shop


def test_a_turn_is_folded_move_by_move() -> None:
    """
    Each move is judged by the state its predecessors left; the first one refused is named.
    """
    state = begun(shop.SHOP).state

    folded = fold(shop.SHOP, state, ANN, AskId("t0"), (shop.Take(1), shop.Put(6), shop.Twist((6,), True)))

    assert folded.state.turned[0] == (6,)
    assert folded.events == (Event(say("shop.loud", seat=0)),)
    with pytest.raises(Refusal) as caught:
        fold(shop.SHOP, state, ANN, AskId("t0"), (shop.Take(1), shop.Put(9)))
    assert (caught.value.code, getattr(caught.value, "at", None)) == ("PLACE", 1)


def test_the_line_as_a_whole_may_explain_better() -> None:
    """
    A game's ``explain`` sees all moves of the line when one is refused.
    """
    state = begun(shop.SHOP).state
    line = (shop.Take(1), shop.Swap(6, 5), shop.Put(6))

    assert code(lambda: fold(shop.SHOP, state, ANN, AskId("t0"), line)) == "NOT_YET"


def test_the_rule_comes_before_the_ask() -> None:
    """
    The game's reason is told first; then a stale ask, another's ask, a verb not asked for.
    """
    season_state = begun(season.SEASON).state
    barred = replace(season_state, seeds=(0, 0))
    gone = AskId("gone")

    assert code(lambda: play_move(season.SEASON, season_state, ANN, gone, season.Sow(99))) == "RANGE"
    assert code(lambda: play_move(season.SEASON, season_state, ANN, gone, season.Sow(1))) == "STALE"
    assert code(lambda: play_move(season.SEASON, barred, ANN, AskId("t0"), season.Sow(1))) == "SEEDS"
    hand = begun(hands.HANDS).state
    assert (
        code(lambda: play_move(hands.HANDS, hand, ANN, AskId("r1s1"), hands.Lay(hand.hands[0][0]))) == "NOT_YOUR_TURN"
    )


def test_a_verb_that_is_not_asked_for_is_refused() -> None:
    """
    What the check lets pass is still refused if the ask does not name its verb.
    """

    class Lenient(season.Season):
        """Checks nothing."""

        def check(self, view: season.View, move: Move) -> None:
            """Allow everything."""

    state = replace(begun(season.SEASON).state, seeds=(0, 0))

    with pytest.raises(Refusal) as refusal:
        play_move(Lenient(), state, ANN, AskId("t0"), season.Sow(1))

    assert refusal.value.code == "NOT_ASKED"
    assert sorted(refusal.value.text.args) == ["offered", "what"]
    assert phrase(what_of(season.Sow)) == refusal.value.text.args["what"]


def test_a_turn_ends_with_its_ask() -> None:
    """
    Moves beyond the end of the turn are refused, whatever the rules say about them.
    """
    state = begun(season.SEASON).state

    assert code(lambda: fold(season.SEASON, state, ANN, AskId("t0"), (season.Sow(1), season.Sow(2)))) == "TURN_OVER"


def test_the_silent_end_is_appended() -> None:
    """
    Where the ask still stands and allows it, the end of the turn need not be said; elsewhere nothing is appended.
    """
    state = begun(shop.SHOP).state
    asked = AskId("t0")

    assert add_end(shop.SHOP, state, ANN, asked, (shop.Take(1), shop.Put(6)))[0] == (
        shop.Take(1),
        shop.Put(6),
        shop.Done(),
    )
    assert add_end(shop.SHOP, state, ANN, asked, (shop.Take(1),))[0] == (shop.Take(1),)
    assert find_silent_end(shop.SHOP, state, BERT, asked) is None
    assert find_silent_end(shop.SHOP, state, ANN, AskId("gone")) is None


def test_an_end_that_the_rules_forbid_is_not_appended() -> None:
    """
    An end that is asked for but refused by the check stays out, and its refusal is why the turn is not over.
    """

    class Strict(shop.Shop):
        """Never lets a turn end."""

        def check(self, view: shop.View, move: Move) -> None:
            """Refuse the end."""
            if isinstance(move, shop.Done):
                raise IllegalMove("NEVER", "X", say("shop.done"))

    turn = (shop.Take(1), shop.Put(6))
    state = fold(shop.SHOP, begun(shop.SHOP).state, ANN, AskId("t0"), turn).state

    assert find_silent_end(Strict(), state, ANN, AskId("t0")) is None
    assert code(lambda: finish(Strict(), begun(shop.SHOP).state, ANN, AskId("t0"), turn)) == "NEVER"


def test_an_end_that_is_not_asked_for_is_none() -> None:
    """
    Whatever the check says of it.
    """

    class Unending(shop.Shop):
        """Asks for no end."""

        def asks(self, state: shop.State) -> tuple[Ask, ...]:
            """Leave the end out."""
            return tuple(
                replace(ask, verbs=tuple(verb for verb in ask.verbs if verb is not shop.Done))
                for ask in super().asks(state)
            )

    turn = (shop.Take(1), shop.Put(6))
    state = fold(shop.SHOP, begun(shop.SHOP).state, ANN, AskId("t0"), turn).state

    assert find_silent_end(shop.SHOP, state, ANN, AskId("t0")) is not None
    assert find_silent_end(Unending(), state, ANN, AskId("t0")) is None


def test_a_commit_is_all_or_nothing() -> None:
    """
    A whole turn becomes one entry with its line; unfinished, empty and stale turns leave the match as it is. An
    unfinished one is refused with what is asked.
    """
    position = begun(shop.SHOP)
    asked = AskId("t0")

    made = commit(shop.SHOP, position, ANN, asked, (shop.Take(2), shop.Put(6)))

    assert [(entry.line, entry.cause, entry.audience) for entry in made.entries] == [("2 @6", Cause.PLAYER, None)]
    assert find_ask(shop.SHOP, made.position.state, asked) is None
    with pytest.raises(IllegalMove, match="UNFINISHED") as caught:
        commit(shop.SHOP, position, ANN, asked, (shop.Take(2),))
    still = find_ask(shop.SHOP, position.state, asked)
    assert still is not None
    assert still.text == caught.value.text.args["what"]
    assert code(lambda: commit(shop.SHOP, position, ANN, asked, ())) == "UNFINISHED"
    assert code(lambda: commit(shop.SHOP, position, ANN, AskId("gone"), ())) == "STALE"
    assert code(lambda: commit(shop.SHOP, position, BERT, asked, ())) == "NOT_YOUR_TURN"


def test_moves_never_offered_are_for_orders_and_fallbacks() -> None:
    """
    A verb that players are never offered is refused from a player or computer player, and played by an order.
    """

    class Hidden(season.Pass, frozen=True, tag="hidden"):
        """Pass without being offered to."""

        offered = False

    class Quiet(season.Season):
        """Asks for a hidden pass too."""

        def asks(self, state: season.State) -> tuple[Ask, ...]:
            """Ask for the hidden pass as well."""
            return tuple(replace(ask, verbs=(*ask.verbs, Hidden)) for ask in super().asks(state))

    game, position, asked = Quiet(), begun(season.SEASON), AskId("t0")

    assert code(lambda: commit(game, position, ANN, asked, (Hidden(),))) == "NOT_OFFERED"
    assert commit(game, position, ANN, asked, (Hidden(),), cause=Cause.ORDER).position.state.passed[0]


def test_aids_are_forgotten_when_a_turn_is_committed() -> None:
    """
    A move that only helps to choose is part of the draft, not of the turn, its line, or what is forced.
    """
    game, position, asked = Aided(), begun(season.SEASON), AskId("t0")
    draft = (Upper(), season.Sow(3))

    made = commit(game, position, ANN, asked, draft)

    assert fold(game, position.state, ANN, asked, draft).state == made.position.state
    assert (made.entries[0].moves, made.entries[0].line) == ((season.Sow(3),), "3")
    assert game.notation.write(game.view(position.state, ANN), draft) == "3"
    assert code(lambda: commit(game, position, ANN, asked, (Upper(),))) == "UNFINISHED"
    poor = replace(position.state, seeds=(0, 0))
    assert find_forced_move(TurnContext(game, poor, ANN, asked)) == season.Pass()


def test_an_instant_move_ends_the_turn_but_not_the_ask() -> None:
    """
    Live play: a press is committed at once, and the same ask goes on standing.
    """
    position = rushing()
    stone = position.state.stones[0]

    made = commit(rush.RUSH, position, ANN, AskId("rush1.0"), (rush.Grab(stone),))

    assert made.position.state.won == (stone, 0)
    assert find_ask(rush.RUSH, made.position.state, AskId("rush1.0")) is not None
    assert made.entries[0].undo is Undo.NEVER


def test_presses_are_played_in_the_order_received() -> None:
    """
    Who presses first has the stone; the other is told what is left, and no button went stale.
    """
    position = rushing()
    stone = position.state.stones[0]
    after = commit(rush.RUSH, position, BERT, AskId("rush1.1"), (rush.Grab(stone),)).position

    assert code(lambda: commit(rush.RUSH, after, ANN, AskId("rush1.0"), (rush.Grab(stone),))) == "GONE"
    assert commit(rush.RUSH, after, ANN, AskId("rush1.0"), (rush.Home(),)).position.state.home == (True, False)


def test_a_barrier_ends_the_draft() -> None:
    """
    After a move that shows a secret nothing more can be drafted; the turn is committed although its ask stands, and
    goes on at the same ask.
    """
    position = begun(digs.DIGS)
    asked = AskId("0a")

    assert code(lambda: fold(digs.DIGS, position.state, ANN, asked, (digs.Peek(), digs.Dig()))) == "AFTER_BARRIER"
    made = commit(digs.DIGS, position, ANN, asked, (digs.Peek(),))
    assert made.entries[0].barrier is Barrier.SECRET
    assert digs.DIGS.asks(made.position.state)[0].private == say("digs.top", card=position.state.top)
    assert commit(digs.DIGS, made.position, ANN, asked, (digs.Leave(),)).position.state.turn == 1


def test_a_preview_does_not_show_what_a_barrier_reveals() -> None:
    """
    The preview of a draft stops before the move that brings something to light, and says so.
    """
    state = begun(digs.DIGS).state

    shown = preview(digs.DIGS, state, ANN, AskId("0a"), (digs.Peek(),))

    assert shown.state == state
    assert shown.events == ()
    assert shown.barrier is Barrier.SECRET
    dug = preview(digs.DIGS, state, ANN, AskId("0a"), (digs.Dig(),))
    assert dug.state.dug


def test_the_silent_end_does_not_follow_a_barrier() -> None:
    """
    After a barrier the player is asked again instead of having the turn ended.
    """
    state = begun(digs.DIGS).state

    assert add_end(digs.DIGS, state, ANN, AskId("0a"), (digs.Peek(),))[0] == (digs.Peek(),)


def test_a_fallback_is_asked_until_the_ask_is_gone() -> None:
    """
    The moves made at the deadline are a whole turn.
    """
    state = begun(shop.SHOP).state
    turn = fallback_turn(shop.SHOP, state, shop.SHOP.asks(state)[0])

    assert turn == (shop.Take(1), shop.Put(3), shop.Done())
    assert finish(shop.SHOP, state, ANN, AskId("t0"), turn).state.restock


def test_a_fallback_stops_at_a_barrier() -> None:
    """
    A fallback that shows a secret ends there; the ask goes on.
    """

    class Curious(digs.Digs):
        """Peeks at the deadline."""

        def fallback(self, view: digs.View, ask: Ask) -> Move:
            """Peek."""
            return digs.Peek()

    state = begun(digs.DIGS).state

    assert fallback_turn(Curious(), state, digs.DIGS.asks(state)[0]) == (digs.Peek(),)


def test_a_fallback_that_never_ends_is_found_out() -> None:
    """
    A fallback that does not come to the end of its ask is a bug, named.
    """

    class Hesitant(rush.Rush):
        """Grabs nothing for ever."""

        def fallback(self, view: rush.View, ask: Ask) -> Move:
            """Go home, again and again."""
            return rush.Home()

        def check(self, view: rush.View, move: Move) -> None:
            """Allow it."""

        def asks(self, state: rush.State) -> tuple[Ask, ...]:
            """Ask Ann for ever."""
            return super().asks(replace(state, home=(False, False)))

    state = rushing().state

    with pytest.raises(AssertionError, match=r"never ends rush1\.0"):
        fallback_turn(Hesitant(), state, Hesitant().asks(state)[0])


def test_an_entry_of_the_start_has_the_setups_events() -> None:
    """
    The first entry of a log is the table's, with what the setup told.
    """
    first = start(hands.HANDS, Setup(2, hands.HandsOptions()), SEED).entries[0]

    assert isinstance(first, Entry)
    assert (first.seat, first.ask, first.barrier) == (TABLE, "setup", Barrier.CHANCE)
    assert [event.audience for event in first.events] == [(ANN,), None, (BERT,), None]


class Reasonless(season.Season):
    """A season that leaves refusing to the core."""

    check = BaseGame.check


def test_what_all_games_refuse_alike() -> None:
    """
    After the end, and on another's turn if the game has no reason of its own; the turn names the way to plan.
    """
    game, state, now = Reasonless(), begun(season.SEASON).state, AskId("t0")
    over = replace(state, season=season.SEASONS + 1)

    assert code(lambda: play_move(season.SEASON, over, ANN, now, season.Sow(99))) == "GAME_OVER"
    for wrong in (season.Sow(99), season.Sow(1)):
        with pytest.raises(IllegalMove, match="NOT_YOUR_TURN") as caught:
            play_move(game, state, BERT, now, wrong)
        assert caught.value.text == say("core.not_your_turn_plan", seat=ANN, command="/season plan")
    with pytest.raises(IllegalMove, match="NOT_YOUR_TURN") as caught:
        play_move(season.SEASON, state, BERT, now, season.Sow(1))
    assert caught.value.text == say("season.turn")
    assert code(lambda: play_move(game, state, ANN, now, season.Sow(99))) == "NO_SUCH_CHOICE"
