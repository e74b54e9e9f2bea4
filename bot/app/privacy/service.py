"""What is kept about people and servers, in one place."""

from __future__ import annotations

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.clock.membership import Membership
from bot.app.lobby.server_settings import ServerSettings
from bot.app.notifications.languages import Languages
from bot.app.privacy.deleting import Deletions
from bot.app.privacy.exporting import Exports
from bot.app.privacy.retention import Retention
from bot.app.tournaments.running.co_organizers import CoOrganizers
from bot.app.tournaments.service import Tournaments


class Privacy:
    """Exports, deletions, and the loop that keeps things no longer than is said."""

    def __init__(
        self,
        uow: UnitOfWork,
        tournaments: Tournaments,
        organizers: CoOrganizers,
        languages: Languages,
        membership: Membership,
        settings: ServerSettings,
    ) -> None:
        """Work over the shared unit of work."""
        self.exports = Exports(uow)
        self.deletions = Deletions(uow, tournaments, organizers, languages)
        self.retention = Retention(uow, self.deletions, is_member=membership.is_member, forget=settings.forget)
