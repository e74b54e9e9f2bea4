"""Knockouts of a tournament: its tree, filled with what was played. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.app.tournaments.formats.no_shows import find_barred
from bot.app.tournaments.model import Played, Tournament, is_absent
from bot.app.tournaments.pairing.bracket import AGAIN, FINAL, THIRD, From, Meeting, Node, Side, meetings, size_of, tree
from bot.app.tournaments.pairing.series import HIGHER, LOWER, OPEN, find_winner
from db.tournaments.records import Format, NodeKey, PairingEnd, PairingRecord, PairingStatus, TreePart

FOREVER = 10**6
"""How long the champion lasted."""

_LAST = (TreePart.FINAL, TreePart.THIRD)


def seeds(tournament: Tournament) -> list[int]:
    """Return those who are in the tree, the strongest first."""
    return [entrant.number for entrant in sorted(tournament.entrants, key=lambda each: each.rank) if entrant.rank]


def nodes(tournament: Tournament) -> tuple[Node, ...]:
    """Return the places of a tournament's tree; () before there is one."""
    count = 0 if tournament.format is Format.LADDER else len(seeds(tournament))
    double = tournament.format is Format.DOUBLE_KNOCKOUT
    return tree(count, double=double, third=tournament.settings.third) if count > 1 else ()


def count_in_round(tournament: Tournament, node: NodeKey | None) -> int:
    """Return the places in a node's round of the tree, by which it has its name: 1 in the final, 2 in the semifinals.

    0 for what has no such name: no node, the match for third place, the rounds before a double elimination's finals.
    """
    if node is None or node.part is TreePart.THIRD:
        return 0
    if tournament.format is Format.DOUBLE_KNOCKOUT:
        return int(node.part is TreePart.FINAL)
    return size_of(len(seeds(tournament))) >> node.round


def series(tournament: Tournament) -> dict[NodeKey, list[list[PairingRecord]]]:
    """Return the games of each node that has been paired, each with all its boards.

    Annulled ones are left out: they are played again.
    """
    groups: dict[int, list[PairingRecord]] = {}
    for row in tournament.pairings:
        if row.node is not None:
            groups.setdefault(row.number, []).append(row)
    found: dict[NodeKey, list[list[PairingRecord]]] = {}
    for rows in groups.values():
        node = rows[0].node
        if node is not None and not (has_nobody(rows) and any(map(is_annulled, rows))):
            found.setdefault(node, []).append(rows)
    return found


def group_pairings(tournament: Tournament) -> dict[NodeKey, list[PairingRecord]]:
    """Return what was paired for each node that has been, all games with all their boards, without annulled ones."""
    return {key: [row for rows in games for row in rows] for key, games in series(tournament).items()}


def game_numbers(tournament: Tournament) -> dict[int, int]:
    """Return which game of its match a pairing is, from 1, where matches of the tree have several."""
    if tournament.settings.best_of == 1:
        return {}
    return {rows[0].number: at for games in series(tournament).values() for at, rows in enumerate(games, start=1)}


def is_annulled(row: PairingRecord) -> bool:
    """Return whether the result of a pairing was annulled, rather than that nobody was there to play it."""
    return row.status is PairingStatus.VOID and row.ended == PairingEnd.ANNULLED


def has_nobody(rows: Sequence[PairingRecord]) -> bool:
    """Return whether nobody goes on from a match: nobody was left to play it, or nobody came to it."""
    return all(row.status is PairingStatus.VOID or is_absent(row) for row in rows)


def winner(tournament: Tournament, games: Sequence[Played]) -> int:
    """Return who goes on from a match after some games: if it ended even, the one who was set higher; 0: nobody yet.

    Who did not have to play since the other has left goes on at once.
    """
    high, low = sorted(games[0].entrants, key=lambda number: tournament.by_number[number].rank)
    results = [_result(game, high) for game in games]
    if games[-1].walkover and results[-1]:
        return high if results[-1] == HIGHER else low
    return {HIGHER: high, LOWER: low, OPEN: 0}[find_winner(results, tournament.settings.best_of)]


def _result(game: Played, high: int) -> int:
    """How a game ended for the entrant set higher."""
    own = game.shares[game.entrants.index(high)]
    return (2 * own > sum(game.shares)) - (2 * own < sum(game.shares))


