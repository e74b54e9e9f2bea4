"""After a restart the simulator has forgotten all messages: cards and boards are posted anew."""

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind
from bot.app.changes.unit_of_work import UnitOfWork
from db.records import Status
from db.tx import Tx

MOST = 25
"""Matches that are shown again, newest first."""


async def post_anew(uow: UnitOfWork) -> int:
    """Have the card and board of each open and running match posted; returns how many matches those are."""
    now = uow.clock.now()

    def work(tx: Tx) -> int:
        lobbies = tx.matches.by_status(Status.LOBBY, most=MOST)
        running = tx.matches.by_status(Status.RUNNING, most=MOST)
        for match in sorted((*lobbies, *running), key=lambda match: match.id):
            tx.outbox.enqueue(outbox.row(match, Kind.CARD, now=now))
            if match.status is Status.RUNNING:
                tx.outbox.enqueue(outbox.row(match, Kind.BOARD, now=now))
        return len(lobbies) + len(running)

    count = await uow.store.run(work)
    uow.signals.notify()
    return count
