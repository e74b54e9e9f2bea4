"""The match for third place of a knockout; clauses as in ``docs/tournaments.md``."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.app.tournaments.formats.brackets import champion
from bot.app.tournaments.formats.round_news import headline
from bot.app.tournaments.formats.standings import standings
from bot.app.tournaments.pairing.bracket import THIRD
from bot.app.tournaments.settings import TournamentSettings
from db.tournaments.records import EntrantStatus, Format, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import Scene
from tests.app.tournaments.held import opened
from tests.app.tournaments.simulated import Simulation, by_number, tournament

SETTINGS = TournamentSettings(most=99, least=2, third=True)


def _places(played: Simulation) -> list[int]:
    return sorted(row.place for row in standings(played.tournament).rows)


@pytest.mark.parametrize("count", [3, 4, 5, 8, 13])
def test_p1_the_losers_of_the_semi_finals_play_for_third_place(count: int) -> None:
    """
    Beside the final; who wins stands third, the other fourth. With one loser only, that one is third without a match.
    """
    played = Simulation(tournament(Format.KNOCKOUT, count, SETTINGS), result=by_number)
    done = played.run()
    thirds = [row for row in done.pairings if row.node == THIRD]

    assert ([(3, 4)] if count > 3 else []) == [tuple(sorted(row.entrants)) for row in thirds]
    assert [1, 2, 3, 4][:count] == _places(played)[:4]
    assert {done.record.round} >= {row.round for row in thirds}
    assert {1: EntrantStatus.PLAYING} == {
        each.number: each.status for each in done.entrants if each.status is not EntrantStatus.OUT
    }


@pytest.mark.parametrize(
    ("format", "told"),
    [
        (Format.KNOCKOUT, ["round", "quarterfinals", "semifinals", "final"]),
        (Format.DOUBLE_KNOCKOUT, ["round", "final"]),
    ],
)
def test_the_last_rounds_are_told_by_their_names(format: Format, told: list[str]) -> None:
    """
    Each once, also the final of a double elimination, which is no round of its own. Byes let rounds overlap.
    """
    settings = SETTINGS if format is Format.KNOCKOUT else TournamentSettings(most=99, least=2)
    played = Simulation(tournament(format, 9, settings), result=by_number)
    played.run()
    heads = [headline(text).id.removeprefix("app.tournament_") for text in played.news]

    assert told == list(dict.fromkeys(each for each in heads if each in {*told, "second_final"}))


def test_p2_who_plays_for_third_place_is_not_out() -> None:
    """
    Before that is decided; the tournament goes on until it is, even if the final is over first.
    """
    played = Simulation(tournament(Format.KNOCKOUT, 4, SETTINGS), result=by_number)
    played.step()
    played.finish_some(2)
    during = {each.number: each.status for each in played.tournament.entrants}
    final = next(row for row in played.playing() if row.node != THIRD)
    while any(row.number == final.number for row in played.playing()):
        played.chance.shuffle(rows := played.playing())
        if rows[0].node != THIRD:
            played.finish_some(1)

    assert set(during.values()) == {EntrantStatus.PLAYING}
    assert TournamentStatus.FINISHED is played.run().record.status


def test_p3_whoever_leaves_the_event_ends_with_places_that_follow() -> None:
    """
    With 15 % leaving after each match: one winner if somebody is left to win, and a third place is shared only by two
    who have left.
    """
    shared: Counter[int] = Counter()
    for seed in range(40):
        played = Simulation(tournament(Format.KNOCKOUT, 4 + seed % 9, SETTINGS), seed=seed, drop=0.15)
        done = played.run()
        rows = standings(done).rows
        thirds = [row for row in rows if row.place == 3]
        shared[len(thirds)] += 1
        void = any(row.node == THIRD and row.status is PairingStatus.VOID for row in done.pairings)

        assert not champion(done) or 1 == sum(row.place == 1 for row in rows)
        assert len(thirds) <= 1 or void or all(row.status is EntrantStatus.DROPPED for row in thirds)
    assert shared[1] > 30


def test_p4_a_final_knock_out_of_groups_has_one_too() -> None:
    """
    Of four or more who go on.
    """
    settings = TournamentSettings(most=99, least=2, third=True, group=4, finals=4, at_once=3)
    played = Simulation(tournament(Format.ROUND_ROBIN, 8, settings), result=by_number)
    done = played.run()

    assert [(3, 4)] == [tuple(sorted(row.entrants)) for row in done.pairings if row.node == THIRD]
    assert [1, 2, 3, 4] == [row.place for row in standings(done).rows if row.group == "final"]


@pytest.mark.parametrize(
    ("format", "settings", "words"),
    [
        (Format.SWISS, {}, "Only a knockout"),
        (Format.DOUBLE_KNOCKOUT, {}, "Only a knockout"),
        (Format.ROUND_ROBIN, {"finals": 2}, "4 or more"),
    ],
)
async def test_p5_where_there_is_none_the_choice_is_refused(
    scene: Scene, format: Format, settings: dict[str, Any], words: str
) -> None:
    """
    With a sentence that says where there is one.
    """
    with pytest.raises(Refusal, match="THIRD") as refusal:
        await opened(scene, format, third=True, **settings)

    assert words in scene.words(refusal.value.text)
