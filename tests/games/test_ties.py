"""Why equal points are parted or share a place is told in every game, at every seat count."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from msgspec.structs import replace

from bot.conformance.matches import NAMES, SEED
from games.core.game import Outcome, Setup
from games.core.registry import registry
from games.core.running.table import settle, start
from games.core.text import Text
from games.core.ties import Ties
from games.core.words import Words
from tests.games.matches import GAMES, every_table

SHIPPED = sorted(registry().games)

OLD = (
    Text("grunn.result.tie", {"seats": (Text("grunn.see.player", {"seat": 0}), Text("grunn.see.player", {"seat": 1}))}),
    Text("h2olland.score.tie_broken", {"item": Text("h2olland.item.tulip-red"), "most": 2, "next": 1}),
    Text("h2olland.score.shared"),
    Text("greentown.tie", {"seat": 0, "behind_seat": 1, "count": 5}),
    Text("walnut_grove.tie.goods", {"seat": 0, "count": 5, "behind_seat": (1,)}),
    Text("walnut_grove.tie.shared", {"seat": (0, 1), "count": 5}),
    Text("grumpf.result.fewer", {"seat": (0,), "points": 5}),
    Text("grumpf.result.shared", {"seat": (0, 1), "points": 5}),
)
"""What results say that were stored by 0.2.0."""


def untold(outcome: Outcome, words: Words) -> list[str]:
    """Return the pairs of seats with equal points of which no line says why they share a place, or are parted.

    Of places that are parted, those next to each other.
    """
    lines = words(outcome.tie).splitlines() if outcome.tie is not None else []
    places = outcome.places
    missing = []
    for one, other in combinations(range(len(places)), 2):
        equal = [places[seat] for seat, total in enumerate(outcome.totals) if total == outcome.totals[one]]
        low, high = sorted((places[one], places[other]))
        if outcome.totals[one] != outcome.totals[other] or any(low < place < high for place in equal):
            continue
        both = [line for line in lines if NAMES[one] in line and NAMES[other] in line]
        if not any((" share " in line) == (low == high) for line in both):
            missing.append(f"{NAMES[one]} and {NAMES[other]}, places {places}: {lines}")
    return missing


@every_table
def test_equal_points_at_an_end_before_the_first_turn_are_told(key: str, seats: int) -> None:
    """
    Where a match ends before anybody has moved, by consent or by time, all who have equal points read why.
    """
    game = GAMES[key]
    begun = start(game, Setup(seats, game.spec.options()), SEED).position
    state = game.ending.close(settle(game, begun, SEED).position.state)
    words = Words(game.words, NAMES, strict=True)
    outcomes = [each for each in (game.outcome(state), game.ending.current_score(state)) if each is not None]

    assert [[]] * len(outcomes) == [untold(each, words) for each in outcomes]


@every_table
def test_every_pattern_of_equal_points_is_told(key: str, seats: int) -> None:
    """
    Whoever has equal points, for the first place or the last, and whatever the tie-breaks say.
    """
    game = GAMES[key]
    begun = start(game, Setup(seats, game.spec.options()), SEED).position
    state = game.ending.close(settle(game, begun, SEED).position.state)
    first = game.outcome(state) or game.ending.current_score(state)
    ties = first.ties if first is not None and first.ties is not None else Ties()
    words = Words(game.words, NAMES, strict=True)
    missing: list[str] = []
    for totals in product((0, 1), repeat=seats):
        for shift in range(3):
            breaks = tuple(
                replace(each, values=tuple((seat * (shift + at)) % 3 for seat in range(seats)))
                for at, each in enumerate(ties.breaks)
            )
            missing += untold(Outcome.by_points(totals, ties=replace(ties, breaks=breaks)), words)

    assert [] == missing


@pytest.mark.parametrize("key", SHIPPED)
def test_nobody_has_won_a_match_that_goes_on(key: str) -> None:
    """
    The score as it stands tells who shares a place, and of no victory.
    """
    game = GAMES[key]
    begun = start(game, Setup(max(game.spec.seats), game.spec.options()), SEED).position
    standing = game.ending.current_score(settle(game, begun, SEED).position.state)
    words = Words(game.words, NAMES, strict=True)
    told = "" if standing is None or standing.tie is None else words(standing.tie)

    assert not any(word in told for word in ("win", "victory"))


@pytest.mark.parametrize("text", OLD, ids=[text.id for text in OLD])
def test_what_was_told_before_can_still_be_read(text: Text) -> None:
    """
    A result is stored with its sentences, so those of earlier releases keep their words.
    """
    game = GAMES[text.id.split(".")[0]]

    assert "Ann" in Words(game.words, NAMES, strict=True)(text) or not text.args or "item" in text.args
