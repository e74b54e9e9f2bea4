"""Each reader is answered in their own language; what is posted is in the server's."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app.changes.server_rules import SERVER_DEFAULTS
from bot.app.notifications.languages import Languages
from bot.edge import languages as edge_languages
from bot.edge import words
from bot.edge.commands import parameters
from bot.edge.commands.server.declared import settings_words
from bot.edge.delivery.speaking import Speaker
from bot.edge.interactions import button_actions
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.words import CATALOGUE, language
from db.engine.errors import StoreError
from db.ids import GuildId, UserId
from games.core.language.catalogue import Translation
from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY

GERMAN = {
    "The bot uses your Discord language, or English if it doesn't speak yours.": "Wie dein Discord.",
    "The bot now uses this language with you: {name}.": "Mit dir jetzt: {name}.",
    "Join": "Mitspielen",
    "Play": "Ziehen",
}


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German that has a few sentences."""
    monkeypatch.setitem(CATALOGUE._translations, "de", Translation(GERMAN))
    for module in (words, parameters):
        monkeypatch.setattr(module, "languages", lambda: ("en", "de"))
    edge_languages._phrases.cache_clear()
    yield
    edge_languages._phrases.cache_clear()
    words.set_locale("en")


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it."""
    async with sit_down(tmp_path, games=TINY) as table:
        yield table


def reads(monkeypatch: pytest.MonkeyPatch, table: Table, seat: int, locale: str) -> None:
    """Let somebody's Discord be in another language."""
    original: Any = discord.Interaction._from_data
    user = str(table.members[seat].id)

    def from_data(self: discord.Interaction, data: dict[str, Any]) -> None:
        who = data.get("user") or data.get("member", {}).get("user", {})
        original(self, {**data, "locale": locale} if who.get("id") == user else data)

    monkeypatch.setattr(discord.Interaction, "_from_data", from_data)


def labels(message: discord.Message) -> list[str | None]:
    """Return what stands on a message's buttons."""
    parts = discord.ui.LayoutView.from_message(message).walk_children()
    return [part.label for part in parts if isinstance(part, discord.ui.Button)]


