"""The review of a match: its curve as an order for a picture, and what it comes to in words."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import accumulate, groupby, takewhile

from bot.app.match.records import LogLine
from bot.app.reviews.findings import smooth
from bot.app.reviews.records import Decision
from bot.app.reviews.service import Shown
from bot.edge import limits
from bot.edge.messages.board import PRIVATE
from bot.edge.messages.builder import Button, MessageBuilder, Post, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import describe_entries, moment, names_of, title, told_words
from bot.edge.panels.returning import make_bar
from bot.edge.words import _, capitalize, decimal, escape_markdown, join_list, percent
from games.core.text import Text
from render.charts.orders import Course, Flag
from render.core.plates import Drawing

MOST_TOLD = 2700
"""Characters of the turns that cost most, with the curve as a picture; ``MOST_DECIDED``: of what happened in the turn
that decided, ``MOST_HEAD``: of what stands above the costliest turns, with the ends of their lines.
"""
MOST_DECIDED, MOST_HEAD = 600, 50
MOST_REST = 60
"""Characters of how many lines more the log has."""
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Steps between turns that have numbers below the curve."""
MOST_TICKS = 6
LEAST_APART = 0.13
"""Of the curve's width: what the words at its ends need, which say more than a number."""
SAID, MOST_SAID = 10, 36
"""Turns at which the alternative text tells how it stood, and how many numbers it has room for."""
ROOM = 1.1
"""How much more than the most points of a solo match the scale shows."""


def course_of(shown: Shown) -> Course:
    """Return the order for the curve: the share of the victories by turn, or in a solo match the points."""
    view, solo, settled = shown.match_view, _is_solo(shown), shown.findings.settled
    names = names_of(view)
    curves = [_curve_of(shown, seat) for seat in range(len(names))]
    turns = tuple(turn for turn, _value in curves[0])
    lines = tuple(tuple(value for _turn, value in curve) for curve in curves)
    return Course(
        title=_("Points to expect") if solo else _("Chances to win"),
        names=names,
        ranked=_rank(shown),
        turns=turns,
        lines=lines,
        scale=_scale(lines[0]) if solo else tuple((part / 100, percent(part)) for part in (0, 50, 100)),
        ticks=tuple(find_ticks(turns[0], turns[-1])),
        flags=tuple(
            Flag(number, loss.seat, max(loss.turn - 1, turns[0]))
            for number, loss in enumerate(shown.findings.losses, start=1)
        ),
        settled=settled,
        settled_words=_("settled"),
        game=view.game.spec.key,
        view=view.view,
        alt=curve_words(shown),
    )


def _curve_of(shown: Shown, seat: int) -> list[tuple[int, float]]:
    """The turns with what a player could expect after them, and how it really ended if the rules ended it."""
    solo, points = _is_solo(shown), shown.review.points
    values = [(point.points if solo else point.shares)[seat] for point in points]
    turns = [point.turn for point in points]
    if shown.review.whole:
        turns, values = [*turns, shown.last], [*values, _ends(shown)[seat]]
    return list(zip(turns, smooth(values, len(shown.match_view.seats)), strict=True))


def _is_solo(shown: Shown) -> bool:
    return len(shown.match_view.seats) == 1


def _ends(shown: Shown) -> Sequence[float]:
    """How it really ended: the share of the victory of each seat, or the points of a solo match."""
    outcome = shown.match_view.outcome
    assert outcome is not None, "the match is over"
    if _is_solo(shown):
        return tuple(map(float, outcome.totals))
    first = outcome.places.count(1)
    return tuple(1 / first if place == 1 else 0.0 for place in outcome.places)


def _rank(shown: Shown) -> tuple[int, ...]:
    """The seats in the order of their places."""
    outcome = shown.match_view.outcome
    assert outcome is not None, "the match is over"
    return tuple(sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat)))


