"""Trouble other than kills, one row for each kind: the tests that make it are run, and what they came to is counted."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence

from msgspec import Struct

from tests.nursery import ROOT

COUNTED = re.compile(r"(\d+) (passed|failed|error)")


class Trouble(Struct, frozen=True):
    """What goes wrong, and the arguments of pytest for the tests in which it does."""

    what: str
    tests: tuple[str, ...]


TROUBLES = (
    Trouble(
        "a post in doubt in another place, after a restart",
        ("tests/wire/test_doubt.py", "tests/app/notifications/test_doubt.py"),
    ),
    Trouble("requests refused, failing, or lost before and after", ("tests/wire/test_faults.py",)),
    Trouble("places and people gone or closed", ("tests/wire/test_faults_of_places.py",)),
    Trouble("forms, options and completions that are malformed", ("tests/edge/interactions/test_malformed.py",)),
    Trouble("told to stop in the middle of a turn", ("tests/wire/test_stop.py",)),
    Trouble("Discord away for ten minutes over a deadline", ("tests/wire/test_away.py",)),
    Trouble(
        "outages, jumps of the clock, shards that nobody serves",
        ("tests/app/clock/test_outages.py", "tests/app/tournaments/test_outages.py"),
    ),
    Trouble(
        "several processes and shards",
        ("tests/wire/test_shards.py", "tests/wire/test_handover.py", "tests/app/clock/test_leases.py"),
    ),
    Trouble(
        "two bots on one file; damage; a lost or read-only file",
        ("tests/db/test_file_lock.py", "tests/db/test_health.py"),
    ),
    Trouble("a game that fails or hangs in any of its methods", ("tests/edge/test_faulty_games.py",)),
)


class Count(Struct, frozen=True):
    """How the tests of a row ended; ``ended`` is pytest's exit code."""

    passed: int
    failed: int
    ended: int


def counted(trouble: Trouble) -> Count:
    """Run the tests of a row, and count."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *trouble.tests]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return read_counts(run.stdout, ended=run.returncode)


def read_counts(said: str, *, ended: int) -> Count:
    """Read pytest's last line."""
    counts = {word: int(number) for number, word in COUNTED.findall((said.strip().splitlines() or [""])[-1])}
    return Count(passed=counts.get("passed", 0), failed=counts.get("failed", 0) + counts.get("error", 0), ended=ended)


def rows(results: Sequence[tuple[Trouble, Count]]) -> list[str]:
    """The lines of a table."""
    return [f"{trouble.what:58}{count.passed:5} held{count.failed:5} not" for trouble, count in results]


def failures(results: Sequence[tuple[Trouble, Count]]) -> list[str]:
    """A sentence for each row that did not end well."""
    return [f"trouble: {trouble.what} (pytest {' '.join(trouble.tests)})" for trouble, count in results if count.ended]
