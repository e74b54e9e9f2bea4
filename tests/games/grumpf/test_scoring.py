"""R11, R12, section 9: series, Jokers, tiles, places, the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from games.grumpf import GAME
from games.grumpf.components import SPECIES
from games.grumpf.scoring import POINTS, best_division, places
from games.grumpf.state import Phase
from tests.games.grumpf.table import position, words


def _series(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every series that can be taken of counts and what is left of them."""
    for taken in product(*((0, 1) if count else (0,) for count in counts)):
        if any(taken):
            yield tuple(count - one for count, one in zip(counts, taken, strict=True))


def _most(counts: tuple[int, ...], known: dict[tuple[int, ...], int]) -> int:
    """Return the most points of any division, by trying all."""
    if not any(counts):
        return 0
    if counts not in known:
        known[counts] = max(POINTS[sum(counts) - sum(rest)] + _most(rest, known) for rest in _series(counts))
    return known[counts]


def test_r11_3_longest_first_is_best() -> None:
    """
    Against every division of every collection of up to three of a species.
    """
    known: dict[tuple[int, ...], int] = {}
    for counts in product(range(4), repeat=5):
        animals = dict(zip(SPECIES, counts, strict=True))
        assert _most(counts, known) == best_division(animals).points


@pytest.mark.parametrize(
    "counts", [(3, 2, 2, 1, 0), (4, 1, 0, 0, 0), (2, 2, 2, 2, 1), (0, 0, 0, 0, 1), (3, 3, 1, 1, 1)]
)
@pytest.mark.parametrize(("jokers", "tiles"), [(0, 1), (1, 0), (1, 1), (0, 2), (1, 4)])
def test_r11_6_jokers_and_copies_are_best(counts: tuple[int, ...], jokers: int, tiles: int) -> None:
    """
    Against every use of the Joker and every set of tokens copied once each (R11.4, R11.5).
    """
    known: dict[tuple[int, ...], int] = {}
    best = 0
    for copies in product(*(range(count + 1) for count in counts)):
        if sum(copies) <= tiles:
            for wild in range(5) if jokers else (None,):
                used = [count + copy for count, copy in zip(counts, copies, strict=True)]
                if wild is not None:
                    used[wild] += 1
                best = max(best, _most(tuple(used), known))

    assert best == best_division(dict(zip(SPECIES, counts, strict=True)), jokers=jokers, tiles=tiles).points


def test_r11_4_several_jokers_may_be_in_one_series() -> None:
    """
    Three Jokers and two species are a series of five.
    """
    assert best_division({"B": 1, "R": 1}, jokers=3).lengths == (5,)


def test_9_fewest_copies_are_shown() -> None:
    """
    Of equal divisions the one with fewest copies used, then with the longest series first.
    """
    best = best_division({"B": 1, "R": 1, "F": 1, "W": 1, "M": 1}, tiles=1)

    assert (best.points, best.copied, best.lengths) == (6, (), (5,))


def test_r12_places() -> None:
    """
    Points, then fewer tokens, then shared.
    """
    assert places((4, 4, 4, 9), (5, 3, 3, 20)) == (4, 2, 2, 1)


def test_9_the_score_sheet() -> None:
    """
    Series by length with their species, tokens, what Joker and tiles add; the rows make the total.
    """
    state = position(animals={"Vi": {"B": 4, "R": 3, "F": 2, "W": 2, "M": 1}, "Gr": {"B": 2}})
    clan = replace(state.clans[0], jokers=1, tiles=1)
    standing = GAME.ending.current_score(replace(state, clans=(clan, *state.clans[1:])))
    assert standing is not None
    rows = {words(row.category): (row.points, row.note and words(row.note)) for row in standing.scores[0]}

    assert standing.totals[0] == sum(points or 0 for points, _ in rows.values()) == 14
    assert rows["2 series of 5"][0] == 12
    assert rows["Animal tokens"] == (0, "12")
    assert rows["Joker"][1] is not None
    assert rows["1 Sorcerer tile"][1] is not None


@pytest.mark.parametrize(
    ("animals", "told"),
    [
        (
            {"Vi": {"B": 1, "R": 1}, "Gr": {"B": 3, "R": 1}},
            "Anna ranks ahead of Bert: 1 point each, but fewer",
        ),
        ({"Vi": {"B": 1, "R": 1}, "Gr": {"F": 1, "R": 1}}, "Anna and Bert share the win"),
        ({"Vi": {"B": 1, "R": 1}, "Gr": {"F": 1}}, ""),
    ],
)
def test_r12_the_tie_is_told(animals: dict[str, dict[str, int]], told: str) -> None:
    """
    Which tie-break decided, or that the victory is shared; nothing where nobody was tied.
    """
    outcome = GAME.outcome(replace(position(animals=animals), phase=Phase.OVER))

    assert outcome is not None
    assert words(outcome.tie).startswith(told) if outcome.tie is not None else not told
