"""What staff may do: each action in the log with who did it."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind
from bot.app.match.paces import Banked, PerMove
from bot.app.match.records import Actor, Place
from bot.app.ratings.exports import Form
from bot.app.runtime.refusals import WORDS
from db.ids import ChannelId, GuildId, UserId
from db.records import NoticeState, Status
from db.stores.store import Store
from db.tx import Tx
from games.core.errors import Refusal
from games.core.registry import games
from games.core.seats import Seat
from games.core.text import say
from games.core.words import Words
from tests.app.scene import ANN, BEN, DORA, PLACE, Scene
from tests.stores import NOW

PACE = Banked(bank=10 * 3600, increment=3600, cap=12 * 3600)
HOUR = timedelta(hours=1)


async def test_staff_pauses_extends_and_hands_over(scene: Scene) -> None:
    """
    Deadlines move, the host changes, and the log names who did it; staff needs no seat.
    """
    match = await scene.match(pace=PACE)
    staff = scene.app.staff
    await staff.extend(scene.key(), DORA, place=PLACE, match=match, seat=Seat(0), hours=5)
    extended = (await scene.app.matches.view(match, None)).seats[0].due
    await staff.pause(scene.key(), DORA, place=PLACE, match=match, until=NOW + 24 * HOUR)
    paused = (await scene.app.matches.view(match, None)).seats[0].due
    scene.clock.forward(hours=2)
    await staff.resume(scene.key(), DORA, place=PLACE, match=match)
    resumed = (await scene.app.matches.view(match, None)).seats[0].due
    await staff.hand_over(scene.key(), DORA, place=PLACE, match=match, to=BEN.user)
    log = await scene.log(match)

    assert (NOW + 15 * HOUR, NOW + 39 * HOUR, NOW + 17 * HOUR) == (extended, paused, resumed)
    assert 4 == sum(line.startswith("Dora ") for line in log)
    assert BEN.user == (await scene.app.uow.read(match)).match.host


async def test_staff_ends_a_match_as_it_stands(scene: Scene) -> None:
    """
    The ranking is that of the moment, and says that it was ended so.
    """
    match = await scene.match(pace=PACE)
    await scene.play(match, ANN, "1")
    await scene.app.staff.end(scene.key(), DORA, place=PLACE, match=match)
    view = await scene.app.matches.view(match, None)

    assert Status.FINISHED is view.match.status
    assert view.outcome is not None
    assert view.outcome.note is not None
    assert "app.ended_by_staff" == view.outcome.note.id


async def test_a_match_that_is_ended_shows_what_was_secret(store: Store) -> None:
    """
    Nobody is to move any more, and Greenies that were secret are counted and shown.
    """
    scene = Scene(store, {"greentown": games()["greentown"]})
    match = await scene.match("greentown", options={"money": "secret"})
    before = await scene.app.matches.view(match, None)
    await scene.app.staff.end(scene.key(), DORA, place=PLACE, match=match)
    view = await scene.app.matches.view(match, None)
    assert view.outcome is not None

    assert ((), True) == (view.asks, view.view.table.over)
    assert before.view.sheets != view.view.sheets
    assert 2 == len(view.outcome.scores)


async def test_a_match_that_is_held_stands_still(scene: Scene) -> None:
    """
    No deadline, no move, no default move, no undo; released, the clocks go on with what was left, and who is asked is
    called again.
    """
    match = await scene.match(pace=PACE)
    scene.clock.forward(hours=2)
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    held = await scene.app.matches.view(match, None)
    for call in (scene.play(match, ANN, "1"), scene.app.matches.resign(scene.key(), ANN, match=match)):
        with pytest.raises(Refusal, match="ON_HOLD"):
            await call
    scene.clock.forward(days=40)
    swept = await scene.app.scheduler.sweep()
    await scene.relay.pump()
    await scene.app.staff.release(scene.key(), DORA, place=PLACE, match=match)
    await scene.relay.pump()
    released = await scene.app.matches.view(match, None)

    assert (True, None, 0) == (held.held, held.seats[0].due, swept)
    assert (False, scene.clock.now() + 8 * HOUR) == (released.held, released.seats[0].due)
    assert (ANN.user,) == scene.courier.of(Kind.BOARD)[-1].mention
    await scene.play(match, ANN, "1")


async def test_what_was_held_back_is_done_on_release(scene: Scene) -> None:
    """
    Computer players do not think while a match is held, and do afterwards; a hold outlasts a restart.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",), pace=PACE)
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    await scene.app.scheduler.recover()
    await scene.app.staff.release(scene.key(), DORA, place=PLACE, match=match)
    await scene.play(match, ANN, "1")
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    idle = await scene.app.computer_players.think()
    await scene.app.staff.release(scene.key(), DORA, place=PLACE, match=match)
    busy = await scene.app.computer_players.think()

    assert (0, 1) == (idle, busy)


async def test_a_repair_goes_back_and_tells_everybody(scene: Scene) -> None:
    """
    The match goes on from an earlier turn, held or not; the log and the players are told who did it.
    """
    match = await scene.match(pace=PACE)
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    await scene.play(match, ANN, "3")
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    await scene.app.staff.repair(scene.key(), DORA, place=PLACE, match=match, turn=1)
    await scene.app.staff.release(scene.key(), DORA, place=PLACE, match=match)
    await scene.relay.pump()
    view = await scene.app.matches.view(match, None)
    words = [notice for notice in scene.courier.of(Kind.WORD) if notice.text and notice.text.id == "app.staff_repaired"]

    assert (1, True) == (view.view.state.turns, view.seats[1].asked)
    assert [(ANN.user, BEN.user)] == [notice.mention for notice in words]
    assert any(line.startswith("Dora repaired the match. It goes on from turn 1;") for line in await scene.log(match))
    with pytest.raises(Refusal, match="NO_MATCH"):
        await scene.app.staff.repair(scene.key(), DORA, place=Place(GuildId(10), ChannelId(1)), match=match, turn=1)


