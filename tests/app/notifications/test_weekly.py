"""The weekly digest beside the daily one, and how one server's matches notify."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.app.changes.outbox import Kind
from bot.app.match.preferences import Where
from bot.app.notifications.notices import is_weekly, next_digest
from db.records import PersonRecord
from tests.app.notifications.test_notices import calls, choose, pump
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.stores import NOW


def person(prefs: bytes) -> PersonRecord:
    """Somebody with preferences, in Amsterdam."""
    return PersonRecord(user=ANN.user, name="Ann", zone="Europe/Amsterdam", prefs=prefs, seen=NOW)


async def test_the_week_is_told_on_its_day(scene: Scene) -> None:
    """
    What has finished, and what runs though it waits for somebody else; then the next one is due a week later.
    """
    await choose(scene, BEN, zone="UTC", week=2)  # Wednesday; now it is Sunday
    over = await scene.match()
    await scene.app.matches.resign(scene.key(), ANN, match=over)
    running = await scene.match()
    await pump(scene)
    scene.clock.forward(days=2)
    early = await scene.app.digests.sweep()
    scene.clock.forward(days=1)
    made = await scene.app.digests.sweep()
    await pump(scene)
    (told,) = scene.courier.reached
    reach = await scene.store.read(lambda tx: tx.reach.get(BEN.user))

    assert (0, 1) == (early, made)
    assert (Kind.DIGEST, True) == (told.kind, told.weekly)
    assert [over] == [line.match for _, line in told.finished]
    assert [running] == [line.match for _, line in told.lines]
    assert datetime(2026, 3, 11, 9, tzinfo=UTC) == reach.digest


async def test_a_daily_digest_is_that_of_the_week_on_its_day() -> None:
    """
    At the hour of the daily one; without either, one comes on the next day for what was held back.
    """
    both, weekly, none = person(b'{"digest":7,"week":0}'), person(b'{"week":0}'), person(b"{}")
    found = [next_digest(each, NOW) for each in (both, weekly, none)]

    assert [2, 2, 2] == [at.day for at in found]
    assert [6, 8, 8] == [at.hour for at in found]
    assert [True, True, False] == [is_weekly(each, at) for each, at in zip((both, weekly, none), found, strict=True)]
    assert timedelta(days=1) == next_digest(weekly, found[1], merged=True) - found[1]
    assert timedelta(days=7) == next_digest(weekly, found[1]) - found[1]


async def test_one_server_notifies_as_it_is_told(scene: Scene) -> None:
    """
    There nobody is called who wants it so; a match's own choice goes before it, and other servers are as before.
    """
    assert PLACE.guild is not None
    await scene.app.preferences.set_in_server(ANN, PLACE.guild, str(Where.SILENCE))
    silent = await scene.match()
    await pump(scene)
    first = [mention for mention in calls(scene) if mention]
    await scene.app.preferences.set_in_match(ANN, silent, {"where": str(Where.THREAD)})
    await scene.play(silent, ANN, "1")
    await scene.play(silent, BEN, "2")
    await pump(scene)
    after = [mention for mention in calls(scene) if ANN.user in mention]
    here = await scene.app.preferences.in_server(ANN.user, PLACE.guild)
    await scene.app.preferences.set_in_server(ANN, PLACE.guild, None)

    assert [] == [mention for mention in first if ANN.user in mention]
    assert 1 == len(after)
    assert ("none", None) == (here, await scene.app.preferences.in_server(ANN.user, PLACE.guild))
