"""All services over one store: what the composition root makes and the edge calls."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from bot.app.away import Away
from bot.app.back import Back
from bot.app.caps import USUAL, Caps
from bot.app.clocks import Clock
from bot.app.clockwork import Clockwork
from bot.app.computers import Computers
from bot.app.desk import Desk
from bot.app.digest import Digests
from bot.app.drafts import Drafts
from bot.app.events.arranging import Arrangements
from bot.app.events.co_organizers import CoOrganizers
from bot.app.events.desk import EventDesk
from bot.app.events.disputes import Disputes
from bot.app.events.pausing import EventPauses
from bot.app.events.playing import Playing
from bot.app.events.service import Events
from bot.app.export import Files
from bot.app.failures import RULES
from bot.app.hosting import Hosting
from bot.app.importing import Importing
from bot.app.latecomers import Latecomers
from bot.app.library import Library
from bot.app.lobby import Lobby
from bot.app.matches import Matches
from bot.app.notes import Notes
from bot.app.orders import Orders
from bot.app.pauses import Pauses
from bot.app.ratings.reckoner import Reckoner
from bot.app.ratings.service import Ratings
from bot.app.replacing import Replacing
from bot.app.replays import Replays
from bot.app.settings import Settings
from bot.app.staff import Staff
from bot.app.steward import Steward
from bot.app.told import Tellings
from bot.app.undo import Undoing
from bot.app.windows import Windows
from db.ids import MatchId
from db.store import Store


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
        self.desk = Desk(store, library, clock, caps=caps)
        self.completions = self.desk.completions
        self.lobby = Lobby(self.desk, new_seed=new_seed)
        self.matches = Matches(self.desk)
        self.drafts = Drafts(self.desk)
        self.windows = Windows(self.desk)
        self.orders = Orders(self.desk)
        self.settings = Settings(self.desk)
        self.away = Away(self.desk)
        self.pauses = Pauses(self.desk)
        self.replacing = Replacing(self.desk)
        self.late = Latecomers(self.desk)
        self.staff = Staff(self.desk)
        self.undoing = Undoing(self.desk)
        self.files = Files(self.desk)
        self.hosting = Hosting(self.desk)
        self.importing = Importing(self.desk, new_seed=new_seed)
        self.back = Back(self.desk)
        self.notes = Notes(self.desk)
        self.replays = Replays(self.desk)
        self.told = Tellings(self.desk)
        self.digests = Digests(self.desk)
        self.ratings = Ratings(self.desk)
        self.reckoner = Reckoner(self.desk)
        event_desk = EventDesk(self.desk)
        playing = Playing(event_desk, new_seed=new_seed)
        self.events = Events(event_desk, playing)
        self.disputes = Disputes(event_desk, playing)
        self.arrangements = Arrangements(event_desk)
        self.co_organizers = CoOrganizers(event_desk)
        self.event_pauses = EventPauses(event_desk, playing)
        self.steward = Steward(self.desk, self.reckoner, event_desk, playing, self.event_pauses, every=sweep)
        self.clockwork = Clockwork(self.desk, every=sweep)
        self.steward.serves = self.clockwork.serves
        self.computers = Computers(self.desk, processes=processes, served=lambda: self.clockwork.served)

    def note_failure(self, match: MatchId, error: Exception) -> None:
        """Count that code of a match's game failed where it was shown; what did not come to an end is not run again."""
        self.desk.failures.note(RULES, match, error, match=match)
