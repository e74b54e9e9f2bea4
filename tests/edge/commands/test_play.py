"""``/play``, the gallery and its buttons; the greeting of a server that has added the bot."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.results import InteractionResult

from bot.edge.imaging.drawing import Scene
from games.core.contract import AnyGame
from games.core.registry import games
from games.grunn.bots.players import BRAINS
from games.grunn.game import Bots, Grunn
from tests.edge.table import Table, button, controls, said, sit_down, words_in
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, and no match."""
    async with sit_down(tmp_path) as table:
        yield table
        table.clean()


async def press(table: Table, shown: InteractionResult, label: str) -> None:
    """Press the button of a label on a private message, which changes in place."""
    assert shown.response is not None
    found = next(part for part in controls(shown.response.components) if part.get("label") == label)
    await table.members[0].click(shown.response, custom_id=found["custom_id"])
    await table.work()


def labels(shown: InteractionResult) -> list[str]:
    """Return what stands on the buttons of a private message."""
    assert shown.response is not None
    return [part["label"] for part in controls(shown.response.components) if "label" in part]


async def test_from_the_gallery_to_a_match_against_the_computer(table: Table) -> None:
    """
    `/play`, the game, *Play the computer*: the board is posted. Covers are drawn once, however often they are shown.
    """
    shown = await table.members[0].slash(table.channel, "play")
    gallery = said(shown)
    await press(table, shown, "Grunn")
    page, ways = said(shown), labels(shown)
    await press(table, shown, "All games")
    await press(table, shown, "Grunn")
    again = said(shown)
    await press(table, shown, "Play the computer")
    covers = [shot.names for shot in table.shots if shot.scene is Scene.SMALL_COVER]

    assert "**Grumpf** · 2–6 players · 15 min · light" in gallery
    assert page == again
    assert page.startswith("### Grunn\nChoose a tile and a card each turn")
    assert ["Play the computer", "Guided first match", "Open for others", "Find players", "Rules"] == ways[:5]
    assert sorted((game.spec.title,) for game in games().values()) == sorted(covers)
    assert [("Grunn",)] == [shot.names for shot in table.shots if shot.scene is Scene.COVER]
    assert (await table.match()).match.practice


@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.parametrize("way", ["Play the computer", "Guided first match"])
async def test_the_first_turn_follows_at_once(table: Table, game: str, way: str) -> None:
    """
    A match that begins at once goes on to the panel of the first turn, in the same message; nobody looks for *Play*.
    """
    shown = await table.members[0].slash(table.channel, "play", game=game)
    await press(table, shown, way)

    assert "the match has started" in said(shown)
    assert {"How do I …?", "Next turn"} & set(labels(shown))


async def test_a_guided_match_is_taken_up_again(table: Table) -> None:
    """
    *Guided first match* starts one that teaches; pressed again before it is over, it opens the panel of that one.
    """
    shown = await table.members[0].slash(table.channel, "play", game="greentown")
    await press(table, shown, "Guided first match")
    first = await table.match()
    shown = await table.members[0].slash(table.channel, "play", game="greentown")
    await press(table, shown, "Guided first match")

    assert first.match.guided
    assert first.match.id == (await table.match()).match.id
    assert "🎓" in said(shown)


async def test_a_match_is_opened_for_others(table: Table) -> None:
    """
    *Open for others* asks for the seats; then the card is posted, from which everybody opens the gallery in private.
    """
    shown = await table.members[0].slash(table.channel, "play", game="grumpf")
    await press(table, shown, "Open for others")
    seats = labels(shown)
    await press(table, shown, "3 players")
    card = table.newest("join")
    opened = await table.press(1, "gallery", card)

    assert ["2 players", "3 players", "4 players", "5 players", "6 players", "Back"] == seats
    assert 3 == (await table.match()).match.seats
    assert said(opened).startswith("### Which game?")


async def test_a_level_plays_at_once(table: Table) -> None:
    """
    With game and level nothing is shown first; a level alone gets a sentence.
    """
    alone = await table.slash(0, "play", level="easy")
    await table.slash(0, "play", game="grunn", level="easy")

    assert "Choose the game, too" in alone
    assert (await table.match()).match.practice


class Calm(Grunn):
    """A game without the level that searches."""

    bots = Bots(BRAINS)


async def test_a_level_that_a_game_lacks_gets_a_sentence(tmp_path: Path) -> None:
    """
    It names those that the game has.
    """
    async with sit_down(tmp_path, games={**games(), "grunn": Calm()}) as table:
        lacking = await table.slash(0, "play", game="grunn", level="strong")

        assert "Grunn has no computer player at this level. Choose beginner, easy or steady." in lacking


async def test_more_games_than_buttons_stand_in_a_menu(tmp_path: Path) -> None:
    """
    A game without computer players and pictures has a page, too, without what it can't do.
    """
    known: dict[str, AnyGame] = {**games(), **TINY}
    async with sit_down(tmp_path, games=known) as table:
        gallery = await table.members[0].slash(table.channel, "play")
        assert gallery.response is not None
        menu = next(part for part in controls(gallery.response.components) if part.get("options"))
        page = await table.choose(0, gallery.response, "season", custom_id=menu["custom_id"])

        assert set(known) == {option["value"] for option in menu["options"]}
        assert "Play the computer" not in labels(page)
        assert "Open for others" in labels(page)


async def test_buttons_of_before_open_the_gallery(table: Table) -> None:
    """
    *Start a practice match* of release 0.2 still stands in channels.
    """
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Start", custom_id="lt|practice|0||0|")))
    place = table.application.client.get_partial_messageable(table.channel.id)
    message = await place.send(view=view)
    pressed = await table.members[0].click(message, custom_id="lt|practice|0||0|")

    assert said(pressed).startswith("### Which game?")


async def test_a_server_is_greeted_once(table: Table) -> None:
    """
    In the first channel in which the bot may write; not again when it is added again. The button opens the gallery.
    """
    client = table.application.client
    quiet = table.guild.create_text_channel("quiet")
    guild = client.get_guild(table.guild.id)
    assert guild is not None
    before = len(table.messages())
    await client.on_guild_join(guild)
    await client.on_guild_join(guild)
    greetings = [message for message in table.messages() if "Welcome to Longtable" in words_in(message)]

    assert 1 == len(greetings) == len(table.messages()) - before
    assert [] == quiet.history()
    assert "/setup" in words_in(greetings[0])
    assert button(greetings[0], "wizard") is not None
    assert button(greetings[0], "gallery") is not None


async def test_an_owner_is_greeted_where_no_channel_can_be_written_to(table: Table) -> None:
    """
    In private, in the same words.
    """
    owner = table.env.create_user("olga", global_name="Olga")
    other = table.env.create_guild("Other", owner=owner)
    client = table.application.client
    guild = client.get_guild(other.id)
    assert guild is not None
    await client.on_guild_join(guild)
    sent = [entry for entry in table.env.http_requests if entry.method == "POST" and entry.path.endswith("/messages")]

    assert guild.owner_id == owner.id
    assert "Welcome to Longtable" in str(sent[-1].json)
    assert [entry.json for entry in table.env.http_requests if entry.path == "/users/@me/channels"][-1] == {
        "recipient_id": owner.id
    }
