"""What a guided match teaches, and when."""

from games.h2olland import GAME
from tests.games.h2olland.table import START, Table, words

BARN = {"corn": 1, "bean": 1, "carrot": 1, "potato": 1, "cow": 1, "dike": 2, "farm": 1, "mill": 1}


def _taught(table: Table, letter: str = "W") -> list[str]:
    """Return the lessons of the player's first decision, by their ids."""
    ask = table.asks(letter)[0]
    lessons = GAME.panel.lessons(table.view(letter), ask)
    assert all(map(words, lessons))
    return [lesson.id.removeprefix("h2olland.lesson.") for lesson in lessons]


def test_the_first_decision_says_who_one_is_and_what_wins() -> None:
    """
    With the color and sign of the seat, and what to begin with.
    """
    table = Table(**START, barn={"white": BARN})

    assert ["you", "goal", "spring"] == _taught(table)
    assert "circle with the W" in words(GAME.panel.lessons(table.view("W"), table.asks("W")[0])[0])


def test_each_thing_of_the_first_barn_is_explained_once() -> None:
    """
    The pasture, the farm, crops, and in the end to pass; nothing of it in later years.
    """
    left, taught = dict(BARN), []
    for item in ("mill", "cow", "corn", "farm", "bean"):
        del left[item]
        taught.append(_taught(Table(**START, barn={"white": left})))

    assert [["cow"], ["farm"], ["crop"], ["pass"], []] == taught
    assert [] == _taught(Table(**START, barn={"white": left}, year=2))


def test_dikes_are_explained_in_the_first_summer() -> None:
    """
    How areas are closed off at the first, whose they are at the second.
    """
    found = [_taught(Table(**START, phase="dikes", barn={"white": {"dike": dikes}}, year=1)) for dikes in (2, 1)]

    assert [["dikes"], ["dike"]] == found


def test_an_order_is_explained_until_something_is_bought() -> None:
    """
    What to keep as long as the barn is too full.
    """
    full = {"corn": 3, "bean": 2, "cow": 2, "carrot": 1}

    assert ["winter", "keep"] == _taught(Table(**START, phase="winter", barn={"white": full}))
    assert ["keep"] == _taught(Table(**START, phase="winter", barn={"white": full}, year=2))
    assert [] == _taught(Table(**START, phase="winter", barn={"white": full}, year=3))


def test_tulips_are_explained_until_the_first_is_planted() -> None:
    """
    Each that is planted takes a worker.
    """
    table = Table(**START, year=2, barn={"white": {"tulip-red": 2}})

    assert ["tulips"] == _taught(table)
    assert [] == _taught(Table(**START, year=2, barn={"white": {"tulip-red": 2}}, workers_left={"white": 14}))


def test_a_turn_that_is_over_teaches_nothing_of_the_next_one() -> None:
    """
    The order that ends the year leads to the spring of the same player, which is taught once it is asked.
    """
    kept: dict[str, dict[str, int]] = {colour: {} for colour in ("orange", "red", "blue")}
    barn = {"white": {"tulip-red": 2}}
    table = Table(**START, phase="winter", start_player="orange", turn="white", keeps=kept, barn=barn)
    ask = table.asks("W")[0]
    table.play("W wi")

    assert ["tulips"] == _taught(table)
    assert () == GAME.panel.lessons(table.view("W"), ask)


def test_the_end_is_explained_step_by_step() -> None:
    """
    The last trade until something is bought; the race until the first runner of one's own.
    """
    trading = Table(**START, phase="final_trade", barn={"white": {"corn": 1}})
    field = ["tulip-red", "C5", "D5"]
    racing = {**START, "drained": {"5": "plain", "6": "plain"}, "phase": "race", "racers": {"white": 2}}
    fields = [field, ["corn", "B6", "B7"]]

    assert ["final"] == _taught(trading)
    assert ["race"] == _taught(Table(**racing, fields=fields))
    assert [] == _taught(Table(**racing, fields=fields, raced={"B6": "white"}))
