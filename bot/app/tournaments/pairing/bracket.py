"""Knockouts, single and double: the tree as data, and who meets whom in it. Pure.

Nodes have keys: ``W2.1`` is the second round of the winners' side, its first match; ``L…`` the losers' side, ``F1`` and
``F2`` the finals of a double elimination (the second only if the one who had lost before wins the first), ``T1.1`` the
match for third place of a single one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

FINAL, AGAIN = "F1", "F2"

THIRD = "T1.1"
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
    node: str = ""


class Node(Struct, frozen=True):
    """One match of a tree; ``round`` counts within its part of the tree, ``row`` from the top."""

    key: str
    part: str
    round: int
    row: int
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
        Node(f"W1.{row + 1}", "W", 1, row, _seed(order[2 * row]), _seed(order[2 * row + 1])) for row in range(size // 2)
    ]
    rounds = size.bit_length() - 1
    for turn in range(2, rounds + 1):
        nodes += [_follows("W", turn, row, turn - 1) for row in range(size >> turn)]
    if third and not double and rounds > 1:
        lost = [Side(From.LOSER, node=f"W{rounds - 1}.{row}") for row in (1, 2)]
        nodes.insert(-1, Node(THIRD, "T", rounds, 0, *lost))
    if double:
        nodes += _losers(rounds)
        last = _won(f"L{2 * rounds - 2}.1") if rounds > 1 else Side(From.LOSER, node="W1.1")
        top = _won(f"W{rounds}.1")
        nodes.append(Node(FINAL, "F", 1, 0, top, last))
        nodes.append(Node(AGAIN, "F", 2, 0, _won(FINAL), Side(From.LOSER, node=FINAL)))
    return tuple(nodes)


def _seed(seed: int) -> Side:
    return Side(From.SEED, seed=seed)


def _won(key: str) -> Side:
    return Side(From.WINNER, node=key)


def _follows(part: str, turn: int, row: int, before: int) -> Node:
    first, second = _won(f"{part}{before}.{2 * row + 1}"), _won(f"{part}{before}.{2 * row + 2}")
    return Node(f"{part}{turn}.{row + 1}", part, turn, row, first, second)


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
                first = Side(From.LOSER, node=f"W1.{2 * row + 1}")
                second = Side(From.LOSER, node=f"W1.{2 * row + 2}")
                yield Node(f"L1.{row + 1}", "L", 1, row, first, second)
            else:
                yield _follows("L", turn, row, turn - 1)
        for row in range(count):
            fallen = count - row if drop % 2 else row + 1
            joins = Side(From.LOSER, node=f"W{drop + 1}.{fallen}")
            yield Node(f"L{turn + 1}.{row + 1}", "L", turn + 1, row, _won(f"L{turn}.{row + 1}"), joins)


def meetings(
    nodes: Sequence[Node],
    seeds: Sequence[int],
    winners: Mapping[str, int],
    *,
    void: Collection[str] = (),
    again: bool = False,
) -> dict[str, Meeting]:
    """Return what is known of each node: ``seeds`` are entrants from the strongest, ``winners`` by key of the node.

    ``void`` are nodes that both had left; ``again``: the second final is paired, so that it is played whatever
    became of the first since.
    """
    known: dict[str, Meeting] = {}
    for node in nodes:
        first, second = _who(node.first, seeds, known), _who(node.second, seeds, known)
        if node.key == AGAIN and first and first == known[FINAL].first and not again:
            second = 0  # who came without a defeat has won already
        known[node.key] = Meeting(node, first, second, winners.get(node.key, 0), node.key in void)
    return known


def _who(side: Side, seeds: Sequence[int], known: Mapping[str, Meeting]) -> int | None:
    if side.origin is From.SEED:
        return seeds[side.seed] if side.seed < len(seeds) else 0
    return known[side.node].onward if side.origin is From.WINNER else known[side.node].loser
