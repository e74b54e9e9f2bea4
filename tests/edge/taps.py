"""How many taps the usual turns of each game take in the private panel.

A button is one tap, opening a menu and choosing two; *Play* on the board and *Confirm* are one each.
``python -m tests.edge.taps`` plays them and writes the page.
"""

import asyncio
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from discord import Message
from discord.ui import Button, LayoutView
from simcord.results import ResponseMessage

from bot.app.match.state import MatchState
from bot.sandbox.fidelity import answer_like_discord
from db.records import Status
from games.core.errors import Refusal
from games.core.game import Ask
from games.core.input.panel import Partial, fill_combination, write_partial
from games.core.moves import MOST_COMBINATIONS, Move, fields_of, verb_of
from games.core.registry import games
from games.core.running.play import TurnContext, find_ask, finish
from games.core.text import Text
from games.grumpf.moves import Step
from tests.edge.table import PanelPlayer, Table, asked, line_of, sit_down, thought
from tests.nursery import ROOT

PAGE = ROOT / "docs" / "taps.md"
SEEDS = (b"taps" * 8, b"more" * 8, b"last" * 8)
"""Of the matches in which usual turns are looked for, one after the other."""
GRACE = 30
MOST_TURNS = 60
"""Of one match."""


class Usual(NamedTuple):
    """A turn that is made often: its verbs but the silent end, in alphabetical order; ``options`` of its match.

    ``grace``: seconds in which it can be taken back there, before the game goes on; then it leaves nothing to warn of.
    """

    game: str
    what: str
    verbs: tuple[tuple[str, ...], ...]
    options: str = ""
    grace: int = 0


def _usual(game: str, what: str, *verbs: str, options: str = "", grace: int = 0) -> Usual:
    """Return a usual turn; ``verbs`` are words like ``take place``, in any order."""
    return Usual(game, what, tuple(tuple(sorted(each.split())) for each in verbs), options, grace)


USUAL = (
    _usual("grunn", "arrange the first tiles", "arrange"),
    _usual("grunn", "a pair and its place", "take place"),
    _usual("grunn", "the same in a match with a grace time", "take place", "take place develop", grace=GRACE),
    _usual("grunn", "a pair and its place, develop and build", "take place develop build", "take place exchange build"),
    _usual("greentown", "lead a tour", "announce tour"),
    _usual("greentown", "build two tiles and a building", "announce lay lay erect", "announce develop lay erect"),
    _usual("greentown", "the same, and lead a tour", "announce lay lay erect tour", "announce develop lay erect tour"),
    _usual("h2olland", "place one thing in spring", "place"),
    _usual("h2olland", "submit the winter order", "trade", ""),
    _usual("grumpf", "plan three beats, by turns", "step step step"),
    _usual("grumpf", "*Ready*, live", "ready", options="mode=live"),
    _usual("walnut_grove", "lay a tile and harvest", "lay work"),
    _usual("walnut_grove", "go to a building in town", "go take", "go sell"),
)
"""In the order of the page."""


def is_of(usual: Usual, match: MatchState, turn: Sequence[Move]) -> bool:
    """Return whether a turn is a usual one."""
    ends = {verb_of(form.end) for form in match.game.spec.turns if form.end is not None}
    made = tuple(sorted(verb for verb in map(verb_of, turn) if verb not in ends))
    return made in usual.verbs and not (usual.grace and any(_find_warnings(match, turn)))


def _find_warnings(match: MatchState, turn: Sequence[Move]) -> Iterator[Text]:
    """Yield what the panel warns of before a turn is confirmed."""
    ask = asked(match)[0]
    context = TurnContext(match.game, match.require_position().state, ask.seat, ask.id)
    after = context.at(context.after(turn).state)
    yield from match.game.panel.warnings(context.view, after.view, find_ask(match.game, after.state, ask.id))


class Taps(NamedTuple):
    """Of a turn: choice by choice, with a combination of its moves if there is one, and with that without Confirm."""

    singly: int
    combined: int
    at_once: int


async def count(folder: Path, game: str) -> dict[str, Taps]:
    """Return the taps of the usual turns of a game."""
    taps: dict[str, Taps] = {}
    for options, grace in dict.fromkeys((each.options, each.grace) for each in USUAL if each.game == game):
        wanted = [each for each in USUAL if (each.game, each.options, each.grace) == (game, options, grace)]
        for number, seed in enumerate(SEEDS):
            if all(each.what in taps for each in wanted):
                break
            place = folder / f"{options}{grace}{number}"
            place.mkdir(parents=True)
            async with sit_down(place) as table:
                table.application.services.lobby._new_seed = partial(bytes, seed)
                await _play(table, wanted, taps)
                table.clean()
    return {each.what: taps[each.what] for each in USUAL if each.game == game}


