"""What a guided match teaches, decision by decision."""

from __future__ import annotations

from games.core.rng import Rng
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.components import BOARDS
from tests.games.grumpf.table import SEED, Match, words


def taught(match: Match, seat: int = 0, *steps: str) -> str:
    """What the seat is taught, after some steps of its plan."""
    ask = match.asks(seat)[0]
    state = match.state
    for step in steps:
        (move, *_) = GAME.notation.read(GAME.view(state, Seat(seat)), step)
        state = GAME.step(state, Seat(seat), move, Rng(SEED)).state
    return " ".join(map(words, GAME.panel.lessons(GAME.view(state, Seat(seat)), ask)))


def test_the_first_decision_tells_who_one_is_and_what_wins() -> None:
    """
    With the mark and color of the clan as on the picture, and the board with most Animals as the example.
    """
    told = taught(Match(2))

    assert "You are ◆ **violet**, Vi" in told
    assert "6 points" in told
    assert "**5**, then **" in told


def test_each_step_of_the_first_plan_teaches_something_new() -> None:
    """
    Conditions and awards, ties, Submit; with two players the neutral clan and its hut.
    """
    match = Match(2)
    lessons = [taught(match, 0, *["5>B", "5>M", "4>F"][:made]) for made in range(4)]

    assert 4 == len(set(lessons))
    assert "condition" in lessons[1]
    assert "(Ne)" in lessons[1]
    assert "In a tie" in lessons[2]
    assert "*Submit*" in lessons[3]
    assert "all your Grumpfs are placed" in taught(match.hold())


def test_after_the_first_hunt_one_reads_what_it_brought_and_what_is_missing() -> None:
    """
    Nothing more is taught from the third hunt on.
    """
    match = Match(3)
    code = next(code for code in "RFM" if match.state.lying.get(code))
    lacking = [BOARDS[each].name for each in "BRFWM" if each != code]
    match.play(0, f"5>{code} 5>{code} -").play(1, "-").play(2, "-").hold().hold()
    told = taught(match)
    while match.state.round < 3:
        match.hold()

    assert "The first hunt brought you" in told
    assert f"You still lack 4 species: {', '.join(lacking[:3])} and {lacking[3]}." in told
    assert "" == taught(match)


def test_live_everything_is_told_before_the_hunt() -> None:
    """
    During the hunt nothing changes above the keys.
    """
    match = Match(2, mode="live")
    before = taught(match)
    match.begin_live()

    assert "You are ◆ **violet**" in before
    assert "every tap counts at once" in before
    assert taught(match) == taught(match.timer("open")) != ""
