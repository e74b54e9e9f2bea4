"""A planned turn is told in one wording, to those who may know of it: log, text sheet and file, in every game."""

from __future__ import annotations

import hashlib

import pytest

from bot.app.match.paces import PerMove
from bot.app.match.records import Actor
from bot.app.views.causes import why_made
from db.ids import MatchId
from db.stores.store import Store
from games.core.registry import games
from games.core.rng import Rng
from games.core.seats import Seat
from tests.app.playing import play_random
from tests.app.scene import ANN, BEN, GAMES, Scene
from tests.games.chance import random_turn

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""What is told knows nothing of how it is kept."""

OWN = Seat(1)
"""The seat of Ben, who plans."""


@pytest.fixture
def every(store: Store) -> Scene:
    """The services with all games."""
    return Scene(store, {**GAMES, **games()})


async def told(scene: Scene, match: MatchId, reader: Actor | None) -> set[str]:
    """Return what the log tells somebody of why Ben's turns were made."""
    user = None if reader is None else reader.user
    lines = (await scene.app.matches.log(match, user)).lines
    found = (why_made(line, computer=False) for line in lines if line.entry.seat == OWN)
    return {scene.words(why) for why in found if why is not None}


async def sheet(scene: Scene, match: MatchId, reader: Actor | None) -> str:
    """Return the sheet of turns as somebody gets it."""
    return (await scene.app.files.sheet(match, None if reader is None else reader.user)).data.decode()


async def own_line(scene: Scene, match: MatchId) -> str:
    """Let turns be made until Ben is asked; return a turn that he could make, as it is written."""
    for _ in range(20):
        table = await scene.app.uow.read(match)
        ask = max(table.open_asks(), key=lambda each: each.waits)
        if ask.seat == OWN:
            moves = random_turn(
                table.game, table.require_position().state, OWN, ask.id, Rng(hashlib.sha256(b"own").digest())
            )
            return table.game.notation.write(table.game.view(table.require_position().state, OWN), moves)
        await play_random(scene, match)
    raise AssertionError("Ben is never asked")


async def free_cell(scene: Scene, match: MatchId) -> str:
    """Return a cell on which Ben could lay a tile of Grunn now."""
    for cell in (f"{column}{row}" for row in range(3, 8) for column in "CDEFG"):
        values = {"tile": "any", "place": cell}
        read = await scene.app.plans.read(BEN, match=match, kind="standing", values=values)
        if read.doubt is None:
            return cell
    raise AssertionError("there is always room")


async def played(scene: Scene, game: str) -> MatchId:
    """Begin a match, and let a turn of Ben's be played that he had stored."""
    match = await scene.match(game, pace=PerMove(seconds=3600))
    values: dict[str, str | int | bool] = {}
    match game:
        case "grunn":
            for _ in range(2):
                await play_random(scene, match)
            kind, values = "standing", {"tile": "any", "place": await free_cell(scene, match), "max_cost": "4"}
        case "walnut_grove":
            kind, values = "plan", {"orders": "church+ww", "otherwise": "pass"}
        case "grumpf":
            kind, values = "draft", {"moves": "5>B"}
        case "greentown":
            kind, values = "plan", {"turns": await own_line(scene, match)}
        case _:
            kind, values = "plan", {"season": "spring", "steps": await own_line(scene, match)}
    order = (await scene.app.plans.read(BEN, match=match, kind=kind, values=values)).order
    await scene.app.plans.add(scene.key(), BEN, match=match, order=order)
    for _ in range(40):
        if not any(each.order == order for each in (await scene.app.plans.show(BEN, match=match)).orders):
            return match
        if game == "grumpf":
            scene.clock.forward(hours=1)
            await scene.app.scheduler.sweep()
        else:
            await play_random(scene, match)
    raise AssertionError("the plan is never played")


@pytest.mark.parametrize("game", sorted(games()))
async def test_a_planned_turn_is_told_to_the_right_people(every: Scene, game: str) -> None:
    """
    "By your plan" to its owner; to others it looks like any other turn (P7), or was made by a plan (Grunn R16.5).
    """
    match = await played(every, game)
    known = {"by a plan"} if game == "grunn" else set()
    own, others = await told(every, match, BEN), [await told(every, match, each) for each in (ANN, None)]
    sheets = [await sheet(every, match, each) for each in (ANN, None)]
    own_sheet = await sheet(every, match, BEN)
    await every.app.matches.resign(every.key(), ANN, match=match)
    later = [await sheet(every, match, each) for each in (ANN, None)]
    file = (await every.app.files.match_file(match, ANN.user)).data

    assert "by your plan" in own
    assert "by your plan)" in own_sheet
    assert all(each & {"by a plan", "by your plan"} == known for each in others)
    assert all(("plan)" in each) == bool(known) for each in (*sheets, *later))
    assert not any("by your plan" in each for each in (*sheets, *later))
    assert b'"cause":"plan"' not in file
    assert "by your plan)" in await sheet(every, match, BEN)
