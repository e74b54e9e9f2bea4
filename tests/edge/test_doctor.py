"""The doctor tries what the bot depends on against the stand-in: a healthy world, and worlds that refuse something."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
import pytest

from bot.app.clock.outages import AlwaysConnected
from bot.config import ConfigError
from bot.edge.doctor import messages, presses
from bot.edge.doctor.account import check_clock, difference
from bot.edge.doctor.diagnosis import Order, diagnose
from bot.edge.doctor.report import Report, Result
from bot.edge.doctor.session import Pictures
from bot.edge.doctor.traffic import Traffic
from bot.edge.linking.oauth import CALLBACK, START, OAuth
from bot.edge.linking.pages import LinkPages
from bot.edge.linking.records import list_records
from bot.edge.monitoring import MonitoringServer
from db.engine.shards import Shard
from render.core.plates import Drawing
from tests.edge.doctor_report import OWNER, PAGE, headings, press_all, register
from tests.standin.app import Options, running
from tests.standin.client import Control
from tests.standin.launch import free_port
from tests.standin.model import Channel
from tests.standin.small_bot import TOKEN, aim, picture
from tests.standin.stand import Stand
from tests.standin.world import BOT

if TYPE_CHECKING:
    from bot.app.ratings.linked_roles import LinkedRoles
    from bot.edge.application import Application

PICTURES = Pictures(
    before=Drawing(picture(4), 4, 3, "a board"),
    after=Drawing(picture(5), 5, 3, "the next board"),
    film=b"RIFF....WEBPVP8X" + bytes(14),
)


@dataclass
class Ward:
    """A stand-in with the doctor in it. ``shown``: the lines that the run has shown."""

    stand: Stand
    control: Control
    shown: list[str] = field(default_factory=list)
    report: Report = field(init=False)

    def channel(self, name: str = "tables") -> Channel:
        """Return a channel by its name."""
        return next(channel for channel in self.stand.world.channels.values() if channel.name == name)

    async def examine(self, **order: float | str) -> dict[str, Result]:
        """Run the doctor; return the results by title."""
        wanted: dict[str, Any] = {"channel": self.channel().id, **order}
        base = f"{self.stand.world.base}/api/v10"
        self.report = await diagnose(base, TOKEN, Order(**wanted), PICTURES, say=self.shown.append)
        return {finding.title: finding.result for finding in self.report.findings}

    def words(self, title: str) -> str:
        """Return what came out of a check."""
        return next(finding.words for finding in self.report.findings if finding.title == title)

    def left_behind(self) -> list[object]:
        """Return the bot's messages and threads that still stand."""
        world = self.stand.world
        messages = [m for m in world.messages.values() if m.author == BOT and not m.deleted]
        channels = {channel.id for channel in world.channels.values() if not channel.deleted}
        threads = [c for c in world.channels.values() if c.thread is not None and not c.deleted]
        return [*threads, *(message for message in messages if message.channel in channels)]


@pytest.fixture
async def ward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ward]:
    """A fresh world without rate limits; afterwards its answers fitted Discord's description."""
    options = Options(port=free_port(), data=tmp_path / "world.db", check_answers=True)
    async with running(options) as stand, Control(stand.world.base) as control:
        aim(f"{stand.world.base}/api/v10", monkeypatch)
        monkeypatch.setattr(messages, "SEARCH_SECONDS", 0)
        monkeypatch.setattr(presses, "EDITS", 2)
        await control.settings(rates="loose")
        yield Ward(stand, control)
        wrong = [
            told for entry in await control.requests() for told in (*entry["answer_problems"], *entry["unknown_keys"])
        ]

        assert [] == wrong


async def test_in_a_healthy_world_everything_works(ward: Ward) -> None:
    """
    With a person who presses, all checks work, and nothing is left behind. The report holds no token.
    """
    forum = await ward.control.create("forum", "games", tags=["!Staff", "Grunn"], require_tag=True)
    await register(f"{ward.stand.world.base}/api/v10")
    owner = asyncio.create_task(press_all(ward.control))
    results = await ward.examine(user=BOT + 1, forum=int(forum["id"]), wait=20)
    await owner
    markdown = ward.report.markdown()

    assert {"Token and application": Result.DIFFERS} == {
        title: result for title, result in results.items() if result is not Result.WORKS
    }
    assert [] == ward.left_behind()
    assert ward.report.all_well
    assert not [i.token for i in ward.stand.world.interactions.values() if i.token in markdown]
    assert [f"{finding.title}: {finding.result}" for finding in ward.report.findings] == headings(markdown)
    assert headings(markdown) == headings(PAGE.read_text(encoding="utf-8")), (
        "make the page anew: tests/edge/doctor_report.py"
    )


