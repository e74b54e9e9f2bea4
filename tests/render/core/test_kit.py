"""The pen, plates, palettes, sprites, encoding, and finding a game's pictures."""

from io import BytesIO
from itertools import pairwise
from math import dist

import pytest
from PIL import Image

from bot.conformance.lettering.vision import Vision, apart, contrast, simulate, simulate_picture
from render.core import paths
from render.core.colour import mix, rgb
from render.core.ink import Stroke
from render.core.noise import Wobble, seed_random
from render.core.output.encode import png
from render.core.palette import Palette, distance, gather
from render.core.picture import Theme
from render.core.plates import finish, halve
from render.core.registry import picture
from render.core.sprites import Canvas, bake
from render.core.surface import HARD, SOFT, Raster, Surface
from render.grunn import PICTURE
from tests.render.golden import compare

RED, WHITE, BLACK, BLUE = (200, 30, 30), (255, 255, 255), (0, 0, 0), (30, 30, 200)
PALETTE = Palette([BLACK, WHITE, RED, BLUE])


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    """One pixel of a picture with several channels."""
    found = image.getpixel((x, y))
    assert isinstance(found, tuple)
    return tuple(int(part) for part in found)


def blob(key: str = "blob") -> Raster:
    """A red disc with a black line through it and a shadow."""
    plate = Surface(key, (-10, -10, 10, 10), 1.0)
    pen = plate.pen()
    pen.shape(paths.arc(0, 0, 6), RED)
    pen.line([(-8.0, 0.0), (8.0, 0.0)], Stroke(2, BLACK, tapered=True))
    plate.shadow((1, 1), 2, BLACK, 0.4)
    return plate.raster()


def test_colours_are_read_and_mixed() -> None:
    """
    A quarter of one colour and three quarters of another.
    """
    assert rgb("#C81E1E") == RED
    assert mix(BLACK, WHITE, 0.25) == (191, 191, 191)


def test_noise_repeats_from_its_key_and_is_smooth() -> None:
    """
    The same key gives the same curve, another key another, and near places differ little.
    """
    first = [Wobble("a", 5.0)(i / 10) for i in range(200)]

    assert [Wobble("a", 5.0)(i / 10) for i in range(200)] == first
    assert [Wobble("b", 5.0)(i / 10) for i in range(200)] != first
    assert all(abs(a - b) < 0.15 for a, b in pairwise(first))
    assert all(-1 <= height <= 1 for height in first)


def test_scatter_repeats_from_its_key() -> None:
    """
    Textures are scattered the same way each time.
    """
    assert seed_random("x").random() == seed_random("x").random()


def test_walk_keeps_corners() -> None:
    """
    A path is divided evenly and still goes through its corners.
    """
    path = paths.walk([(0.0, 0.0), (10.0, 0.0), (10.0, 4.0)], 3)

    assert path[0] == (0.0, 0.0)
    assert (10.0, 0.0) in path
    assert path[-1] == (10.0, 4.0)
    assert max(dist(a, b) for a, b in pairwise(path)) <= 3


def test_dashes_cover_their_share() -> None:
    """
    With 6 on and 4 off, six tenths of a long path are drawn.
    """
    pieces = list(paths.dashes([(0, 0), (100, 0)], 6, 4))

    assert len(pieces) == 10
    assert 50 <= sum(paths.length(piece) for piece in pieces) <= 66


def test_star_and_wave_have_their_points() -> None:
    """
    A star of five points has ten corners; a wave ends where it should.
    """
    assert len(paths.star(0, 0, 10)) == 10
    assert paths.wave((2, 3), 20, swing=2, period=10)[-1][0] == pytest.approx(22)


def test_drawings_repeat_exactly() -> None:
    """
    Drawing twice gives the same pixels; another key shakes differently.
    """
    assert blob().image.tobytes() == blob().image.tobytes()
    assert blob("other").image.tobytes() != blob().image.tobytes()


def test_a_raster_knows_where_its_origin_lies() -> None:
    """
    The middle of a plate from -10 to 10 is ten pixels from its corner.
    """
    raster = blob()

    assert (raster.left, raster.top) == (-10, -10)
    assert raster.image.size == (20, 20)
    assert pixel(raster.image, 10, 14) == (*RED, 255)


def test_laying_one_raster_on_another_grows_the_ground() -> None:
    """
    A drawing that reaches beyond its ground makes the result larger, and neither original changes.
    """
    first, second = blob(), blob("other")
    before = first.image.tobytes(), second.image.tobytes()
    both = second.over(first, 12, -3)

    assert both.image.size == (32, 23)
    assert (both.left, both.top) == (-10, -13)
    assert (first.image.tobytes(), second.image.tobytes()) == before


