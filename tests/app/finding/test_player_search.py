"""Waiting for others to play with: who is brought together, when, once, and how they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.changes.server_rules import MEMBER
from bot.app.finding.player_search import MOST_LOOKED_AT, Search, Sought
from bot.app.match.records import Actor, Place
from bot.app.notifications.courier import Refused
from bot.app.runtime.operator_orders import Maintenance, order_maintenance
from db.ids import ChannelId, GuildId, Key, MatchId, UserId
from db.operations.records import BlockedServerRecord
from db.records import Status
from db.seeking.records import SeekerRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.text import raw
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene


async def seek(
    scene: Scene,
    actor: Actor,
    place: Place = PLACE,
    *,
    is_open: bool = True,
    **wanted: Any,  # noqa: ANN401  # what is wanted otherwise than usual
) -> Sought:
    """Let somebody wait for a match of two."""
    search = Search(**{"game": "season", "seats": 2, "live": False, "near": False, "hours": 72, **wanted})
    return await scene.app.player_search.seek(scene.key(), actor, search, place=place, access=MEMBER, is_open=is_open)


async def players(scene: Scene, match: MatchId | None) -> set[Any]:
    """Who sits in a match."""
    assert match is not None
    return {seat.user for seat in (await scene.app.uow.read(match)).seats}


async def test_two_who_want_the_same_are_brought_together(scene: Scene) -> None:
    """
    The match starts at once, both are called at its place, and neither waits any more.
    """
    waits = await seek(scene, ANN)
    found = await seek(scene, BEN)
    await scene.relay.pump()
    assert found.match is not None
    match = (await scene.app.uow.read(found.match)).match
    texts = [(notice.text.id, set(notice.mention)) for notice in scene.courier.of(Kind.WORD) if notice.text is not None]

    assert (None, 1) == (waits.match, waits.waiting)
    assert {ANN.user, BEN.user} == await players(scene, found.match)
    assert (Status.RUNNING, False, ANN.user) == (match.status, match.private, match.host)
    assert ("app.players_found", {ANN.user, BEN.user}) in texts
    assert () == await scene.app.player_search.list_sought(ANN.user)


async def test_a_match_in_one_sitting_waits_until_all_are_ready(scene: Scene) -> None:
    """
    It is open with its seats taken and starts when both say so.
    """
    await seek(scene, ANN, live=True)
    found = await seek(scene, BEN, live=True)
    assert found.match is not None
    before = (await scene.app.uow.read(found.match)).match.status
    for actor in (ANN, BEN):
        await scene.app.lobby.ready(scene.key(), actor, match=found.match)
    after = (await scene.app.uow.read(found.match)).match.status

    assert (Status.LOBBY, Status.RUNNING) == (before, after)


@pytest.mark.parametrize(
    "other",
    [
        {"live": True},
        {"game": "brainy"},
        {"place": Place(GuildId(10), ChannelId(66))},
        {"place": Place(PLACE.guild, ChannelId(78)), "is_open": False},
    ],
)
async def test_people_who_want_something_else_wait_on(scene: Scene, other: dict[str, Any]) -> None:
    """
    Another pace, game or server; a channel that not everybody sees.
    """
    await seek(scene, ANN)
    found = await seek(scene, BEN, **other)

    assert found.match is None
    assert 0 == sum([len(await scene.app.player_search.bring_together(GuildId(9), "season"))])


async def test_people_who_block_each_other_or_are_barred_do_not_meet(scene: Scene) -> None:
    """
    Who comes later does; nobody is told why. A barred person is refused, and passed over if barred meanwhile.
    """
    await scene.store.run(lambda tx: tx.blocks.put(BEN.user, ANN.user, at=scene.clock.now()))
    await seek(scene, ANN)
    apart = await seek(scene, BEN)
    found = await seek(scene, CLEO)

    assert apart.match is None
    assert {ANN.user, CLEO.user} == await players(scene, found.match)


async def test_two_processes_never_make_two_matches_of_one_person(scene: Scene) -> None:
    """
    However many look at the same time, each person is in one match.
    """
    searches = scene.app.player_search
    await seek(scene, ANN, seats=3)
    await seek(scene, BEN, seats=3)
    made = await asyncio.gather(
        seek(scene, CLEO, seats=3),
        *(searches.bring_together(GuildId(9), "season") for _ in range(4)),
        searches.sweep(),
    )
    matches = await scene.store.read(lambda tx: tx.matches.of_user(ANN.user, most=9))

    assert isinstance(made[0], Sought)
    assert 1 == len(matches)


async def test_a_double_click_leaves_nobody_waiting_who_plays(scene: Scene) -> None:
    """
    The second one comes while the first is answered, or just after: it gets the match that was made, and no other
    match is made of it. A button that was used when its person stopped waiting is refused.
    """
    search, wanted = scene.app.player_search, Search(game="season", seats=2, live=False, near=False, hours=72)

    def click(actor: Actor, key: str) -> Awaitable[Sought]:
        return search.seek(Key(key), actor, wanted, place=PLACE, access=MEMBER, is_open=True)

    await seek(scene, ANN)
    both = await asyncio.gather(*(click(BEN, "one") for _ in range(3)))
    late = await click(BEN, "one")
    await seek(scene, CLEO)
    matches = await scene.store.read(lambda tx: tx.matches.of_user(BEN.user, most=9))
    again = await click(BEN, "two")

    assert {each.id for each in matches} == {each.match for each in (*both, late)}
    assert 1 == len(matches)
    assert again.match is not None
    await click(DORA, "three")
    await search.stop(DORA.user, GuildId(9), "season")
    with pytest.raises(Refusal, match="SOUGHT"):
        await click(DORA, "three")


async def crowd(scene: Scene, number: int, **wanted: Any) -> None:  # noqa: ANN401  # as in seek
    """Let many people wait who can't play with each other: each sees another channel."""
    first = (
        await seek(scene, Actor(UserId(500), "P"), Place(PLACE.guild, ChannelId(500)), is_open=False, **wanted)
    ).record

    def work(tx: Tx) -> None:
        for each in range(501, 500 + number):
            tx.seekers.put(replace(first, user=UserId(each), channel=ChannelId(each)))

    await scene.store.run(work)


