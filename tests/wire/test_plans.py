"""A plan over the wire: stored, disturbed, inherited, resumed; who reads what of it."""

from __future__ import annotations

import re

from games.h2olland.board import squares_in
from games.h2olland.plans import _placings
from games.h2olland.state import Phase, State
from tests.standin.client import Outcome
from tests.wire.weeks import Weeks

NEWCOMER = "user3"


async def meeting(weeks: Weeks, number: int) -> tuple[str, str, str, str]:
    """The user who waits, the one who is asked, a step of the first, and a turn of the other that disturbs it."""
    state = (await weeks.table(number)).require_position().state
    assert isinstance(state, State)
    table = state.table
    first = int(table.turn or 0)
    own, others = (
        [str(choice.value) for choice in _placings(table, table.players[seat], Phase.SPRING)]
        for seat in (1 - first, first)
    )
    users = (weeks.host, weeks.other)
    return next(
        (users[1 - first], users[first], step, turn)
        for step in own
        for turn in others
        if any({square, *table.board.near[square]} & {*squares_in(turn)} for square in squares_in(step))
    )


async def pressed(weeks: Weeks, user: str, shown: Outcome, label: str) -> Outcome:
    """Press a button of an answer."""
    return await weeks.control.press(user, shown.message, label=label, wait_s=20)


async def test_a_plan_is_stored_disturbed_inherited_and_resumed(weeks: Weeks) -> None:
    """
    H2Olland P5, P7: its owner alone is told, once; a substitute finds it stopped, resumes it, and reads what came of
    it; at the place of the match and in the log of the other there is never a word of it.
    """
    number = await weeks.open("h2olland", "pace:easy")
    waiting, asked, step, turn = await meeting(weeks, number)
    drafted = await weeks.in_match(waiting, number, "/h2o plan", season="spring", steps=step, guard="true")
    stored = await pressed(weeks, waiting, drafted, "Store it")
    await weeks.in_match(asked, number, "/move", line=turn)
    told = await weeks.control.until(f"dm:{waiting}", lambda one: "your plan" in one.text, user=waiting)
    await weeks.in_match(waiting, number, "/match seat offer")
    taken = await weeks.said(NEWCOMER, weeks.places[number], "/match seat replace", match=str(number))
    listed = await weeks.in_match(NEWCOMER, number, "/my plan list")
    resumed = await pressed(weeks, NEWCOMER, listed, "Resume 2")
    await weeks.settled()
    log = await weeks.in_match(asked, number, "/match log")
    privately = await weeks.control.messages(f"dm:{waiting}", waiting, limit=50)

    assert "The plan stops if others place something on or next to what it names" in drafted.message.text
    assert "It's played as soon as you're asked and it fits" in stored.message.text
    assert f"your plan was stopped: Plan a season (season: spring, steps: {step}, guard: yes)." in told.text
    assert 1 == sum("your plan" in one.text for one in privately)
    assert "Plans are stored for this seat" in taken.message.text
    assert "on or next to what you planned" in listed.message.text
    assert "was played at once" in resumed.message.text
    assert not re.search(r"\bplan\b", await weeks.words(number), re.IGNORECASE)
    assert not re.search(r"\bplan\b", log.message.text, re.IGNORECASE)
