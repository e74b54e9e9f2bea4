"""Plans of H₂Olland as players file them: by command, by form, option by option (P1 to P9, D.4)."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.app.match.records import Actor
from bot.edge import limits
from bot.edge.interactions.plans import _fields_by_name, _in_english, _write_fields, order_forms
from bot.edge.words import set_locale
from db.ids import MatchId, UserId
from games.core.orders import Plan
from games.core.registry import games
from games.grunn.plans import Standing
from games.h2olland.plans import _placings
from games.h2olland.state import Phase, State, Table
from tests.edge.payloads import texts
from tests.edge.table import Table as Server
from tests.edge.table import asked, controls, said, sit_down


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A match of two that waits for its first thing to be placed."""
    async with sit_down(tmp_path) as server:
        await server.slash(0, "match new", game="h2olland", seats=2)
        await server.press(1, "join")
        yield server
        server.clean()


async def board(server: Server) -> Table:
    """Return the open table."""
    state = (await server.match()).require_position().state
    assert isinstance(state, State)
    return state.table


async def turn_of(server: Server) -> int:
    """Return whose turn it is."""
    return int(asked(await server.match())[0].seat)


async def steps(server: Server, seat: int) -> list[str]:
    """Return what a seat could place now, if it were its turn."""
    table = await board(server)
    return [str(choice.value) for choice in _placings(table, table.players[seat], Phase.SPRING)]


async def store(server: Server, seat: int, command: str, **options: Any) -> str:  # noqa: ANN401 (what is typed)
    """File an order by command, in two steps; return the list, or why it was refused."""
    result = await server.members[seat].slash(server.channel, command, **options)
    words = said(result)
    if "Store it?" not in words:
        return words
    assert result.response is not None
    await server.members[seat].click(result.response, label="Store it")
    await server.work()
    return texts(result.response.components)


async def form_of(server: Server, seat: int, *, stored: bool) -> InteractionResult:
    """Open the form of a plan from the list: of the one that is stored, or of a new one."""
    opened = (await server.press(seat, "plan")).response
    assert opened is not None
    parts = (part["custom_id"].split("|", 5) for part in controls(opened.components))
    leads = next(
        words for words in parts if (words[1], words[4] != "0", words[5][:5]) == ("draft-order", stored, "plan/")
    )
    return await server.members[seat].click(opened, custom_id="|".join(leads))


async def hand_in(server: Server, seat: int, form: InteractionResult, steps: str) -> None:
    """Fill the form in for spring, and store what it says."""
    drafted = await server.members[seat].submit_modal(form, {"season": ["spring"], "steps": steps})
    assert drafted.response is not None
    await server.members[seat].click(drafted.response, label="Store it")
    await server.work()


async def listed(server: Server, seat: int) -> str:
    """Return the list of what is stored."""
    return said(await server.members[seat].slash(server.channel, "my plan list"))


async def test_p1_p2_p4_a_spring_plan_is_played_turn_by_turn(server: Server) -> None:
    """
    Filed before the turn, a step is played on each turn and leaves the plan; used up, it passes.
    """
    first = await turn_of(server)
    own = await steps(server, 1 - first)
    await store(
        server,
        1 - first,
        "h2o plan",
        season="spring",
        steps=f"{own[0]}; {own[-1]}",
        fails="ask",
        ends="pass",
        guard=False,
    )
    await server.slash(first, "h2o place", item="corn", at=(await steps(server, first))[0].split()[1])
    assert f"steps: {own[-1]}" in await listed(server, 1 - first)
    await server.slash(first, "h2o pass")

    assert Phase.SPRING is not (await board(server)).phase
    assert "season: spring" not in await listed(server, 1 - first)


async def test_p7_a_planned_turn_looks_like_any_other(server: Server) -> None:
    """
    Neither the board nor the log of others tells of a plan; the own log does.
    """
    first = await turn_of(server)
    await store(server, 1 - first, "h2o plan", season="spring", steps=(await steps(server, 1 - first))[0])
    await server.slash(first, "h2o place", item="corn", at=(await steps(server, first))[0].split()[1])
    others = await server.slash(first, "match log")
    own = await server.slash(1 - first, "match log")

    assert all("order" not in words and "plan)" not in words for words in server.texts())
    assert "by your plan" not in others.lower()
    assert "by an order" not in others
    assert "By your plan" in own


