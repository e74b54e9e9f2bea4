"""A match followed from outside: opened, joined, played to its end, with what was posted and acknowledged kept."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from tests.standin.client import Control, NotPossible, Outcome, Seen
from tests.wire.players import WARNING, Answer, Came, Player, held, lines_asked

PATIENCE_S = 60.0
"""How long nobody may be able to do anything before a match counts as stuck."""
MOST_TURNS = 1500
NEXT_BOARD_S = 3.0
"""How long one waits for a board after a turn; not every turn is shown to everybody."""

Way: TypeAlias = Callable[[Player, Seen], Awaitable[Answer]]


class Stuck(AssertionError):
    """Nobody can go on with a match that isn't over."""


class Match:
    """
    One running match as its players see it.

    ``users`` by seat; ``place`` the thread (or channel); ``answers`` every answer by (user, answer) in order.
    """

    def __init__(self, control: Control, number: int, *, game: str, users: Sequence[str], place: str) -> None:
        self.control = control
        self.number = number
        self.game = game
        self.users = tuple(users)
        self.place = place
        self.answers: list[tuple[str, Answer]] = []
        self.reader = self.users[0]
        """Who reads the boards; somebody who has left the server sees none."""
        self.wait = 10.0
        """Seconds that an answer may take after the acknowledgement."""

    async def play(
        self, way: Way, *, chance: random.Random, patience: float = PATIENCE_S, turns: int = MOST_TURNS
    ) -> Seen:
        """
        Play until the match is over or ``turns`` turns are made; the newest board.

        Raises:
            Stuck: no board came in time, or nobody who is asked can play
        """
        players = {user: Player(self.control, user, self.place, chance=chance, wait=self.wait) for user in self.users}
        clock = asyncio.get_running_loop().time
        board, end = await self.board(patience=patience), clock() + patience
        handed: set[str] = set()  # who has handed in a secret turn; they may change it, and here do not
        made = 0
        while not is_over(board) and made < turns:
            asked = [user for user in self.asked(board) if self._last_turn(user) < int(board.id)]
            asked = [user for user in asked if user not in handed or user in board.pinged]
            before = made
            for user in chance.sample(asked, len(asked)):
                made += await self.turn(players[user], board, way)
                handed = handed | {user} if self.answers[-1][1].sealed else handed - {user}
            if made > before:
                end = clock() + patience
            elif clock() > end:
                last = [(user, answer.came.name, answer.text) for user, answer in self.answers[-len(self.users) :]]
                raise Stuck(f"match {self.number} on the board {board.text!r}: {last}")
            board = await self._newest(board, seconds=NEXT_BOARD_S if made > before else 0.2)
        return board

    async def turn(self, player: Player, board: Seen, way: Way) -> int:
        """Let one player make turns until they are no longer asked; how many they made."""
        made, shown = 0, board
        while True:
            answer = await way(player, shown)
            self.answers.append((player.user, answer))
            made += answer.came in {Came.PLAYED, Came.ASKED_AGAIN}
            if answer.came is not Came.ASKED_AGAIN:
                return made
            assert answer.message is not None
            shown = answer.message

    def _last_turn(self, user: str) -> int:
        """The number of the interaction with which a user last ended a turn: boards of before are overtaken."""
        ended = (int(answer.interaction) for who, answer in reversed(self.answers) if who == user and answer.line)
        return next(ended, 0)

    async def _newest(self, board: Seen, *, seconds: float) -> Seen:
        """The board after this one if it comes in time; else this one still."""
        try:
            return await self.board(after=board, patience=seconds)
        except TimeoutError:
            return board

    def asked(self, board: Seen) -> list[str]:
        """The users whom a board asks for a turn: called, or in bold."""
        lines = "\n".join(lines_asked(board.text))
        ids = {str(user["id"]): str(user["username"]) for user in board.mentions}
        called = {ids[key] for key in re.findall(r"<@(\d+)>", lines) if key in ids}
        named = {name.casefold() for name in re.findall(r"\*\*(.+?)\*\*", lines)}
        return [user for user in self.users if user in called or user in named]

    async def board(self, *, after: Seen | None = None, patience: float = PATIENCE_S) -> Seen:
        """
        The newest board that asks somebody or shows the end, posted after another one.

        Raises:
            TimeoutError: there is none in time
        """
        floor = int(after.id) if after is not None else 0

        def fits(message: Seen) -> bool:
            return int(message.id) > floor and (is_over(message) or bool(held(message, "play")))

        return await self.control.until(self.place, fits, user=self.reader, seconds=patience, public=True)


