"""Making profiles, boards, records and head-to-heads from stored results and ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from statistics import fmean

import msgspec
from msgspec import Raw, Struct

from bot.app.puzzles.streaks import Streaks, find_streaks
from bot.app.puzzles.table import day_of
from bot.app.ratings.anchors import list_anchors
from bot.app.ratings.fold import ALL_GAMES, EVERYWHERE, strength_now
from bot.app.ratings.reliability import LOOKED_AT, bar
from bot.app.ratings.skill import SETTLED, Strength, lower_bound, margin, points, rest_deviation
from bot.app.ratings.spent import quartiles, seconds
from bot.app.ratings.views import (
    BoardRow,
    BoardView,
    CountView,
    HabitView,
    PointView,
    ProfileView,
    RatingView,
    RecordView,
    VersusLine,
    VersusView,
)
from db.engine.columns import EPOCH, to_millis
from db.ids import GuildId, MatchId, UserId
from db.ratings.records import COUNTED, Ended, Left, OwnPlacing, PlacingRecord, RatingRecord, ResultRecord
from db.ratings.repository import UNBOUNDED, Standing
from db.tx import Tx
from games.core.game import Spec
from games.core.text import Text

MOST_RESULTS = 500
"""A profile looks at so many of the newest results."""

MOST_PLACINGS = MOST_RESULTS + 50
"""A person may have several in one match."""

MOST_COMPARED = 100
"""Of so many of the newest results it is looked at what others' points were made of."""

MOST_ROWS = 25
"""Lines of a leaderboard."""

MOST_BOARD = 1000
"""So far down the board a player's own place is looked for."""

MOST_HABITS = 3
"""Categories shown of a game."""

LEAST_HABIT = 3
"""Matches of a game before its categories say anything."""


class _Row(Struct, frozen=True):
    """A row of a game's scores, its category as it is stored."""

    category: Raw
    points: int | None


_scores = msgspec.json.Decoder(tuple[_Row, ...])
_spans = msgspec.json.Decoder(list[tuple[int, int]])
_texts = msgspec.json.Decoder(Text)


def profile(
    tx: Tx, user: UserId, *, guild: GuildId | None, viewer: UserId, game: str | None, now: datetime
) -> ProfileView:
    """Return a player's profile: this server's results, and those of others if the player agreed or is the viewer."""
    own, consents = user == viewer, tx.ratings.has_consented(user)
    elsewhere = own or consents
    results = [
        result
        for result in tx.results.of_user(user, most=MOST_RESULTS)
        if (elsewhere or result.guild == guild) and result.why in COUNTED and game in (None, result.game)
    ]
    known = {result.match for result in results}
    mine: dict[MatchId, OwnPlacing] = {}
    for row in tx.results.placings_of(user, most=MOST_PLACINGS):
        if row.match in known:
            mine.setdefault(row.match, row)
    tallies = tx.results.tallies(user, most=MOST_RESULTS)
    ratings = _ratings(tx, user, guild=guild, elsewhere=elsewhere, game=game, now=now)
    way_of = game or _most_played(results)
    away = _away(tx, user)
    scope = EVERYWHERE if guild is None else int(guild)
    way = tx.ratings.steps(user, scope, way_of, most=MOST_RESULTS) if elsewhere or guild is not None else ()
    return ProfileView(
        user=user,
        name=_names(tx, [user], guild)[user],
        own=own,
        consents=consents,
        elsewhere=elsewhere,
        ratings=ratings,
        counts=_counts(results, mine),
        way=tuple(PointView(step.at, points(step.mu), margin(step.sigma)) for step in way),
        way_of=way_of,
        today=next((each for each in ratings if (each.game, each.everywhere) == (way_of, guild is None)), None),
        seen=now,
        quartiles=quartiles([each for row in mine.values() for each in seconds(_spans.decode(row.spent), away)]),
        turns=sum(tally.turns for tally in tallies[:LOOKED_AT]),
        late=sum(tally.late for tally in tallies[:LOOKED_AT]),
        habits=_habits(tx, results[:MOST_COMPARED], user),
        bar=bar(tallies, now),
        puzzles=None if guild is None or game is not None else _streaks(tx, user, guild, now),
    )


def _streaks(tx: Tx, user: UserId, guild: GuildId, now: datetime) -> Streaks | None:
    """What a player has solved on this server; None: nothing."""
    streaks = find_streaks(tx, user, guild, day=day_of(now))
    return streaks if streaks.solved else None


def _away(tx: Tx, user: UserId) -> list[tuple[int, int]]:
    """A player's declared absences in seconds since 1970, made one where they overlap."""
    merged: list[tuple[int, int]] = []
    for row in tx.clocks.absences(user, after=EPOCH):
        begin, end = int(row.starts.timestamp()), int(row.ends.timestamp())
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


