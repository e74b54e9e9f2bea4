"""What H₂Olland's pictures show, that they repeat exactly, and what they weigh."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.conformance.scenes import LONG
from games.core.game import Marks, Offer
from games.core.moves import STOP, Move
from games.core.seats import Seat
from games.h2olland import GAME
from games.h2olland.moves import Area, Dike, Drought, Face, Keep, Place, Reward, Run, Trade
from games.h2olland.scoring import outcome
from games.h2olland.state import Basket, Phase, Turned
from games.h2olland.view import View, ledger, panels
from render.core import painter
from render.core.picture import ENGLISH, Theme
from render.core.plates import BYTE_BUDGET, Plates, encode_plate
from render.core.surface import Raster
from render.h2olland import PICTURE
from render.h2olland.inks import PAPER, palette
from render.h2olland.paint import Painter, break_text
from render.h2olland.pieces.signs import Weather
from render.h2olland.plates import head
from render.h2olland.plates.panels import facts
from render.h2olland.sights import SEASONS, Season, Spots, find_fitting, movers, reach, spots
from render.h2olland.terrain.window import NORTH
from tests.render.h2olland.gallery import (
    SCENES,
    WINTER,
    WINTER_BARN,
    board_of_four,
    offers,
    seen,
    spring,
)
from tests.render.h2olland.positions import LONG_NAMES, MOCK_UP, NAMES, OBLONG, racing, staged, view

WIDEST = (None, Weather("rot", "corn", "Po", ""), Weather("", "", "CoCa", "BePo"), Weather("drought", "", "", "BeCa"))
"""The widest card of weather of each kind."""


def pixels(plates: Plates) -> list[bytes]:
    """What each plate looks like."""
    return [plate.image().tobytes() for plate in plates]


def differ(first: Image.Image, second: Image.Image, step: int = 40) -> set[tuple[int, int]]:
    """The upper left corners of the boxes in which two pictures differ."""
    return {
        (x, y)
        for x in range(0, first.width, step)
        for y in range(0, first.height, step)
        if first.crop((x, y, x + step, y + step)).tobytes() != second.crop((x, y, x + step, y + step)).tobytes()
    }


def test_whose_turn_it_is_stands_whole_in_the_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Names of 32 characters are not cut for any task beside any weather: the marks of other seasons give way.
    """
    said: list[str] = []

    def note(text: str, *_: object) -> Raster:
        said.append(text)
        return Raster(Image.new("RGBA", (1, 1)))

    monkeypatch.setattr(painter, "lettering", note)
    wanted = set()
    for (phase, task), card in product(head.TASKS.items(), WIDEST):
        for name in LONG[:3] if phase is not Phase.OVER else ():
            wanted.add(f"{name}: {task}")
            season = SEASONS[phase]
            shown = head.Head("Summer", "5/6", 0, name, task, season, season is Season.RACE, card)
            head.row(Painter(palette().ground((1100, 62), PAPER)), shown)

    assert wanted == {text for text in said if ":" in text}


SIZES: dict[str, list[tuple[str, tuple[int, int], bool]]] = {
    "four": [("north", (1100, 700), False), ("south", (1100, 700), False)],
    "three": [("north", (1100, 700), False), ("south", (1100, 700), False)],
    "two": [("board", (1100, 700), False), ("players", (1100, 316), True)],
    "trade": [("order", (1100, 700), False)],
    "end": [("score", (1100, 540), False), ("north", (1100, 700), False), ("south", (1100, 700), False)],
}


@pytest.mark.parametrize("scene", SIZES)
def test_17_1_plates(scene: str) -> None:
    """
    The halves of the square board are never left out; beside the oblong board its players may be.
    """
    assert [(each.shows, each.image().size, each.extra) for each in SCENES[scene]()] == SIZES[scene]


def test_i_last_move_is_outlined_and_nothing_else_changes() -> None:
    """
    With the mark of 20-26 the picture differs round that border only.
    """
    plain = PICTURE.board(view(MOCK_UP), Marks(), names=NAMES)
    marked = board_of_four()
    boxes = differ(plain[1].image(), marked[1].image())

    assert plain[0] == marked[0]
    assert boxes
    assert all(240 <= x <= 440 and 240 <= y <= 280 for x, y in boxes)


