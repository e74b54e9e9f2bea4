"""Profiles, leaderboards, records and head-to-heads: in words, and as orders for charts."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.app.puzzles.streaks import Streaks
from bot.app.ratings.exports import File
from bot.app.ratings.skill import SETTLED, margin, write_rating
from bot.app.ratings.views import BoardRow, BoardView, ProfileView, RatingView, RecordView, VersusView
from bot.edge.interactions.responder import Responder
from bot.edge.languages import phrase
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.formatting import moment, span, words_for
from bot.edge.words import _, date, decimal, escape_markdown, join_list, percent
from render.charts.orders import Column, Grid, Way, tables
from render.core.plates import Drawing

PAPER = 0xB08A3E
DAY = timedelta(days=1)
SURE = margin(SETTLED)
"""The largest uncertainty of a rating that is not provisional, as it is shown."""

MOST_WAY = 200
"""Points of a rating's way that are drawn: the newest."""


def title_of(responder: Responder, game: str) -> str:
    """Return a game's title; "" is over all games, one that is gone keeps its key."""
    if not game:
        return _("All games")
    known = responder.games.get(game)
    return known.spec.title if known else game


# --- Profile -----------------------------------------------------------------------------------------------


def way_of(responder: Responder, view: ProfileView) -> Way | None:
    """Return the order for the picture of a rating over time; None before the first rated match."""
    points = view.way[-MOST_WAY:]
    if not points:
        return None
    began, last = points[0].at, points[-1].at
    now = view.today
    label = _write_rating(now) if now else write_rating(points[-1].points, points[-1].margin, provisional=False)
    alt = _(
        "Rating of {name} in {game} over {count} matches: from {first} to {last}.",
        name=view.name,
        game=title_of(responder, view.way_of),
        count=len(points),
        first=points[0].points,
        last=label,
    )
    # By whole days, so that a picture of the same day is drawn once.
    days = (view.seen.date() - began.date()).days
    idle = now is not None and view.seen - last >= DAY
    return Way(
        title=f"{view.name} · {title_of(responder, view.way_of)}",
        points=tuple(((each.at - began) / DAY, each.points, each.margin) for each in points),
        label=label,
        first=_date(began),
        last=_date(view.seen if idle else last),
        alt=alt,
        today=(days, now.points, now.margin) if now and idle else None,
    )


def _date(at: datetime) -> str:
    return date(at)


def profile_post(responder: Responder, view: ProfileView, drawings: Sequence[Drawing]) -> Post:
    """Return a player's profile."""
    builder = MessageBuilder(PAPER).say(f"### {escape_markdown(view.name)}")
    if view.bar is not None:
        builder.say(
            _(
                "⛔ Barred from tournaments until {until} after losing {times, plural, one {# seat} other {# "
                "seats}} on time.",
                until=moment(view.bar.until, "D"),
                times=view.bar.times,
            )
        )
    builder.say(
        "\n".join(_rating_line(responder, rating) for rating in view.ratings) or _("No rated matches yet."), most=900
    )
    if any(rating.provisional for rating in view.ratings):
        builder.say(_("-# ? marks a provisional rating: it joins the leaderboard at ± {margin} or less.", margin=SURE))
    builder.stack(drawings, "rating")
    builder.say("\n".join(_count_lines(responder, view)), most=900)
    builder.say("\n".join(_habit_lines(responder, view)), most=700)
    builder.say("\n".join(_time_lines(view)), most=500)
    if view.puzzles is not None:
        builder.say(_puzzle_line(view.puzzles))
    if view.own:
        builder.say(_("-# Results shown across servers: {state}.", state=_("yes") if view.consents else _("no")))
    elif not view.elsewhere:
        builder.say(_("-# Only matches on this server."))
    return builder.post()


def _write_rating(rating: RatingView) -> str:
    return write_rating(rating.points, rating.margin, provisional=rating.provisional)


def _rating_line(responder: Responder, rating: RatingView) -> str:
    line = f"**{title_of(responder, rating.game)}** {_write_rating(rating)}"
    line += " · " + _("{n, plural, one {# match} other {# matches}}", n=rating.matches)
    if rating.place is not None:
        line += " · " + _("place {place}", place=rating.place)
    if rating.provisional:
        line += " · " + _("provisional")
    return line + (" · " + _("across servers") if rating.everywhere else "")