async def test_what_is_refused_is_named(ward: Ward) -> None:
    """
    Missing permissions and commands, a closed inbox and a file that can't be named are findings; what stays is listed.
    """
    await register(f"{ward.stand.world.base}/api/v10")
    await ward.control.fault("lose_commands", names=["next"])
    await ward.control.fault("rights", remove=["PIN_MESSAGES", "MANAGE_THREADS"])
    await ward.control.fault("dms", user=OWNER)
    await ward.control.settings(kept_references=False)
    results = await ward.examine(user=BOT + 1, wait=0.2)
    thread = ward.left_behind()[0]

    assert isinstance(thread, Channel)
    assert {
        "Permissions": Result.FAILS,
        "Commands": Result.FAILS,
        "Buttons off an old board": Result.DIFFERS,
        "Pins": Result.FAILS,
        "A direct message": Result.FAILS,
        "A locked thread": Result.FAILS,
        "A forum": Result.NOT_TRIED,
        "A private answer with a picture": Result.NOT_TRIED,
        "A form": Result.NOT_TRIED,
        "Nothing is left behind": Result.FAILS,
    }.items() <= results.items()
    assert "- /next is missing" in ward.report.markdown()
    assert "status 403, code 50013" in ward.words("Pins")
    assert "code 50007" in ward.words("A direct message")
    assert "code 50035" in ward.words("Buttons off an old board")
    assert "Nobody pressed Start within 0 s." == ward.words("A private answer with a picture")
    assert f"thread <#{thread.id}> (Discord refused with status 403, code 50013" in ward.report.markdown()
    assert not ward.report.all_well


