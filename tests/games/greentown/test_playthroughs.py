"""Golden playthroughs: one for each way the game can end, each number of players, each map."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from games.core.game import Setup
from games.core.running.play import Cause, Progress, commit
from games.core.running.table import settle, start
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.components import BOX, DECK, KINDS
from games.greentown.options import GreenTownOptions
from games.greentown.rules.town import is_connected
from games.greentown.state import Site, State
from tests.games.greentown.table import words

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))

ENDINGS = {
    "two_players_deck": "The deck is empty",
    "three_players_deck": "The deck is empty",
    "four_players_deck": "The deck is empty",
    "at_once": "The game is about to end. Last turns: none.",
    "saved_doubles": "saves the double turn for later.",
    "ninth_building": "has erected all nine buildings.",
    "lapse": "can neither build nor lead a tour, and only flips a marker",
    "idle": "For two rounds, no one laid or developed",
}
"""What each playthrough shows."""


@dataclass(frozen=True)
class Story:
    """A playthrough as it is written: seats, options, seed, lines with their players, totals and places."""

    setup: Setup
    seed: bytes
    lines: tuple[tuple[Seat, str], ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]


def read(path: Path) -> Story:
    """Read a playthrough."""
    rows = [row.split(" ", 1) for row in path.read_text(encoding="utf-8").splitlines() if not row.startswith("#")]
    facts = {key: value for key, value in rows if not key.startswith("P")}
    options = msgspec.convert(json.loads(facts["options"]), GreenTownOptions)
    return Story(
        setup=Setup(int(facts["seats"]), options),
        seed=bytes.fromhex(facts["seed"]),
        lines=tuple((Seat(int(key[1:]) - 1), value) for key, value in rows if key.startswith("P")),
        totals=tuple(map(int, facts["totals"].split())),
        places=tuple(map(int, facts["places"].split())),
    )


def play(story: Story) -> list[Progress[State]]:
    """Play it line by line; the table acts between the lines."""
    steps = [start(GAME, story.setup, story.seed)]
    for seat, line in story.lines:
        position = steps[-1].position
        ask = GAME.asks(position.state)[0]
        assert (seat, line) == (ask.seat, line)
        moves = GAME.notation.read(GAME.view(position.state, seat), line)
        steps.append(commit(GAME, position, seat, ask.id, moves, cause=Cause.PLAYER))
        steps.append(settle(GAME, steps[-1].position, story.seed))
    return steps


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_playthrough(path: Path) -> None:
    """
    Line by line to the end, with the totals and places written down, and the ending it is there for.
    """
    story = read(path)

    steps = play(story)

    told = [words(event.text) for step in steps for entry in step.entries for event in entry.events]
    outcome = GAME.outcome(steps[-1].position.state)
    assert outcome is not None
    assert (story.totals, story.places) == (outcome.totals, outcome.places)
    assert any(ENDINGS[path.stem] in line for line in told)


def test_there_is_a_playthrough_for_each_ending() -> None:
    """
    None was lost.
    """
    assert set(ENDINGS) == {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_components_are_conserved(path: Path) -> None:
    """
    After every turn: 36 tiles, six trees, nine buildings each, sixteen cards less the removed fives; a connected town.
    """
    for step in play(read(path)):
        table = step.position.state.table
        hotels = sum(tile.site is Site.HOTEL for tile in table.town.values())
        held = [player.card for player in table.players if player.card is not None]
        deck = [*table.hidden, *([table.top] if table.top else [])]
        assert 36 == sum(table.supply.values()) + len(table.town) - hotels
        assert 6 == sum(tile.site is Site.TREE for tile in table.town.values())
        assert is_connected(table.town)
        assert all(0 <= count <= KINDS[kind].count for kind, count in table.supply.items())
        assert len(DECK) + len(table.players) == len(held) + len(deck) + len(table.discards)
        assert len({*held, *deck, *table.discards}) == len(held) + len(deck) + len(table.discards)
        for seat, player in enumerate(table.players):
            built = sum(tile.owner == seat for tile in table.town.values())
            assert 9 == built + sum(player.stock.values())
            assert 1 <= len(player.up) <= len(BOX.action_markers)
