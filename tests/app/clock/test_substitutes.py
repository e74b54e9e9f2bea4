"""Replacement: a seat goes over in one step, with all that belongs to it."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Banked, Late, with_late
from db.ratings.records import Left
from db.tx import Tx
from games.core.errors import Refusal
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.games.tiny.season import Favourite
from tests.stores import NOW

PACE = Banked(bank=10 * 3600, increment=3600, cap=12 * 3600)


async def test_a_seat_goes_over_with_its_draft_secrets_and_clock(scene: Scene) -> None:
    """
    The newcomer sees the hand, finds the draft, has at least half of the bank, and is called in the match.
    """
    match = await scene.match("hands", pace=PACE)
    hand = (await scene.app.matches.view(match, ANN.user)).view.hand
    panel = await scene.app.drafts.open(ANN, match=match)
    await scene.press(panel, ANN, "lay", str(min(hand)))
    await scene.app.substitutes.offer(scene.key(), ANN, match=match)
    listed = await scene.app.substitutes.list_offers(PLACE)
    scene.clock.forward(hours=9)
    await scene.app.substitutes.take(scene.key(), CLEO, match=match)
    await scene.relay.pump()
    view = await scene.app.matches.view(match, CLEO.user)
    draft = await scene.app.drafts.open(CLEO, match=match)
    table = await scene.app.uow.read(match)

    assert [match] == [line.match for line in listed]
    assert (hand, CLEO.user) == (view.view.hand, table.match.host)
    assert min(hand) == getattr(draft.moves[0], "card", None)
    assert NOW + timedelta(hours=14) == view.seats[0].due
    assert (CLEO.user,) == scene.courier.of(Kind.WORD)[-1].mention
    assert "Cleo took over seat 1 from Ann." in await scene.log(match)
    assert () == await scene.app.substitutes.list_offers(PLACE)
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.app.drafts.open(ANN, match=match)


async def test_what_was_stored_ahead_goes_over_stopped(scene: Scene) -> None:
    """
    Nothing is played that the newcomer has not seen; set going again it is theirs.
    """
    match = await scene.match(pace=PACE)
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=4))
    await scene.app.substitutes.offer(scene.key(), BEN, match=match)
    await scene.app.substitutes.take(scene.key(), CLEO, match=match)
    await scene.play(match, ANN, "1")
    (order,) = (await scene.app.plans.show(CLEO, match=match)).orders

    assert order.halted is not None
    assert "app.order_of_before" == order.halted.id
    assert 1 == (await scene.app.matches.view(match, None)).view.state.turns


async def test_the_thread_follows_the_seat(scene: Scene) -> None:
    """
    The newcomer becomes a member, who left is none any more, unless another seat is still theirs.
    """
    match = await scene.match(pace=PACE)
    await scene.app.substitutes.offer(scene.key(), BEN, match=match)
    await scene.app.substitutes.take(scene.key(), CLEO, match=match)
    await scene.relay.pump()
    word = scene.courier.of(Kind.WORD)[-1]

    assert (CLEO.user, BEN.user) == (word.joins, word.leaves)


async def test_a_computer_player_that_sat_in_goes_when_the_seat_is_taken(scene: Scene) -> None:
    """
    The newcomer is asked, with a clock that runs and excuses of their own.
    """
    match = await scene.match("brainy", pace=with_late(PACE, Late.COMPUTER))

    def sit_in(tx: Tx) -> None:
        for clock in tx.clocks.of_match(match):
            tx.clocks.put(msgspec.structs.replace(clock, kept=1, excuses=0, offered=NOW))

    await scene.store.run(sit_in)
    scene.clock.forward(hours=10)
    await scene.app.scheduler.sweep()
    before = (await scene.app.matches.view(match, None)).seats[0]
    await scene.app.substitutes.take(scene.key(), CLEO, match=match)
    table = await scene.app.uow.read(match)
    after = (await scene.app.matches.view(match, None)).seats[0]

    assert (True, False) == (before.stood_in, after.stood_in)
    assert (True, scene.clock.now() + timedelta(hours=5)) == (after.asked, after.due)
    assert (2, 0) == (table.clocks[0].excuses, table.clocks[0].kept)
    assert 0 == await scene.app.computer_players.think()


async def test_ratings_know_who_sat_where(scene: Scene) -> None:
    """
    Each tenure of a seat is kept, the first one first.
    """
    match = await scene.match(pace=PACE)
    for leaving, coming in ((BEN, CLEO), (CLEO, DORA)):
        await scene.app.substitutes.offer(scene.key(), leaving, match=match)
        await scene.app.substitutes.take(scene.key(), coming, match=match)
    tenures = await scene.store.read(lambda tx: tx.results.tenures(match))

    assert [(1, BEN.user, Left.REPLACED), (2, CLEO.user, Left.REPLACED)] == [
        (row.number, row.user, row.why) for row in tenures
    ]


async def test_the_host_puts_up_the_seat_of_who_resigned(scene: Scene) -> None:
    """
    Whoever takes it plays again where default moves were made.
    """
    match = await scene.match(players=(ANN, BEN, CLEO), pace=PACE)
    await scene.app.matches.resign(scene.key(), CLEO, match=match)
    await scene.app.substitutes.offer(scene.key(), ANN, match=match, seat=Seat(2))
    await scene.app.substitutes.take(scene.key(), DORA, match=match, seat=Seat(2))
    table = await scene.app.uow.read(match)
    tenures = await scene.store.read(lambda tx: tx.results.tenures(match))

    assert frozenset() == table.resigned
    assert [Left.RESIGNED] == [row.why for row in tenures]


async def test_an_offer_can_be_taken_back(scene: Scene) -> None:
    """
    Offered twice, the seat is kept; then nobody can take it.
    """
    match = await scene.match(pace=PACE)
    await scene.app.substitutes.offer(scene.key(), ANN, match=match)
    await scene.app.substitutes.offer(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="NOT_OFFERED"):
        await scene.app.substitutes.take(scene.key(), CLEO, match=match)

    assert ANN.user == (await scene.app.uow.read(match)).seats[0].user


async def test_what_cannot_be_put_up_or_taken_is_refused(scene: Scene) -> None:
    """
    Strangers' and computers' seats, seats there are not, one's own match; nothing is changed.
    """
    match = await scene.match(pace=PACE)
    computer = await scene.match("brainy", (ANN,), computers=("easy",))
    replacing = scene.app.substitutes
    for actor, number, seat, code in (
        (CLEO, match, None, "NOT_A_PLAYER"),
        (ANN, match, Seat(1), "NOT_YOURS"),
        (ANN, match, Seat(7), "NO_SEAT"),
        (ANN, computer, Seat(1), "COMPUTER"),
    ):
        with pytest.raises(Refusal, match=code):
            await replacing.offer(scene.key(), actor, match=number, seat=seat)
    await replacing.offer(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="ALREADY_IN"):
        await replacing.take(scene.key(), BEN, match=match)
    with pytest.raises(Refusal, match="NOT_OFFERED"):
        await replacing.take(scene.key(), CLEO, match=match, seat=Seat(1))

    assert [ANN.user, BEN.user] == [row.user for row in (await scene.app.uow.read(match)).seats]


async def test_a_seat_of_a_private_match_goes_to_who_is_invited(scene: Scene) -> None:
    """
    By the host, once a seat is open; strangers neither see nor take it, and an invitation serves once.
    """
    match = await scene.open(private=True, invite=(BEN,), pace=PACE)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    lobby, replacing = scene.app.lobby, scene.app.substitutes
    with pytest.raises(Refusal, match="NOT_OFFERED"):
        await lobby.invite(scene.key(), ANN, match=match, users=(CLEO,), keep=False)
    await replacing.offer(scene.key(), BEN, match=match)
    with pytest.raises(Refusal, match="PRIVATE"):
        await replacing.take(scene.key(), CLEO, match=match)
    with pytest.raises(Refusal, match="NOT_HOST"):
        await lobby.invite(scene.key(), BEN, match=match, users=(CLEO,), keep=False)
    with pytest.raises(Refusal, match="ALREADY_IN"):
        await lobby.invite(scene.key(), ANN, match=match, users=(BEN,), keep=False)
    unseen = await replacing.list_offers(PLACE, CLEO.user)
    await lobby.invite(scene.key(), ANN, match=match, users=(CLEO,), keep=False)
    await scene.relay.pump()
    seen = await replacing.list_offers(PLACE, CLEO.user)
    await replacing.take(scene.key(), CLEO, match=match)
    table = await scene.app.uow.read(match)

    assert ((), 1) == (unseen, len(seen))
    assert (CLEO.user,) == scene.courier.of(Kind.WORD)[-1].mention
    assert {ANN.user, CLEO.user} == {row.user for row in table.seats}
    assert () == table.invites


async def test_staff_invites_to_a_private_seat_and_it_can_be_declined(scene: Scene) -> None:
    """
    What staff does stands in the log of the server; who declines cannot take the seat.
    """
    match = await scene.open(private=True, invite=(BEN,), pace=PACE)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.app.substitutes.offer(scene.key(), BEN, match=match)
    await scene.app.staff.invite(scene.key(), DORA, place=PLACE, match=match, guest=CLEO)
    log = await scene.app.staff_log.find(PLACE)
    await scene.app.lobby.decline(scene.key(), CLEO, match=match)
    with pytest.raises(Refusal, match="PRIVATE"):
        await scene.app.substitutes.take(scene.key(), CLEO, match=match)

    assert "Dora (staff) invited Cleo to the open seat." == scene.words(log[0].what)
    assert {ANN.user, BEN.user} == {row.user for row in (await scene.app.uow.read(match)).seats}
