"""What players decide by buttons, over a whole bot that is killed in between: a pause, a vote, a file, giving up."""

from __future__ import annotations

import base64
from datetime import timedelta

import pytest

from bot.app.match.paces import Late
from db.records import Status
from tests.wire import checks
from tests.wire.players import is_there
from tests.wire.weeks import Weeks

DAY = timedelta(days=1)


async def pressed(weeks: Weeks, user: str, number: int, verb: str, label: str) -> str:
    """Press a button of the newest card of that verb; what the private answer says."""
    place = weeks.places[number]
    card = await weeks.control.until(place, lambda message: is_there(message, verb), user=user)
    return (await weeks.control.press(user, card, label=label, wait_s=20)).message.text


async def overdue(weeks: Weeks, number: int) -> None:
    """Let the host play on and the other miss turns until the others are asked."""
    for _ in range(6):
        await weeks.move(number, only=weeks.host, turns=4)
        due = await weeks.due_of_other(number)
        assert due is not None
        await weeks.push_to(due)
        if (await weeks.table(number)).proposals:
            return
    raise AssertionError("nobody is asked")


@pytest.mark.timeout(300)
async def test_players_decide_by_buttons(weeks: Weeks) -> None:
    """
    A pause is agreed by a button pressed after the bot was killed; the others vote by one; a stranger and an old button
    get a private sentence; a match is given up by a second press, and its file opens as a practice match.
    """
    number = await weeks.open("grunn", f"pace:easy late:{Late.VOTE}")
    await weeks.move(number, turns=2)
    await weeks.in_match(weeks.host, number, "/match pause propose", until="2 days")
    await weeks.settled()
    await weeks.kill()
    stranger = await pressed(weeks, "user4", number, "pause", "Agree")
    agreed = await pressed(weeks, weeks.other, number, "pause", "Agree")
    stale = await pressed(weeks, weeks.other, number, "pause", "Agree")
    clock_stops = (await weeks.table(number)).clock_stops
    await weeks.push(3 * DAY)
    await overdue(weeks, number)
    voted = await pressed(weeks, weeks.host, number, "vote", "Wait longer")
    over = await pressed(weeks, weeks.host, number, "vote", "Make the default move")
    asked = await weeks.in_match(weeks.host, number, "/match resign")
    await weeks.control.press(weeks.host, asked.message, label="Resign", wait_s=20)
    await weeks.settled()
    written = await weeks.in_match(weeks.host, number, "/match file export")
    data = await weeks.control.fetch(str(written.message.attachments[0]["url"]))
    files = {"file": {"filename": "match.json", "data": base64.b64encode(data).decode()}}
    opened = await weeks.control.interact("user4", "tables", "/match file import", files=files, wait_s=20)
    torn = {"file": {"filename": "match.json", "data": base64.b64encode(data[:900]).decode()}}
    refused = await weeks.control.interact("user4", "tables", "/match file import", files=torn, wait_s=20)

    assert "no seat in match" in stranger
    assert "paused until" in agreed
    assert "No pause has been proposed" in stale
    assert 1 == len(clock_stops)
    assert "You voted" in voted
    assert "nothing to vote on" in over
    assert Status.FINISHED is (await weeks.table(number)).match.status
    assert "Opened as match #2" in opened.message.text
    assert (await weeks.table(2)).match.practice
    assert "is incomplete" in refused.message.text
    assert [] == await checks.wrong_requests(weeks.control)
