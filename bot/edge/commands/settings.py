"""``/settings``: what a server has chosen, and what the bot may do where it is asked."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict, Unpack

import discord
from discord import app_commands

from bot.app.lobby.server_settings import MOST_EXPIRE_DAYS, MOST_OPEN
from bot.app.match.records import Place
from bot.app.notifications.languages import LANGUAGE
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import language_param
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Sentence, place, staff_of
from bot.edge.interactions.rights import forum_lines, missing_lines
from bot.edge.languages import language_name, missing_words
from bot.edge.messages.builder import Post, plain
from bot.edge.words import _
from games.core.moves import Value


class OnlyForums(app_commands.Transformer):
    """An option that offers forums and nothing else, whether or not the bot sees them: what it lacks is told there.

    discord.py's own `ForumChannel` offers media channels, too, whose posts need a picture.
    """

    @property
    def type(self) -> discord.AppCommandOptionType:
        """See the base class."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """See the base class."""
        return [discord.ChannelType.forum]

    async def transform(self, interaction: Interaction, value: Any, /) -> object:  # noqa: ANN401  # as the base class
        """Return the channel as Discord sends it."""
        return value


class ServerChoices(TypedDict, total=False):
    """The options of ``/settings``: those that were given."""

    threads: Annotated[
        str,
        Param(
            _("Where this server's matches are played"),
            choices=[(_("each in its own thread"), "thread"), (_("in the channel itself"), "channel")],
        ),
    ]
    forum: Annotated[Any, Param(_("Give each match a post in this forum (to stop, use “threads:”)"), type=OnlyForums)]
    tournaments: Annotated[
        str,
        Param(
            _("Who can open tournaments"),
            choices=[(_("people who can manage the server or its events"), "staff"), (_("anyone"), "anybody")],
        ),
    ]
    organizers: Annotated[discord.Role, Param(_("Members with this role can open tournaments, too"))]
    norole: Annotated[bool, Param(_("Stop letting a role open tournaments"))]
    language: Annotated[str, language_param(_("Language of what the bot posts here; “auto” follows the server's"))]
    expire: Annotated[
        int, Param(_("Days until an open match is closed if it hasn't started"), least=1, most=MOST_EXPIRE_DAYS)
    ]
    open: Annotated[int, Param(_("How many matches can wait for players in one channel"), least=1, most=MOST_OPEN)]


class ServerSettings(Cog):
    """``/settings``."""

    @command(_("Show or change this server's settings"), handling=UNQUEUED)
    async def settings(self, interaction: Interaction, **given: Unpack[ServerChoices]) -> Post:
        """Change what is given, and show all."""
        where = place(interaction)
        if where.guild is None:
            raise Sentence(_("These settings belong to a server. Use the command there."))
        values = _server_values(given)
        if values:
            if staff_of(interaction) is None:
                raise Sentence(_("Only people who can manage the server can change its settings."))
            if "forum" in given:
                _expect_posts(interaction, where, int(given["forum"].id))
            await self.services.settings.set_server(where, values)
        lacking = await missing_lines(self.responder, interaction, where) or [
            _("Longtable has all the permissions it needs here.")
        ]
        return plain("\n".join([settings_words(await self.services.settings.server(where)), *lacking]))


def _server_values(given: ServerChoices) -> dict[str, Value]:
    """The settings that were named, by their names in the database."""
    values: dict[str, Value] = {}
    if "threads" in given:
        values |= {"threads": given["threads"] == "thread", "forum": 0}
    if "forum" in given:
        if given.get("threads") == "channel":
            raise Sentence(_("Choose either a forum or the channel itself for matches. Nothing was changed."))
        values |= {"threads": True, "forum": int(given["forum"].id)}
    if "tournaments" in given:
        values["events"] = given["tournaments"]
    if "language" in given:
        values[LANGUAGE] = given["language"]
    if "expire" in given:
        values["expire"] = given["expire"]
    if "open" in given:
        values["open"] = given["open"]
    if given.get("norole"):
        values["organisers"] = 0
    if "organizers" in given:
        values["organisers"] = given["organizers"].id
    return values


def _expect_posts(interaction: Interaction, where: Place, forum: int) -> None:
    """Raise Sentence for a forum in which no match could be posted."""
    lacking = forum_lines(interaction, where, forum)
    if lacking:
        raise Sentence("\n".join([_("Matches can't be posted in that forum, so nothing was changed."), *lacking]))


def settings_words(values: Mapping[str, Value]) -> str:
    """Return what is set for a server, a line each."""
    if not values["threads"]:
        played = _("Matches are played in the channel itself.")
    elif values["forum"]:
        played = _("Each match gets its own post in {forum}; private ones get a thread.", forum=f"<#{values['forum']}>")
    else:
        played = _("Each match is played in its own thread.")
    role = int(values["organisers"])
    if values["events"] == "anybody":
        open_to = _("Anyone can open tournaments.")
    elif role:
        open_to = _(
            "Members with the role {role} and people who can manage the server or its events can open tournaments.",
            role=f"<@&{role}>",
        )
    else:
        open_to = _("Only people who can manage the server or its events can open tournaments.")
    days, most = int(values["expire"]), int(values["open"])
    language = str(values[LANGUAGE])
    lines = [
        missing_words(language) or _("Posts are written in this language: {name}.", name=language_name(language))
        if language
        else _("Posts are written in the server's language on Discord, or in English."),
        played,
        open_to,
        _("Open matches close after {n, plural, one {# day} other {# days}} if they haven't started.", n=days),
        _("Up to {n, plural, one {# match} other {# matches}} can wait for players in one channel.", n=most),
    ]
    return "\n".join(lines)
