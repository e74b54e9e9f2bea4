"""Choosing a pair (R5) and the clover (R7.5)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Event, Step
from games.core.seats import Seat
from games.core.text import Text, say
from games.grunn.components import BOX, CARDS
from games.grunn.moves import Take
from games.grunn.rules.order import change_turn
from games.grunn.state import State
from games.grunn.view import skip_cost
from games.grunn.words.names import card_name, kind_name, refusal


def check_take(state: State, move: Take) -> None:
    """Refuse a pair that is not there or costs more than the player has (R5.1, R5.2)."""
    if state.stage.pair:
        raise refusal("PAIR_CHOSEN", "R5.1", pair=state.stage.pair)
    if not 1 <= move.pair <= len(state.pool):
        raise refusal("NO_SUCH_PAIR", "R5.1", most=len(state.pool))
    ducats = state.players[state.mover].ducats
    cost = skip_cost(move.pair)
    if cost > ducats:
        reach = ducats // BOX.pool.skip_cost + 1
        raise refusal("CANNOT_PAY_SKIP", "R5.2", pair=move.pair, cost=cost, ducats=ducats, reach=reach)


def play_take(state: State, move: Take) -> Step[State]:
    """Put a ducat on every pair skipped, take the ducats that lie on the chosen one, and those of a clover."""
    seat = state.mover
    player = state.players[seat]
    chosen = state.pool[move.pair - 1]
    skipped = tuple(replace(pair, ducats=pair.ducats + BOX.pool.skip_cost) for pair in state.pool[: move.pair - 1])
    pool = (*skipped, replace(chosen, ducats=0), *state.pool[move.pair :])
    gift = CARDS[chosen.card].ducats
    ducats = player.ducats - skip_cost(move.pair) + chosen.ducats + gift
    stage = replace(state.stage, pair=move.pair, tile=chosen.tile, card=chosen.card)
    after = replace(change_turn(state, replace(player, ducats=ducats), stage), pool=pool)
    return Step(after, tuple(map(Event, _take_texts(seat, move.pair, chosen.ducats, gift, chosen.tile, chosen.card))))


def _take_texts(seat: Seat, pair: int, found: int, gift: int, tile: str, card: str) -> list[Text]:
    told = [say("grunn.log.take", seat=seat, pair=pair, tile=kind_name(tile), card=card_name(card))]
    if skip_cost(pair):
        told.append(say("grunn.log.skip", seat=seat, ducats=skip_cost(pair)))
    if found:
        told.append(say("grunn.log.found", seat=seat, ducats=found))
    if gift:
        told.append(say("grunn.log.clover", seat=seat, ducats=gift))
    return told
