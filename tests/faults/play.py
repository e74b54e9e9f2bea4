"""Matches played while everything ends at any instant: what fails is tried again, as a player would."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence

import aiohttp

from tests.standin.client import Control, NotPossible
from tests.standin.wire import Obj
from tests.wire.matches import Match, Way, by_line, by_panel, place_of, words_of
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


WAYS = (stubborn(by_line), stubborn(by_panel))


async def opened(control: Control, game: str, users: Sequence[str], *, channel: str, patience: float) -> Match:
    """
    Open a match and let everybody join, again and again until it runs and has its thread.

    Raises:
        TimeoutError: it hasn't come to that after so many seconds
    """
    async with asyncio.timeout(patience):
        return await _opened(control, game, users, channel=channel)


async def _opened(control: Control, game: str, users: Sequence[str], *, channel: str) -> Match:
    while True:
        number = await _created(control, game, users, channel=channel)
        if number is None:
            continue
        await _joined(control, number, users, channel=channel)
        match = Match(control, number, game=game, users=users, place=await _place(control, number))
        match.wait = WAIT_S
        return match


async def _place(control: Control, number: int) -> str:
    """The thread of a match; whoever asked gives up, not this."""
    while True:
        try:
            return await place_of(control, number)
        except TimeoutError:
            await asyncio.sleep(0.1)


async def _created(control: Control, game: str, users: Sequence[str], *, channel: str) -> int | None:
    """Ask for a match, and wait for its card; None if none came."""
    seen = await control.messages(channel, users[0])
    floor = max((int(one.id) for one in seen), default=0)
    try:
        await control.interact(users[0], channel, f"/match new game:{game} seats:{len(users)}", wait_s=WAIT_S)
    except (*ABSENT, NotPossible):
        await asyncio.sleep(0.1)
    try:
        card = await control.until(
            channel, lambda one: int(one.id) > floor and bool(CARD.search(words_of(one))), user=users[0], seconds=4
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
            cards = [one for one in await control.messages(channel, user) if f"lt|join|{number}|" in words_of(one)]
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


async def played(match: Match, chance: random.Random, *, patience: float) -> None:
    """Play a match to its end, by line or by panel as it comes."""

    async def way(player: Player, shown: object) -> Answer:
        answer = await chance.choice(WAYS)(player, shown)  # type: ignore[arg-type]  # a message
        if answer.came is Came.UNKNOWN:
            await asyncio.sleep(0.1)
        return answer

    await match.play(way, chance=chance, patience=patience)
