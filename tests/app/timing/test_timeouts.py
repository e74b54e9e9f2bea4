"""Running out of time: the check-in, excused misses, what the host chose, and coming back."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Banked, Late, NoPace, PerMove, with_late, without_check_in
from bot.app.match.records import Actor
from bot.app.timing.timekeeping import EXCUSES, REGAIN, Choice, Vote, in_time, new_clock, use_excuse
from bot.app.timing.timeouts import ASKED, find_majority, tally
from db.clocks.records import ClockRecord
from db.ids import MatchId
from db.records import Status
from games.core.errors import Refusal
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.games.tiny.season import Retire
from tests.stores import NOW

BANK = Banked(bank=10 * 3600, increment=3600, cap=12 * 3600)
HOUR = timedelta(hours=1)
TURN = PerMove(seconds=3600)
choices = st.sampled_from(list(Choice))


# --- The written rule ------------------------------------------------------------------------------------------


@given(st.lists(st.booleans(), max_size=120))
def test_excuses_are_limited_and_come_back_slowly(course: list[bool]) -> None:
    """
    Whatever the course of turns in time and misses: never above two, never below none, and no more misses are excused
    than two and one for each eight turns made in time.
    """
    clock = new_clock(MatchId(1), 0, BANK)
    excused = kept = 0
    for punctual in course:
        if punctual:
            kept += 1
            clock = in_time(clock)
        else:
            excused += clock.excuses > 0
            clock = use_excuse(clock)

        assert 0 <= clock.excuses <= EXCUSES
        assert excused <= EXCUSES + kept // REGAIN


def test_eight_turns_in_time_bring_one_miss_back() -> None:
    """
    The eighth does, not the seventh; a miss on the way loses what was gathered.
    """

    def after(turns: int) -> ClockRecord:
        clock = use_excuse(use_excuse(in_time(new_clock(MatchId(1), 0, BANK))))
        for _ in range(turns):
            clock = in_time(clock)
        return clock

    assert (0, 1) == (after(REGAIN - 1).excuses, after(REGAIN).excuses)
    assert 0 == use_excuse(after(REGAIN - 1)).excuses
    assert 1 == use_excuse(after(REGAIN - 1)).kept


@given(st.dictionaries(st.integers(0, 5), choices), st.integers(0, 5))
def test_a_vote_counts_what_most_have_said(said: dict[int, Choice], silent: int) -> None:
    """
    More than half of those who decide is enough at once; at the end the largest single share, or the default move.
    """
    voters = len(said) + silent
    vote = Vote("a", 60, said)
    words = list(said.values())
    best = max((words.count(choice) for choice in Choice), default=0)
    leaders = [choice for choice in Choice if best and words.count(choice) == best]

    assert (leaders[0] if len(leaders) == 1 else Choice.MOVE) == tally(vote)
    assert find_majority(vote, voters) in (None, *leaders)
    assert (find_majority(vote, voters) is None) == (best * 2 <= voters)


# --- The check-in ----------------------------------------------------------------------------------------------


async def start(scene: Scene, late: Late, players: tuple[Actor, ...] = (ANN, BEN), game: str = "brainy") -> MatchId:
    """Start a match without a check-in in which the players have no excused miss left."""
    match = await scene.match(game, players, pace=with_late(TURN, late))

    def spend(tx: object) -> None:
        for clock in tx.clocks.of_match(match):  # type: ignore[attr-defined]
            tx.clocks.put(replace(clock, excuses=0, kept=1))  # type: ignore[attr-defined]

    await scene.store.run(spend)
    return match


async def clock_of(scene: Scene, match: MatchId, seat: int = 0) -> ClockRecord:
    """Return the clock of a seat."""
    return (await scene.app.uow.read(match)).clocks[seat]


async def due(scene: Scene, match: MatchId, seat: int = 0) -> datetime | None:
    """Return a seat's deadline."""
    return (await scene.app.matches.view(match, None)).seats[seat].due


async def test_who_does_not_come_to_the_first_turn_is_waited_for_once(scene: Scene) -> None:
    """
    Half of the bank more, while the seat is open; no move is made for the player, and the next miss is an ordinary one.
    """
    match = await scene.match(pace=BANK)
    scene.clock.forward(hours=10)
    await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)
    listed = await scene.app.substitutes.list_offers(PLACE)
    log = await scene.log(match)
    scene.clock.forward(hours=5)
    await scene.app.scheduler.sweep()
    later = await scene.app.matches.view(match, None)

    assert (NOW + 15 * HOUR, True, 0) == (view.seats[0].due, view.seats[0].open, view.view.state.turns)
    assert [match] == [line.match for line in listed]
    assert "Ann hasn't made a move yet, so their time was doubled." in log[-1]
    assert 1 == later.view.state.turns


