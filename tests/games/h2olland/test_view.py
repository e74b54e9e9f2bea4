"""Views, the board in words, marks, and what a picture needs (section I)."""

from __future__ import annotations

import pytest

from games.core.game import Setup
from games.core.running.table import start
from games.core.seats import Seat
from games.core.text import say
from games.h2olland import GAME, view
from games.h2olland.components import WEATHER
from games.h2olland.moves import Keep, Trade
from games.h2olland.options import H2OllandOptions
from games.h2olland.spec import TOPICS
from games.h2olland.view import faces, legal, panels, ready, weather
from tests.games.h2olland.table import START, Table, words


def test_a_basket_is_seen_by_its_owner_only() -> None:
    """
    What orange has written down changes the barn in his own view, and in nobody else's.
    """
    table = Table(**START, phase="winter", turn="orange", barn={"orange": {"potato": 1}})
    table.state = GAME.step(table.state, table.seat("O"), Trade(("dk",)), table.dealer).state

    barns = [panels(GAME.view(table.state, seat))[1].barn for seat in (None, Seat(0), Seat(1))]

    assert barns == [{"potato": 1}, {"potato": 1}, {"dike": 1}]


def test_d4_the_winter_panel_runs_with_barn_and_prices() -> None:
    """
    Each choice tells its price and what would be left; the list can end; then keeping is asked of more than five.
    """
    barn = {"corn": 4, "potato": 1, "carrot": 3}
    table = Table(**START, phase="winter", turn="orange", barn={"orange": barn})
    first = {choice.value: choice for choice in GAME.choices(table.view("O"), Trade, {})}
    later = {choice.value: choice for choice in GAME.choices(table.view("O"), Trade, {"trades": ("dk",)})}

    label, note = first["dk"].label, first["dk"].note
    assert label is not None
    assert note is not None
    assert words(label) == "a dike for 1 potato"
    assert words(note) == "barn: 4 corn, 3 carrots and 1 dike"
    assert "dk" not in later
    assert "." in later
    table.state = GAME.step(table.state, table.seat("O"), Trade(("dk",)), table.dealer).state
    asked = table.asks("O")[0].private
    assert asked is not None
    assert words(asked) == (
        "Your barn would hold 4 corn, 3 carrots and 1 dike. Keep trading, or choose which 5 fields to keep."
    )
    assert [choice.value for choice in GAME.choices(table.view("O"), Keep, {"items": ("corn",) * 4})] == ["carrot", "."]


def test_the_board_in_words_tells_everything() -> None:
    """
    Buildings, fields with workers, water, barren tiles, dikes, barns, the co-op.
    """
    table = Table(
        **START,
        fields=[["corn", "F1", "G1"], ["tulip-red", "N6", "N7", "orange"]],
        drained={"3": ["single", "NW"]},
        dikes=["1-2"],
        barn={"white": {"cow": 2}},
        supply={"tulip-purple": 0},
    )

    told = words(GAME.describe(table.view("W")))

    for part in (
        "Year 1 of 6: spring. Wim holds the clog (start player). It's Wim's turn.",
        "Wim (W, northwest): tulip level 1, 5 mills in stock; 1 farm on the board",
        "Barn: 2 cows.",
        "Olga: farms M6; mills I3.",
        "Fields (corn): F1G1.",
        "Fields (red tulips): N6N7 (Olga's worker).",
        "Tiles with barren land: 3 (northwest square barren).",
        "Dikes: 1-2.",
        "Water tiles, with their first and last squares: 1 (",
        "Sold out: purple tulips.",
        "The co-op has 11 dikes left.",
    ):
        assert part in told


def test_the_board_of_an_area_being_drained() -> None:
    """
    Tiles of the area, those turned so far, used mills.
    """
    table = Table(
        phase="drain",
        drained={"10": "plain"},
        mills={"red": ["I6"], "blue": ["L5"], "orange": ["I3"]},
        dikes=["7-8", "3-9", "14-18"],
        start_player="red",
        turn="red",
        undersides={"14": ["single", "NW"]},
    ).play("R ar 9", "R fl 14")

    assert "Being drained: 8, 9 and 14. Flipped so far: 14." in words(GAME.describe(table.view("W")))
    assert faces(table.view("W"))[14] == "s.NW"


