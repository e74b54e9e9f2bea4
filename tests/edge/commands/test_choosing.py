"""Which match a command is about: asked with buttons where several fit, and in completion."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.results import ResponseMessage
from structlog.testing import capture_logs

from bot.app.views.targets import ANY
from db.records import Status
from games.core.registry import games
from tests.edge.payloads import texts
from tests.edge.table import Table, asked, controls, line_of, said, sit_down, thought
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, all games and the tiny ones; matches are played in the channel."""
    async with sit_down(tmp_path, games={**games(), **TINY}) as table:
        yield table
        table.clean()


async def begin(table: Table, game: str = "grunn", *, seats: tuple[int, int] = (0, 1)) -> None:
    """Start a match of two."""
    await table.slash(seats[0], "match new", game=game, seats=2)
    await table.press(seats[1], "join")


async def ask(table: Table, seat: int, command: str, **options: Any) -> ResponseMessage:  # noqa: ANN401
    """Type a command and return the private answer."""
    answer = (await table.members[seat].slash(table.channel, command, **options)).response
    assert answer is not None
    assert answer.ephemeral
    return answer


def labels(answer: ResponseMessage) -> list[str]:
    """Return what its buttons say."""
    return [part["label"] for part in controls(answer.components)]


async def completed(
    table: Table, seat: int, command: str, option: str, typed: str = "", **filled: str
) -> list[tuple[str, str]]:
    """Return what completion of an option offers."""
    found = await table.members[seat].autocomplete(table.channel, command, option, typed, **filled)
    return [(choice["name"], str(choice["value"])) for choice in found]


async def test_a_command_asks_with_buttons_and_goes_on_with_what_is_pressed(table: Table) -> None:
    """
    Of four matches the two of one's own that fit are offered alone; the button does what the command would have done.
    """
    await begin(table)
    await begin(table)
    await begin(table, seats=(2, 3))
    await begin(table)
    await table.resign(0, 4)
    answer = await ask(table, 0, "hand")
    words, offered = texts(answer.components), labels(answer)
    pressed = said(await table.members[0].click(answer, label="#1 Grunn"))

    assert "Which match do you mean?" in words
    assert ["#1 Grunn", "#2 Grunn"] == sorted(offered)
    assert "Which match" not in pressed
    assert "Grunn #1" in pressed


async def test_a_typed_line_is_played_on_the_match_that_is_pressed(table: Table) -> None:
    """
    Options of the command come along in the buttons, and so does what they hold.
    """
    await begin(table)
    await begin(table)
    second = await table.match(2)
    turn = next(one for one in asked(second) if one.seat == 0)
    before = [(await table.match(number)).match.version for number in (1, 2)]
    answer = await ask(table, 0, "move", line=line_of(second, turn, thought(second, turn)))
    await table.members[0].click(answer, label="#2 Grunn")
    after = [(await table.match(number)).match.version for number in (1, 2)]

    assert before[0] == after[0]
    assert before[1] < after[1]


async def test_a_line_too_long_for_a_button_is_asked_for_once_more(table: Table) -> None:
    """
    The matches stand there, and what to type.
    """
    await begin(table)
    await begin(table)
    answer = await ask(table, 0, "my notes add", text="x" * 80)

    assert [] == labels(answer)
    assert "with the `match:` option" in texts(answer.components)
    assert "#2 Grunn" in texts(answer.components)


async def test_one_match_is_left_by_its_turn(table: Table) -> None:
    """
    Where only one waits for the player it is meant, without a question.
    """
    await begin(table)
    await begin(table)
    first = await table.match(1)
    turn = next(one for one in asked(first) if one.seat == 0)
    await table.slash(0, "move", line=line_of(first, turn, thought(first, turn)), match="1")
    answer = await ask(table, 0, "hand")

    assert "Grunn #2" in texts(answer.components)


async def test_completion_of_other_options_offers_to_choose_the_match_first(table: Table) -> None:
    """
    Not silently empty; with the match given it completes as ever.
    """
    await begin(table)
    await begin(table)
    unnamed = await completed(table, 0, "move", "line")
    of_form = await completed(table, 0, "board", "player", "An")
    named = await completed(table, 0, "move", "line", match="1")

    assert ["First choose a match with match: #1 or #2"] == [name for name, _value in unnamed]
    assert [("First choose a match with match: #1 or #2", "An")] == of_form
    assert len(named) > 1


async def test_completion_of_a_command_of_another_game_offers_nothing(table: Table) -> None:
    """
    `/greentown plan` beside the only match, one of Grumpf, whose `plan` has other options; the command says why.
    """
    await begin(table, "grumpf")
    with capture_logs() as logs:
        found = [
            await completed(table, 0, "greentown plan", "turns", "A"),
            await completed(table, 0, "h2o plan", "steps", "A", match="1"),
            await completed(table, 0, "walnut plan", "orders", "A"),
        ]
    answer = await ask(table, 0, "greentown plan", turns="A")

    assert [[], [], []] == found
    assert [] == [line for line in logs if "completion" in line["event"]]
    assert "isn't a match of Green Town" in texts(answer.components)


