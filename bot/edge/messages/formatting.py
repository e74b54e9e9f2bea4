"""Matches in words: names, whose turn, pace, rule options, what happened. Everything here is for markdown."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial

import discord
from msgspec import Struct

from bot.app.match.paces import Banked, Late, NoPace, Pace, PerMove
from bot.app.match.records import LogLine, MatchLine, MatchView, SeatView
from bot.app.match.turn_runner import PLATFORM
from bot.app.puzzles.table import is_puzzle
from bot.app.runtime.refusals import WORDS
from bot.app.views.causes import why_made
from bot.app.views.told import describe_entry
from bot.edge import limits
from bot.edge.emoji import symbol_of
from bot.edge.languages import phrase
from bot.edge.words import N_, _, capitalize, capitalize_points, escape_markdown, join_list, language
from db.records import Status
from games.core.contract import AnyGame
from games.core.game import Ask
from games.core.input.visible import strip_invisible
from games.core.language import formats
from games.core.moves import FieldInfo, fields_of
from games.core.options import label_of, value_words
from games.core.seats import TABLE
from games.core.text import Text
from games.core.words import Style, Words

MINUTE = 60
HOUR = 3600
DAY = 24 * HOUR
MOST_NAME = 16
"""Characters of a player's name on a button or in a menu."""
_CODE = re.compile(r"`[^`]*`$")
MOST_PLAYERS = 5
"""Names that fit into the note of a menu's line."""


def words_for(
    game: AnyGame | None,
    names: Sequence[str] = (),
    *,
    plain: bool = False,
    escape: Callable[[str], str] = str,
    symbols: Callable[[Text], str] = lambda _text: "",
) -> Words:
    """Return what puts a Text of the platform, or of the game, into words.

    ``names`` are the players' by seat as they are; ``plain``: the words are not for markdown (completion). ``escape``
    is done to notation that stands in a sentence; ``symbols`` stand before the words of a Text.
    """
    sentences = (WORDS, game.words) if game else (WORDS,)
    people = strip_invisible if plain else escape_markdown
    times = _in_utc if plain else timestamp
    style = Style(escape=escape, people=people, times=times, symbols=symbols)
    return Words(sentences, list(map(people, names)), language=language(), style=style)


def _in_utc(at: int) -> str:
    """Return a moment, in seconds since 1970, where Discord shows none: as everybody reads it the same."""
    return formats.moment(at, language())


def timestamp(at: int) -> str:
    """Return a moment, in seconds since 1970, as Discord shows it in the reader's own zone."""
    return f"<t:{at}:f>"


def starless(notation: str) -> str:
    """Return notation (``1x*F3``) so that its single stars do not set what stands between them in italics."""
    return re.sub(r"(?<![\\*])\*(?!\*)", r"\\*", notation)


def words_of(match_view: MatchView) -> Words:
    """Return what puts a Text of this match into words."""
    return words_for(match_view.game, names_of(match_view))


def label_words(match_view: MatchView) -> Words:
    """Return the same for labels of buttons and menus: no markdown, and long names of players in short."""
    return words_for(match_view.game, _short_names(names_of(match_view)), plain=True)


def _short_names(names: Sequence[str]) -> list[str]:
    """Return names by seat in at most ``MOST_NAME`` characters; those that begin alike with the seat's number."""
    short = [limits.cut(name, MOST_NAME) for name in names]
    return [
        name if short.count(name) == 1 else f"{limits.cut(names[seat], MOST_NAME - 4)} ({seat + 1})"
        for seat, name in enumerate(short)
    ]


def players_note(names: Sequence[str]) -> str:
    """Return players in the note of a menu's line: names in short, beyond five of them the first four."""
    shown = [limits.cut(name, MOST_NAME) for name in names]
    if len(shown) <= MOST_PLAYERS:
        return join_list(shown)
    rest = len(shown) - MOST_PLAYERS + 1
    return join_list([*shown[: MOST_PLAYERS - 1], _("{n} more", n=rest)])


def prose_of(match_view: MatchView) -> Words:
    """Return the same for sentences in which notation stands, not for labels: they are markdown, notation is not."""
    return words_for(match_view.game, names_of(match_view), escape=starless)


def told_words(match_view: MatchView) -> Words:
    """Return the same for what is read at leisure, such as the log: emoji stand before the names of pieces."""
    return words_for(
        match_view.game, names_of(match_view), escape=starless, symbols=partial(symbol_of, match_view.game)
    )


