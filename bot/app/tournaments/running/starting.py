"""Starting a tournament by command: who has not checked in is not let in, and too few don't start. Pure."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.progress import MOST_NAMED, World, admit
from bot.app.tournaments.model import Tournament, name_text
from bot.app.tournaments.records import Start
from bot.app.tournaments.unit_of_work import Decided
from db.tournaments.records import EntrantRecord, EntrantStatus, TournamentStatus
from games.core.errors import Refusal
from games.core.text import Text, say, say_name


def launch(tournament: Tournament, seen: World, how: Start) -> Decided:
    """Start a tournament at once; raises Refusal if that is not clear yet (``ASK``), or too few would take part.

    The codes of what can be answered by another ``how`` are those of ``QUESTIONS``.
    """
    name = say_name(tournament.record.name)
    open_now = tournament.record.status is TournamentStatus.CHECK_IN
    without = open_now and how is not Start.EVERYONE
    settings = tournament.settings if without else replace(tournament.settings, check_in=0)
    record = replace(tournament.record, starts=seen.now, settings=msgspec.json.encode(settings))
    after = replace(tournament, record=record, settings=settings)
    there, least = len(admit(after)), max(2, tournament.settings.least)
    missing = tournament.list_entrants(EntrantStatus.SIGNED) if open_now else []
    if how is Start.ASK and tournament.settings.check_in and not open_now:
        raise refuse("NO_CHECK_IN_YET", "tournament_start_early", tournament=name)
    if there < least and missing and without:
        raise _too_few_checked_in(tournament, missing, there=there, least=least)
    if there < least:
        can_lower = there > 1 and tournament.record.status is TournamentStatus.OPEN
        if can_lower:
            raise refuse("TOO_FEW", "tournament_start_too_few_yet", tournament=name, there=there, least=least)
        raise refuse("TOO_FEW", "tournament_start_too_few", tournament=name, there=there, least=least)
    if how is Start.ASK and missing:
        until = day(tournament.record.starts or seen.now)
        raise refuse("NOT_CHECKED_IN", "tournament_start_missing", tournament=name, names=_names(missing), until=until)
    told = (say("app.tournament_start_done", tournament=tournament.record.name),)
    news = (
        (say("app.tournament_check_in_off", tournament=tournament.record.name),)
        if tournament.settings.check_in and not without
        else ()
    )
    return Decided(tournament=after, told=told, news=news)


QUESTIONS = {
    "NO_CHECK_IN_YET": (Start.EVERYONE,),
    "FEW_CHECKED_IN": (Start.EVERYONE,),
    "NOT_CHECKED_IN": (Start.WITHOUT, Start.EVERYONE),
}
"""How a tournament can be started all the same, by the code of the refusal."""


def _too_few_checked_in(tournament: Tournament, missing: list[EntrantRecord], *, there: int, least: int) -> Refusal:
    name, until = say_name(tournament.record.name), day(tournament.record.starts or tournament.record.created)
    names = _names(missing)
    return refuse(
        "FEW_CHECKED_IN", "tournament_start_few", tournament=name, names=names, until=until, there=there, least=least
    )


def _names(missing: list[EntrantRecord]) -> tuple[Text, ...]:
    """The first by name, and how many more there are."""
    more = len(missing) - MOST_NAMED
    return (
        *(name_text(each.name) for each in missing[:MOST_NAMED]),
        *([say("app.tournament_start_more", more=more)] if more > 0 else []),
    )
