"""Every board of every game as Discord shows it: 550 × 350 pixels on the desktop, 360 wide on a phone."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.edge.limits import ALT_TEXT
from games.core.game import Marks, Offer
from games.core.registry import game, games
from games.core.words import Words, load
from render.core.encode import png
from render.core.picture import Picture
from render.core.plates import BYTE_BUDGET, HIGH, SCORE, WIDE, Plate
from render.core.registry import picture
from tests.render.reading import CHOSEN, CUT, Read, faults, read
from tests.render.tables import LONG, Scene, course, made, scenes
from tests.render.traced import tracing

PICTURES = {key: picture(key) for key in games()}
"""All pictures: what draws them is imported before the tracing begins."""
Table: TypeAlias = tuple[str, int]
TABLES: list[Table] = [(key, seats) for key in PICTURES for seats in game(key).spec.seats]
STRUCK = {"grunn": frozenset(("pay",))}
"""Words that are struck through on purpose."""
AROUND = 64  # pixels from what changes with an offer within which its name stands, such as the number beside a row


@pytest.fixture(scope="module", autouse=True)
def traced() -> Iterator[None]:
    """Note all lettering of these tests."""
    with tracing():
        yield


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def table(request: pytest.FixtureRequest) -> Table:
    """A game and its number of seats: all tests of one stand together, so that its match is played and drawn once."""
    found: Table = request.param
    return found


drawn: Callable[[Plate], Image.Image] = lru_cache(maxsize=512)(Plate.image)
"""A plate's picture; each is drawn once."""


@lru_cache(maxsize=512)
def seen(plate: Plate) -> tuple[Read, ...]:
    """The letterings that are to be seen on a plate."""
    return tuple(read(drawn(plate)))


@lru_cache(maxsize=512)
def judged(plate: Plate, key: str) -> tuple[int, tuple[str, ...]]:
    """The bytes of a plate, and what is wrong with it."""
    image = drawn(plate)
    wrong = [*faults(image, seen(plate), struck=STRUCK.get(key, frozenset()))]
    wide, high = image.size
    if wide > WIDE or high > HIGH or wide * 7 < high * 11:
        wrong.append(f"{wide} x {high} pixels")
    return len(png(image, dense=plate.dense)), tuple(wrong)


def test_boards_can_be_read_as_discord_shows_them(table: Table) -> None:
    """
    Plates are at most 1100 × 700 and at least 11:7 wide, 250 kB for a board. All lettering lies whole on its plate,
    none on another, stands out from its ground, and is 11 pixels high on the desktop and 7 on a phone.
    """
    wrong: dict[str, str] = {}
    for scene in scenes(*table):
        found = [judged(plate, table[0]) for plate in scene.plates]
        size = sum(count for count, _ in found)
        if not 0 < size <= BYTE_BUDGET:
            wrong.setdefault(f"{size} bytes", scene.what)
        for plate, (_, told) in zip(scene.plates, found, strict=True):
            for each in told:
                wrong.setdefault(f"{plate.shows}: {each}", scene.what)

    assert wrong == {}


def test_films_can_be_read_as_discord_shows_them(table: Table) -> None:
    """
    So can the boards of a film in the middle and at the end, where they aren't the first plates of the boards.
    """
    key, seats = table
    if type(PICTURES[key]).frame is Picture.frame:
        return
    played, names = course(key, seats), LONG[:seats]
    views = [game(key).view(played[at], None) for at in (len(played) // 2, -1)]
    images = [PICTURES[key].frame(view, Marks(), last=views[-1], names=names) for view in views]

    assert [] == [each for image in images for each in faults(image, read(image), struck=STRUCK.get(key, frozenset()))]


def test_choices_stand_on_the_picture(table: Table) -> None:
    """
    Each place that a panel offers changes the preview, and is named beside it, 10 pixels high on a phone.
    """
    wrong: dict[str, str] = {}
    for number, scene in enumerate(scenes(*table)):
        if scene.offers:
            for each in unnamed(table[0], scene, number):
                wrong.setdefault(each, scene.what)

    assert wrong == {}


def unnamed(key: str, scene: Scene, number: int) -> Iterator[str]:
    """
    Yield which of the places offered cannot be found on a preview.

    One offer is left out on trial: by the scene's number the first, one in the middle, or the last.
    """
    large = [each for plate in scene.plates for each in seen(plate) if each.height >= CHOSEN - CUT]
    for offer in scene.offers:
        if offer.tag and all(each.note.text != offer.tag for each in large):
            yield f"{offer.spot}: no {offer.tag!r} of {CHOSEN} px on a phone"
    offer = (scene.offers[0], scene.offers[len(scene.offers) // 2], scene.offers[-1])[number % 3]
    if not any(_named(*pair) for pair in _changed(key, scene, offer)):
        yield f"{offer.spot}: not shown with a name of {CHOSEN} px on a phone"


def _changed(key: str, scene: Scene, offer: Offer) -> Iterator[tuple[Plate, Plate]]:
    """The plates that are different without the offer: with it, and without."""
    fewer = tuple(each for each in scene.offers if each != offer)
    bare = PICTURES[key].preview(scene.view, replace(scene.marks, offers=fewer), names=scene.names)
    for plate, other in zip(scene.plates, bare, strict=False):
        if plate != other:
            yield plate, other


def _named(plate: Plate, bare: Plate) -> bool:
    """Whether a lettering that is large enough stands where two pictures differ."""
    box = ImageChops.difference(drawn(plate).convert("RGB"), drawn(bare).convert("RGB")).getbbox()
    return box is not None and any(_stands(each, box) for each in seen(plate))


def _stands(each: Read, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = each.note.box
    return (
        each.height >= CHOSEN - CUT
        and left > box[0] - AROUND
        and top > box[1] - AROUND
        and right < box[2] + AROUND
        and bottom < box[3] + AROUND
    )


def test_each_plate_is_told_in_words_of_its_own(table: Table) -> None:
    """
    Captions are never empty, have at most 1,024 characters, and no two plates of a board have the same.
    """
    rules, sentences = game(table[0]), load(f"games.{table[0]}")
    for scene in scenes(*table):
        words = Words(sentences, scene.names, strict=True)
        shows = [plate.shows for plate in scene.plates]
        told = [words(rules.panel.caption(scene.view, each)) for each in shows if each != SCORE]

        assert len(set(shows)) == len(shows), scene.what
        assert [len(each) for each in told if not 0 < len(each.strip()) <= ALT_TEXT] == [], scene.what
        assert len(set(told)) == len(told), scene.what


def test_unchanged_plates_are_not_drawn_again(table: Table) -> None:
    """
    What a plate depends on has a hash, and the same board gives equal plates.
    """
    for scene, other in zip(scenes(*table), made(*table), strict=True):
        assert len({*scene.plates, *other.plates}) == len(scene.plates), scene.what
