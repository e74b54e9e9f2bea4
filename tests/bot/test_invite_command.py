"""`longtable invite`: the link, what the portal lacks, and what cannot be used."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import __main__ as cli
from bot.config import Settings
from bot.edge.developer_portal import fetch_application, find_missing
from bot.edge.platform.permissions import PERMISSIONS, SCOPES, all_permissions, invite_link
from tests.standin.app import Options, running
from tests.standin.launch import free_port
from tests.standin.small_bot import TOKEN, aim
from tests.standin.world import BOT

ID = 1234567890123456789


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty working directory, and no variable of the machine."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
async def api_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """The address of a stand-in, to which discord.py is pointed until the test ends."""
    async with running(Options(port=free_port(), data=tmp_path / "world.db", check_answers=True)) as stand:
        base = f"{stand.world.base}/api/v10"
        aim(base, monkeypatch)
        monkeypatch.setenv("DISCORD_API_BASE", base)
        yield base


def test_with_an_id_no_token_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Link, scopes and each permission are shown; the portal isn't asked.
    """
    code = cli.main(["invite", "--application", str(ID)])
    shown = capsys.readouterr().out

    assert 0 == code
    assert invite_link(ID) == shown.splitlines()[0]
    assert all(f"- {each.name}: {each.use}" in shown for each in PERMISSIONS)
    assert "developer portal" not in shown


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ([], "Pass its id with --application (“General Information” in the developer portal), or set DISCORD_TOKEN."),
        (["--application", "5"], "5 isn't the id of an application"),
        (["--application", "-1"], "-1 isn't the id of an application"),
        (["--application", "me"], "Invalid value for '--application'"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(
    line: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Neither id nor token, or an id that is none: exit code 2, and no link.
    """
    code = cli.main(["invite", *line])
    shown = capsys.readouterr()

    assert (2, "") == (code, shown.out)
    assert sentence in shown.err


async def test_with_a_token_the_portal_is_asked(
    api_base: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The id comes from Discord, and what is missing there is named; a token that Discord refuses is a sentence.
    """
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    code = await asyncio.to_thread(cli.main, ["invite"])
    shown = capsys.readouterr().out
    monkeypatch.setenv("DISCORD_TOKEN", "another")
    refused = await asyncio.to_thread(cli.main, ["invite"])

    assert 0 == code
    assert invite_link(BOT) == shown.splitlines()[0]
    assert "- Installation: “Guild Install” has no default settings" in shown
    assert "there is no privacy policy" in shown
    assert 2 == refused
    assert "Discord refuses DISCORD_TOKEN" in capsys.readouterr().err


async def test_what_is_missing_in_the_portal_is_named(api_base: str) -> None:
    """
    Scopes and permissions of its own install link one by one; with all in place nothing is missing.
    """
    info: Any = await fetch_application(api_base, TOKEN)
    info.privacy_policy_url = info.terms_of_service_url = "https://example.org"
    lacking = all_permissions() & ~discord.Permissions(attach_files=True)
    install = {"scopes": ["bot"], "permissions": str(lacking.value)}
    personal = {"scopes": ["identify"], "permissions": "0"}
    info._integration_types_config = {
        "0": {"oauth2_install_params": install},
        "1": {"oauth2_install_params": personal},
    }
    some = find_missing(info)
    install |= {"scopes": list(SCOPES), "permissions": str(all_permissions().value)}
    personal["scopes"] = ["applications.commands"]
    nothing = find_missing(info)
    info._integration_types_config = {}
    info.bot_public, info.bot_require_code_grant = False, True

    assert ["scope applications.commands, permission Attach Files", "scope applications.commands"] == [
        line.split(" lack ")[1][:-1] for line in some
    ]
    assert [] == nothing
    assert ["Bot", "Bot", "Installation", "Installation"] == [line.split(":")[0] for line in find_missing(info)]


async def test_a_discord_that_cannot_be_reached_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The sentence says how to do without.
    """
    base = f"http://127.0.0.1:{free_port()}/api/v10"
    aim(base, monkeypatch)
    monkeypatch.setenv("DISCORD_API_BASE", base)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    code = await asyncio.to_thread(cli.main, ["invite"])

    assert 2 == code
    assert "pass --application" in capsys.readouterr().err
