"""Being told by choice: where, quiet hours, who is next, the cap, refused direct messages; tests and health."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Banked
from bot.app.match.preferences import CAP
from bot.app.match.records import Actor, MessageRef
from bot.app.notifications.courier import Notice, Refused, Transient
from bot.app.notifications.health import Arrival, DeliveryHealth
from bot.app.notifications.notices import next_digest, quiet_until
from db.ids import MatchId
from db.records import PersonRecord
from games.core.errors import Refusal
from games.core.moves import Value
from games.core.text import raw
from tests.app.scene import ANN, BEN, CLEO, PLACE, Permanent, Scene
from tests.stores import NOW

PACE = Banked(bank=100 * 3600, increment=3600, cap=120 * 3600)
CLOSED = Refused(50007, raw("This person takes no direct messages from the bot."))


async def choose(scene: Scene, actor: Actor, **values: Value) -> None:
    """Set preferences."""
    await scene.app.preferences.set_person(actor, values)


async def pump(scene: Scene, **forward: float) -> None:
    """Let time pass, let everything that is due happen, and let it be told, also what comes of that."""
    scene.clock.forward(**forward)
    await scene.app.scheduler.sweep()
    for _ in range(3):
        await scene.relay.pump()


def calls(scene: Scene, kind: Kind = Kind.BOARD) -> list[tuple[int, ...]]:
    """Whom the posts of a kind called, in order."""
    return [notice.mention for notice in scene.courier.of(kind)]


def whispers(scene: Scene, actor: Actor) -> list[str]:
    """What was told in private to somebody."""
    found = [each for each in scene.courier.of(Kind.WORD) if each.user == actor.user]
    return [scene.words(each.text) for each in found if each.text is not None]


def said(scene: Scene) -> list[str]:
    """The sentences told where matches are played."""
    found = [each for each in scene.courier.of(Kind.WORD) if each.user is None]
    return [scene.words(each.text) for each in found if each.text is not None]


@pytest.mark.parametrize(
    ("where", "mentioned", "told"),
    [("thread", True, 0), ("both", True, 1), ("dm", False, 1), ("none", False, 0)],
)
async def test_where_one_is_called(scene: Scene, where: str, mentioned: bool, told: int) -> None:
    """
    In the thread, by a direct message, by both, or not at all: one call of each kind for one handover.
    """
    await choose(scene, ANN, where=where)
    await scene.match()
    await pump(scene)

    assert mentioned == any(ANN.user in each for each in calls(scene))
    assert told == len(whispers(scene, ANN))
    assert all("it's your turn" in each for each in whispers(scene, ANN))


async def test_a_direct_message_overtaken_by_the_move_is_dropped(scene: Scene) -> None:
    """
    Who has moved before it was delivered is not told of the turn.
    """
    await choose(scene, ANN, where="dm")
    match = await scene.match()
    await scene.relay.pump()
    first = len(whispers(scene, ANN))
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    scene.courier.before = [Transient(60)]
    await scene.relay.pump()
    await scene.play(match, ANN, "3")
    await pump(scene, minutes=2)

    assert first == len(whispers(scene, ANN)) == 1


async def test_a_repeat_calls_the_same_and_counts_once(scene: Scene) -> None:
    """
    A delivery that has to be tried again makes no second direct message and no second count.
    """
    await choose(scene, ANN, where="both")
    await scene.match()
    await scene.relay.pump()
    scene.courier.posts.clear()
    before = (await scene.store.read(lambda tx: tx.reach.get(ANN.user))).called
    await choose(scene, BEN, where="both")
    scene.courier.before = [Transient(5), Transient(5)]
    await scene.play(MatchId(1), ANN, "1")
    await pump(scene)
    await pump(scene, minutes=5)

    assert 1 == before
    assert 1 == (await scene.store.read(lambda tx: tx.reach.get(BEN.user))).called
    assert [(BEN.user,)] == [each for each in calls(scene) if each]
    assert 1 == len(whispers(scene, BEN))


# --- Quiet hours ---------------------------------------------------------------------------------------------


async def test_in_quiet_hours_the_call_waits_until_they_end(scene: Scene) -> None:
    """
    The board is posted at once without a call; the call comes when the quiet hours are over, once.
    """
    await choose(scene, ANN, zone="UTC", quiet="11:00-15:00")
    await scene.match()
    await pump(scene)
    during = (calls(scene), said(scene))
    await pump(scene, hours=2)
    still = said(scene)
    await pump(scene, hours=2)

    assert ([()], []) == during
    assert [] == still
    assert ["Ann, it's your turn."] == said(scene)
    assert (ANN.user,) == scene.courier.of(Kind.WORD)[0].mention


async def test_what_was_overtaken_in_quiet_hours_is_dropped(scene: Scene) -> None:
    """
    Who has moved meanwhile is not called in the morning.
    """
    await choose(scene, ANN, zone="UTC", quiet="11:00-15:00")
    match = await scene.match()
    await pump(scene)
    await scene.play(match, ANN, "1")
    await pump(scene, hours=4)

    assert [] == said(scene)


async def test_private_words_wait_too(scene: Scene) -> None:
    """
    Direct messages are held as well, and those of others in the same match are not.
    """
    await choose(scene, ANN, zone="UTC", quiet="11:00-15:00", where="dm")
    await choose(scene, BEN, where="dm")
    match = await scene.match()
    await pump(scene)
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    await pump(scene)
    during = (whispers(scene, ANN), len(whispers(scene, BEN)))
    health = await scene.app.delivery_health.health(ANN.user)
    await pump(scene, hours=4)

    assert [] == during[0]
    assert datetime(2026, 3, 1, 15, tzinfo=UTC) == health.quiet
    assert ["Ann, it's your turn."] == [*said(scene), *whispers(scene, ANN)]


async def test_quiet_hours_follow_the_wall_clock() -> None:
    """
    They begin and end at the same hours when daylight saving changes, and need a zone.
    """
    person = PersonRecord(
        user=ANN.user, name="Ann", zone="Europe/Amsterdam", prefs=b'{"quiet":"22:00-07:00"}', seen=NOW
    )
    nights = [datetime(2026, 3, 28, 23, tzinfo=UTC), datetime(2026, 3, 29, 23, tzinfo=UTC)]
    day = datetime(2026, 3, 29, 12, tzinfo=UTC)

    assert [(29, 5), (30, 5)] == [(at.day, at.hour) for at in (quiet_until(person, night) for night in nights) if at]
    assert None is quiet_until(person, day)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"quiet": "22:00-07:00"}, "NO_ZONE"),
        ({"zone": "UTC", "quiet": "dark"}, "BAD_NIGHT"),
        ({"zone": "UTC", "quiet": "08:00-22:00"}, "BAD_NIGHT"),
        ({"where": "pigeon"}, "BAD_SETTING"),
        ({"digest": 24}, "BAD_SETTING"),
        ({"cap": 0}, "BAD_SETTING"),
    ],
)
async def test_what_cannot_be_is_refused(scene: Scene, values: dict[str, Value], code: str) -> None:
    """
    The refusal says why, and nothing is changed.
    """
    before = await scene.app.preferences.person(ANN.user)
    with pytest.raises(Refusal, match=code):
        await scene.app.preferences.set_person(ANN, values)

    assert before == await scene.app.preferences.person(ANN.user)


# --- Next ----------------------------------------------------------------------------------------------------


async def test_who_is_likely_to_be_next_is_told_by_choice(scene: Scene) -> None:
    """
    With three players the one after the one asked is told, who wanted it; not the one who has just moved.
    """
    await choose(scene, CLEO, next=True)
    match = await scene.match(players=(ANN, BEN, CLEO))
    await pump(scene)
    at_start = said(scene)
    await scene.play(match, ANN, "1")
    await pump(scene)

    assert [] == at_start
    assert ["Cleo, you're probably next."] == said(scene)
    assert (CLEO.user,) == scene.courier.of(Kind.WORD)[0].mention


async def test_the_notice_of_being_next_is_dropped_once_one_is_asked(scene: Scene) -> None:
    """
    It says something only while the other one is still asked.
    """
    await choose(scene, CLEO, next=True)
    match = await scene.match(players=(ANN, BEN, CLEO))
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    await pump(scene)

    assert [] == said(scene)


async def test_with_two_players_nobody_is_told_to_be_next(scene: Scene) -> None:
    """
    Who has moved knows it.
    """
    await choose(scene, ANN, next=True)
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await pump(scene)

    assert [] == said(scene)


# --- The cap -------------------------------------------------------------------------------------------------


async def test_beyond_the_cap_calls_are_left_to_the_digest(scene: Scene) -> None:
    """
    After so many calls of a local day the rest are counted, and a digest comes at its hour; the next day calls again.
    """
    await choose(scene, ANN, cap=2, zone="UTC")
    for _ in range(4):
        await scene.match()
    await pump(scene)
    today = [each for each in calls(scene) if each]
    reach = await scene.store.read(lambda tx: tx.reach.get(ANN.user))
    scene.clock.forward(hours=21)
    made = await scene.app.digests.sweep()
    await pump(scene)
    (digest,) = scene.courier.reached
    await scene.match()
    await pump(scene)

    assert 2 == len(today)
    assert (2, 2, datetime(2026, 3, 2, 9, tzinfo=UTC)) == (reach.called, reach.merged, reach.digest)
    assert (1, Kind.DIGEST, 2, 4) == (made, digest.kind, digest.merged, len(digest.lines))
    assert 3 == len([each for each in calls(scene) if each])
    assert 2 < CAP


# --- Refused direct messages ---------------------------------------------------------------------------------


class Closing:
    """Makes a scene's courier refuse direct messages."""

    def __init__(self, scene: Scene) -> None:
        """Stand before its `post`."""
        self.tried = 0
        self._post = scene.courier.post
        scene.courier.post = self.post  # type: ignore[method-assign]

    async def post(self, notice: Notice) -> MessageRef:
        """Refuse what is private."""
        if notice.user is not None:
            self.tried += 1
            raise CLOSED
        return await self._post(notice)


