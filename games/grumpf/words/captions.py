"""What each plate of the pictures shows, in words, for those who cannot see it."""

from __future__ import annotations

from games.core.seats import Seat
from games.core.text import Text, lines, say
from games.grumpf.view import View, board_of, series_of
from games.grumpf.words.describe import clan_line, describe, grounds, head, own_lines
from games.grumpf.words.names import animal_name

MOST_SERIES = 12
"""So many series are listed; the others are single Animals."""


def caption(view: View, plate: str) -> Text:
    """Return what a plate shows: ``grounds``, ``clans``, ``own`` or ``clan:2``; of others the whole board."""
    board = board_of(view)
    if plate == "grounds":
        return lines(head(board), *grounds(board))
    if plate == "clans":
        return lines(*map(clan_line, board.cards))
    if plate == "own":
        return lines(*own_lines(view))
    _, sign, seat = plate.partition("clan:")
    if sign:
        return lines(clan_line(board.cards[int(seat)]), *_series(view, Seat(int(seat))))
    return describe(view, short=True)


def _series(view: View, seat: Seat) -> tuple[Text, ...]:
    """Return the series that a clan's Animals make, longest first."""
    return tuple(
        say("grumpf.caption.series", species=tuple(map(animal_name, one.species)), points=one.points)
        for one in series_of(view, seat)[:MOST_SERIES]
    )
