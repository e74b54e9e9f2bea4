"""Whatever is typed for a turn, the game refuses it in a sentence: numbers of any length, digits of any script."""

from __future__ import annotations

import re
import time
from contextlib import suppress

import pytest

from games.core.errors import Refusal
from games.core.game import Setup
from games.core.registry import games
from games.core.running.play import fallback_turn
from games.core.running.table import start
from games.core.seats import TABLE

ODD = (
    "9" * 5000,
    "²",
    "٣",
    "-1",
    "0",
    "\u202e",
    "x" * 5990,
    "~" * 3000,
    "(" * 3000,
    "1 " * 2900,
    "+" * 3000,
    ":" * 3000,
)
SECONDS = 2.0
LINES = {
    "greentown": "+N1:12 A@N1>N2 ~N1.12 ~3 ~N1-N2 via:N1 x2:use",
    "grumpf": "4>B x*B3",
    "grunn": "3 F4~E5 R:NE@E5",
    "h2olland": "orange N4 corn N5 N6 wi 3-4 12",
    "walnut_grove": "L04@K1/0 J0.g-1 N0.w",
}
"""More of what each notation knows; together no turn."""


@pytest.mark.parametrize("key", sorted(games()))
def test_odd_lines_are_refused_in_a_sentence(key: str) -> None:
    """
    In the place of each word and number of the default turn's line, and alone, within two seconds.
    """
    game = games()[key]
    state = start(game, Setup(seats=2, options=game.spec.options()), bytes(32)).position.state
    ask = next(ask for ask in game.asks(state) if ask.seat != TABLE)
    view = game.view(state, ask.seat)
    line = game.notation.write(view, fallback_turn(game, state, ask))
    line = f"{line} {LINES[key]}"
    parts = sorted({*line.split(), *re.findall(r"\d+", line)})
    slow = {}
    for odd in ODD:
        for typed in {odd, f"{line} {odd}", *(line.replace(part, odd, 1) for part in parts)}:
            begun = time.process_time()
            with suppress(Refusal):
                game.notation.read(view, typed[:6000])
            if time.process_time() - begun > SECONDS:
                slow[typed[:40]] = time.process_time() - begun

    assert {} == slow
