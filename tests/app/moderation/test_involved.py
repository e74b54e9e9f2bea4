"""Moderators don't decide about themselves: others do, or the owner, which the staff log says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.match.records import Actor
from bot.app.moderation.reports import NewReport
from db.ids import MatchId, ReportId
from db.moderation.records import ReportState, ReportTopic
from db.records import Status
from games.core.errors import Refusal
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene


async def report(scene: Scene, match: MatchId, *, about: Actor | None = None, by: Actor = BEN) -> ReportId:
    """Report a match, or a message that somebody wrote about it."""
    user = None if about is None else about.user
    new = NewReport(match=match, topic=ReportTopic.OTHER, words="Look.", about=user)
    return (await scene.app.reports.file(scene.key(), by, place=PLACE, new=new)).id


async def refused(scene: Scene, number: ReportId, actor: Actor) -> list[str]:
    """Let somebody try to claim and to resolve a report; return what they hear."""
    heard = []
    with pytest.raises(Refusal, match="INVOLVED") as claimed:
        await scene.app.reports.claim(scene.key(), actor, place=PLACE, report=number)
    with pytest.raises(Refusal, match="INVOLVED") as resolved:
        await scene.app.reports.resolve(scene.key(), actor, place=PLACE, report=number, outcome="Nothing.")
    heard += [scene.words(claimed.value.text), scene.words(resolved.value.text)]
    return heard


async def log(scene: Scene) -> list[str]:
    """Return the sentences of the staff log, the newest first."""
    return [scene.words(entry.what) for entry in await scene.app.staff_log.find(PLACE)]


async def test_a_report_about_ones_own_match_is_for_others(scene: Scene) -> None:
    """
    Who plays in it, or did, neither claims nor resolves it, and hears who can; another moderator does.
    """
    match = await scene.match(players=(ANN, BEN))
    number = await report(scene, match)
    heard = await refused(scene, number, ANN)
    await scene.app.settings.set_server(PLACE, {"moderators": 4711})
    await scene.app.staff.open_seat(scene.key(), DORA, place=PLACE, match=match, seat=Seat(0))
    await scene.app.substitutes.take(scene.key(), CLEO, match=match)
    later = await refused(scene, number, ANN)
    await scene.app.reports.claim(scene.key(), DORA, place=PLACE, report=number)
    done = await scene.app.reports.resolve(scene.key(), DORA, place=PLACE, report=number, outcome="Warned.")

    sentence = "Report 1 is about you, or about a match that you play in."
    assert {f"{sentence} Someone else who can manage the server or its owner can do that."} == set(heard)
    assert all("Another member with the role <@&4711> or the server's owner can do that." in words for words in later)
    assert done.state is ReportState.RESOLVED
    assert not any("involved" in line for line in await log(scene))


async def test_a_report_of_ones_own_message_is_for_others(scene: Scene) -> None:
    """
    Also of one who doesn't play in the match.
    """
    number = await report(scene, await scene.match(players=(ANN, BEN)), about=DORA)
    await refused(scene, number, DORA)
    claimed = await scene.app.reports.claim(scene.key(), CLEO, place=PLACE, report=number)

    assert (DORA.user, CLEO.user) == (claimed.about, claimed.claimer)


async def test_the_owner_may_and_the_log_says_so(scene: Scene) -> None:
    """
    There may be nobody else.
    """
    match = await scene.match(players=(ANN, BEN))
    number = await report(scene, match)
    await scene.app.reports.claim(scene.key(), ANN, place=PLACE, report=number, owner=True)
    await scene.app.reports.resolve(scene.key(), ANN, place=PLACE, report=number, outcome="Settled.", owner=True)
    await scene.app.staff.end(scene.key(), ANN, place=PLACE, match=match, owner=True)
    table = await scene.app.uow.read(match)

    assert table.match.status is Status.FINISHED
    assert [
        "Ann ended the match as it stood. They're involved themselves.",
        "Ann resolved report 1. They're involved themselves.",
        "Ann is looking into report 1. They're involved themselves.",
    ] == (await log(scene))[:3]


async def test_nobody_ends_their_own_match_as_a_moderator(scene: Scene) -> None:
    """
    They hear who can; before the start, in practice, and a match of others they do. What else they do is marked.
    """
    match = await scene.match(players=(ANN, BEN))
    with pytest.raises(Refusal, match="INVOLVED") as own:
        await scene.app.staff.end(scene.key(), ANN, place=PLACE, match=match)
    await scene.app.staff.hold(scene.key(), ANN, place=PLACE, match=match)
    held = (await log(scene))[0]
    await scene.app.staff.end(scene.key(), DORA, place=PLACE, match=match)
    others = (await log(scene))[0]
    lobby = await scene.open(host=ANN)
    await scene.app.staff.end(scene.key(), ANN, place=PLACE, match=lobby)
    practice = await scene.app.lobby.practice(scene.key(), ANN, place=PLACE, game="brainy", level="easy")
    await scene.app.staff.end(scene.key(), ANN, place=PLACE, match=practice.match)
    found = [await scene.app.uow.read(each) for each in (match, lobby, practice.match)]

    assert scene.words(own.value.text).startswith(f"You play in match #{match}, so you can't end it as a moderator.")
    assert "its owner can do that" in scene.words(own.value.text)
    assert [Status.FINISHED, Status.CANCELLED, Status.FINISHED] == [table.match.status for table in found]
    assert held.endswith("They're involved themselves.")
    assert "involved" not in others
    assert "involved" not in (await log(scene))[0]


async def test_who_wrote_a_reported_message_is_deleted_like_others(scene: Scene) -> None:
    """
    Their id is gone from the report, which stays.
    """
    number = await report(scene, await scene.match(players=(ANN, BEN)), about=replace(DORA, user=CLEO.user))
    await scene.app.preferences.set_person(CLEO, {"zone": "Europe/Amsterdam"})
    await scene.app.privacy.deletions.delete(CLEO.user)
    found = await scene.store.read(lambda tx: tx.moderation.report(number))

    assert found is not None
    assert -1 == found.about
