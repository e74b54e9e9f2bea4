"""Posts of a forum that are deleted while their matches wait for players: the card is in the channel again."""

from msgspec.structs import replace

from bot.app.changes.outbox import POINTER, Kind, row
from bot.app.changes.unit_of_work import UnitOfWork
from db.ids import ChannelId
from db.records import MatchRecord, Status
from db.tx import Tx


class LostPosts:
    """What becomes of open matches whose post somebody has deleted."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def note_deleted(self, thread: ChannelId) -> None:
        """Show a match that waited in a deleted thread where it was opened: the pointer there becomes its card again.

        A running match stays as it is: its next board finds another place.
        """
        if not await self._uow.store.read(lambda tx: _find_waiting(tx, thread)):
            return  # threads are deleted everywhere, and hardly one holds a match
        now = self._uow.clock.now()

        def work(tx: Tx) -> None:
            for match in _find_waiting(tx, thread):
                tx.matches.set_thread(match.id, None)
                pointer = tx.posts.get(match.id, POINTER)
                if pointer is not None:
                    tx.posts.put(replace(pointer, kind=Kind.CARD))
                tx.outbox.enqueue(row(replace(match, thread=None), Kind.CARD, now=now))

        await self._uow.store.run(work)
        self._uow.signals.notify()


def _find_waiting(tx: Tx, thread: ChannelId) -> list[MatchRecord]:
    return [match for match in tx.matches.in_threads((thread,)) if match.status is Status.LOBBY]
