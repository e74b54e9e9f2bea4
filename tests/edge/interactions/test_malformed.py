"""Forms and options as no client of Discord's sends them: each is answered, and nothing of it is an error of ours."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.edge.messages.custom_ids import ButtonAction, Press
from tests.edge.arrivals import Arrival, arrival, commands
from tests.edge.table import Table, sit_down

KINDS = discord.InteractionType


def late() -> discord.NotFound:
    """What Discord answers where three seconds are over."""
    response = SimpleNamespace(status=404, reason="Not Found")
    return discord.NotFound(cast("Any", response), {"code": 10062, "message": "Unknown interaction"})


FORMS = (
    Press(verb=ButtonAction.DRAFT_ORDER, match=1, value="follow"),
    Press(verb=ButtonAction.DRAFT_ORDER, match=1, value="dance"),
    Press(verb=ButtonAction.TEAM, at=1),
    Press(verb=ButtonAction.NEW_TOURNAMENT, value="grunn,swiss"),
    Press(verb=ButtonAction.JOIN, match=1),
)
NAMES = ("name", "starts", "least", "checkin", "limit", "team", "first", "match", "", "x")
ODD: tuple[object, ...] = (
    "", " ", "0", "-1", "²", "٣", "1e9", "nan", "inf", "9" * 30, "9" * 6000, "#", "#1", "1", "\u202e\u2066", "\0",
    "🦊" * 60, "x" * 6000, "../..", "2026-13-45 99:99", "25:61", "0000-00-00", "9999-12-31 23:59", "in 9999999 years",
    "+99:99", "1,1,1", "1-", ";", "=", "|", "a=b=c", "[" * 300, '{"a":' * 300, "%s %d {0}", "**", "`", "@everyone",
)  # fmt: skip
"""Words that are no value of most options."""
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(NAMES)
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(("component", "components", "custom_id", "value", "values", "type", "x")), inner, max_size=5
        )
    ),
    max_leaves=12,
)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A match of Grunn that has begun."""
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="grunn", seats=2)
        await table.press(1, "join")
        yield table


async def answered(table: Table, made: Arrival, about: object) -> None:
    """Let the bot have an interaction; it must answer, and nothing in it may be an error."""
    with capture_logs() as logs:
        await table.application.client.on_interaction(cast("Any", made))

    assert made.answers, about
    assert [] == [line for line in logs if line["log_level"] == "error"], about


async def test_b13_malformed_forms_are_answered(table: Table) -> None:
    """
    Components that are missing, nested wrongly or of the wrong type, for each kind of form: always a sentence.
    """
    trees: list[Any] = []

    @settings(max_examples=60, database=None, derandomize=True, suppress_health_check=list(HealthCheck), deadline=None)
    @given(TREES)
    def collect(tree: object) -> None:
        trees.append(tree)

    collect()
    chance = random.Random(1)
    trees += [None, 3, "x", [None], [[]], [{"component": 5}], [{"component": {"custom_id": "name", "values": 7}}]]
    trees += [[{"component": {"custom_id": [], "value": "x"}}], [{"custom_id": {}, "value": 1}]]
    for tree in trees:
        press = chance.choice(FORMS)
        data = {"custom_id": press.custom_id(), "components": tree}
        await answered(table, arrival(table, KINDS.modal_submit, data), (press, tree))


async def test_b13_odd_words_in_forms_are_answered(table: Table) -> None:
    """
    Whatever is typed into the fields of a form.
    """
    chance = random.Random(2)
    for press in FORMS:
        for value in ODD:
            names = chance.sample(NAMES, 4)
            fields = [{"component": {"custom_id": name, "value": value, "type": 4}, "type": 18} for name in names]
            data = {"custom_id": press.custom_id(), "components": fields}
            await answered(table, arrival(table, KINDS.modal_submit, data), (press, value))


@pytest.mark.parametrize(
    "data", [{}, {"custom_id": None}, {"custom_id": 7}, {"custom_id": "lt|choose|1|x|0|y", "values": 7}]
)
async def test_b13_malformed_presses_are_answered(table: Table, data: dict[str, Any]) -> None:
    """
    Buttons and selects without an id, or with values that are no list.
    """
    for kind in (KINDS.component, KINDS.modal_submit):
        await answered(table, arrival(table, kind, {**data, "component_type": 3}), data)


