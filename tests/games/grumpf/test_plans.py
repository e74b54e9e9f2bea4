"""A2, A10, S1 to S5: plans, drafts, final plans, deadlines, what others see."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.errors import Refusal
from games.core.input.forms import forms_of, read_parts
from games.core.orders import Otherwise
from games.core.rng import Rng
from games.core.running.plans import play_order
from games.core.running.play import Cause, TurnContext, asks_of, censor, commit, fallback_turn, find_ask
from games.core.running.selfplay import think
from games.core.search.halving import Effort, Searcher
from games.core.seats import TABLE, Seat
from games.core.text import say
from games.grumpf import GAME
from games.grumpf.deeds import read_step
from games.grumpf.moves import Decline, Final, HandIn, Idle, TakeOver, Trade
from games.grumpf.plans import Draft, Wish
from games.grumpf.state import Failed, Phase
from tests.games.grumpf.table import Match, Table, code_of, position, words


def test_a2_1_everybody_outside_plans_at_once() -> None:
    """
    Each seat with tokens has a sealed ask; nothing is played before the last one is in.
    """
    match = Match(3)
    match.play(0, "5>B").play(1, "5>B")

    assert [ask.sealed for seat in range(3) for ask in match.asks(seat)] == [True] * 3
    assert match.state.beat == 0
    assert match.play(2, "-").state.beat == 3


def test_a2_2_what_goes_beyond_the_volley_is_a_draft() -> None:
    """
    It is kept, shown to its owner, and waits for her.
    """
    match = Match(3)
    match.play(0, "5>B - - 4>B 3>B").play(1, "-").play(2, "-")

    assert match.state.clans[0].plan == ("4>B", "3>B")
    assert match.state.owes(0)
    private = match.asks(0)[0].private
    assert private is not None
    assert "4>B 3>B" in words(private)


def test_a2_2_an_empty_line_confirms_the_draft() -> None:
    """
    The draft is handed in as it is.
    """
    match = Match(3)
    match.play(0, "5>B - - 4>B").play(1, "-").play(2, "-")
    match.play(0, "").play(1, "-").play(2, "-")

    assert [piece.label for piece in match.state.tracks["B"]] == ["Vi5", "Vi4"]


def test_a2_2_new_steps_replace_the_draft() -> None:
    """
    Nothing of it is left.
    """
    match = Match(3)
    match.play(0, "- - - 4>B 4>R").play(1, "-").play(2, "-")
    match.play(0, "3>M").play(1, "-").play(2, "-")

    assert [board for board, track in match.state.tracks.items() if track] == ["M"]


def test_a2_2_a_final_plan_is_not_asked_again() -> None:
    """
    Nobody waits for it; it may still be replaced.
    """
    match = Match(3)
    match.play(0, "5>B - - 4>B - - 3>B final").play(1, "-").play(2, "-")

    assert [ask.waits for ask in match.asks(0)] == [False]
    match.play(1, "-").play(2, "-")
    assert [piece.label for piece in match.state.tracks["B"]] == ["Vi5", "Vi4"]
    match.play(0, "2>M").play(1, "-").play(2, "-")
    assert match.state.judged is not None
    assert [piece.label for piece in match.state.judged.tracks["M"]] == ["Vi2"]


def test_a2_2_final_needs_something_beyond_the_volley() -> None:
    """
    A plan of three beats cannot be final.
    """
    match = Match(3)

    assert code_of(lambda: match.play(0, "5>B 4>B 3>B final")) == "NOTHING_FINAL"


def test_a2_2_final_comes_last() -> None:
    """
    No step comes behind it, and it stands once.
    """
    match = Match(3)

    assert code_of(lambda: match.play(0, "5>B 4>B 3>B - final 5>B")) == "AFTER_FINAL"
    assert code_of(lambda: match.play(0, "5>B 4>B 3>B - final final")) == "NOTHING_FINAL"


def test_a2_3_a_plan_may_be_replaced_until_the_volley_is_played() -> None:
    """
    The later one counts.
    """
    match = Match(3)
    match.play(0, "5>B").play(0, "4>B").play(1, "-").play(2, "-")

    assert [piece.label for piece in match.state.tracks["B"]] == ["Vi4"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("5>Q", "SYNTAX"),
        ("5>B|^", "HUT_FIRST_ONLY"),
        ("5>B|4>B|3>B|2>B", "TOO_MANY_ALTERNATIVES"),
        ("16:1>B", "NO_SUCH_TOKEN"),
        ("15:4>B", "WRONG_FACE"),
        ("x>B", "CLUB_NEEDS_TARGET"),
        ("5*B1", "NOT_A_CLUB"),
        ("5>B 5>B 5>B", "FACE_USED_UP"),
        ("5>B 15:1>F", "TOKEN_TWICE"),
        ("- " * 10, "TOO_LONG"),
        ("5>B " * 10, "TOO_LONG"),
    ],
)
def test_a2_4_what_is_checked_at_hand_in(line: str, code: str) -> None:
    """
    Wrong notation, too many steps, first choices that the hand does not allow.
    """
    match = Match(3)

    assert code == code_of(lambda: match.play(0, line))
    assert match.position.sealed == {}


def test_a2_4_alternatives_may_name_tokens_planned_elsewhere() -> None:
    """
    Only first choices are played through.
    """
    match = Match(3)
    match.play(0, "15:5>B x*M!|15:1>B")

    assert len(match.position.sealed) == 1


def test_a2_4_a_placed_token_is_no_first_choice() -> None:
    """
    Named, it is on a board already.
    """
    table = Table(hands={"Vi": ["14"]})

    assert table.refused("Vi", "15:5>B") == "ALREADY_PLACED"


def test_a2_5_only_deeds_are_told_and_failures_privately() -> None:
    """
    The log shows what was done; the player herself reads which choices failed and why.
    """
    match = Match(3, first=0)
    match.play(0, "x*M1|5>B").play(1, "-").play(2, "-")
    private = [event for entry in match.entries for event in entry.events if event.audience is not None]

    assert [event.audience for event in private] == [(0,)]
    assert "club the Grumpf on M1: No Grumpf stands on M1." in words(private[0].text)
    assert not any("x*M1" in line for line in match.told)
    assert match.state.clans[0].failed[0].choice == "x*M1"


def test_a10_1_a_seat_without_tokens_owes_no_plan() -> None:
    """
    It may still hand one in while the others plan.
    """
    table = Table(beat=3, hands={"Vi": ["15"], "Gr": ["15"]})
    asks = {ask.seat: ask.waits for ask in GAME.asks(table.state)}

    assert asks == {0: True, 1: True, 2: False}
    table.play("Pi", "- ^safe|-")
    assert table.refused("Pi", "5>B") == "NO_GRUMPF_LEFT"


def test_a10_3_the_deadline_takes_the_draft_else_nothing() -> None:
    """
    The default never places, clubs or goes home for somebody with tokens (S4.2).
    """
    match = Match(3)
    match.play(0, "- - - 4>B").play(1, "-").play(2, "-")
    turns = [fallback_turn(GAME, match.state, match.asks(seat)[0]) for seat in range(2)]

    assert turns == [(HandIn(),), (Idle(),)]


def test_a10_3_a_whole_hunt_of_missed_deadlines() -> None:
    """
    Everybody holds to the last beat, and nobody takes anything.
    """
    match = Match(3)
    while match.state.round == 1:
        ask = next(ask for seat in range(3) for ask in match.asks(seat) if ask.id not in match.position.sealed)
        turn = fallback_turn(GAME, match.state, ask)
        made = commit(GAME, match.position, ask.seat, ask.id, turn, cause=Cause.FALLBACK)
        match.position = made.position
        match.entries += made.entries
        match.settle()

    assert all(not clan.animals for clan in match.state.clans)
    assert any("last beat" in line for line in match.told)


def test_s1_if_nobody_owes_a_plan_the_volley_is_played_at_once() -> None:
    """
    All outside are without tokens: the table is asked.
    """
    state = position(beat=6, hands={}, in_huts=["Gr"])

    assert any(ask.seat == TABLE for ask in GAME.asks(state))


def test_s2_1_plans_drafts_and_final_marks_are_secret() -> None:
    """
    Others see neither; the log hides moves and line; who still owes a plan is public.
    """
    match = Match(3)
    match.play(0, "5>B - - 4>B - - - final").play(1, "-").play(2, "-")
    other, own = GAME.view(match.state, Seat(1)), GAME.view(match.state, Seat(0))
    entry = next(entry for entry in match.entries if entry.seat == 0)

    assert own.state.clans[0].plan == ("4>B", "-", "-", "-")
    assert (other.state.clans[0].plan, other.state.clans[0].final) == ((), False)
    assert other.owes == (False, True, True)
    assert censor(entry, Seat(1)).line == ""
    assert censor(entry, Seat(0)).line == "5>B - - 4>B - - - final"


def test_s2_1_other_worlds_look_the_same() -> None:
    """
    Of a draft nothing is in them; a plan known to be final is another one, which can be read.
    """
    match = Match(3)
    match.play(0, "- - - 5>B 4>B x*M!").play(1, "- - - 5>B 4>B x*M! - - - final").play(2, "-")
    other = GAME.bots.resample(match.state, Seat(2), Rng(b"another"))

    assert GAME.view(match.state, Seat(2)) == GAME.view(other, Seat(2))
    assert () == other.clans[0].plan
    assert len(other.clans[1].plan) == 6
    assert all(read_step(step) for step in other.clans[1].plan)


def test_s2_1_worlds_hold_nothing_of_others_plans() -> None:
    """
    What failed of somebody's plan, and how far a draft goes, changes neither worlds nor the choice of a search.
    """
    match = Match(2)
    match.play(0, "5>B 4>B 3>B").play(1, "5>B 4>B 3>B")
    known, mine = match.state.clans[0], match.state.clans[1]
    failed = (Failed(1, "5>B", say("core.stale")),)
    secret = replace(known, plan=("5>B", "-"), failed=failed)
    states = [replace(match.state, clans=(clan, mine)) for clan in (replace(known, plan=(), failed=()), secret)]
    searcher = Searcher(GAME, Effort(turns=16, candidates=4, depth=1), GAME.bots.players()["steady"])
    ask = asks_of(GAME, match.state, Seat(1))[0]

    worlds = [GAME.bots.resample(state, Seat(1), Rng(b"another")) for state in states]
    turns = [think(GAME, state, ask, searcher, Rng(b"another")) for state in states]

    assert worlds[0] == worlds[1]
    assert turns[0] == turns[1]


def test_s3_1_a_whole_hunt_in_one_line() -> None:
    """
    Nine steps with alternatives and guards, as final: nothing more is asked of her in this hunt.
    """
    match = Match(3)
    line = "5>B 4>B 5>B 4>R?|4>B 3>M 1>S 2>W x*B!|3>F ^ final"
    match.play(0, line).play(1, "-").play(2, "-")
    match.play(1, "-").play(2, "-").play(1, "-").play(2, "-")

    assert match.state.round == 2
    assert sum("Anna" in told and told.startswith("Beat ") for told in match.told) == 9


def test_s3_2_a_wish_list_trades_without_a_question() -> None:
    """
    The first legal exchange is tried, and the list stays for later hunts if it is kept; if none is, she is asked.
    """
    state = position(trader="Vi", animals={"Vi": {"B": 2}, "Gr": {"M": 1}})
    state = replace(state, phase=Phase.TRADE)
    ask = GAME.asks(state)[0]
    filed = GAME.view(state, Seat(0))
    tried = play_order(GAME, state, Seat(0), ask.id, Wish(trades=("F=Gr:M", "B=Gr:M")), filed)
    none = play_order(GAME, state, Seat(0), ask.id, Wish(trades=("F=Gr:M",)), filed)
    once = play_order(GAME, state, Seat(0), ask.id, Wish(trades=("B=Gr:M",), keep=False), filed)

    assert tried.turn == (Trade("B", "Gr", "M"),)
    assert tried.rest == Wish(trades=("F=Gr:M", "B=Gr:M"))
    assert (once.turn, once.rest) == (tried.turn, None)
    assert (none.turn, none.otherwise) == (None, Otherwise.KEEP)


def test_a10_3_a_stored_draft_counts_when_time_has_expired() -> None:
    """
    It is an order for the deadline only, taken over unchecked; what cannot be read is dropped with the reason.
    """
    match = Match(3)
    ask = match.asks(0)[0]
    filed = GAME.view(match.state, Seat(0))
    tried = play_order(GAME, match.state, Seat(0), ask.id, Draft(moves=("5>B 5>B", "5>B|4>R?")), filed)
    bad = play_order(GAME, match.state, Seat(0), ask.id, Draft(moves=("5>Q",)), filed)

    assert Draft.expired
    assert tried.turn == (TakeOver(("5>B", "5>B", "5>B|4>R?")),)
    assert bad.otherwise is Otherwise.DROP
    made = commit(GAME, match.position, Seat(0), ask.id, tried.turn, cause=Cause.ORDER)
    assert ask.id in made.position.sealed


def test_orders_are_suggested() -> None:
    """
    Completion of drafts offers simple steps, of wish lists possible exchanges.
    """
    state = position(animals={"Vi": {"B": 2}, "Gr": {"M": 1}})
    view = GAME.view(state, Seat(0))
    steps = [choice.value for choice in GAME.planning.order_choices(view, Draft, "moves", {})]
    wishes = [choice.value for choice in GAME.planning.order_choices(view, Wish, "trades", {})]

    assert {"5>B", "x*M!", "^", "-"} <= set(steps)
    assert wishes == ["B=Gr:M"]
    assert list(GAME.planning.order_choices(GAME.view(state, None), Draft, "moves", {})) == []


def test_s4_2_default_of_a_trade_is_to_decline() -> None:
    """
    At the deadline nothing is exchanged.
    """
    state = replace(position(trader="Vi", animals={"Vi": {"B": 2}, "Gr": {"M": 1}}), phase=Phase.TRADE)

    assert fallback_turn(GAME, state, GAME.asks(state)[0]) == (Decline(),)


def test_s4_4_nobody_waits_for_a_player_in_a_hut() -> None:
    """
    She is not asked at all.
    """
    state = position(beat=3, in_huts=["Pi"])

    assert [ask.seat for ask in GAME.asks(state)] == [0, 1]


def test_s5_2_a_played_volley_is_never_undone() -> None:
    """
    The table's step is a barrier that no consent opens.
    """
    match = Match(3).hold()
    resolved = next(entry for entry in match.entries if entry.ask.startswith("resolve"))

    assert resolved.undo == "never"
    assert resolved.barrier == "secret"


def test_a_step_of_the_panel_ends_with_its_volley_planned() -> None:
    """
    When every beat of the hunt is planned nothing more can be added, only made final.
    """
    table = Table(beat=8, hands={"Vi": ["15", "14"], "Gr": ["15"], "Pi": ["15"]})
    table.play("Vi", "5>B")

    assert table.refused("Vi", "4>B") == "TOO_LONG"
    ask = find_ask(GAME, table.state, GAME.asks(table.state)[0].id)
    assert ask is not None
    assert ask.private is not None
    assert "every beat" in words(ask.private)
    assert code_of(lambda: table.move("Vi", Final())) == "NOTHING_FINAL"


def test_a2_2_final_is_typed_as_yes() -> None:
    """
    `/grumpf plan … final:yes` hands in what goes beyond the volley too; `final:no` is as if nothing was typed.
    """
    match = Match(3)
    form = next(form for form in forms_of(GAME) if form.name == "plan")
    ask = match.asks(0)[0]
    words = {"first": "5>B", "second": "4>B", "third": "-", "fourth": "3>M"}
    yes = read_parts(TurnContext(GAME, match.state, Seat(0), ask.id), form, {**words, "final": "yes"})
    no = read_parts(TurnContext(GAME, match.state, Seat(0), ask.id), form, {**words, "final": "no"})

    assert yes[-1] == Final()
    assert Final() not in no


@pytest.mark.parametrize(
    ("trade", "code"),
    [("B=Vi:M", "BAD_PARTNER"), ("B=Bl:M", "BAD_PARTNER"), ("B=Gr:B", "SAME_ANIMAL"), ("hello", "SYNTAX")],
)
def test_s3_2_a_wish_that_can_never_be_met_is_refused(trade: str, code: str) -> None:
    """
    A trade with oneself, with a clan that does not play, or for the same Animal is not stored.
    """
    view = GAME.view(position(clans=["Vi", "Or", "Gr"], sides={"S": "2"}), Seat(0))
    with pytest.raises(Refusal) as caught:
        GAME.planning.check_order(view, Wish(trades=(trade,)))

    assert code == caught.value.code


def test_s3_2_without_the_forced_trade_no_wishes_are_stored() -> None:
    """
    With the Sorcerer's standard side up nobody ever trades.
    """
    view = GAME.view(position(clans=["Vi", "Or", "Gr"], sides={"S": "1"}), Seat(0))
    with pytest.raises(Refusal) as caught:
        GAME.planning.check_order(view, Wish(trades=("B=Gr:M",)))

    assert "NEVER_TRADE" == caught.value.code


def test_a10_3_a_live_match_has_no_drafts() -> None:
    """
    Nothing is submitted there; where players may change to playing by turns, a draft can be left.
    """
    for switching in (False, True):
        state = position(clans=["Vi", "Or", "Gr"], mode="live")
        view = GAME.view(replace(state, options=replace(state.options, switching=switching)), Seat(0))
        if switching:
            assert GAME.planning.check_order(view, Draft(moves=("5>B",))) is None
            continue
        with pytest.raises(Refusal) as caught:
            GAME.planning.check_order(view, Draft(moves=("5>B",)))

        assert "NEVER_DRAFT" == caught.value.code


def test_orders_are_told_in_words() -> None:
    """
    A draft step by step, wishes trade by trade.
    """
    view = GAME.view(position(clans=["Vi", "Or", "Gr"], sides={"S": "2"}), Seat(0))
    draft = GAME.planning.tell_order(view, Draft(moves=("5>B 4>R?|3>W", "^")))
    wishes = GAME.planning.tell_order(view, Wish(trades=("B=Gr:M", "F=Or:R")))

    assert [
        "Beat 1: place a 5 on Bees",
        "Beat 2: place a 4 on Reptiles if it fits, else place a 3 on Birds",
        "Beat 3: enter a hut",
    ] == [words(line) for line in draft]
    assert ["give 1 Bee to Green and take 1 Mammoth", "or else give 1 Fish to Orange and take 1 Reptile"] == [
        words(line) for line in wishes
    ]


def test_a2_2_a_draft_that_is_confirmed_is_named() -> None:
    """
    Handing in without a step of one's own says what is handed in.
    """
    match = Match(3)
    match.play(0, "5>B - - 4>B 3>F").play(1, "-").play(2, "-")

    assert "confirm your draft: 4>B 3>F" == words(GAME.tell(GAME.view(match.state, Seat(0)), HandIn()))
    assert "submit the plan" == words(GAME.tell(GAME.view(match.state, Seat(1)), HandIn()))
