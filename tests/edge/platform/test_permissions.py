"""The permissions of the bot: one table in code, which README, the checks of a place and the invite link follow."""

import re
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from babel.messages.pofile import read_po

from bot.edge.interactions import rights
from bot.edge.platform import permissions
from bot.edge.platform.permissions import OPTIONAL, PERMISSIONS, all_permissions, invite_link
from tests.standin.permissions import BOT, Right

ROOT = Path(__file__).parents[3]


def rows(page: str) -> list[tuple[str, str]]:
    """Return the rows of the page's table of permissions."""
    table = page.split("| permission | why |", 1)[1].split("\n\n", 1)[0]
    return [(row[1], row[2]) for row in re.finditer(r"^ *\| (\w[^|]*) \| ([^|]*) \|$", table, re.MULTILINE)]


def test_readme_lists_the_permissions() -> None:
    """
    The same names for the same reasons, in the same order.
    """
    assert [(each.name, each.use) for each in PERMISSIONS] == rows((ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("tag", ["nl", "de"])
def test_names_and_reasons_are_translated(tag: str) -> None:
    """
    `/setup` explains each permission in the reader's language, also those that are optional.
    """
    catalogue = (ROOT / "bot/edge/locale" / f"{tag}.po").read_text(encoding="utf-8")
    known = {message.id: message.string for message in read_po(StringIO(catalogue))}
    texts = [text for each in (*PERMISSIONS, *OPTIONAL) for text in (each.name, each.use)]

    assert [] == [text for text in texts if known.get(text, "") in ("", text)]


def test_the_number_is_that_of_discords_names() -> None:
    """
    Each permission's bit, found by Discord's name for it, is in the number, and nothing else; never Administrator.
    """
    bits = sum(Right[each.name.upper().replace(" ", "_")] for each in PERMISSIONS)

    assert bits == all_permissions().value
    assert not all_permissions().administrator


def test_what_is_checked_in_a_place_is_asked_for() -> None:
    """
    Whatever permission the bot may say is missing, it asked for when it was invited.
    """
    groups = [value if isinstance(value, tuple) else (value,) for value in vars(rights).values()]
    checked = {each.key for group in groups for each in group if isinstance(each, rights.Right)}

    assert {"view_channel", "attach_files", "pin_messages"} < checked
    assert checked <= permissions.NAMES.keys()


def test_the_stand_in_gives_the_bot_no_more() -> None:
    """
    All trials over the wire run with the permissions of the invite link.
    """
    assert BOT == all_permissions().value


def test_the_link_asks_for_scopes_and_permissions() -> None:
    """
    It leads to Discord, with the application's id.
    """
    link = urlsplit(invite_link(1234567890123456789))

    assert ("discord.com", "/oauth2/authorize") == (link.netloc, link.path)
    assert parse_qs(link.query) == {
        "client_id": ["1234567890123456789"],
        "scope": ["bot applications.commands"],
        "permissions": [str(discord.Permissions(BOT).value)],
    }


def test_the_page_for_launching_names_the_number() -> None:
    """
    What an owner types into the developer portal is what the command prints.
    """
    page = (ROOT / "docs" / "launch.md").read_text(encoding="utf-8")

    assert {str(all_permissions().value)} == set(re.findall(r"\b\d{13,}\b", page))