async def test_what_staff_did_stands_in_the_log_of_the_server(scene: Scene) -> None:
    """
    Who, what and in which match, the newest first, readable without the match; other servers see nothing of it.
    """
    match = await scene.match(pace=PACE)
    await scene.app.staff.hand_over(scene.key(), DORA, place=PLACE, match=match, to=BEN.user)
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    log = await scene.app.staff_log.find(PLACE)

    assert [(match, "Dora"), (match, "Dora")] == [(entry.match, entry.name) for entry in log]
    assert "Dora made Ben the host." == scene.words(log[1].what)
    assert "Dora hat Ben zum Host gemacht." == Words(WORDS, language="de")(log[1].what)
    assert () == await scene.app.staff_log.find(Place(GuildId(10), ChannelId(1)))


async def test_stuck_matches_are_found_with_the_reason(scene: Scene) -> None:
    """
    Nothing asked, something overdue, a computer player that does not move, what cannot be posted, a hold, long silence;
    a match that waits for its players is none.
    """
    fine, empty, late = [await scene.match(pace=PACE) for _ in range(3)]
    computer = await scene.match("brainy", (ANN,), computers=("easy",), pace=PACE)
    await scene.play(computer, ANN, "1")
    gone = await scene.match(pace=PACE)
    held = await scene.match(pace=PACE)
    silent = await scene.match()
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=held)

    def harm(tx: Tx) -> None:
        tx.pending.clear(empty)
        for row in tx.pending.of_match(late):
            tx.pending.postpone(row, NOW - HOUR)
        parked = outbox.words(tx.matches.get(gone), say("app.resumed"), (), now=NOW)  # type: ignore[arg-type]
        tx.outbox.enqueue(replace(parked, state=NoticeState.PARKED, reason="The channel is gone."))

    await scene.store.run(harm)
    scene.clock.forward(hours=9)
    found = {one.match: [why.id for why in one.why] for one in await scene.app.staff.find_stuck(PLACE)}
    scene.clock.forward(days=15)
    later = {one.match: [why.id for why in one.why] for one in await scene.app.staff.find_stuck(PLACE)}

    assert {
        empty: ["app.stuck_nothing"],
        late: ["app.stuck_worker"],
        computer: ["app.stuck_computer"],
        gone: ["app.stuck_posting"],
        held: ["app.stuck_held"],
    } == found
    assert ["app.stuck_silent"] == later[silent]
    assert ["app.stuck_worker"] == later[fine]


async def test_what_staff_cannot_do_is_refused(scene: Scene) -> None:
    """
    Matches of other servers, time out of bounds, time where there is no bank, a host without a seat.
    """
    match = await scene.match(pace=PACE)
    moves = await scene.match(pace=PerMove(seconds=3600))
    other = Place(GuildId(10), ChannelId(1))
    staff = scene.app.staff
    for place, number, hours, code in (
        (other, match, 1, "NO_MATCH"),
        (Place(None, ChannelId(1)), match, 1, "NO_MATCH"),
        (PLACE, match, 0, "TOO_LONG"),
        (PLACE, moves, 1, "NO_BANK"),
    ):
        with pytest.raises(Refusal, match=code):
            await staff.extend(scene.key(), DORA, place=place, match=number, seat=Seat(0), hours=hours)
    with pytest.raises(Refusal, match="NOT_HELD"):
        await staff.release(scene.key(), DORA, place=PLACE, match=match)
    with pytest.raises(Refusal, match="NO_TURN"):
        await staff.repair(scene.key(), DORA, place=PLACE, match=match, turn=99)
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await staff.hand_over(scene.key(), DORA, place=PLACE, match=match, to=Actor(UserId(5), "x").user)

    assert NOW + 10 * HOUR == (await scene.app.matches.view(match, None)).seats[0].due


async def test_a_reason_stands_in_the_log_and_in_the_file(scene: Scene) -> None:
    """
    With whom it was done to, who is found by that; the file has all of it, ids as words.
    """
    match = await scene.match(pace=PACE)
    staff = scene.app.staff
    await staff.hold(scene.key(), DORA, place=PLACE, match=match, why="=a dispute")
    await staff.release(scene.key(), DORA, place=PLACE, match=match)
    await staff.open_seat(scene.key(), DORA, place=PLACE, match=match, seat=Seat(1), why="silent")
    about_ben = await scene.app.staff_log.find(PLACE, user=BEN.user)
    csv = (await scene.app.staff_log.export(PLACE, form=Form.CSV)).data.decode()
    rows = msgspec.json.decode((await scene.app.staff_log.export(PLACE, form=Form.JSON)).data)

    assert ["silent"] == [entry.why for entry in about_ben]
    assert "'=a dispute" in csv
    assert ["silent", "", "=a dispute"] == [row["why"] for row in rows]
    assert (str(BEN.user), str(DORA.user), match) == (rows[0]["person_id"], rows[0]["by_id"], rows[0]["match"])
