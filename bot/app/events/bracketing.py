"""Knock-outs of an event: its tree, filled with what was played. Pure."""

from __future__ import annotations

from bot.app.events.model import Event, Played
from bot.app.events.pairing.bracket import AGAIN, FINAL, Meeting, meetings, tree
from db.event_records import Format

FOREVER = 10**6
"""How long the champion lasted."""


def is_node(key: str) -> bool:
    """Return whether a pairing's key names a place in a tree, not a group."""
    return "." in key or key in (FINAL, AGAIN)


def seeds(event: Event) -> list[int]:
    """Return those who are in the tree, the strongest first."""
    return [entrant.number for entrant in sorted(event.entrants, key=lambda each: each.rank) if entrant.rank]


def winner(event: Event, game: Played) -> int:
    """Return who goes on from a match: if it ended even, the one who was set higher."""
    best = max(game.shares)
    ahead = [number for number, share in zip(game.entrants, game.shares, strict=True) if share == best]
    return min(ahead, key=lambda number: event.by_number[number].rank)


def winners(event: Event) -> dict[str, int]:
    """Return who won which node."""
    return {game.key: winner(event, game) for game in event.played if is_node(game.key)}


def filled(event: Event) -> dict[str, Meeting]:
    """Return the tree with what is known; {} before there is one."""
    inside = seeds(event)
    if len(inside) < 2:
        return {}
    nodes = tree(len(inside), double=event.format is Format.DOUBLE_KNOCKOUT)
    return meetings(nodes, inside, winners(event))


def knocked_out_at(event: Event) -> dict[int, int]:
    """Return how long each lasted in the tree: the higher, the longer."""
    known = filled(event)
    double = event.format is Format.DOUBLE_KNOCKOUT
    lasted = dict.fromkeys(seeds(event), FOREVER - 1)
    for meeting in known.values():
        loser = meeting.loser
        if not loser:
            continue
        node = meeting.node
        if node.part == "F":
            lasted[loser] = FOREVER - 1
        elif not double or node.part == "L":
            lasted[loser] = node.round
    if known:
        last = list(known.values())[-1]
        if last.onward:
            lasted[last.onward] = FOREVER
    return lasted
