"""Late and doubled answers, rate limits, server errors, dropped connections, shards, restarts."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.standin.app import Options, running
from tests.standin.client import Control
from tests.standin.launch import Process, free_port
from tests.standin.small_bot import SmallBot, aim, online
from tests.standin.stand import Stand


async def test_10062_after_the_time_is_up(bot: SmallBot, control: Control) -> None:
    """
    An answer after the three seconds (shortened here) is refused with 10062, and the user sees a failure.
    """
    await control.settings(ack_ms=200)
    outcome = await control.interact("user1", "tables", "/late")
    refused = await control.outcome_when(outcome.interaction, lambda o: bool(o.refusals))

    assert ("failed", None, "the bot didn't answer in time") == (
        outcome.kind,
        outcome.acknowledged_ms,
        outcome.reason,
    )
    assert ["404 10062 Unknown interaction"] == refused.refusals
    assert [] == await control.messages("tables")


async def test_40060_when_delivered_twice(bot: SmallBot, control: Control) -> None:
    """
    The same interaction delivered twice runs twice in the bot; its second answer is refused with 40060.
    """
    await control.fault("double")
    outcome = await control.interact("user1", "tables", "/grunn word first:a second:b")
    outcome = await control.outcome_when(outcome.interaction, lambda o: bool(o.refusals))

    assert (2, 1) == (bot.heard, len(outcome.messages))
    assert ["400 40060 Interaction has already been acknowledged."] == outcome.refusals


async def test_50035_in_an_answer(bot: SmallBot, control: Control) -> None:
    """
    An answer with a bad embed is refused with the path below ``data``, and doesn't count as an answer.
    """
    await control.settings(ack_ms=700)
    outcome = await control.interact("user1", "tables", "/bad")
    wrong = await control.requests(wrong=1)

    assert "failed" == outcome.kind
    assert ["400 50035 Invalid Form Body"] == outcome.refusals
    assert ["data.embeds.0.title: BASE_TYPE_MAX_LENGTH: Must be 256 or fewer in length."] == wrong[0]["problems"]


async def test_a_deferred_answer_may_show_no_new_file(bot: SmallBot, control: Control) -> None:
    """
    Where it is set so (discord-api-docs 7529), components show no file that comes with an edit of the placeholder, with
    the follow-up that fills it, or with an update of the pressed message; an answer at once and a further follow-up do.
    """
    await control.settings(deferred_files=False, ack_ms=1000)
    edit, fill = [
        await control.interact("user1", "tables", f"/gallery way:{way}", wait_s=0.5) for way in ("edit", "fill")
    ]
    beside, classic = [
        await control.interact("user1", "tables", f"/gallery way:{way}") for way in ("beside", "classic")
    ]
    answer = await control.interact("user1", "tables", "/layout")
    update = await control.press("user1", answer.message, "play")

    for refused in (edit, fill, update):
        (why,) = refused.refusals
        assert "50035" in why
    assert [True, True] == [outcome.messages[0].loading for outcome in (edit, fill)]
    beside = await control.outcome_when(beside.interaction, lambda outcome: len(outcome.messages) == 2)
    assert ["words", "**Grunn** #142"] == [message.text for message in beside.messages]
    assert ["words"] == [message.text for message in classic.messages]
    assert ([], []) == (answer.refusals, beside.refusals)


async def test_50027_and_10015(bot: SmallBot, control: Control, stand: Stand) -> None:
    """
    A token works for fifteen minutes; an unknown one opens nothing.
    """
    await control.interact("user1", "tables", "/grunn take count:1")
    token = next(reversed(stand.world.interactions.values())).token
    await control.fault("clock", ahead_s=16 * 60)
    answers = [await _follow_up(control.url, bot, token), await _follow_up(control.url, bot, "nonsense")]

    assert [(401, 50027), (404, 10015)] == answers


async def _follow_up(url: str, bot: SmallBot, token: str) -> tuple[int, int]:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{url}/api/v10/webhooks/{bot.application_id}/{token}", json={"content": "x"}) as response,
    ):
        return response.status, (await response.json())["code"]


async def test_429_with_via_is_waited_for(bot: SmallBot, control: Control) -> None:
    """
    A 429 carries ``Via`` and ``retry_after``: the library waits and repeats. Without ``Via`` it counts as a ban.
    """
    started = time.monotonic()
    await control.http_fault("429", path="/channels/*/messages", retry_after=0.3)
    await bot.place("tables").send("patient")
    waited = time.monotonic() - started
    await control.http_fault("429", path="/channels/*/messages", via=False)
    with pytest.raises(discord.HTTPException) as banned:
        await bot.place("tables").send("banned")

    assert waited >= 0.3
    assert 429 == banned.value.status
    assert [429, 200, 429] == [entry["status"] for entry in await control.requests(method="POST")]


async def test_bucket_headers_hold_the_library_back(bot: SmallBot, control: Control) -> None:
    """
    The headers tell of five messages in five seconds, so the library never meets a 429 by itself.
    """
    for n in range(4):
        await bot.place("tables").send(str(n))
    async with (
        aiohttp.ClientSession(headers={"Authorization": "Bot standin"}) as session,
        session.post(
            f"{control.url}/api/v10/channels/{bot.place('tables').id}/messages", json={"content": "4"}
        ) as fifth,
        session.post(
            f"{control.url}/api/v10/channels/{bot.place('tables').id}/messages", json={"content": "5"}
        ) as sixth,
    ):
        limited = await sixth.json()

    assert (200, "5", "0") == (fifth.status, *(fifth.headers[f"X-RateLimit-{k}"] for k in ("Limit", "Remaining")))
    assert (429, False, "user") == (sixth.status, limited["global"], sixth.headers["X-RateLimit-Scope"])
    assert 0 < limited["retry_after"] <= 5
    assert "application/json" == sixth.headers["Content-Type"]


async def test_502_after_taking_effect(bot: SmallBot, control: Control) -> None:
    """
    A create answered 502 after it took effect is repeated by the library with the same nonce: one message.
    """
    await control.http_fault("error", path="/channels/*/messages", after=True)
    await bot.place("tables").send("once")

    assert ["once"] == [message.text for message in await control.messages("tables")]
    assert [502, 200] == [entry["status"] for entry in await control.requests(method="POST")]


async def test_connection_dropped_after_taking_effect(bot: SmallBot, control: Control) -> None:
    """
    A connection dropped raises in the bot; the message is there if it was dropped after the effect.
    """
    for after in (False, True):
        await control.http_fault("reset", path="/channels/*/messages", after=after)
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await bot.place("tables").send(f"after: {after}")

    assert ["after: True"] == [message.text for message in await control.messages("tables")]


async def test_slow_answers(bot: SmallBot, control: Control) -> None:
    """
    An answer can be held up before or after it takes effect.
    """
    await control.http_fault("slow", path="/interactions/*", delay_ms=200)
    outcome = await control.interact("user1", "tables", "/grunn take count:1")

    assert outcome.acknowledged_ms is not None
    assert outcome.acknowledged_ms >= 200


@pytest.mark.parametrize("code", [None, 4000])
async def test_resume_replays_what_was_missed(bot: SmallBot, control: Control, code: int | None) -> None:
    """
    After a cut or closed socket the bot resumes and gets the interaction sent meanwhile.
    """
    await control.fault("drop", code=code)
    outcome = await control.interact("user1", "tables", "/grunn take count:1 loud:True")

    assert "take 1 note= side= who=- loud=True" == outcome.message.text
    assert (1, 1) == (bot.resumes, len((await control.world("sessions"))["sessions"]))


async def test_op_7_resumes(bot: SmallBot, control: Control) -> None:
    """
    Opcode 7 makes the bot reconnect and resume.
    """
    await control.fault("reconnect")
    outcome = await control.interact("user1", "tables", "/grunn take count:1")

    assert ("message", 1) == (outcome.kind, bot.resumes)


async def test_foreign_requests_are_refused(bot: SmallBot, control: Control) -> None:
    """
    Without the token 401; a path that isn't there 404.
    """
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{control.url}/api/v10/users/@me") as stranger:
            pass
        async with session.get(f"{control.url}/api/v10/nowhere") as lost:
            pass

    assert (401, 404) == (stranger.status, lost.status)
    assert "?" == (await control.requests())[-1]["route"]


async def test_wrong_token_and_privileged_intents(
    stand: Stand, control: Control, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A wrong token fails at login; privileged intents close the gateway with 4014.
    """
    aim(f"{control.url}/api/v10", monkeypatch)
    stranger, nosy = SmallBot(), SmallBot()
    nosy._connection._intents.members = True
    with pytest.raises(discord.LoginFailure):
        async with stranger:
            await stranger.login("wrong")
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with online(nosy):
            pass


