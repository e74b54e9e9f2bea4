"""What each plate of the pictures shows, in words, for those who cannot see it."""

from __future__ import annotations

from games.core.seats import Seat
from games.core.text import Text, lines, raw, say
from games.grumpf.view import BoardSight, CardSight, View, board_of, series_of
from games.grumpf.words.describe import board_facts, describe, head, own_lines
from games.grumpf.words.names import board_name, clan_title

MOST_SERIES = 12
"""So many series are listed; the others are single Animals."""


def caption(view: View, plate: str) -> Text:
    """Return what a plate shows: ``grounds``, ``clans``, ``own`` or ``clan:2``; of others the whole board."""
    board = board_of(view)
    if plate == "grounds":
        boards = (_ground(one, judged=board.judged) for one in board.boards)
        return lines(head(board), *boards, say("grumpf.caption.signs"))
    if plate == "clans":
        return lines(*map(_clan, board.cards))
    if plate == "own":
        return lines(*own_lines(view))
    _, sign, seat = plate.partition("clan:")
    if sign:
        return lines(_clan(board.cards[int(seat)]), *_series(view, Seat(int(seat))))
    return describe(view, short=True)


def _ground(board: BoardSight, *, judged: bool) -> Text:
    """Return a board: what it yields, its condition, who stands there, who leads."""
    what = {"": "board", "sorcerer_tile": "tile", "trade": "trade"}[board.effect]
    return say(
        f"grumpf.caption.{what}",
        board=board_name(board.code),
        count=board.animals,
        formula=board.formula,
        facts=raw(board_facts(board, judged=judged, short=True)),
    )


def _clan(card: CardSight) -> Text:
    """Return a clan: points, what it has, what it still holds, what is awaited of it."""
    has = [say(f"grumpf.name.count.{species}", count=count) for species, count in card.animals.items() if count]
    has += [
        say(f"grumpf.name.count.{name}", count=count)
        for name, count in (("tiles", card.tiles), ("joker", card.jokers))
        if count
    ]
    where = "hut" if card.hut else "owes" if card.owes else "out"
    return say(
        f"grumpf.caption.clan_{where}",
        clan=clan_title(card.clan),
        seat=card.seat,
        points=card.points,
        has=tuple(has) or (say("grumpf.name.count.none"),),
        hand=card.tokens,
        clubs=card.clubs,
    )


def _series(view: View, seat: Seat) -> tuple[Text, ...]:
    """Return the series that a clan's Animals make, longest first."""
    listed = tuple(raw(f"{''.join(one.species)} {one.points}") for one in series_of(view, seat)[:MOST_SERIES])
    return (say("grumpf.caption.series", series=listed),) if listed else ()
