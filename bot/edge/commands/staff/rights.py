"""Who may use ``/staff``, against whom, and the reason they give."""

from typing import Annotated

import discord

from bot.app.match.records import Actor
from bot.edge.commands.cog import Param
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, is_manager, moderators_of, person, staff_of
from bot.edge.words import _, escape_markdown

LONGEST_REASON = 300


def expect_staff(interaction: Interaction) -> None:
    """Raise Sentence if the person neither is a moderator nor may manage the server."""
    if staff_of(interaction) is not None:
        return
    role = moderators_of(interaction)
    if role:
        raise Sentence(
            _("Only members with the role {role} and people who can manage the server can do that.", role=f"<@&{role}>")
        )
    raise Sentence(
        _(
            "Only people who can manage the server can do that. They can choose a role for moderators with "
            "`/settings moderators:`."
        )
    )


def is_owner(interaction: Interaction) -> bool:
    """Return whether who acts owns the server they are in."""
    return interaction.guild is not None and interaction.guild.owner_id == interaction.user.id


def read_reason(typed: str) -> str:
    """Return a reason as it is kept; raises Sentence for one that is too long."""
    words = " ".join(typed.split())
    if len(words) > LONGEST_REASON:
        raise Sentence(_("That reason is too long. Use up to {n} characters.", n=LONGEST_REASON))
    return words


Reason = Annotated[str, Param(_("Why; it's kept in the staff log"), read=read_reason)]


def _is_fellow(interaction: Interaction, user: discord.Member) -> bool:
    """Whether somebody is a moderator, as who acts is, who may not manage the server."""
    return moderators_of(interaction) in {role.id for role in user.roles} and not is_manager(interaction)


async def _lesser(responder: Responder, interaction: Interaction, user: discord.User | discord.Member) -> Actor:
    """Return whom somebody of the staff may bar; raises Sentence for all others."""
    found = person(user)
    name = escape_markdown(user.display_name)
    if user.id == interaction.user.id:
        raise Sentence(_("You can't bar yourself."))
    if isinstance(user, discord.Member):
        if user.id == user.guild.owner_id:
            raise Sentence(_("{name} owns this server and can't be barred.", name=name))
        if user.guild_permissions.manage_guild:
            raise Sentence(_("{name} can manage the server and can't be barred.", name=name))
        if _is_fellow(interaction, user):
            raise Sentence(
                _("{name} is a moderator. Only people who can manage the server can bar a moderator.", name=name)
            )
    return found


Barrable = Annotated[Actor, Param(_("Which player"), type=discord.User, resolve=_lesser)]
"""Somebody whom who acts may bar."""


async def _liftable(responder: Responder, interaction: Interaction, user: discord.User | discord.Member) -> Actor:
    """Return whose bar somebody of the staff may lift; raises Sentence for all others."""
    found = person(user)
    if user.id == interaction.user.id and not is_manager(interaction):
        raise Sentence(_("You can't lift your own bar. Ask someone who can manage the server."))
    if isinstance(user, discord.Member) and _is_fellow(interaction, user):
        name = escape_markdown(user.display_name)
        raise Sentence(_("{name} is a moderator. Only people who can manage the server can lift their bar.", name=name))
    return found


Liftable = Annotated[Actor, Param(_("Which player"), type=discord.User, resolve=_liftable)]
"""Somebody whose bar who acts may lift."""
