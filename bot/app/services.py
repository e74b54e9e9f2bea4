"""All services over one store: what the composition root makes and the edge calls."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cached_property, partial

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.clock.absences import Absences
from bot.app.clock.hosting import Hosts
from bot.app.clock.pauses import Pauses
from bot.app.clock.substitutes import Substitutes
from bot.app.clock.timeout_votes import TimeoutVotes
from bot.app.finding.player_search import PlayerSearch
from bot.app.finding.regular_tables import RegularTables
from bot.app.finding.shared_lists import SharedLists
from bot.app.lobby.lost_posts import LostPosts
from bot.app.lobby.server_settings import ServerSettings
from bot.app.lobby.service import Lobby
from bot.app.moderation.bars import Bars
from bot.app.moderation.reports import Reports
from bot.app.moderation.staff import Staff
from bot.app.moderation.staff_log import StaffLog
from bot.app.notifications.broadcasts import Broadcasts
from bot.app.notifications.digest import Digests
from bot.app.notifications.following import Following
from bot.app.notifications.health import DeliveryHealth
from bot.app.notifications.languages import Languages
from bot.app.notifications.preferences import Preferences
from bot.app.play.drafts import Drafts
from bot.app.play.matches import Matches
from bot.app.play.plans import Plans
from bot.app.play.suggestions import Suggestions
from bot.app.play.windows import Windows
from bot.app.privacy.service import Privacy
from bot.app.puzzles.answers import PuzzleAnswers
from bot.app.puzzles.daily import DailyPuzzles
from bot.app.ratings.calculator import RatingCalculator
from bot.app.ratings.linked_roles import LinkedRoles
from bot.app.ratings.service import Ratings
from bot.app.reviews.service import Reviews
from bot.app.runtime.failures import RULES
from bot.app.tournaments.holders import note_holders
from bot.app.tournaments.old_teams import OldTeams
from bot.app.tournaments.running.arrangements import Arrangements
from bot.app.tournaments.running.co_organizers import CoOrganizers
from bot.app.tournaments.running.disputes import Disputes
from bot.app.tournaments.running.matches import TournamentMatches
from bot.app.tournaments.running.pauses import TournamentPauses
from bot.app.tournaments.running.runner import TournamentRunner
from bot.app.tournaments.service import Tournaments
from bot.app.tournaments.unit_of_work import TournamentUnitOfWork
from bot.app.transfer.importing import MatchImports
from bot.app.transfer.service import Files
from bot.app.undo.service import UndoService
from bot.app.views.history import History
from bot.app.views.notes import Notes
from bot.app.views.replays import Replays
from bot.app.views.sharing import Sharing
from bot.app.workers.advising import search_advice
from bot.app.workers.computer_players import ComputerPlayers
from bot.app.workers.packing import LogPacking
from bot.app.workers.scheduler import Scheduler
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import MatchId


def _new_seed() -> bytes:
    return secrets.token_bytes(32)


class Services:
    """Everything the edge needs, by name. The relay is made beside it, since it needs the edge's courier.

    Every changing call takes a ``key``: a repeat gets the first answer. All calls raise ``games.core.errors.Refusal``
    (code, clause, sentence) when something is not done, and ``db.engine.errors.StoreError`` (a sentence) when the
    database cannot be used; in both cases nothing was changed.
    """

    def __init__(
        self,
        uow: UnitOfWork,
        *,
        processes: int = 1,
        pause: float = 0,
        sweep: float = 5,
        new_seed: Callable[[], bytes] = _new_seed,
    ) -> None:
        """Wire the services; nothing is read or started yet."""
        self.uow = uow
        self.completions = self.uow.completions
        self.lobby, self.lost_posts = Lobby(self.uow, new_seed=new_seed), LostPosts(self.uow)
        self.matches = Matches(self.uow)
        self.windows = Windows(self.uow)
        self.plans = Plans(self.uow)
        self.settings = ServerSettings(self.uow, follow=note_holders)
        self.languages = Languages(self.uow)
        self.preferences = Preferences(self.uow, changed=self.languages.forget)
        self.absences = Absences(self.uow)
        self.pauses = Pauses(self.uow)
        self.substitutes = Substitutes(self.uow)
        self.timeout_votes = TimeoutVotes(self.uow)
        self.staff, self.staff_log, self.reports = Staff(self.uow), StaffLog(self.uow), Reports(self.uow)
        self.undo = UndoService(self.uow)
        self.files = Files(self.uow)
        self.hosts = Hosts(self.uow)
        self.imports = MatchImports(self.uow, new_seed=new_seed)
        self.history, self.notes = History(self.uow), Notes(self.uow)
        self.replays = Replays(self.uow)
        self.sharing = Sharing(self.uow)
        self.following = Following(self.uow)
        self.broadcasts = Broadcasts(self.uow)
        self.ratings = Ratings(self.uow)
        self.rating_calculator = RatingCalculator(self.uow)
        tournament_uow = TournamentUnitOfWork(self.uow)
        playing = TournamentMatches(tournament_uow, new_seed=new_seed)
        self.tournaments = Tournaments(tournament_uow, playing)
        self.bars = Bars(self.uow, self.tournaments)
        self.disputes = Disputes(tournament_uow, playing)
        self.arrangements = Arrangements(tournament_uow)
        self.co_organizers, self.old_teams = CoOrganizers(tournament_uow), OldTeams(tournament_uow)
        self.tournament_pauses = TournamentPauses(tournament_uow, playing)
        self.tournament_runner = TournamentRunner(
            self.uow, self.rating_calculator, tournament_uow, playing, self.tournament_pauses, every=sweep
        )
        self.scheduler = Scheduler(self.uow, every=sweep)
        self.tournament_runner.serves = self.scheduler.serves
        self._add_thinkers(processes, pause)
        self._add_keepers()

    def _add_thinkers(self, processes: int, pause: float) -> None:
        """Wire what has processes to think in, and what shows what comes of it."""
        thinking = ThinkingPool(processes)
        self.computer_players = ComputerPlayers(
            self.uow, thinking=thinking, pause=pause, served=lambda: self.scheduler.served
        )
        self.reviews = Reviews(self.uow, thinking)
        self.suggestions = Suggestions(self.uow.signals, self.uow.match_reader, partial(search_advice, thinking))
        self.drafts = Drafts(self.uow, self.suggestions)
        self.daily_puzzles, self.puzzle_answers = DailyPuzzles(self.uow, thinking), PuzzleAnswers(self.uow, thinking)

    def _add_keepers(self) -> None:
        """Wire what looks after notices and people's data, over what is wired already."""
        self.delivery_health = DeliveryHealth(self.uow)
        self.digests = Digests(self.uow)
        self.linked_roles = LinkedRoles(self.uow)
        self.log_packing = LogPacking(self.uow, served=lambda: self.scheduler.served)
        self.privacy = Privacy(
            self.uow,
            self.tournaments,
            self.co_organizers,
            self.languages,
            self.scheduler.membership,
            self.settings,
        )
        self.privacy.deletions.unlink = self.linked_roles.disconnect

    @cached_property
    def player_search(self) -> PlayerSearch:
        """People who wait for others to play with."""
        return PlayerSearch(self.uow)

    @cached_property
    def regular_tables(self) -> RegularTables:
        """Matches that are opened again every week or month."""
        return RegularTables(self.uow, self.lobby)

    @cached_property
    def shared_lists(self) -> SharedLists:
        """Lists of open matches follow what other servers share."""
        return SharedLists(self.uow)

    def note_failure(self, match: MatchId, error: Exception) -> None:
        """Count that code of a match's game failed where it was shown; what did not come to an end is not run again."""
        self.uow.failures.note(RULES, match, error, match=match)
