"""Orders and plans of several turns."""

import pytest
from msgspec.structs import replace

from games.core.errors import Unreadable
from games.core.orders import Order, Otherwise, Plan, Resolution
from games.core.running.plans import Tried, check_plan, play_order
from games.core.running.play import Cause, Position, commit, without_plan
from games.core.seats import AskId, Seat
from tests.games.core.tables import ANN, BERT, begun
from tests.games.tiny import digs, hands, season, shop
from tests.games.tiny.season import Favourite, Pass, Retire, Sow

FILED = begun(season.SEASON).state


def at(*sown: tuple[int, Seat], turn: Seat = ANN, season_now: int = 1) -> season.State:
    """Return a state with plots sown."""
    state: season.State = replace(FILED, owner=dict(sown), seat=turn, season=season_now)
    return state


def tried(order: Order, state: season.State, *, filed: season.State = FILED, seat: Seat = ANN) -> Tried:
    """Try an order at the ask that stands."""
    view = season.SEASON.view(filed, seat)
    return play_order(season.SEASON, state, seat, AskId(f"t{state.turns}"), order, view)


def why(result: Tried) -> str:
    """Return the id of the reason."""
    assert result.why is not None
    return result.why.id


def test_an_order_is_played_if_it_fits() -> None:
    """
    The turn found is whole and can be committed; the order is used up.
    """
    found = tried(Favourite(plot=3), at())

    assert found == Tried(turn=(Sow(3),))
    made = commit(season.SEASON, begun(season.SEASON), ANN, AskId("t0"), (Sow(3),), cause=Cause.ORDER)
    assert made.entries[0].cause is Cause.ORDER


def test_an_order_that_does_not_fit_says_why() -> None:
    """
    With DROP it goes, with KEEP it stays for later; the reason is the rule's.
    """
    found = tried(Favourite(plot=3), at((3, BERT)))

    assert (found.turn, found.rest, found.otherwise) == (None, None, Otherwise.DROP)
    assert why(found) == "season.taken"
    assert tried(Retire(), at()).turn == (Pass(),)
    late = tried(Retire(), at(turn=BERT))
    assert (late.turn, late.rest, late.otherwise) == (None, Retire(), Otherwise.KEEP)


def test_steps_are_played_one_turn_each() -> None:
    """
    The first step that can be played leaves the plan; the rest stays.
    """
    plan = Plan(steps=("3", "4", "5"))

    assert tried(plan, at()) == Tried(turn=(Sow(3),), rest=replace(plan, steps=("4", "5")))
    assert tried(replace(plan, steps=("5",)), at()) == Tried(turn=(Sow(5),), rest=None)


def test_alternatives_are_tried_in_order() -> None:
    """
    Of the lines of a step the first legal one is played.
    """
    found = tried(Plan(steps=("3 | 4 | 5", "6")), at((3, BERT), (4, BERT)))

    assert found == Tried(turn=(Sow(5),), rest=Plan(steps=("6",)))


def test_a_step_that_cannot_be_played_halts_the_plan() -> None:
    """
    In mode ask the plan stays, halted, and its owner is told why.
    """
    plan = Plan(steps=("3", "4"))

    found = tried(plan, at((3, BERT)))

    assert (found.turn, found.rest, found.otherwise, why(found)) == (None, plan, Otherwise.ASK, "season.taken")
    unreadable = tried(Plan(steps=("north",)), at())
    assert (unreadable.otherwise, why(unreadable)) == (Otherwise.ASK, "season.letters")


def test_skipping_goes_on_with_the_next_step_at_once() -> None:
    """
    In mode skip a step that cannot be played is dropped; with all gone the plan says that none could be played.
    """
    plan = Plan(steps=("3", "4", "5"), fails="skip")

    assert tried(plan, at((3, BERT))) == Tried(turn=(Sow(4),), rest=replace(plan, steps=("5",)))
    gone = tried(plan, at((3, BERT), (4, BERT), (5, BERT)))
    assert (gone.turn, gone.rest, gone.otherwise, why(gone)) == (None, None, Otherwise.DROP, "core.plan_skipped")
    passing = tried(replace(plan, ends="pass"), at((3, BERT), (4, BERT), (5, BERT)))
    assert passing == Tried(turn=(Pass(),), rest=None)


