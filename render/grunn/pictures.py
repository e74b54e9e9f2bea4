"""The pictures of Grunn as the platform asks for them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from games.grunn.view import PAIR, Board, View, board_of, score_arrangement
from render.core.cover import COVER
from render.core.emoji import Pieces
from render.core.guide import Explained
from render.core.picture import ENGLISH, Picture, Theme
from render.core.plates import SCORE, Plate, Plates, extra, plate
from render.grunn import specimen
from render.grunn.inks import SEA
from render.grunn.paint import on
from render.grunn.pieces import emoji
from render.grunn.pieces.signs import small_tile
from render.grunn.pieces.tiles import tile
from render.grunn.plates import arranging, board, cover, final, guide, players, pool, single
from render.grunn.plates.head import Heading
from render.grunn.plates.players import Supply
from render.grunn.sights import (
    NOTHING,
    Changes,
    Land,
    Offered,
    Player,
    automaton_of,
    buildings_of,
    changes,
    land_of,
    look,
    make_drawable,
    one_change,
    player_of,
    sketch_land,
    solo_of,
    stocks_of,
)
from render.grunn.terrain import small
from render.grunn.terrain.layout import CELL

UNNAMED = "Player {number}"
NO_CHANGES = Changes(None, {})


class GrunnPictures(Picture[View]):
    """The pictures of Grunn. Nothing in a match of Grunn is secret (R16.4)."""

    lettering: Sequence[str] = (
        UNNAMED, *board.LETTERING, *players.LETTERING, *arranging.LETTERING, *single.LETTERING, *final.LETTERING,
    )  # fmt: skip

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The landscape of the player to move with the pool, then all players (section 22)."""
        shot = _Shot(board_of(view), names, theme)
        if shot.arranging:
            return (shot.everybody(),)
        changed, shown = changes(shot.sight, marks), shot.centre(None)
        return shot.table(shown, changed), shot.players(shown, changed)

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The viewer's own landscape with the pool, then all players."""
        shot = _Shot(board_of(view), names, theme)
        shown = shot.centre(view.seat)
        if shot.arranging:
            return shot.own(shown, (), NOTHING, 0), replace(shot.everybody(), extra=True)
        changed = changes(shot.sight, marks)
        return shot.table(shown, changed), shot.players(shown, changed)

    def preview(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The viewer's landscape as the draft leaves it: its changes outlined, what may be chosen now ringed."""
        shot = _Shot(board_of(view), names, theme)
        shown = shot.centre(view.seat)
        offered = _find_offers(marks, shown)
        if shot.arranging:
            parts = changes(shot.sight, marks).of(shown)
            chosen = tuple(name for name, advised in parts if not advised)
            advised = tuple(name for name, number in parts if number)
            return (shot.own(shown, chosen, offered, score_arrangement(view, shown, chosen), advised),)
        drafted = changes(shot.sight, marks) if marks.spots else one_change(shown, shot.sight.spots)
        return (shot.draw_draft(shown, drafted, offered),)

    def frame(
        self, view: View, marks: Marks, *, last: View, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """The landscape of whoever moved last, or of the viewer, with the pool."""
        shot = _Shot(board_of(view), names, theme)
        if shot.arranging:
            return shot.everybody().image()
        changed = changes(shot.sight, marks)
        shown = shot.centre(view.seat if view.seat is not None else changed.seat)
        return shot.table(shown, changed, film=True).image()

    def seat(self, view: View, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """One landscape at full size with its player's figures."""
        shot = _Shot(board_of(view), names, theme)
        land = shot.sight.lands[seat]
        title = theme.say("turn {turn}/{turns}", turn=land.turns, turns=shot.sight.rounds)
        heading = Heading(title, "{name}", shot.names[seat])
        drawn = land_of(land, changes(shot.sight, marks)) if land.tiles else sketch_land(land, ())
        of = (heading, drawn, shot.player(seat), buildings_of(land), False, theme)
        return (Plate(f"land:{seat}", single.draw, of),)

    def final(self, view: View, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The score by category and the winners, then the finished landscapes."""
        shot = _Shot(board_of(view), names, theme)
        order = sorted(shot.sight.lands, key=lambda land: (outcome.places[land.seat], land.seat))
        finished = tuple(
            final.Finished(
                player_of(land, shot.names[land.seat]),
                land_of(land, Changes(None, {}), free=not land.tiles),
                buildings_of(land),
                won=outcome.places[land.seat] == 1 and len(order) > 1,
            )
            for land in order
        )
        heading = _final_heading(outcome, shot.names, theme)
        rows = tuple(each.player for each in finished)
        won = tuple(each.won for each in finished)
        if len(finished) > 1:
            return plate(SCORE, final.score, heading, rows, won, theme), extra("lands", final.lands, finished)
        alone = finished[0]
        score = plate(SCORE, final.alone, heading, alone.player, solo_of(shot.sight), theme)
        return score, extra("lands", single.draw, heading, alone.land, alone.player, alone.buildings, True, theme)

    def guide(self, view: View, *, names: Sequence[str], theme: Theme = ENGLISH) -> Explained:
        """The landscape of the player to move with the pool."""
        shot = _Shot(board_of(view), names, theme)
        shown = shot.centre(None)
        return ((shot.table(shown, NO_CHANGES), guide.discs(shot.sight, shot.sight.lands[shown])),)

    def cover(self, title: str) -> Plates:
        """What the game is played with, under its title."""
        return (plate(COVER, cover.draw, title),)

    def emoji(self) -> Pieces:
        """Tiles and buildings."""
        return emoji.pieces()

    def warm(self) -> Iterator[None]:
        """Draw the tiles and grounds that every match needs."""
        board.base(pooled=True)
        for each in specimen.tiles():
            yield
            on(SEA, tile, each, CELL)
            if not (each.developed and each.built):
                yield
                tile(each, pool.TILE)
        for side in (288, 251, 204):
            for each in specimen.tiles():
                yield
                on(SEA, small_tile, each, small.cell_for(side, 4))


class _Shot:
    """The facts of one board, and the plates made of them."""

    def __init__(self, sight: Board, names: Sequence[str], theme: Theme) -> None:
        self.sight = sight
        self.names = make_drawable(names, theme.say(UNNAMED))
        self.theme = theme

    @property
    def arranging(self) -> bool:
        """Whether the starting tiles are being arranged."""
        return self.sight.phase.value == "arrange"

    def centre(self, wanted: Seat | None) -> Seat:
        """Whose landscape is shown at full size: the wanted seat's, else the mover's, else a winner's."""
        if wanted is not None:
            return wanted
        if self.sight.mover is not None:
            return self.sight.mover
        return self.sight.winners[0] if self.sight.winners else Seat(0)

    def player(self, seat: int, changed: Changes | None = None) -> Player:
        """One player's figures."""
        return player_of(
            self.sight.lands[seat],
            self.names[seat],
            mover=seat == self.sight.mover,
            clock=changed is not None and changed.seat == seat,
        )

    def table(self, shown: Seat, changed: Changes, *, film: bool = False) -> Plate:
        """The first plate; in a film the flag says who moved."""
        land = land_of(self.sight.lands[shown], changed)
        return self._table(shown, land, NOTHING, self._write_heading(changed.seat if film else None))

    def draw_draft(self, shown: Seat, changed: Changes, offered: Offered) -> Plate:
        """The first plate as a draft leaves it: without the clock of what has happened last."""
        land = replace(land_of(self.sight.lands[shown], changed), clock=False)
        ended = self.sight.phase.value in ("refill", "automaton")
        return self._table(shown, land, offered, self._write_heading(shown if ended else None))

    def _table(self, shown: Seat, land: Land, offered: Offered, heading: Heading) -> Plate:
        return plate(
            f"board:{shown}", board.draw, heading, land, self.player(shown), self.sight.pairs, offered, self.theme,
        )  # fmt: skip

    def _write_heading(self, moved: Seat | None) -> Heading:
        title = self.theme.say("round {round}/{rounds}", round=self.sight.round, rounds=self.sight.rounds)
        if self.sight.winners:
            return Heading(title, self.theme.say("finished"))
        if moved is not None:
            return Heading(title, self.theme.say("{name} moved"), self.names[moved])
        if self.sight.mover is None:
            return Heading(title, self.theme.say("start"))
        return Heading(title, self.theme.say("{name} to move"), self.names[self.sight.mover])

    def players(self, shown: Seat, changed: Changes) -> Plate:
        """The second plate: all players in turn order from the one shown."""
        supply = Supply(stocks_of(self.sight), None if self.sight.next_tile is None else look(self.sight.next_tile))
        count, shows = len(self.sight.lands), f"players:{shown}"
        order = [(shown + step) % count for step in range(count)]
        rows = tuple(self.player(seat, changed) for seat in order)
        if count == 1:
            return extra(shows, players.alone, rows[0], automaton_of(self.sight), supply, self.theme)
        if count == 2:
            land = land_of(self.sight.lands[order[1]], changed)
            return extra(shows, players.duel, rows, land, supply, self.theme)
        lands = tuple(land_of(self.sight.lands[seat], changed, free=False) for seat in order[1:])
        return extra(shows, players.draw, rows, lands, supply, self.theme)

    def everybody(self) -> Plate:
        """The tiles dealt to all, and the pool."""
        dealt = tuple((self.names[land.seat], tuple(look(each) for each in land.dealt)) for land in self.sight.lands)
        heading = Heading(self.theme.say("start"), self.theme.say("all arrange"))
        return plate("start", arranging.everybody, heading, dealt, self.sight.pairs, self.theme)

    def own(
        self, shown: Seat, chosen: tuple[str, ...], offered: Offered, points: int, advised: tuple[str, ...] = ()
    ) -> Plate:
        """One player's own arrangement; `chosen` are the cells so far of one that is not complete, worth `points`.

        Those `advised` for the rest, in the order dealt, have the numbers of the tiles.
        """
        sight = self.sight.lands[shown]
        heading = Heading(self.theme.say("start"), self.theme.say("{name} arranges"), self.names[shown])
        land = sketch_land(sight, chosen, advised)
        tiles = tuple(look(each) for each in sight.dealt)
        total = sight.rows.total - sight.rows.bonus if sight.tiles else points
        player = replace(self.player(shown), total=total)
        return plate(f"arranging:{shown}", arranging.own, heading, land, player, tiles, offered, self.theme)


def _find_offers(marks: Marks, shown: Seat) -> Offered:
    """What may be chosen now: pairs, and cells and edges of the landscape shown."""
    pairs, parts = [], []
    for each in marks.offers:
        owner, _, name = each.spot.rpartition(":")
        if owner == PAIR:
            pairs.append(int(name))
        elif owner == str(shown):
            parts.append((name, each.tag))
    return Offered(tuple(pairs), tuple(parts))


def _final_heading(outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Heading:
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    title = theme.say("final score")
    if len(names) == 1:
        return Heading(title, theme.say("{points, plural, one {# point} other {# points}}", points=outcome.totals[0]))
    if len(winners) == 1:
        return Heading(title, theme.say("{name} wins"), names[winners[0]])
    return Heading(title, theme.say("shared win"))
