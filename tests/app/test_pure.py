"""Parts of the services that need no database."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

import bot.app
import bot.edge
from bot.app.changes import drafting
from bot.app.changes.drafting import length_of
from bot.app.match.outcomes import _last
from bot.app.match.turn_runner import MOST_TURNS, TurnRunner
from bot.app.runtime.refusals import WORDS
from bot.app.runtime.time_source import ManualClock, SystemClock
from bot.app.services import _new_seed
from games.core.game import Ask, Options, Outcome, Setup, Step
from games.core.input.panel import Draft, Partial
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import TurnContext
from games.core.running.table import start
from games.core.seats import AskId, Seat
from games.core.text import say
from tests.games.tiny.season import SEASON, Pass, Season, Sow, State

SOURCES = sorted(Path(bot.app.__file__).parent.rglob("*.py"))
FORMER = msgspec.json.decode((Path(bot.app.__file__).parent / "data/former_ids.json").read_bytes(), type=dict[str, str])
EDGE = sorted(Path(bot.edge.__file__).parent.rglob("*.py"))


def test_every_sentence_of_the_services_is_in_the_catalogue() -> None:
    """
    What the code says by id exists in words, and no sentence is left over.
    """
    text = "".join(path.read_text(encoding="utf-8") for path in (*SOURCES, *EDGE))
    used = set(re.findall(r'"app\.([a-z_]+)"', text))
    used |= set(re.findall(r'refuse\(\s*"[A-Z_]+",\s*"([a-z_]+)"', text))
    used |= set(re.findall(r'refuse\(\s*"[A-Z_]+",[^"]*"[a-z_]+" if [^"]* else "([a-z_]+)"', text))
    used |= set(re.findall(r'\("[A-Z_]+", "([a-z_]+)"\)', text))
    used |= set(re.findall(r'\bpaired="([a-z_]+)"', text))
    used |= {former.removeprefix("app.") for former in FORMER.values()}
    known = {name.removeprefix("app.") for name in WORDS}
    begun = (*re.findall(r'f"app\.([a-z_]+)\{', text), *re.findall(r'f"(tournament_[a-z]+_)\{', text))

    assert set() == {name for name in known - used if not name.startswith(begun)}
    assert {"ended_", "ended_by_rule", "ended_by_vote", "ended_by_time"} >= used - known


def test_the_systems_clock_is_aware_and_the_manual_one_stands_still() -> None:
    """
    Times are UTC; a manual clock moves only when told.
    """
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))

    assert SystemClock().now().tzinfo is UTC
    assert clock.now() == clock.now()
    assert datetime(2026, 1, 2, tzinfo=UTC) == clock.forward(days=1)
    assert abs(SystemClock().now() - datetime.now(UTC)) < timedelta(seconds=5)


def test_seeds_are_new_and_of_32_bytes() -> None:
    """
    Nobody can guess the next seed.
    """
    assert 32 == len(_new_seed())
    assert _new_seed() != _new_seed()


def test_a_draft_keeps_the_moves_that_still_fit() -> None:
    """
    After others have moved, a draft is cut before the first move that is not possible any more, with the reason.
    """
    state = start(SEASON, Setup(seats=2, options=Options(), first=Seat(0)), b"s" * 32).position.state
    ask = SEASON.asks(state)[0]
    taken = State(state.season, state.turns, state.seat, {3: 1}, state.passed, state.seeds)

    cut, why = drafting.fit_draft(TurnContext(SEASON, taken, ask.seat, ask.id), Draft((Sow(3),)))
    whole, nothing = drafting.fit_draft(TurnContext(SEASON, state, ask.seat, ask.id), Draft((Sow(3),)))
    longer, late = drafting.fit_draft(TurnContext(SEASON, state, ask.seat, ask.id), Draft((Sow(3), Sow(4), Sow(5))))

    assert ((), (Sow(3),), (Sow(3),)) == (cut.moves, whole.moves, longer.moves)
    assert (True, True, False) == (why is not None, nothing is None, late is None)


def test_each_press_makes_a_draft_longer() -> None:
    """
    Verb, value, move: whatever is pressed counts, so that no two moments of a draft look alike.
    """
    drafts = [
        Draft(),
        Draft((), Partial("swap")),
        Draft((), Partial("swap", {"first": 1})),
        Draft((), Partial("swap", {"first": (1, 2)})),
        Draft((Sow(1), Pass())),
    ]

    assert [0, 1, 2, 3, 3] == [length_of(draft) for draft in drafts]


def test_those_who_gave_up_rank_behind_all_others() -> None:
    """
    The first to give up is last; the others close ranks.
    """
    outcome = Outcome(places=(1, 2, 2, 4), totals=(9, 5, 5, 1))

    assert (4, 1, 1, 3) == _last(outcome, ((Seat(0),),)).places
    assert (4, 3, 1, 2) == _last(outcome, ((Seat(0),), (Seat(1),))).places
    assert (3, 4, 1, 2) == _last(outcome, ((Seat(0), Seat(1)),)).places
    assert outcome == _last(outcome, ())


class Endless(Season):
    """A game in which somebody who gave up is asked for ever."""

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask with a new id each time."""
        return (Ask(id=AskId(f"t{state.turns}"), seat=Seat(state.seat), verbs=(Sow, Pass), text=say("season.ask")),)

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Go round and round."""
        return Step(State(1, state.turns + 1, state.seat, {}, state.passed, state.seeds))


def test_a_game_that_never_stops_is_a_bug_and_not_a_hang() -> None:
    """
    Turns that nobody decides are bounded.
    """
    game = Endless()
    position = start(game, Setup(seats=2, options=Options(), first=Seat(0)), b"s" * 32).position
    play = TurnRunner(game, b"s" * 32, position, frozenset({Seat(0), Seat(1)}))

    with pytest.raises(AssertionError, match="never end"):
        play.run_on()

    assert len(play.stretches) == MOST_TURNS
