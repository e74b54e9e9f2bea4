"""Staff by commands."""

from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import discord
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from db.clocks.records import ClockStopRecord, StopReason
from db.ids import GuildId, MatchId
from db.records import NoticeRecord, NoticeState, Status
from db.tx import Tx
from tests.app.faulty import Faulty
from tests.db.samples import notice
from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY

GERDA = 6


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play, Gerda may manage the server."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        user = table.env.create_user("gerda", global_name="Gerda")
        table.members.append(table.guild.add_member(user, roles=[role]))
        yield table
        table.clean()


async def test_staff_pauses_gives_time_and_ends(table: Table) -> None:
    """
    Everybody reads in the match who did it.
    """
    paused = await table.slash(GERDA, "staff pause", until="2 days", match="1")
    resumed = await table.slash(GERDA, "staff resume", match="1")
    extended = await table.slash(GERDA, "staff extend", number=1, hours=12, match="1")
    ended = await table.slash(GERDA, "staff end", match="1")
    match = await table.match()

    assert "Gerda paused the match" in paused
    assert "Gerda ended the pause" in resumed
    assert "Gerda gave Anna 12 more hours" in extended
    assert "Gerda ended the match" in ended
    assert Status.FINISHED is match.match.status
    assert any("12 more hours" in words for words in table.texts())


async def test_staff_holds_repairs_and_releases(table: Table) -> None:
    """
    While a match is held a move is refused with the reason; after the repair the earlier board stands again; the log of
    the server has all of it.
    """
    start = (await table.match()).match.ply
    await table.slash(0, "move", line="1", match="1")
    turn = int((await table.match()).match.ply > start)  # the lot decides who begins
    await table.slash(1, "move", line="2", match="1")
    held = await table.slash(GERDA, "staff hold", match="1")
    refused = await table.slash(0, "move", line="3", match="1")
    stuck = await table.slash(GERDA, "staff stuck")
    repaired = await table.slash(GERDA, "staff repair", turn=turn, match="1")
    await table.slash(GERDA, "staff release", match="1")
    log = await table.slash(GERDA, "staff log")
    match = await table.match()

    assert "Gerda put the match on hold" in held
    assert "on hold" in refused
    assert "The match has been on hold since" in stuck
    assert f"It goes on from turn {turn}" in repaired
    assert all(word in log for word in ("on hold", "repaired", "released", "#1"))
    assert [1] == [ask.seat for ask in match.open_asks()]
    assert any("Gerda repaired the match" in words for words in table.texts())


async def test_names_in_the_log_of_the_server_show_as_they_are(table: Table) -> None:
    """
    Whatever somebody of the staff is called, the name neither mentions anybody nor is set in bold.
    """
    role = table.guild.create_role("more staff", permissions=discord.Permissions(manage_guild=True))
    user = table.env.create_user("odd", global_name="**Odd** <@1>")
    table.members.append(table.guild.add_member(user, roles=[role]))
    await table.slash(GERDA + 1, "staff pause", until="2 days", match="1")
    log = await table.slash(GERDA, "staff log")

    assert "paused the match" in log
    assert "**Odd**" not in log
    assert "<@1>" not in log


async def test_staff_sees_what_is_stuck_and_how_much_room_is_left(table: Table) -> None:
    """
    Where nothing is wrong the answer says so.
    """
    assert "No matches are stuck" in await table.slash(GERDA, "staff stuck")
    assert "Staff hasn't done anything here yet." in await table.slash(GERDA, "staff log")
    assert "0 of 1000 active threads" in await table.slash(GERDA, "staff threads")


async def test_others_are_refused(table: Table) -> None:
    """
    A server may show the command to more people; who may not manage the server changes nothing by it.
    """
    commands = await table.application.client.tree.fetch_commands()
    staff = next(command for command in commands if command.name == "staff")
    table.guild.set_command_permissions(staff, {table.members[0]: True})
    version = (await table.match()).match.version
    answer = await table.slash(0, "staff end", match="1")

    assert "manage the server" in answer
    assert version == (await table.match()).match.version


@pytest.mark.parametrize(("function", "shown"), [("asks", "Server staff ended"), ("view", "can't show the board")])
async def test_staff_sees_holds_and_ends_a_match_whose_game_fails(tmp_path: Path, function: str, shown: str) -> None:
    """
    A player hears in a sentence what has happened; the end of the match is told in words.
    """
    faulty = Faulty()
    async with sit_down(tmp_path, games={**TINY, "faulty": faulty}) as table:
        await table.slash(0, "match new", game="faulty", seats=2)
        await table.press(1, "join")
        role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        user = table.env.create_user("gerda", global_name="Gerda")
        table.members.append(table.guild.add_member(user, roles=[role]))
        faulty.broken = function
        with capture_logs():
            refused = await table.slash(0, "board", match="1")
            stuck = await table.slash(GERDA, "staff stuck")
            held = await table.slash(GERDA, "staff hold", match="1")
            ended = await table.slash(GERDA, "staff end", match="1")
        match, told = await table.match(), table.texts()
        table.clean()

    assert "The bot hit an error in the rules of match #1" in refused
    assert "`/staff end`" in refused
    assert "Faulty" in stuck
    assert "The bot has hit an error here" in stuck
    assert "Gerda put the match on hold" in held
    assert "Gerda ended the match" in ended
    assert Status.FINISHED is match.match.status
    assert any(shown in words for words in told)


async def test_staff_calls_off_a_match_that_has_not_begun(table: Table) -> None:
    """
    The card says so.
    """
    await table.slash(0, "match new", game="season", seats=3)
    ended = await table.slash(GERDA, "staff end", match="2")
    match = await table.match(2)

    assert "Gerda canceled match #2" in ended
    assert Status.CANCELLED is match.match.status


async def test_health_says_what_works_and_what_does_not(table: Table) -> None:
    """
    From the database to the channels, for moderators alone; the last outage with its length.
    """
    well = await table.slash(GERDA, "staff health")
    store, now = table.application.store, table.application.services.uow.clock.now()
    stop = ClockStopRecord(
        id=0, match=None, user=None, why=StopReason.DOWN, starts=now - timedelta(minutes=12), ends=now
    )
    waiting = notice(
        MatchId(1), lane=table.channel.id, guild=GuildId(table.guild.id), not_before=now - timedelta(hours=1)
    )
    parked = replace(waiting, state=NoticeState.PARKED, reason='{"id": "core.raw", "args": {"words": "No."}}')
    await store.run(lambda tx: tx.clocks.add_stop(stop))
    for row in (parked, waiting):
        await store.run(partial(_enqueue, row))
    ill = await table.slash(GERDA, "staff health")
    others = await table.slash(0, "staff health")

    assert "✅ The database answers in" in well
    assert "✅ No messages are waiting to be sent.\n✅ Everything here could be delivered.\n✅ No matches" in well
    assert "✅ There is no outage on record." in well
    assert "✅ Longtable has all the permissions it needs here." in well
    assert "⏳ 1 message is waiting to be sent, the oldest <t:" in ill
    assert "⚠️ 1 message couldn't be delivered here:\n⚠️ #1 " in ill
    assert "⚠️ 1 match is stuck. `/staff stuck` says why." in ill
    assert "Last outage: 12 minutes, until <t:" in ill
    assert "✅" not in others


def _enqueue(row: NoticeRecord, tx: Tx) -> None:
    tx.outbox.enqueue(row)