def test_wishes_that_cannot_be_fulfilled_yet_are_kept() -> None:
    """
    In mode wish every step is tried on each turn, and only the one played leaves the list.
    """
    plan = Plan(steps=("3", "4", "5"), fails="wish")

    assert tried(plan, at((3, BERT))) == Tried(turn=(Sow(4),), rest=replace(plan, steps=("3", "5")))
    none = tried(plan, at((3, BERT), (4, BERT), (5, BERT)))
    assert (none.turn, none.rest, none.otherwise) == (None, plan, Otherwise.KEEP)


def test_a_used_up_plan_asks_or_passes() -> None:
    """
    With the ending pass the plan stays until it has passed; else nothing is left of it.
    """
    plan = Plan(steps=("3",), ends="pass")

    first = tried(plan, at())
    assert first.rest == Plan(steps=(), ends="pass")
    assert first.rest is not None
    assert tried(first.rest, at((3, ANN))) == Tried(turn=(Pass(),), rest=None)
    over = tried(Plan(), at())
    assert (over.turn, over.rest, over.otherwise, why(over)) == (None, None, Otherwise.DROP, "core.plan_used_up")


def test_a_guarded_plan_halts_when_others_come_near() -> None:
    """
    What another seat did since the plan was filed beside a step halts it; the own plots and old ones do not.
    """
    plan = Plan(steps=("3 | 8", "5"), guard=True)

    found = tried(plan, at((4, BERT)))
    assert (found.turn, found.rest, found.otherwise, why(found)) == (None, plan, Otherwise.ASK, "season.beside")
    assert tried(plan, at((2, ANN))).turn == (Sow(3),)
    assert tried(plan, at((4, BERT)), filed=at((4, BERT))).turn == (Sow(3),)
    assert tried(replace(plan, guard=False), at((4, BERT))).turn == (Sow(3),)


@pytest.mark.parametrize(("now", "otherwise", "kept"), [(1, Otherwise.KEEP, True), (3, Otherwise.DROP, False)])
def test_a_plan_has_its_season(now: int, otherwise: Otherwise, kept: bool) -> None:
    """
    A plan for later waits; one whose season is over goes, and names the steps that were left.
    """
    plan = Plan(season="2", steps=("3",))

    found = tried(plan, at(season_now=now) if now < 3 else at(season_now=2), seat=ANN)
    late = season.SEASON.planning.resolve(
        plan, season.SEASON.view(FILED, ANN), season.SEASON.view(at(season_now=now), ANN)
    )

    assert (late.tries, late.otherwise, late.why and late.why.id) == ((), otherwise, None if kept else "core.plan_over")
    if kept:
        assert (found.turn, found.rest, found.otherwise) == (None, plan, Otherwise.KEEP)
    else:
        assert found.turn == (Sow(3),)


def test_a_plan_that_was_played_goes_without_a_word() -> None:
    """
    H2Olland P4: it has passed for its season to the end; nothing is said to have failed.
    """
    passing = Plan(season="2", ends="pass")

    assert Resolution(otherwise=Otherwise.DONE) == season.SEASON.planning.resolve(
        passing, season.SEASON.view(FILED, ANN), season.SEASON.view(at(season_now=3), ANN)
    )


def test_a_step_may_leave_out_what_is_forced() -> None:
    """
    A planned turn gets what is forced put in, like a typed one.
    """
    position: Position[hands.State] = begun(hands.HANDS)
    state = replace(position.state, hands=((3, 3), position.state.hands[1]))
    view = hands.HANDS.view(state, ANN)

    found = play_order(hands.HANDS, state, ANN, AskId("r1s0"), Plan(steps=("add:3",)), view)

    assert found.turn == (hands.Lay(3), hands.Add(3), hands.Done())


