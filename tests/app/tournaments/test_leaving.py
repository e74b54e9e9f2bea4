"""Whatever happens on the way, a tournament ends with a ranking that its rule explains.

Many tournaments played by chance.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest
from msgspec.structs import replace

from bot.app.tournaments.formats.progress import Came, advance, annul, correct, drop_entrant
from bot.app.tournaments.formats.standings import StandRow, standings
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.settings import TournamentSettings
from db.ids import MatchId
from db.ratings.records import Left
from db.tournaments.records import EntrantStatus, Format, PairingEnd, PairingRecord, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.tournaments.simulated import START, Simulation, by_number, tournament

TREES = (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT)
TOURNAMENTS = 13
"""Of each format; by hand 500 were played."""

SETTINGS: dict[Format, TournamentSettings] = {
    Format.ROUND_ROBIN: TournamentSettings(most=500, least=2, group=4, at_once=2, finals=4),
    Format.SWISS: TournamentSettings(most=500, least=2, rounds=5),
    Format.FREE_SWISS: TournamentSettings(most=500, least=2, rounds=5),
    Format.KNOCKOUT: TournamentSettings(most=500, least=2),
    Format.DOUBLE_KNOCKOUT: TournamentSettings(most=500, least=2),
    Format.LADDER: TournamentSettings(most=500, least=2, rounds=4),
    Format.TABLES: TournamentSettings(most=500, least=2, rounds=4, seats=4),
}


class Troubled(Simulation):
    """A simulation in which players run out of time, and the organizer annuls and corrects results."""

    late = 0.1
    annul = 0.1
    correct = 0.0

    def step(self, came: dict[MatchId, Came] | None = None) -> None:
        """Let some of those who played have run out of time; then rule about an old result now and then."""
        late = {match: replace(each, left=tuple(map(self._left, each.left))) for match, each in (came or {}).items()}
        super().step(late)
        rows = [
            row
            for row in self.tournament.pairings
            if row.status is PairingStatus.DONE and row.ended != PairingEnd.WALKOVER
        ]
        if rows and self.tournament.alive and self.chance.random() < self.annul:
            with suppress(Refusal):
                self.tournament = annul(self.tournament, self.chance.choice(rows)).tournament
                super().step()
        if rows and self.tournament.alive and self.chance.random() < self.correct:
            row = self.chance.choice(rows)
            places, left = self.result(row, self.chance), (Left.STAYED,) * len(row.entrants)
            ruled = Came(places=places, totals=row.totals or (), ended="staff", left=left, at=START)
            self.tournament = correct(self.tournament, row, ruled).tournament
            super().step()

    def _left(self, left: Left) -> Left:
        return Left.LATE if self.chance.random() < self.late else left


def defeats(done: Tournament) -> Counter[int]:
    """Return how often each entrant of a tree lost a match; a drawn one is lost by the one who was set lower."""
    lost: Counter[int] = Counter()
    for row in done.pairings:
        if row.status is PairingStatus.DONE:
            assert row.places is not None
            pair = zip(row.places, row.entrants, strict=True)
            lost[max((place, done.by_number[number].rank, number) for place, number in pair)[-1]] += 1
    return lost


def check_tree(done: Tournament, played: Simulation) -> None:
    """Check that those who stayed have all lost as often as it takes, but the one who won."""
    most = 2 if done.format is Format.DOUBLE_KNOCKOUT else 1
    lost = defeats(done)
    first = [row for row in standings(done).rows if row.place == 1]
    unbeaten = [each.number for each in done.entrants if lost[each.number] < most]
    stayed = [number for number in unbeaten if done.by_number[number].status is not EntrantStatus.DROPPED]
    end = played.news[-1]

    assert len(stayed) <= 1
    assert set(stayed) <= {row.number for row in first}
    if stayed:
        assert (1, "app.tournament_finished") == (len(first), end.id)
    if len(first) > 1:
        assert "app.tournament_no_winner" == end.id
        assert {EntrantStatus.DROPPED} == {row.status for row in first}
    if end.id == "app.tournament_finished":
        assert (done.by_number[first[0].number].name,) == dict(end.args)["names"]


def check_places(rows: list[StandRow], format: Format) -> None:
    """
    Check that places count those above, and that a shared one has nothing to tell its entrants apart.

    Who cannot win and would have come first stands behind the best of the others, and says so.
    """
    held = [row for row in rows if row.why is not None and row.why.id == "app.tournament_cannot_win"]
    for row in rows:
        assert row.place == 1 + sum(other.place < row.place for other in rows)
    for row in held:
        assert EntrantStatus.DROPPED is row.status
        assert row.place > 1
        assert row.points >= rows[0].points
    rows = [row for row in rows if row not in held]
    for row in rows:
        assert row.why is None or dict(row.why.args)["own"] != dict(row.why.args)["other"]
    if format in (Format.SWISS, Format.FREE_SWISS, Format.TABLES):
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
        assert len({(row.points, row.values) for row in rows}) == len({row.place for row in rows})


@pytest.mark.parametrize("format", Format)
def test_w1_events_end_as_their_rule_says_whoever_leaves(format: Format) -> None:
    """
    In every format, with 15 of 100 leaving after each match, and matches that end in any order.
    """
    for seed in range(TOURNAMENTS):
        count = 4 + seed % 13
        played = Simulation(tournament(format, count, SETTINGS[format]), seed=seed, drop=0.15)
        done = played.run(at_a_time=(1, 3, 10_000)[seed % 3])
        rows = standings(done).rows

        assert TournamentStatus.FINISHED is done.record.status
        assert count == len({row.number for row in rows})
        for group in {row.group for row in rows}:
            check_places([row for row in rows if row.group == group], format)
        if format in TREES:
            check_tree(done, played)


@pytest.mark.parametrize("format", TREES)
def test_w2_a_match_of_two_who_have_left_lets_nobody_go_on(format: Format) -> None:
    """
    Two neighbours leave in the first round: the other side has nobody opposite, goes on, and one wins the whole.
    """
    played = Simulation(tournament(format, 8, SETTINGS[format]), seed=1)
    played.tournament = advance(played.tournament, played.world()).tournament
    pair = next(row.entrants for row in played.tournament.pairings if 1 in row.entrants)
    for number in pair:
        played.leave(number)
    done = played.run()
    first = [row for row in standings(done).rows if row.place == 1]

    assert [PairingStatus.VOID] == [row.status for row in done.pairings if row.entrants == pair]
    assert 1 == len(first)
    assert first[0].number not in pair
    check_tree(done, played)


@pytest.mark.parametrize("format", Format)
def test_w3_events_end_as_their_rule_says_whatever_is_annulled(format: Format) -> None:
    """
    A match of a tree that was annulled is played again; players also run out of time, and leave.
    """
    for seed in range(TOURNAMENTS):
        played = Troubled(tournament(format, 4 + seed % 13, SETTINGS[format]), seed=seed, drop=0.05)
        done = played.run(at_a_time=(1, 3, 10_000)[seed % 3])

        assert TournamentStatus.FINISHED is done.record.status
        if format in TREES:
            check_tree(done, played)


@pytest.mark.parametrize("format", TREES)
def test_w4_trees_end_with_one_winner_whatever_is_corrected(format: Format) -> None:
    """
    Later matches that were played stand, others are paired anew; all others who stayed are out.
    """
    for seed in range(TOURNAMENTS):
        played = Troubled(tournament(format, 4 + seed % 13, SETTINGS[format]), seed=seed, drop=0.05)
        played.correct = 0.3
        done = played.run(at_a_time=(1, 3, 10_000)[seed % 3])
        first = [row for row in standings(done).rows if row.place == 1]

        assert TournamentStatus.FINISHED is done.record.status
        assert played.news[-1].id == "app.tournament_no_winner" or len(first) == 1
        assert {each.number for each in done.active} <= {row.number for row in first}


def test_w5_an_annulled_match_of_a_tree_is_played_again() -> None:
    """
    By the same two, the loser being in again; once a match that followed from it was played, it is refused.
    """
    played = Simulation(tournament(Format.KNOCKOUT, 8, SETTINGS[Format.KNOCKOUT]), result=by_number)
    played.step()
    played.finish_some(1)
    (first,) = [row for row in played.tournament.pairings if row.status is PairingStatus.DONE]
    out = [each.number for each in played.tournament.list_entrants(EntrantStatus.OUT)]
    played.tournament = annul(played.tournament, first).tournament
    played.step()
    again = played.tournament.pairings[-1]
    back = played.tournament.list_entrants(EntrantStatus.OUT)
    played.finish_some(99)
    played.finish_some(99)
    with pytest.raises(Refusal, match="GONE_ON"):
        annul(played.tournament, again_now(played.tournament, again))
    done = played.run()

    assert out
    assert (first.node, set(first.entrants)) == (again.node, set(again.entrants))
    assert not back
    assert 1 == standings(done).rows[0].number
    with pytest.raises(Refusal, match="OVER"):
        annul(done, done.pairings[-1])


def again_now(now: Tournament, row: PairingRecord) -> PairingRecord:
    """Return a pairing as it is by now."""
    return next(each for each in now.pairings if each.number == row.number)


def test_w6_what_an_older_version_left_broken_goes_on() -> None:
    """
    A tournament whose tree held a void match, and waits for nothing, is paired on as soon as it is looked at.
    """
    played = Simulation(tournament(Format.DOUBLE_KNOCKOUT, 8, SETTINGS[Format.DOUBLE_KNOCKOUT]))
    made = advance(played.tournament, played.world()).tournament
    pair = made.pairings[0]
    gone = [drop_entrant(made, made.by_number[number]) for number in pair.entrants]
    void = replace(pair, status=PairingStatus.VOID, ended=PairingEnd.WALKOVER, done=START)
    won = [replace(row, status=PairingStatus.DONE, places=(1, 2), totals=(9, 1)) for row in made.pairings[1:]]
    played.tournament = made.with_entrants(gone).with_pairings([void, *won])
    done = played.run()

    check_tree(done, played)


def test_w7_nobody_wins_a_tree_that_all_have_left() -> None:
    """
    The places still say how far each came; the end is told without a winner.
    """
    played = Simulation(tournament(Format.KNOCKOUT, 4, SETTINGS[Format.KNOCKOUT]))
    played.step()
    for number in range(1, 5):
        played.leave(number)
    played.finish_some(99)

    assert TournamentStatus.FINISHED is played.tournament.record.status
    assert "app.tournament_no_winner" == played.news[-1].id
    assert [1, 1, 3, 3] == [row.place for row in standings(played.tournament).rows]


def test_w8_who_leaves_a_ladder_gives_up_the_rung() -> None:
    """
    Those who stay stand above, and one of them wins.
    """
    played = Simulation(tournament(Format.LADDER, 4, SETTINGS[Format.LADDER]), result=by_number)
    played.step()
    played.leave(1)
    done = played.run()
    rows = standings(done).rows

    assert 1 == rows[-1].number
    assert 1 == rows[0].place
    assert EntrantStatus.DROPPED is not rows[0].status