async def by_panel(player: Player, shown: Seen) -> Answer:
    """Only presses."""
    return await player.by_panel(shown)


async def by_line(player: Player, shown: Seen) -> Answer:
    """`/move` with a line; where picking words at random leads nowhere, the panel."""
    answer = await player.by_line()
    return answer if answer.came is not Came.REFUSED else await player.by_panel(shown)


def by_command(name: str, *, turns: int = 10) -> Way:
    """The command of a game for so many turns; later, and where filling it in at random leads nowhere, the panel."""
    left = turns

    async def way(player: Player, shown: Seen) -> Answer:
        nonlocal left
        if left:
            left -= 1
            answer = await player.by_command(name)
            if answer.came is not Came.REFUSED:
                return answer
        return await player.by_panel(shown)

    return way


def is_over(board: Seen) -> bool:
    """Whether a board shows the end of a match."""
    return bool(held(board, "rematch"))


async def begin(
    control: Control, game: str, users: Sequence[str], *, channel: str = "tables", options: str = ""
) -> Match:
    """Open a match, let everybody join, and wait until it has a place of its own. ``options``: name=value, ..."""
    chosen = {"options": {"options": options}} if options else {}
    first = await control.interact(users[0], channel, f"/match new game:{game} seats:{len(users)}", **chosen)
    assert WARNING not in first.message.text, first.message.text
    floor, heading = int(first.interaction), re.compile(r"#(\d+)")

    def is_card(message: Seen) -> bool:
        return int(message.id) > floor and bool(heading.search(message.text))

    card = await control.until(channel, is_card, user=users[0], public=True)
    found = heading.search(card.text)
    assert found is not None, card.text
    number = int(found[1])
    for user in users[1:]:
        outcome = await _join(control, user, number, channel)
        assert WARNING not in outcome.message.text, outcome.message.text
    place = await place_of(control, number)
    return Match(control, number, game=game, users=users, place=place)


async def _join(control: Control, user: str, number: int, channel: str) -> Outcome:
    """Press *Join* where the card is by now: in the channel, or in a forum's post to which the channel's card leads."""

    def is_open(message: Seen) -> bool:
        return f"lt|join|{number}|" in words_of(message)

    for _ in range(50):
        posts = [thread for thread in await threads(control) if f"#{number}:" in thread["name"]]
        for place in [channel, *(str(post["id"]) for post in posts)]:
            for card in filter(is_open, await control.messages(place, user, limit=30, public=True)):
                with contextlib.suppress(NotPossible):  # it has just moved
                    return await control.press(user, card, str(held(card, "join")[0]["custom_id"]))
        await asyncio.sleep(0.1)
    raise TimeoutError(f"nobody can join match {number}")


def words_of(message: Seen) -> str:
    """The text of a message and the custom ids of its controls, one a line."""
    return "\n".join([message.text, *(str(part.get("custom_id")) for part in message.controls)])


async def place_of(control: Control, number: int) -> str:
    """The thread of a match, once it is there."""
    for _ in range(200):
        for thread in await threads(control):
            if f"#{number}:" in thread["name"]:
                return str(thread["id"])
        await asyncio.sleep(0.05)
    raise TimeoutError(f"match {number} has no thread")


async def threads(control: Control) -> list[dict[str, Any]]:
    """Every thread there is."""
    return [thread for guild in (await control.world("guilds"))["guilds"] for thread in guild["threads"]]
