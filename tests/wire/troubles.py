"""A match in trouble: begun, played for a few turns, troubled, played on, and what it came to."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from tests.standin.client import Control, NotPossible, Seen
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.matches import Match, begin, by_line
from tests.wire.players import Came, Player

PATIENCE_S = 60.0
PLAYED = {Came.PLAYED, Came.ASKED_AGAIN}


class Left(Struct, frozen=True, kw_only=True):
    """What is wrong with a match afterwards; nothing of it should be."""

    lost: tuple[str, ...] = ()
    doubled: tuple[int, ...] = ()
    untold: tuple[str, ...] = ()
    malformed: tuple[str, ...] = ()


NOTHING_WRONG = Left()


async def begun(control: Control, bot: Bot, users: Sequence[str], *, channel: str = "tables") -> Match:
    """A running match of Grunn whose players have made two turns, all of it told."""
    match = await begin(control, "grunn", users, channel=channel)
    await play(match, turns=2)
    await all_told(match, bot)
    return match


async def play(match: Match, *, turns: int) -> int:
    """Make so many turns by line, or as many as there are left; how many were acknowledged."""
    before = len(match.answers)
    await match.play(by_line, chance=random.Random(match.number), patience=PATIENCE_S, turns=turns)
    return sum(answer.came in PLAYED for _, answer in match.answers[before:])


async def one_turn(match: Match, *, channel: str = "") -> str:
    """
    Let one who can make a turn, without waiting for the next board; who it was.

    ``channel``: where the command is given, naming the match.
    """
    for user in match.users * 10:
        player = Player(match.control, user, channel or match.place, chance=random.Random(match.number), wait=20)
        player.match = f"#{match.number}" if channel else ""
        answer = await player.by_line()
        match.answers.append((user, answer))
        if answer.came in PLAYED:
            return user
    raise AssertionError(f"nobody could make a turn: {match.answers[-1][1].text}")


async def all_told(match: Match, bot: Bot, *, held: bool = False) -> checks.Stored:
    """What is stored of a match, once all is told (with ``held`` also what is held back), or after a while."""
    for _ in range(150):
        found = await checks.stored(bot.database, match)
        if not found.untold and not (held and found.held):
            break
        await asyncio.sleep(0.2)
    return found


async def left(match: Match, bot: Bot, *, places: Sequence[str] = ()) -> Left:
    """What is wrong with a match, once all is told; ``places`` are others than its own where it was shown."""
    found = await all_told(match, bot)
    shown = await checks.posts(match.control, match)
    for place in places:
        shown += [one for one in await match.control.messages(place, limit=checks.ALL) if not one.ephemeral]
    return Left(
        lost=tuple(checks.lost(match, found)),
        doubled=tuple(checks.doubled(shown)),
        untold=found.untold + found.parked,
        malformed=tuple(await checks.wrong_requests(match.control)),
    )


async def called(control: Control, match: Match) -> Seen:
    """The direct message that tells whoever is to move that the board could not be posted."""
    for _ in range(int(PATIENCE_S / 0.2)):
        for user in match.users:
            with suppress(NotPossible):  # nobody has written to them yet
                for message in await control.messages(f"dm:{user}", user):
                    if f"#{match.number}" in message.text and "couldn't be posted" in message.text:
                        return message
        await asyncio.sleep(0.2)
    raise TimeoutError("nobody was told")


async def in_channel(control: Control, channel: str) -> Match:
    """A match of user1 alone that is played in the channel itself."""
    outcome = await control.interact("user1", channel, "/match new game:grunn seats:1")
    card = await control.until(
        channel, lambda one: int(one.id) > int(outcome.interaction) and one.pinned, seconds=PATIENCE_S
    )
    number = re.search(r"#(\d+)", card.text)
    assert number is not None
    return Match(control, int(number[1]), game="grunn", users=["user1"], place=channel)
