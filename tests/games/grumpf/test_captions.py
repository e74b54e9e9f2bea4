"""What the plates of the pictures show, in words."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.seats import Seat
from games.core.words import Words
from games.grumpf import GAME
from games.grumpf.state import Phase, State
from tests.games.grumpf.table import position

NAMES = ("Anna", "Bert", "Cees")


def table() -> State:
    """Three clans in hunt 2: Green and Orange on the Fish, Violet with Animals, a tile and a Joker, Orange in a hut."""
    begun = position(
        clans=["Vi", "Or", "Gr"],
        hands={"Vi": ["1x", "25"], "Or": [], "Gr": ["15"]},
        animals={"Vi": {"B": 2, "F": 1}, "Gr": {"R": 1}},
        tracks={"F": ["Gr5", "Or4"]},
        in_huts=["Or"],
    )
    violet = replace(begun.clans[0], tiles=1, jokers=1)
    return replace(begun, clans=(violet, *begun.clans[1:]), lying={"F": 2, "B": 1})


def caption(state: State, plate: str, seat: int | None = None) -> list[str]:
    """The lines of a plate's caption."""
    view = GAME.view(state, None if seat is None else Seat(seat))
    return Words(GAME.words, NAMES, strict=True)(GAME.panel.caption(view, plate)).splitlines()


def test_s2_the_grounds_are_told_board_by_board() -> None:
    """
    A line for the hunt and one for each board by its name: Animals, condition, who stands there, who leads.
    """
    head, *boards = caption(table(), "grounds")

    assert head.startswith("Hunt ")
    assert len(boards) == 6
    assert boards[2] == (
        "Fish: 2 Fish, total 10 or less. Track: green 5 and orange 4 (safe). Condition met (9). Green leads with 5."
    )
    assert boards[5] == "Sorcerer: a Sorcerer tile for first place. Empty track."


def test_s2_the_clans_are_told_by_colour_and_name() -> None:
    """
    A line for each clan: whose it is, points, what it has, what is left in hand, what is awaited.
    """
    violet, orange, green = caption(table(), "clans")

    assert violet.startswith(
        "Violet (Anna), 3 points: 2 Bees, 1 Fish, 1 Sorcerer tile and 1 Joker. 2 Grumpfs left, 1 with a club"
    )
    assert orange == "Orange (Bert), 0 points: no Animals. In a hut; 0 Grumpfs left, 0 with a club."
    assert green.startswith("Green (Cees), 0 points: 1 Reptile. 1 Grumpf left, 0 with a club")


def test_s2_1_the_own_plate_tells_the_hand_to_its_owner_only() -> None:
    """
    The hand and the plan; to spectators there is nothing to tell.
    """
    planned = replace(table().clans[0], up={}, plan=("5>B", "x*F1"), planned=True)
    given = replace(table(), clans=(planned, *table().clans[1:]))

    assert caption(given, "own", 0) == ["Your Grumpfs: 2|5 and 1|club.", "Your plan: 5>B x*F1."]
    assert caption(given, "own") == []


def test_one_clan_is_told_with_its_series() -> None:
    """
    What a clan has, then its series with the points of each, longest first.
    """
    clan, series, *_ = caption(table(), "clan:0")

    assert clan.startswith("Violet (Anna)")
    assert series.startswith("Series of Bee")


def test_what_is_no_plate_of_ours_is_the_whole_board() -> None:
    """
    As the short description.
    """
    ended = replace(table(), phase=Phase.OVER)

    assert caption(ended, "board")[0].startswith("The game is over")


def test_crowded_boards_are_told_briefly() -> None:
    """
    With all spaces taken clans have their codes, and the text stays within the 1,024 characters of a picture's.
    """
    clans = ("Vi", "Or", "Gr", "Ye", "Pi", "Bl")
    spaces = {"B": 7, "R": 6, "F": 5, "W": 6, "M": 5, "S": 4}
    tracks = {code: [f"{clans[at % 6]}{at % 5 + 1}" for at in range(number)] for code, number in spaces.items()}
    given = position(clans=list(clans), tracks=tracks, in_huts=["Vi", "Or"], on_boards=spaces)
    boards = caption(given, "grounds")

    assert boards[3].startswith("Fish: 5 Fish, total 10 or less. Track: Vi 1 (safe), Or 2 (safe), Gr 3, Ye 4 and Pi 5.")
    assert len("\n".join(boards)) <= 1024
