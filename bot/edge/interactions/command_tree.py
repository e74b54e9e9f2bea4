"""The slash commands as discord.py calls them, and what goes wrong before or beside our own code."""

import logging
from collections.abc import Awaitable, Callable

import discord
import structlog
from discord import app_commands

from bot.edge import limits
from bot.edge.delivery.retries import PASSING, SOON, repeat
from bot.edge.interactions import Interaction
from bot.edge.words import _, set_locale

log = structlog.get_logger(__name__)

_OVER = {*limits.INTERACTION_OVER, limits.Code.ALREADY_ANSWERED}
_COMPLETION = "Ignoring exception in autocomplete"


class LongtableTree(app_commands.CommandTree[discord.Client]):
    """The slash commands; what goes wrong in one before the responder has it is told in private too."""

    def __init__(self, client: discord.Client) -> None:
        """Hold the commands of a client."""
        super().__init__(client)
        library = logging.getLogger("discord.app_commands.tree")
        if not any(isinstance(each, _OneLine) for each in library.filters):
            library.addFilter(_OneLine())

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Leave to another process what isn't this one's."""
        admit: Callable[[Interaction], Awaitable[bool]] | None = getattr(self.client, "admit", None)
        return admit is None or await admit(interaction)

    async def _call(self, interaction: Interaction) -> None:
        """Let discord.py read and run a command; what it cannot read is answered like what it refuses.

        It answers nothing, and logs a traceback, where a payload is not as it expects; no public call changes that.
        """
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            await self.on_error(interaction, app_commands.AppCommandError(repr(error)))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Log it, and give the player a sentence if that is still possible."""
        name = interaction.command and interaction.command.qualified_name
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("a completion failed", command=name, error=repr(error))
            return
        log.error("a command failed", error=repr(error), command=name)
        if interaction.response.is_done():
            return
        set_locale(interaction.locale.value)
        words = _("This command has changed or can't be used like this. Pick it from the list again.")
        try:
            await repeat(lambda: interaction.response.send_message(words, ephemeral=True), pauses=SOON)
        except (discord.HTTPException, discord.InteractionResponded, *PASSING) as refused:
            log.info("a command couldn't be answered", why=repr(refused))


class _OneLine(logging.Filter):
    """Tells completions that came too late or failed in one line; discord.py logs a traceback for each."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass all else on."""
        if not str(record.msg).startswith(_COMPLETION):
            return True
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        command = record.args[0] if isinstance(record.args, tuple) and record.args else None
        if isinstance(error, PASSING) or getattr(error, "code", None) in _OVER:
            log.info("a completion came too late", command=command, why=repr(error))
        else:
            log.warning("a completion failed", command=command, error=repr(error), at=_place(error))
        return False


def _place(error: BaseException | None) -> str:
    """Where an error was raised, as file and line."""
    trace = error.__traceback__ if error is not None else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
