"""Commands as data, and reading what was typed into them."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.contract import AnyGame
from games.core.game import Part, Turn
from games.core.input.forms import (
    Form,
    FormKind,
    Option,
    PartRefused,
    Typed,
    forms_of,
    groups,
    in_order,
    join,
    options_of,
    read_order,
    read_parts,
    read_values,
    split,
)
from games.core.moves import Move, fields_of
from games.core.orders import Plan
from games.core.running.play import TurnContext
from games.core.seats import AskId
from tests.games.core.tables import ANN, begun
from tests.games.tiny import digs, hands, rush, season, shop

TURN = forms_of(shop.SHOP)[0]


def read(words: Mapping[str, Typed], game: AnyGame = shop.SHOP, form: Form = TURN, ask: str = "t0") -> tuple[Move, ...]:
    """Read options at the start of a match."""
    return read_parts(TurnContext(game, begun(game).state, ANN, AskId(ask)), form, words)


def refused(words: Mapping[str, Typed]) -> tuple[str, str]:
    """Return option and code of the refusal of a turn in the shop."""
    with pytest.raises(PartRefused) as caught:
        read(words)
    return caught.value.part, caught.value.code


# --- Forms ---


def test_a_whole_turn_is_one_command() -> None:
    """
    A Turn's parts are its options; a group gives an option of order whose values name the parts; moves inside a turn
    and silent ends have no command of their own.
    """
    assert [(form.name, form.kind) for form in forms_of(shop.SHOP)] == [("turn", FormKind.TURN)]
    assert [(option.name, option.required, option.choices) for option in TURN.options] == [
        ("jar", True, ()),
        ("put", True, ()),
        ("use", False, ()),
        ("label", False, ()),
        ("order", False, ("put first", "use first")),
    ]


def test_moves_and_orders_have_commands_of_their_own() -> None:
    """
    An offered move in no turn is a command, and so is each order; what is never offered is none.
    """
    named = [(form.name, form.kind) for form in forms_of(season.SEASON)]

    assert named == [
        ("sow", FormKind.MOVE),
        ("pass", FormKind.MOVE),
        ("plan", FormKind.ORDER),
        ("favourite", FormKind.ORDER),
        ("retire", FormKind.ORDER),
    ]
    assert [form.name for form in forms_of(rush.RUSH)] == ["ready", "grab", "home"]
    assert forms_of(season.SEASON)[0].what == "Sow a plot"


def test_fields_are_options() -> None:
    """
    A bool stays one, a Literal has fixed choices, a default makes an option optional.
    """
    assert options_of(digs.DigsOptions) == (
        Option(name="digs", what="Turns of each player", required=False, choices=("2", "4"), usual="4"),
    )
    by_name = {option.name: option for option in options_of(Plan)}
    assert by_name["guard"].type is bool
    assert by_name["fails"].choices == ("ask", "skip", "wish")
    assert by_name["steps"].choices == ()


def test_several_groups_have_an_option_each() -> None:
    """
    The first group's option is called ``order``, a second one's has the group's name; a group of one has none.
    """
    parts = tuple(Part(name, (shop.Take,), name, group=group) for name, group in zip("abcde", "xxyyz", strict=True))
    turn = Turn("turn", "A turn", parts)

    assert {name: [part.name for part in found] for name, found in groups(turn).items()} == {
        "order": ["a", "b"],
        "order_y": ["c", "d"],
    }
    swapped = in_order(turn, {"order": "b first", "order_y": "d"})
    assert "".join(part.name for part in swapped) == "badce"


# --- Reading turns ---


def test_options_become_the_moves_of_a_turn() -> None:
    """
    Parts are read in the order of the line; an empty optional part or a dash is no move.
    """
    assert read({"jar": "2", "put": " @6 "}) == (shop.Take(2), shop.Put(6))
    assert read({"jar": 2, "put": "@6", "use": "-", "label": ""}) == (shop.Take(2), shop.Put(6))
    every = read({"jar": "1", "put": "@3", "use": "/3+4!", "label": "#4"})
    assert every == (shop.Take(1), shop.Put(3), shop.Twist((3, 4), loud=True), shop.Label((4,)))


def test_the_order_of_a_group_can_be_chosen() -> None:
    """
    "use first" plays the use before the jar is put down.
    """
    words = {"jar": "1", "put": "@3", "use": "4>5", "order": "use first"}

    assert read(words) == (shop.Take(1), shop.Swap(4, 5), shop.Put(3))


def test_a_refusal_names_its_option() -> None:
    """
    Whatever is wrong, the option at fault is named, and the sentence begins with it.
    """
    assert refused({"jar": "1"}) == ("put", "MISSING")
    assert refused({"jar": "x", "put": "@3"}) == ("jar", "BAD_NOTATION")
    assert refused({"jar": "9", "put": "@3"}) == ("jar", "SLOT")
    assert refused({"jar": "1", "put": "@9"}) == ("put", "PLACE")
    assert refused({"jar": "1", "put": "@3", "use": "4>5", "order": "soon"}) == ("order", "BAD_ORDER")
    with pytest.raises(PartRefused) as caught:
        read({"jar": "9", "put": "@3"})
    assert caught.value.text.args["part"] == "jar"


def test_the_game_explains_with_the_whole_line() -> None:
    """
    A refusal may look at the parts behind, as far as they can be read.
    """
    words = {"jar": "1", "use": "3>4", "put": "@3", "order": "use first"}

    assert refused(words) == ("use", "NOT_YET")
    assert refused({**words, "label": "nonsense"}) == ("use", "NOT_YET")
    assert refused({**words, "put": "@6"}) == ("use", "NO_JAR")


def test_forced_moves_need_not_be_typed() -> None:
    """
    What is forced between the parts is filled in.
    """
    state = begun(hands.HANDS).state
    same = replace(state, hands=((3, 3), state.hands[1]))
    form = forms_of(hands.HANDS)[0]
    optional = replace(form.turn.parts[0], optional=True) if form.turn else None
    assert optional is not None
    assert form.turn is not None
    loose = replace(form, turn=replace(form.turn, parts=(optional, form.turn.parts[1])))

    moves = read_parts(TurnContext(hands.HANDS, same, ANN, AskId("r1s0")), loose, {"second": "add:3"})

    assert moves == (hands.Lay(3), hands.Add(3))


# --- Reading single moves and orders ---


def test_a_moves_own_command_is_read_field_by_field() -> None:
    """
    Numbers are typed as words; a value of another kind is refused by the name of its option.
    """
    sow = forms_of(season.SEASON)[0]

    assert read({"plot": " 4 "}, season.SEASON, sow) == (season.Sow(4),)
    for word, text in (("x", "core.bad_number"), ("0", "core.out_of_bounds"), ("13", "core.out_of_bounds")):
        with pytest.raises(PartRefused) as caught:
            read({"plot": word}, season.SEASON, sow)
        assert (caught.value.part, caught.value.refusal.text.id) == ("plot", text)


def test_an_order_is_read_with_its_defaults() -> None:
    """
    Options left out keep their defaults; steps are separated by semicolons; yes and no, fixed words and bools are read.
    """
    plan, favourite, _ = forms_of(season.SEASON)[2:]

    assert read_order(plan, {"steps": "1 | 2; 3 ;", "guard": True, "ends": "pass"}) == Plan(
        steps=("1 | 2", "3"), guard=True, ends="pass"
    )
    assert read_order(favourite, {"plot": 3, "keep": "Yes"}) == season.Favourite(plot=3, keep=True)
    for words, part in (({"ends": "soon"}, "ends"), ({"guard": "perhaps"}, "guard"), ({"keep": "x"}, "keep")):
        with pytest.raises(PartRefused) as caught:
            read_order(plan, words)
        assert caught.value.part == part


def test_an_order_lacks_what_it_needs() -> None:
    """
    A required field left out is named.
    """
    with pytest.raises(PartRefused) as caught:
        read_order(forms_of(season.SEASON)[3], {"plot": ""})

    assert (caught.value.part, caught.value.code) == ("plot", "MISSING")


def test_options_of_a_match_are_read_typed() -> None:
    """
    A Literal of numbers gives numbers.
    """
    values: dict[str, Any] = read_values(digs.DigsOptions, {"digs": "2"})

    assert digs.DigsOptions(**values) == digs.DigsOptions(2)


def test_a_tuple_has_its_length() -> None:
    """
    Too few and too many elements are refused; spaces, commas, plus signs and semicolons separate them.
    """
    assert read_values(shop.Label, {"places": "3, 4+5"}) == {"places": (3, 4, 5)}
    assert read_values(shop.Twist, {"places": "1 2 3 4 5;6"}) == {"places": (1, 2, 3, 4, 5, 6)}
    for kind, word in ((shop.Label, "1 2 3 4"), (shop.Twist, ",")):
        with pytest.raises(PartRefused) as caught:
            read_values(kind, {"places": word})
        assert caught.value.refusal.text.id == "core.bad_length"


def test_elements_are_written_as_they_are_split() -> None:
    """
    ``split`` reads what ``join`` writes, spaces or not.
    """
    places = fields_of(shop.Label)[0]
    steps = next(info for info in fields_of(Plan) if info.name == "steps")

    assert split(places, join(places, ("3", "4"))) == ("3", "4")
    assert split(steps, join(steps, ("a b", "c | d"))) == ("a b", "c | d")
