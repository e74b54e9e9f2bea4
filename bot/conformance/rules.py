"""What every game must keep, tried on random matches with every number of players."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from bot.conformance.matches import SEED, Match, play_random
from games.core.base import BEGINNER, STRONG
from games.core.contract import AnyGame
from games.core.errors import Unreadable
from games.core.game import Marks, Outcome, Setup
from games.core.input.complete import Completion, complete_line
from games.core.input.forms import check_length
from games.core.moves import Move, fields_of
from games.core.rng import Rng
from games.core.running.codec import Codec
from games.core.running.forced import weave_forced
from games.core.running.play import (
    Cause,
    Position,
    TurnContext,
    add_end,
    asks_of,
    commit,
    ends_of,
    fallback_turn,
    find_ask,
    find_offered_verbs,
    finish,
    fold,
)
from games.core.running.record import replay
from games.core.running.selfplay import play_match, play_steps, think
from games.core.running.table import settle, start, table_step, timers
from games.core.search.enumerate import is_offered, moves_of, random_moves
from games.core.search.unread import unread
from games.core.seats import TABLE, AskId, Seat

TO_MOVE = re.compile(r"to move|turn to|'s turn|to act|to decide|decides")

LONGEST_ASK_ID = 40
"""Ids of asks go into the ids of buttons, which hold 100 characters."""

MOST_MOVES_TRIED = 12
"""Moves of one verb played at one moment."""


def test_same_seed_same_match(game: AnyGame, seats: int) -> None:
    """
    Setup, rules and players draw from the seed alone: the same seed gives the same log and the same end.
    """
    match = play_random(game, seats)

    again = play_match(game, match.setup, SEED)

    assert match.entries == again.entries
    assert match.end == again.position


def test_a_match_survives_the_codec(game: AnyGame, seats: int) -> None:
    """
    Positions, views of every seat and of spectators, and the log come back from their bytes unchanged.
    """
    match = play_random(game, seats)
    codec = Codec(game)

    for step in match.steps:
        assert step.position == codec.read_position(codec.position(step.position))
    for state in match.states:
        for seat in (None, *match.seats()):
            view = game.view(state, seat)
            assert view == codec.read_view(codec.encode(view))
    assert match.entries == codec.read_entries(codec.encode(match.entries))
    assert match.setup.options == codec.read_options(codec.encode(match.setup.options))


def test_a_log_replays(game: AnyGame, seats: int) -> None:
    """
    The log leads from the seed to the same position again, entry for entry.
    """
    match = play_random(game, seats)

    position = replay(game, match.setup, SEED, match.entries)

    assert match.end == position


def test_a_line_means_the_turn_it_was_written_for(game: AnyGame, seats: int) -> None:
    """
    Reading the line of a turn gives its moves; what is forced and the silent end may be left out of it.
    """
    match = play_random(game, seats)

    for moment in match.moments():
        seat, ask = moment.ask.seat, moment.ask.id
        read = game.notation.read(game.view(moment.state, seat), moment.entry.line)
        woven = weave_forced(TurnContext(game, moment.state, seat, ask), read)
        turn = add_end(game, moment.state, seat, ask, woven)[0]
        assert moment.entry.moves == turn, moment.entry.line


def test_a_word_means_the_move_it_was_written_for(game: AnyGame, seats: int) -> None:
    """
    Each move has one word without spaces, and the word is read as that move.
    """
    match = play_random(game, seats)
    ends = ends_of(game)

    for moment in match.moments():
        for state, ask, move in match.halfway(moment):
            if isinstance(move, ends) or not move.offered:
                continue
            view = game.view(state, ask.seat)
            word = game.notation.word(view, move)
            assert word.split() == [word]
            assert move == game.notation.read_word(view, word, find_offered_verbs(game, ask)), word


def _some_moves(match: Match, view: object, verb: type[Move], rng: Rng) -> Iterator[Move]:
    """Yield the first moves of a verb and some at random."""
    yield from moves_of(match.game, view, verb, MOST_MOVES_TRIED // 2)
    for move, _ in zip(random_moves(match.game, view, verb, rng), range(MOST_MOVES_TRIED // 2), strict=False):
        yield move


def test_what_is_offered_can_be_played(game: AnyGame, seats: int) -> None:
    """
    Every move made of offered choices passes the check, can be played, and is told in at most 100 characters (a label).
    """
    match = play_random(game, seats)
    rng = Rng(SEED)

    for moment in match.moments():
        for state, ask, _ in match.halfway(moment):
            view = game.view(state, ask.seat)
            for verb in ask.verbs:
                for move in _some_moves(match, view, verb, rng):
                    game.check(view, move)
                    fold(game, state, ask.seat, ask.id, (move,))
                    assert len(match.words(game.tell(view, move))) <= 100


def test_asks_are_in_order(game: AnyGame, seats: int) -> None:
    """
    Ids are short, unique at a time and never return once gone; the asks of a seat share no verb and run on no timer;
    what the table does needs no fields; no verb of an ask is missing in the Spec.
    """
    match = play_random(game, seats)
    gone: set[AskId] = set()
    standing: set[AskId] = set()

    for step in match.steps:
        asks = game.asks(step.position.state)
        ids = {ask.id for ask in asks}
        assert len(asks) == len(ids)
        assert gone & ids == set()
        gone |= standing - ids
        standing = ids
        for seat in (TABLE, *match.seats()):
            verbs = [verb for ask in asks_of(game, step.position.state, seat) for verb in ask.verbs]
            assert seat == TABLE or len(verbs) == len(set(verbs))
            assert set(verbs) <= set(game.spec.moves)
        for ask in asks:
            assert len(ask.id) <= LONGEST_ASK_ID
            assert ask.seat != TABLE or not any(info.required for info in fields_of(ask.verbs[0]))
            assert ask.seat == TABLE or (ask.after is None and not ask.at_restart)


def test_the_result_is_consistent(game: AnyGame, seats: int) -> None:
    """
    A finished match has a place for each seat; places are shared where tied; more points are never placed lower; the
    rows of a score add up; nothing is asked any more. Before the end there is no result.
    """
    match = play_random(game, seats)

    outcome = game.outcome(match.end.state)

    assert outcome is not None
    assert game.asks(match.end.state) == ()
    assert all(game.outcome(step.position.state) is None for step in match.steps[:-2])
    _check_places(outcome, seats)


def _check_places(outcome: Outcome, seats: int) -> None:
    places, totals = outcome.places, outcome.totals
    assert seats == len(places) == len(totals)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    for place, total in zip(places, totals, strict=True):
        assert all(place <= other for other, less in zip(places, totals, strict=True) if less < total)
    for rows, total in zip(outcome.scores, totals, strict=bool(outcome.scores)):
        assert total == sum(row.points or 0 for row in rows)


def test_the_fallback_ends_every_ask(game: AnyGame, seats: int) -> None:
    """
    At each ask that is waited for, the moves made at the deadline are legal and end it.
    """
    match = play_random(game, seats)

    for state in match.states:
        for ask in game.asks(state):
            if ask.waits and ask.seat != TABLE:
                turn = fallback_turn(game, state, ask)
                folded = finish(game, state, ask.seat, ask.id, turn)
                assert find_ask(game, folded.state, ask.id) is None or folded.barrier


def test_complete_choices_hold_the_fallback(game: AnyGame, seats: int) -> None:
    """
    Where an ask says that its choices are complete, they hold the moves made at the deadline that are offered at all.
    """
    match = play_random(game, seats)
    ends = ends_of(game)

    for moment in match.moments():
        state, seat, ask = moment.state, moment.ask.seat, moment.ask
        for move in fallback_turn(game, state, ask) if ask.waits else ():
            standing = find_ask(game, state, ask.id)
            if standing is not None and standing.exact and (move.offered or isinstance(move, ends)):
                assert is_offered(game, game.view(state, seat), move)
            state = fold(game, state, seat, ask.id, (move,)).state


def test_sealed_turns_are_independent(game: AnyGame, seats: int) -> None:
    """
    The turns of a sealed group may be folded in any order: backwards they lead to the same state.
    """
    match = play_random(game, seats)

    for before, after in itertools.pairwise(match.steps):
        if len(after.entries) > 1 and after.entries[0].seat != TABLE:
            state = before.position.state
            for entry in reversed(after.entries):
                state = fold(game, state, entry.seat, entry.ask, entry.moves).state
            assert after.position.state == state


def test_a_match_of_absent_players_ends(game: AnyGame, seats: int) -> None:
    """
    If nobody ever acts, fallbacks and the table bring the match to its end.
    """
    match = play_random(game, seats)

    position = _absent(match)

    assert game.outcome(position.state) is not None


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


def test_secrets_of_others_do_not_change_my_view(game: AnyGame, seats: int) -> None:
    """
    With other secrets a seat sees the same board, spectators do too, and what is asked of everybody reads the same.
    A computer player in that seat thinks in the same worlds.
    """
    match = play_random(game, seats)
    rng = Rng(SEED)
    codec = Codec(game)

    for state in match.states:
        public = [(ask.id, ask.seat, ask.text) for ask in game.asks(state)]
        for seat in match.seats():
            other = game.bots.resample(state, seat, rng)
            assert game.view(state, seat) == game.view(other, seat)
            assert game.view(state, None) == game.view(other, None)
            assert public == [(ask.id, ask.seat, ask.text) for ask in game.asks(other)]
            assert asks_of(game, state, seat) == asks_of(game, other, seat)
            assert game.bots.resample(state, seat, Rng(SEED)) == game.bots.resample(other, seat, Rng(SEED))
            position = Position(other)
            assert position == codec.read_position(codec.position(position))


def test_marks_tell_what_changed(game: AnyGame, seats: int) -> None:
    """
    Between equal views nothing is marked; between any two views of a reader marks can be made.
    """
    match = play_random(game, seats)

    for reader in (None, *match.seats()):
        views = [game.view(state, reader) for state in match.states]
        for before, after in itertools.pairwise(views):
            assert isinstance(game.panel.marks(before, after), Marks)
            assert game.panel.marks(after, after).spots == ()


def test_every_option_gives_a_match_that_ends(game: AnyGame) -> None:
    """
    With each value of each option a random match with few players reaches its end.
    """
    for info in fields_of(game.spec.options):
        values = (True, False) if info.type is bool else get_args(info.type) if get_origin(info.type) is Literal else ()
        for value in values or (info.field.least, info.field.most):
            if value != info.default:
                options = msgspec.structs.replace(game.spec.options(), **{info.name: value})
                assert play_match(game, Setup(game.spec.seats[0], options), SEED).turns > 0


def test_every_older_state_can_be_lifted(game: AnyGame) -> None:
    """
    For each earlier state number there is a lift by one.
    """
    assert set(range(1, game.spec.state_number)) == set(game.lifts)


SEARCHED = 20
"""Steps that a search is given, many fewer than it takes."""


def test_computer_players_make_legal_turns(game: AnyGame) -> None:
    """
    Each level of the game's computer players finds a whole legal turn for everything that is asked at the start; one
    that searches also when its time is soon over.
    """
    setup = Setup(game.spec.seats[-1], game.spec.options())
    position = start(game, setup, SEED).position

    for level, brain in game.bots.players().items():
        for ask in game.asks(position.state):
            if ask.seat == TABLE:
                continue  # a clock that runs
            steps = iter(range(SEARCHED))
            is_over = (lambda steps=steps: next(steps, None) is None) if level == STRONG else None
            turn = think(game, position.state, ask, brain, Rng(b"another"), is_over=is_over)
            if not turn:
                assert not ask.waits
                continue
            finish(game, position.state, ask.seat, ask.id, turn)


LOOKED_AT = 7
"""Of so many moments of a match one is looked at."""


def test_what_a_search_tries_is_legal(game: AnyGame, seats: int) -> None:
    """
    Quick players play a match to its end. On the way each turn proposed is a whole one, something is expected of
    every seat, and the same is asked where nobody reads it.
    """
    quick = game.bots.policies()
    brains = {Seat(seat): quick[seat % len(quick)] for seat in range(seats) if quick}
    steps = play_steps(game, Setup(seats, game.spec.options()), SEED, brains=brains)

    for progress in itertools.islice(steps, 0, None if quick else 0, LOOKED_AT):
        position = progress.position
        with unread():
            silent = [(ask.id, ask.verbs, ask.waits, ask.sealed) for ask in game.asks(position.state)]
        assert silent == [(ask.id, ask.verbs, ask.waits, ask.sealed) for ask in game.asks(position.state)]
        for ask in game.asks(position.state):
            if ask.seat != TABLE and ask.id not in position.sealed:
                view = game.view(position.state, ask.seat)
                for turn in game.bots.propose(view, ask, len(quick), Rng(SEED)):
                    finish(game, position.state, ask.seat, ask.id, turn)
                    assert seats == len(game.bots.expect(position.state))


def test_beginners_play_to_the_end(game: AnyGame) -> None:
    """
    Where there is such a level, whatever mistakes it makes: every turn of a match is one that the rules allow.
    """
    beginner = game.bots.players().get(BEGINNER)
    if beginner is None:
        return
    seats = min(game.spec.seats, key=lambda count: abs(count - 2))
    brains = dict.fromkeys(map(Seat, range(seats)), beginner)

    assert play_match(game, Setup(seats, game.spec.options()), SEED, brains=brains).turns


def test_a_match_that_is_ended_early_waits_for_nobody(game: AnyGame) -> None:
    """
    Where a game closes a match that ends early, at any moment: nothing is asked, and the score is open.
    """
    match = play_random(game, game.spec.seats[-1])

    for state in match.states[::6]:
        closed = game.ending.close(state)
        if closed == state:
            continue  # over, or left as it is
        told = [match.words(game.describe(game.view(closed, seat))) for seat in (None, Seat(0))]
        assert game.asks(closed) == ()
        assert game.outcome(closed) is not None
        assert game.ending.current_score(closed) is not None
        assert not [words for words in told if TO_MOVE.search(words)]


def test_no_line_is_longer_than_the_longest(game: AnyGame, seats: int) -> None:
    """
    The longest line that a game declares leaves room over all that is played, and nothing longer is completed or read.
    """
    match = play_random(game, seats)
    most = game.spec.longest_line
    moment = next(iter(match.moments()))
    view = game.view(moment.state, moment.ask.seat)
    longer = moment.entry.line.ljust(most + 1)

    assert 1.5 * max(len(entry.line) for entry in match.entries) <= most
    assert game.notation.read(view, moment.entry.line) == game.notation.read(view, moment.entry.line.ljust(most))
    assert Completion() == complete_line(match.turn(moment), longer, words=match.words)
    with pytest.raises(Unreadable) as caught:
        check_length(game, len(longer))
    assert "TOO_LONG" == caught.value.code
