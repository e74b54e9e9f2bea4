"""Whatever happens to a tournament, at every stage and in every format, it ends as its written rule says."""

from __future__ import annotations

import os
import random
from functools import partial

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from bot.app.tournaments.records import Start
from db.tournaments.records import Format, PairingStatus, TournamentStatus
from tests.app.tournaments.explained import check_end, check_moment, check_news
from tests.app.tournaments.troubled import PEOPLE, Troubled, settings_by

EXAMPLES = int(os.environ.get("EVENTS", "4"))
"""Tournaments of each format; ``EVENTS=1000`` looks for more, each time others."""

picks = st.integers(0, 999)
people = st.integers(0, PEOPLE - 1)
looked = st.sampled_from((True, True, False))
"""Whether the tournament goes on at once, or something else happens before."""


class Troubles(RuleBasedStateMachine):
    """One tournament to which things happen in any order."""

    def __init__(self, format: Format) -> None:
        super().__init__()
        self.format = format

    @initialize(seed=st.integers(0, 9999), many=st.integers(2, 12), started=st.booleans())
    def begin(self, seed: int, many: int, started: bool) -> None:
        """Open it, and let people enter."""
        self.held = Troubled(self.format, settings_by(random.Random(seed), self.format, people=many), seed=seed)
        self.held.memory.watch = check_news
        for person in range(many * self.held.tournament.settings.team):
            self.held.join(person)
        if started:
            self.held.start()
            self._then()

    def _then(self, now: bool = True) -> None:
        """Let it go on, and look at it; the first time that it is over, at its end."""
        if not now:
            return
        alive = self.held.tournament.alive
        self.held.work()
        check_moment(self.held)
        if alive and not self.held.tournament.alive:
            check_end(self.held.tournament, self.held.memory.news)

    @rule()
    def go_on(self) -> None:
        """Let something happen by which it goes on."""
        self._then()
        if self.held.tournament.alive:
            self.held.go_on()
            self._then()

    @rule(pick=picks, even=st.booleans(), now=looked)
    def finish(self, pick: int, even: bool, now: bool) -> None:
        """Let a match end."""
        self.held.finish(pick, even=even)
        self._then(now)

    @rule(pick=picks, seat=picks, now=looked)
    def give_up(self, pick: int, seat: int, now: bool) -> None:
        """Let somebody give up."""
        self.held.give_up(pick, seat)
        self._then(now)

    @rule(pick=picks, seat=picks, both=st.booleans(), now=looked)
    def time_up(self, pick: int, seat: int, both: bool, now: bool) -> None:
        """Let somebody lose by time, or all."""
        self.held.time_up(pick, seat, all_of_them=both)
        self._then(now)

    @rule(person=people, now=looked)
    def join(self, person: int, now: bool) -> None:
        """Let somebody enter, check in, or come back."""
        self.held.join(person)
        self._then(now)

    @rule()
    def check_in(self) -> None:
        """Let all check in."""
        self.held.check_all_in()
        self._then()

    @rule(pick=picks, now=looked)
    def leave(self, pick: int, now: bool) -> None:
        """Let somebody leave."""
        self.held.leave(pick)
        self._then(now)

    @rule(pick=picks, now=looked)
    def drop(self, pick: int, now: bool) -> None:
        """Let the organizer take somebody out."""
        self.held.drop(pick)
        self._then(now)

    @rule(pick=picks, person=people, now=looked)
    def substitute(self, pick: int, person: int, now: bool) -> None:
        """Let somebody play on for an entrant."""
        self.held.substitute(pick, person)
        self._then(now)

    @rule(pick=picks, now=looked)
    def annul(self, pick: int, now: bool) -> None:
        """Let the organizer annul a result."""
        self.held.annul(pick)
        self._then(now)

    @rule(pick=picks, even=st.booleans(), now=looked)
    def ruling(self, pick: int, even: bool, now: bool) -> None:
        """Let the organizer set places, as after an appeal."""
        self.held.rule(pick, even=even)
        self._then(now)

    @rule(pick=picks, days=st.integers(0, 40))
    def extend(self, pick: int, days: int) -> None:
        """Let the organizer give a match more days."""
        self.held.extend(pick, days)
        self._then()

    @rule(hours=st.sampled_from((1, 12, 30, 200, 800)))
    def wait(self, hours: int) -> None:
        """Let time pass."""
        self.held.wait(hours)
        self._then()

    @rule(hours=st.sampled_from((0.1, 13, 100, 900)))
    def outage(self, hours: float) -> None:
        """Let nobody reach the bot."""
        self.held.outage(hours)
        self._then()

    @rule(hours=st.sampled_from((1, 20, 100)), now=looked)
    def date(self, hours: int, now: bool) -> None:
        """Let the organizer give it a date."""
        self.held.date(hours)
        self._then(now)

    @rule(how=st.sampled_from(Start), now=looked)
    def start(self, how: Start, now: bool) -> None:
        """Let the organizer start it."""
        self.held.start(how)
        self._then(now)

    @rule(one=picks, other=picks)
    def block(self, one: int, other: int) -> None:
        """Let somebody block somebody."""
        self.held.block(one, other)
        self._then()

    @rule(one=picks, other=picks, back=st.booleans())
    def keep_apart(self, one: int, other: int, back: bool) -> None:
        """Let the organizer keep two apart, or no longer."""
        self.held.keep_apart(one, other, back=back)
        self._then()

    @rule(now=looked)
    def computer(self, now: bool) -> None:
        """Let a computer player enter."""
        self.held.computer()
        self._then(now)

    @rule(hours=st.sampled_from((1, 50, 700)), now=looked)
    def pause(self, hours: int, now: bool) -> None:
        """Let the organizer pause it."""
        self.held.pause(hours)
        self._then(now)

    @rule()
    def resume(self) -> None:
        """Let the organizer end a pause."""
        self.held.resume()
        self._then()

    @rule(pick=picks, round=st.integers(0, 4), back=st.booleans())
    def sit_out(self, pick: int, round: int, back: bool) -> None:
        """Let somebody ask for a bye, or take that back."""
        self.held.sit_out(pick, round, back=back)
        self._then()

    def teardown(self) -> None:
        """Let it go on to its end."""
        if hasattr(self, "held"):
            self._then()
            while self.held.tournament.alive:
                self.held.go_on()
                self._then()
            done = self.held.tournament

            assert done.record.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
            assert done.record.due is None
            if done.record.status is TournamentStatus.FINISHED:
                assert not [row for row in done.pairings if row.status is PairingStatus.WAITING]


@pytest.mark.parametrize("format", Format)
def test_x1_whatever_happens_an_event_ends_as_its_rule_says(format: Format) -> None:
    """
    People leave, return, do not appear; results are annulled and ruled about; the bot is away: in any order.
    """
    run_state_machine_as_test(
        partial(Troubles, format),  # type: ignore[arg-type]  # anything that makes one
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=25,
            derandomize="EVENTS" not in os.environ,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate,),  # what fails is told as it is: to make it shorter takes minutes
            report_multiple_bugs=False,
        ),
    )
