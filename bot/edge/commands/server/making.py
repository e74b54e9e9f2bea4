"""What ``/setup`` makes in a server when it is asked to: a forum, its tags, a channel; noted, and taken away again."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakValueDictionary

import discord

from bot.app.changes.server_rules import list_offered, read_list, write_list
from bot.edge import limits
from bot.edge.delivery.match_threads import STATES
from bot.edge.delivery.speaking import Speaker
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, place
from bot.edge.platform.permissions import NAMES, invite_link
from bot.edge.words import _, join_list
from db.ids import GuildId
from games.core.moves import Value

FORUM, RESULTS, TAGS = "forum", "results", "tags"
MADE = "made"


@dataclass(frozen=True, slots=True)
class Made:
    """A thing that the bot has made: a forum or a channel by its id; of tags, those of a forum that was there."""

    kind: str
    channel: int
    tag: int = 0

    def write(self) -> str:
        """Return it as the setting keeps it."""
        return f"{self.kind}:{self.channel}:{self.tag}"


def read_made(values: Mapping[str, Value]) -> list[Made]:
    """Return what the bot has made in a server."""
    parts = (part.split(":") for part in read_list(values, MADE))
    return [Made(kind, int(channel), int(tag)) for kind, channel, tag in parts]


def guild_of(interaction: Interaction) -> discord.Guild:
    """Return the server of who acts; raises Sentence where the bot isn't a member of it."""
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None:
        raise Sentence(_("The bot isn't a member of this server, so it can't be set up here."))
    return guild


def can_make(interaction: Interaction) -> bool:
    """Return whether the bot may make channels."""
    return guild_of(interaction).me.guild_permissions.manage_channels


def grant_words(interaction: Interaction) -> str:
    """Return how the permission is granted that making channels takes."""
    again = _("Then press the button again.")
    return f"{link_words(interaction, 'manage_channels')} {again}"


def link_words(interaction: Interaction, *keys: str) -> str:
    """Return how optional permissions are granted: by a link that asks for them, or by hand."""
    return _(
        "To grant it, open [this link]({link}) and confirm, or switch on “{name}” for the bot's role in the server "
        "settings.",
        link=invite_link(interaction.application_id, guild=interaction.guild_id, more=keys),
        name=join_list(_(NAMES[key]) for key in keys),
    )


async def make(responder: Responder, interaction: Interaction, what: str) -> str:
    """Make what was asked for and note it; return the sentence that says so. Raises Sentence where that is refused."""
    guild = guild_of(interaction)
    if not can_make(interaction):
        missing = _("Nothing was made: the bot lacks the permission “{name}”.", name=_(NAMES["manage_channels"]))
        raise Sentence(f"{missing} {grant_words(interaction)}")
    async with _one_by_one(guild):
        values = await responder.services.settings.server(place(interaction))
        await Speaker(interaction.client, responder.services.languages).in_server(GuildId(guild.id))
        try:
            known = await _find_made(guild, values, what)
            made, chosen = ([], USES[what](known)) if known else await MAKERS[what](responder, guild, values)
        except discord.HTTPException as error:
            await responder.speak(interaction)
            raise Sentence(explain(error)) from error
        await responder.speak(interaction)
        noted = write_list([*read_list(values, MADE), *(each.write() for each in made)])
        await responder.services.settings.set_server(place(interaction), {**chosen, MADE: noted})
    return _("Made: {channel}.", channel=f"<#{made[0].channel}>") if made else _("Nothing was missing.")


_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
"""By server, while something is made or taken away there."""


def _one_by_one(guild: discord.Guild) -> asyncio.Lock:
    """Return the lock under which something is made or taken away: what was made is noted after Discord has made it."""
    return _locks.setdefault(guild.id, asyncio.Lock())


async def _find_made(guild: discord.Guild, values: Mapping[str, Value], what: str) -> int:
    """Return the channel that the bot has made for this before, 0 if there is none: a button may be pressed again."""
    for made in read_made(values):
        if made.kind == what and what in USES:
            with suppress(discord.NotFound):
                return (await guild.fetch_channel(made.channel)).id
    return 0


def explain(error: discord.HTTPException) -> str:
    """Return why Discord refused to make or delete something."""
    if error.code in (limits.Code.MISSING_PERMISSION, limits.Code.MISSING_ACCESS):
        return _("Discord refused: the bot lacks the permission “{name}” there.", name=_(NAMES["manage_channels"]))
    if error.code == limits.Code.WRONG_CHANNEL_TYPE:
        return _("Discord refused: this server can't have forums. Switch on “Community” in its settings first.")
    return _("Discord refused: {why}", why=error.text or str(error.status))


