"""Commands described in the languages that the bot speaks."""

from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.edge import languages as edge_languages
from bot.edge import limits, words
from bot.edge.platform.translator import Translator
from bot.edge.words import CATALOGUE
from games.core.language.catalogue import Translation, load
from games.core.registry import games
from tests.edge.table import Table, sit_down
from tests.standin.command_limits import TOTAL_TEXT, check_set, weigh

HEADROOM = 400
"""Characters of a command that are left to further options and languages."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot and all games in it."""
    async with sit_down(tmp_path, games=dict(games())) as table:
        yield table


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German that has a few sentences."""
    german = {"Play {title}": "{title} spielen", "Show the board in words": "Das Brett in Worten"}
    monkeypatch.setitem(CATALOGUE._translations, "de", Translation(german))
    monkeypatch.setattr(words, "languages", lambda: ("en", "de"))
    edge_languages._phrases.cache_clear()
    yield
    edge_languages._phrases.cache_clear()


async def told(table: Table) -> list[dict[str, Any]]:
    """Return all commands as they are told to Discord."""
    tree = table.application.client.tree
    return [await command.get_translated_payload(tree, Translator()) for command in tree.get_commands()]


def localized(part: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield what has translations of a command and its options, but not their choices: field, language and words."""
    for field in ("name", "description"):
        for tag, said in (part.get(f"{field}_localizations") or {}).items():
            yield field, tag, said
    for inner in part.get("options", ()):
        yield from localized(inner)


async def test_commands_keep_discords_limits_in_every_language(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    No description of a command or an option, and no choice, has to be cut to 100 characters; a command has at most
    8,000 with the longest language, and leaves room for a longer one.
    """
    sizes: dict[str, int] = {}

    def cut(said: str, most: int) -> str:
        sizes[said] = len(said) - most
        return said

    monkeypatch.setattr(limits, "cut", cut)
    commands = await told(table)

    assert [] == [said for said, over in sizes.items() if over > 0]
    assert [] == [command["name"] for command in commands if weigh(command) > TOTAL_TEXT - HEADROOM]
    check_set(commands, indexed=True)


def untold(part: Mapping[str, Any], tag: str) -> Iterator[str]:
    """Yield the descriptions of a command and its options, or the name of a menu, that aren't told in a language."""
    if "description" not in part:
        yield from () if tag in (part.get("name_localizations") or {}) else (part["name"],)
    elif tag not in (part.get("description_localizations") or {}):
        yield part["description"]
    for inner in part.get("options", ()):
        yield from untold(inner, tag)


@pytest.mark.parametrize("tag", words.languages()[1:])
async def test_every_description_is_told_in_every_language(table: Table, tag: str) -> None:
    """
    Also what is filled in for a game, and what the core asks for all games.
    """
    commands = await told(table)

    assert [] == [english for command in commands for english in untold(command, tag)]


async def test_a_game_describes_its_commands_in_its_own_words(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Two mean different things by the same English, and neither games nor their pictures reword the platform.
    """
    english, keep = "Show the board in words", "Keep it after my next turn"
    for package, german in ("games.greentown", "ausbauen"), ("games.grunn", "urbar"), ("render.grunn", "kurz"):
        catalogue = load(package)
        monkeypatch.setattr(catalogue, "_source", Translation({**catalogue.english, english: english, keep: keep}))
        monkeypatch.setitem(catalogue._translations, "de", Translation({english: german, keep: german}))
    monkeypatch.setitem(CATALOGUE._translations, "de", Translation({english: "In Worten"}))
    edge_languages._phrases.cache_clear()
    said = [edge_languages.phrase(keep, "de", game=games()[key]) for key in ("greentown", "grunn")]
    own = edge_languages.phrase(english, "de")
    found = {said for command in await told(table) for _, tag, said in localized(command) if tag == "de"}
    edge_languages._phrases.cache_clear()

    assert ["ausbauen", "urbar"] == said
    assert "In Worten" == own
    assert {"ausbauen", "urbar", "In Worten"} <= found


@pytest.mark.usefixtures("tiny")
async def test_descriptions_are_told_in_the_languages_there_are(table: Table) -> None:
    """
    Filled in; names stay English, and what has no translation too.
    """
    found = [each for command in await told(table) for each in localized(command)]

    assert {("description", "de", "Grunn spielen"), ("description", "de", "Das Brett in Worten")} <= set(found)
    assert {"description"} == {field for field, _, _ in found}
    assert {"de"} == {tag for _, tag, _ in found}
