"""How many statements PostgreSQL gets for what happens all the time, as the table in `docs/scale.md` says."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.edge.panels.panel import write_sent
from db.stores.postgres import open_postgres
from games.core.moves import verb_of
from games.core.registry import games
from tests import postgres
from tests.app.scene import ANN, BEN, Scene
from tests.bench.turns import _by_default
from tests.nursery import ROOT
from tests.postgres import Statements
from tests.stores import emptied

MOST_A_TURN = 15
ROW = re.compile(r"^\| ([^|]+) \| (\d+) \|$", re.MULTILINE)


@pytest.fixture
async def statements(postgres_folder: Path, postgres_url: str) -> AsyncIterator[Statements]:
    """The statements of all connections that are made from now on."""
    await emptied(postgres_url)
    async with postgres.logged(postgres_folder) as made:
        yield made


async def test_the_table_of_statements_is_true(statements: Statements, postgres_url: str) -> None:
    """
    Each row of the table has the statements that the server has logged, BEGIN and COMMIT counted; a turn has few.
    """
    store = open_postgres(postgres_url)
    scene = Scene(store, games())
    match = await scene.match("grunn", (ANN, BEN))
    await scene.relay.pump()
    for _ in range(3):  # until the first board is out, and nothing has to be prepared
        await scene.app.uow.act(scene.key(), ANN, match, _by_default)
        await scene.relay.pump()
    await scene.app.scheduler.sweep()
    found = {}

    def note(action: str) -> None:
        found[action] = len(statements.take())

    note("")
    panel = await scene.app.drafts.open(BEN, match=match)
    note("A panel is opened")
    verb, value = next((each, each.choices[0]) for each in panel.menu.groups if each.choices)
    await scene.press(panel, BEN, verb_of(verb.verb), write_sent(value.value))
    note("Something is chosen in it")
    await scene.app.uow.act(scene.key(), ANN, match, _by_default)
    note("A turn is decided and stored")
    await scene.relay._begin()
    (serving,) = scene.relay._busy.values()
    await serving
    note("Its board is claimed, and noted when it was posted")
    await scene.app.scheduler.sweep()
    await scene.app.scheduler._until_next()
    await scene.app.computer_players.think()
    note("Clocks and computer players look what is due")
    await store.close()
    table = (ROOT / "docs" / "scale.md").read_text().partition("| what | statements |")[2].partition("\n\n")[0]
    told = {row[0]: int(row[1]) for row in ROW.findall(table)}
    del found[""]

    assert told == found
    assert (
        MOST_A_TURN
        >= found["A turn is decided and stored"] + found["Its board is claimed, and noted when it was posted"]
    )
