"""*Invite to a match* of a person: to one of one's open matches, or to a new one."""

from contextlib import suppress

import discord

from bot.app.match.records import Actor, MatchLine
from bot.edge.commands.builder import game_title
from bot.edge.commands.match.opening import create, read_wish
from bot.edge.commands.parameters import find_game, find_offered
from bot.edge.delivery.retries import FAILURES
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles
from bot.edge.interactions.outside import way_in
from bot.edge.interactions.responder import Responder, Sentence, actor, key, person, place
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import MessageBuilder, Option, Post
from bot.edge.messages.custom_ids import NUMBER, SNOWFLAKE, ButtonAction, Press
from bot.edge.messages.formatting import name_players
from bot.edge.messages.gallery import facts_of
from bot.edge.words import _, escape_markdown
from db.ids import MatchId

MOST_MATCHES = 10
MOST_GAMES = 15
"""Of each that the menu names; it has room for 25 lines."""


async def choose_match(responder: Responder, interaction: Interaction, user: discord.User) -> Post:
    """Return the question to what somebody is invited; raises Sentence where there is nothing."""
    guest, host = person(user), actor(interaction)
    if guest.user == host.user:
        raise Sentence(_("That's you. Choose someone else."))
    lines = (await responder.services.matches.list_hosted(host.user))[:MOST_MATCHES]
    games = {} if place(interaction).guild is None else await find_offered(responder, interaction)
    options = [_match_option(responder, line) for line in lines]
    options += [
        Option(name, _("New match: {title}", title=game.spec.title), facts_of(game))
        for name, game in games.items()
        if max(game.spec.seats) > 1
    ][:MOST_GAMES]
    name = escape_markdown(guest.name)
    if not options:
        nothing = _("You host no open match with a free seat on a server, so you can't invite {name} yet.", name=name)
        raise Sentence(f"{nothing} {way_in(interaction)}")
    builder = MessageBuilder().say(_("### Invite {name} to a match", name=name))
    builder.say(
        _("Choose one of your open matches.")
        if not games
        else _("Choose one of your open matches, or a game to open a new one here.")
    )
    builder.say(_("-# A seat is reserved for {name}, who is told about it.", name=name))
    press = Press(verb=ButtonAction.INVITE, value=str(guest.user))
    return builder.select(press, options, placeholder=_("Choose a match")).post()


def _match_option(responder: Responder, line: MatchLine) -> Option:
    free = _("{free, plural, one {# free seat} other {# free seats}}", free=line.free)
    names = ", ".join(name_players(line, line.names))
    return Option(str(line.match), f"#{line.match} {game_title(responder, line.game)}", f"{free} · {names}")


@handles(ButtonAction.INVITE)
async def _invite(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    if chosen is None:
        raise explain_outdated()
    guest = await _fetch_guest(interaction, press.value)
    if not NUMBER.fullmatch(chosen):
        wish = read_wish(find_game(responder, chosen), {"invite1": guest}, options={})
        return await create(responder, interaction, wish)
    match = MatchId(int(chosen))
    async with responder.queue(match, interaction):
        receipt = await responder.services.lobby.invite(
            key(interaction), actor(interaction), match=match, users=[guest], keep=True
        )
    return await receipt_post(responder, interaction, receipt)


async def _fetch_guest(interaction: Interaction, written: str) -> Actor:
    """The person by the names they have now; raises Sentence if Discord doesn't know them or can't be asked."""
    if not SNOWFLAKE.fullmatch(written):
        raise explain_outdated()
    client, where, user = interaction.client, place(interaction), int(written)
    guild = None if where.guild is None else client.get_guild(where.guild)
    try:
        if guild is not None:
            with suppress(discord.NotFound):  # they may have left the server, and can be asked all the same
                return person(await guild.fetch_member(user))
        return person(await client.fetch_user(user))
    except discord.NotFound:
        raise Sentence(_("Discord doesn't know this person anymore, so no one was invited.")) from None
    except FAILURES:
        raise Sentence(_("Discord couldn't say who this is, so no one was invited. Try again in a minute.")) from None
