"""What people are told where the operator has ordered that nothing is played: maintenance, and blocked servers."""

from datetime import datetime

from discord import ui

from bot.app.runtime.operator_orders import OperatorOrders
from bot.edge import limits
from bot.edge.interactions import Interaction
from bot.edge.messages.builder import Post
from bot.edge.messages.formatting import moment
from bot.edge.words import _, escape_markdown
from db.ids import GuildId

MOST_WORDS = 300
"""Characters of the operator's own words."""


def find_halt(orders: OperatorOrders, interaction: Interaction, now: datetime) -> str:
    """Return why nothing is done for an interaction; empty if nothing stands in its way."""
    going = orders.find_maintenance(now)
    if going is not None:
        words = _("Longtable is being maintained. Your matches are saved and no clock runs; try again later.")
        return f"{words}\n{_quote(going.text)}".rstrip()
    guild = interaction.guild_id
    reason = None if guild is None else orders.blocked.get(GuildId(guild))
    if reason is None:
        return ""
    words = _("The people who run this bot have blocked it on this server. Matches are saved and no clock runs.")
    return f"{words}\n{_quote(reason)}".rstrip()


def add_banner(post: Post, orders: OperatorOrders, now: datetime) -> Post:
    """Return an answer that says at its end when maintenance begins, if one is announced and there is room."""
    announced = orders.find_announced(now)
    if announced is None:
        return post
    words = _("Maintenance begins {when}. Matches will wait, and no clock will run.", when=moment(announced.starts))
    banner = f"-# 🛠️ {words} {_quote(announced.text)}".rstrip()
    parts = list(post.view.walk_children())
    text = sum(len(part.content) for part in parts if isinstance(part, ui.TextDisplay))
    if len(parts) < limits.COMPONENTS and text + len(banner) <= limits.DISPLAY_TEXT:
        post.view.add_item(ui.TextDisplay(banner))
    return post


def _quote(words: str) -> str:
    """The operator's words as text: no markdown, not too long."""
    return limits.cut(escape_markdown(" ".join(words.split())), MOST_WORDS)
