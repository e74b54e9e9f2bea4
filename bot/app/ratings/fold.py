"""All ratings as a fold over the results in the order in which the matches ended. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.app.ratings.anchors import find_anchor
from bot.app.ratings.skill import START, Strength, after_match, rest
from db.engine.columns import to_millis
from db.ratings.records import PlacingRecord, RatingRecord, ResultRecord, StepRecord

EVERYWHERE = 0
"""In place of a server: the ratings across all of them."""

ALL_GAMES = ""
"""In place of a game: the rating over all of them."""


class Key(NamedTuple):
    """Whose rating: ``guild`` 0 across servers, ``game`` "" over all games.

    ``user`` 0: the computer player ``level`` of the game ``level_of``.
    """

    guild: int
    game: str
    user: int
    level_of: str = ""
    level: str = ""


class Known(Struct, frozen=True):
    """A rating, over how many matches it was made, and when the last of them ended (in milliseconds since 1970)."""

    strength: Strength = START
    matches: int = 0
    at: int | None = None


NOTHING = Known()
Lookup = Callable[[Key], Known]


def mark(result: ResultRecord) -> tuple[int, int]:
    """Return a result's place in the order of rating."""
    return to_millis(result.finished), int(result.match)


def scopes(result: ResultRecord) -> tuple[tuple[int, str], ...]:
    """Return where a result counts: (guild, game)."""
    guilds = (EVERYWHERE,) if result.guild is None else (int(result.guild), EVERYWHERE)
    return tuple((guild, game) for guild in guilds for game in (result.game, ALL_GAMES))


def keys_of(result: ResultRecord, placings: Sequence[PlacingRecord]) -> set[Key]:
    """Return all ratings that what a result changes may depend on, without those that never change."""
    rows = [row for row in placings if row.tenure == 0 or row.user is not None] if result.rated else []
    keys = {_key(guild, game, row, result.game) for guild, game in scopes(result) for row in rows}
    return {key for key in keys if _find_fixed(key) is None}


def changes(result: ResultRecord, placings: Sequence[PlacingRecord], known: Lookup) -> dict[Key, Known]:
    """Return the ratings that a result changes; {} if it is not rated."""
    changed: dict[Key, Known] = {}
    if not result.rated:
        return changed
    at = to_millis(result.finished)

    def then(key: Key) -> Known:
        fixed = _find_fixed(key)
        if fixed is not None:
            return Known(fixed)
        found = known(key)
        return replace(found, strength=strength_at(found, key.user, at))

    final = [row for row in placings if row.tenure == 0]
    for guild, game in scopes(result):
        keys = [_key(guild, game, row, result.game) for row in final]
        before = [then(key) for key in keys]
        after = _rate([row.rank for row in final], keys, before)
        for key, row, old, new in zip(keys, final, before, after, strict=True):
            if _find_fixed(key) is not None:
                continue
            if row.guarded and new.mu < old.strength.mu:
                continue  # who came to help is not punished for what was there
            _note(changed, key, old, new, at)
        for row in placings:
            if row.tenure and row.user is not None and row.turns > row.late:
                key = _key(guild, game, row, result.game)
                changed[key] = replace(_rate_leaver(key, row, final, keys, then), at=at)
    return changed


def strength_at(known: Known, user: int, at: int) -> Strength:
    """Return a rating as it stands at a time (milliseconds since 1970): people who did not play are less sure."""
    return known.strength if user == 0 or known.at is None else rest(known.strength, at - known.at)


def _find_fixed(key: Key) -> Strength | None:
    """The strength of a computer player that was measured, by which the others are: no result changes it."""
    return None if key.user else find_anchor(key.level_of, key.level)


def _key(guild: int, game: str, row: PlacingRecord, of: str) -> Key:
    if row.user is not None:
        return Key(guild, game, row.user)
    return Key(guild, game, 0, of, row.level or "")


def _rate(ranks: Sequence[int], keys: Sequence[Key], before: Sequence[Known]) -> tuple[Strength, ...]:
    return after_match(ranks, [each.strength for each in before], drifting=[key.user != 0 for key in keys])


def _note(changed: dict[Key, Known], key: Key, old: Known, new: Strength, at: int) -> None:
    """Note a new strength; the same computer player at two seats takes the mean of both."""
    twice = changed.get(key)
    if twice is not None:
        new = Strength((twice.strength.mu + new.mu) // 2, (twice.strength.sigma + new.sigma) // 2)
    changed[key] = Known(new, old.matches + 1, at)


def _rate_leaver(
    key: Key, row: PlacingRecord, final: Sequence[PlacingRecord], keys: Sequence[Key], known: Lookup
) -> Known:
    """The rating of who gave the seat to somebody else: last behind all the others, whose ratings this leaves alone."""
    others = [each for each in final if each.seat != row.seat]
    ranks = [*(each.rank for each in others), 1 + max(each.rank for each in others)]
    rivals = [each for each, placed in zip(keys, final, strict=True) if placed.seat != row.seat]
    before = [*(known(each) for each in rivals), known(key)]
    return Known(_rate(ranks, [*rivals, key], before)[-1], before[-1].matches + 1)


def rows(result: ResultRecord, changed: dict[Key, Known]) -> Iterable[tuple[RatingRecord, StepRecord]]:
    """Yield what is stored of the ratings that a result changed."""
    for key, now in changed.items():
        strength = now.strength
        step = StepRecord(
            match=result.match,
            guild=key.guild,
            game=key.game,
            user=key.user,
            level_of=key.level_of,
            level=key.level,
            mu=strength.mu,
            sigma=strength.sigma,
            at=result.finished,
            matches=now.matches,
        )
        yield as_rating(step), step


def as_rating(step: StepRecord) -> RatingRecord:
    """Return the rating as it stands if a step is its newest."""
    return RatingRecord(
        guild=step.guild,
        game=step.game,
        user=step.user,
        level_of=step.level_of,
        level=step.level,
        mu=step.mu,
        sigma=step.sigma,
        shown=Strength(step.mu, step.sigma).sure,
        matches=step.matches,
        changed=step.at,
    )


def as_known(record: RatingRecord | StepRecord | None) -> Known:
    """Return a stored rating, or how one stood."""
    if record is None:
        return NOTHING
    at = record.changed if isinstance(record, RatingRecord) else record.at
    return Known(Strength(record.mu, record.sigma), record.matches, to_millis(at))


def as_key(record: RatingRecord | StepRecord) -> Key:
    """Return whose rating a record is about."""
    return Key(record.guild, record.game, record.user, record.level_of, record.level)


def strength_now(record: RatingRecord | None, now: datetime) -> Strength:
    """Return a stored rating (None: there is none yet) as it stands now."""
    return strength_at(as_known(record), 0 if record is None else record.user, to_millis(now))
