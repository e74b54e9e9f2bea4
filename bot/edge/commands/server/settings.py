"""``/settings``: what a server has chosen, and what the bot may do where it is asked."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict, Unpack

import discord
from discord import app_commands

from bot.app.changes.server_rules import ENDS, OWN_ROLES, SERVER_DEFAULTS, STAYS, read_list, write_list
from bot.app.lobby.server_settings import MOST_EXPIRE_DAYS, MOST_OPEN
from bot.app.match.records import Place
from bot.app.notifications.languages import LANGUAGE
from bot.app.runtime.typed import NOTHING, is_word
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.my.time import zones
from bot.edge.commands.parameters import find_game, language_param
from bot.edge.commands.server.declared import TEXTS, settings_words
from bot.edge.commands.server.lacking import errand_lines, expect_givable
from bot.edge.commands.server.sharing import complete_servers
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, is_manager, place
from bot.edge.interactions.rights import channel_lines, expect_staff_only, forum_lines, missing_lines
from bot.edge.messages.builder import Post, plain
from bot.edge.words import N_, _
from games.core.moves import Value

SERVER = re.compile("[0-9]{15,20}")
"""The id of a server."""


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


class OnlyTexts(OnlyForums):
    """An option that offers channels in which messages are written."""

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """See the base class."""
        return [*TEXTS]


class OnlyOpen(OnlyForums):
    """An option that offers channels in which messages are written, and categories of them."""

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """See the base class."""
        return [*TEXTS, discord.ChannelType.category]


CLEARED = (
    ("organisers", N_("the role that opens tournaments")),
    ("hosts", N_("the role that opens matches")),
    ("moderators", N_("the moderators' role")),
    ("champions", N_("the champions' role")),
    ("participants", N_("the participants' role")),
    ("reports", N_("the channel for reports")),
    ("results", N_("the channel for results")),
    ("openings", N_("the channel for open matches")),
    ("puzzles", N_("the channel for puzzles")),
    ("channels", N_("the list of allowed channels")),
    ("apart", N_("the list of excluded servers")),
    ("games", N_("the list of games")),
    ("zone", N_("the time zone")),
    ("quiet", N_("the quiet hours")),
)
"""What can be set back to none, by the setting."""


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
    matches: Annotated[
        str,
        Param(
            _("Who can open matches"),
            choices=[(_("anyone"), "anybody"), (_("staff only"), "staff")],
        ),
    ]
    hosts: Annotated[discord.Role, Param(_("Members with this role can open matches, too"))]
    moderators: Annotated[discord.Role, Param(_("Members with this role are staff here"))]
    reports: Annotated[Any, Param(_("The staff channel that gets reports"), type=OnlyTexts)]
    champions: Annotated[discord.Role, Param(_("Winners of the newest finished tournament get this role"))]
    participants: Annotated[discord.Role, Param(_("People get this role while they take part in a tournament"))]
    roles: Annotated[
        str,
        Param(
            _("Make a role for each tournament, which its participants get"),
            choices=[(_("no"), "no"), (_("yes, until its end"), ENDS), (_("yes, and it stays"), STAYS)],
        ),
    ]
    calendar: Annotated[
        str,
        Param(
            _("Make an event on Discord for each announced start"),
            choices=[(_("yes"), "yes"), (_("no"), "no")],
        ),
    ]
    results: Annotated[Any, Param(_("Post the result of each match in this channel"), type=OnlyTexts)]
    openings: Annotated[Any, Param(_("Keep a list of open matches in this channel"), type=OnlyTexts)]
    share: Annotated[
        str,
        Param(
            _("Share open matches with other servers that share theirs"),
            choices=[(_("yes"), "yes"), (_("no"), "no")],
        ),
    ]
    exclude: Annotated[
        str, Param(_("Don't share with this server; name it again to share with it"), complete=complete_servers)
    ]
    allow: Annotated[Any, Param(_("Allow matches and tournaments in this channel or category"), type=OnlyOpen)]
    disallow: Annotated[Any, Param(_("Take this channel or category off that list"), type=OnlyOpen)]
    games: Annotated[str, Param(_("Games offered here, separated by commas; “all” for every game"))]
    zone: Annotated[str, Param(_("Time zone for people who have set none, like Europe/Amsterdam"), complete=zones)]
    quiet: Annotated[str, Param(_("Hours in which no one is mentioned here, like 22:00-07:00; “off” for none"))]
    clear: Annotated[str, Param(_("Set this back to none"), choices=[(_(label), name) for name, label in CLEARED])]
    language: Annotated[str, language_param(_("Language of what the bot posts here; “auto” follows the server's"))]
    expire: Annotated[
        int, Param(_("Days until an open match is closed if it hasn't started"), least=1, most=MOST_EXPIRE_DAYS)
    ]
    open: Annotated[int, Param(_("How many matches can wait for players in one channel"), least=1, most=MOST_OPEN)]


SAME = {
    "tournaments": "events",
    "matches": "matches",
    "language": LANGUAGE,
    "expire": "expire",
    "open": "open",
    "zone": "zone",
}
"""Options whose values are stored as they are, by the settings they are."""
NAMED = {
    "organizers": "organisers",
    "hosts": "hosts",
    "moderators": "moderators",
    "champions": "champions",
    "participants": "participants",
    "reports": "reports",
    "results": "results",
    "openings": "openings",
}
"""Options that name a role or a channel."""


class ServerSettings(Cog):
    """``/settings``."""

    @command(_("Show or change this server's settings"), handling=UNQUEUED)
    async def settings(self, interaction: Interaction, **given: Unpack[ServerChoices]) -> Post:
        """Change what is given, and show all."""
        where = place(interaction)
        if where.guild is None:
            raise Sentence(_("These settings belong to a server. Use the command there."))
        before = await self.services.settings.server(where)
        values = _server_values(given) | _list_values(given, before, self.responder)
        if values or given:
            if not is_manager(interaction):
                raise Sentence(_("Only people who can manage the server can change its settings."))
            if "forum" in given:
                _expect_posts(interaction, where, int(given["forum"].id))
            expect_staff_only(interaction, values)
            expect_givable(interaction, values)
            await self.services.settings.set_server(where, values)
        after = await self.services.settings.server(where)
        lacking = await missing_lines(self.responder, interaction, where) or [
            _("Longtable has all the permissions it needs here.")
        ]
        lacking += [*channel_lines(interaction, where, after), *errand_lines(interaction, after)]
        return plain("\n".join([settings_words(after, self.responder.games), *lacking]))


SWITCHES = {"calendar": "calendar", "share": "share"}
"""Options that say yes or no, and the settings that they change."""


def _server_values(given: ServerChoices) -> dict[str, Value]:
    """The settings that were named, by their names in the database."""
    values: dict[str, Value] = {}
    if "threads" in given:
        values |= {"threads": given["threads"] == "thread", "forum": 0}
    if "forum" in given:
        if given.get("threads") == "channel":
            raise Sentence(_("Choose either a forum or the channel itself for matches. Nothing was changed."))
        values |= {"threads": True, "forum": int(given["forum"].id)}
    if "clear" in given:
        values[given["clear"]] = type(SERVER_DEFAULTS[given["clear"]])()
    for option, name in SAME.items():
        if option in given:
            values[name] = given[option]  # type: ignore[literal-required]
    for option, name in NAMED.items():
        if option in given:
            values[name] = int(given[option].id)  # type: ignore[literal-required]
    for option, name in SWITCHES.items():
        if option in given:
            values[name] = given[option] == "yes"  # type: ignore[literal-required]
    if "quiet" in given:
        values["quiet"] = "" if is_word(NOTHING, given["quiet"]) else given["quiet"].strip()
    return values


def _list_values(given: ServerChoices, before: Mapping[str, Value], responder: Responder) -> dict[str, Value]:
    """The settings that are lists, or whose usual value is none, changed by what was named."""
    values: dict[str, Value] = {}
    channels = list(read_list(before, "channels"))
    if "allow" in given:
        channels.append(str(given["allow"].id))
    if "disallow" in given:
        channels = [each for each in channels if each != str(given["disallow"].id)]
    if channels != list(read_list(before, "channels")):
        values["channels"] = write_list(channels)
    if "exclude" in given:
        values["apart"] = _exclude(read_list(before, "apart"), given["exclude"])
    if "roles" in given:
        values[OWN_ROLES] = "" if given["roles"] == "no" else given["roles"]
    if "games" in given:
        typed = [part.strip() for part in given["games"].split(",") if part.strip()]
        known = [] if typed == ["all"] else [find_game(responder, each).spec.key for each in typed]
        values["games"] = write_list(known)
    return values


def _exclude(apart: Sequence[str], server: str) -> str:
    """The list of excluded servers with one more, or without one that was there."""
    if not SERVER.fullmatch(server):
        raise Sentence(_("Choose a server from the list that appears as you type. Nothing was changed."))
    return write_list([each for each in apart if each != server] if server in apart else [*apart, server])


def _expect_posts(interaction: Interaction, where: Place, forum: int) -> None:
    """Raise Sentence for a forum in which no match could be posted."""
    lacking = forum_lines(interaction, where, forum)
    if lacking:
        raise Sentence("\n".join([_("Matches can't be posted in that forum, so nothing was changed."), *lacking]))
