"""The rights that the bot has in a place, and what those cost that it lacks."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord

from bot.app.changes.server_rules import MODERATORS, REPORTS, Access
from bot.app.match.records import Place
from bot.edge.delivery.match_threads import usable_tags
from bot.edge.interactions import Interaction
from bot.edge.interactions.outside import find_own_place, refuse_outside, why_not_here
from bot.edge.interactions.responder import Responder, Sentence, is_outside, roles_of, staff_of
from bot.edge.interactions.responder import place as place_of
from bot.edge.platform.permissions import NAMES
from bot.edge.words import N_, _, join_list
from db.ids import ChannelId
from db.records import Status
from games.core.moves import Value


@dataclass(frozen=True, slots=True)
class Right:
    """One of the bot's permissions by discord.py's name, and what does not work without it."""

    key: str
    cost: str

    @property
    def name(self) -> str:
        """What Discord calls it in the reader's language."""
        return _(NAMES[self.key])


NOTHING = N_("nothing can be posted here")
WRITING = (
    Right("view_channel", NOTHING),
    Right("send_messages", NOTHING),
)
"""Without one of these nobody ever sees a card."""
IN_A_THREAD = (
    Right("view_channel", NOTHING),
    Right("send_messages_in_threads", NOTHING),
)
PICTURES = (Right("attach_files", N_("boards can't be posted, so players see them with `/board`")),)
HISTORY = Right("read_message_history", N_("old boards keep their buttons"))
THREADS = (
    Right("create_public_threads", N_("matches are played in the channel itself")),
    Right("send_messages_in_threads", N_("boards can't be posted in match threads")),
    Right(
        "read_message_history",
        N_("matches are played in the channel itself, and old boards keep their buttons"),
    ),
)
NO_POSTS = N_("matches get threads in the channel instead")
POSTS = (
    Right("view_channel", NO_POSTS),
    Right("send_messages", NO_POSTS),
    Right("send_messages_in_threads", N_("boards can't be posted there")),
    *PICTURES,
    HISTORY,
)
"""What matches need in a forum: there “Send Messages” lets one open a post."""
PINS = (Right("pin_messages", N_("match cards aren't pinned")),)


def rights_in(interaction: Interaction, where: Place) -> discord.Permissions:
    """Return the bot's rights in a place of a server, those of the interaction's own place as Discord has sent them.

    All, where they are not known: in a server of another process, or a channel that is gone.
    """
    guild = interaction.client.get_guild(where.guild or 0)
    if guild is None and where.guild == interaction.guild_id:
        return discord.Permissions.none()  # used where it is no member, it can answer, and no more
    if where.channel == interaction.channel_id:
        return interaction.app_permissions
    channel = guild.get_channel_or_thread(where.channel) if guild is not None else None
    return discord.Permissions.all() if guild is None or channel is None else channel.permissions_for(guild.me)


def find_missing(interaction: Interaction, where: Place, wanted: Iterable[Right]) -> list[Right]:
    """Return the rights that the bot lacks in a place of a server; without the first nothing else matters."""
    held = rights_in(interaction, where)
    lacking = [right for right in wanted if not getattr(held, right.key)]
    return lacking[:1] if lacking and lacking[0].key == "view_channel" else lacking


def lines(lacking: Sequence[Right]) -> list[str]:
    """Return a line for each right that is lacking, with what that costs."""
    return [_("⚠️ Missing permission “{name}”: {cost}.", name=right.name, cost=_(right.cost)) for right in lacking]


async def missing_lines(responder: Responder, interaction: Interaction, where: Place) -> list[str]:
    """Return a line for each right that matches of a place need and the bot lacks; [] outside servers."""
    if where.guild is None:
        return []
    if where == place_of(interaction) and is_outside(interaction):
        return [f"⚠️ {why_not_here(interaction)}"]
    values = await responder.services.settings.server(where)
    writing, forum = _writing_rights(interaction, where), int(values["forum"])
    if values["threads"] and forum:
        return lines(find_missing(interaction, where, writing)) + forum_lines(interaction, where, forum)
    wanted = (*writing, *PICTURES, *(THREADS if values["threads"] else (HISTORY, *PINS)))
    return lines(find_missing(interaction, where, wanted))


