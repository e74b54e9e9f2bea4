"""What organizers decide: every setting can be changed, or a sentence says why not; pauses and co-organizers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from msgspec.structs import replace

from bot.app.tournaments.records import TournamentView
from bot.app.tournaments.requests import FIXED
from bot.app.tournaments.settings import TournamentSettings
from bot.edge.bot import LongtableBot
from bot.edge.commands.tournament.button_actions import TYPED
from bot.edge.commands.tournament.settings import SETTINGS, read_named, stands_now
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions.responder import Responder, Sentence
from bot.edge.tournaments.wizard import Draft
from db.tournaments.records import Format
from tests.app.brainy import BRAINY
from tests.edge.messages.test_tournament_posts import looked
from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY

GAMES = {**TINY, BRAINY.spec.key: BRAINY}

NEVER = {"game": "another game is another tournament: people signed up with their ratings in this one"}
"""Settings of the sheet that no command changes, with the reasons."""


def _with_organizer(table: Table) -> None:
    """Let Gerda, who comes in for Anna, manage tournaments."""
    rights = table.guild.create_role("organizers", permissions=discord.Permissions(manage_events=True))
    table.members[0] = table.guild.add_member(table.env.create_user("gerda", global_name="Gerda"), roles=[rights])


async def test_change_reaches_whatever_an_event_is_opened_with() -> None:
    """
    All fields that are stored, and with them all of the sheet, its form and the command that opens one.
    """
    bot = LongtableBot(shard_count=1)
    bot.furnish(Responder(None, RenderPool(0), GAMES))  # type: ignore[arg-type]  # building needs no services
    built = {each.qualified_name: each for each in bot.tree.walk_commands() if isinstance(each, app_commands.Command)}
    typed = {name: {each.name for each in built[f"tournament {name}"].parameters} for name in ("create", "change")}
    known = {*TournamentSettings.__struct_fields__, "name", "starts", "format"} - {"arranged"}
    reached = (typed["change"] & known) | {setting.field for setting in SETTINGS.values()}
    builder = {*Draft.__struct_fields__, *TYPED.values(), "name", "starts"}

    assert known == reached
    assert NEVER.keys() == builder - reached
    assert NEVER.keys() == typed["create"] - reached
    assert {*FIXED} <= reached


def _read(view: TournamentView, *, setting: str = "", value: str = "") -> dict[str, Any]:
    return read_named(setting, value, view, TINY["digs"])


def test_a_setting_is_read_by_name() -> None:
    """
    Another format brings its seats, other seats the usual days where these were usual; rule options are added.
    """
    view = looked(Format.SWISS, 4)
    usual = replace(view, settings=replace(view.settings, options={"digs": 2}))
    chosen = replace(usual, settings=replace(usual.settings, limit_days=9))

    assert {} == _read(view)
    assert {"at_once": 3} == _read(view, setting="atonce", value="3")
    assert {"format": Format.LADDER} == _read(view, setting="format", value="ladder")
    assert {"format": Format.TABLES, "seats": 3, "limit_days": 45} == _read(usual, setting="format", value="tables")
    assert {"format": Format.TABLES, "seats": 3} == _read(chosen, setting="format", value="tables")
    assert {"options": {"digs": 2, "deep": "yes"}} == _read(usual, setting="options", value="deep=yes")


@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("group", "", "Choose one setting and give its new value"),
        ("", "5", "Choose one setting and give its new value"),
        ("luck", "5", "Choose one setting and give its new value"),
        ("group", "many", "isn't a whole number"),
        ("format", "chess", "isn't a format"),
        ("format", "chess", "round robin in groups (`round-robin`)"),
        ("options", "deep", "name=value"),
    ],
)
def test_what_cannot_be_read_is_told(setting: str, value: str, told: str) -> None:
    """
    Half of it, an unknown name, a value of another kind: a sentence, and nothing changes.
    """
    with pytest.raises(Sentence) as sentence:
        _read(looked(Format.SWISS, 4), setting=setting, value=value)

    assert told in str(sentence.value)


async def test_an_organizer_changes_pauses_and_shares_it(tmp_path: Path) -> None:
    """
    A setting is completed by its words and what it is now; the card shows what was changed, who organizes and a pause.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        await table.slash(0, "tournament create", game="Digs", format="ladder", name="Cup", days=30)
        gerda = table.members[0]
        names = await gerda.autocomplete(table.channel, "tournament change", "setting", "ladder")
        values = await gerda.autocomplete(table.channel, "tournament change", "value", "", setting="options")
        told = await table.slash(0, "tournament change", setting="days", value="60")
        named = await table.slash(0, "tournament co-organizer", player=table.members[2].user)
        paused = await table.slash(2, "tournament pause", until="3 days")
        shown = await table.slash(1, "tournament show")
        stranger = await table.slash(1, "tournament resume")
        resumed = await table.slash(2, "tournament resume")
        removed = await table.slash(2, "tournament co-organizer", player=table.members[2].user, remove=True)
        table.clean()

    assert "days · days of the ladder (30)" in [each["name"] for each in names]
    assert any(each["value"].startswith("digs=") for each in values)
    assert "was changed: days of the ladder" in told
    assert "until 60 days after the start" in shown
    assert "Cato is now a co-organizer of Cup" in named
    assert "Organized by Gerda and Cato" in shown
    assert "Cup is paused until" in paused
    assert "Paused until <t:" in shown
    assert "Only the organizer" in stranger
    assert "The pause of Cup is over" in resumed
    assert "Cato is no longer a co-organizer of Cup" in removed


def test_a_setting_stands_as_it_is_typed() -> None:
    """
    Choices of yes and no as these words, numbers as short as they can be, a format by its name.
    """
    view = looked(Format.KNOCKOUT, 4)
    stands = {name: stands_now(view, SETTINGS[name]) for name in ("weekly", "thirdplace", "days", "seeding", "format")}

    assert {"weekly": "yes", "thirdplace": "no", "days": "0", "seeding": "rating", "format": "knockout"} == stands
