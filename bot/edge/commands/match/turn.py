"""Commands about the board and one's turn: ``/board``, ``/hand``, ``/move``, ``/next``, ``/plan``."""

import re

from discord import app_commands

from bot.app.play.plans import MOST_ORDERS
from bot.app.records import MatchView
from bot.app.views.targets import BOARD, OWN_BOARD, PLAYING, TURN
from bot.edge import limits
from bot.edge.commands.builder import Command, Given, Option, command, match_option, resolve_match, suggested
from bot.edge.commands.choosing import MATCH
from bot.edge.imaging.render_pool import Scene
from bot.edge.interactions.button_actions import panel_for, receipt_post
from bot.edge.interactions.plans import all_orders, orders_for
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, key
from bot.edge.messages.board import render_request, show_plates, view_post
from bot.edge.messages.builder import MessageBuilder, Post
from bot.edge.messages.formatting import prose_of, title, told_words
from bot.edge.words import _, escape_markdown
from games.core.seats import Seat
from render.core.plates import Drawing

LEAST_LABEL = 12
"""With less room than this a completion shows only the line."""


def turn_commands(responder: Responder) -> list[Command | app_commands.Group]:
    """Return the commands."""
    return [_board(responder), _hand(responder), _move(responder), _next(responder), _plan(responder)]


