"""Knock-outs of an event: its tree, filled with what was played. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.app.events.absence import barred
from bot.app.events.model import ANNULLED, Event, Played, is_absent
from bot.app.events.pairing.bracket import AGAIN, FINAL, THIRD, From, Meeting, Node, meetings, tree
from db.event_records import Format, PairingRecord, PairingStatus

FOREVER = 10**6
"""How long the champion lasted."""


def is_node(key: str) -> bool:
    """Return whether a pairing's key names a place in a tree, not a group."""
    return "." in key or key in (FINAL, AGAIN)


def seeds(event: Event) -> list[int]:
    """Return those who are in the tree, the strongest first."""
    return [entrant.number for entrant in sorted(event.entrants, key=lambda each: each.rank) if entrant.rank]


def nodes(event: Event) -> tuple[Node, ...]:
    """Return the places of an event's tree; () before there is one."""
    count = 0 if event.format is Format.LADDER else len(seeds(event))
    double = event.format is Format.DOUBLE_KNOCKOUT
    return tree(count, double=double, third=event.settings.third) if count > 1 else ()


def paired(event: Event) -> dict[str, list[PairingRecord]]:
    """Return the pairing of each node that has one, all its boards, without annulled ones: they are played again."""
    groups: dict[int, list[PairingRecord]] = {}
    for row in event.pairings:
        if is_node(row.key):
            groups.setdefault(row.number, []).append(row)
    return {rows[0].key: rows for rows in groups.values() if not (has_nobody(rows) and any(map(is_annulled, rows)))}


def is_annulled(row: PairingRecord) -> bool:
    """Return whether the result of a pairing was annulled, rather than that nobody was there to play it."""
    return row.status is PairingStatus.VOID and row.ended == ANNULLED


def has_nobody(rows: Sequence[PairingRecord]) -> bool:
    """Return whether nobody goes on from a match: nobody was left to play it, or nobody came to it."""
    return all(row.status is PairingStatus.VOID or is_absent(row) for row in rows)


def winner(event: Event, game: Played) -> int:
    """Return who goes on from a match: if it ended even, the one who was set higher."""
    best = max(game.shares)
    ahead = [number for number, share in zip(game.entrants, game.shares, strict=True) if share == best]
    return min(ahead, key=lambda number: event.by_number[number].rank)


def winners(event: Event) -> dict[str, int]:
    """Return who won which node; if a result was corrected after somebody had been paired, that one has gone on."""
    games = {game.key: game for game in event.played if is_node(game.key) and not game.absent}
    return by_results(event) | _gone_on(event, games)


def by_results(event: Event) -> dict[str, int]:
    """Return who won which node by its result alone, whoever has gone on."""
    games = (game for game in event.played if is_node(game.key) and not game.absent)
    return {game.key: winner(event, game) for game in games}


def _gone_on(event: Event, games: Mapping[str, Played]) -> dict[str, int]:
    """Who won a node, as it follows from what was paired since: who fell out of it first, since they may come back."""
    known = paired(event)
    found: dict[str, int] = {}
    for origin in (From.LOSER, From.WINNER):
        for node in nodes(event):
            for side in (node.first, node.second):
                game = games.get(side.node)
                if side.origin is not origin or game is None or node.key not in known or side.node in found:
                    continue
                there = [number for number in game.entrants if number in known[node.key][0].entrants]
                if len(there) == 1:
                    (other,) = (number for number in game.entrants if number != there[0])
                    found[side.node] = there[0] if origin is From.WINNER else other
    return found


def filled(event: Event) -> dict[str, Meeting]:
    """Return the tree with what is known; {} before there is one."""
    known = paired(event)
    void = {key for key, rows in known.items() if has_nobody(rows)}
    return meetings(nodes(event), seeds(event), winners(event), void=void, again=AGAIN in known)


def champion(event: Event) -> int | None:
    """Return who has won the tree; None while that is open, 0 if nobody can: all who were left in it are barred."""
    known = filled(event)
    last = known[next(reversed(known))]
    if last.node.key == AGAIN and not (last.first and last.second) and last.onward:
        last = known[FINAL]
    return 0 if last.onward in barred(event) else last.onward


def defeats(event: Event, known: Mapping[str, Meeting]) -> dict[int, int]:
    """Return how often each has lost in the tree; who left or missed a match together with the other is out.

    Who plays for third place has not lost for good before that is decided.
    """
    most = 2 if event.format is Format.DOUBLE_KNOCKOUT else 1
    lost = dict.fromkeys(seeds(event), 0)
    for meeting in known.values():
        if meeting.loser:
            lost[meeting.loser] += 1
        for number in _absent(meeting):
            lost[number] = most
    third = known.get(THIRD)
    if third is not None and third.onward is None:
        lost |= {number: 0 for number in (third.first, third.second) if number}
    return lost


def _absent(meeting: Meeting) -> list[int]:
    return [number for number in (meeting.first, meeting.second) if number] if meeting.void else []


def knocked_out_at(event: Event) -> dict[int, int]:
    """Return how long each lasted in the tree: the higher, the longer."""
    known = filled(event)
    double = event.format is Format.DOUBLE_KNOCKOUT
    lasted = dict.fromkeys(seeds(event), FOREVER - 1)
    for meeting in known.values():
        node = meeting.node
        if meeting.loser and node.part not in "FT" and (not double or node.part == "L"):
            lasted[meeting.loser] = 2 * node.round
        for number in _absent(meeting):
            if node.part not in "FT":  # from the winners' side as if lost where a loser of it comes in
                lasted[number] = 2 * (max(1, 2 * node.round - 2) if double and node.part == "W" else node.round)
    if THIRD in known and known[THIRD].onward:
        lasted[known[THIRD].onward or 0] += 1
    if known:
        last = known[next(reversed(known))]
        if last.onward:
            lasted[last.onward] = FOREVER
    return lasted
