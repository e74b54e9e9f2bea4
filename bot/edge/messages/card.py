"""The card of a match: the lobby before the start, then the status; one message, edited in place."""

from collections.abc import Iterable, Iterator, Sequence

from bot.app.match.records import MatchView, MissedStart, Place, counts_points, remarks
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.details import MOST as MOST_DETAILS
from bot.edge.messages.details import access_lines, details_button, details_words
from bot.edge.messages.formatting import (
    full_title,
    late_words,
    moment,
    option_words,
    pace_words,
    seat_lines,
    seat_name,
    words_of,
)
from bot.edge.messages.gallery import play_button
from bot.edge.messages.places import way_to
from bot.edge.messages.undo import rule_words
from bot.edge.words import _, escape_markdown, join_list
from db.ids import ChannelId
from db.records import Status
from games.core.game import Outcome
from games.core.seats import Seat

OPEN = 0x3D7EA6
RUNNING = 0x4C8C4A
OVER = 0x8A8F98
MOST_OPTIONS = 1800
"""Characters of the rule options that are not as usual."""
CATEGORIES = 3
"""Categories of the score named for each side, those that made the most difference."""


def card(match_view: MatchView, *, marker: int | None = None, mention: Sequence[int] = ()) -> Post:
    """Return the card as the match stands, addressed to ``mention``; ``marker`` is by what it is found again.

    Of a running match it shows who plays, and not whose turn it is (`bot.app.changes.applied.changes_card`).
    """
    builder = _builder(match_view, marker, turns=False)
    match match_view.match.status:
        case Status.LOBBY:
            if mention:
                builder.say(_("{users}: you're invited.", users=" ".join(f"<@{user}>" for user in mention)))
            builder.say(_describe_start(match_view), most=600)
            facts = [_("Pace: {pace}", pace=pace_words(match_view))]
            facts += filter(None, [late_words(match_view.pace), rule_words(match_view.match.undo)])
            builder.say(_small([*facts, *_lobby_facts(match_view), *access_lines(match_view)]), most=1200)
            shown = "\n".join(f"-# · {line}" for line in option_words(match_view.options, game=match_view.game))
            builder.say(shown or _("-# Default options"), most=MOST_OPTIONS)
            return builder.buttons([*_lobby_buttons(match_view), details_button(match_view), play_button()]).post()
        case Status.CANCELLED:
            return builder.buttons([play_button()]).post()
        case Status.FINISHED:
            return builder.buttons([details_button(match_view), play_button()]).post()
        case Status.RUNNING:
            return builder.buttons([details_button(match_view)]).post()


def result_post(match_view: MatchView, *, marker: int | None = None) -> Post:
    """Return how a match has ended, for the server's channel for results, with the way to the match."""
    match = match_view.match
    builder = _build_finished(match_view, marker)
    where = Place(match.guild, match.thread or match.channel)
    builder.say(_("-# Played in {thread}.", thread=way_to(where, _("its thread"))))
    return builder.buttons([details_button(match_view), play_button()]).post()


def show_post(match_view: MatchView, *, stops: str = "") -> Post:
    """Return who plays, whose turn it is, and all that was agreed, for ``/match show``.

    ``stops``: which pause and absences stop the clocks of a running match.
    """
    builder = _builder(match_view, None, stops=stops, turns=True)
    if match_view.match.status is Status.LOBBY:
        builder.say(_describe_start(match_view), most=600).say(_small(_lobby_facts(match_view)), most=800)
    builder.say(details_words(match_view), most=MOST_DETAILS)
    return (builder.buttons(_lobby_buttons(match_view)) if match_view.match.status is Status.LOBBY else builder).post()


def _builder(match_view: MatchView, marker: int | None, *, turns: bool, stops: str = "") -> MessageBuilder:
    """Return the card's head: who plays, or how the match has ended."""
    match match_view.match.status:
        case Status.LOBBY:
            return (
                MessageBuilder(OPEN, marker=marker)
                .say(f"### {full_title(match_view)}")
                .say(seat_lines(match_view), most=1200)
            )
        case Status.RUNNING:
            return _build_running(match_view, marker, turns=turns, stops=stops)
        case Status.FINISHED:
            return _build_finished(match_view, marker)
        case Status.CANCELLED:
            builder = MessageBuilder(OVER, marker=marker).say(f"### {full_title(match_view)}")
            closed = _("Closed: the match didn't start in time. `/match new` opens a new one.")
            return builder.say(closed if match_view.expired else _("Canceled before the start."))


