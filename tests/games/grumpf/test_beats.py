"""A1, A3 to A11: beats, drum order, alternatives, guards, targets, the end of a hunt by turns."""

from __future__ import annotations

import pytest

from games.grumpf import GAME
from games.grumpf.components import BOX, volleys
from games.grumpf.rules.beats import PHASES, drum_order
from games.grumpf.words.names import clan_mark, clan_name
from tests.games.grumpf.table import Match, Table, position, words


def test_a1_1_one_thing_a_beat() -> None:
    """
    Everybody outside a hut does one thing; who does nothing holds, and is told last, in drum order.
    """
    table = Table(drum="Gr", in_huts=["Pi"])

    assert table.beat(Vi="-", Gr="-") == ["Gr -", "Vi -"]


@pytest.mark.parametrize(("players", "beats"), [(2, 9), (5, 9), (6, 8)])
def test_a1_2_a_beat_more_than_grumpfs(players: int, beats: int) -> None:
    """
    Nine beats; eight with six players.
    """
    assert beats == BOX.beats.beats_by_players[players]


@pytest.mark.parametrize(
    ("pace", "beats", "expected"),
    [
        ("standard", 9, ((1, 3), (4, 6), (7, 9))),
        ("standard", 8, ((1, 3), (4, 6), (7, 8))),
        ("brisk", 9, ((1, 5), (6, 9))),
        ("brisk", 8, ((1, 5), (6, 8))),
    ],
)
def test_a1_3_volleys(pace: str, beats: int, expected: tuple[tuple[int, int], ...]) -> None:
    """
    The list of the pace, cut off after the last beat.
    """
    assert expected == volleys(pace, beats)


def test_a1_3_close_is_a_beat_at_a_time() -> None:
    """
    The close pace has as many volleys as beats.
    """
    assert len(volleys("close", 8)) == 8


def test_a3_1_the_phases_are_those_of_the_data() -> None:
    """
    Huts, placements, clubs.
    """
    assert [phase.value for phase in PHASES] == ["hut", "place", "club"]


def test_a3_1_huts_before_placements_before_clubs() -> None:
    """
    Whatever the drum order, an Elder is home before Grumpfs are placed, and clubs come last.
    """
    table = Table(clans=["Vi", "Gr", "Pi", "Ye"], beat=4, tracks={"M": ["Ye5"]})

    assert table.beat(Vi="x*M2", Gr="5>M", Pi="^", Ye="-") == ["Pi ^1", "Gr 15:5>M2", "Vi 1x*M2", "Ye -"]


def test_a3_2_the_last_hut_ends_the_beat_before_placements() -> None:
    """
    Placements and clubs of that beat are not made any more.
    """
    table = Table(beat=4, in_huts=["Pi"])

    assert table.beat(Vi="5>M", Gr="^") == ["Gr ^2", "Vi -"]
    assert table.state.ended == "huts"


def test_a4_1_the_drum_moves_every_beat_and_every_round() -> None:
    """
    Drummer = first + (round - 1) + (beat - 1), clockwise by seat.
    """
    state = position(clans=["Vi", "Gr", "Pi", "Ye"], drum="Ye", round=2)

    assert drum_order(state, 1) == (0, 1, 2, 3)
    assert drum_order(state, 3) == (2, 3, 0, 1)


def test_a4_2_spaces_go_in_drum_order() -> None:
    """
    The drummer's Grumpf is first on the track.
    """
    table = Table(drum="Pi")
    table.beat(Vi="5>M", Gr="5>M", Pi="4>M")

    assert table.tracks["M"] == ["Pi4", "Vi5", "Gr5"]


def test_a4_3_more_elders_than_huts() -> None:
    """
    Free huts go in drum order; who is left outside is not sheltered.
    """
    table = Table(drum="Gr", beat=6)

    assert table.beat(Vi="^", Gr="^", Pi="^") == ["Gr ^1", "Pi ^2", "Vi -"]
    assert not table.state.clans[0].sheltered


def test_a5_1_up_to_two_alternatives() -> None:
    """
    The next choice is tried when one is not possible, at once.
    """
    table = Table(tracks={"S": ["Gr1"] * 4, "M": ["Gr1"] * 5})

    assert table.beat(Vi="5>S|5>M|5>B")[0] == "Vi 15:5>B1"


def test_a5_2_no_choice_before_its_phase() -> None:
    """
    A club as an alternative to a placement waits for the clubs; a placement after a failed club is made among them.
    """
    table = Table(tracks={"S": ["Gr1"] * 4, "B": ["Pi5"]})
    done = table.beat(Vi="5>S|x*B1", Gr="x*F1|4>B", Pi="4>B")

    assert done == ["Pi 14:4>B2", "Vi 1x*B1", "Gr 14:4>B3"]


def test_a5_2_a_hold_as_alternative_ends_the_step() -> None:
    """
    What stands behind it is never tried.
    """
    table = Table(beat=1)

    assert table.beat(Vi="^|-|5>B")[-3:] == ["Gr -", "Pi -", "Vi -"]


