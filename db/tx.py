"""A unit of work's view of the database: everything that can be read and written in one transaction."""

from db.clock_rows import ClockRows
from db.deed_rows import DeedRows
from db.event_rows import EventRows
from db.log_rows import LogRows
from db.match_rows import MatchRows
from db.outage_rows import OutageRows
from db.outbox_rows import OutboxRows
from db.people_rows import PeopleRows
from db.rating_rows import RatingRows
from db.result_rows import ResultRows
from db.rewind_rows import RewindRows
from db.told_rows import ToldRows
from db.wait_rows import WaitRows


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
