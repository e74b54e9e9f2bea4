"""The tulip race and scoring (R9, R10)."""

from __future__ import annotations

from games.core.game import Outcome
from games.h2olland import GAME
from games.h2olland.state import Phase
from tests.games.h2olland.table import START, Table, words

SHORE = {
    "phase": "race",
    "turn": "orange",
    "drained": {"3": "plain", "9": "plain"},
    "mills": {"orange": ["I3"], "white": ["G2"]},
    "fields": [
        ["tulip-pink", "G3", "H3"],
        ["corn", "I1", "I2"],
        ["tulip-purple", "J3", "K3"],
        ["tulip-white", "J4", "K4"],
        ["tulip-red", "E1", "F1"],
    ],
}


def result(table: Table) -> Outcome:
    """Return the score as it stands."""
    outcome = GAME.ending.current_score(table.state)

    assert outcome is not None
    return outcome


def test_r9_1_workers_become_runners() -> None:
    """
    Blue had two workers on the board, so he has two runners; the fields are free.
    """
    table = Table(
        **START,
        phase="planting",
        turn="orange",
        passed=["white", "red", "blue"],
        barn={"orange": {"tulip-red": 1}},
        fields=[["tulip-red", "G12", "G13", "blue"], ["corn", "F13", "E13"], ["tulip-pink", "F11", "G11", "blue"]],
        drained={"26": "plain", "21": "plain"},
        last_flipper="blue",
    ).play("O --")

    assert table.open.runners == (0, 0, 0, 2)
    assert all(field.worker is None for field in table.open.fields.values())
    assert table.turn == "B"


def test_r9_2_without_any_tile_turned_the_start_player_begins() -> None:
    """
    Nobody turned a tile: red, who holds the clog, begins the race.
    """
    table = Table(
        mills={"red": ["L9"], "white": ["C6"]},
        phase="planting",
        turn="white",
        start_player="red",
        passed=["orange", "red", "blue"],
        fields=[["tulip-red", "L7", "L8", "red"], ["tulip-red", "B6", "B7", "white"]],
        barn={"white": {"farm": 1}},
    ).play("W --")

    assert table.turn == "R"


def test_r9_3_one_runner_a_turn() -> None:
    """
    Orange runs, then white has his turn.
    """
    table = Table(**SHORE, racers={"orange": 2, "white": 1}).play("O rn J3")

    assert table.turn == "W"
    assert table.open.runners[1] == 1


def test_r9_4_r9_7_next_to_an_own_mill_or_runner() -> None:
    """
    J4K4 comes into reach with the runner on J3K3; E1F1 never does.
    """
    table = Table(**SHORE, racers={"orange": 3})

    assert table.refused("O rn J4") == "out_of_reach"
    table.play("O rn K3", "O rn J4")
    assert table.refused("O rn E1") == "out_of_reach"


def test_r9_5_r9_6_on_fields_only_one_runner_each() -> None:
    """
    Not on empty land, not on a building, not where a runner stands.
    """
    table = Table(**SHORE, racers={"orange": 3, "white": 1}, raced={"G3": "white"})

    assert table.refused("O rn J2") == table.refused("O rn I3") == table.refused("O rn Z9") == "not_a_field"
    assert table.refused("O rn H3") == "field_taken"


def test_r9_5_crops_are_stepping_stones() -> None:
    """
    A runner may stand on corn.
    """
    assert Table(**SHORE, racers={"orange": 3}).play("O rn I2").open.fields["I1"].runner == 1  # type: ignore[index]


def test_r9_8_passing_is_final_and_no_reach_is_out() -> None:
    """
    Red and blue have no runners and are out; orange passes and white goes on alone.
    """
    table = Table(**SHORE, racers={"orange": 2, "white": 2}).play("O --", "W rn G3")

    assert set(table.open.passed) >= {1, 2, 3}


def test_r9_9_the_race_ends_when_nobody_can_go_on() -> None:
    """
    White has used his runner, orange passes: the match is over although tulips are free.
    """
    table = Table(**SHORE, racers={"orange": 2, "white": 1}).play("O --", "W rn G3")

    assert table.open.phase is Phase.OVER
    assert GAME.asks(table.state) == ()
    assert GAME.outcome(table.state) is not None


def test_r9_9_the_race_ends_with_the_last_tulip_field() -> None:
    """
    The only tulip field is taken.
    """
    position = {**SHORE, "fields": [["tulip-pink", "G3", "H3"], ["corn", "I1", "I2"]]}
    table = Table(**position, racers={"orange": 2, "white": 4}).play("O rn H3")

    assert table.open.phase is Phase.OVER
    assert table.refused("W rn I2") == "game_over"


def test_r10_1_points_by_colour() -> None:
    """
    Pink and purple: 4 + 6, by whom the runner is.
    """
    outcome = result(Table(**SHORE, raced={"G3": "white", "J3": "orange", "J4": "orange", "I1": "white"}))

    assert outcome.totals == (4, 11, 0, 0)
    assert outcome.places == (2, 1, 3, 3)
    assert [row.points for row in outcome.scores[1]] == [0, 0, 0, 0, 5, 6]


def test_r10_3_the_most_valuable_colour_breaks_a_tie() -> None:
    """
    Six points each: one purple field against white and red. The result tells how it was broken.
    """
    fields = [["tulip-purple", "A2", "A3"], ["tulip-white", "A4", "A5"], ["tulip-red", "A6", "A7"]]
    outcome = result(Table(phase="race", fields=fields, raced={"A2": "white", "A4": "orange", "A6": "orange"}))

    assert outcome.places == (1, 2, 3, 3)
    assert outcome.tie is not None
    assert words(outcome.tie).splitlines() == [
        "Wim ranks ahead of Olga: 6 points each, but more purple tulips (1 against 0).",
        "Rik and Bea share place 3 with 0 points each: they're tied in every color.",
    ]


def test_r10_3_complete_equality_shares_the_victory() -> None:
    """
    A purple field each.
    """
    fields = [["tulip-purple", "A2", "A3"], ["tulip-purple", "A4", "A5"]]
    outcome = result(Table(phase="race", fields=fields, raced={"A2": "white", "A4": "orange"}))

    assert outcome.places == (1, 1, 3, 3)
    assert outcome.tie is not None
    assert "Wim and Olga share place 1 with 6 points each: they're tied in every color." in words(outcome.tie)


def test_g_the_result_tells_of_runners_and_unclaimed_tulips() -> None:
    """
    Section G: runners on tulips, elsewhere and unused; what nobody claimed; who turned the last tile.
    """
    table = Table(**SHORE, racers={"orange": 1}, raced={"J3": "orange", "I1": "orange"}, last_flipper="red")
    note = result(table).note

    assert note is not None
    told = words(note)
    assert "Olga's runners: 1 on tulips, 1 elsewhere, 1 unused." in told
    assert "Unclaimed tulip fields: 3, worth 10 points. Rik flipped the last tile. Years played: 1." in told


def test_g_before_the_race_the_score_is_a_hint_only() -> None:
    """
    Section G: level, tulips by own mills and runners so far; nothing is anybody's, and no victory is shared.
    """
    outcome = result(Table(**START, phase="planting", turn="orange"))

    assert set(outcome.totals) == {0}
    assert set(outcome.places) == {1}
    assert outcome.tie is None
    rows = [row.category.id.rpartition(".")[2] for row in outcome.scores[0]]
    assert rows == ["level", "near", "ready"]
