"""The pictures of Green Town as the platform asks for them."""

from collections.abc import Iterator, Sequence

from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.greentown.view import View, board_of
from render.core.painter import drawable
from render.core.picture import ENGLISH, Theme
from render.core.whole import Portraits
from render.greentown import board, final, lines, players, single
from render.greentown.sights import changes, meant, of_turn

UNNAMED = "player {number}"


class GreenTownPictures(Portraits[View]):
    """The pictures of Green Town. The view shows only those Greenies that its seat may know."""

    lettering: Sequence[str] = (UNNAMED, *lines.LETTERING, *players.LETTERING, *single.LETTERING, *final.LETTERING)

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table with what changed outlined (section 9)."""
        sight = board_of(view)
        return board.draw(sight, changes(sight, marks), drawable(names, theme.say(UNNAMED)), theme)

    def frame(
        self, view: View, marks: Marks, *, last: View, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """A board on the map of the last one, so that the town grows where it stands."""
        sight, shown = board_of(view), drawable(names, theme.say(UNNAMED))
        return board.draw(sight, changes(sight, marks), shown, theme, within=board_of(last))

    def preview(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table as the draft leaves it, its parts hatched, what it pays in the panels."""
        sight = board_of(view)
        if sight.draft is None:
            return self.board(view, marks, names=names, theme=theme)
        shown = meant(of_turn(sight.draft, draft=True, legal=sight.legal), marks)
        return board.draw(sight, shown, drawable(names, theme.say(UNNAMED)), theme)

    def seat(
        self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """What one player has, 1200 x 630."""
        return single.draw(board_of(view), seat, drawable(names, theme.say(UNNAMED)), theme)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The score sheets, the winner, the finished town (section 7)."""
        return final.draw(view, board_of(view), outcome, drawable(names, theme.say(UNNAMED)), theme)

    def warm(self) -> Iterator[None]:
        """Draw the ground that every match needs."""
        for seats in (2, 3, 4):
            board.base(seats)
            yield


PORTRAITS = GreenTownPictures()
