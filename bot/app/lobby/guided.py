"""Guided matches: a person has one of each game at a time, and takes it up again."""

from bot.app.changes.caps import LOCK
from bot.app.views.lists import MOST_LISTED
from db.ids import MatchId, UserId
from db.records import Status
from db.tx import Tx


class Running(Exception):  # no error: it is taken up again
    """A person has a guided match of a game already."""

    def __init__(self, match: MatchId) -> None:
        """Name the match."""
        super().__init__(match)
        self.match = match


def find(tx: Tx, user: UserId, game: str) -> MatchId | None:
    """Return the newest guided match of a game that a person hasn't finished; None if there is none."""
    found = tx.matches.of_user(user, status=Status.RUNNING, most=MOST_LISTED)
    return next((match.id for match in found if match.guided and match.game == game), None)


def expect_none(tx: Tx, user: UserId, game: str) -> None:
    """Raise Running if there is one, in the unit of work that starts one; two at once come one after the other."""
    tx.facts.lock(LOCK, "")
    known = find(tx, user, game)
    if known is not None:
        raise Running(known)
