"""
Coming back: what `/match since`, `/my matches` and `/next` cost with 10,000 matches in the file, and what a film costs.

Wall time of the service calls, the median of some. The film is of 60 turns of each game: seconds of CPU in a process
that has drawn nothing yet, and how long the event loop was held up while it is made in another process.
`python -m tests.bench.returning` prints it.
"""

from __future__ import annotations

import asyncio
import tempfile
import zlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, thread_time

from msgspec.structs import replace

from bot.app.changes.caps import Caps
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import PRESETS
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import ManualClock
from bot.app.services import Services
from bot.app.views.replays import Frame, Replay
from bot.edge.imaging.frames import FilmSegment, develop
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.messages.films import FILM_BYTES, STRETCH, Projector
from db.ids import ChannelId, GuildId, Key, MatchId, UserId
from db.stores.durability import Durability
from db.stores.sqlite import open_sqlite
from db.stores.upgrade import upgrade_sqlite
from db.tx import Tx
from games.core.game import Setup
from games.core.registry import games
from games.core.running.codec import Codec
from games.core.running.selfplay import play_steps
from tests.edge.views import view_of

MATCHES, OWN, TURNS, TIMES = 10_000, 60, 60, 15
LIMIT_MS, LIMIT_FILM, LIMIT_BLOCK_MS = 200.0, 10.0, 50.0
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BEN = Actor(UserId(1), "Ann"), Actor(UserId(2), "Ben")
TICK = 0.002


async def calls(folder: Path) -> dict[str, float]:
    """Return the milliseconds of each call of a player who sits in many of the matches."""
    path = folder / "longtable.db"
    upgrade_sqlite(path, folder / "backups", NOW)
    store = await open_sqlite(path, durability=Durability.NORMAL)
    caps = Caps(open=OWN, matches=MATCHES, channel=OWN)
    app = Services(UnitOfWork(store, Library(games()), ManualClock(NOW), caps=caps))
    numbers = [await _begin(app, number) for number in range(OWN)]
    await store.run(lambda tx: _fill(tx, numbers[0], MATCHES - OWN))
    work: dict[str, Callable[[], Awaitable[object]]] = {
        "/match since": lambda: app.history.since(numbers[-1], ANN.user),
        "/my matches": lambda: app.matches.mine(ANN.user),
        "/next": lambda: app.matches.next_for(ANN.user),
    }
    found = {}
    for name, call in work.items():
        times = []
        for _ in range(TIMES):
            began = perf_counter()
            await call()
            times.append((perf_counter() - began) * 1000)
        found[name] = median(times)
    await store.close()
    return found


async def _begin(app: Services, number: int) -> MatchId:
    """Start a match of Grunn for two."""
    wish = MatchRequest(game="grunn", seats=2, pace=PRESETS["easy"])
    place = Place(GuildId(1), ChannelId(1000 + number))
    match = (await app.lobby.create(Key(f"n{number}"), ANN, place=place, wish=wish)).match
    await app.lobby.join(Key(f"j{number}"), BEN, match=match)
    return match


def _fill(tx: Tx, like: MatchId, count: int) -> None:
    """Add matches of others, with seats and what they wait for."""
    record = tx.matches.get(like)
    assert record is not None
    seats = tx.matches.seats(like)
    rows = tx.pending.of_match(like)
    for number in range(count):
        made = tx.matches.add(record, seed=b"s" * 32)
        for seat in seats:
            tx.matches.put_seat(replace(seat, match=made.id, user=UserId(1000 + number * 2 + seat.seat)))
        for row in rows:
            tx.pending.put(replace(row, match=made.id))


def reel_of(key: str) -> Replay:
    """Return the boards of some turns of a random match with as many players as there can be."""
    game = games()[key]
    seats = max(game.spec.seats)
    codec = Codec(game)
    made = play_steps(game, Setup(seats, game.spec.options()), bytes(range(32)))
    steps = list(islice((step for step in made if step.entries), TURNS + 1))
    frames = tuple(Frame(at, zlib.compress(codec.position(step.position), 1)) for at, step in enumerate(steps))
    return Replay(
        match_view=view_of(game, steps[-1].position, seats=seats), viewer=None, frames=frames, turns=len(frames)
    )


def developed(key: str) -> tuple[int, float]:
    """Return how many boards there are and the seconds of CPU that all frames take, in this process."""
    reel = reel_of(key)
    boards = [frame.data for frame in reel.frames]
    names = tuple(f"Player {at + 1}" for at in range(len(reel.match_view.seats)))
    began = process_time()
    for at in range(0, len(boards), STRETCH):
        some = tuple(boards[max(0, at - 1) : at + STRETCH])
        order = FilmSegment(
            game=key,
            boards=some,
            captions=tuple(f"{at} · a turn in words" for at in range(len(some))),
            viewer=None,
            names=names,
            language="en",
            fresh=at == 0,
            half=False,
            last=boards[-1],
        )
        develop(order)
    return len(boards), process_time() - began


async def film(key: str) -> tuple[int, float]:
    """Return the bytes of a film, and the most CPU in milliseconds that the event loop took between two ticks."""
    reel = reel_of(key)
    render_pool = RenderPool(1)
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        while True:
            began = thread_time()
            await asyncio.sleep(TICK)
            longest = max(longest, thread_time() - began)

    async def quiet(done: int, total: int) -> None:
        """Show nothing."""

    watching = asyncio.create_task(watch())
    await asyncio.sleep(10 * TICK)
    longest = 0.0
    made = await Projector().film(render_pool, reel, user=1, most=FILM_BYTES, progress=quiet)
    watching.cancel()
    render_pool.close()
    return len(made.data), longest * 1000


def rows() -> list[str]:
    """Measure and return lines to print."""
    with tempfile.TemporaryDirectory() as name:
        found = asyncio.run(calls(Path(name)))
    lines = [f"{name:8} {MATCHES} matches   {spent:7.1f} ms   (limit {LIMIT_MS:.0f})" for name, spent in found.items()]
    for key in games():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
            boards, cpu = fresh.submit(developed, key).result()
        size, block = asyncio.run(film(key))
        lines.append(
            f"film of {key:13} {boards:3} boards {cpu:5.1f} s CPU (limit {LIMIT_FILM:.0f})   {size / 1e6:4.1f} MB   "
            f"loop held up {block:5.1f} ms (limit {LIMIT_BLOCK_MS:.0f})"
        )
    return lines


if __name__ == "__main__":
    print("\n".join(rows()))
