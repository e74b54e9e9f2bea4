"""A run of `longtable doctor` on the stand-in, with somebody who presses.

``python -m tests.edge.doctor_report`` makes one at the usual rate limits, and writes its report into the page.
"""

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

import aiohttp
import pytest

from bot.edge.doctor.account import own_commands
from tests.nursery import ROOT
from tests.standin.client import Control, NotPossible, Outcome, Seen
from tests.standin.launch import Process
from tests.standin.small_bot import TOKEN
from tests.standin.world import BOT

OWNER = "user1"
PAGE = ROOT / "docs" / "doctor.md"
BEGIN = "## Report of"
"""How the report begins, which is the rest of the page."""


async def press_all(control: Control, *, channel: str = "tables", patience: float = 10) -> None:
    """Be the owner: follow the messages of the doctor, on a client that keeps what was chosen in a menu."""
    stage = await control.until(channel, lambda message: "Press *Start*" in message.text, seconds=patience)
    panel = _panel(await control.press(OWNER, stage, label="Start"))
    panel = _panel(await control.press(OWNER, panel, label="Next"))
    panel = _panel(await control.press(OWNER, panel, label="Next", settle_ms=300))
    menu = panel.custom_id("first")
    panel = _panel(await control.press(OWNER, panel, menu, values=["0"]))
    with pytest.raises(NotPossible):
        await control.press(OWNER, panel, menu, values=["0"])
    panel = _panel(await control.press(OWNER, panel, label="Nothing happens"))
    panel = _panel(await control.press(OWNER, panel, panel.custom_id("second"), values=["0"]))
    panel = _panel(await control.press(OWNER, panel, label="Yes"))
    await control.press(OWNER, panel, label="Form")
    panel = _panel(await control.submit(OWNER, {"word": "pebble"}, settle_ms=300))
    await control.press(OWNER, panel, label="It moves")


def _panel(outcome: Outcome) -> Seen:
    assert outcome.message.ephemeral
    return outcome.message


def headings(markdown: str) -> list[str]:
    """The checks of a report, each with how it ended."""
    return re.findall(r"^### \S+ (.*)$", markdown, flags=re.MULTILINE)


async def register(api_base: str) -> None:
    """Register the commands of this version."""
    address = f"{api_base}/applications/{BOT}/commands"
    commands = list(own_commands().values())
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"}, raise_for_status=True) as session:
        await session.put(address, json=commands)


async def write_page() -> None:
    """Run the command on a stand-in, and put its report at the end of the page."""
    with tempfile.TemporaryDirectory() as folder, Process(Path(folder) / "world.db") as process:
        async with Control(process.url) as control:
            channels = (await control.world("guilds"))["guilds"][0]["channels"]
            channel = next(each["id"] for each in channels if each["name"] == "tables")
            await register(process.api_base)
            forum = (await control.create("forum", "games", tags=["!Staff", "Grunn"], require_tag=True))["id"]
            report = Path(folder) / "report.md"
            line = f"doctor --channel {channel} --user {BOT + 1} --forum {forum} --report {report}".split()
            settings = {"DISCORD_API_BASE": process.api_base, "DISCORD_TOKEN": TOKEN, "PYTHONPATH": str(ROOT)}
            run = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", *line, cwd=folder, env={**os.environ, **settings}
            )
            await press_all(control, patience=120)
            await run.wait()
        written = report.read_text(encoding="utf-8")
    before = PAGE.read_text(encoding="utf-8").partition(BEGIN)[0]
    PAGE.write_text(before + written, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(write_page())