async def test_p3_a_step_that_fails_halts_the_plan_which_can_be_changed(server: Server) -> None:
    """
    Its owner is told why and sees what is left; *Change* opens the form with it, and what is stored then is played.
    """
    first = await turn_of(server)
    spot = next(step for step in await steps(server, first) if step.startswith("co"))
    mine = next(step for step in await steps(server, 1 - first) if step.startswith("co"))
    await store(server, 1 - first, "h2o plan", season="spring", steps=f"{spot}; {mine}")
    await server.slash(first, "h2o place", item="corn", at=spot.split()[1])
    stopped = await listed(server, 1 - first)
    assert "stopped" in stopped
    assert f"{spot}; {mine}" in stopped
    assert 1 - first == await turn_of(server)

    form = await form_of(server, 1 - first, stored=True)
    assert form.modal is not None
    fields = {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}
    assert f"{spot}; {mine}" == fields["steps"]["value"]
    await hand_in(server, 1 - first, form, mine)

    assert first == await turn_of(server)
    assert "season: spring" not in await listed(server, 1 - first)


async def test_p5_p6_guard_and_alternatives(server: Server) -> None:
    """
    The first alternative that can be played is; with the guard, what others build beside it halts the plan.
    """
    first = await turn_of(server)
    spot = next(step for step in await steps(server, first) if step.startswith("co"))
    mine = next(step for step in await steps(server, 1 - first) if step.startswith("co"))
    await store(server, 1 - first, "h2o plan", season="spring", steps=f"{spot} | {mine}; {mine}", guard=False)
    await server.slash(first, "h2o place", item="corn", at=spot.split()[1])
    assert first == await turn_of(server)
    again = next(step for step in await steps(server, first) if step.startswith("be"))
    await server.slash(1 - first, "my plan clear")
    await store(server, 1 - first, "h2o plan", season="spring", steps=again, guard=True)
    await server.slash(first, "h2o place", item="bean", at=again.split()[1])

    assert "stopped" in await listed(server, 1 - first)


@pytest.mark.parametrize(
    ("season", "called", "typed", "meant"),
    [
        ("dikes", "summer (dikes)", "1-2; 3-4", "dk 1-2; dk 3-4"),
        ("drought", "autumn (drought)", "9; 10", "dr 9; dr 10"),
        ("race", "tulip race", "J3; e5", "rn J3; rn e5"),
        ("planting", "final planting", "t1 J1K1", "t1 J1K1"),
    ],
)
async def test_p9_each_season_has_its_plan(server: Server, season: str, called: str, typed: str, meant: str) -> None:
    """
    Dikes, wishes for drought and race, and the final planting, filed in spring already; the item is understood.
    """
    seat = 1 - await turn_of(server)

    assert f"season: {called}, steps: {meant}" in await store(server, seat, "h2o plan", season=season, steps=typed)


async def test_what_is_to_be_stored_is_asked_in_words(server: Server) -> None:
    """
    Its fields stand there a line each as they were typed; buttons that open a form have a few words.
    """
    seat = 1 - await turn_of(server)
    step = (await steps(server, seat))[0]
    asks = said(await server.members[seat].slash(server.channel, "h2o plan", season="spring", steps=step, guard=False))
    result = await server.members[seat].slash(server.channel, "my plan list")
    assert result.response is not None
    labels = [part["label"] for part in controls(result.response.components)]

    assert f"season: spring\nsteps: {step}\nguard: no\n" in asks
    assert "{" not in asks
    assert "Plan a season" in labels
    assert [] == [label for label in labels if len(label) > 25]


async def test_p1_a_malformed_step_is_named(server: Server) -> None:
    """
    Nothing is stored, and the sentence says which step.
    """
    seat = 1 - await turn_of(server)
    own = await steps(server, seat)

    assert "Step 2, “zz”" in await store(server, seat, "h2o plan", season="spring", steps=f"{own[0]}; zz")
    assert "season" not in await listed(server, seat)


