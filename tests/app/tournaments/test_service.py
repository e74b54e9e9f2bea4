"""Tournaments through the services: from sign-up to the end, with whatever happens in between."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from bot.app.changes.outbox import Kind
from bot.app.changes.server_rules import Access
from bot.app.match.paces import NoPace, PerMove
from bot.app.match.records import Actor, Place
from bot.app.ratings.exports import FIRST, Form
from bot.app.tournaments.records import Replacement, TournamentChange, TournamentWish
from bot.app.tournaments.settings import Overrun, TieBreak, TournamentSettings
from db.ids import ChannelId, TournamentId, UserId
from db.ratings.records import Left
from db.records import Status
from db.tournaments.records import EntrantStatus, Format, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST, finished, opened, play_on, signed


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("format", Format)
async def test_one_event_of_each_format_from_sign_up_to_trophy(scene: Scene, format: Format) -> None:
    """
    With computer players, one who runs out of time, one who is taken out, a substitute, a restart in the middle.
    """
    tournament = await opened(scene, format, pace=PerMove(seconds=3600), strikes=1)
    await signed(scene, tournament, people=(ANN, BEN, CLEO), computers=3)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    begun = await scene.app.tournaments.view(tournament)
    await scene.app.computer_players.think()
    # A restart: everything new over the same database, and a clock that has gone on meanwhile.
    later = Scene(scene.store)
    later.clock = scene.clock
    later.app.uow.clock = scene.clock
    later._keys = scene._keys
    ann = next(each.number for each in begun.entrants if each.name == "Ann")
    await later.app.tournaments.substitute(
        later.key(), HOST, tournament=tournament, replacement=Replacement(entrant=ann, into=DORA)
    )
    cleo = next(each.number for each in begun.entrants if each.name == "Cleo")
    await later.app.tournaments.drop(later.key(), HOST, tournament=tournament, entrant=cleo)
    for _ in range(60):
        view = await play_on(later, tournament, skip=frozenset({BEN.user}))
        if view.record.status is not TournamentStatus.RUNNING:
            break
        later.clock.forward(hours=2)  # Ben never moves: the default moves are made for him
        await later.app.scheduler.sweep()
    later.app.computer_players.close()
    scene.app.computer_players.close()
    rows = await later.store.read(lambda tx: tx.results.in_guild(PLACE.guild or 0, before=FIRST, most=999))  # type: ignore[arg-type]

    assert TournamentStatus.RUNNING is begun.record.status
    assert TournamentStatus.FINISHED is view.record.status
    assert EntrantStatus.DROPPED is view.entrants[cleo - 1].status
    assert "Dora" == view.entrants[ann - 1].name
    assert 1 == view.standings.rows[0].place
    assert {row.tournament for row in rows} == {tournament}
    assert any(text.id in ("app.tournament_finished", "app.tournament_groups_finished") for _, text in view.log)


async def test_registration_limits_are_told(scene: Scene) -> None:
    """
    Role, rating, reliability, working notices, the bar of who lost too many seats by time: each refused in a sentence.
    """
    role = await opened(scene, role=77)
    low = await opened(scene, rating_to=1400)
    high = await opened(scene, rating_from=1600)

    for tournament, code in ((role, "ROLE"), (low, "RATING"), (high, "RATING")):
        with pytest.raises(Refusal, match=code) as refusal:
            await scene.app.tournaments.join(scene.key(), ANN, tournament=tournament)
        assert scene.words(refusal.value.text)
    await scene.app.tournaments.join(scene.key(), ANN, tournament=role, roles=(5, 77))
    assert 1 == len((await scene.app.tournaments.view(role)).entrants)


async def test_the_reserve_moves_up_and_nobody_sits_twice(scene: Scene) -> None:
    """Who comes after the last place is in reserve; the same person is refused a second time."""
    tournament = await opened(scene, most=2)
    receipts = [await scene.app.tournaments.join(scene.key(), who, tournament=tournament) for who in (ANN, BEN, CLEO)]
    with pytest.raises(Refusal, match="ALREADY_IN"):
        await scene.app.tournaments.join(scene.key(), ANN, tournament=tournament)
    await scene.app.tournaments.leave(scene.key(), ANN, tournament=tournament)
    with pytest.raises(Refusal, match="NOT_IN"):
        await scene.app.tournaments.leave(scene.key(), ANN, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)

    scene.clock.forward(minutes=1)
    await scene.relay.pump()
    (called,) = [
        notice for notice, _ in scene.courier.told if notice.text and notice.text.id == "app.tournament_moved_up"
    ]

    assert (CLEO.user,) == called.mention
    assert "in reserve" in scene.words(receipts[2].told[0])
    assert [EntrantStatus.ABSENT, EntrantStatus.SIGNED, EntrantStatus.SIGNED] == [e.status for e in view.entrants]


async def test_check_in_by_joining_again(scene: Scene) -> None:
    """When it opens the card says so; who has not checked in at the start is left out."""
    wish = TournamentWish(
        name="Cup",
        game="brainy",
        format=Format.SWISS,
        settings=TournamentSettings(most=9, least=2, check_in=12, pace=NoPace()),
        starts=scene.clock.now() + timedelta(days=1),
    )
    tournament = (
        await scene.app.tournaments.create(scene.key(), HOST, place=PLACE, wish=wish, access=Access(staff=True))
    ).tournament
    await signed(scene, tournament, people=(ANN, BEN, CLEO))
    scene.clock.forward(hours=13)
    await scene.app.tournament_runner.work()
    await scene.app.tournaments.join(scene.key(), ANN, tournament=tournament)
    await scene.app.tournaments.join(scene.key(), BEN, tournament=tournament)
    with pytest.raises(Refusal, match="ALREADY_IN"):
        await scene.app.tournaments.join(scene.key(), BEN, tournament=tournament)
    scene.clock.forward(hours=12)
    await scene.app.tournament_runner.work()
    await scene.relay.pump()
    view = await scene.app.tournaments.view(tournament)
    told = [notice.text.id for notice, _ in scene.courier.told if notice.text is not None]

    called = [notice for notice, _ in scene.courier.told if notice.text and notice.text.id == "app.tournament_check_in"]

    assert {ANN.user, BEN.user, CLEO.user} == set(called[0].mention)
    assert TournamentStatus.RUNNING is view.record.status
    assert [EntrantStatus.PLAYING, EntrantStatus.PLAYING, EntrantStatus.ABSENT] == [e.status for e in view.entrants]
    assert ["app.tournament_check_in", "app.tournament_started", "app.tournament_without", "core.lines"] == told


async def test_a_round_says_who_plays_whom_and_a_match_calls_both(scene: Scene) -> None:
    """
    The message of a round names its pairings, the log does not repeat them; the first message in the thread of a match
    mentions everybody who plays.
    """
    tournament = await opened(scene, rounds=1)
    await signed(scene, tournament, people=(ANN, BEN, CLEO))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await scene.relay.pump()
    view = await scene.app.tournaments.view(tournament)
    posts = [notice for notice, _ in scene.courier.told if notice.text is not None]
    (paired,) = (scene.words(each.text) for each in posts if each.text and each.text.id == "core.lines")
    (called,) = (each for each in scene.courier.posts if each.text and each.text.id == "app.tournament_match")
    played = next(row for row in view.pairings if len(row.names) == 2)
    alone = next(row for row in view.pairings if len(row.names) == 1)
    users = {"Ann": ANN.user, "Ben": BEN.user, "Cleo": CLEO.user}

    assert f"Cup: round 1 is paired.\n- {' – '.join(played.names)}\n- {alone.names[0]} has a bye" == paired
    assert ["Cup: round 1 is paired."] == [scene.words(text) for _, text in view.log if "round" in scene.words(text)]
    assert {users[name] for name in played.names} == set(called.mention)
    assert 5001 == called.place.channel


async def test_the_card_is_one_message_and_each_match_has_its_thread(scene: Scene) -> None:
    """
    The card is posted once and then edited; the thread of a match is made before anything is posted about it. The
    match's own card stands where the tournament was opened.
    """
    tournament = await opened(scene)
    await scene.relay.pump()
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    scene.clock.forward(minutes=1)
    await scene.relay.pump()
    cards = [(notice, ref) for notice, ref in scene.courier.told if notice.kind is Kind.TOURNAMENT]
    places = {(notice.kind is Kind.CARD, notice.place.channel) for notice in scene.courier.posts}

    assert [None] == [ref for _, ref in cards][:1]
    assert len(cards) > 1
    assert len({ref for _, ref in cards if ref is not None}) == 1
    assert {(True, 77), (False, 5001)} == places


async def test_a_match_that_takes_too_long_is_decided_as_announced(scene: Scene) -> None:
    """By the score, as a draw, or against the one it waits for."""
    for overrun, places in ((Overrun.DRAW, (1, 1)), (Overrun.MOVER, (2, 1))):
        tournament = await opened(scene, limit_days=5, overrun=overrun, rounds=1, name=overrun)
        await signed(scene, tournament, people=(ANN, BEN))
        await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
        if overrun is Overrun.DRAW:  # of two who never came neither scores
            pairing = (await scene.app.tournaments.view(tournament)).pairings[0]
            assert pairing.match is not None
            await scene.play(pairing.match, {"Ann": ANN, "Ben": BEN}[pairing.names[0]], "1")
        scene.clock.forward(days=6)
        await scene.app.tournament_runner.work()
        view = await scene.app.tournaments.view(tournament)

        assert TournamentStatus.FINISHED is view.record.status
        assert places == view.pairings[0].places
        assert "adjudicated" == view.pairings[0].ended


async def test_who_holds_up_is_shown_and_nudged_once_a_day(scene: Scene) -> None:
    """The organizer sees for whom a match waits and since when; the nudge is a mention in the match's thread."""
    tournament = await opened(scene)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)
    await scene.app.disputes.nudge(scene.key(), HOST, tournament=tournament)
    with pytest.raises(Refusal, match="NOBODY"):
        await scene.app.disputes.nudge(scene.key(), HOST, tournament=tournament)
    with pytest.raises(Refusal, match="NOT_HOST"):
        await scene.app.disputes.nudge(scene.key(), ANN, tournament=tournament)
    await scene.relay.pump()
    words = [
        notice for notice in scene.courier.of(Kind.WORD) if notice.text and notice.text.id == "app.tournament_nudge"
    ]

    assert 1 == len(view.holding_up)
    assert view.holding_up[0].waiting in (("Ann",), ("Ben",))
    assert 1 == len(words)
    assert 1 == len(words[0].mention)


