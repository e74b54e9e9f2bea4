"""Section 8: illegal attempts, their sentences and their order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.running.play import Refused, finish
from games.core.seats import AskId, Seat
from games.grumpf import GAME
from games.grumpf.moves import (
    Choose,
    Club,
    Decline,
    Final,
    Flip,
    Go,
    HandIn,
    Hut,
    Place,
    Ready,
    SetOut,
    Trade,
)
from games.grumpf.state import Phase
from tests.games.grumpf.table import Match, Table, code_of, position, sentence_of

LIVE = [
    ({"in_huts": ["Vi"]}, "5>B", "Your Elder is in a hut, so you can't do anything else in this hunt."),
    ({"hands": {"Vi": ["14"]}}, "15:1>B", "Your Grumpf 1|5 is already on a board and stays there."),
    ({}, "15:4>B", "Grumpf 1|5 has no 4. Choose one of its own faces."),
    ({"hands": {"Vi": ["14"]}}, "5>B", "You have no Grumpf with a 5 left."),
    ({}, "16:1>B", "That Grumpf doesn't exist. Choose one of these: 15, 14, 25, 23, 34, 1x, 2x and 3x."),
    (
        {"clans": ["Vi", "Or", "Gr", "Ye", "Pi", "Bl"]},
        "3x:3>B",
        "Grumpf 3|club isn't used with six players. Choose another one.",
    ),
    ({}, "5>Q", "“5>Q” isn't a valid step. Try 5>B, 4>R?|4>B or x*M!; boards are B R F W M S."),
    ({"tracks": {"B": ["Gr1"] * 7}}, "5>B", "Bees has no free space left."),
    ({}, "x>B", "A club can't stand on a space of its own. Choose a Grumpf to club, such as x*B3 or x*B!"),
    ({}, "5*B1", "Only a club can be laid on a Grumpf. Choose a Grumpf with a club."),
    ({}, "x*M4", "No Grumpf stands on M4."),
    ({"tracks": {"M": ["Gr5 KO"]}}, "x*M1", "That Grumpf is already knocked out. A club needs one that is standing."),
    ({"tracks": {"M": ["Gr5"]}, "in_huts": ["Gr"]}, "x*M1", "Green's Elder is in a hut, so its Grumpfs are safe."),
    ({"tracks": {"M": ["Vi5"]}}, "x*M!", "There is no Grumpf to club on that board."),
    (
        {"clans": ["Vi", "Gr"], "hands": {"Vi": ["15", "14"]}},
        "^",
        "With two players you must place all your Grumpfs before you enter the hut (2 left).",
    ),
    ({}, "-", "You can't hold in a live hunt. To wait, just do nothing."),
    ({}, "~16", "That Grumpf doesn't exist. Choose one of these: 15, 14, 25, 23, 34, 1x, 2x and 3x."),
    (
        {"hands": {"Vi": ["14"]}},
        "~15",
        "That Grumpf is on a board. It stays there and can't be flipped until the hunt is over.",
    ),
]
"""Position, live action of violet, sentence."""


@pytest.mark.parametrize(("parts", "line", "sentence"), LIVE, ids=[sentence for _, _, sentence in LIVE])
def test_8_sentences(parts: dict[str, object], line: str, sentence: str) -> None:
    """
    Each illegal attempt is told in its sentence.
    """
    assert sentence == Table(mode="live", **parts).refusal("Vi", line)


PLANS = [
    ("5>B|^", "A hut can only be your first choice for a beat. Put it first, or leave it out."),
    ("5>B|4>B|3>B|2>B", "That's too many: a beat takes up to 3 choices."),
    ("15:5>B 15:1>B", "Your plan uses Grumpf 1|5 twice. Use another one the second time."),
    ("- - - - - - - - - -", "Only 9 beats are left in this hunt. Shorten your plan."),
    ("x*B1 x*B1 x*B1 x*B1", "You have no Grumpf with a club left."),
]


@pytest.mark.parametrize(("line", "sentence"), PLANS)
def test_8_sentences_about_plans(line: str, sentence: str) -> None:
    """
    So is what is refused at hand-in.
    """
    assert sentence == sentence_of(lambda: Match(3).play(0, line))


def test_8_without_tokens_only_holds_and_huts_are_planned() -> None:
    """
    The sentence says what happens without a plan.
    """
    table = Table(beat=4, hands={"Gr": ["15"]})

    assert table.refusal("Vi", "- 5>B").startswith("You have no Grumpfs left. Plan ^ or -;")


def test_8_huts_closed_and_full() -> None:
    """
    By turns a private report says so, live the press is told.
    """
    table = Table(beat=1)
    table.beat(Vi="^|5>B")

    assert table.state.clans[0].failed[0].why.args == {"beat": 4}
    live = Table(mode="live", in_huts=["Pi", "Gr"])
    assert live.refused("Vi", "^") == "HUTS_FULL"
    closed = replace(live.state, opened=False)
    assert sentence_of(lambda: GAME.check(GAME.view(closed, Seat(0)), Hut())) == "Huts open 10 seconds after the start."


def test_8_a_guard_fails_in_private() -> None:
    """
    The report names the choice that did not fit.
    """
    match = Match(3, first=0, reptiles="advanced")
    match.play(0, "4>R - -").play(1, "5>R? - -").play(2, "-")
    private = [event for entry in match.entries for event in entry.events if event.audience == (1,)]

    assert len(private) == 1
    assert match.state.clans[1].failed[0].choice == "5>R?"


@pytest.mark.parametrize(
    ("parts", "line", "code"),
    [
        ({"phase": "setup", "in_huts": ["Vi"]}, "5>B", "NO_HUNT"),
        ({"in_huts": ["Vi"], "hands": {}}, "5>B", "IN_HUT"),
        ({"clans": ["Vi", "Gr"], "hands": {"Vi": ["15"]}, "in_huts": ["Gr"]}, "^", "MUST_PLACE_ALL"),
        ({"hands": {"Vi": []}}, "x>B", "FACE_USED_UP"),
        ({"clans": ["Vi", "Or", "Gr", "Ye", "Pi", "Bl"], "hands": {}}, "3x:2>B", "TOKEN_REMOVED"),
        ({"hands": {"Vi": ["14"]}}, "15:4>B", "ALREADY_PLACED"),
        ({"tracks": {"S": ["Gr1"] * 4}}, "15:4>S", "WRONG_FACE"),
        ({"tracks": {"S": ["Gr1"] * 4}}, "x>S", "CLUB_NEEDS_TARGET"),
        ({"hands": {"Vi": ["14"]}}, "5*B1", "FACE_USED_UP"),
        ({}, "5*B1", "NOT_A_CLUB"),
        ({"tracks": {"B": ["Gr5 KO"]}, "in_huts": ["Gr"]}, "x*B1", "ALREADY_KNOCKED_OUT"),
    ],
)
def test_8_the_first_reason_is_given(parts: dict[str, object], line: str, code: str) -> None:
    """
    When several reasons apply, the one that comes first in the order.
    """
    assert code == Table(mode="live", **parts).refused("Vi", line)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Place("6", "Q"), "NO_SUCH_FACE"),
        (Place("5", "Q"), "NO_SUCH_BOARD"),
        (Place("15:6", "B"), "NO_SUCH_FACE"),
        (Club("x", "M", "9"), "EMPTY_SPACE"),
        (Club("x", "M", "!Zz"), "NO_TARGET"),
        (Club("x", "Q", "1"), "NO_SUCH_BOARD"),
        (SetOut(), "TABLE_ONLY"),
        (Trade("B", "Gr", "F"), "NO_TRADE"),
        (Decline(), "NO_TRADE"),
        (Ready(), "NOT_STARTING"),
        (Go(), "NOT_STARTING"),
        (Choose("live"), "NO_VOTE"),
        (Final(), "NOT_BY_TURNS"),
        (HandIn(), "NOT_BY_TURNS"),
        (Flip("99"), "NO_SUCH_TOKEN"),
    ],
)
def test_8_moves_as_objects(move: object, code: str) -> None:
    """
    Unknown faces, boards and targets, and moves out of place.
    """
    table = Table(mode="live")

    assert code == code_of(lambda: GAME.check(table.view("Vi"), move))  # type: ignore[arg-type]


def test_8_not_in_this_game() -> None:
    """
    A spectator is told so, whatever is tried.
    """
    view = GAME.view(Table().state, None)

    assert sentence_of(lambda: GAME.check(view, Ready())) == "You have no seat in this match."
    assert list(GAME.choices(view, Place, {})) == []


def test_8_plans_too_long_come_first() -> None:
    """
    A plan that is too long is refused for that before what is wrong with its steps; unreadable text before both.
    """
    match = Match(3)
    long = ["5>B"] * 10
    ask = match.asks(0)[0].id
    view = GAME.view(match.state, Seat(0))
    with pytest.raises(Refused) as caught:
        finish(GAME, match.state, Seat(0), ask, GAME.notation.read(view, " ".join(long)))

    assert caught.value.code == "TOO_LONG"
    assert code_of(lambda: match.play(0, " ".join([*long, "5>Q"]))) == "SYNTAX"


def test_8_an_empty_plan_is_none() -> None:
    """
    Without a draft at least one beat is planned.
    """
    match = Match(3)

    assert code_of(lambda: match.commit(0, AskId(match.asks(0)[0].id), ())) in ("NO_PLAN", "UNFINISHED")
    assert code_of(lambda: GAME.check(GAME.view(match.state, Seat(0)), HandIn())) == "NO_PLAN"


def test_8_trade_in_order() -> None:
    """
    First whether there is a trade and whose it is.
    """
    state = replace(position(trader="Gr", animals={"Vi": {"B": 1}, "Gr": {"F": 1}}), phase=Phase.TRADE)

    assert code_of(lambda: GAME.check(GAME.view(state, Seat(0)), Trade("Joker", "Ne", "F"))) == "NOT_TRADER"
