"""The pictures of Walnut Grove as the platform asks for them: the town, and farms."""

from collections.abc import Iterator, Sequence

from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.walnut_grove.view import GOODS, Phase, View, farm_of, reachable
from render.core.painter import drawable
from render.core.picture import ENGLISH, Theme
from render.core.whole import Portraits
from render.walnut_grove import farm, final, glance, patterns, plan, street, town
from render.walnut_grove.inks import PAPER, palette
from render.walnut_grove.paint import Painter, on
from render.walnut_grove.sights import changes

UNNAMED = "player {number}"


class WalnutGrovePictures(Portraits[View]):
    """The pictures of Walnut Grove. Secret are tiles drawn, orders, and values of coins."""

    lettering: Sequence[str] = (UNNAMED, *town.LETTERING, *farm.LETTERING, *final.LETTERING)

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The town with the year disc and who stands where (section 7)."""
        return town.draw(town.scene(view, marks, named(names, theme), theme, reachable(view)))

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """
        The viewer's farm: in spring with the tiles drawn, in autumn below the town; a spectator sees the town.

        Cells or buildings that can be chosen next are dashed.
        """
        if view.seat is None or view.table.phase is Phase.START:
            return self.board(view, marks, names=names, theme=theme)
        own = self.seat(view, view.seat, marks=marks, names=names, theme=theme)
        if view.table.phase is Phase.FARM:
            return own
        return below(self.board(view, marks, names=names, theme=theme), own)

    def since(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The town, and below it at a glance every farm that changed."""
        town_ = self.board(view, marks, names=names, theme=theme)
        changed = changes(marks)
        farms = [farm_of(view, seat) for seat in view.table.players if str(seat) in changed]
        if not farms:
            return town_
        painter = Painter(palette().ground((plan.WIDE, glance.high(farms) + 12), PAPER))
        glance.draw(painter, farms, 12, named(names, theme), changed)
        return below(town_, painter.image)

    def seat(
        self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """A farm, large; another's has the viewer's own small below it, to compare."""
        known = named(names, theme)
        keep = view.table.the_disc.keep if view.table.phase is Phase.FARM else 0
        shown = farm.Scene(farm_of(view, seat), known[seat], theme, changes(marks).get(str(seat), {}), keep)
        image = farm.draw(shown)
        if view.seat is None or view.seat == seat:
            return image
        own = (farm_of(view, view.seat),)
        painter = Painter(palette().ground((plan.WIDE, glance.high(own) + 12), PAPER))
        glance.draw(painter, own, 12, known)
        return below(image, painter.image)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The result by category above all farms as they ended."""
        return final.draw(view, outcome, named(names, theme), theme)

    def warm(self) -> Iterator[None]:
        """Draw the street, and tiles of two landscapes in the usual size."""
        street.background(ENGLISH)
        yield
        for good in GOODS:
            for other in GOODS:
                on(PAPER, patterns.tile, (good, good, other, other), 1.0)
                yield


def named(names: Sequence[str], theme: Theme) -> tuple[str, ...]:
    """The players' names as they can be drawn."""
    return drawable(names, theme.say(UNNAMED))


def below(first: Image.Image, second: Image.Image) -> Image.Image:
    """Two pictures of one palette, one below the other."""
    both = palette().ground((first.width, first.height + second.height), PAPER)
    both.paste(first, (0, 0))
    both.paste(second, (0, first.height))
    return both


PORTRAITS = WalnutGrovePictures()