async def test_who_lost_too_many_seats_by_time_is_kept_out_for_a_while(scene: Scene) -> None:
    """The second within 120 days keeps out of new tournaments for a week; afterwards one may sign up again."""
    for _ in range(2):
        match = await scene.match("brainy", (ANN, BEN), pace=PerMove(seconds=60))
        await scene.play(match, ANN, "1")
        for _turn in range(30):
            scene.clock.forward(minutes=2)
            await scene.app.scheduler.sweep()
            table = await scene.app.uow.read(match)
            if table.match.status is not Status.RUNNING:
                break
    await scene.app.tournament_runner.work()
    tallies = await scene.store.read(lambda tx: tx.results.tallies(BEN.user, most=9))
    tournament = await opened(scene)
    with pytest.raises(Refusal, match="BARRED") as refusal:
        await scene.app.tournaments.join(scene.key(), BEN, tournament=tournament)
    scene.clock.forward(days=8)
    await scene.app.tournaments.join(scene.key(), BEN, tournament=tournament)

    assert [Left.LATE, Left.LATE] == [tally.left for tally in tallies]
    assert "<t:" in scene.words(refusal.value.text)


async def test_teams_sign_up_by_name(scene: Scene) -> None:
    """
    The first founds the team, others join it at the next board; a team that is not full does not start.
    """
    tournament = await opened(scene, Format.SWISS, team=2, rounds=1)
    join = scene.app.tournaments.join
    with pytest.raises(Refusal, match="TEAM"):
        await join(scene.key(), ANN, tournament=tournament)
    for who, team in ((ANN, "Reds"), (BEN, "reds"), (CLEO, "Blues"), (DORA, "Blues")):
        await join(scene.key(), who, tournament=tournament, team=team)
    with pytest.raises(Refusal, match="FULL"):
        await join(scene.key(), Actor(UserId(600), "Eve"), tournament=tournament, team="Reds")
    await join(scene.key(), Actor(UserId(601), "Fay"), tournament=tournament, team="Greens")
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)

    assert [("Reds", ("Ann", "Ben")), ("Blues", ("Cleo", "Dora"))] == [(e.name, e.members) for e in view.entrants[:2]]
    assert EntrantStatus.ABSENT is view.entrants[2].status
    assert 2 == len([p for p in view.pairings if p.status is PairingStatus.PLAYING])
    assert {"Ann (Reds)", "Cleo (Blues)"} == set(view.pairings[0].names)


