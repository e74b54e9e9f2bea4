"""The end of a match and the score as it stands, in the platform's form (section 9)."""

from __future__ import annotations

from games.core.game import Outcome, Score
from games.core.text import Text, raw, say
from games.grumpf.scoring import POINTS, Division, best_division, ties_of
from games.grumpf.state import Clan, Phase, State


def division_of(clan: Clan) -> Division:
    """Return the best division of what a clan has."""
    return best_division(clan.animals, jokers=clan.jokers, tiles=clan.tiles)


def result(state: State) -> Outcome:
    """Return places, totals and the score sheet, of what is collected so far."""
    divisions = tuple(map(division_of, state.clans))
    ties = ties_of(tuple(clan.tokens for clan in state.clans))
    return Outcome.by_points(
        tuple(division.points for division in divisions),
        tuple(_rows(clan, one) for clan, one in zip(state.clans, divisions, strict=True)),
        ties=ties if state.phase is Phase.OVER else ties.while_played(),
    )


def _rows(clan: Clan, division: Division) -> tuple[Score, ...]:
    rows = [_row(length, division) for length in range(len(POINTS) - 1, 0, -1)]
    kept = [row for row in rows if row is not None]
    kept.append(Score(say("grumpf.score.row.tokens"), 0, raw(str(clan.tokens))))
    for name, count in (("joker", clan.jokers), ("tiles", clan.tiles)):
        if count:
            kept.append(Score(say(f"grumpf.score.row.{name}", count=count), 0, _tell_added(clan, division, name)))
    return tuple(kept)


def _row(length: int, division: Division) -> Score | None:
    own = [one for one in division.series if len(one) == length]
    if not own:
        return None
    species = say("grumpf.score.row.of", species=tuple(say(f"grumpf.name.animal.{one}") for one in own[0]))
    return Score(say("grumpf.score.row.series", length=length, count=len(own)), POINTS[length] * len(own), species)


def _tell_added(clan: Clan, division: Division, name: str) -> Text:
    """Say what Jokers or tiles stand for, and how many points they add: best total with minus best total without."""
    if name == "joker":
        without = best_division(clan.animals, tiles=clan.tiles)
        used = division.wild
    else:
        without = best_division(clan.animals, jokers=clan.jokers)
        used = division.copied
    species = tuple(say(f"grumpf.name.animal.{one}") for one in used)
    return say(f"grumpf.score.row.{name}_adds", species=species, points=division.points - without.points)
