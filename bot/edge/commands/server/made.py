"""What ``/setup`` has made in a server: noted, listed, and taken away again."""

import asyncio
from collections.abc import Mapping
from weakref import WeakValueDictionary

import discord

from bot.app.changes.server_rules import OWN_ROLES, ROLE, Made, read_made
from bot.edge import limits
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, place
from bot.edge.platform.permissions import NAMES
from bot.edge.words import _
from games.core.moves import Value

FORUM, TAGS = "forum", "tags"
RESULTS, OPENINGS, REPORTS, PUZZLES = "results", "openings", "reports", "puzzles"
CHAMPIONS, PARTICIPANTS = "champions", "participants"
"""What is made, by the setting that uses it; tags belong to a forum that was there."""
ROLES = (CHAMPIONS, PARTICIPANTS)


def guild_of(interaction: Interaction) -> discord.Guild:
    """Return the server of who acts; raises Sentence where the bot isn't a member of it."""
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None:
        raise Sentence(_("The bot isn't a member of this server, so it can't be set up here."))
    return guild


_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
"""By server, while something is made or taken away there."""


def one_by_one(guild: discord.Guild) -> asyncio.Lock:
    """Return the lock under which something is made or taken away: what was made is noted after Discord has made it."""
    return _locks.setdefault(guild.id, asyncio.Lock())


def explain(error: discord.HTTPException, right: str) -> str:
    """Return why Discord refused to make or delete something that takes a permission."""
    if error.code in (limits.Code.MISSING_PERMISSION, limits.Code.MISSING_ACCESS):
        return _("Discord refused: the bot lacks the permission “{name}” there.", name=_(NAMES[right]))
    if error.code == limits.Code.WRONG_CHANNEL_TYPE:
        return _("Discord refused: this server can't have forums. Switch on “Community” in its settings first.")
    return _("Discord refused: {why}", why=error.text or str(error.status))


async def describe_made(guild: discord.Guild, values: Mapping[str, Value]) -> list[str]:
    """Return a line for each thing that the bot has made, with what people would lose with it."""
    lines, told = [], set()
    for made in read_made(values):
        channel = guild.get_channel(made.number)
        if made.is_role and guild.get_role(made.number) is not None:
            lines.append(_("Role {role}: ⚠️ people who have it lose it", role=f"<@&{made.number}>"))
        elif made.kind == TAGS:
            if made.number not in told:
                told.add(made.number)
                lines.append(_("Tags in {channel}; its posts stay", channel=f"<#{made.number}>"))
        elif isinstance(channel, discord.ForumChannel):
            posts = [thread async for thread in channel.archived_threads(limit=100)]
            count = len(channel.threads) + len(posts)
            words = _(
                "Forum {channel}: {n, plural, =0 {no posts} one {⚠️ # post is deleted with it} "
                "other {⚠️ # posts are deleted with it}}",
                channel=channel.mention,
                n=count,
            )
            lines.append(words)
        elif isinstance(channel, discord.TextChannel):
            count = len([message async for message in channel.history(limit=100)])
            words = _(
                "Channel {channel}: {n, plural, =0 {empty} one {⚠️ # message is deleted with it} "
                "other {⚠️ # messages are deleted with it}}",
                channel=channel.mention,
                n=count,
            )
            lines.append(words)
        else:
            lines.append(_("Something that people have deleted already"))
    return lines


async def remove_made(responder: Responder, interaction: Interaction) -> list[str]:
    """Delete what the bot has made, and nothing else; return what couldn't be. The settings that used it end, too."""
    async with one_by_one(guild_of(interaction)):
        return await _remove(responder, interaction)


async def _remove(responder: Responder, interaction: Interaction) -> list[str]:
    guild, where = guild_of(interaction), place(interaction)
    values = await responder.services.settings.server(where)
    made, failed = read_made(values), []
    for each in {each.number: each for each in made}.values():
        try:
            await _delete(guild, each, made)
        except discord.HTTPException as error:
            if error.code not in (limits.Code.UNKNOWN_CHANNEL, limits.Code.UNKNOWN_ROLE):
                sign = "@&" if each.is_role else "#"
                failed.append((each.number, f"<{sign}{each.number}>: {explain(error, each.right)}"))
    left = {number for number, _why in failed}
    gone = [each for each in made if each.number not in left]
    lost = {each.number for each in gone if each.kind != TAGS}
    users = (FORUM, RESULTS, OPENINGS, REPORTS, PUZZLES, *ROLES)
    freed: dict[str, Value] = {name: 0 for name in users if int(values[name]) in lost}
    if any(each.kind == ROLE for each in made):
        freed[OWN_ROLES] = ""
    await responder.services.settings.set_server(where, freed, gone=gone)
    return [why for _number, why in failed]


async def _delete(guild: discord.Guild, each: Made, made: list[Made]) -> None:
    """Delete one thing; of a forum that was there, the tags alone."""
    if each.is_role:
        role = guild.get_role(each.number)
        if role is not None:
            await role.delete()
        return
    channel = guild.get_channel(each.number)
    kinds = {other.kind for other in made if other.number == each.number}
    if isinstance(channel, discord.ForumChannel) and FORUM not in kinds:
        tags = {other.part for other in made if other.kind == TAGS}
        await channel.edit(available_tags=[tag for tag in channel.available_tags if tag.id not in tags])
    elif channel is not None:
        await channel.delete()
