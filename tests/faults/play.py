"""Matches played while everything ends at any instant: what fails is tried again, as a player would."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress

import aiohttp
from msgspec import Struct

from tests.standin.client import Control, NotPossible
from tests.standin.wire import Obj
from tests.wire.matches import Match, Stuck, Way, by_line, by_panel, is_over, place_of, words_of
from tests.wire.players import Answer, Came, Player, held

WAIT_S = 4.0
"""Seconds that an answer may take before the player tries again."""
JOINS = 200
CARD = re.compile(r"lt\|join\|(\d+)\|")
ABSENT = (aiohttp.ClientError, OSError, TimeoutError)


class Patient(Control):
    """A client that outlives the stand-in: what only reads is asked until it is answered."""

    async def _ask(self, method: str, path: str, *, query: Obj | None = None, body: Obj | None = None) -> bytes:
        while True:
            try:
                return await super()._ask(method, path, query=query, body=body)
            except ABSENT:
                if method != "GET":
                    raise
                await asyncio.sleep(0.05)


def stubborn(way: Way) -> Way:
    """A way of playing of which nothing comes where one side is gone."""

    async def tried(player: Player, shown: object) -> Answer:
        try:
            return await way(player, shown)  # type: ignore[arg-type]  # a message, whatever the way does with it
        except (*ABSENT, NotPossible, LookupError, AssertionError) as why:
            return Answer(came=Came.UNKNOWN, text=repr(why))

    return tried


class Slot(Struct, frozen=True, kw_only=True):
    """What is played at one table, match after match. ``live``: all act at once, and nobody is waited for."""

    game: str
    users: tuple[str, ...]
    options: str = ""
    live: bool = False


WAYS = (stubborn(by_line), stubborn(by_panel))


class Enough(Exception):
    """A match is left before its end."""


async def opened(control: Control, slot: Slot, *, channel: str, patience: float) -> Match:
    """
    Open a match and let everybody join, again and again until it runs and has its thread.

    Raises:
        TimeoutError: it hasn't come to that after so many seconds
    """
    async with asyncio.timeout(patience):
        return await _opened(control, slot, channel=channel)


async def _opened(control: Control, slot: Slot, *, channel: str) -> Match:
    while True:
        number = await _created(control, slot, channel=channel)
        if number is None:
            continue
        await _joined(control, number, slot.users, channel=channel)
        match = Match(control, number, game=slot.game, users=slot.users, place=await _place(control, number))
        match.wait = WAIT_S
        return match


async def _place(control: Control, number: int) -> str:
    """The thread of a match; whoever asked gives up, not this."""
    while True:
        try:
            return await place_of(control, number)
        except TimeoutError:
            await asyncio.sleep(0.1)


async def _created(control: Control, slot: Slot, *, channel: str) -> int | None:
    """Ask for a match, and wait for its card; None if none came."""
    host = slot.users[0]
    seen = await control.messages(channel, host, public=True)
    floor = max((int(one.id) for one in seen), default=0)
    command = f"/match new game:{slot.game} seats:{len(slot.users)}"
    chosen = {"options": {"options": slot.options}} if slot.options else {}
    try:
        await control.interact(host, channel, command, wait_s=WAIT_S, **chosen)
    except (*ABSENT, NotPossible):
        await asyncio.sleep(0.1)
    try:
        card = await control.until(
            channel,
            lambda one: int(one.id) > floor and bool(CARD.search(words_of(one))),
            user=host,
            seconds=4,
            public=True,
        )
    except TimeoutError:
        return None
    found = CARD.search(words_of(card))
    assert found is not None
    return int(found[1])


async def _joined(control: Control, number: int, users: Sequence[str], *, channel: str) -> None:
    """Press Join for everybody until the bot has said something to each."""
    for user in users[1:]:
        for _ in range(JOINS):
            shown = await control.messages(channel, user, public=True)
            cards = [one for one in shown if f"lt|join|{number}|" in words_of(one)]
            button = held(cards[-1], "join") if cards else []
            if not button:
                return  # the card shows a running match
            try:
                outcome = await control.press(user, cards[-1], str(button[0]["custom_id"]), wait_s=WAIT_S)
            except (*ABSENT, NotPossible):
                await asyncio.sleep(0.1)
                continue
            if outcome.messages and not outcome.messages[0].loading:
                break
            await asyncio.sleep(0.1)


async def played(
    match: Match, slot: Slot, chance: random.Random, *, patience: float, enough: Callable[[], bool]
) -> None:
    """
    Play a match to its end or until there is ``enough`` of it, by line or by panel as it comes.

    Raises:
        Stuck, TimeoutError: nobody can go on for so many seconds
    """
    if slot.live:
        await _played_live(match, chance, patience=patience, enough=enough)
        return

    async def way(player: Player, shown: object) -> Answer:
        if enough():
            raise Enough
        answer = await chance.choice(WAYS)(player, shown)  # type: ignore[arg-type]  # a message
        if answer.came is Came.UNKNOWN:
            await asyncio.sleep(0.1)
        return answer

    with suppress(Enough):
        await match.play(way, chance=chance, patience=patience)


async def _played_live(match: Match, chance: random.Random, *, patience: float, enough: Callable[[], bool]) -> None:
    """Let everybody type what completion offers, as fast as they are answered, until the match is over or enough."""
    clock = asyncio.get_running_loop().time
    players = [Player(match.control, user, match.place, chance=chance, wait=WAIT_S) for user in match.users]
    way, end = stubborn(by_line), clock() + patience
    while not is_over(board := await match.board(patience=patience)) and not enough():
        for player in chance.sample(players, len(players)):
            answer = await way(player, board)
            match.answers.append((player.user, answer))
            if answer.came in {Came.PLAYED, Came.ASKED_AGAIN}:
                end = clock() + patience
            else:
                await asyncio.sleep(0.1)
        if clock() > end:
            raise Stuck(f"live match {match.number} on the board {board.text!r}: {match.answers[-1][1].text}")
