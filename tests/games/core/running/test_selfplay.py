"""Matches without people, and replaying them."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from games.core.base import BaseGame, BasePanel
from games.core.capabilities import Brain
from games.core.game import Ask, Event, Marks, Outcome, Setup, Step
from games.core.input.notation import tell
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import Cause, commit, unseal
from games.core.running.record import Differs, replay
from games.core.running.selfplay import play_match, play_steps, think, worlds
from games.core.running.table import settle, start
from games.core.seats import TABLE, AskId, Seat
from games.core.text import say
from tests.games.core.packing import Wave, Waving
from tests.games.core.tables import ANN, BERT, SEED, begun, rushing
from tests.games.tiny import digs, hands, rush, season, shop


class Highest:
    """Lays its highest card; does so move by move."""

    def think(self, view: hands.View, ask: Ask, worlds: Iterator[hands.State], rng: Rng) -> Sequence[Move]:
        """Return the first part of a turn."""
        return (hands.Done(),) if view.laid else (hands.Lay(max(view.hand)),)


class Idle:
    """Never does anything."""

    def think(self, view: rush.View, ask: Ask, worlds: Iterator[rush.State], rng: Rng) -> Sequence[Move]:
        """Be ready, then sit."""
        return (rush.Ready(),) if rush.Ready in ask.verbs else ()


class Sower:
    """Sows the first free plot."""

    def think(self, view: season.View, ask: Ask, worlds: Iterator[season.State], rng: Rng) -> Sequence[Move]:
        """Look into a world, too."""
        assert next(worlds).owner == view.state.owner
        return (season.Sow(next(plot for plot in range(1, 13) if plot not in view.state.owner)),)


def test_a_match_is_played_to_its_end() -> None:
    """
    The result tells outcome, turns, moves, the last position and the log.
    """
    played = play_match(shop.SHOP, Setup(2, shop.SHOP.spec.options()), SEED)

    assert played.turns == 8
    assert played.moves == sum(len(entry.moves) for entry in played.entries if entry.seat != TABLE)
    assert played.outcome == shop.SHOP.outcome(played.position.state)


def test_computer_players_take_seats() -> None:
    """
    A brain is asked again while its ask stands; the others play at random. The better player wins more.
    """
    setup = Setup(2, hands.HandsOptions(doubles=False))
    totals = [
        play_match(hands.HANDS, setup, bytes([at]) * 32, brains={ANN: Highest()}).outcome.totals for at in range(12)
    ]

    assert sum(ann for ann, _ in totals) > sum(bert for _, bert in totals)


def test_sealed_turns_count_once() -> None:
    """
    The waiting entry of a sealed turn is not another turn.
    """
    played = play_match(hands.HANDS, Setup(3, hands.HandsOptions()), SEED)

    assert played.turns == 9
    assert sum(entry.sealed for entry in played.entries) == 6


def test_open_asks_need_not_be_answered() -> None:
    """
    Where nobody moves, the clock ends the round.
    """
    idle: Mapping[Seat, Brain[rush.State, rush.View]] = {ANN: Idle(), BERT: Idle()}

    played = play_match(rush.RUSH, Setup(2, rush.RUSH.spec.options()), SEED, brains=idle)

    assert played.outcome.totals == (0, 0)
    assert [entry.ask for entry in played.entries if entry.seat == TABLE] == [
        "setup",
        "begin0",
        "stop1",
        "begin2",
        "stop3",
    ]


def test_the_clock_may_come_first() -> None:
    """
    In random matches with a running clock some rounds end by it although something could still be done.
    """
    setup = Setup(2, rush.RUSH.spec.options())
    cut_off = 0
    for at in range(8):
        steps = list(play_steps(rush.RUSH, setup, bytes([at]) * 32))
        for before, after in itertools.pairwise(steps):
            stopped = any(isinstance(move, rush.Stop) for entry in after.entries for move in entry.moves)
            cut_off += stopped and bool(before.position.state.stones) and not all(before.position.state.home)

    assert cut_off > 0


def test_open_asks_are_answered_now_and_then() -> None:
    """
    Beside those who are waited for, others act when they can; when they cannot, the match goes on.
    """
    setup = Setup(3, season.SEASON.spec.options())

    matches = [play_match(Waving(), setup, bytes([at]) * 32) for at in range(4)]

    verbs = {type(move) for match in matches for entry in match.entries for move in entry.moves}
    assert verbs == {Wave, season.Sow, season.Pass}


def test_forced_turns_are_played_as_such() -> None:
    """
    A turn without any choice is not asked of a player.
    """
    played = play_match(
        season.SEASON, Setup(2, season.SEASON.spec.options()), SEED, brains={ANN: Sower(), BERT: Sower()}
    )

    causes = [entry.cause for entry in played.entries]
    assert Cause.COMPUTER in causes
    assert Cause.FORCED in causes


def test_thinking_gives_a_whole_turn() -> None:
    """
    The parts a brain returns are put together; nothing means not now; worlds look the same to the seat.
    """
    state = begun(hands.HANDS).state
    ask = hands.HANDS.asks(state)[0]

    assert think(hands.HANDS, state, ask, Highest(), Rng(b"x")) == (hands.Lay(max(state.hands[0])), hands.Done())
    rushed = rushing().state
    assert think(rush.RUSH, rushed, rush.RUSH.asks(rushed)[0], Idle(), Rng(b"x")) == ()
    seen = {hands.HANDS.view(world, ANN) for world in islice(worlds(hands.HANDS, state, ANN, Rng(b"x")), 5)}
    assert len(seen) == 1


def test_thinking_without_end_is_cut_off() -> None:
    """
    A brain that toggles for ever ends in a turn that the commit refuses.
    """

    class Toggler:
        """Twists a jar again and again."""

        def think(self, view: shop.View, ask: Ask, worlds: Iterator[shop.State], rng: Rng) -> Sequence[Move]:
            """Twist."""
            return (shop.Twist((4,)),)

    class Free(shop.Shop):
        """Lets jars be twisted without end."""

        def step(self, state: shop.State, seat: Seat, move: Move, rng: Rng) -> Step[shop.State]:
            """Forget that jars were twisted."""
            made = super().step(state, seat, move, rng)
            return replace(made, state=replace(made.state, used=False))

    taken = replace(begun(shop.SHOP).state, window=("A", "B"), jar="C")
    ask = Free().asks(taken)[0]

    assert len(think(Free(), taken, ask, Toggler(), Rng(b"x"))) == 500


def test_a_seat_without_a_turn_stops_the_match() -> None:
    """
    Where a waited-for seat can do nothing, or nobody is waited for, the match is stuck: a bug, named.
    """

    class Stuck(digs.Digs):
        """Asks for a decision that cannot be made."""

        waits: ClassVar[bool] = True

        def asks(self, state: digs.State) -> tuple[Ask, ...]:
            """Ask for deciding."""
            return tuple(replace(ask, verbs=(digs.Decide,), waits=self.waits) for ask in super().asks(state))

    class Alone(Stuck):
        """Waits for nobody."""

        waits = False

    setup = Setup(1, digs.DigsOptions())
    with pytest.raises(AssertionError, match="no turn can be found for 0a"):
        play_match(Stuck(), setup, SEED)
    with pytest.raises(AssertionError, match="waiting for nobody"):
        play_match(Alone(), setup, SEED)


def test_an_endless_match_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    More turns than any match has, and an end without an outcome, are bugs, named.
    """

    class Open(season.Season):
        """Has no outcome."""

        def outcome(self, state: season.State) -> Outcome | None:
            """Never end."""
            return None

    setup = Setup(2, season.SEASON.spec.options())
    with pytest.raises(AssertionError, match="without an outcome"):
        play_match(Open(), setup, SEED)
    monkeypatch.setattr("games.core.running.selfplay.MOST_TURNS", 3)
    with pytest.raises(AssertionError, match="never ends"):
        list(play_steps(season.SEASON, setup, SEED))