async def test_b13_odd_values_of_options_are_answered(table: Table) -> None:
    """
    For each option of each command that takes words, words that are no value of it.
    """
    chance = random.Random(3)
    failed = []
    for command in commands(table.application.client.tree):
        for option in command.parameters:
            values: list[object] = chance.sample(ODD, 5)
            if option.type is not discord.AppCommandOptionType.string:
                continue
            for value in values:
                made = arrival(table, KINDS.application_command, {}, seat=chance.choice((0, 5)))
                given: dict[str, object] = {each.name: None for each in command.parameters if not each.required}
                given |= {each.name: filler(each) for each in command.parameters if each.required}
                with capture_logs() as logs:
                    await command.callback(cast("Any", made), **{**given, option.name: value})  # type: ignore[call-arg]
                wrong = [line for line in logs if line["log_level"] == "error"]
                if wrong or not made.answers:
                    failed.append((command.qualified_name, option.name, str(value)[:40], wrong, made.answers))

    assert [] == failed


@pytest.mark.parametrize(
    "data",
    [
        {"name": "no-such-command"},
        {"name": "board", "options": [{"name": "match", "type": 3}]},
        {"name": "board", "options": [{"name": "match", "type": 6, "value": "x"}]},
        {"name": "board", "options": [{"type": 3}]},
        {
            "name": "match",
            "options": [{"name": "new", "type": 1, "options": [{"name": "seats", "type": 4, "value": "x"}]}],
        },
        {"name": "match", "options": [{"name": "new", "type": 1, "options": None}]},
        {"options": 7},
        {},
    ],
)
async def test_b13_commands_that_discord_py_cannot_read_are_answered(table: Table, data: dict[str, Any]) -> None:
    """
    Options without a value, of another type, or no command at all: a sentence, and no traceback.
    """
    made = arrival(table, KINDS.application_command, data)
    with capture_logs() as logs:
        table.application.client.tree._from_interaction(cast("Any", made))
        others = [task for task in asyncio.all_tasks() if task.get_name() == "CommandTree-invoker"]
        results = await asyncio.gather(*others, return_exceptions=True)

    assert ([None], 1) == (results, len(made.answers))
    assert ["a command failed"] == [line["event"] for line in logs]


async def test_a_command_that_cannot_be_read_is_answered_over_a_broken_connection(table: Table) -> None:
    """
    The sentence is sent again.
    """
    made = arrival(table, KINDS.application_command, {"name": "no-such-command"})
    made.losing = 1
    await table.application.client.tree.on_error(cast("Any", made), discord.app_commands.AppCommandError("x"))

    assert 1 == len(made.answers)


@pytest.mark.parametrize(
    ("error", "line"), [(LookupError("none"), "a completion failed"), (late(), "a completion came too late")]
)
async def test_b10_a_completion_that_fails_is_one_line(
    table: Table, caplog: pytest.LogCaptureFixture, error: Exception, line: str
) -> None:
    """
    Too late, or failing: one line says so, and no traceback.
    """
    data = {"name": "board", "options": [{"name": "match", "type": 3, "value": "1", "focused": True}]}
    made = arrival(table, KINDS.autocomplete, data)

    async def autocomplete(choices: object) -> None:
        raise error

    made.autocomplete = autocomplete  # type: ignore[attr-defined]
    with capture_logs() as logs:
        await table.application.client.tree._call(cast("Any", made))

    assert [(line, "board")] == [(each["event"], each["command"]) for each in logs], logs
    assert [] == [record for record in caplog.records if record.exc_info]


def filler(option: discord.app_commands.Parameter) -> object:
    """Return some value of a required option."""
    match option.type:
        case discord.AppCommandOptionType.integer:
            return option.min_value or 1
        case discord.AppCommandOptionType.boolean:
            return True
        case discord.AppCommandOptionType.user:
            return SimpleNamespace(id=5, display_name="x", global_name=None, bot=False, name="x", mention="<@5>")
        case _:
            return option.choices[0].value if option.choices else "1"
