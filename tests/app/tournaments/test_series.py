"""Matches of up to three games in a knockout; clauses as in ``docs/tournaments.md``."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.app.tournaments.formats import brackets
from bot.app.tournaments.formats.brackets import champion, series
from bot.app.tournaments.formats.corrections import Ruled
from bot.app.tournaments.formats.progress import Came, annul, correct
from bot.app.tournaments.formats.standings import standings
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.pairing.series import HIGHER, LOWER, OPEN, find_winner
from bot.app.tournaments.settings import TournamentSettings
from db.ratings.records import Left
from db.tournaments.records import Format, PairingEnd, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.app.tournaments.simulated import START, Simulation, by_number, tournament

TREES = {
    Format.KNOCKOUT: TournamentSettings(most=99, least=2, best_of=3, third=True),
    Format.DOUBLE_KNOCKOUT: TournamentSettings(most=99, least=2, best_of=3),
    Format.ROUND_ROBIN: TournamentSettings(most=99, least=2, best_of=3, group=4, finals=4),
}


@pytest.mark.parametrize(
    ("games", "won"),
    [
        ([], OPEN),
        ([1], OPEN),
        ([-1], OPEN),
        ([1, 1], HIGHER),
        ([-1, -1], LOWER),
        ([1, -1], OPEN),
        ([-1, 1], OPEN),
        ([1, 0], HIGHER),
        ([-1, 0], OPEN),
        ([0, 0], OPEN),
        ([0, 0, 0], HIGHER),
        ([0, 0, -1], LOWER),
        ([1, -1, 0], HIGHER),
        ([-1, 0, 1], HIGHER),
        ([-1, 1, -1], LOWER),
    ],
)
def test_b1_a_match_is_over_once_the_rest_cannot_change_it(games: list[int], won: int) -> None:
    """
    At two wins, or earlier for the entrant set higher, who goes on from an even match.
    """
    assert won == find_winner(games, 3)


def test_b2_one_game_decides_a_match_of_one() -> None:
    """
    As it always did: an even one for the entrant set higher.
    """
    assert [HIGHER, HIGHER, LOWER, OPEN] == [find_winner(games, 1) for games in ([1], [0], [-1], [])]


def _check(done: Tournament) -> None:
    """Check each match: its games follow each other, who begins alternates, none is played that changes nothing."""
    for games in series(done).values():
        order = [rows[0].entrants for rows in games]
        assert len(games) <= 3
        assert all(one == other[::-1] for one, other in pairwise(order))
        results: list[int] = []
        for rows in games:
            assert find_winner(results, 3) == OPEN
            high = min(rows[0].entrants, key=lambda number: done.by_number[number].rank)
            places = rows[0].places or (1, 1)
            own = places[rows[0].entrants.index(high)]
            results.append((own < max(places)) - (own > min(places)))
        if games[-1][0].ended != PairingEnd.WALKOVER and games[-1][0].status is PairingStatus.DONE:
            assert find_winner(results, 3) != OPEN


@pytest.mark.parametrize("format", list(TREES))
def test_b3_events_end_with_one_winner_whoever_leaves(format: Format) -> None:
    """
    With 15 % leaving after each game, matches that end in any order, and with nobody leaving.
    """
    for seed in range(15):
        count = 3 + seed % 7
        played = Simulation(tournament(format, count, TREES[format]), seed=seed, drop=0.15 if seed % 3 else 0)
        done = played.run(at_a_time=1 + seed % 4)
        _check(done)

        assert TournamentStatus.FINISHED is done.record.status
        if champion(done) if brackets.nodes(done) else 0:
            assert 1 == sum(row.place == 1 and row.group in ("", "final") for row in standings(done).rows)


def test_b4_games_are_numbered_and_the_stronger_wins_in_two() -> None:
    """
    The second game begins when the first is over, in the same round; the tree marks who goes on.
    """
    played = Simulation(tournament(Format.KNOCKOUT, 4, TREES[Format.KNOCKOUT]), result=by_number)
    played.step()
    first = len(played.playing())
    played.finish_some(9)
    second = [brackets.game_numbers(played.tournament)[row.number] for row in played.playing()]
    done = played.run()

    assert 2 == first
    assert [2, 2] == second
    assert {2} == {len(games) for games in series(done).values()}
    assert {1, 2} == {row.round for row in done.pairings}
    assert [1, 2, 3, 4] == [row.number for row in standings(done).rows]


def test_b5_an_annulled_game_is_played_again() -> None:
    """
    The match is open again, as long as nobody has gone on from it.
    """
    played = Simulation(tournament(Format.KNOCKOUT, 4, TREES[Format.KNOCKOUT]), result=by_number)
    played.step()
    played.finish_some(2)
    key = played.playing()[0].node
    assert key is not None
    while any(row.node == key for row in played.playing()):
        played.finish_some(1)
    won = [rows[0] for rows in series(played.tournament)[key]]
    if not any(row.round == 2 for row in played.tournament.pairings):
        played.tournament = annul(played.tournament, won[0]).tournament
        played.step()

        assert [2, 2] == [len(series(played.tournament)[key]), len(won)]
    done = played.run()

    assert 1 == champion(done)


def test_b8_a_ruling_that_decides_a_match_stops_the_game_under_way() -> None:
    """
    It changes nothing any more; the tournament is over.
    """
    played = Simulation(tournament(Format.KNOCKOUT, 2, TREES[Format.KNOCKOUT]), result=by_number)
    played.step()
    played.finish_some(1)
    _turned(played, 1)
    played.finish_some(1)
    third = played.playing()[0]
    ruled = _turned(played, 1)

    assert third.number == ruled.stopped[0].number == 3
    assert ["app.ruling_stopped"] == [text.id for text in ruled.texts]
    assert PairingStatus.VOID is played.tournament.pairings[-1].status
    assert TournamentStatus.FINISHED is played.tournament.record.status
    assert 1 == champion(played.tournament)


def _turned(played: Simulation, number: int) -> Ruled:
    """Rule that the other one has won a game; the tournament goes on."""
    row = next(each for each in played.tournament.pairings if each.number == number)
    assert row.places is not None
    came = Came(places=row.places[::-1], totals=row.totals or (), ended="staff", left=(Left.STAYED,) * 2, at=START)
    ruled = correct(played.tournament, row, came)
    played.tournament = ruled.tournament
    played.step()
    return ruled


async def test_b6_who_loses_a_game_begins_or_follows_in_the_next(scene: Scene) -> None:
    """
    Both are called to each game, told which one it is.
    """
    tournament = await opened(scene, Format.KNOCKOUT, best_of=3)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    for _ in range(2):
        (playing,) = [
            row
            for row in (await scene.app.tournaments.view(tournament)).pairings
            if row.status is PairingStatus.PLAYING
        ]
        assert playing.match is not None
        await scene.app.matches.resign(scene.key(), BEN, match=playing.match)
        await scene.app.tournament_runner.work()
    await scene.relay.pump()
    view = await scene.app.tournaments.view(tournament)
    told = [
        scene.words(each.text) for each in scene.courier.posts if each.text and each.text.id == "app.tournament_game"
    ]

    assert TournamentStatus.FINISHED is view.record.status
    assert [1, 2] == [row.game for row in view.pairings]
    assert view.pairings[0].names == view.pairings[1].names[::-1]
    assert {1} == {row.through for row in view.pairings}
    assert [f"Cup: game {game} of your match has started. A match has up to 3 games." for game in (1, 2)] == sorted(
        told
    )


@pytest.mark.parametrize(
    ("format", "best_of", "words"),
    [
        (Format.SWISS, 3, "knockout"),
        (Format.ROUND_ROBIN, 3, "2 or more"),
        (Format.KNOCKOUT, 2, "not 2"),
    ],
)
async def test_b7_where_there_are_none_the_choice_is_refused(
    scene: Scene, format: Format, best_of: int, words: str
) -> None:
    """
    With a sentence that says what can be had.
    """
    with pytest.raises(Refusal, match="BEST_OF") as refusal:
        await opened(scene, format, best_of=best_of)

    assert words in scene.words(refusal.value.text)
