"""One line of the log for each request: what was asked and how it came out, and nothing that anybody must not read."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import structlog

from bot import log
from bot.config import LogFormat, LogLevel
from bot.edge.messages.custom_ids import ButtonAction, Press
from db.ids import MatchId
from games.core.registry import games
from tests.edge.arrivals import arrival, commands
from tests.edge.interactions.test_malformed import filler
from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY

TYPED = "zanzibar"
KINDS = discord.InteractionType


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """All that the log says, as it says it to operators."""
    handlers, level = logging.getLogger().handlers[:], logging.getLogger().level
    out = io.StringIO()
    log.set_up(LogLevel.DEBUG, LogFormat.JSON, stream=out)
    yield out
    logging.getLogger().handlers[:] = handlers
    logging.getLogger().setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A match of a game with hidden hands that has begun."""
    async with sit_down(tmp_path, games={**games(), **TINY}) as table:
        await table.slash(0, "match new", game="hands", seats=2)
        await table.press(1, "join")
        yield table


def journal_of(lines: io.StringIO) -> list[dict[str, Any]]:
    """The lines about requests."""
    read = [json.loads(line) for line in lines.getvalue().splitlines()]
    return [line for line in read if line["event"] == "command"]


async def test_a_request_has_one_line(table: Table, lines: io.StringIO) -> None:
    """
    A turn names match, seat and decision; a refusal its code; a press what the button does.
    """
    await table.slash(0, "match new", game="season", seats=2)
    await table.press(1, "join")
    seat = int((await table.application.services.uow.read(MatchId(2))).open_asks()[0].seat)
    lines.truncate(0)
    lines.seek(0)
    await table.slash(seat, "move", line="99", match="2")
    await table.slash(seat, "move", line="5", match="2")
    await table.slash(seat, "board", match="2")
    refused, played, looked = journal_of(lines)

    assert ("/move", 2, "refused") == (refused["command"], refused["match"], refused["result"])
    assert refused["code"].isupper()
    assert ("/move", 2, seat + 1, "done") == (played["command"], played["match"], played["seat"], played["result"])
    assert played["decision"]
    assert ("/board", "done", "") == (looked["command"], looked["result"], looked["decision"])
    assert all(isinstance(line["ms"], int) for line in (refused, played, looked))


async def test_no_command_tells_the_log_what_is_secret_or_typed(table: Table, lines: io.StringIO) -> None:
    """
    All of them, with words in each option: no seed, no hand, no token, nothing that was typed. Buttons and forms, too.
    """
    used = 0
    for command in commands(table.application.client.tree):
        made = arrival(table, KINDS.application_command, {})
        made.command = command
        if any(each.type is discord.AppCommandOptionType.attachment for each in command.parameters):
            continue
        given: dict[str, object] = {each.name: None for each in command.parameters if not each.required}
        given |= {each.name: filler(each) for each in command.parameters if each.required}
        given |= {
            each.name: TYPED
            for each in command.parameters
            if each.type is discord.AppCommandOptionType.string and not each.choices and each.name != "match"
        }
        await command.callback(cast("Any", made), **given)  # type: ignore[call-arg]
        used += bool(made.answers)
    for verb in ButtonAction:
        data = {"custom_id": Press(verb=verb, match=1, ask=TYPED, value=TYPED).custom_id(), "values": [TYPED]}
        await table.application.client.on_interaction(cast("Any", arrival(table, KINDS.component, data)))
    text = lines.getvalue()
    seed = await table.application.store.read(lambda tx: tx.matches.seed(MatchId(1)))

    assert used > 100
    assert len(journal_of(lines)) >= used
    assert {"done", "refused"} <= {line["result"] for line in journal_of(lines)}
    assert [] == [line for line in journal_of(lines) if line["result"] == "failed"]
    assert TYPED not in text
    assert seed.hex() not in text
    assert repr(seed)[2:-1] not in text
    assert '"hands"' not in text.replace('"game": "hands"', "")
    assert "token" not in {key for line in journal_of(lines) for key in line}


async def test_too_much_at_once_is_counted_apart(table: Table, lines: io.StringIO) -> None:
    """
    As is what Discord gave up on.
    """
    responder = table.application.client.responder
    assert responder is not None
    responder.rates = cast("Any", SimpleNamespace(take=lambda user, cost: 5.0))
    await table.slash(0, "board")

    assert ["limited"] == [line["result"] for line in journal_of(lines)]
