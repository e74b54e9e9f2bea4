"""What can be pressed next."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.errors import Unreadable
from games.core.game import Ask
from games.core.input.panel import Draft, Menu, Partial, menu, open_draft, press, read_partial, step_back, write_partial
from games.core.moves import STOP, Choice, Move, Value
from games.core.running.play import TurnContext
from games.core.seats import AskId
from games.core.text import raw, say
from tests.games.core.search.test_enumerate import Pack, Packing
from tests.games.core.tables import ANN, begun, code, rushing
from tests.games.tiny import digs, hands, rush, season, shop

T0 = AskId("t0")


def pressed(*presses: tuple[str, Value | None]) -> Draft:
    """Press one after the other in the shop."""
    state = begun(shop.SHOP).state
    draft = open_draft(TurnContext(shop.SHOP, state, ANN, T0))
    for verb, value in presses:
        draft = press(TurnContext(shop.SHOP, state, ANN, T0), draft, verb, value)
    return draft


def shown(draft: Draft) -> Menu:
    """Return the menu of a draft in the shop."""
    return menu(TurnContext(shop.SHOP, begun(shop.SHOP).state, ANN, T0), draft)


def rows(found: Menu) -> dict[str, list[object]]:
    """Return the values offered by verb."""
    return {row.verb: [choice.value for choice in row.choices] for row in found.rows}


def test_a_menu_offers_what_is_asked_for() -> None:
    """
    Each verb asked for is a row with the choices of its first field, each with a label.
    """
    found = shown(Draft())

    assert rows(found) == {"take": [1, 2, 3]}
    assert found.rows[0].field == "slot"
    assert (found.finishable, found.over) == (False, False)
    assert found.text == say("shop.ask")


def test_a_press_may_complete_a_move() -> None:
    """
    The last field completes the move, and the next menu is that of the state after it.
    """
    draft = pressed(("take", 1), ("put", 6))

    assert draft == Draft((shop.Take(1), shop.Put(6)))
    assert rows(shown(draft)) == {"swap": [4, 5, 6], "twist": [4, 5, 6], "label": [4, 5, 6]}
    assert shown(draft).finishable


def test_a_move_is_put_together_field_by_field() -> None:
    """
    While a move is being put together only its verb is shown, and the turn cannot be confirmed.
    """
    draft = pressed(("take", 1), ("put", 6), ("swap", 4))

    assert draft.partial == Partial("swap", {"first": 4})
    assert rows(shown(draft)) == {"swap": [5, 6]}
    assert not shown(draft).finishable
    named = pressed(("take", 1), ("put", 6), ("swap", None))
    assert named.partial == Partial("swap")
    assert rows(shown(named)) == {"swap": [4, 5, 6]}


def test_a_list_goes_on_until_it_stops() -> None:
    """
    Each element is a press, a dot ends the list, and a field without choices keeps its default.
    """
    draft = pressed(("take", 1), ("put", 6), ("twist", 4), ("twist", 5))

    stop = shown(draft).rows[0].choices[0]
    assert (stop.value, stop.label) == (STOP, say("core.enough"))
    done = press(TurnContext(shop.SHOP, begun(shop.SHOP).state, ANN, T0), draft, "twist", STOP)
    assert done.moves[-1] == shop.Twist((4, 5))


def test_another_verb_starts_anew() -> None:
    """
    Pressing another verb drops the move that was being put together.
    """
    draft = pressed(("take", 1), ("put", 6), ("swap", 4), ("label", 6))

    assert draft.partial == Partial("label", {"places": (6,)})


def test_what_is_not_offered_cannot_be_pressed() -> None:
    """
    A verb not asked for, a value not among the choices, and a full move's next field are refused.
    """
    assert code(lambda: pressed(("put", 6))) == "NOT_ASKED"
    assert code(lambda: pressed(("done", None))) == "NOT_ASKED"
    assert code(lambda: pressed(("take", 9))) == "NOT_OFFERED_NOW"
    state = begun(digs.DIGS).state
    assert code(lambda: press(TurnContext(digs.DIGS, state, ANN, AskId("0a")), Draft(), "dig", 1)) == "NOT_OFFERED_NOW"
    assert code(lambda: menu(TurnContext(shop.SHOP, begun(shop.SHOP).state, ANN, AskId("gone")), Draft())) == "STALE"


def test_buttons_are_shown_if_they_can_be_pressed() -> None:
    """
    A verb without fields is a button while the check lets it pass; a choice may bring its own label.
    """
    found = menu(TurnContext(digs.DIGS, begun(digs.DIGS).state, ANN, AskId("0a")), Draft())

    assert [(row.verb, row.field) for row in found.rows] == [("peek", ""), ("dig", ""), ("leave", "")]
    barred = replace(begun(season.SEASON).state, owner=dict.fromkeys(range(1, 13), 0))
    assert list(rows(menu(TurnContext(season.SEASON, barred, ANN, T0), Draft()))) == ["pass"]
    assert shown(Draft()).rows[0].choices[0].label == say("shop.jar", jar=begun(shop.SHOP).state.window[0])


def test_a_button_the_check_forbids_is_not_shown() -> None:
    """
    A verb that is asked for but refused is no button.
    """

    class Closed(digs.Digs):
        """Lets nobody peek."""

        def check(self, view: digs.View, move: Move) -> None:
            """Refuse to peek."""
            super().check(replace(view, peeked=(True, True)), move)

    found = menu(TurnContext(Closed(), begun(digs.DIGS).state, ANN, AskId("0a")), Draft())

    assert [row.verb for row in found.rows] == ["dig", "leave"]


def test_a_finished_draft_offers_nothing_more() -> None:
    """
    When the ask is gone or a barrier stands at the end, the turn can only be confirmed or taken back.
    """
    state = begun(digs.DIGS).state

    dug = menu(TurnContext(digs.DIGS, state, ANN, AskId("0a")), Draft((digs.Dig(),)))
    peeked = menu(TurnContext(digs.DIGS, state, ANN, AskId("0a")), Draft((digs.Peek(),)))

    assert (dug.rows, dug.over, dug.finishable, dug.barrier) == ((), True, True, False)
    assert (peeked.rows, peeked.over, peeked.finishable, peeked.barrier) == ((), True, True, True)


def test_an_instant_move_finishes() -> None:
    """
    In live play the draft is finishable after a press, though the ask stands.
    """
    state = rushing().state
    draft = press(TurnContext(rush.RUSH, state, ANN, AskId("rush1.0")), Draft(), "grab", state.stones[0])

    assert menu(TurnContext(rush.RUSH, state, ANN, AskId("rush1.0")), draft).finishable


def test_single_choices_need_no_press_at_an_exact_ask() -> None:
    """
    Fields with one choice are filled in where the choices are complete.
    """

    class Narrow(Packing):
        """Packs at an exact ask; to a only."""

        def asks(self, state: digs.State) -> tuple[Ask, ...]:
            """Ask for packing."""
            return tuple(replace(ask, verbs=(Pack, digs.Leave), exact=True) for ask in super().asks(state))

        def choices(self, view: digs.View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
            """Offer one place."""
            return (choice for choice in super().choices(view, verb, filled) if choice.value != "b")

    state = begun(digs.DIGS).state
    first = press(TurnContext(Narrow(), state, ANN, AskId("0a")), Draft(), "pack", 2)

    assert first.partial.filled == {"things": (2,)}
    assert press(TurnContext(Narrow(), state, ANN, AskId("0a")), first, "leave").moves == (digs.Leave(),)
    assert press(TurnContext(Narrow(), state, ANN, AskId("0a")), first, "pack", 1).moves == (Pack((2, 1), "a"),)


def test_a_label_is_made_where_none_is_given() -> None:
    """
    Choices without a label show their value; yes and no are words. Their place on the picture stays.
    """

    class Loud(shop.Shop):
        """Asks whether a twist is loud."""

        def choices(self, view: shop.View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
            """Offer yes and no."""
            return (
                (Choice(True, spot="a"), Choice(False, tag="B"))
                if filled.get("places") == (4, STOP)
                else super().choices(view, verb, filled)
            )

    draft = Draft((shop.Take(1), shop.Put(6)), Partial("twist", {"places": (4, STOP)}))

    found = menu(TurnContext(Loud(), begun(shop.SHOP).state, ANN, T0), draft)

    assert [choice.label for choice in found.rows[0].choices] == [raw("yes"), raw("no")]
    assert [(choice.spot, choice.tag) for choice in found.rows[0].choices] == [("a", ""), ("", "B")]


def test_steps_are_taken_back_one_by_one() -> None:
    """
    First the values of the move being put together go, then the moves.
    """
    state = begun(shop.SHOP).state
    draft = pressed(("take", 1), ("put", 6), ("twist", 4), ("twist", 5))
    seen = []
    while draft != Draft():
        draft = step_back(TurnContext(shop.SHOP, state, ANN, T0), draft)
        seen.append((len(draft.moves), draft.partial.filled))

    assert seen == [(2, {"places": (4,)}), (2, {}), (1, {}), (0, {})]
    named = Draft((), Partial("take"))
    assert step_back(TurnContext(shop.SHOP, state, ANN, T0), named) == Draft()
    half = Draft((shop.Take(1), shop.Put(6)), Partial("swap", {"first": 4, "second": 5}))
    assert step_back(TurnContext(shop.SHOP, state, ANN, T0), half).partial == Partial("swap", {"first": 4})


def test_what_is_forced_goes_with_the_step_before_it() -> None:
    """
    Taking back a choice takes back what was forced by it; what is forced from the start stays.
    """
    state = replace(begun(hands.HANDS).state, hands=((3, 3, 4), ()), doubles=False)
    asked = AskId("r1s0")
    draft = press(TurnContext(hands.HANDS, state, ANN, asked), Draft(), "lay", 4)

    assert draft.moves == (hands.Lay(4), hands.Done())
    assert step_back(TurnContext(hands.HANDS, state, ANN, asked), draft) == Draft()
    forced = replace(state, hands=((3, 3), ()))
    opened = open_draft(TurnContext(hands.HANDS, forced, ANN, asked))
    assert opened.moves == (hands.Lay(3), hands.Done())
    assert step_back(TurnContext(hands.HANDS, forced, ANN, asked), opened) == opened


@pytest.mark.parametrize(
    ("partial", "text"),
    [
        (Partial(), ""),
        (Partial("swap"), "swap:"),
        (Partial("swap", {"first": 4}), "swap:4"),
        (Partial("label", {"places": (4, 5)}), "label:4+5"),
    ],
)
def test_a_partial_move_fits_into_an_id(partial: Partial, text: str) -> None:
    """
    A move being put together is a short word and back.
    """
    assert text == write_partial(partial)
    assert partial == read_partial(shop.SHOP, text)


def test_other_ids_are_refused() -> None:
    """
    Values of another type and unknown verbs are found out.
    """
    with pytest.raises(Unreadable):
        read_partial(shop.SHOP, "swap:x")
    with pytest.raises(LookupError):
        read_partial(shop.SHOP, "dance:1")