@pytest.mark.parametrize("seats", [2, 3])
async def test_many_who_wait_in_vain_keep_nobody_from_playing(scene: Scene, seats: int) -> None:
    """
    More than are looked at together, who want the same or something else, and cannot play with each other. Their turn
    comes, and so do those whose matches are too many.
    """
    await crowd(scene, 2 * MOST_LOOKED_AT, seats=seats)
    scene.clock.forward(hours=1)
    await seek(scene, ANN)
    await seek(scene, BEN)
    for _ in range(10):
        scene.clock.forward(seconds=20)
        await scene.app.player_search.sweep()
    made = await scene.store.read(lambda tx: tx.matches.of_user(ANN.user, most=9))

    assert {ANN.user, BEN.user} == await players(scene, made[0].id)


async def test_who_waited_in_vain_is_told_once(scene: Scene) -> None:
    """
    In private, with what they wanted; not who wants to be told nothing, and in the morning who sleeps.
    """
    waits = await seek(scene, ANN, hours=3)
    await seek(scene, CLEO, seats=3, hours=3)
    await scene.app.preferences.set_person(CLEO, {"where": "none"})
    await seek(scene, DORA, game="brainy", hours=3)
    begin, end = (f"{(scene.clock.now() + timedelta(hours=hours)):%H:%M}" for hours in (3, 9))
    await scene.app.preferences.set_person(DORA, {"zone": "UTC", "quiet": f"{begin}-{end}"})
    scene.clock.forward(hours=4)
    for _ in range(2):
        await scene.app.player_search.sweep()
        await scene.relay.pump()
    told = [(notice.user, notice.place, notice.seeker) for notice in scene.courier.reached]
    scene.clock.forward(hours=6)
    await scene.relay.pump()

    assert [(ANN.user, None, waits.record)] == told
    assert [ANN.user, DORA.user] == [notice.user for notice in scene.courier.reached]


async def test_who_takes_no_direct_messages_is_called_where_they_asked(scene: Scene) -> None:
    """
    Once; and from then on at once, without another attempt in private.
    """
    scene.courier.closed = Refused(50007, raw("No."))
    for _ in range(2):
        await seek(scene, ANN, hours=3)
        scene.clock.forward(hours=4)
        await scene.app.player_search.sweep()
        await scene.relay.pump()

    assert [PLACE, PLACE] == [notice.place for notice in scene.courier.reached]
    assert [(ANN.user,)] * 2 == [notice.mention for notice in scene.courier.reached]


async def test_who_waits_again_is_not_told_of_the_first_time(scene: Scene) -> None:
    """
    They have seen it themselves.
    """
    await seek(scene, ANN, hours=3)
    scene.clock.forward(hours=4)
    await scene.app.player_search.sweep()
    await seek(scene, ANN)
    await scene.relay.pump()

    assert [] == scene.courier.reached


@pytest.mark.parametrize("blocked", [False, True])
async def test_no_match_is_made_where_the_bot_does_nothing(scene: Scene, *, blocked: bool) -> None:
    """
    On a server that has removed it, and on one that its operator has blocked: nobody could play.
    """
    await seek(scene, ANN)
    await leave_server(scene, blocked=blocked)
    waits = await seek(scene, BEN)

    assert waits.match is None


