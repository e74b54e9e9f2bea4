"""What ``/tournament change`` reaches: every setting that an event is opened with, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

import discord
from discord import app_commands

from bot.app.events.opening import FIXED
from bot.app.events.settings import EventSettings
from bot.edge.bot import LongtableBot
from bot.edge.commands.tournament_open import FIELDS, READ
from bot.edge.commands.tournament_settings import SETTINGS
from bot.edge.desk import Desk
from bot.edge.events.presses import TYPED
from bot.edge.events.wizard import Draft
from bot.edge.studio import Studio
from db.event_records import Format
from db.ids import EventId
from tests.app.brainy import BRAINY
from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY

GAMES = {**TINY, BRAINY.spec.key: BRAINY}

NEVER = {"game": "another game is another tournament: people signed up with their ratings in this one"}
"""Settings of the sheet that no command changes, with the reasons."""


def _with_organizer(table: Table) -> None:
    """Let Gerda, who comes in for Anna, manage events."""
    rights = table.guild.create_role("organizers", permissions=discord.Permissions(manage_events=True))
    table.members[0] = table.guild.add_member(table.env.create_user("gerda", global_name="Gerda"), roles=[rights])


def _fields(names: set[str]) -> set[str]:
    """The settings of an event that options of a command are."""
    own = {"name", "starts", "format"} & names
    return own | {FIELDS[name] for name in names & FIELDS.keys()} | {READ[name][0] for name in names & READ.keys()}


async def test_change_reaches_whatever_an_event_is_opened_with() -> None:
    """
    All fields that are stored, and with them all of the sheet, its form and the command that opens one.
    """
    bot = LongtableBot(shard_count=1)
    bot.furnish(Desk(None, Studio(0), GAMES))  # type: ignore[arg-type]  # building needs no services
    built = {each.qualified_name: each for each in bot.tree.walk_commands() if isinstance(each, app_commands.Command)}
    typed = {name: {each.name for each in built[f"tournament {name}"].parameters} for name in ("create", "change")}
    reached = _fields(typed["change"]) | {setting.field for setting in SETTINGS.values()}
    sheet = {*Draft.__struct_fields__, *TYPED.values(), "name", "starts"} - NEVER.keys()
    opened = _fields(typed["create"]) | {SETTINGS[name].field for name in typed["create"] & SETTINGS.keys()}

    assert {*EventSettings.__struct_fields__, "name", "starts", "format"} == reached
    assert sheet <= reached
    assert opened <= reached
    assert set() == typed["create"] - _spelled(opened) - NEVER.keys()
    assert {*FIXED} <= reached


def _spelled(fields: set[str]) -> set[str]:
    """What the options of fields are called."""
    names = {name for name, field in FIELDS.items() if field in fields}
    names |= {name for name, (field, _) in READ.items() if field in fields}
    return names | {each.name for each in SETTINGS.values() if each.field in fields} | {"name", "starts"}


async def test_a_setting_without_an_option_is_named(tmp_path: Path) -> None:
    """
    Completed by its words and what it is now, told to all; what can't be read, and half of it, changes nothing.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        await table.slash(0, "tournament create", game="Digs", format="swiss", name="Cup")
        gerda = table.members[0]
        names = await gerda.autocomplete(table.channel, "tournament change", "setting", "group")
        values = await gerda.autocomplete(table.channel, "tournament change", "value", "", setting="options")
        formats = await gerda.autocomplete(table.channel, "tournament change", "value", "", setting="format")
        half = await table.slash(0, "tournament change", setting="group")
        unknown = await table.slash(0, "tournament change", setting="luck", value="5")
        unread = await table.slash(0, "tournament change", setting="group", value="many")
        no_format = await table.slash(0, "tournament change", setting="format", value="chess")
        too_many = await table.slash(0, "tournament change", setting="group", value="99")
        no_rule = await table.slash(0, "tournament change", setting="options", value="luck=1")
        untouched = (await table.house.longtable.events.look(EventId(1))).settings
        await table.slash(0, "tournament change", setting="format", value="tables")
        tables = await table.house.longtable.events.look(EventId(1))
        await table.slash(0, "tournament change", setting="format", value="ladder")
        for name, value in (("days", "60"), ("atonce", "3"), ("options", "digs=2")):
            await table.slash(0, "tournament change", setting=name, value=value)
        changed = await table.house.longtable.events.look(EventId(1))
        shown = await table.slash(1, "tournament show")
        table.clean()

    assert [("group · size of the groups (6)", "group")] == [(each["name"], each["value"]) for each in names]
    assert any(each["value"].startswith("digs=") for each in values)
    assert len(Format) == len(formats)
    assert "Name one setting and its value" in half
    assert "Name one setting and its value" in unknown
    assert "no whole number" in unread
    assert "isn't a format" in no_format
    assert "size of the groups" in too_many
    assert "luck" in no_rule
    assert untouched == EventSettings(pace=untouched.pace, limit_days=untouched.limit_days)
    assert (Format.TABLES, 3, 45) == (tables.record.format, tables.settings.seats, tables.settings.limit_days)
    assert (Format.LADDER, 2, 30) == (changed.record.format, changed.settings.seats, changed.settings.limit_days)
    assert (60, 3) == (changed.settings.days, changed.settings.at_once)
    assert "until 60 days after the start" in shown


async def test_what_people_signed_up_for_stays(tmp_path: Path) -> None:
    """
    Format and teams, with a sentence that says why; once they have signed off, it may change.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        await table.slash(0, "tournament create", game="brainy", format="swiss", name="Cup")
        await table.slash(1, "tournament join")
        other = await table.slash(0, "tournament change", setting="format", value="knockout")
        teams = await table.slash(0, "tournament change", setting="team", value="3")
        same = await table.slash(0, "tournament change", setting="team", value="1")
        await table.slash(1, "tournament leave")
        free = await table.slash(0, "tournament change", setting="format", value="knockout")
        table.clean()

    assert "in its format, so it can't change" in other
    assert "in teams of this size" in teams
    assert "has changed: boards of a team" in same
    assert "has changed: format" in free