def winners(tournament: Tournament) -> dict[NodeKey, int]:
    """Return who won which node; if a result was corrected after somebody had been paired, that one has gone on."""
    newest = {key: games[-1] for key, games in _find_played(tournament).items()}
    return by_results(tournament) | _find_winners(tournament, newest)


def by_results(tournament: Tournament) -> dict[NodeKey, int]:
    """Return who won which node by its results alone, whoever has gone on."""
    won = {key: winner(tournament, games) for key, games in _find_played(tournament).items()}
    return {key: number for key, number in won.items() if number}


def _find_played(tournament: Tournament) -> dict[NodeKey, list[Played]]:
    """The games of each node that count."""
    games: dict[NodeKey, list[Played]] = {}
    for game in tournament.played:
        if game.node is not None and not game.absent:
            games.setdefault(game.node, []).append(game)
    return games


def _find_winners(tournament: Tournament, games: Mapping[NodeKey, Played]) -> dict[NodeKey, int]:
    """Who won a node, as it follows from what was paired since: who fell out of it first, since they may come back."""
    known = group_pairings(tournament)
    tree = {node.key: node for node in nodes(tournament)}
    found: dict[NodeKey, int] = {}
    for origin in (From.LOSER, From.WINNER):
        for key in (each for each in tree if each in known):
            for side in _came_from(tree, tree[key], known):
                game = None if side.node is None else games.get(side.node)
                if side.origin is not origin or side.node is None or game is None or side.node in found:
                    continue
                there = [number for number in game.entrants if number in known[key][0].entrants]
                if len(there) == 1:
                    (other,) = (number for number in game.entrants if number != there[0])
                    found[side.node] = there[0] if origin is From.WINNER else other
    return found


def _came_from(tree: Mapping[NodeKey, Node], node: Node, known: Collection[NodeKey]) -> Iterator[Side]:
    """Where the entrants of a node come from, past places where nobody was opposite."""
    for side in (node.first, node.second):
        if side.node is not None and side.origin is From.WINNER and side.node in tree and side.node not in known:
            yield from _came_from(tree, tree[side.node], known)
        else:
            yield side


def fill_tree(tournament: Tournament) -> dict[NodeKey, Meeting]:
    """Return the tree with what is known; {} before there is one."""
    known = series(tournament)
    void = {key for key, games in known.items() if has_nobody(games[-1])}
    return meetings(nodes(tournament), seeds(tournament), winners(tournament), void=void, again=AGAIN in known)


def champion(tournament: Tournament) -> int | None:
    """Return who has won the tree; None while that is open, 0 if nobody can: all who were left in it are barred."""
    known = fill_tree(tournament)
    last = known[next(reversed(known))]
    if last.node.key == AGAIN and not (last.first and last.second) and last.onward:
        last = known[FINAL]
    return 0 if last.onward in find_barred(tournament) else last.onward


def defeats(tournament: Tournament, known: Mapping[NodeKey, Meeting]) -> dict[int, int]:
    """Return how often each has lost in the tree; who left or missed a match together with the other is out.

    Who plays for third place has not lost for good before that is decided.
    """
    most = 2 if tournament.format is Format.DOUBLE_KNOCKOUT else 1
    lost = dict.fromkeys(seeds(tournament), 0)
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


def rank_knocked_out(tournament: Tournament) -> dict[int, int]:
    """Return how long each lasted in the tree: the higher, the longer."""
    known = fill_tree(tournament)
    double = tournament.format is Format.DOUBLE_KNOCKOUT
    lasted = dict.fromkeys(seeds(tournament), FOREVER - 1)
    for meeting in known.values():
        node = meeting.node
        part = node.key.part
        if meeting.loser and part not in _LAST and (not double or part is TreePart.LOSERS):
            lasted[meeting.loser] = 2 * node.round
        for number in _absent(meeting):
            if part not in _LAST:  # from the winners' side as if lost where a loser of it comes in
                lasted[number] = 2 * (max(1, 2 * node.round - 2) if double and part is TreePart.WINNERS else node.round)
    if THIRD in known and known[THIRD].onward:
        lasted[known[THIRD].onward or 0] += 1
    if known:
        last = known[next(reversed(known))]
        if last.onward:
            lasted[last.onward] = FOREVER
    return lasted
