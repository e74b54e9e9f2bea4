"""`longtable match`: a match as a file, out of the database, into it, and recomputed from its seed."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Actor, Place
from bot.app.runtime.library import Library
from bot.app.runtime.refusals import WORDS
from bot.app.runtime.time_source import SystemClock
from bot.app.transfer.importing import MatchImports, verify_file
from bot.app.transfer.match_file import MOST_BYTES, BadFile, write_file
from bot.app.transfer.reading import Wanted
from bot.app.transfer.service import Files, whole
from bot.cli.stores import use_store
from bot.config import ConfigError, Settings
from db.ids import ChannelId, GuildId, MatchId, UserId
from games.core.errors import Refusal
from games.core.registry import games
from games.core.words import Words

T = TypeVar("T")


def export(settings: Settings, match: int, file: Path | None, *, text: bool) -> int:
    """Write a match to a file (match-<number>.json, or .txt by default); raises ConfigError where that cannot be."""

    async def work(uow: UnitOfWork) -> bytes:
        if text:
            return (await Files(uow).sheet(MatchId(match), None)).data
        return write_file(await uow.store.read(lambda tx: whole(tx, uow.match_reader, MatchId(match))))

    data = _run(settings, work, f"there is no match {match} that has started", make=False)
    target = file or Path(f"match-{match}.{'txt' if text else 'json'}")
    try:
        # Of a running match it holds what is secret: nobody else on this machine needs to read it.
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as written:
            written.write(data)
    except FileExistsError:
        raise ConfigError(f"{target} already exists; nothing was written") from None
    except OSError as error:
        raise ConfigError(f"{target} can't be written: {error.strerror}") from None
    print(f"match {match} written to {target}")
    return 0


def take_in(
    settings: Settings,
    file: Path,
    *,
    channel: int,
    guild: int | None,
    practice: int | None,
    turn: int | None,
) -> int:
    """Open a match from a file; ``practice``: for this user alone. Raises ConfigError for a file that cannot be."""
    player = None if practice is None else Actor(UserId(practice), f"Player {practice % 10000:04}")
    place = Place(None if guild is None else GuildId(guild), ChannelId(channel))
    data = _read(file)

    async def work(uow: UnitOfWork) -> MatchId:
        importing = MatchImports(uow, new_seed=lambda: secrets.token_bytes(32))
        return (await importing.open(data, Wanted(place=place, player=player, turn=turn, trusted=True))).match

    number = _run(settings, work, "the match cannot be opened")
    print(f"match {number} opened from {file}")
    return 0


def verify(file: Path, *, announced: str | None) -> int:
    """Recompute a match from its file and say what holds; raises ConfigError where it does not."""
    try:
        found = asyncio.run(verify_file(dict(games()), _read(file), known=announced))
    except BadFile as error:
        raise ConfigError(str(error)) from None
    print(f"{found.title}, match {found.number}, rules {found.rules_number}")
    words = Words(WORDS)
    for sentence in found.told:
        print(words(sentence))
    return 0


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened_file:
            return opened_file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from None


def _run(settings: Settings, work: Callable[[UnitOfWork], Awaitable[T]], missing: str, *, make: bool = True) -> T:
    """Do something over the database, made where there is none if ``make``; refusals become one sentence."""
    try:
        return asyncio.run(_over(settings, work, make=make))
    except BadFile as error:
        raise ConfigError(str(error)) from None
    except Refusal:
        raise ConfigError(missing) from None


async def _over(settings: Settings, work: Callable[[UnitOfWork], Awaitable[T]], *, make: bool) -> T:
    async with use_store(settings, make=make) as store:
        return await work(UnitOfWork(store, Library(games()), SystemClock()))
