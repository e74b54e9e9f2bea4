"""Forms of tournaments: what is typed where a button is pressed that asks for words."""

import discord
from discord import ui

from bot.edge import limits
from bot.edge.interactions.responder import Sentence
from bot.edge.messages.custom_ids import Press
from bot.edge.words import _, escape_markdown

LONGEST_NAME = 60


def new_tournament_form(press: Press, *, zone: str) -> ui.Modal:
    """Return the form for what is typed about a new tournament: five fields, Discord's most.

    ``zone`` is the one in which its times are read.
    """
    return _form(
        press,
        _("A new tournament"),
        _field("name", _("Name"), _("Name of the tournament"), most=LONGEST_NAME),
        _field("starts", _("Start"), _("“2027-03-14 18:00” in {zone}, or “3 days” (default: you start it)", zone=zone)),
        _field("least", _("Fewest entrants"), _("With fewer, it's canceled at the start (default: 4)"), most=3),
        _field("checkin", _("Hours of check-in"), _("Before the start (default: none)"), most=3),
        _field(
            "limit",
            _("Days for a match"),
            _("After that, the score decides (default: depends on the game; 0: never)"),
            most=3,
        ),
    )


def team_form(press: Press) -> ui.Modal:
    """Return the form for the name of a team."""
    return _form(press, _("Your team"), _field("team", _("Team"), _("Name of the team to create or join"), must=True))


def read_number(typed: str) -> int:
    """Read a whole number; raises Sentence for anything else."""
    words = typed.strip()
    if not words.isdecimal() or len(words) > 9:
        raise Sentence(_("“{typed}” isn't a whole number. Try one such as 8.", typed=escape_markdown(words[:20])))
    return int(words)


def _form(press: Press, title: str, *fields: "ui.Label[ui.LayoutView]") -> ui.Modal:
    modal = ui.Modal(title=limits.cut(title, limits.MODAL_TITLE), timeout=None, custom_id=press.custom_id())
    for field in fields:
        modal.add_item(field)
    modal.stop()  # what is handed in comes as an interaction of its own, also after a restart
    return modal


def _field(name: str, label: str, what: str, *, most: int = 40, must: bool = False) -> "ui.Label[ui.LayoutView]":
    return ui.Label(
        text=limits.cut(label, limits.MODAL_LABEL),
        description=limits.cut(what, limits.COMMAND_DESCRIPTION),
        component=ui.TextInput(custom_id=name, required=must, max_length=most, style=discord.TextStyle.short),
    )
