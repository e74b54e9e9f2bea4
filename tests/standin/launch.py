"""A stand-in in a process of its own, on a free port: started, killed, started again from the same file."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from tests.nursery import ROOT, Child, Nursery

START_S = 15


def free_port() -> int:
    """A TCP port on 127.0.0.1 that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """
    One stand-in process after another over one file and one port. As a context manager it is started and stopped.

    ``url`` is for the control API, ``api_base`` for the setting DISCORD_API_BASE of the bot. ``check_answers`` costs
    about 1 ms an answer: leave it out where speed is measured. ``nursery`` starts it faster.
    """

    def __init__(
        self,
        data: Path,
        *,
        port: int | None = None,
        unix: Path | None = None,
        check_answers: bool = True,
        nursery: Nursery | None = None,
    ) -> None:
        self.data = data
        self.port = port or free_port()
        self.unix = unix
        self.check_answers = check_answers
        self.url = f"http://127.0.0.1:{self.port}"
        self.api_base = f"{self.url}/api/v10"
        self._nursery = nursery
        self._process: subprocess.Popen[bytes] | Child | None = None

    def start(self) -> None:
        """
        Start, and wait until it answers.

        Raises:
            RuntimeError: it ended at once or doesn't answer
        """
        arguments = ["--port", str(self.port), "--data", str(self.data)]
        arguments += ["--check-answers"] if self.check_answers else []
        if self.unix is not None:
            arguments += ["--unix", str(self.unix)]
        self._process = self._started(arguments)
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise RuntimeError(f"the stand-in ended by itself: {self.data}")
            try:
                with urlopen(f"{self.url}/api/ready", timeout=1) as response:
                    response.read()
            except (URLError, ConnectionError, TimeoutError):
                time.sleep(0.02)
            else:
                return
        self.kill()
        raise RuntimeError("the stand-in doesn't answer")

    def _started(self, arguments: list[str]) -> subprocess.Popen[bytes] | Child:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        if self._nursery is None:
            return subprocess.Popen([sys.executable, "-m", "tests.standin", *arguments], cwd=ROOT, env=environment)
        log = f"{self.data.name}.log"
        return self._nursery.start(
            "tests.standin", arguments, environment=environment, folder=self.data.parent, log=log
        )

    @property
    def pid(self) -> int:
        """The number of the process that runs."""
        assert self._process is not None, "it was started"
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL: nothing is said, nothing tidied."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """SIGTERM: sockets are closed, the file too."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(timeout=10)
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
