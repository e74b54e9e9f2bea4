"""Frames of films: what runs in the processes that draw, from stored positions to encoded boards."""

import zlib
from typing import Any

from msgspec import Struct

from games.core.contract import AnyGame
from games.core.game import Marks
from games.core.registry import game as installed
from games.core.running.codec import Codec
from games.core.seats import Seat
from render.core.output.captions import add_caption
from render.core.output.film import Piece, piece
from render.core.registry import picture
from render.core.registry import theme as theme_in


class FilmSegment(Struct, frozen=True, kw_only=True):
    """An order for the frames of some boards in a row: compressed positions, of which the first was drawn already.

    ``captions`` tell the turn that led to each. ``last`` is the board with which the film ends. ``fresh``: the first
    board begins the film, so it is drawn too. ``viewer``: by whose eyes; None: as everybody sees.
    """

    game: str
    boards: tuple[bytes, ...]
    captions: tuple[str, ...]
    last: bytes
    viewer: Seat | None
    names: tuple[str, ...]
    language: str
    fresh: bool
    half: bool


def develop(order: FilmSegment) -> tuple[Piece | None, ...]:
    """Draw and encode in this process; one entry a board, None where nothing has changed. NoPictures: it has none."""
    pictures = picture(order.game)
    game: AnyGame = installed(order.game)
    codec: Codec[Any, Any] = Codec(game)
    theme = theme_in(order.game, order.language)

    def see(data: bytes) -> Any:  # noqa: ANN401  # a view of any game
        return game.view(codec.read_position(zlib.decompress(data)).state, order.viewer)

    last = see(order.last)
    frames: list[Piece | None] = []
    view_before: Any = None
    image_before = None
    for at, (data, caption) in enumerate(zip(order.boards, order.captions, strict=True)):
        view = see(data)
        marks = Marks() if view_before is None else game.panel.marks(view_before, view)
        image = add_caption(pictures.frame(view, marks, last=last, names=order.names, theme=theme), caption)
        if at or order.fresh:
            frames.append(piece(image, image_before, half=order.half))
        view_before, image_before = view, image
    return tuple(frames)