def names_of(match_view: MatchView) -> tuple[str, ...]:
    """Return the players' names by seat as they are, for pictures."""
    return tuple(strip_invisible(seat_name(seat)).strip() or _("free") for seat in match_view.seats)


def seat_name(seat: SeatView) -> str:
    """Return what the player of a seat is called, a computer player in the reader's language; "" for a free seat."""
    return seat.name if seat.called is None else words_for(None, plain=True)(seat.called)


def name_players(line: MatchLine, names: Iterable[str]) -> list[str]:
    """Return players of a match of a list as the reader knows them, computer players in the reader's language."""
    words = words_for(None, plain=True)
    return [words(line.called[name]) if name in line.called else name for name in names]


def title(match_view: MatchView) -> str:
    """Return how a match is called, or a puzzle."""
    if is_puzzle(match_view.match.id):
        return _("{game}: puzzle of the day", game=match_view.game.spec.title)
    return f"{match_view.game.spec.title} #{match_view.match.id}"


def full_title(match_view: MatchView, link: str = "") -> str:
    """Return how a match is called, perhaps as a link, and its tournament, for markdown."""
    name = f"[{title(match_view)}]({link})" if link else title(match_view)
    return f"{name} · {escape_markdown(match_view.tournament)}" if match_view.tournament else name


def moment(at: datetime, style: discord.utils.TimestampStyle = "R") -> str:
    """Return a time as Discord shows it in the reader's own zone; ``R``: relative."""
    return discord.utils.format_dt(at, style)