async def test_who_takes_no_direct_messages_is_called_in_the_thread(scene: Scene) -> None:
    """
    It is noted with the code, nothing is parked, and for a day nobody tries again.
    """
    closing = Closing(scene)
    await choose(scene, ANN, where="dm")
    match = await scene.match()
    await pump(scene)
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    await pump(scene)
    health = await scene.app.delivery_health.health(ANN.user)

    assert 1 == closing.tried
    assert ["Ann, it's your turn."] == said(scene)
    assert (ANN.user,) in calls(scene)
    assert (50007, NOW, ()) == (health.reach.code, health.reach.closed, health.faults)
    assert () == await scene.store.read(lambda tx: tx.outbox.find_parked(match))


async def test_direct_messages_are_tried_again_after_a_day(scene: Scene) -> None:
    """
    When one arrives the note is gone.
    """
    closing = Closing(scene)
    await choose(scene, ANN, where="dm")
    await scene.match()
    await pump(scene)
    scene.courier.post = closing._post  # type: ignore[method-assign]
    await pump(scene, hours=25)
    await scene.match()
    await pump(scene)

    assert 1 == len(whispers(scene, ANN))
    assert None is (await scene.store.read(lambda tx: tx.reach.get(ANN.user))).closed


# --- Digests -------------------------------------------------------------------------------------------------


