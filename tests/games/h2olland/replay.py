"""Golden playthroughs: whole matches in the notation of the log, played again line by line.

A file begins with ``# match players=4 start=W`` and the options that differ from their defaults; what chance brought
stands in the log itself: cards in ``# card``, undersides behind the turning of a tile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from games.core.game import Setup, Step
from games.core.running.play import Cause, Entry, Position, commit
from games.core.seats import TABLE, AskId, Seat
from games.h2olland import GAME
from games.h2olland.components import LETTERS
from games.h2olland.options import H2OllandOptions
from games.h2olland.rules.playing import set_up
from games.h2olland.state import State
from tests.cases.h2olland.position import Dealer
from tests.games.h2olland.log_notation import record

FOLDER = Path(__file__).parent / "playthroughs"


def header(setup: Setup, start: Seat) -> str:
    """Return the first line of a file."""
    default = H2OllandOptions()
    names = ("safe_zone", "first_player", "years", "winter")
    options = [(name, getattr(setup.options, name)) for name in names]
    told = [f"{name}={value}" for name, value in options if value != getattr(default, name)]
    return " ".join(("# match", f"players={setup.seats}", f"start={LETTERS[start]}", *told))


def played_again(text: str) -> tuple[str, State]:
    """Play a file again; return the log that comes of it, and the last state."""
    first, *lines = text.splitlines()
    facts = dict(part.split("=") for part in first.split()[2:])
    setup = Setup(int(facts.pop("players")), _options(facts), Seat(LETTERS.index(facts.pop("start"))))
    dealer = Dealer(_undersides(lines), [int(line.split()[2]) for line in lines if line.startswith("# card")])
    begun = set_up(setup, dealer)
    entries = [_by_table(begun, "setup")]
    position = Position(begun.state)
    for line in lines:
        if not line.startswith("#") and line.split()[1] not in ("~", "-a"):
            position, made = _line(position, line)
            entries += made
            position, made = _table(position, dealer)
            entries += made
    return "\n".join((first, *record(entries))) + "\n", position.state


def _options(facts: dict[str, str]) -> H2OllandOptions:
    options = {name: value for name, value in facts.items() if name not in ("players", "start")}
    return H2OllandOptions(**options)  # type: ignore[arg-type]


def _undersides(lines: Iterable[str]) -> dict[int, str]:
    found = (re.match(r"\w (?:fl|dr) (\d+) ([sd]\.\w+)", line) for line in lines)
    return {int(match[1]): match[2] for match in found if match}


def _line(position: Position[State], line: str) -> tuple[Position[State], tuple[Entry, ...]]:
    seat = Seat(LETTERS.index(line[0]))
    moves = GAME.notation.read(GAME.view(position.state, seat), line)
    verbs = {type(move) for move in moves}
    asks = [ask for ask in GAME.asks(position.state) if ask.seat == seat and verbs <= set(ask.verbs)]
    cause = Cause.FALLBACK if line.endswith("!") else Cause.PLAYER
    made = commit(GAME, position, seat, asks[0].id, moves, cause=cause)
    return made.position, made.entries


def _table(position: Position[State], dealer: Dealer) -> tuple[Position[State], tuple[Entry, ...]]:
    entries: list[Entry] = []
    while (due := next((ask for ask in GAME.asks(position.state) if ask.seat == TABLE), None)) is not None:
        dealer.show(position.state.table.turning)
        step = GAME.step(position.state, TABLE, due.verbs[0](), dealer)
        position = Position(step.state, position.drawn, position.sealed, position.causes)
        entries.append(_by_table(step, due.id))
    return position, tuple(entries)


def _by_table(step: Step[State], ask: str) -> Entry:
    return Entry(
        seat=TABLE,
        ask=AskId(ask),
        moves=(),
        line="",
        cause=Cause.TABLE,
        events=step.events,
        barrier=step.barrier,
    )
