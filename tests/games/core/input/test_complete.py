"""What can be typed next."""

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from games.core.contract import AnyGame
from games.core.input.complete import Completion, Suggestion, complete, complete_line, rank
from games.core.input.forms import Form, Typed, forms_of
from games.core.running.play import TurnContext
from games.core.search.budget import within
from games.core.seats import AskId, Seat
from games.core.text import raw
from games.core.words import Words
from games.h2olland import GAME
from tests.games.core.packing import Loose, Sorting
from tests.games.core.tables import ANN, BERT, begun, rushing
from tests.games.h2olland.table import START, Table
from tests.games.tiny import digs, rush, season, shop

TURN = forms_of(shop.SHOP)[0]
PLAN, FAVOURITE, RETIRE = forms_of(season.SEASON)[2:]


def asked(
    game: AnyGame,
    form: Form,
    focused: str,
    typed: str = "",
    *,
    filled: Mapping[str, Typed] | None = None,
    seat: Seat = ANN,
    ask: str = "t0",
    state: object = None,
) -> Completion:
    """Complete an option at the start of a match."""
    return complete(
        TurnContext(game, begun(game).state if state is None else state, seat, AskId(ask)),
        form=form,
        filled=filled or {},
        focused=focused,
        typed=typed,
        words=Words(game.words, ("Ann", "Bert"), strict=True),
    )


def words_of(completion: Completion) -> list[str]:
    """Return the words suggested."""
    return [suggestion.word for suggestion in completion.suggestions]


def why(completion: Completion) -> str:
    """Return the id of the reason why nothing is suggested."""
    assert completion.why is not None
    assert completion.suggestions == ()
    return completion.why.id


# --- Whole turns ---


def test_a_part_offers_what_is_legal_after_the_parts_before() -> None:
    """
    The parts filled in are played first; labels tell the moves.
    """
    puts = asked(shop.SHOP, TURN, "put", filled={"jar": "1"})

    assert words_of(puts) == ["@3", "@6"]
    assert puts.suggestions[0].label.id == "shop.put"
    assert words_of(asked(shop.SHOP, TURN, "jar")) == ["1", "2", "3"]


def test_the_chosen_order_decides_what_comes_before() -> None:
    """
    With the use first, it sees the shelf without the new jar.
    """
    filled = {"jar": "1", "put": "@3"}

    later = words_of(asked(shop.SHOP, TURN, "use", "3", filled=filled))
    first = words_of(asked(shop.SHOP, TURN, "use", "3", filled={**filled, "order": "use first"}))

    assert "3>4" in later
    assert first == []
    assert words_of(asked(shop.SHOP, TURN, "order", "use")) == ["use first"]


def test_a_word_of_two_steps_narrows_as_it_is_typed() -> None:
    """
    ``4>`` leaves the swaps of jar 4.
    """
    filled = {"jar": "1", "put": "@3"}

    assert words_of(asked(shop.SHOP, TURN, "use", "4>", filled=filled)) == ["4>3", "4>5"]
    assert words_of(asked(shop.SHOP, TURN, "use", "4>5", filled=filled)) == ["4>5"]


def test_an_optional_part_can_be_nothing() -> None:
    """
    A dash stands for no move, behind everything else.
    """
    found = asked(shop.SHOP, TURN, "label", filled={"jar": "1", "put": "@3"})

    assert words_of(found) == ["#3", "#4", "#5", "-"]


def test_a_tuple_grows_element_by_element() -> None:
    """
    Of a list of any length the next element is offered for what is typed so far, and the list as it is if it may end.
    """
    filled = {"jar": "1", "put": "@3"}

    assert words_of(asked(shop.SHOP, TURN, "label", "#4", filled=filled)) == ["#4", "#4+3", "#4+5"]
    assert words_of(asked(shop.SHOP, TURN, "label", "#4+", filled=filled)) == ["#4+3", "#4+5"]
    assert words_of(asked(shop.SHOP, TURN, "label", "#4+3+5", filled=filled)) == ["#4+3+5"]
    assert words_of(asked(shop.SHOP, TURN, "label", "#9", filled=filled)) == []


