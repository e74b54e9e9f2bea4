"""How towns are laid on plates: whatever shape players build, on as few plates as it can be read on."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import cycle
from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from games.core.game import Marks, Offer
from games.core.words import Words
from games.greentown import GAME
from games.greentown.components import LAYOUTS
from games.greentown.grid import NEIGHBOURS
from games.greentown.view import View
from render.core.plates import BYTE_BUDGET, Plates
from render.greentown import PICTURE
from render.greentown.plates import bands, supply
from render.greentown.sights import Number
from render.greentown.terrain.folding import Fold, Part, fold
from render.greentown.terrain.hexagon import LEAST, Place, place
from render.greentown.terrain.town import Town
from tests.games.greentown.table import Match
from tests.render.greentown.gallery import history, late, posted, seen
from tests.render.greentown.positions import NAMES, long_town, wide_town

TILES = 38
"""Of a whole box; all can lie in the town."""


def grown(start: Sequence[str], sides: Sequence[int], tiles: int) -> list[str]:
    """A town that grows in turn from its last tiles towards some sides (1 to 6), until the frame or the box ends."""
    town, ends = list(start), dict.fromkeys(sides, start[0])
    for at in start:
        for side in sides:
            ahead = NEIGHBOURS[ends[side]][side - 1]
            if ahead in start:
                ends[side] = at
    while len(town) < tiles:
        before = len(town)
        for side in sides:
            ahead = NEIGHBOURS[ends[side]][side - 1]
            if ahead is not None and len(town) < tiles:
                ends[side] = ahead
                town += [ahead] if ahead not in town else []
        if len(town) == before:
            break
    return town


def scattered(start: Sequence[str], seed: int) -> list[str]:
    """A town that grows anywhere, more often at its end than at its middle."""
    chance, town = Random(seed), list(start)
    while len(town) < TILES:
        free = [each for each in NEIGHBOURS[chance.choice(town[-chance.randint(1, 8) :])] if each not in (None, *town)]
        if free:
            town.append(str(chance.choice(free)))
    return town


@lru_cache(maxsize=1)
def shapes() -> dict[str, list[str]]:
    """Towns of every length and lean, from that of the start to those that reach across the frame."""
    start = [tile.at for tile in LAYOUTS["recommended"].tiles]
    ways = {
        "wide": (2, 5),
        "leaning": (1, 4),
        "tall": (3, 6),
        "crossed": (1, 2, 4, 5),
        "upwards": (6, 1),
        "star": (1, 3, 5),
    }
    found = {
        f"{name} {tiles}": grown(start, sides, tiles)
        for name, sides in ways.items()
        for tiles in (10, 14, 18, 22, 26, 32, 38)
    }
    return found | {f"scattered {seed}": scattered(start, seed) for seed in range(40)}


def opened(town: Sequence[str]) -> list[str]:
    """All empty spaces beside a town: at most so many can be open."""
    return sorted({each for at in town for each in NEIGHBOURS[at] if each is not None and each not in town})


def laid(town: Sequence[str], least: int = LEAST, *, column: bool = True, ended: bool = False) -> Fold:
    """A town on its plates."""
    spaces = [] if ended else opened(town)
    return fold([place(at) for at in town], [place(at) for at in spaces], least, column=column)


def room(part: Part, number: int, *, beside: bool) -> tuple[int, int, int, int]:
    """Where a part may lie on its plate."""
    right = supply.LEFT if beside and not number else bands.WIDTH
    return (0, 0 if number else bands.HEAD, right, part.high)


def whole(part: Part, at: Place, box: tuple[int, int, int, int], reach: tuple[float, float]) -> bool:
    """Whether so many pixels around the middle of a space lie in a box, and the part shows it."""
    (x, y), (left, top, right, bottom) = part.at.at(at), box
    inside = left <= x - reach[0] and x + reach[0] <= right and top <= y - reach[1] and y + reach[1] <= bottom
    return inside and (part.window is None or part.window.shows(at))


def missing(town: Sequence[str], folded: Fold) -> Iterator[str]:
    """Yield what lies whole on no plate: tiles, and names of spaces."""
    wide = folded.parts[0].at.wide
    reaches = dict.fromkeys(town, (wide / 2, wide / sqrt(3))) | dict.fromkeys(opened(town), (36.0, 20.0))
    for at, reach in reaches.items():
        parts = enumerate(folded.parts)
        if not any(whole(each, place(at), room(each, i, beside=folded.beside), reach) for i, each in parts):
            yield at


@pytest.mark.parametrize("least", [LEAST, 82, 88])
def test_every_town_that_can_be_built_can_be_read(least: int) -> None:
    """
    Hexagons have room for their lettering, all are of one size, and each lies whole on one plate, as do all names.
    """
    for name, town in shapes().items():
        folded = laid(town, least)
        sizes = {part.at.wide for part in folded.parts}

        assert 1 == len(sizes), name
        assert least <= min(sizes), name
        assert [] == list(missing(town, folded)), name
        assert {part.high for part in folded.parts} <= set(range(300, 701)), name


def test_towns_lie_on_as_few_plates_as_they_can() -> None:
    """
    Most on one, tall ones on two, wide ones on one with a plate for what stands beside them; nobody has seen more.
    """
    plates = {
        name: len(folded.parts) + (not folded.beside) for name, folded in ((n, laid(t)) for n, t in shapes().items())
    }

    assert 1 == plates["wide 10"] == plates["tall 10"] == plates["crossed 14"]
    assert 2 == plates["tall 18"] == plates["wide 18"]
    assert max(count for name, count in plates.items() if name.startswith("scattered")) <= 3
    assert max(plates.values()) <= 6


def test_parts_stand_one_below_the_other_with_a_row_in_common() -> None:
    """
    Columns go straight on from plate to plate, and the row where the town folds is on both.
    """
    upper, lower = laid(shapes()["tall 22"]).parts

    assert upper.window is not None
    assert lower.window is not None
    assert upper.window.rows[1] == lower.window.rows[0]
    assert upper.at.left == lower.at.left
    assert [False, True] == [part.last for part in (upper, lower)]


def towns(plates: Plates) -> list[Town]:
    """The towns of those plates that show one."""
    return [each for plate in plates for each in plate.of if isinstance(each, Town)]


def test_what_is_offered_is_ringed_on_the_plate_that_shows_it() -> None:
    """
    A space of one part changes nothing on the plate of another; one of the row in common is ringed on both.
    """
    view = seen(long_town)
    offers = {
        at: PICTURE.preview(view, Marks(offers=(Offer(f"developed:{at}"),)), names=NAMES[:3]) for at in ("F15", "Q13")
    }
    rings = {at: [each.offers.spaces for each in towns(plates)] for at, plates in offers.items()}

    assert {"F15": [("F15",), ()], "Q13": [(), ("Q13",)]} == rings


def test_a_change_below_does_not_draw_the_upper_part_again() -> None:
    """
    The plate of one part depends on nothing that another shows alone.
    """
    view = seen(long_town)
    tile = replace(view.table.town["Q13"], owner=1)
    table = replace(view.table, town={**view.table.town, "Q13": tile})
    other = PICTURE.board(View(seat=None, table=table, sheets=view.sheets), Marks(), names=NAMES[:3])

    assert [True, False] == [one == two for one, two in zip(late()[:2], other, strict=False)]


def test_a_town_on_many_plates_takes_no_more_bytes_than_one_on_few() -> None:
    """
    A whole box laid across both ways, every tile with streets to all sides and as many spaces offered as can be.
    """
    town = shapes()["crossed 38"]
    stands = cycle(("vacant", "tree", "hotel", "P1:C", "P2:S", "P3:M", "P4:C"))
    ways = cycle(("1246", "123456", "2356", "13456", "145", "1236"))
    match = Match({"map": {at: f"{next(ways)} {next(stands)}" for at in town}, "players": 4})
    spaces = tuple(Offer(f"laid:{at}") for at in opened(town)[:24])
    plates = PICTURE.preview(GAME.view(match.state, None), Marks(offers=spaces), names=NAMES)

    assert 5 == len(plates)
    assert 200_000 < sum(len(each.file()) for each in plates) <= BYTE_BUDGET


def test_names_stay_free_in_a_history() -> None:
    """
    Numbers of turns stand between the name of a tile and what stands on it; of the tile and of that each its own.
    """
    (first, *_), plates = towns(history()), history()

    assert ("F15", (Number(5, stands=False), Number(6, stands=True))) in first.changes.tags
    assert all(each.open == () for each in towns(plates))


def told(make: Callable[[], Match]) -> dict[str, str]:
    """What each plate of a position says."""
    view = seen(make)
    words = Words(GAME.words, NAMES[: len(view.table.players)], strict=True)
    return {each.shows: words(GAME.panel.caption(view, each.shows)) for each in posted(make)}


def test_parts_of_a_town_are_told_each_for_itself() -> None:
    """
    Each tells what stands on it, the first also whose turn it is; what lies on two plates is told twice.
    """
    upper, lower, _ = told(long_town).values()

    assert "Round 11, turn 32: it's Noor's turn. These are the last turns." == upper.splitlines()[0]
    assert "Rows E–K of the town:" in upper.splitlines()
    assert "Rows K–R of the town:" == lower.splitlines()[0]
    assert [True, False] == ["G15" in each for each in (upper, lower)]
    assert [True, True] == ["K13" in each for each in (upper, lower)]


def test_hand_and_supply_are_told_on_a_plate_of_their_own() -> None:
    """
    Below a wide town stands what the player to move has, and what can be laid.
    """
    hand, supply = told(wide_town)["supply"].splitlines()

    assert hand.startswith("Wessel: markers face up: ")
    assert supply.startswith("Tiles with 2 streets can be laid now")


def test_columns_of_a_town_are_told_where_it_folds_between_them() -> None:
    """
    Of a town that no plate has the width for, each part tells its columns.
    """
    view = seen(wide_town)
    words = Words(GAME.words, NAMES[:2], strict=True)

    assert "Rows L–N of the town, columns 7–13:" in words(GAME.panel.caption(view, "town:L-N:7-13")).splitlines()
    assert "M19" not in words(GAME.panel.caption(view, "town:L-N:7-13"))
