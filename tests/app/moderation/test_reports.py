"""Reports: told to staff alone, with the match at that moment; who reported hears how far it is."""

from __future__ import annotations

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.records import Actor, Place
from bot.app.moderation.reports import MOST_A_DAY, NewReport
from db.ids import ChannelId, GuildId, MatchId
from db.moderation.records import ReportRecord, ReportState, ReportTopic
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene

STAFF = ChannelId(4242)


async def file(scene: Scene, match: MatchId, actor: Actor = ANN, place: Place = PLACE) -> ReportRecord:
    """Report a match."""
    new = NewReport(match=match, topic=ReportTopic.STALLING, words="Ben waits on purpose.")
    return await scene.app.reports.file(scene.key(), actor, place=place, new=new)


async def test_a_report_is_posted_claimed_and_resolved(scene: Scene) -> None:
    """
    One message in the staff's channel, which shows the board of then; the reporter alone is told, in private.
    """
    await scene.app.settings.set_server(PLACE, {"reports": STAFF})
    match = await scene.match()
    await scene.relay.pump()
    report = await file(scene, match)
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    await scene.app.reports.claim(scene.key(), DORA, place=PLACE, report=report.id)
    await scene.relay.pump()
    await scene.app.reports.resolve(scene.key(), CLEO, place=PLACE, report=report.id, outcome="Ben  was warned.")
    await scene.relay.pump()
    posted, edits = scene.courier.of(Kind.REPORT), [each for each in scene.courier.edits if each[0].kind is Kind.REPORT]
    told = [(each.user, scene.words(each.text)) for each in scene.courier.of(Kind.WORD) if each.text is not None]

    assert [(STAFF, report.ply, ReportState.OPEN)] == [
        (each.place.channel, each.match_view.ply, each.report and each.report.state) for each in posted
    ]
    assert [ReportState.CLAIMED, ReportState.RESOLVED] == [each.report and each.report.state for each, _ in edits]
    assert {scene.courier.messages[posted[0].nonce]} == {ref for _, ref in edits}
    assert [
        (ANN.user, f"A moderator is looking into your report about match #{match}."),
        (ANN.user, f"Your report about match #{match} is resolved. The moderators write: Ben was warned."),
    ] == told
    assert () == await scene.app.reports.list_pending(PLACE)


async def test_all_of_it_stands_in_the_staff_log(scene: Scene) -> None:
    """
    Who reported, who claimed and who resolved, with the words; found by the match, too.
    """
    match = await scene.match()
    report = await file(scene, match)
    await scene.app.reports.claim(scene.key(), DORA, place=PLACE, report=report.id)
    await scene.app.reports.resolve(scene.key(), DORA, place=PLACE, report=report.id, outcome="Warned.")
    log = await scene.app.staff_log.find(PLACE, match=match)

    assert [
        ("Dora resolved report 1.", "Warned."),
        ("Dora is looking into report 1.", ""),
        ("Ann sent report 1.", "Ben waits on purpose."),
    ] == [(scene.words(entry.what), entry.why) for entry in log]
    assert () == await scene.app.staff_log.find(PLACE, match=MatchId(77))


async def test_without_a_channel_it_is_listed_alone(scene: Scene) -> None:
    """
    Nothing is posted anywhere.
    """
    match = await scene.match()
    await scene.relay.pump()
    await file(scene, match)
    await scene.relay.pump()

    assert [] == scene.courier.of(Kind.REPORT)
    assert [ReportState.OPEN] == [one.state for one in await scene.app.reports.list_pending(PLACE)]


async def test_a_report_never_goes_to_the_place_of_its_match(scene: Scene) -> None:
    """
    Also one that waits while the match gets its thread.
    """
    await scene.app.settings.set_server(PLACE, {"reports": PLACE.channel})
    match = await scene.match()
    await file(scene, match)
    await scene.relay.pump()

    assert [PLACE.channel] == [each.place.channel for each in scene.courier.of(Kind.REPORT)]


async def test_nobody_floods_the_staff(scene: Scene) -> None:
    """
    One open report a match, and so many a day; the next day it goes on.
    """
    matches = [await scene.match(players=(BEN, CLEO)) for _ in range(MOST_A_DAY + 1)]
    await file(scene, matches[0])
    with pytest.raises(Refusal, match="REPORTED"):
        await file(scene, matches[0])
    for match in matches[1:-1]:
        await file(scene, match)
    with pytest.raises(Refusal, match="TOO_MANY_REPORTS"):
        await file(scene, matches[-1])
    scene.clock.forward(days=1, minutes=1)
    await file(scene, matches[-1])

    assert MOST_A_DAY + 1 == len(await scene.app.reports.list_pending(PLACE))


async def test_matches_of_other_servers_are_reported_there(scene: Scene) -> None:
    """
    In direct messages a match's own server hears of it; staff of another server finds no such report.
    """
    match = await scene.match()
    other = Place(GuildId(10), ChannelId(1))
    with pytest.raises(Refusal, match="NO_MATCH"):
        await file(scene, match, place=other)
    report = await file(scene, match, place=Place(None, ChannelId(1)))
    with pytest.raises(Refusal, match="NO_REPORT"):
        await scene.app.reports.claim(scene.key(), DORA, place=other, report=report.id)

    assert PLACE.guild == report.guild


async def test_two_of_the_staff_do_not_claim_one_report(scene: Scene) -> None:
    """
    The second hears who was first; what is resolved stays so.
    """
    match = await scene.match()
    report = await file(scene, match)
    await scene.app.reports.claim(scene.key(), DORA, place=PLACE, report=report.id)
    with pytest.raises(Refusal, match="CLAIMED") as claimed:
        await scene.app.reports.claim(scene.key(), CLEO, place=PLACE, report=report.id)
    with pytest.raises(Refusal, match="NO_REASON"):
        await scene.app.reports.resolve(scene.key(), DORA, place=PLACE, report=report.id, outcome=" ")
    await scene.app.reports.resolve(scene.key(), DORA, place=PLACE, report=report.id, outcome="Done.")
    with pytest.raises(Refusal, match="RESOLVED"):
        await scene.app.reports.resolve(scene.key(), CLEO, place=PLACE, report=report.id, outcome="Again.")

    assert "Dora" in scene.words(claimed.value.text)


async def test_a_message_belongs_to_the_match_of_its_place(scene: Scene) -> None:
    """
    That of a thread; in a channel only where one match alone is going on.
    """
    first = await scene.match()
    alone = await scene.app.reports.match_at(PLACE)
    await scene.match(players=(CLEO, DORA))
    await scene.relay.pump()
    thread = (await scene.app.uow.read(first)).match.thread

    assert first == alone
    assert await scene.app.reports.match_at(PLACE) is None
    assert thread is not None
    assert first == await scene.app.reports.match_at(Place(PLACE.guild, thread))
