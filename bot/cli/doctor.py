"""`longtable doctor`: try on Discord what the bot depends on, and report."""

import asyncio
import re
import signal
from pathlib import Path

from bot.cli.render import NAMES, course, order
from bot.config import ConfigError, Settings
from bot.edge.doctor.diagnosis import Order, diagnose
from bot.edge.doctor.report import Report
from bot.edge.doctor.session import Pictures
from bot.edge.imaging.drawing import Scene, draw
from games.core.game import Marks
from games.core.registry import games
from render.core.output.film import join_frames, piece
from render.core.registry import picture

GAME = "grunn"
TURNS = 3
"""How far the match has come whose board is shown."""
FRAME_MS = 1000
STOPPING = (signal.SIGINT, signal.SIGTERM)


def doctor(
    settings: Settings, *, channel: int, user: int | None, forum: int | None, wait: float, report: Path | None
) -> int:
    """Try everything and print what comes out; return 0 if nothing fails, 1 if anything does or it is interrupted.

    Raises ConfigError for ids, a token or a file that can't be used.
    """
    for name, number in (("channel", channel), ("user", user), ("forum", forum)):
        if number is not None and not re.fullmatch(r"\d{15,20}", str(number)):
            item = "Copy User ID" if name == "user" else "Copy Channel ID"
            raise ConfigError(f"--{name} {number} isn't an id; right-click the {name} in Discord and choose “{item}”.")
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    if not token:
        raise ConfigError("DISCORD_TOKEN isn't set; put the bot's token into .env.")
    if report is not None and not report.parent.is_dir():
        raise ConfigError(f"The report can't be written: there is no folder {report.parent}.")
    secret = settings.discord_client_secret
    order = Order(
        channel=channel,
        user=user,
        forum=forum,
        wait=wait,
        shard_count=settings.shard_count,
        pages=settings.linked_roles_base,
        secret="" if secret is None else secret.get_secret_value(),
        backups=settings.backup_plan,
    )
    before = [(number, signal.getsignal(number)) for number in STOPPING]
    try:
        return _report(asyncio.run(_run(settings, token, order, draw_pictures())), report)
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _report(made: Report, report: Path | None) -> int:
    """Print the sum, write the file, and return the exit code."""
    print(f"\n{made.summary()}")
    if report is not None:
        try:
            report.write_text(made.markdown(), encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"The report can't be written: {error.strerror}.") from None
        print(f"The report is in {report}.")
    return 0 if made.all_well else 1


async def _run(settings: Settings, token: str, order: Order, pictures: Pictures) -> Report:
    """Run; Ctrl-C, however often, and SIGTERM end it with everything removed.

    The handlers stay until the report is printed: those of asyncio are gone with its loop, and by itself it leaves a
    task to its fate at the second Ctrl-C.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None, "this runs in a task"

    def stop(_number: int, _frame: object) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(task.cancel)

    for number in STOPPING:
        signal.signal(number, stop)
    return await diagnose(settings.api_base, token, order, pictures, say=print)


def draw_pictures() -> Pictures:
    """Draw two boards of a game, and a film of the two."""
    installed = games()
    game = installed.get(GAME) or next(iter(installed.values()))
    seats = max(2, game.spec.seats[0])
    names = NAMES[:seats]
    *_, first, second = course(game, seats, turn=TURNS)
    boards = [draw(order(game, states, Scene.BOARD, names))[0] for states in ([first], [first, second])]
    views = [game.view(state, None) for state in (first, second)]
    pictures = picture(game.spec.key)
    images = [pictures.frame(view, Marks(), last=views[-1], names=names) for view in views]
    frames = [piece(images[0]), piece(images[1], images[0])]
    film = join_frames([(frame, FRAME_MS) for frame in frames if frame is not None])
    return Pictures(before=boards[0], after=boards[1], film=film)
