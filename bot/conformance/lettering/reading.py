"""What is wrong with the lettering of a picture, as Discord shows it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops

from bot.conformance.lettering.traced import Note, Veil, alike, behind, colours, notes, share, table_of, veil
from bot.conformance.lettering.vision import contrast
from render.core.colour import RGB
from render.core.output.shown import on_desktop, on_phone

DESKTOP, PHONE, CHOSEN = 11.0, 7.0, 10.0
"""Least heights of capitals and figures in pixels, as shown; `CHOSEN` on a phone, for what one chooses from."""
CUT = 0.25  # pixels that a letter may be lower, since letters stand on whole pixels of the plate
HIDDEN, WHOLE = 0.12, 0.65
"""How much of its ink is still seen of a lettering that is covered, and at least of one that is to be read."""
LEAST_CONTRAST = 1.8
"""Counts of nothing, and what is not to be had now, are pale on purpose."""
NEAR = 6  # pixels by which a number is printed again beside itself for its outline
OVERLAP = 0.04  # of the ink of one lettering that lies on another


@dataclass(frozen=True, slots=True)
class Read:
    """A lettering that is to be seen on a picture."""

    note: Note
    seen: float
    clear: float
    """Its contrast with what surrounds it."""
    height: float
    """Of capitals and figures as a phone shows them, in pixels."""


def read(image: Image.Image) -> list[Read]:
    """All letterings of a picture that are not covered by something else."""
    factor, table = on_phone(image.size), table_of(image)
    found = []
    for note in _uppermost(notes(image)):
        assert note.colour is not None, f"{note.text} was never brought to a palette"
        masks, part = behind(image, note)
        seen, clear = _measure(masks, part.tobytes(), table, note.colour)
        if seen > HIDDEN * note.pure and not beyond(note, image):
            found.append(Read(note, seen / note.pure, clear, note.high * factor))
    return found


@lru_cache(maxsize=16384)
def _measure(masks: Veil, pixels: bytes, table: bytes, colour: RGB) -> tuple[float, float]:
    """
    How much of the ink is seen, and its contrast with most of what surrounds it.

    That is the middle value over the pixels of its rim that aren't of its own colour.
    """
    part = Image.frombytes("L", masks.solid.size, pixels)
    seen = share(part.histogram(masks.solid), table, colour)
    around = zip(part.histogram(masks.rim), alike(table, colour), colours(table), strict=False)
    values = sorted((contrast_of(colour, each), count) for count, same, each in around if count and not same)
    half, passed = sum(count for _, count in values) / 2, 0
    for value, count in values:
        passed += count
        if passed >= half:
            return seen, value
    return seen, 1.0


contrast_of = lru_cache(maxsize=16384)(contrast)


def _uppermost(held: Iterable[Note]) -> list[Note]:
    """Of letters printed several times almost at one place the last: the others are their outline."""
    kept: dict[tuple[object, ...], list[Note]] = {}
    for note in held:
        alike = kept.setdefault((note.text, note.face, note.size, note.scale), [])
        alike[:] = [each for each in alike if not _beside(each, note)]
        alike.append(note)
    return [note for alike in kept.values() for note in alike]


def _beside(first: Note, second: Note) -> bool:
    return abs(first.left - second.left) <= NEAR and abs(first.top - second.top) <= NEAR


def faults(image: Image.Image, found: Sequence[Read], *, struck: frozenset[str] = frozenset()) -> Iterator[str]:
    """
    Yield what is wrong with the letterings `found` on a picture.

    `struck` are words that are struck through on purpose.
    """
    large = on_desktop(image.size)
    for each in found:
        note, where = each.note, tuple(map(round, each.note.box))
        if each.seen < WHOLE and note.text not in struck:
            yield f"{note.text!r} at {where}: only {each.seen:.0%} can be seen"
        if not inside(note, image):
            yield f"{note.text!r} at {where}: beyond the edge"
        if note.high * large < DESKTOP - CUT or each.height < PHONE - CUT:
            heights = f"{note.high * large:.1f} px high on a desktop, {each.height:.1f} on a phone"
            yield f"{note.text!r} at {where}: {heights}"
        if each.clear < LEAST_CONTRAST:
            yield f"{note.text!r} at {where}: contrast {each.clear:.1f}"
    for one, other in _find_crossing([each.note for each in found]):
        yield f"{one.text!r} and {other.text!r} at {tuple(map(round, one.box))} lie on each other"


def beyond(note: Note, image: Image.Image) -> bool:
    """Whether no ink lies on the picture: it belongs to the part that the next plate shows."""
    left, top, right, bottom = note.box
    return right <= 0 or bottom <= 0 or left >= image.width or top >= image.height


def inside(note: Note, image: Image.Image) -> bool:
    """Whether the whole ink lies on the picture."""
    left, top, right, bottom = note.box
    return left >= -0.5 and top >= -0.5 and right <= image.width + 0.5 and bottom <= image.height + 0.5


def _find_crossing(held: list[Note]) -> Iterator[tuple[Note, Note]]:
    """Yield pairs of letterings whose ink lies on each other."""
    rows = sorted(held, key=lambda note: note.box[1])
    for at, one in enumerate(rows):
        left, _, right, bottom = one.box
        for other in rows[at + 1 :]:
            if other.box[1] >= bottom:
                break
            if other.box[0] < right and other.box[2] > left and _share_ink(one, other):
                yield one, other


def _share_ink(one: Note, other: Note) -> bool:
    (x, y), first = veil(one)
    (u, v), second = veil(other)
    least = min(first.solid.histogram()[255], second.solid.histogram()[255])
    place = Image.new("L", first.solid.size)
    place.paste(second.solid, (u - x, v - y))
    return ImageChops.darker(first.solid, place).histogram()[255] > OVERLAP * least
