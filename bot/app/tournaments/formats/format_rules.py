"""Which choices about pairing go with which format; what does not is refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.runtime.refusals import refuse
from bot.app.tournaments.settings import TournamentSettings
from db.tournaments.records import Format

FINALISTS = 2
"""So many have to go on from groups so that there is a knockout."""

SEMIFINALISTS = 4
"""So many have to go on from groups so that there are semifinals."""

FITTING: Mapping[str, frozenset[Format]] = {
    "seeding": frozenset(Format) - {Format.FREE_SWISS},
    "third": frozenset({Format.KNOCKOUT, Format.ROUND_ROBIN}),
    "best_of": frozenset({Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT, Format.ROUND_ROBIN}),
    "half_byes": frozenset({Format.SWISS}),
    "accelerated": frozenset({Format.SWISS}),
}
"""The formats that have a place for a choice, by its field; a choice as usual goes with all."""

SENTENCES: Mapping[str, tuple[str, str]] = {
    "seeding": ("SEEDING", "tournament_no_seeds"),
    "third": ("THIRD", "tournament_no_third"),
    "best_of": ("BEST_OF", "tournament_no_best_of"),
    "half_byes": ("HALF_BYES", "tournament_no_half_byes"),
    "accelerated": ("ACCELERATED", "tournament_not_accelerated"),
}
"""The refusals in other formats: code and sentence."""


def check_choices(format: Format, settings: TournamentSettings) -> None:
    """Raise Refusal for the first choice that a tournament's format has no place for."""
    for name in unfit(format, settings):
        raise refuse(*SENTENCES[name])
    if not settings.at_once and format is not Format.ROUND_ROBIN:
        raise refuse("AT_ONCE", "tournament_all_at_once")
    if settings.best_of not in (1, 3):
        raise refuse("BEST_OF", "tournament_best_of_three", number=settings.best_of)
    if settings.best_of > 1 and format is Format.ROUND_ROBIN and settings.finals < FINALISTS:
        raise refuse("BEST_OF", "tournament_best_of_finals")
    if settings.third and format is Format.ROUND_ROBIN and settings.finals < SEMIFINALISTS:
        raise refuse("THIRD", "tournament_third_finals", least=SEMIFINALISTS)


def unfit(format: Format, settings: TournamentSettings) -> dict[str, object]:
    """Return the choices that a format has no place for, by field, with what stands there instead."""
    plain = TournamentSettings()
    return {
        name: getattr(plain, name)
        for name, formats in FITTING.items()
        if format not in formats and getattr(settings, name) != getattr(plain, name)
    }
