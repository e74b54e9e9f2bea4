"""How a player is told in one match alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Late, PerMove
from bot.app.match.preferences import MOST_MATCHES, Where, for_match, wishes_of, with_match
from db.ids import MatchId, UserId
from db.records import PendingKind, PersonRecord
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, DORA, Scene
from tests.stores import NOW

TURN = PerMove(seconds=10 * 3600, late=Late.MOVE, check_in=False)
PERSON = PersonRecord(user=UserId(1), name="Ann", zone=None, prefs=b'{"where":"both"}', seen=NOW)


async def test_one_match_is_silent_and_the_others_are_not(scene: Scene) -> None:
    """
    No mention and no reminder there; taken back, it is as everywhere again.
    """
    quiet, loud = [await scene.match(players=(BEN, ANN), pace=TURN) for _ in range(2)]
    preferences = scene.app.preferences
    await preferences.set_in_match(ANN, quiet, {"where": str(Where.SILENCE), "remind": -1})
    await preferences.set_person(ANN, {"next": True})
    for match in (quiet, loud):
        await scene.play(match, BEN, "1")
    await scene.relay.pump()
    called = {notice.match for notice in scene.courier.of(Kind.BOARD) if ANN.user in notice.mention}
    reminders = [
        [row.kind for row in (await scene.app.uow.read(match)).pending].count(PendingKind.REMINDER)
        for match in (quiet, loud)
    ]
    own = await preferences.in_match(ANN.user, quiet)
    await preferences.set_in_match(ANN, quiet, {})
    usual = await preferences.in_match(ANN.user, quiet)

    assert {loud} == called
    assert [0, 1] == reminders
    assert {"where": "none", "remind": -1} == own
    assert {"where": str(Where.THREAD), "remind": 0} == usual
    assert await preferences.person(ANN.user) == {**await preferences.person(ANN.user), "where": str(Where.THREAD)}


async def test_what_is_no_setting_of_a_match_is_refused(scene: Scene) -> None:
    """
    Other preferences, values there are not, and people without a seat; nothing changes.
    """
    match = await scene.match(pace=TURN)
    preferences = scene.app.preferences
    with pytest.raises(Refusal, match="NO_SETTING"):
        await preferences.set_in_match(ANN, match, {"zone": "Asia/Tokyo"})
    with pytest.raises(Refusal, match="BAD_SETTING"):
        await preferences.set_in_match(ANN, match, {"where": "drums"})
    with pytest.raises(Refusal, match="BAD_SETTING"):
        await preferences.set_in_match(ANN, match, {"remind": 100_000})
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await preferences.set_in_match(DORA, match, {"remind": 6})

    assert {"where": str(Where.THREAD), "remind": 0} == await preferences.in_match(ANN.user, match)


def test_the_newest_hundred_matches_are_kept() -> None:
    """
    What a person set longest ago is forgotten; the usual preferences stay.
    """
    person = PERSON
    for number in range(MOST_MATCHES + 1):
        person = with_match(person, MatchId(number), {"where": "none"})

    assert Where.BOTH is wishes_of(for_match(person, MatchId(0), None)).where
    assert Where.SILENCE is wishes_of(for_match(person, MatchId(1), None)).where
    assert Where.BOTH is wishes_of(person).where
    assert for_match(replace(PERSON, prefs=b"{}"), MatchId(1), None) == replace(PERSON, prefs=b"{}")