async def test_who_comes_late_to_the_first_turn_keeps_the_seat(scene: Scene) -> None:
    """
    A turn takes the offer back, and the match has no open seat any more.
    """
    match = await scene.match(pace=BANK)
    scene.clock.forward(hours=10)
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "1")

    assert () == await scene.app.substitutes.list_offers(PLACE)
    assert "Ann is back." in await scene.log(match)
    assert 1 == (await clock_of(scene, match)).kept


async def test_all_who_did_not_come_are_waited_for_together(scene: Scene) -> None:
    """
    One change, one board, both called.
    """
    match = await scene.match("hands", pace=BANK)
    await scene.relay.pump()
    before = len(scene.courier.of(Kind.BOARD))
    scene.clock.forward(hours=10)
    count = await scene.app.scheduler.sweep()
    await scene.relay.pump()
    boards = scene.courier.of(Kind.BOARD)[before:]

    assert 1 == count
    assert [(ANN.user, BEN.user)] == [tuple(sorted(board.mention)) for board in boards]
    assert (True, True) == tuple(seat.open for seat in (await scene.app.matches.view(match, None)).seats)


@pytest.mark.parametrize("pace", [without_check_in(BANK), TURN])
async def test_where_nobody_could_be_found_there_is_no_check_in(scene: Scene, pace: Banked | PerMove) -> None:
    """
    With little time, or in a tournament, the default move is made at once.
    """
    match = await scene.match(pace=pace)
    scene.clock.forward(hours=11)
    await scene.app.scheduler.sweep()

    assert 1 == (await scene.app.matches.view(match, None)).view.state.turns


async def test_a_private_match_has_a_check_in_with_a_seat_for_who_is_invited(scene: Scene) -> None:
    """
    The time is given; strangers see no open seat, the host's guest does.
    """
    match = await scene.open(private=True, invite=(BEN,), pace=BANK)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    seat = next(s.seat for s in (await scene.app.matches.view(match, None)).seats if s.asked)
    scene.clock.forward(hours=10)
    await scene.app.scheduler.sweep()

    strangers = await scene.app.substitutes.list_offers(PLACE, CLEO.user)
    await scene.app.lobby.invite(scene.key(), ANN, match=match, users=(CLEO,), keep=False)

    assert NOW + 15 * HOUR == await due(scene, match, seat)
    assert () == strangers
    assert [match] == [line.match for line in await scene.app.substitutes.list_offers(PLACE, CLEO.user)]


# --- Excused misses --------------------------------------------------------------------------------------------


async def test_two_misses_are_excused_before_a_seat_is_lost(scene: Scene) -> None:
    """
    Each is the default move; the third loses the seat, and with it the match for two.
    """
    match = await scene.match("hands", pace=with_late(TURN, Late.FORFEIT))
    card = min((await scene.app.matches.view(match, ANN.user)).view.hand)
    await scene.play(match, ANN, f"lay:{card}")
    left = []
    for _ in range(2):
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
        left.append((await clock_of(scene, match, 1)).excuses)
        hand = (await scene.app.matches.view(match, ANN.user)).view.hand
        await scene.play(match, ANN, f"lay:{min(hand)}")
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)
    log = await scene.log(match)

    assert [1, 0] == left
    assert "Ben ran out of time. This time-out is excused; 1 excused time-out is left." in log
    assert (Status.FINISHED, (1, 2)) == (view.match.status, view.outcome and view.outcome.places)
    assert view.outcome is not None
    assert view.outcome.note is not None
    assert "app.late_and_last" == view.outcome.note.id


@pytest.mark.parametrize(("turns", "seat"), [("mm", True), ("mkm", False), ("kmm", True)])
async def test_the_second_missed_turn_in_a_row_loses_a_seat(scene: Scene, turns: str, seat: bool) -> None:
    """
    Where the host chose so: m is missed, k is made; a turn made in time between two misses brings the excuse back.
    """
    match = await scene.match("hands", pace=without_check_in(with_late(TURN, Late.TWICE)))
    for turn in turns:
        hands = [(await scene.app.matches.view(match, who.user)).view.hand for who in (ANN, BEN)]
        await scene.play(match, ANN, f"lay:{min(hands[0])}")
        if turn == "k":
            await scene.play(match, BEN, f"lay:{min(hands[1])}")
        else:
            scene.clock.forward(hours=1)
            await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)

    assert "Ben ran out of time. If they miss their next turn, too, they lose the seat." in await scene.log(match)
    assert seat is view.seats[1].resigned