def forwarding_card(match_view: MatchView, thread: ChannelId) -> Post:
    """Return what is left of the card in the channel once the post of a forum shows the match."""
    way = way_to(Place(match_view.match.guild, thread), _("its thread"))
    return (
        MessageBuilder(RUNNING)
        .say(f"### {full_title(match_view)}")
        .say(_("You'll find this match in {thread}.", thread=way))
        .post()
    )


def _lobby_facts(match_view: MatchView) -> list[str]:
    """Return what belongs to an open match alone."""
    spec = match_view.game.spec
    facts = [_("About {minutes} minutes at a table", minutes=spec.minutes)]
    able = [str(count) for count in spec.seats if count <= match_view.match.seats]
    if len(able) > 1:
        facts.append(_("Can start with {numbers} players", numbers=join_list(able, either=True)))
    if match_view.expires is not None:
        facts.append(_("Closes {when} unless it starts first", when=moment(match_view.expires)))
    if match_view.invited:
        facts.append(_("Invited: {users}", users=join_list(f"<@{user}>" for user in match_view.invited)))
    return facts


def _small(lines: Iterable[str]) -> str:
    return "\n".join(f"-# {line}" for line in lines)


def _describe_start(match_view: MatchView) -> str:
    """Return for when the start is announced, in each reader's own zone, or that it has passed, and who is ready."""
    if match_view.starts is None:
        return ""
    when = _("Starts {time} ({left})", time=moment(match_view.starts, "F"), left=moment(match_view.starts))
    if match_view.missed is not None:
        when = "\n".join(_describe_missed_start(match_view, match_view.missed))
    there = join_list(
        escape_markdown(seat.name)
        for seat in match_view.seats
        if seat.user is not None and seat.user in match_view.ready
    )
    return f"{when}\n" + (_("Ready: {names}", names=there) if there else _("No one is ready yet."))


def _describe_missed_start(match_view: MatchView, missed: MissedStart) -> Iterator[str]:
    """What the card says of an announced start that has passed."""
    yield _("It was due to start {time}. It will start as soon as no one is missing.", time=moment(missed.at, "F"))
    if missed.free:
        yield _("{n, plural, one {# seat is} other {# seats are}} free.", n=missed.free)
    unready = [escape_markdown(seat.name) for seat in match_view.seats if seat.user in missed.unready]
    if unready:
        yield _("Not ready: {names}", names=join_list(unready))


def _lobby_buttons(match_view: MatchView) -> list[Button]:
    match = match_view.match.id
    taken = sum(seat.user is not None or seat.level is not None for seat in match_view.seats)
    full = taken == len(match_view.seats)
    buttons = [
        Button(Press(verb=ButtonAction.JOIN, match=match), _("Join"), Style.GOOD, disabled=full),
        Button(Press(verb=ButtonAction.LEAVE, match=match), _("Leave")),
    ]
    if match_view.starts is not None:
        buttons.insert(0, Button(Press(verb=ButtonAction.READY, match=match), _("Ready"), Style.GOOD))
    if match_view.game.bots.players():
        buttons.append(Button(Press(verb=ButtonAction.ADD, match=match), _("Add computer"), disabled=full))
    can_start = taken in match_view.game.spec.seats
    buttons.append(Button(Press(verb=ButtonAction.START, match=match), _("Start"), Style.MAIN, disabled=not can_start))
    buttons.append(Button(Press(verb=ButtonAction.SETUP, match=match), _("Options")))
    return buttons


def _build_running(match_view: MatchView, marker: int | None, *, turns: bool, stops: str) -> MessageBuilder:
    builder = MessageBuilder(RUNNING, marker=marker).say(f"### {full_title(match_view)}")
    builder.say(seat_lines(match_view, turns=turns), most=1500)
    if match_view.match.thread is not None:
        thread = Place(match_view.match.guild, match_view.match.thread)
        builder.say(_("Played in {thread}.", thread=way_to(thread, _("its thread"))))
    builder.say(stop_line(match_view))
    builder.say(stops, most=1000)
    return builder.say(undelivered_lines(match_view), most=600)


