"""``/match``: from the wish for a match to the rematch."""

from discord import app_commands

from bot.edge.commands.cog import group
from bot.edge.commands.match.coming_back import Films, ReturnCommands
from bot.edge.commands.match.export import Files
from bot.edge.commands.match.host import HostCommands
from bot.edge.commands.match.lobby import Lobby
from bot.edge.commands.match.lookups import Lookups
from bot.edge.commands.match.opening import OpenCommand
from bot.edge.commands.match.pauses import Pauses
from bot.edge.commands.match.resign import ResignCommand
from bot.edge.commands.match.seats import Seats
from bot.edge.commands.match.sharing import ShareCommand
from bot.edge.commands.match.starts import StartCommand
from bot.edge.commands.match.undo import UndoCommands
from bot.edge.interactions.responder import Responder
from bot.edge.words import _


def match_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/match``."""
    own = (
        OpenCommand,
        Lobby,
        StartCommand,
        ResignCommand,
        Lookups,
        ReturnCommands,
        Films,
        ShareCommand,
        UndoCommands,
    )
    return group(
        "match",
        _("Open, join, start, look up, and leave matches"),
        *(cog(responder) for cog in own),
        group("host", _("Manage a match you host"), HostCommands(responder)),
        group("seat", _("Computer players, replacements, and returning to your seat"), Seats(responder)),
        group("pause", _("Stop all clocks in a match unless someone refuses"), Pauses(responder)),
        group("file", _("Export and import matches as files"), Files(responder)),
    )
