"""Simulated weeks: a match of each shipped game, each with another choice of what happens when time is up."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest

from bot.app.match.paces import Late
from db.records import Status
from games.core.input.forms import FormKind, forms_of
from games.core.registry import games
from games.core.running.play import Cause
from tests.standin.client import Seen
from tests.wire import checks
from tests.wire.matches import Match
from tests.wire.players import Player, held, is_there
from tests.wire.weeks import Weeks

POLICIES = dict(zip(sorted(games()), Late, strict=False))
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MEMBERS = re.compile(r"/thread-members/\d+$")


async def store_plan(weeks: Weeks, number: int, game: str) -> bool:
    """Let the other store something ahead, as completion offers it; whether something fitted."""
    chance = random.Random(number)
    player = Player(weeks.control, weeks.other, weeks.places[number], chance=chance)
    command = next(
        one for one in (await weeks.control.world("commands"))["commands"] if one["name"] == games()[game].spec.command
    )
    plans = {form.name for form in forms_of(games()[game]) if form.kind is FormKind.ORDER}
    for form in (form for form in command["options"] if form["name"] in plans):
        for _ in range(3):
            given = await player._filled(f"/{command['name']} {form['name']}", form)
            if given is None:
                continue
            asked = await weeks.control.interact(
                weeks.other, weeks.places[number], f"/{command['name']} {form['name']}", options=given, wait_s=20
            )
            if asked.messages and is_there(asked.message, "order"):
                await weeks.control.press(weeks.other, asked.message, str(held(asked.message, "order")[0]["custom_id"]))
                return bool((await weeks.table(number)).orders)
    return False


async def take_back(weeks: Weeks, number: int) -> bool:
    """Let the host ask for the own last turn back, and the other agree; False if the rules of the game say no."""
    before = (await weeks.table(number)).match.ply
    place = weeks.places[number]
    preview = await weeks.control.interact(weeks.host, place, "/match undo", wait_s=20)
    if not any(part.get("label") == "Ask them" for part in preview.message.controls):
        return False
    await weeks.control.press(weeks.host, preview.message, label="Ask them")

    def asks(message: Seen) -> bool:
        return any(part.get("label") == "Agree" for part in message.controls)

    await weeks.control.press(weeks.other, await weeks.control.until(place, asks), label="Agree")

    async def is_back() -> bool:
        table = await weeks.table(number)
        return table.match.ply > before and not table.proposals

    await weeks.until(is_back)
    return True


async def struck(weeks: Weeks, number: int, late: Late) -> bool:
    """Whether what the host chose has happened to the other's seat."""
    table = await weeks.table(number)
    if table.match.status is not Status.RUNNING:
        return True
    clock = next(clock for clock in table.clocks if clock.seat == 1)
    match late:
        case Late.VOTE:
            return bool(table.proposals)
        case Late.COMPUTER:
            return clock.stand_in is not None
        case Late.OPEN:
            return clock.offered is not None
        case _:
            return clock.excuses == 0


async def run_out(weeks: Weeks, matches: dict[int, Late]) -> None:
    """Let the host play on and the other miss turns, until each match has come to what its host chose."""
    open_ones = list(matches)
    for _ in range(12):
        for number in open_ones:
            await weeks.move(number, only=weeks.host, turns=6)
        open_ones = [number for number in open_ones if not await struck(weeks, number, matches[number])]
        dues = [due for number in open_ones if (due := await weeks.due_of_other(number)) is not None]
        if not open_ones:
            return
        await weeks.push_to(max(dues))
    raise AssertionError(f"in twelve rounds not all came to it: {open_ones}")


async def begin(weeks: Weeks) -> tuple[dict[int, Late], list[int]]:
    """Open a match of each game and let both play; which have something stored ahead by the other."""
    matches: dict[int, Late] = {}
    planned = []
    for game, late in POLICIES.items():
        number = await weeks.open(game, f"pace:easy undo:consent late:{late}")
        matches[number] = late
        await weeks.move(number, turns=3)
        if await store_plan(weeks, number, game):
            planned.append(number)
    await weeks.settled()
    return matches, planned


