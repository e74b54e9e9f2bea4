"""Teams of earlier tournaments that sign up again as they were."""

from __future__ import annotations

import pytest

from bot.app.match.records import Actor
from bot.app.tournaments.old_teams import BACK, TeamOffer
from db.ids import TournamentId, UserId
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, Scene
from tests.app.tournaments.held import HOST, opened, play_on

EVE = Actor(UserId(777), "Eve")


async def before(scene: Scene) -> None:
    """Reds (Ann, Ben) and Blues (Cleo, Dora) have played a tournament to its end."""
    tournament = await opened(scene, team=2, rounds=1)
    for who, team in ((ANN, "Reds"), (BEN, "Reds"), (CLEO, "Blues"), (DORA, "Blues")):
        await scene.app.tournaments.join(scene.key(), who, tournament=tournament, team=team)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await play_on(scene, tournament)


async def members(scene: Scene, tournament: TournamentId) -> list[tuple[str, tuple[str, ...]]]:
    """Return the teams with their players."""
    return [(each.name, each.members) for each in (await scene.app.tournaments.view(tournament)).entrants]


async def called(scene: Scene, tournament: TournamentId) -> list[UserId | None]:
    """Return who was called back to a tournament."""
    await scene.relay.pump()
    told = [notice for notice, _ref in scene.courier.told if notice.tournament == tournament]
    return [notice.user for notice in told if notice.text is not None and notice.text.id == BACK]


async def test_a_team_signs_up_again_once_and_its_boards_are_kept(scene: Scene) -> None:
    """
    Who led it is offered that, a request made twice founds one team, its other player is told once and comes back at
    the old board; a stranger is told what to do, and nobody else is offered anything.
    """
    await before(scene)
    tournament = await opened(scene, team=2, rounds=1)
    teams, key = scene.app.old_teams, scene.key()
    offers = [await teams.offer(who, tournament=tournament) for who in (ANN, BEN, EVE)]
    first = await teams.sign_up(key, ANN, tournament=tournament)
    second = await teams.sign_up(key, ANN, tournament=tournament)
    to_ben = await teams.offer(BEN, tournament=tournament)
    with pytest.raises(Refusal, match="KEPT") as stranger:
        await scene.app.tournaments.join(scene.key(), EVE, tournament=tournament, team="reds")
    mail = await called(scene, tournament)
    number = (await scene.app.tournaments.view(tournament)).entrants[0].number
    await scene.app.tournaments.join(scene.key(), BEN, tournament=tournament, number=number)

    assert [TeamOffer(again="Reds"), TeamOffer(), TeamOffer()] == offers
    assert first == second
    assert TeamOffer(join=(number, "Reds")) == to_ben
    assert "Ask Ann to open them" in scene.words(stranger.value.text)
    assert [BEN.user] == mail
    assert [("Reds", ("Ann", "Ben"))] == await members(scene, tournament)


async def test_the_boards_are_opened_by_who_leads_the_team_or_by_the_start(scene: Scene) -> None:
    """
    Nobody else opens them; then a stranger joins, and the old player is left without a board.
    """
    await before(scene)
    tournament = await opened(scene, team=2, rounds=1)
    await scene.app.old_teams.sign_up(scene.key(), ANN, tournament=tournament)
    kept = await scene.app.old_teams.offer(ANN, tournament=tournament)
    with pytest.raises(Refusal, match="NOT_IN"):
        await scene.app.old_teams.free(scene.key(), BEN, tournament=tournament)
    key = scene.key()
    freed = [await scene.app.old_teams.free(key, ANN, tournament=tournament) for _ in range(2)]
    await scene.app.tournaments.join(scene.key(), EVE, tournament=tournament, team="Reds")
    with pytest.raises(Refusal, match="FULL"):
        await scene.app.tournaments.join(scene.key(), BEN, tournament=tournament, number=1)

    assert TeamOffer(kept="Reds") == kept
    assert freed[0] == freed[1]
    assert TeamOffer() == await scene.app.old_teams.offer(ANN, tournament=tournament)
    assert [("Reds", ("Ann", "Eve"))] == await members(scene, tournament)


async def test_no_board_is_kept_for_who_cannot_or_will_not_come(scene: Scene) -> None:
    """
    Blocked by the leader, or in another team already: nothing is sent, and anyone may have the board.
    """
    await before(scene)
    tournament = await opened(scene, team=2, rounds=1)
    await scene.app.ratings.set_block(BEN, other=ANN.user, blocked=True)
    await scene.app.tournaments.join(scene.key(), DORA, tournament=tournament, team="Greens")
    for who in (ANN, CLEO):
        await scene.app.old_teams.sign_up(scene.key(), who, tournament=tournament)
    await scene.app.tournaments.join(scene.key(), EVE, tournament=tournament, team="Reds")

    assert [] == await called(scene, tournament)
    assert ("Reds", ("Ann", "Eve")) in await members(scene, tournament)


async def test_a_team_that_has_withdrawn_is_not_founded_by_an_old_button(scene: Scene) -> None:
    """
    The button of the private message says so; and a team of another size is not offered.
    """
    await before(scene)
    tournament = await opened(scene, team=2, rounds=1)
    await scene.app.old_teams.sign_up(scene.key(), ANN, tournament=tournament)
    await scene.app.tournaments.leave(scene.key(), ANN, tournament=tournament)
    with pytest.raises(Refusal, match="GONE"):
        await scene.app.tournaments.join(scene.key(), BEN, tournament=tournament, number=1)
    larger = await opened(scene, team=3, rounds=1)

    assert TeamOffer(again="Reds") == await scene.app.old_teams.offer(ANN, tournament=tournament)
    assert TeamOffer() == await scene.app.old_teams.offer(ANN, tournament=larger)
    with pytest.raises(Refusal, match="NO_TEAM"):
        await scene.app.old_teams.sign_up(scene.key(), ANN, tournament=larger)
