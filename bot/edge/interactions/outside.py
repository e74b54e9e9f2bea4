"""Places in which the bot can answer in private, and no more.

People who have installed the app for themselves use it on servers without the bot and in direct or group messages with
others. Nothing can be posted or read there.
"""

import structlog

from bot.app.match.records import Place
from bot.edge.delivery.retries import FAILURES
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Sentence, place
from bot.edge.platform.permissions import invite_link
from bot.edge.words import _
from db.ids import ChannelId, GuildId

log = structlog.get_logger(__name__)


def why_not_here(interaction: Interaction) -> str:
    """Return why nothing can be posted outside."""
    if interaction.guild_id is not None:
        return _("Longtable isn't a member of this server, so it can't post here.")
    return _("Longtable isn't part of this conversation, so it can't post here.")


def refuse_outside(interaction: Interaction) -> Sentence:
    """Return what is said where something was to be posted outside."""
    way = _(
        "`/play` opens a match against the computer in your direct messages. `/my matches`, `/next` and `/board` "
        "work here, too."
    )
    return Sentence(f"{why_not_here(interaction)} {way} {way_in(interaction)}")


def way_in(interaction: Interaction) -> str:
    """Return how a server gets the bot, which is what playing with others takes."""
    return _(
        "To play with others, use a server that has Longtable, or [add it to yours]({link}).",
        link=invite_link(interaction.application_id),
    )


def guild_here(interaction: Interaction) -> GuildId:
    """Return the server of a command that is about one; raises Sentence elsewhere."""
    guild = place(interaction).guild
    if guild is None:
        about = _("This command is about a server that has Longtable. Use it there.")
        raise Sentence(f"{about} {way_in(interaction)}")
    return guild


async def find_own_place(interaction: Interaction) -> Place:
    """Return the direct messages of who acts; raises Sentence where Discord doesn't open them."""
    try:
        channel = await interaction.user.create_dm()
    except FAILURES as error:
        log.warning("direct messages couldn't be opened", why=repr(error))
        raise Sentence(
            _("The bot couldn't open your direct messages, so no match was opened. Try again in a minute.")
        ) from None
    return Place(None, ChannelId(channel.id))
