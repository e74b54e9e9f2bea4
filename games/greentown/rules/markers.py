"""Action markers: which may be announced, and when one only lapses (R4)."""

from __future__ import annotations

from games.greentown.components import CARDS, Marker
from games.greentown.rules.town import can_build
from games.greentown.state import Table
from games.greentown.tours.paths import has_tour

WORDS: dict[str, tuple[str, ...]] = {
    Marker.BUILD: ("B",),
    Marker.TOUR: ("T",),
    Marker.BOTH: ("BT",),
    Marker.EITHER: ("?B", "?T"),
}
"""How each marker is announced: Build or Tour in its two uses."""

MARKER_OF: dict[str, str] = {word: marker for marker, words in WORDS.items() for word in words}
"""The marker that a word of the notation announces."""

BUILDING = ("B", "?B", "BT")
TOURING = ("T", "?T", "BT")


def stops_wanted(table: Table) -> int:
    """Return how many stops the visitors of the player to move want (R9.2)."""
    card = table.mover.card
    assert card is not None, "a player without a card has no further turn (R11.3)"
    return CARDS[card].stops


def tour_exists(table: Table) -> bool:
    """Return whether the player to move can lead a tour on the present map."""
    return has_tour(table.town, stops_wanted(table))


def playable(table: Table, word: str) -> bool:
    """Return whether a marker is playable in this use (R4.4)."""
    return (word in BUILDING and can_build(table)) or (word in TOURING and tour_exists(table))


def words_up(table: Table) -> tuple[str, ...]:
    """Return the words of the markers that lie face up before the player to move."""
    return tuple(word for marker in table.mover.up for word in WORDS[marker])


def announceable(table: Table) -> tuple[str, ...]:
    """Return the words that may be announced: the playable ones, or any if none is playable (R4.4, R4.5)."""
    up = words_up(table)
    builds, tours = can_build(table), tour_exists(table)
    fit = tuple(word for word in up if (builds and word in BUILDING) or (tours and word in TOURING))
    return fit or up