# --- Replaying ---


def test_a_log_with_waiting_sealed_turns_replays() -> None:
    """
    The position after a replay has the sealed turns that wait; a turn withdrawn and handed in again is the later one.
    """
    setup = Setup(2, hands.HandsOptions())
    begin = start(hands.HANDS, setup, SEED)
    cards = begin.position.state.hands
    one = commit(hands.HANDS, begin.position, ANN, AskId("r1s0"), (hands.Lay(cards[0][0]),))
    back = unseal(one.position, AskId("r1s0"))
    two = commit(hands.HANDS, back, ANN, AskId("r1s0"), (hands.Lay(cards[0][-1]),), cause=Cause.ORDER)
    log = (*begin.entries, *one.entries, *two.entries)

    assert replay(hands.HANDS, setup, SEED, log) == two.position
    three = commit(hands.HANDS, two.position, BERT, AskId("r1s1"), (hands.Lay(cards[1][0]),))
    after = settle(hands.HANDS, three.position, SEED)
    assert replay(hands.HANDS, setup, SEED, (*log, *three.entries, *after.entries)) == after.position


def test_a_log_that_comes_out_differently_is_found_out() -> None:
    """
    Another seed, changed moves and a cut-off beginning are named with the entry.
    """
    setup = Setup(2, digs.DigsOptions(2))
    log = play_match(digs.DIGS, setup, SEED).entries
    at = next(at for at, entry in enumerate(log) if entry.line == "dig")
    told = replace(log[at], line="leave")

    with pytest.raises(Differs, match=f"entry {at} differs") as caught:
        replay(digs.DIGS, setup, SEED, (*log[:at], told, *log[at + 1 :]))
    assert (caught.value.at, caught.value.stored) == (at, told)
    with pytest.raises(Differs, match="entry 0") as cut:
        replay(digs.DIGS, setup, SEED, ())
    assert cut.value.stored is None
    dealt = play_match(hands.HANDS, Setup(2, hands.HandsOptions()), SEED).entries
    with pytest.raises(Differs, match="entry 0"):
        replay(hands.HANDS, Setup(2, hands.HandsOptions()), bytes(32), dealt)


