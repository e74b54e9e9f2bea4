"""The pictures of H₂Olland as the platform asks for them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.h2olland.view import View, ledger, with_draft
from render.core.cover import COVER
from render.core.emoji import Pieces
from render.core.guide import Explained
from render.core.picture import ENGLISH, Picture, Theme, Token
from render.core.plates import Plates, extra, plate
from render.h2olland.inks import FILLS, GRASS, SAND, SEATS, TULIPS
from render.h2olland.paint import on
from render.h2olland.pieces import buildings, emoji
from render.h2olland.pieces.fields import field
from render.h2olland.plates import board, cover, final, foot, guide, head, panels, trade
from render.h2olland.sights import changes, find_fitting, find_offered, make_names_drawable, reach
from render.h2olland.terrain import sheet
from render.h2olland.terrain.lake import AROUND, water
from render.h2olland.terrain.scene import Lit, scene
from render.h2olland.terrain.window import COLUMNS, FRAME, NORTH, OBLONG, SOUTH

UNNAMED = "Player {number}"
UNMARKED = Marks()
SHAPES = ("circle", "diamond", "square", "triangle")
"""Of players, by seat."""


class H2ollandPictures(Picture[View]):
    """The pictures of H₂Olland. Only an order being written is secret."""

    lettering: Sequence[str] = (
        UNNAMED,
        *head.LETTERING,
        *panels.LETTERING,
        *foot.LETTERING,
        *trade.LETTERING,
        *final.LETTERING,
    )

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The whole board with all players (section I)."""
        return _board(view, Lit(changes(marks), reach=reach(view)), names, theme)

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The same, and for the one who builds and plants what fits on each square."""
        return _board(view, Lit(changes(marks), reach=reach(view), signs=_signs(view)), names, theme)

    def since(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The board with its changes alone."""
        return self.board(view, marks, names=names, theme=theme)

    def frame(
        self, view: View, marks: Marks, *, last: View, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """The whole board in one picture of 1100 x 700, for everybody the same."""
        seen = _board(view, Lit(changes(marks), reach=reach(view)), names, theme)
        if view.table.board.rows < COLUMNS:
            return seen[0].image()
        known = make_names_drawable(names, theme.say(UNNAMED))
        shown = scene(view, FRAME, Lit(changes(marks), reach=reach(view)))
        players = panels.facts(view, known, theme)
        return board.frame(board.Frame(shown, head.head(view, known, theme), players))

    def preview(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """
        The whole board as the draft leaves it, with what may be chosen now; before a place is asked what fits where.

        In winter and the last trade it is the order being written, with prices and the running barn; but not where the
        draft turns a tile, which may still be done then.
        """
        view = with_draft(view, marks.spots)
        written, places = ledger(view), find_offered(marks)
        if written is not None and not (places.tiles or changes(marks).tiles):
            known = make_names_drawable(names, theme.say(UNNAMED))
            return (plate("order", trade.draw, trade.order(view, written, marks, known, theme)),)
        numbered = {name for name, _ in changes(marks).labels}
        signs = () if places.squares else tuple(sign for sign in _signs(view) if sign[0] not in numbered)
        return _board(view, Lit(changes(marks), places, signs=signs), names, theme, marks=marks)

    def tokens(self, view: View) -> Sequence[Token]:
        """The shapes and colours of the buildings by seat."""
        return tuple(zip(SHAPES, SEATS, strict=True))

    def seat(self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The whole board: what a seat has lies everywhere on it."""
        return self.board(view, marks, names=names, theme=theme)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The result by colour, then the board as it ended."""
        known = make_names_drawable(names, theme.say(UNNAMED))
        table = plate("score", final.draw, final.score(view, outcome, known, theme))
        board = _board(view, Lit(), names, theme, winners=final.find_winners(outcome))
        return (
            table,
            *(replace(each, dense=True) for each in board),
        )

    def guide(self, view: View, *, names: Sequence[str], theme: Theme = ENGLISH) -> Explained:
        """The oblong board, which is whole on one plate."""
        shown, _ = _board(view, Lit(), names, theme)
        return ((shown, guide.discs()),)

    def cover(self, title: str) -> Plates:
        """What the game is played with, under its title."""
        return (plate(COVER, cover.draw, title),)

    def emoji(self) -> Pieces:
        """What a barn can hold."""
        return emoji.pieces()

    def warm(self) -> Iterator[None]:
        """Draw the tiles, fields and buildings that every match needs."""
        for unit, ground in product((NORTH.unit, OBLONG.unit), (SAND, GRASS)):
            for kind, lying in product(FILLS, (True, False)):
                for seat in (None, *range(4)) if kind in TULIPS else (None,):
                    on(ground, field, kind, unit, ground, lying=lying, seat=seat)
                yield
            for seat in range(4):
                on(ground, buildings.farm, seat, unit, ground, lettered=True)
                on(ground, buildings.mill, seat, unit, ground, used=False, lettered=True)
                yield
        for coast in ("", *AROUND[:4], "N E", "E S", "S W", "N W"):
            on(SAND, water, coast, NORTH.unit)
            yield
        sheet.paper(700)


def _signs(view: View) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(find_fitting(view).items())


def _board(
    view: View,
    lit: Lit,
    names: Sequence[str],
    theme: Theme,
    *,
    marks: Marks = UNMARKED,
    winners: tuple[int, ...] = (),
) -> Plates:
    """The board in two plates: its halves, which belong together, or the oblong board and its players."""
    known = make_names_drawable(names, theme.say(UNNAMED))
    table = view.table
    top = head.head(view, known, theme, winners=winners)
    players = panels.facts(view, known, theme)
    below = foot.Notes(final.notes(table, known, theme)) if winners else foot.foot(view, marks, theme)
    if table.board.rows < COLUMNS:
        return (
            plate("board", board.oblong, board.Oblong(scene(view, OBLONG, lit), top)),
            extra("players", board.players, board.Players(players, below)),
        )
    corners = table.board.corners_named
    north, south = (tuple(each for each in players if corners[each.seat][0] == side) for side in "NS")
    return (
        plate("north", board.half, board.Half(scene(view, NORTH, lit), table.seats, north, head=top)),
        plate("south", board.half, board.Half(scene(view, SOUTH, lit), table.seats, south, foot=below)),
    )
