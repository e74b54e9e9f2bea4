"""Sketches: what is chosen so far of an unfinished move names spots, and each game's preview shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.cli.selfplay import brains_of
from games.core.game import Marks, Setup
from games.core.moves import Move, fields_of, verb_of
from games.core.registry import game as game_of
from games.core.running.selfplay import play_steps
from games.core.seats import Seat
from games.h2olland.moves import Face
from render.core.registry import picture
from tests.render.moments import moments

NAMES = ("Anna", "Bram", "Cees", "Dora")
SEED = b"sketches"
SKETCHED: Mapping[str, tuple[str, ...]] = {
    "greentown": ("erect", "lay", "tour"),
    "grumpf": ("step",),
    "walnut_grove": ("lay", "work"),
}
"""Verbs whose unfinished moves name spots."""


def begun(move: Move) -> Iterator[dict[str, Any]]:
    """Yield a move as it is chosen, field by field and element by element, without its last value."""
    filled: dict[str, Any] = {}
    infos = fields_of(type(move))
    for info in infos:
        value = getattr(move, info.name)
        for length in range(1, len(value)) if info.repeated else ():
            yield {**filled, info.name: value[:length]}
        if info is not infos[-1]:
            filled = {**filled, info.name: value}
            yield filled


def sketches(key: str) -> dict[str, tuple[Any, Marks]]:
    """For each verb the fullest sketch of its first move that has any, in a match of computer players."""
    game = game_of(key)
    found: dict[str, tuple[Any, Marks]] = {}
    for view, _, move in moments(game, SEED):
        if set(SKETCHED[key]) <= set(found):
            break
        sketched = [marks for filled in begun(move) if (marks := game.panel.sketch(view, type(move), filled)).spots]
        if sketched:
            found.setdefault(verb_of(move), (view, sketched[-1]))
    return found


@pytest.mark.parametrize("key", sorted(SKETCHED))
def test_unfinished_moves_are_sketched(key: str) -> None:
    """
    Each verb with several fields of which an earlier one is a place names it; nothing chosen names nothing.
    """
    game = game_of(key)
    found = sketches(key)
    nothing = [game.panel.sketch(view, verb, {}) for view, _ in found.values() for verb in game.spec.moves]

    assert set(SKETCHED[key]) <= set(found)
    assert [] == [marks for marks in nothing if marks.spots]


@pytest.mark.parametrize("key", ["greentown", "grumpf"])
def test_the_preview_shows_a_sketch(key: str) -> None:
    """
    The preview with the sketch differs from the one without it.
    """
    drawn_by = picture(key)
    for verb, (view, marks) in sketches(key).items():
        if verb not in SKETCHED[key]:
            continue
        bare = [each.image() for each in drawn_by.preview(view, Marks(), names=NAMES)]
        drawn = [each.image() for each in drawn_by.preview(view, marks, names=NAMES)]

        assert [each.tobytes() for each in bare] != [each.tobytes() for each in drawn], verb


def test_the_tile_to_be_faced_is_sketched() -> None:
    """
    H₂Olland, D.5: the tile whose facing is being chosen is ringed.
    """
    game = game_of("h2olland")
    step = next(play_steps(game, Setup(2, game.spec.options()), SEED, brains=brains_of(game, ["easy"] * 2)))
    view = game.view(step.position.state, Seat(0))

    assert Marks(("t4",), Seat(0)) == game.panel.sketch(view, Face, {"tile": 4})
    assert Marks() == game.panel.sketch(view, Face, {})