async def leave_server(scene: Scene, *, blocked: bool) -> None:
    """Let the bot be removed from the server, or blocked there by its operator."""
    guild = GuildId(9)
    if blocked:
        record = BlockedServerRecord(guild=guild, reason="spam", at=scene.clock.now())
        await scene.store.run(lambda tx: tx.operations.block(record))
    else:
        scene.app.scheduler.membership.note_left(guild)
    await scene.app.scheduler.sweep()


async def test_who_is_deleted_while_a_match_is_made_is_passed_over(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The other one waits on.
    """
    await seek(scene, ANN)
    begin = scene.app.player_search._begin

    async def delete(group: Sequence[SeekerRecord]) -> MatchId:
        await scene.app.privacy.deletions.delete(ANN.user)
        return await begin(group)

    monkeypatch.setattr(scene.app.player_search, "_begin", delete)
    waits = await seek(scene, BEN)

    assert (None, 1) == (waits.match, waits.waiting)


async def test_waiting_ends(scene: Scene) -> None:
    """
    By the person, or when the time is over; who has left the server is passed over.
    """
    search = scene.app.player_search
    await seek(scene, ANN)
    stopped = await search.stop(ANN.user, GuildId(9), "season")
    again = await search.stop(ANN.user, GuildId(9), "season")
    await seek(scene, BEN, hours=3)
    scene.clock.forward(hours=4)
    await search.sweep()
    late = await seek(scene, CLEO)

    assert (True, False) == (stopped, again)
    assert (None, 1) == (late.match, late.waiting)


async def test_who_cannot_open_a_match_cannot_wait_for_one(scene: Scene) -> None:
    """
    In direct messages, for games that aren't offered, where only staff opens matches; with too many games or seats.
    """
    with pytest.raises(Refusal, match="NO_SERVER"):
        await seek(scene, ANN, Place(None, ChannelId(5)))
    with pytest.raises(Refusal, match="SEATS"):
        await seek(scene, ANN, seats=9)
    await scene.app.settings.set_server(PLACE, {"games": "brainy"})
    with pytest.raises(Refusal, match="NOT_OFFERED"):
        await seek(scene, ANN)
    await scene.app.settings.set_server(PLACE, {"games": "", "matches": "staff"})
    with pytest.raises(Refusal, match="NOT_A_HOST"):
        await seek(scene, DORA)


async def test_a_match_is_not_made_where_the_server_no_longer_offers_it(scene: Scene) -> None:
    """
    Who waits stays where they are, and plays when the game is back.
    """
    await seek(scene, ANN)
    await scene.app.settings.set_server(PLACE, {"games": "brainy"})
    await scene.store.run(
        lambda tx: tx.seekers.put(
            replace(tx.seekers.of_user(ANN.user, now=scene.clock.now(), most=1)[0], user=BEN.user)
        )
    )
    await scene.store.run(lambda tx: tx.people.meet(BEN.user, BEN.name, at=scene.clock.now()))
    none = await scene.app.player_search.bring_together(GuildId(9), "season")
    await scene.app.settings.set_server(PLACE, {"games": ""})
    await scene.app.player_search.sweep()

    assert [] == none
    assert () == await scene.app.player_search.list_sought(BEN.user)


async def test_nobody_is_brought_together_during_maintenance(scene: Scene) -> None:
    """
    They wait on, and are brought together afterwards.
    """
    search, waits = scene.app.player_search, await seek(scene, ANN)
    other = replace(waits.record, user=BEN.user, until=scene.clock.now() + timedelta(days=3))
    await scene.store.run(lambda tx: tx.seekers.put(other))
    await scene.store.run(lambda tx: tx.people.meet(BEN.user, BEN.name, at=other.at))
    await scene.store.run(lambda tx: order_maintenance(tx, Maintenance("", scene.clock.now())))
    await scene.app.scheduler.sweep()
    looked = [await search.sweep()]
    still = await search.list_sought(ANN.user)
    await scene.store.run(lambda tx: order_maintenance(tx, None))
    await scene.app.scheduler.sweep()
    looked.append(await search.sweep())

    assert [0, 1] == looked
    assert (1, ()) == (len(still), await search.list_sought(ANN.user))


async def test_a_row_of_nobody_known_is_dropped(scene: Scene) -> None:
    """
    It is not looked at again and again, and whoever else waits does so on.
    """
    waits = await seek(scene, ANN)
    await scene.store.run(lambda tx: tx.seekers.put(replace(waits.record, user=UserId(999))))
    made = await asyncio.wait_for(scene.app.player_search.bring_together(waits.record.guild, "season"), 5)

    assert [] == made
    assert () == await scene.app.player_search.list_sought(UserId(999))
    assert 1 == len(await scene.app.player_search.list_sought(ANN.user))
