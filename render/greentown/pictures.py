"""The pictures of Green Town as the platform asks for them."""

from collections.abc import Iterator, Sequence

from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.greentown.view import Board, StackSight, View, board_of
from render.core.painter import drawable
from render.core.picture import ENGLISH, Picture, Theme
from render.core.plates import SCORE, Plate, Plates, extra, plate
from render.greentown import board, final, lines, players, single
from render.greentown.sights import NONE, Changes, Offers, changes, meant, of_turn, offers_of
from render.greentown.supply import Hand
from render.greentown.town import Town

UNNAMED = "player {number}"


class GreenTownPictures(Picture[View]):
    """
    The pictures of Green Town. The view shows only those Greenies that its seat may know.

    Plate 1 is the town with the hand of the player to move, plate 2 tells what just happened and compares the players.
    """

    lettering: Sequence[str] = (UNNAMED, *lines.LETTERING, *players.LETTERING, *single.LETTERING, *final.LETTERING)

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The town with what changed outlined, and the players (section 9)."""
        sight, shown = board_of(view), drawable(names, theme.say(UNNAMED))
        return (
            _town(sight, changes(sight, marks), shown, theme),
            extra("players", players.draw, players.players_of(sight, shown, theme), theme),
        )

    def frame(
        self, view: View, marks: Marks, *, last: View, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """A town on the map of the last one, so that it grows where it stands."""
        sight, later = board_of(view), board_of(last)
        shown = drawable(names, theme.say(UNNAMED))
        within = (tuple(tile.at for tile in later.tiles), later.open if supplied(later) else ())
        town = Town(sight.tiles, sight.open if supplied(sight) else (), changes(sight, marks), within=within)
        return board.draw(lines.head_of(sight, shown, theme), town, *_beside(sight, theme, column=supplied(later)))

    def preview(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The table as the draft leaves it: its parts hatched, its pay in the panels, what can be chosen ringed."""
        sight, shown = board_of(view), drawable(names, theme.say(UNNAMED))
        offers, draft = offers_of(marks), sight.draft is not None
        marked = meant(of_turn(sight.draft, draft=True), marks) if draft else of_turn(sight.last)
        if not draft and offers == NONE:
            return self.board(view, marks, names=names, theme=theme)
        beside = NONE if supplied(sight) else offers
        return (
            _town(sight, marked, shown, theme, offers=offers),
            extra("players", players.draw, players.players_of(sight, shown, theme, draft=draft, offers=beside), theme),
        )

    def seat(self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """What one player has."""
        shown = single.single_of(board_of(view), seat, drawable(names, theme.say(UNNAMED)), theme)
        return (plate(f"player:{seat}", single.draw, shown, theme),)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The score sheets and the winner, then the finished town (section 7)."""
        shown = drawable(names, theme.say(UNNAMED))
        head = final.head_of(outcome, shown, theme)
        return (
            plate(SCORE, final.draw, final.scores_of(view, outcome, shown, theme), theme),
            extra("town", board.draw, head, Town(board_of(view).tiles, ())),
        )

    def warm(self) -> Iterator[None]:
        """Draw the ground that every match needs."""
        board.land()
        board.top()
        yield
        for seats in players.LOOKS:
            players.base(seats, lines.LINE_HIGH)
            yield


def supplied(sight: Board) -> bool:
    """Whether a tile can still be laid: else the town takes the whole width, without open spaces, hand and supply."""
    return sight.mover is not None and any(stack.count for stack in sight.stacks)


def _town(sight: Board, marked: Changes, names: tuple[str, ...], theme: Theme, *, offers: Offers = NONE) -> Plate:
    """The plate of the town."""
    column = supplied(sight)
    town = Town(sight.tiles, sight.open if column else (), marked, offers)
    return plate("town", board.draw, lines.head_of(sight, names, theme), town, *_beside(sight, theme, column=column))


def _beside(sight: Board, theme: Theme, *, column: bool) -> tuple[Hand | None, tuple[StackSight, ...]]:
    """What stands right of the map, if anything does: the hand of the player to move, and the supply."""
    if not column or sight.mover is None:
        return None, ()
    return Hand(sight.players[sight.mover], theme.say("no card")), sight.stacks
