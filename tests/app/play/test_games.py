"""The shipped games through the services: whole matches, computer players, a log that proves itself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.lobby.starting import hash_of
from bot.app.match.paces import PerMove
from bot.app.match.turn_runner import PLATFORM
from db.ids import MatchId
from db.records import Status
from db.stores.store import Store
from games.core.game import Setup
from games.core.registry import games
from games.core.running.record import replay
from tests.app.scene import ANN, BEN, GAMES, PLACE, Scene

EVERY = {**GAMES, **games()}
MOST_SWEEPS = 3_000


async def _to_the_end(scene: Scene, match: MatchId) -> None:
    """Let every turn run out until the match is over."""
    for _ in range(MOST_SWEEPS):
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
        record = await scene.store.read(lambda tx: tx.matches.get(match))
        if record is not None and record.status is Status.FINISHED:
            return
    raise AssertionError("the match never ends")


@pytest.mark.parametrize("key", sorted(EVERY))
async def test_every_game_ends_by_default_moves_alone(store: Store, key: str) -> None:
    """
    Whatever players leave undone, deadlines bring each match to an outcome; its log replays to the same position.
    """
    scene = Scene(store, EVERY)
    seats = 2 if 2 in EVERY[key].spec.seats else EVERY[key].spec.seats[0]
    match = await scene.open(key, seats=seats, pace=PerMove(seconds=3600))
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await _to_the_end(scene, match)
    view = await scene.app.matches.view(match, ANN.user)
    table = await scene.app.uow.read(match)
    stored = await scene.store.read(lambda tx: tx.log.entries(match, first=1, last=view.ply))
    log = table.codec.read_entries(b"[" + b",".join(entry.data for entry in stored) + b"]")
    own = tuple(entry for entry in log if entry.ask != PLATFORM)
    assert view.seed is not None
    again = replay(table.game, Setup(seats=seats, options=table.options), view.seed, own)

    assert view.outcome is not None
    assert seats == len(view.outcome.places)
    assert view.match.seed_hash == hash_of(view.seed)
    assert table.position is not None
    assert replace(again, causes={}) == replace(table.position, causes={})


async def test_a_match_of_grunn_against_a_computer(store: Store) -> None:
    """
    A person by panel, a computer player in its process: turn after turn, each on its own.
    """
    scene = Scene(store, EVERY)
    receipt = await scene.app.lobby.practice(scene.key(), ANN, place=PLACE, game="grunn", level="easy")
    match = receipt.match
    for _ in range(4):
        await scene.app.computer_players.think()
        panel = await scene.app.drafts.open(ANN, match=match)
        while not panel.ready:
            group = panel.menu.groups[0]
            verb = str(group.verb.__struct_config__.tag)
            value = str(group.choices[0].value) if group.choices else None
            panel = await scene.press(panel, ANN, verb, value)
            assert panel.refused is None
        await scene.confirm(panel, ANN)
    await scene.app.computer_players.think()
    scene.app.computer_players.close()
    page = await scene.app.matches.log(match, ANN.user)

    assert {"player", "computer"} <= {line.entry.cause.value for line in page.lines}
