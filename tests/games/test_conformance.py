"""What every game must keep, tried on random matches with every number of players."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from games.core.errors import Unreadable
from games.core.game import Marks, Outcome, Setup
from games.core.input.complete import Completion, complete_line
from games.core.input.forms import check_length
from games.core.moves import Move, fields_of
from games.core.registry import registry
from games.core.rng import Rng
from games.core.running.codec import Codec
from games.core.running.forced import weave_forced
from games.core.running.play import (
    Cause,
    Position,
    add_end,
    asks_of,
    commit,
    ends_of,
    fallback_turn,
    find_ask,
    finish,
    fold,
    offered_verbs,
    settle,
    start,
    table_step,
    timers,
)
from games.core.running.record import replay
from games.core.running.selfplay import play_match, think
from games.core.search.enumerate import is_offered, moves_of, random_moves
from games.core.seats import TABLE, AskId, Seat
from tests.games.matches import GAMES, SEED, Match, every_game, every_table, played

TO_MOVE = re.compile(r"to move|turn to|'s turn|to act|to decide|decides")

LONGEST_ASK_ID = 40
"""Ids of asks go into the ids of buttons, which hold 100 characters."""

MOST_MOVES_TRIED = 12
"""Moves of one verb played at one moment."""


def test_every_game_can_be_loaded() -> None:
    """
    No game that is announced is broken.
    """
    assert registry().broken == {}


@every_table
def test_same_seed_same_match(key: str, seats: int) -> None:
    """
    Setup, rules and players draw from the seed alone: the same seed gives the same log and the same end.
    """
    match = played(key, seats)

    again = play_match(match.game, match.setup, SEED)

    assert match.entries == again.entries
    assert match.end == again.position


@every_table
def test_a_match_survives_the_codec(key: str, seats: int) -> None:
    """
    Positions, views of every seat and of spectators, and the log come back from their bytes unchanged.
    """
    match = played(key, seats)
    codec = Codec(match.game)

    for step in match.steps:
        assert step.position == codec.read_position(codec.position(step.position))
    for state in match.states:
        for seat in (None, *match.seats()):
            view = match.game.view(state, seat)
            assert view == codec.read_view(codec.encode(view))
    assert match.entries == codec.read_entries(codec.encode(match.entries))
    assert match.setup.options == codec.read_options(codec.encode(match.setup.options))


@every_table
def test_a_log_replays(key: str, seats: int) -> None:
    """
    The log leads from the seed to the same position again, entry for entry.
    """
    match = played(key, seats)

    position = replay(match.game, match.setup, SEED, match.entries)

    assert match.end == position


@every_table
def test_a_line_means_the_turn_it_was_written_for(key: str, seats: int) -> None:
    """
    Reading the line of a turn gives its moves; what is forced and the silent end may be left out of it.
    """
    match = played(key, seats)

    for moment in match.moments():
        seat, ask = moment.ask.seat, moment.ask.id
        read = match.game.read(match.game.view(moment.state, seat), moment.entry.line)
        woven = weave_forced(match.game, moment.state, seat, ask, read)
        turn = add_end(match.game, moment.state, seat, ask, woven)[0]
        assert moment.entry.moves == turn, moment.entry.line


@every_table
def test_a_word_means_the_move_it_was_written_for(key: str, seats: int) -> None:
    """
    Each move has one word without spaces, and the word is read as that move.
    """
    match = played(key, seats)
    ends = ends_of(match.game)

    for moment in match.moments():
        for state, ask, move in match.halfway(moment):
            if isinstance(move, ends) or not move.offered:
                continue
            view = match.game.view(state, ask.seat)
            word = match.game.word(view, move)
            assert word.split() == [word]
            assert move == match.game.read_word(view, word, offered_verbs(match.game, ask)), word


def _some_moves(match: Match, view: object, verb: type[Move], rng: Rng) -> Iterator[Move]:
    """Yield the first moves of a verb and some at random."""
    yield from moves_of(match.game, view, verb, MOST_MOVES_TRIED // 2)
    for move, _ in zip(random_moves(match.game, view, verb, rng), range(MOST_MOVES_TRIED // 2), strict=False):
        yield move


@every_table
def test_what_is_offered_can_be_played(key: str, seats: int) -> None:
    """
    Every move made of offered choices passes the check, can be played, and is told in at most 100 characters (a label).
    """
    match = played(key, seats)
    rng = Rng(SEED)

    for moment in match.moments():
        for state, ask, _ in match.halfway(moment):
            view = match.game.view(state, ask.seat)
            for verb in ask.verbs:
                for move in _some_moves(match, view, verb, rng):
                    match.game.check(view, move)
                    fold(match.game, state, ask.seat, ask.id, (move,))
                    assert len(match.words(match.game.tell(view, move))) <= 100


@every_table
def test_asks_are_in_order(key: str, seats: int) -> None:
    """
    Ids are short, unique at a time and never return once gone; the asks of a seat share no verb and run on no timer;
    what the table does needs no fields; no verb of an ask is missing in the Spec.
    """
    match = played(key, seats)
    gone: set[AskId] = set()
    standing: set[AskId] = set()

    for step in match.steps:
        asks = match.game.asks(step.position.state)
        ids = {ask.id for ask in asks}
        assert len(asks) == len(ids)
        assert gone & ids == set()
        gone |= standing - ids
        standing = ids
        for seat in (TABLE, *match.seats()):
            verbs = [verb for ask in asks_of(match.game, step.position.state, seat) for verb in ask.verbs]
            assert seat == TABLE or len(verbs) == len(set(verbs))
            assert set(verbs) <= set(match.game.spec.moves)
        for ask in asks:
            assert len(ask.id) <= LONGEST_ASK_ID
            assert ask.seat != TABLE or not any(info.required for info in fields_of(ask.verbs[0]))
            assert ask.seat == TABLE or (ask.after is None and not ask.at_restart)


@every_table
def test_the_result_is_consistent(key: str, seats: int) -> None:
    """
    A finished match has a place for each seat; places are shared where tied; more points are never placed lower; the
    rows of a score add up; nothing is asked any more. Before the end there is no result.
    """
    match = played(key, seats)

    outcome = match.game.outcome(match.end.state)

    assert outcome is not None
    assert match.game.asks(match.end.state) == ()
    assert all(match.game.outcome(step.position.state) is None for step in match.steps[:-2])
    _check_places(outcome, seats)


def _check_places(outcome: Outcome, seats: int) -> None:
    places, totals = outcome.places, outcome.totals
    assert seats == len(places) == len(totals)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    for place, total in zip(places, totals, strict=True):
        assert all(place <= other for other, less in zip(places, totals, strict=True) if less < total)
    for rows, total in zip(outcome.scores, totals, strict=bool(outcome.scores)):
        assert total == sum(row.points or 0 for row in rows)


@every_table
def test_the_fallback_ends_every_ask(key: str, seats: int) -> None:
    """
    At each ask that is waited for, the moves made at the deadline are legal and end it.
    """
    match = played(key, seats)

    for state in match.states:
        for ask in match.game.asks(state):
            if ask.waits and ask.seat != TABLE:
                turn = fallback_turn(match.game, state, ask)
                folded = finish(match.game, state, ask.seat, ask.id, turn)
                assert find_ask(match.game, folded.state, ask.id) is None or folded.barrier


@every_table
def test_complete_choices_hold_the_fallback(key: str, seats: int) -> None:
    """
    Where an ask says that its choices are complete, they hold the moves made at the deadline that are offered at all.
    """
    match = played(key, seats)
    game, ends = match.game, ends_of(match.game)

    for moment in match.moments():
        state, seat, ask = moment.state, moment.ask.seat, moment.ask
        for move in fallback_turn(game, state, ask) if ask.waits else ():
            standing = find_ask(game, state, ask.id)
            if standing is not None and standing.exact and (move.offered or isinstance(move, ends)):
                assert is_offered(game, game.view(state, seat), move)
            state = fold(game, state, seat, ask.id, (move,)).state


@every_table
def test_sealed_turns_are_independent(key: str, seats: int) -> None:
    """
    The turns of a sealed group may be folded in any order: backwards they lead to the same state.
    """
    match = played(key, seats)

    for before, after in itertools.pairwise(match.steps):
        if len(after.entries) > 1 and after.entries[0].seat != TABLE:
            state = before.position.state
            for entry in reversed(after.entries):
                state = fold(match.game, state, entry.seat, entry.ask, entry.moves).state
            assert after.position.state == state


@every_table
def test_a_match_of_absent_players_ends(key: str, seats: int) -> None:
    """
    If nobody ever acts, fallbacks and the table bring the match to its end.
    """
    match = played(key, seats)

    position = _absent(match)

    assert match.game.outcome(position.state) is not None


def _absent(match: Match) -> Position[Any]:
    position = start(match.game, match.setup, SEED).position
    while asks := match.game.asks(position.state):
        owing = [ask for ask in asks if ask.waits and ask.seat != TABLE and ask.id not in position.sealed]
        if owing:
            turn = fallback_turn(match.game, position.state, owing[0])
            made = commit(match.game, position, owing[0].seat, owing[0].id, turn, cause=Cause.FALLBACK)
        else:
            made = table_step(match.game, position, timers(match.game, position.state)[0], SEED)
        position = settle(match.game, made.position, SEED).position
    return position


@every_table
def test_secrets_of_others_do_not_change_my_view(key: str, seats: int) -> None:
    """
    With other secrets a seat sees the same board, spectators do too, and what is asked of everybody reads the same.
    """
    match = played(key, seats)
    game, rng = match.game, Rng(SEED)
    codec = Codec(game)

    for state in match.states:
        public = [(ask.id, ask.seat, ask.text) for ask in game.asks(state)]
        for seat in match.seats():
            other = game.resample(state, seat, rng)
            assert game.view(state, seat) == game.view(other, seat)
            assert game.view(state, None) == game.view(other, None)
            assert public == [(ask.id, ask.seat, ask.text) for ask in game.asks(other)]
            assert asks_of(game, state, seat) == asks_of(game, other, seat)
            position = Position(other)
            assert position == codec.read_position(codec.position(position))


@every_table
def test_marks_tell_what_changed(key: str, seats: int) -> None:
    """
    Between equal views nothing is marked; between any two views of a reader marks can be made.
    """
    match = played(key, seats)
    game = match.game

    for reader in (None, *match.seats()):
        views = [game.view(state, reader) for state in match.states]
        for before, after in itertools.pairwise(views):
            assert isinstance(game.marks(before, after), Marks)
            assert game.marks(after, after).spots == ()


@every_game
def test_every_option_gives_a_match_that_ends(key: str) -> None:
    """
    With each value of each option a random match with few players reaches its end.
    """
    game = GAMES[key]
    for info in fields_of(game.spec.options):
        values = (True, False) if info.type is bool else get_args(info.type) if get_origin(info.type) is Literal else ()
        for value in values or (info.field.least, info.field.most):
            if value != info.default:
                options = msgspec.structs.replace(game.spec.options(), **{info.name: value})
                assert play_match(game, Setup(game.spec.seats[0], options), SEED).turns > 0


@every_game
def test_every_older_state_can_be_lifted(key: str) -> None:
    """
    For each earlier state number there is a lift by one.
    """
    game = GAMES[key]

    assert set(range(1, game.spec.state_number)) == set(game.lifts)


@every_game
def test_computer_players_make_legal_turns(key: str) -> None:
    """
    Each level of the game's computer players finds a whole legal turn for everything that is asked at the start.
    """
    game = GAMES[key]
    setup = Setup(game.spec.seats[-1], game.spec.options())
    position = start(game, setup, SEED).position

    for brain in game.players().values():
        for ask in game.asks(position.state):
            if ask.seat == TABLE:
                continue  # a clock that runs
            turn = think(game, position.state, ask, brain, Rng(b"another"))
            finish(game, position.state, ask.seat, ask.id, turn)
            assert turn


@pytest.mark.parametrize("key", registry().games)
def test_a_match_that_is_ended_early_waits_for_nobody(key: str) -> None:
    """
    At any moment it can be shown and scored as one that is over: nothing is asked, and the score is open.
    """
    match = played(key, GAMES[key].spec.seats[-1])
    game = match.game

    for state in match.states[::6]:
        closed = game.close(state)
        told = [match.words(game.describe(game.view(closed, seat))) for seat in (None, Seat(0))]

        assert game.asks(closed) == ()
        assert game.outcome(closed) is not None
        assert game.standing(closed) is not None
        assert not [words for words in told if TO_MOVE.search(words)]


def test_secret_scores_are_open_in_a_match_that_is_ended_early() -> None:
    """
    Greenies that were secret count and are shown.
    """
    match = played("greentown", 2)
    secret = [state for state in match.states if match.game.standing(state) is None]
    totals = [match.game.outcome(match.game.close(state)) for state in secret]

    assert any(outcome is not None and all(outcome.totals) for outcome in totals)


@every_table
def test_no_line_is_longer_than_the_longest(key: str, seats: int) -> None:
    """
    The longest line that a game declares leaves room over all that is played, and nothing longer is completed or read.
    """
    match = played(key, seats)
    most = match.game.spec.longest_line
    moment = next(iter(match.moments()))
    view = match.game.view(moment.state, moment.ask.seat)
    longer = moment.entry.line.ljust(most + 1)

    assert 1.5 * max(len(entry.line) for entry in match.entries) <= most
    assert match.game.read(view, moment.entry.line) == match.game.read(view, moment.entry.line.ljust(most))
    assert Completion() == complete_line(
        match.game, moment.state, moment.ask.seat, moment.ask.id, longer, words=match.words
    )
    with pytest.raises(Unreadable) as caught:
        check_length(match.game, len(longer))
    assert "TOO_LONG" == caught.value.code
