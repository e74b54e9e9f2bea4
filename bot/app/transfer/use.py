"""What a file of a match can be used for: told where it is handed out, and in the file itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from bot.app.match.state import MatchState
from db.records import Status
from games.core.contract import AnyGame
from games.core.running.play import Position
from games.core.seats import Seat
from games.core.text import Text, say


def hides_from(game: AnyGame, position: Position[Any], own: Collection[Seat], *, seats: int) -> bool:
    """Return whether somebody sees, or has submitted, what who sits in the ``own`` seats (none: a spectator) can't see.

    Draws to come count for nothing: nobody sees them, and whoever plays on from there draws anew.
    """
    others = [Seat(seat) for seat in range(seats) if seat not in own]
    state, reader = position.state, min(own, default=None)
    if any(ask.seat in others for ask in game.asks(state) if ask.id in position.sealed):
        return True
    known = game.view(state, reader)
    return any(replace(game.view(state, seat), seat=reader) != known for seat in others)


def use_of(table: MatchState, own: Collection[Seat], *, elsewhere: bool = False) -> Text:
    """Return what a player or spectator can use a file of a match for; ``elsewhere``: it began on another bot."""
    if table.match.status is Status.FINISHED:
        if not table.game.spec.can_replay(table.match.rules_number):
            return say("app.file_old")
        return say("app.file_elsewhere" if elsewhere else "app.file_over")
    with table.guard():
        hidden = hides_from(table.game, table.require_position(), own, seats=len(table.seats))
    if hidden:
        return say("app.file_hidden", what=hidden_text(table.game))
    return say("app.file_open" if can_practice_from(table) else "app.file_open_later")


def can_practice_from(table: MatchState) -> bool:
    """Return whether a practice match may begin where a match stands or stood.

    While people play against each other, nobody gets the advice of a practice match for their positions.
    """
    return table.match.practice or table.match.status is not Status.RUNNING


def hidden_text(game: AnyGame) -> Text:
    """Return what a game hides from some of its players."""
    return game.spec.hidden or say("app.hidden_things")
