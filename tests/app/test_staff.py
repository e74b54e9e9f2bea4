"""What staff may do: each deed in the log with who did it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.paces import Banked, PerMove
from bot.app.records import Actor, Place
from db.ids import ChannelId, GuildId, UserId
from db.records import Status
from games.core.errors import Refusal
from games.core.seats import Seat
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
    extended = (await scene.app.matches.look(match, None)).seats[0].due
    await staff.pause(scene.key(), DORA, place=PLACE, match=match, until=NOW + 24 * HOUR)
    paused = (await scene.app.matches.look(match, None)).seats[0].due
    scene.clock.forward(hours=2)
    await staff.resume(scene.key(), DORA, place=PLACE, match=match)
    resumed = (await scene.app.matches.look(match, None)).seats[0].due
    await staff.hand_over(scene.key(), DORA, place=PLACE, match=match, to=BEN.user)
    log = await scene.log(match)

    assert (NOW + 15 * HOUR, NOW + 39 * HOUR, NOW + 17 * HOUR) == (extended, paused, resumed)
    assert 4 == sum(line.startswith("Dora ") for line in log)
    assert BEN.user == (await scene.app.desk.read(match)).match.host


async def test_staff_ends_a_match_as_it_stands(scene: Scene) -> None:
    """
    The ranking is that of the moment, and says that it was ended so.
    """
    match = await scene.match(pace=PACE)
    await scene.play(match, ANN, "1")
    await scene.app.staff.end(scene.key(), DORA, place=PLACE, match=match)
    look = await scene.app.matches.look(match, None)

    assert Status.FINISHED is look.match.status
    assert look.outcome is not None
    assert look.outcome.note is not None
    assert "app.ended_by_staff" == look.outcome.note.id


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
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await staff.hand_over(scene.key(), DORA, place=PLACE, match=match, to=Actor(UserId(5), "x").user)

    assert NOW + 10 * HOUR == (await scene.app.matches.look(match, None)).seats[0].due
