"""A unit of work's view of the database: everything that can be read and written in one transaction."""

from db.audit.repository import AuditRepository
from db.clocks.leases import LeaseRepository
from db.clocks.outages import OutageRepository
from db.clocks.proposals import ProposalRepository
from db.clocks.repository import ClockRepository
from db.engine.statements import Driver
from db.matches.drafts import DraftRepository
from db.matches.log import LogRepository
from db.matches.orders import OrderRepository
from db.matches.packed_logs import PackedLogRepository
from db.matches.pending import PendingRepository
from db.matches.repository import MatchRepository
from db.matches.reviews import ReviewRepository
from db.moderation.repository import ModerationRepository
from db.notifications.follows import FollowRepository
from db.notifications.notes import NoteRepository
from db.notifications.outbox import OutboxRepository
from db.notifications.posts import PostRepository
from db.notifications.reach import ReachRepository
from db.operations.integrity import IntegrityRepository
from db.operations.repository import OperationRepository
from db.people.blocks import BlockRepository
from db.people.facts import FactRepository
from db.people.links import LinkRepository
from db.people.repository import PeopleRepository
from db.people.requests import RequestRepository
from db.people.servers import ServerRepository
from db.privacy.repository import PrivacyRepository
from db.privacy.scanning import ScanRepository
from db.puzzles.repository import PuzzleRepository
from db.ratings.repository import RatingRepository
from db.ratings.results import ResultRepository
from db.seeking.repository import RegularRepository, SeekerRepository
from db.tournaments.repository import TournamentRepository


class Tx:
    """One open transaction, by aggregate.

    It is handed to a plain function that may run again from the start (after a deadlock on PostgreSQL), so that
    function does nothing but read, compute and write here. What it raises undoes all its writes.
    """

    def __init__(self, driver: Driver) -> None:
        """Let all repositories work over the driver's transaction."""
        self.read_ahead = driver.read_ahead
        """Asks at once what several calls will read."""
        self.matches = MatchRepository(driver)
        self.log = LogRepository(driver)
        self.packed_logs = PackedLogRepository(driver)
        self.reviews = ReviewRepository(driver)
        self.drafts = DraftRepository(driver)
        self.orders = OrderRepository(driver)
        self.pending = PendingRepository(driver)
        self.outbox = OutboxRepository(driver)
        self.posts = PostRepository(driver)
        self.reach = ReachRepository(driver)
        self.follows = FollowRepository(driver)
        self.notes = NoteRepository(driver)
        self.people = PeopleRepository(driver)
        self.blocks = BlockRepository(driver)
        self.links = LinkRepository(driver)
        self.servers = ServerRepository(driver)
        self.requests = RequestRepository(driver)
        self.facts = FactRepository(driver)
        self.results = ResultRepository(driver)
        self.ratings = RatingRepository(driver)
        self.tournaments = TournamentRepository(driver)
        self.clocks = ClockRepository(driver)
        self.proposals = ProposalRepository(driver)
        self.outages = OutageRepository(driver)
        self.leases = LeaseRepository(driver)
        self.audit = AuditRepository(driver)
        self.moderation = ModerationRepository(driver)
        self.seekers = SeekerRepository(driver)
        self.puzzles = PuzzleRepository(driver)
        self.regulars = RegularRepository(driver)
        self.privacy = PrivacyRepository(driver)
        self.suspects = ScanRepository(driver)
        self.operations = OperationRepository(driver)
        self.integrity = IntegrityRepository(driver)
