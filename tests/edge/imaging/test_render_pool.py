"""Pictures drawn in other processes, and what happens when they cannot be."""

import asyncio
import os
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.cli.render import guide_order
from bot.edge.imaging import drawing
from bot.edge.imaging import render_pool as render_pool
from bot.edge.imaging.drawing import TRIM_EVERY, RenderRequest, Scene, draw
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.messages.board import render_request
from games.core.registry import games
from games.core.seats import Seat
from render.core.memory.trimming import trim
from render.core.registry import NoPictures
from tests.edge.imaging.test_processes import pids_of
from tests.edge.views import positions, view_of

GRUNN = games()["grunn"]
PNG = b"\x89PNG"


def order(scene: Scene = Scene.BOARD) -> RenderRequest:
    """Return an order for a picture of Grunn in the middle of a match."""
    position, _ = next(islice(positions(GRUNN, seats=2), 9, None))
    return render_request(view_of(GRUNN, position, viewer=Seat(0)), scene, subject=Seat(1))


@pytest.mark.parametrize("scene", [Scene.BOARD, Scene.PRIVATE, Scene.PREVIEW, Scene.SEAT])
async def test_every_scene_is_drawn(scene: Scene) -> None:
    """
    Each is PNG files that say what they show.
    """
    drawings = await RenderPool(0).draw(order(scene))

    assert drawings
    assert all(each.png.startswith(PNG) and each.shows for each in drawings)


@pytest.mark.parametrize("key", games())
def test_what_has_not_changed_is_not_drawn_again(key: str) -> None:
    """
    A board that is edited, a panel that is shown again: of every plate the bytes of before, whatever the scene.
    """
    game = games()[key]
    seats = max(game.spec.seats)
    position, _ = next(islice(positions(game, seats=seats), 9, None))
    seen = view_of(game, position, seats=seats, viewer=Seat(0))
    others = (Scene.FINAL, Scene.GUIDE, Scene.COVER, Scene.SMALL_COVER, Scene.SYMBOLS)
    scenes = [scene for scene in Scene if scene not in others]
    orders = [*(render_request(seen, scene, subject=Seat(1)) for scene in scenes), guide_order(game)]
    pairs = [(first, second) for each in orders for first, second in zip(draw(each), draw(each), strict=True)]

    assert len(pairs) > len(orders), "a board has several plates"
    assert all(first.png is second.png for first, second in pairs)


async def test_a_process_that_dies_is_replaced() -> None:
    """
    The picture it was to draw is drawn by another one.
    """
    render_pool = RenderPool(1)
    render_pool.begin()
    try:
        first = await render_pool.draw(order())
        assert first
        for process in pids_of(render_pool._processes):
            os.kill(process, signal.SIGKILL)
        await asyncio.sleep(0.2)
        again = await render_pool.draw(order())
    finally:
        render_pool.close()

    assert again == first


async def test_a_game_without_pictures_or_with_a_broken_one_has_none() -> None:
    """
    The caller shows the board in words.
    """
    unknown = await RenderPool(0).draw(replace(order(), game="chess"))
    broken = await RenderPool(0).draw(replace(order(), view=None))

    assert () == unknown
    assert () == broken


def test_memory_that_was_only_needed_to_draw_is_given_back_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    After so many pictures, and when all of a game is drawn ahead: between what is kept, the allocator holds on to it.
    """
    given: list[None] = []
    monkeypatch.setattr(drawing, "trim", lambda: given.append(None))
    unknown = replace(order(), game="chess")
    for _ in range(2 * TRIM_EVERY):
        draw(unknown)

    assert len(given) == 2
    trim()


async def test_all_work_of_the_studio_fails_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What fails with a KeyError is logged, as any other error is; only a game without pictures is passed over silently.
    """

    def fail(_: object) -> bytes:
        raise KeyError("no such tile")

    def lack(_: object) -> bytes:
        raise NoPictures("chess")

    logged: list[str] = []
    monkeypatch.setattr(render_pool.log, "exception", lambda event, **_: logged.append(event))
    failed = await RenderPool(0).work(fail, None, game="chess")
    lacking = await RenderPool(0).work(lack, None, game="chess")

    assert (failed, lacking) == (None, None)
    assert ["a drawing failed"] == logged


def test_processes_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    """
    Nothing is left running after a kill −9.
    """
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, time\n"
        "from bot.app.runtime.process_pools import pool\n"
        "if __name__ == '__main__':\n"
        "    print(pool(1).submit(os.getpid).result(), flush=True)\n"
        "    time.sleep(60)\n"
    )
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=env) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        parent.wait()

    for _ in range(100):
        if not _alive(child):
            break
        signal.sigtimedwait([], 0.05)
    assert not _alive(child)


def _alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"
