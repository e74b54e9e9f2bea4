"""Text: what can be drawn of a name, how wide it is, how it is made to fit, and stamping it on a picture."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import NamedTuple
from unicodedata import category, combining, normalize

from PIL import Image, ImageDraw

from render.core.colour import RGB
from render.core.lettering.fonts import VOLLKORN, Face, face_for, font, has
from render.core.paths import Point

ELLIPSIS = "…"
TAIL, HEAD = 3, 9  # last letters that are kept of what is cut, where so many first ones are
PART = 3  # letters of a name before and behind a break within a word, at least
LOW = 1.2  # how much larger than the least size two lines may be
FLAGS = 0x1F1E6  # the first of 26 letters that pair up to flags
Inkbox = tuple[int, int, int, int]


class Run(NamedTuple):
    """A stretch of text that one face draws."""

    face: Face
    text: str


class Fitted(NamedTuple):
    """Text that fits, and the size at which it does."""

    text: str
    size: int


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """
    The text with nothing in it that cannot be drawn.

    Fancy alphabets and flags become plain letters, joiners, variation marks and skin tones go, other unknown
    characters are left out, and white space shrinks to single blanks. May be empty: then the caller names the seat
    instead.
    """
    kept: list[str] = []
    for char in normalize("NFC", text):
        if char.isspace():
            kept.append(" ")
        elif 0 <= ord(char) - FLAGS < 26:
            kept.append(chr(ord(char) - FLAGS + ord("A")))
        elif category(char)[0] == "C" or 0x1F3FB <= ord(char) <= 0x1F3FF or 0xFE00 <= ord(char) <= 0xFE0F:
            continue
        elif combining(char):
            # More than two marks on one letter are a prank that would run over the neighbours.
            if kept and kept[-1] != " " and sum(1 for c in kept[-2:] if combining(c)) < 2:
                kept.append(char)
        elif face_for(VOLLKORN, char) is not None:
            kept.append(char)
        else:
            kept.extend(c for c in normalize("NFKC", char) if face_for(VOLLKORN, c) is not None)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=2048)
def runs(text: str, face: Face) -> tuple[Run, ...]:
    """
    The text cut where the drawing face changes.

    Marks stay with the letter before them; one that its face lacks is left out rather than drawn as a box.
    """
    parts: list[Run] = []
    for char in text:
        if parts and combining(char) and not has(parts[-1].face, char):
            continue
        chosen = face_for(face, char) or face
        if parts and (combining(char) or chosen == parts[-1].face):
            parts[-1] = Run(parts[-1].face, parts[-1].text + char)
        else:
            parts.append(Run(chosen, char))
    return tuple(parts)


def _size(run: Run, face: Face, size: int) -> int:
    return size if run.face == face else max(1, round(size * face.beside))


@lru_cache(maxsize=2048)
def width(text: str, face: Face, size: int) -> float:
    """How far the pen moves, in pixels."""
    return sum(font(run.face, _size(run, face, size)).getlength(run.text) for run in runs(text, face))


@lru_cache(maxsize=2048)
def ink_box(text: str, face: Face, size: int) -> Inkbox:
    """The box of the ink (left, top, right, bottom) when the pen starts at (0, 0) on the baseline."""
    pen = 0.0
    boxes: list[tuple[float, float, float, float]] = []
    for run in runs(text, face):
        letters = font(run.face, _size(run, face, size))
        left, top, right, bottom = letters.getbbox(run.text, anchor="ls")
        boxes.append((pen + left, top, pen + right, bottom))
        pen += letters.getlength(run.text)
    if not boxes:
        return (0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (int(min(lefts)), int(min(tops)), int(max(rights) + 0.999), int(max(bottoms) + 0.999))


@lru_cache(maxsize=1024)
def fit(text: str, face: Face, room: int, sizes: tuple[int, int]) -> Fitted:
    """
    The text at the largest size of `sizes` (wanted, least) at which it is at most `room` pixels wide.

    If it is too long even at the least size, an ellipsis takes the place of what is left out.
    """
    wanted, least = sizes
    for size in range(wanted, least - 1, -1):
        if width(text, face, size) <= room:
            return Fitted(text, size)
    return Fitted(_cut(text, face, room, least), least)


def _cut(text: str, face: Face, room: int, size: int) -> str:
    """The text cut before its last letters, by which names that begin alike are told apart, or at its end."""
    for tail, head in ((TAIL, HEAD), (0, 1)):
        end = text[len(text) - tail :].lstrip()
        for count in range(len(text) - tail - 1, head - 1, -1):
            short = text[:count].rstrip() + ELLIPSIS + end
            if width(short, face, size) <= room:
                return short
    return ELLIPSIS


class Lines(NamedTuple):
    """A text in as many lines as it takes, and the face and size in which it fits."""

    lines: tuple[str, ...]
    face: Face
    size: int


@lru_cache(maxsize=1024)
def fit_lines(text: str, looks: tuple[tuple[Face, tuple[int, int]], ...], room: int, *, most: int = 2) -> Lines:
    """
    The text whole, in as few lines as it takes (up to `most`), each at most `room` pixels wide.

    `looks` are faces with the sizes (wanted, least) to be tried, a narrower face behind a wider one. Lines break at
    blanks and hyphens; where that is in vain, within words. What fits in no way is cut at the last look's least size.
    """
    spots = [i for i, char in enumerate(text) if char in " -" and 0 < i < len(text) - 1]
    in_two = [i for i in spots if text[i + 1] == "("] or spots  # before brackets, if there are any
    for (face, (wanted, least)), count in product(looks, range(1, most + 1)):
        ways = _break(text, in_two if count == 2 else spots, count)
        for size in range(wanted if count == 1 else min(wanted, round(least * LOW)), least - 1, -1):
            fitting = [way for way in ways if _fits(way, face, size, room)]
            if fitting:
                return Lines(_evenest(fitting, face, size), face, size)
    return _squeeze(text, in_two, looks[-1], room, most=most)


def _squeeze(text: str, in_two: Sequence[int], look: tuple[Face, tuple[int, int]], room: int, *, most: int) -> Lines:
    """A text that does not fit whole between its words: broken within them, else in up to two lines and cut."""
    face, (_, least) = look
    within = [i for i in range(PART - 1, len(text) - PART) if not combining(text[i + 1])]
    for count in range(2, most + 1):
        hyphened = map(_hyphenate, _break(text, within, count))
        fitting = [way for way in hyphened if _fits(way, face, least, room)]
        if fitting:
            fewest = min(map(_hyphens, fitting))
            return Lines(_evenest([way for way in fitting if _hyphens(way) == fewest], face, least), face, least)
    broken = _break(text, in_two, 2) if most > 1 else []
    starts = [way for way in broken if width(way[0], face, least) <= room]
    cut = starts[-1] if starts else broken[0] if broken else (text,)
    return Lines(tuple(fit(line, face, room, (least, least)).text for line in cut), face, least)


def _break(text: str, spots: Sequence[int], lines: int) -> list[tuple[str, ...]]:
    """The ways to break a text into so many lines behind some of its letters, the shortest first line first."""
    cuts = ((0, *(spot + 1 for spot in chosen), len(text)) for chosen in combinations(spots, lines - 1))
    return [tuple(text[start:end].strip() for start, end in pairwise(each)) for each in cuts]


def _hyphenate(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines with a hyphen where a word goes on in the next one."""
    ends = ("-" if one[-1:].isalpha() and other[:1].isalpha() else "" for one, other in pairwise(lines))
    return (*(line + end for line, end in zip(lines, ends, strict=False)), lines[-1])