def _names(tx: Tx, users: Iterable[int], guild: GuildId | None) -> dict[UserId, str]:
    wanted = [UserId(user) for user in dict.fromkeys(users)]
    people = tx.people.get_many(wanted, guild=guild)
    return {user: people[user].name if user in people else f"{user}" for user in wanted}


def _by_match(rows: Iterable[PlacingRecord]) -> dict[MatchId, list[PlacingRecord]]:
    found: dict[MatchId, list[PlacingRecord]] = defaultdict(list)
    for row in rows:
        found[row.match].append(row)
    return found


def _own(rows: Sequence[PlacingRecord], user: UserId) -> PlacingRecord | None:
    """A player's placing: of several in one match the last one."""
    return next((row for row in rows if row.user == user), None)


def _most_played(results: Sequence[ResultRecord]) -> str:
    games = [result.game for result in results if result.rated]
    return max(sorted(set(games)), key=games.count, default=ALL_GAMES)


def _counts(results: Sequence[ResultRecord], mine: Mapping[MatchId, OwnPlacing]) -> tuple[CountView, ...]:
    groups: dict[tuple[str, int], list[OwnPlacing]] = defaultdict(list)
    totals: dict[tuple[str, int], list[int]] = defaultdict(list)
    for result in results:
        if result.match in mine:
            row = mine[result.match]
            groups[result.game, result.seats].append(row)
            if result.ended is Ended.PLAYED and row.left is Left.STAYED:
                totals[result.game, result.seats].append(row.total)
    return tuple(
        CountView(
            game=game,
            seats=seats,
            matches=len(rows),
            firsts=sum(row.place == 1 for row in rows),
            places=fmean(row.place for row in rows),
            best=max(totals[game, seats], default=None),
        )
        for (game, seats), rows in sorted(groups.items())
    )


def _ratings(
    tx: Tx, user: UserId, *, guild: GuildId | None, elsewhere: bool, game: str | None, now: datetime
) -> tuple[RatingView, ...]:
    ratings = []
    for record in tx.ratings.of_user(user):
        here = guild is not None and record.guild == guild
        across = record.guild == EVERYWHERE and elsewhere
        if (here or across) and (game is None or record.game in (game, ALL_GAMES)):
            ratings.append(_view_rating(tx, record, now))
    return tuple(sorted(ratings, key=lambda each: (each.everywhere, each.game)))


def _view_rating(tx: Tx, record: RatingRecord, now: datetime) -> RatingView:
    strength = strength_now(record, now)
    return RatingView(
        game=record.game,
        everywhere=record.guild == EVERYWHERE,
        points=points(strength.mu),
        margin=margin(strength.sigma),
        provisional=strength.provisional,
        matches=record.matches,
        place=None if strength.provisional else _find_place(tx, record, strength, now),
    )


def _find_place(tx: Tx, record: RatingRecord, strength: Strength, now: datetime) -> int | None:
    """The place on the board of a rating, which stands as ``strength`` now."""
    own, above, listed = (-strength.sure, record.user), 0, False
    # A rating only falls while its player rests: whoever was lower after the last match is lower today.
    for sure, row, _ in _list_settled(tx, record.guild, record.game, now, shown=strength.sure):
        above += (-sure, row.user) < own
        listed |= row.user == record.user
    return above + 1 if listed else None


def find_places(tx: Tx, *, guild: int, game: str, now: datetime) -> dict[UserId, int]:
    """Return the places on the leaderboard of a game on a server, by user."""
    found = sorted((-sure, row.user) for sure, row, _ in _list_settled(tx, guild, game, now))
    return {user: place for place, (_, user) in enumerate(found, start=1)}


def _find_settled(tx: Tx, guild: int, game: str, now: datetime) -> dict[UserId, tuple[Standing, Strength]]:
    """Whose rating is settled now, in the order of the board."""
    found = sorted(_list_settled(tx, guild, game, now), key=lambda each: (-each[0], each[1].user))
    return {row.user: (row, Strength(row.mu, sigma)) for _, row, sigma in found}


def _list_settled(
    tx: Tx, guild: int, game: str, now: datetime, *, shown: int = UNBOUNDED
) -> Iterator[tuple[int, Standing, int]]:
    """Whose rating is settled now: what they are at least, their rating, and its deviation now, in no order."""
    at = to_millis(now)
    for row in tx.ratings.leaderboard(guild, game, sigma=SETTLED, shown=shown, most=MOST_BOARD):
        sigma = rest_deviation(row.sigma, at - row.changed)
        if sigma <= SETTLED:
            yield lower_bound(row.mu, sigma), row, sigma


