"""Custom ids that no button of ours carries: a private sentence, nothing changed, nothing failed."""

from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path

import discord
import pytest
from structlog.testing import capture_logs

from bot.edge.messages.custom_ids import ButtonAction, Press
from tests.edge.payloads import texts
from tests.edge.table import Table, controls, sit_down

NINES = "9" * 30
FORGED = (
    f"lt|play|{NINES}||0|",
    f"lt|history|1||{NINES}|",
    "lt|join|-1||0|",
    "lt|choose|1|arrange:0|-3|pair=1",
    "lt|choose|1|arrange:0|0|",
    "lt|take|1|arrange:0|0|hint:0",
    "lt|back|1||1|",
    "lt|share|1||0|",
    "lt|guided|||0|",
    "lt|guided|||0|chess",
    "lt|vote|1|arrange:0|1|dance",
    "lt|take-back|1||0|dance",
    "lt|take-back|1||0|ask",
    "lt|take-back|1||0|ask ²",
    "lt|view|2||0|",
    "lt|draft-order|9||0|follow",
    "lt|draft-order|1||0|dance",
    f"lt|draft-order|1||{NINES}|x",
    "lt|event|||1|dance",
    "lt|sheet|||0|",
    "lt|sheet|||0|open:grunn,swiss",
    "lt|team||%|0|",
    "lt|new-event|||0|grunn,swiss",
    "lt|confirm|1|arrange:1|0|pair",
    "lt|key|1|arrange:0|0|/dance 3",
    "lt|page|1|arrange:0|0|dance",
    "lt|practice|||0|chess=x=easy",
    "lt|gallery|||0|chess",
    "lt|gallery|1||9|grunn=2",
    "lt|open|||0|chess",
    "lt|open|||0|grunn=99",
    "lt|open|||0|grunn=-2",
    "lt|add|2||0|genius",
    "lt|drop|2||0|",
    "lt|resume|1||3|",
    "lt|rules|||0|chess",
    "lt|rules|||1|grunn:dance",
    "lt|find|||0|stop!grunn:9223372036854775808",
    "lt|find|||0|start!grunn:99:0:0:72",
    "lt|find|||4|change!grunn:2:0:0:72",
    "lt|repeat|1||0|dance",
    "lt|claim|||1|",
    "lt|wizard|||0|make:forum",
    "lt|purge|||0|sure",
    "lt|watch|1||0|dance",
    "lt|watching|9||0|stop",
    "lt|invite|||0|x",
    "lt|mute|9||0|",
    "another bot's",
    "x" * 100,
    "\u202e" * 50,
)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A match of Grunn that has begun, and a lobby."""
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="grunn", seats=2)
        await table.press(1, "join")
        await table.slash(0, "match new", game="grunn", seats=2)
        yield table
        table.clean()


def holding(custom_id: str, chosen: str | None) -> discord.ui.LayoutView:
    """Return what a message holds: a button, or a select with one value."""
    item: discord.ui.Item[discord.ui.LayoutView] = discord.ui.Button(label="x", custom_id=custom_id)
    if chosen is not None:
        item = discord.ui.Select(custom_id=custom_id, options=[discord.SelectOption(label="x", value=chosen)])
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.ActionRow(item))
    view.stop()
    return view


@pytest.mark.parametrize("chosen", [None, "²"])
async def test_a_forged_press_gets_a_private_sentence_and_changes_nothing(table: Table, *, chosen: str | None) -> None:
    """
    A sentence in private, or in place of the message pressed: buttons, and selects with a value that is no number,
    of a player and of a stranger.
    """
    place = table.application.client.get_partial_messageable(table.channel.id)
    before = [(await table.match(number)).match.version for number in (1, 2)]
    with capture_logs() as logs:
        for custom_id, seat in product(FORGED, (1, 5)):
            member, message = table.members[seat], await place.send(view=holding(custom_id, chosen))
            if chosen is None:
                result = await member.click(message, custom_id=custom_id)
            else:
                result = await member.select(message, [chosen], custom_id=custom_id)
            assert result.response is not None, custom_id

            assert result.response.ephemeral or result.response.id == message.id, custom_id
            assert "⚠️" in texts(result.response.components), custom_id

    assert [] == [line for line in logs if line["log_level"] == "error"]
    assert before == [(await table.match(number)).match.version for number in (1, 2)]


async def test_a_page_below_the_first_is_none(table: Table) -> None:
    """
    Of a list of choices that has several.
    """
    await table.slash(0, "play", game="h2olland", level="easy")
    opened = (await table.press(0, "play")).response
    assert opened is not None
    menu = next(part["custom_id"] for part in controls(opened.components) if part.get("options"))
    press = Press.read(menu)
    forged = Press(verb=ButtonAction.PAGE, match=press.match, ask=press.ask, value=press.value).custom_id()
    place = table.application.client.get_partial_messageable(table.channel.id)
    message = await place.send(view=holding(forged, "-9"))
    with capture_logs() as logs:
        await table.members[0].select(message, ["-9"], custom_id=forged)

    assert press.verb is ButtonAction.CHOOSE
    assert [] == [line for line in logs if line["log_level"] == "error"]
