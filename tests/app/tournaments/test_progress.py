"""Tournaments run by themselves to their end, in every format, with drop-outs.

Clauses as in ``docs/tournaments.md``.
"""

from __future__ import annotations

import time
from collections import Counter
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.app.runtime.refusals import WORDS
from bot.app.tournaments.formats.progress import Came, World, admit, advance
from bot.app.tournaments.formats.standings import rule_meaning, standings, write_points
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.settings import TieBreak, TournamentSettings
from db.ratings.records import Left
from db.tournaments.records import EntrantStatus, Format, PairingEnd, PairingStatus, TournamentStatus
from games.core.words import Words
from tests.app.tournaments.simulated import START, Simulation, by_number, entrant, tournament

SETTINGS: dict[Format, TournamentSettings] = {
    Format.ROUND_ROBIN: TournamentSettings(most=500, least=2, group=5, at_once=2),
    Format.SWISS: TournamentSettings(most=500, least=2, rounds=5),
    Format.FREE_SWISS: TournamentSettings(most=500, least=2, rounds=5),
    Format.KNOCKOUT: TournamentSettings(most=500, least=2),
    Format.DOUBLE_KNOCKOUT: TournamentSettings(most=500, least=2),
    Format.LADDER: TournamentSettings(most=500, least=2, rounds=4),
    Format.TABLES: TournamentSettings(most=500, least=2, rounds=4, seats=4),
}


@pytest.mark.parametrize("format", Format)
@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 30])
@pytest.mark.parametrize("drop", [0, 0.08])
def test_e1_every_format_ends_by_itself(format: Format, count: int, drop: float) -> None:
    """
    With any number of entrants, matches that end in any order, and entrants who leave.
    """
    if format is Format.TABLES:
        count = max(count, 4)
    for at_a_time in (1, 3, 10_000):
        played = Simulation(tournament(format, count, SETTINGS[format]), seed=count, drop=drop)
        done = played.run(at_a_time=at_a_time)
        table = standings(done)

        assert TournamentStatus.FINISHED is done.record.status
        assert done.record.due is None
        assert count == len({row.number for row in table.rows})
        assert 1 == table.rows[0].place


def test_e2_a_swiss_of_200_over_9_rounds_with_drop_outs() -> None:
    """
    It finishes by itself; nobody met anybody twice; those who stayed began as often as not, within one.
    """
    settings = TournamentSettings(most=200, least=2, rounds=9)
    played = Simulation(tournament(Format.SWISS, 200, settings), seed=7, drop=0.04)
    done = played.run()
    met = Counter(frozenset(row.entrants) for row in done.pairings if len(row.entrants) == 2)
    stayed = [rival for rival in done.rivals((e.number for e in done.active), {}) if rival.number]

    assert TournamentStatus.FINISHED is done.record.status
    assert 9 == done.record.round
    assert 1 == max(met.values())
    assert 60 < len(stayed) < 200
    assert max(abs(rival.tilt) for rival in stayed) <= 1


def test_e3_without_rounds_nobody_waits_for_the_slowest() -> None:
    """
    While one match goes on for ever, the others play all of theirs; every one of them met only once.
    """
    settings = TournamentSettings(most=20, least=2, rounds=4, patience_hours=12)
    played = Simulation(tournament(Format.FREE_SWISS, 12, settings), seed=3)
    played.step()
    slow = played.playing()[0]
    for _ in range(300):
        played.now += timedelta(hours=6)
        rows = [row for row in played.playing() if row.number != slow.number]
        came = {row.match: _came(row.entrants, played.now) for row in rows[:1] if row.match is not None}
        played.step(came)
    counts = Counter(number for row in played.tournament.pairings for number in row.entrants)
    others = [counts[number] for number in range(1, 13) if number not in slow.entrants]
    met = Counter(frozenset(row.entrants) for row in played.tournament.pairings)

    assert [PairingStatus.PLAYING] == [row.status for row in played.tournament.pairings if row.number == slow.number]
    assert min(others) >= 3
    assert 1 == max(met.values())


