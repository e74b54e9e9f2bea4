"""Who may act when: the first group of checks of section 19, and what turns up at the start of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.errors import game_over, not_a_player, not_your_turn
from games.core.game import Event
from games.core.seats import Seat
from games.core.text import say
from games.grunn.components import KINDS
from games.grunn.state import Change, Phase, Player, Stage, State
from games.grunn.view import View
from games.grunn.words.names import refusal


def check_arranging(view: View) -> Seat:
    """Return the seat that arranges; refuse if it may not (R2.7, R16.2)."""
    seat = _seat_of(view)
    if view.state.phase is not Phase.ARRANGE:
        raise refusal("ALREADY_ARRANGED", "R16.2")
    return seat


def check_turn(view: View) -> Seat:
    """Return the seat that takes its turn; refuse if it may not (R3.1)."""
    seat = _seat_of(view)
    state = view.state
    if state.phase in (Phase.ARRANGE, Phase.LOT):
        raise refusal("NOT_ARRANGED", "R16.2")
    if seat != state.mover:
        raise not_your_turn(state.mover, "R3.1", plan="/grunn standing")
    if state.phase is not Phase.TURN:
        raise refusal("STALE", "R16.9")
    return seat


def _seat_of(view: View) -> Seat:
    if view.seat is None or not 0 <= view.seat < len(view.state.players):
        raise not_a_player("R19")
    if view.state.phase is Phase.OVER:
        raise game_over("R11.1")
    return view.seat


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    """Return the players with one of them changed."""
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def change_turn(state: State, player: Player, stage: Stage) -> State:
    """Return the state with the mover and the turn under way changed."""
    return replace(state, players=with_player(state, state.mover, player), stage=stage)


def income_of(player: Player) -> int:
    """Return the forest income of a player's next turn in ducats (R4.1)."""
    return sum(KINDS[tile.kind].income for tile in player.tiles.values() if tile.developed)


def open_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """Begin the next turn with its forest income (R4.1), or end the match (R11.1)."""
    if state.turns_done >= state.turns_in_all:
        return replace(state, phase=Phase.OVER, stage=Stage()), (Event(say("grunn.log.over")),)
    seat = state.mover
    player = state.players[seat]
    income = income_of(player)
    opened = replace(state, phase=Phase.TURN, stage=Stage(income=income))
    if not income:
        return opened, ()
    opened = change_turn(opened, replace(player, ducats=player.ducats + income), opened.stage)
    return opened, (Event(say("grunn.log.income", seat=seat, ducats=income)),)


def close_turn(state: State) -> State:
    """Count the turn and note what it changed; the pool is refilled next (R10)."""
    seat = state.mover
    player = state.players[seat]
    done = change_turn(state, replace(player, turns=player.turns + 1), Stage())
    return replace(
        done,
        phase=Phase.REFILL,
        turns_done=state.turns_done + 1,
        used=state.stage.card,
        last=Change(seat, state.stage.spots),
    )
