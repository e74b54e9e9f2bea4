"""The group ``/staff``."""

from discord import app_commands

from bot.edge.commands.cog import group
from bot.edge.commands.staff.bars import BarCommands
from bot.edge.commands.staff.log import LogCommands
from bot.edge.commands.staff.lookups import StaffLookups
from bot.edge.commands.staff.matches import Interventions, Seats
from bot.edge.commands.staff.reports import ReportCommands
from bot.edge.interactions.responder import Responder
from bot.edge.words import _


def staff_group(responder: Responder) -> app_commands.Group:
    """Return the group. Discord shows it to everyone: it can't know the role that a server chose for moderators.

    Each of its commands looks who uses it.
    """
    return group(
        "staff",
        _("For moderators: look after this server's matches and players"),
        StaffLookups(responder),
        LogCommands(responder),
        Interventions(responder),
        Seats(responder),
        BarCommands(responder),
        ReportCommands(responder),
    )
