"""Whose turn it is, double turns, and the end of the game (R3, R10.6, R11)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.seats import Seat
from games.core.text import Text, say
from games.core.ties import TieBreak, Ties
from games.greentown.state import Player, Table

PAIR = 2
"""With two players the marker for double turns is not used (R3.4)."""

IDLE_ROUNDS = 2
"""After so many rounds in which nothing happens the game ends (R11.6)."""


def find_next_seat(table: Table, seat: Seat) -> Seat:
    """Return the next seat clockwise."""
    return Seat((seat + 1) % len(table.players))


def right_of(table: Table, seat: Seat) -> Seat:
    """Return the seat before, to which the double turn marker passes (R3.3)."""
    return Seat((seat - 1) % len(table.players))


def close_turn(table: Table, trigger: Text | None) -> tuple[Table, tuple[Text, ...]]:
    """Pass the turn on after a turn that is finished, or end the game.

    ``trigger`` says why the game ends, if this turn brought that about (R11.1, R11.2).
    """
    told: tuple[Text, ...] = ()
    if table.queue is not None:
        table = replace(table, queue=table.queue[1:])
    elif trigger is not None:
        table = replace(table, queue=_last_turns(table))
        told = (trigger, say("greentown.log.last_turns", seats=_seats(table.queue or ())))
    if table.idle >= IDLE_ROUNDS * len(table.players):
        return replace(table, over=True, queue=()), (*told, say("greentown.log.idle"))
    if table.queue is not None:
        if not table.queue:
            return replace(table, over=True), (*told, say("greentown.log.over"))
        return replace(table, current=table.queue[0], second=False), told
    if may_decide(table):
        return replace(table, deciding=True), told
    return pass_on(table), told


def _seats(seats: tuple[Seat, ...]) -> tuple[Text, ...]:
    return tuple(say("greentown.name.player", seat=seat) for seat in seats)


def _last_turns(table: Table) -> tuple[Seat, ...]:
    """Return who has a turn left, in order: those with fewer turns than the one who ended it, saved ones counted."""
    most = _count_turns(table.mover)
    seats = []
    seat = find_next_seat(table, table.current)
    while seat != table.current:
        if _count_turns(table.players[seat]) < most:
            seats.append(seat)
        seat = find_next_seat(table, seat)
    return tuple(seats)


def _count_turns(player: Player) -> int:
    return player.turns + player.saved


def may_decide(table: Table) -> bool:
    """Return whether the player to move may decide about a double turn once this turn is done (R10.6)."""
    owns = table.marker == table.current or table.mover.saved > 0
    return table.variant and not table.second and table.queue is None and owns


def pass_on(table: Table) -> Table:
    """Return the table with the next player to move (R3.3, R3.4; in the variant simply the left neighbour, R10.6)."""
    if len(table.players) == PAIR:
        again = len({player.turns for player in table.players}) == 1
        return replace(table, current=table.current if again else find_next_seat(table, table.current), second=again)
    if not table.variant and not table.second and table.marker == table.current:
        return replace(table, second=True, marker=right_of(table, table.current))
    return replace(table, current=find_next_seat(table, table.current), second=False)


def decide(table: Table, *, use: bool) -> tuple[Table, Text]:
    """Use or save the double turn (R10.6): the travelling marker comes before a saved turn."""
    seat, mover = table.current, table.mover
    holds = table.marker == seat
    saved = mover.saved + (not use if holds else -use)
    players = tuple(replace(mover, saved=saved) if other == seat else one for other, one in enumerate(table.players))
    marker = right_of(table, seat) if holds else table.marker
    table = replace(table, players=players, marker=marker, deciding=False)
    told = say("greentown.log.use" if use else "greentown.log.save", seat=seat)
    if use:
        return replace(table, second=True), told
    return replace(table, current=find_next_seat(table, seat), second=False), told


def ties_of(players: tuple[Player, ...]) -> Ties:
    """Return what parts equal Greenies: the earlier last turn (R11.5).

    A match that ends early may have players without a turn: they rank higher, and share a place among themselves.
    """
    idle = tuple(int(player.last_turn == 0) for player in players)
    moments = tuple(player.last_turn for player in players)
    breaks = TieBreak(say("greentown.score.tie.idle"), idle), TieBreak(say("greentown.score.tie"), moments, fewer=True)
    return Ties(breaks, "greentown.score.tie.shared", "greentown.score.tie.won")