def test_a_tuple_behind_other_fields_grows_too() -> None:
    """
    The fields before a list are listed with its first element.
    """
    from games.core.input.complete import _words_of
    from tests.games.core.packing import Stow
    from tests.games.core.search.test_enumerate import VIEW

    assert [s.word for s in _words_of(Sorting(), VIEW, (Stow,), "")] == ["stow:a,1", "stow:a,2", "stow:b,1", "stow:b,2"]


def test_what_is_missing_is_told() -> None:
    """
    A part that cannot be completed yet says which parts come before; one that is not asked for says so.
    """
    early = asked(shop.SHOP, TURN, "put")

    assert why(early) == "core.fill_first"
    assert early.why is not None
    assert early.why.args == {"parts": ("jar",)}
    used_up = replace(begun(shop.SHOP).state, labels=((4, 5, 6), ()))
    late = asked(shop.SHOP, TURN, "label", filled={"jar": "1", "put": "@3"}, state=used_up)
    assert why(late) == "core.not_possible_now"


def test_a_wrong_part_before_is_told() -> None:
    """
    If a part before cannot be played, its refusal stands in place of suggestions.
    """
    assert why(asked(shop.SHOP, TURN, "put", filled={"jar": "9"})) == "core.part"


def test_who_is_not_asked_is_told() -> None:
    """
    Out of turn and at a stale ask nothing is suggested.
    """
    assert why(asked(shop.SHOP, TURN, "jar", seat=BERT)) == "core.not_your_turn"
    assert why(asked(shop.SHOP, TURN, "jar", ask="gone")) == "core.stale"


# --- Ranking ---


def test_better_matches_come_first() -> None:
    """
    The same word, the word's beginning, a beginning in the label, the inside of the word, all words in the label; the
    rest is left out; among equals the game's order stays.
    """
    found = [
        Suggestion("xab", raw("one")),
        Suggestion("q1", raw("so ab it is")),
        Suggestion("abc", raw("two")),
        Suggestion("q2", raw("cab rides")),
        Suggestion("ab", raw("three")),
        Suggestion("abd", raw("four")),
        Suggestion("q3", raw("none")),
    ]

    ranked = rank(found, "AB ", Words({}))

    assert words_of(ranked) == ["ab", "abc", "abd", "q1", "xab", "q2"]
    assert words_of(rank(found, "rides c", Words({}))) == ["q2"]


def test_25_are_shown_and_the_rest_is_counted() -> None:
    """
    Discord shows 25 choices; how many more there are is told.
    """
    ranked = rank([Suggestion(str(at), raw("x")) for at in range(40)], "", Words({}))

    assert (len(ranked.suggestions), ranked.more) == (25, 15)


# --- Single moves ---


def test_a_field_offers_its_choices() -> None:
    """
    Values, their labels and notes are the game's choices.
    """
    state = rushing().state
    grab = forms_of(rush.RUSH)[1]

    found = asked(rush.RUSH, grab, "stone", state=state, ask="rush1.0")

    assert words_of(found) == [str(stone) for stone in state.stones]
    assert found.suggestions[0].note is not None


def test_earlier_fields_come_first() -> None:
    """
    A later field is completed by what stands in the earlier ones; without them it says which.
    """
    game = Loose()
    swap = next(form for form in forms_of(game) if form.name == "swap")

    assert why(asked(game, swap, "second")) == "core.fill_first"
    assert words_of(asked(game, swap, "second", filled={"first": "4"})) == ["5"]
    assert why(asked(game, swap, "second", filled={"first": "x"})) == "core.bad_number"


def test_a_tuple_field_is_typed_element_by_element() -> None:
    """
    Elements typed are kept, the one being typed is completed, a complete one is followed by the next; so is the end.
    """
    game = Loose()
    label = next(form for form in forms_of(game) if form.name == "label")
    twist = next(form for form in forms_of(game) if form.name == "twist")

    assert words_of(asked(game, label, "places")) == ["4", "5"]
    assert words_of(asked(game, label, "places", "4")) == ["4", "4 5"]
    assert words_of(asked(game, label, "places", "4 ")) == ["4", "4 5"]
    assert words_of(asked(game, label, "places", "4 5")) == ["4 5"]
    assert words_of(asked(game, twist, "loud", filled={"places": "4"})) == []


