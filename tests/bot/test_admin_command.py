"""`longtable admin`: what the operator sees and orders, over the database of a bot that may be running."""

from __future__ import annotations

import pytest

from bot import __main__ as cli
from bot.app.runtime.operator_orders import OperatorOrders, read_orders
from db.ids import GuildId
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.bot.database import over
from tests.games.tiny import TINY

pytestmark = pytest.mark.usefixtures("bare_environment")


async def read(scene: Scene) -> OperatorOrders:
    """Return the orders."""
    return await scene.app.uow.store.read(read_orders)


def test_servers_are_listed_with_their_matches(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Blocked ones are marked, even without a match.
    """

    async def begin(scene: Scene) -> None:
        await scene.match("season", (ANN, BEN))

    over(begin, TINY)
    codes = [cli.main(["admin", "block", str(guild), "spam"]) for guild in (PLACE.guild, 12)]
    listed = cli.main(["admin", "servers"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()[3:]]

    assert ([0, 0], 0) == (codes, listed)
    assert [[str(PLACE.guild), "0", "1", "0"], ["12", "0", "0", "0"]] == [line[:4] for line in lines]
    assert [["blocked"], ["blocked"]] == [line[-1:] for line in lines]


def test_orders_are_stored_and_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Taking back what was never ordered is a mistake, with a sentence.
    """
    codes = [
        cli.main(["admin", *order])
        for order in (["maintain", "New computer", "--in", "5"], ["block", "7"], ["broadcast", "Hello"])
    ]
    ordered = over(read, TINY)
    back = [cli.main(["admin", *order]) for order in (["resume"], ["unblock", "7"])]
    wrong = [cli.main(["admin", *order]) for order in (["resume"], ["unblock", "7"], ["broadcast", " "])]

    assert ([0, 0, 0], [0, 0], [2, 2, 2]) == (codes, back, wrong)
    assert ordered.maintenance is not None
    assert ("New computer", {GuildId(7): ""}) == (ordered.maintenance.text, ordered.blocked)
    assert OperatorOrders() == over(read, TINY)
    assert "there is no maintenance" in capsys.readouterr().err


def test_health_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """
    With exit code 1: a database that no bot uses, messages that wait.
    """

    async def begin(scene: Scene) -> None:
        await scene.match("season", (ANN, BEN))

    over(begin, TINY)
    code = cli.main(["admin", "health"])
    told = capsys.readouterr().out

    assert 1 == code
    assert "0 open, 1 running, in 1 places" in told
    assert "PROBLEM: messages have been waiting since" in told
