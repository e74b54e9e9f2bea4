"""The game played by post: asks, undo, deadlines, plans, what is hidden (R12, section 4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.game import Barrier
from games.core.orders import Otherwise
from games.core.orders import Plan as CorePlan
from games.core.rng import Rng
from games.core.running.play import Cause
from games.core.running.selfplay import think
from games.core.search.halving import Effort, Searcher
from games.core.seats import TABLE
from games.greentown import GAME
from games.greentown.moves import Announce, Done, Forgo, Lay, Reveal, Tour
from games.greentown.plans import Plan
from games.greentown.rules.defaults import default_marker
from games.greentown.rules.playing import play
from games.greentown.state import Sheet
from tests.games.greentown.table import BUILT, EMPTY, PLAIN, STUCK, Match, seat, words


def test_4_1_one_ask_at_a_time_names_the_turn() -> None:
    """
    Its id stands still while the turn is drafted and never comes again.
    """
    match = Match(variant_saved=True, current="P3", turns_taken={"P1": 1, "P2": 1})
    first = match.ask
    match.draft(Announce("B"), Lay("L15", "45"))

    assert "turn:0" == first.id == match.ask.id
    assert "turn:1" == Match().play(BUILT).ask.id


def test_4_1_a_decision_is_an_ask_of_its_own() -> None:
    """
    After it comes the next turn, of the same player or another.
    """
    match = Match(variant_saved=True, current="P3", turns_taken={"P1": 1, "P2": 1}).play(BUILT)
    decision = match.ask
    match.play("x2:use")

    assert ("double:1", "turn:1") == (decision.id, match.ask.id)
    assert "Noor decides whether to use the double turn." == words(decision.text)


def test_4_2_and_4_3_greenies_are_secret_all_else_is_open() -> None:
    """
    A seat sees its own Greenies, a spectator none; with open money, or after the end, everybody sees all.
    """
    state = Match(money={"P1": 7, "P2": 5}).state
    open_state = Match(open_money=True).state
    over = Match(STUCK, supply=EMPTY, idle_turns=5).play("T").state

    own = GAME.view(state, seat("P2"))
    assert [False, True, False] == [sheet is not None for sheet in own.sheets]
    assert [None, None, None] == list(GAME.view(state, None).sheets)
    assert own.table == state.table
    assert None not in GAME.view(open_state, None).sheets
    assert None not in GAME.view(over, None).sheets
    assert GAME.ending.current_score(state) is None
    assert GAME.ending.current_score(open_state) is not None
    assert GAME.outcome(state) is None
    assert GAME.outcome(over) is not None


def test_4_5_a_turn_that_turns_up_a_card_is_a_barrier() -> None:
    """
    It is the table's move after the turn; a turn without a tour has none, nor one that took the last card.
    """
    touring = Match().play(PLAIN)
    building = Match().play(BUILT)
    last = Match(deck=["9M"]).play(PLAIN)

    assert [Barrier.NONE, Barrier.CHANCE] == [entry.barrier for entry in touring.entries]
    assert TABLE == touring.entries[1].seat
    assert [Barrier.NONE] == [entry.barrier for entry in building.entries]
    assert [Barrier.NONE] == [entry.barrier for entry in last.entries]


def test_4_5_no_seat_plays_what_the_table_does() -> None:
    """
    Cards are turned up by the table alone.
    """
    with pytest.raises(AssertionError):
        play(Match().table, Reveal())


@pytest.mark.parametrize(
    ("up", "stuck", "empty", "marker"),
    [
        (("B", "T", "BT", "BOT"), False, False, "T"),
        (("B", "BT", "BOT"), False, False, "?T"),
        (("B", "BT"), False, False, "BT"),
        (("B",), False, False, "B"),
        (("B", "T", "BT", "BOT"), True, False, "B"),
        (("T", "BT", "BOT"), True, False, "?B"),
        (("T", "BT"), True, False, "BT"),
        (("T",), True, False, "T"),
        (("B", "T", "BT", "BOT"), True, True, "B"),
        (("T", "BT", "BOT"), True, True, "?B"),
        (("T", "BT"), True, True, "BT"),
        (("B",), False, True, "B"),
    ],
)
def test_r12_1_the_default_marker(up: tuple[str, ...], stuck: bool, empty: bool, marker: str) -> None:
    """
    A tour if one is possible; else a build; if nothing is, the first face-up one of B, BOT, BT, T.
    """
    position = {"markers_up": {"P1": list(up)}, **({"supply": EMPTY} if empty else {})}
    match = Match({**(STUCK if stuck else {}), **position})

    assert marker == default_marker(match.table)


def test_r12_1_the_default_turn_leads_the_best_tour() -> None:
    """
    With Build and Tour nothing is built first.
    """
    match = Match(markers_up={"P1": ["BT"]}).fallback()

    assert (3, 0, 0) == match.money
    assert 10 == len(match.table.town)
    assert [Announce, Forgo, Tour, Done] == [type(move) for move in match.entries[0].moves]


def test_r12_1_the_default_turn_builds_nothing() -> None:
    """
    A marker is turned down; the town stays; an open decision is answered with use.
    """
    match = Match(STUCK, variant_saved=True, current="P3", turns_taken={"P1": 1, "P2": 1}).fallback()
    assert 9 == len(match.table.town)

    match.fallback()

    assert (2, True) == (match.table.current, match.table.second)
    assert Cause.FALLBACK is match.entries[0].cause


@pytest.mark.parametrize(("seats", "rounds"), [(4, 5), (3, 6), (2, 9)])
def test_4_6_a_game_of_absent_players_ends(seats: int, rounds: int) -> None:
    """
    After 5 rounds with four, 6 with three, 9 with two players.
    """
    match = Match(players=seats)
    while not match.table.over:
        match.fallback()

    assert rounds == -(-match.table.clock // seats)


def test_4_4_a_plan_is_played_when_it_is_legal_in_every_part() -> None:
    """
    Otherwise it is dropped and its owner is told why.
    """
    match = Match()
    good = GAME.planning.resolve(Plan(turns=(BUILT,)), match.view, match.view)
    bad = GAME.planning.resolve(Plan(turns=("B +L15:456 +N15:56",)), match.view, match.view)
    rubbish = GAME.planning.resolve(Plan(turns=("rubbish",)), match.view, match.view)

    assert (Announce("B"), Lay("L15", "45"), Lay("N15", "56")) == good.tries[0]
    assert (None, Otherwise.DROP) == (good.rest, bad.otherwise)
    assert bad.why is not None
    told = "Lay a tile with 2 streets: those have the fewest streets in the supply."
    assert told == words(bad.why)
    assert () == rubbish.tries


def test_4_4_a_plan_waits_for_its_turn() -> None:
    """
    While another is to move it stays as it is.
    """
    match = Match(current="P2")
    plan = Plan(turns=(BUILT,))
    found = GAME.planning.resolve(plan, match.view, GAME.view(match.state, seat("P1")))

    assert ((), plan, Otherwise.KEEP) == (found.tries, found.rest, found.otherwise)


def test_4_4_a_planned_tour_must_be_worth_no_less_to_me_and_no_more_to_others() -> None:
    """
    Compared with the town in which it was stored, also if that was another's turn.
    """
    plan = Plan(turns=("T ~M12-L12-L13-M13-M14-M15",))
    filed = Match(map={"M13": "1245 P1:C", "M14": "1245 P1:S"}, current="P2")
    same = Match(map={"M13": "1245 P1:C", "M14": "1245 P1:S"})
    worse = Match(map={"M13": "1245 P1:C", "M14": "1245 P2:S"})
    views = [GAME.view(match.state, seat("P1")) for match in (filed, same, worse)]

    assert GAME.planning.resolve(plan, views[0], views[1]).tries
    found = GAME.planning.resolve(plan, views[0], views[2])
    assert (Otherwise.DROP, ()) == (found.otherwise, found.tries)
    assert found.why is not None
    assert words(found.why).startswith("Its tour would now pay you less, or pay others more, than when you stored it.")


def test_4_4_a_plan_without_a_value_of_then_is_dropped() -> None:
    """
    A tour that did not exist when it was stored cannot be compared.
    """
    plan = Plan(turns=("T ~M12-L12-L13-M13-M14-M15",))
    now = Match(map={"M13": "1245 P1:C", "M14": "1245 P1:S"})

    assert () == GAME.planning.resolve(plan, Match().view, now.view).tries


def test_4_4_two_plans_in_a_row_serve_a_double_turn() -> None:
    """
    The second stays when the first was played; it is measured after the first.
    """
    match = Match(current="P3", turns_taken={"P1": 1, "P2": 1})
    view = match.view
    plan = Plan(turns=(BUILT, PLAIN))

    first = GAME.planning.resolve(plan, view, view)
    match.commit(*first.tries[0], cause=Cause.ORDER)
    assert first.rest == Plan(turns=(BUILT, PLAIN), played=1)
    second = GAME.planning.resolve(first.rest, view, match.view)

    assert (Announce("T"), Tour(tuple(PLAIN[3:].split("-")))) == second.tries[0]
    assert second.rest is None


def test_4_4_tours_are_suggested_for_a_plan() -> None:
    """
    As lines, valued; to those only who could lead one.
    """
    match = Match(current="P2")
    found = list(GAME.planning.order_choices(GAME.view(match.state, seat("P1")), Plan, "turns", {}))

    assert "T ~M12-L12-L13-L14-M15-M14-M13-M12" == found[0].value
    assert [] == list(GAME.planning.order_choices(GAME.view(match.state, None), Plan, "turns", {}))
    assert [] == list(GAME.planning.order_choices(match.view, Plan, "played", {}))
    for position in ({"markers_up": {"P2": ["B"]}}, {"cards": {"P2": None}}):
        assert [] == list(GAME.planning.order_choices(Match(position, current="P2").view, Plan, "turns", {}))
    assert [] == list(GAME.planning.order_choices(Match(tour_help="off").view, Plan, "turns", {}))
    assert not issubclass(Plan, CorePlan)


def test_4_3_worlds_hold_nothing_of_others_greenies() -> None:
    """
    Secret Greenies start from none in a computer player's worlds, so a search chooses the same whatever they are; open
    ones are as they are. The deck below its top is stored as a set.
    """
    state, own = Match().state, seat("P1")
    rich = replace(
        state, sheets=tuple(sheet if at == own else Sheet(nature=30) for at, sheet in enumerate(state.sheets))
    )
    searcher = Searcher(GAME, Effort(turns=12, candidates=3, depth=1), GAME.bots.players()["steady"])
    ask = GAME.asks(state)[0]
    table = replace(rich.table, options=replace(rich.table.options, money="open"))

    assert GAME.view(state, own) == GAME.view(rich, own)
    assert state == GAME.bots.resample(rich, own, Rng(b"other"))
    assert replace(rich, table=table) == GAME.bots.resample(replace(rich, table=table), own, Rng(b"other"))
    assert think(GAME, state, ask, searcher, Rng(b"other")) == think(GAME, rich, ask, searcher, Rng(b"other"))
