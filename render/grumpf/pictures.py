"""The pictures of Grumpf as the platform asks for them."""

from collections.abc import Iterator, Sequence
from itertools import product

from games.core.game import UNMARKED, Marks, Outcome
from games.core.seats import Seat
from games.grumpf.view import Board, View, board_of, find_judged_board, steps_of
from render.core.cover import COVER
from render.core.emoji import Pieces
from render.core.guide import Explained
from render.core.painter import drawable
from render.core.picture import ENGLISH, Picture, Theme, Token
from render.core.plates import SCORE, Plate, Plates, extra, plate
from render.grumpf.inks import CAVE
from render.grumpf.inks import CLANS as COLOURS
from render.grumpf.paint import on
from render.grumpf.pieces import emoji
from render.grumpf.pieces.grumpfs import CLAN_SHAPES, grumpf, mark
from render.grumpf.plates import board, card, cards, cover, final, guide, hand, head, single
from render.grumpf.sights import Changes, changes
from render.grumpf.terrain.blank import LOOKS, blank
from render.grumpf.terrain.slab import slab

UNNAMED = "Player {number}"
GROUNDS, CLANS, OWN, CLAN = "grounds", "clans", "own", "clan:{seat}"
"""What the plates show."""


class GrumpfPictures(Picture[View]):
    """The pictures of Grumpf. Secret are plans, drafts and the faces that are up (S2.1)."""

    lettering: Sequence[str] = (
        UNNAMED, *board.LETTERING, *cards.LETTERING, *hand.LETTERING, *single.LETTERING, *final.LETTERING,
    )  # fmt: skip

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The hunting grounds, with what the marks name or else the latest volley flagged (section 11); the clans."""
        table = board_of(view)
        changed = changes(table, marks)
        return (_grounds(view, table, changed, theme), _clans(table, changed, names, theme))

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The same, between them one's own Grumpfs and plan or draft; that is tried out on the grounds."""
        table, steps = board_of(view), steps_of(view)
        changed = changes(table, marks, steps)
        own = hand.own_of(table, steps, view.state.tokens, changed)
        between = () if own is None else (extra(OWN, hand.draw, own, theme),)
        return (_grounds(view, table, changed, theme), *between, _clans(table, changed, names, theme))

    def tokens(self, view: View) -> Sequence[Token]:
        """The shapes and colours of the clans."""
        return tuple((CLAN_SHAPES[clan.code], COLOURS[clan.code]) for clan in view.state.clans)

    def seat(self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """What one clan has collected, laid out in series, and what it still holds: 1100 x 700."""
        sight = single.sight_of(view, seat, drawable(names, theme.say(UNNAMED)))
        return (plate(CLAN.format(seat=seat), single.draw, sight, theme),)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The clans by place with their points and series (section 9); below, what each has collected."""
        rows = final.rows_of(view, outcome, drawable(names, theme.say(UNNAMED)))
        return (plate(SCORE, final.draw, rows, theme), _clans(board_of(view), Changes(), names, theme))

    def guide(self, view: View, *, names: Sequence[str], theme: Theme = ENGLISH) -> Explained:
        """The hunting grounds."""
        table = board_of(view)
        return ((_grounds(view, table, changes(table, UNMARKED), theme), guide.discs()),)

    def cover(self, title: str) -> Plates:
        """What the game is played with, under its title."""
        return (plate(COVER, cover.draw, title),)

    def emoji(self) -> Pieces:
        """Boards, clans, Grumpfs."""
        return emoji.pieces()

    def warm(self) -> Iterator[None]:
        """Draw the slabs, cards and Grumpfs that every match needs."""
        for code in "BRFWMS":
            on(CAVE, slab, code)
            yield
        for layout, look, lit in product((card.TWO, card.FOUR, card.MANY), range(LOOKS), (True, False)):
            blank(layout.size, look, lit=lit)
            yield
        for clan in CLAN_SHAPES:
            mark(clan, 30)
            for value in "12345":
                grumpf(clan, value)
                yield


def _grounds(view: View, table: Board, changed: Changes, theme: Theme) -> Plate:
    """The plate of the hunting grounds."""
    scenes = board.scenes(table, _last(view, table), changed)
    return plate(GROUNDS, board.draw, head.head_of(table, changed), scenes, theme)


def _clans(table: Board, changed: Changes, names: Sequence[str], theme: Theme) -> Plate:
    """The plate of the clans."""
    return extra(CLANS, cards.draw, cards.scenes(table, changed, drawable(names, theme.say(UNNAMED))), theme)


def _last(view: View, table: Board) -> Board | None:
    """The hunt before as it ended, while nothing has happened in this one."""
    begun = any(space.when for one in table.boards for space in one.spaces)
    return None if table.judged or begun else find_judged_board(view)
