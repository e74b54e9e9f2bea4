"""Whole matches: playthroughs, and what holds in every position of random play."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.forced import find_forced_turn
from games.core.running.play import Position, commit
from games.core.running.table import settle, start
from games.core.search.enumerate import moves_of
from games.grunn import GAME
from games.grunn.components import BOX, CANAL, KINDS, count_cards, count_stocks, count_tiles
from games.grunn.grid import BESIDE, frame_of, free_cells, is_connected
from games.grunn.options import GrunnOptions
from games.grunn.rules.building import meet
from games.grunn.scoring import count_buildings
from games.grunn.state import Phase, State
from tests.games.chance import random_turn
from tests.games.grunn.playthrough import FOLDER, begin
from tests.games.transcript import replayed

PLAYTHROUGHS = sorted(path.name for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str) -> None:
    """
    The same lines from the same seed tell the same match.
    """
    text = (FOLDER / name).read_text(encoding="utf-8")

    assert replayed(text, begin) == text


def test_there_is_a_playthrough_for_every_number_of_players() -> None:
    """
    One to six players, a shared win, and every option.
    """
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in PLAYTHROUGHS]

    assert {text.split()[1] for text in texts} == {"1", "2", "3", "4", "5", "6"}
    assert any("share the win" in text for text in texts)
    assert any("shuffled into a new one" in text for text in texts)
    assert all(any(name in text for text in texts) for name in GrunnOptions.__struct_fields__)


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("wide", [False, True])
def test_random_play_keeps_every_piece(seats: int, *, wide: bool) -> None:
    """
    Random matches end complete; after every turn all tiles, cards and stocks are accounted for.
    """
    seed, rng = bytes([seats] * 32), Rng(bytes([seats, wide] * 16))
    options = GrunnOptions(six_pattern="wide", show_next_tile=True) if wide else GrunnOptions()
    position = start(GAME, Setup(seats=seats, options=options), seed).position
    while position.state.phase is not Phase.OVER:
        position = settle(GAME, _turns(position, rng), seed).position
        _check_pieces(position.state)
        _check_landscapes(position.state)

    assert {len(player.tiles) for player in position.state.players} == {position.state.facts.tiles_each}
    assert {player.turns for player in position.state.players} == {position.state.facts.turns_each}


def _turns(position: Position[State], rng: Rng) -> Position[State]:
    for ask in GAME.asks(position.state):
        turn = random_turn(GAME, position.state, ask.seat, ask.id, rng)
        position = commit(GAME, position, ask.seat, ask.id, turn).position
    return position


def _check_pieces(state: State) -> None:
    tiles = Counter(state.tiles) + Counter(pair.tile for pair in state.pool) + Counter(state.automaton)
    tiles += Counter([state.next_tile] if state.next_tile else [])
    for player in state.players:
        tiles += Counter(tile.kind for tile in player.tiles.values()) if player.tiles else Counter(player.dealt)
    cards = Counter(state.cards) + Counter(pair.card for pair in state.pool) + Counter(state.discard)
    stocks = Counter(state.stocks)
    for player in state.players:
        stocks += Counter(count_buildings(player.tiles)) + Counter({CANAL: len(player.canals)})

    assert tiles == Counter(count_tiles())
    assert cards == Counter(count_cards())
    assert stocks == Counter(count_stocks())
    assert len(state.pool) == BOX.pool.size


def _check_landscapes(state: State) -> None:
    for player in state.players:
        if not player.tiles:
            continue
        frame = frame_of(player.tiles)

        assert player.ducats >= 0
        assert is_connected(player.tiles)
        assert state.limit.allows(frame.width, frame.height)
        assert len(player.tiles) == state.facts.tiles_each or free_cells(player.tiles, state.limit)
        assert all(tile.developed for tile in player.tiles.values() if tile.built)
        assert all(KINDS[tile.kind].building for tile in player.tiles.values() if tile.built)
        for at, edge in enumerate(player.canals):
            assert not at or any(meet(edge, other) for other in player.canals[:at])
            assert edge in BESIDE


def test_r10_3_with_five_players_85_of_87_tiles_are_used() -> None:
    """
    The tile pile never runs out in the most demanding case.
    """
    facts = BOX.players[5]
    used = 5 * facts.start_tiles + BOX.pool.size + 5 * facts.turns_each

    assert used == 85
    assert used <= sum(count_tiles().values())


def test_choices_are_complete_and_legal() -> None:
    """
    Along a random match every value offered is accepted, and every legal cell is offered.
    """
    rng, seed = Rng(b"complete"), bytes(32)
    position = start(GAME, Setup(seats=3, options=GrunnOptions()), seed).position
    seen = 0
    while position.state.phase is not Phase.OVER:
        for ask in GAME.asks(position.state):
            view = GAME.view(position.state, ask.seat)
            for verb in ask.verbs:
                if ask.sealed:
                    continue
                for move in moves_of(GAME, view, verb, 60):
                    GAME.check(view, move)
                    seen += 1
        position = settle(GAME, _turns(position, rng), seed).position

    assert seen > 100


def test_nothing_is_forced_while_there_is_a_choice() -> None:
    """
    A first turn has five pairs or at least several cells, so it is never played by itself.
    """
    position = start(GAME, Setup(seats=2, options=GrunnOptions()), bytes(32)).position

    assert all(find_forced_turn(GAME, position.state, ask) is None for ask in GAME.asks(position.state))
