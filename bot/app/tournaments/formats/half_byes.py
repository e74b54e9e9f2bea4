"""Half-point byes that players ask for in a Swiss, before a round is paired. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.runtime.refusals import refuse
from bot.app.tournaments.model import Tournament
from db.tournaments.records import EntrantRecord, TournamentStatus

MOST_HALF_BYES = 3
"""A tournament allows each entrant so many at most."""


def find_resting(tournament: Tournament, round: int) -> set[int]:
    """Return the entrants who asked for a bye in a round, as far as the tournament (still) allows it."""
    settings = tournament.settings
    asked: dict[int, list[int]] = {}
    for number, each in sorted(settings.arranged.byes):
        asked.setdefault(number, []).append(each)
    if not 0 < round < settings.rounds:
        return set()
    return {number for number, rounds in asked.items() if round in rounds[: settings.half_byes]}


def is_open(tournament: Tournament) -> bool:
    """Return whether byes can be asked for, now or later."""
    return bool(tournament.settings.half_byes) and tournament.record.round + 1 < tournament.settings.rounds


def ask_bye(tournament: Tournament, own: EntrantRecord, round: int) -> Tournament:
    """Return the tournament with a bye for an entrant; raises Refusal where none can be had, saying why."""
    if tournament.settings.half_byes and not is_open(tournament):
        raise refuse("NO_ROUND", "tournament_bye_none", tournament=tournament.record.name)
    _check(tournament, round, paired="tournament_bye_paired")
    settings = tournament.settings
    known = {each for number, each in settings.arranged.byes if number == own.number}
    if round in known:
        raise refuse("ASKED", "tournament_bye_asked", round=round)
    if round == settings.rounds:
        raise refuse("LAST", "tournament_bye_last", round=round)
    if len(known) >= settings.half_byes:
        raise refuse("SPENT", "tournament_bye_spent", most=settings.half_byes, rounds=tuple(sorted(known)))
    return _with(tournament, (*settings.arranged.byes, (own.number, round)))


def take_back_bye(tournament: Tournament, own: EntrantRecord, round: int) -> Tournament:
    """Return the tournament without a bye of an entrant; raises Refusal if there is none, or the round is paired."""
    _check(tournament, round, paired="tournament_bye_stays")
    byes = tournament.settings.arranged.byes
    if (own.number, round) not in byes:
        raise refuse("NOT_ASKED", "tournament_bye_not_asked", round=round)
    return _with(tournament, tuple(each for each in byes if each != (own.number, round)))


def _check(tournament: Tournament, round: int, *, paired: str) -> None:
    record, settings = tournament.record, tournament.settings
    if not settings.half_byes:
        raise refuse("NO_BYES", "tournament_has_no_byes", tournament=record.name)
    if not 1 <= round <= settings.rounds:
        raise refuse("NO_ROUND", "tournament_no_round", round=round, most=settings.rounds)
    if round <= record.round and record.status is TournamentStatus.RUNNING:
        raise refuse("PAIRED", paired, round=round)


def _with(tournament: Tournament, byes: tuple[tuple[int, int], ...]) -> Tournament:
    settings = tournament.settings
    return tournament.with_settings(replace(settings, arranged=replace(settings.arranged, byes=byes)))