async def test_the_daily_digest_lists_running_matches_by_time_left(scene: Scene) -> None:
    """
    At the chosen local hour, those that wait first; each day once.
    """
    await choose(scene, ANN, zone="Europe/Amsterdam", digest=18)
    late = await scene.match(pace=PACE)
    soon = await scene.match(pace=Banked(bank=20 * 3600, increment=3600, cap=24 * 3600))
    other = await scene.match(players=(BEN, ANN), pace=PACE)
    await scene.open()
    early = await scene.app.digests.sweep()
    await pump(scene, hours=5)
    made = [await scene.app.digests.sweep() for _ in range(2)]
    await pump(scene)
    (digest,) = scene.courier.reached

    assert (0, [1, 0]) == (early, made)
    assert [soon, late, other] == [line.match for _, line in digest.lines]
    assert [True, True, False] == [line.yours for _, line in digest.lines]
    assert "Season" == digest.lines[0][0]
    assert datetime(2026, 3, 2, 17, tzinfo=UTC) == (await scene.store.read(lambda tx: tx.reach.get(ANN.user))).digest


async def test_a_digest_with_nothing_that_waits_is_not_sent(scene: Scene) -> None:
    """
    Also when what waited was played after it was made.
    """
    await choose(scene, ANN, digest=13)
    match = await scene.match()
    await pump(scene)
    scene.clock.forward(hours=2)
    made = await scene.app.digests.sweep()
    await scene.play(match, ANN, "1")
    await pump(scene)

    assert (1, []) == (made, scene.courier.reached)


