"""What ``/setup`` makes in a server when it is asked to: a forum, its tags, channels and roles."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import discord

from bot.app.changes.server_rules import MODERATORS, Made, list_offered, read_made
from bot.edge import limits
from bot.edge.commands.server.made import (
    CHAMPIONS,
    FORUM,
    OPENINGS,
    PARTICIPANTS,
    PUZZLES,
    REPORTS,
    RESULTS,
    ROLES,
    TAGS,
    explain,
    guild_of,
    one_by_one,
)
from bot.edge.delivery.match_threads import STATES
from bot.edge.delivery.speaking import Speaker
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, place
from bot.edge.platform.permissions import NAMES, invite_link
from bot.edge.words import N_, _, join_list
from db.ids import GuildId
from games.core.moves import Value

Values: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Asked:
    """For what something is made: the server, who asks, and what is set there."""

    responder: Responder
    interaction: Interaction
    values: Values

    @property
    def guild(self) -> discord.Guild:
        """The server."""
        return guild_of(self.interaction)


@dataclass(frozen=True, slots=True)
class Maker:
    """Something that can be made: the button that asks for it, what it would be in words, and what makes it."""

    label: str
    plan: Callable[[Asked], str]
    make: Callable[[Asked], Awaitable[list[Made]]]


def may_make(interaction: Interaction, what: str) -> bool:
    """Return whether the bot has the permission that something takes."""
    return bool(getattr(guild_of(interaction).me.guild_permissions, Made(what, 0).right))


def grant_words(interaction: Interaction, what: str) -> str:
    """Return how the permission is granted that making something takes."""
    again = _("Then press the button again.")
    return f"{link_words(interaction, Made(what, 0).right)} {again}"


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
    guild, right = guild_of(interaction), Made(what, 0).right
    if not may_make(interaction, what):
        missing = _("Nothing was made: the bot lacks the permission “{name}”.", name=_(NAMES[right]))
        raise Sentence(f"{missing} {grant_words(interaction, what)}")
    async with one_by_one(guild):
        values = await responder.services.settings.server(place(interaction))
        await Speaker(interaction.client, responder.services.languages).in_server(GuildId(guild.id))
        try:
            known = await _find_made(guild, values, what)
            made = [] if known else await MAKERS[what].make(Asked(responder, interaction, values))
        except discord.HTTPException as error:
            await responder.speak(interaction)
            raise Sentence(explain(error, right)) from error
        await responder.speak(interaction)
        used = known or next((each.number for each in made if each.kind != TAGS), 0)
        await responder.services.settings.set_server(place(interaction), _use(what, used), made=made)
    if not made:
        return _("Nothing was missing.")
    return _("Made: {channel}.", channel=f"<{'@&' if what in ROLES else '#'}{made[0].number}>")


def _use(what: str, number: int) -> dict[str, Value]:
    """The settings by which something that was made is used."""
    if not number:
        return {}
    return {"threads": True, what: number} if what == FORUM else {what: number}


async def _find_made(guild: discord.Guild, values: Values, what: str) -> int:
    """Return what the bot has made for this before, 0 if there is nothing: a button may be pressed again."""
    for made in read_made(values):
        if made.kind == what and what in ROLES and guild.get_role(made.number) is not None:
            return made.number
        if made.kind == what and what not in (TAGS, *ROLES):
            with suppress(discord.NotFound):
                return (await guild.fetch_channel(made.number)).id
    return 0


def names_of_tags(responder: Responder, values: Values) -> list[str]:
    """Return what the tags of a forum for matches are called: the states, then the games offered."""
    titles = [game.spec.title for game in list_offered(values, responder.games).values()]
    named = [limits.cut(name, limits.TAG_NAME) for name in (*map(_, STATES), *titles)]
    return list(dict.fromkeys(named))[: limits.FORUM_TAGS]


def find_missing_tags(responder: Responder, forum: discord.ForumChannel, values: Values) -> list[str]:
    """Return the tags that a forum doesn't have yet, as many as there is room for."""
    has = {tag.name.casefold() for tag in forum.available_tags}
    lacking = [name for name in names_of_tags(responder, values) if name.casefold() not in has]
    return lacking[: limits.FORUM_TAGS - len(has)]


# --- Each of them ------------------------------------------------------------------------------------------


def _plan_forum(asked: Asked) -> str:
    return _(
        "A forum called “{name}” with these tags: {tags}. Each new match becomes a post.",
        name=_("matches"),
        tags=join_list(names_of_tags(asked.responder, asked.values)),
    )


