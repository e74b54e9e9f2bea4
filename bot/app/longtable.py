"""All services over one store: what the composition root makes and the edge calls."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from bot.app.caps import USUAL, Caps
from bot.app.delivery.digest import Digests
from bot.app.delivery.health import DeliveryHealth
from bot.app.library import Library
from bot.app.lobby.service import Lobby
from bot.app.moderation.staff import Staff
from bot.app.pauses.absences import Absences
from bot.app.pauses.pauses import Pauses
from bot.app.play.drafts import Drafts
from bot.app.play.matches import Matches
from bot.app.play.plans import Orders
from bot.app.play.windows import Windows
from bot.app.ratings.calculator import RatingCalculator
from bot.app.ratings.service import Ratings
from bot.app.runtime.failures import RULES
from bot.app.runtime.time_source import Clock
from bot.app.settings import Settings
from bot.app.tournaments.running.arrangements import Arrangements
from bot.app.tournaments.running.co_organizers import CoOrganizers
from bot.app.tournaments.running.disputes import Disputes
from bot.app.tournaments.running.matches import Playing
from bot.app.tournaments.running.pauses import TournamentPauses
from bot.app.tournaments.running.runner import TournamentRunner
from bot.app.tournaments.service import Tournaments
from bot.app.tournaments.unit_of_work import TournamentDesk
from bot.app.transfer.importing import Importing
from bot.app.transfer.service import Files
from bot.app.undo.service import Undoing
from bot.app.unit_of_work import UnitOfWork
from bot.app.views.history import History
from bot.app.views.notes import Notes
from bot.app.views.replays import Replays
from bot.app.votes.hosting import Hosting
from bot.app.votes.substitutes import Substitutes
from bot.app.votes.timeout_votes import TimeoutVotes
from bot.app.workers.computer_players import ComputerPlayers
from bot.app.workers.scheduler import Scheduler
from db.ids import MatchId
from db.stores.store import Store


def _new_seed() -> bytes:
    return secrets.token_bytes(32)


class Longtable:
    """Implements ``services.Services``. The relay is made beside it, since it needs the edge's courier."""

    def __init__(
        self,
        store: Store,
        library: Library,
        clock: Clock,
        *,
        processes: int = 1,
        sweep: float = 5,
        new_seed: Callable[[], bytes] = _new_seed,
        caps: Caps = USUAL,
    ) -> None:
        """Wire the services; nothing is read or started yet."""
        self.desk = UnitOfWork(store, library, clock, caps=caps)
        self.completions = self.desk.completions
        self.lobby = Lobby(self.desk, new_seed=new_seed)
        self.matches = Matches(self.desk)
        self.drafts = Drafts(self.desk)
        self.windows = Windows(self.desk)
        self.orders = Orders(self.desk)
        self.settings = Settings(self.desk)
        self.away = Absences(self.desk)
        self.pauses = Pauses(self.desk)
        self.replacing = Substitutes(self.desk)
        self.late = TimeoutVotes(self.desk)
        self.staff = Staff(self.desk)
        self.undoing = Undoing(self.desk)
        self.files = Files(self.desk)
        self.hosting = Hosting(self.desk)
        self.importing = Importing(self.desk, new_seed=new_seed)
        self.back = History(self.desk)
        self.notes = Notes(self.desk)
        self.replays = Replays(self.desk)
        self.told = DeliveryHealth(self.desk)
        self.digests = Digests(self.desk)
        self.ratings = Ratings(self.desk)
        self.reckoner = RatingCalculator(self.desk)
        event_desk = TournamentDesk(self.desk)
        playing = Playing(event_desk, new_seed=new_seed)
        self.events = Tournaments(event_desk, playing)
        self.disputes = Disputes(event_desk, playing)
        self.arrangements = Arrangements(event_desk)
        self.co_organizers = CoOrganizers(event_desk)
        self.event_pauses = TournamentPauses(event_desk, playing)
        self.steward = TournamentRunner(self.desk, self.reckoner, event_desk, playing, self.event_pauses, every=sweep)
        self.clockwork = Scheduler(self.desk, every=sweep)
        self.steward.serves = self.clockwork.serves
        self.computers = ComputerPlayers(self.desk, processes=processes, served=lambda: self.clockwork.served)

    def note_failure(self, match: MatchId, error: Exception) -> None:
        """Count that code of a match's game failed where it was shown; what did not come to an end is not run again."""
        self.desk.failures.note(RULES, match, error, match=match)
