"""``python -m tests.load --matches 50 --channels 10 --rate 5 --minutes 2``; see `docs/scale.md` for what it prints."""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic, time

from tests.load.measuring import Samples
from tests.load.place import Options, Place
from tests.load.players import Players
from tests.load.practice import Practice
from tests.load.report import Beside, Run, rows
from tests.load.requests import Log
from tests.load.reviews import Reviews
from tests.load.tournament import FirstRound
from tests.standin.client import Control
from tests.standin.launch import Process, free_port
from tests.wire.bot import Bot

WARM_S = 10.0
"""Seconds of play before the measurement."""
ALLOWED = {
    "DRAWING_AHEAD": "true",
    "MOST_OPEN_MATCHES": "1000",
    "MOST_MATCHES": "1000",
    "MOST_OPEN_IN_CHANNEL": "1000",
}
"""So few people may open and play so many matches; all else is as the bot runs for who sets nothing."""


def main() -> None:
    """Read the options, run, print."""
    options, wanted = _options()
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        at = Path(folder)
        port = free_port()
        settings = ALLOWED | {"METRICS_PORT": str(port), "LOG_LEVEL": "info"} | wanted
        discord = Process(at / "world.db", check_answers=False)
        bot = Bot(discord.api_base, at / "bot", settings=settings)
        with discord:
            print("\n".join(asyncio.run(_measured(discord, bot, options, port))))


def _options() -> tuple[Options, dict[str, str]]:
    """What is simulated, and settings of the bot."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument(
        "--matches", type=int, default=50, help="matches played at the same time (default: %(default)s)"
    )
    parser.add_argument("--servers", type=int, default=5, help="servers (default: %(default)s)")
    parser.add_argument("--channels", type=int, default=10, help="channels of all servers (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=5, help="turns a second (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=1, help="how long it is measured (default: %(default)s)")
    parser.add_argument(
        "--panels", type=float, default=0.25, help="share of turns begun by /next (default: %(default)s)"
    )
    parser.add_argument("--crowd", type=int, default=0, help="further matches, all in one channel of one server")
    parser.add_argument("--crowd-rate", type=float, default=5, help="turns a second there (default: %(default)s)")
    parser.add_argument("--pairings", type=int, default=0, help="a tournament's first round that begins in one channel")
    parser.add_argument("--reviews", type=int, default=0, help="finished matches whose reviews are asked for in turn")
    parser.add_argument("--practice", type=int, default=0, help="people who practice and wait for suggestions besides")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of the bot")
    told = parser.parse_args()
    wanted = dict(each.split("=", 1) for each in told.set)
    names = Options.__struct_fields__
    return Options(**{name: value for name, value in vars(told).items() if name in names}), wanted


async def _measured(discord: Process, bot: Bot, options: Options, port: int) -> list[str]:
    async with Control(discord.url) as control:
        await control.settings(rates="loose")
        place = Place(control, bot.folder / "longtable.db")
        channels = await place.furnish(options)
        first_round = FirstRound(control, bot, options.pairings) if options.pairings else None
        if first_round is not None:
            await first_round.furnish()
        reviews = Reviews(place, options.reviews) if options.reviews else None
        practice = Practice(place, options.practice) if options.practice else None
        with bot:
            await control.until_ready(seconds=300)
            while "the pictures are ready" not in bot.text():
                await asyncio.sleep(0.2)
            pids = {"bot": bot.pid, "stand-in": discord.pid, "players": os.getpid()}
            samples = Samples(f"http://127.0.0.1:{port}/metrics", pids)
            samples.whole.append(samples.weigh("bot"))
            log = Log(discord.data)
            players = Players(place, log, options.panels)
            began = monotonic()
            players.seat(await place.open_all(channels, options))
            if first_round is not None:
                await first_round.enter()
            if reviews is not None:
                await reviews.furnish()
            if practice is not None:
                await practice.furnish()
            opened = options.matches + options.crowd
            print(f"{opened} matches opened and planned in {monotonic() - began:.0f} s", flush=True)
            beside = Beside(first_round=first_round, reviews=reviews, practice=practice)
            run = await _play(players, samples, options, beside)
            log.close()
    return list(rows(run))


async def _play(players: Players, samples: Samples, options: Options, beside: Beside) -> Run:
    """Play under Discord's limits, and measure; what was opened before was opened without."""
    await players.place.control.settings(rates="discord")
    players.log.skip()
    watching = asyncio.create_task(players.watch())
    since = time() + WARM_S
    until = since + 60 * options.minutes
    playing = [asyncio.create_task(players.play("spread", options.rate, until=until))]
    if options.crowd:
        playing.append(asyncio.create_task(players.play("crowd", options.crowd_rate, until=until)))
    asking = None if beside.reviews is None else asyncio.create_task(beside.reviews.ask(until=until))
    if beside.practice is not None:
        playing.append(asyncio.create_task(beside.practice.play(until=until)))
    await asyncio.sleep(WARM_S)
    sampling = asyncio.create_task(samples.run())
    if beside.first_round is not None:
        playing.append(asyncio.create_task(beside.first_round.start(time())))
    await asyncio.gather(*playing)
    sampling.cancel()
    await players.finish()
    watching.cancel()
    if asking is not None:
        asking.cancel()  # the last one may take longer than is measured
    for task in filter(None, (sampling, watching, asking)):
        with suppress(asyncio.CancelledError):
            await task
    return Run(players=players, samples=samples, since=since, until=until, beside=beside)


if __name__ == "__main__":
    main()
