"""All that was agreed for a match: its clock, what happens when time runs out, undo, and every rule option."""

from collections.abc import Iterator

from bot.app.lobby.rule_options import terms_of
from bot.app.match.records import MatchView
from bot.edge.languages import phrase
from bot.edge.messages.builder import Button, MessageBuilder, Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import late_words, option_value, pace_words, title
from bot.edge.messages.undo import RULES
from bot.edge.words import _, escape_markdown
from db.records import Status
from games.core.moves import fields_of
from games.core.options import explain_no_effect, label_of

MOST = 2400
"""Characters of all that was agreed; no game has options for more (``tests/edge/messages/test_details.py``)."""


def details_button(match_view: MatchView) -> Button:
    """Return the button on the card of a match that tells in private all that was agreed."""
    return Button(Press(verb=ButtonAction.DETAILS, match=match_view.match.id), _("Details"))


def report_buttons(match_view: MatchView) -> list[Button]:
    """Return the button that reports a match to the staff of its server; none where it has no staff."""
    if match_view.match.guild is None:
        return []
    return [Button(Press(verb=ButtonAction.REPORT, match=match_view.match.id), _("Report"))]


def details_post(match_view: MatchView) -> Post:
    """Return the answer to that button."""
    return (
        MessageBuilder()
        .say(_("### {title} · details", title=title(match_view)))
        .say(details_words(match_view), most=MOST)
        .buttons([*_repeat_buttons(match_view), *report_buttons(match_view)])
        .post()
    )


def _repeat_buttons(match_view: MatchView) -> list[Button]:
    """Return the button by which the host of a finished match has it played again every week or month."""
    match, people = match_view.match, {seat.user for seat in match_view.seats if seat.user is not None}
    if match.status is not Status.FINISHED or match.guild is None or match.practice or len(people) < 2:
        return []
    return [Button(Press(verb=ButtonAction.REPEAT, match=match.id), _("Repeat"))]


def details_words(match_view: MatchView) -> str:
    """Return all that was agreed for a match, a line each; a rule option that the host has changed stands in bold."""
    rules = list(_rules(match_view))
    terms = [_("**Time and undo**"), *_terms(match_view)]
    return "\n".join([*terms, _("**Rule options**"), *rules] if rules else terms)


def _terms(match_view: MatchView) -> Iterator[str]:
    """Yield what is agreed for a match of any game."""
    if match_view.tournament:
        yield _("Tournament: {name}", name=escape_markdown(match_view.tournament))
    yield _("Pace: {pace}", pace=pace_words(match_view))
    yield late_words(match_view.pace) or _("Time limit: none")
    yield _("Undo: {rule}", rule=_(RULES[match_view.match.undo]))
    yield from access_lines(match_view)
    if match_view.match.seed_hash:
        yield _("Random numbers: SHA-256 of their seed `{hash}`", hash=match_view.match.seed_hash)


def access_lines(match_view: MatchView) -> list[str]:
    """Return whether a match is unrated practice, whether it is private, and whether it is closed to watchers."""
    match = match_view.match
    lines = (
        (_("Practice: not rated"), match.practice),
        (_("Private: only invited players can join"), match.private),
        (_("Closed to watchers: only players and the host can look at it with commands"), match.closed),
    )
    return [line for line, holds in lines if holds]


def _rules(match_view: MatchView) -> Iterator[str]:
    """Yield the rule options that have an effect in the match, and those that were changed.

    Once it runs, who begins is decided.
    """
    terms = terms_of(match_view.pace, match_view.match.seats, lot=match_view.match.status is Status.LOBBY)
    for info in fields_of(type(match_view.options)):
        label, value = phrase(label_of(info), game=match_view.game), getattr(match_view.options, info.name)
        shown, usual = (option_value(info, each, game=match_view.game) for each in (value, info.default))
        if value != info.default:
            yield _("{label}: **{value}** (default: {usual})", label=label, value=shown, usual=usual)
        elif explain_no_effect(match_view.options, info, terms) is None:
            yield f"{label}: {shown}"
