"""A unit of work's view of the database: everything that can be read and written in one transaction."""

from db.audit.repository import DeedRows
from db.clocks.outages import OutageRows
from db.clocks.repository import ClockRows
from db.matches.log import LogRows
from db.matches.pending import WaitRows
from db.matches.repository import MatchRows
from db.matches.rewinds import RewindRows
from db.notifications.outbox import OutboxRows
from db.notifications.repository import ToldRows
from db.people.repository import PeopleRows
from db.ratings.repository import RatingRows
from db.ratings.results import ResultRows
from db.tournaments.repository import EventRows


class Tx(
    MatchRows,
    LogRows,
    WaitRows,
    OutboxRows,
    PeopleRows,
    ResultRows,
    RatingRows,
    EventRows,
    ClockRows,
    OutageRows,
    ToldRows,
    RewindRows,
    DeedRows,
):
    """One open transaction.

    It is handed to a plain function that may run again from the start (after a deadlock on PostgreSQL), so that
    function does nothing but read, compute and write here. What it raises undoes all its writes.
    """
