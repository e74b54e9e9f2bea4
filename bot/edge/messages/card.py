"""The card of a match: the lobby before the start, then the status; one message, edited in place."""

from collections.abc import Iterable, Iterator, Sequence

from bot.app.records import MatchView, MissedStart, Place, counts_points, remarks
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.details import MOST as MOST_DETAILS
from bot.edge.messages.details import access_lines, details_button, details_words
from bot.edge.messages.formatting import late_words, moment, option_words, pace_words, seat_lines, title, words_of
from bot.edge.messages.places import way_to
from bot.edge.messages.undo import rule_words
from bot.edge.words import _, escape_markdown, ngettext
from db.ids import ChannelId
from db.records import Status
from games.core.game import Outcome

OPEN = 0x3D7EA6
RUNNING = 0x4C8C4A
OVER = 0x8A8F98
MOST_OPTIONS = 1800
"""Characters of the rule options that are not as usual."""


def card(look: MatchView, *, marker: int | None = None, mention: Sequence[int] = ()) -> Post:
    """Return the card as the match stands, addressed to ``mention``; ``marker`` is by what it is found again."""
    builder = _builder(look, marker)
    match look.match.status:
        case Status.LOBBY:
            if mention:
                builder.say(_("{users}: you are invited.", users=" ".join(f"<@{user}>" for user in mention)))
            builder.say(_announced(look), most=600)
            facts = [_("Pace: {pace}", pace=pace_words(look))]
            facts += filter(None, [late_words(look.pace), rule_words(look.match.undo)])
            builder.say(_small([*facts, *_lobby_facts(look), *access_lines(look)]), most=1200)
            shown = "\n".join(f"-# · {line}" for line in option_words(look.options))
            builder.say(shown or _("-# Options as usual"), most=MOST_OPTIONS)
            return builder.buttons([*_lobby_buttons(look), details_button(look)]).post()
        case Status.CANCELLED:
            return builder.post()
        case _:
            return builder.buttons([details_button(look)]).post()


def show_post(look: MatchView, *, stops: str = "") -> Post:
    """Return who plays, whose turn it is, and all that was agreed, for ``/match show``.

    ``stops``: which pause and absences stop the clocks of a running match.
    """
    builder = _builder(look, None, stops)
    if look.match.status is Status.LOBBY:
        builder.say(_announced(look), most=600).say(_small(_lobby_facts(look)), most=800)
    builder.say(details_words(look), most=MOST_DETAILS)
    return (builder.buttons(_lobby_buttons(look)) if look.match.status is Status.LOBBY else builder).post()


def _builder(look: MatchView, marker: int | None, stops: str = "") -> MessageBuilder:
    """Return the card's head: who plays, or how the match has ended."""
    match look.match.status:
        case Status.LOBBY:
            return MessageBuilder(OPEN, marker=marker).say(f"### {title(look)}").say(seat_lines(look), most=1200)
        case Status.RUNNING:
            return _running(look, marker, stops)
        case Status.FINISHED:
            return _finished(look, marker)
        case Status.CANCELLED:
            builder = MessageBuilder(OVER, marker=marker).say(f"### {title(look)}")
            closed = _("Closed: the match didn't start in time. `/match new` opens a new one.")
            return builder.say(closed if look.expired else _("Canceled before the start."))


def moved_card(look: MatchView, thread: ChannelId) -> Post:
    """Return what is left of the card in the channel once the post of a forum shows the match."""
    way = way_to(Place(look.match.guild, thread), _("its thread"))
    return MessageBuilder(RUNNING).say(f"### {title(look)}").say(_("Played in {thread}.", thread=way)).post()


def _lobby_facts(look: MatchView) -> list[str]:
    """Return what belongs to an open match alone."""
    spec = look.game.spec
    facts = [
        _("About {minutes} minutes at a table", minutes=spec.minutes),
        _("Players: {numbers}", numbers=", ".join(map(str, spec.seats))),
    ]
    if look.expires is not None:
        facts.append(_("Closes {when} unless it starts first", when=moment(look.expires)))
    if look.invited:
        facts.append(_("Invited: {users}", users=", ".join(f"<@{user}>" for user in look.invited)))
    return facts


def _small(lines: Iterable[str]) -> str:
    return "\n".join(f"-# {line}" for line in lines)