async def test_completion_of_match_offers_what_the_command_makes_sense_on(table: Table) -> None:
    """
    No other games, no finished ones, and none in which one does not sit; `/match score` takes finished ones too.
    """
    await begin(table)
    await begin(table, "season")
    await begin(table, seats=(2, 3))
    await begin(table)
    await table.resign(0, 4)
    turns = [value for _name, value in await completed(table, 0, "grunn turn", "match")]
    scores = [value for _name, value in await completed(table, 0, "match score", "match", "4")]
    rematches = [value for _name, value in await completed(table, 0, "match rematch", "match")]

    assert ["1"] == turns
    assert ["4"] == scores
    assert ["4"] == rematches


async def test_every_command_about_a_match_declares_which(table: Table) -> None:
    """
    Its declaration says on what it makes sense; those that do on finished matches are these.
    """
    tree = table.application.client.tree
    named = {
        command.qualified_name: command.extras["target"]
        for command in tree.walk_commands()
        if isinstance(command, app_commands.Command) and any(option.name == "match" for option in command.parameters)
    }
    own_lists = {
        "match seat open",
        "tournament report",
        "tournament extend",
    }  # they name a match of a list of their own
    after_the_end = {name for name, target in named.items() if Status.FINISHED in target.statuses} - own_lists
    responder = table.application.client.responder
    assert responder is not None
    groups = {game.spec.command for game in responder.games.values()}

    assert {
        *("board", "hand", "match since", "match replay", "match file export"),
        *("my notes show", "my notes add", "my notes set", "my notes clear"),
        *("match show", "match log", "match history", "match score", "match rematch", "match share", "review"),
    } == after_the_end
    assert {"match show"} == {name for name, target in named.items() if target is ANY} - own_lists
    assert {name.split()[0] for name, target in named.items() if target.game} == groups


async def test_a_tournament_is_chosen_first_too(table: Table) -> None:
    """
    Completion of an entrant is not silently empty while no tournament is named, or while there is none.
    """
    none = await completed(table, 0, "tournament drop", "entrant", "x")
    hosts = table.guild.create_role("hosts", permissions=discord.Permissions(manage_events=True))
    table.members[0] = table.guild.add_member(table.env.create_user("gerda"), roles=[hosts])
    for name in ("One", "Two"):
        await ask(table, 0, "tournament create", game="grunn", format="swiss", name=name)
    several = await completed(table, 0, "tournament drop", "entrant", "x")

    assert [("There are no tournaments here yet", "x")] == none
    assert [("First choose one with tournament:", "x")] == several


async def test_a_match_of_a_channel_one_does_not_see_is_neither_offered_nor_shown(table: Table) -> None:
    """
    Others' match in a hidden channel: no completion, no question and no number leads to it.
    """
    closed, lifted = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    bot = table.application.client.user
    assert bot is not None
    who: dict[Any, discord.PermissionOverwrite] = {table.members[2]: lifted, table.members[3]: lifted, bot: lifted}
    hidden = table.guild.create_text_channel("hidden", overwrites={table.guild.default_role: closed, **who})
    shown, table.channel = table.channel, hidden
    await begin(table, seats=(2, 3))
    table.channel = shown
    offered = await completed(table, 0, "board", "match")
    unnamed = texts((await ask(table, 0, "board")).components)
    named = texts((await ask(table, 0, "board", match="1")).components)
    listed = [texts((await ask(table, seat, "match list", which="running")).components) for seat in (0, 2)]

    assert [] == offered
    assert "No match is being played here" in unnamed
    assert "There is no match" in named
    assert ["#1" in words for words in listed] == [False, True]


async def test_a_button_of_an_earlier_release_runs_the_command_under_its_new_name(table: Table) -> None:
    """
    What was asked before the upgrade is answered after it.
    """
    await begin(table)
    view = discord.ui.LayoutView(timeout=None)
    carried = 'lt|which|1||0|notes add{"text":"sow first"}'
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="#1 Grunn", custom_id=carried)))
    view.stop()
    asked = await table.application.client.get_partial_messageable(table.channel.id).send(view=view)
    await table.members[0].click(asked, label="#1 Grunn")

    assert "sow first" in await table.slash(0, "my notes show", match="1")


async def test_a_button_of_an_earlier_release_gets_a_sentence(table: Table) -> None:
    """
    A command that is none, or options nobody wrote.
    """
    await begin(table)
    place = table.application.client.get_partial_messageable(table.channel.id)
    answers = []
    for value in ("dance", "match", "hand up", 'hand{"text":[1]}', "hand{x"):
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.ActionRow(discord.ui.Button(label="x", custom_id=f"lt|which|1||0|{value}")))
        view.stop()
        pressed = await table.members[0].click(await place.send(view=view), label="x")
        assert pressed.response is not None
        answers.append(texts(pressed.response.components))

    assert ["⚠️ This button is from an earlier version"] * 5 == [words[:41] for words in answers]
