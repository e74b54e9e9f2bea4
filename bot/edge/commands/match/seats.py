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
from bot.edge.messages.board import shot, show_plates
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import late_words, names_of, pace_words, title
from bot.edge.messages.proposals import CHOICES
from bot.edge.words import _, escape_markdown
from db.ids import MatchId
from games.core.seats import AskId, Seat


def seat_commands(desk: Responder) -> list[Command]:
    """Return the commands."""
    return [_offer(desk), _open(desk), _replace(desk), _vote(desk)]


def _seat(given: Given) -> Seat | None:
    return Seat(int(given["number"]) - 1) if "number" in given else None


def _offer(desk: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(desk, interaction, given)
        receipt = await desk.services.replacing.offer(
            key(interaction), actor(interaction), match=match, seat=_seat(given)
        )
        return await receipt_post(desk, interaction, receipt)

    seat = Option(name="number", what=_("Number of the seat; your own if left out"), type=int, least=1, most=12)
    what = _("Put your seat up for a replacement, or take it back")
    return command(desk, "offer", what, run=run, options=[seat, match_option(desk)], target=PLAYING)


def _open(desk: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        found = await desk.services.replacing.listing(
            place(interaction), actor(interaction).user, sees=seen_by(interaction)
        )
        if not found:
            return plain(_("No seat is open for a replacement here."))
        typed = str(given.get(MATCH, "")).strip().lstrip("#")
        shown = next((line.match for line in found if str(line.match) == typed), found[0].match)
        return await _open_post(desk, interaction, [*found], shown)

    what = _("List seats open for a replacement, with the board and the score so far")
    return command(desk, "open", what, run=run, options=[_open_option(desk)], queue=False)


async def _open_post(desk: Responder, interaction: Interaction, found: list[MatchLine], shown: MatchId) -> Post:
    """The list, and of one match the board and the score as it stands."""
    look = await desk.services.matches.look(shown, None)
    lines = [
        f"**#{line.match} {game_title(desk, line.game)}** · {', '.join(escape_markdown(name) for name in line.names)}"
        for line in found
    ]
    sheet = MessageBuilder().say("\n".join(lines), most=2000).say(f"### {title(look)}")
    facts = [_("Pace: {pace}", pace=pace_words(look)), late_words(look.pace)]
    if look.standing is not None:
        scores = zip(names_of(look), look.standing.totals, strict=True)
        facts.append(
            _("Score so far: {scores}", scores=", ".join(f"{escape_markdown(name)} {total}" for name, total in scores))
        )
    facts.append(_("`/match replace match:{match}` takes the seat over.", match=shown))
    sheet.say("\n".join(filter(None, facts)), most=1200)
    show_plates(sheet, look, await desk.picture(shot(look, Scene.BOARD)))
    return sheet.post()


def _replace(desk: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(desk, interaction, given)
        receipt = await desk.services.replacing.take(
            key(interaction), actor(interaction), match=match, seat=_seat(given)
        )
        return await receipt_post(desk, interaction, receipt)

    seat = Option(
        name="number", what=_("Number of the seat; the first open one if left out"), type=int, least=1, most=12
    )
    what = _("Take over a seat that is open for a replacement")
    return command(desk, "replace", what, run=run, options=[seat, match_option(desk)], target=SUBSTITUTE)


def _vote(desk: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(desk, interaction, given)
        receipt = await desk.services.late.vote(
            key(interaction),
            actor(interaction),
            match=match,
            choice=Choice(given["choice"]),
            seat=_seat(given),
        )
        return await receipt_post(desk, interaction, receipt)

    choice = Option(
        name="choice",
        what=_("What is to happen"),
        required=True,
        choices=tuple((_(what), one.value) for one, what in CHOICES.items()),
    )
    number = Option(name="number", what=_("Number of the seat; the only one if left out"), type=int, least=1, most=12)
    what = _("Decide with the others about a player whose time is up")
    return command(desk, "vote", what, run=run, options=[choice, number, match_option(desk)], target=PLAYING)


@handles(ButtonAction.VOTE)
async def _voted(desk: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A button of the card that asks the others."""
    receipt = await desk.services.late.vote(
        key(interaction),
        actor(interaction),
        match=MatchId(press.match),
        choice=read_as(Choice, press.value),
        seat=Seat(press.at),
        ask=AskId(press.ask),
    )
    return await receipt_post(desk, interaction, receipt)


def back_command(desk: Responder) -> Command:
    """Return the command ``/back``."""

    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(desk, interaction, given)
        receipt = await desk.services.late.back(key(interaction), actor(interaction), match=match)
        return await receipt_post(desk, interaction, receipt)

    what = _("Play again where a computer player or default moves stand in for you, or your seat was put up")
    return command(desk, "back", what, run=run, options=[match_option(desk)], target=PLAYING)


def _open_option(desk: Responder) -> Option:
    """The option that names a match with an open seat."""

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        found = await desk.services.replacing.listing(
            place(interaction), actor(interaction).user, sees=seen_by(interaction)
        )
        wanted = typed.strip().lstrip("#")
        return [(line_label(desk, line), str(line.match)) for line in found if str(line.match).startswith(wanted)]

    return Option(name=MATCH, what=_("Number of the match"), complete=complete)
