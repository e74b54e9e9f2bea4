"""Plans, early orders, wishes and preferences (D.3, D.4)."""

from __future__ import annotations

import pytest

from games.core.errors import Refusal
from games.core.orders import Order, Otherwise
from games.core.running.plans import Tried, check_plan, play_order
from games.h2olland import GAME
from games.h2olland.moves import Area, Dike, Drought, Face, HandIn, Keep, Pass, Place, Reward, Run, Trade
from games.h2olland.plans import EarlyOrder, Preferences, SeasonPlan
from games.h2olland.view import View
from tests.games.h2olland.table import START, Table, words

BARN = {colour: {"corn": 3, "mill": 1, "dike": 1} for colour in ("white", "orange", "red", "blue")}


def tried(table: Table, letter: str, order: Order, filed: View | None = None) -> Tried:
    """Try an order at the first thing asked of a player."""
    ask = table.asks(letter)[0]
    return play_order(GAME, table.state, ask.seat, ask.id, order, filed or table.view(letter))


def spring() -> Table:
    """Return a spring in which everybody has something to place."""
    return Table(**START, barn=BARN)


def plan(*steps: str, season: str = "spring", **others: object) -> SeasonPlan:
    """Make a plan."""
    return SeasonPlan(season=season, steps=steps, **others)  # type: ignore[arg-type]


def test_p1_a_plan_waits_for_its_season_and_goes_when_it_is_over() -> None:
    """
    A dike plan filed in spring is kept in spring; a spring plan of this year is dropped in summer; filed in winter it
    is for the next spring.
    """
    now, summer = spring(), Table(**START, barn=BARN, phase="dikes")
    winter = Table(**START, barn=BARN, phase="winter").view("W")
    later = Table(**START, barn=BARN, year=2)

    assert tried(now, "W", plan("dk 3-4", season="dikes")).otherwise is Otherwise.KEEP
    assert tried(summer, "W", plan("co F1G1"), now.view("W")).otherwise is Otherwise.DROP
    assert tried(later, "W", plan("co F1G1"), winter).turn == (Place("corn", "F1G1"),)
    assert tried(later, "W", plan("co F1G1"), now.view("W")).otherwise is Otherwise.DROP


def test_p2_the_first_step_is_played_and_leaves_the_plan() -> None:
    """
    The rest stays for the next turns.
    """
    made = tried(spring(), "W", plan("co F1G1", "mi C7"))

    assert made.turn == (Place("corn", "F1G1"),)
    assert isinstance(made.rest, SeasonPlan)
    assert made.rest.steps == ("mi C7",)


def test_p3_a_step_that_is_not_legal_halts_the_plan() -> None:
    """
    In mode ask the player is asked and told why; in mode skip the next step is tried in the same turn.
    """
    asked = tried(spring(), "W", plan("co N6N7", "mi C7"))
    skipped = tried(spring(), "W", plan("co N6N7", "mi C7", fails="skip"))

    assert (asked.turn, asked.otherwise) == (None, Otherwise.ASK)
    assert asked.why is not None
    assert words(asked.why) == "A crop must be next to one of your farms or mills."
    assert skipped.turn == (Place("mill", "C7"),)


def test_p4_when_the_steps_are_used_up_the_plan_asks_or_passes() -> None:
    """
    Ending pass passes on the turn after the last step.
    """
    last = tried(spring(), "W", plan("co F1G1", ends="pass"))

    assert isinstance(last.rest, SeasonPlan)
    assert tried(spring(), "W", last.rest).turn == (Pass(),)
    assert tried(spring(), "W", plan("co F1G1")).rest is None


def test_p5_the_guard_halts_when_others_build_beside_a_step() -> None:
    """
    Orange places corn next to a square of white's remaining step: halted, and told what happened. White's own pieces,
    and others' pieces elsewhere, do not halt it; without guard nothing does.
    """
    table = spring()
    filed = table.view("W")
    guarded = plan("co G1H1", "mi C7", guard=True)
    table.play("W co F1E1", "O co I1I2", "R co I14J14", "B co A8A9")

    halted = tried(table, "W", guarded, filed)
    elsewhere = tried(table, "W", plan("mi C7", guard=True), filed)
    unguarded = tried(table, "W", plan("mi C7"), filed)

    assert halted.otherwise is Otherwise.ASK
    assert halted.why is not None
    assert words(halted.why) == "Olga placed something on I1, on or next to what you planned."
    assert elsewhere.turn == unguarded.turn == (Place("mill", "C7"),)


