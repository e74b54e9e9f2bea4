"""Who is likely to be next: found by playing what would be played at the deadline, without the match's own chance."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload
from bot.app.match.preferences import Where, wishes_of
from bot.app.match.state import MatchState
from db.records import MatchRecord, NoticeRecord, PendingKind, PendingRecord
from games.core.contract import AnyGame
from games.core.running.play import Cause, Position, commit, fallback_turn, find_ask
from games.core.running.table import settle
from games.core.seats import TABLE, AskId, Seat
from games.core.text import say

FEWEST = 3
"""With two players whoever has moved is next."""

NO_SEED = bytes(32)
"""What the table draws here is forgotten at once, and tells nothing of what the match will draw."""


def notices(
    table: MatchState,
    match: MatchRecord,
    position: Position[Any],
    rows: Sequence[PendingRecord],
    *,
    by: Seat | None,
    now: datetime,
) -> tuple[NoticeRecord, ...]:
    """Return what tells those who want to know it that they are next, once somebody else alone is asked."""
    wanting = {Seat(seat.seat): seat.user for seat in table.seats if seat.user is not None and _wants(table, seat.user)}
    if not wanting or len(table.seats) < FEWEST:
        return ()
    asked = [row for row in rows if row.kind is PendingKind.SEAT and not row.sealed]
    stood = {row.ask for row in table.pending if row.is_ask}
    if len(asked) != 1 or asked[0].ask in stood:
        return ()
    now_asked = asked[0]
    found = []
    for seat in after(table.game, position, AskId(now_asked.ask)):
        user = wanting.get(seat)
        if user is not None and seat not in (by, now_asked.seat):
            before = (Seat(now_asked.seat), AskId(now_asked.ask))
            told = Payload(users=(user,), text=say("app.you_are_next", seat=seat), before=before)
            found.append(outbox.row(match, Kind.WORD, now=now, told=told))
    return tuple(found)


def _wants(table: MatchState, user: int) -> bool:
    wishes = next((wishes_of(person) for known, person in table.people.items() if known == user), None)
    return wishes is not None and wishes.next and wishes.where is not Where.SILENCE


def after(game: AnyGame, position: Position[Any], ask_id: AskId) -> tuple[Seat, ...]:
    """Return the seats that would be asked after an ask, were it answered by its default move."""
    ask = find_ask(game, position.state, ask_id)
    if ask is None:
        return ()
    turn = fallback_turn(game, position.state, ask)
    played = commit(game, position, ask.seat, ask.id, turn, cause=Cause.FALLBACK)
    state = settle(game, played.position, NO_SEED).position.state
    return tuple(dict.fromkeys(each.seat for each in game.asks(state) if each.seat != TABLE and each.waits))
