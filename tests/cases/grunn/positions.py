"""Positions of the handed cases, and the cases that ask about a position only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from games.core.contract import Game
from games.core.rng import Rng
from games.core.seats import Seat
from games.grunn.components import BOX, count_cards, count_stocks, count_tiles
from games.grunn.grid import EDGES
from games.grunn.moves import Canal, Place
from games.grunn.options import GrunnOptions
from games.grunn.rules.table import automaton_take, play_refill
from games.grunn.state import Pair, Phase, Player, Stage, State, Tile, Tiles, new_tile
from games.grunn.view import View

Case = Mapping[str, Any]
Grunn = Game[State, View]


def tile_of(text: str) -> Tile:
    """Read a tile as cases write it: ``bog dev built``, ``ridge:NE built``."""
    kind, *marks = text.split()
    tile = new_tile(kind)
    return Tile(kind, tile.developed or "dev" in marks, "built" in marks)


def text_of(tile: Tile) -> str:
    """Write a tile as cases do."""
    shown = [tile.kind]
    if tile.developed and not tile.facts.always_developed:
        shown.append("dev")
    return " ".join((*shown, "built") if tile.built else shown)


def tiles_of(given: Case) -> Tiles:
    """Read the landscape of a position."""
    return {cell: tile_of(text) for cell, text in given.get("tiles", {}).items()}


def texts_of(tiles: Tiles) -> dict[str, str]:
    """Write a landscape."""
    return {cell: text_of(tile) for cell, tile in tiles.items()}


def options_of(given: Case) -> GrunnOptions:
    """Read the options that differ from their defaults."""
    return GrunnOptions(**given.get("options", {}))


def pool_of(given: Case) -> tuple[Pair, ...]:
    """Read a pool."""
    return tuple(Pair(**pair) for pair in given.get("pool", ()))


def pairs_of(pool: tuple[Pair, ...]) -> list[dict[str, object]]:
    """Write a pool."""
    return [{"tile": pair.tile, "card": pair.card, "ducats": pair.ducats} for pair in pool]


def position_of(given: Case, *, seats: int | None = None, phase: Phase = Phase.TURN) -> State:
    """Read a position: seat 0 is the one described, and to move first unless the case says otherwise."""
    seats = seats or given.get("players", 2)
    canals = tuple(EDGES[edge] for edge in given.get("canals", ()))
    described = Player((), given.get("ducats", BOX.start_ducats.value), tiles_of(given), canals)
    others = (Player((), BOX.start_ducats.value),) * (seats - 1)
    return State(
        options=options_of(given),
        phase=phase,
        first=Seat(0),
        players=(described, *others),
        pool=pool_of(given),
        tiles=count_tiles(),
        cards=count_cards(),
        discard=dict.fromkeys(count_cards(), 0),
        stocks=count_stocks() | given.get("supply", {}),
    )


def read_free_cells(game: Grunn, case: Case) -> dict[str, object]:
    """Return the cells offered for a new tile (R6.1)."""
    state = replace(position_of(case["given"]), stage=Stage(pair=1, tile="bog", card="clover"))
    choices = game.choices(game.view(state, Seat(0)), Place, {})
    return {"cells": [choice.value for choice in choices]}


def read_canal_edges(game: Grunn, case: Case) -> dict[str, object]:
    """Return the edges offered for a canal (R9)."""
    state = position_of(case["given"])
    state = replace(state, stage=Stage(pair=1, tile="bog", card="clover", laid=next(iter(state.players[0].tiles))))
    edges = [choice.value for choice in game.choices(game.view(state, Seat(0)), Canal, {})]
    return {"edges": edges, "count": len(edges)}


def read_automaton(game: Grunn, case: Case) -> dict[str, object]:
    """Return what the automaton takes and leaves (R15.2, R15.3)."""
    after, taken = automaton_take(position_of(case["given"], seats=1, phase=Phase.AUTOMATON))
    return {
        "takes": list(after.automaton),
        "discards": [pair.card for pair in taken if after.discard[pair.card]],
        "ducats_to_bank": sum(pair.ducats for pair in taken),
        "pool": pairs_of(after.pool),
    }


def read_refill(game: Grunn, case: Case) -> dict[str, object]:
    """Return the sizes of pool, deck and discard pile after a refill (R10)."""
    given = case["given"]
    state = replace(
        position_of(given, phase=Phase.REFILL),
        cards={card: given["card_deck"].count(card) for card in count_cards()},
        discard={card: given["discard"].count(card) for card in count_cards()},
        used=given["used"],
    )
    after = play_refill(state, Rng(b"cases")).state
    return {
        "pool_size": len(after.pool),
        "card_deck_size": sum(after.cards.values()),
        "discard_size": sum(after.discard.values()),
    }


def phased(given: Case, *, seats: int, first: int, arranged: tuple[int, ...] | None) -> State:
    """Read a match by its numbers: ``arranged`` None means that all have."""
    tiles = {"D4": new_tile("bog")}
    state = position_of(given, seats=seats)
    players = [
        replace(player, tiles=tiles if arranged is None or seat in arranged else {})
        for seat, player in enumerate(state.players)
    ]
    state = replace(state, players=tuple(players), first=Seat(first), turns_done=given.get("turns_done", 0))
    if arranged is not None:
        return replace(state, phase=Phase.ARRANGE)
    return replace(state, phase=Phase.OVER) if state.turns_done >= state.turns_in_all else state


def read_owes(game: Grunn, case: Case) -> dict[str, object]:
    """Return who owes a decision, by name (section 16.1)."""
    given = case["given"]
    names = given["players"]
    arranged = None if given["phase"] == "turn" else tuple(map(names.index, given["arranged"]))
    numbers = {"turns_done": given.get("turns_done", 0)}
    first = names.index(given.get("first", names[0]))
    state = phased(numbers, seats=len(names), first=first, arranged=arranged)
    return {"owes": [names[ask.seat] for ask in game.asks(state)]}