def forum_lines(interaction: Interaction, where: Place, forum: int) -> list[str]:
    """Return a line for each thing that keeps matches of a server from being posts of its forum, or costs them."""
    guild = interaction.client.get_guild(where.guild or 0)
    channel = guild.get_channel(forum) if guild is not None else None
    if not isinstance(channel, discord.ForumChannel):
        gone = _(
            "⚠️ The forum for matches is gone, or Longtable can't see it: {cost}. Choose another one with "
            "`/settings forum:`.",
            cost=_(NO_POSTS),
        )
        return [] if guild is None else [gone]
    found = []
    for right in find_missing(interaction, Place(where.guild, ChannelId(forum)), POSTS):
        names = {"name": right.name, "forum": channel.mention, "cost": _(right.cost)}
        found.append(_("⚠️ Missing permission “{name}” in {forum}: {cost}.", **names))
    if channel.flags.require_tag and not usable_tags(channel):
        untagged = _(
            "⚠️ {forum} requires a tag, but has none that Longtable can set: {cost}. Add a tag that everyone can use.",
            forum=channel.mention,
            cost=_(NO_POSTS),
        )
        found.append(untagged)
    return found


def access_of(interaction: Interaction) -> Access:
    """Return what a server's settings ask of who acts, and of the place where they do."""
    rights, channel = interaction.permissions, interaction.channel
    parent = channel.parent if isinstance(channel, discord.Thread) else None
    around = (getattr(channel, "parent_id", None), getattr(parent or channel, "category_id", None))
    return Access(
        roles=roles_of(interaction),
        staff=staff_of(interaction) is not None or (place_of(interaction).guild is not None and rights.manage_events),
        within=tuple(number for number in around if number is not None),
    )


async def find_access(
    interaction: Interaction, where: Place
) -> tuple[discord.Guild, discord.abc.GuildChannel | discord.Thread, Access]:
    """Return a server, a channel and what who acts may do there, from wherever they do; one request.

    Raises Sentence for who isn't on the server or doesn't see the channel.
    """
    guild = interaction.client.get_guild(where.guild or 0)
    channel = None if guild is None else guild.get_channel_or_thread(where.channel)
    member = None
    if guild is not None:
        with suppress(discord.NotFound):
            member = await guild.fetch_member(interaction.user.id)
    if guild is None or channel is None or member is None or not channel.permissions_for(member).view_channel:
        raise Sentence(_("You can't see that channel anymore. Use `/find players` on a server you share with the bot."))
    rights = channel.permissions_for(member)
    around = (getattr(channel, "parent_id", None), channel.category_id)
    access = Access(
        roles=tuple(role.id for role in member.roles),
        staff=rights.manage_guild or rights.manage_events,
        within=tuple(number for number in around if number is not None),
    )
    return guild, channel, access


def expect_staff_only(interaction: Interaction, values: Mapping[str, Value]) -> None:
    """Raise Sentence for a role of moderators that everyone has, and a channel for reports that everyone can read.

    ``values``: the settings that are to change.
    """
    guild = interaction.guild
    role, channel = int(values.get(MODERATORS, 0)), int(values.get(REPORTS, 0))
    if guild is not None and role == guild.id:
        raise Sentence(_("Choose a role that not everyone has. Nothing was changed."))
    if not channel:
        return
    found = None if guild is None else guild.get_channel(channel)
    if guild is None or found is None:
        raise Sentence(
            _("Longtable can't see that channel. Give it the permission “View Channel” there, then try again.")
        )
    if found.permissions_for(guild.default_role).view_channel:
        raise Sentence(_("Everyone can read that channel. Choose one that only your moderators can see."))
    rights = found.permissions_for(guild.me)
    if not (rights.view_channel and rights.send_messages and rights.attach_files):
        raise Sentence(
            _(
                "Longtable can't post in that channel. Give it the permissions “View Channel”, “Send Messages” and "
                "“Attach Files” there, then try again."
            )
        )