def _habits(tx: Tx, results: Sequence[ResultRecord], user: UserId) -> tuple[HabitView, ...]:
    """The categories from which a player takes a larger part of the points than the others at the same tables."""
    placings = _by_match(tx.results.placings(result.match for result in results))
    games: dict[str, list[MatchId]] = defaultdict(list)
    for result in results:
        games[result.game].append(result.match)
    habits: list[HabitView] = []
    for game, matches in sorted(games.items()):
        if len(matches) < LEAST_HABIT:
            continue
        rows = [row for match in matches for row in placings.get(match, ()) if row.tenure == 0]
        own = _shares([row for row in rows if row.user == user])
        others = _shares([row for row in rows if row.user != user])
        found = [
            HabitView(game=game, category=_texts.decode(text), own=share, others=others.get(text, 0))
            for text, share in own.items()
        ]
        found = [habit for habit in found if habit.own > habit.others]
        habits += sorted(found, key=lambda habit: habit.others - habit.own)[:MOST_HABITS]
    return tuple(habits)


def _shares(rows: Sequence[PlacingRecord]) -> dict[bytes, int]:
    """How many percent of all points came from each category (losses count as nothing; figures do not count)."""
    sums: dict[bytes, int] = defaultdict(int)
    for row in rows:
        for score in _scores.decode(row.scores):
            if score.points is not None:
                sums[bytes(score.category)] += max(0, score.points)
    total = sum(sums.values())
    return {text: value * 100 // total for text, value in sums.items() if total}


def board(tx: Tx, *, guild: GuildId | None, game: str, viewer: UserId, now: datetime) -> BoardView:
    """Return a leaderboard (``guild`` None: across servers) and the viewer's own line of it."""
    scope = EVERYWHERE if guild is None else int(guild)
    found = _find_settled(tx, scope, game, now)
    at = next((at for at, user in enumerate(found) if user == viewer), None)
    names = _names(tx, [*list(found)[:MOST_ROWS], *([] if at is None else [viewer])], guild)
    rows = [_board_row(place, *found[user], names[user]) for place, user in enumerate(found, start=1) if user in names]
    mine = (
        tx.ratings.get(scope, game, viewer)
        if at is None and (guild is not None or tx.ratings.has_consented(viewer))
        else None
    )
    return BoardView(
        game=game,
        everywhere=guild is None,
        rows=tuple(rows[:MOST_ROWS]),
        own=None if at is None else next(row for row in rows if row.user == viewer),
        unsettled=None if mine is None or not strength_now(mine, now).provisional else _view_rating(tx, mine, now),
        levels=list_anchors(game),
    )


def _board_row(place: int, row: Standing, strength: Strength, name: str) -> BoardRow:
    return BoardRow(
        place=place,
        user=row.user,
        name=name,
        points=points(strength.mu),
        margin=margin(strength.sigma),
        sure=points(strength.sure),
        matches=row.matches,
    )


def records(tx: Tx, specs: Iterable[Spec], *, guild: GuildId | None, most: int) -> tuple[RecordView, ...]:
    """Return the highest totals in games by number of seats; across servers only of those who agreed."""
    kinds = sorted((spec.key, seats) for spec in specs for seats in spec.seats)
    found = [
        (nth, row)
        for game, seats in kinds
        for nth, row in enumerate(tx.results.best(guild, game, seats, most=most), start=1)
    ]
    names = _names(tx, [row.user for _, row in found if row.user is not None], guild)
    return tuple(
        RecordView(
            game=row.game,
            seats=row.seats,
            nth=nth,
            user=row.user,
            name=names[row.user],
            total=row.total,
            match=row.match,
            at=row.finished,
            note=None if row.note is None else _texts.decode(row.note),
        )
        for nth, row in found
        if row.user is not None
    )


def versus(tx: Tx, first: UserId, second: UserId, *, guild: GuildId | None, viewer: UserId) -> VersusView:
    """Return two players' matches against each other on a server.

    ``guild`` None: everywhere, if the viewer is one of the players or both agreed to be shown.
    """
    pair = (first, second)
    everywhere = guild is None and (viewer in pair or all(tx.ratings.has_consented(user) for user in pair))
    results = [
        result
        for result in tx.results.of_user(first, most=MOST_RESULTS)
        if result.why in COUNTED and (everywhere or result.guild == guild)
    ]
    placings = _by_match(tx.results.placings(result.match for result in results))
    games: dict[str, list[tuple[int, MatchId]]] = defaultdict(list)
    for result in results:
        mine, theirs = _own(placings[result.match], first), _own(placings[result.match], second)
        if mine is not None and theirs is not None:
            games[result.game].append((theirs.rank - mine.rank, result.match))
    names = _names(tx, [first, second], guild)
    lines = [
        VersusLine(
            game=game,
            matches=len(found),
            first=sum(ahead > 0 for ahead, _ in found),
            second=sum(ahead < 0 for ahead, _ in found),
            even=sum(ahead == 0 for ahead, _ in found),
            last=found[0][1],
        )
        for game, found in sorted(games.items())
    ]
    return VersusView(first=names[first], second=names[second], lines=tuple(lines))
