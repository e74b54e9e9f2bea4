"""What the pictures are told (section 7), marks, words, captions, hints."""

from __future__ import annotations

from games.core.game import Setup
from games.core.running.table import start
from games.core.text import raw
from games.core.words import Words
from games.walnut_grove import GAME
from games.walnut_grove.components import RING
from games.walnut_grove.moves import Done, Pass, Repay
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.view import Turn, farm_of, town_of
from games.walnut_grove.words.describe import tell_turned_tile, tile_text
from games.walnut_grove.words.hints import hint
from tests.games.walnut_grove.table import NAMES, P1, P2, SEED, SPRING, Match, autumn, words

STAYING = ((Pass(), Done()), (Pass(), Repay(("f", "f", "f")), Done()))


def test_7_the_town_as_it_is_drawn() -> None:
    """
    Eleven stops with what lies there and who stands where, the start rows while somebody waits on them, the disc, the
    letter of the next one, the bag, who is awaited.
    """
    town = {"figures": {"P1": "church:1", "P2": "svenson", "P3": "svenson"}, "arrived": ["P3", "P2", "P1"]}
    farms: dict[str, dict[str, object]] = {"P1": {}, "P2": {}, "P3": {}}
    match = Match(phase="town", disc="A3", turn=["P1"], farms=farms, town={**town, "labourers": {"lodge": []}})
    sight = town_of(match.view())
    stops = {stop.id: stop for stop in sight.stops}

    assert [stop.id for stop in RING] == [stop.id for stop in sight.stops]
    assert (2, 1) == stops["svenson"].figures
    assert stops["lodge"].sold_out
    assert (P1, None, None, None) == dict(sight.rows)["church"]
    assert () == dict(sight.rows)["town"]
    assert "A" == sight.next_letter
    assert sight.disc is not None
    assert "A3" == sight.disc.id
    assert (P1,) == sight.awaited
    assert [Turn.AWAITED, Turn.DONE, Turn.DONE] == [
        farm_of(match.view(), seat).turn for seat in match.view().table.players
    ]


def test_7_a_farm_as_it_is_drawn() -> None:
    """
    Printed landscapes, tiles with sides and fences, squares, pens by number, barn, needs; legal cells while one lays.
    """
    match = Match(SPRING, farms={"P1": {"tiles": [["L12", "N1", 2]], "huts": 1}, "P2": {}})
    sight = farm_of(match.view(), P1)

    assert ["J0", "K0", "L0", "M0", "N0"] == [printed.at for printed in sight.printed]
    assert tuple("mmwm") == sight.tiles[0].sides
    assert (1, 2) == sight.tiles[0].fences
    assert [1] == [pen.number for pen in sight.pens]
    assert "N2" in sight.room
    assert () == farm_of(match.view(P2), P1).room
    assert ["L12", "L01"] == [drawn.tile for drawn in sight.drawn]
    assert {"f": 1, "w": 1} == {need.good: need.asked for need in sight.needs}
    assert (0, 1) == (sight.needs[1].short, sight.needs[0].short)
    assert ("C", "C") == sight.barn
    assert ("$", "$") == farm_of(match.view(P2), P1).barn


def test_7_the_harvest_is_shown_while_it_is_news() -> None:
    """
    Worked areas are shown in the draft and after the reveal, until the first town order.
    """
    match = Match({**SPRING, "drawn": {"P1": ["L12", "L01"], "P2": ["L05", "L02"]}}, farms={"P1": {}, "P2": {}})
    match.play("L12@N1/2 : N0.w M0.m", P1).play("L05@K1/0 : K0.s L0.f", P2)

    assert ["N0.w", "M0.m"] == [worked.regions[0] for worked in farm_of(match.view(P2), P1).worked]
    match.play("=", P1)
    assert () == farm_of(match.view(P2), P1).worked


