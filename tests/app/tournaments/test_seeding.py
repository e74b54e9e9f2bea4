"""Seeds by rating, by lot and by hand; clauses as in ``docs/tournaments.md``."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.ratings.exports import Form
from bot.app.tournaments.exports import tournament_file
from bot.app.tournaments.records import TournamentChange
from bot.app.tournaments.seeding import seeds_of
from bot.app.tournaments.settings import Arranged, Seeding, TournamentSettings
from db.tournaments.records import Format
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.app.tournaments.simulated import Simulation, entrant, tournament


def _seeds(settings: TournamentSettings, *strengths: int) -> list[int]:
    entrants = [entrant(number, strength=strength) for number, strength in enumerate(strengths, start=1)]
    seeds = seeds_of(entrants, settings, 1)
    return sorted(seeds, key=seeds.__getitem__)


def _lots(lot: str, **settings: object) -> TournamentSettings:
    return TournamentSettings(arranged=Arranged(lot=lot), **settings)  # type: ignore[arg-type]  # named settings


def test_d1_equal_ratings_are_drawn_by_lot() -> None:
    """
    From the seed of the tournament, again the same; whoever signs up first has no advantage, ratings come before lots.
    """
    drawn = [_seeds(_lots(f"{lot:064x}"), 7, 5, 5, 5, 9) for lot in range(120)]
    second = Counter(order[2] for order in drawn)

    assert {(5, 1)} == {tuple(order[:2]) for order in drawn}
    assert all(second[number] > 25 for number in (2, 3, 4))
    assert drawn[0] == _seeds(_lots(f"{0:064x}"), 7, 5, 5, 5, 9)
    assert [5, 1, 2, 3, 4] == _seeds(TournamentSettings(), 7, 5, 5, 5, 9)


def test_d2_seeds_at_random_do_not_look_at_ratings() -> None:
    """
    Each is the first about as often.
    """
    first = Counter(_seeds(_lots(str(lot), seeding=Seeding.RANDOM), 900, 5, 1)[0] for lot in range(150))

    assert all(first[number] > 30 for number in (1, 2, 3))


def test_d3_seeds_by_hand_come_first() -> None:
    """
    In the order set; the others follow by rating.
    """
    by_hand = TournamentSettings(seeding=Seeding.HAND, arranged=Arranged(order=(3, 1)))

    assert [3, 1, 4, 2] == _seeds(by_hand, 1, 2, 3, 4)


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.LADDER, Format.SWISS, Format.ROUND_ROBIN, Format.TABLES])
def test_d4_every_format_goes_by_its_seeds(format: Format) -> None:
    """
    The tree, the ladder, the first round of a Swiss, groups and tables follow the order set by hand, not ratings.
    """
    arranged = Arranged(order=(8, 7, 6, 5, 4, 3, 2, 1))
    settings = TournamentSettings(
        most=9, least=2, group=4, seats=4 if format is Format.TABLES else 2, seeding=Seeding.HAND
    )
    run = Simulation(tournament(format, 8, replace(settings, arranged=arranged)))
    run.step()
    first = {frozenset(row.entrants) for row in run.tournament.pairings if row.round == 1}
    groups = {frozenset(n for row in run.tournament.pairings if row.group == key for n in row.entrants) for key in "AB"}

    match format:
        case Format.KNOCKOUT:
            assert {frozenset(pair) for pair in ((8, 1), (5, 4), (7, 2), (6, 3))} == first
        case Format.LADDER:
            assert [8, 7, 6, 5, 4, 3, 2, 1] == sorted(range(1, 9), key=lambda n: run.tournament.by_number[n].rank)
        case Format.SWISS:
            assert {frozenset(pair) for pair in ((8, 4), (7, 3), (6, 2), (5, 1))} == first
        case Format.ROUND_ROBIN:
            assert {frozenset((8, 5, 4, 1)), frozenset((7, 6, 3, 2))} == groups
        case _:
            assert all(len(table & {8, 7}) == 1 for table in first)


async def test_d5_the_seed_is_stored_and_told_after_the_start(scene: Scene) -> None:
    """
    Before the start no file shows it, since who knows it could choose when to sign up; a change keeps it.
    """
    tournament = await opened(scene, Format.KNOCKOUT)
    await signed(scene, tournament, people=(ANN, BEN, CLEO))
    stored = (await scene.app.tournaments.view(tournament)).settings.arranged.lot
    await scene.app.tournaments.change(
        scene.key(), HOST, tournament=tournament, change=TournamentChange(settings={"least": 3})
    )
    before = tournament_file(await scene.app.tournaments.view(tournament), Form.JSON).data
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)
    after = msgspec.json.decode(tournament_file(view, Form.JSON).data)

    assert 64 == len(stored)
    assert stored.encode() not in before
    assert stored == after["settings"]["arranged"]["lot"]
    assert [1, 2, 3] == sorted(each["seed"] for each in after["entrants"])
    assert {each.seed for each in view.entrants} == {1, 2, 3}


async def test_d6_the_organizer_sets_seeds_before_the_start(scene: Scene) -> None:
    """
    Also during check-in; who has no place or stands there twice is refused, so is everybody else who asks.
    """
    tournament = await opened(scene, Format.KNOCKOUT)
    await signed(scene, tournament, people=(ANN, BEN, CLEO, DORA))
    seed = scene.app.arrangements.seed
    for order, code in (((9,), "NOT_IN"), ((1, 2, 1), "TWICE")):
        with pytest.raises(Refusal, match=code):
            await seed(scene.key(), HOST, tournament=tournament, order=order)
    with pytest.raises(Refusal, match="NOT_HOST"):
        await seed(scene.key(), ANN, tournament=tournament, order=(1,))
    await seed(scene.key(), HOST, tournament=tournament, order=(3, 4))
    shown = {each.number: each.seed for each in (await scene.app.tournaments.view(tournament)).entrants}
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)
    with pytest.raises(Refusal, match="STARTED"):
        await seed(scene.key(), HOST, tournament=tournament, order=(1,))

    assert {1: 0, 2: 0, 3: 1, 4: 2} == shown
    assert ["seeding"] == [part for part in ("seeding",) if part in scene.words(view.log[-2][1])]
    assert [1, 2] == [view.entrants[2].seed, view.entrants[3].seed]
    assert all(len({3, 4} & set(row.entrants)) == 1 for row in view.pairings)


async def test_d7_where_nothing_is_seeded_the_choice_is_refused(scene: Scene) -> None:
    """
    Pairing whoever is free goes by no order.
    """
    with pytest.raises(Refusal, match="SEEDING") as refusal:
        await opened(scene, Format.FREE_SWISS, seeding=Seeding.RANDOM)

    assert "choose another format" in scene.words(refusal.value.text)