async def test_answers_are_in_the_language_of_the_readers_discord(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    That of others, and what is posted, stays the server's.
    """
    reads(monkeypatch, table, 0, "de")
    own, other = await table.slash(0, "my language"), await table.slash(1, "my language")
    await table.slash(0, "match new", game="season", seats=2)

    assert ("Wie dein Discord.", True) == (own, other.startswith("The bot uses your Discord language"))
    assert any("Join" in labels(message) for message in table.messages())
    assert not any("Mitspielen" in labels(message) for message in table.messages())


async def test_forms_are_in_the_language_of_who_opens_them(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A form is opened before anything is acknowledged, and so on a way of its own.
    """
    opened = list[discord.ui.Modal]()
    interaction: Any = SimpleNamespace(
        locale=discord.Locale.german,
        guild_id=None,
        user=SimpleNamespace(id=table.members[0].id),
        type=discord.InteractionType.component,
        data=None,
        extras={},
    )

    async def form(*_given: object) -> discord.ui.Modal:
        return discord.ui.Modal(title=words._("Join"), timeout=None)

    async def show_form(_interaction: object, modal: discord.ui.Modal) -> None:
        opened.append(modal)

    monkeypatch.setitem(button_actions._openers, ButtonAction.NUMBERS, form)
    monkeypatch.setattr(button_actions, "show_form", show_form)
    assert table.application.client.responder is not None
    press = Press(verb=ButtonAction.NUMBERS)
    await asyncio.create_task(
        button_actions.answer_press(table.application.client.responder, interaction, press, chosen=None)
    )

    assert ["Mitspielen"] == [modal.title for modal in opened]


async def test_a_command_that_cannot_be_read_is_answered_in_the_readers_language(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Nothing of ours has seen it before.
    """
    english = "This command has changed or can't be used like this. Pick it from the list again."
    monkeypatch.setitem(CATALOGUE._translations, "de", Translation({english: "Wähle ihn neu."}))
    answers = list[str]()

    async def send_message(said: str, **_given: object) -> None:
        answers.append(said)

    response = SimpleNamespace(is_done=lambda: False, send_message=send_message)
    interaction: Any = SimpleNamespace(
        locale=discord.Locale.german, command=None, type=discord.InteractionType.application_command, response=response
    )
    error = discord.app_commands.AppCommandError("x")
    await asyncio.create_task(table.application.client.tree.on_error(interaction, error))

    assert ["Wähle ihn neu."] == answers


async def test_a_choice_counts_at_once_and_for_oneself(table: Table) -> None:
    """
    By name or tag; “auto” takes it back; a language that the bot doesn't speak is refused with those it does.
    """
    chosen = await table.slash(0, "my language", language="Deutsch")
    after, other = await table.slash(0, "my language"), await table.slash(1, "my language")
    refused = await table.slash(1, "my language", language="Klingon")
    automatic = await table.slash(0, "my language", language="auto")

    assert ("Mit dir jetzt: Deutsch.", "Mit dir jetzt: Deutsch.") == (chosen, after)
    assert other.startswith("The bot uses your Discord language")
    assert "The bot doesn't speak “Klingon”. Choose one of these: auto, English or Deutsch." in refused
    assert automatic.startswith("The bot uses your Discord language")


async def test_a_chosen_language_whose_files_are_gone_is_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    English is shown instead, and ``/my language`` and ``/settings`` say why.
    """
    await table.slash(0, "my language", language="de")
    monkeypatch.setattr(words, "languages", lambda: ("en",))
    words.set_locale("en")

    assert "Deutsch isn't installed anymore, so the bot uses English" in await table.slash(0, "my language")
    assert "Deutsch isn't installed anymore" in settings_words({**SERVER_DEFAULTS, "language": "de"}, {})


def test_reading_what_is_lettered_loads_no_pictures() -> None:
    """
    The bot says at its start what is wrong with translations, also those of pictures, which other processes draw.
    """
    asked = (
        "import sys; from bot.edge.languages import catalogues; found = [each.package for each in catalogues()];"
        "print('render.grunn' in found, 'render.grunn' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout

    assert "True False\n" == said


async def test_a_servers_choice_is_that_of_its_posts(table: Table) -> None:
    """
    Whoever opens the match; an unknown one is refused, and “auto” is the server's own on Discord again.
    """
    role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    table.members.append(table.guild.add_member(table.env.create_user("gerda"), roles=[role]))
    staff = len(table.members) - 1
    refused = await table.slash(staff, "settings", language="Klingon")
    await table.slash(staff, "settings", language="de")
    await table.slash(1, "match new", game="season", seats=2)
    german = labels(table.newest("join"))
    await table.slash(staff, "settings", language="auto")
    await table.slash(1, "match new", game="season", seats=2)

    assert "The bot doesn't speak “Klingon”." in refused
    assert ("Mitspielen" in german, "Join" in labels(table.newest("join"))) == (True, True)


async def test_completion_offers_the_languages_there_are(table: Table) -> None:
    """
    By name or tag, and the automatic choice.
    """
    offered = [await parameters._complete_language(None, None, typed) for typed in ("", "deu", "de", "x")]  # type: ignore[arg-type]

    assert [["auto", "en", "de"], ["de"], ["de"], []] == [[tag for _name, tag in each] for each in offered]


class Chosen(Languages):
    """What was chosen, without a database; it may be out of order."""

    def __init__(self, person: str = "", server: str = "", *, broken: bool = False) -> None:
        """Take the choices."""
        self.person, self.server, self.broken = person, server, broken

    async def of_person(self, user: UserId) -> str:
        """Return the person's."""
        if self.broken:
            raise StoreError("broken")
        return self.person

    async def of_server(self, guild: GuildId) -> str:
        """Return the server's."""
        return await self.of_person(UserId(0)) or self.server


@pytest.mark.parametrize(
    ("chosen", "guild", "spoken"),
    [
        (Chosen(server="de"), 9, "de"),
        (Chosen(), 9, "de"),
        (Chosen(), 8, "en"),
        (Chosen(server="fr"), 9, "en"),
        (Chosen(person="de"), None, "de"),
        (Chosen(), None, "en"),
        (Chosen(broken=True), 9, "de"),
        (None, None, "en"),
    ],
)
async def test_posts_are_in_the_servers_language(chosen: Languages | None, guild: int | None, spoken: str) -> None:
    """
    The chosen one, else that of the server on Discord; outside servers the host's; English where none is known.
    """
    servers = {9: SimpleNamespace(preferred_locale=discord.Locale.german)}
    speaker = Speaker(SimpleNamespace(get_guild=servers.get), chosen)  # type: ignore[arg-type]
    await speaker.in_server(None if guild is None else GuildId(guild), host=1)

    assert spoken == language()
