"""The parts of a load run that could make its numbers wrong without anybody noticing."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import PerMove
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import ManualClock
from bot.app.services import Services
from db.ids import ChannelId, GuildId, Key, UserId
from db.records import Status
from db.stores.durability import Durability
from db.stores.sqlite import open_sqlite
from games.core.registry import games
from tests.load.measuring import Samples, find_started
from tests.load.place import GAMES, Channel, Match
from tests.load.plans import Planned, plan_some
from tests.load.players import Players
from tests.load.practice import Practice
from tests.load.report import percentile
from tests.load.requests import POST, Log
from tests.migrated import migrated
from tests.standin.client import NotPossible, Outcome


@pytest.mark.parametrize("game", GAMES)
def test_planned_lines_are_taken(game: str, tmp_path: Path) -> None:
    """
    A match's course is planned from its seed: each line is legal when its turn comes, until the match is over.
    """
    file = tmp_path / "longtable.db"
    file.write_bytes(migrated())
    turns, status = asyncio.run(_play_planned(file, game))

    assert turns > 10
    assert status is Status.FINISHED


async def _play_planned(file: Path, game: str) -> tuple[int, Status]:
    store = await open_sqlite(file, durability=Durability.NORMAL)
    app = Services(UnitOfWork(store, Library(games()), ManualClock()))
    people = [Actor(UserId(100 + seat), f"Player {seat}") for seat in range(2)]
    wish = MatchRequest(game=game, seats=2, pace=PerMove(seconds=86400))
    match = (await app.lobby.create(Key("n"), people[0], place=Place(GuildId(1), ChannelId(2)), wish=wish)).match
    await app.lobby.join(Key("j"), people[1], match=match)
    url = f"sqlite+aiosqlite:///{file}"
    planned: list[Planned] = (await asyncio.to_thread(plan_some, url, [match], 500))[match]
    for number, turn in enumerate(planned):
        await app.matches.play_line(Key(f"t{number}"), people[turn.seat], match=match, line=turn.line)
    found = await store.read(lambda tx: tx.matches.get(match))
    await store.close()
    assert found is not None
    return len(planned), found.status


def test_what_never_came_counts_as_the_longest() -> None:
    """
    A board that isn't posted makes the percentiles worse, not better.
    """
    assert percentile([0.1] * 98 + [inf] * 2, 0.5) == "100"
    assert percentile([0.1] * 98 + [inf] * 2, 0.99) == "never"


def test_a_board_is_told_from_other_messages(tmp_path: Path) -> None:
    """
    Only a post with *Play* or *Rematch* is a board, and only what isn't an interaction's counts against the limit.
    """
    disk = sqlite3.connect(tmp_path / "world.db")
    disk.execute("CREATE TABLE request (n INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB NOT NULL)")
    routes = [(POST, {"custom_id": "lt|play|1|0"}), (POST, {"content": "Players"}), ("/webhooks/{webhook_id}", {})]
    for route, body in routes:
        row = {
            "at": "2026-01-02T03:04:05.678000+00:00",
            "method": "POST",
            "path": "/channels/7/messages",
            "route": route,
            "status": 200,
            "body": body,
        }
        disk.execute("INSERT INTO request (data) VALUES (?)", (msgspec.json.encode(row),))
    disk.commit()
    log = Log(tmp_path / "world.db")

    assert [(entry.is_board, entry.counts) for entry in log.read()] == [(True, True), (False, True), (False, False)]
    assert log.read() == []
    log.close()


async def test_players_go_on_where_a_match_cant_be_opened_or_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """
    A request that fails costs its match, and another one is opened in its place as soon as that works again.
    """
    monkeypatch.setattr("tests.load.players.AGAIN_S", 0.01)
    channel = Channel("7", "spread")
    faults: list[Exception] = [TimeoutError(), ValueError("no match")]

    class Hall:
        control = SimpleNamespace(interact=_refuse)

        async def open(self, where: Channel) -> Match:
            if faults:
                raise faults.pop(0)
            return Match(2, "grunn", where, ("a", "b"), "9")

        async def plan(self, matches: list[Match]) -> None:
            matches[0].turns = [Planned(seat=0, line="x", shown=True)] * 2

    sqlite3.connect(tmp_path / "world.db").close()
    players = Players(cast(Any, Hall()), Log(tmp_path / "world.db"), panels=0)
    players.free["spread"], players._until = [], inf
    await players._move(Match(1, "grunn", channel, ("a", "b"), "8", [Planned(seat=0, line="x", shown=True)]))

    assert [2] == [each.number for each in players.free["spread"]]
    assert (1, 3) == (players.opened, sum(players.troubles.values()))


async def test_only_suggestions_that_came_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A panel that stays as it was is one without; a turn that isn't taken ends the match, and is told.
    """
    monkeypatch.setattr("tests.load.practice.DECIDES_S", 0.01)
    texts = iter(["panel", "better", "done", "panel", "panel", "⚠️ no"])

    class Bot:
        async def interact(self, *_: object, **__: object) -> SimpleNamespace:
            return SimpleNamespace(interaction="1")

        async def outcome_when(self, _: str, fits: Callable[[Any], bool], **__: object) -> SimpleNamespace:
            now = SimpleNamespace(interaction="1", messages=[SimpleNamespace(text=next(texts), loading=False)])
            if not fits(now):
                raise TimeoutError
            return now

    practice = Practice(cast(Any, SimpleNamespace(control=Bot())), 1)
    turns = [Planned(seat=0, line=line, shown=True) for line in "xyz"]
    practice._matches = [Match(1, "grunn", Channel("1", "practice"), ("a", "a"), "9", turns)]
    await practice.play(until=inf)

    assert (2, 1) == (practice.panels, len(practice.seconds))
    assert ["grunn, y: ⚠️ no"] == practice.troubles


async def _refuse(*_: object, **options: object) -> Outcome:
    raise NotPossible("The thread is gone.")


def test_lag_is_told_by_the_bound_above_it() -> None:
    """
    With 99 of 100 looks below 50 ms, that is the 99th percentile.
    """
    samples = Samples("", lag={"0.01": 50.0, "0.05": 99.0, "0.1": 99.0, "+Inf": 100.0})

    assert (samples.lag_at(0.5), samples.lag_at(0.99), samples.lag_at(1)) == ("10", "50", "more")


def test_no_process_is_counted_twice() -> None:
    """
    The players have started the bot, which is named itself, and something that is not.
    """
    with started() as bot, started() as other:
        found = find_started(os.getpid(), but={bot.pid})

    assert other.pid in found
    assert bot.pid not in found


@contextmanager
def started() -> Iterator[subprocess.Popen[bytes]]:
    """A process that does nothing, until the end."""
    process = subprocess.Popen([sys.executable, "-S", "-c", "print(flush=True); input()"], stdin=PIPE, stdout=PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield process
    finally:
        process.communicate(b"\n")