def _hyphens(lines: tuple[str, ...]) -> int:
    return sum(line.endswith("-") for line in lines)


def _fits(lines: Iterable[str], face: Face, size: int, room: int) -> bool:
    return all(width(line, face, size) <= room for line in lines)


def _evenest(ways: list[tuple[str, ...]], face: Face, size: int) -> tuple[str, ...]:
    """The way whose longest line is the shortest."""
    return min(ways, key=lambda way: max(width(line, face, size) for line in way))


@lru_cache(maxsize=1024)
def fit_sentence(pattern: str, name: str, face: Face, room: int, sizes: tuple[int, int]) -> Fitted:
    """
    A sentence with a name in it (`{name}`) at the largest size of `sizes` (wanted, least) at which it fits whole.

    If it is too long even at the least size, the name in it is cut.
    """
    wanted, least = sizes
    for size in range(wanted, least - 1, -1):
        whole = pattern.replace("{name}", name)
        if width(whole, face, size) <= room:
            return Fitted(whole, size)
    rest = width(pattern.replace("{name}", ""), face, least)
    return Fitted(pattern.replace("{name}", fit(name, face, round(room - rest), (least, least)).text), least)


def stamp(image: Image.Image, text: str, pen: Point, look: tuple[Face, int, RGB]) -> None:
    """Draw text on an RGB or RGBA image, the pen starting on the baseline; `look` is face, size in pixels, colour."""
    face, size, colour = look
    draw = ImageDraw.Draw(image)
    x, y = pen
    for run in runs(text, face):
        letters = font(run.face, _size(run, face, size))
        stroke = round(run.face.bolder * letters.size)
        draw.text((x, y), run.text, font=letters, fill=colour, anchor="ls", stroke_width=stroke)
        x += letters.getlength(run.text)