def test_7_a_draft_shows_what_comes_of_it() -> None:
    """
    In the draft of a town order the figure has walked and the price is paid; the match itself is unchanged.
    """
    match = Match(autumn({"barn": {"grain": 2}}, labourers={"lodge": ["white"]}))
    draft = match.draft("lodge+white")

    assert "lodge" == draft.places[0]
    assert ("white",) == draft.farms[0].hired
    assert "town:1" == match.table.places[0]


def test_marks_tell_cells_stops_and_parts() -> None:
    """
    A new tile and filled squares are marked by cell, a walk by its stop, what changed on the board by its part.
    """
    match = Match(SPRING, farms={"P1": {"barn": {"copper": 2, "grain": 2}}}, town={"labourers": {"lodge": ["white"]}})
    first = match.view()
    match.play("L12@N1/2 : N0.w M0.m")
    after_farm = match.view()

    marks = GAME.panel.marks(first, after_farm)
    assert {"0:N1", "0:N0", "0:M0"} == set(marks.spots)
    match.play("lodge+white")
    marks = GAME.panel.marks(after_farm, match.view())
    assert {"town:lodge", "0:wagons"} <= set(marks.spots)
    assert P1 == marks.seat


def test_the_board_in_words() -> None:
    """
    The long text names every stop and farm and, for its reader, the draw; the short one fits an alternative text.
    """
    setup = Setup(4, WalnutGroveOptions(start_rows="dealt"))
    table = start(GAME, setup, SEED).position.state
    view = GAME.view(table, P1)

    text = words(GAME.describe(view))

    assert all(words(GAME.describe(view, short=True)).count(name) for name in ("Anouk", "Bram", "Clara", "Daan"))
    assert all(stop in text for stop in ("Post Office", "Dakota Lodge", "Johansen's Mill", "Svenson's"))
    assert all(tile in text for tile in table.drawn[0])
    assert not any(f"{tile}:" in text for tile in table.drawn[1])


def test_warnings_before_an_order_is_confirmed() -> None:
    """
    Goods lost, help in winter, a labourer that cannot be fed, a tile without a match, passing though one could pay.
    """
    unmatched = Match(SPRING, farms={"P1": {"squares": {"J0.g": 2, "N0.w": 2}, "barn": {"copper": 4}}})
    spring = unmatched.draft("L01@N1/0 : J0.g N0.w")
    hired = Match(autumn({"barn": {"grain": 2}}, labourers={"lodge": ["white"]})).draft("lodge+white")
    passed = Match(autumn({"barn": {"grain": 2}})).draft("=")

    views = [GAME.view(table, P1) for table in (spring, hired, passed)]
    told = [" ".join(map(words, GAME.panel.warnings(view, view, None))) for view in views]

    assert "No side of L01 matches" in told[0]
    assert "no room for 2 grain" in told[0]
    assert "In winter you'll lack 1 fish and 1 wood" in told[1]
    assert "to feed one more: white laborer" not in told[1], "M0 is a pasture"
    assert "you could afford Dakota Lodge" in told[2]


def test_hints_for_beginners() -> None:
    """
    At each kind of ask its player gets advice, nobody else does.
    """
    start_ask = Match(players=2)
    spring, town = Match(SPRING), Match(autumn({}))

    for match in (start_ask, spring, town, Match(autumn({"barn": {"fish": 1}, "huts": 1}))):
        hint = GAME.panel.hint(match.view(), match.ask())
        assert hint is not None
        assert words(hint.text)
    assert GAME.panel.hint(start_ask.view(P2), start_ask.ask()) is None


def _hint_on_the_way(barn: dict[str, int]) -> str:
    """Advice for a seat before house 11, where a laborer for 2 grain waits behind the gate, in house 2."""
    match = Match(autumn({"barn": barn}, at="svenson", labourers={"lodge": ["yellow"]}))
    hint = GAME.panel.hint(match.view(), match.ask())
    assert hint is not None
    return words(hint.text)


