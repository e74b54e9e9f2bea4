"""Reading what an organizer wants, and refusing what cannot be had."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.app.lobby import requests
from bot.app.lobby.rule_options import check_effect, terms_of
from bot.app.lobby.starting import check_seats
from bot.app.match.paces import Late, NoPace
from bot.app.match.records import Actor, Place
from bot.app.runtime.library import Library
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.format_rules import check_choices
from bot.app.tournaments.formats.half_byes import MOST_HALF_BYES
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.records import TournamentChange, TournamentWish
from bot.app.tournaments.settings import MOST_DAYS, PAIRWISE, TIME_UP, TournamentSettings
from db.ids import TournamentId
from db.tournaments.records import EntrantStatus, Format, TournamentRecord, TournamentStatus
from games.core.contract import AnyGame
from games.core.options import Terms
from games.core.text import Text, say

MOST_ENTRANTS = 500
MOST_ROUNDS = 30
MOST_BOARDS = 8
LONGEST_NAME = 60
LONGEST_PATIENCE = 30 * 24
"""Hours."""

FIXED = ("format", "team")
"""What cannot change once somebody has signed up, each with a sentence that says why."""

ANYTIME = frozenset({"weekly"})
"""What may change as long as a tournament goes on: it has no part in who plays whom, and how."""

LONGEST_AHEAD = timedelta(days=365)


def open_tournament(
    library: Library, wish: TournamentWish, host: Actor, *, place: Place, now: datetime, kept: bool = False
) -> TournamentRecord:
    """Return the row of a new tournament (number 0); raises Refusal for what cannot be had.

    ``kept``: its rule options are those it had, and nothing changes that decides which of them have an effect.
    """
    game = library.game(wish.game)
    settings = wish.settings
    name = " ".join(wish.name.split())[:LONGEST_NAME]
    if place.guild is None:
        raise refuse("NO_SERVER", "tournament_needs_server")
    if not name:
        raise refuse("NO_NAME", "tournament_needs_name")
    check_seats(game, settings.seats)
    if wish.format in PAIRWISE and settings.seats != 2:
        raise refuse("SEATS", "tournament_of_two", format=wish.format)
    if wish.format is Format.TABLES and settings.seats < 3:
        raise refuse("SEATS", "tournament_of_more")
    requests.check_pace(settings.pace)
    _check_time_up(game, settings)
    check_effect(requests.options(game, settings.options), terms(settings), among=() if kept else None)
    _check_numbers(wish)
    check_choices(wish.format, settings)
    if settings.finals == 1:
        raise refuse("NUMBER", "tournament_one_final")
    if wish.starts is not None and not now <= wish.starts <= now + LONGEST_AHEAD:
        raise refuse("STARTS", "tournament_bad_date")
    return TournamentRecord(
        id=TournamentId(0),
        version=1,
        guild=place.guild,
        channel=place.channel,
        host=host.user,
        name=name,
        game=wish.game,
        format=wish.format,
        status=TournamentStatus.OPEN,
        round=0,
        settings=msgspec.json.encode(settings),
        created=now,
        starts=wish.starts,
        due=None if wish.starts is None else wish.starts - timedelta(hours=settings.check_in),
        finished=None,
    )


def change_settings(library: Library, tournament: Tournament, change: TournamentChange, *, now: datetime) -> Tournament:
    """Return a tournament with other settings; raises Refusal for what cannot be had.

    Once it has started only what has no part in the playing.
    """
    record = tournament.record
    if TournamentChange(settings=change.settings) == change and change.settings.keys() <= ANYTIME:
        return tournament.with_settings(replace(tournament.settings, **change.settings))
    if record.status is TournamentStatus.CHECK_IN:
        raise refuse("CHECK_IN", "tournament_change_late", tournament=record.name)
    if record.status is not TournamentStatus.OPEN:
        raise refuse("STARTED", "tournament_is_started", tournament=record.name)
    _check_fixed(tournament, change)
    settings = replace(tournament.settings, **change.settings)
    wish = TournamentWish(
        name=record.name if change.name is None else change.name,
        game=record.game,
        format=change.format or record.format,
        settings=settings,
        starts=record.starts if change.starts is None else change.starts,
    )
    place = Place(record.guild, record.channel)
    kept = not change.settings.keys() & {"options", "seats", "pace"}
    if not kept and "options" not in change.settings:
        chosen = requests.options(library.game(record.game), settings.options)
        check_effect(chosen, terms(settings), before=True)
    made = open_tournament(library, wish, Actor(record.host, ""), place=place, now=now, kept=kept)
    if "time_up" in change.settings and isinstance(settings.pace, NoPace):
        raise refuse("NO_CLOCK", "tournament_no_clock")
    after = replace(
        record, name=made.name, format=made.format, settings=made.settings, starts=made.starts, due=made.due
    )
    return replace(tournament, record=after, settings=settings)


def terms(settings: TournamentSettings) -> Terms:
    """Return what decides which rule options have an effect in a tournament, whose pairings say who begins."""
    return terms_of(settings.pace, settings.seats, lot=False)


def _check_fixed(tournament: Tournament, change: TournamentChange) -> None:
    """Refuse what people have signed up for, once somebody has; as it is it may be named again."""
    wanted = {
        "format": change.format or tournament.format,
        "team": change.settings.get("team", tournament.settings.team),
    }
    known = {"format": tournament.format, "team": tournament.settings.team}
    if not any(each.status is not EntrantStatus.ABSENT for each in tournament.entrants):
        return
    for name in FIXED:
        if wanted[name] != known[name]:
            raise refuse("SIGNED_UP", f"tournament_fixed_{name}", tournament=tournament.record.name)


def _check_time_up(game: AnyGame, settings: TournamentSettings) -> None:
    """Refuse what does not happen in tournaments, or not in this game, when time is up."""
    if settings.time_up not in TIME_UP:
        raise refuse("TIME_UP", "tournament_time_up")
    if settings.time_up is Late.COMPUTER and not game.bots.players():
        raise refuse("NO_COMPUTER", "no_stand_in", title=game.spec.title)


def setting_name(name: str) -> Text:
    """Return what a setting of a tournament is called; ``name`` is its field, or ``name``, ``starts``, ``format``."""
    return say(f"app.tournament_set_{name}")


def _check_numbers(wish: TournamentWish) -> None:
    """Refuse numbers beyond reason, naming the first."""
    settings = wish.settings
    limits = (
        ("most", settings.most, 2, MOST_ENTRANTS),
        ("least", settings.least, 2, settings.most),
        ("rounds", settings.rounds, 1, MOST_ROUNDS),
        ("group", settings.group, 2, 20),
        ("finals", settings.finals, 0, 64),
        ("team", settings.team, 1, MOST_BOARDS),
        ("at_once", settings.at_once, 0, 10),
        ("late_rounds", settings.late_rounds, 0, MOST_ROUNDS if wish.format is Format.LADDER else settings.rounds),
        ("reliability", settings.reliability, 0, 100),
        ("strikes", settings.strikes, 0, 99),
        ("bye", settings.bye, 0, 60),
        ("half_byes", settings.half_byes, 0, MOST_HALF_BYES),
    )
    for name, number, least, most in limits:
        if not least <= number <= most:
            raise refuse(
                "NUMBER", "tournament_bad_number", name=setting_name(name), number=number, least=least, most=most
            )
    lengths = (("check_in", settings.check_in / 24), ("limit_days", settings.limit_days), ("days", settings.days))
    for name, length in lengths:
        if not 0 <= length <= MOST_DAYS:
            raise refuse("NUMBER", "tournament_bad_length", name=setting_name(name), most=MOST_DAYS)
    if not 0 < settings.patience_hours <= LONGEST_PATIENCE:
        waits = setting_name("patience_hours")
        raise refuse("NUMBER", "tournament_bad_length", name=waits, most=LONGEST_PATIENCE // 24)
    lowest, highest = settings.rating_from, settings.rating_to
    if lowest is not None and highest is not None and lowest > highest:
        raise refuse("NUMBER", "tournament_no_ratings", least=lowest, most=highest)
    if settings.team > 1 and wish.format in (Format.TABLES, Format.LADDER):
        raise refuse("TEAM", "tournament_no_teams", format=wish.format)
