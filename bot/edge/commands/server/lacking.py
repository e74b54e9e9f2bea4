"""What keeps from being done what a server has chosen beside messages: roles, events, a channel for moderators."""

from collections.abc import Collection, Mapping

import discord

from bot.app.changes.server_rules import MODERATORS, OWN_ROLES
from bot.edge.commands.server.making import link_words
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Sentence
from bot.edge.platform.permissions import NAMES
from bot.edge.words import N_, _
from games.core.moves import Value

ROLES = {"champions": N_("the champions' role"), "participants": N_("the participants' role")}
CALENDAR = "calendar"
ALL = (*ROLES, OWN_ROLES, CALENDAR, MODERATORS)


def errand_lines(interaction: Interaction, values: Mapping[str, Value], names: Collection[str] = ALL) -> list[str]:
    """Return a line for each thing that keeps what some settings ask for from being done, and how to mend it."""
    guild = interaction.guild
    if guild is None:
        return []
    chosen = [name for name in ROLES if name in names and values[name]]
    found = [line for name in chosen for line in _role_lines(guild, int(values[name]), _(ROLES[name]))]
    if MODERATORS in names:
        found += _blind_lines(guild, int(values[MODERATORS]), int(values["reports"]))
    own = OWN_ROLES in names and values[OWN_ROLES]
    wanted = {"manage_roles": _("roles can't be given")} if chosen or own else {}
    if CALENDAR in names and values[CALENDAR]:
        wanted["create_events"] = _("events can't be made")
    lacking = [key for key in wanted if not getattr(guild.me.guild_permissions, key)]
    found += [_("⚠️ Missing permission “{name}”: {cost}.", name=_(NAMES[key]), cost=wanted[key]) for key in lacking]
    return [*found, link_words(interaction, *lacking)] if lacking else found


def _blind_lines(guild: discord.Guild, number: int, reports: int) -> list[str]:
    """Return what is wrong if moderators can't see what is reported, since their role came after the channel."""
    role, channel = guild.get_role(number), guild.get_channel(reports)
    if role is None or channel is None or channel.permissions_for(role).view_channel:
        return []
    return [
        _(
            "⚠️ Members with the role {role} can't see {channel}. In the settings of that channel, under "
            "*Permissions*, allow the role “{name}”.",
            role=role.mention,
            channel=channel.mention,
            name=_(NAMES["view_channel"]),
        )
    ]


def expect_givable(interaction: Interaction, values: Mapping[str, Value]) -> None:
    """Raise Sentence for a role that who acts couldn't give anybody themselves: else the bot would let them rise.

    ``values``: the settings that are to change.
    """
    guild, member = interaction.guild, interaction.user
    for number in (int(values.get(name, 0)) for name in ROLES):
        role = None if guild is None else guild.get_role(number)
        if not number or (guild is not None and guild.owner_id == member.id):
            continue
        is_below = role is not None and isinstance(member, discord.Member) and role < member.top_role
        if not (is_below and interaction.permissions.manage_roles):
            raise Sentence(
                _(
                    "To have the bot give {role}, you need the permission “{name}” and a role that stands above it. "
                    "Choose a role below yours, or ask the server's owner.",
                    role=f"<@&{number}>",
                    name=_(NAMES["manage_roles"]),
                )
            )


def _role_lines(guild: discord.Guild, number: int, what: str) -> list[str]:
    role = guild.get_role(number)
    if role is None:
        return [_("⚠️ The role chosen as {what} no longer exists. Choose another one with `/setup`.", what=what)]
    if role.is_default() or role.managed:
        return [
            _("⚠️ {role} can't be given: it belongs to everyone or to an app. Choose another role.", role=role.mention)
        ]
    if role >= guild.me.top_role:
        return [
            _(
                "⚠️ {role} stands above the bot's own role, so the bot can't give it. In the server's settings under "
                "*Roles*, drag the bot's role above it.",
                role=role.mention,
            )
        ]
    return []
