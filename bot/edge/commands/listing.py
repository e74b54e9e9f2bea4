"""Lists of matches, page by page."""

from collections.abc import Sequence

from bot.app.match.records import MatchLine
from bot.edge.commands.builder import game_title
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles, read_as
from bot.edge.interactions.outside import guild_here
from bot.edge.interactions.plans import ALL, all_orders
from bot.edge.interactions.responder import Responder, actor, is_outside, make_sees, place
from bot.edge.messages.builder import MessageBuilder, Post, page_buttons, pages_of, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment, name_players
from bot.edge.messages.places import name_line
from bot.edge.words import _, escape_markdown, join_list
from db.records import Status

MINE = "mine"
MOST_LINES = 20
"""Matches on one page."""
MOST_WRITTEN = 3500
"""Characters of one page."""


async def list_for(responder: Responder, interaction: Interaction, which: str, *, page: int = 0) -> Post:
    """Return a page of the player's own matches, or of those of the server in a status."""
    if which == MINE:
        found = await responder.services.matches.mine(actor(interaction).user)
    else:
        status = read_as(Status, which)
        if is_outside(interaction):
            guild_here(interaction)
        found = await responder.services.matches.list_matches(
            place(interaction), status=status, sees=make_sees(interaction)
        )
    return list_post(responder, found, which=which, page=page)


def list_post(responder: Responder, found: Sequence[MatchLine], *, which: str, page: int = 0) -> Post:
    """Return a page of a list of matches; ``which`` list it is goes into the buttons that turn the page."""
    if not found:
        return plain(_("There are no matches to show. Open one with `/play`."))
    pages = pages_of([_line(responder, line) for line in found], len, most=MOST_LINES, room=MOST_WRITTEN)
    at = min(page, len(pages) - 1)
    back = Press(verb=ButtonAction.LIST, at=max(at - 1, 0), value=which)
    on = Press(verb=ButtonAction.LIST, at=at + 1, value=which)
    builder = MessageBuilder().say("\n".join(pages[at])).buttons(page_buttons(at, len(pages), back=back, on=on))
    return builder.post()


@handles(ButtonAction.LIST)
async def _turn_page(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    if press.value == ALL:
        return await all_orders(responder, interaction, page=press.at)
    return await list_for(responder, interaction, press.value, page=press.at)


def _line(responder: Responder, line: MatchLine) -> str:
    name = name_line(f"#{line.match} {game_title(responder, line.game)}", line)
    names = ", ".join(map(escape_markdown, name_players(line, line.names)))
    match line.status:
        case Status.LOBBY:
            state = _("{free, plural, one {# free seat} other {# free seats}}", free=line.free)
        case Status.RUNNING:
            who = (
                _("**your turn**") if line.yours else join_list(map(escape_markdown, name_players(line, line.waiting)))
            )
            state = f"▸ {who}" + (f" {moment(line.due)}" if line.due else "")
        case Status.FINISHED:
            state = _("finished {when}", when=moment(line.moved))
        case Status.CANCELLED:
            state = _("canceled")
    return f"{name} · {names} · {state}"