def test_a_full_tuple_is_complete() -> None:
    """
    With all the elements it may have a list is offered as it stands.
    """
    game = Loose()
    label = next(form for form in forms_of(game) if form.name == "label")

    assert words_of(asked(game, label, "places", "4 5 6 ")) == ["4 5 6"]


def test_a_move_that_is_not_asked_for_has_no_completion() -> None:
    """
    A command whose verb is not asked for now says so.
    """
    decide = next(form for form in forms_of(digs.DIGS) if form.name == "decide")

    assert why(asked(digs.DIGS, decide, "what", ask="0a")) == "core.not_possible_now"


# --- Orders ---


def test_orders_are_completed_out_of_turn() -> None:
    """
    Suggestions for an order come from the game; other fields may still be wrong.
    """
    found = asked(season.SEASON, FAVOURITE, "plot", "1", seat=BERT, ask="gone", filled={"keep": "what"})

    assert words_of(found) == ["1", "10", "11", "12"]
    assert words_of(asked(season.SEASON, FAVOURITE, "plot", filled={"keep": "yes", "plot": "9", "match": 3}))[0] == "1"


def test_fixed_words_of_an_order_are_offered() -> None:
    """
    Literal fields and yes or no have their words.
    """
    assert words_of(asked(season.SEASON, PLAN, "fails")) == ["ask", "skip", "wish"]
    assert words_of(asked(season.SEASON, PLAN, "guard")) == ["yes", "no"]
    assert words_of(asked(season.SEASON, PLAN, "season")) == []


def test_steps_of_a_plan_are_completed_one_by_one() -> None:
    """
    The step being typed is completed behind those before it.
    """
    assert words_of(asked(season.SEASON, PLAN, "steps", "3; 12")) == ["3; 12", *[f"3; 12; {n}" for n in range(1, 13)]]


# --- Lines ---


def line(typed: str, game: AnyGame = shop.SHOP) -> Completion:
    """Complete a line at the start of a match."""
    return complete_line(
        TurnContext(game, begun(game).state, ANN, AskId("t0")),
        typed,
        words=Words(game.words, ("Ann", "Bert"), strict=True),
    )


def test_a_line_is_completed_word_by_word() -> None:
    """
    The words before the last are played; suggestions are whole lines.
    """
    assert words_of(line("")) == ["1", "2", "3"]
    assert words_of(line("1 @")) == ["1 @3", "1 @6"]
    assert "1 @3 3>4" in words_of(line("1 @3 "))


def test_a_line_that_cannot_go_on_says_why() -> None:
    """
    What is wrong before the last word is told.
    """
    assert why(line("9 @")) == "shop.slot"
    assert why(line("1 @3 ", season.SEASON)) == "season.letters"
    assert why(line("3 ", season.SEASON)) == "core.stale"


def test_a_move_of_several_words_is_completed_word_by_word() -> None:
    """
    Where the last words are the beginning of one long move, what comes next is offered, and the line still reads.
    """
    from games.grunn import GAME

    state = begun(GAME).state
    names = Words(GAME.words, ("Ann", "Bert"), strict=True)
    ask = GAME.asks(state)[0]
    typed = ""
    for _ in range(4):
        found = complete_line(TurnContext(GAME, state, ask.seat, ask.id), typed, words=names)
        typed = f"{found.suggestions[0].word} "
    nonsense = complete_line(TurnContext(GAME, state, ask.seat, ask.id), "no such words", words=names)

    assert GAME.notation.read(GAME.view(state, ask.seat), typed)
    assert not nonsense.suggestions
    assert nonsense.why is not None