def test_p5_the_guard_sees_dikes_and_runners() -> None:
    """
    A dike that touches a planned border; a runner next to a planned field.
    """
    summer = Table(**START, barn=BARN, phase="dikes")
    filed = summer.view("W")
    summer.play("W dk 1-2", "O dk 3-4")
    fields = [["tulip-red", "F3", "G3"], ["tulip-red", "H3", "H2"]]
    race = Table(
        phase="race", mills={"white": ["F2"], "orange": ["I3"]}, fields=fields, racers={"white": 2, "orange": 2}
    )
    start = race.view("W")
    race.play("W --", "O rn H3")

    dikes = GAME.planning.disturbance(plan("dk 3-9", season="dikes", guard=True), filed, summer.view("W"))
    runners = GAME.planning.disturbance(plan("rn F3", season="race", guard=True), start, race.view("W"))

    assert dikes is not None
    assert words(dikes) == "Olga laid a dike on border 3-4, next to what you planned."
    assert runners is not None
    assert "Olga placed something on H" in words(runners)


def test_p6_the_first_legal_alternative_is_played() -> None:
    """
    Alternatives of a step are separated by ``|``.
    """
    made = tried(spring(), "W", plan("co N6N7 | co F1G1 | co A6A7", "mi C7"))

    assert made.turn == (Place("corn", "F1G1"),)
    assert isinstance(made.rest, SeasonPlan)
    assert made.rest.steps == ("mi C7",)


def test_p7_a_malformed_step_is_named_when_the_plan_is_filed() -> None:
    """
    Section F, bot level: the step is named; what is merely not legal now is no objection.
    """
    view = spring().view("W")

    check_plan(GAME, view, plan("co N6N7", "dk 3-4"))
    with pytest.raises(Refusal) as caught:
        check_plan(GAME, view, plan("co F1G1", "xx 99"))
    assert "2" in words(caught.value.text)


def test_p8_a_plan_for_every_player_runs_the_season() -> None:
    """
    With plans of all four, the season plays itself, one item a turn.
    """
    table = spring()
    plans: dict[str, Order] = {
        "W": plan("co F1G1", ends="pass"),
        "O": plan("co N6N7", "mi I2", ends="pass"),
        "R": plan("co I14J14", ends="pass"),
        "B": plan("co A8A9", ends="pass"),
    }
    filed = {letter: table.view(letter) for letter in plans}
    turns = []
    while table.open.phase.value == "spring":
        letter = table.turn
        made = tried(table, letter, plans[letter], filed[letter])
        assert made.turn is not None
        turns.append(letter)
        plans[letter] = made.rest or Preferences()
        table.moves(letter, *made.turn)

    assert "".join(turns) == "WORBWORBO"


def test_p9_race_wishes_are_kept_until_they_can_be_reached() -> None:
    """
    The field out of reach is kept and the next wish is played; a field taken is dropped from the list.
    """
    fields = [
        ["tulip-red", "I1", "I2"],
        ["tulip-white", "J4", "K4"],
        ["tulip-purple", "J3", "K3"],
        ["corn", "G3", "H3"],
    ]
    table = Table(
        phase="race",
        turn="orange",
        drained={"3": "plain", "9": "plain"},
        mills={"orange": ["I3"]},
        fields=fields,
        racers={"orange": 3, "white": 1},
        raced={"G3": "white"},
    )

    made = tried(table, "O", plan("rn G3", "rn J4", "rn J3", "rn I1", season="race"))

    assert made.turn == (Run("J3K3"),)
    assert isinstance(made.rest, SeasonPlan)
    assert made.rest.steps == ("rn J4", "rn I1")
    table.moves("O", *made.turn)
    assert tried(table, "O", made.rest).turn == (Run("J4K4"),)


def test_d3_drought_wishes_take_the_first_tile_that_is_still_water() -> None:
    """
    Tile 3 is land by now: 9 is turned.
    """
    table = Table(**START, phase="drought", card=5, drained={"3": "plain"})

    assert tried(table, "W", plan("dr 3", "dr 9", season="drought")).turn == (Drought(9),)
    assert tried(table, "W", plan("dr 3", season="drought", ends="pass")).turn == (Drought(0),)


def test_a_plan_waits_while_another_player_has_the_turn() -> None:
    """
    White still may set a facing while orange has his turn in the drought: the drought wishes wait and are not halted.
    """
    table = Table(
        **START,
        phase="drought",
        card=5,
        turn="orange",
        drained={"3": ["single", "NW"]},
        rotatable={"3": "white"},
    )

    assert tried(table, "W", plan("dr 9", season="drought", fails="ask")).otherwise is Otherwise.KEEP


# --- Early orders --------------------------------------------------------------------------------------------------


