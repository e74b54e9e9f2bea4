"""Seats that are put up, who takes them over, and what the others decide when a player's time is up."""

from bot.app.match.timekeeping import Choice
from bot.app.records import MatchLine
from bot.app.views.targets import PLAYING, SUBSTITUTE
from bot.edge.commands.builder import (
    Command,
    Given,
    Option,
    command,
    game_title,
    line_label,
    match_option,
    resolve_match,
)
from bot.edge.commands.choosing import MATCH
from bot.edge.imaging.render_pool import Scene
from bot.edge.interactions.button_actions import handles, read_as, receipt_post
from bot.edge.interactions.responder import Interaction, Responder, actor, key, place, seen_by
from bot.edge.messages.board import render_request, show_plates
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import late_words, names_of, pace_words, title
from bot.edge.messages.proposals import CHOICES
from bot.edge.words import _, escape_markdown
from db.ids import MatchId
from games.core.seats import AskId, Seat


def seat_commands(responder: Responder) -> list[Command]:
    """Return the commands."""
    return [_offer(responder), _open(responder), _replace(responder), _vote(responder)]


def _seat(given: Given) -> Seat | None:
    return Seat(int(given["number"]) - 1) if "number" in given else None


def _offer(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        receipt = await responder.services.substitutes.offer(
            key(interaction), actor(interaction), match=match, seat=_seat(given)
        )
        return await receipt_post(responder, interaction, receipt)

    seat = Option(name="number", what=_("Number of the seat; your own if left out"), type=int, least=1, most=12)
    what = _("Put your seat up for a replacement, or take it back")
    return command(responder, "offer", what, run=run, options=[seat, match_option(responder)], target=PLAYING)


def _open(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        found = await responder.services.substitutes.listing(
            place(interaction), actor(interaction).user, sees=seen_by(interaction)
        )
        if not found:
            return plain(_("No seat is open for a replacement here."))
        typed = str(given.get(MATCH, "")).strip().lstrip("#")
        shown = next((line.match for line in found if str(line.match) == typed), found[0].match)
        return await _open_post(responder, interaction, [*found], shown)

    what = _("List seats open for a replacement, with the board and the score so far")
    return command(responder, "open", what, run=run, options=[_open_option(responder)], queue=False)


async def _open_post(responder: Responder, interaction: Interaction, found: list[MatchLine], shown: MatchId) -> Post:
    """The list, and of one match the board and the score as it stands."""
    look = await responder.services.matches.look(shown, None)
    lines = [
        f"**#{line.match} {game_title(responder, line.game)}** · "
        + ", ".join(escape_markdown(name) for name in line.names)
        for line in found
    ]
    builder = MessageBuilder().say("\n".join(lines), most=2000).say(f"### {title(look)}")
    facts = [_("Pace: {pace}", pace=pace_words(look)), late_words(look.pace)]
    if look.standing is not None:
        scores = zip(names_of(look), look.standing.totals, strict=True)
        facts.append(
            _("Score so far: {scores}", scores=", ".join(f"{escape_markdown(name)} {total}" for name, total in scores))
        )
    facts.append(_("`/match replace match:{match}` takes the seat over.", match=shown))
    builder.say("\n".join(filter(None, facts)), most=1200)
    show_plates(builder, look, await responder.picture(render_request(look, Scene.BOARD)))
    return builder.post()


def _replace(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        receipt = await responder.services.substitutes.take(
            key(interaction), actor(interaction), match=match, seat=_seat(given)
        )
        return await receipt_post(responder, interaction, receipt)

    seat = Option(
        name="number", what=_("Number of the seat; the first open one if left out"), type=int, least=1, most=12
    )
    what = _("Take over a seat that is open for a replacement")
    return command(responder, "replace", what, run=run, options=[seat, match_option(responder)], target=SUBSTITUTE)


def _vote(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        receipt = await responder.services.timeout_votes.vote(
            key(interaction),
            actor(interaction),
            match=match,
            choice=Choice(given["choice"]),
            seat=_seat(given),
        )
        return await receipt_post(responder, interaction, receipt)

    choice = Option(
        name="choice",
        what=_("What is to happen"),
        required=True,
        choices=tuple((_(what), one.value) for one, what in CHOICES.items()),
    )
    number = Option(name="number", what=_("Number of the seat; the only one if left out"), type=int, least=1, most=12)
    what = _("Decide with the others about a player whose time is up")
    return command(responder, "vote", what, run=run, options=[choice, number, match_option(responder)], target=PLAYING)


@handles(ButtonAction.VOTE)
async def _voted(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A button of the card that asks the others."""
    receipt = await responder.services.timeout_votes.vote(
        key(interaction),
        actor(interaction),
        match=MatchId(press.match),
        choice=read_as(Choice, press.value),
        seat=Seat(press.at),
        ask=AskId(press.ask),
    )
    return await receipt_post(responder, interaction, receipt)


def back_command(responder: Responder) -> Command:
    """Return the command ``/back``."""

    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        receipt = await responder.services.timeout_votes.back(key(interaction), actor(interaction), match=match)
        return await receipt_post(responder, interaction, receipt)

    what = _("Play again where a computer player or default moves stand in for you, or your seat was put up")
    return command(responder, "back", what, run=run, options=[match_option(responder)], target=PLAYING)


def _open_option(responder: Responder) -> Option:
    """The option that names a match with an open seat."""

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        found = await responder.services.substitutes.listing(
            place(interaction), actor(interaction).user, sees=seen_by(interaction)
        )
        wanted = typed.strip().lstrip("#")
        return [(line_label(responder, line), str(line.match)) for line in found if str(line.match).startswith(wanted)]

    return Option(name=MATCH, what=_("Number of the match"), complete=complete)