def test_i_a_field_taken_off_is_outlined_too() -> None:
    """
    A square that is empty now, such as by a flood, is framed all the same.
    """
    plain = PICTURE.board(view(MOCK_UP), Marks(), names=NAMES)[0].image()
    framed = PICTURE.board(view(MOCK_UP), Marks(("B1",)), names=NAMES)[0].image()
    x, y = NORTH.corner[0] + NORTH.size, NORTH.corner[1]
    inside = (x + 4, y + 4, x + NORTH.size - 4, y + NORTH.size - 4)

    assert plain.crop(inside).tobytes() != framed.crop(inside).tobytes()


def test_marks_of_places_that_are_not_there_do_not_break_the_picture() -> None:
    """
    Marks and choices of another board are left out.
    """
    nowhere = ("A14", "t28", "27-28", "?", "A1", "t99:NW")
    shown = view(OBLONG)
    marks = Marks(nowhere, offers=tuple(map(Offer, nowhere)))

    assert [each.image().size for each in PICTURE.preview(shown, marks, names=LONG_NAMES[:2])] == [
        (1100, 700),
        (1100, 316),
    ]


def test_e1_spots_are_squares_fields_tiles_directions_and_borders() -> None:
    """
    Marks name `J3`, `J3K3`, `t9`, `t8:NW` and `3-4`.
    """
    found = spots(("J3", "M9N10", "t9", "t8:NW", "3-4", "x", "barn:corn"))

    assert found == Spots(
        frozenset({"J3", "M9", "N10"}), frozenset({8, 9}), frozenset({"3-4"}), frozenset({("M9", "N10")})
    )


def test_17_5_only_what_is_offered_is_ringed() -> None:
    """
    The preview without offers shows no choices; with them both halves change where they lie, and nothing else does.
    """
    shown = view(MOCK_UP, 2)
    bare = PICTURE.preview(shown, Marks((), Seat(2)), names=NAMES)
    one = PICTURE.preview(shown, Marks((), Seat(2), offers=(Offer("3-9"),)), names=NAMES)
    boxes = differ(bare[0].image(), one[0].image())

    assert bare == PICTURE.board(view(MOCK_UP), Marks(), names=NAMES)
    assert bare[1] == one[1]
    assert boxes
    assert all(680 <= x <= 800 and 400 <= y <= 460 for x, y in boxes)


CHOICES: dict[str, tuple[View, type[Move], dict[str, Any], set[tuple[str, str]]]] = {
    "what to place": (spring(), Place, {}, {("barn:mill", ""), ("barn:farm", "")}),
    "where to build": (spring(), Place, {"item": "mill"}, {("H8", ""), ("N10", "")}),
    "where to plant": (view(OBLONG, 0), Place, {"item": "tulip-red"}, {("A2A3", "A"), ("G10H10", "J")}),
    "dikes": (view(MOCK_UP, 2), Dike, {}, {("3-9", ""), ("27-28", "")}),
    "areas": (staged(2, phase=Phase.DRAIN, passed=()), Area, {}, {("t23", "d"), ("t24", "e")}),
    "drought": (staged(2, phase=Phase.DROUGHT, cards=(1, 2, 3, 6)), Drought, {}, {("t7", ""), ("t28", "")}),
    "tiles to face": (staged(2, rotatable={6: Seat(2)}), Face, {}, {("t6", "")}),
    "directions": (
        staged(2, rotatable={6: Seat(2)}), Face, {"tile": 6}, {(f"t6:{way}", way) for way in ("NW", "NE", "SE", "SW")},
    ),
    "rewards": (staged(2, phase=Phase.REWARD, owed=(0, 0, 2, 0)), Reward, {}, {("coop:tulip-red", "")}),
    "trades": (staged(2, **WINTER), Trade, {}, {("trade:farm", ""), ("trade:three", ""), ("trade:cow", "")}),
    "what to keep": (staged(2, **WINTER), Keep, {}, {("barn:corn", ""), ("barn:tulip-pink", "")}),
    "runners": (replace(racing(), seat=Seat(2)), Run, {}, {("H10I10", "A"), ("M9N9", "F")}),
}  # fmt: skip


