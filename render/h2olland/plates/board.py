"""The plates of the board: two halves between which it folds, or the oblong board with its players below it."""

from dataclasses import dataclass

from PIL import Image

from render.core.plates import HIGH
from render.h2olland.inks import CREAM, PANEL, PAPER, SEATS
from render.h2olland.paint import Painter, fit_text, two_lines
from render.h2olland.pieces import signs, tokens
from render.h2olland.plates import foot, head, panels
from render.h2olland.plates.foot import Foot
from render.h2olland.plates.head import Head
from render.h2olland.plates.panels import Facts
from render.h2olland.terrain import sheet
from render.h2olland.terrain.scene import Scene
from render.h2olland.terrain.sheet import Title

PLACES = {"NW": (14, 65), "NE": (557, 65), "SW": (14, 512), "SE": (557, 512)}
"""Panels on the plates of the square board: like the corners."""

DOWN, TALL = 120, 170
"""Height of a panel; of those on the southern plate where nobody sits in one corner."""

PLAYERS_HIGH = 316
PLAYERS = ((14, 8), (557, 8))
FILM = (742, 344)
"""Left and width of what stands beside the whole square board in a film."""


@dataclass(frozen=True, slots=True)
class Half:
    """
    A half of the square board with the players of its two corners.

    The northern one has the head, the southern what stands below the players.
    """

    scene: Scene
    seats: int
    players: tuple[Facts, ...]
    head: Head | None = None
    foot: Foot | None = None


@dataclass(frozen=True, slots=True)
class Oblong:
    """The oblong board with the head beside it."""

    scene: Scene
    head: Head


@dataclass(frozen=True, slots=True)
class Players:
    """The two players of the oblong board, and what stands below them."""

    players: tuple[Facts, ...]
    foot: Foot


@dataclass(frozen=True, slots=True)
class Frame:
    """The whole square board of a film, with the head and the players beside it."""

    scene: Scene
    head: Head
    players: tuple[Facts, ...]


def half(shown: Half) -> Image.Image:
    """A half of the square board, 1100 x 700."""
    painter = sheet.lay_out(shown.scene, shown.seats, HIGH, _title(shown.head))
    if shown.head is not None:
        head.row(painter, shown.head)
    corners = shown.scene.zones.board.corners_named
    alone = shown.foot is not None and shown.seats < len(corners)
    for facts in shown.players:
        panels.draw(painter, facts, PLACES[corners[facts.seat]], (panels.COMMON, TALL if alone else DOWN))
    if shown.foot is not None and alone:
        foot.panel(painter, shown.foot, (*PLACES["SW"], panels.COMMON, TALL))
    elif shown.foot is not None:
        foot.line(painter, shown.foot, (18, 666), 1064)
    return painter.image


def _title(shown: Head | None) -> Title:
    return Title.NONE if shown is None else Title.PLAIN if shown.result else Title.FULL


def oblong(shown: Oblong) -> Image.Image:
    """The oblong board, 1100 x 700."""
    painter = sheet.lay_out(shown.scene, 2, HIGH, Title.NONE)
    painter.ground = PAPER
    left, across = head.COLUMN
    painter.put(signs.wordmark, (left + across / 2 - 44, 30), 50, whole=False)
    head.column(painter, shown.head)
    return painter.image


def players(shown: Players) -> Image.Image:
    """The players of the oblong board and the foot, 1100 x 316."""
    painter = Painter(sheet.paper(PLAYERS_HIGH, Title.NONE))
    for facts in shown.players:
        panels.draw(painter, facts, PLAYERS[facts.seat], (panels.COMMON, 150))
    foot.panel(painter, shown.foot, (14, 172, 1072, 132))
    return painter.image


def frame(shown: Frame) -> Image.Image:
    """The whole square board in one picture, 1100 x 700."""
    painter = sheet.lay_out(shown.scene, len(shown.players), HIGH, Title.NONE)
    left, across = FILM
    painter.ground = PAPER
    painter.put(signs.wordmark, (left, 40), 60)
    told = f"{shown.head.title} {shown.head.year}"
    painter.set_to_fit(told, (left, 110), across - 130, 40)
    painter.put(signs.weather_card, (left + across - 110, 60), shown.head.weather)
    head.tall(painter, shown.head, (left, 154), (across, 86))
    for row, facts in enumerate(shown.players):
        _line(painter, facts, (left, 247 + 112 * row), (across, 104))
    return painter.image


def _line(painter: Painter, facts: Facts, at: tuple[int, int], size: tuple[int, int]) -> None:
    """One player in a film: token, name, mills and farms on the board, workers or points."""
    x, y = at
    across, down = size
    painter.ground = PAPER
    painter.put(panels.plaque, at, facts.seat, active=facts.active, size=size)
    painter.ground = SEATS[facts.seat]
    painter.put(tokens.badge, (x + 51, y + down / 2), facts.seat, 32.0)
    painter.ground = CREAM if facts.active else PANEL
    room = across - panels.INNER - 14
    name = fit_text(facts.name, room, 36)
    lines = (name,) if name.text == facts.name else two_lines(facts.name, room)
    *tops, last = (0.31, 0.69) if len(lines) == 1 else (0.2, 0.46, 0.8)
    for line, top in zip(lines, tops, strict=True):
        painter.set(line, (x + panels.INNER, y + down * top))
    panels.draw_standing(painter, facts, (x + panels.INNER, y + down * last), across - panels.INNER - 16)