def _announced(look: MatchView) -> str:
    """Return for when the start is announced, in each reader's own zone, or that it has passed, and who is ready."""
    if look.starts is None:
        return ""
    when = _("Begins {time} ({left})", time=moment(look.starts, "F"), left=moment(look.starts))
    if look.missed is not None:
        when = "\n".join(_missed(look, look.missed))
    there = ", ".join(
        escape_markdown(seat.name) for seat in look.seats if seat.user is not None and seat.user in look.ready
    )
    return f"{when}\n" + (_("Ready: {names}", names=there) if there else _("Nobody is ready yet."))


def _missed(look: MatchView, missed: MissedStart) -> Iterator[str]:
    """What the card says of an announced start that has passed."""
    yield _("It was due to begin {time}. It begins as soon as nobody is missing.", time=moment(missed.at, "F"))
    if missed.free:
        yield ngettext("{n} seat is free.", "{n} seats are free.", missed.free)
    unready = [escape_markdown(seat.name) for seat in look.seats if seat.user in missed.unready]
    if unready:
        yield _("Not ready: {names}", names=", ".join(unready))


def _lobby_buttons(look: MatchView) -> list[Button]:
    match = look.match.id
    taken = sum(seat.user is not None or seat.level is not None for seat in look.seats)
    full = taken == len(look.seats)
    buttons = [
        Button(Press(verb=ButtonAction.JOIN, match=match), _("Join"), Style.GOOD, disabled=full),
        Button(Press(verb=ButtonAction.LEAVE, match=match), _("Leave")),
    ]
    if look.starts is not None:
        buttons.insert(0, Button(Press(verb=ButtonAction.READY, match=match), _("Ready"), Style.GOOD))
    if look.game.bots.players():
        buttons.append(Button(Press(verb=ButtonAction.ADD, match=match), _("Add computer"), disabled=full))
    can_start = taken in look.game.spec.seats
    buttons.append(Button(Press(verb=ButtonAction.START, match=match), _("Start"), Style.MAIN, disabled=not can_start))
    buttons.append(Button(Press(verb=ButtonAction.SETUP, match=match), _("Options")))
    return buttons


def _running(look: MatchView, marker: int | None, stops: str) -> MessageBuilder:
    builder = MessageBuilder(RUNNING, marker=marker).say(f"### {title(look)}").say(seat_lines(look), most=1500)
    if look.match.thread is not None:
        thread = Place(look.match.guild, look.match.thread)
        builder.say(_("Played in {thread}.", thread=way_to(thread, _("its thread"))))
    builder.say(stopped_line(look))
    builder.say(stops, most=1000)
    return builder.say(undelivered_lines(look), most=600)


def stopped_line(look: MatchView) -> str:
    """Return why nothing is played in a match that is stopped."""
    if look.removed:
        return _(
            "⏸ The bot was removed from this match's server. No clock runs; once it's added again, the match goes on."
        )
    return _("⏸ On hold: nobody can play until server staff releases the match.") if look.held else ""


def undelivered_lines(look: MatchView) -> str:
    """Return why something of the match could not be posted."""
    return "\n".join(_("⚠️ Something couldn't be posted. {why}", why=why) for why in look.undelivered)


def _finished(look: MatchView, marker: int | None) -> MessageBuilder:
    builder = MessageBuilder(OVER, marker=marker).say(f"### {title(look)}")
    if look.outcome is not None:
        builder.say(result_lines(look, look.outcome), most=2000)
    return builder


def result_lines(look: MatchView, outcome: Outcome) -> str:
    """Return the final ranking with totals, best first, and how a tie was broken.

    A game that counts no points shows none. The points after the places are escaped: markdown would count a list on,
    past places that are shared.
    """
    words = words_of(look)
    order = sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])
    lines = [f"{outcome.places[seat]}\\. **{escape_markdown(look.seats[seat].name)}**" for seat in order]
    if counts_points(outcome):
        totals = [ngettext("{n} point", "{n} points", outcome.totals[seat]) for seat in order]
        lines = [f"{line} · {points}" for line, points in zip(lines, totals, strict=True)]
    notes = [words(text) for text in remarks(outcome)]
    return "\n".join(lines + (["", *notes] if notes else []))  # a blank line sets the notes apart
