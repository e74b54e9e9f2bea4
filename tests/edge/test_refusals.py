"""Bad input: each gets one private sentence that says what would be right, and changes nothing."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.results import ResponseMessage

from bot.app.match.records import Actor, Panel
from bot.edge.messages.custom_ids import ButtonAction, Press
from db.ids import Key, MatchId, UserId
from db.records import Status
from games.core.seats import AskId
from tests.edge.payloads import texts
from tests.edge.table import Table, asked, button, controls, line_of, said, sit_down, thought

STRANGER = 5


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A match of Grunn for two that has just begun: its tiles are arranged, seat 0 or 1 is to move."""
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="grunn", seats=2)
        await table.press(1, "join")
        for _ in range(2):
            match = await table.match()
            ask = asked(match)[0]
            await table.slash(ask.seat, "move", line=line_of(match, ask, thought(match, ask)))
        yield table
        table.clean()


async def refused(table: Table, seat: int, command: str, **options: object) -> str:
    """Type a command that is refused, and see that nothing was changed."""
    before = (await table.match()).match.version
    posts = len(table.messages())
    answer = await table.slash(seat, command, **options)
    assert (before, posts) == ((await table.match()).match.version, len(table.messages()))
    assert answer.startswith("⚠️")
    return answer


async def turn_of(table: Table) -> int:
    """Return the seat to move."""
    return asked(await table.match())[0].seat


async def test_a_line_that_cannot_be_read(table: Table) -> None:
    """
    The sentence says how a line is written.
    """
    answer = await refused(table, await turn_of(table), "move", line="dance the polka")

    assert "dance" in answer or "pair" in answer.casefold()


async def test_an_illegal_move(table: Table) -> None:
    """
    The rule's own reason, and what is asked now.
    """
    seat = await turn_of(table)
    answer = await refused(table, seat, "grunn turn", pair="1", place="Z9")

    assert "Z9" in answer


async def test_a_move_out_of_turn(table: Table) -> None:
    """
    Who is not asked is told whose turn it is.
    """
    seat = await turn_of(table)
    answer = await refused(table, 1 - seat, "grunn turn", pair="1", place="E5")

    assert str(table.members[seat].user.global_name) in answer


async def test_a_stranger_at_play(table: Table) -> None:
    """
    Who has no seat is told so, and what the match waits for.
    """
    answer = said(await table.press(STRANGER, "play"))

    assert "no seat in match #1" in answer


async def test_a_stranger_may_look_but_sees_no_secrets(table: Table) -> None:
    """
    *My view* of a stranger is the spectator's.
    """
    answer = said(await table.press(STRANGER, "view"))

    assert "⚠️" not in answer


async def test_a_stale_button_shows_what_is_asked_now(table: Table) -> None:
    """
    A panel from before the turn was made answers with the present prompt.
    """
    seat = await turn_of(table)
    panel = (await table.press(seat, "play")).response
    assert panel is not None
    match = await table.match()
    ask = asked(match)[0]
    await table.slash(seat, "move", line=line_of(match, ask, thought(match, ask)))
    version = (await table.match()).match.version
    await choose_first(table, seat, panel)

    assert version == (await table.match()).match.version
    assert "closed" in texts(panel.components)
    assert "Bram" in texts(panel.components) or "Anna" in texts(panel.components)


async def test_a_double_press_does_nothing_twice(table: Table) -> None:
    """
    The second press of the same button finds a longer draft, and shows it.
    """
    seat = await turn_of(table)
    panel = (await table.press(seat, "play")).response
    assert panel is not None
    pressed = Press.read(await choose_first(table, seat, panel))
    drafts = table.application.services.drafts
    actor = Actor(UserId(table.members[seat].id), "x")
    before = await drafts.open(actor, match=MatchId(1))
    verb, _, value = pressed.value.partition("=")
    again = await drafts.press(
        Key("again"), actor, match=MatchId(1), ask=AskId(pressed.ask), length=pressed.at, choice=(verb, value)
    )

    assert isinstance(again, Panel)
    assert again.stale
    assert before.moves == again.moves
    assert "1. " in texts(panel.components)


async def choose_first(table: Table, seat: int, panel: ResponseMessage) -> str:
    """Press the first choice in a panel and return its custom id."""
    part = next(part for part in controls(panel.components) if "|choose|" in part["custom_id"])
    custom_id = str(part["custom_id"])
    if "options" in part:
        await table.choose(seat, panel, part["options"][0]["value"], custom_id=custom_id)
    else:
        await table.members[seat].click(panel, custom_id=custom_id)
    return custom_id