def _count_lines(responder: Responder, view: ProfileView) -> list[str]:
    lines = []
    for count in view.counts:
        head = f"{title_of(responder, count.game)}, " + _("{n, plural, one {# seat} other {# seats}}", n=count.seats)
        played = _("{n, plural, one {# match} other {# matches}}", n=count.matches)
        parts = [played]
        if count.seats > 1:
            places = decimal(count.places, digits=1)
            parts.append(_("{n} won, average place {places}", n=count.firsts, places=places))
        if count.best is not None:
            parts.append(_("best {best}", best=count.best))
        lines.append(f"{head}: {', '.join(parts)}")
    return lines


def _habit_lines(responder: Responder, view: ProfileView) -> list[str]:
    lines = []
    for habit in view.habits:
        words = words_for(responder.games.get(habit.game))
        lines.append(
            _(
                "-# {game}: {own} of the points come from {category}; for others, {rest}",
                game=title_of(responder, habit.game),
                own=percent(habit.own),
                category=words(habit.category),
                rest=percent(habit.others),
            )
        )
    return lines


def _time_lines(view: ProfileView) -> list[str]:
    lines = []
    if view.quartiles is not None:
        low, middle, high = (span(max(60, seconds)) for seconds in view.quartiles)
        lines.append(
            _("A typical turn takes {middle}; half take between {low} and {high}.", middle=middle, low=low, high=high)
        )
    if view.turns:
        lines.append(_("Ran out of time in {late} of the last {turns} turns.", late=view.late, turns=view.turns))
    return lines


def _puzzle_line(streaks: Streaks) -> str:
    return _(
        "Puzzles of the day solved here: {solved}. Streak now: {current}. Longest streak: {best}.",
        solved=streaks.solved,
        current=streaks.current,
        best=streaks.best,
    )


# --- Boards ------------------------------------------------------------------------------------------------


def board_grids(responder: Responder, view: BoardView) -> tuple[Grid, ...]:
    """Return the orders for the pictures of a leaderboard; none if nobody is on it."""
    if not view.rows:
        return ()
    columns = (
        Column("#", number=True),
        Column(_("Player")),
        Column(_("Rating"), number=True),
        Column(_("At least"), number=True),
        Column(_("Matches"), number=True),
    )
    title = _board_title(responder, view)
    return tuple(
        Grid(
            title="" if number else title,
            columns=columns,
            rows=tuple(
                (str(row.place), row.name, f"{row.points} ± {row.margin}", str(row.sure), str(row.matches))
                for row in rows
            ),
            own=next((at for at, row in enumerate(rows) if view.own and row.user == view.own.user), -1),
            alt="\n".join([*([] if number else [title]), *map(_board_words, rows)]),
        )
        for number, rows in enumerate(tables(view.rows))
    )


def _board_title(responder: Responder, view: BoardView) -> str:
    where = _("across servers") if view.everywhere else _("this server")
    return f"{title_of(responder, view.game)} · {where}"


def _board_words(row: BoardRow) -> str:
    return f"{row.place}. {row.name} {_write_standing(row)}"


def _write_standing(row: BoardRow) -> str:
    least = _("at least {points}", points=row.sure)
    return f"{row.points} ± {row.margin} · {least}"


def leaderboard_post(responder: Responder, view: BoardView, drawings: Sequence[Drawing]) -> Post:
    """Return a leaderboard, as pictures with their words below them, or in words alone."""
    builder = MessageBuilder(PAPER).say(f"### {_board_title(responder, view)}")
    if not view.rows:
        builder.say(
            _(
                "No one is on this leaderboard yet. Players join it once the uncertainty of their rating is "
                "± {most} or less.",
                most=SURE,
            )
        )
        return builder.say(_explain_unsettled(view)).post()
    builder.stack(drawings, "leaderboard")
    lines = [_board_line(row) for row in view.rows]
    if view.own is not None and all(row.user != view.own.user for row in view.rows):
        lines.append(_board_line(view.own))
    builder.say("\n".join(lines), most=2600)
    builder.say(_explain_unsettled(view))
    builder.say(_compare_levels(view))
    builder.say(
        _(
            "-# Ranked by the “at least” value: the rating minus one and a half times its uncertainty. A rating "
            "with an uncertainty above ± {most} is provisional and not listed. After months without a rated "
            "match, a rating can become provisional again.",
            most=SURE,
        )
    )
    return builder.say(rating_rule()).post()


