"""
Bots and stand-ins that start fast: forked from a process that has imported everything already.

A start is mostly imports (``docs/reliability.md`` has the numbers), so tests that start many would spend most of their
time on those. What runs after the fork is what ``python -m …`` runs. The nursery itself has no threads, opens nothing
and starts no event loop.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[1]
GONE = "the nursery has ended; see nursery.log"
PRELOADED = ("typer", "bot.config", "bot.cli.run", "tests.standin.app", "tests.edge.sketcher")


class Child:
    """A process that was forked; its methods are those of ``subprocess.Popen``."""

    def __init__(self, nursery: Nursery, number: int) -> None:
        self._nursery = nursery
        self.pid = number

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, while it runs or has ended unnoticed."""
        os.kill(self.pid, number)

    def poll(self) -> int | None:
        """Its exit code, negative if a signal ended it; None while it runs."""
        return self._nursery.code(self.pid)

    def wait(self, timeout: float) -> int:
        """
        Wait until it has ended; its exit code.

        Raises:
            subprocess.TimeoutExpired: it still runs after so many seconds
        """
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(0.01)
        return code


class Nursery:
    """The process, from outside. As a context manager it ends with all it has started."""

    def __init__(self, folder: Path) -> None:
        self._log = (folder / "nursery.log").open("ab")
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()

    def __enter__(self) -> Nursery:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=environment,
            cwd=ROOT,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        self._log.close()

    def end(self) -> None:
        """End the process and all it has started; whatever is asked of it afterwards raises RuntimeError."""
        assert self._process is not None
        for pipe in self._pipes():
            pipe.close()
        self._process.wait(timeout=10)

    def start(
        self,
        module: str,
        arguments: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        log: str,
        mutant: str = "",
    ) -> Child:
        """
        Fork ``python -m module arguments``.

        ``folder`` becomes its working directory and gets its log. ``mutant``: what is to be wrong with the bot
        (``tests/faults/mutants.py``).
        """
        told = {"module": module, "arguments": list(arguments), "environment": dict(environment)}
        number = self._ask({"do": "start", "mutant": mutant, "folder": str(folder), "log": log, **told})
        assert number is not None
        return Child(self, number)

    def code(self, number: int) -> int | None:
        """The exit code of a child, negative if a signal ended it; None while it runs. It can be asked for once."""
        return self._ask({"do": "code", "number": number})

    def kill(self, number: int) -> int | None:
        """SIGKILL, and wait until it is gone; None, or if it had ended before, its exit code, negative for a signal."""
        return self._ask({"do": "kill", "number": number})

    def _ask(self, told: Mapping[str, object]) -> int | None:
        out, back = self._pipes()
        with self._one_at_a_time:
            if out.closed:
                raise RuntimeError(GONE)
            out.write(json.dumps(told).encode() + b"\n")
            out.flush()
            answer = back.readline()
        if not answer:
            raise RuntimeError(GONE)
        number: int | None = json.loads(answer)
        return number

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout


def _preload() -> None:
    """Import what both sides need, and draw some of what every picture needs; children do not look through it all."""
    for name in PRELOADED:
        import_module(name)
    from bot.edge.imaging.drawing import warm
    from bot.edge.languages import problems
    from games.core.registry import games

    for game in games():
        warm(game)
    for _ in problems():
        pass  # what is read to find them is read for all children
    gc.collect()
    gc.freeze()


def _child(told: Mapping[str, object]) -> None:
    """Become the bot or the stand-in, until it ends."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.setsid()
    os.chdir(str(told["folder"]))
    environment = told["environment"]
    assert isinstance(environment, dict)
    os.environ.clear()
    os.environ.update(environment)
    arguments = told["arguments"]
    assert isinstance(arguments, list)
    log = os.open(str(told["log"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    if told["mutant"]:
        from tests.faults.mutants import BREAK, Mutant

        BREAK[Mutant(str(told["mutant"]))]()
    sys.argv = ["", *arguments]
    runpy.run_module(str(told["module"]), run_name="__main__", alter_sys=True)


def _start(told: Mapping[str, object]) -> int:
    number = os.fork()
    if number:
        return number
    code = 70
    try:
        _child(told)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1 if end.code else 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    os._exit(code)


def _kill(number: int) -> int | None:
    """End a child by force; one that ended before waits here as a zombie, so the number is still its own."""
    ended, status = os.waitpid(number, os.WNOHANG)
    if ended:
        return os.waitstatus_to_exitcode(status)
    os.kill(number, signal.SIGKILL)
    os.waitpid(number, 0)
    return None


def main() -> None:
    """Serve requests, one line of JSON each, answered by one number or null."""
    for each in (signal.SIGINT, signal.SIGTERM):  # it ends with its input, after all it has started
        signal.signal(each, signal.SIG_IGN)
    living: set[int] = set()
    preloaded = False
    for line in sys.stdin:
        told = json.loads(line)
        answer: int | None = 0
        match told["do"]:
            case "start":
                if not preloaded:  # not before, so that one that starts nothing costs nothing
                    _preload()
                    preloaded = True
                answer = _start(told)
                living.add(answer)
            case "kill":
                living.discard(told["number"])
                answer = _kill(told["number"])
            case "code":
                ended, status = os.waitpid(told["number"], os.WNOHANG)
                living.discard(ended)
                answer = os.waitstatus_to_exitcode(status) if ended else None
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()
    for number in living:
        _kill(number)


if __name__ == "__main__":
    main()