POSTED = {
    "results": (
        N_("⚠️ The channel for results is gone, or Longtable can't see it. Choose another one with `/setup`."),
        N_("results can't be posted there"),
    ),
    "openings": (
        N_("⚠️ The channel for open matches is gone, or Longtable can't see it. Choose another one with `/setup`."),
        N_("the list of open matches can't be posted there"),
    ),
    "puzzles": (
        N_("⚠️ The channel for puzzles is gone, or Longtable can't see it. Choose another one with `/setup`."),
        N_("puzzles can't be posted there"),
    ),
}
"""Settings that name a channel for posts: what is said where it is gone, and what a missing permission costs."""


def channel_lines(interaction: Interaction, where: Place, values: Mapping[str, Value]) -> list[str]:
    """Return a line for each thing that keeps posts from the channels that a server has chosen for them."""
    return [line for name in POSTED for line in _list_lacking(interaction, where, name, int(values[name]))]


def _list_lacking(interaction: Interaction, where: Place, name: str, channel: int) -> list[str]:
    """The same for one of the channels; 0: none is chosen."""
    guild = interaction.client.get_guild(where.guild or 0)
    if not channel or guild is None:
        return []
    gone, cost = map(_, POSTED[name])
    if guild.get_channel(channel) is None:
        return [gone]
    lacking = find_missing(interaction, Place(where.guild, ChannelId(channel)), WRITING)
    return [
        _("⚠️ Missing permission “{name}” in {forum}: {cost}.", name=right.name, forum=f"<#{channel}>", cost=cost)
        for right in lacking
    ]


@dataclass(frozen=True, slots=True)
class Opening:
    """Where something new is opened, and what is to be said about that place."""

    place: Place
    notes: list[str]


async def find_opening(responder: Responder, interaction: Interaction, *, alone: bool = False) -> Opening:
    """Return where something new is opened: here, or ``alone`` (for one person) in private where nothing can be posted.

    Raises Sentence where its card could not be posted.
    """
    here = place_of(interaction)
    if not is_outside(interaction):
        return Opening(here, await expect_writing(responder, interaction, here))
    if not alone:
        raise refuse_outside(interaction)
    own = await find_own_place(interaction)
    way = _(
        "Your match is in your direct messages: {link}. If nothing arrives there, use `/next` and `/board`.",
        link=f"https://discord.com/channels/@me/{own.channel}",
    )
    return Opening(own, [f"{why_not_here(interaction)} {way}"])


async def expect_writing(responder: Responder, interaction: Interaction, asked: Place) -> list[str]:
    """Hold the rights against what something new needs in a place; return what else is lacking.

    Raises Sentence where its card could not be posted.
    """
    where = await responder.services.lobby.find_opening_place(asked)
    if where.guild is None:
        return []
    lacking = find_missing(interaction, where, _writing_rights(interaction, where))
    if lacking:
        names = join_list(f"“{right.name}”" for right in lacking)
        raise Sentence(
            _(
                "Nothing was opened: Longtable can't post in {channel} without the permission {names}. Ask someone who "
                "manages the server to grant it, or use another channel.",
                channel=f"<#{where.channel}>",
                names=names,
            )
        )
    return await missing_lines(responder, interaction, where)


async def server_lines(responder: Responder, interaction: Interaction) -> list[str]:
    """Return what the bot lacks here and wherever matches of the server are played, place by place."""
    here = place_of(interaction)
    found = [here]
    for status in (Status.LOBBY, Status.RUNNING):
        found += [line.place for line in await responder.services.matches.list_matches(here, status=status)]
    told = []
    for channel in dict.fromkeys(place.channel for place in found):
        lacking = await missing_lines(responder, interaction, Place(here.guild, ChannelId(channel)))
        if lacking:
            told.append("\n".join([f"<#{channel}>", *lacking]))
    return told


def _writing_rights(interaction: Interaction, where: Place) -> tuple[Right, ...]:
    guild = interaction.client.get_guild(where.guild or 0)
    thread = guild.get_thread(where.channel) if guild is not None else None
    own = where.channel == interaction.channel_id and isinstance(interaction.channel, discord.Thread)
    return IN_A_THREAD if own or thread is not None else WRITING
