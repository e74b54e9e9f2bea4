"""`longtable render GAME FILE`: draw a board of a self-play, for authors and for looking at pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.app.views.steps import number_turns
from bot.cli.selfplay import RANDOM, brains_of, game_named, seats_for
from bot.config import ConfigError
from bot.edge.imaging.drawing import RenderRequest, Scene, draw
from games.core.contract import AnyGame
from games.core.game import Marks, Offer, Setup
from games.core.input.panel import menu, open_draft
from games.core.running.guide import guide_view, write_guide
from games.core.running.play import TurnContext, fold
from games.core.running.selfplay import play_steps
from games.core.seats import TABLE, Seat
from render.core.output.shown import contact_sheet
from render.core.plates import Drawing

NAMES = ("Anna", "Bert", "Cees", "Dora", "Emma", "Finn")
POSITION = ".json"


class Wanted(Struct, frozen=True, kw_only=True):
    """What is to be drawn of a game: a scene ("": the board, or the result) after so many turns of such a match."""

    game: str
    scene: str = ""
    seed: int = 0
    turn: int = 12
    seats: int | None = None
    level: str = ""


def render(wanted: Wanted, file: Path, *, as_shown: bool) -> int:
    """Play a match (fewer turns if it ends before), and write each plate of a scene then as a PNG file.

    `as_shown`: one file instead, with the plates in a message as the desktop and a phone show them. A file that ends in
    .json gets the position itself, as `games.core.box.read_guide` reads it.
    """
    game = game_named(wanted.game)
    if wanted.scene == Scene.GUIDE:
        return _write(draw(guide_order(game)), file, f"{game.spec.title}: the board explained" if as_shown else "")
    count = seats_for(game, wanted.seats)
    states = course(game, count, turn=wanted.turn, seed=wanted.seed, level=wanted.level)
    if file.suffix == POSITION:
        write(file, write_guide(game, states[-1], NAMES[:count]))
        return 0
    scene = scene_of(wanted.scene, over=game.outcome(states[-1]) is not None)
    drawings = draw(order(game, states, scene, NAMES[:count]))
    if not drawings:
        raise ConfigError(
            f"{game.spec.title} has no pictures: none are announced, or the package has to be reinstalled"
        )
    return _write(drawings, file, f"{game.spec.title}, turn {len(states) - 1}: {scene}" if as_shown else "")


def _write(drawings: Sequence[Drawing], file: Path, title: str) -> int:
    """Write one sheet under a title, without a title each plate."""
    if title:
        write(file, contact_sheet(drawings, title))
        return 0
    for number, drawing in enumerate(drawings, start=1):
        path = file.with_name(f"{file.stem}-{number}{file.suffix}")
        write(path, drawing.png)
        print(f"{path}: {drawing.width} x {drawing.height} pixels, {len(drawing.png) // 1000} kB")
    return 0


def write(path: Path, png: bytes) -> None:
    """Write a file; raises ConfigError where that cannot be done."""
    try:
        path.write_bytes(png)
    except OSError as error:
        raise ConfigError(f"can't write {path}: {error.strerror}") from None


def scene_of(name: str, *, over: bool) -> Scene:
    """The scene of that name; without a name the board, or the result of a match that is over."""
    if not name:
        return Scene.FINAL if over else Scene.BOARD
    try:
        scene = Scene(name)
    except ValueError:
        raise ConfigError(f"--scene is one of {', '.join(Scene)}, not {name!r}") from None
    if scene is Scene.FINAL and not over:
        raise ConfigError("the match isn't over yet: --scene final needs a larger --turn")
    if scene is Scene.PREVIEW and over:
        raise ConfigError("the match is over, so nobody chooses: --scene preview needs a smaller --turn")
    return scene


def order(game: AnyGame, states: list[Any], scene: Scene, names: tuple[str, ...]) -> RenderRequest:
    """The order for a scene of the last state, as a spectator or whoever is asked first sees it."""
    state = states[-1]
    asked = next((ask for ask in game.asks(state) if ask.seat != TABLE), None)
    seat = asked.seat if asked is not None else Seat(0)
    viewer = None if scene in (Scene.BOARD, Scene.FINAL) else seat
    view = game.view(state, viewer)
    marks = game.panel.marks(game.view(states[-2 if states[1:] else -1], viewer), view)
    match scene:
        case Scene.SINCE:
            boards = list(enumerate(game.view(each, viewer) for each in states[-len(names) - 1 :]))
            whole = game.panel.marks(boards[0][1], view)
            _, marks = number_turns(game, boards, whole, told=range(len(boards)))
        case Scene.PREVIEW if asked is not None:
            draft = open_draft(TurnContext(game, state, seat, asked.id))
            view = game.view(fold(game, state, seat, asked.id, draft.moves).state, seat)
            rows = menu(TurnContext(game, state, seat, asked.id), draft).rows
            offered = (tuple(Offer(each.spot, each.tag) for each in row.choices if each.spot) for row in rows)
            marks = replace(Marks(), offers=tuple(dict.fromkeys(next(filter(None, offered), ()))))
    outcome = game.outcome(state) if scene is Scene.FINAL else None
    return RenderRequest(
        game=game.spec.key, scene=scene, view=view, marks=marks, names=names, subject=seat, outcome=outcome
    )


def guide_order(game: AnyGame) -> RenderRequest:
    """The order for the position on which the game's board is explained."""
    if game.spec.guide is None:
        raise ConfigError(f"{game.spec.title} explains no board: its spec has no guide")
    return RenderRequest(
        game=game.spec.key, scene=Scene.GUIDE, view=guide_view(game), marks=Marks(), names=game.spec.guide.names
    )


def course(game: AnyGame, count: int, *, turn: int, seed: int = 0, level: str = "") -> list[Any]:
    """The state at the start and after each turn, all of them played by computer players of that level.

    Without a level easy players play, or chance where the game has none.
    """
    level = level or ("easy" if "easy" in game.bots.players() else RANDOM)
    chance = hashlib.sha256(f"{game.spec.key}:{seed}".encode()).digest()
    states: list[Any] = []
    steps = play_steps(game, Setup(count, game.spec.options()), chance, brains=brains_of(game, [level] * count))
    for progress in steps:
        turned = any(entry.seat >= Seat(0) for entry in progress.entries)
        if turned and len(states) > turn:
            break
        if turned or not states:
            states.append(progress.position.state)
        states[-1] = progress.position.state
    return states