async def test_a_wish_that_cannot_be_had_is_refused(scene: Scene) -> None:
    """
    Each with its reason; no tournament is made.
    """
    now = scene.clock.now()
    cases: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "NO_GAME"),
        ({"name": "  "}, "NO_NAME"),
        ({"settings": TournamentSettings(seats=3)}, "SEATS"),
        ({"settings": TournamentSettings(seats=9)}, "SEATS"),
        ({"format": Format.TABLES, "settings": TournamentSettings(seats=2)}, "SEATS"),
        ({"settings": TournamentSettings(pace=PerMove(seconds=1))}, "PACE"),
        ({"settings": TournamentSettings(options={"x": 1})}, "NO_OPTION"),
        ({"settings": TournamentSettings(most=9999)}, "NUMBER"),
        ({"settings": TournamentSettings(limit_days=9999)}, "NUMBER"),
        ({"format": Format.LADDER, "settings": TournamentSettings(team=2)}, "TEAM"),
        ({"starts": now - timedelta(days=1)}, "STARTS"),
    ]
    for change, code in cases:
        wish = TournamentWish(
            **{"name": "Cup", "game": "brainy", "format": Format.SWISS, "settings": TournamentSettings(), **change}
        )
        with pytest.raises(Refusal, match=code) as refusal:
            await scene.app.tournaments.create(scene.key(), HOST, place=PLACE, wish=wish, access=Access(staff=True))
        assert scene.words(refusal.value.text)
    whole = TournamentWish(name="Cup", game="brainy", format=Format.SWISS, settings=TournamentSettings())
    with pytest.raises(Refusal, match="NO_SERVER"):
        await scene.app.tournaments.create(
            scene.key(), HOST, place=Place(None, ChannelId(1)), wish=whole, access=Access(staff=True)
        )

    assert () == await scene.app.tournaments.find(PLACE)
    assert () == await scene.app.tournaments.find(Place(None, ChannelId(1)))