def stop_line(match_view: MatchView) -> str:
    """Return why nothing is played in a match that is stopped."""
    if match_view.removed:
        return _(
            "⏸ The bot was removed from this match's server, so all clocks are stopped. The match continues once "
            "the bot is added again."
        )
    return _("⏸ On hold: no one can play until server staff releases the match.") if match_view.held else ""


def undelivered_lines(match_view: MatchView) -> str:
    """Return why something of the match could not be posted."""
    reasons = map(words_of(match_view), match_view.undelivered)
    return "\n".join(_("⚠️ Something couldn't be posted. {why}", why=why) for why in reasons)


def _build_finished(match_view: MatchView, marker: int | None) -> MessageBuilder:
    builder = MessageBuilder(OVER, marker=marker).say(f"### {full_title(match_view)}")
    if match_view.outcome is not None:
        builder.say(result_lines(match_view, match_view.outcome), most=2000)
    return builder


def result_lines(match_view: MatchView, outcome: Outcome) -> str:
    """Return the final ranking with totals, best first, and how a tie was broken.

    A game that counts no points shows none. The points after the places are escaped: markdown would count a list on,
    past places that are shared.
    """
    words = words_of(match_view)
    order = sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])
    lines = [f"{outcome.places[seat]}\\. **{escape_markdown(seat_name(match_view.seats[seat]))}**" for seat in order]
    if counts_points(outcome):
        totals = [_("{n, plural, one {# point} other {# points}}", n=outcome.totals[seat]) for seat in order]
        lines = [f"{line} · {points}" for line, points in zip(lines, totals, strict=True)]
    notes = [words(text) for text in remarks(outcome)]
    return "\n".join(lines + (["", *notes] if notes else []))  # a blank line sets the notes apart


def decided_lines(match_view: MatchView, outcome: Outcome) -> str:
    """Return where the winner of a guided match was ahead, and where the best of the others; empty if nobody won.

    Where points were equal the remarks below the ranking tell the tie-break, so here the categories stand alone.
    """
    if not match_view.match.guided or not counts_points(outcome) or outcome.places.count(1) != 1:
        return ""
    winner = Seat(outcome.places.index(1))
    others = [Seat(seat) for seat in range(len(outcome.places)) if seat != winner]
    if not others:
        return ""
    other = max(others, key=lambda seat: (-outcome.places[seat], outcome.totals[seat]))
    lead = outcome.totals[winner] - outcome.totals[other]
    said = [_ahead(match_view, outcome, *pair) for pair in ((winner, other), (other, winner))]
    if lead:
        name = escape_markdown(seat_name(match_view.seats[winner]))
        won = _("**What decided it:** {name} won by {n, plural, one {# point} other {# points}}.", name=name, n=lead)
        said.insert(0, won)
    return " ".join(filter(None, said))


def _ahead(match_view: MatchView, outcome: Outcome, seat: Seat, rival: Seat) -> str:
    """In which categories a seat was ahead of a rival, the most first; empty if in none."""
    if not outcome.scores:  # an end that the game could not count
        return ""
    words = words_of(match_view)
    own, theirs = ({words(row.category): row.points or 0 for row in outcome.scores[each]} for each in (seat, rival))
    more = sorted(((points - theirs.get(name, 0), name) for name, points in own.items()), reverse=True)
    found = [f"{name} (+{points})" for points, name in more[:CATEGORIES] if points > 0]
    if not found:
        return ""
    name = escape_markdown(seat_name(match_view.seats[seat]))
    return _("{name} was ahead in: {categories}.", name=name, categories=join_list(found))


BOARD_NEWS = "app.board_news"
"""The sentence for who is told without the board that there is a new one; at the end it is said how that ended."""


def end_words(match_view: MatchView) -> str:
    """Return that a match is over and how it ended, for who is told without its board; "" before the end."""
    if match_view.match.status is not Status.FINISHED or match_view.outcome is None:
        return ""
    return "\n".join([_("The match is over."), result_lines(match_view, match_view.outcome)])