def _scale(values: Sequence[float]) -> tuple[tuple[float, str], ...]:
    """From nothing, or below, to more than the most points, in round numbers."""
    low, high = min(0.0, *values), max(*values, 1.0) * ROOM
    step = next(each for each in TICKS if (high - low) / each <= MOST_TICKS)
    first, last = int(low // step), int(-(-high // step))
    return tuple((at * step, decimal(at * step)) for at in range(first, last + 1))


def find_ticks(first: int, last: int) -> Iterator[tuple[int, str]]:
    """Yield the turns that are named below the curve, its ends and round numbers between, with their words."""
    step = next(each for each in TICKS if (last - first) / each <= MOST_TICKS)
    yield first, _("start") if first == 0 else str(first)
    apart = max(1, round((last - first) * LEAST_APART))
    yield from ((turn, str(turn)) for turn in range(first + 1, last - apart + 1) if turn % step == 0 and turn >= apart)
    yield last, _("turn {turn}", turn=last)


def curve_words(shown: Shown) -> str:
    """Return the curve in numbers, a line for each player, for those who can't see it."""
    said = min(SAID, MOST_SAID // len(shown.match_view.seats))
    every = max(1, -(-len(shown.review.points) // said))
    lines = [_("Points to expect by turn:") if _is_solo(shown) else _("Chances to win by turn:")]
    for seat in _rank(shown):
        *curve, end = _curve_of(shown, seat)
        values = ((_write(shown, value), turn) for turn, value in (*curve[::every], end))
        told = ", ".join(
            _("{value} (turn {turn})", value=value, turn=turn) if turn else _("{value} (start)", value=value)
            for value, turn in values
        )
        lines.append(f"{names_of(shown.match_view)[seat]}: {told}")
    return "\n".join(lines)


def _write(shown: Shown, value: float) -> str:
    return decimal(value, digits=0) if _is_solo(shown) else percent(round(100 * value))


def review_post(shown: Shown, drawings: Sequence[Drawing]) -> Post:
    """Return a review: the curve, what decided the match, and each player's turns that cost most."""
    view = shown.match_view
    builder = MessageBuilder(PRIVATE).say(_("### {title} · review", title=title(view)))
    builder.stack(drawings, "review")
    if not drawings:
        builder.say(_escape_lines(curve_words(shown)), most=limits.ALT_TEXT)
    for line in decided_lines(shown):
        builder.say(line, most=MOST_DECIDED)
    room = MOST_TOLD if drawings else MOST_TOLD - limits.ALT_TEXT
    builder.say("\n".join(loss_lines(shown, most=room)), most=room + MOST_HEAD)
    builder.say("\n".join(_method_lines(shown)))
    steps = Press(verb=ButtonAction.HISTORY, match=view.match.id, at=view.ply)
    log = Press(verb=ButtonAction.LOG, match=view.match.id)
    return builder.buttons([Button(steps, _("Step through")), Button(log, _("Log"))]).post()


def _method_lines(shown: Shown) -> Iterator[str]:
    """Yield how the review was made, in small."""
    points, judged, skipped = shown.review.points, len(shown.review.decisions), shown.review.skipped
    yield _(
        "-# From {points} positions of the match, the bot played on to the end up to {tries} times each. A turn is "
        "judged by what its player could see, and it's listed only if another one was better by more than chance can "
        "explain.",
        points=len(points),
        tries=max(point.tries for point in points),
    )
    if skipped:
        yield _(
            "-# The match was long, so the bot judged {judged} of {turns} turns: the same number for each player, "
            "evenly spread.",
            judged=judged,
            turns=judged + skipped,
        )


def _escape_lines(words: str) -> str:
    """Return lines in which nothing is read as markdown."""
    return "\n".join(map(escape_markdown, words.splitlines()))


def decided_lines(shown: Shown) -> Iterator[str]:
    """Yield what decided the match, and from when on it was settled; nothing decides a solo match."""
    found = shown.findings
    if found.winner is None:
        if not _is_solo(shown):
            yield _("{names} share first place, so no turn decided the match.", names=join_list(_find_first(shown)))
        return
    name = escape_markdown(names_of(shown.match_view)[found.winner])
    swing = found.decided
    if swing is None and found.share is None and found.settled is None:
        yield _("No single turn decided the match, and it was open until the last turn.")
        return
    if swing is None and found.share is None and not found.from_start:
        yield _("No single turn decided the match. {name} pulled ahead little by little.", name=name)
    elif swing is not None:
        numbers = {"before": percent(round(100 * swing.before)), "after": percent(round(100 * swing.after))}
        turns = {"name": name, "turn": swing.turn, "since": swing.since + 1, **numbers}
        if swing.turn - swing.since <= 1:
            yield _("**Turn {turn} was decisive.** {name}'s chance to win rose from {before} to {after}.", **turns)
        elif swing.turn - swing.since == 2:
            yield _(
                "**Turns {since} and {turn} were decisive.** {name}'s chance to win rose from {before} to {after}.",
                **turns,
            )
        else:
            yield _(
                "**Turns {since} to {turn} were decisive.** {name}'s chance to win rose from {before} to {after}.",
                **turns,
            )
        yield "\n".join(_tell_decided(shown))
    if found.share is not None:
        share = percent(round(100 * found.share))
        yield _("The match ended early. {name}'s chance to win was {share} by then.", name=name, share=share)
    elif found.settled is None:
        yield _("The match was open until the last turn.")
    elif found.from_start:
        yield _("From the start, {name} won at least 9 times out of 10.", name=name)
    else:
        yield _(
            "**Point of no return: turn {turn}.** From then on, {name} won at least 9 times out of 10.",
            turn=found.settled,
            name=name,
        )


def _find_first(shown: Shown) -> Iterator[str]:
    """The names of those who came first."""
    outcome = shown.match_view.outcome
    assert outcome is not None, "the match is over"
    names = names_of(shown.match_view)
    return (escape_markdown(names[seat]) for seat, place in enumerate(outcome.places) if place == 1)


def _tell_decided(shown: Shown) -> Iterator[str]:
    """Yield what happened in the turns that decided, of each as many lines as fit, and how many more there are."""
    turns = [list(_turn_lines(shown, lines)) for _turn, lines in groupby(shown.decided, key=lambda line: line.turn)]
    turns = [lines for lines in turns if lines]
    lengths = [len("\n".join(lines)) for lines in turns]
    if sum(lengths) + len(turns) <= MOST_DECIDED:
        rooms = lengths
    else:
        turns = [[limits.EMOJI.sub("", line) for line in lines] for lines in turns]
        rooms = limits.share([len("\n".join(lines)) for lines in turns], MOST_DECIDED - MOST_REST - len(turns))
    kept = [_keep(lines, room) for lines, room in zip(turns, rooms, strict=True)]
    for lines in kept:
        yield from lines
    if rest := sum(map(len, turns)) - sum(map(len, kept)):
        yield _("-# … and {n, plural, one {# more line} other {# more lines}} in the log", n=rest)


def _turn_lines(shown: Shown, lines: Iterable[LogLine]) -> Iterator[str]:
    """Yield what happened in a turn, in small; the first line with the turn's number if several turns decided."""
    swing, first, *more = shown.findings.decided, *lines
    told = [line.removeprefix("-# ") for line in describe_entries(shown.match_view, (first, *more)).splitlines()]
    told = [line for line in told if line.strip()]
    assert swing is not None, "there are lines of it"
    if told and first.turn is not None and swing.turn - swing.since > 1:
        told[0] = _("**Turn {turn}** · {words}", turn=first.turn, words=told[0])
    return (f"-# {line}" for line in told)


def _keep(lines: Sequence[str], most: int) -> list[str]:
    """Return the first lines that fit into so many characters, at least a part of the first."""
    fitting = takewhile(lambda length: length <= most + 1, accumulate(len(line) + 1 for line in lines))
    return list(lines[: len(list(fitting))]) or [limits.cut(lines[0], most)]


def loss_lines(shown: Shown, *, most: int = MOST_TOLD) -> Iterator[str]:
    """Yield the turns that cost most, with their numbers on the curve, and what would have been better.

    They take up to ``most`` characters.
    """
    losses = shown.findings.losses
    if not losses:
        yield _("**No clear mistakes.** At no point did the bot find a clearly better turn.")
        return
    yield _("**Costliest turns**")
    whole = [_loss_line(shown, number, loss) for number, loss in enumerate(losses, start=1)]
    rooms = limits.share([len(line) for line in whole], most)
    for number, (loss, room) in enumerate(zip(losses, rooms, strict=True), start=1):
        yield limits.cut(_loss_line(shown, number, loss, room), room)


def _loss_line(shown: Shown, number: int, loss: Decision, room: int | None = None) -> str:
    """A turn and the better one; where there is too little room, both are cut, not the better one alone."""
    view = shown.match_view
    assert loss.words is not None, "what is told has words"
    turns = [_join(shown, words) for words in (loss.words.made, loss.words.best)]

    def write(made: str, best: str) -> str:
        return _(
            "**{number}** · Turn {turn} · {name}: {made}\n"
            "-# About {n, plural, one {# point} other {# points}} better: {best}",
            number=number,
            turn=loss.turn,
            name=_("you") if view.viewer == loss.seat else escape_markdown(names_of(view)[loss.seat]),
            made=made,
            best=best,
            n=max(1, round(loss.gain)),
        )

    line = write(*turns)
    if room is None or len(line) <= room:
        return line
    rooms = limits.share([len(turn) for turn in turns], room - len(write("", "")))
    return write(*(limits.cut(turn, max(1, most)) for turn, most in zip(turns, rooms, strict=True)))


def _join(shown: Shown, moves: Sequence[Text]) -> str:
    words = told_words(shown.match_view)
    return "; ".join(capitalize(words(move)) for move in moves)


def making_post(share: float, now: datetime) -> Post:
    """Return how far a review has come by now: if the bot is killed, this is what stays."""
    return plain(
        _(
            "{bar} Reviewing the match: {share}. This takes a few minutes; computer players' turns go first.\n"
            "-# Updated {when}. If this stops for over a minute, ask for the review again.",
            bar=make_bar(share),
            share=percent(int(100 * share)),
            when=moment(now, "R"),
        )
    )
