"""Handed cases about arranging and turns: by hand, by default, by order, in notation."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.core.errors import Refusal
from games.core.moves import Move
from games.core.rng import NoChance
from games.core.running.plans import play_order
from games.core.running.play import fallback_turn, fold
from games.core.seats import Seat
from games.grunn.grid import NEAR
from games.grunn.moves import Arrange, Build, Canal, Develop, Done, Exchange, Place, Relocate, Take
from games.grunn.plans import Standing, read_order
from games.grunn.rules.order import open_turn
from games.grunn.scoring import score_player
from games.grunn.state import Pair, Phase, Player, State, Tile
from games.grunn.words.notation import check_tile, read_build, read_line
from tests.cases.grunn.numbers import rows_of
from tests.cases.grunn.positions import Case, Grunn, pairs_of, phased, position_of, text_of, texts_of

SEAT = Seat(0)
"""The seat that a position describes."""


def read_setup(game: Grunn, case: Case) -> dict[str, object]:
    """Return the tiles laid, or why not (R2.7)."""
    given = case["given"]
    state = position_of({}, seats=given["players"], phase=Phase.ARRANGE)
    state = replace(state, players=(Player(tuple(given["dealt"]), 0), *state.players[1:]))
    move = Arrange(tuple(case["action"]["cells"]))
    try:
        game.check(game.view(state, SEAT), move)
    except Refusal as refused:
        return {"legal": False, "reason": refused.code}
    after = game.step(state, SEAT, move, NoChance()).state
    return {"legal": True, "tiles": texts_of(after.players[SEAT].tiles)}


def _use_of(card: dict[str, Any] | None) -> list[Move]:
    match card:
        case None:
            return []
        case {"develop": cell}:
            return [Develop(cell)]
        case {"relocate": [source, target]}:
            return [Relocate(source, target)]
        case {"exchange": [first, second]}:
            return [Exchange(first, second)]
    raise LookupError(f"no use of a card: {card}")


def _builds_of(build: dict[str, str] | None) -> list[Move]:
    """Read constructions; raises UNKNOWN_BUILD for anything that is none."""
    kinds: dict[str, type[Build | Canal]] = {"building": Build, "canal": Canal}
    moves: list[Move] = []
    for name, where in (build or {}).items():
        if name not in kinds:
            read_build(f"{name} {where}")
        moves.append(kinds[name](where))
    return moves


def play_action(game: Grunn, state: State, action: Case) -> State:
    """Play a turn of the case form; raises the first refusal in the order of section 19."""
    ask = game.asks(state)[0].id
    pair = action["pair"]
    if "tile" in action and 1 <= pair <= len(state.pool):
        check_tile(action["tile"], pair, state.pool[pair - 1].tile)
    fold(game, state, SEAT, ask, [Take(pair)])
    place, use = [Place(action["place"] or "")], _use_of(action["card"])
    parts = [*use, *place] if read_order(action["first"]) == "card" else [*place, *use]
    try:
        builds = _builds_of(action["build"])
    except Refusal:
        fold(game, state, SEAT, ask, [Take(pair), *parts])
        raise
    return fold(game, state, SEAT, ask, [Take(pair), *parts, *builds, Done()]).state


def _opened(given: Case) -> State:
    return open_turn(position_of(given))[0]


def read_turn(game: Grunn, case: Case) -> dict[str, object]:
    """Return what a turn leads to, or why it is refused."""
    before = _opened(case["given"])
    try:
        after = play_action(game, before, case["action"])
    except Refusal as refused:
        return {"legal": False, "reason": refused.code}
    player = after.players[SEAT]
    gone = case["expect"].get("gone", ())
    return {
        "legal": True,
        "ducats": player.ducats,
        "tiles": {cell: text_of(tile) for cell, tile in player.tiles.items()},
        "gone": [cell for cell in gone if cell not in player.tiles],
        "canals": list(player.canals),
        "pool": pairs_of(after.pool),
        "supply": after.stocks,
        "discarded": after.used,
        "score": rows_of(score_player(player, 0, after.options)),
    }


def action_of(moves: list[Move] | tuple[Move, ...]) -> dict[str, object]:
    """Write moves as a turn of the case form."""
    action: dict[str, object] = {"first": "tile", "card": None, "build": None}
    for move in moves:
        match move:
            case Take():
                action["pair"] = move.pair
            case Place():
                action["place"] = move.cell
            case Develop():
                action["card"] = {"develop": move.cell}
            case Relocate():
                action["card"] = {"relocate": [move.source, move.target]}
            case Exchange():
                action["card"] = {"exchange": [move.first, move.second]}
            case Build():
                action["build"] = {"building": move.cell}
            case Canal():
                action["build"] = {"canal": move.edge}
        if "place" not in action and action["card"] is not None:
            action["first"] = "card"
    return action


def read_default_turn(game: Grunn, case: Case) -> dict[str, object]:
    """Return the turn made at the deadline (R16.6)."""
    before = _opened(case["given"])
    ask = game.asks(before)[0]
    moves = fallback_turn(game, before, ask)
    after = fold(game, before, SEAT, ask.id, moves).state
    return {"turn": action_of(moves), "ducats": after.players[SEAT].ducats}


def _standing(order: Case) -> Standing:
    turn = order["turn"]
    return Standing(
        tile=order["tile"],
        card=order["card"],
        max_cost=order["max_cost"],
        place=turn["place"],
        use="".join(map(_sign, _use_of(turn["card"]))),
        order=turn["first"],
        build="".join(map(_sign, _builds_of(turn["build"]))),
        keep=order.get("keep", False),
    )


def _sign(move: Move) -> str:
    match move:
        case Develop():
            return f"+{move.cell}"
        case Relocate():
            return f"{move.source}>{move.target}"
        case Exchange():
            return f"{move.first}~{move.second}"
        case Build():
            return f"!{move.cell}"
        case Canal():
            return f"={move.edge}"
    raise LookupError(f"no part of an order: {move}")


def read_orders(game: Grunn, case: Case) -> dict[str, object]:
    """Return which standing order is played, with which pair, and what is left (R16.5)."""
    now = _opened(case["given"])
    orders = [_standing(order) for order in case["given"]["orders"]]
    view, ask = game.view(now, SEAT), game.asks(now)[0].id
    plays, pair = None, None
    for number, order in enumerate(orders, 1):
        turn = play_order(game, now, SEAT, ask, order, view).turn
        if turn is not None:
            plays, pair = number, next(move.pair for move in turn if isinstance(move, Take))
            break
    left = [number for number, order in enumerate(orders, 1) if order.keep and number != plays]
    return {"plays": plays, "pair": pair, "left": left}


def _scene(kind: str, card: str, *, ducats: int = 9) -> State:
    """Return a position for lines without one: every cell holds a tile, so that any line can be written."""
    state = position_of({"ducats": ducats})
    everywhere = dict.fromkeys(NEAR, Tile("bog"))
    pool = (Pair(kind, card),) * 5
    return replace(state, pool=pool, players=(Player((), ducats, everywhere), *state.players[1:]))


def read_notation(game: Grunn, case: Case) -> dict[str, object]:
    """Return what a line means, or how a turn is written (R18.2)."""
    given = case["given"]
    if "turn" in given:
        turn = given["turn"]
        moves = [Place(turn["place"]), *_use_of(turn["card"])]
        moves = moves if turn["first"] == "tile" else moves[::-1]
        whole = [Take(turn["pair"]), *moves, *_builds_of(turn["build"]), Done()]
        return {"text": game.notation.write(game.view(_scene(given["tile"], given["card"]), SEAT), whole)}
    line = read_line(given["text"])
    scene = _scene(line.tile, given.get("card", "develop_any"))
    view = game.view(scene, SEAT)
    try:
        read = game.notation.read(view, given["text"])
    except Refusal as refused:
        return {"reason": refused.code}
    return {"action": action_of(tuple(read)) | {"tile": line.tile}, "text": game.notation.write(view, [*read, Done()])}


def read_submit(game: Grunn, case: Case) -> dict[str, object]:
    """Return why a turn by that seat is refused at that time (R19, first group)."""
    given = case["given"]
    arranged = None if given.get("arranged", True) else ()
    numbers = {"turns_done": given["turns_done"]}
    state = phased(numbers, seats=given["players"], first=given["first"], arranged=arranged)
    by = given["by"]
    try:
        game.check(game.view(state, None if by is None else Seat(by)), Take(1))
    except Refusal as refused:
        return {"reason": refused.code}
    return {}
