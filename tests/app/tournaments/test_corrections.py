"""A ruling in a knockout: who goes on by it plays, as long as no later match was played; clauses as in the docs."""

from __future__ import annotations

from contextlib import suppress

import pytest
from msgspec.structs import replace

from bot.app.tournaments.formats import brackets
from bot.app.tournaments.formats.corrections import Ruled
from bot.app.tournaments.formats.progress import Came, annul, correct
from bot.app.tournaments.formats.standings import standings
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.pairing.bracket import AGAIN, FINAL
from bot.app.tournaments.settings import TournamentSettings
from db.ratings.records import Left
from db.records import Status
from db.tournaments.records import EntrantStatus, Format, PairingEnd, PairingRecord, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.app.tournaments.simulated import START, Simulation, by_number, tournament

SETTINGS = TournamentSettings(most=500, least=2)
THIRD = replace(SETTINGS, third=True)
OPEN = (PairingStatus.WAITING, PairingStatus.PLAYING)


def run(format: Format = Format.KNOCKOUT, count: int = 4, settings: TournamentSettings = SETTINGS) -> Simulation:
    """A tournament that has begun, in which the lower number always wins."""
    played = Simulation(tournament(format, count, settings), result=by_number)
    played.step()
    return played


def row_of(now: Tournament, key: str) -> PairingRecord:
    """Return the newest pairing of a node."""
    return [row for row in now.pairings if str(row.node or row.group) == key][-1]


def play(played: Simulation, *keys: str) -> None:
    """Finish the matches of some nodes and no others."""
    whole = played.playing
    for key in keys:
        rows = [row for row in whole() if str(row.node or row.group) == key]
        played.playing = rows.copy  # type: ignore[method-assign]
        played.finish_some(1)
    played.playing = whole  # type: ignore[method-assign]


def turned(played: Simulation, key: str) -> Ruled:
    """Rule that the other one has won a node; the tournament goes on."""
    row = row_of(played.tournament, key)
    assert row.places is not None
    came = Came(places=row.places[::-1], totals=row.totals or (), ended="staff", left=(Left.STAYED,) * 2, at=START)
    ruled = correct(played.tournament, row, came)
    played.tournament = ruled.tournament
    played.step()
    return ruled


def ids(ruled: Ruled) -> list[str]:
    """Return which sentences a ruling leads to."""
    return [text.id for text in ruled.texts]


def test_o1_the_rightful_finalist_plays_while_the_final_is_not_over() -> None:
    """
    The final that runs is stopped and paired anew; who had gone on is out, and all three are told.
    """
    played = run()
    played.finish_some(9)
    before = row_of(played.tournament, "W2.1")
    ruled = turned(played, "W1.1")
    after = row_of(played.tournament, "W2.1")
    out = {each.number for each in played.tournament.list_entrants(EntrantStatus.OUT)}
    done = played.run()

    assert ({1, 2}, {4, 2}) == (set(before.entrants), set(after.entrants))
    assert ["app.ruling_turned", "app.ruling_stopped"] == ids(ruled)
    assert [before.match] == [each.match for each in ruled.stopped]
    assert {user for number in (1, 2, 4) for user in done.users_of(number)} == set(ruled.users)
    assert {1, 3} == out
    assert (PairingStatus.VOID, PairingEnd.ANNULLED) == next(
        (r.status, r.ended) for r in done.pairings if r.match == before.match
    )
    assert [2, 4, 1, 3] == [row.number for row in standings(done).rows]


def test_o2_what_was_played_stands() -> None:
    """
    Once a match that followed from it is over, the ruling changes the result but not who goes on; that is said.
    """
    played = run(count=8)
    played.finish_some(9)
    play(played, "W2.1")
    ruled = turned(played, "W1.1")
    done = played.run()
    late = turned(Simulation(done, result=by_number), "W1.2")

    assert ["app.ruling_stands"] == ids(ruled)
    assert row_of(done, "W2.1").match == ruled.texts[0].args["later"]
    assert 1 == standings(done).rows[0].number
    assert ["app.ruling_stands_over"] == ids(late)
    assert TournamentStatus.FINISHED is late.tournament.record.status


