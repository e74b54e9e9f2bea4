"""The pictures of H₂Olland as the platform asks for them."""

from collections.abc import Iterator, Sequence
from itertools import product

from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.h2olland.view import View, ledger, panels
from render.core.picture import ENGLISH, Theme
from render.core.whole import Portraits
from render.h2olland import board, buildings, final, sheet, trade
from render.h2olland import panels as panel_signs
from render.h2olland.fields import field
from render.h2olland.inks import FILLS, GRASS, PAPER, SAND, TULIPS
from render.h2olland.lake import AROUND, water
from render.h2olland.paint import Painter, on
from render.h2olland.sights import Spots, changes, fitting, named, places, reach
from render.h2olland.window import COLUMNS, quarter, whole

UNNAMED = "player {number}"
HIGH, OBLONG_HIGH = 1600, 1280
PLACES = ((40, 1299), (605, 1299), (605, 1447), (40, 1447))
"""Panels on the square board, by seat: like the corners."""

OBLONG = ((40, 979), (605, 979))


class H2ollandPictures(Portraits[View]):
    """The pictures of H₂Olland. Only an order being written is secret."""

    lettering: Sequence[str] = (UNNAMED, *sheet.LETTERING, *panel_signs.LETTERING, *trade.LETTERING, *final.LETTERING)

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The whole board with all panels (section I)."""
        return full(view, (changes(marks), reach(view)), named(names, theme.say(UNNAMED)), theme)

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The viewer's quarter enlarged, legal places marked; a spectator sees the whole board."""
        if view.seat is None:
            return self.board(view, marks, names=names, theme=theme)
        return self.seat(view, view.seat, marks=marks, names=names, theme=theme)

    def since(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The whole board: what changed lies everywhere."""
        return self.board(view, marks, names=names, theme=theme)

    def frame(
        self, view: View, marks: Marks, *, last: View, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """The whole board, never a quarter: a film shows what everybody did."""
        return self.board(view, marks, names=names, theme=theme)

    def preview(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """
        The whole board as the draft leaves it, with the places where the next move can go.

        In winter and the last trade it is the order being written, with prices and the running barn.
        """
        order = ledger(view)
        if order is not None:
            return trade.draw(view, order, named(names, theme.say(UNNAMED)), theme)
        return full(view, (changes(marks), places(view)), named(names, theme.say(UNNAMED)), theme)

    def seat(
        self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """The quarter of a seat enlarged, with its panel and the co-op's stock."""
        known = named(names, theme.say(UNNAMED))
        window = quarter(view.table, seat)
        low = window.corner[1] + window.high + 45
        scene = board.Scene(view, window, changes(marks), places(view), fitting(view))
        painter = _laid(scene, low + 153)
        sheet.head(painter, view, known, theme)
        shown = panels(view)[seat]
        sitting = panel_signs.Sitting(known[seat], view.table.phase, theme)
        panel_signs.draw(painter, shown, (40, low), sitting)
        panel_signs.coop(painter, view.table, (605, low, 555, 140), theme)
        return painter.image

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The result by colour above the board as it ended."""
        window = final.window(view.table)
        painter = _laid(board.Scene(view, window), final.high(view.table))
        return final.draw(painter, view, outcome, named(names, theme.say(UNNAMED)), theme)

    def warm(self) -> Iterator[None]:
        """Draw the tiles, fields and buildings that every match needs."""
        for ground in (SAND, GRASS):
            for kind, lying in product(FILLS, (True, False)):
                for seat in (None, *range(4)) if kind in TULIPS else (None,):
                    on(ground, field, kind, 1.0, ground, lying=lying, seat=seat)
                yield
            for seat in range(4):
                on(ground, buildings.farm, seat, 1.0, ground)
                on(ground, buildings.mill, seat, 1.0, ground, used=False)
                yield
        for coast in ("", *AROUND[:4], "N E", "E S", "S W", "N W"):
            on(SAND, water, coast, 1.0)
            yield
        sheet.paper(HIGH)


def _laid(scene: board.Scene, high: int) -> Painter:
    """A sheet with the board in its window."""
    table, window = scene.table, scene.window
    painter = Painter(sheet.blank(table.seats, table.board.corners_named, window, table.board.rows, high))
    painter.image.paste(board.draw(scene), window.corner)
    painter.ground = PAPER
    sheet.seats(painter, table, window)
    return painter


def full(view: View, spots: tuple[Spots, Spots], names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The whole board, what is new and what is legal in it, and all panels."""
    table = view.table
    oblong = table.board.rows < COLUMNS
    painter = _laid(board.Scene(view, whole(table), *spots), OBLONG_HIGH if oblong else HIGH)
    sheet.head(painter, view, names, theme)
    corners = OBLONG if oblong else PLACES
    for panel in panels(view):
        sitting = panel_signs.Sitting(names[panel.seat], table.phase, theme)
        panel_signs.draw(painter, panel, corners[panel.seat], sitting)
    if oblong:
        panel_signs.coop(painter, table, (40, 1127, 1120, 140), theme)
    elif table.seats == 3:
        panel_signs.coop(painter, table, (*PLACES[3], 555, 140), theme)
    return painter.image


PORTRAITS = H2ollandPictures()