def test_d3_an_early_order_is_carried_out_on_the_players_turn() -> None:
    """
    Kept until then, and carried out as a whole, with what is kept.
    """
    barn = {"white": {"cow": 1, "bean": 1, "carrot": 1, "corn": 6}}
    order = EarlyOrder(trades=("mi",), stores=("co", "co", "co", "co", "co"))
    autumn = Table(**START, phase="drought", card=5, barn=barn)
    winter = Table(**START, phase="winter", barn=barn)

    assert tried(autumn, "W", order).otherwise is Otherwise.KEEP
    assert tried(winter, "W", order, autumn.view("W")).turn == (Trade(("mi",)), Keep(("corn",) * 5), HandIn())


def test_d3_an_early_order_that_has_become_impossible_asks_again() -> None:
    """
    Sold out at the co-op: dike. Choose something else.
    """
    winter = Table(**START, phase="winter", supply={"dike": 0}, barn={"white": {"potato": 1}})

    made = tried(winter, "W", EarlyOrder(trades=("dk",)))

    assert made.otherwise is Otherwise.ASK
    assert made.why is not None
    assert words(made.why) == "Sold out at the co-op: dike. Choose something else."


def test_d3_an_early_order_may_be_empty() -> None:
    """
    To hand in nothing ahead is an order too; last year's is gone.
    """
    winter = Table(**START, phase="winter", barn={"white": {"potato": 1}})
    later = Table(**START, phase="winter", year=2, barn={"white": {"potato": 1}})

    assert tried(winter, "W", EarlyOrder()).turn is not None
    assert tried(later, "W", EarlyOrder(), winter.view("W")).otherwise is Otherwise.DROP


# --- Preferences (D.4) ---------------------------------------------------------------------------------------------


def test_d4_best_rewards_are_taken() -> None:
    """
    By default; with ``ask`` the player is asked.
    """
    table = Table(phase="reward", mills={"white": ["C6", "C7"]}, helped={"white": 2})

    assert tried(table, "W", Preferences()).turn == (Reward(("tulip-yellow", "tulip-yellow")),)
    assert tried(table, "W", Preferences()).rest == Preferences()
    assert tried(table, "W", Preferences(reward="ask")).otherwise is Otherwise.KEEP


def test_d4_draining_by_itself() -> None:
    """
    With ``auto`` the lowest area is chosen.
    """
    table = Table(**START, phase="drain", turn="orange", dikes=["3-4", "3-9"])

    assert tried(table, "O", Preferences(drain="auto")).turn == (Area(3),)
    assert tried(table, "O", Preferences()).turn is None


def test_d4_barren_tiles_lie_as_drawn() -> None:
    """
    With ``asdrawn`` the tile is set to where it lies, even while others have the turn.
    """
    table = Table(**START, phase="winter", turn="orange", rotatable={"3": "white"}, drained={"3": ["single", "NW"]})

    assert tried(table, "W", Preferences(facing="asdrawn")).turn == (Face(3, "NW"),)
    assert tried(table, "W", Preferences()).turn is None


def test_d4_the_race_by_itself() -> None:
    """
    With ``auto`` the best tulips in reach are taken.
    """
    fields = [["tulip-red", "I1", "I2"], ["tulip-pink", "G3", "H3"]]
    table = Table(phase="race", turn="orange", mills={"orange": ["I3"]}, fields=fields, racers={"orange": 1})

    assert tried(table, "O", Preferences(race="auto")).turn == (Run("G3H3"),)


def test_suggestions_for_orders() -> None:
    """
    Steps for each season, trades and stores for an early order; what has been typed counts.
    """
    table = Table(**START, barn={"white": {"corn": 4, "potato": 3}}, drained={"3": "plain"})
    view = table.view("W")

    def suggested(kind: type[Order], field: str, **filled: object) -> list[object]:
        return [choice.value for choice in GAME.planning.order_choices(view, kind, field, filled)]

    assert "co F1G1" in suggested(SeasonPlan, "steps", season="spring")
    assert "dk 1-2" in suggested(SeasonPlan, "steps", season="dikes")
    assert "dr 1" in suggested(SeasonPlan, "steps", season="drought")
    assert suggested(SeasonPlan, "steps", season="race") == []
    assert "dk" in suggested(EarlyOrder, "trades")
    assert "dk" not in suggested(EarlyOrder, "trades", trades=("dk", "dk", "dk"))
    assert suggested(EarlyOrder, "stores", stores=("corn",) * 4) == ["potato", "."]
    assert suggested(Preferences, "reward") == []
    assert Dike("1-2") in GAME.notation.read(view, "dk 1-2")
