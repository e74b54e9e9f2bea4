"""The pictures of Grunn as the platform asks for them."""

from collections.abc import Iterator, Sequence

from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.grunn.view import Board, View, board_of
from render.core.picture import ENGLISH, Theme
from render.core.whole import Portraits
from render.grunn import arranging, board, final, single, specimen
from render.grunn.inks import SEA
from render.grunn.paint import on
from render.grunn.sights import changes, named, one_change
from render.grunn.signs import small_tile
from render.grunn.tiles import tile

UNNAMED = "player {number}"


class GrunnPictures(Portraits[View]):
    """The pictures of Grunn. Nothing in a match of Grunn is secret (R16.4)."""

    lettering: Sequence[str] = (
        UNNAMED, *board.LETTERING, *arranging.LETTERING, *single.LETTERING, *final.LETTERING,
    )  # fmt: skip

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table with the landscape of the player to move in the middle (section 22)."""
        sight = board_of(view)
        known = named(names, theme.say(UNNAMED))
        if sight.phase.value == "arrange":
            return arranging.everybody(sight, known, theme)
        return board.draw(sight, _centre(sight, None), changes(sight, marks), known, theme)

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table with the viewer's own landscape in the middle."""
        sight = board_of(view)
        known = named(names, theme.say(UNNAMED))
        shown = _centre(sight, view.seat)
        if sight.phase.value == "arrange":
            return arranging.own(sight, shown, known, theme)
        return board.draw(sight, shown, changes(sight, marks), known, theme)

    def preview(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The viewer's landscape as the draft leaves it, the draft's changes outlined."""
        sight = board_of(view)
        known = named(names, theme.say(UNNAMED))
        shown = _centre(sight, view.seat)
        if sight.phase.value == "arrange":
            return arranging.own(sight, shown, known, theme, tuple(changes(sight, marks).of(shown)))
        drafted = one_change(shown, sight.spots) if not marks.spots else changes(sight, marks)
        return board.draw(sight, shown, drafted, known, theme)

    def seat(
        self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """One landscape at full size, 1080 x 1080."""
        sight = board_of(view)
        return single.draw(sight, seat, changes(sight, marks), named(names, theme.say(UNNAMED)), theme)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The score by category, the winners, the finished landscapes."""
        return final.draw(board_of(view), outcome, named(names, theme.say(UNNAMED)), theme)

    def warm(self) -> Iterator[None]:
        """Draw the tiles and grounds that every match needs."""
        board.base(ENGLISH)
        for each in specimen.tiles():
            yield
            on(SEA, tile, each, 144)
            on(SEA, small_tile, each, 43)
            if not (each.developed and each.built):
                yield
                tile(each, 150)  # in the pool
        for each in specimen.tiles():
            for size in arranging.SIZES[2:]:
                yield
                on(SEA, tile, each, size)


def _centre(sight: Board, viewer: Seat | None) -> Seat:
    """Whose landscape stands in the middle: the viewer's, else the mover's, else a winner's."""
    if viewer is not None:
        return viewer
    if sight.mover is not None:
        return sight.mover
    return sight.winners[0] if sight.winners else Seat(0)


PORTRAITS = GrunnPictures()
