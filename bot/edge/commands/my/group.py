"""The group ``/my``."""

from typing import Annotated

from discord import app_commands

from bot.app.match.records import Actor
from bot.edge.commands.builder import READ, UNQUEUED
from bot.edge.commands.cog import Cog, Param, command, group
from bot.edge.commands.listing import MINE, list_for
from bot.edge.commands.my.confirm import ConfirmCommand
from bot.edge.commands.my.display import Displays
from bot.edge.commands.my.language import Language
from bot.edge.commands.my.notes import Notes
from bot.edge.commands.my.notify import Notifications
from bot.edge.commands.my.plans import Plans
from bot.edge.commands.my.settings import Panel
from bot.edge.commands.my.time import Absences, Nights
from bot.edge.commands.parameters import person_param
from bot.edge.commands.profile_pages import blocks_post
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, actor
from bot.edge.messages.builder import Post, plain
from bot.edge.words import _


def my_group(responder: Responder) -> app_commands.Group:
    """Return the group. It is no ``/me``: Discord has one of its own, which shows everybody what is typed after it."""
    return group(
        "my",
        _("Your matches, plans, notes, notifications, and absences"),
        Matches(responder),
        group("plan", _("Plans you have stored ahead"), Plans(responder)),
        group("notes", _("Your private notes about a match"), Notes(responder)),
        group("notify", _("How you're notified when a match is waiting for you"), Notifications(responder)),
        group("away", _("Stop your clocks in all matches while you are away"), Absences(responder)),
        Nights(responder),
        Language(responder),
        ConfirmCommand(responder),
        Displays(responder),
        Blocks(responder),
        Panel(responder),
    )


class Matches(Cog):
    """A person's matches."""

    @command(_("List your matches with whose turn it is and the time left"), handling=READ)
    async def matches(self, interaction: Interaction) -> Post:
        """List them."""
        return await list_for(self.responder, interaction, MINE)


class Blocks(Cog):
    """Players whom one does not want to meet."""

    @command(_("Block players you don't want to meet"), handling=UNQUEUED)
    async def blocks(
        self,
        interaction: Interaction,
        *,
        player: Annotated[Actor, person_param(_("Player to block (default: show your list)"))] | None = None,
        lift: Annotated[bool, Param(_("Remove the block"))] = False,
    ) -> Post:
        """Block somebody, lift a block, or list those there are."""
        who = actor(interaction)
        if player is None:
            return blocks_post([f"<@{user}>" for user in await self.services.ratings.list_blocked(who)])
        changed = await self.services.ratings.set_block(who, other=player.user, blocked=not lift)
        call = f"<@{player.user}>"
        if not lift:
            return plain(
                _(
                    "{user} is blocked and isn't told. You don't meet in new matches, invitations or rematches. "
                    "Tournaments avoid pairing you where the format allows it.",
                    user=call,
                )
            )
        return plain(_("{user} isn't blocked anymore.", user=call) if changed else _("That player wasn't blocked."))