async def _make_forum(asked: Asked) -> list[Made]:
    tags = [discord.ForumTag(name=name) for name in names_of_tags(asked.responder, asked.values)]
    topic = _("Each match has a post here.")
    forum = await asked.guild.create_forum(_("matches"), topic=topic, available_tags=tags)
    return [Made(FORUM, forum.id)]


def _plan_tags(asked: Asked) -> str:
    tags = join_list(names_of_tags(asked.responder, asked.values))
    return _("Tags that the forum lacks: {tags}.", tags=tags)


async def _make_tags(asked: Asked) -> list[Made]:
    forum = asked.guild.get_channel(int(asked.values["forum"]))
    if not isinstance(forum, discord.ForumChannel):
        return []
    before = {tag.id for tag in forum.available_tags}
    new = [discord.ForumTag(name=name) for name in find_missing_tags(asked.responder, forum, asked.values)]
    if not new:
        return []
    after = await forum.edit(available_tags=[*forum.available_tags, *new])
    assert after is not None, "the tags have changed"
    return [Made(TAGS, forum.id, tag.id) for tag in after.available_tags if tag.id not in before]


def _plan_results(asked: Asked) -> str:
    return _("A channel called “{name}”, in which the result of each match is posted.", name=_("results"))


async def _make_results(asked: Asked) -> list[Made]:
    channel = await asked.guild.create_text_channel(_("results"), topic=_("How matches ended"))
    return [Made(RESULTS, channel.id)]


def _plan_openings(asked: Asked) -> str:
    return _("A channel called “{name}” with the list of open matches.", name=_("open-matches"))


async def _make_openings(asked: Asked) -> list[Made]:
    topic = _("Matches that wait for players")
    channel = await asked.guild.create_text_channel(_("open-matches"), topic=topic)
    return [Made(OPENINGS, channel.id)]


def _plan_puzzles(asked: Asked) -> str:
    return _("A channel called “{name}”, in which the puzzle of the day is posted.", name=_("puzzles"))


async def _make_puzzles(asked: Asked) -> list[Made]:
    channel = await asked.guild.create_text_channel(_("puzzles"), topic=_("A puzzle each day"))
    return [Made(PUZZLES, channel.id)]


def _plan_reports(asked: Asked) -> str:
    plan = _("A private channel called “{name}” for what players report.", name=_("reports"))
    role = int(asked.values[MODERATORS])
    if role:
        return plan + " " + _("You and members with the role {role} can see it.", role=f"<@&{role}>")
    return plan + " " + _("You can see it. To let others see it, too, choose the moderators' role first.")


async def _make_reports(asked: Asked) -> list[Made]:
    guild, seen = asked.guild, discord.PermissionOverwrite(view_channel=True)
    writes = discord.PermissionOverwrite(view_channel=True, send_messages=True, attach_files=True)
    rights: dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite] = {
        guild.default_role: discord.PermissionOverwrite(view_channel=False),
        guild.me: writes,
        discord.Object(asked.interaction.user.id, type=discord.Member): seen,
    }
    moderators = guild.get_role(int(asked.values[MODERATORS]))
    if moderators is not None:
        rights[moderators] = seen
    channel = await guild.create_text_channel(_("reports"), topic=_("What players report"), overwrites=rights)
    return [Made(REPORTS, channel.id)]


def _role_maker(what: str, label: str, name: str) -> Maker:
    """A role without permissions. Discord puts a new one below all others, so the bot can give it."""

    def plan(asked: Asked) -> str:
        return _("A role called “{name}”, without any permissions.", name=_(name))

    async def create(asked: Asked) -> list[Made]:
        role = await asked.guild.create_role(name=_(name), permissions=discord.Permissions.none())
        return [Made(what, role.id)]

    return Maker(label, plan, create)


MAKERS: Mapping[str, Maker] = {
    FORUM: Maker("", _plan_forum, _make_forum),  # chosen in a menu
    TAGS: Maker(N_("Add the tags"), _plan_tags, _make_tags),
    RESULTS: Maker(N_("Make a channel"), _plan_results, _make_results),
    OPENINGS: Maker(N_("Make a channel"), _plan_openings, _make_openings),
    PUZZLES: Maker(N_("Make a channel"), _plan_puzzles, _make_puzzles),
    REPORTS: Maker(N_("Make a channel"), _plan_reports, _make_reports),
    CHAMPIONS: _role_maker(CHAMPIONS, N_("Make a champions' role"), N_("Tournament champion")),
    PARTICIPANTS: _role_maker(PARTICIPANTS, N_("Make a participants' role"), N_("Tournament participant")),
}
"""What can be made, by name."""
