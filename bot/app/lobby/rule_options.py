"""Rule options of a match: which have an effect with its seats and clock, and how they follow seats. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.app.match.paces import NoPace, Pace
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from db.records import SeatRecord
from games.core.game import Options
from games.core.moves import FieldInfo
from games.core.options import Terms, effective, move_seats, without_effect


def terms_of(pace: Pace, seats: int, *, lot: bool = True) -> Terms:
    """Return what decides which rule options have an effect; ``lot``: chance may say who begins."""
    return Terms(seats=seats, clock=not isinstance(pace, NoPace), lot=lot)


def check_effect(chosen: Options, terms: Terms, *, among: Collection[str] | None = None, before: bool = False) -> None:
    """Raise Refusal for the first option (``among`` those named; None: all) that was set and has no effect.

    ``before``: it was set earlier, and something else is to change.
    """
    for info, why in without_effect(chosen, terms):
        if among is None or info.name in among:
            raise refuse("NO_EFFECT", "option_set_before" if before else "option_no_effect", why=why)


def with_options(table: MatchState, chosen: Options) -> MatchState:
    """Return the match with these rule options, also in its row."""
    if chosen == table.options:
        return table
    return replace(table, options=chosen, match=replace(table.match, options=table.codec.encode(chosen)))


def startable(table: MatchState, *, lot: bool) -> MatchState:
    """Return the match with those options as usual that have no effect with the seats taken.

    Of open matches of earlier releases, and of tables of a tournament that are short of players; a host is refused
    before (``check_start``). ``lot``: nobody has been named who begins.
    """
    return with_options(table, effective(table.options, terms_of(table.pace, len(table.seats), lot=lot)))


def check_start(table: MatchState) -> None:
    """Raise Refusal if an option that the host has set has no effect with the seats taken so far."""
    for _, why in without_effect(table.options, terms_of(table.pace, len(table.seats))):
        raise refuse("NO_EFFECT", "start_no_effect", why=why)


def change_options(table: MatchState, chosen: Options, named: Collection[str]) -> tuple[MatchState, list[FieldInfo]]:
    """Return the open match with other options, and those that went back to usual since they have no effect any more.

    Raises Refusal for one of those ``named`` that has none.
    """
    terms = terms_of(table.pace, table.match.seats)
    check_effect(chosen, terms, among=named)
    return with_options(table, effective(chosen, terms)), [info for info, _ in without_effect(chosen, terms)]


def keep_seats(table: MatchState, stay: Sequence[SeatRecord]) -> MatchState:
    """Return the open match with only these of its seats, which move up; options about a seat go with its player."""
    numbers = [seat.seat for seat in stay]
    seats = tuple(replace(seat, seat=number, match=table.match.id) for number, seat in enumerate(stay))
    return replace(with_options(table, move_seats(table.options, numbers, taken=len(table.seats))), seats=seats)