def names_of_tags(responder: Responder, values: Mapping[str, Value]) -> list[str]:
    """Return what the tags of a forum for matches are called: the states, then the games offered."""
    titles = [game.spec.title for game in list_offered(values, responder.games).values()]
    named = [limits.cut(name, limits.TAG_NAME) for name in (*map(_, STATES), *titles)]
    return list(dict.fromkeys(named))[: limits.FORUM_TAGS]


def find_missing_tags(responder: Responder, forum: discord.ForumChannel, values: Mapping[str, Value]) -> list[str]:
    """Return the tags that a forum doesn't have yet, as many as there is room for."""
    has = {tag.name.casefold() for tag in forum.available_tags}
    lacking = [name for name in names_of_tags(responder, values) if name.casefold() not in has]
    return lacking[: limits.FORUM_TAGS - len(has)]


async def _make_forum(
    responder: Responder, guild: discord.Guild, values: Mapping[str, Value]
) -> tuple[list[Made], dict[str, Value]]:
    tags = [discord.ForumTag(name=name) for name in names_of_tags(responder, values)]
    forum = await guild.create_forum(_("matches"), topic=_("Each match has a post here."), available_tags=tags)
    return [Made(FORUM, forum.id)], USES[FORUM](forum.id)


async def _make_results(
    responder: Responder, guild: discord.Guild, values: Mapping[str, Value]
) -> tuple[list[Made], dict[str, Value]]:
    channel = await guild.create_text_channel(_("results"), topic=_("How matches ended"))
    return [Made(RESULTS, channel.id)], USES[RESULTS](channel.id)


async def _make_tags(
    responder: Responder, guild: discord.Guild, values: Mapping[str, Value]
) -> tuple[list[Made], dict[str, Value]]:
    forum = guild.get_channel(int(values["forum"]))
    if not isinstance(forum, discord.ForumChannel):
        return [], {}
    before = {tag.id for tag in forum.available_tags}
    new = [discord.ForumTag(name=name) for name in find_missing_tags(responder, forum, values)]
    if not new:
        return [], {}
    after = await forum.edit(available_tags=[*forum.available_tags, *new])
    assert after is not None, "the tags have changed"
    return [Made(TAGS, forum.id, tag.id) for tag in after.available_tags if tag.id not in before], {}


Maker = Callable[[Responder, discord.Guild, Mapping[str, Value]], Awaitable[tuple[list[Made], dict[str, Value]]]]
USES: Mapping[str, Callable[[int], dict[str, Value]]] = {
    FORUM: lambda channel: {"threads": True, "forum": channel},
    RESULTS: lambda channel: {"results": channel},
}
"""The settings by which a channel is used, by what it was made for."""
MAKERS: Mapping[str, Maker] = {FORUM: _make_forum, RESULTS: _make_results, TAGS: _make_tags}
"""What can be made, by name: what came of it, and the settings that use it."""


# --- Taking it away ----------------------------------------------------------------------------------------


async def describe_made(guild: discord.Guild, values: Mapping[str, Value]) -> list[str]:
    """Return a line for each thing that the bot has made, with what people would lose with it."""
    lines, told = [], set()
    for made in read_made(values):
        channel = guild.get_channel(made.channel)
        if made.kind == TAGS:
            if made.channel not in told:
                told.add(made.channel)
                lines.append(_("Tags in {channel}; its posts stay", channel=f"<#{made.channel}>"))
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
    async with _one_by_one(guild_of(interaction)):
        return await _remove(responder, interaction)


async def _remove(responder: Responder, interaction: Interaction) -> list[str]:
    guild, where = guild_of(interaction), place(interaction)
    values = await responder.services.settings.server(where)
    made, failed = read_made(values), []
    tags = {each.tag for each in made if each.kind == TAGS}
    for number in dict.fromkeys(each.channel for each in made):
        kinds = {each.kind for each in made if each.channel == number}
        channel = guild.get_channel(number)
        try:
            if isinstance(channel, discord.ForumChannel) and FORUM not in kinds:
                await channel.edit(available_tags=[tag for tag in channel.available_tags if tag.id not in tags])
            elif channel is not None:
                await channel.delete()
        except discord.HTTPException as error:
            if error.code != limits.Code.UNKNOWN_CHANNEL:
                failed.append((number, f"<#{number}>: {explain(error)}"))
    left = {number for number, _why in failed}
    gone = {each.channel for each in made if each.kind != TAGS} - left
    kept = write_list(each.write() for each in made if each.channel in left)
    freed = {name: 0 for name in ("forum", "results", "openings") if int(values[name]) in gone}
    await responder.services.settings.set_server(where, {**freed, MADE: kept})
    return [why for _number, why in failed]
