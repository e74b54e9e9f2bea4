"""The services as the edge sees them. Every changing call takes a ``key``: a repeat gets the first answer.

All calls raise ``games.core.errors.Refusal`` (code, clause, sentence) when something is not done, and
``db.engine.errors.StoreError`` (a sentence) when the database cannot be used; in both cases nothing was changed.
"""

from __future__ import annotations

from typing import Protocol

from bot.app.services.back import BackService, NoteService, ReplayService
from bot.app.services.competing import (
    ArrangementService,
    CoOrganizerService,
    DisputeService,
    RatingService,
    TournamentPauseService,
    TournamentService,
)
from bot.app.services.files import FileService, ImportService
from bot.app.services.hosting import HostService
from bot.app.services.play import (
    CompletionService,
    DraftService,
    LobbyService,
    MatchService,
    OrderService,
    SettingService,
    WindowPlace,
    WindowService,
)
from bot.app.services.time import AwayService, LateService, PauseService, ReplacingService, StaffService
from bot.app.services.told import ToldService
from bot.app.services.undo import UndoService
from db.ids import MatchId

__all__ = [
    "ArrangementService",
    "AwayService",
    "BackService",
    "CoOrganizerService",
    "CompletionService",
    "DisputeService",
    "DraftService",
    "FileService",
    "HostService",
    "ImportService",
    "LateService",
    "LobbyService",
    "MatchService",
    "NoteService",
    "OrderService",
    "PauseService",
    "RatingService",
    "ReplacingService",
    "ReplayService",
    "Services",
    "SettingService",
    "StaffService",
    "ToldService",
    "TournamentPauseService",
    "TournamentService",
    "UndoService",
    "WindowPlace",
    "WindowService",
]


class Services(Protocol):
    """Everything the edge needs, by name."""

    @property
    def lobby(self) -> LobbyService:
        """Before the start."""
        ...

    @property
    def matches(self) -> MatchService:
        """Running and finished matches."""
        ...

    @property
    def completions(self) -> CompletionService:
        """What is offered while a person types."""
        ...

    @property
    def drafts(self) -> DraftService:
        """Private panels."""
        ...

    @property
    def windows(self) -> WindowService:
        """Fair windows of live play."""
        ...

    @property
    def plans(self) -> OrderService:
        """What is stored ahead."""
        ...

    @property
    def settings(self) -> SettingService:
        """Servers and persons."""
        ...

    @property
    def absences(self) -> AwayService:
        """Declared absences."""
        ...

    @property
    def pauses(self) -> PauseService:
        """Pauses of a match."""
        ...

    @property
    def history(self) -> BackService:
        """What has happened since one was here."""
        ...

    @property
    def notes(self) -> NoteService:
        """Private notes."""
        ...

    @property
    def replays(self) -> ReplayService:
        """Films of matches."""
        ...

    @property
    def delivery_health(self) -> ToldService:
        """Whether a person is reached."""
        ...

    @property
    def ratings(self) -> RatingService:
        """Results, ratings, profiles and boards."""
        ...

    @property
    def substitutes(self) -> ReplacingService:
        """Seats that are put up."""
        ...

    @property
    def timeout_votes(self) -> LateService:
        """Seats whose time is up."""
        ...

    @property
    def staff(self) -> StaffService:
        """What staff may do."""
        ...

    @property
    def tournaments(self) -> TournamentService:
        """Tournaments."""
        ...

    @property
    def co_organizers(self) -> CoOrganizerService:
        """Who organizes tournaments beside who opened them."""
        ...

    @property
    def tournament_pauses(self) -> TournamentPauseService:
        """Pauses of whole tournaments."""
        ...

    @property
    def disputes(self) -> DisputeService:
        """Nudges, rulings, appeals."""
        ...

    @property
    def arrangements(self) -> ArrangementService:
        """Seeds, and what else organizers and players settle about pairing."""
        ...

    @property
    def undo(self) -> UndoService:
        """Turns that are taken back."""
        ...

    @property
    def files(self) -> FileService:
        """Matches as files."""
        ...

    @property
    def hosting(self) -> HostService:
        """What hosts may do."""
        ...

    @property
    def importing(self) -> ImportService:
        """Files that become matches."""
        ...

    def note_failure(self, match: MatchId, error: Exception) -> None:
        """Count that code of a match's game failed where it was shown; what did not come to an end is not run again."""
        ...
