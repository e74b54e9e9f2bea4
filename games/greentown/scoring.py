"""The score sheet: what each finished turn adds to it, and the result (R11.5, R11.7, section 7)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Outcome, Score
from games.core.text import raw, say
from games.greentown.rules.order import ties_of
from games.greentown.state import Player, Sheet, Turn

LINES = ("nature", "culture", "sport", "shopping", "missed", "settled", "from_others")
"""The lines of the sheet that sum to a player's Greenies (section 7)."""

PAIR = 2


def book_turn(sheets: tuple[Sheet, ...], turn: Turn) -> tuple[Sheet, ...]:
    """Return the sheets after a turn."""
    doing, pay = turn.doing, turn.pay
    made = list(sheets)
    own = made[turn.seat]
    made[turn.seat] = own = replace(
        own,
        erected=own.erected + bool(doing.building),
        laid=own.laid + len(doing.laid),
        developed=own.developed + len(doing.developed),
    )
    if pay is None:
        return tuple(made)
    nature, culture, sport, shopping = pay.paid
    received = pay.pays[turn.seat]
    made[turn.seat] = replace(
        own,
        nature=own.nature + nature,
        culture=own.culture + culture,
        sport=own.sport + sport,
        shopping=own.shopping + shopping,
        missed=own.missed - (pay.gross - pay.net),
        settled=own.settled - (pay.net - received),
        tours=own.tours + 1,
        best=max(own.best, received),
        wishes_missed=own.wishes_missed + pay.missed,
    )
    for seat, other in enumerate(made):
        if seat != turn.seat and pay.pays[seat]:
            made[seat] = replace(other, from_others=other.from_others + pay.pays[seat])
    return tuple(made)


def outcome_of(players: tuple[Player, ...], sheets: tuple[Sheet, ...], *, over: bool) -> Outcome:
    """Return the result as the sheets stand: places, lines, and what broke a tie (R11.5)."""
    ties = ties_of(players)
    return Outcome.by_points(
        tuple(sheet.total for sheet in sheets),
        tuple(_scores(sheet, pair=len(players) == PAIR) for sheet in sheets),
        ties=ties if over else ties.while_played(),
    )


def _scores(sheet: Sheet, *, pair: bool) -> tuple[Score, ...]:
    """Return the lines that sum up, and below them the figures that are no part of the sum (section 7)."""
    lines = (line for line in LINES if pair or line != "settled")
    summed = tuple(Score(say(f"greentown.score.row.{line}"), getattr(sheet, line)) for line in lines)
    figures = (
        ("tours", raw(str(sheet.tours))),
        ("best", raw(str(sheet.best))),
        ("wishes", raw(str(sheet.wishes_missed))),
        ("erected", raw(str(sheet.erected))),
        ("tiles", say("greentown.score.figure.tiles", laid=sheet.laid, developed=sheet.developed)),
    )
    return (*summed, *(Score(say(f"greentown.score.row.{name}"), None, figure) for name, figure in figures))
