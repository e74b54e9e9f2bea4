"""People go by the names of the server that a match or tournament belongs to."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from bot.app.match.paces import PerMove
from bot.app.match.records import Actor, Place
from db.ids import ChannelId, GuildId, MatchId
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.app.tournaments.held import opened, signed

THERE = Place(GuildId(10), ChannelId(78))
ANNIE = Actor(ANN.user, "Annie", PLACE.guild, "Ann")
QUEEN = Actor(ANN.user, "Queen", THERE.guild, "Ann")


async def seated(scene: Scene, host: Actor, place: Place) -> str:
    """Open a match on a server; who plays there."""
    number = await scene.open(host=host, place=place, pace=PerMove(seconds=3600))
    await scene.app.lobby.join(scene.key(), BEN, match=number)
    return (await scene.app.matches.view(number, None)).seats[0].name


async def test_acting_from_elsewhere_changes_no_name(scene: Scene) -> None:
    """
    Each server has its own; what is told of a player in a match is by the name there, wherever the player acts from.
    """
    names = [await seated(scene, ANNIE, PLACE), await seated(scene, QUEEN, THERE)]
    now = scene.clock.now()
    listed = [line.names[0] for line in await scene.app.matches.mine(ANN.user)]
    await scene.app.hosts.end(scene.key(), QUEEN, match=await first(scene))
    await scene.app.absences.declare(QUEEN, begin=now, until=now + timedelta(days=3))
    await scene.relay.pump()
    told = {notice.place.guild: set[str]() for notice in scene.courier.posts}
    for notice in scene.courier.posts:
        if notice.text is not None:
            told[notice.place.guild].add(scene.words(notice.text))

    assert ["Annie", "Queen"] == names
    assert {"Annie", "Queen"} == set(listed)
    assert any("Annie" in words for words in told[PLACE.guild])
    assert not any("Queen" in words for words in told[PLACE.guild])
    assert any("Queen" in words for words in told[THERE.guild])


async def first(scene: Scene) -> MatchId:
    """The match on the first server."""
    lines = await scene.app.matches.mine(ANN.user)
    return next(line.match for line in lines if line.place.guild == PLACE.guild)


async def test_a_new_name_is_followed(scene: Scene) -> None:
    """
    By running matches and by the standings of tournaments, once the player has done anything on that server.
    """
    tournament = await opened(scene)
    await signed(scene, tournament, people=(ANNIE, BEN, CLEO))
    number = await scene.match(players=(ANNIE, BEN))
    renamed = replace(ANNIE, name="Nan")
    await scene.play(number, renamed, "1")
    view = await scene.app.tournaments.view(tournament)

    assert ["Nan", "Ben"] == [seat.name for seat in (await scene.app.matches.view(number, None)).seats]
    assert ["Nan", "Ben", "Cleo"] == [entrant.name for entrant in view.entrants]
