"""No-shows: what time that runs out leads to, matches to which nobody came, and who cannot win a tournament."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.match.paces import Banked, Late, NoPace, PerMove, with_late
from bot.app.tournaments.formats.no_shows import find_barred
from bot.app.tournaments.formats.progress import Came, correct
from bot.app.tournaments.formats.standings import standings
from bot.app.tournaments.model import Tournament, points_of
from bot.app.tournaments.records import TournamentChange
from bot.app.tournaments.settings import TournamentSettings
from db.ids import MatchId
from db.ratings.records import Left
from db.tournaments.records import EntrantStatus, Format, PairingEnd, PairingRecord, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, Scene
from tests.app.tournaments.held import HOST, opened, play_on, signed
from tests.app.tournaments.simulated import START, Result, Simulation, by_chance, by_number, tournament

TREES = (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT)
TOURNAMENTS = 8
"""Of each format; by hand 500 were played."""

HOUR = PerMove(seconds=3600)


class NoShows(Simulation):
    """A simulation in which some never come: default moves are made for them."""

    def __init__(
        self, begun: Tournament, *absent: int, seed: int = 0, drop: float = 0, result: Result = by_chance
    ) -> None:
        """``absent``: numbers of those who never come."""
        super().__init__(begun, seed=seed, drop=drop, result=result)
        self.absent = set(absent)

    def step(self, came: dict[MatchId, Came] | None = None) -> None:
        """Note who made no turn and lost the seat by time; places are left to chance, as default moves leave them."""
        rows = {row.match: row for row in self.playing()}
        super().step({match: self._noted(each, rows[match]) for match, each in (came or {}).items()})

    def _noted(self, came: Came, row: PairingRecord) -> Came:
        gone = tuple(number in self.absent for number in row.entrants)
        return replace(came, absent=gone, left=tuple(Left.LATE if each else Left.STAYED for each in gone))


def settings(**chosen: Any) -> TournamentSettings:  # noqa: ANN401
    """Return settings in which nobody is taken out, unless it is said."""
    return TournamentSettings(**{"most": 500, "least": 2, "rounds": 2, "strikes": 0, **chosen})


SETTINGS: Mapping[Format, TournamentSettings] = {
    Format.ROUND_ROBIN: settings(group=4, at_once=2),
    Format.SWISS: settings(rounds=4),
    Format.FREE_SWISS: settings(rounds=3),
    Format.KNOCKOUT: settings(),
    Format.DOUBLE_KNOCKOUT: settings(),
    Format.LADDER: settings(rounds=3),
    Format.TABLES: settings(seats=4),
}


# --- A match to which nobody came --------------------------------------------------------------------------------


@pytest.mark.parametrize("format", Format)
def test_n1_nobody_scores_where_nobody_ever_made_a_move(format: Format) -> None:
    """
    In every format; the tournament ends, and if nobody ever came, without a winner.
    """
    done = (played := NoShows(tournament(format, 4, SETTINGS[format]), 1, 2, 3, 4)).run()
    rows = [row for row in done.pairings if row.match is not None]

    assert rows
    assert {PairingEnd.ABSENT} == {row.ended for row in rows}
    assert 0 == sum(share for game in done.played if not game.bye for share in game.shares)
    assert (TournamentStatus.FINISHED, "app.tournament_no_winner") == (done.record.status, played.news[-1].id)
    assert any(text.id.startswith("app.tournament_nobody_came") for text in played.news)


@pytest.mark.parametrize("format", [Format.SWISS, Format.FREE_SWISS, Format.ROUND_ROBIN])
def test_n2_two_no_shows_are_no_win_for_either(format: Format) -> None:
    """
    Both get nothing, however the default moves came out; the match is one of theirs and is not paired again.
    """
    done = NoShows(tournament(format, 2, settings(rounds=1)), 1, 2).run()

    assert [(2, 2)] == [row.places for row in done.pairings]
    assert {1: 0, 2: 0} == points_of(done.played)
    assert [0, 0] == [row.wins for row in standings(done).rows]


def test_n3_at_a_table_who_never_came_stands_behind_all_who_did() -> None:
    """
    Also where default moves brought more points than the moves of people; with one who came, that one scores all.
    """
    played = NoShows(tournament(Format.TABLES, 4, settings(seats=4, rounds=1)), 1, 2, 3, result=by_number)
    done = played.run()

    assert {1: 40, 2: 20, 3: 0, 4: 60} == points_of(done.played)
    assert ("P4",) == dict(played.news[-1].args)["names"]


@pytest.mark.parametrize("format", TREES)
def test_n4_nobody_goes_on_from_a_match_to_which_nobody_came(format: Format) -> None:
    """
    The other side has nobody opposite and goes on; in a double elimination both are out at once.
    """
    played = NoShows(tournament(format, 4, SETTINGS[format]), 1, 4, result=by_number)
    done = played.run()
    (void,) = [row for row in done.pairings if set(row.entrants) == {1, 4}]

    assert PairingEnd.ABSENT == void.ended
    assert {1, 4} <= {each.number for each in done.list_entrants(EntrantStatus.OUT)}
    assert ("P2",) == dict(played.news[-1].args)["names"]
    assert [2] == [row.number for row in standings(done).rows if row.place == 1]


def test_n5_nobody_wins_a_final_to_which_nobody_came() -> None:
    """
    Finalists who came before do not win it by default moves.
    """
    played = NoShows(tournament(Format.KNOCKOUT, 4, SETTINGS[Format.KNOCKOUT]), result=by_number)
    played.step()
    played.finish_some(99)
    played.absent = {1, 2}
    done = played.run()

    assert "app.tournament_no_winner" == played.news[-1].id
    assert "app.tournament_nobody_came_tree" in [text.id for text in played.news]
    assert TournamentStatus.FINISHED is done.record.status


def test_n6_a_ladder_stays_as_it_is_where_nobody_came() -> None:
    """
    The challenger takes no place; who never came does not win, though nobody took the first rung.
    """
    played = NoShows(tournament(Format.LADDER, 2, settings(rounds=1)), 1, 2, result=lambda row, _: (2, 1))
    done = played.run()

    assert [1, 2] == [each.rank for each in done.entrants]
    assert "app.tournament_no_winner" == played.news[-1].id


def test_n7_a_team_board_to_which_nobody_came_scores_for_neither_team() -> None:
    """
    The other boards decide; if nobody came to any, neither team scores.
    """
    begun = tournament(Format.SWISS, 2, settings(rounds=1, team=2))
    one = NoShows(begun, result=by_number)
    one.step()
    first, second = one.playing()
    came = {row.match: _came(row, (2, 1)) for row in (first, second) if row.match is not None}
    one.absent = {1, 2}
    one.step({first.match: came[first.match]} if first.match else {})
    one.absent = set()
    one.step({second.match: came[second.match]} if second.match else {})
    none = NoShows(begun, 1, 2).run()

    assert {second.entrants[1]: 60, second.entrants[0]: 0} == points_of(one.tournament.played)
    assert {1: 0, 2: 0} == points_of(none.played)


def _came(row: PairingRecord, places: tuple[int, ...]) -> Came:
    return Came(places=places, totals=(5, 7), ended="played", left=(Left.STAYED,) * len(places), at=START)


def test_n8_both_count_as_seats_lost_by_time() -> None:
    """
    After as many as announced both are out.
    """
    played = NoShows(tournament(Format.SWISS, 2, settings(rounds=1, strikes=1)), 1, 2)
    done = played.run()

    assert [EntrantStatus.DROPPED] * 2 == [each.status for each in done.entrants]
    assert 2 == [text.id for text in played.news].count("app.tournament_struck")


# --- Who cannot win ----------------------------------------------------------------------------------------------


def test_n9_who_lost_every_match_on_time_does_not_win_by_byes() -> None:
    """
    One who never came has the most points by byes: the best of the others wins, and that one stands right behind.
    """
    begun = tournament(Format.SWISS, 3, settings(rounds=3))
    rows = [
        _row(begun, 1, (1, 2), places=(2, 1), ended=PairingEnd.LATE, late=(0,)),
        _row(begun, 2, (2, 3), places=(1, 1), ended=PairingEnd.PLAYED),
        _row(begun, 3, (1,), places=(1,), ended=None, status=PairingStatus.BYE),
        _row(begun, 4, (1,), places=(1,), ended=None, status=PairingStatus.BYE),
    ]
    record = replace(begun.record, status=TournamentStatus.RUNNING, round=3)
    stands = [replace(each, status=EntrantStatus.PLAYING) for each in begun.entrants]
    now = replace(begun, record=record).with_entrants(stands).with_pairings(rows)
    table = standings(now).rows

    assert {1} == find_barred(now)
    assert [(1, 2, 90), (2, 1, 120), (3, 3, 30)] == [(row.place, row.number, row.points) for row in table]
    assert table[1].why is not None
    assert "app.tournament_cannot_win" == table[1].why.id


def _row(
    begun: Tournament,
    number: int,
    entrants: tuple[int, ...],
    *,
    places: tuple[int, ...],
    ended: PairingEnd | None,
    late: tuple[int, ...] = (),
    status: PairingStatus = PairingStatus.DONE,
) -> PairingRecord:
    return PairingRecord(
        tournament=begun.id,
        number=number,
        board=0,
        round=number,
        entrants=entrants,
        status=status,
        match=MatchId(number) if len(entrants) > 1 else None,
        places=places,
        totals=(0,) * len(places),
        ended=ended,
        late=late,
        began=START,
        done=START,
        due=None,
        nudged=None,
    )


@pytest.mark.parametrize("format", TREES)
def test_n10_who_is_out_at_the_end_of_a_final_does_not_win_it(format: Format) -> None:
    """
    "P1 is out" and "the winner is P1" are never told together.
    """
    played = NoShows(tournament(format, 2, settings(strikes=1)), result=by_number)
    played.step()
    (final,) = played.playing()
    assert final.match is not None
    late = replace(_came(final, (1, 2)), left=(Left.LATE, Left.LATE))
    Simulation.step(played, {final.match: late})
    played.run()

    assert "app.tournament_struck" in [text.id for text in played.news]
    assert "app.tournament_no_winner" == played.news[-1].id


def test_n11_who_left_a_ladder_without_a_finished_match_has_no_rung() -> None:
    """
    Who played one stands below all who stayed.
    """
    played = NoShows(tournament(Format.LADDER, 5, settings(rounds=1)), result=by_number)
    played.step()
    played.leave(5)
    played.finish_some(99)
    resting = next(each.number for each in played.tournament.active if not _matches(played.tournament, each.number))
    played.leave(resting)
    done = played.run()
    order = [row.number for row in standings(done).rows]

    assert _matches(done, 5)
    assert 5 == order[-1]
    assert resting not in order
    assert 4 == len(order)


def _matches(now: Tournament, number: int) -> int:
    return sum(number in row.entrants for row in now.pairings)


@pytest.mark.parametrize("format", Format)
def test_n12_events_with_no_shows_end_as_their_rule_says(format: Format) -> None:
    """
    Whoever never comes, or leaves: no entrant who is barred is told as the winner, or stands first while another could.
    """
    for seed in range(TOURNAMENTS):
        count = 4 + seed % 9
        chance = random.Random(seed)
        absent = [number for number in range(1, count + 1) if chance.random() < 0.4]
        chosen = replace(SETTINGS[format], strikes=seed % 3, finals=2 * (seed % 2))
        played = NoShows(tournament(format, count, chosen), *absent, seed=seed, drop=0.1)
        done = played.run(at_a_time=(1, 3, 10_000)[seed % 3])
        out, end, rows = find_barred(done), played.news[-1], standings(done).rows
        first = [row for row in rows if row.place == 1]

        assert TournamentStatus.FINISHED is done.record.status
        assert end.id in ("app.tournament_no_winner", "app.tournament_finished", "app.tournament_groups_finished")
        if end.id == "app.tournament_finished":
            shown = [row for row in first if row.group == first[0].group]
            assert tuple(row.name for row in shown) == dict(end.args)["names"]
            assert not {row.number for row in shown} & out
        if format not in TREES and not (format is Format.ROUND_ROBIN and any(row.group == "final" for row in rows)):
            for group in {row.group for row in rows}:
                led = {row.number for row in rows if row.group == group and row.place == 1}
                assert not led & out or {row.number for row in rows if row.group == group} <= out


# --- Rulings -----------------------------------------------------------------------------------------------------


def test_n13_a_ruling_stands_above_it() -> None:
    """
    The organizer can set places of a match to which nobody came; in a tree not once a match was played without it.
    """
    played = NoShows(tournament(Format.SWISS, 2, settings(rounds=1)), 1, 2)
    done = played.run()
    ruled = correct(done, done.pairings[0], _came(done.pairings[0], (2, 1))).tournament
    tree = NoShows(tournament(Format.KNOCKOUT, 8, SETTINGS[Format.KNOCKOUT]), 1, 8, result=by_number)
    tree.step()
    tree.finish_some(99)
    void = next(row for row in tree.tournament.pairings if 1 in row.entrants)
    still = correct(tree.tournament, void, _came(void, (1, 2))).tournament
    tree.finish_some(99)
    stopped = correct(tree.tournament, void, _came(void, (1, 2))).stopped
    tree.finish_some(99)
    with pytest.raises(Refusal, match="GONE_ON"):
        correct(tree.tournament, void, _came(void, (1, 2)))

    assert {0, 60} == set(points_of(ruled.played).values())
    assert ["W3.1"] == [str(row.node) for row in stopped]
    assert EntrantStatus.OUT is still.by_number[1].status, "it goes on with the tournament"


# --- What happens when time is up --------------------------------------------------------------------------------


async def test_n14_the_usual_forfeit_ends_a_match_at_the_second_missed_turn_in_a_row(scene: Scene) -> None:
    """
    Of two who never come neither scores, and all are told; of two of whom one plays, that one wins after two turns.
    """
    tournament = await opened(scene, Format.ROUND_ROBIN, group=3, at_once=2, pace=HOUR, time_up=Late.TWICE, strikes=0)
    await signed(scene, tournament, people=(ANN, BEN, CLEO))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    for _ in range(30):
        view = await play_on(scene, tournament, skip=frozenset({ANN.user, BEN.user}))
        if view.record.status is not TournamentStatus.RUNNING:
            break
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
    await scene.relay.pump()
    by_names = {frozenset(pairing.names): pairing for pairing in view.pairings}
    nobody = by_names[frozenset({"Ann", "Ben"})]
    came = by_names[frozenset({"Ann", "Cleo"})]
    told = [scene.words(notice.text) for notice, _ in scene.courier.told if notice.text is not None]

    assert (PairingEnd.ABSENT, (2, 2)) == (nobody.ended, nobody.places)
    assert ("late", 1) == (came.ended, came.places and came.places[came.names.index("Cleo")])
    assert {("Cleo", 120, 1), ("Ann", 0, 2), ("Ben", 0, 2)} == {
        (row.name, row.points, row.place) for row in view.standings.rows
    }
    assert any("no one made a move" in text and "so no one scores" in text for text in told)


async def test_n17_nobody_scores_in_a_match_that_took_too_long_before_anybody_made_a_move(scene: Scene) -> None:
    """
    Also without a clock; it is no seat lost by time for who was never asked.
    """
    tournament = await opened(scene, rounds=1, limit_days=5, strikes=1)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    scene.clock.forward(days=6)
    await scene.app.tournament_runner.work()
    view = await scene.app.tournaments.view(tournament)

    assert (PairingEnd.ABSENT, (2, 2)) == (view.pairings[0].ended, view.pairings[0].places)
    assert [EntrantStatus.PLAYING] * 2 == [each.status for each in view.entrants]


async def test_n15_events_that_were_opened_before_keep_the_default_moves(scene: Scene) -> None:
    """
    Nothing is stored for them; what is chosen holds for all matches, whatever the pace says.
    """
    stored = msgspec.json.decode(b'{"pace":{"type":"per_move","seconds":3600}}', type=TournamentSettings)
    tournament = await opened(scene, rounds=1, pace=with_late(HOUR, Late.FORFEIT), time_up=Late.COMPUTER)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    match = (await scene.app.tournaments.view(tournament)).pairings[0].match
    assert match is not None
    pace = (await scene.app.uow.read(match)).pace

    assert Late.MOVE is stored.time_up
    assert isinstance(pace, PerMove | Banked)
    assert (Late.COMPUTER, False) == (pace.late, pace.check_in)


async def test_n16_what_cannot_be_had_when_time_is_up_is_refused(scene: Scene) -> None:
    """
    Neither opponents nor strangers decide about a seat of a tournament; without a clock no time is ever up.
    """
    tournament = await opened(scene, pace=HOUR)
    for chosen, code in (
        ({"time_up": Late.VOTE}, "TIME_UP"),
        ({"time_up": Late.OPEN}, "TIME_UP"),
        ({"time_up": Late.FORFEIT, "pace": NoPace()}, "NO_CLOCK"),
    ):
        with pytest.raises(Refusal, match=code) as refusal:
            await scene.app.tournaments.change(
                scene.key(), HOST, tournament=tournament, change=TournamentChange(settings=chosen)
            )
        assert scene.words(refusal.value.text)
    await scene.app.tournaments.change(
        scene.key(), HOST, tournament=tournament, change=TournamentChange(settings={"time_up": Late.TWICE})
    )

    assert Late.TWICE is (await scene.app.tournaments.view(tournament)).settings.time_up
