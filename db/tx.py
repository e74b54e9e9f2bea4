"""A unit of work's view of the database: everything that can be read and written in one transaction."""

from db.audit.repository import AuditRepository
from db.clocks.outages import OutageRepository
from db.clocks.repository import ClockRepository
from db.matches.log import LogRepository
from db.matches.pending import PendingRepository
from db.matches.repository import MatchRepository
from db.matches.rewinds import RewindRepository
from db.notifications.outbox import OutboxRepository
from db.notifications.repository import DeliveryRepository
from db.people.repository import PeopleRepository
from db.ratings.repository import RatingRepository
from db.ratings.results import ResultRepository
from db.tournaments.repository import TournamentRepository


class Tx(
    MatchRepository,
    LogRepository,
    PendingRepository,
    OutboxRepository,
    PeopleRepository,
    ResultRepository,
    RatingRepository,
    TournamentRepository,
    ClockRepository,
    OutageRepository,
    DeliveryRepository,
    RewindRepository,
    AuditRepository,
):
    """One open transaction.

    It is handed to a plain function that may run again from the start (after a deadlock on PostgreSQL), so that
    function does nothing but read, compute and write here. What it raises undoes all its writes.
    """