def _compare_levels(view: BoardView) -> str:
    """Return where the game's computer players stand on the scale."""
    if not view.levels:
        return ""
    levels = join_list([f"{phrase(level)} {points}" for level, points in view.levels])
    return _("-# Computer players for comparison: {levels}.", levels=levels)


def _explain_unsettled(view: BoardView) -> str:
    if view.unsettled is None:
        return ""
    return _(
        "Your rating, {rating}, is provisional. Every rated match lowers its uncertainty; at ± {most} or less, you "
        "join the leaderboard.",
        rating=_write_rating(view.unsettled),
        most=SURE,
    )


def rating_rule() -> str:
    """Return in short what a match counts as that was not simply played to its end (``docs/ratings.md``)."""
    return _(
        "-# Players who resign, are replaced, or lose on time (most of their turns were default moves) rank "
        "behind everyone who stayed. Players who take over a seat can only gain. Not rated: practice and solo "
        "matches, matches ended by the host or staff, matches where someone never made a move, and matches where "
        "someone undid a turn past something revealed without another player's consent."
    )


def _board_line(row: BoardRow) -> str:
    return f"{row.place}\\. **{escape_markdown(row.name)}** {_write_standing(row)}"


def records_post(responder: Responder, found: Sequence[RecordView], *, everywhere: bool) -> Post:
    """Return the highest totals by game and number of seats."""
    builder = MessageBuilder(PAPER).say(
        _("### Records across servers") if everywhere else _("### Records on this server")
    )
    if not found:
        return builder.say(_("No matches have finished here yet.")).post()
    groups: dict[tuple[str, int], list[RecordView]] = {}
    for row in found:
        groups.setdefault((row.game, row.seats), []).append(row)
    blocks = []
    for (game, seats), rows in groups.items():
        head = f"**{title_of(responder, game)}** · " + _("{n, plural, one {# seat} other {# seats}}", n=seats)
        blocks.append("\n".join([head, *(_record_line(responder, row) for row in rows)]))
    return builder.say("\n".join(blocks), most=3600).post()


def _record_line(responder: Responder, row: RecordView) -> str:
    note = f" · {words_for(responder.games.get(row.game))(row.note)}" if row.note is not None else ""
    return f"{row.nth}\\. {row.total} · {escape_markdown(row.name)} · #{row.match} {moment(row.at, 'D')}{note}"


def versus_post(responder: Responder, view: VersusView) -> Post:
    """Return two players' matches against each other."""
    first, second = escape_markdown(view.first), escape_markdown(view.second)
    builder = MessageBuilder(PAPER).say(_("### {first} and {second}", first=first, second=second))
    lines = [
        _(
            "**{game}**: {matches}; {first} ahead in {one}, {second} ahead in {two}, tied in {even}; latest: #{last}",
            game=title_of(responder, line.game),
            matches=_("{n, plural, one {# match} other {# matches}}", n=line.matches),
            first=first,
            second=second,
            one=line.first,
            two=line.second,
            even=line.even,
            last=line.last,
        )
        for line in view.lines
    ]
    return builder.say("\n".join(lines) or _("They haven't played each other yet."), most=3000).post()


def file_post(file: File, words: str) -> Post:
    """Return a file to download."""
    return MessageBuilder(PAPER).say(words).hand_out(file.name, file.data).post()


def blocks_post(names: Sequence[str]) -> Post:
    """Return whom the reader does not want to meet."""
    if not names:
        return plain(_("You haven't blocked anyone. You can meet everyone in matches and tournaments."))
    return plain(
        _(
            "You've blocked {names}. They aren't told. You don't meet in new matches, invitations or rematches. "
            "Tournaments avoid pairing you where the format allows it.",
            names=join_list(names),
        )
    )