async def test_an_application_with_less_room_for_private_answers(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Deferred answers without files (discord-api-docs 7529), edits that wait for each other and slow mode work
    differently, with what the bot does instead; the rest goes on, in an announcement channel too.
    """
    monkeypatch.setattr(presses, "LONG_WAIT", 0.3)
    news = await ward.control.create("announcement", "news")
    await ward.control.settings(deferred_files=False, slow_bots=False)
    await ward.control.http_fault("429", retry_after=0.4, contains="2 edits follow: 2")
    await ward.control.fault("slow", channel="news", seconds=5)
    owner = asyncio.create_task(press_all(ward.control, channel="news"))
    results = await ward.examine(channel=int(news["id"]), wait=20)
    await owner
    words = ward.words("A private answer with a picture")

    assert Result.DIFFERS is results["A private answer with a picture"] is results["A private message that changes"]
    assert "#news is an announcement channel" in ward.words("Test channel")
    assert "It has slow mode: one message in 5 s." in ward.words("Test channel")
    assert "Opened as a news thread, with a message in it." == ward.words("A thread")
    assert "code 50035" in words
    assert "In words it was accepted, and the picture in a second message, too." in words
    assert Result.DIFFERS is results["Many edits in a minute"]
    assert Result.WORKS is results["A form"] is results["A film that moves"]
    assert [] == ward.left_behind()


async def test_another_process_that_answers_is_told_apart(ward: Ward) -> None:
    """
    Where a running bot answers the press first, the doctor says to stop it.
    """
    await ward.control.http_fault("error", status=400, code=40060, path="/interactions/*/*/callback")
    press = asyncio.create_task(press_all(ward.control))
    results = await ward.examine(wait=20)
    press.cancel()
    words = "A private answer with a picture"

    assert (Result.NOT_TRIED, Result.NOT_TRIED) == (results[words], results["A form"])
    assert ward.words(words).startswith("Another process with this token answered first. Stop the bot")
    assert [] == ward.left_behind()


async def test_what_was_made_is_removed_after_an_interruption_too(ward: Ward) -> None:
    """
    A message whose answer was lost is found by its marker; the checks left are noted as interrupted.
    """
    await ward.control.http_fault("reset", after=True, method="POST", path="/channels/*/messages")
    run = asyncio.create_task(ward.examine(wait=20))
    await ward.control.until("tables", lambda message: "Press *Start*" in message.text)
    run.cancel()
    results = await run

    assert not ward.report.all_well
    assert Result.NOT_TRIED is results["Commands"]
    assert Result.FAILS is results["A board with two pictures"]
    assert "The run was interrupted here." == ward.words("A private answer with a picture")
    assert Result.NOT_TRIED is results["A form"]
    assert [] == ward.left_behind()


async def test_an_interruption_while_the_connection_closes_costs_no_report(
    ward: Ward, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Who presses Ctrl-C once more while the run says goodbye gets the report all the same.
    """
    closing = asyncio.Event()
    close = discord.Client.close

    async def slowly(client: discord.Client) -> None:
        closing.set()
        await asyncio.sleep(0.05)
        await close(client)

    monkeypatch.setattr(discord.Client, "close", slowly)
    run = asyncio.create_task(ward.examine())
    await closing.wait()
    run.cancel()
    results = await run

    assert Result.WORKS is results["Nothing is left behind"]


@pytest.mark.parametrize(
    ("channel", "sentence"),
    [("nowhere", "There is no channel 12345678901234567"), ("games", "isn't a text channel")],
)
async def test_a_channel_that_cannot_be_used_is_a_sentence(ward: Ward, channel: str, sentence: str) -> None:
    """
    Nothing is tried where there is no such channel, or it is a forum.
    """
    forum = await ward.control.create("forum", "games")
    with pytest.raises(ConfigError, match=sentence):
        await ward.examine(channel=int(forum["id"]) if channel == "games" else 12345678901234567)

    assert [] == ward.left_behind()


def test_commands_are_compared_by_what_we_tell() -> None:
    """
    Defaults that Discord adds or leaves out are no difference; what was changed is named with its path.
    """
    ours = {"name": "match", "nsfw": False, "contexts": None, "options": [{"name": "new", "required": True}]}
    same = {"id": "1", "name": "match", "contexts": [0, 1], "options": [{"name": "new", "required": True, "type": 3}]}
    fewer = {**same, "options": []}
    other = {**same, "options": [{"name": "new"}]}

    assert ["", "options: 0 instead of 1", "new required"] == [difference(ours, each) for each in (same, fewer, other)]


def test_limits_and_the_clock_are_read_from_headers() -> None:
    """
    Ids and tokens don't stand in the routes; the longest window counts.
    """
    traffic = Traffic()
    told = {"X-RateLimit-Limit": "5", "X-RateLimit-Bucket": "abc", "Date": "Tue, 01 Jan 2030 00:00:00 GMT"}
    path = "/webhooks/12345678901234567/secret-token/messages/@original"
    traffic.note("PATCH", path, 200, {**told, "X-RateLimit-Reset-After": "2.0"})
    traffic.note("PATCH", path, 429, {**told, "X-RateLimit-Reset-After": "0.4"})
    route = traffic.routes["PATCH /webhooks/{id}/{token}/messages/@original"]

    assert "5 in 2 s (bucket abc); requests: 2, of which 1 refused" == route.words()
    assert traffic.ahead is not None
    assert traffic.ahead + datetime.now(UTC) > datetime(2029, 12, 31, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ahead", "result", "words"),
    [
        (timedelta(seconds=-2), Result.WORKS, "This computer's clock agrees with Discord's within seconds."),
        (timedelta(seconds=40), Result.DIFFERS, "Discord's clock is 40 s ahead of this computer's."),
        (timedelta(minutes=-6), Result.FAILS, "Discord's clock is 360 s behind this computer's."),
    ],
)
async def test_the_clock_is_held_against_discords(ahead: timedelta, result: Result, words: str) -> None:
    """
    Seconds are nothing; beyond minutes, messages that may have been posted aren't found again.
    """
    session: Any = SimpleNamespace(traffic=SimpleNamespace(ahead=ahead))
    outcome = await check_clock(session)

    assert (result, words) == (outcome.result, outcome.words)


async def test_linked_roles_are_checked_where_they_are_set_up(ward: Ward) -> None:
    """
    The secret, both addresses, the values and the page; the report names what is missing, and never the secret.
    """
    port = free_port()
    pages = f"http://127.0.0.1:{port}"
    wrong = await ward.examine(pages=pages, secret="guess-it")
    refused = ward.words("Linked roles")
    missing = await ward.examine(pages=pages, secret="standin-secret")
    lines = next(finding.lines for finding in ward.report.findings if finding.title == "Linked roles")
    async with aiohttp.ClientSession() as session:
        address = f"{ward.stand.world.base}/api/v10/applications/{BOT}/role-connections/metadata"
        await session.put(address, json=list_records(), headers={"Authorization": f"Bot {TOKEN}"})
    await ward.control.settings(redirect=f"{pages}{CALLBACK}", verification_url=f"{pages}{START}")
    oauth = OAuth(f"{ward.stand.world.base}/api/v10", pages, "standin-secret", lambda: int(BOT))
    served = LinkPages(cast("LinkedRoles", None), oauth).routes()
    server = MonitoringServer(cast("Application", None), AlwaysConnected(Shard(0, 1)), pages=served)
    await server.start("127.0.0.1", port)
    right = await ward.examine(pages=pages, secret="standin-secret")
    await server.close()
    without = await ward.examine()

    assert [Result.FAILS, Result.FAILS, Result.WORKS] == [each["Linked roles"] for each in (wrong, missing, right)]
    assert "DISCORD_CLIENT_SECRET" in refused
    assert "guess-it" not in "".join(ward.shown)
    assert ["General Information", "OAuth2", "The values", f"{pages}{START} doesn't lead"] == [
        line.partition(":")[0] if number < 2 else line[: len(f"{pages}{START} doesn't lead") if number == 3 else 10]
        for number, line in enumerate(lines)
    ]
    assert "Linked roles" not in without
