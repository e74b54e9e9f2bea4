"""What people are told during maintenance, before it, and on a blocked server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app.runtime.operator_orders import Maintenance, OperatorOrders
from db.ids import GuildId
from tests.edge.table import Table, said, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it."""
    async with sit_down(tmp_path, games=TINY) as table:
        yield table
        table.clean()


async def test_nothing_is_done_during_maintenance(table: Table) -> None:
    """
    Commands and presses are answered with the operator's words, and change nothing; afterwards they work.
    """
    await table.slash(0, "match new", game="hands", seats=2)
    uow = table.application.services.uow
    uow.orders = OperatorOrders(maintenance=Maintenance("Back at *noon*.", uow.clock.now()))
    typed = await table.slash(0, "help")
    pressed = said(await table.press(1, "join"))
    uow.orders = OperatorOrders()
    joined = said(await table.press(1, "join"))

    assert [True, True] == ["Back at \\*noon\\*." in words and "maintained" in words for words in (typed, pressed)]
    assert "maintained" not in joined


async def test_maintenance_is_announced_below_every_new_answer(table: Table) -> None:
    """
    With when it begins; what is asked for is done all the same.
    """
    uow = table.application.services.uow
    uow.orders = OperatorOrders(maintenance=Maintenance("New computer.", uow.clock.now() + timedelta(hours=1)))
    answer = await table.slash(0, "help")

    assert "Maintenance begins <t:" in answer
    assert answer.rstrip().endswith("New computer.")


async def test_a_blocked_server_gets_the_reason(table: Table) -> None:
    """
    And no other server does.
    """
    uow = table.application.services.uow
    uow.orders = OperatorOrders(blocked={GuildId(table.guild.id): "Spam."})
    here = await table.slash(0, "help")
    uow.orders = OperatorOrders(blocked={GuildId(5): "Spam."})
    elsewhere = await table.slash(0, "help")

    assert "have blocked it on this server" in here
    assert "Spam." in here
    assert "blocked" not in elsewhere
