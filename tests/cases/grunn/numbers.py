"""Handed cases about scores and other numbers."""

from __future__ import annotations

from games.grunn.components import BOX, Landscape, count_cards, count_stocks, count_tiles
from games.grunn.grid import EDGES
from games.grunn.scoring import (
    Rows,
    bonuses,
    grain_points,
    grass_bonuses,
    score_player,
    solo_rating,
    winners,
)
from games.grunn.state import Player, State, Tile
from tests.cases.grunn.positions import Case, Grunn, options_of, position_of, tiles_of


def rows_of(rows: Rows) -> dict[str, int]:
    """Write a breakdown as cases do."""
    names = {name: "grass_bonus" if name == "bonus" else name for name in rows.__struct_fields__}
    return {shown: getattr(rows, name) for name, shown in names.items()} | {"total": rows.total}


def read_score(game: Grunn, case: Case) -> dict[str, object]:
    """Return the breakdown of a landscape (R12)."""
    given = case["given"]
    player = Player((), 0, tiles_of(given), tuple(EDGES[edge] for edge in given.get("canals", ())))
    return dict(rows_of(score_player(player, given.get("grass_bonus", 0), options_of(given))))


def read_bonus(game: Grunn, case: Case) -> dict[str, object]:
    """Return the grass bonus by player (R12.3)."""
    green = case["given"]["green"]
    return dict(zip(green, grass_bonuses(list(green.values()), options_of(case["given"])), strict=True))


def read_winner(game: Grunn, case: Case) -> dict[str, object]:
    """Return the winners by name (R13)."""
    totals = case["given"]["totals"]
    names = list(totals)
    return {"winners": [names[index] for index in winners(list(totals.values()))]}


def read_facts(game: Grunn, case: Case) -> dict[str, object]:
    """Return the numbers for a number of players (R2.2, R14, R15)."""
    facts = BOX.players[case["given"]["players"]]
    return {
        "start_tiles": facts.start_tiles,
        "turns_each": facts.turns_each,
        "tiles_each": facts.tiles_each,
        "automaton_tiles": BOX.automaton.pairs_per_turn * facts.turns_each if facts.automaton else 0,
    }


def read_components(game: Grunn, case: Case) -> dict[str, object]:
    """Return the totals of the box (section 0)."""
    stocks = count_stocks()
    canals = stocks.pop("canal")
    return {
        "tiles": sum(count_tiles().values()),
        "cards": sum(count_cards().values()),
        "buildings": sum(stocks.values()),
        "canals": canals,
        "coin_total": BOX.bank.ducats_in_box,
    }


def read_grain_table(game: Grunn, case: Case) -> dict[str, object]:
    """Return the points of grain clusters by size (R12.5)."""
    return {"points": list(map(grain_points, case["given"]["sizes"]))}


def _solo(given: Case) -> State:
    """Return a solo position with so many Wadden tiles on either side."""
    state = position_of({"options": given.get("options", {})}, seats=1)
    wadden = Tile(Landscape.WADDEN.value)
    cells = [f"D{row + 1}" for row in range(given["player_green"])]
    player = Player((), 0, dict.fromkeys(cells, wadden))
    return State(
        options=state.options,
        phase=state.phase,
        first=state.first,
        players=(player,),
        pool=(),
        tiles={},
        cards={},
        discard={},
        stocks={},
        automaton=(wadden.kind,) * given["automaton_green"],
    )


def read_solo_bonus(game: Grunn, case: Case) -> dict[str, object]:
    """Return the grass bonus against the automaton (R15.5)."""
    return {"bonus": bonuses(_solo(case["given"]))[0]}


def read_solo_rating(game: Grunn, case: Case) -> dict[str, object]:
    """Return the ratings of solo totals (R15.6)."""
    return {"ratings": list(map(solo_rating, case["given"]["totals"]))}