@pytest.mark.parametrize("what", CHOICES)
def test_17_5_each_choice_of_a_place_is_ringed(what: str) -> None:
    """
    Every verb that asks for a place names it, and whichever choice is left out, the preview is another one.
    """
    shown, verb, filled, some = CHOICES[what]
    names = NAMES[: shown.table.seats]
    found = tuple(dict.fromkeys(offers(shown, verb, **filled)))
    whole = PICTURE.preview(shown, Marks(offers=found), names=names)
    unseen = [
        offer
        for offer in found[:12]
        if PICTURE.preview(shown, Marks(offers=tuple(each for each in found if each != offer)), names=names) == whole
    ]

    assert some <= {(offer.spot, offer.tag) for offer in found}
    assert unseen == []


def test_i_race_shows_what_the_runner_can_reach_on_every_board() -> None:
    """
    In the race all see which fields the player to move can reach.
    """
    assert "H10" in reach(racing())
    assert reach(view(MOCK_UP)) == frozenset()


def test_i_squares_say_what_can_be_placed_until_it_is_chosen() -> None:
    """
    A sign for each kind with a rule of its own; none once squares are offered, none out of season.
    """
    shown = spring()
    chosen = PICTURE.preview(shown, Marks(offers=offers(shown, Place, item="mill")), names=NAMES)
    asked = PICTURE.preview(shown, Marks(offers=offers(shown, Place)), names=NAMES)

    assert ("mill", "farm") == find_fitting(shown)["N8"]
    assert ("mill", "crop", "cow", "tulip") == find_fitting(view(OBLONG, 0))["A3"]
    assert find_fitting(view(MOCK_UP, 2)) == {}
    assert all(plate.of[0].scene.lit.signs for plate in asked)  # type: ignore[attr-defined]
    assert not any(plate.of[0].scene.lit.signs for plate in chosen)  # type: ignore[attr-defined]


def test_spectators_own_view_is_the_board() -> None:
    """
    Who has no seat sees what everybody sees.
    """
    shown = view(MOCK_UP)

    assert PICTURE.private(shown, Marks(), names=NAMES) == PICTURE.board(shown, Marks(), names=NAMES)


STATES: dict[str, dict[str, Any]] = {
    "spring": {"phase": Phase.SPRING},
    "turning": {
        "phase": Phase.DRAIN, "area": (23, 27), "flipped": {23: Turned(Seat(2), "s.NW"), 27: Turned(Seat(1), None)},
        "used": ("L9",), "turning": 27,
    },
    "reward": {"phase": Phase.REWARD, "used": ("L9", "K9"), "owed": (0, 0, 2, 0)},
    "flood": {"phase": Phase.AUTUMN, "turn": Seat(-1), "cards": (1, 2, 3, 4)},
    "drought": {"phase": Phase.DROUGHT, "cards": (1, 2, 3, 6), "rotatable": {11: Seat(1)}},
    "rot": {"phase": Phase.WINTER, "turn": Seat(0), "cards": (1, 2, 3, 9)},
    "good harvest": {"phase": Phase.WINTER, "collecting": True, "turn": Seat(-1), "cards": (1, 2, 3, 11)},
    "last trade": {"phase": Phase.FINAL_TRADE, "turn": Seat(0), "year": 6, "cards": (1, 2, 3, 4, 5, 12)},
    "planting": {"phase": Phase.PLANTING, "year": 6},
    "sold out": {"phase": Phase.SPRING, "coop": {"corn": 1}},
    "over": {"phase": Phase.OVER, "turn": Seat(-1), "year": 6},
}  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_i_every_moment_has_its_look(state: str) -> None:
    """
    Each phase is told in the head and drawn within the budget, for all and for a player.
    """
    shown = staged(2, passed=(), **STATES[state])
    drawn = [
        PICTURE.board(staged(passed=(), **STATES[state]), Marks(), names=LONG_NAMES),
        PICTURE.private(shown, Marks(), names=LONG_NAMES),
        PICTURE.preview(shown, Marks(), names=LONG_NAMES),
    ]
    head = (0, 0, 1100, 62)

    assert drawn[0][0].image().crop(head).tobytes() != seen("four1").crop(head).tobytes()
    assert max(sum(len(encode_plate(plate).png) for plate in plates) for plates in drawn) <= BYTE_BUDGET