@pytest.mark.parametrize("typed", ["", "ca", "ca G", "ca:G"])
def test_a_line_is_completed_as_it_is_printed(typed: str) -> None:
    """
    With spaces, where it reads the same, or with the colons that were typed.
    """
    state = begun(GAME).state
    names = Words(GAME.words, ("Ann", "Bert"), strict=True)
    ask = GAME.asks(state)[0]
    found = complete_line(TurnContext(GAME, state, ask.seat, ask.id), typed, words=names)
    lines = [each.word for each in found.suggestions]

    assert lines
    assert {":" in typed} == {":" in line for line in lines}
    assert all(line.startswith(typed) and GAME.notation.read(GAME.view(state, ask.seat), line) for line in lines)


@pytest.mark.parametrize(
    ("typed", "some"), [("mi", "mi t1"), ("mi t", "mi t1"), ("mi t1 t", "mi t1 t1"), ("mi+", "mi+t1")]
)
def test_a_part_that_is_a_list_is_completed_as_it_is_printed(typed: str, some: str) -> None:
    """
    An order of H₂Olland, element by element, with spaces; so is its line behind the name of the turn.
    """
    table = Table(**START, phase="winter", barn={"white": {"cow": 1, "bean": 1, "carrot": 1, "corn": 2}})
    turn = TurnContext(GAME, table.state, table.seat("W"), table.asks("W")[0].id)
    names = Words(GAME.words, ("Ann", "Bert", "Cato", "Dirk"), strict=True)
    form = next(form for form in forms_of(GAME) if form.turn is not None and form.turn.name == "winter")
    part = complete(turn, form=form, filled={}, focused="order", typed=typed, words=names)
    whole = complete_line(turn, f"wi {typed}", words=names)

    assert some in words_of(part)
    assert f"wi {some}" in words_of(whole)


def test_a_line_of_its_own_kind_is_read_as_a_whole() -> None:
    """
    Where words cannot be read one by one, the game's reader of lines is asked.
    """

    class Fanciful(shop.Notation):
        """Reads "the first" as a line."""

        def read(self, view: shop.View, line: str) -> tuple[shop.Take, ...]:
            """Read two words."""
            return (shop.Take(1),) if line == "the first" else ()

    class Fancy(shop.Shop):
        """A shop where lines are read as a whole."""

        notation = Fanciful()

    assert words_of(line("the first @", Fancy())) == ["the first @3", "the first @6"]


@pytest.mark.parametrize("typed", ["4", "4>", "/4", "label"])
def test_suggestions_fit_what_is_typed(typed: str) -> None:
    """
    Each suggestion has the typed text in its word or its label.
    """
    words = Words(shop.SHOP.words, strict=True)
    found = asked(shop.SHOP, TURN, "use", typed, filled={"jar": "1", "put": "@3"})

    for suggestion in found.suggestions:
        assert typed in suggestion.word or typed in words(suggestion.label)


# --- Time and length ---


def steps(count: int) -> Callable[[], bool]:
    """Return a clock by which the time is over after so many looks."""
    left = iter(range(count))
    return lambda: next(left, None) is None


def test_what_was_found_in_time_is_offered() -> None:
    """
    Out of time, a completion is the beginning of the whole one; with no time at all it is empty, and never an error.
    """
    whole = words_of(asked(shop.SHOP, TURN, "jar"))
    with within(steps(3)):
        part = words_of(asked(shop.SHOP, TURN, "jar"))
    with within(steps(0)):
        line = complete_line(
            TurnContext(shop.SHOP, begun(shop.SHOP).state, ANN, AskId("t0")), "1 @", words=Words(shop.SHOP.words)
        )

    assert 0 < len(part) < len(whole)
    assert whole[: len(part)] == part
    assert () == line.suggestions


def test_more_than_a_turn_has_is_not_looked_at() -> None:
    """
    The options of a turn together are no longer than its line; those of an order may be, one by one.
    """
    long = "1 " * shop.SHOP.spec.longest_line
    turn = asked(shop.SHOP, TURN, "put", filled={"jar": long})
    order = asked(season.SEASON, FAVOURITE, "plot", long, ask="")

    assert Completion() == turn
    assert Completion() == order
