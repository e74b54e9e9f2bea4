"""Private notes: what a player writes down about a match, for that player's eyes only."""

from __future__ import annotations

from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Actor
from bot.app.runtime.refusals import refuse
from db.ids import MatchId, UserId
from db.notifications.records import NoteRecord
from db.records import MatchRecord
from db.tx import Tx

LONGEST = 1500
"""Characters of one note; there is one note for each player and match."""


class Note(Struct, frozen=True, kw_only=True):
    """A player's note about a match; an empty text is none."""

    match: MatchId
    game: str
    text: str


class Notes:
    """Private notes."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def show(self, user: UserId, *, match: MatchId) -> Note:
        """Return what the user has written down; raises Refusal for who does not play there."""

        def work(tx: Tx) -> Note:
            record = _require_seat(tx, match, user)
            found = tx.notes.get(match, user)
            return Note(match=match, game=record.game, text=found.text if found else "")

        return await self._uow.store.read(work)

    async def write(self, actor: Actor, *, match: MatchId, text: str, add: bool = False) -> Note:
        """Store a note in place of the one before, or (``add``) below it; an empty text removes it.

        Raises Refusal if it becomes too long, and for who does not play there; then nothing was changed.
        """
        now = self._uow.clock.now()

        def work(tx: Tx) -> Note:
            record = _require_seat(tx, match, actor.user)
            before = tx.notes.get(match, actor.user) if add else None
            words = "\n".join(part for part in (before.text if before else "", text.strip()) if part)
            if len(words) > LONGEST:
                raise refuse("LONG_NOTE", "long_note", most=LONGEST, length=len(words))
            if words:
                tx.notes.put(NoteRecord(match=match, user=actor.user, text=words, at=now))
            else:
                tx.notes.drop(match, actor.user)
            return Note(match=match, game=record.game, text=words)

        return await self._uow.store.run(work)


def _require_seat(tx: Tx, match: MatchId, user: UserId) -> MatchRecord:
    """The match, if the user sits in it."""
    record = tx.matches.get(match)
    if record is None:
        raise refuse("NO_MATCH", "no_match", match=match)
    if not any(seat.user == user for seat in tx.matches.seats(match)):
        raise refuse("NOT_A_PLAYER", "not_a_player", match=match)
    return record