def test_fading_mixes_with_the_paper() -> None:
    """
    At 45 % strength red is more than half white.
    """
    faded = blob().fade(WHITE, 0.45)

    assert pixel(faded.image, 10, 14) == pytest.approx((*mix(RED, WHITE, 0.45), 255), abs=1)


def test_patches_halos_and_layers() -> None:
    """
    A patch covers in plain colour, a halo widens the silhouette, a clipped layer ends at the mask.
    """
    plate = Surface("kit", (0, 0, 40, 40), 1.0)
    plate.pen().shape(paths.rectangle(10, 10, 30, 30), RED, shake=0)
    narrow = plate.raster().image.getchannel("A").getbbox()
    plate.patch((20, 20, 6, 6), WHITE, 1.0)
    plate.halo(6, BLACK)
    wide = plate.raster().image.getchannel("A").getbbox()
    mask = plate.layer()
    mask.pen().shape(paths.rectangle(0, 0, 20, 40), RED, shake=0)
    plate.clip(mask)

    assert narrow is not None
    assert wide is not None
    assert wide[0] < narrow[0]
    assert wide[2] > narrow[2]
    assert pixel(plate.raster().image, 17, 20) == pytest.approx((*WHITE, 255), abs=2)
    assert pixel(plate.raster().image, 26, 20) == (0, 0, 0, 0)


def test_a_layer_can_be_laid_thinly() -> None:
    """
    A layer at half strength lets the ground through; an empty one changes nothing.
    """
    plate = Surface("kit", (0, 0, 8, 8), 1.0)
    plate.pen().shape(paths.rectangle(-1, -1, 9, 9), WHITE, shake=0)
    plate.lay(plate.layer())
    veil = plate.layer()
    veil.pen().shape(paths.rectangle(-1, -1, 9, 9), BLACK, shake=0)
    plate.lay(veil, 0.5)

    assert 120 <= pixel(plate.raster().image, 4, 4)[0] <= 135


def test_palettes_are_bounded() -> None:
    """
    A palette has 1 to 128 colours.
    """
    with pytest.raises(ValueError, match="1 to 128"):
        Palette([])
    with pytest.raises(ValueError, match="129"):
        Palette([BLACK] * 129)


def test_bringing_to_the_palette_takes_the_nearest_colour() -> None:
    """
    Each pixel becomes the nearest of the palette's colours.
    """
    image = Image.new("RGB", (2, 1), (190, 40, 40))
    image.putpixel((1, 0), (240, 240, 250))
    brought = PALETTE.bring(image)

    assert brought.mode == "P"
    assert [PALETTE.colours[index] for index in brought.tobytes()] == [RED, WHITE]
    assert PALETTE.colours[PALETTE.index((20, 20, 180))] == BLUE


def test_gathering_keeps_named_colours_and_their_neighbours_out() -> None:
    """
    Named colours come first and exactly; mixtures next to them are not taken.
    """
    sheet = Image.linear_gradient("L").convert("RGB")
    found = gather(sheet, [RED, WHITE], 20)

    assert found[:2] == [RED, WHITE]
    assert len(found) == 20
    assert min(distance(mixture, WHITE) for mixture in found[2:]) > 60


def test_sprites_are_mixed_with_their_ground() -> None:
    """
    A baked sprite is opaque where it is drawn and leaves the rest of the canvas alone.
    """
    canvas = Canvas(PALETTE.ground((40, 40), WHITE))
    sprite = bake(blob(), WHITE, PALETTE)
    canvas.paste(sprite, 20, 20)

    assert (sprite.width, sprite.height) == (20, 20)
    assert pixel(canvas.image.convert("RGB"), 20, 24) == RED
    assert pixel(canvas.image.convert("RGB"), 1, 1) == WHITE


def test_hard_sprites_leave_faint_rims_to_the_ground() -> None:
    """
    A drawing that crosses several grounds is cut at half its rim: its mask is smaller.
    """
    raster = blob()
    covered = []
    for faint in (HARD, SOFT):
        canvas = Canvas(PALETTE.ground((40, 40), BLUE))
        canvas.paste(bake(Raster(raster.image, raster.left, raster.top, faint), WHITE, PALETTE), 20, 20)
        covered.append(40 * 40 - canvas.image.histogram()[PALETTE.index(BLUE)])

    assert 0 < covered[0] < covered[1] < 20 * 20


def test_full_sprites_need_no_mask() -> None:
    """
    A drawing without any transparent pixel is pasted as it is.
    """
    sprite = bake(Raster(Image.new("RGBA", (3, 3), (*RED, 255))), WHITE, PALETTE)

    assert [part.mask for part in sprite.parts] == [None]