async def test_requests_that_come_twice_and_lists(scene: Scene) -> None:
    """
    A repeated key gets the first answer; tournaments are found by number and name, the ones of the channel first.
    """
    key = scene.key()
    wish = TournamentWish(name="Spring", game="brainy", format=Format.SWISS, settings=TournamentSettings())
    first = await scene.app.tournaments.create(key, HOST, place=PLACE, wish=wish, access=Access(staff=True))
    again = await scene.app.tournaments.create(key, HOST, place=PLACE, wish=wish, access=Access(staff=True))
    join = scene.key()
    await scene.app.tournaments.join(join, ANN, tournament=first.tournament)
    await scene.app.tournaments.join(join, ANN, tournament=first.tournament)
    found = await scene.app.tournaments.find(PLACE, typed="spr")

    assert first == again
    assert [(first.tournament, "Spring", 1)] == [(line.tournament, line.name, line.entrants) for line in found]
    assert first.tournament == await scene.app.tournaments.here(PLACE)
    with pytest.raises(Refusal, match="NO_TOURNAMENT"):
        await scene.app.tournaments.view(TournamentId(99))
    with pytest.raises(Refusal, match="NO_TOURNAMENT"):
        await scene.app.tournaments.join(scene.key(), ANN, tournament=TournamentId(99))


async def test_computer_players_are_named_in_the_language_of_who_downloads_the_file(scene: Scene) -> None:
    """
    They are stored by an English name.
    """
    tournament = await opened(scene)
    await signed(scene, tournament, people=(ANN,), computers=1)
    file = await scene.app.tournaments.export(tournament, form=Form.JSON, language="de")

    assert ["Ann", "Computer 2 (leicht)"] == [each["name"] for each in msgspec.json.decode(file.data)["entrants"]]


async def test_calling_off_taking_out_and_who_may(scene: Scene) -> None:
    """
    The organizer and staff only; nothing can be done with a tournament that is over.
    """
    tournament = await opened(scene)
    await signed(scene, tournament, people=(ANN, BEN), computers=1)
    with pytest.raises(Refusal, match="NOT_HOST"):
        await scene.app.tournaments.cancel(scene.key(), ANN, tournament=tournament)
    with pytest.raises(Refusal, match="NO_LEVEL"):
        await scene.app.tournaments.add_computer(scene.key(), HOST, tournament=tournament, level="genius")
    await scene.app.tournaments.drop(scene.key(), HOST, tournament=tournament, entrant=2)
    with pytest.raises(Refusal, match="NOT_IN"):
        await scene.app.tournaments.drop(scene.key(), HOST, tournament=tournament, entrant=2)
    await scene.app.tournaments.cancel(scene.key(), ANN, tournament=tournament, staff=PLACE.guild)
    with pytest.raises(Refusal, match="OVER"):
        await scene.app.tournaments.join(scene.key(), CLEO, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)

    assert TournamentStatus.CANCELLED is view.record.status
    assert EntrantStatus.ABSENT is view.entrants[1].status


