"""Why something is not allowed: codes and sentences of section F."""

from __future__ import annotations

from msgspec import Struct

from games.core.errors import IllegalMove
from games.core.text import Arg, Text, say

KEY = "h2olland"


def words(name: str, /, **args: Arg) -> Text:
    """Make a Text of this game's catalogue: ``words("ask.spring")``."""
    return Text(f"{KEY}.{name}", args)


def item_text(item: str) -> Text:
    """Name an item: "corn", "purple tulips"."""
    return words(f"name.item.{item}")


class Trouble(Struct, frozen=True):
    """A rule that stands in the way: code and clause of the specification, and what the sentence needs.

    Codes are those of section F in upper case.
    """

    code: str
    clause: str
    text: Text

    def refusal(self) -> IllegalMove:
        """Return it as the refusal of a move."""
        return IllegalMove(self.code, self.clause, self.text)


def as_trouble(refusal: IllegalMove) -> Trouble:
    """Return what all games refuse alike as a Trouble."""
    return Trouble(refusal.code, refusal.clause, refusal.text)


def trouble(code: str, clause: str, variant: str = "", /, **args: Arg) -> Trouble:
    """Make a Trouble whose sentence is ``h2olland.refusal.<code>`` (or one of its variants)."""
    sentence = f"{KEY}.refusal.{code}" + (f".{variant}" if variant else "")
    return Trouble(code.upper(), clause, say(sentence, **args))
