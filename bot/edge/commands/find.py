"""``/find``: waiting for others to play with, and *Find players* on the page of a game."""

from typing import TypedDict, Unpack

import discord
from discord import app_commands

from bot.app.changes.server_rules import Access
from bot.app.match.records import Place
from bot.edge.commands.builder import READ
from bot.edge.commands.cog import Cog, command, group
from bot.edge.commands.parameters import Game, find_game
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles, read_as
from bot.edge.interactions.outside import guild_here
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.interactions.rights import access_of, find_access, find_opening
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import SNOWFLAKE, ButtonAction, Press
from bot.edge.messages.formatting import title
from bot.edge.panels.find_players import (
    CHANGE,
    FIELDS,
    START,
    STOP,
    Asked,
    Wanted,
    choosing_post,
    find_seats,
    found_post,
    list_post,
    waiting_post,
)
from bot.edge.panels.regular import STOP as STOP_REPEATING
from bot.edge.panels.regular import list_regular, repeat_post
from bot.edge.words import _
from db.ids import GuildId, Key, MatchId
from db.seeking.records import Every
from games.core.contract import AnyGame


def find_group(responder: Responder) -> app_commands.Group:
    """Return the group."""
    return group("find", _("Find others to play with"), Find(responder))


class Find(Cog):
    """Waiting for others."""

    @command(_("Wait for others who want to play the same game"), handling=READ)
    async def players(self, interaction: Interaction, *, game: Game) -> Post:
        """Choose what to wait for."""
        return await _choose(self.responder, interaction, game, _usual(game))

    @command(_("List the games you wait for, to stop waiting"), name="list", handling=READ)
    async def show(self, interaction: Interaction) -> Post:
        """List them."""
        return await _list(self.responder, interaction)

    @command(_("List the matches you have repeated, to stop them"), handling=READ)
    async def regular(self, interaction: Interaction) -> Post:
        """List them."""
        return await _list_regular(self.responder, interaction)


@handles(ButtonAction.REPEAT)
async def _repeat(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """*Repeat* in a match's details: how often, or no more."""
    match, who, tables = MatchId(press.match), actor(interaction), responder.services.regular_tables
    if press.value == STOP_REPEATING:
        stopped = await tables.stop(who, match=match)
        note = _("✅ This match isn't repeated anymore.") if stopped else _("This match isn't repeated.")
        return await _list_regular(responder, interaction, note=note)
    name = title(await responder.services.matches.view(match, who.user))
    if press.value:
        every = read_as(Every, press.value)
        record = await tables.repeat(who, match=match, every=every, access=access_of(interaction))
        return repeat_post(match, name, record)
    return repeat_post(match, name, await tables.find(who, match=match))


async def _list_regular(responder: Responder, interaction: Interaction, *, note: str = "") -> Post:
    found = await responder.services.regular_tables.list_regular(actor(interaction))
    known = [(responder.games[game].spec.title, record) for record, game in found if game in responder.games]
    return list_regular(known, note=note)


@handles(ButtonAction.FIND)
async def _press(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    what, _sign, written = press.value.partition("!")
    if what == STOP:
        named, _sign, guild = written.partition(":")
        if not SNOWFLAKE.fullmatch(guild):
            raise explain_outdated()
        await responder.services.player_search.stop(actor(interaction).user, GuildId(int(guild)), named)
        return await _list(responder, interaction)
    if what not in (START, CHANGE):
        game = find_game(responder, press.value)
        return await _choose(responder, interaction, game, _usual(game))
    written, _sign, rendering = written.partition("!")
    wanted = read_as(Wanted.read, written)
    if what == CHANGE:
        if press.at >= len(FIELDS):
            raise explain_outdated()
        wanted = read_as(lambda value: wanted.choose(press.at, value), chosen or "")
    game = find_game(responder, wanted.game)
    if wanted.seats not in find_seats(game):
        raise explain_outdated()
    if what == CHANGE:
        return await _choose(responder, interaction, game, wanted)
    opening = await find_opening(responder, interaction)
    return await _start(
        responder,
        interaction,
        wanted,
        key=Key(f"find {rendering}") if rendering else key(interaction),
        place=opening.place,
        access=access_of(interaction),
        is_open=_is_open(interaction.guild, interaction.channel),
    )


@handles(ButtonAction.SEARCH)
async def _wait_again(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """*Wait again*, under the message that nobody was found: for the same, where it was asked for."""
    written, _sign, where = press.value.partition("!")
    wanted, asked = read_as(Wanted.read, written), read_as(Asked.read, where)
    if interaction.user.id != asked.user:
        raise Sentence(_("Only the person named in this message can use its button."))
    if wanted.seats not in find_seats(find_game(responder, wanted.game)):
        raise explain_outdated()
    guild, channel, access = await find_access(interaction, Place(asked.guild, asked.channel))
    message = interaction.message
    return await _start(
        responder,
        interaction,
        wanted,
        key=key(interaction) if message is None else Key(f"search {message.id}"),
        place=Place(asked.guild, asked.channel),
        access=access,
        is_open=_is_open(guild, channel),
    )


def _usual(game: AnyGame) -> Wanted:
    """What is chosen at first; raises Sentence for a game that nobody can play with others."""
    if not find_seats(game):
        raise Sentence(_("{title} is played alone.", title=game.spec.title))
    return Wanted(game=game.spec.key, seats=find_seats(game)[0])


async def _choose(responder: Responder, interaction: Interaction, game: AnyGame, wanted: Wanted) -> Post:
    """Show what can be chosen."""
    guild = guild_here(interaction)
    waiting = await responder.services.player_search.list_sought(actor(interaction).user)
    here = [each for each in waiting if each.record.guild == guild]
    return choosing_post(game, wanted, waiting=here)


class _Where(TypedDict):
    """Where somebody waits, and by what right; as ``PlayerSearch.seek`` has it."""

    place: Place
    access: Access
    is_open: bool


async def _start(
    responder: Responder, interaction: Interaction, wanted: Wanted, *, key: Key, **where: Unpack[_Where]
) -> Post:
    """Wait for players, or find them at once; ``key``: once only."""
    sought = await responder.services.player_search.seek(key, actor(interaction), wanted.search(), **where)
    show = waiting_post if sought.match is None else found_post
    return show(find_game(responder, wanted.game).spec.title, sought)


async def _list(responder: Responder, interaction: Interaction) -> Post:
    waiting = await responder.services.player_search.list_sought(actor(interaction).user)
    known = [each for each in waiting if each.record.game in responder.games]
    return list_post([(responder.games[each.record.game].spec.title, each) for each in known])


def _is_open(guild: discord.Guild | None, channel: object) -> bool:
    """Whether everybody on the server sees the channel."""
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(guild.default_role).view_channel
