"""Knockouts, single and double: the tree as data, and who meets whom in it. Pure.

A double elimination has two finals, the second only if the one who had lost before wins the first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from db.tournaments.records import NodeKey, TreePart

FINAL, AGAIN = NodeKey(TreePart.FINAL, 1), NodeKey(TreePart.FINAL, 2)

THIRD = NodeKey(TreePart.THIRD, 1)
"""The match of those who lost the semifinals of a single knockout."""


class From(StrEnum):
    """Where one side of a node comes from."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


class Side(Struct, frozen=True):
    """One side of a node: a seed (0 is the strongest), or who won or lost another node."""

    origin: From
    seed: int = 0
    node: NodeKey | None = None


class Node(Struct, frozen=True):
    """One match of a tree; ``round`` is the one in which it is played: that of the final for third place, too."""

    key: NodeKey
    round: int
    first: Side
    second: Side


class Meeting(Struct, frozen=True):
    """What is known of a node: its entrants (None: not known yet, 0: nobody) and who won (0: nobody yet).

    ``void``: both had left before they met, so that nobody goes on from it.
    """

    node: Node
    first: int | None
    second: int | None
    winner: int = 0
    void: bool = False

    @property
    def ready(self) -> bool:
        """Whether it can be played now."""
        return bool(self.first) and bool(self.second) and not self.winner and not self.void

    @property
    def loser(self) -> int | None:
        """Who lost it; 0: nobody, None: not known yet."""
        if self.first is None or self.second is None:
            return None
        if self.void:
            return 0
        if self.first and self.second:
            return None if not self.winner else self.second if self.winner == self.first else self.first
        return 0

    @property
    def onward(self) -> int | None:
        """Who goes on from it; 0: nobody, None: not known yet. Who has nobody opposite goes on at once."""
        if self.first is None or self.second is None:
            return None
        if self.void:
            return 0
        if self.first and self.second:
            return self.winner or None
        return self.first or self.second


def seed_order(size: int) -> list[int]:
    """Seeds from top to bottom, so that the strongest meet last: 0 7 3 4 1 6 2 5."""
    order = [0]
    while len(order) < size:
        count = len(order) * 2
        order = [seed for each in order for seed in (each, count - 1 - each)]
    return order


def size_of(count: int) -> int:
    """Return the places in the first round of a tree for so many entrants (at least 2): a power of two."""
    return 1 << max(1, (count - 1).bit_length())


def tree(count: int, *, double: bool = False, third: bool = False) -> tuple[Node, ...]:
    """Return the tree for so many entrants (at least 2), in an order in which each node stands after its origins.

    The last node is the final; ``third``: before it stands the match for third place, if there are semifinals.
    """
    size = size_of(count)
    order = seed_order(size)
    nodes = [
        Node(NodeKey(TreePart.WINNERS, 1, row), 1, _seed(order[2 * row]), _seed(order[2 * row + 1]))
        for row in range(size // 2)
    ]
    rounds = size.bit_length() - 1
    for turn in range(2, rounds + 1):
        nodes += [_follows(TreePart.WINNERS, turn, row) for row in range(size >> turn)]
    if third and not double and rounds > 1:
        lost = [_loser_of(rounds - 1, row) for row in range(2)]
        nodes.insert(-1, Node(THIRD, rounds, *lost))
    if double:
        nodes += _losers(rounds)
        last = _winner_of(NodeKey(TreePart.LOSERS, 2 * rounds - 2)) if rounds > 1 else _loser_of(1, 0)
        top = _winner_of(NodeKey(TreePart.WINNERS, rounds))
        nodes.append(Node(FINAL, 1, top, last))
        nodes.append(Node(AGAIN, 2, _winner_of(FINAL), Side(From.LOSER, node=FINAL)))
    return tuple(nodes)


def _seed(seed: int) -> Side:
    return Side(From.SEED, seed=seed)


def _winner_of(key: NodeKey) -> Side:
    return Side(From.WINNER, node=key)


def _loser_of(turn: int, row: int) -> Side:
    """Who lost a match of the winners' side."""
    return Side(From.LOSER, node=NodeKey(TreePart.WINNERS, turn, row))


def _follows(part: TreePart, turn: int, row: int) -> Node:
    """A match between the winners of two of the round before."""
    first, second = (_winner_of(NodeKey(part, turn - 1, before)) for before in (2 * row, 2 * row + 1))
    return Node(NodeKey(part, turn, row), turn, first, second)


def _losers(rounds: int) -> Iterator[Node]:
    """The losers' side: by turns those who are in it meet, and those who fall out of the winners' side join.

    Who joins stands in reversed order every other time, so that nobody soon meets the same again.
    """
    size = 1 << rounds
    for drop in range(1, rounds):
        count = size >> (drop + 1)
        turn = 2 * drop - 1
        for row in range(count):
            if drop == 1:
                yield Node(NodeKey(TreePart.LOSERS, 1, row), 1, _loser_of(1, 2 * row), _loser_of(1, 2 * row + 1))
            else:
                yield _follows(TreePart.LOSERS, turn, row)
        for row in range(count):
            fallen = count - row - 1 if drop % 2 else row
            stays = _winner_of(NodeKey(TreePart.LOSERS, turn, row))
            yield Node(NodeKey(TreePart.LOSERS, turn + 1, row), turn + 1, stays, _loser_of(drop + 1, fallen))


def meetings(
    nodes: Sequence[Node],
    seeds: Sequence[int],
    winners: Mapping[NodeKey, int],
    *,
    void: Collection[NodeKey] = (),
    again: bool = False,
) -> dict[NodeKey, Meeting]:
    """Return what is known of each node: ``seeds`` are entrants from the strongest, ``winners`` by key of the node.

    ``void`` are nodes that both had left; ``again``: the second final is paired, so that it is played whatever
    became of the first since.
    """
    known: dict[NodeKey, Meeting] = {}
    for node in nodes:
        first, second = _who(node.first, seeds, known), _who(node.second, seeds, known)
        if node.key == AGAIN and first and first == known[FINAL].first and not again:
            second = 0  # who came without a defeat has won already
        known[node.key] = Meeting(node, first, second, winners.get(node.key, 0), node.key in void)
    return known


def _who(side: Side, seeds: Sequence[int], known: Mapping[NodeKey, Meeting]) -> int | None:
    if side.node is None:
        return seeds[side.seed] if side.seed < len(seeds) else 0
    return known[side.node].onward if side.origin is From.WINNER else known[side.node].loser
