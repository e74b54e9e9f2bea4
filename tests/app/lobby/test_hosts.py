"""Who is host when the host resigns, loses the seat or leaves, and what hosts hear of guests and guests of leaving."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.app.match.paces import Late
from db.ids import MatchId
from db.records import Status
from db.tournaments.records import Format
from games.core.errors import Refusal
from tests.app.runtime.test_members import said
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.timing.test_timeouts import TURN, start
from tests.app.tournaments.held import HOST, opened, signed

NEW_HOST = "is now the host of match #1."


async def told(scene: Scene) -> list[tuple[str, tuple[int, ...]]]:
    """Let everything be told; all sentences so far, each with who is called."""
    await scene.relay.pump()
    return [(text, tuple(called)) for text, called in said(scene)]


def about(sentences: Sequence[tuple[str, tuple[int, ...]]], words: str) -> list[tuple[int, ...]]:
    """Whom sentences with some words call."""
    return [called for text, called in sentences if words in text]


async def host_of(scene: Scene, match: MatchId) -> int:
    """Who hosts a match."""
    return (await scene.app.matches.view(match, None)).match.host


# --- Running matches -------------------------------------------------------------------------------------------


async def test_a_host_who_resigns_hands_over(scene: Scene) -> None:
    """
    To the first player who still plays: the log says so, and a message that calls the new host. Who resigns without
    being host hands nothing over.
    """
    match = await scene.match(players=(ANN, BEN, CLEO, DORA))
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    before = await host_of(scene, match)
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    after = await host_of(scene, match)
    log = await scene.log(match)
    await scene.app.hosts.end(scene.key(), CLEO, match=match)

    assert (ANN.user, CLEO.user) == (before, after)
    assert "Cleo is now the host." in log
    assert [(CLEO.user,)] == about(await told(scene), f"Cleo {NEW_HOST}")


async def test_a_match_that_ends_has_no_new_host(scene: Scene) -> None:
    """
    With two players the match is over when one resigns.
    """
    match = await scene.match()
    await scene.app.matches.resign(scene.key(), ANN, match=match)

    assert ANN.user == await host_of(scene, match)
    assert [] == about(await told(scene), NEW_HOST)


async def test_a_host_whose_seat_is_lost_on_time_hands_over(scene: Scene) -> None:
    """
    As one who resigns does; the new host is called.
    """
    match = await start(scene, Late.FORFEIT, (ANN, BEN, CLEO), game="season")
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()

    assert BEN.user == await host_of(scene, match)
    assert [(BEN.user,)] == about(await told(scene), f"Ben {NEW_HOST}")


@pytest.mark.parametrize("resigns", [True, False], ids=["resigned", "lost on time"])
async def test_in_a_tournament_its_organizer_stays_host(scene: Scene, resigns: bool) -> None:
    """
    Also one who plays and gives the own seat up, or loses it: players never become hosts there.
    """
    tournament = await opened(scene, Format.TABLES, rounds=1, pace=TURN, time_up=Late.FORFEIT)
    await signed(scene, tournament, people=(HOST, ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    match = (await scene.app.tournaments.view(tournament)).pairings[0].match
    assert match is not None
    table = await scene.app.uow.read(match)
    own = table.seats_of(HOST.user)
    clock = next(clock for clock in table.clocks if clock.seat == own[0])
    if resigns:
        await scene.app.matches.resign(scene.key(), HOST, match=match)
    else:
        await scene.store.run(lambda tx: tx.clocks.put(replace(clock, excuses=0, kept=1)))
    for _ in range(6):
        if (await scene.app.uow.read(match)).resigned:
            break
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
    table = await scene.app.uow.read(match)

    assert set(own) == table.resigned
    assert (Status.RUNNING, HOST.user) == (table.match.status, table.match.host)


async def test_who_is_made_host_hears_of_it(scene: Scene) -> None:
    """
    By the host, by the staff, and with a seat that is taken over.
    """
    match = await scene.match(players=(ANN, BEN, CLEO))
    await scene.app.lobby.hand_over(scene.key(), ANN, match=match, to=BEN.user)
    by_host = about(await told(scene), NEW_HOST)
    await scene.app.staff.hand_over(scene.key(), DORA, place=PLACE, match=match, to=CLEO.user)
    by_staff = about(await told(scene), NEW_HOST)[1:]
    await scene.app.substitutes.offer(scene.key(), CLEO, match=match)
    await scene.app.substitutes.take(scene.key(), DORA, match=match)
    with_seat = about(await told(scene), NEW_HOST)[2:]

    assert [[(BEN.user,)], [(CLEO.user,)], [(DORA.user,)]] == [by_host, by_staff, with_seat]


# --- Before the start ------------------------------------------------------------------------------------------


async def test_a_host_who_leaves_an_open_match_hands_over(scene: Scene) -> None:
    """
    The next player is called, and told what hosts do; so is the one who follows a host that staff removed.
    """
    match = await scene.open(seats=4)
    for player in (BEN, CLEO):
        await scene.app.lobby.join(scene.key(), player, match=match)
    await scene.app.lobby.leave(scene.key(), ANN, match=match)
    left = await told(scene)
    await scene.app.staff.remove(scene.key(), DORA, place=PLACE, match=match, guest=BEN)

    assert [(BEN.user,)] == about(left, "Ann left match #1, so Ben is now its host. The host can start it")
    assert [(CLEO.user,)] == about(await told(scene), f"Cleo {NEW_HOST}")


async def test_the_host_hears_of_a_decline(scene: Scene) -> None:
    """
    Before the start and of an open seat of a running match: by name, and with what the host can do.
    """
    match = await scene.open(seats=3, private=True, invite=(BEN, CLEO))
    receipt = await scene.app.lobby.decline(scene.key(), CLEO, match=match)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.app.lobby.start(scene.key(), ANN, match=match)
    await scene.app.substitutes.offer(scene.key(), BEN, match=match)
    await scene.app.lobby.invite(scene.key(), ANN, match=match, users=(DORA,), keep=False)
    await scene.app.lobby.decline(scene.key(), DORA, match=match)
    sentences = await told(scene)

    assert "its host has been told" in scene.words(receipt.told[0])
    assert [(ANN.user,)] == about(
        sentences, "Cleo declined the invitation to match #1. The host can invite someone else"
    )
    assert [(ANN.user,)] == about(sentences, "Dora declined the open seat in match #1. The host can invite")


async def test_who_leaves_a_private_match_is_told_what_that_means(scene: Scene) -> None:
    """
    There is no way back without a new invitation, and the host hears of it; who leaves an open match can join again.
    """
    private = await scene.open(seats=3, private=True, invite=(BEN, CLEO))
    await scene.app.lobby.join(scene.key(), BEN, match=private)
    receipt = await scene.app.lobby.leave(scene.key(), BEN, match=private)
    with pytest.raises(Refusal, match="PRIVATE"):
        await scene.app.lobby.join(scene.key(), BEN, match=private)
    await scene.app.lobby.invite(scene.key(), ANN, match=private, users=(BEN,), keep=True)
    await scene.app.lobby.join(scene.key(), BEN, match=private)
    handed = await scene.app.lobby.leave(scene.key(), ANN, match=private)
    public = await scene.open(seats=3)
    await scene.app.lobby.join(scene.key(), BEN, match=public)
    back = await scene.app.lobby.leave(scene.key(), BEN, match=public)
    await scene.app.lobby.join(scene.key(), BEN, match=public)

    assert "only come back if Ann, its host, invites you again. Ann has been told" in scene.words(receipt.told[0])
    assert "if Ben, its host, invites you again" in scene.words(handed.told[0])
    assert [(ANN.user,)] == about(await told(scene), "Ben left match #1, so a seat is free again.")
    assert "You can join it again" in scene.words(back.told[0])
    assert Status.LOBBY is (await scene.app.matches.view(public, None)).match.status