async def test_d4_one_preference_is_changed_alone(server: Server) -> None:
    """
    What is not named stays as it was.
    """
    await store(server, 0, "h2o prefs", drain="auto", facing="asdrawn")
    after = await store(server, 0, "h2o prefs", reward="ask")

    assert "reward: ask me, drain: lowest area and tile, facing: leave them as drawn" in after
    assert 1 == after.count("**Preferences**")


async def test_p1_a_long_plan_fits_into_the_form(server: Server) -> None:
    """
    A whole spring of steps with alternatives can be typed there.
    """
    seat = 1 - await turn_of(server)
    own = await steps(server, seat)
    long = "; ".join(f"{a} | {b}" for a, b in zip(own[:14], own[14:28], strict=False))
    await hand_in(server, seat, await form_of(server, seat, stored=False), long)

    assert 250 < len(long)
    assert own[13] in await listed(server, seat)


async def test_what_a_form_has_no_room_for_stays_as_it_was(server: Server) -> None:
    """
    A form has five fields and a season plan six: the sixth is kept when the others are changed.
    """
    seat = 1 - await turn_of(server)
    own = await steps(server, seat)
    before = await store(server, seat, "h2o plan", season="spring", steps=own[0], keep=False)
    await hand_in(server, seat, await form_of(server, seat, stored=True), own[1])
    owner = Actor(UserId(server.members[seat].id), "one")
    kept = [view.order for view in (await server.application.services.plans.show(owner, match=MatchId(1))).orders]
    plans = [(order.keep, order.steps) for order in kept if isinstance(order, Plan)]

    assert own[0] in before
    assert [(False, (own[1],))] == plans


async def test_a_plan_that_is_too_long_is_refused_before_it_is_stored(server: Server) -> None:
    """
    Its whole length is told; what just fits is shown whole, stored whole, and offered whole to be changed.
    """
    seat = 1 - await turn_of(server)
    own = await steps(server, seat)
    alternatives = " | ".join(own * 10)
    many = "; ".join([alternatives] * 6)[: limits.OPTION_TEXT].rpartition(" | ")[0]
    refused = await store(server, seat, "h2o plan", season="spring", steps=many)
    fits = many[:1600].rpartition(" | ")[0]
    drafted = await server.members[seat].slash(server.channel, "h2o plan", season="spring", steps=fits)
    assert drafted.response is not None
    asks = said(drafted)
    await server.members[seat].click(drafted.response, label="Store it")
    form = await form_of(server, seat, stored=True)
    assert form.modal is not None
    fields = {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}

    assert "too long: " in refused
    assert "store it as several plans" in refused
    assert 1 == asks.count(fits)
    assert fits == fields["steps"]["value"]
    assert fits in await listed(server, seat)


async def test_what_is_stored_is_listed_in_pages(server: Server) -> None:
    """
    By number and by length; the buttons of a page are for the plans on it.
    """
    seat = 1 - await turn_of(server)
    own = await steps(server, seat)
    for step in own[:8]:
        await store(server, seat, "h2o plan", season="spring", steps=step)
    result = await server.members[seat].slash(server.channel, "my plan list")
    assert result.response is not None
    first = said(result)
    turned = await server.members[seat].click(result.response, label="1 of 2 ▶")
    second = said(turned)
    await server.members[seat].click(result.response, label="Remove 9")
    left = said(turned)

    assert own[6] in first
    assert own[7] not in first
    assert own[7] in second
    assert "1. " not in second
    assert own[0] in left
    assert "of 2" not in str(result.response.components)


async def test_m4_a_plan_without_options_opens_its_panel(tmp_path: Path) -> None:
    """
    Grumpf M4: the command alone opens the keys; nothing is handed in.
    """
    async with sit_down(tmp_path) as server:
        await server.slash(0, "match new", game="grumpf", seats=2)
        await server.press(1, "join")
        answer = await server.members[0].slash(server.channel, "grumpf plan")
        assert answer.response is not None

        assert "Submit" in str(answer.response.components)
        assert {} == (await server.match()).require_position().sealed
        server.clean()


