"""The pictures of Grumpf as the platform asks for them."""

from collections.abc import Iterator, Sequence

from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.grumpf.view import Board, View, board_of, judged_board_of, steps_of
from render.core.painter import drawable
from render.core.picture import ENGLISH, Theme
from render.core.whole import Portraits
from render.grumpf import board, final, hand, single
from render.grumpf.grumpfs import CLAN_SHAPES, grumpf, mark
from render.grumpf.inks import CAVE
from render.grumpf.paint import on
from render.grumpf.sights import changes
from render.grumpf.slab import slab

UNNAMED = "player {number}"


class GrumpfPictures(Portraits[View]):
    """The pictures of Grumpf. Secret are plans, drafts and the faces that are up (S2.1)."""

    lettering: Sequence[str] = (UNNAMED, *board.LETTERING, *hand.LETTERING, *single.LETTERING, *final.LETTERING)

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table, with what the marks name or else the latest volley flagged (section 11)."""
        table = board_of(view)
        known = drawable(names, theme.say(UNNAMED))
        return board.compose(table, _last(view, table), changes(table, marks), known, theme).image

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table, below it one's own Grumpfs and plan or draft; that is tried out on the board."""
        table, steps = board_of(view), steps_of(view)
        high = board.HIGH + hand.height(table, steps)
        changed = changes(table, marks, steps, legal=_may_act(table))
        known = drawable(names, theme.say(UNNAMED))
        painter = board.compose(table, _last(view, table), changed, known, theme, high=high)
        hand.draw(painter, table, steps, view.state.tokens, theme)
        return painter.image

    def seat(
        self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """What one clan has collected, laid out in series, and what it still holds: 1080 x 720."""
        return single.draw(view, seat, drawable(names, theme.say(UNNAMED)), theme)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The clans by place with their series and points (section 9)."""
        return final.draw(view, outcome, drawable(names, theme.say(UNNAMED)), theme)

    def warm(self) -> Iterator[None]:
        """Draw the slabs and Grumpfs that every match needs."""
        for code in "BRFWMS":
            on(CAVE, slab, code)
            yield
        for clan in CLAN_SHAPES:
            mark(clan, 30)
            for value in "12345":
                grumpf(clan, value)
                yield


def _last(view: View, table: Board) -> Board | None:
    """The hunt before as it ended, while nothing has happened in this one."""
    begun = any(space.when for one in table.boards for space in one.spaces)
    return None if table.judged or begun else judged_board_of(view)


def _may_act(table: Board) -> bool:
    """Whether the viewer may still place something in this hunt."""
    own = table.own
    if own is None or not own.hand or table.phase.value not in ("volley", "hunt"):
        return False
    return own.clan not in table.huts


PORTRAITS = GrumpfPictures()