async def test_an_order_for_the_last_moment_is_no_miss(scene: Scene) -> None:
    """
    It is played, nothing is lost and nobody is asked to vote.
    """
    match = await start(scene, Late.FORFEIT, game="season")
    await scene.app.plans.add(scene.key(), ANN, match=match, order=Retire())
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)

    assert Status.RUNNING is view.match.status
    assert not any(seat.resigned for seat in view.seats)


# --- What the host chose ---------------------------------------------------------------------------------------


async def test_seats_whose_time_is_up_at_once_are_lost_together(scene: Scene) -> None:
    """
    Of two nobody has lost to the other: the score counts.
    """
    match = await start(scene, Late.FORFEIT, game="hands")
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)

    assert Status.FINISHED is view.match.status
    assert view.outcome is not None
    assert (1, 1) == view.outcome.places


async def test_who_runs_out_of_time_is_told_to_be_last_once(scene: Scene) -> None:
    """
    One sentence says how the match ended and who is last for it.
    """
    match = await start(scene, Late.FORFEIT, game="brainy")
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    outcome = (await scene.app.matches.view(match, None)).outcome

    assert outcome is not None
    assert outcome.note is not None
    assert ((2, 1), None) == (outcome.places, outcome.tie)
    assert "Ann ran out of time and ranks last." == scene.words(outcome.note)


async def test_with_three_the_match_goes_on_without_the_lost_seat(scene: Scene) -> None:
    """
    It plays default moves from then on, and the next is asked.
    """
    match = await start(scene, Late.FORFEIT, (ANN, BEN, CLEO), game="season")
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)

    assert (True, False, False) == tuple(seat.resigned for seat in view.seats)
    assert (Status.RUNNING, True) == (view.match.status, view.seats[1].asked)


async def test_an_open_seat_makes_default_moves_until_somebody_takes_it(scene: Scene) -> None:
    """
    It is put up once; who takes it over has fresh excuses and plays on.
    """
    match = await start(scene, Late.OPEN, game="hands")
    for _ in range(2):
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
    log = await scene.log(match)
    await scene.app.substitutes.take(scene.key(), CLEO, match=match, seat=Seat(0))
    clock = await clock_of(scene, match)

    assert 1 == sum(line.startswith("Ann ran out of time. Seat 1 is open") for line in log)
    assert (EXCUSES, 0, None, False) == (clock.excuses, clock.kept, clock.offered, clock.vacant)


async def test_a_computer_player_sits_in_until_the_player_is_back(scene: Scene) -> None:
    """
    It thinks for the seat without calling anybody; coming back, the player is asked with a running clock.
    """
    match = await start(scene, Late.COMPUTER)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    sat_in = (await scene.app.matches.view(match, None)).seats[0]
    thought = await scene.app.computer_players.think()
    await scene.play(match, BEN, "2")
    await scene.app.timeout_votes.back(scene.key(), ANN, match=match)
    back = (await scene.app.matches.view(match, None)).seats[0]
    again = await scene.app.computer_players.think()

    assert (True, None, ANN.user) == (sat_in.stood_in, sat_in.due, sat_in.user)
    assert (1, 0) == (thought, again)
    assert (False, True, scene.clock.now() + HOUR) == (back.stood_in, back.asked, back.due)


async def test_a_turn_of_the_player_sends_the_computer_player_away(scene: Scene) -> None:
    """
    Playing is coming back.
    """
    match = await start(scene, Late.COMPUTER)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "3")

    assert not (await scene.app.matches.view(match, None)).seats[0].stood_in
    assert "Ann is back." in await scene.log(match)


async def test_who_is_stood_in_at_the_end_was_not_there_to_the_end(scene: Scene) -> None:
    """
    For ratings that seat was given up: nobody wins by letting a computer player play.
    """
    match = await start(scene, Late.COMPUTER)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    table = await scene.app.uow.read(match)

    assert (Status.FINISHED, True) == (table.match.status, table.seats[0].resigned is not None)


async def test_the_others_vote_and_the_majority_decides_at_once(scene: Scene) -> None:
    """
    Those who decide are called once, by the question; one of two words is not enough; waiting gives the time of a turn.
    """
    match = await start(scene, Late.VOTE, (ANN, BEN, CLEO), game="season")
    await scene.relay.pump()
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    await scene.relay.pump()
    board, question = scene.courier.of(Kind.BOARD)[-1], scene.courier.of(Kind.WORD)[-1]
    await scene.app.timeout_votes.vote(scene.key(), BEN, match=match, choice=Choice.WAIT)
    one = await due(scene, match)
    await scene.app.timeout_votes.vote(scene.key(), CLEO, match=match, choice=Choice.WAIT)

    assert question.text is not None
    assert ASKED == question.text.id
    assert ({ANN.user}, {BEN.user, CLEO.user}) == (set(board.mention), set(question.mention))
    assert NOW + 1.5 * HOUR == one
    assert scene.clock.now() + HOUR == await due(scene, match)
    assert () == (await scene.app.uow.read(match)).proposals