def _came(entrants: tuple[int, ...], at: object, *, late: tuple[int, ...] = ()) -> Came:
    places = tuple(range(1, len(entrants) + 1))
    left = tuple(Left.LATE if seat in late else Left.STAYED for seat in range(len(entrants)))
    return Came(places=places, totals=places, ended="played", left=left, at=START)


def test_e4_registration_ends_at_its_date_with_who_checked_in() -> None:
    """
    Check-in opens before the start; who has not checked in is left out, the reserve moves up; too few call it off.
    """
    settings = TournamentSettings(most=3, least=3, check_in=24)
    begun = tournament(Format.SWISS, 5, settings)
    begun = replace(begun, record=replace(begun.record, starts=START + timedelta(days=2)))
    early = advance(begun, World(now=START)).tournament
    opened = advance(early, World(now=START + timedelta(days=1)))
    present = opened.tournament.with_entrants(
        [replace(each, status=EntrantStatus.PRESENT) for each in opened.tournament.entrants if each.number != 2]
    )
    running = advance(present, World(now=START + timedelta(days=2)))
    few = advance(opened.tournament, World(now=START + timedelta(days=2)))

    assert TournamentStatus.OPEN is early.record.status
    assert START + timedelta(days=1) == early.record.due
    assert TournamentStatus.CHECK_IN is opened.tournament.record.status
    assert ["app.tournament_check_in"] == [text.id for text in opened.news]
    assert [1, 3, 4] == [each.number for each in running.tournament.active]
    assert TournamentStatus.CANCELLED is few.tournament.record.status
    assert ["app.tournament_too_few"] == [text.id for text in few.news]


def test_e5_an_event_may_start_when_it_is_full() -> None:
    """
    Without a date it starts with the last entrant; the reserve stays out.
    """
    settings = TournamentSettings(most=4, least=2, full=True)
    begun = tournament(Format.SWISS, 4, settings)
    waiting = replace(begun, record=replace(begun.record, starts=None), entrants=begun.entrants[:3])
    full = replace(begun, record=replace(begun.record, starts=None)).with_entrants(
        [entrant(5, status=EntrantStatus.RESERVE)]
    )
    before, after = advance(waiting, World(now=START)), advance(full, World(now=START))

    assert TournamentStatus.OPEN is before.tournament.record.status
    assert before.tournament.record.due is None
    assert TournamentStatus.RUNNING is after.tournament.record.status
    assert EntrantStatus.ABSENT is after.tournament.by_number[5].status


def test_e6_without_check_in_the_reserve_fills_up() -> None:
    """
    When those who signed up are fewer than the limit.
    """
    begun = tournament(Format.SWISS, 3, TournamentSettings(most=3))
    begun = begun.with_entrants(
        [replace(begun.entrants[0], status=EntrantStatus.ABSENT), entrant(4, status=EntrantStatus.RESERVE)]
    )

    assert [2, 3] == [each.number for each in admit(begun)]  # the fourth has no member yet


def test_e7_who_leaves_loses_what_was_paired_and_not_played() -> None:
    """
    The others get the win; a match of two who have both left is void.
    """
    played = Simulation(tournament(Format.ROUND_ROBIN, 4, SETTINGS[Format.ROUND_ROBIN]))
    played.step()
    played.leave(1)
    played.leave(2)
    played.step()
    ended = {row.ended for row in played.tournament.pairings if row.status is PairingStatus.DONE}
    void = [row.entrants for row in played.tournament.pairings if row.status is PairingStatus.VOID]

    assert ended <= {PairingEnd.WALKOVER}
    assert len(void) <= 1
    done = played.run()
    assert TournamentStatus.FINISHED is done.record.status


