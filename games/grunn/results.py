"""The end of a match and the score as it stands, in the platform's form (R12.11, R13, R15.6)."""

from __future__ import annotations

from games.core.game import Outcome, Score
from games.core.text import Text, say
from games.core.ties import Ties
from games.grunn.scoring import Rows, breakdown, count_buildings, solo_rating
from games.grunn.state import Phase, Player, State
from games.grunn.words.names import pieces_name

TIES = Ties(shared="grunn.score.tie.shared", won="grunn.score.tie.won")
"""Ducats never count (R13.2)."""


def result(state: State) -> Outcome:
    """Return places, totals and the breakdown; the grass bonus is called provisional until the end."""
    over = state.phase is Phase.OVER
    rows = breakdown(state)
    totals = tuple(row.total for row in rows)
    solo = state.facts.automaton
    return Outcome.by_points(
        totals,
        tuple(_scores(row, player, over=over) for row, player in zip(rows, state.players, strict=True)),
        ties=TIES if over else TIES.while_played(),
        note=tell_rating(totals[0]) if over and solo else None,
    )


def _scores(rows: Rows, player: Player, *, over: bool) -> tuple[Score, ...]:
    names = [name if over or name != "bonus" else "bonus_so_far" for name in rows.__struct_fields__]
    points = [getattr(rows, name) for name in rows.__struct_fields__]
    return tuple(
        Score(say(f"grunn.score.row.{name}"), value, _buildings(player) if name == "buildings" else None)
        for name, value in zip(names, points, strict=True)
    )


def _buildings(player: Player) -> Text | None:
    counts = tuple(pieces_name(piece, count) for piece, count in count_buildings(player.tiles).items() if count)
    return say("grunn.score.result.buildings", counts=counts) if counts else None


def tell_rating(total: int) -> Text:
    """Return a solo total's rating in words (R15.6)."""
    rating = solo_rating(total)
    return say("grunn.score.result.rating", total=total, rating=rating, words=say(f"grunn.score.rating.{rating}"))