def test_o3_what_was_played_can_be_annulled_first() -> None:
    """
    The match for third place is over before the final: annulled, it is paired anew with the rightful one as well.
    """
    played = run(settings=THIRD)
    played.finish_some(9)
    play(played, "T1.1")
    stands = turned(played, "W1.1")
    with pytest.raises(Refusal, match="GONE_ON"):
        annul(played.tournament, row_of(played.tournament, "W1.1"))
    played.tournament = annul(played.tournament, row_of(played.tournament, "T1.1")).tournament
    played.step()
    row = row_of(played.tournament, "W1.1")
    came = Came(places=row.places or (), totals=(), ended="staff", left=(Left.STAYED,) * 2, at=START)
    played.tournament = correct(played.tournament, row, came).tournament
    done = played.run()

    assert ["app.ruling_stands"] == ids(stands)
    assert [2, 4, 1, 3] == [row.number for row in standings(done).rows]


def test_o4_a_double_knock_out_pairs_both_anew() -> None:
    """
    The match of the winner and that of the loser; a second final that is not needed any more is stopped.
    """
    played = run(Format.DOUBLE_KNOCKOUT)
    played.finish_some(9)
    first = turned(played, "W1.1")
    pairs = [set(row_of(played.tournament, key).entrants) for key in ("W2.1", "L1.1")]
    while not any(row.node == FINAL for row in played.tournament.pairings):
        played.finish_some(9)
    played.finish_some(9)  # the first comes from below, and wins
    again = row_of(played.tournament, "F2")
    second = turned(played, "F1")

    assert [{4, 2}, {1, 3}] == pairs
    assert ["app.ruling_turned", "app.ruling_stopped", "app.ruling_stopped"] == ids(first)
    assert [again.match] == [each.match for each in second.stopped]
    assert TournamentStatus.FINISHED is played.tournament.record.status
    assert 2 == standings(played.tournament).rows[0].number


def test_o5_an_event_that_is_over_goes_on_where_a_match_is_missing() -> None:
    """
    The first final of a double elimination is turned after the end: both have lost once, and meet again.
    """
    done = run(Format.DOUBLE_KNOCKOUT).run()
    played = Simulation(done, result=by_number)
    ruled = turned(played, "F1")
    goes_on = played.tournament

    assert "app.tournament_reopened" in ids(ruled)
    assert (TournamentStatus.RUNNING, AGAIN) == (goes_on.record.status, goes_on.pairings[-1].node)
    assert TournamentStatus.FINISHED is played.run().record.status


@pytest.mark.parametrize("over", [False, True])
def test_o6_the_knock_out_after_groups_is_set_up_anew(over: bool) -> None:
    """
    If a ruling in a group lets others go on, as long as no match of the knockout is over.
    """
    settings = TournamentSettings(most=500, least=2, group=3, at_once=2, finals=4)
    played = run(Format.ROUND_ROBIN, 6, settings)
    while not brackets.seeds(played.tournament):
        played.finish_some(1)
    if over:
        play(played, "W1.1")
    before = brackets.seeds(played.tournament)
    own = {number for row in played.tournament.pairings if row.group == "A" for number in row.entrants}
    out = next(iter(own - set(before)))
    row = next(
        r for r in played.tournament.pairings if out in r.entrants and r.group == "A" and sorted(r.entrants)[0] != 1
    )
    totals = (900, 0) if row.entrants[0] == out else (0, 900)
    places = (1, 2) if row.entrants[0] == out else (2, 1)
    came = Came(places=places, totals=totals, ended="staff", left=(Left.STAYED,) * 2, at=START)
    ruled = correct(played.tournament, row, came)
    played.tournament = ruled.tournament
    played.step()
    now = brackets.seeds(played.tournament)
    done = played.run()
    finalists = {row.number for row in standings(done).rows if row.group == standings(done).rows[0].group}

    assert (out in now) is not over
    assert ids(ruled)[0] == ("app.ruling_stands" if over else "app.ruling_reseeded")
    assert finalists == set(now)