def test_a6_1_the_guard_looks_at_the_moment() -> None:
    """
    With the new Grumpf all standing ones must satisfy the condition; knocked-out ones do not matter.
    """
    table = Table(sides={"W": "2"}, tracks={"W": ["Gr5 KO", "Gr2"]})

    assert table.beat(Vi="4>W?|3>W?")[0] == "Vi 23:3>W3"


def test_a6_2_guards_of_huts() -> None:
    """
    ``^last`` waits for the last hut, ``^safe`` avoids it.
    """
    table = Table(beat=5)
    table.beat(Vi="^last|5>B", Gr="^safe")

    assert table.state.taken == ("Gr",)
    assert table.tracks == {"B": ["Vi5"]}


def test_a7_1_the_strongest_opponent() -> None:
    """
    ``!`` never hits the own clan, the sheltered, the knocked out; on a tie the lowest space. ``!Gr`` one clan only.
    """
    table = Table(clans=["Vi", "Gr", "Pi", "Ye"], in_huts=["Ye"], tracks={"B": ["Vi5", "Ye5", "Pi4", "Gr4", "Gr5 KO"]})

    assert table.beat(Vi="x*B!")[0] == "Vi 1x*B3"
    assert "Vi 2x*B4" in table.beat(Vi="x*B!Gr")
    assert "Vi -" in table.beat(Vi="x*B!")


def test_a7_1_the_own_grumpf_only_by_its_space() -> None:
    """
    A named space may hold one's own Grumpf.
    """
    table = Table(tracks={"F": ["Vi5"]})

    assert table.beat(Vi="x*F1")[0] == "Vi 1x*F1"


def test_a8_1_huts_from_beat_four() -> None:
    """
    In beat 3 a hut fails, in beat 4 it does not.
    """
    table = Table(beat=2)

    assert "Vi -" in table.beat(Vi="^")
    assert table.beat(Vi="^")[0] == "Vi ^1"


def test_a9_1_the_rest_of_the_volley_is_not_played() -> None:
    """
    The hunt ends in the beat that fills the huts.
    """
    table = Table(beat=3)
    done = table.volley(Vi="^ -", Gr="- ^ -", Pi="- - 5>B")

    assert done[-1] == "5 Pi -"
    assert table.state.beat == 5


def test_a9_2_the_last_beat_ends_the_hunt() -> None:
    """
    Huts may stay free (Q24).
    """
    table = Table(beat=8)
    table.beat()

    assert table.state.ended == "beats"
    assert table.state.free_huts == 2


def test_a10_1_no_step_means_hold_or_home() -> None:
    """
    With tokens one holds; without, one goes home from beat 4 on, unless a step says ``-``.
    """
    table = Table(clans=["Vi", "Gr", "Pi", "Ye"], beat=5, hands={"Vi": ["15"]})

    assert table.beat(Ye="-") == ["Gr ^1", "Pi ^2", "Ye -", "Vi -"]


def test_a10_1_nobody_goes_home_before_the_huts_open() -> None:
    """
    Without tokens in beat 3 one holds.
    """
    table = Table(beat=2, hands={})

    assert table.beat() == ["Pi -", "Vi -", "Gr -"]


def test_a10_2_a_failed_step_loses_the_beat_not_the_token() -> None:
    """
    The hand is as before.
    """
    table = Table(tracks={"S": ["Gr1"] * 4})
    table.beat(Vi="15:5>S")

    assert "15" in table.state.clans[0].hand


def test_a11_the_example() -> None:
    """
    The three beats of the example, deed by deed.
    """
    table = Table(drum="Vi")
    done = table.volley(Vi="5>B 4>B x*B!", Gr="5>B 5>B 4>B", Pi="3>M 4>M 5>M")

    assert done == [
        "1 Vi 15:5>B1",
        "1 Gr 15:5>B2",
        "1 Pi 23:3>M1",
        "2 Gr 25:5>B3",
        "2 Pi 14:4>M2",
        "2 Vi 14:4>B4",
        "3 Pi 15:5>M3",
        "3 Gr 14:4>B5",
        "3 Vi 1x*B2",
    ]


def test_m3_3_log_lines() -> None:
    """
    Beat and player, what was done where, the notation at the end; holds come last.
    """
    match = Match(3, first=0)
    for seat, line in enumerate(("5>B x*B! -", "4>B - -", "- - -")):
        match.play(seat, line)

    told = [line for line in match.told if line.startswith("Beat ")]
    assert told[0] == "Beat 1: Anna places a 5 on Bees, space 1 (15:5>B1)."
    assert told[3] == "Beat 2: Anna knocks out Bert's 4 on Bees, space 2 (1x*B2)."
    assert told[4] == "Beat 2: Bert holds."


def test_who_plans_is_told_the_own_colour() -> None:
    """
    The board shows clans by colour only, so what is asked says which one is the player's.
    """
    state = Match(3, first=0).state
    told = [words(ask.private) for ask in GAME.asks(state) if ask.private is not None]

    assert len(told) == 3
    for clan, line in zip(state.clans, told, strict=True):
        assert f"You are {words(clan_mark(clan.code))} {words(clan_name(clan.code))} ({clan.code})" in line