def test_a_log_in_words_of_an_earlier_release_replays() -> None:
    """
    Where a stored entry says a sentence that is said no longer, moves and line are compared, but not its words.
    """
    setup = Setup(2, digs.DigsOptions(2))
    log = play_match(digs.DIGS, setup, SEED).entries
    at = next(at for at, entry in enumerate(log) if entry.line == "dig")
    former = Event(say("digs.log.all", parts=(say("digs.old.dug"),)))

    old = (*log[:at], replace(log[at], events=(former,)), *log[at + 1 :])
    other = (*log[:at], replace(log[at], events=(former,), line="leave"), *log[at + 1 :])
    assert replay(digs.DIGS, setup, SEED, old) == replay(digs.DIGS, setup, SEED, log)
    with pytest.raises(Differs, match=f"entry {at} differs"):
        replay(digs.DIGS, setup, SEED, other)


# --- Defaults ---


def test_defaults_are_enough_for_a_plain_game() -> None:
    """
    The base brings a default move, notation, telling, no marks, no hint, no standing and no players.
    """
    view = hands.HANDS.view(begun(hands.HANDS).state, ANN)
    base: BaseGame[Any, Any] = hands.HANDS

    assert BasePanel[Any]().marks(view, view) == Marks()
    assert BaseGame.fallback(base, view, hands.HANDS.asks(begun(hands.HANDS).state)[0]) == hands.Lay(view.hand[0])
    assert base.tell(view, hands.Lay(3)) == tell(hands.Lay(3))
    assert base.notation.write(view, (hands.Lay(3), hands.Done())) == "lay:3"
    assert base.notation.read(view, "lay:3 add:4") == (hands.Lay(3), hands.Add(4))
    assert base.panel.hint(view, hands.HANDS.asks(begun(hands.HANDS).state)[0]) is None
    assert base.ending.current_score(begun(hands.HANDS).state) is None
    assert base.bots.players() == {}
    assert list(base.planning.order_choices(view, season.Favourite, "plot", {})) == []
    assert rush.RUSH.bots.resample(rushing().state, ANN, Rng(b"x")) == rushing().state
