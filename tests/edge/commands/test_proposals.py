"""What players decide together, by the buttons of a card: a pause, a seat whose time is up; and giving a match up."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from msgspec.structs import replace

from bot.app.match.paces import Late, PerMove, with_late
from bot.app.match.records import Actor, MatchRequest, Place
from db.ids import ChannelId, GuildId, Key, UserId
from db.records import Status
from db.tx import Tx
from tests.edge.table import Table, controls, said, sit_down
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna, Bram and Cato play."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=3)
        await table.press(1, "join")
        await table.press(2, "join")
        yield table
        table.clean()


async def answer(table: Table, seat: int, message: discord.Message, label: str) -> str:
    """Press the button of that label on a card; what the private answer says."""
    result = await table.members[seat].click(message, label=label)
    await table.work()
    return said(result)


# --- A pause ---------------------------------------------------------------------------------------------------


async def test_a_pause_is_agreed_by_buttons(table: Table) -> None:
    """
    Each is told privately, a stranger too; with the last word it begins, and an old button does nothing.
    """
    await table.slash(0, "match pause propose", until="3 days", match="1")
    card = table.newest("pause")
    stranger = await answer(table, 3, card, "Agree")
    one = await answer(table, 1, card, "Agree")
    twice = await answer(table, 1, card, "Agree")
    running = (await table.match()).clock_stops
    all_of_them = await answer(table, 2, card, "Agree")
    late = await answer(table, 2, card, "Agree")

    assert "no seat in match #1" in stranger
    assert "You agree" in one
    assert "You agree" in twice
    assert () == running
    assert "paused until" in all_of_them
    assert "No pause has been proposed" in late
    assert 1 == len((await table.match()).clock_stops)


async def test_a_pause_is_refused_by_button(table: Table) -> None:
    """
    Then it is off, who proposed it is called; a button of it does not agree to the next one.
    """
    await table.slash(0, "match pause propose", until="3 days", match="1")
    first = table.newest("pause")
    refused = await answer(table, 1, first, "Refuse")
    await table.slash(0, "match pause propose", until="5 days", match="1")
    stale = await answer(table, 2, first, "Agree")

    assert "refused the pause" in refused
    assert any(f"<@{table.members[0].id}>" in words and "refused the pause" in words for words in table.texts())
    assert "No pause has been proposed" in stale
    assert (0,) == tuple((await table.match()).proposals[0].yes)


# --- A seat whose time is up -----------------------------------------------------------------------------------


async def overdue(table: Table) -> tuple[int, int, int]:
    """Open a match in which a vote is under way; its number, who is late, and one of the others."""
    actors = [Actor(UserId(member.id), member.name) for member in table.members[:3]]
    place = Place(GuildId(table.guild.id), ChannelId(table.channel.id))
    pace = with_late(PerMove(seconds=3600), Late.VOTE)
    app = table.application.services
    wish = MatchRequest(game="season", seats=3, pace=pace)
    match = (await app.lobby.create(Key("open"), actors[0], place=place, wish=wish)).match
    for number, other in enumerate(actors[1:]):
        await app.lobby.join(Key(f"join{number}"), other, match=match)

    def spend(tx: Tx) -> None:
        for clock in tx.clocks.of_match(match):
            tx.clocks.put(replace(clock, excuses=0, kept=1))

    await app.uow.store.run(spend)
    late = (await table.match(match)).open_asks()[0].seat
    table.stop_clock(hours=2)
    await app.scheduler.sweep()
    await table.work()
    return match, int(late), (int(late) + 1) % 3


async def test_the_others_vote_by_buttons(table: Table) -> None:
    """
    Who is late and who is a stranger read why not; one word is counted once, the second decides, and then it is over.
    """
    match, late, one = await overdue(table)
    card = table.newest("vote")
    own = await answer(table, late, card, "Wait longer")
    stranger = await answer(table, 3, card, "Wait longer")
    first = await answer(table, one, card, "Make the default move")
    again = await answer(table, one, card, "Wait longer")
    second = await answer(table, (late + 2) % 3, card, "Wait longer")
    over = await answer(table, one, card, "Make the default move")

    assert "The others decide that" in own
    assert "no seat" in stranger
    assert "You voted: the default move. 1 of 2 players voted so far." in first
    assert "You voted: wait longer. 1 of 2 players voted so far." in again
    assert "2 of 2 players voted" in second
    assert "nothing to vote on" in over
    assert () == (await table.match(match)).proposals


# --- The end ---------------------------------------------------------------------------------------------------


async def test_the_host_ends_a_match_with_everybodys_consent(table: Table) -> None:
    """
    Others cannot propose it; who refuses keeps the match going and an old button does nothing; the last word ends it.
    """
    clock = table.stop_clock()
    other = await table.slash(1, "match host end", match="1")
    await table.slash(0, "match host end", match="1")
    first = table.newest("end")
    refused = await answer(table, 1, first, "Refuse")
    clock.forward(seconds=1)  # by which proposals are told apart
    await table.slash(0, "match host end", match="1")
    second = table.newest("end")
    stale = await answer(table, 2, first, "Agree")
    one = await answer(table, 1, second, "Agree")
    running = (await table.match()).match.status
    last = await answer(table, 2, second, "Agree")
    result = table.texts()[-1]

    assert "Only Anna, the host of match #1, can do that." in other
    assert "refused to end the match" in refused
    assert "No one is proposing" in stale
    assert "You agree" in one
    assert Status.RUNNING is running
    assert "as it stands" in last
    assert "All players agreed to end the match as it stood." in result, "nobody of the staff did it"
    assert Status.FINISHED is (await table.match()).match.status


async def test_the_host_gives_others_time(table: Table) -> None:
    """
    Not the own seat; it stands in the log.
    """
    before = [clock.left for clock in (await table.match()).clocks]
    own = await table.slash(0, "match host extend", number=1, hours=5, match="1")
    other = await table.slash(0, "match host extend", number=2, hours=5, match="1")
    log = await table.slash(0, "match log", match="1")
    after = [clock.left for clock in (await table.match()).clocks]

    assert "only to other players" in own
    assert "5 more hours" in other
    assert "5 more hours" in log
    assert [0, 5 * 3600_000, 0] == [late - early for early, late in zip(before, after, strict=True)]


# --- Giving up -------------------------------------------------------------------------------------------------


async def test_giving_up_takes_a_second_press(table: Table) -> None:
    """
    The command says what it would mean and changes nothing; the button does it, once.
    """
    asked, another = [await table.members[1].slash(table.channel, "match resign", match="1") for _ in range(2)]
    assert asked.response is not None
    assert another.response is not None
    question, before = said(asked), (await table.match()).resigned
    pressed = next(part["custom_id"] for part in controls(asked.response.components))
    done = said(await table.members[1].click(asked.response, custom_id=pressed))
    again = said(await table.members[1].click(another.response, custom_id=pressed))
    await table.work()
    stranger = await table.slash(3, "match resign", match="1")

    assert "default moves" in question
    assert not before
    assert "resigned from match #1" in done
    assert "are made for you" in again
    assert "no seat in match #1" in stranger
    assert (1,) == tuple((await table.match()).resigned)
    assert Status.RUNNING is (await table.match()).match.status


async def test_with_two_players_giving_up_ends_the_match(table: Table) -> None:
    """
    That is said before it is done.
    """
    await table.slash(0, "match new", game="season", seats=2)
    await table.slash(1, "match join", match="2")
    asked = await table.slash(0, "match resign", match="2")
    meanwhile = await table.match(2)
    await table.resign(0, 2)

    assert "This ends the match" in asked
    assert Status.RUNNING is meanwhile.match.status
    assert Status.FINISHED is (await table.match(2)).match.status
