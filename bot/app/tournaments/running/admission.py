"""Who may sign up: the limits of a tournament, and the bar for those who lost too many seats by time."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from bot.app.changes.caps import lock_joining
from bot.app.changes.meeting import expect_not_barred
from bot.app.match.records import Actor
from bot.app.ratings.anchors import find_anchor
from bot.app.ratings.fold import strength_now
from bot.app.ratings.reliability import bar, reliability
from bot.app.ratings.skill import Strength, margin, points, write_rating
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.model import Tournament
from db.ids import UserId
from db.tx import Tx

LOOKED_AT = 500
"""Newest matches by which somebody is judged."""

UNHEARD = timedelta(days=30)
"""Since then nothing that was to be told in private may have failed, where a tournament asks for working notices."""


def strength_of(tx: Tx, tournament: Tournament, *, user: int, level: str = "", now: datetime) -> Strength:
    """Return a player's rating in the tournament's game on its server, as it stands now."""
    guild, game = tournament.record.guild, tournament.record.game
    stored = tx.ratings.get(guild, game, user, level_of=game if level else "", level=level)
    return find_anchor(game, level) or strength_now(stored, now)


def keep_out_barred(
    tournament: Tournament, user: UserId, *, now: datetime, by: UserId | None = None
) -> Callable[[Tx], None]:
    """Return what asks once more, as a sign-up is written, whether the person has been barred meanwhile."""

    def writes(tx: Tx) -> None:
        lock_joining(tx)
        expect_not_barred(tx, tournament.record.guild, user, now=now, by=by)

    return writes


def check(
    tx: Tx, tournament: Tournament, actor: Actor, *, roles: Collection[int], now: datetime, by: UserId | None = None
) -> None:
    """Raise Refusal if the actor may not take part, saying why and until when."""
    expect_not_barred(tx, tournament.record.guild, actor.user, now=now, by=by)
    settings = tournament.settings
    tallies = tx.results.tallies(actor.user, most=LOOKED_AT)
    barred = bar(tallies, now)
    if barred is not None:
        until = int(barred.until.timestamp())
        raise refuse("BARRED", "tournament_barred", times=barred.times, until=f"<t:{until}:D>")
    if settings.role is not None and settings.role not in roles:
        raise refuse("ROLE", "tournament_role", role=f"<@&{settings.role}>")
    strength = strength_of(tx, tournament, user=actor.user, now=now)
    shown = points(strength.mu)
    own = write_rating(shown, margin(strength.sigma), provisional=strength.provisional)
    if settings.rating_from is not None and shown < settings.rating_from:
        raise refuse("RATING", "tournament_rating_from", least=settings.rating_from, own=own)
    if settings.rating_to is not None and shown > settings.rating_to:
        raise refuse("RATING", "tournament_rating_to", most=settings.rating_to, own=own)
    kept = reliability(tallies)
    if settings.reliability and kept is not None and kept < settings.reliability:
        raise refuse("RELIABILITY", "tournament_reliability", least=settings.reliability, own=kept)
    closed = tx.reach.get(actor.user).closed if settings.notices else None
    unheard = closed is not None and closed >= now - UNHEARD
    if settings.notices and (unheard or tx.outbox.has_failed(actor.user, since=now - UNHEARD)):
        raise refuse("NOTICES", "tournament_notices")