async def test_a_match_that_is_over(table: Table) -> None:
    """
    After the end nothing can be played, and the old buttons say so.
    """
    board = table.newest("play")
    await table.resign(0)
    match = await table.match()
    assert Status.FINISHED is match.match.status
    answer = await refused(table, 1, "grunn turn", pair="1", place="E5", match="1")

    assert "over" in answer
    assert button(table.messages()[-1], "play") is None
    assert button(by_id(table, board.id), "play") is None


async def test_a_text_of_6000_characters(table: Table) -> None:
    """
    Whatever is typed, the answer keeps the limits.
    """
    answer = await refused(table, await turn_of(table), "move", line="x" * 6000)

    assert len(answer) < 1000
    assert "Anna" in answer or "Bram" in answer


async def test_names_with_markdown_and_mentions(table: Table) -> None:
    """
    A name shows as it is and calls nobody.
    """
    rude = table.guild.add_member(table.env.create_user("rude", global_name="**@everyone** <@1> 🦊"))
    table.members[STRANGER] = rude
    await table.slash(STRANGER, "match new", game="grunn", seats=2)
    shown = next(words for words in reversed(table.texts()) if "#2" in words)

    assert "@everyone" not in shown
    assert "\\*\\*" in shown
    assert "🦊" in shown
    sent = [entry.json for entry in table.env.http_requests if entry.path.endswith("/messages") and entry.json]
    assert all(body["allowed_mentions"]["parse"] == [] for body in sent)


@pytest.mark.parametrize(
    ("command", "options", "sentence"),
    [
        ("match new", {"game": "chess"}, "“chess” isn't a game here."),
        ("match new", {"game": "grunn", "seats": 9}, "takes"),
        ("match new", {"game": "grunn", "options": "marsh_neighbours=5"}, "5"),
        ("match new", {"game": "grunn", "options": "colour=red"}, "colour"),
        ("match new", {"game": "grunn", "options": "nonsense"}, "name=value"),
        ("match show", {"match": "99"}, "no match #99"),
        ("match show", {"match": "ninety"}, "isn't a match number"),
        ("board", {"player": "Nobody"}, "isn't a player in this match"),
        ("rules", {"game": "grunn", "topic": "sorcery"}, "isn't a rules page"),
        ("match history", {"turn": 0, "match": "99"}, "no match #99"),
    ],
)
async def test_options_out_of_range(table: Table, command: str, options: dict[str, object], sentence: str) -> None:
    """
    Each option that cannot be used is named, with what could be.
    """
    answer = await refused(table, 0, command, **options)

    assert sentence in answer


async def test_a_button_of_an_earlier_release(table: Table) -> None:
    """
    An id that this release does not know gets a sentence instead of silence.
    """
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Old", custom_id="lt|dance|1||0|")))
    view.stop()
    message = await table.application.client.get_partial_messageable(table.channel.id).send(view=view)
    result = await table.members[0].click(message, custom_id="lt|dance|1||0|")

    assert "earlier version" in said(result)


async def test_a_setting_of_the_server_needs_the_right(table: Table) -> None:
    """
    Only people who can manage the server can change its settings.
    """
    answer = await refused(table, 0, "settings", threads="channel")

    assert "manage the server" in answer


async def test_a_lobby_button_after_the_start(table: Table) -> None:
    """
    An old card's buttons say that the match has started.
    """
    press = Press(verb=ButtonAction.JOIN, match=1).custom_id()
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Join", custom_id=press)))
    view.stop()
    message = await table.application.client.get_partial_messageable(table.channel.id).send(view=view)
    result = await table.members[2].click(message, custom_id=press)

    assert "has already started" in said(result)


def by_id(table: Table, number: int) -> discord.Message:
    """Return a message of the channel."""
    return next(message for message in table.messages() if message.id == number)


async def test_rules_where_no_match_is_played(tmp_path: Path) -> None:
    """
    Without a game, and without a match that would tell it, the games are listed; one is chosen from a menu.
    """
    async with sit_down(tmp_path) as empty:
        listed = await empty.members[0].slash(empty.channel, "rules")
        assert listed.response is not None
        games_listed = said(listed)
        (menu,) = (part for part in controls(listed.response.components) if "options" in part)
        chosen = await empty.choose(0, listed.response, "grumpf", custom_id=menu["custom_id"])

    assert "`/rules game:grunn`" in games_listed
    assert "### Grumpf: The game in short" in said(chosen)
