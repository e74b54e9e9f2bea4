"""Bars: every way into a server's matches is closed to who is barred, until then or until somebody lifts it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.app.changes.server_rules import Access
from bot.app.match.paces import NoPace
from bot.app.match.records import MatchRequest, Place
from bot.app.moderation.bars import BarTerms
from bot.app.tournaments.records import Replacement, TournamentWish
from bot.app.tournaments.settings import TournamentSettings
from db.ids import ChannelId, GuildId, MatchId, TournamentId
from db.records import Status
from db.tournaments.records import EntrantStatus, Format
from games.core.errors import Refusal
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.stores import NOW

RUDE = BarTerms(until=NOW + timedelta(days=5), why="  rude to  everyone ")
ELSEWHERE = Place(GuildId(10), ChannelId(88))


async def bar(scene: Scene, terms: BarTerms = RUDE) -> None:
    """Bar Ben from the usual server."""
    await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=BEN, terms=terms)


async def tournament(scene: Scene) -> TournamentId:
    """Open a tournament for registration."""
    wish = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=TournamentSettings(pace=NoPace()))
    made = await scene.app.tournaments.create(scene.key(), DORA, place=PLACE, wish=wish, access=Access(staff=True))
    return made.tournament


Way = Callable[[Scene], Awaitable[object]]


async def _open(scene: Scene) -> object:
    return await scene.open(host=BEN)


async def _practice(scene: Scene) -> object:
    return await scene.app.lobby.practice(scene.key(), BEN, place=PLACE, game="brainy", level="easy")


async def _join(scene: Scene) -> object:
    return await scene.app.lobby.join(scene.key(), BEN, match=MatchId(1))


async def _be_invited(scene: Scene) -> object:
    return await scene.app.lobby.invite(scene.key(), ANN, match=MatchId(1), users=(BEN,), keep=False)


async def _be_asked_at_once(scene: Scene) -> object:
    return await scene.open(invite=(BEN,))


async def _substitute(scene: Scene) -> object:
    return await scene.app.substitutes.take(scene.key(), BEN, match=MatchId(2))


async def _be_invited_to_a_seat(scene: Scene) -> object:
    return await scene.app.staff.invite(scene.key(), DORA, place=PLACE, match=MatchId(2), guest=BEN)


async def _sign_up(scene: Scene) -> object:
    return await scene.app.tournaments.join(scene.key(), BEN, tournament=TournamentId(1))


async def _play_for_an_entrant(scene: Scene) -> object:
    into = Replacement(entrant=1, board=0, into=BEN, roles=())
    return await scene.app.tournaments.substitute(
        scene.key(), DORA, tournament=TournamentId(1), replacement=into, staff=PLACE.guild
    )


async def _open_a_tournament(scene: Scene) -> object:
    wish = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=TournamentSettings(pace=NoPace()))
    return await scene.app.tournaments.create(scene.key(), BEN, place=PLACE, wish=wish, access=Access(staff=True))


WAYS: tuple[Way, ...] = (
    _open,
    _practice,
    _join,
    _be_invited,
    _be_asked_at_once,
    _substitute,
    _be_invited_to_a_seat,
    _sign_up,
    _play_for_an_entrant,
    _open_a_tournament,
)


@pytest.mark.parametrize("way", WAYS)
async def test_no_way_leads_into_a_match(scene: Scene, way: Way) -> None:
    """
    The refusal says until when, and who can lift it; the reason to the person alone. Nothing is written.
    """
    await scene.open(seats=3)
    await scene.match(players=(ANN, CLEO))
    await scene.app.staff.open_seat(scene.key(), DORA, place=PLACE, match=MatchId(2), seat=Seat(1))
    number = await tournament(scene)
    await scene.app.tournaments.join(scene.key(), ANN, tournament=number)
    await bar(scene)
    with pytest.raises(Refusal) as refused:
        await way(scene)
    words = scene.words(refused.value.text)
    own = await scene.store.read(lambda tx: tx.matches.of_user(BEN.user, most=5))

    assert "BARRED" == refused.value.code
    assert f"until {int((NOW + timedelta(days=5)).timestamp())}" in words
    assert "can lift this" in words
    assert ("rude to everyone" in words) is ("You" in words)
    assert () == own


async def test_a_bar_holds_on_its_server_and_until_its_time(scene: Scene) -> None:
    """
    Elsewhere and in direct messages the person plays on; afterwards here, too, without anybody lifting it.
    """
    await bar(scene)
    await scene.open(host=BEN, place=ELSEWHERE)
    await scene.open(host=BEN, place=Place(None, ChannelId(5)))
    scene.clock.forward(days=5)
    await scene.open(host=BEN)

    assert () == await scene.app.bars.list_bars(PLACE)


async def test_a_bar_is_lifted(scene: Scene) -> None:
    """
    Then the person plays again; who isn't barred can't be let in. The log names both, and why.
    """
    await bar(scene, BarTerms(until=None, why="cheats"))
    listed = await scene.app.bars.list_bars(PLACE)
    await scene.app.bars.lift(scene.key(), ANN, place=PLACE, guest=BEN, why="apologized")
    await scene.open(host=BEN)
    log = await scene.app.staff_log.find(PLACE, user=BEN.user)
    with pytest.raises(Refusal, match="NOT_BARRED"):
        await scene.app.bars.lift(scene.key(), ANN, place=PLACE, guest=BEN)

    assert [("Ben", None, "cheats", "Dora")] == [(one.name, one.until, one.why, one.by_name) for one in listed]
    assert [("Ann let Ben play again.", "apologized"), ("Dora barred Ben for good.", "cheats")] == [
        (scene.words(entry.what), entry.why) for entry in log
    ]


async def test_who_is_barred_leaves_what_has_not_begun(scene: Scene) -> None:
    """
    Open matches, invitations and sign-ups; one that is the person's alone is canceled. What runs is played on.
    """
    alone = await scene.open(host=BEN)
    shared = await scene.open(seats=3, host=BEN)
    await scene.app.lobby.join(scene.key(), ANN, match=shared)
    asked = await scene.open(host=CLEO, invite=(BEN,))
    running = await scene.match()
    elsewhere = await scene.open(host=BEN, place=ELSEWHERE)
    number = await tournament(scene)
    await scene.app.tournaments.join(scene.key(), BEN, tournament=number)
    done = await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=BEN, terms=RUDE)
    found = [await scene.app.uow.read(match) for match in (alone, shared, asked, running, elsewhere)]
    entrants = await scene.store.read(lambda tx: tx.tournaments.entrants(number))

    assert (3, 0, 1) == (done.left, done.offered, done.withdrawn)
    assert [Status.CANCELLED, Status.LOBBY, Status.LOBBY, Status.RUNNING, Status.LOBBY] == [
        table.match.status for table in found
    ]
    assert ANN.user == found[1].match.host
    assert not found[1].seats_of(BEN.user)
    assert () == found[2].invites
    assert found[3].seats_of(BEN.user)
    assert found[4].seats_of(BEN.user)
    assert [EntrantStatus.ABSENT] == [entrant.status for entrant in entrants]


async def test_seats_of_running_matches_are_offered(scene: Scene) -> None:
    """
    If staff wants that; another player takes the seat.
    """
    match = await scene.match()
    done = await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=BEN, terms=replace_offers(RUDE))
    await scene.app.substitutes.take(scene.key(), CLEO, match=match)
    table = await scene.app.uow.read(match)

    assert 1 == done.offered
    assert (Seat(1),) == tuple(table.seats_of(CLEO.user))


def replace_offers(terms: BarTerms) -> BarTerms:
    """Return the terms by which seats are offered."""
    return replace(terms, offers=True)


async def test_a_rematch_leaves_who_is_barred_out(scene: Scene) -> None:
    """
    The others play again, and the seat is free for somebody else.
    """
    match = await scene.match(players=(ANN, BEN))
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    await bar(scene)
    again = await scene.app.lobby.rematch(scene.key(), ANN, match=match)
    table = await scene.app.uow.read(again.match)

    assert () == table.invites
    assert 1 == table.free


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (BarTerms(until=None, why="  "), "NO_REASON"),
        (BarTerms(until=None, why="\u200b \u2800\u202e\u3164"), "NO_REASON"),
        (BarTerms(until=NOW - timedelta(days=1), why="x"), "PAST"),
    ],
)
async def test_a_bar_needs_a_reason_and_a_time_to_come(scene: Scene, terms: BarTerms, code: str) -> None:
    """
    Nobody is barred otherwise, nor by themselves.
    """
    with pytest.raises(Refusal, match=code):
        await bar(scene, terms)
    with pytest.raises(Refusal, match="SAME"):
        await scene.app.bars.bar(scene.key(), BEN, place=PLACE, guest=BEN, terms=RUDE)

    assert () == await scene.app.bars.list_bars(PLACE)


async def test_a_repeated_request_bars_once(scene: Scene) -> None:
    """
    The log has one entry.
    """
    key = scene.key()
    for _ in range(2):
        await scene.app.bars.bar(key, DORA, place=PLACE, guest=BEN, terms=RUDE)

    assert 1 == len(await scene.app.staff_log.find(PLACE))


async def test_the_refusal_names_the_role_of_the_moderators(scene: Scene) -> None:
    """
    Where the server has one.
    """
    await scene.app.settings.set_server(PLACE, {"moderators": 4711})
    await bar(scene)
    with pytest.raises(Refusal) as refused:
        await scene.app.lobby.create(scene.key(), BEN, place=PLACE, wish=MatchRequest(game="season", seats=2))

    assert "<@&4711>" in scene.words(refused.value.text)
