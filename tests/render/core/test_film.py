"""Films: frames that hold only what has changed, put together into one file that shows every picture exactly."""

from io import BytesIO

from PIL import Image, ImageChops, ImageDraw

from render.core.output.film import Piece, join_frames, piece, size_of

PAPER, INK = (240, 230, 210), (20, 30, 40)


def board(*spots: int, size: tuple[int, int] = (120, 90)) -> Image.Image:
    """A sheet with squares at some places, as a picture of a board is: few inks, in palette mode."""
    image = Image.new("RGB", size, PAPER)
    for spot in spots:
        ImageDraw.Draw(image).rectangle((7 + 13 * spot, 11, 14 + 13 * spot, 20), fill=INK)
    return image.quantize(8, dither=Image.Dither.NONE)


def pieces(boards: list[Image.Image], *, half: bool = False) -> list[Piece]:
    """The frames that show boards one after the other."""
    made = [piece(now, before, half=half) for before, now in zip([None, *boards], boards, strict=False)]
    return [each for each in made if each is not None]


def shown(film: bytes) -> list[Image.Image]:
    """What a film shows, frame by frame."""
    with Image.open(BytesIO(film)) as image:
        found = []
        for at in range(image.n_frames):  # type: ignore[attr-defined]  # of an animated picture
            image.seek(at)
            found.append(image.convert("RGB"))
    return found


def test_every_board_is_shown_as_it_was_drawn() -> None:
    """
    Whatever comes and goes, each frame of the film is that picture, pixel by pixel.
    """
    boards = [board(), board(1), board(1, 5), board(5), board(0, 2, 4)]
    film = join_frames([(each, 500) for each in pieces(boards)])
    faults = [
        at
        for at, (wanted, got) in enumerate(zip(boards, shown(film), strict=True))
        if ImageChops.difference(wanted.convert("RGB"), got).getbbox() is not None
    ]

    assert [] == faults


def test_a_frame_holds_only_what_has_changed() -> None:
    """
    It begins at even numbers, as the file format wants, and where nothing has changed there is no frame.
    """
    frame = piece(board(1, 3), board(1))

    assert frame is not None
    assert (46, 10) == (frame.x, frame.y)
    assert (8, 11) == (frame.width, frame.height)
    assert None is piece(board(1), board(1))


def test_boards_of_other_sizes_leave_nothing_behind() -> None:
    """
    After a larger board a smaller one is shown with paper around it; the canvas is as large as the largest.
    """
    boards = [board(1), board(2, size=(140, 110)), board(3), board(4)]
    found = shown(join_frames([(each, 500) for each in pieces(boards)]))
    around = Image.new("RGB", (140, 110), PAPER)
    around.paste(boards[-1].convert("RGB"))

    assert {(140, 110)} == {each.size for each in found}
    assert None is ImageChops.difference(around, found[-1]).getbbox()


def test_half_the_size_is_smaller_and_like_the_whole() -> None:
    """
    The picture has half the width and height, and differs from the reduced board by what a lossy encoder changes only.
    """
    boards = [board(), board(1, 2), board(2, 3)]
    found = shown(join_frames([(each, 500) for each in pieces(boards, half=True)]))
    difference = ImageChops.difference(boards[-1].convert("RGB").reduce(2), found[-1])

    assert (60, 45) == found[0].size
    assert max(high for _, high in difference.getextrema()) < 90  # type: ignore[misc]  # three bands, three pairs


def test_times_and_size_stand_in_the_file() -> None:
    """
    Each frame stands as long as was asked; the size is known before the frames are put together.
    """
    made = pieces([board(), board(1), board(2)])
    film = join_frames(list(zip(made, (500, 700, 4000), strict=True)))
    with Image.open(BytesIO(film)) as image:
        times = []
        for at in range(3):
            image.seek(at)
            image.load()
            times.append(image.info["duration"])

    assert [500, 700, 4000] == times
    assert abs(size_of(made) - len(film)) < 64
