"""How large Discord shows a picture: the measure by which plates are lettered, and the contact sheet that shows it."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from render.core.colour import RGB
from render.core.lettering.fonts import DEJAVU
from render.core.lettering.text import fit, stamp
from render.core.output.encode import png
from render.core.plates import Drawing

DESKTOP = (550, 350)
"""The box in pixels into which the desktop fits a picture."""
PHONE = 360
"""How many pixels wide a phone shows a picture."""

COLUMN, RIFT, LINE = (50, 51, 56), (30, 31, 34), (219, 222, 225)
HEAD: RGB = (242, 243, 245)
MARK: RGB = (88, 101, 242)
BESIDE = 72  # left edge of a message on the desktop, beside its sender's picture
EDGE, BETWEEN, TOP, FOOT = 24, 8, 66, 24
TITLE, TEXT = 16, 15
COLOURS = 256


def on_desktop(size: tuple[int, int]) -> float:
    """By how much the desktop scales a picture of that width and height in pixels; it enlarges none."""
    return min(1.0, DESKTOP[0] / size[0], DESKTOP[1] / size[1])


def on_phone(size: tuple[int, int]) -> float:
    """By how much a phone scales a picture of that width and height in pixels."""
    return PHONE / size[0]


def show_as_client(image: Image.Image, share: float) -> Image.Image:
    """The picture in RGB, scaled as a client does."""
    size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
    return image.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def contact_sheet(drawings: Sequence[Drawing], line: str) -> bytes:
    """
    A message with these plates in a dark column, as the desktop shows it and, to the right, as a phone does.

    True to size: a pixel of the sheet is a pixel there. `line` stands above the plates. The result is a PNG file.
    """
    plates = [Image.open(BytesIO(drawing.png)) for drawing in drawings]
    large = [show_as_client(plate, on_desktop(plate.size)) for plate in plates]
    small = [show_as_client(plate, on_phone(plate.size)) for plate in plates]
    rift = BESIDE + DESKTOP[0] + EDGE
    high = TOP + max(sum(each.height + BETWEEN for each in column) for column in (large, small)) - BETWEEN + FOOT
    sheet = Image.new("RGB", (rift + BETWEEN + 2 * EDGE + PHONE, high), COLUMN)
    sheet.paste(RIFT, (rift, 0, rift + BETWEEN, high))
    draw = ImageDraw.Draw(sheet)
    draw.ellipse((16, 13, 56, 53), fill=MARK)
    stamp(sheet, "LT", (26, 39), (DEJAVU, TEXT, HEAD))
    for left, room, column in ((BESIDE, DESKTOP[0], large), (rift + BETWEEN + EDGE, PHONE, small)):
        stamp(sheet, "Longtable", (left, 29), (DEJAVU, TITLE, HEAD))
        said = fit(line, DEJAVU, room, (TEXT, TEXT - 2))
        stamp(sheet, said.text, (left, 51), (DEJAVU, said.size, LINE))
        top = TOP
        for image in column:
            sheet.paste(image, (left, top), _round_corners(image.size))
            top += image.height + BETWEEN
    return png(sheet.quantize(COLOURS, dither=Image.Dither.NONE))


def _round_corners(size: tuple[int, int]) -> Image.Image:
    """A mask with the round corners that clients cut."""
    mask = Image.new("L", (size[0] * 4, size[1] * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius=32, fill=255)
    return mask.reduce(4)