def span(seconds: float) -> str:
    """Return a length of time in the largest unit that fits: "2 days", "36 hours"."""
    if seconds >= DAY and seconds % DAY == 0:
        return _("{n, plural, one {# day} other {# days}}", n=int(seconds // DAY))
    if seconds >= HOUR:
        return _("{n, plural, one {# hour} other {# hours}}", n=int(seconds // HOUR))
    if seconds < MINUTE:
        return _("{n, plural, one {# second} other {# seconds}}", n=int(seconds))
    return _("{n, plural, one {# minute} other {# minutes}}", n=int(seconds // MINUTE))


def pace_words(match_view: MatchView) -> str:
    """Return the clock rule of a match: also of further turns, and how long one can be taken back before it goes on."""
    clock, grace = clock_words(match_view.pace), round(match_view.pace.grace)
    if isinstance(match_view.pace, PerMove) and match_view.game.spec.further_turn_share != 1:
        further = span(match_view.pace.seconds * match_view.game.spec.further_turn_share)
        clock = _("{clock} ({time} for each further turn in the same season)", clock=clock, time=further)
    return _("{clock}, {time} to take a turn back", clock=clock, time=span(grace)) if grace else clock


def clock_words(pace: Pace) -> str:
    """Return a clock rule: "4 days in hand, +12 hours a turn, never above 6 days"."""
    match pace:
        case NoPace():
            return _("no clock")
        case PerMove(seconds=seconds):
            return _("{time} a turn", time=span(seconds))
        case Banked(bank=bank, increment=increment, cap=cap):
            return _(
                "{bank} in the bank, +{increment} a turn, up to {cap}",
                bank=span(bank),
                increment=span(increment),
                cap=span(cap),
            )


LATE = {
    Late.MOVE: N_("the default move is made"),
    Late.VOTE: N_("the others vote"),
    Late.COMPUTER: N_("a computer player fills in until the player is back"),
    Late.OPEN: N_("the seat opens for a replacement"),
    Late.FORFEIT: N_("the seat is lost"),
    Late.TWICE: N_("the seat is lost at the second missed turn in a row"),
}
"""What may happen when a player's time is up."""


def late_words(pace: Pace) -> str:
    """Return what happens when a player's time is up; empty without a clock."""
    if isinstance(pace, NoPace):
        return ""
    what = _(LATE[pace.late])
    if pace.late in (Late.MOVE, Late.TWICE):
        return _("When time runs out: {what}", what=what)
    return _("When time runs out: {what}; two time-outs are excused with the default move", what=what)


def option_words(options: Struct, *, game: AnyGame | None = None) -> list[str]:
    """Return a line for each rule option of a game that is not as usual."""
    return [
        f"{phrase(label_of(info), game=game)}: **{option_value(info, getattr(options, info.name), game=game)}**"
        for info in fields_of(type(options))
        if getattr(options, info.name) != info.default
    ]


def options_line(options: Struct, *, game: AnyGame) -> str:
    """Return the rule options that are not as usual in one small line; empty if all are."""
    words = option_words(options, game=game)
    return f"-# {' · '.join(words)}" if words else ""


def option_value(info: FieldInfo, value: object, *, game: AnyGame | None = None) -> str:
    """Return a rule option's value as players read it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return phrase(value_words(info, value), game=game)


def seat_words(seat: SeatView) -> str:
    """Return who sits there."""
    if seat.user is not None:
        return escape_markdown(seat.name)
    return f"🤖 {escape_markdown(seat_name(seat))}" if seat.level is not None else _("*free*")


def seat_lines(match_view: MatchView, *, turns: bool = True) -> str:
    """Return one line a seat; ``turns``: with who is asked and until when."""
    lines = []
    for seat in match_view.seats:
        line = f"{seat.seat + 1}. {seat_words(seat)}"
        if seat.user == match_view.match.host and match_view.match.status is Status.LOBBY:
            line += _(" (host)")
        if seat.guest:
            line += " · " + _("guest from another server, so the match is unrated")
        if seat.resigned:
            line += " · " + _("resigned")
        elif seat.sealed and turns:
            line += " · ✓"
        elif seat.asked and turns:
            line += " · " + _("to move") + (f" {moment(seat.due)}" if seat.due else "")
        if seat.stood_in:
            line += " · " + _("a computer player is filling in")
        if seat.open:
            line += " · " + _("open for a replacement")
        lines.append(line)
    return "\n".join(lines)


def ask_lines(match_view: MatchView, mention: Iterable[int] = ()) -> str:
    """Return what the match waits for, one line a seat; users in ``mention`` are called, each once."""
    loud = set(mention)
    names = [escape_markdown(name) for name in names_of(match_view)]
    lines = []
    for seat in match_view.seats:
        asks = [ask for ask in match_view.asks if ask.seat == seat.seat and ask.waits]
        if not asks or seat.sealed:
            continue
        call = f"<@{seat.user}>" if seat.user in loud else f"**{names[seat.seat]}**"
        loud.discard(seat.user or 0)
        shown = words_for(match_view.game, [*names[: seat.seat], call, *names[seat.seat + 1 :]], plain=True)(
            asks[0].text
        )
        due = f" · {moment(seat.due)}" if seat.due else ""
        lines.append(f"▸ {shown if call in shown else f'{call}: {shown}'}{due}")
    return "\n".join(lines)


def ask_words(ask: Ask, words: Words, *, own: bool = False) -> str:
    """Return what is asked; ``own``: with what only the seat may know."""
    return words(ask.private if own and ask.private else ask.text)


def entry_words(match_view: MatchView, logged: LogLine, *, notation: bool = False) -> str:
    """Return one line of the log: what happened, and in small why and, with ``notation``, the turn as written."""
    entry, words = logged.entry, told_words(match_view)
    lines = [words(text) for text in describe_entry(match_view.game, match_view.view, entry)]
    if entry.seat == TABLE:
        return "\n".join(f"-# {line}" for line in lines)
    why = why_made(logged, computer=match_view.seats[entry.seat].level is not None)
    written = f"`{entry.line.replace('`', '')}`" if notation and entry.line else ""
    line = "" if any(_CODE.search(each) for each in lines) else written  # the log of some games has it
    small = " · ".join(filter(None, ["" if why is None else capitalize(words(why)), line]))
    return "\n".join([*lines, f"-# {small}"] if small else lines)


def describe_entries(match_view: MatchView, lines: Sequence[LogLine], *, notation: bool = False) -> str:
    """Return what happened in some entries of the log; ``notation``: with the turns as they are written, in small."""
    return "\n".join(filter(None, (_line_words(match_view, line, notation=notation) for line in lines)))


def _line_words(match_view: MatchView, line: LogLine, *, notation: bool) -> str:
    """One entry; what was taken back is struck through."""
    shown = entry_words(match_view, line, notation=notation)
    if not line.undone or line.entry.ask == PLATFORM:
        return shown
    return "\n".join(f"-# ~~{each.removeprefix('-# ')}~~" for each in shown.splitlines() if each.strip())


def join_sentences(texts: Iterable[Text], words: Words) -> str:
    """Return sentences one after the other."""
    return capitalize_points("\n".join(words(text) for text in texts))
