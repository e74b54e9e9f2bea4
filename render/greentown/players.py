"""The panels of the players, and the supply with the next card."""

from functools import lru_cache

from games.greentown.view import BUILDINGS, MARKERS, Board, PlayerSight, StackSight
from render.core.fonts import DOSIS, DOSIS_BOLD
from render.core.ink import Pen, even
from render.core.paths import closed, rounded
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.core.text import fit
from render.greentown.bands import PANEL, WIDTH, panel, ready
from render.greentown.cards import CARD_SIZE, count_disc, marker, stack, token, visitors
from render.greentown.inks import ACTIVE, CREAM, FOOT, GREY_DARK, INK, LEAF, QUIET, READY, RED, SAND
from render.greentown.paint import Painter
from render.greentown.pieces import building, chip

TOP = 1074
GAP = 8
WIDEST = 520
STACKS, STACK_STEP, STACK_GAP, STACK_MIDDLE = 56, 97, 13, 1360
NEXT = (1000, 1309)
LETTERING = ("no card", "next", "{count} left", "no cards left")


def corner(seat: int, seats: int) -> tuple[int, int]:
    """The upper left corner of a player's panel."""
    column = WIDTH // seats
    return column * seat + (column - panel_width(seats)) // 2, TOP


def panel_width(seats: int) -> int:
    """How wide a panel is: with few players there is room for their names."""
    return min(WIDEST, max(PANEL[0], WIDTH // seats - 2 * GAP))


@lru_cache(maxsize=128)
def disc(text: str, radius: int, kind: str) -> Raster:
    """A disc with a number: `pay` of the last tour in red, `draft` in ink on cream, `greenies` in leaf green."""
    plate = Surface("disc", (-radius - 2, -radius - 2, radius + 2, radius + 2), 1.0)
    pen = plate.pen()
    pen.disc(0, 0, radius, {"pay": RED, "draft": INK, "greenies": INK}[kind])
    if kind == "draft":
        pen.disc(0, 0, radius - 2.4, CREAM)
    elif kind == "greenies":
        pen.disc(0, 0, radius - 1.6, LEAF)
        pen.circle(0, 0, radius - 4.4, even(1.5, CREAM))
    size = 29 if len(text) < 3 else 26
    plate.text(text, (0, 0), (DOSIS, size, INK if kind == "draft" else CREAM))
    return plate.raster()


@lru_cache(maxsize=4)
def flag(*, light: bool) -> Raster:
    """The flag of a player who has a last turn to come, about (0, 0)."""
    plate = Surface("flag", (-18, -20, 18, 20), 1.0)
    pen: Pen = plate.pen()
    ink, other = (CREAM, INK) if light else (INK, CREAM)
    pen.line([(-11, -16), (-11, 17)], even(4, ink))
    for row in range(3):
        for column in range(3):
            x, y = -10 + column * 8, -16 + row * 7
            pen.shape([(x, y), (x + 8, y), (x + 8, y + 7), (x, y + 7)], ink if (row + column) % 2 else other, shake=0)
    pen.line(closed([(-10, -16), (14, -16), (14, 5), (-10, 5)]), even(2.4, ink))
    return plate.raster()


@lru_cache(maxsize=4)
def no_card(words: str) -> Raster:
    """The place of a visitor card when there is none."""
    wide, high = CARD_SIZE
    plate = Surface("nocard", (0, 0, wide, high), 1.0)
    plate.pen().dashed(closed(rounded(4, 4, wide - 4, high - 4, radius=7)), even(2.6, GREY_DARK), (11, 8))
    found = fit(words, DOSIS_BOLD, wide - 24, (29, 26))
    plate.text(found.text, (wide / 2, high / 2), (DOSIS_BOLD, found.size, INK))
    return plate.raster()


def panels(painter: Painter, board: Board, names: tuple[str, ...], theme: Theme, *, draft: bool) -> None:
    """All players from the left to the right in the order of their seats."""
    change = board.draft if draft else board.last
    pays = change.pays if change is not None and change.pays is not None else (0,) * len(names)
    for player in board.players:
        at = corner(player.seat, len(board.players))
        if player.to_move:
            painter.put(panel, at, active=True, size=(panel_width(len(board.players)), PANEL[1]))
        _head(painter, board, player, names[player.seat], ("draft" if draft else "pay", pays[player.seat]))
        _body(painter, player, (at[0] + (panel_width(len(board.players)) - PANEL[0]) // 2, at[1]), theme)


def _head(painter: Painter, board: Board, player: PlayerSight, name: str, pay: tuple[str, int]) -> None:
    """Chip and name; from the right what the last tour paid, the Greenies where they may be known, tokens."""
    left, top = corner(player.seat, len(board.players))
    middle = top + 27
    ground = INK if player.to_move else SAND
    painter.ground = ground
    right = left + panel_width(len(board.players)) - 10
    if pay[1]:
        painter.put(disc, (right - 22, middle), f"+{pay[1]}", 21, pay[0])
        right -= 46
    if player.greenies is not None:
        painter.put(disc, (right - 22, middle), str(player.greenies), 21, "greenies")
        right -= 46
    end = tokens(painter, board, player, (right, middle), light=player.to_move)
    painter.put(chip, (left + 30, middle), player.seat, 20)
    painter.fitted(name, (left + 58, middle + 1), round(end - left - 62), (32, 26), light=player.to_move)


def tokens(painter: Painter, board: Board, player: PlayerSight, at: tuple[float, float], *, light: bool) -> float:
    """
    From a right end to the left: flag of a last turn to come, double turn marker, saved double turns.

    Returns where the room to their left ends.
    """
    right, middle = at
    if player.last_turn_left:
        painter.put(flag, (right - 18, middle), light=light)
        right -= 40
    if player.marker and not board.last_turns:
        painter.put(token, (right - 45, middle - 18), "×2")
        right -= 51
    if player.saved:
        painter.put(token, (right - 63, middle - 18), f"+{player.saved}×2", wide=62)
        right -= 66
    return right


def _body(painter: Painter, player: PlayerSight, at: tuple[int, int], theme: Theme) -> None:
    """Markers, visitor card, stock of buildings."""
    left, top = at
    painter.ground = ACTIVE if player.to_move else SAND
    for i, kind in enumerate(MARKERS):
        painter.put(marker, (left + 10 + i * 67.5, top + 60), kind.value, up=kind in player.up)
    if player.card is None:
        painter.put(no_card, (left + 10, top + 104), theme.say("no card"))
    else:
        painter.put(visitors, (left + 10, top + 104), player.card)
    for i, category in enumerate(BUILDINGS):
        y = top + 122 + i * 37
        left_over = player.stock.get(category.value, 0)
        if left_over:
            painter.put(building, (left + 220, y), category.value, player.seat, 13.5, numbered=False)
        painter.word(f"×{left_over}", (left + 242, y), 28)


def supply(painter: Painter, board: Board, theme: Theme) -> None:
    """The nine stacks, those from which tiles are laid now in a frame, and the next visitor card."""
    places = stack_places(board.stacks)
    now = [x for x, each in zip(places, board.stacks, strict=True) if each.to_lay]
    if now:
        painter.ground = FOOT
        painter.put(ready, (now[0] - 50, 1310), round(now[-1] - now[0]) + 100)
    for x, each in zip(places, board.stacks, strict=True):
        painter.ground = READY if each.to_lay else FOOT
        painter.put(stack, (x, STACK_MIDDLE), each.kind, each.count)
        painter.put(count_disc, (x + 28, STACK_MIDDLE + 33), each.count)
    painter.ground = FOOT
    count = theme.say("{count} left", count=board.deck)
    if board.top is not None:
        painter.put(visitors, NEXT, board.top, dark=True)
        _aside(painter, (theme.say("next"), count))
    elif board.deck:
        _aside(painter, (theme.say("next"), count))
    else:
        found = fit(theme.say("no cards left"), DOSIS_BOLD, 220, (31, 26))
        painter.capped(found.text, (WIDTH - 24, STACK_MIDDLE), (DOSIS_BOLD, found.size, QUIET), side="right")


def _aside(painter: Painter, words: tuple[str, str]) -> None:
    """Two words left of the next card."""
    for text, y, face, colour in ((words[0], 1330, DOSIS, CREAM), (words[1], 1362, DOSIS_BOLD, QUIET)):
        found = fit(text, face, 74, (31, 26))
        painter.capped(found.text, (NEXT[0] - 14, y), (face, found.size, colour), side="right")


def stack_places(stacks: tuple[StackSight, ...]) -> list[int]:
    """The middles of the stacks, with a little more room between different numbers of streets."""
    places: list[int] = []
    x = STACKS
    for i, each in enumerate(stacks):
        if i and each.kind.number != stacks[i - 1].kind.number:
            x += STACK_GAP
        places.append(x + STACK_STEP * i)
    return places