class Ruling(Simulation):
    """A simulation in which the organizer turns and annuls old results at any time."""

    stands = 0

    def step(self, came: dict[object, Came] | None = None) -> None:  # type: ignore[override]
        """Let it go on; now and then a ruling comes."""
        super().step(came)  # type: ignore[arg-type]
        rows = [row for row in self.tournament.pairings if row.status is PairingStatus.DONE]
        if rows and self.tournament.alive and self.chance.random() < 0.3:
            row = self.chance.choice(rows)
            with suppress(Refusal):
                if self.chance.random() < 0.3:
                    ruled = annul(self.tournament, row)
                else:
                    places = self.result(row, self.chance)
                    left = (Left.STAYED,) * 2
                    ruled = correct(
                        self.tournament, row, Came(places=places, totals=(), ended="staff", left=left, at=START)
                    )
                self.stands += ids(ruled) == ["app.ruling_stands"]
                self.tournament = ruled.tournament
                super().step()


@pytest.mark.parametrize(
    ("format", "settings"), [(Format.KNOCKOUT, SETTINGS), (Format.KNOCKOUT, THIRD), (Format.DOUBLE_KNOCKOUT, SETTINGS)]
)
def test_o7_whoever_is_paired_goes_on_by_the_results(format: Format, settings: TournamentSettings) -> None:
    """
    Whatever is ruled at any time: unless a match was played because of it, the tree is what its results say.
    """
    clean = 0
    for seed in range(9):
        played = Ruling(tournament(format, 3 + seed % 10, settings), seed=seed, drop=0.03)
        done = played.run(at_a_time=1 + seed % 3)
        clean += not played.stands
        first = [row for row in standings(done).rows if row.place == 1]

        assert TournamentStatus.FINISHED is done.record.status
        assert len(first) == 1 or played.news[-1].id == "app.tournament_no_winner"
        if not played.stands:
            assert brackets.by_results(done) == brackets.winners(done)

    assert clean > 1


async def test_o8_the_match_that_runs_is_stopped_and_all_are_told(scene: Scene) -> None:
    """
    It ends in its thread, is not rated, and the new one starts; the log names who ruled, and why.
    """
    tournament = await opened(scene, Format.KNOCKOUT)
    await signed(scene, tournament, people=(ANN, BEN, CLEO, DORA))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    semis = (await scene.app.tournaments.view(tournament)).pairings
    rule = scene.app.disputes.rule
    for each in semis:
        assert each.match is not None
        await rule(scene.key(), HOST, match=each.match, places=(1, 2), why="no show", staff=None)
        await scene.app.tournament_runner.work()
    final = (await scene.app.tournaments.view(tournament)).pairings[2]
    assert final.match is not None
    assert semis[0].match is not None
    before = final.match
    loser = next(actor for actor in (ANN, BEN, CLEO, DORA) if actor.name == semis[0].names[1])
    await scene.app.disputes.appeal(scene.key(), loser, match=semis[0].match, words="wrong seat")
    receipt = await rule(scene.key(), HOST, match=semis[0].match, places=(2, 1), why="wrong seat", staff=None)
    await scene.app.tournament_runner.work()
    scene.clock.forward(minutes=1)
    await scene.relay.pump()
    view = await scene.app.tournaments.view(tournament)
    old = await scene.app.matches.view(final.match, None)
    result = await scene.store.read(lambda tx: tx.results.get(before))
    said = [notice for notice, _ in scene.courier.told if notice.text and notice.text.id == "core.lines"]
    calls = [notice for notice in said if notice.mention]
    hurry = [scene.words(notice.text) for notice in said if notice.text and notice.user == HOST.user]
    words = [scene.words(text) for text in receipt.told]
    log = [scene.words(text) for _, text in view.log]

    assert (Status.FINISHED, PairingStatus.VOID) == (old.match.status, view.pairings[2].status)
    assert result is not None
    assert "void" == result.why
    assert old.outcome is not None
    assert old.outcome.note is not None
    assert "doesn't count" in scene.words(old.outcome.note)
    assert PairingStatus.PLAYING is view.pairings[3].status
    assert {semis[0].entrants[1], semis[1].entrants[0]} == set(view.pairings[3].entrants)
    assert f"Match #{final.match} ({', '.join(final.names[:1])} and {final.names[1]}) was stopped" in words[2]
    assert 3 == len({user for call in calls for user in call.mention})
    assert [f"Match #{before} follows from it and is already running." in words for words in hurry] == [True]
    assert any("wrong seat" in line and HOST.name in line for line in log)
    assert set(words[1:]) <= set(log)