def test_marks_name_squares_tiles_and_borders() -> None:
    """
    A field and a dike; in the race the runner, not the workers that left.
    """
    table = Table(**START, barn={"white": {"corn": 1}, "orange": {"corn": 2}})
    before = table.view("W")
    table.play("W co F1G1")

    assert GAME.panel.marks(before, table.view("W")).spots == ("F1", "G1")
    summer = Table(**START, phase="dikes", barn={"white": {"dike": 2}})
    filed = summer.view("W")
    assert GAME.panel.marks(filed, summer.play("W dk 1-2").view("W")).spots == ("1-2",)


def test_i_what_a_picture_outlines() -> None:
    """
    Legal squares of an item, ready areas, tiles to turn, fields in reach.
    """
    spring = Table(**START, turn="orange", barn={"orange": {"corn": 1}})
    drain = Table(**START, phase="drain", turn="orange", dikes=["3-4", "3-9"])
    fields = [["tulip-red", "I1", "I2"], ["tulip-pink", "C1", "D1"]]
    race = Table(phase="race", turn="orange", mills={"orange": ["I3"]}, fields=fields, racers={"orange": 1})

    assert {"I1", "I2", "N6", "N7"} <= set(legal(spring.view("O"), "corn"))
    assert legal(spring.view("W")) == ()
    assert ready(drain.view("W")) == {(3,): "a"}
    assert legal(drain.view("O")) == ("t3",)
    assert legal(race.view("O")) == ("I1", "I2")
    assert len(legal(Table(**START, phase="dikes").view("W"))) == 28
    assert len(legal(Table(**START, phase="drought", card=5).view("W"))) == 24


def test_i_panels_hold_what_is_shown_of_a_player() -> None:
    """
    Mills on the board, in the barn and in stock; level; tulip points by own mills as a hint only.
    """
    table = Table(**START, barn={"orange": {"mill": 2}}, fields=[["tulip-pink", "I1", "I2", "orange"]])
    panel = panels(table.view("W"))[1]

    assert (panel.letter, panel.corner, panel.mills, panel.farms) == ("O", "NE", (1, 2, 3), (1, 0, 5))
    assert (panel.level, panel.workers, panel.hint, panel.points) == (1, 14, 4, 0)


def test_i_the_card_of_the_year_is_known_from_autumn_on() -> None:
    """
    Before, there is none.
    """
    assert weather(Table(**START).view("W")) is None
    card = weather(Table(**START, phase="drought", card=5).view("W"))
    assert card is not None
    assert card.drought


def test_the_view_module_exports_what_it_names() -> None:
    """
    Pictures see this module only.
    """
    assert all(hasattr(view, name) for name in view.__all__)


@pytest.mark.parametrize("key", [key for key, _ in TOPICS])
def test_topics_are_written(key: str) -> None:
    """
    Every page of rules help has something to say, within a message.
    """
    (topic,) = (topic for topic in GAME.spec.topics if topic.key == key)

    assert 500 < len(topic.words) <= 3500


def test_the_options_are_those_of_section_h() -> None:
    """
    Zones, first player, years, winter.
    """
    state = start(GAME, Setup(3, H2OllandOptions("village", "middle", "5", "sealed")), bytes(32)).position.state

    assert (state.table.zones, state.table.start, state.table.years) == ("village", 1, 5)
    assert state.table.sealed_trade


def test_d1_the_weather_still_to_come_is_told() -> None:
    """
    D.1: the list of all cards is public, and so is which of them were turned.
    """
    turned, *coming = WEATHER
    table = Table(**START, phase="spring", turn="orange", card=turned)
    told = words(GAME.describe(GAME.view(table.state, None)))
    _, list_of_cards = told.split("Weather cards still in the deck:\n")

    assert [words(say(f"h2olland.name.card.{card}")) for card in coming] == list_of_cards.splitlines()[: len(coming)]
    assert words(say(f"h2olland.name.card.{turned}")) not in list_of_cards