def test_r7_1_an_order_is_written_on_a_sheet_of_its_own() -> None:
    """
    In winter the preview of the one who trades is the order with prices and the running barn; another sees the board.
    """
    winter: dict[str, Any] = {"phase": Phase.WINTER, "passed": (), "barns": ({}, {}, WINTER_BARN, {})}
    mine = staged(2, **winter)
    written = replace(mine, basket=Basket(("3be>co", "t1"), keep=("corn", "cow")))

    assert [each.shows for each in PICTURE.preview(mine, Marks(), names=NAMES)] == ["order"]
    assert [each.shows for each in PICTURE.preview(staged(0, **winter), Marks(), names=NAMES)] == ["north", "south"]
    assert PICTURE.preview(mine, Marks(), names=NAMES) != PICTURE.preview(written, Marks(), names=NAMES)


def test_r1_3_a_tile_is_turned_on_the_board_while_trades_are_written() -> None:
    """
    The board with the tiles or directions that are offered, and with the tile turned, even in winter.
    """
    trading = staged(2, **WINTER, rotatable={6: Seat(2)})
    marked = [
        Marks(offers=offers(trading, Face)), Marks(("t6",), Seat(2), offers=offers(trading, Face, tile=6)),
        Marks(("t6",), Seat(2)),
    ]  # fmt: skip
    shown = [[each.shows for each in PICTURE.preview(trading, marks, names=NAMES)] for marks in marked]

    assert shown == [["north", "south"]] * len(marked)


def test_17_5_lines_of_the_price_list_are_ticked_only_where_they_are_offered() -> None:
    """
    None are while fields to keep are chosen, or nothing is.
    """
    shown = staged(2, **WINTER)
    for found, some in ((offers(shown, Trade), True), (offers(shown, Keep), False), ((), False)):
        order = PICTURE.preview(shown, Marks(offers=found), names=NAMES)[0].of[0]
        ticked = [line for line in (*order.prices, *order.swaps) if line.possible]  # type: ignore[attr-defined]

        assert bool(ticked) is some


def test_r7_1_trades_chosen_so_far_stand_in_the_order() -> None:
    """
    With the barn and the prices after them, as if they were all of the order.
    """
    shown, trades = staged(2, **WINTER), ("3be>co", "t1")
    marks = [GAME.panel.sketch(shown, Trade, {"trades": each}) for each in ((), trades, (*trades, STOP))]
    none, begun, ended = (PICTURE.preview(shown, each, names=NAMES)[0].of[0] for each in marks)
    whole = PICTURE.preview(replace(shown, basket=Basket(trades)), Marks(), names=NAMES)[0].of[0]

    assert [len(order.trades) for order in (none, begun)] == [0, 2]  # type: ignore[attr-defined]
    assert begun == ended == whole


def test_r7_4_a_long_order_shows_its_end() -> None:
    """
    Up to seven trades have a line each; of more the last seven are drawn, the others counted.
    """
    rich = {"phase": Phase.FINAL_TRADE, "barns": ({}, {}, {"cow": 8, "potato": 20, "carrot": 9, "bean": 9}, {})}
    trades = ("cw>co",) * 6 + ("3po>be",) * 6 + ("t2",) * 2
    shown = replace(staged(2, passed=(), **rich), basket=Basket(trades))
    order = ledger(shown)
    (plate,) = PICTURE.preview(shown, Marks(), names=NAMES)

    assert order is not None
    assert len(order.deals) == 14
    assert order.limit is None
    assert len(encode_plate(plate).png) <= BYTE_BUDGET


