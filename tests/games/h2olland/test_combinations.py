"""What is offered at one press, and what is left undone."""

from games.core.game import Ask
from games.core.moves import MOST_COMBINATIONS, Combination, Move
from games.core.rng import NoChance
from games.h2olland import GAME
from games.h2olland.moves import Dike, Keep, Pass, Place, Reward, Trade
from games.h2olland.rules.draining import dike_borders, mills_gained
from tests.games.h2olland.table import START, Table, words

BARN = {"corn": 1, "bean": 1, "cow": 1, "farm": 1, "mill": 1}


def _offered(table: Table, letter: str = "W") -> list[Combination]:
    return list(GAME.panel.combinations(table.view(letter), table.asks(letter)[0]))


def _warned(table: Table, *moves: Move, letter: str = "W") -> list[str]:
    """Return what is said of a turn before it is confirmed."""
    before, state, seat = table.view(letter), table.state, table.seat(letter)
    ask = table.asks(letter)[0]
    for move in moves:
        state = GAME.step(state, seat, move, NoChance()).state
    still: Ask | None = next((each for each in GAME.asks(state) if each.id == ask.id), None)
    return [words(text) for text in GAME.panel.warnings(before, GAME.view(state, seat), still)]


def test_each_thing_in_the_barn_has_its_best_place_first() -> None:
    """
    The mill, which raises the level, then the pasture and the farm; second best places follow. A cow each year is worth
    more than a mill, so the pasture stands before all of them.
    """
    found = _offered(Table(**START, barn={"white": BARN}))
    items = [each.moves[0].item for each in found if isinstance(each.moves[0], Place)]

    assert ["cow", "mill"] == items[:2]
    assert {"farm", "corn", "bean"} < set(items[2 : MOST_COMBINATIONS + 1])
    assert words(found[1].label).startswith("mill on ")
    assert found[1].worth is not None
    assert "level 2" == words(found[1].worth)


def test_the_suggestion_is_the_first_of_what_is_offered() -> None:
    """
    In every season, and no move is offered twice.
    """
    mills = {"white": ["C6", "F2"], "orange": ["I3"]}
    spring = Table(**START, barn={"white": BARN})
    summer = Table(**{**START, "mills": mills}, phase="dikes", barn={"white": {"dike": 2}})
    winter = Table(**START, phase="winter", barn={"white": {"cow": 1, "bean": 1, "potato": 3, "corn": 2}})

    for table in (spring, summer, winter):
        offered = [each.moves[0] for each in _offered(table)]
        hint = GAME.panel.hint(table.view("W"), table.asks("W")[0])
        assert hint is not None
        assert hint.moves[0] == offered[0]
        assert offered.count(offered[0]) == 1


def test_an_order_says_that_it_exchanges_and_what_it_brings() -> None:
    """
    The level with all mills in the barn and the points of tulips, on the button as in the suggestion.
    """
    table = Table(**START, phase="winter", barn={"white": {"cow": 1, "bean": 1, "potato": 3, "corn": 2}})
    first = _offered(table)[0]
    hint = GAME.panel.hint(table.view("W"), table.asks("W")[0])

    assert hint is not None
    assert first.worth is not None
    assert (words(first.label), words(first.worth)) == (
        "1 mill and 2 red tulips, with exchanges",
        "level 2 and 2 points",
    )
    assert "(level 2 and 2 points)." in words(hint.text)


def test_the_dike_that_closes_off_a_tile_beside_an_own_mill_comes_first() -> None:
    """
    It is worth the tulips that the own mills will earn.
    """
    table = Table(
        **{**START, "mills": {"white": ["C6", "F2"]}}, phase="dikes", dikes=["1-2"], barn={"white": {"dike": 1}}
    )
    first, *others = _offered(table)

    assert isinstance(first.moves[0], Dike)
    assert MOST_COMBINATIONS <= len(others)


def test_the_first_of_two_dikes_that_close_off_a_tile_comes_first() -> None:
    """
    Where one is not enough, and two are held.
    """
    table = Table(**{**START, "mills": {"white": ["C6", "F2"]}}, phase="dikes", barn={"white": {"dike": 2}})
    one, *_others = _offered(table)
    assert isinstance(one.moves[0], Dike)
    table.moves("W", *one.moves)
    gained = [mills_gained(table.open, table.seat("W"), border) for border in dike_borders(table.open)]

    assert one.worth is None
    assert max(gained) > 0


def test_a_reward_is_the_highest_colors_at_one_press() -> None:
    """
    Told by their points; a single tulip is a list of few.
    """
    mills = {"white": ["C6", "B7", "B8"]}
    table = Table(**{**START, "mills": mills}, phase="reward", helped={"white": 2})
    (only,) = _offered(table)

    assert (Reward(("tulip-orange",) * 2),) == only.moves
    assert "tulips worth 3 and 3" == words(only.label)


def test_an_order_begins_with_a_mill_and_what_it_leaves_room_for() -> None:
    """
    Then each thing alone, as often as it can be paid, and last what to keep where too much is held.
    """
    barn = {"cow": 1, "bean": 1, "carrot": 1, "corn": 2}
    found = _offered(Table(**START, phase="winter", barn={"white": barn}))
    full = _offered(Table(**START, phase="winter", barn={"white": {**barn, "potato": 3}}))

    assert ["1 mill and 2 red tulips", "1 mill", "2 red tulips"] == [words(each.label) for each in found]
    assert (Trade(("mi", "t1", "t1")),) == found[0].moves
    assert [False, True] == [isinstance(full[at].moves[0], Keep) for at in (0, -1)]


def test_a_pass_is_warned_of_what_could_be_placed() -> None:
    """
    A turn that places something is not.
    """
    table = Table(**START, barn={"white": {"mill": 1}, "orange": BARN})

    assert ["You can still place 1 mill. If you pass, it stays in your barn until winter."] == _warned(table, Pass())
    assert [] == _warned(table, Place("mill", "B6"))


def test_an_order_is_warned_of_what_it_leaves() -> None:
    """
    What could still be bought; after the last trade what is lost.
    """
    winter = Table(**START, phase="winter", barn={"white": {"potato": 1, "corn": 1}})
    last = Table(**START, phase="final_trade", barn={"white": {"bean": 2}})

    assert ["You can still buy a dike or red tulips."] == _warned(winter)
    assert ["This goes back to the co-op: 2 beans."] == _warned(last)