async def test_two_shards(stand: Stand, control: Control, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    With two shards each gets its own guilds' interactions, direct messages come on shard 0, and one can drop alone.
    """
    aim(f"{control.url}/api/v10", monkeypatch)
    await control.settings(shards=2, max_concurrency=2)
    await control.create("guild", "Second", shard=[1, 2])
    async with online(SmallBot()) as bot:
        first = await control.interact("user1", "Longtable/tables", "/grunn take count:1")
        second = await control.interact("user1", "Second/tables", "/grunn take count:2")
        direct = await control.interact("user1", "dm:user1", "/grunn take count:3")
        await control.fault("drop", shard=1)
        again = await control.interact("user1", "Second/tables", "/grunn take count:1")
        guilds = {guild.name: guild.shard_id for guild in bot.guilds}

    assert {"Longtable": 0, "Second": 1} == guilds
    assert ["message"] * 4 == [outcome.kind for outcome in (first, second, direct, again)]
    assert 1 == bot.resumes


async def test_another_bot_process_takes_over(stand: Stand, control: Control, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A new bot answers buttons of the one before; registering unchanged commands changes nothing.
    """
    aim(f"{control.url}/api/v10", monkeypatch)
    async with online(SmallBot()):
        shown = (await control.interact("user1", "tables", "/buttons")).message
        before = (await control.world("commands"))["commands"]
    nobody = await control.press("user1", shown, "count")
    async with online(SmallBot()):
        pressed = await control.press("user1", shown, "count")
        after = (await control.world("commands"))["commands"]

    assert ("failed", "no gateway session took it") == (nobody.kind, nobody.reason)
    assert "update" == pressed.kind
    assert before == after


async def test_guild_without_the_bot(bot: SmallBot, control: Control) -> None:
    """
    Where the bot isn't a member its commands are offered only to users who installed it, if declared so.
    """
    await control.create("guild", "Foreign", with_bot=False)
    await control.fault("install", user="user1")
    bot.tree.allowed_installs = discord.app_commands.AppInstallationType(guild=True, user=True)
    bot.tree.allowed_contexts = discord.app_commands.AppCommandContext(guild=True, dm_channel=True)
    await bot.tree.sync()
    outcome = await control.interact("user1", "Foreign/tables", "/grunn word first:a second:b")

    assert ("a b", False) == (outcome.message.text, outcome.message.ephemeral)


async def test_way_a_attributes_exist() -> None:
    """
    The two attributes of discord.py that pointing it elsewhere sets are still there.
    """
    assert "https://discord.com/api/v10" == Route.BASE
    assert "gateway.discord.gg" == DiscordWebSocket.DEFAULT_GATEWAY.host


@pytest.fixture
async def unix(tmp_path: Path) -> AsyncIterator[tuple[Stand, Path]]:
    """A stand-in that also serves a Unix socket."""
    path = tmp_path / "s"
    options = Options(port=free_port(), data=tmp_path / "world.db", unix=path, check_answers=True)
    async with running(options) as made:
        yield made, path


async def test_way_b_over_a_unix_socket(unix: tuple[Stand, Path]) -> None:
    """
    With the documented ``connector`` option nothing is patched: everything goes down the Unix socket.
    """
    stand, path = unix
    connector = aiohttp.UnixConnector(str(path), limit=0)
    async with online(SmallBot(connector=connector)) as bot, Control(stand.world.base) as control:
        outcome = await control.interact("user1", "tables", "/buttons")
        pressed = await control.press("user1", outcome.message, "count")
        files = {"file": {"filename": "a.txt", "data": "aGVsbG8="}}
        read = await control.interact("user1", "tables", "/upload", files=files)
        await control.fault("drop")
        resumed = await control.interact("user1", "tables", "/grunn take count:1")

    assert ("update", "a.txt 5", "message") == (pressed.kind, read.message.text, resumed.kind)
    assert 1 == bot.resumes


async def test_killed_and_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The stand-in's process killed and started again from its file: the world is as it was, the bot comes back by itself,
    an old button and an old nonce still work.
    """
    process = Process(tmp_path / "world.db")
    aim(process.api_base, monkeypatch)
    process.start()
    try:
        async with Control(process.url) as control, online(SmallBot()) as bot:
            shown = (await control.interact("user1", "tables", "/buttons")).message
            sent = await bot.place("tables").send("kept", nonce="ob-9")
            before = await control.world()
            process.kill()
            process.start()
            after = await control.world()
            await control.until_connected()
            pressed = await control.press("user2", shown, "count")
            again = await bot.place("tables").send("kept", nonce="ob-9")
    finally:
        process.stop()

    for key in ("guilds", "users", "commands"):
        assert before[key] == after[key]
    assert ("update", sent.id) == (pressed.kind, again.id)
