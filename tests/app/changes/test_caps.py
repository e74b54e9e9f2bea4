"""How much one person and one channel may have going, wherever a match is made; and invitations that nobody fills."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.app.changes.caps import Caps
from bot.app.changes.outbox import Kind
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.transfer.reading import Wanted
from db.ids import ChannelId, MatchId, UserId
from db.records import Status
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.app.tournaments.held import opened, signed
from tests.stores import NOW


async def refused(work: Awaitable[object]) -> str:
    """Return the code of the refusal, "" if it was done."""
    try:
        await work
    except Refusal as refusal:
        return refusal.code
    return ""


async def practice(scene: Scene, actor: Actor = ANN) -> MatchId:
    """Start a match at once against a computer player."""
    return (await scene.app.lobby.practice(scene.key(), actor, place=PLACE, game="brainy", level="easy")).match


def bound(scene: Scene, **caps: int) -> None:
    """Let other caps hold."""
    scene.app.uow.caps = replace(Caps(), **caps)


async def test_a_person_has_five_open_matches(scene: Scene) -> None:
    """
    The sixth is refused with a sentence; when one was canceled another may be opened, and others are not concerned.
    """
    matches = [await scene.open() for _ in range(5)]
    with pytest.raises(Refusal, match="TOO_MANY_OPEN") as caught:
        await scene.open()
    other = await scene.open(host=BEN)
    await scene.app.lobby.cancel(scene.key(), ANN, match=matches[0])
    again = await scene.open()

    assert "You already have 5 open matches" in scene.words(caught.value.text)
    assert {other, again}.isdisjoint(matches)


async def test_two_at_once_do_not_get_around_the_cap(scene: Scene) -> None:
    """
    Of twelve opened at the same moment five are.
    """
    codes = await asyncio.gather(*(refused(scene.open()) for _ in range(12)))

    assert 5 == codes.count("")
    assert 7 == codes.count("TOO_MANY_OPEN")


async def test_a_repeated_request_gets_its_answer_beyond_the_cap(scene: Scene) -> None:
    """
    The fifth, delivered twice by Discord, is no sixth.
    """
    for _ in range(4):
        await scene.open()
    key, wish = scene.key(), MatchRequest(game="season", seats=2)
    first, second = [await scene.app.lobby.create(key, ANN, place=PLACE, wish=wish) for _ in range(2)]

    assert first == second


async def test_a_channel_holds_so_many_open_matches(scene: Scene) -> None:
    """
    Beyond that they are opened elsewhere; a server may choose fewer, never more than the bot's owner.
    """
    bound(scene, channel=3)
    people = [Actor(UserId(600 + n), f"P{n}") for n in range(4)]
    for person in people[:3]:
        await scene.open(host=person)
    elsewhere = MatchRequest(game="season", seats=2)
    there = await refused(
        scene.app.lobby.create(scene.key(), ANN, place=Place(PLACE.guild, ChannelId(78)), wish=elsewhere)
    )
    full = await refused(scene.open(host=people[3]))
    await scene.app.settings.set_server(PLACE, {"open": 99})
    more = (await scene.app.settings.server(PLACE))["open"]
    await scene.app.settings.set_server(PLACE, {"open": 1})
    fewer = (await scene.app.settings.server(PLACE))["open"]

    assert ("", "CHANNEL_FULL") == (there, full)
    assert (3, 1) == (more, fewer)


async def test_a_person_is_in_so_many_matches_however_they_are_made(scene: Scene) -> None:
    """
    Opening, practice, rematch, joining, taking a seat over, and opening a file: one cap for all.
    """
    over = await practice(scene)
    await scene.app.matches.resign(scene.key(), ANN, match=over)
    file = (await scene.app.files.match_file(over, ANN.user)).data
    bens = await scene.open(host=BEN, seats=3)
    offered = await scene.match("hands", (BEN, CLEO))
    await scene.app.substitutes.offer(scene.key(), BEN, match=offered)
    bound(scene, matches=2)
    await practice(scene)
    await practice(scene)
    codes = [
        await refused(scene.open()),
        await refused(practice(scene)),
        await refused(scene.app.lobby.rematch(scene.key(), ANN, match=over)),
        await refused(scene.app.lobby.join(scene.key(), ANN, match=bens)),
        await refused(scene.app.substitutes.take(scene.key(), ANN, match=offered)),
        await refused(scene.app.imports.open(file, Wanted(place=PLACE, player=ANN), key=scene.key())),
    ]
    view = await scene.app.matches.view(bens, None)

    assert ["TOO_MANY_MATCHES"] * 6 == codes
    assert [BEN.user] == [seat.user for seat in view.seats if seat.user is not None]


async def test_a_match_of_computers_counts_for_its_host(scene: Scene) -> None:
    """
    Who lets computer players play among themselves hosts one match more.
    """
    bound(scene, matches=1)
    wish = MatchRequest(game="brainy", seats=2, join=False, computers=("easy", "easy"))
    await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish)

    assert "TOO_MANY_MATCHES" == await refused(scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish))


async def test_matches_of_tournaments_count_for_nobody(scene: Scene) -> None:
    """
    They start whatever else their players are in, and keep nobody from other matches.
    """
    bound(scene, matches=1)
    tournament = await opened(scene, rounds=1)
    await signed(scene, tournament, people=(ANN, BEN))
    await practice(scene)
    await scene.app.tournaments.start(scene.key(), Actor(UserId(500), "Host"), tournament=tournament)
    begun = (await scene.app.tournaments.view(tournament)).pairings[0].match

    assert begun is not None
    assert "TOO_MANY_MATCHES" == await refused(practice(scene))
    assert "" == await refused(practice(scene, BEN))


async def test_a_person_runs_so_many_tournaments(scene: Scene) -> None:
    """
    The next is refused until one is over.
    """
    bound(scene, tournaments=1)
    first = await opened(scene)
    refusal = await refused(opened(scene))
    await scene.app.tournaments.cancel(scene.key(), Actor(UserId(500), "Host"), tournament=first)

    assert "TOO_MANY_TOURNAMENTS" == refusal
    assert await opened(scene) != first


async def test_so_many_are_asked_to_one_match(scene: Scene) -> None:
    """
    Nobody calls a whole server to a match.
    """
    match = await scene.open()
    guests = [Actor(UserId(700 + n), f"G{n}") for n in range(21)]
    code = await refused(scene.app.lobby.invite(scene.key(), ANN, match=match, users=guests, keep=False))

    assert "TOO_MANY_INVITED" == code


# --- Invitations that nobody fills ---


async def test_an_open_match_that_nobody_fills_is_closed(scene: Scene) -> None:
    """
    Its card says when; after that it is closed, which its host is told once, also when the bot was down meanwhile.
    """
    match = await scene.open()
    before = await scene.app.matches.view(match, None)
    scene.clock.forward(days=13)
    await scene.app.scheduler.sweep()
    still = await scene.app.matches.view(match, None)
    scene.clock.forward(days=3)
    await scene.app.scheduler.recover()
    for _ in range(2):
        await scene.app.scheduler.sweep()
        await scene.relay.pump()
    after = await scene.app.matches.view(match, None)
    words = [(notice.mention, scene.words(notice.text)) for notice in scene.courier.of(Kind.WORD) if notice.text]

    assert NOW + timedelta(days=14) == before.expires
    assert Status.LOBBY is still.match.status
    assert (Status.CANCELLED, True, None) == (after.match.status, after.expired, after.expires)
    assert [(ANN.user,)] == [mention for mention, _ in words]
    assert "didn't start within" in words[0][1]
    with pytest.raises(Refusal):
        await scene.app.lobby.join(scene.key(), BEN, match=match)


async def test_a_server_chooses_how_long_they_stay(scene: Scene) -> None:
    """
    The setting holds for matches opened from then on; a number beyond reason is refused.
    """
    await scene.app.settings.set_server(PLACE, {"expire": 3})
    view = await scene.app.matches.view(await scene.open(), None)

    assert NOW + timedelta(days=3) == view.expires
    assert "BAD_SETTING" == await refused(scene.app.settings.set_server(PLACE, {"expire": 91}))


async def test_an_announced_start_keeps_it_open(scene: Scene) -> None:
    """
    What is announced for later than that stays open until a day after; taken back, the first time holds again.
    """
    match = await scene.open()
    later = NOW + timedelta(days=30)
    await scene.app.lobby.announce(scene.key(), ANN, match=match, starts=later)
    announced = await scene.app.matches.view(match, None)
    scene.clock.forward(days=15)
    await scene.app.scheduler.sweep()
    open_still = await scene.app.matches.view(match, None)
    await scene.app.lobby.announce(scene.key(), ANN, match=match, starts=None)
    await scene.app.scheduler.sweep()
    await scene.app.scheduler.sweep()

    assert later + timedelta(days=1) == announced.expires
    assert (later + timedelta(days=1), Status.LOBBY) == (open_still.expires, open_still.match.status)


async def test_a_match_that_starts_never_expires(scene: Scene) -> None:
    """
    With its start the row is gone.
    """
    match = await scene.match()
    scene.clock.forward(days=40)
    await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)

    assert (Status.RUNNING, None, False) == (view.match.status, view.expires, view.expired)
