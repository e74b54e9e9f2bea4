"""What hosts and staff can do about people: invitations, players of open matches, seats of the silent."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Late, NoPace, PerMove
from bot.app.match.records import Actor
from db.ids import MatchId
from games.core.errors import Refusal
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene

TURN = PerMove(seconds=10 * 3600, late=Late.MOVE, check_in=False)


async def people(scene: Scene, match: MatchId) -> list[str]:
    """Return who sits in a match, and who is invited."""
    table = await scene.app.uow.read(match)
    seated = [row.user for row in table.seats] + [invite.user for invite in table.invites]
    return [actor.name for actor in (ANN, BEN, CLEO, DORA) if actor.user in seated]


@pytest.mark.parametrize("guest", [BEN, CLEO], ids=["a player", "an invited person"])
@pytest.mark.parametrize("by_staff", [False, True])
async def test_a_person_is_removed_from_an_open_match(scene: Scene, guest: Actor, by_staff: bool) -> None:
    """
    The host and the staff take a player out, or cancel an invitation; the person is told, and the seat is free.
    """
    match = await scene.open(seats=3, invite=(CLEO,))
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    if by_staff:
        await scene.app.staff.remove(scene.key(), DORA, place=PLACE, match=match, guest=guest)
    else:
        await scene.app.lobby.remove(scene.key(), ANN, match=match, guest=guest)
    await scene.relay.pump()
    word = scene.courier.of(Kind.WORD)[-1]

    assert guest.name not in await people(scene, match)
    assert (guest.user,) == word.mention


async def test_what_cannot_be_removed_is_refused_with_a_sentence(scene: Scene) -> None:
    """
    Others than the host, the host's own seat, somebody who isn't there, who plays already: nothing changes.
    """
    match = await scene.open(seats=3, invite=(CLEO,))
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    running = await scene.match(pace=TURN)
    lobby = scene.app.lobby
    with pytest.raises(Refusal, match="NOT_HOST"):
        await lobby.remove(scene.key(), BEN, match=match, guest=CLEO)
    with pytest.raises(Refusal, match="OWN_SEAT"):
        await lobby.remove(scene.key(), ANN, match=match, guest=ANN)
    with pytest.raises(Refusal, match="NOT_IN"):
        await lobby.remove(scene.key(), ANN, match=match, guest=DORA)
    with pytest.raises(Refusal, match="STARTED"):
        await lobby.remove(scene.key(), ANN, match=running, guest=BEN)
    alone = await scene.open(seats=3)
    with pytest.raises(Refusal, match="LAST"):
        await scene.app.staff.remove(scene.key(), DORA, place=PLACE, match=alone, guest=ANN)

    assert ["Ann", "Ben", "Cleo"] == await people(scene, match)
    assert ["Ann", "Ben"] == await people(scene, running)


async def test_staff_can_remove_the_host_of_an_open_match(scene: Scene) -> None:
    """
    The next player is host.
    """
    match = await scene.open(seats=3)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.app.staff.remove(scene.key(), DORA, place=PLACE, match=match, guest=ANN)

    assert BEN.user == (await scene.app.uow.read(match)).match.host


async def test_an_invitation_to_an_open_seat_is_canceled(scene: Scene) -> None:
    """
    Of a private match that runs: who was invited can't take the seat any more.
    """
    match = await scene.open(seats=3, private=True, invite=(BEN, CLEO), pace=TURN)
    for guest in (BEN, CLEO):
        await scene.app.lobby.join(scene.key(), guest, match=match)
    await scene.app.substitutes.offer(scene.key(), BEN, match=match)
    await scene.app.lobby.invite(scene.key(), ANN, match=match, users=[DORA], keep=True)
    await scene.app.lobby.remove(scene.key(), ANN, match=match, guest=DORA)

    with pytest.raises(Refusal, match="PRIVATE"):
        await scene.app.substitutes.take(scene.key(), DORA, match=match)


async def test_the_host_opens_the_seat_of_who_missed_the_last_turn(scene: Scene) -> None:
    """
    Not before; the player is called, and a turn keeps the seat. The same again takes the offer back.
    """
    match = await scene.match(players=(ANN, BEN, CLEO), pace=TURN)
    with pytest.raises(Refusal, match="NOT_YOURS"):
        await scene.app.substitutes.offer(scene.key(), ANN, match=match, seat=Seat(1))
    await scene.play(match, ANN, "1")
    for _ in range(3):
        scene.clock.forward(hours=11)
        await scene.app.scheduler.sweep()
    silent = next(Seat(row.seat) for row in (await scene.app.uow.read(match)).pending if row.seat >= 1)
    await scene.app.substitutes.offer(scene.key(), ANN, match=match, seat=silent)
    opened = (await scene.app.uow.read(match)).clock_of(silent)
    await scene.relay.pump()
    word = next(one for one in scene.courier.of(Kind.WORD) if one.text is not None and one.text.id == "app.seat_opened")
    player = (ANN, BEN, CLEO)[silent]
    await scene.app.timeout_votes.back(scene.key(), player, match=match)
    kept = (await scene.app.uow.read(match)).clock_of(silent)
    await scene.app.substitutes.offer(scene.key(), ANN, match=match, seat=silent)
    await scene.app.substitutes.offer(scene.key(), ANN, match=match, seat=silent)
    again = (await scene.app.uow.read(match)).clock_of(silent)

    assert opened is not None
    assert kept is not None
    assert again is not None
    assert (True, False) == (opened.vacant, kept.vacant)
    assert (None, None) == (kept.offered, again.offered)
    assert (player.user,) == word.mention


async def test_without_a_clock_a_week_of_silence_counts(scene: Scene) -> None:
    """
    After six days the host can't open the seat, after eight they can.
    """
    match = await scene.match(players=(BEN, ANN), pace=NoPace())
    await scene.app.lobby.hand_over(scene.key(), BEN, match=match, to=ANN.user)
    scene.clock.forward(days=6)
    with pytest.raises(Refusal, match="NOT_YOURS"):
        await scene.app.substitutes.offer(scene.key(), ANN, match=match, seat=Seat(0))
    scene.clock.forward(days=2)
    await scene.app.substitutes.offer(scene.key(), ANN, match=match, seat=Seat(0))
    await scene.app.substitutes.take(scene.key(), CLEO, match=match)

    assert ["Ann", "Cleo"] == await people(scene, match)


async def test_staff_opens_any_seat_of_a_person(scene: Scene) -> None:
    """
    It stands in the log of the server; an open seat is refused with a sentence.
    """
    match = await scene.match(pace=TURN)
    await scene.app.staff.open_seat(scene.key(), DORA, place=PLACE, match=match, seat=Seat(0))
    with pytest.raises(Refusal, match="OFFERED"):
        await scene.app.staff.open_seat(scene.key(), DORA, place=PLACE, match=match, seat=Seat(0))
    with pytest.raises(Refusal, match="NO_SEAT"):
        await scene.app.staff.open_seat(scene.key(), DORA, place=PLACE, match=match, seat=Seat(7))
    log = await scene.app.staff_log.find(PLACE)

    assert "Dora opened seat 1" in scene.words(log[0].what)


async def test_leaving_a_running_match_says_how(scene: Scene) -> None:
    """
    Resign, or offer the seat; nothing changes.
    """
    match = await scene.match(pace=TURN)
    with pytest.raises(Refusal, match="STARTED") as refused:
        await scene.app.lobby.leave(scene.key(), ANN, match=match)
    said = scene.words(refused.value.text)

    assert "/match resign" in said
    assert "/match seat offer" in said
    assert ["Ann", "Ben"] == await people(scene, match)


async def test_the_grace_time_that_runs_is_known_to_the_board(scene: Scene) -> None:
    """
    Until it is over, and not before the first turn.
    """
    match = await scene.match("digs", pace=PerMove(seconds=3600, grace=60, late=Late.MOVE))
    before = (await scene.app.matches.view(match, None)).grace
    await scene.play(match, ANN, "dig")
    view = await scene.app.matches.view(match, None)

    assert before is None
    assert scene.clock.now() + timedelta(seconds=60) == view.grace
