"""Round robins in groups: every group has its winner, and those of one group meet late in the final knockout."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from bot.app.runtime.refusals import WORDS
from bot.app.tournaments.formats.standings import group_names, standings
from bot.app.tournaments.pairing.bracket import seed_order, size_of
from bot.app.tournaments.pairing.crossing import cross
from bot.app.tournaments.pairing.rivals import Rival
from bot.app.tournaments.pairing.robin import groups
from bot.app.tournaments.settings import TournamentSettings
from db.tournaments.records import Format, PairingStatus, TreePart
from games.core.errors import Refusal
from games.core.words import Words
from tests.app.scene import Scene
from tests.app.tournaments.held import opened
from tests.app.tournaments.simulated import Simulation, by_number, tournament


def _played(count: int, *, group: int, finals: int, seed: int = 0) -> Simulation:
    settings = TournamentSettings(most=99, least=2, group=group, finals=finals, at_once=3)
    played = Simulation(tournament(Format.ROUND_ROBIN, count, settings), result=by_number, seed=seed)
    played.run()
    return played


def test_g1_the_winner_of_each_group_is_told() -> None:
    """
    Where no final is played; with a final its winner is.
    """
    words = Words(WORDS, strict=True)
    apart, final = _played(8, group=4, finals=0), _played(8, group=4, finals=2)

    assert "Cup is over. Each group has its winner: group A: P1 and group B: P2. 🏆" == words(apart.news[-1])
    assert "Cup is over. The winner is P1. 🏆" == words(final.news[-1])


@pytest.mark.parametrize("number", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("each", [1, 2, 3, 4])
def test_g2_players_of_a_group_meet_as_late_as_they_can(number: int, each: int) -> None:
    """
    The first and the second of a group stand in opposite halves; nobody has a first match within the group.
    """
    order = [10 * at + place for place in range(1, each + 1) for at in range(number)]
    seeds = cross(order, {one: one % 10 for one in order}, {one: str(one // 10) for one in order})
    size = size_of(len(order))
    slots = {one: seed_order(size).index(at) for at, one in enumerate(seeds)}
    pairs = [(one, other) for one, other in combinations(order, 2) if one // 10 == other // 10]

    assert [one % 10 for one in order] == [one % 10 for one in seeds]
    assert all(slots[one] ^ slots[other] != 1 for one, other in pairs)
    if each == 2:
        assert all((slots[one] ^ slots[other]).bit_length() == (size - 1).bit_length() for one, other in pairs)


def test_g6_who_waits_in_the_final_and_meets_nobody_has_won() -> None:
    """
    Of three who went on the other two left: the first one, never paired in the knockout, is told as the winner.
    """
    settings = TournamentSettings(most=99, least=2, group=3, finals=3, at_once=3)
    played = Simulation(tournament(Format.ROUND_ROBIN, 3, settings), result=by_number)
    played.step()
    while all(row.group == "A" for row in played.playing()):
        played.finish_some(1)
    for number in (2, 3):
        played.leave(number)
    row = played.playing()[0]
    played.tournament = played.tournament.with_pairings([replace(row, status=PairingStatus.WAITING, match=None)])
    done = played.run()

    assert [(1, 1)] == [(row.number, row.place) for row in standings(done).rows if row.group == "final"][:1]
    assert "Cup is over. The winner is P1. 🏆" == Words(WORDS, strict=True)(played.news[-1])


def test_g3_semi_finals_cross_the_groups() -> None:
    """
    The first of one group meets the second of the other, whoever had more points.
    """
    for seed in range(10):
        settings = TournamentSettings(most=99, least=2, group=4, finals=4, at_once=3)
        played = Simulation(tournament(Format.ROUND_ROBIN, 8, settings), seed=seed)
        done = played.run()
        group = {number: row.group for row in done.pairings if row.group for number in row.entrants}
        semis = [
            row.entrants for row in done.pairings if row.node is not None and row.node[:2] == (TreePart.WINNERS, 1)
        ]

        assert 2 == len(semis)
        assert all(group[one] != group[other] for one, other in semis)


async def test_g4_one_place_in_a_final_is_refused(scene: Scene) -> None:
    """
    With a sentence that says what is possible; none and two are.
    """
    with pytest.raises(Refusal, match="NUMBER") as refusal:
        await opened(scene, Format.ROUND_ROBIN, finals=1)
    await opened(scene, Format.ROUND_ROBIN, finals=0)
    await opened(scene, Format.ROUND_ROBIN, finals=2)

    assert "2 or more" in scene.words(refusal.value.text)


def test_g5_nobody_is_alone_in_a_group() -> None:
    """
    Whatever the size; groups stand in the order of their names, also beyond the 26th.
    """
    for count in range(2, 60):
        for size in range(2, 21):
            assert min(map(len, groups([Rival(number=at) for at in range(count)], size))) >= 2
    many = _played(56, group=2, finals=0)

    assert ["Z", "AA", "AB"] == group_names(many.tournament)[-3:]
    assert 56 == len(standings(many.tournament).rows)
