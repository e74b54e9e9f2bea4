"""Small pictures of pieces in menus, on buttons and in words: emoji that the bot's own application has.

Until Discord has told their ids, and where it takes none, the words beside them stand alone, as they always suffice.
"""

from collections import defaultdict
from collections.abc import Mapping
from contextvars import ContextVar

import discord
from discord import ui

from games.core.contract import AnyGame
from games.core.game import Piece as PieceFacts
from games.core.search.kept import cached_by_identity
from games.core.text import Text
from render.core.registry import Piece, emoji_names

REFUSED = ".emoji."
"""Stands in the path of what Discord refuses where it doesn't know an emoji (50035, "Invalid emoji")."""

_known: dict[Piece, discord.PartialEmoji] = {}
_in_words: ContextVar[bool] = ContextVar("in_words", default=True)


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


def use_in_words(wanted: bool) -> None:
    """Say whether the rest of the current task puts them into words; readers of screens would hear their names."""
    _in_words.set(wanted)


def symbol_of(game: AnyGame, text: Text) -> str:
    """Return the emoji that stands before a Text in markdown: that of the piece that it names; "" if there is none."""
    if not _known or not _in_words.get():
        return ""
    for piece in _find_named(game).get(text.id, ()):
        if text.id != piece.name.id or text == piece.name:
            return _write(game.spec.key, piece.key)
    return ""


def _write(game: str, piece: str) -> str:
    """A piece's emoji as it stands in words: by the name under which Discord knows it."""
    emoji, name = emoji_of(game, piece), emoji_names(game).get(piece)
    return "" if emoji is None or name is None else f"<:{name}:{emoji.id}>"


@cached_by_identity(32)
def _find_named(game: AnyGame) -> Mapping[str, tuple[PieceFacts, ...]]:
    """The pieces that a sentence may be about, by its id."""
    found: dict[str, list[PieceFacts]] = defaultdict(list)
    for piece in (piece for group in game.spec.symbols for piece in group.pieces if not piece.turned):
        for id in (piece.name.id, *piece.named):
            found[id].append(piece)
    return {id: tuple(pieces) for id, pieces in found.items()}


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