async def test_no_digest_is_due_once_it_is_switched_off(scene: Scene) -> None:
    """
    The choice takes effect at once.
    """
    await choose(scene, ANN, digest=13)
    first = (await scene.store.read(lambda tx: tx.reach.get(ANN.user))).digest
    await choose(scene, ANN, digest=-1)

    assert datetime(2026, 3, 1, 13, tzinfo=UTC) == first
    assert None is (await scene.store.read(lambda tx: tx.reach.get(ANN.user))).digest


def test_the_hour_of_the_digest_is_by_the_wall_clock() -> None:
    """
    It stays at its hour when daylight saving changes, and is always ahead.
    """
    person = PersonRecord(user=ANN.user, name="Ann", zone="Europe/Amsterdam", prefs=b'{"digest":8}', seen=NOW)
    at, found = datetime(2026, 3, 27, 12, tzinfo=UTC), []
    for _ in range(3):
        at = next_digest(person, at)
        found.append((at.day, at.hour))

    assert [(28, 7), (29, 6), (30, 6)] == found


# --- Tests and health ----------------------------------------------------------------------------------------


async def proven(scene: Scene) -> object:
    """Run the test of delivery with the relay working beside it."""
    told = DeliveryHealth(scene.app.uow, patience=5)
    relay = asyncio.create_task(scene.relay.run())
    try:
        return await told.test(ANN, place=PLACE)
    finally:
        relay.cancel()
        with suppress(asyncio.CancelledError):
            await relay


async def test_a_test_proves_both_ways(scene: Scene) -> None:
    """
    A direct message and a mention go the way all notices go.
    """
    proof = await proven(scene)
    private, public = sorted(scene.courier.reached, key=lambda notice: notice.place is not None)

    assert "Proof(direct=Tried(Arrival.ARRIVED, 1), mention=Tried(Arrival.ARRIVED, 1))" == shown(proof)
    assert (ANN.user, None, ANN.user, PLACE) == (private.user, private.place, public.user, public.place)


def shown(proof: object) -> str:
    """A proof in short."""
    words = repr(proof).replace("<", "").replace(">", "").replace("attempts=", "").replace("arrival=", "")
    for arrival in Arrival:
        words = words.replace(f"{arrival!r}".strip("<>"), str(arrival))
    return words.replace(f", reason={raw('')!r}", "")


async def test_a_test_tells_exactly_what_failed(scene: Scene) -> None:
    """
    The one that failed with its reason, the other as it is; nothing of it stays among what could not be delivered.
    """
    scene.courier.closed = CLOSED  # both go at once, so each way has its own fault
    scene.courier.before = [Permanent(50013, raw("The bot is missing a permission in the channel."))]
    proof = await proven(scene)
    health = await scene.app.delivery_health.health(ANN.user)
    server = await scene.app.delivery_health.server_health(PLACE.guild) if PLACE.guild else None

    assert "FAILED" in shown(proof)
    assert "takes no direct messages" in shown(proof)
    assert "is missing a permission" in shown(proof)
    assert 50007 == health.reach.code
    assert () == health.faults
    assert server is not None
    assert 0 == server.parked


async def test_a_test_that_gets_no_answer_says_so(scene: Scene) -> None:
    """
    What has not left in time is called off and told as waiting.
    """
    proof = await DeliveryHealth(scene.app.uow, patience=0.2).test(ANN, place=PLACE)
    await scene.relay.pump()

    assert 2 == shown(proof).count("Arrival.WAITING, 0")
    assert [] == scene.courier.reached


async def test_the_health_of_a_server_shows_what_failed(scene: Scene) -> None:
    """
    Parked notices with match and reason, and how far behind the bot is.
    """
    match = await scene.match()
    scene.courier.before = [Permanent(50001, raw("The bot cannot see the channel."))]
    await scene.relay.pump()
    await scene.play(match, ANN, "1")
    assert PLACE.guild is not None
    health = await scene.app.delivery_health.server_health(PLACE.guild)
    own = await scene.app.delivery_health.health(ANN.user)

    assert [(Kind.CARD, match, raw("The bot cannot see the channel."))] == [
        (f.kind, f.match, f.reason) for f in health.faults
    ]
    assert (1, health.faults) == (health.parked, own.faults)
    assert health.behind >= 1
    assert health.oldest is not None
    assert timedelta() <= scene.clock.now() - health.oldest
