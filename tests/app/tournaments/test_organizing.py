"""Who may open tournaments; teams that come late, lose a member, or are not complete; names of computer players."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app.changes.server_rules import Access
from bot.app.match.paces import NoPace
from bot.app.match.records import Actor
from bot.app.tournaments.pairing import swiss
from bot.app.tournaments.pairing.rivals import Rival
from bot.app.tournaments.records import Replacement, TournamentWish
from bot.app.tournaments.requests import setting_name
from bot.app.tournaments.settings import TournamentSettings
from bot.app.views.match_view import names
from db.ids import TournamentId, UserId
from db.records import Status
from db.tournaments.records import EntrantStatus, Format, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST, opened, play_on, signed

EVE = Actor(UserId(600), "Eve")
FAY = Actor(UserId(601), "Fay")
WISH = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=TournamentSettings(pace=NoPace()))


async def teams(scene: Scene, *more: tuple[Actor, str], **settings: Any) -> TournamentId:  # noqa: ANN401
    """A tournament of two teams of two, and of ``more`` with their teams, that has started."""
    tournament = await opened(scene, Format.SWISS, team=2, **settings)
    for who, team in ((ANN, "Reds"), (BEN, "Reds"), (CLEO, "Blues"), (DORA, "Blues"), *more):
        await scene.app.tournaments.join(scene.key(), who, tournament=tournament, team=team)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    return tournament


async def test_who_may_open_an_event_is_a_setting_of_the_server(scene: Scene) -> None:
    """
    Staff at first; also the members of a role that is named; or anybody.
    """
    create, settings = scene.app.tournaments.create, scene.app.settings
    with pytest.raises(Refusal, match="NOT_ORGANIZER") as plain:
        await create(scene.key(), ANN, place=PLACE, wish=WISH)
    await settings.set_server(PLACE, {"organisers": 77})
    with pytest.raises(Refusal, match="NOT_ORGANIZER") as named:
        await create(scene.key(), ANN, place=PLACE, wish=WISH, access=Access(roles=(78,)))
    by_role = await create(scene.key(), ANN, place=PLACE, wish=WISH, access=Access(roles=(77, 78)))
    await settings.set_server(PLACE, {"events": "anybody"})
    by_anybody = await create(scene.key(), BEN, place=PLACE, wish=WISH)

    assert "/settings" in scene.words(plain.value.text)
    assert "<@&77>" in scene.words(named.value.text)
    assert (1, 2) == (by_role.tournament, by_anybody.tournament)


async def test_a_team_that_comes_late_is_paired_once_it_is_complete(scene: Scene) -> None:
    """
    With a board free it waits and stands nowhere; complete, it is paired from the next round on.
    """
    tournament = await teams(scene, late_rounds=2, rounds=2)
    await scene.app.tournaments.join(scene.key(), EVE, tournament=tournament, team="Greens")
    alone = await scene.app.tournaments.view(tournament)
    await scene.app.tournaments.join(scene.key(), FAY, tournament=tournament, team="greens")
    whole = await scene.app.tournaments.view(tournament)
    ended = await play_on(scene, tournament)

    assert (EntrantStatus.SIGNED, 2) == (alone.entrants[2].status, len(alone.standings.rows))
    assert (EntrantStatus.PLAYING, 3) == (whole.entrants[2].status, len(whole.standings.rows))
    assert TournamentStatus.FINISHED is ended.record.status
    assert [2, 2] == [pairing.round for pairing in ended.pairings if 3 in pairing.entrants]


async def test_a_late_team_that_never_completes_holds_nothing_up(scene: Scene) -> None:
    """
    It is never paired; its only member may sign off again.
    """
    tournament = await teams(scene, late_rounds=1, rounds=2)
    await scene.app.tournaments.join(scene.key(), EVE, tournament=tournament, team="Greens")
    await scene.app.tournaments.join(scene.key(), FAY, tournament=tournament, team="Blacks")
    await scene.app.tournaments.leave(scene.key(), FAY, tournament=tournament)
    ended = await play_on(scene, tournament)

    assert TournamentStatus.FINISHED is ended.record.status
    assert [EntrantStatus.SIGNED, EntrantStatus.ABSENT] == [each.status for each in ended.entrants[2:]]
    assert not any({3, 4} & set(pairing.entrants) for pairing in ended.pairings)


async def test_who_leaves_a_team_does_not_take_it_along(scene: Scene) -> None:
    """
    Only that board is given up, in later rounds not played; a substitute takes it; the last one's leaving ends it.
    """
    tournament = await teams(scene, rounds=2)
    receipt = await scene.app.tournaments.leave(scene.key(), BEN, tournament=tournament)
    left = await scene.app.tournaments.view(tournament)
    given_up = next(each for each in left.pairings if each.board == 1)
    table = await scene.app.uow.read(given_up.match or pytest.fail("it was started"))
    status = table.match.status
    with pytest.raises(Refusal, match="NO_BOARD"):
        await scene.app.tournaments.substitute(
            scene.key(), HOST, tournament=tournament, replacement=Replacement(entrant=1, into=EVE, board=2)
        )
    await scene.app.tournaments.substitute(
        scene.key(), HOST, tournament=tournament, replacement=Replacement(entrant=1, into=EVE, board=1)
    )
    again = await scene.app.tournaments.view(tournament)
    await scene.app.tournaments.leave(scene.key(), ANN, tournament=tournament)
    await scene.app.tournaments.leave(scene.key(), EVE, tournament=tournament)
    gone = await scene.app.tournaments.view(tournament)

    assert "Ben left the team Reds" in scene.words(receipt.told[0])
    assert (EntrantStatus.PLAYING, ("Ann",)) == (left.entrants[0].status, left.entrants[0].members)
    assert Status.FINISHED is status
    assert ("Ann", "Eve") == again.entrants[0].members
    assert EntrantStatus.DROPPED is gone.entrants[0].status


async def test_an_empty_board_of_a_team_is_walked_over(scene: Scene) -> None:
    """
    The other boards are played, and the tournament ends.
    """
    tournament = await opened(scene, Format.ROUND_ROBIN, team=2, at_once=1)
    crew = [Actor(UserId(700 + each), f"P{each}") for each in range(6)]
    for each, actor in enumerate(crew):
        await scene.app.tournaments.join(scene.key(), actor, tournament=tournament, team="ABC"[each // 2])
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await scene.app.tournaments.leave(scene.key(), crew[1], tournament=tournament)
    ended = await play_on(scene, tournament)
    empty = [each for each in ended.pairings if each.board == 1 and 1 in each.entrants]
    full = [each for each in ended.pairings if each.board == 0]

    assert TournamentStatus.FINISHED is ended.record.status
    assert "walkover" in {each.ended for each in empty}
    assert {PairingStatus.DONE} == {each.status for each in full}
    assert "walkover" not in {each.ended for each in full}


async def test_who_is_left_out_at_the_start_is_named(scene: Scene) -> None:
    """
    A team with a free board does not take part, and everybody reads why.
    """
    tournament = await teams(scene, (EVE, "Greens"))
    log = [scene.words(text) for _at, text in (await scene.app.tournaments.view(tournament)).log]

    assert "Not included, because they weren't complete or didn't check in: Greens." in log


async def test_a_computer_player_is_called_alike_in_event_and_match(scene: Scene) -> None:
    """
    By its number in the tournament, so that a result can be read in either.
    """
    tournament = await opened(scene, Format.KNOCKOUT)
    await signed(scene, tournament, people=(ANN,), computers=3)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)
    called = [names(await scene.app.uow.read(each.match)) for each in view.pairings if each.match]

    assert [each.names for each in view.pairings] == called


def test_swiss_lets_another_sit_out_before_somebody_meets_somebody_again() -> None:
    """
    Of three the newcomer, who stands lowest, is not sent away while the two others have met.
    """
    rivals = [
        Rival(number=1, points=60, strength=0, met={2: 1}, seats=(1, 0), last=0),
        Rival(number=2, points=0, strength=0, met={1: 1}, seats=(0, 1), last=1),
        Rival(number=3, points=0, strength=0, seats=(0, 0)),
    ]
    made = swiss.pair_round(rivals)

    assert 3 != made.bye
    assert not any({1, 2} == set(pair) for pair in made.pairs)


async def test_each_setting_of_an_event_has_a_name(scene: Scene) -> None:
    """
    What is changed or out of bounds is named in words, not by its field; late entry to a ladder is only yes or no.
    """
    called = [
        scene.words(setting_name(name)) for name in (*TournamentSettings.__struct_fields__, "name", "starts", "format")
    ]
    with pytest.raises(Refusal, match="NUMBER") as refusal:
        await opened(scene, Format.SWISS, rounds=2, late_rounds=5)
    await opened(scene, Format.LADDER, rounds=2, late_rounds=5)

    assert [] == [name for name in called if "app." in name or "_" in name]
    assert "not 5: late entry" in scene.words(refusal.value.text)


async def test_who_waits_alone_may_meet_who_comes_late(scene: Scene) -> None:
    """
    Without rounds nobody sits out at once while others may still enter; if nobody does, after the hours of patience.
    """
    settings: dict[str, Any] = {"rounds": 1, "late_rounds": 1, "patience_hours": 12}
    tournament = await opened(scene, Format.FREE_SWISS, **settings)
    await signed(scene, tournament, people=(ANN, BEN, CLEO))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    before = await scene.app.tournaments.view(tournament)
    await scene.app.tournaments.join(scene.key(), DORA, tournament=tournament)
    met = await scene.app.tournaments.view(tournament)
    ended = await play_on(scene, tournament)
    alone = await opened(scene, Format.FREE_SWISS, **settings)
    await signed(scene, alone, people=(ANN, BEN, CLEO))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=alone)
    waits = await play_on(scene, alone)
    scene.clock.forward(hours=13)
    over = await play_on(scene, alone)

    assert ([1, 2], TournamentStatus.RUNNING) == ([len(view.pairings) for view in (before, met)], before.record.status)
    assert (TournamentStatus.FINISHED, 2) == (ended.record.status, len(ended.pairings))
    assert TournamentStatus.RUNNING is waits.record.status
    assert TournamentStatus.FINISHED is over.record.status
    assert [PairingStatus.DONE, PairingStatus.BYE] == [pairing.status for pairing in over.pairings]