async def test_who_has_resigned_is_no_voter(scene: Scene) -> None:
    """
    Of two others one has resigned: the word of the one who still plays is all of it, and only that one is called.
    """
    match = await start(scene, Late.VOTE, (ANN, BEN, CLEO), game="season")
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    await scene.relay.pump()
    question = scene.courier.of(Kind.WORD)[-1]
    with pytest.raises(Refusal, match="NOT_YOURS"):
        await scene.app.timeout_votes.vote(scene.key(), BEN, match=match, choice=Choice.WAIT)
    await scene.app.timeout_votes.vote(scene.key(), CLEO, match=match, choice=Choice.WAIT)

    assert (CLEO.user,) == question.mention
    assert scene.clock.now() + HOUR == await due(scene, match)
    assert () == (await scene.app.uow.read(match)).proposals


@pytest.mark.parametrize("choice", [Choice.MOVE, Choice.OPEN, Choice.COMPUTER])
async def test_what_the_others_decide_is_done(scene: Scene, choice: Choice) -> None:
    """
    The default move, an open seat, or a computer player.
    """
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    await scene.app.timeout_votes.vote(scene.key(), BEN, match=match, choice=choice)
    view = await scene.app.matches.view(match, None)

    assert (choice is Choice.OPEN, choice is Choice.COMPUTER) == (view.seats[0].open, view.seats[0].stood_in)
    assert (choice is Choice.COMPUTER) == (view.view.state.turns == 0)


async def test_a_vote_nobody_takes_part_in_ends_with_the_default_move(scene: Scene) -> None:
    """
    Half an hour after a turn of one hour; until then the player can simply play.
    """
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    still = (await scene.app.matches.view(match, None)).view.state.turns
    scene.clock.forward(minutes=30)
    await scene.app.scheduler.sweep()

    assert (0, 1) == (still, (await scene.app.matches.view(match, None)).view.state.turns)


async def test_a_turn_ends_the_vote_about_it(scene: Scene) -> None:
    """
    Who plays while the others vote has played; there is nothing to vote on any more.
    """
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "1")
    with pytest.raises(Refusal, match="NO_VOTE"):
        await scene.app.timeout_votes.vote(scene.key(), BEN, match=match, choice=Choice.MOVE)

    assert () == (await scene.app.uow.read(match)).proposals


async def test_votes_that_cannot_be_are_refused(scene: Scene) -> None:
    """
    Strangers, the player concerned, a seat nobody votes on, a computer player the game does not have.
    """
    match = await start(scene, Late.VOTE, game="season")
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    late = scene.app.timeout_votes
    for actor, choice, seat, code in (
        (DORA, Choice.MOVE, None, "NOT_A_PLAYER"),
        (ANN, Choice.WAIT, None, "NOT_YOURS"),
        (BEN, Choice.MOVE, Seat(1), "NO_VOTE"),
        (BEN, Choice.COMPUTER, None, "NO_COMPUTER"),
    ):
        with pytest.raises(Refusal, match=code):
            await late.vote(scene.key(), actor, match=match, choice=choice, seat=seat)
    with pytest.raises(Refusal, match="NOT_GONE"):
        await late.back(scene.key(), BEN, match=match)

    assert 0 == (await scene.app.matches.view(match, None)).view.state.turns


async def test_a_choice_that_cannot_be_made_is_refused_at_creation(scene: Scene) -> None:
    """
    A game without computer players; without a clock there is nothing to choose.
    """
    with pytest.raises(Refusal, match="NO_COMPUTER"):
        await scene.open("season", pace=with_late(TURN, Late.COMPUTER))

    assert NoPace() == with_late(NoPace(), Late.VOTE)


# --- No match is immortal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", list(Late))
@pytest.mark.parametrize("pace", [BANK, TURN])
async def test_a_match_to_which_nobody_comes_ends(scene: Scene, late: Late, pace: Banked | PerMove) -> None:
    """
    Whatever the host chose: each moment at which something is due brings it on, within a bounded time.
    """
    match = await scene.match("brainy", (ANN, BEN, CLEO), pace=with_late(pace, late))
    began = scene.clock.now()
    for _ in range(80):
        table = await scene.app.uow.read(match)
        if table.match.status is Status.FINISHED:
            break
        dues = [row.due for row in table.pending if row.due is not None]
        scene.clock.forward(seconds=max(0.0, (min(dues) - scene.clock.now()).total_seconds()))
        await scene.app.scheduler.sweep()
        await scene.app.computer_players.think()

    assert Status.FINISHED is (await scene.app.uow.read(match)).match.status
    assert scene.clock.now() - began < timedelta(days=30)
