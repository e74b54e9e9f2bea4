"""The pictures of Green Town as the platform asks for them."""

from collections.abc import Iterator, Sequence

from PIL import Image

from games.core.game import UNMARKED, Marks, Outcome
from games.core.seats import Seat
from games.greentown.view import Board, View, board_of
from render.core.cover import COVER
from render.core.emoji import Pieces
from render.core.guide import Explained
from render.core.painter import drawable
from render.core.picture import ENGLISH, Picture, Theme, Token
from render.core.plates import SCORE, Plates, extra, plate
from render.greentown.inks import FILLS
from render.greentown.pieces import emoji
from render.greentown.plates import board, candidates, cover, final, guide, lines, players, single
from render.greentown.plates.board import Column
from render.greentown.plates.supply import Hand
from render.greentown.sights import NONE, Changes, Offers, changes, merge_marks, of_turn, offers_of
from render.greentown.terrain.hexagon import LEAST
from render.greentown.terrain.land import Ground
from render.greentown.terrain.town import Town, lay_out

UNNAMED = "Player {number}"
SHAPES = ("circle", "diamond", "square", "triangle")
"""Of players, by seat."""


class GreenTownPictures(Picture[View]):
    """
    The pictures of Green Town. The view shows only those Greenies that its seat may know.

    Plate 1 is the town with the hand of the player to move, plate 2 tells what just happened and compares the players.
    A town that would be too small to be read is laid on several plates.
    """

    lettering: Sequence[str] = (UNNAMED, *lines.LETTERING, *players.LETTERING, *single.LETTERING, *final.LETTERING)

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The town with what changed outlined, and the players (section 9)."""
        sight, shown = board_of(view), drawable(names, theme.say(UNNAMED))
        return (
            *_town(sight, changes(sight, marks), shown, theme),
            extra("players", players.draw, players.players_of(sight, shown, theme), theme),
        )

    def since(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The town alone, with the numbers of the turns, and the players."""
        sight, shown = board_of(view), drawable(names, theme.say(UNNAMED))
        return (
            *board.plates(lines.head_of(sight, shown, theme), Town(sight.tiles, (), changes(sight, marks))),
            extra("players", players.draw, players.players_of(sight, shown, theme), theme),
        )

    def frame(
        self, view: View, marks: Marks, *, last: View, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """
        A town on the map of the last one, so that it grows where it stands.

        It is never laid on two plates: where its tiles would be too small for names, the map takes the whole width, and
        if they still are, it has none.
        """
        sight, later = board_of(view), board_of(last)
        shown = drawable(names, theme.say(UNNAMED))
        tiles, marked = tuple(tile.at for tile in later.tiles), changes(sight, marks)
        town = Town(sight.tiles, sight.open, marked, within=(tiles, later.open))
        column = has_supply(later) and lay_out(town, board.MAP).wide >= LEAST
        if not column:
            town = Town(sight.tiles, (), marked, within=(tiles, ()))
        return board.draw(lines.head_of(sight, shown, theme), town, _beside(sight, theme) if column else None)

    def preview(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The table as the draft leaves it: its parts hatched, its pay in the panels, what can be chosen ringed."""
        sight, shown = board_of(view), drawable(names, theme.say(UNNAMED))
        offers, draft = offers_of(marks), sight.draft is not None
        marked = merge_marks(of_turn(sight.draft, draft=True), marks) if draft else changes(sight, marks)
        if not draft and offers == NONE:
            return self.board(view, marks, names=names, theme=theme)
        beside = NONE if has_supply(sight) else offers
        town = _town(sight, marked, shown, theme, offers=offers)
        if offers.candidates and marked.chosen:
            found = candidates.candidates_of(sight, marked.chosen, offers.candidates)
            return (*town, plate(candidates.SHOWS, candidates.draw, found))
        return (
            *town,
            extra("players", players.draw, players.players_of(sight, shown, theme, draft=draft, offers=beside), theme),
        )

    def tokens(self, view: View) -> Sequence[Token]:
        """The shapes and colours of the markers by seat."""
        return tuple(zip(SHAPES, FILLS, strict=True))

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
            *board.plates(head, Town(board_of(view).tiles, ()), make=extra),
        )

    def guide(self, view: View, *, names: Sequence[str], theme: Theme = ENGLISH) -> Explained:
        """The town with the hand of the player to move and the supply."""
        sight = board_of(view)
        town = Town(sight.tiles, sight.open, changes(sight, UNMARKED))
        (shown,) = board.plates(
            lines.head_of(sight, drawable(names, theme.say(UNNAMED)), theme), town, _beside(sight, theme)
        )
        return ((shown, guide.discs(town)),)

    def cover(self, title: str) -> Plates:
        """What the game is played with, under its title."""
        return (plate(COVER, cover.draw, title),)

    def emoji(self) -> Pieces:
        """Tiles, buildings and markers."""
        return emoji.pieces()

    def warm(self) -> Iterator[None]:
        """Draw the ground that every match needs."""
        for ground in (Ground.GROWN, Ground.PLAIN):
            board.land(ground)
            yield
        board.top()
        yield
        for seats in players.LOOKS:
            players.base(seats, lines.LINE_HIGH)
            yield


def has_supply(sight: Board) -> bool:
    """Whether a tile can still be laid: else the town takes the whole width, without open spaces, hand and supply."""
    return sight.mover is not None and any(stack.count for stack in sight.stacks)


def _town(sight: Board, marked: Changes, names: tuple[str, ...], theme: Theme, *, offers: Offers = NONE) -> Plates:
    """The plates of the town."""
    column = _beside(sight, theme, offers) if has_supply(sight) else None
    town = Town(sight.tiles, sight.open if column else (), marked, Offers(offers.spaces))
    return board.plates(lines.head_of(sight, names, theme), town, column)


def _beside(sight: Board, theme: Theme, offers: Offers = NONE) -> Column | None:
    """What stands beside the map: the hand of the player to move, and the supply."""
    if sight.mover is None:
        return None
    found = Offers(markers=offers.markers, kinds=offers.kinds)
    return Column(Hand(sight.players[sight.mover], theme.say("no card")), sight.stacks, found)
