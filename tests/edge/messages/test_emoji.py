"""Pieces stand as emoji before the lines of menus and on buttons, beside their words, once Discord knows them."""

import re
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import discord
import pytest

from bot.edge.delivery.fallbacks import Fallback
from bot.edge.emoji import emoji_of, forget, learn, symbol_of, use_in_words
from bot.edge.messages.builder import Button, MessageBuilder, Option, Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import words_for
from bot.edge.words import capitalize
from games.core.registry import games
from games.core.text import raw, say
from games.core.words import Style, Words
from render.core.registry import emoji_names
from tests.edge.messages.test_fallbacks import refused
from tests.edge.messages.test_menus import menus, open_panel
from tests.edge.payloads import components_of, faults_of
from tests.edge.table import Table, controls, sit_down

FIRST = 1_440_000_000_000_000_000


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """Discord knows all pieces of Grunn."""
    learn({("grunn", piece): FIRST + number for number, piece in enumerate(emoji_names("grunn"))})
    yield
    forget()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it."""
    async with sit_down(tmp_path, games={"grunn": games()["grunn"]}) as table:
        yield table
        table.clean()


def message() -> Post:
    """A menu of 25 lines and a button, each with an emoji."""
    bog = emoji_of("grunn", "bog_developed")
    options = [Option(str(number), "A tile " * 10, "What follows", emoji=bog) for number in range(25)]
    press, button = Press(verb=ButtonAction.GALLERY), Press(verb=ButtonAction.LIST)
    return (
        MessageBuilder().select(press, options, placeholder="Tile").buttons([Button(button, "Bog", emoji=bog)]).post()
    )


async def test_a_menu_shows_pieces(table: Table) -> None:
    """
    Each line of the first menu of a match begins with its tile; the words stay as they are.
    """
    forget()
    seat, without = await open_panel(table)
    learn({("grunn", piece): FIRST for piece in emoji_names("grunn")})
    panel = (await table.press(seat, "play")).response
    assert panel is not None
    (bare, *_none), (menu, *_others) = menus(without), menus(panel)

    assert [None] * len(bare["options"]) == [option.get("emoji") for option in bare["options"]]
    assert {FIRST} == {int(option["emoji"]["id"]) for option in menu["options"]}
    assert [option["label"] for option in bare["options"]] == [option["label"] for option in menu["options"]]


async def test_a_combination_shows_the_piece_that_it_begins_with(tmp_path: Path) -> None:
    """
    That of the choice in the menu below it; the words stay as they are.
    """
    learn({("h2olland", piece): FIRST for piece in emoji_names("h2olland")})
    async with sit_down(tmp_path, games={"h2olland": games()["h2olland"]}) as table:
        _seat, panel = await open_panel(table, "h2olland")
        taking = [part for part in controls(panel.components) if part["custom_id"].startswith("lt|take|")]

        assert taking
        assert {FIRST} == {int(part["emoji"]["id"]) for part in taking}


async def test_the_log_shows_pieces_to_those_who_see_pictures(table: Table) -> None:
    """
    An emoji stands before the name of a tile, not in the picture's alternative text, nor for those who want words.
    """
    await open_panel(table)
    seen = await table.slash(0, "match log")
    await table.slash(0, "my display", boards="text")
    heard = await table.slash(0, "match log")

    dealt = re.findall(r"<:\w+:\d+> (\w+)", seen)
    assert dealt
    assert "<:" not in heard
    assert all(word in heard for word in dealt)


def test_a_sentence_about_a_piece_begins_with_it() -> None:
    """
    A building that was made, and one ridge of several with the same sentence; what is in a code block stays as it is.
    """
    game = games()["grunn"]
    words = words_for(game, ("Ann",), symbols=partial(symbol_of, game))
    built = words(say("grunn.log.built.farm", seat=0, cell="E5", ducats=5))
    laid = words(say("grunn.log.lay", seat=0, tile=say("grunn.name.ridge", arrows=raw("NE")), cell="E4"))
    coded = Words({"x.coded": "`{tile}`"}, style=Style(symbols=lambda _text: "!"))(say("x.coded", tile=raw("bog")))

    farm, ridge = (list(emoji_names("grunn")).index(piece) for piece in ("farm", "ridge_ne"))

    assert f"<:{emoji_names('grunn')['farm']}:{FIRST + farm}> Ann builds a farm on E5 for 5 ducats." == built
    assert f"Ann lays the <:{emoji_names('grunn')['ridge_ne']}:{FIRST + ridge}> sand ridge NE tile on E4." == laid
    assert "! `bog`" == coded
    assert "<:farm:1> A farm" == capitalize("<:farm:1> a farm")


def test_a_private_message_has_none_in_its_words() -> None:
    """
    Its reader may have the screen read aloud, and would hear the emoji's names, too.
    """
    text = say("grunn.name.piece.farm")
    use_in_words(False)
    silent = symbol_of(games()["grunn"], text)
    use_in_words(True)

    assert "" == silent
    assert symbol_of(games()["grunn"], text).startswith("<:grunn_farm_")


def test_discord_takes_them() -> None:
    """
    An id and a name, in options and buttons, within the limits of a message.
    """
    post = message()
    holders = [part for row in components_of(post)[0]["components"] for part in row["components"]]
    shown = [holders[0]["options"][0]["emoji"], holders[1]["emoji"]]

    assert [] == faults_of(post)
    assert ["bog_developed", "bog_developed"] == [each["name"] for each in shown]
    assert shown[0]["id"] == shown[1]["id"]


async def test_an_emoji_that_discord_refuses_is_left_out() -> None:
    """
    Somebody has deleted it: the same message is sent without any, and none is shown until they are complete again.
    """
    tried: list[int] = []
    text = "Invalid Form Body\nIn components.0.components.0.components.0.options.0.emoji.id: Invalid emoji"

    async def send(post: Post) -> None:
        tried.append(str(components_of(post)).count("'emoji'"))
        if len(tried) == 1:
            error = refused(400, 50035)
            error.text = text
            raise error

    await Fallback(message()).send(send)

    assert 26 == tried[0]
    assert [0] == tried[1:]
    assert emoji_of("grunn", "bog") is None


async def test_another_refusal_keeps_them() -> None:
    """
    What is refused for another reason goes its way.
    """

    async def send(post: Post) -> None:
        raise refused(400, 50035)

    with pytest.raises(discord.HTTPException):
        await Fallback(message()).send(send)

    assert emoji_of("grunn", "bog") is not None