async def test_what_was_announced_can_be_changed_before_the_start(scene: Scene) -> None:
    """
    By the organizer, each thing by name; the reserve moves up into new places; everybody is told; not after the start.
    """
    tournament = await opened(scene, most=2)
    await signed(scene, tournament, people=(ANN, BEN, CLEO))
    more = TournamentChange(name="Spring Cup", settings={"most": 3, "breaks": (TieBreak.WINS,), "notices": True})
    with pytest.raises(Refusal, match="NOT_HOST"):
        await scene.app.tournaments.change(scene.key(), ANN, tournament=tournament, change=more)
    with pytest.raises(Refusal, match="NUMBER"):
        await scene.app.tournaments.change(
            scene.key(), HOST, tournament=tournament, change=TournamentChange(settings={"strikes": -1})
        )
    await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=more)
    view = await scene.app.tournaments.view(tournament)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    with pytest.raises(Refusal, match="STARTED"):
        await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=more)

    assert ("Spring Cup", 3, True) == (view.record.name, view.settings.most, view.settings.notices)
    assert [EntrantStatus.SIGNED] * 3 == [each.status for each in view.entrants]
    assert (TieBreak.WINS,) == view.settings.tie_breaks(Format.SWISS)
    assert "name, places, tie-breaks" in scene.words(view.log[0][1])


async def test_late_entry(scene: Scene) -> None:
    """
    As long as the tournament allows it; the newcomer is paired from the next round on.
    """
    tournament = await opened(scene, late_rounds=1, rounds=2)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    open_late = (await scene.app.tournaments.view(tournament)).open_late
    await scene.app.tournaments.join(scene.key(), CLEO, tournament=tournament)
    closed = await opened(scene, rounds=2)
    await signed(scene, closed, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=closed)
    with pytest.raises(Refusal, match="LATE"):
        await scene.app.tournaments.join(scene.key(), CLEO, tournament=closed)
    view = await scene.app.tournaments.view(tournament)

    assert open_late
    assert EntrantStatus.PLAYING is view.entrants[2].status
    with pytest.raises(Refusal, match="STARTED"):
        await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)


async def test_exports(scene: Scene) -> None:
    """
    JSON with everything, CSV with a line for each seat, and a text in the manner of a Swiss report.
    """
    tournament, match = await finished(scene)
    as_json = msgspec.json.decode((await scene.app.tournaments.export(tournament, form=Form.JSON)).data)
    rows = list(
        csv.DictReader(io.StringIO((await scene.app.tournaments.export(tournament, form=Form.CSV)).data.decode()))
    )
    report = (await scene.app.tournaments.export(tournament, form=Form.TRF)).data.decode()
    ladder = await opened(scene, Format.LADDER)
    with pytest.raises(Refusal, match="FORM"):
        await scene.app.tournaments.export(ladder, form=Form.TRF)

    assert ("Cup", "finished", match) == (as_json["name"], as_json["status"], as_json["pairings"][0]["match"])
    assert {"Ann", "Ben"} == {row["name"] for row in rows}
    assert "012 Cup" in report
    assert 2 == sum(line.startswith("001 ") for line in report.splitlines())


async def test_who_is_taken_out_is_told_why_and_so_is_staff(scene: Scene) -> None:
    """
    In private, before the start as after it; nobody is called in the channel if that fails, nor told what they did.
    """
    tournament = await opened(scene, rounds=2)
    await signed(scene, tournament, people=(ANN, BEN, CLEO, DORA))
    await scene.app.tournaments.drop(scene.key(), HOST, tournament=tournament, entrant=2, why=" never \u200b answers ")
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await scene.app.tournaments.drop(scene.key(), HOST, tournament=tournament, entrant=3)
    await scene.relay.pump()
    told = {
        (notice.user, notice.discreet, scene.words(notice.text))
        for notice, _ in scene.courier.told
        if notice.user and notice.text
    }  # two people are told at the same time
    log = [(scene.words(entry.what), entry.why) for entry in await scene.app.staff_log.find(PLACE)]
    about = await scene.app.staff_log.find(PLACE, user=BEN.user)

    assert {
        (BEN.user, True, "The organizers took you out of this tournament. Reason: never answers"),
        (CLEO.user, True, "The organizers took you out of this tournament."),
    } == told
    assert [
        (f"{HOST.name} took Cleo out of the tournament “Cup”.", ""),
        (f"{HOST.name} took Ben out of the tournament “Cup”.", "never answers"),
    ] == log
    assert 1 == len(about)
