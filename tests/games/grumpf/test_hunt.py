"""R5 and Q: placing, clubbing, huts; the same in both modes."""

from __future__ import annotations

import pytest

from tests.games.grumpf.table import Table


def live(**parts: object) -> Table:
    """A live hunt."""
    return Table(mode="live", **parts)


def test_r5_2_a_grumpf_goes_on_the_first_free_space() -> None:
    """
    The space is the one behind the last Grumpf of the track, and the token leaves the hand.
    """
    table = live(tracks={"M": ["Gr4", "Pi2 KO"]})
    table.play("Vi", "15:5>M")

    assert table.tracks == {"M": ["Gr4", "Pi2 KO", "Vi5"]}
    assert "15" not in table.state.clans[0].hand


def test_r5_2_any_number_may_stand_on_one_board() -> None:
    """
    One clan may fill a track by itself.
    """
    table = live()
    for line in ("15:5>S", "25:5>S", "14:4>S", "34:4>S"):
        table.play("Vi", line)

    assert table.tracks == {"S": ["Vi5", "Vi5", "Vi4", "Vi4"]}
    assert table.refused("Vi", "23:3>S") == "TRACK_FULL"


def test_r5_3_a_knocked_out_grumpf_keeps_its_space() -> None:
    """
    A full track stays full when somebody on it is clubbed (Q3).
    """
    table = live(tracks={"S": ["Gr1", "Gr2", "Gr3", "Pi1"]})
    table.play("Vi", "1x*S2")

    assert table.refused("Vi", "15:5>S") == "TRACK_FULL"


def test_r5_4_a_club_knocks_out_and_leaves_the_hand() -> None:
    """
    The Grumpf hit is told by clan and value; the club lies on it and is nobody's Grumpf.
    """
    table = live(tracks={"B": ["Gr5"]})
    told = table.play("Vi", "1x*B1")

    assert "1x*B1" in told
    assert table.tracks == {"B": ["Gr5 KO"]}
    assert table.state.tracks["B"][0].club == "Vi"
    assert "1x" not in table.state.clans[0].hand


@pytest.mark.parametrize(
    ("target", "code"), [("B3", "EMPTY_SPACE"), ("B1", "ALREADY_KNOCKED_OUT"), ("B2", "SHELTERED")]
)
def test_r5_5_no_targets(target: str, code: str) -> None:
    """
    Empty spaces, knocked-out Grumpfs and Grumpfs of sheltered clans are no targets.
    """
    table = live(tracks={"B": ["Pi5 KO", "Gr3"]}, in_huts=["Gr"])

    assert code == table.refused("Vi", f"1x*{target}")


def test_r5_6_the_own_grumpf_is_a_target() -> None:
    """
    A clan may club itself (Q4).
    """
    table = live(tracks={"F": ["Vi5"]})
    table.play("Vi", "1x*F1")

    assert table.tracks == {"F": ["Vi5 KO"]}


def test_r5_7_faces_are_used_for_what_they_show() -> None:
    """
    A club is not placed on a space, a value not laid on a Grumpf (Q25).
    """
    table = live(tracks={"B": ["Gr5"]})

    assert table.refused("Vi", "1x:x>B") == "CLUB_NEEDS_TARGET"
    assert table.refused("Vi", "15:5*B1") == "NOT_A_CLUB"


def test_r5_8_what_is_placed_stays() -> None:
    """
    A token on a board can be neither placed again nor flipped.
    """
    table = live()
    table.play("Vi", "15:5>B")

    assert table.refused("Vi", "15:1>R") == "ALREADY_PLACED"
    assert table.refused("Vi", "~15") == "STAYS"


def test_r5_9_the_hut_shelters_and_ends_acting() -> None:
    """
    From a hut nothing more is done; what was knocked out stays so, what stands is safe.
    """
    table = live(clans=["Vi", "Gr", "Pi", "Ye"], tracks={"B": ["Gr5 KO", "Gr3"]})
    table.play("Gr", "^")

    assert table.refused("Gr", "15:5>B") == "IN_HUT"
    assert table.refused("Gr", "^") == "IN_HUT"
    assert table.refused("Vi", "1x*B2") == "SHELTERED"
    assert table.tracks == {"B": ["Gr5 KO", "Gr3"]}


def test_r5_9_a_hut_needs_nothing_placed() -> None:
    """
    With three players one may go home with a full hand (Q17).
    """
    table = live()

    assert "enters hut 1" in table.play("Vi", "^")


def test_r5_10_elders_stay() -> None:
    """
    Elders arrive in order, and keep their huts.
    """
    table = live(clans=["Vi", "Or", "Gr", "Ye", "Pi"])
    table.play("Pi", "^")
    table.play("Vi", "^")

    assert table.state.taken == ("Pi", "Vi")
    assert table.state.free_huts == 1


def test_r5_11_the_last_hut_ends_the_hunt_at_once() -> None:
    """
    Whatever comes after it is refused.
    """
    table = live(in_huts=["Pi"])
    table.play("Gr", "^")

    assert not table.state.hunting
    assert table.refused("Vi", "15:5>B") == "NO_HUNT"


def test_r13_1_the_neutral_clan_is_clubbed_like_any_other() -> None:
    """
    Its Grumpfs are targets by space and for the strongest.
    """
    table = live(clans=["Vi", "Gr"], tracks={"B": ["Ne5", "Gr3"]})
    table.play("Vi", "x*B!")

    assert table.tracks == {"B": ["Ne5 KO", "Gr3"]}


def test_r13_5_two_players_place_all_first() -> None:
    """
    With tokens in hand the hut is refused with their number; without, it ends the hunt.
    """
    table = live(clans=["Vi", "Gr"], hands={"Vi": ["1x", "15"], "Gr": []})

    assert "(2 left)" in table.refusal("Vi", "^")
    table.play("Gr", "^")
    assert table.state.ended == "huts"