def test_g_a_shared_win_is_told() -> None:
    """
    Without a single winner the plate is nobody's, and both places are first.
    """
    shown = racing()
    table = replace(shown.table, phase=Phase.OVER, turn=Seat(-1))
    result = outcome(table)
    even = replace(result, places=(1, 1, 3, 4))
    one, two = (PICTURE.final(replace(shown, table=table), each, names=NAMES)[0].image() for each in (result, even))

    assert min(y for _, y in differ(one, two)) == 0


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    A theme's words take the place of the English ones.
    """
    dutch = Theme("nl", {"Summer": "Zomer", "lay a dike or pass": "leg een dijk of pas"})
    plain, other = (
        PICTURE.board(view(MOCK_UP), Marks(), names=NAMES, theme=theme)[0].image() for theme in (ENGLISH, dutch)
    )
    boxes = differ(plain, other)

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert boxes
    assert all(y <= 40 for _, y in boxes)


def test_who_is_to_move_and_what_time_it_is() -> None:
    """
    One seat, all in a sealed trade, nobody in autumn and at the end.
    """
    found = [
        movers(staged(**changes).table)
        for changes in (
            {},
            {"phase": Phase.WINTER, "collecting": True, "turn": Seat(-1)},
            {"phase": Phase.AUTUMN, "turn": Seat(-1)},
            {"phase": Phase.OVER},
        )
    ]

    assert found == [(2,), (0, 1, 2, 3), (), ()]
    assert len(Season) == 5


def test_long_names_break_to_fill_a_column() -> None:
    """
    Lines break between words; a word is broken where a line would else stay half empty, and only the last line is cut.
    """
    name = "Maximiliana Featherstonehaugh II"
    lines = break_text(name, 104, 4)

    assert break_text("build, plant or pass", 104, 3) == ("build,", "plant or", "pass")
    assert "".join(line.removesuffix("-") for line in lines).replace(" ", "") == name.replace(" ", "")
    assert break_text(name, 104, 2)[-1].endswith("…")


def test_panels_say_how_many_tulip_points_lie_next_to_own_mills_until_the_race() -> None:
    """
    Nothing where there are none; in the race points that are claimed stand in their place.
    """
    before = facts(view(MOCK_UP), NAMES, ENGLISH)

    hints = [each.hint for each in panels(view(MOCK_UP))]
    assert [(f"{hint} in reach", str(hint)) if hint else () for hint in hints] == [each.outlook for each in before]
    assert all(each.outlook == () for each in facts(racing(), NAMES, ENGLISH))


def test_14_names_of_upright_borders_keep_off_the_numbers_of_tiles() -> None:
    """
    While a dike is laid, the numbers of the tiles on both sides are as on the board.
    """
    board, offered = seen("four1"), seen("borders1")

    for box in ((724, 462, 768, 514), (852, 462, 908, 514)):
        assert board.crop(box).tobytes() == offered.crop(box).tobytes()


def test_7_the_number_of_a_suggested_field_stands_once_in_its_first_square_and_covers_no_sign() -> None:
    """
    Neither square has a sign of what else fits there; the rings meet between them, where a number would be lost.
    """
    shown = view(OBLONG, 0)
    barns: tuple[dict[str, int], ...] = ({"corn": 1, "cow": 1, "mill": 1, "farm": 1}, {})
    shown = replace(shown, table=replace(shown.table, phase=Phase.SPRING, turn=Seat(0), passed=(), barns=barns))
    field = Marks(("A2", "A3"), Seat(0))
    bare = PICTURE.board(shown, field, names=NAMES[:2])[0].image()
    signs = PICTURE.preview(shown, field, names=NAMES[:2])[0].image()
    numbered = PICTURE.preview(shown, replace(field, numbers=(1, 1)), names=NAMES[:2])[0].image()
    upper, seam, lower = (48, 112, 98, 144), (56, 156, 92, 184), (48, 198, 98, 226)

    assert {"A2", "A3"} <= find_fitting(shown).keys()
    for box in (upper, lower):
        assert bare.crop(box).tobytes() != signs.crop(box).tobytes()
    for box in (seam, lower):
        assert bare.crop(box).tobytes() == numbered.crop(box).tobytes()
    assert bare.crop(upper).tobytes() != numbered.crop(upper).tobytes()