def test_e8_who_loses_too_many_seats_by_time_is_taken_out() -> None:
    """
    The second one in a tournament, by default.
    """
    played = Simulation(tournament(Format.ROUND_ROBIN, 4, SETTINGS[Format.ROUND_ROBIN]))
    played.step()
    for _ in range(3):
        rows = [row for row in played.playing() if 1 in row.entrants]
        came = {
            row.match: _came(row.entrants, START, late=(row.entrants.index(1),))
            for row in rows
            if row.match is not None
        }
        played.step(came)

    assert EntrantStatus.DROPPED is played.tournament.by_number[1].status
    assert "app.tournament_struck" in [text.id for text in played.news]
    assert (0,) == played.tournament.pairings[0].late


def test_e9_a_ladder_lasts_as_long_as_it_was_announced() -> None:
    """
    Nothing is paired after its last day; what runs is played to the end.
    """
    settings = TournamentSettings(most=10, least=2, rounds=1000, days=20)
    played = Simulation(tournament(Format.LADDER, 6, settings), seed=2)
    done = played.run()

    assert TournamentStatus.FINISHED is done.record.status
    assert played.now >= START + timedelta(days=20)
    assert max(row.began for row in done.pairings if row.began) < START + timedelta(days=21, hours=12)


def test_e10_the_best_of_the_groups_play_a_knock_out() -> None:
    """
    First all firsts, then the seconds; the standings show the final above the groups.
    """
    settings = TournamentSettings(most=16, least=2, group=4, finals=4, at_once=3)
    played = Simulation(tournament(Format.ROUND_ROBIN, 8, settings), result=by_number)
    done = played.run()
    table = standings(done)

    assert [1, 2] == [row.number for row in table.rows if row.group == "final"][:2]
    assert {"final", "A", "B"} == {row.group for row in table.rows}


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT])
def test_e11_the_strongest_wins_a_knock_out_in_which_the_stronger_always_wins(format: Format) -> None:
    """
    Places follow how long each lasted.
    """
    played = Simulation(tournament(format, 8, SETTINGS[format]), result=by_number)
    table = standings(played.run())

    assert [1, 2] == [row.number for row in table.rows][:2]
    assert table.rows[-1].place > 4


def test_e12_a_knock_out_that_ends_even_goes_to_the_one_set_higher() -> None:
    """
    As announced.
    """
    played = Simulation(tournament(Format.KNOCKOUT, 2, SETTINGS[Format.KNOCKOUT]), result=lambda row, chance: (1, 1))

    assert 1 == standings(played.run()).rows[0].number


def test_e13_teams_play_at_several_boards() -> None:
    """
    A team wins with more than half of the boards' points; at odd boards the other side begins.
    """
    settings = TournamentSettings(most=8, least=2, rounds=3, team=3)
    played = Simulation(tournament(Format.SWISS, 4, settings), result=by_number)
    done = played.run()
    table = standings(done)
    first = [row for row in done.pairings if row.number == 1]

    assert [0, 1, 2] == [row.board for row in first]
    assert first[0].entrants == first[1].entrants[::-1] == first[2].entrants
    assert (1, 180, TieBreak.BOARDS) == (table.rows[0].number, table.rows[0].points, table.breaks[0])


def test_e14_late_entrants_are_paired_from_their_round_on() -> None:
    """
    Rounds before count nothing for them.
    """
    played = Simulation(tournament(Format.SWISS, 6, SETTINGS[Format.SWISS]))
    played.step()
    late = replace(entrant(7), status=EntrantStatus.PLAYING, first=2)
    played.tournament = played.tournament.with_entrants([late])
    first = {number for row in played.tournament.pairings if row.round == 1 for number in row.entrants}
    played.finish_some(99)
    second = {number for row in played.tournament.pairings if row.round == 2 for number in row.entrants}

    assert 7 not in first
    assert 7 in second


def test_e15_an_event_is_not_moved_by_looking_twice() -> None:
    """
    Going on is safe to repeat: nothing new comes of the same world.
    """
    for format in Format:
        played = Simulation(tournament(format, 8, SETTINGS[format]), seed=1)
        played.step()
        once = advance(played.tournament, played.world())
        again = advance(once.tournament, played.world())

        assert once.tournament == again.tournament
        assert () == once.news == again.news


