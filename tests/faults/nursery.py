"""
Bots and stand-ins that start fast: forked from a process that has imported everything already.

A start is mostly imports (``docs/reliability.md`` has the numbers), so hundreds of kills would measure those. What runs
after the fork is what ``longtable run`` and ``python -m tests.standin`` run. The nursery itself has no threads, opens
nothing and starts no event loop.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO

from bot.edge.imaging.render_pool import warm
from games.core.registry import games
from tests.faults.mutants import BREAK, Mutant
from tests.standin.launch import ROOT

GONE = "the nursery has ended; see nursery.log"


class Nursery:
    """The process, from outside. As a context manager it ends with all it has started."""

    def __init__(self, folder: Path) -> None:
        self._log = (folder / "nursery.log").open("ab")
        self._process: subprocess.Popen[bytes] | None = None
        self._living: set[int] = set()

    def __enter__(self) -> Nursery:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=environment,
            cwd=ROOT,
        )
        self._ask({"do": "ready"})
        return self

    def __exit__(self, *_: object) -> None:
        for number in [] if self._pipes()[0].closed else list(self._living):
            self.kill(number)
        self.end()
        self._log.close()

    def end(self) -> None:
        """End the process itself; whatever is asked of it afterwards raises RuntimeError."""
        assert self._process is not None
        for pipe in self._pipes():
            pipe.close()
        self._process.wait(timeout=10)

    def start(
        self,
        what: str,
        arguments: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        mutant: Mutant | None = None,
    ) -> int:
        """
        Fork ``bot`` or ``standin``; its process id.

        ``folder`` becomes its working directory and gets its log. ``mutant``: what is to be wrong with the bot.
        """
        told = {"what": what, "arguments": list(arguments), "environment": dict(environment), "folder": str(folder)}
        number = self._ask({"do": "start", "mutant": mutant or "", **told})
        self._living.add(number)
        return number

    def kill(self, number: int) -> int:
        """SIGKILL, and wait until it is gone; 0, or the exit code if it had ended by itself."""
        self._living.discard(number)
        return self._ask({"do": "kill", "number": number})

    def _ask(self, told: Mapping[str, object]) -> int:
        out, back = self._pipes()
        if out.closed:
            raise RuntimeError(GONE)
        out.write(json.dumps(told).encode() + b"\n")
        out.flush()
        answer = back.readline()
        if not answer:
            raise RuntimeError(GONE)
        return int(answer)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout


def _preload() -> None:
    """Import what both sides need, and draw what every picture needs."""
    for name in ("bot.__main__", "bot.cli.run", "tests.standin.app"):
        import_module(name)
    for game in games():
        warm(game)


def _child(told: Mapping[str, object]) -> int:
    """Become the bot or the stand-in; the exit code."""
    os.setsid()
    os.chdir(str(told["folder"]))
    environment = told["environment"]
    assert isinstance(environment, dict)
    os.environ.clear()
    os.environ.update(environment)
    arguments = told["arguments"]
    assert isinstance(arguments, list)
    log = os.open(f"{told['what']}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    if told["what"] == "bot":
        from bot.__main__ import main

        if told["mutant"]:
            BREAK[Mutant(str(told["mutant"]))]()

        return main(arguments)
    from tests.standin.__main__ import main as stand

    sys.argv = ["standin", *arguments]
    stand()
    return 0


def _start(told: Mapping[str, object]) -> int:
    number = os.fork()
    if number:
        return number
    code = 70
    try:
        code = _child(told)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    os._exit(code)


def _kill(number: int) -> int:
    os.kill(
        number, signal.SIGKILL
    )  # a child that ended by itself waits here as a zombie, so the number is still its own
    _, status = os.waitpid(number, 0)
    return 0 if os.WIFSIGNALED(status) else os.WEXITSTATUS(status) or -1


def main() -> None:
    """Serve requests, one line of JSON each, answered by one number."""
    _preload()
    for line in sys.stdin:
        told = json.loads(line)
        match told["do"]:
            case "start":
                answer = _start(told)
            case "kill":
                answer = _kill(int(told["number"]))
            case _:
                answer = 0
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