def test_a_suggestion_names_the_tax_on_the_way() -> None:
    """
    Before it is taken: a coin, or the help tile with what that costs at the end.
    """
    paid, helped = _hint_on_the_way({"copper": 1, "grain": 2}), _hint_on_the_way({"grain": 2})

    assert "Pay a copper coin as tax at the gate on the way" in paid
    assert "Take a help tile instead of paying tax at the gate on the way: −2 points" in helped


def test_a_suggestion_to_stay_has_its_reason() -> None:
    """
    A newcomer isn't told to hire and to pass in the same breath.
    """
    match = Match(autumn({"barn": {"fish": 3}, "help": {"open": 1}}, at="saloon"))
    told = {turn: words(hint(match.view(), match.ask(), turn) or raw("")) for turn in STAYING}

    assert [True, True] == ["Hire" not in text for text in told.values()]
    assert told[STAYING[0]].startswith("Staying is best now")
    assert told[STAYING[1]].startswith("Paying your open help tile back is worth 2 points")


def test_drawn_coins_and_the_winter_have_advice() -> None:
    """
    That nothing has to be given up, if so; and after one's turn in town, that the winter needs no instructions.
    """
    farms: dict[str, object] = {"P1": {"barn": {"stone": 1}}, "P2": {}}
    match = Match(autumn(at="saloon"), turn=["P1", "P2"], farms=farms)
    match.play("store_s<s")
    coins = GAME.panel.hint(match.view(), match.ask())
    match.make((Done(),))
    winter = GAME.panel.hint(match.view(), match.ask())

    assert coins is not None
    assert (words(coins.text).startswith("You don't have to give anything up"), coins.moves) == (True, ())
    assert winter is not None
    assert (words(winter.text).startswith("You don't have to do anything here"), winter.moves) == (True, ())


def test_a_tile_is_told_by_its_sides_in_words() -> None:
    """
    Sides that are alike stand together, as they lie; turning moves them clockwise.
    """
    assert words(tile_text("L11")) == "L11 (stone N and milk E S W; 2 fences; room for 1 milk and 1 stone)"
    assert words(tell_turned_tile("L11", 1)) == "1: milk N S W and stone E"
    assert Words(GAME.words, NAMES, language="nl")(tell_turned_tile("L11", 1)) == "1: melk N Z W en steen O"


def test_areas_are_told_in_words() -> None:
    """
    Their good, cell and size, and how many squares are full: no codes that are nowhere explained.
    """
    match = Match(farms={"P1": {"squares": {"N0.w": 1}}, "P2": {}})
    told = words(GAME.describe(match.view()))

    assert "Areas: wood N0 (size 1, 1 of 2 full)." in told


def test_4_3_the_discs_still_to_come_are_told() -> None:
    """
    Clause 4.3: everyone may see which discs are left, nobody in which order; none of them is the year's own.
    """
    match = Match(phase="town", disc="A3", turn=["P1"], farms={"P1": {}, "P2": {}})
    told = words(GAME.describe(match.view()))

    assert "Year discs still to come" in told
    assert "B1: draw 3, keep 1; summer +milk" in told
    assert "\nA3: draw" not in told


def test_7_farms_at_a_glance_are_told_with_their_tiles() -> None:
    """
    Each tile by its cell and what lies north, east, south and west of it, with pens and room in the barn.
    """
    match = Match(farms={"P1": {"tiles": [["L12", "N1", 2], ["L46", "L1", 0]]}, "P2": {}})
    told = words(GAME.panel.caption(match.view(), "farms")).splitlines()
    first = farm_of(match.view(), P1)
    north = [tile.sides[0][0] for tile in first.tiles]

    assert told[2].startswith(f"Tiles: N1:{north[0]}")
    assert f" L1:{north[1]}" in told[2]
    assert told[4].startswith("Tiles: none. 0 pens. ")