async def test_what_is_stored_can_be_put_in_order(server: Server) -> None:
    """
    `/my plan move` changes what is tried first; a number that the list does not have is named.
    """
    seat = 1 - await turn_of(server)
    own = await steps(server, seat)
    await store(server, seat, "h2o plan", season="spring", steps=own[0])
    await store(server, seat, "h2o plan", season="spring", steps=own[1])
    moved = await server.slash(seat, "my plan move", number=3, to=1)
    nothing = await server.slash(seat, "my plan move", number=9, to=1)

    assert moved.index(own[1]) < moved.index(own[0])
    assert "have a plan 9" in nothing


async def test_a_long_order_is_typed_in_steps(tmp_path: Path) -> None:
    """
    Grunn R16.5 has eight parts and a form five fields: a button names the rest, and nothing typed before is lost.
    """
    async with sit_down(tmp_path) as server:
        await server.slash(0, "match new", game="grunn", seats=2)
        await server.press(1, "join")
        for seat in (0, 1):
            await server.slash(seat, "grunn arrange", cells="D4 E4 D5 E5")
        seat = 1 - await turn_of(server)
        opened = (await server.press(seat, "plan")).response
        assert opened is not None
        form = await server.members[seat].click(opened, label="Wait for a pair")
        assert form.modal is not None
        first = [part["component"]["custom_id"] for part in form.modal["components"]]
        drafted = await server.members[seat].submit_modal(form, {"tile": "any", "place": "F4"})
        assert drafted.response is not None
        more = await server.members[seat].click(drafted.response, label="More options")
        whole = await server.members[seat].submit_modal(more, {"build": "!F4"})
        assert whole.response is not None
        await server.members[seat].click(whole.response, label="Store it")
        owner = Actor(UserId(server.members[seat].id), "one")
        stored = (await server.application.services.plans.show(owner, match=MatchId(1))).orders

        assert 5 == len(first)
        assert [Standing(tile="any", place="F4", build="!F4")] == [each.order for each in stored]
        server.clean()


async def test_who_has_two_seats_plans_for_either(tmp_path: Path) -> None:
    """
    In practice one person may sit twice: each seat has its own plans, named, and `/my plan all` shows both.
    """
    async with sit_down(tmp_path) as server:
        await server.slash(0, "match new", game="h2olland", seats=2, practice=True)
        await server.press(0, "join")
        await server.work()
        opened = (await server.press(0, "plan")).response
        assert opened is not None
        asks = []
        for seat in (1, 2):
            form = await server.members[0].click(opened, label=f"{seat}: Plan a season")
            drafted = await server.members[0].submit_modal(form, {"season": ["race"], "steps": "J3"})
            assert drafted.response is not None
            asks.append(said(drafted))
            await server.members[0].click(drafted.response, label="Store it")
        await server.work()
        one = await listed(server, 0)
        every = said(await server.members[0].slash(server.channel, "my plan all"))
        server.clean()

    assert "Anna: Plan a season" in asks[0]
    assert "Anna (2): Plan a season" in asks[1]
    for shown in (one, every):
        assert ["Anna (2): ", "Anna: "] == sorted(set(re.findall(r"Anna(?: \(2\))?: ", shown)))


def test_what_is_read_back_may_be_written_in_any_language() -> None:
    """
    Names of fields and yes and no are the reader's, who may choose another language before storing it.
    """
    game = games()["h2olland"]
    form = next(form for form in order_forms(game) if form.name == "plan")
    set_locale("de")
    written = _write_fields({"steps": "co J1K1", "keep": "yes"}, game)
    set_locale("en")
    fields = _fields_by_name(form, game)
    names = [line.partition(": ")[0] for line in written.splitlines()]

    assert written.endswith(": ja")
    assert ["steps", "keep"] == [fields[name] for name in names]
    assert ("yes", "no", "ja J1") == (_in_english("ja"), _in_english("Nein"), _in_english("ja J1"))