def test_png_holds_the_same_picture() -> None:
    """
    Encoding loses nothing and gives the same bytes each time.
    """
    image = PALETTE.bring(blob().image)
    data = png(image)

    assert data == png(image)
    assert compare(Image.open(BytesIO(data)), image).mean == 0


def test_png_of_any_size_is_whole() -> None:
    """
    A picture of one row, of rows that fill several slices exactly or not, and of one pixel is read back as it was.
    """
    patches = Image.effect_noise((1100, 700), 90).convert("RGB")
    for size in ((1100, 700), (1100, 59), (1100, 118), (64_999, 2), (70_000, 3), (700, 1), (1, 1)):
        image = PALETTE.bring(patches.resize(size))
        with Image.open(BytesIO(png(image))) as file:
            file.verify()
        with Image.open(BytesIO(png(image))) as file:
            assert (image.tobytes(), image.getpalette()) == (file.tobytes(), file.getpalette())


def test_sprites_are_pasted_without_their_empty_rims() -> None:
    """
    Cut into what has no gaps and rims round it, a sprite puts the same pixels as pasted whole under its mask.
    """
    surface = Surface("card", (-60, -50, 60, 50), 1.0)
    surface.pen().shape(paths.round_rectangle(-52, -44, 55, 40, radius=14), RED, shake=0)
    raster = surface.raster(HARD)
    sprite = bake(raster, WHITE, PALETTE)
    whole = Image.new("RGBA", raster.image.size, (*WHITE, 255))
    whole.alpha_composite(raster.image)
    mask = raster.image.getchannel("A").point([0 if i < HARD else 255 for i in range(256)])
    canvas, plain = (PALETTE.ground((130, 110), BLUE) for _ in range(2))
    drawn = Canvas(canvas)
    drawn.paste(sprite, 62, 53)
    drawn.paste(sprite, 0, 100)
    for x, y in ((62, 53), (0, 100)):
        plain.paste(PALETTE.bring(whole), (x + sprite.left, y + sprite.top), mask.convert("1"))

    assert 1 == [part.mask for part in sprite.parts].count(None)
    assert drawn.image.tobytes() == plain.tobytes()
    assert () == bake(Raster(Image.new("RGBA", (9, 9))), WHITE, PALETTE).parts


def test_a_finished_picture_has_its_words() -> None:
    """
    Size and alternative text go with the file; whoever sends it cuts the text at the limit of the place.
    """
    drawing = finish(PALETTE.ground((4, 3), WHITE), "word " * 400)

    assert (drawing.width, drawing.height) == (4, 3)
    assert "word " * 400 == drawing.alt


def test_a_picture_is_halved() -> None:
    """
    Half the width and height, in palette mode, with the same words; never less than a pixel.
    """
    drawing = finish(PALETTE.ground((40, 31), WHITE), "short")
    small = halve(drawing)
    image = Image.open(BytesIO(small.png))

    assert (20, 15) == (small.width, small.height) == image.size
    assert "P" == image.mode
    assert "short" == small.alt
    assert 1 == halve(finish(PALETTE.ground((3, 1), WHITE), "")).height


def test_themes_are_told_apart_by_language() -> None:
    """
    Backgrounds are cached by language, so equal languages are equal themes.
    """
    assert Theme("nl", {"free": "gratis"}) == Theme("nl")
    assert Theme("nl", {"free": "gratis"}).say("free") == "gratis"
    assert Theme("nl").say("free") == "free"


def test_pictures_are_found_by_key() -> None:
    """
    The registry finds the pictures of a game and says so when there are none.
    """
    assert picture("grunn") is PICTURE
    with pytest.raises(LookupError, match="no pictures"):
        picture("no_such_game")


def test_contrast_and_blindness_are_counted_as_usual() -> None:
    """
    Black on white is 21 : 1; greys look the same to everybody; red and green move together for deuteranopes.
    """
    green = (70, 150, 70)

    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert all(apart((128, 128, 128), simulate((128, 128, 128), vision)) < 2 for vision in Vision)
    assert apart(simulate(RED, Vision.DEUTERANOPIA), simulate(green, Vision.DEUTERANOPIA)) < apart(RED, green) / 2


def test_seen_pictures_change_their_palette_only() -> None:
    """
    A palette picture is shown to other eyes by changing its palette.
    """
    image = PALETTE.bring(blob().image)
    other = simulate_picture(image, Vision.PROTANOPIA)

    assert other.tobytes() == image.tobytes()
    assert other.convert("RGB").getpixel((10, 14)) != image.convert("RGB").getpixel((10, 14))
