"""
Every kind of picture of Walnut Grove, by name.

`python -m tests.render.walnut_grove.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks, Offer
from games.core.seats import Seat
from games.walnut_grove.choices import choices
from games.walnut_grove.moves import Go, Lay, Start, Take, Work
from games.walnut_grove.scoring import outcome_of
from games.walnut_grove.state import Errand, Phase, Table
from games.walnut_grove.view import View
from render.core.plates import Plates
from render.walnut_grove import PICTURE
from tests.render import golden
from tests.render.walnut_grove.positions import LONG_NAMES, NAMES, alone, beginning, four, mock_up, reveal, spring, view

WALKED = Marks(("2:improvements", "town:svenson"), Seat(2))
LAID = Marks(("2:J2", "2:K2"), Seat(2))
TOLD = Marks(
    ("0:J1", "0:barn", "1:wagons", "1:N2", "2:improvements", "2:help", "town:svenson", "town:hotel"),
    Seat(2),
    (1, 1, 2, 2, 3, 3, 3, 2),
)


def offered(of: View, verb: type[Go | Lay | Start | Take | Work], **filled: object) -> Marks:
    """Marks with what is offered for the next field of a move."""
    return Marks(offers=tuple(Offer(each.spot, each.tag) for each in choices(of, verb, filled) if each.spot))


def board() -> Plates:
    """The three players' table after Juno's walk."""
    return PICTURE.board(view(mock_up()), WALKED, names=NAMES)


def town() -> Image.Image:
    """The town of the target picture."""
    return board()[0].image()


def three() -> Image.Image:
    """Three farms, that of who walked last large."""
    return board()[1].image()


def four_farms() -> Image.Image:
    """Four farms with names of 32 characters, figures at work."""
    return PICTURE.board(view(four()), Marks(), names=LONG_NAMES)[1].image()


def two_farms() -> Image.Image:
    """Juno's farm as Bram sees it, his own below."""
    return PICTURE.seat(view(mock_up(), 1), Seat(2), marks=WALKED, names=LONG_NAMES)[0].image()


def one_farm() -> Image.Image:
    """The farm of who plays alone."""
    return PICTURE.board(view(alone()), Marks(), names=NAMES[:1])[1].image()


def start() -> Image.Image:
    """Four players placing their figures; Cornelis chooses a row; six kinds of tiles for sale."""
    of = view(beginning(), 2)
    return PICTURE.preview(of, replace(offered(of, Start), spots=("town:church:1",)), names=LONG_NAMES)[0].image()


def stops() -> Image.Image:
    """Bram chooses a building."""
    of = view(mock_up(), 1)
    return PICTURE.preview(of, offered(of, Go), names=NAMES)[0].image()


def things() -> Image.Image:
    """Bram chooses two goods at the church."""
    base = mock_up()
    desk = replace(base.desks[1], errand=Errand(to="church"))
    of = view(base.with_desk(Seat(1), desk), 1)
    return PICTURE.preview(of, offered(of, Take), names=NAMES)[0].image()


def cells() -> Image.Image:
    """Juno's farm in spring with four tiles drawn and the cells where they can lie."""
    of = view(spring(2), 2)
    return PICTURE.preview(of, offered(of, Lay, tile="L33"), names=LONG_NAMES)[0].image()


def turns() -> Image.Image:
    """A tile turned in all ways, for a cell."""
    of = view(spring(2), 2)
    marks = replace(offered(of, Lay, tile="L33", at="K3"), spots=("2:K3",))
    return PICTURE.preview(of, marks, names=LONG_NAMES)[0].image()


def areas() -> Image.Image:
    """Juno's areas with their letters once both tiles are laid."""
    base = spring(2)
    of = view(base.with_summer(Seat(2), replace(base.summers[2], laid=2)), 2)
    return PICTURE.preview(of, offered(of, Work), names=LONG_NAMES)[0].image()


def since() -> Image.Image:
    """Two of the farms that several turns changed, with the numbers of these."""
    return PICTURE.since(view(mock_up()), TOLD, names=NAMES)[1].image()


def over() -> Table:
    """The three players' table at the end."""
    return replace(mock_up(), phase=Phase.OVER, year=8)


def score() -> Image.Image:
    """The score sheet."""
    return PICTURE.final(view(over()), outcome_of(over()), names=LONG_NAMES)[0].image()


def ended() -> Image.Image:
    """The farms as they ended, the winner's first."""
    return PICTURE.final(view(over()), outcome_of(over()), names=NAMES)[1].image()


def worked() -> Image.Image:
    """The farm of the target picture: tiles just laid, figures at work."""
    return PICTURE.seat(view(reveal()), Seat(2), marks=LAID, names=NAMES)[0].image()


PICTURES = (

        town, start, stops, things, one_farm, two_farms, three, four_farms, cells, turns, areas, worked, since, score,
        ended,
)  # fmt: skip
GALLERY = golden.Gallery("walnut_grove", {make.__name__: make for make in PICTURES})


if __name__ == "__main__":
    GALLERY.keep()
