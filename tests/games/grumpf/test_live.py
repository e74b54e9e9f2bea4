"""L1 to L6: the live hunt."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.game import Barrier, Undo, Window
from games.core.running.play import Position, asks_of
from games.core.running.table import restart, table_step, timers
from games.core.search.enumerate import moves_of
from games.core.seats import AskId, Seat
from games.grumpf import GAME
from games.grumpf.moves import Club, Flip, Hut, Place
from games.grumpf.state import Phase
from tests.games.grumpf.table import SEED, Match, Table, code_of, position, words


def hunt(seats: int = 3, **options: Any) -> Match:  # noqa: ANN401 (the game's options)
    """A live hunt that has just begun."""
    return Match(seats, mode="live", **options).begin_live()


def test_l1_1_everybody_gets_ready() -> None:
    """
    The Animals are set out when the last one is ready, then the countdown runs.
    """
    match = Match(3, mode="live")
    match.play(0, "ready").play(1, "ready")

    assert match.state.round == 0
    assert code_of(lambda: match.play(0, "ready")) == "READY_ALREADY"
    match.play(2, "ready")
    assert match.state.phase is Phase.COUNT
    assert sum(match.state.lying.values()) == 12


def test_l1_1_after_a_minute_without_the_missing_ones() -> None:
    """
    Who is ready may start then, and only then (Q26).
    """
    match = Match(3, mode="live")
    match.play(0, "ready")
    assert code_of(lambda: match.play(0, "go")) == "NOT_LATE"
    assert [ask.after for ask in timers(GAME, match.state)] == [60.0]
    match.timer("late")

    assert code_of(lambda: match.play(1, "go")) == "READY_FIRST"
    match.play(0, "go")
    assert match.state.phase is Phase.COUNT
    assert any("Bert and Cees" in line for line in match.told)


def test_l1_2_three_two_one() -> None:
    """
    Three seconds are counted, then presses count.
    """
    match = Match(2, mode="live")
    match.play(0, "ready").play(1, "ready")
    assert code_of(lambda: match.play(0, "5>B")) == "NO_HUNT"
    match.timer("count").timer("count").timer("count")

    assert match.state.phase is Phase.HUNT
    assert [line for line in match.told if line.endswith("…")] == ["3 …", "2 …", "1 …"]
    assert any(line.startswith("GRUMPF!") for line in match.told)


def test_l1_3_random_faces_are_up() -> None:
    """
    Each token lies with one of its faces up; the panel offers those. Flipping is a move that nobody else is told.
    """
    match = hunt()
    clan = match.state.clans[0]
    moves = moves_of(GAME, GAME.view(match.state, Seat(0)), Place)
    offered = {move.grumpf for move in moves if isinstance(move, Place)}
    up = {f"{token}:{face}" for token, face in clan.up.items() if face != "x"}
    entries = len(match.entries)
    match.play(0, "~15")

    assert set(clan.up) == set(match.state.tokens)
    assert offered == up
    assert match.state.clans[0].up["15"] != clan.up["15"]
    assert match.entries[entries].audience == (0,)
    assert all(event.audience == (0,) for event in match.entries[entries].events)


def test_l1_3_a_typed_action_needs_no_flip() -> None:
    """
    Whatever face is up, ``5>B`` is played (L5.5).
    """
    match = hunt()
    match.play(0, "15:5>B").play(1, "15:1>B")

    assert [piece.label for piece in match.state.tracks["B"]] == ["Vi5", "Or1"]


def test_l2_1_first_come_first_served() -> None:
    """
    The later press on a full track keeps its token.
    """
    table = Table(mode="live", tracks={"S": ["Pi1"] * 3})
    table.play("Gr", "15:5>S")

    assert table.refused("Vi", "25:5>S") == "TRACK_FULL"
    assert "25" in table.state.clans[0].hand


def test_l2_2_an_impossible_press_changes_nothing() -> None:
    """
    The state is the same object as before.
    """
    table = Table(mode="live")
    before = table.state

    assert table.refused("Vi", "x*B1") == "EMPTY_SPACE"
    assert table.state is before


def test_l2_3_old_panels_act_in_no_later_hunt() -> None:
    """
    The ask of a hunt is gone with it.
    """
    match = hunt()
    old = match.asks(0)[0].id
    match.timer("time_up")
    for seat in range(3):
        match.play(seat, "ready")
    while match.state.phase is Phase.COUNT:
        match.timer("count")

    assert match.state.round == 2
    assert code_of(lambda: match.commit(0, old, (Place("15:5", "B"),))) == "STALE"


def test_l2_3_a_double_press_places_one_token() -> None:
    """
    The second is told that the token is on a board.
    """
    match = hunt()
    ask = match.asks(0)[0].id
    match.commit(0, ask, (Place("15:5", "B"),))

    assert code_of(lambda: match.commit(0, ask, (Place("15:5", "B"),))) == "ALREADY_PLACED"


def test_l2_4_the_space_is_that_of_the_moment() -> None:
    """
    Another press in between moves a placement on.
    """
    match = hunt()
    ask = match.asks(0)[0].id
    match.play(1, "15:5>B").commit(0, ask, (Place("15:5", "B"),))

    assert [piece.clan for piece in match.state.tracks["B"]] == ["Or", "Vi"]


def test_l2_5_the_own_grumpf_needs_a_second_press() -> None:
    """
    Pressed once it is refused; the next field says yes. Typed, it is meant.
    """
    table = Table(mode="live", tracks={"F": ["Vi5"]})
    assert code_of(lambda: table.move("Vi", Club("1x", "F", "1"))) == "OWN_GRUMPF"
    filled = {"grumpf": "1x", "board": "F", "target": "1"}
    assert [choice.value for choice in GAME.choices(table.view("Vi"), Club, filled)] == [True]

    table.play("Vi", "1x*F1")
    assert table.tracks == {"F": ["Vi5 KO"]}


def test_l2_6_no_hold() -> None:
    """
    One simply waits.
    """
    assert Table(mode="live").refused("Vi", "-") == "NO_HOLD_LIVE"


def test_l3_1_huts_open_after_some_seconds() -> None:
    """
    Until the timer has run a hut is refused; with 0 s they are open at once.
    """
    match = hunt()
    opening = next(ask for ask in timers(GAME, match.state) if ask.id.startswith("open"))

    assert opening.after == 10.0
    assert code_of(lambda: match.play(0, "^")) == "HUTS_CLOSED"
    match.timer("open").play(0, "^")
    assert match.state.taken == ("Vi",)
    assert hunt(huts_after=0).state.opened


def test_l3_2_the_hut_is_shouted() -> None:
    """
    The clan's colour and the name of the game.
    """
    match = hunt().timer("open").play(1, "^")

    assert any("Orange Grumpf!" in line for line in match.told)


def test_l4_1_the_press_that_fills_the_last_hut_ends_the_hunt() -> None:
    """
    The boards are judged at once; a later press is told why it does nothing.
    """
    match = hunt().timer("open")
    late = match.asks(2)[0].id
    match.play(0, "^").play(1, "^")

    assert match.state.phase is Phase.READY
    with pytest.raises(Exception, match="NO_HUNT") as caught:
        match.commit(2, late, (Place("15:5", "B"),))
    assert words(caught.value.text) == "The hunt is over: the last hut is taken."  # type: ignore[attr-defined]


def test_l4_2_time_limit_with_warnings() -> None:
    """
    Warnings 30 and 10 s before the end; then the hunt is over, huts free or not.
    """
    match = hunt(limit=60)
    after = {ask.id.rstrip("0123456789."): ask.after for ask in timers(GAME, match.state)}
    assert sorted(ask.after or 0 for ask in timers(GAME, match.state)) == [10.0, 30.0, 50.0, 60.0]
    assert after["time_up"] == 60.0
    match.timer("warn30").timer("warn10").timer("time_up")

    assert [line for line in match.told if "left." in line] == ["30 seconds left.", "10 seconds left."]
    assert any("time is up" in line for line in match.told)
    assert match.state.judged is not None


def test_l4_3_the_trade_has_a_minute() -> None:
    """
    Then it counts as declined; and everybody presses Ready again.
    """
    state = position(mode="live", trader="Vi", animals={"Vi": {"B": 1}, "Gr": {"F": 1}})
    state = replace(state, phase=Phase.TRADE)
    timer = timers(GAME, state)[0]
    after = table_step(GAME, Position(state), timer, SEED)

    assert timer.after == 60.0
    assert after.position.state.phase is Phase.READY
    assert "declines" in words(after.entries[0].events[0].text)


def test_l6_3_the_fair_window_begins_with_the_drummer_of_the_first_beat() -> None:
    """
    Asks carry the window in seconds and the drummer of beat 1 (A4.1); how much anybody has done does not matter.
    """
    match = hunt(fair_window=200, first=1)
    begun = {ask.window for seat in range(3) for ask in match.asks(seat)}

    match.play(0, "15:5>B").play(1, "15:5>B").play(2, "15:5>B")

    assert {Window(0.2, first=Seat(1))} == begun
    assert begun == {ask.window for seat in range(3) for ask in match.asks(seat)}


def test_l6_2_nobody_is_waited_for() -> None:
    """
    Open asks only, with instant moves.
    """
    match = hunt()

    assert all(not ask.waits for seat in range(3) for ask in match.asks(seat))
    assert all(verb.instant for verb in (Place, Club, Hut, Flip))


def test_l6_5_a_broken_hunt_is_played_again() -> None:
    """
    After a restart everybody gets ready again; Animals and neutral throw are the same, nothing else counts.
    """
    match = Match(2, mode="live").begin_live()
    before = match.state
    match.play(0, "15:5>B").play(1, "x*B1").timer("open")
    again = restart(GAME, match.position, match.seed)
    match.position = again.position

    assert match.state.phase is Phase.READY
    match.begin_live()
    after = match.state
    assert (after.round, after.lying, after.tracks, after.bag) == (1, before.lying, before.tracks, before.bag)
    assert [clan.hand for clan in after.clans] == [clan.hand for clan in before.clans]
    assert not after.opened


def test_l6_5_a_restart_between_hunts_changes_nothing() -> None:
    """
    Nothing is due then.
    """
    match = Match(3, mode="live")

    assert restart(GAME, match.position, match.seed).entries == ()


def test_s5_2_a_live_action_is_never_undone() -> None:
    """
    It is final, but hides nothing.
    """
    match = hunt().play(0, "15:5>B")

    assert match.entries[-1].undo is Undo.NEVER
    assert match.entries[-1].barrier is Barrier.NONE


def test_m3_3_live_lines_have_the_hunt() -> None:
    """
    The second stands in the platform's record of the press.
    """
    match = hunt().play(1, "25:5>B")

    assert match.told[-1].startswith("Bert places a 5 on Bees, space 1 (25:5>B1).")


def test_a_plan_is_no_live_action_and_the_other_way_round() -> None:
    """
    Moves of the other mode are refused with what to do instead.
    """
    match = hunt()
    table = Table()
    step = GAME.notation.read(GAME.view(Match(3).state, Seat(0)), "5>B")

    assert code_of(lambda: match.commit(0, AskId("x"), tuple(step))) == "NOT_BY_TURNS"
    assert code_of(lambda: table.move("Vi", Place("5", "B"))) == "NOT_LIVE"
    assert asks_of(GAME, match.state, Seat(0))
