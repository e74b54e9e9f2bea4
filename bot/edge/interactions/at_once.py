"""Answers that are the acknowledgement, too: a sentence, or a form."""

import math
from datetime import UTC, datetime, timedelta

import discord
import structlog

from bot.edge import limits
from bot.edge.delivery.fallbacks import is_passing
from bot.edge.delivery.retries import SOON, repeat
from bot.edge.interactions import Interaction
from bot.edge.interactions.acknowledging import LOST
from bot.edge.messages.formatting import moment
from bot.edge.words import _, set_locale
from bot.metrics import ACKNOWLEDGING

log = structlog.get_logger(__name__)


async def refuse_for_now(interaction: Interaction, seconds: float) -> None:
    """Say when to try again; that is the acknowledgement, and all that is sent."""
    set_locale(interaction.locale.value)
    when = moment(datetime.now(UTC) + timedelta(seconds=math.ceil(seconds)))
    words = _("⚠️ That was a lot of requests at once. This one changed nothing. Try again {when}.", when=when)
    await say_at_once(interaction, words)


async def say_at_once(interaction: Interaction, words: str) -> None:
    """Answer with a sentence, which is the acknowledgement too."""
    try:
        await repeat(lambda: interaction.response.send_message(words, ephemeral=True), pauses=SOON)
    except (discord.HTTPException, *LOST) as error:
        log.info("a sentence couldn't be shown", error=repr(error))


async def show_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form, which is an acknowledgement too; where Discord refuses it, say so, unless that is too late."""
    try:
        with ACKNOWLEDGING.time():
            await repeat(lambda: interaction.response.send_modal(form), pauses=SOON)
    except discord.HTTPException as error:
        log.info("a form couldn't be shown", code=error.code, status=error.status, why=error.text)
        if error.code not in {*limits.INTERACTION_OVER, limits.Code.ALREADY_ANSWERED} and not is_passing(error):
            words = _(
                "⚠️ Discord couldn't open this form, so nothing has changed. Try again, or type the command instead."
            )
            await say_at_once(interaction, words)
    except LOST as error:
        log.info("a form couldn't be shown", error=repr(error))
