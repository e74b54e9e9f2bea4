"""The permissions that the bot uses in a server, and the link that invites it with them.

This is the only list: checks of a place (`rights.py`), `longtable invite` and the table of README.md follow it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import discord
from discord.utils import oauth_url

from bot.edge.words import N_

COMMANDS = "applications.commands"
"""The OAuth2 scope of slash commands: all that installing the app for oneself takes."""
SCOPES = ("bot", COMMANDS)
"""OAuth2 scopes of the invite link: be a member, and have slash commands."""


@dataclass(frozen=True, slots=True)
class Permission:
    """A permission by discord.py's name and by Discord's in English, and what the bot needs it for."""

    key: str
    name: str
    use: str


PERMISSIONS = (
    Permission("view_channel", N_("View Channel"), N_("to see the channels where matches are played")),
    Permission("send_messages", N_("Send Messages"), N_("to post boards and cards there")),
    Permission(
        "send_messages_in_threads", N_("Send Messages in Threads"), N_("to post boards in the threads of matches")
    ),
    Permission("create_public_threads", N_("Create Public Threads"), N_("to open a thread for each match")),
    Permission("attach_files", N_("Attach Files"), N_("to post boards, which are pictures")),
    Permission("embed_links", N_("Embed Links"), N_("to show pictures and links")),
    Permission(
        "read_message_history",
        N_("Read Message History"),
        N_("to start a match's thread at its card; to check after a lost connection whether a board was posted"),
    ),
    Permission(
        "manage_threads",
        N_("Manage Threads"),
        N_("to open an archived thread again when a match goes on; to take a replaced player out of a match's thread"),
    ),
    Permission("pin_messages", N_("Pin Messages"), N_("to pin the card of a match or tournament")),
)

OPTIONAL = (
    Permission(
        "manage_channels", N_("Manage Channels"), N_("to make the forum and the channels that `/setup` is asked for")
    ),
    Permission(
        "manage_roles", N_("Manage Roles"), N_("to make, give and take the roles for champions and participants")
    ),
    Permission("create_events", N_("Create Events"), N_("to put announced starts among the server's events")),
)
"""Those that the link doesn't ask for: only what somebody chooses takes them."""

NAMES = {permission.key: permission.name for permission in (*PERMISSIONS, *OPTIONAL)}
"""Discord's English names by those of discord.py; translations say what its client calls them in their language."""


def all_permissions() -> discord.Permissions:
    """Return all of them together; its `value` is the number of the invite link."""
    return discord.Permissions(**{permission.key: True for permission in PERMISSIONS})


def invite_link(application: int, *, guild: int | None = None, more: Iterable[str] = ()) -> str:
    """Return the link with which people who manage a server add the application of this id to it.

    ``guild``: a server that has it already; then the link asks for ``more`` of the optional permissions, too.
    """
    if guild is None:
        return oauth_url(application, permissions=all_permissions(), scopes=SCOPES)
    wanted = all_permissions() | discord.Permissions(**dict.fromkeys(more, True))
    place = discord.Object(guild)
    return oauth_url(application, permissions=wanted, scopes=SCOPES, guild=place, disable_guild_select=True)
