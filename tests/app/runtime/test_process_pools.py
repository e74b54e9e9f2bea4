"""Processes that think or draw never outlive the bot."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from pathlib import Path

import pytest

from bot.app.runtime import process_pools
from bot.app.runtime.completion import Completions
from bot.app.runtime.process_pools import (
    Stops,
    count_cores,
    end_with_parent,
    is_stopped,
    pool,
    run_in_thread,
    run_marked,
)


def test_a_process_without_parent_watches_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    In the main process there is nothing to do.
    """
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: None)
    before = threading.active_count()
    end_with_parent()

    assert before == threading.active_count()


def test_a_process_ends_when_its_parent_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It waits for the parent's end in a thread, and leaves at once then.
    """
    left = threading.Event()
    codes: list[int] = []

    class Parent:
        def join(self) -> None:
            """Be gone already."""

    def leave(code: int) -> None:
        codes.append(code)
        left.set()

    monkeypatch.setattr(multiprocessing, "parent_process", Parent)
    monkeypatch.setattr(os, "_exit", leave)
    end_with_parent()

    assert left.wait(5)
    assert [1] == codes


def test_ctrl_c_is_left_to_the_parent() -> None:
    """
    Ctrl-C reaches every process of a terminal; those of a pool ignore it and answer on.
    """
    was = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where this process runs in the background
    workers = pool(1, behind=0)
    try:
        raised = workers.submit(signal.raise_signal, signal.SIGINT).exception(30)
        answer = workers.submit(abs, -1).result(30)
    finally:
        workers.shutdown()
        signal.signal(signal.SIGINT, was)

    assert (None, 1) == (raised, answer)


async def test_a_stop_iteration_ends_the_wait() -> None:
    """
    No future hands one to whoever awaits: they would wait for ever, and a person's completions behind that one too.
    """
    with pytest.raises(RuntimeError, match="_empty raised StopIteration"):
        await asyncio.wait_for(run_in_thread(_empty), 5)
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(Completions().compute(_empty), 5)


def _empty() -> int:
    return next(iter(()))


def test_work_in_a_process_is_stopped_without_ending_the_process() -> None:
    """
    It finds that nobody wants it any more. What comes after it in the same place isn't stopped by that.
    """
    stops = Stops(1)
    workers = pool(1, behind=0, first=stops.share)
    try:
        with stops.begin() as (mark, stop):
            spinning = workers.submit(run_marked, mark, _spin)
            stop()
            first = spinning.result(60)
        with stops.begin() as (mark, _):
            wanted = workers.submit(run_marked, mark, is_stopped).result(60)
        unmarked = workers.submit(is_stopped).result(60)
        last = workers.submit(os.getpid).result(60)
    finally:
        workers.shutdown()

    assert (False, False, False) == (wanted, unmarked, is_stopped())
    assert first == last


def _spin() -> int:
    while not is_stopped():
        pass
    return os.getpid()


@pytest.mark.parametrize(
    ("quota", "cores"),
    [("250000 100000\n", 2), ("50000 100000\n", 1), ("max 100000\n", 8), ("-1\n100000\n", 8), ("", 8)],
)
def test_a_container_has_the_cores_that_its_quota_allows(
    quota: str, cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Two and a half are two, half a one is one; without a quota, they are those that the process is bound to.
    """
    file = tmp_path / "cpu.max"
    file.write_text(quota)
    monkeypatch.setattr(process_pools, "QUOTAS", ((tmp_path / "missing",), (file,)))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)

    assert count_cores() == cores
