"""Entrants who are kept apart; clauses as in ``docs/tournaments.md``."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.tournaments.formats.kept_apart import separate
from bot.app.tournaments.settings import Arranged, TournamentSettings
from db.ids import TournamentId
from db.tournaments.records import EntrantStatus, Format, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.app.tournaments.simulated import Simulation, tournament

FAMILY = ((1, 2), (1, 3), (2, 3))


def _met(
    format: Format,
    count: int,
    pairs: tuple[tuple[int, int], ...],
    *,
    seed: int = 0,
    **settings: Any,  # noqa: ANN401
) -> set[tuple[int, int]]:
    chosen = TournamentSettings(most=99, least=2, arranged=Arranged(apart=pairs), **settings)
    played = Simulation(tournament(format, count, chosen), seed=seed, drop=0.15 if seed else 0)
    done = played.run()
    met = {pair for row in done.pairings for pair in combinations(sorted(row.entrants), 2)}

    assert TournamentStatus.FINISHED is done.record.status
    return met & set(pairs)


@pytest.mark.parametrize("seed", range(4))
def test_k1_who_is_kept_apart_does_not_meet(seed: int) -> None:
    """
    In a Swiss by rounds and without, at tables, on a ladder, and in groups, also with 15 % leaving.
    """
    assert not _met(Format.SWISS, 9, FAMILY, seed=seed, rounds=4)
    assert not _met(Format.FREE_SWISS, 9, FAMILY, seed=seed, rounds=4)
    assert not _met(Format.LADDER, 9, FAMILY, seed=seed, rounds=4)
    assert not _met(Format.ROUND_ROBIN, 12, FAMILY, seed=seed, group=4)
    if not seed:
        assert not _met(Format.TABLES, 12, FAMILY, rounds=3, seats=4)


def test_k2_others_meet_again_rather() -> None:
    """
    Five rounds of four, of whom two are kept apart: it ends when only repeats are left, and the two never met.
    """
    assert not _met(Format.SWISS, 4, ((1, 2),), rounds=5)


def test_k3_groups_are_as_strong_as_before() -> None:
    """
    Those dealt in the same turn change groups; of a family larger than the number of groups fewest stay together.
    """
    dealt = [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    parted = separate(dealt, [(1, 6), (1, 7)])
    many = separate(dealt, list(combinations((1, 6, 7, 12), 2)))

    assert [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}] == [{group[turn] for group in parted} for turn in range(4)]
    assert all(len({1, 6, 7} & set(group)) == 1 for group in (g for g in parted if 1 in g))
    assert [1, 1, 2] == sorted(len({1, 6, 7, 12} & set(group)) for group in many)


async def _named(scene: Scene, format: Format, **settings: Any) -> TournamentId:  # noqa: ANN401
    tournament = await opened(scene, format, **settings)
    await signed(scene, tournament, people=(ANN, BEN, CLEO, DORA))
    return tournament


async def test_k4_the_organizer_is_told_if_there_was_no_other_way(scene: Scene) -> None:
    """
    In private: all of one group meet each other.
    """
    tournament = await _named(scene, Format.ROUND_ROBIN)
    await scene.app.arrangements.keep_apart(scene.key(), HOST, tournament=tournament, entrants=(2, 1))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await scene.relay.pump()
    texts = [(notice.user, notice.text) for notice, _ in scene.courier.told if notice.text]
    told = [(user, scene.words(text)) for user, text in texts if text.id == "app.tournament_paired_anyway"]

    assert [HOST.user] == [user for user, _ in told]
    assert "Ann and Ben meet in round" in told[0][1]


async def test_k5_two_are_named_who_take_part(scene: Scene) -> None:
    """
    By the organizer, in a format that can keep them apart; again taken back. Each refusal says why.
    """
    tournament, tree = await _named(scene, Format.SWISS, rounds=3), await _named(scene, Format.KNOCKOUT)
    groups = await _named(scene, Format.ROUND_ROBIN)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=groups)
    apart = scene.app.arrangements.keep_apart
    await apart(scene.key(), HOST, tournament=tournament, entrants=(1, 2))
    cases = (
        (tournament, (2, 1), False, "AS_IT_IS"),
        (tournament, (3, 4), True, "AS_IT_IS"),
        (tournament, (3, 3), False, "SAME"),
        (tournament, (3, 9), False, "NOT_IN"),
        (tree, (1, 2), False, "APART"),
        (groups, (1, 2), False, "STARTED"),
    )
    for where, entrants, back, code in cases:
        with pytest.raises(Refusal, match=code) as refusal:
            await apart(scene.key(), HOST, tournament=where, entrants=entrants, back=back)
        assert scene.words(refusal.value.text)
    with pytest.raises(Refusal, match="NOT_HOST"):
        await apart(scene.key(), ANN, tournament=tournament, entrants=(1, 3))
    await apart(scene.key(), HOST, tournament=tournament, entrants=(3, 4))
    await apart(scene.key(), HOST, tournament=tournament, entrants=(4, 3), back=True)
    view = await scene.app.tournaments.view(tournament)

    assert ((1, 2),) == view.settings.arranged.apart
    assert "Ann and Ben aren't paired" in scene.words(view.log[-2][1])


def test_k6_blocks_and_leavers_do_not_undo_it() -> None:
    """
    Whom somebody blocks is avoided as before; who has left keeps nobody apart.
    """
    begun = tournament(Format.SWISS, 4, TournamentSettings(arranged=Arranged(apart=((1, 2),))))
    begun = begun.with_entrants([replace(begun.by_number[2], status=EntrantStatus.ABSENT)])
    one, _, other = begun.rivals((1, 3, 4), {1: frozenset({3})})

    assert {2, 3} == set(one.unwanted)
    assert not other.unwanted