async def vacation(weeks: Weeks, matches: dict[int, Late]) -> tuple[list[int], list[int]]:
    """Let the other go away for three days and stay away for six: matches that waited with the clock, and reminded."""
    await weeks.said(weeks.other, "tables", "/my away set", until="3 days")
    for number in matches:
        await weeks.move(number, only=weeks.host, turns=6)
    dues = {number: due for number in matches if (due := await weeks.due_of_other(number)) is not None}
    began = weeks.now()
    await weeks.push_to(began + 6 * DAY)
    await weeks.kill()
    waited = [number for number, due in dues.items() if due > began + 7 * DAY - HOUR]
    texts = {number: await weeks.words(number) for number in dues}
    return waited, [number for number, text in texts.items() if "is still waiting for you" in text]


async def decide(weeks: Weeks, by: dict[Late, int]) -> Status:
    """Vote, come back, replace; what the match has come to whose seat was lost. Then end the others."""
    place = weeks.places[by[Late.VOTE]]
    question = await weeks.control.until(place, lambda message: is_there(message, "vote"), user=weeks.host)
    voted = await weeks.control.press(weeks.host, question, label="Open the seat for a replacement", wait_s=20)
    assert "You voted" in voted.message.text
    await weeks.in_match(weeks.other, by[Late.COMPUTER], "/match seat back")
    await weeks.said("user4", "tables", f"/match seat replace match:{by[Late.OPEN]}")
    await weeks.said("user5", "tables", f"/match seat replace match:{by[Late.VOTE]}")
    await weeks.settled()
    lost = (await weeks.table(by[Late.FORFEIT])).match.status
    for late, number in by.items():
        if late is not Late.FORFEIT:
            await weeks.said(weeks.host, "tables", f"/staff end match:{number}")
    await weeks.settled()
    return lost


async def members_changed(weeks: Weeks) -> list[tuple[str, int]]:
    """How the bot changed the members of threads: method and answer."""
    sent = await weeks.control.requests(limit=checks.ALL)
    return [(one["method"], one["status"]) for one in sent if MEMBERS.search(one["path"])]


@pytest.mark.timeout(600)
async def test_weeks_pass_over_a_match_of_each_game(weeks: Weeks) -> None:
    """
    Reminders, a vacation, excused misses and then what the host chose, a vote, a computer player who sits in, an undo
    by consent, plans that stop where their own turns go, a replacement, the bot killed in between: every match comes to
    its end, nothing is posted twice, and all that Discord was sent it took.
    """
    matches, stored = await begin(weeks)
    back = [number for number in matches if await take_back(weeks, number)]
    planned = [number for number in stored if number in back]
    halted = [number for number in planned if all(o.halted for o in (await weeks.table(number)).orders)]
    waited, reminded = await vacation(weeks, matches)
    await run_out(weeks, matches)
    await weeks.kill()
    by = {late: number for number, late in matches.items()}
    lost = await decide(weeks, by)
    texts = {late: await weeks.words(number) for late, number in by.items()}
    seen = [Match(weeks.control, n, game="", users=(weeks.host, weeks.other), place=weeks.places[n]) for n in matches]
    found = [await checks.stored(weeks.bot.database, match) for match in seen]

    assert planned
    assert halted
    assert waited
    assert waited == reminded
    assert Cause.FALLBACK in {entry.cause for one in found for entry in one.entries}
    assert "lost the seat" in texts[Late.FORFEIT]
    assert Status.FINISHED is lost
    assert "A computer player stands in" in texts[Late.COMPUTER]
    assert "is back." in texts[Late.COMPUTER]
    assert "The others decide" in texts[Late.VOTE]
    assert all("took over seat 2 from" in texts[late] for late in (Late.OPEN, Late.VOTE))
    assert [("DELETE", 204)] * 2 == await members_changed(weeks), "newcomers come in by the mention that calls them"
    assert {Status.FINISHED} == {one.status for one in found}
    assert [[]] * len(seen) == [checks.doubled(await checks.posts(weeks.control, match)) for match in seen]
    assert [] == await checks.wrong_requests(weeks.control)
