"""A real browser for the sandbox's page: headless Chromium, driven by its DevTools protocol."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

BINARY = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""None: there is no Chromium here."""
PATIENCE = 60.0
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)


class Tab:
    """One tab of the browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Talk to the browser through its socket."""
        self._socket = socket
        self._numbers = itertools.count(1)
        self._session = ""

    async def attach(self) -> None:
        """Open the tab."""
        target = (await self._call("Target.createTarget", url="about:blank"))["targetId"]
        self._session = (await self._call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]

    async def resize(self, width: int, height: int, *, scale: float = 1) -> None:
        """Set the size of the window, in CSS px, and how many pixels of the screen one of them is."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        await self._call("Emulation.setDeviceMetricsOverride", **size)

    async def open(self, url: str) -> None:
        """Go to a page."""
        await self._call("Page.navigate", url=url)

    async def run(self, script: str) -> Any:  # noqa: ANN401  # whatever it evaluates to
        """Return what a script evaluates to; promises are awaited."""
        answer = await self._call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def wait_for(self, condition: str) -> None:
        """Wait until a condition holds in the page."""
        async with asyncio.timeout(PATIENCE):
            while not await self.run(f"Boolean({condition})"):
                await asyncio.sleep(0.05)

    async def shoot(self, path: Path) -> None:
        """Save what is seen as a PNG."""
        path.write_bytes(b64decode((await self._call("Page.captureScreenshot", format="png"))["data"]))

    async def _call(self, method: str, **parameters: Any) -> dict[str, Any]:  # noqa: ANN401  # as the protocol wants
        number = next(self._numbers)
        session = {"sessionId": self._session} if self._session else {}
        await self._socket.send_json({"id": number, "method": method, "params": parameters, **session})
        async with asyncio.timeout(PATIENCE):
            while True:
                answer: dict[str, Any] = await self._socket.receive_json()
                if answer.get("id") == number:
                    assert "error" not in answer, answer["error"]
                    return dict(answer["result"])


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Tab]:
    """Start Chromium with its profile in ``folder``, open a tab, and end it."""
    assert BINARY is not None
    process = await asyncio.create_subprocess_exec(
        BINARY, *OPTIONS, f"--user-data-dir={folder}", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        address = ""
        async with asyncio.timeout(PATIENCE):
            while "listening on" not in address:
                line = await process.stderr.readline()
                assert line, "Chromium did not start"
                address = line.decode()
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(address.split()[-1], max_msg_size=0) as socket,
        ):
            tab = Tab(socket)
            await tab.attach()
            yield tab
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()
