"""Block lists: who is blocked is not met where the format leaves a choice."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations

import networkx as nx
import pytest
from msgspec.structs import replace

from bot.app.tournaments.formats.progress import Came, World
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.settings import TournamentSettings
from db.ids import MatchId
from db.tournaments.records import Format, PairingRecord
from tests.app.tournaments.simulated import Simulation, tournament

Pair = frozenset[int]


class Blocking(Simulation):
    """Lets a tournament run in which some block others."""

    def __init__(self, begun: Tournament, blocks: Iterable[Pair], *, seed: int) -> None:
        """``blocks`` are of two entrants each."""
        super().__init__(begun, seed=seed, drop=0.05)
        self.unwanted: dict[int, frozenset[int]] = {}
        for pair in blocks:
            for number in pair:
                self.unwanted[number] = self.unwanted.get(number, frozenset()) | pair - {number}

    def world(self, came: dict[MatchId, Came] | None = None) -> World:
        """Return what the tournament looks at."""
        return replace(super().world(came), unwanted=self.unwanted)


def rounds_of(known: Tournament) -> Iterator[list[PairingRecord]]:
    """The matches of each round, in order."""
    for number in range(1, known.record.round + 1):
        yield [row for row in known.pairings if row.round == number and len(row.entrants) > 1]


def pairs_of(row: PairingRecord) -> set[Pair]:
    """Who meets whom in a match."""
    return {frozenset(pair) for pair in combinations(row.entrants, 2)}


def avoidable(known: Tournament, blocks: set[Pair]) -> list[PairingRecord]:
    """Matches of blocked players though the round could be had without: all new pairs, or another table."""
    met: set[Pair] = set()
    found = []
    for rows in rounds_of(known):
        hit = [row for row in rows if blocks & pairs_of(row)]
        if hit and known.format is Format.SWISS:
            people = [number for row in rows for number in row.entrants]
            graph: nx.Graph[int] = nx.Graph(
                [pair for pair in combinations(people, 2) if frozenset(pair) not in met | blocks]
            )
            hit = hit if 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(people) else []
        found += hit if known.format is not Format.TABLES or len(rows) > 1 else []
        met |= {pair for row in rows for pair in pairs_of(row)}
    return found


@pytest.mark.parametrize("format", [Format.SWISS, Format.FREE_SWISS, Format.TABLES, Format.LADDER])
def test_who_is_blocked_is_not_met_where_it_can_be_avoided(format: Format) -> None:
    """
    In simulated tournaments with one to three pairs: never without rounds and on a ladder; in rounds only where all
    who are new to each other are blocked, at tables only where there is no other table.
    """
    for seed in (1, 2, 3, 4, 15, 42):
        chance = random.Random(seed)
        count = chance.randint(8, 14)
        blocks = {frozenset(chance.sample(range(1, count + 1), 2)) for _ in range(chance.randint(1, 3))}
        seats = 4 if format is Format.TABLES else 2
        settings = TournamentSettings(most=99, least=2, rounds=chance.randint(3, 5), seats=seats)
        run = Blocking(tournament(format, count, settings), blocks, seed=seed)

        assert [] == avoidable(run.run(), blocks)


def test_repeated_meetings_seat_no_blocked_players_together() -> None:
    """
    At tables all who can be kept apart are, however often the others have met by then.
    """
    blocks = {frozenset(pair) for pair in ((5, 2), (4, 2), (2, 6))}
    settings = TournamentSettings(most=99, least=2, rounds=12, seats=4)
    run = Blocking(tournament(Format.TABLES, 8, settings), blocks, seed=1)
    run.drop = 0

    assert [] == avoidable(run.run(), blocks)
