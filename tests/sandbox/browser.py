"""The sandbox's page without a browser: the same requests that the page's script makes."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import aiohttp

ROOT = Path(__file__).parents[2]
PATIENCE = 40.0


class Sandbox:
    """A running sandbox, and the page open in it."""

    def __init__(self, process: asyncio.subprocess.Process, url: str, session: aiohttp.ClientSession) -> None:
        """Take what was started."""
        self.process = process
        self._session = session
        self._base, self._capability = url.split("/#")
        self.state: dict[str, Any] = {}
        self._sequence = 0

    async def open(self) -> None:
        """Open the page."""
        self.state = await self._call("POST", "/api/pages", {})

    async def renew(self) -> None:
        """Ask for the present state, as the page does every second."""
        self.state = await self._call("GET", "/api/state")

    async def act(self, kind: str, **body: object) -> dict[str, Any]:
        """Do something as the user of the page; tries again while the simulator is busy with its own."""
        for _ in range(100):
            await self.renew()
            envelope = {
                "protocol_version": 3,
                "sequence": self._sequence + 1,
                "request_id": uuid4().hex,
                "generation": self.state["context"]["generation"],
                "bot_generation": self.state["botGeneration"],
                "published_revision": self.state["publishedRevision"],
                "kind": kind,
                **body,
            }
            answer = await self._call("POST", "/api/action", envelope)
            self._sequence = answer.get("expectedSequence", self._sequence)
            if not answer.get("rejected") and "error" not in answer:
                await self.renew()
                return answer
            await asyncio.sleep(0.1)
        raise AssertionError(f"{kind} was refused: {answer}")

    async def click(self, label: str) -> None:
        """Press the newest button that is labelled so."""
        message, control = await self.wait_for(lambda part: part.get("label") == label)
        await self.act("click", target_id=message, control_key=control["control_key"])

    async def choose_first(self) -> str:
        """Choose the first value of the newest select, and return its label."""
        message, control = await self.wait_for(lambda part: bool(part.get("options")))
        option = control["options"][0]
        await self.act("select", target_id=message, control_key=control["control_key"], values=[option["value"]])
        return str(option["label"])

    async def wait_for(self, wanted: Any) -> tuple[str, Mapping[str, Any]]:  # noqa: ANN401  # a predicate
        """Wait until a control appears; returns its message's id and the newest such control."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for number in reversed(self.state["timeline"]):
                    found = [part for part in walk(self.state["messages"][number]["components"]) if wanted(part)]
                    if found and not found[-1].get("disabled"):
                        return number, found[-1]
                await asyncio.sleep(0.2)
                await self.renew()

    def words(self) -> str:
        """Return all words on the page."""
        messages = (self.state["messages"][number] for number in self.state["timeline"])
        return "\n".join(
            part["content"] for message in messages for part in walk(message["components"]) if part.get("type") == 10
        )

    def kill(self) -> None:
        """Kill the program without warning."""
        os.kill(self.process.pid, signal.SIGKILL)

    async def _call(self, method: str, path: str, body: Mapping[str, object] | None = None) -> dict[str, Any]:
        headers = {"X-Simcord-Capability": self._capability}
        if self.state:
            headers["X-Simcord-Context"] = self.state["context"]["id"]
        async with self._session.request(method, self._base + path, json=body, headers=headers) as response:
            answer: dict[str, Any] = await response.json()
            return answer


def walk(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all components, nested ones too."""
    for part in parts:
        yield part
        yield from walk(part.get("components", []))


async def start(*options: str, folder: Path, code: Path = ROOT) -> asyncio.subprocess.Process:
    """Start ``longtable sandbox --headless`` with its data in ``folder``, from the packages in ``code``."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "sandbox", "--headless", "--data", str(folder), *options),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(code),
            "LOG_LEVEL": "warning",
            "DRAWING_AHEAD": "0",
            "PIECE_EMOJI": "0",
            "THINKING_PAUSE": "0",
        },
    )


@asynccontextmanager
async def running(folder: Path, *, code: Path = ROOT) -> AsyncIterator[Sandbox]:
    """Start the sandbox, open its page, and end it."""
    process = await start(folder=folder, code=code)
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        assert line.startswith("sandbox ready at "), line
        async with aiohttp.ClientSession() as session:
            sandbox = Sandbox(process, line.removeprefix("sandbox ready at ").strip(), session)
            await sandbox.open()
            yield sandbox
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()
