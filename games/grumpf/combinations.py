"""Placements for the coming beats at one press, by the Animals and points they would bring as things stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations as combinations_of
from itertools import combinations_with_replacement
from typing import TypeAlias

from games.core.moves import Combination
from games.core.search.budget import check_budget
from games.core.seats import Seat
from games.core.text import Text, raw, say
from games.grumpf.components import BOARDS, VALUES
from games.grumpf.deeds import Deed, Do
from games.grumpf.moves import Place, Step
from games.grumpf.rules.judging import judge
from games.grumpf.rules.planning import plan_fault, sketch, steps_made
from games.grumpf.scoring import best_division
from games.grumpf.state import Clan, Phase, Piece, State
from games.grumpf.view import View
from games.grumpf.words.names import board_name

MOST_BEATS = 3
"""Planned at one press."""
MOST_OFFERED = 3
"""At once: the keys leave room for so many."""

Laid: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Boards with the values laid on each, largest first."""

Gain: TypeAlias = tuple[int, int]
"""Points and Animals."""

BOARD_ORDER = tuple(BOARDS)
"""In the order of judging."""


def combinations(view: View, seat: Seat) -> Iterator[Combination]:
    """Return placements for the beats of the volley that are not planned yet, the best first."""
    state = view.state
    if state.phase is not Phase.VOLLEY or plan_fault(state, seat) is not None:
        return
    clan = state.clans[seat]
    made = steps_made(clan)
    hand = sketch(clan.hand, made)
    beats = min(MOST_BEATS, state.volley[1] - state.beat - len(made), len(hand))
    if beats < 1 or clan.drafted:
        return
    seen: set[tuple[object, ...]] = set()
    count = 0
    for laid, gain in _rate_placements(_Outlook(state, clan, made), hand, beats):
        alike = {tuple(board for board, _values in laid), laid[:2]}
        if not alike & seen and count < MOST_OFFERED:
            seen |= alike
            count += 1
            placed = ((value, board) for board, values in laid for value in values)
            steps = tuple(Step((f"{value}>", board)) for value, board in sorted(placed, key=lambda one: -int(one[0])))
            yield Combination(moves=steps, label=_label(laid), worth=_worth(*gain))


def find_live_placement(view: View, seat: Seat) -> Combination | None:
    """Return the placement that brings most in a live hunt as things stand: alone, else together with one or two more.

    None if even three bring nothing.
    """
    clan = view.state.clans[seat]
    outlook = _Outlook(view.state, clan, ())
    for beats in range(1, min(MOST_BEATS, len(clan.hand)) + 1):
        for laid, gain in _rate_placements(outlook, clan.hand, beats)[:1]:
            board, values = max(laid, key=lambda one: int(one[1][0]))
            alone = ((board, values[:1]),)
            return Combination(
                moves=(Place(values[0], board),), label=_label(alone), worth=_worth(*gain) if beats == 1 else None
            )
    return None


def _rate_placements(outlook: _Outlook, hand: tuple[str, ...], beats: int) -> list[tuple[Laid, Gain]]:
    """Return what brings anything: most points first, then most Animals, then most Strength."""
    rated: dict[Laid, tuple[tuple[int, int, int], Gain]] = {}
    for values in combinations_with_replacement(reversed(VALUES), beats):
        if not _holds(hand, values):
            continue
        for laid in _spread(outlook, values, ()):
            gain = outlook.gain(laid)
            rated[laid] = ((-gain[0], -gain[1], -sum(map(int, values))), gain)
    return [(laid, gain) for laid, (_rank, gain) in sorted(rated.items(), key=lambda each: (each[1][0], each[0]))]


def _spread(outlook: _Outlook, values: tuple[str, ...], before: Laid) -> Iterator[Laid]:
    """Yield the values on boards that all yield more for them; each board once, in the order of judging."""
    if not values:
        yield before
        return
    start = BOARD_ORDER.index(before[-1][0]) + 1 if before else 0
    for code in BOARD_ORDER[start:]:
        for chosen in _subsets(values):
            check_budget()
            if outlook.yields(code, chosen):
                rest = list(values)
                for value in chosen:
                    rest.remove(value)
                yield from _spread(outlook, tuple(rest), (*before, (code, chosen)))


def _subsets(values: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return what can be laid on one board of some values, each once."""
    sizes = range(1, len(values) + 1)
    return list(dict.fromkeys(chosen for size in sizes for chosen in combinations_of(values, size)))


def _holds(hand: tuple[str, ...], values: tuple[str, ...]) -> bool:
    """Return whether a hand has tokens for all values, played in this order (A2.4)."""
    steps = (str(Deed(Do.PLACE, face=value, board=BOARD_ORDER[0])) for value in values)
    return len(sketch(hand, steps)) == len(hand) - len(values)


class _Outlook:
    """What boards yield to a clan with more of its Grumpfs on them, if nobody else did anything (R6 to R9, R11)."""

    def __init__(self, state: State, clan: Clan, made: tuple[str, ...]) -> None:
        self.state = state
        self.clan = clan
        self.tracks = {code: self._with(state.tracks[code], _find_planned(made, code)) for code in BOARDS}
        self.known: dict[tuple[str, tuple[str, ...]], int] = {}
        self.before = {code: self._got(code, ()) for code in BOARDS}
        self.now = self._points(self.before)

    def yields(self, code: str, values: tuple[str, ...]) -> bool:
        """Return whether values have room on a board and bring something there."""
        room = BOARDS[code].spaces.value - len(self.tracks[code])
        return len(values) <= room and self._got(code, values) > self.before[code]

    def gain(self, laid: Laid) -> Gain:
        """Return the points and Animals (tiles counted like them) more than without."""
        got = {**self.before, **{code: self._got(code, values) for code, values in laid}}
        return self._points(got) - self.now, sum(got.values()) - sum(self.before.values())

    def _with(self, track: tuple[Piece, ...], values: tuple[str, ...]) -> tuple[Piece, ...]:
        return (*track, *(Piece(self.clan.code, int(value)) for value in values))

    def _got(self, code: str, values: tuple[str, ...]) -> int:
        if (code, values) not in self.known:
            side = self.state.side(code)
            track = self._with(self.tracks[code], values)
            result = judge(code, side, track, lying=self.state.lying.get(code, 0), stock=self.state.stock)
            self.known[code, values] = result.got.get(self.clan.code, 0)
        return self.known[code, values]

    def _points(self, got: Mapping[str, int]) -> int:
        """Return the points of the clan's collection with what the boards yield."""
        animals = Counter(self.clan.animals)
        tiles = self.clan.tiles
        for code, count in got.items():
            if self.state.side(code).effect:
                tiles += count
            else:
                animals[code] += count
        return best_division(animals, jokers=self.clan.jokers, tiles=tiles).points


def _find_planned(made: tuple[str, ...], code: str) -> tuple[str, ...]:
    """Return the values that the first choices of steps lay on a board."""
    firsts = (step.partition("|")[0].rstrip("?") for step in made)
    return tuple(first[-3] for first in firsts if first.endswith(f">{code}"))


def _label(laid: Laid) -> Text:
    """Return the values for each board: "5+4 Bees, 3 Fish"."""
    told, *others = (
        say("grumpf.choice.laid", values=raw("+".join(values)), board=board_name(code)) for code, values in laid
    )
    for other in others:
        told = say("grumpf.choice.laid_more", first=told, other=other)
    return told


def _worth(points: int, animals: int) -> Text:
    return say("grumpf.choice.points", count=points) if points > 0 else say("grumpf.choice.animals", count=animals)
