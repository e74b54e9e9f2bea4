"""The pictures of Walnut Grove as the platform asks for them: plates of the town and of farms."""

from collections.abc import Iterator, Sequence

from games.core.game import UNMARKED, Marks, Outcome
from games.core.seats import Seat
from games.walnut_grove.view import GOODS, Phase, View, farm_of, order_of, town_of
from render.core.cover import COVER
from render.core.emoji import Pieces
from render.core.guide import Explained
from render.core.painter import drawable
from render.core.picture import ENGLISH, Picture, Theme, Token
from render.core.plates import Plate, Plates, extra, plate
from render.walnut_grove.inks import PAPER, SEATS
from render.walnut_grove.paint import on
from render.walnut_grove.pieces import emoji
from render.walnut_grove.plates import cover, farms, final, guide, heads, town
from render.walnut_grove.sights import NOTHING, TOWN, Marked, group_marks
from render.walnut_grove.terrain import patterns, street

UNNAMED = "Player {number}"
SHAPES = ("circle", "triangle", "square", "diamond")
"""Of players, by seat."""
ABREAST = 2
"""Large farms on a plate."""
MOST_LARGE = 3
"""Large farms in a post."""


class WalnutGrovePictures(Picture[View]):
    """The pictures of Walnut Grove. Secret are tiles drawn, orders, and values of coins."""

    lettering: Sequence[str] = (UNNAMED, *town.LETTERING, *farms.LETTERING, *final.LETTERING)

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The town with the year disc and who stands where (section 7), and all farms, that of the last actor large."""
        return _town(view, marks, theme), _others(view, marks, _last(view, marks), names=names, theme=theme)

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """
        The board with the viewer's farm large; as long as farms are at work that farm alone, above the town.

        What can be chosen next is framed and named.
        """
        if view.seat is None:
            return self.board(view, marks, names=names, theme=theme)
        town_ = _town(view, marks, theme)
        if view.table.phase is Phase.FARM:
            own = plate(f"farm:{view.seat}", farms.own, _farm(view, view.seat, marks, names=names, theme=theme))
            return own, extra(town_.shows, town_.make, *town_.of)
        return town_, _others(view, marks, view.seat, names=names, theme=theme)

    def since(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The town, then every farm that changed, two to a plate; more than three would be too much for one post."""
        changed = group_marks(marks)
        seats = [seat for seat in view.table.players if str(seat) in changed]
        if len(seats) > MOST_LARGE:
            return _town(view, marks, theme), _others(view, marks, _last(view, marks), names=names, theme=theme)
        shown = tuple(tuple(seats[i : i + ABREAST]) for i in range(0, len(seats), ABREAST))
        return _town(view, marks, theme), *(_some(view, each, marks, names=names, theme=theme) for each in shown)

    def tokens(self, view: View) -> Sequence[Token]:
        """The shapes and colours of the figures by seat."""
        return tuple(zip(SHAPES, SEATS, strict=True))

    def seat(self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """A farm, large; another's has the viewer's own below it, to compare."""
        if view.seat is not None and view.seat != seat:
            both = _some(view, (seat, view.seat), marks, names=names, theme=theme)
            return (plate(both.shows, both.make, *both.of),)
        return (plate(f"farm:{seat}", farms.own, _farm(view, seat, marks, names=names, theme=theme)),)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The score sheet, and all farms as they ended, large, two to a plate, the winner's first."""
        known = name_players(names, theme)
        score = plate("score", final.draw, final.sheet(view, outcome, known, theme))
        scenes = tuple(
            heads.Scene(farm_of(view, seat), known[seat], theme, NOTHING, wins=outcome.places[seat] == 1)
            for seat in final.rank_seats(outcome)
        )
        pairs = (scenes[at : at + ABREAST] for at in range(0, len(scenes), ABREAST))
        return score, *(_pair(pair) for pair in pairs)

    def guide(self, view: View, *, names: Sequence[str], theme: Theme = ENGLISH) -> Explained:
        """The town, and the farm of the first player."""
        town_, seat = _town(view, UNMARKED, theme), Seat(0)
        return (
            (town_, guide.in_town(town_of(view))),
            (_some(view, (seat,), UNMARKED, names=names, theme=theme), guide.on_farm()),
        )

    def cover(self, title: str) -> Plates:
        """What the game is played with, under its title."""
        return (plate(COVER, cover.draw, title),)

    def emoji(self) -> Pieces:
        """Goods, coins, tiles, labourers and things."""
        return emoji.pieces()

    def warm(self) -> Iterator[None]:
        """Draw the street, and tiles of two landscapes in the usual size."""
        street.background(ENGLISH)
        yield
        for good in GOODS:
            for other in GOODS:
                on(PAPER, patterns.tile, (good, good, other, other), farms.MOST_OWN / patterns.CELL)
                yield


def name_players(names: Sequence[str], theme: Theme) -> tuple[str, ...]:
    """The players' names as they can be drawn."""
    return drawable(names, theme.say(UNNAMED))


def _town(view: View, marks: Marks, theme: Theme) -> Plate:
    """The plate of the town."""
    return plate("town", town.draw, town.Scene(town_of(view), theme, group_marks(marks).get(TOWN, NOTHING)))


def _farm(view: View, seat: Seat, marks: Marks, *, names: Sequence[str], theme: Theme) -> heads.Scene:
    """What is drawn of a farm."""
    known: Marked = group_marks(marks).get(str(seat), NOTHING)
    return heads.Scene(farm_of(view, seat), name_players(names, theme)[seat], theme, known)


def _last(view: View, marks: Marks) -> Seat:
    """Who was last to act, else who is first in order."""
    walk = view.table.walk
    if marks.seat is not None:
        return marks.seat
    return order_of(view)[0] if walk is None else walk.seat


def _others(view: View, marks: Marks, first: Seat, *, names: Sequence[str], theme: Theme) -> Plate:
    """The plate of all farms, one of them first and large, the others behind it in town order."""
    order = order_of(view)
    at = order.index(first) if first in order else 0
    seats = dict.fromkeys((first, *order[at + 1 :], *order[:at]))
    return extra("farms", farms.draw, *(_farm(view, seat, marks, names=names, theme=theme) for seat in seats))


def _pair(scenes: Sequence[heads.Scene]) -> Plate:
    """A plate of one or two large farms."""
    return extra("farms:" + ",".join(str(scene.sight.seat) for scene in scenes), farms.draw, *scenes)


def _some(view: View, seats: Sequence[Seat], marks: Marks, *, names: Sequence[str], theme: Theme) -> Plate:
    """A plate of one or two large farms."""
    return _pair([_farm(view, seat, marks, names=names, theme=theme) for seat in seats])