async def _play(table: Table, wanted: Sequence[Usual], taps: dict[str, Taps]) -> None:
    """Play a match and count its first turns of each kind; all have the same options."""
    game, options, grace = wanted[0].game, wanted[0].options, wanted[0].grace
    seats = min(n for n in games()[game].spec.seats if n > 1)
    given: dict[str, object] = {"options": options} if options else {}
    if grace:
        given["grace"] = grace
    clock = table.stop_clock()
    assert "⚠️" not in await table.slash(0, "match new", game=game, seats=seats, **given)
    for seat in range(1, seats):
        await table.press(seat, "join")
    for _ in range(MOST_TURNS):
        match = await table.match()
        if match.match.status is not Status.RUNNING or not asked(match):
            return
        ask = asked(match)[0]
        turns = [*_combined(match, ask), tuple(map(_shortened, thought(match, ask)))]
        left = [each for each in wanted if each.what not in taps]
        usual, turn = next(
            ((each, turn) for turn in turns for each in left if is_of(each, match, turn)), (None, turns[-1])
        )
        if usual is None and (line := line_of(match, ask, turn)):
            assert "⚠️" not in await table.slash(ask.seat, "move", line=line)
        else:
            used = await _taps(table, match, ask, turn)
            if usual is not None:
                taps[usual.what] = used
        if grace:
            clock.forward(seconds=2 * grace)
            await table.application.services.scheduler.sweep()
            await table.work()
        if all(each.what in taps for each in wanted):
            return


def _combined(match: MatchState, ask: Ask, draft: tuple[Move, ...] = ()) -> Iterator[tuple[Move, ...]]:
    """Yield the whole turns that the panel offers at one press, or at one press after the other."""
    turn = TurnContext(match.game, match.require_position().state, ask.seat, ask.id)
    now = turn.at(turn.after(draft).state)
    left = find_ask(match.game, now.state, ask.id)
    offered = () if left is None else islice(match.game.panel.combinations(now.view, left), MOST_COMBINATIONS)
    for each in offered:
        moves = fill_combination(turn, draft, each.moves)
        if moves is None:
            continue
        try:
            finish(match.game, turn.state, ask.seat, ask.id, moves)
        except Refusal:
            yield from _combined(match, ask, moves)
        else:
            yield moves


async def _taps(table: Table, match: MatchState, ask: Ask, turn: Sequence[Move]) -> Taps:
    """Make a turn by panel and return how many taps it took, the one that opens the panel included."""
    if turn[0].instant and (at_once := _opening(table.newest("play"), f"||0|{verb_of(turn[0])}")):
        await table.members[ask.seat].click(table.newest("play"), custom_id=at_once)
        await table.work()
        return Taps(1, 1, 1)
    player = PanelPlayer(table, ask.seat, await _open(table, match, ask, turn))
    if not await player.combines(match, turn):
        await player.play(match, turn)
        return Taps(*[1 + player.taps] * 3)
    await player.put_together(match, turn)
    singly = 2 + player.taps
    await player.start_over()
    player.taps, made = 0, False
    await table.slash(ask.seat, "my confirm", always=False)
    while not made and await player.combines(match, turn):
        await player.combine(match, turn)
        made = (await table.match()).match.ply > match.match.ply
    await table.slash(ask.seat, "my confirm", always=True)
    if made:
        await table.work()
        return Taps(singly, 2 + player.taps, 1 + player.taps)
    await player.play(match, turn)
    return Taps(singly, *[1 + player.taps] * 2)


async def _open(table: Table, match: MatchState, ask: Ask, turn: Sequence[Move]) -> ResponseMessage:
    """Open the panel, by the button under the board that makes the first choice, too, if there is one."""
    board = table.newest("play")
    first = write_partial(Partial(verb_of(turn[0]), {name: getattr(turn[0], name) for name in _names(turn[0])[:1]}))
    wanted = f"|{ask.id}|0|{first.replace(':', '=')}"
    opening = _opening(board, wanted)
    if opening is None:
        shown = await table.press(ask.seat, "play")
    else:
        shown = await table.members[ask.seat].click(board, custom_id=opening)
    assert shown.response is not None
    return shown.response


def _opening(board: Message, end: str) -> str | None:
    """Return the custom id of the button under a board that ends so."""
    buttons = (part for part in LayoutView.from_message(board).walk_children() if isinstance(part, Button))
    return next((each.custom_id for each in buttons if (each.custom_id or "").endswith(end)), None)


def _names(move: Move) -> list[str]:
    return [info.name for info in fields_of(type(move))]


def _shortened(move: Move) -> Move:
    """Return a step of Grumpf without the names of its tokens, as its keys have it; other moves as they are."""
    if not isinstance(move, Step):
        return move
    return Step(tuple(re.sub(r"^\d(\d:|(?=x\*)|x:)", "", stroke) for stroke in move.choice))


def rows(game: str, taps: Mapping[str, Taps]) -> list[str]:
    """Return the lines of the page about a game."""
    title = games()[game].spec.title
    return [f"| {title} | {what} | {' | '.join(map(str, found))} |" for what, found in taps.items()]


HEAD = """# Taps

What a player presses for a usual turn, from the board to the confirmed turn. A button is one tap, a menu with the
choice in it two; *Play* under the board and *Confirm* are one each. `python -m tests.edge.taps` plays these turns in
the simulator and writes this page; a test holds it.

The next column counts the same turn with combinations, where the panel offers any that lead to it; the last one for
people who have chosen `/my confirm always:False`, with which a turn that one button fills in is played at once if it
can be taken back and nothing useful is left to do. A turn of Grunn turns up a new pair, so that it can be taken back
only within the grace time of its match. After the turn the same message goes on with the player's next one,
which saves *Play*.

| game | turn | choice by choice | with a combination | without *Confirm* |
|---|---|---:|---:|---:|"""


async def _main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        keys = dict.fromkeys(each.game for each in USUAL)
        lines = [line for key in keys for line in rows(key, await count(Path(folder) / key, key))]
        PAGE.write_text("\n".join([HEAD, *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    answer_like_discord()
    asyncio.run(_main())
