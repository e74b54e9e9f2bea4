"""Small pictures of pieces before the lines of menus and on buttons: emoji that the bot's own application has.

Until Discord has told their ids, and where it takes none, the words beside them stand alone, as they always suffice.
"""

from collections.abc import Mapping

import discord
from discord import ui

from render.core.registry import Piece

REFUSED = ".emoji."
"""Stands in the path of what Discord refuses where it doesn't know an emoji (50035, "Invalid emoji")."""

_known: dict[Piece, discord.PartialEmoji] = {}


def learn(ids: Mapping[Piece, int]) -> None:
    """Note the ids of all emoji that may be shown, in place of those known before.

    Discord asks for a name beside the id, and shows its own.
    """
    _known.clear()
    _known.update({piece: discord.PartialEmoji(name=piece[1], id=each) for piece, each in ids.items()})


def forget() -> None:
    """Show none until they are learned anew."""
    learn({})


def has_any() -> bool:
    """Return whether any are known."""
    return bool(_known)


def emoji_of(game: str, piece: str) -> discord.PartialEmoji | None:
    """Return the emoji of a game's piece; None if it has none, or Discord doesn't know it."""
    return _known.get((game, piece))


def emoji_bytes(emoji: discord.PartialEmoji | None) -> int:
    """Return how much longer a line of a menu or a button is in JSON for its emoji."""
    return 0 if emoji is None else len(f"{emoji.id}{emoji.name}") + 30


def strip_emoji(view: ui.LayoutView) -> bool:
    """Take the emoji out of a message's buttons and menus; return whether there were any."""
    found = False
    for part in view.walk_children():
        shown = part.options if isinstance(part, ui.Select) else [part] if isinstance(part, ui.Button) else []
        for each in shown:
            found = found or each.emoji is not None
            each.emoji = None
    return found
