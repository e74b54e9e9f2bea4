"""Two writers at once, and requests delivered twice."""

from __future__ import annotations

import asyncio

import pytest

from bot.app.changes import unit_of_work
from bot.app.match.records import MatchRequest
from db.engine.errors import Conflict, Unreachable
from db.ids import Key
from db.records import Status
from db.stores.store import Store
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene, bare


async def test_of_two_writers_one_wins(store: Store) -> None:
    """
    Two processes take the same turn: one is stored, the other hears that it is not asked any more.
    """
    one, two = Scene(store), Scene(store)
    match = await one.match()
    results = await asyncio.gather(
        one.app.matches.play_line(Key("a"), ANN, match=match, line="1"),
        two.app.matches.play_line(Key("b"), ANN, match=match, line="2"),
        return_exceptions=True,
    )
    view = await one.app.matches.view(match, None)

    assert [True] == [isinstance(result, Refusal) for result in results if isinstance(result, Exception)]
    assert 1 == view.view.state.turns


async def test_a_lost_race_is_tried_again_while_the_ask_stands(store: Store) -> None:
    """
    Sealed turns handed in at the same moment by all players all count.
    """
    scenes = [Scene(store) for _ in range(4)]
    players = [ANN, BEN, CLEO, DORA]
    match = await scenes[0].match("hands", players)
    cards = [min((await scenes[0].app.matches.view(match, player.user)).view.hand) for player in players]
    await asyncio.gather(
        *(
            scene.app.matches.play_line(Key(f"k{player.user}"), player, match=match, line=f"lay:{card}")
            for scene, player, card in zip(scenes, players, cards, strict=True)
        )
    )

    assert 2 == (await scenes[0].app.matches.view(match, None)).view.round


async def test_a_request_delivered_twice_at_once_counts_once(store: Store) -> None:
    """
    Both deliveries get the same receipt, whichever process they reach.
    """
    one, two = Scene(store), Scene(store)
    match = await one.match("hands")
    card = min((await one.app.matches.view(match, ANN.user)).view.hand)
    receipts = await asyncio.gather(
        *(scene.app.matches.play_line(Key("same"), ANN, match=match, line=f"lay:{card}") for scene in (one, two, one))
    )
    wish = MatchRequest(game="season", seats=2)
    created = await asyncio.gather(
        *(scene.app.lobby.create(Key("new"), ANN, place=PLACE, wish=wish) for scene in (one, two, one))
    )

    assert 1 == len({str(bare(receipt)) for receipt in receipts})
    assert 1 == len(set(map(str, created)))


async def test_a_key_is_answered_once_whatever_it_asks(scene: Scene) -> None:
    """
    The same key sent to two matches at once changes one of them.
    """
    one, two = await scene.match(), await scene.match()
    receipts = await asyncio.gather(
        *(scene.app.matches.play_line(Key("k"), ANN, match=match, line="1") for match in (one, two))
    )
    turns = [(await scene.app.matches.view(match, None)).view.state.turns for match in (one, two)]

    assert bare(receipts[0]) == bare(receipts[1])
    assert 1 == sum(turns)


async def test_endless_conflicts_end_in_a_sentence(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A match that never lets a request through says so instead of trying for ever.
    """
    match = await scene.match()
    panel = await scene.app.drafts.open(ANN, match=match)

    async def lost(work: object) -> None:
        raise Conflict

    monkeypatch.setattr(scene.store, "run", lost)
    with pytest.raises(Refusal, match="BUSY"):
        await scene.play(match, ANN, "1")
    with pytest.raises(Refusal, match="BUSY"):
        await scene.press(panel, ANN, "sow", "1")

    assert unit_of_work.TRIES > 1


async def test_a_store_that_fails_keeps_nothing(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The error's sentence reaches the caller, and the turn can be made again.
    """
    match = await scene.match()
    run = scene.store.run

    async def broken(work: object) -> None:
        raise Unreachable

    monkeypatch.setattr(scene.store, "run", broken)
    with pytest.raises(Unreachable, match="nothing was changed"):
        await scene.play(match, ANN, "1")
    monkeypatch.setattr(scene.store, "run", run)
    await scene.play(match, ANN, "1")

    assert {1: 0} == (await scene.app.matches.view(match, None)).view.state.owner


async def test_two_who_ask_for_a_rematch_at_once_meet_in_one_match(store: Store) -> None:
    """
    In two processes, at the same moment: one opens it, the other joins and starts it. A request that comes twice counts
    once.
    """
    one, two = Scene(store), Scene(store)
    match = await one.match()
    await one.app.matches.resign(Key("over"), BEN, match=match)
    receipts = await asyncio.gather(
        one.app.lobby.rematch(Key("a"), ANN, match=match),
        two.app.lobby.rematch(Key("b"), BEN, match=match),
        two.app.lobby.rematch(Key("a"), ANN, match=match),
    )
    view = await one.app.matches.view(receipts[0].match, None)

    assert 1 == len({receipt.match for receipt in receipts})
    assert bare(receipts[0]) == bare(receipts[2])
    assert Status.RUNNING is view.match.status
    assert ["Ann", "Ben"] == sorted(seat.name for seat in view.seats)
