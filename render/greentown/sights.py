"""From what the view shows and the platform marks to what is drawn: what changed, and what a draft may do next."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import starmap

from games.core.game import Marks
from games.greentown.view import KINDS, Board, Change, TileSight
from render.core.lettering.badge import numbers_of
from render.greentown.pieces.tiles import DEVELOPED, LAID

JOINT = "-"


STANDS = ("built", "tree")
"""Kinds of spots about what stands on a site."""


@dataclass(frozen=True, slots=True, order=True)
class Number:
    """The how manieth turn it was that changed a tile, or what stands on it."""

    turn: int
    stands: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """
    What stands out on the map: tiles laid and developed, new buildings, trees that had to go, a tour with its stops.

    In a `draft` it is hatched.
    """

    laid: tuple[str, ...] = ()
    developed: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    trees: tuple[str, ...] = ()
    tour: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    draft: bool = False
    chosen: str = ""
    """The space that an unfinished operation of the draft is about."""
    tags: tuple[tuple[str, tuple[Number, ...]], ...] = ()
    """Spaces with the numbers of those of several turns that changed them."""

    def mark(self, at: str) -> str:
        """How the tile on a space is outlined; one laid and developed at once, or chosen just now, counts as laid."""
        if at in self.laid or at == self.chosen:
            return LAID
        if at in self.developed:
            return DEVELOPED
        return ""

    def share(self, shows: Callable[[str], bool], near: Callable[[str], bool]) -> "Changes":
        """What stands out on a part of the map that shows some spaces whole, and others near its edge only partly."""
        walked = any(map(near, self.tour))
        return replace(
            self,
            laid=tuple(filter(near, self.laid)),
            developed=tuple(filter(near, self.developed)),
            built=tuple(filter(shows, self.built)),
            trees=tuple(filter(shows, self.trees)),
            tour=self.tour if walked else (),
            numbers=self.numbers if walked else (),
            chosen=self.chosen if self.chosen and shows(self.chosen) else "",
            tags=tuple(each for each in self.tags if shows(each[0])),
        )


NOTHING = Changes()


def of_turn(change: Change | None, *, draft: bool = False) -> Changes:
    """What one turn changed."""
    if change is None:
        return NOTHING
    return Changes(
        laid=change.laid,
        developed=change.developed,
        built=(change.site,) if change.building else (),
        trees=(change.tree_to,) if change.tree_to else (),
        tour=change.tour,
        numbers=change.numbers,
        draft=draft,
    )


def changes(board: Board, marks: Marks) -> Changes:
    """
    The platform's marks; without any, what the latest finished turn changed.

    A spot is `laid:L15`, `developed:L14`, `built:M13`, `tree:L15` or `tour:M12-L12-…`.
    """
    if not marks.spots:
        return of_turn(board.last)
    found: dict[str, list[str]] = {}
    for spot in marks.spots:
        kind, _, name = spot.partition(":")
        found.setdefault(kind, []).append(name)
    tour = tuple(found["tour"][-1].split(JOINT)) if "tour" in found else ()
    if not {tile.at for tile in board.tiles}.issuperset(tour):
        tour = ()  # it runs over a tile that is not there any more
    return Changes(
        laid=tuple(found.get("laid", ())),
        developed=tuple(found.get("developed", ())),
        built=tuple(found.get("built", ())),
        trees=tuple(found.get("tree", ())),
        tour=tour,
        numbers=board.last.numbers if board.last is not None and board.last.tour == tour else (),
        tags=_tags(marks),
    )


def _tags(marks: Marks) -> tuple[tuple[str, tuple[Number, ...]], ...]:
    """The numbers of turns, or of what is advised, by space."""
    tags: dict[str, dict[int, bool]] = {}
    for spot, number in numbers_of(marks).items():
        kind, _, name = spot.partition(":")
        start = name.partition(JOINT)[0]
        tags.setdefault(start, {}).setdefault(number, False)
        tags[start][number] |= kind in STANDS
    return tuple((name, tuple(sorted(starmap(Number, each.items())))) for name, each in tags.items())


def merge_marks(shown: Changes, marks: Marks) -> Changes:
    """A draft with what is chosen so far of its unfinished operation; a tour is drawn as far as it is led.

    What is advised for the rest has numbers.
    """
    advised = numbers_of(marks)
    done = {*shown.laid, *shown.developed, *shown.built, *shown.trees}
    chosen, tour = "", shown.tour
    for spot in marks.spots:
        if spot in advised:
            continue
        kind, _, name = spot.partition(":")
        if kind == "tour":
            tour = tour or tuple(name.split(JOINT))
        elif name not in done:
            chosen = name
    return replace(shown, tour=tour, chosen=chosen, tags=_tags(marks))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tile that the chosen space can have: its letter in the menu, its symbol, and the digits of its streets."""

    letter: str
    symbol: str
    streets: str


@dataclass(frozen=True, slots=True)
class Offers:
    """What can be chosen now: spaces, tiles for the chosen space, markers, buildings of the stock."""

    spaces: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    markers: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def share(self, shows: Callable[[str], bool]) -> "Offers":
        """What a part of the map shows of it: its spaces."""
        return Offers(tuple(filter(shows, self.spaces)))


NONE = Offers()


def offers_of(marks: Marks) -> Offers:
    """
    The choices that the platform collected.

    A spot of one is `laid:L15`, `developed:L14`, `built:M13`, `tree:L15`, `tour:M12`, `via:L13`, `avoid:L13`,
    `tile:2-flower:45`, `marker:BT` or `kind:C`.
    """
    found: dict[str, list[str]] = {}
    candidates = []
    for offer in marks.offers:
        kind, _, name = offer.spot.partition(":")
        if kind == "tile":
            of, _, streets = name.partition(":")
            candidates.append(Candidate(offer.tag, KINDS[of].symbol.value, streets))
        else:
            found.setdefault(kind if kind in ("marker", "kind") else "space", []).append(name)
    return Offers(
        spaces=tuple(dict.fromkeys(found.get("space", ()))),
        candidates=tuple(candidates),
        markers=tuple(dict.fromkeys(found.get("marker", ()))),
        kinds=tuple(found.get("kind", ())),
    )


def symbol(tile: TileSight) -> str:
    """The symbol on a tile: cow, tree, flower or hotel."""
    return "hotel" if tile.kind is None else tile.kind.symbol.value
