"""Choices: what panels and completion offer live, in the trade, and between hunts."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.core.moves import Move
from games.core.search.enumerate import moves_of
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.moves import Choose, Club, Flip, Hut, Place, Step, Trade
from games.grumpf.rules.trading import trades
from games.grumpf.state import Phase, State
from tests.games.grumpf.table import Match, Table, position, words


def values(state: State, verb: type[Move], seat: int | None = 0, **filled: Any) -> list[object]:  # noqa: ANN401 (fields)
    """Return the values offered for the next field."""
    view = GAME.view(state, None if seat is None else Seat(seat))
    return [choice.value for choice in GAME.choices(view, verb, filled)]


def trading() -> State:
    """Violet may trade."""
    animals = {"Vi": {"B": 2, "F": 1}, "Gr": {"M": 1, "B": 1}, "Pi": {"F": 1}}
    return replace(position(trader="Vi", animals=animals), phase=Phase.TRADE)


def test_m4_the_trade_offers_only_what_is_legal() -> None:
    """
    First what one has and can exchange, then with whom, then what that clan has of another species.
    """
    state = trading()

    assert values(state, Trade) == ["B", "F"]
    assert values(state, Trade, give="F") == ["Gr"]
    assert values(state, Trade, give="B", partner="Gr") == ["M"]
    assert set(moves_of(GAME, GAME.view(state, Seat(0)), Trade)) == set(trades(state, 0))
    assert values(state, Trade, seat=1) == []


def test_l5_3_a_club_goes_to_boards_with_targets() -> None:
    """
    Boards where somebody can be hit, then the targets there: the strongest, each space, the strongest of a clan.
    """
    table = Table(mode="live", hands={"Vi": ["1x"]}, in_huts=["Pi"], tracks={"B": ["Gr5", "Gr3 KO"], "M": ["Pi1"]})
    up = replace(table.state.clans[0], up={"1x": "x"})
    state = replace(table.state, clans=(up, *table.state.clans[1:]))

    assert values(state, Club) == ["1x"]
    assert values(state, Club, grumpf="1x") == ["B"]
    assert values(state, Club, grumpf="1x", board="B") == ["!", "1", "!Gr"]
    assert values(state, Club, grumpf="1x", board="B", target="1") == []
    assert values(state, Place) == []
    assert values(state, Flip) == ["1x"]


def test_l5_3_boards_show_their_free_spaces() -> None:
    """
    A full board is not offered; the others say how much room there is.
    """
    table = Table(mode="live", tracks={"S": ["Gr1"] * 4, "M": ["Gr1"] * 3})
    offered = {
        choice.value: choice.note and words(choice.note)
        for choice in GAME.choices(table.view("Vi"), Place, {"grumpf": "15:5"})
    }

    assert list(offered) == ["B", "R", "F", "W", "M"]
    assert offered["M"] == "2 spaces free"
    assert values(table.state, Place, grumpf="15:5", board="M") == []


def test_nothing_is_offered_to_whom_nothing_is_asked() -> None:
    """
    Spectators, clans in huts, the wrong mode, the wrong phase.
    """
    live, by_turns = Table(mode="live", in_huts=["Vi"]).state, Table(in_huts=["Vi"]).state

    assert values(live, Place, None) == []
    assert values(live, Place) == values(live, Flip) == []
    assert values(by_turns, Step) == values(by_turns, Place, 1) == []
    assert values(live, Choose) == values(live, Trade) == values(live, Hut) == []


def spots(state: State, verb: type[Move], **filled: Any) -> list[str]:  # noqa: ANN401 (fields)
    """Return the places on the picture of what is offered for the next field."""
    return [choice.spot for choice in GAME.choices(GAME.view(state, Seat(0)), verb, filled)]


def test_17_5_choices_name_their_places_on_the_picture() -> None:
    """
    A face the token it would use, a board its next free space or itself, a target its space; Animals have letters.
    """
    table = Table(hands={"Vi": ["15", "14", "1x"]}, tracks={"S": ["Gr1"] * 4, "B": ["Gr5"]}, beat=3)
    state = table.state

    assert spots(state, Step)[:4] == ["hand:14", "hand:14", "hand:15", "hand:1x"]
    assert "hut:free" in spots(state, Step)
    assert spots(state, Step, choice=("5>",)) == ["free:B", "free:R", "free:F", "free:W", "free:M", "S"]
    assert spots(state, Step, choice=("x*",)) == ["B", "R", "F", "W", "M", "S"]
    assert spots(state, Step, choice=("x*", "S")) == ["", "S1", "S2", "S3", "S4"]
    assert spots(trading(), Trade) == ["animal:0:B", "animal:0:F"]
    assert spots(trading(), Trade, give="B") == ["clan:1", "clan:2"]
    assert [choice.tag for choice in GAME.choices(GAME.view(trading(), Seat(0)), Trade, {})] == ["B", "F"]


def test_17_5_the_token_of_a_face_is_one_that_is_not_planned_yet() -> None:
    """
    Once the only 5 is planned, no other one is framed for it; what is left of the hand is.
    """
    table = Table(hands={"Vi": ["15", "14"]})
    violet = replace(table.state.clans[0], plan=("15:5>B",), planned=True)
    state = replace(table.state, clans=(violet, *table.state.clans[1:]))

    assert set(spots(state, Step)) == {"hand:14", ""}


def test_a8_r13_5_a_hut_is_offered_in_beats_where_it_can_work() -> None:
    """
    From the beat in which huts open; with two players once all Grumpfs are planned. It can be typed for any beat.
    """
    early, late = Table().state, Table(beat=3).state
    two = Table(clans=["Vi", "Gr"], beat=3, hands={"Vi": ["15"]})
    violet = replace(two.state.clans[0], plan=("x*B!|5>B",), planned=True)
    placed = replace(two.state, clans=(violet, *two.state.clans[1:]))

    assert [False, True] == ["^" in values(state, Step) for state in (early, late)]
    assert [False, True] == ["^" in values(state, Step) for state in (two.state, placed)]
    GAME.check(GAME.view(early, Seat(0)), Step(("^",)))


def test_10_both_modes_are_offered() -> None:
    """
    By turns or live.
    """
    match = Match(3, switching=True).hold().hold().hold()

    assert values(match.state, Choose) == ["async", "live"]


def test_a2_1_strokes_end_where_a_step_may_end() -> None:
    """
    A placement may stop, take a guard or an alternative; three choices are enough; nothing follows a hold.
    """
    state = Match(3).state

    assert values(state, Step, choice=("5>", "B")) == [".", "?", "|"]
    assert values(state, Step, choice=("5>", "B", "?")) == [".", "|"]
    assert values(state, Step, choice=("5>", "B", "|", "4>", "B", "|", "3>", "B")) == [".", "?"]
    assert values(state, Step, choice=("^",)) == [".", "last", "safe", "|"]
    assert values(state, Step, choice=("-",)) == ["."]
    assert "^" not in values(state, Step, choice=("5>", "B", "|"))
    assert values(state, Step, choice=("x*", "M", "!")) == [".", "Or", "Gr", "|"]
    assert values(state, Step, choice=("x*", "S")) == ["!", "1", "2", "3", "4"]
