"""Moderators by commands, buttons and the menu of a message."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.results import InteractionResult

from bot.app.changes.server_rules import TELL_BARRED
from bot.app.match.records import Place
from db.ids import ChannelId, GuildId, UserId
from db.moderation.records import BarRecord
from db.tx import Tx
from tests.edge.commands.test_privacy import confirm
from tests.edge.payloads import texts
from tests.edge.table import Table, controls, said, sit_down, words_in
from tests.games.tiny import TINY

GERDA, MOD = 6, 7


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Anna and Bram play; Gerda may manage the server, Mona has the role of its moderators."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        managers = table.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        table.moderators = table.guild.create_role("mods")  # type: ignore[attr-defined]
        for name, role in (("gerda", managers), ("mona", table.moderators)):  # type: ignore[attr-defined]
            user = table.env.create_user(name, global_name=name.title())
            table.members.append(table.guild.add_member(user, roles=[role]))
        yield table
        table.clean()


async def set_moderators(table: Table) -> str:
    """Let Gerda choose the role."""
    return await table.slash(GERDA, "settings", moderators=table.moderators)  # type: ignore[attr-defined]


async def test_the_role_of_moderators_lets_in_its_members(table: Table) -> None:
    """
    At once, to all of ``/staff`` but the file of the log, and not to the settings; taken back, it lets nobody in.
    """
    before = await table.slash(MOD, "staff log")
    settings = await set_moderators(table)
    paused = await table.slash(MOD, "staff pause", until="2 days", match="1", reason="a dispute")
    log = await table.slash(MOD, "staff log", player=table.members[MOD])
    file, setting = await table.slash(MOD, "staff export"), await table.slash(MOD, "settings", expire=3)
    exported = await table.slash(GERDA, "staff export")
    others = await table.slash(0, "staff log")
    await table.slash(GERDA, "settings", clear="moderators")
    after = await table.slash(MOD, "staff log")

    assert "`/settings moderators:`" in before
    assert "can use `/staff`" in settings
    assert "Mona paused the match" in paused
    assert "Reason: a dispute" in log
    assert "Only people who can manage the server" in file
    assert "Only people who can manage the server" in setting
    assert "The staff log of this server" in exported
    assert "<@&" in others
    assert "Only people who can manage the server can do that" in after


async def test_everyone_is_no_role_of_moderators(table: Table) -> None:
    """
    Nor is a channel that everyone can read one for reports.
    """
    channel = table.guild.create_text_channel("open")
    refused = await table.slash(GERDA, "settings", reports=channel)

    assert "Everyone can read that channel" in refused


async def test_a_person_is_barred_and_let_in_again(table: Table) -> None:
    """
    Until then they are refused with the reason; the list names them.
    """
    await set_moderators(table)
    barred = await table.slash(MOD, "staff bar", player=table.members[1], reason="insults", until="5 days")
    refused = await table.slash(1, "match new", game="season", seats=2)
    listed = await table.slash(MOD, "staff bars")
    lifted = await table.slash(MOD, "staff unbar", player=table.members[1])
    opened = await table.slash(1, "match new", game="season", seats=2)

    assert "Bram is barred from this server's matches until" in barred
    assert "They can finish their running matches" in barred
    assert "Reason: insults" in refused
    assert "can lift this" in refused
    assert "insults" in listed
    assert "Bram can play" in lifted
    assert "barred" not in opened


async def test_who_is_barred_gets_a_direct_message(table: Table) -> None:
    """
    It names the server, the time, the reason, and the role to ask, which can't be mentioned there; unless switched off.
    """
    await set_moderators(table)
    barred = await table.slash(MOD, "staff bar", player=table.members[1], reason="insults", until="5 days")
    (told,) = [words_in(message) for message in table.members[1].user.dm_channel.history()]
    here = Place(GuildId(table.guild.id), ChannelId(table.channel.id))
    await table.application.services.settings.set_server(here, {TELL_BARRED: False})
    setting = await table.slash(GERDA, "settings")
    silent = await table.slash(MOD, "staff bar", player=table.members[2], reason="insults")

    assert "They get a direct message about it." in barred
    assert f"matches of **{table.guild.name}** until <t:" in told
    assert "Reason: insults" in told
    assert "You can finish the matches" in told
    assert "ask a member with the role **mods** or someone who can manage the server" in told
    assert "People who are barred get no direct message." in setting
    assert "direct message" not in silent
    assert not table.members[2].user.dm_channel.history()


async def test_a_reason_that_cannot_be_seen_is_none(table: Table) -> None:
    """
    Zero-width characters, fillers and a blank Braille cell say nothing: nobody is barred.
    """
    refused = await table.slash(GERDA, "staff bar", player=table.members[1], reason="\u200b\u3164 \u2800")
    listed = await table.slash(GERDA, "staff bars")

    assert "Give a reason" in refused
    assert "No one is barred here" in listed


async def test_who_is_barred_and_deletes_their_data_stays_barred(table: Table) -> None:
    """
    They are told before and after what is kept for that; the list shows a bar without a name.
    """
    await table.slash(GERDA, "staff bar", player=table.members[1], reason="insults", until="5 days")
    heard = await confirm(table, 1, "privacy delete", "erase")
    refused = await table.slash(1, "match new", game="season", seats=2)
    again = await confirm(table, 1, "privacy delete", "erase")
    listed = await table.slash(GERDA, "staff bars")

    kept = "You stay barred from the matches of 1 server."
    assert [True, False, True] == [kept in words for words in heard]
    assert "The bar is from before you deleted your data." in refused
    assert "insults" not in refused
    assert "The bot keeps nothing else about you.\nYou stay barred" in again[2]
    assert "Someone who deleted their data" in listed
    assert "Bram" not in listed


async def test_who_looks_after_the_server_is_not_barred(table: Table) -> None:
    """
    Neither its owner, who may manage it, oneself nor (by another moderator) a moderator.
    """
    await set_moderators(table)
    user = table.env.create_user("mia", global_name="Mia")
    table.members.append(table.guild.add_member(user, roles=[table.moderators]))  # type: ignore[attr-defined]
    refusals = [
        await table.slash(MOD, "staff bar", player=table.members[seat], reason="x") for seat in (MOD, GERDA, MOD + 1)
    ]
    by_manager = await table.slash(GERDA, "staff bar", player=table.members[MOD + 1], reason="x")

    assert ["yourself", "can manage the server and", "is a moderator"] == [
        next(word for word in ("yourself", "can manage the server and", "is a moderator") if word in refusal)
        for refusal in refusals
    ]
    assert "Mia is barred" in by_manager


async def test_a_barred_moderator_does_not_lift_the_bar(table: Table) -> None:
    """
    Nor does another moderator; who manages the server does.
    """
    await set_moderators(table)
    user = table.env.create_user("mia", global_name="Mia")
    table.members.append(table.guild.add_member(user, roles=[table.moderators]))  # type: ignore[attr-defined]
    await table.slash(GERDA, "staff bar", player=table.members[MOD], reason="x")
    own = await table.slash(MOD, "staff unbar", player=table.members[MOD])
    fellow = await table.slash(MOD + 1, "staff unbar", player=table.members[MOD])
    lifted = await table.slash(GERDA, "staff unbar", player=table.members[MOD])

    assert "You can't lift your own bar" in own
    assert "Mona is a moderator" in fellow
    assert "Mona can play" in lifted


async def test_a_long_list_of_bars_ends_with_how_one_is_lifted(table: Table) -> None:
    """
    The oldest are left out, if there is no room for all.
    """
    uow = table.application.services.uow
    now = uow.clock.now()

    def fill(tx: Tx) -> None:
        for number in range(1, 41):
            bar = BarRecord(
                guild=GuildId(table.guild.id),
                user=UserId(number),
                name=f"Somebody {number}",
                by=UserId(GERDA),
                by_name="Gerda",
                why="x" * 200,
                at=now,
                until=None,
            )
            tx.moderation.put_bar(bar)

    await uow.store.run(fill)
    listed = await table.slash(GERDA, "staff bars")

    assert "`/staff unbar`" in listed


async def report(table: Table, seat: int) -> InteractionResult:
    """Open the form of a report from the details of a match."""
    opened = (await table.press(seat, "details")).response
    assert opened is not None
    pressed = next(part["custom_id"] for part in controls(opened.components) if "|report|" in part["custom_id"])
    return await table.members[seat].click(opened, custom_id=pressed)


async def test_a_report_goes_to_staff_and_back(table: Table) -> None:
    """
    Anna presses Report, staff claims and resolves it in its channel, and Anna is told.
    """
    await set_moderators(table)
    seen, closed = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
    bot = table.application.client.user
    assert bot is not None
    gerda = table.members[GERDA]
    overwrites = {table.guild.default_role: closed, table.moderators: seen, bot: seen, gerda: seen}  # type: ignore[attr-defined]
    channel = table.guild.create_text_channel("staff", overwrites=overwrites)
    chosen = await table.slash(GERDA, "settings", reports=channel)
    form = await report(table, 0)
    told = said(await table.members[0].submit_modal(form, {"topic": ["stalling"], "words": "He waits.\nAlways."}))
    await table.work()
    posted = channel.history()[0]
    words = words_in(posted)
    claim = next(
        part.custom_id
        for part in discord.ui.LayoutView.from_message(posted).walk_children()
        if isinstance(part, discord.ui.Button) and "|claim|" in (part.custom_id or "")
    )
    claimed = said(await table.members[MOD].click(posted, custom_id=claim))
    await table.work()
    listed = (await table.members[MOD].slash(table.channel, "staff reports")).response
    assert listed is not None
    resolve = next(part["custom_id"] for part in controls(listed.components) if "|resolve|" in part["custom_id"])
    asked = await table.members[MOD].click(listed, custom_id=resolve)
    resolved = said(await table.members[MOD].submit_modal(asked, {"outcome": "We spoke to him."}))
    await table.work()
    direct = [words_in(message) for message in table.members[0].user.dm_channel.history()]

    assert "Reports go to" in chosen
    assert "received your report about match #1" in told
    assert "Stalling or leaving on purpose" in words
    assert "> He waits.\n> Always." in words
    assert "You're looking into report 1" in claimed
    assert "Mona" in texts(listed.components)
    assert "Report 1 is resolved" in resolved
    assert "We spoke to him." in words_in(channel.history()[0])
    assert any("A moderator is looking into" in each for each in direct)
    assert any("We spoke to him." in each for each in direct)


async def test_others_do_not_press_the_buttons_of_staff(table: Table) -> None:
    """
    Neither to claim a report nor for the form that resolves it.
    """
    form = await report(table, 0)
    await table.members[0].submit_modal(form, {"topic": ["other"], "words": "Look."})
    listed = (await table.members[GERDA].slash(table.channel, "staff reports")).response
    assert listed is not None
    pressed = [part["custom_id"] for part in controls(listed.components)]
    answers = [await table.members[GERDA].click(listed, custom_id=custom_id) for custom_id in pressed]

    assert ["claim", "resolve"] == [custom_id.split("|")[1] for custom_id in pressed]
    assert answers[1].modal is not None


async def test_a_message_is_reported_by_its_menu(table: Table) -> None:
    """
    A message of the bot by the match that its buttons name; the form of another one's quotes it.
    """
    board = table.newest("details")
    form = await table.members[0].context_menu(table.channel, "Report to staff", board)
    chat = await table.members[1].send(table.channel, "you cheat!")
    quoted = await table.members[0].context_menu(table.channel, "Report to staff", chat)
    assert form.modal is not None
    assert quoted.modal is not None

    assert form.modal["custom_id"].startswith("lt|report|1|")
    assert "Bram wrote: “you cheat!”" in str(quoted.modal)
