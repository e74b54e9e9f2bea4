"""Texts that several parts of the game say: refusals, markers, kinds of tiles, sites."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.errors import IllegalMove
from games.core.text import Arg, Text, raw, say
from games.greentown.components import CATEGORIES, Card, Category, Range

MARKER_IDS = {"B": "b", "T": "t", "BT": "bt", "BOT": "bot", "?B": "either_b", "?T": "either_t"}


def refusal(code: str, clause: str, /, **args: Arg) -> IllegalMove:
    """Return the refusal of section 6; its sentence is ``greentown.refusal.<code>``."""
    return IllegalMove(code, clause, say(f"greentown.refusal.{code.lower()}", **args))


def marker_name(marker: str) -> Text:
    """Return the name of a marker, or of its use: ``Build and Tour``, ``Build or Tour, as a tour``."""
    return say(f"greentown.name.marker.{MARKER_IDS[marker]}")


def building_name(kind: str) -> Text:
    """Return what is erected: a culture site."""
    return say(f"greentown.name.building.{Category(kind).name.lower()}")


def _category(kind: str) -> str:
    return Category(kind).name.lower()


def category_name(kind: str) -> Text:
    """Return the name of a category of sites: nature."""
    return say(f"greentown.name.category.{_category(kind)}")


def visits_name(kind: str, count: int) -> Text:
    """Return how often sites of a category are visited: nature 3."""
    return say(f"greentown.name.visits.{_category(kind)}", count=count)


def wish_name(kind: str, span: str) -> Text:
    """Return how often visitors want to see sites of a category: nature 1–3."""
    return say(f"greentown.name.wish.{_category(kind)}", range=raw(span))


def stock_name(kind: str, count: int) -> Text:
    """Return how many buildings of a category a player has left: 3 culture."""
    return say(f"greentown.name.stock.{_category(kind)}", count=count)


def side_names(streets: str) -> tuple[Text, ...]:
    """Return the directions of streets, given as the digits of their sides: SW and W."""
    return tuple(say(f"greentown.name.side.{side}") for side in streets)


def marker_words(words: Iterable[str]) -> tuple[Text, ...]:
    """Return what can be announced, each with how it is typed: Build (B)."""
    return tuple(say("greentown.name.marker_word", marker=marker_name(word), word=raw(word)) for word in words)


def kind_name(kind: str) -> Text:
    """Return the name of a kind of tile: the number of streets and the symbol."""
    return say(f"greentown.name.kind.{kind}")


def card_name(card: Card) -> Text:
    """Return a visitor card by the large number on it: 6 stops."""
    return say("greentown.name.first_card", stops=card.stops)  # logs of running matches hold this id


def card_text(card: Card, *, letters: bool = False) -> Text:
    """Return a visitor card in words: its stops and the wish for each category, or its letter."""
    wishes = tuple(
        raw(f"{category} {_range(wish)}") if letters else wish_name(category, _range(wish))
        for category, wish in zip(CATEGORIES, card.wishes, strict=True)
    )
    return say("greentown.describe.card", card=card_name(card), wishes=wishes)


def _range(wish: Range) -> str:
    return str(wish.least) if wish.least == wish.most else f"{wish.least}–{wish.most}"


def spaces_text(spaces: tuple[str, ...]) -> tuple[Text, ...]:
    """Return spaces as a list to be read: L12, L13 and M13."""
    return tuple(raw(space) for space in spaces)