def _board(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        look = await responder.services.matches.look(
            await resolve_match(responder, interaction, given), actor(interaction).user
        )
        if look.view is None:
            raise Sentence(_("{title} has not started yet, so there is no board.", title=title(look)))
        if given.get("text"):
            return view_post(look, (), as_text=True)
        if "player" in given:
            seat = find_seat(look, str(given["player"]))
            builder = MessageBuilder().say(f"### {title(look)} · {escape_markdown(look.seats[seat].name)}")
            show_plates(builder, look, await _seat_picture(responder, look, seat))
            return builder.post()
        return view_post(look, await responder.picture(render_request(look, Scene.BOARD)))

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        given = {MATCH: getattr(interaction.namespace, MATCH, None) or ""}
        look = await responder.services.matches.look(await resolve_match(responder, interaction, given), None)
        return [
            (seat.name, str(seat.seat + 1))
            for seat in look.seats
            if typed.casefold() in f"{seat.seat + 1} {seat.name}".casefold()
        ]

    text = Option(name="text", what=_("The board in words, to play by"), type=bool)
    player = Option(name="player", what=_("Only what lies before this player, large"), complete=complete)
    options = [text, player, match_option(responder)]
    return command(
        responder, "board", _("Show the board, to you only"), run=run, options=options, target=BOARD, queue=False
    )


async def _seat_picture(responder: Responder, look: MatchView, seat: Seat) -> tuple[Drawing, ...]:
    drawings = await responder.picture(render_request(look, Scene.SEAT, subject=seat))
    if not drawings:
        raise Sentence(_("There is no picture of one player's part; try `/board text`."))
    return drawings


def find_seat(look: MatchView, typed: str) -> Seat:
    """Return the seat by its number or the player's name; raises Sentence."""
    wanted = typed.strip().casefold()
    for seat in look.seats:
        if wanted in (str(seat.seat + 1), seat.name.casefold()):
            return seat.seat
    names = ", ".join(escape_markdown(seat.name) for seat in look.seats)
    raise Sentence(_("Nobody called “{typed}” plays here; {names} do.", typed=escape_markdown(typed[:40]), names=names))


def _hand(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        look = await responder.services.matches.look(match, actor(interaction).user, own=True)
        if look.view is None:
            raise Sentence(_("{title} has not started yet, so there is no board.", title=title(look)))
        return view_post(look, await responder.picture(render_request(look, Scene.PRIVATE)))

    what = _("Show the board as you see it, changes since your last turn outlined")
    return command(responder, "hand", what, run=run, options=[match_option(responder)], target=OWN_BOARD, queue=False)


def _move(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        receipt = await responder.services.matches.play_line(
            key(interaction), actor(interaction), match=match, line=unlabelled(str(given["line"])).strip()
        )
        return await receipt_post(responder, interaction, receipt)

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        line = unlabelled(typed)
        if len(line) > limits.CHOICE_VALUE:
            return []
        match = await resolve_match(responder, interaction, {MATCH: getattr(interaction.namespace, MATCH, None) or ""})
        found = await responder.services.matches.complete_line(match, actor(interaction).user, typed=line)
        return [(labelled(label, value), value) for label, value in suggested(found)]

    what = _("Your whole turn in the game's notation")
    line = Option(name="line", what=what, required=True, complete=complete, longest=2 * limits.CHOICE_NAME)
    return command(
        responder, "move", _("Play a turn in one line"), run=run, options=[line, match_option(responder)], target=TURN
    )


def labelled(label: str, line: str) -> str:
    """Return a completion's name: it begins with the line, so that one can type on after choosing it.

    Discord puts the name into the box; ``unlabelled`` takes its words out again.
    """
    room = limits.CHOICE_NAME - len(line) - 3
    return f"{line} \u2039{limits.cut(label, room)}\u203a" if room >= LEAST_LABEL else line


def unlabelled(typed: str) -> str:
    """Return a line without the words of the completions that were chosen in it."""
    return " ".join(re.sub("\u2039[^\u203a]*\u203a?", " ", typed).split()) + " " * typed.endswith(" ")


def _next(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await responder.services.matches.next_for(actor(interaction).user)
        if match is None:
            raise Sentence(_("No match waits for you."))
        return await panel_for(responder, await responder.services.drafts.open(actor(interaction), match=match))

    return command(responder, "next", _("Go to the match that has waited longest for you"), run=run, queue=False)


def _plan(responder: Responder) -> app_commands.Group:
    async def listing(interaction: Interaction, given: Given) -> Post:
        return await orders_for(responder, interaction, await resolve_match(responder, interaction, given))

    async def clear(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        receipt = await responder.services.plans.clear(key(interaction), actor(interaction), match=match)
        return await receipt_post(responder, interaction, receipt)

    async def move(interaction: Interaction, given: Given) -> Post:
        match, who = await resolve_match(responder, interaction, given), actor(interaction)
        stored = (await responder.services.plans.show(who, match=match)).orders
        number, to = int(given["number"]), int(given["to"])
        if not number <= len(stored):
            raise Sentence(_("There is no number {n}; `/plan list` shows what is stored.", n=number))
        moving = stored[number - 1].id
        receipt = await responder.services.plans.move(key(interaction), who, match=match, order=moving, rank=to - 1)
        look = await responder.services.matches.look(match, who.user)
        return await orders_for(responder, interaction, match, note=told_words(receipt.told, prose_of(look)))

    async def everything(interaction: Interaction, given: Given) -> Post:
        return await all_orders(responder, interaction)

    group = app_commands.Group(name="plan", description=_("What you have stored ahead"))
    one = [match_option(responder)]
    what = _("Show, add and remove what is played for you when you are asked")
    group.add_command(command(responder, "list", what, run=listing, options=one, target=PLAYING))
    group.add_command(command(responder, "add", what, run=listing, options=one, target=PLAYING))
    numbers = [
        Option(
            name="number", what=_("Which one, as the list counts"), type=int, required=True, least=1, most=MOST_ORDERS
        ),
        Option(
            name="to", what=_("Its new place; 1 is tried first"), type=int, required=True, least=1, most=MOST_ORDERS
        ),
    ]
    what = _("Put what is stored into another order of preference")
    group.add_command(command(responder, "move", what, run=move, options=[*numbers, *one], target=PLAYING))
    what = _("What you have stored ahead in all your matches")
    group.add_command(command(responder, "all", what, run=everything, queue=False, cost=0))
    what = _("Remove all you have stored ahead in a match")
    group.add_command(command(responder, "clear", what, run=clear, options=one, target=PLAYING))
    return group
