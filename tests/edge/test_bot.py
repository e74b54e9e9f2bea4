"""The client: rights, intents, where it talks to; and `longtable run` when it cannot start."""

from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord import gateway, http

from bot import __main__ as cli
from bot.config import Settings
from bot.edge.bot import DISCORD, LongtableBot, point_at


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Put the two addresses back."""
    base, address = http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY
    yield
    http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY = base, address


async def test_the_bot_wants_servers_and_nothing_else() -> None:
    """
    No privileged intent, no member cache, no stored messages, and nobody is mentioned unless it is said.
    """
    bot = LongtableBot(shard_count=1)

    assert discord.Intents(guilds=True) == bot.intents
    assert isinstance(bot, discord.AutoShardedClient)
    assert bot.allowed_mentions is not None
    assert discord.AllowedMentions.none().to_dict() == dict(bot.allowed_mentions.to_dict())


def test_in_real_mode_nothing_is_touched() -> None:
    """
    Discord's own address leaves the library as it is.
    """
    base, address = http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY
    point_at(DISCORD)
    point_at(DISCORD + "/")

    assert (base, address) == (http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY)


def test_a_stand_in_gets_everything() -> None:
    """
    REST and gateway are pointed at the same host; both attributes still exist in the library.
    """
    assert DISCORD == http.Route.BASE
    point_at("http://127.0.0.1:9123/api/v10")

    assert "http://127.0.0.1:9123/api/v10" == http.Route.BASE
    assert "ws://127.0.0.1:9123/gateway/" == str(gateway.DiscordWebSocket.DEFAULT_GATEWAY)


def test_run_without_a_token_says_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """
    Exit code 2 and one sentence that names the setting and the way without one.
    """
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    code = cli.main(["run"])

    assert code == 2
    assert "longtable: DISCORD_TOKEN isn't set; put the bot's token into .env" in capsys.readouterr().err
