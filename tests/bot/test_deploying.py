"""The container file, the compose file and the systemd unit fit the bot as it is."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from bot.__main__ import USAGE
from bot.config import Settings
from bot.edge.serve import LONGEST_STOP

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "docs" / "deploy" / "longtable.service"
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")


def _steps(stage: int) -> list[tuple[str, str]]:
    """Return the instructions of a stage of the container file, each with its arguments on one line."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    pairs = [(word, rest) for word, _, rest in (line.partition(" ") for line in lines if line)]
    starts = [place for place, (word, _) in enumerate(pairs) if word == "FROM"]
    return pairs[starts[stage] : starts[stage + 1] if stage + 1 < len(starts) else None]


def _copied() -> list[str]:
    """Return the files and folders that the container file copies from the project."""
    return [name for word, rest in _steps(0) if word == "COPY" for name in rest.split()[:-1]]


@contextmanager
def _health(status: int) -> Iterator[int]:
    """Answer `/health` with this status, and everything else with 404; yields the port."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/health" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def test_the_container_has_what_the_wheel_is_made_of() -> None:
    """
    What is copied is there, is not kept out, and holds the lock file, what describes the package, and all packages.
    """
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line.removeprefix("!") for line in ignored if line.startswith("!")}

    assert "*" in ignored
    assert let_in == set(_copied())
    assert all((ROOT / name).exists() for name in _copied())
    assert {"requirements.lock", "pyproject.toml", "README.md", "LICENSE", "bot", "db", "games", "render"} == let_in


def test_the_container_installs_only_what_is_locked() -> None:
    """
    Only the download looks at a registry, and it checks hashes; everything else is installed from what it fetched.
    """
    commands = " && ".join(rest for word, rest in _steps(0) if word == "RUN").split(" && ")
    pip = [command for command in commands if command.startswith("pip ")]

    assert "--require-hashes" in pip[0]
    assert "--requirement requirements.lock" in pip[0]
    assert len(pip) > 1
    assert all("--no-index" in command for command in pip[1:])
    assert not [rest for word, rest in _steps(1) if word == "RUN" and "pip" in rest]


def test_the_container_runs_the_bot_as_an_ordinary_user() -> None:
    """
    The user is made before it is taken on, owns the volume, and the volume is where the bot keeps its data.
    """
    steps = _steps(1)
    taken = dict(steps)
    made = next(rest for word, rest in steps if word == "RUN" and "useradd" in rest)
    environment = dict(pair.split("=", 1) for pair in taken["ENV"].split())

    assert taken["USER"] not in {"root", "0"}
    assert made.split(" && ")[0].endswith(f" {taken['USER']}")
    assert f"--owner {taken['USER']}" in made
    assert made.endswith(f" {taken['VOLUME']}")
    assert taken["VOLUME"] == environment["DATA_DIR"]
    assert taken["VOLUME"] == str(Path(taken["WORKDIR"]) / Settings.model_fields["data_dir"].default)
    assert (["longtable"], ["run"]) == (json.loads(taken["ENTRYPOINT"]), json.loads(taken["CMD"]))
    assert {name.lower() for name in environment} - {"path"} <= set(Settings.model_fields)


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_the_health_check_asks_the_bot(status: int, code: int) -> None:
    """
    The command of the container file, run as it is: 200 is healthy, 503 is not, nor is a port that nobody opened.
    """
    _, python, *rest = json.loads("[" + '"CMD", ' + dict(_steps(1))["HEALTHCHECK"].partition("CMD [")[2])
    with _health(status) as port:
        environment = {"PATH": os.environ["PATH"], "METRICS_PORT": str(port)}
        asked = subprocess.run([sys.executable, *rest], check=False, env=environment)
    silent = subprocess.run([sys.executable, *rest], check=False, env=environment, stderr=subprocess.DEVNULL)

    assert "python" == python
    assert code == asked.returncode
    assert silent.returncode == 1


def test_compose_sets_what_the_bot_knows() -> None:
    """
    Settings by their names, the volume where the image has it; PostgreSQL first, then its tables, then the bot.
    """
    bot = COMPOSE.partition("\n  bot:\n")[2].partition("\nvolumes:")[0]
    names = re.findall(r"^      ([A-Z_]+): ", bot, re.MULTILINE)
    volume = dict(_steps(1))["VOLUME"]

    assert ["DATABASE_URL", "DATA_DIR", "BACKUP_HOURS", "METRICS_PORT"] == names
    assert set(names) <= {name.upper() for name in Settings.model_fields}
    assert f"DATA_DIR: {volume}\n" in bot
    assert f"- data:{volume}\n" in bot
    assert "postgresql+asyncpg://longtable:${POSTGRES_PASSWORD}@database/longtable" in bot
    assert "entrypoint: [sh, -c, longtable db upgrade && exec longtable run]\n" in bot
    assert ["service_healthy"] == re.findall(r"condition: (\w+)", bot)


def _unit() -> dict[str, str]:
    """Return the settings of the unit; none stands twice but comments and sections."""
    lines = [line for line in UNIT.read_text(encoding="utf-8").splitlines() if "=" in line and line[0] != "#"]
    return dict(line.split("=", 1) for line in lines)


def test_unit_and_compose_let_the_bot_end() -> None:
    """
    It has more time than it takes, its processes are left to it, and what it can't get over isn't tried again.
    """
    unit = _unit()
    grace = re.search(r"stop_grace_period: (\d+)s", COMPOSE)

    assert LONGEST_STOP < int(unit["TimeoutStopSec"])
    assert grace is not None
    assert LONGEST_STOP < int(grace[1])
    assert "mixed" == unit["KillMode"]
    assert ("on-failure", str(USAGE)) == (unit["Restart"], unit["RestartPreventExitStatus"])
    assert unit["ExecStart"].endswith("/longtable run")
    assert unit["WorkingDirectory"] == f"/var/lib/{unit['StateDirectory']}"
    assert "root" != unit["User"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """
    Every line is understood; only the program, which isn't installed there, is replaced.
    """
    text = UNIT.read_text(encoding="utf-8")
    (tmp_path / UNIT.name).write_text(re.sub(r"(?<=^ExecStart=)\S+", sys.executable, text, flags=re.MULTILINE))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / UNIT.name)], capture_output=True, check=False, text=True
    )

    assert [] == [line for line in done.stderr.splitlines() if UNIT.name in line]  # the system's own units aside
