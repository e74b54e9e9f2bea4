"""What two people do about the same at the same moment: bars and who joins, and a report that two moderators claim."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress

from bot.app.changes.server_rules import MEMBER
from bot.app.finding.player_search import Search
from bot.app.match.records import Actor, Place
from bot.app.moderation.bars import BarTerms
from bot.app.moderation.reports import NewReport
from db.ids import ChannelId, GuildId, UserId
from db.moderation.records import ReportTopic
from db.records import Status
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.app.tournaments.held import HOST, opened

ROUNDS = 6


async def attempt(what: Awaitable[object]) -> None:
    """Do something that may be refused."""
    with suppress(Refusal):
        await what


async def test_nobody_comes_in_while_they_are_barred(scene: Scene) -> None:
    """
    Joining a match, opening one and signing up at the same moment: done before the bar they are left, after it refused.
    """
    guild = PLACE.guild or GuildId(0)
    for number in range(ROUNDS):
        guest = Actor(UserId(1000 + number), f"Guest {number}", guild)
        far = Place(guild, ChannelId(400 + number))
        match = await scene.open("season", seats=3, host=Actor(UserId(2000 + number), "Host"), place=far)
        cup = await opened(scene, name=f"Cup {number}")
        terms = BarTerms(until=None, why="rude")
        await asyncio.gather(
            attempt(scene.app.bars.bar(scene.key(), ANN, place=PLACE, guest=guest, terms=terms)),
            attempt(scene.app.lobby.join(scene.key(), guest, match=match)),
            attempt(scene.open("season", seats=3, host=guest, place=far)),
            attempt(scene.app.tournaments.join(scene.key(), guest, tournament=cup)),
        )
        of_guest = await scene.store.read(lambda tx, guest=guest: tx.matches.of_user(guest.user, most=9))  # type: ignore[misc]
        entered = await scene.store.read(lambda tx, guest=guest: tx.tournaments.find_entered(guest.user))  # type: ignore[misc]
        await scene.app.tournaments.cancel(scene.key(), HOST, tournament=cup)

        assert ([], ()) == ([each.id for each in of_guest if each.status is Status.LOBBY], entered)


async def test_a_report_is_claimed_by_one_of_two_moderators(scene: Scene) -> None:
    """
    The other hears who looks after it; the reporter and the log are told once.
    """
    match = await scene.match("season", (ANN, CLEO))
    new = NewReport(match=match, topic=ReportTopic.STALLING, words="slow")
    report = (await scene.app.reports.file(scene.key(), CLEO, place=PLACE, new=new)).id
    found = await asyncio.gather(
        *(scene.app.reports.claim(scene.key(), actor, place=PLACE, report=report) for actor in (BEN, HOST)),
        return_exceptions=True,
    )
    await scene.relay.pump()
    told = [notice for notice in scene.courier.posts if notice.user == CLEO.user]

    assert ["CLAIMED"] == [each.code for each in found if isinstance(each, Refusal)]
    assert 1 == len(told)


async def test_nobody_is_found_for_a_match_while_they_are_barred(scene: Scene) -> None:
    """
    Whoever waits for players and is barred at that moment is brought together with nobody, or leaves what waits.
    """
    guild = PLACE.guild or GuildId(0)
    search = Search(game="season", seats=2, live=True, near=False, hours=72)
    for number in range(ROUNDS):
        pair = [Actor(UserId(3000 + 10 * number + each), f"Seeker {each}", guild) for each in range(2)]
        far = Place(guild, ChannelId(500 + number))
        first, guest = pair
        seek = scene.app.player_search.seek
        await seek(scene.key(), first, search, place=far, access=MEMBER, is_open=True)
        terms = BarTerms(until=None, why="rude")
        await asyncio.gather(
            attempt(scene.app.bars.bar(scene.key(), ANN, place=PLACE, guest=guest, terms=terms)),
            attempt(seek(scene.key(), guest, search, place=far, access=MEMBER, is_open=True)),
        )
        await scene.app.player_search.sweep()
        of_guest = await scene.store.read(lambda tx, guest=guest: tx.matches.of_user(guest.user, most=9))  # type: ignore[misc]
        await scene.app.player_search.stop(first.user, guild=guild, game="season")

        assert [] == [each.id for each in of_guest if each.status is Status.LOBBY]
