"""Points, places and how a tie was broken (R10)."""

from __future__ import annotations

from games.core.game import Outcome, Score
from games.core.seats import Seat
from games.core.text import Text, sentences
from games.core.ties import TieBreak, Ties
from games.h2olland.components import POINTS, TULIPS, Item
from games.h2olland.rules.placing import buildings_near
from games.h2olland.state import Phase, Table
from games.h2olland.words.refusals import item_text, words


def count_claimed_fields(table: Table, seat: Seat) -> dict[str, int]:
    """Return how many tulip fields of each colour have a runner of the seat (R10.1)."""
    colours = [field.item for field in table.fields.values() if field.runner == seat]
    return {tulip: colours.count(tulip) for tulip in TULIPS}


def total(table: Table, seat: Seat) -> int:
    """Return the points of a seat."""
    return sum(POINTS[tulip] * count for tulip, count in count_claimed_fields(table, seat).items())


def ties_of(table: Table) -> Ties:
    """Return what parts equal points: purple fields, then white, pink, orange, yellow, red (R10.3)."""
    fields = [count_claimed_fields(table, seat) for seat in table.players]
    breaks = (
        TieBreak(words("score.tie.parted", item=item_text(tulip)), tuple(own[tulip] for own in fields))
        for tulip in reversed(TULIPS)
    )
    ties = Ties(tuple(breaks), "h2olland.score.tie.shared", "h2olland.score.tie.won")
    return ties if table.phase is Phase.OVER else ties.while_played()


def outcome(table: Table) -> Outcome:
    """Return points by colour and places as they stand; complete equality shares a place."""
    return Outcome.by_points(
        tuple(total(table, seat) for seat in table.players),
        tuple(_rows(table, seat) for seat in table.players),
        ties=ties_of(table),
        note=_note(table),
    )


def score_so_far(table: Table) -> Outcome:
    """Return the score as it stands: before the race hints only, since no tulip is anybody's yet (section G)."""
    if table.phase in (Phase.RACE, Phase.OVER):
        return outcome(table)
    every = table.players
    return Outcome(
        places=tuple(1 for _ in every),
        totals=tuple(0 for _ in every),
        scores=tuple(_hints(table, seat) for seat in every),
        note=words("score.not_yet"),
    )


def _hints(table: Table, seat: Seat) -> tuple[Score, ...]:
    workers = sum(field.worker == seat for field in table.fields.values())
    near = near_points(table, seat)
    return (
        Score(words("score.level"), 0, words("score.level_note", count=table.count_standing(seat, Item.MILL))),
        Score(words("score.near"), 0, words("score.near_note", count=near)),
        Score(words("score.ready"), 0, words("score.ready_note", count=workers)),
    )


def _rows(table: Table, seat: Seat) -> tuple[Score, ...]:
    fields = count_claimed_fields(table, seat)
    return tuple(
        Score(
            item_text(tulip),
            POINTS[tulip] * fields[tulip],
            words("score.fields", count=fields[tulip], points=POINTS[tulip]),
        )
        for tulip in TULIPS
    )


def _note(table: Table) -> Text:
    """Say how the runners fared, what was left unclaimed, and who turned the last tile (section G)."""
    unclaimed = [field for field in table.fields.values() if field.item in TULIPS and field.runner is None]
    worth = sum(POINTS[field.item] for field in unclaimed)
    last = (
        words("score.no_flipper")
        if table.last_flipper is None
        else words("score.last_flipper", seat=table.last_flipper)
    )
    return sentences(
        *(runners_text(table, seat) for seat in table.players),
        words("score.unclaimed", count=len(unclaimed), worth=worth),
        last,
        words("score.years", years=table.year),
    )


def runners_text(table: Table, seat: Seat) -> Text:
    """Say how many runners of a seat stand on tulips, elsewhere, or were not used."""
    ran = [field for field in table.fields.values() if field.runner == seat]
    tulips = sum(field.item in TULIPS for field in ran)
    return words("score.runs", seat=seat, tulips=tulips, other=len(ran) - tulips, unused=table.runners[seat])


def final(table: Table) -> Outcome | None:
    """Return the result once the match is over."""
    return outcome(table) if table.phase is Phase.OVER else None


def near_points(table: Table, seat: Seat) -> int:
    """Return the tulip points planted next to own mills: a hint during the game, nobody's points yet (section G)."""
    return sum(
        POINTS[field.item]
        for field in table.fields.values()
        if field.item in TULIPS and any(mill.seat == seat for mill in buildings_near(table, field.at, Item.MILL))
    )