# --- Standings -------------------------------------------------------------------------------------------------


def _table_of(*results: tuple[int, int, int], rules: tuple[TieBreak, ...]) -> Tournament:
    """A tournament of five entrants with results (winner, loser, margin)."""
    played = Simulation(tournament(Format.SWISS, 5, TournamentSettings(most=9, least=2, breaks=rules)))
    played.step()
    base = played.tournament.pairings[0]
    rows = [
        replace(
            base,
            number=at,
            entrants=(winner, loser),
            status=PairingStatus.DONE,
            places=(1, 2),
            totals=(20 + margin, 20),
        )
        for at, (winner, loser, margin) in enumerate(results, start=1)
    ]
    return replace(played.tournament, pairings=tuple(rows))


def test_b1_points_then_tie_breaks_told_in_words() -> None:
    """
    What put one below another with the same points stands beside it.
    """
    done = _table_of((1, 2, 5), (2, 3, 1), (3, 4, 1), rules=(TieBreak.HEAD_TO_HEAD, TieBreak.DIFFERENCE))
    rows = standings(done).rows
    words = Words(WORDS, strict=True)

    assert [1, 3, 2, 5, 4] == [row.number for row in rows]
    assert rows[2].why is not None
    assert "score difference: -4, compared with 0 for P3." == words(rows[2].why)
    assert rows[0].why is None


def test_b2_head_to_head_counts_only_if_all_have_met() -> None:
    """
    Two who are even and have met are told apart by that match.
    """
    met = _table_of((2, 1, 1), (1, 3, 1), rules=(TieBreak.HEAD_TO_HEAD,))
    unmet = _table_of((2, 4, 1), (1, 3, 1), rules=(TieBreak.HEAD_TO_HEAD,))

    assert [2, 1] == [row.number for row in standings(met).rows][:2]
    assert [1, 1] == [row.place for row in standings(unmet).rows][:2]


@pytest.mark.parametrize(
    ("rule", "values"),
    [
        (TieBreak.BUCHHOLZ, {1: 60, 2: 120, 3: 60, 4: 60}),
        (TieBreak.SONNEBORN_BERGER, {1: 60, 2: 60, 3: 0, 4: 0}),
        (TieBreak.DIFFERENCE, {1: 300, 2: -240, 3: 0, 4: -60}),
        (TieBreak.WINS, {1: 60, 2: 60, 3: 60, 4: 0}),
    ],
)
def test_b3_values_of_tie_breaks(rule: TieBreak, values: dict[int, int]) -> None:
    """
    As their meanings say.
    """
    rows = standings(_table_of((1, 2, 5), (2, 3, 1), (3, 4, 1), rules=(rule,))).rows

    assert values == {row.number: row.values[0] for row in rows if row.number in values}
    assert Words(WORDS, strict=True)(rule_meaning(rule))


def test_b4_standings_of_500_are_made_in_time() -> None:
    """
    Under 200 ms of one core after nine rounds.
    """
    settings = TournamentSettings(most=500, least=2, rounds=3)
    played = Simulation(tournament(Format.SWISS, 500, settings), seed=1)
    done = played.run()
    rows = list(done.pairings)
    more = [replace(row, number=row.number + 750 * lap) for lap in (1, 2) for row in rows]
    times = []
    for _ in range(3):
        whole = replace(done, pairings=(*rows, *more))
        began = time.process_time()
        table = standings(whole)
        times.append(time.process_time() - began)

    assert 500 == len(table.rows)
    assert min(times) < 0.2


@pytest.mark.parametrize(
    ("points", "words"), [(0, "0"), (30, "½"), (60, "1"), (90, "1½"), (-30, "-½"), (80, "1.33"), (-180, "-3")]
)
def test_b5_points_are_shown_as_players_know_them(points: int, words: str) -> None:
    """
    A win is one, a draw a half.
    """
    assert words == write_points(points)
