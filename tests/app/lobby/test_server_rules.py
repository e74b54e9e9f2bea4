"""What a server allows: which games, where, by whom; where results go, and when nobody is mentioned."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.app.changes.outbox import Kind
from bot.app.changes.server_rules import Access
from bot.app.lobby.requests import against_computer
from bot.app.match.records import MatchRequest, Place
from bot.app.tournaments.records import TournamentWish
from bot.app.tournaments.settings import TournamentSettings
from db.ids import ChannelId
from db.tournaments.records import Format
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, PLACE, Scene

WISH = MatchRequest(game="season", seats=2)
CATEGORY, ELSEWHERE = 70, Place(PLACE.guild, ChannelId(78))


async def refused(scene: Scene, place: Place = PLACE, wish: MatchRequest = WISH, **access: Any) -> Refusal:  # noqa: ANN401
    """Return why a match can't be opened."""
    with pytest.raises(Refusal) as found:
        await scene.app.lobby.create(scene.key(), ANN, place=place, wish=wish, access=Access(**access))
    return found.value


async def test_only_games_that_are_offered_are_opened(scene: Scene) -> None:
    """
    Matches, practice and tournaments of others are refused, with those there are; a list of unknown games is refused.
    """
    await scene.app.settings.set_server(PLACE, {"games": "brainy"})
    why = await refused(scene)
    practice = against_computer("brainy", "easy")
    await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=practice)
    cup = TournamentWish(name="Cup", game="season", format=Format.SWISS, settings=TournamentSettings())

    assert "It offers: Brainy" in scene.words(why.text)
    with pytest.raises(Refusal, match="NOT_OFFERED"):
        await scene.app.tournaments.create(scene.key(), ANN, place=PLACE, wish=cup, access=Access(staff=True))
    with pytest.raises(Refusal, match="BAD_SETTING"):
        await scene.app.settings.set_server(PLACE, {"games": "brainy,chess"})


@pytest.mark.parametrize(("place", "within"), [(PLACE, ()), (ELSEWHERE, (77,)), (ELSEWHERE, (5, CATEGORY))])
async def test_matches_are_opened_only_in_allowed_channels(scene: Scene, place: Place, within: tuple[int, ...]) -> None:
    """
    A thread counts by its channel, a channel by its category. Elsewhere the refusal names them; matches there go on.
    """
    match = await scene.match()
    await scene.app.settings.set_server(PLACE, {"channels": f"77,{CATEGORY}"})
    why = await refused(scene, ELSEWHERE, within=(99,))
    await scene.app.lobby.create(scene.key(), ANN, place=place, wish=WISH, access=Access(within=within))
    await scene.app.settings.set_server(PLACE, {"channels": "99"})
    await scene.play(match, ANN, "1")

    assert f"<#77> and <#{CATEGORY}>" in scene.words(why.text)
    assert "NOT_HERE" == (await refused(scene)).code


async def test_tournaments_and_rematches_keep_to_the_channels(scene: Scene) -> None:
    """
    A rematch is a new match; so is what the forum for matches holds, which is allowed with the channels.
    """
    match = await scene.match()
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    await scene.app.settings.set_server(PLACE, {"channels": "99", "forum": 66})
    cup = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=TournamentSettings())

    with pytest.raises(Refusal, match="NOT_HERE"):
        await scene.app.tournaments.create(scene.key(), ANN, place=PLACE, wish=cup, access=Access(staff=True))
    with pytest.raises(Refusal, match="NOT_HERE"):
        await scene.app.lobby.rematch(scene.key(), ANN, match=match)
    await scene.app.lobby.rematch(scene.key(), ANN, match=match, access=Access(within=(66,)))


async def test_who_opens_matches(scene: Scene) -> None:
    """
    Staff, the moderators and a role; others may practice, and join. Moderators open tournaments, too.
    """
    await scene.app.settings.set_server(PLACE, {"matches": "staff", "hosts": 5, "moderators": 6})
    why = await refused(scene, roles=(4,))
    for access in (Access(staff=True), Access(roles=(5,)), Access(roles=(6,))):
        opened = await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=WISH, access=access)
    await scene.app.lobby.create(scene.key(), BEN, place=PLACE, wish=against_computer("brainy", "easy"))
    await scene.app.lobby.join(scene.key(), BEN, match=opened.match)
    cup = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=TournamentSettings())
    await scene.app.tournaments.create(scene.key(), ANN, place=PLACE, wish=cup, access=Access(roles=(6,)))
    await scene.app.settings.set_server(PLACE, {"hosts": 0})

    assert "<@&5>" in scene.words(why.text)
    assert "manage the server" in scene.words((await refused(scene, roles=(5,))).text)


@pytest.mark.parametrize(("wishes", "told"), [({}, 1), ({"practice": True}, 0), ({"private": True}, 0)])
async def test_results_are_posted_in_their_channel(scene: Scene, wishes: dict[str, bool], told: int) -> None:
    """
    Once for each match that ends, into its own lane; neither private nor practice matches.
    """
    await scene.app.settings.set_server(PLACE, {"results": 88})
    match = await scene.open(invite=(BEN,), **wishes)  # type: ignore[arg-type]
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.relay.pump()
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    await scene.relay.pump()
    found = scene.courier.of(Kind.RESULT)

    assert [(88, match)] * told == [(notice.place.channel, notice.match) for notice in found]


async def test_nobody_is_mentioned_in_the_quiet_hours_of_a_server(scene: Scene) -> None:
    """
    The board is posted without the mention, which follows when the hours end; hours that cannot be are refused.
    """
    hour = scene.clock.now().hour
    await scene.app.settings.set_server(PLACE, {"quiet": f"{hour}:00-{(hour + 2) % 24}:00"})
    match = await scene.match()
    await scene.relay.pump()
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    before = [notice.mention for notice in scene.courier.posts]
    scene.clock.forward(hours=3)
    await scene.relay.pump()
    after = [notice.mention for notice in scene.courier.posts[len(before) :]]

    assert {()} == set(before)
    assert [(BEN.user,)] == after
    with pytest.raises(Refusal, match="BAD_NIGHT"):
        await scene.app.settings.set_server(PLACE, {"quiet": "22:00-21:00"})


async def test_times_are_read_in_the_zone_of_the_server(scene: Scene) -> None:
    """
    Of somebody who has set none; their own comes first. A zone that is none is refused.
    """
    await scene.app.settings.set_server(PLACE, {"zone": "Asia/Tokyo"})
    moment = scene.app.absences.moment
    here = await moment(ANN.user, "tomorrow 18:00", guild=PLACE.guild)
    await scene.app.preferences.set_person(ANN, {"zone": "UTC"})

    assert await moment(ANN.user, "tomorrow 18:00", guild=PLACE.guild) - here in (
        timedelta(hours=9),
        timedelta(hours=-15),
        timedelta(hours=33),
    )
    assert here == await moment(BEN.user, "tomorrow 18:00", guild=PLACE.guild)
    with pytest.raises(Refusal, match="NO_ZONE"):
        await scene.app.settings.set_server(PLACE, {"zone": "Mars"})