def test_a_game_without_use_for_an_order_drops_it() -> None:
    """
    The default knows plans only.
    """
    view = digs.DIGS.view(begun(digs.DIGS).state, ANN)

    assert digs.DIGS.planning.resolve(Retire(), view, view) == Resolution(otherwise=Otherwise.DROP)
    assert digs.DIGS.planning.resolve(Plan(steps=("dig",)), view, view).tries == ((digs.Dig(),),)
    assert shop.SHOP.planning.pass_turn(shop.SHOP.view(begun(shop.SHOP).state, ANN)) == ()
    guarded = digs.DIGS.planning.resolve(Plan(steps=("dig",), guard=True, ends="pass"), view, view)
    assert guarded.rests == (Plan(steps=(), guard=True, ends="pass"),)
    ended = digs.DIGS.planning.resolve(Plan(ends="pass"), view, view)
    assert (ended.tries, ended.otherwise) == ((), Otherwise.DROP)


def test_the_notation_of_a_plan_is_checked_when_it_is_filed() -> None:
    """
    A line that cannot be read is refused with the number of its step; what the rules forbid now is not.
    """
    view = season.SEASON.view(at((3, BERT)), ANN)

    check_plan(season.SEASON, view, Plan(steps=("3 | 99", "--")))
    for steps, text, number in ((("3", "4 | north"), "core.bad_step", 2), (("|",), "core.empty_step", 1)):
        with pytest.raises(Unreadable) as caught:
            check_plan(season.SEASON, view, Plan(steps=steps))
        assert (caught.value.text.id, caught.value.text.args["number"]) == (text, number)


def test_a_plan_without_steps_must_pass_at_its_end() -> None:
    """
    A plan of nothing is refused, unless it says to pass when its steps are played.
    """
    view = season.SEASON.view(FILED, ANN)

    check_plan(season.SEASON, view, Plan(ends="pass"))
    with pytest.raises(Unreadable, match="NO_STEPS"):
        check_plan(season.SEASON, view, Plan(ends="ask"))


def test_a_planned_turn_looks_like_any_other_to_the_others() -> None:
    """
    Its player reads that the plan made it; the others read a turn of the player. What an order made stays so.
    """
    planned, ordered = (
        commit(season.SEASON, begun(season.SEASON), ANN, AskId("t0"), (Sow(3),), cause=cause).entries[0]
        for cause in (Cause.PLAN, Cause.ORDER)
    )
    causes = [without_plan(entry, own=own).cause for entry in (planned, ordered) for own in (True, False)]

    assert [Cause.PLAN, Cause.PLAYER, Cause.ORDER, Cause.ORDER] == causes


def test_a_line_refused_for_another_reason_may_be_filed() -> None:
    """
    A line that can be read in two ways today may be plain when its turn comes.
    """
    from games.core.errors import Ambiguous
    from games.core.text import say

    class Unread(season.Notation):
        """Finds every line ambiguous."""

        def read(self, view: season.View, line: str) -> tuple[Sow, ...]:
            """Refuse."""
            raise Ambiguous("AMBIGUOUS", "X", say("season.ask"))

    class Unsure(season.Season):
        """A season in which nothing can be read."""

        notation = Unread()

    check_plan(Unsure(), season.SEASON.view(FILED, ANN), Plan(steps=("3",)))


def test_a_plan_of_thousands_of_lines_is_refused_unread() -> None:
    """
    Before any line is read it is told how many there are, and how many there may be.
    """
    plan = Plan(steps=("x | " * 1500,))

    with pytest.raises(Unreadable, match="LONG_PLAN") as caught:
        check_plan(season.SEASON, season.SEASON.view(FILED, ANN), plan)

    assert {"n": 1500, "most": 1000} == caught.value.text.args
