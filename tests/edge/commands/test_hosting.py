"""What only a host can do, whom one can name, and lists that go over several pages."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.results import InteractionResult

from bot.app.match.paces import PRESETS
from bot.edge.commands import listing
from bot.edge.commands.match.opening import option_completions
from games.core.moves import fields_of
from games.core.registry import games
from games.grumpf.options import GrumpfOptions
from tests.edge.payloads import texts
from tests.edge.table import Table, controls, said, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, the tiny games and Grumpf; Gerda, who may manage it, has opened a match."""
    async with sit_down(tmp_path, games={**TINY, "grumpf": games()["grumpf"]}) as table:
        role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        table.members[0] = table.guild.add_member(table.env.create_user("gerda", global_name="Gerda"), roles=[role])
        await table.slash(0, "match new", game="season", seats=2)
        yield table
        table.clean()


def labels(result: InteractionResult) -> list[str]:
    """Return what stands on the controls of an answer that can be pressed."""
    assert result.response is not None
    return [str(part.get("label", part.get("placeholder", ""))) for part in controls(result.response.components)]


async def test_options_open_for_the_host_alone(table: Table) -> None:
    """
    Anybody else is told at the first press who can change them; the host gets the sheet.
    """
    refused = await table.press(1, "setup")
    opened = await table.press(0, "setup")

    assert [] == labels(refused)
    assert "options" in said(opened)
    assert "Only Gerda, the host of match #1, can do that." in said(refused)


async def test_an_app_cannot_be_named(table: Table) -> None:
    """
    A bot neither plays nor reads mentions: each command that names a person says so, and nothing changes.
    """
    app = table.guild.add_member(table.env.create_user("robot", bot=True))
    before = table.texts()
    one = {"match": "1"}
    answers = [
        await table.slash(0, "match new", game="season", seats=2, invite1=app),
        await table.slash(0, "match invite", player=app, **one),
        await table.slash(0, "match host change", player=app, **one),
        await table.slash(0, "staff host", player=app, **one),
        await table.slash(0, "staff invite", player=app, **one),
        await table.slash(0, "my blocks", player=app),
    ]

    assert [] == [answer for answer in answers if "is an app, not a person" not in answer]
    assert before == table.texts()


async def test_ones_matches_go_over_pages(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Every match stands on one of the pages, none is only counted.
    """
    monkeypatch.setattr(listing, "MOST_LINES", 2)
    await table.slash(0, "match new", game="digs", seats=2)
    await table.slash(0, "match new", game="digs", seats=2)
    result = await table.members[0].slash(table.channel, "my matches")
    assert result.response is not None
    first = said(result)
    await table.members[0].click(result.response, label="1 of 2 ▶")
    second = texts(result.response.components)

    assert [2, 1] == [page.count("**#") for page in (first, second)]
    assert all(f"**#{number} " in first + second for number in (1, 2, 3))


async def test_who_is_not_called_is_not_told_of_reminders(table: Table) -> None:
    """
    Nothing is promised that does not come.
    """
    shown = await table.slash(0, "my notify set", where="none", reminders="6")
    health = await table.slash(0, "my notify health")

    assert "no mentions, direct messages, or reminders" in shown
    assert "no mentions, direct messages, or reminders" in health
    assert "Reminders" not in shown


async def test_every_rule_option_can_be_set_when_a_match_is_opened(table: Table) -> None:
    """
    Grumpf has more than a command takes, and one is called as the platform's: these go into a list; nothing is lost.
    """
    options = "joker_2=yes, pace=brisk, switching=yes"
    await table.slash(0, "grumpf new", seats=2, pace="slow", limit="120", options=options)
    match = await table.match(2)
    assert isinstance(match.options, GrumpfOptions)
    assert (120, True, "brisk") == (match.options.limit, match.options.joker_2, match.options.pace)
    assert PRESETS["slow"] == match.pace

    refused = await table.slash(0, "grumpf new", seats=2, options="joker_9=yes")
    twice = await table.slash(0, "grumpf new", seats=2, mode="live", limit="120", options="limit=100")
    assert "joker_9" in refused
    assert "“limit” appears twice" in twice


async def test_options_that_are_numbers_are_set_in_a_form(table: Table) -> None:
    """
    What has more values than a menu holds stands on the sheet with its value; one that cannot be is refused.
    """
    await table.slash(0, "match new", game="grumpf", seats=2, options="mode=live")
    builder = (await table.press(0, "setup", table.newest("setup"))).response
    assert builder is not None
    assert "Live: how many seconds a hunt can last: **90**" in texts(builder.components)

    form = await table.members[0].click(builder, label="Set numbers")
    done = await table.members[0].submit_modal(form, {"limit": "150", "huts_after": "20", "fair_window": "100"})
    options = (await table.match(2)).options
    assert isinstance(options, GrumpfOptions)
    assert (150, 20, 100) == (options.limit, options.huts_after, options.fair_window)
    assert "can last: **150**" in said(done)

    form = await table.members[0].click(builder, label="Set numbers")
    refused = await table.members[0].submit_modal(form, {"limit": "9999"})
    assert "limit" in said(refused)
    assert options == (await table.match(2)).options


async def test_completion_of_rule_options_offers_values_that_can_be(table: Table) -> None:
    """
    Of a number of many values its usual one, of a choice all, of yes and no both.
    """
    infos = fields_of(GrumpfOptions)
    offered = {value for _label, value in option_completions(games()["grumpf"], infos, "")}

    assert {"limit=90", "mode=live", "switching=no", "joker_6=yes", "huts_from=4"} <= offered
    assert "limit=yes" not in offered


async def test_a_person_is_taken_out_of_an_open_match(table: Table) -> None:
    """
    By its host, or by the staff; a running match can't be left so, and says how.
    """
    await table.slash(0, "match cancel", match="1")
    await table.slash(1, "match new", game="season", seats=3)
    await table.slash(2, "match join", match="2")
    removed = await table.slash(1, "match host remove", player=table.members[2], match="2")
    await table.slash(2, "match join", match="2")
    by_staff = await table.slash(0, "staff remove", player=table.members[2], match="2")
    await table.slash(2, "match join", match="2")
    await table.slash(1, "match start", match="2")
    leaving = await table.slash(2, "match leave", match="2")
    opened = await table.slash(0, "staff open", number=1, match="2")

    assert "Bram removed Cato from match #2." in removed
    assert "Gerda removed Cato from match #2." in by_staff
    assert "`/match resign match:2`" in leaving
    assert "Gerda opened seat 1" in opened
