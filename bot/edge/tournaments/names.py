"""What entrants of tournaments are called."""

from bot.app.tournaments.model import name_text
from bot.edge.messages.formatting import words_for


def entrant_name(name: str) -> str:
    """Return what an entrant is called, for markdown; a computer player in the reader's language."""
    return words_for(None)(name_text(name))


def plain_name(name: str) -> str:
    """Return the same for pictures and completion."""
    return words_for(None, plain=True)(name_text(name))
