"""L5.3, L5.4, M5: the keys of the private panel."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.keypad import FOCUS, MOST_KEYS, MOST_ROWS, Does, Key, Keypad, Press
from games.core.moves import STOP
from games.core.rng import Rng
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.components import BOARDS
from games.grumpf.moves import Club, Flip, Hut, Place
from games.grumpf.state import Piece, State
from games.grumpf.words.describe import PHONE_LINE
from tests.games.grumpf.table import SEED, Match, Table, words
from tests.phone import GAP, ROW, button_width, row_width, text_width


def pad(state: State, *, seat: int = 0, focus: str = "", strokes: tuple[str, ...] = ()) -> Keypad:
    """The keys of a seat."""
    asks = [ask for ask in GAME.asks(state) if ask.seat == seat]
    filled: dict[str, Any] = {"choice": strokes} if strokes else {}
    keypad = GAME.panel.keypad(GAME.view(state, Seat(seat)), asks[0], "step" if strokes else "", filled, focus)
    assert keypad is not None
    return keypad


def labels(keypad: Keypad) -> list[list[str]]:
    """What stands on the keys."""
    return [[words(key.label) for key in row] for row in keypad.rows]


def key(keypad: Keypad, label: str) -> Key:
    """The key with a label."""
    return next(one for row in keypad.rows for one in row if words(one.label) == label)


def faces(match: Match, **up: str) -> State:
    """A live hunt with some of the first player's faces up."""
    clans = match.state.clans
    up = {**dict.fromkeys(match.state.tokens, ""), **{token: token[0] for token in match.state.tokens}, **up}
    return replace(match.state, clans=(replace(clans[0], up=up), *clans[1:]))


def turned(state: State) -> State:
    """The state with all tokens in hand turned to their second face, clubs among them."""
    clans = (replace(clan, up={token: token[1] for token in clan.hand}) for clan in state.clans)
    return replace(state, clans=tuple(clans))


@pytest.fixture
def hunt() -> State:
    """A live hunt of three; ``1x`` lies with its club up, all other tokens with their first face."""
    return faces(Match(3, mode="live").begin_live(), **{"1x": "x"})


def test_l5_3_rows_of_the_control_panel(hunt: State) -> None:
    """
    Tokens: the face that is up and, small, the other; Hut, Refresh; boards with their free spaces; Strongest, Back.
    """
    keypad = pad(hunt)

    assert labels(keypad) == [
        ["1⁵", "1⁴", "2⁵", "2³", "3⁴"],
        ["x¹", "2ˣ", "3ˣ", "Hut", "Refresh"],
        ["B 7", "R 6", "F 5", "W 6", "M 5"],
        ["S 4"],
        ["Strongest", "Back"],
    ]
    assert all(one.off for one in keypad.rows[2])


def test_l5_3_the_first_press_selects_further_presses_flip(hunt: State) -> None:
    """
    A selected token is marked, and its key flips it.
    """
    first = key(pad(hunt), "1⁵")
    assert (first.does, first.focus) == (Does.LOOK, "15")
    chosen = key(pad(hunt, focus="15"), "1⁵")

    assert (chosen.does, chosen.move, chosen.chosen, chosen.focus) == (Does.PLAY, Flip("15"), True, "15")


def test_l5_3_a_value_and_a_board_make_a_placement(hunt: State) -> None:
    """
    Two presses; the board's key carries token and face (L2.3).
    """
    board = key(pad(hunt, focus="23"), "R 6")

    assert (board.does, board.move) == (Does.PLAY, Place("23:2", "R"))


def test_l5_3_a_club_and_a_board_show_its_spaces() -> None:
    """
    With clan code and value; who is knocked out or sheltered cannot be pressed. Back returns to the boards.
    """
    table = Table(mode="live", tracks={"B": ["Gr5", "Pi3 KO", "Vi2"], "F": ["Gr1"]})
    state = turned(table.state)
    board = key(pad(state, focus="1x"), "B 4")
    assert (board.does, board.move, board.focus) == (Does.LOOK, None, "1x*B")
    keypad = pad(state, focus=board.focus)

    assert labels(keypad)[2:] == [
        ["1 Gr5", "2 Pi3", "3 Vi2", "4 free"],
        ["5 free", "6 free", "7 free"],
        ["Strongest", "Back"],
    ]
    assert key(keypad, "1 Gr5").move == Club("1x", "B", "1")
    assert key(keypad, "2 Pi3").off
    assert key(keypad, "Back").focus == "1x"
    assert keypad.head is not None
    assert words(keypad.head) == "-# Bees: pick a space to club."


def test_l2_5_the_own_grumpf_is_pressed_twice() -> None:
    """
    The first press asks, on the same key; the second one clubs.
    """
    table = Table(mode="live", tracks={"B": ["Gr5", "Vi2"]})
    state = turned(table.state)
    asking = pad(state, focus="1x*B").rows[2][1]
    assert (asking.does, asking.focus) == (Does.LOOK, "1x*B2")
    keypad = pad(state, focus=asking.focus)
    sure = keypad.rows[2][1]
    assert keypad.head is not None

    assert words(keypad.head) == "-# Bees 2 is yours. Press again to club it."
    assert (words(sure.label), sure.move) == ("2 Vi2?", Club("1x", "B", "2", True))


def test_l5_3_strongest_clubs_on_the_next_board(hunt: State) -> None:
    """
    With a club selected it is switched on and off; then a board's key clubs there.
    """
    assert key(pad(hunt, focus="15"), "Strongest").off
    on = key(pad(hunt, focus="1x"), "Strongest")
    keypad = pad(hunt, focus=on.focus)

    assert key(keypad, "Strongest").chosen
    assert key(keypad, "M 5").move == Club("1x", "M", "!")
    assert key(keypad, "Strongest").focus == "1x"


def test_l5_3_hut_and_refresh(hunt: State) -> None:
    """
    Hut acts at once; Refresh keeps what is selected.
    """
    keypad = pad(hunt, focus="15")

    assert key(keypad, "Hut").move == Hut()
    assert (key(keypad, "Refresh").does, key(keypad, "Refresh").focus) == (Does.LOOK, "15")


def test_l5_4_the_next_token_is_selected_after_a_placement(hunt: State) -> None:
    """
    The next unplaced one, round and round; the placed one's key is dead. Without tokens nothing is selected.
    """
    placed = key(pad(hunt, focus="15"), "B 7")
    assert placed.focus == "15"
    clans = hunt.clans
    after = replace(hunt, clans=(replace(clans[0], hand=clans[0].hand[1:]), *clans[1:]))
    keypad = pad(after, focus=placed.focus)
    assert keypad.rows[0][0].off
    assert keypad.rows[0][1].chosen
    assert key(keypad, "B 7").move == Place("14:1", "B")
    last = replace(hunt, clans=(replace(clans[0], hand=("15",)), *clans[1:]))
    assert key(pad(last, focus="3x"), "B 7").move == Place("15:1", "B")
    none = replace(hunt, clans=(replace(clans[0], hand=()), *clans[1:]))

    assert key(pad(none, focus="15"), "B 7").off


def test_l5_3_keys_keep_within_the_limits() -> None:
    """
    Five rows of at most five, each focus short enough for the id of a button.
    """
    for seats in (2, 6):
        state = turned(Match(seats, mode="live").begin_live().state)
        for focus in ("", "15", "1x", "1x!", "1x*B", "1x*M3", "zz", "15*B"):
            keypad = pad(state, focus=focus)
            assert len(keypad.rows) == MOST_ROWS
            assert all(1 <= len(row) <= MOST_KEYS for row in keypad.rows)
            assert all(len(one.focus) <= FOCUS for row in keypad.rows for one in row)


# --- M5 ---------------------------------------------------------------------------------------------------------------


def test_m5_rows_of_the_plan_builder() -> None:
    """
    Faces; x, Hut, Hold, the guard, or else; boards; List, strongest, Undo; Submit, Clear.
    """
    keypad = pad(Match(3).state)

    assert labels(keypad) == [
        ["1", "2", "3", "4", "5"],
        ["x", "Hut", "Hold", "? fits", "| or"],
        ["B", "R", "F", "W", "M"],
        ["S", "List", "! strongest", "Undo"],
        ["Submit", "Clear"],
    ]
    live = [words(one.label) for row in keypad.rows for one in row if not one.off]
    assert live == [*"12345", "x", "Hold", "List", "Undo", "Clear"]


def test_m5_what_may_come_next_can_be_pressed() -> None:
    """
    After a face the boards; after a board the guard, an alternative, or the first stroke of the next beat.
    """
    state = Match(3).state
    boards = pad(state, strokes=("5>",))
    assert [one.off for one in boards.rows[2]] == [False] * 5
    done = pad(state, strokes=("5>", "R"))

    assert not key(done, "? fits").off
    assert not key(done, "| or").off
    assert key(done, "4").presses == (Press("step", STOP), Press("step", "4>"))
    assert not key(done, "4").off
    assert key(boards, "4").off


def test_m5_after_x_and_a_board_its_occupied_spaces() -> None:
    """
    Row 3 turns into them, with the strongest in row 4; who cannot be clubbed keeps the place of the space.
    """
    table = Table(tracks={"B": ["Gr5", "Pi3", "Vi2"]})
    keypad = pad(table.state, strokes=("x*", "B"))

    assert labels(keypad)[2:4] == [["Gr5", "Pi3", "Vi2"], ["––", "List", "! strongest", "Undo"]]
    assert key(keypad, "Pi3").presses == (Press("step", "2"),)
    assert not key(keypad, "! strongest").off
    assert key(keypad, "4").off


def test_m5_the_strongest_of_one_clan_and_the_guards_of_a_hut() -> None:
    """
    Behind ``!`` stand the other clans, behind a hut its two guards.
    """
    state = Match(3).state

    assert labels(pad(state, strokes=("x*", "B", "!")))[2] == ["Or", "Gr"]
    assert labels(pad(state, strokes=("^",)))[2] == ["Last hut only", "Not the last hut"]


def test_m5_handing_in_ends_the_step() -> None:
    """
    The key presses what is left to press; final only for a plan that goes beyond the volley (A2.2).
    """
    state = Match(3).state
    one = pad(state, strokes=("5>", "R"))
    assert key(one, "Submit").presses == (Press("step", STOP),)
    assert not key(one, "Submit").off
    assert "Final" not in labels(one)[-1]
    clan = replace(state.clans[0], plan=("5>B", "4>B", "3>B"), planned=True)
    long = pad(replace(state, clans=(clan, *state.clans[1:])), strokes=("2>", "R"))

    assert key(long, "Final").presses == (Press("step", STOP), Press("final"))
    assert not key(long, "Final").off


def test_m5_the_plan_in_words_and_notation_with_the_drum_order() -> None:
    """
    One line for each beat; what goes beyond the volley is marked as draft.
    """
    match = Match(3, first=1)
    clan = replace(match.state.clans[0], plan=("5>B", "4>B|-", "3>B"), planned=True)
    state = replace(match.state, clans=(clan, *match.state.clans[1:]))
    head = pad(state, strokes=("2>",)).head
    assert head is not None

    assert words(head).splitlines()[:4] == [
        "**1** place a 5 on Bees · `5>B` · Or Gr Vi",
        "**2** place a 4 on Bees, else hold · `4>B|-` · Gr Vi Or",
        "**3** place a 3 on Bees · `3>B` · Vi Or Gr",
        "**4** place a 2 on … · `2> …` · Or Gr Vi · draft",
    ]


def head_of(keypad: Keypad) -> str:
    """What stands above the keys."""
    assert keypad.head is not None
    return words(keypad.head)


def test_beats_without_a_step_are_warned_of_before_submit() -> None:
    """
    They are held, and who holds too often can't use all Grumpfs; who goes to a hut holds nothing.
    """
    state = Match(3).state
    late = Table(beat=6, hands={"Vi": ["15", "14", "25"]}).state

    assert "⚠️" not in head_of(pad(state))
    assert "**2** … · " in head_of(pad(state, strokes=("5>", "R")))
    assert "**3** nothing yet · " in head_of(pad(state, strokes=("5>", "R")))
    assert "⚠️ If you submit now, you hold in beats 2 and 3. Then 1 Grumpf can't be used in this hunt." in head_of(
        pad(state, strokes=("5>", "R"))
    )
    assert "you hold in beats 8 and 9. Then 2 Grumpfs can't" in head_of(pad(late, strokes=("5>", "R")))
    assert "⚠️" not in head_of(pad(late, strokes=("^",)))


def test_why_a_choice_failed_stands_above_the_keys() -> None:
    """
    Until a new plan is begun.
    """
    table = Table(tracks={"S": ["Gr1"] * 4})
    table.volley(Vi="5>S")

    assert "-# ✗ Beat 1, place a 5 on Sorcerer: Sorcerer has no free space left." in head_of(pad(table.state))
    assert "✗" not in head_of(pad(table.state, strokes=("5>",)))


def test_m5_other_asks_have_no_keys(hunt: State) -> None:
    """
    Getting ready is a list as in any game; who only watches has no keys at all.
    """
    state = Match(3, mode="live").state
    ask = next(ask for ask in GAME.asks(state) if ask.seat == 0)
    hunting = next(ask for ask in GAME.asks(hunt) if ask.seat == 0)

    assert GAME.panel.keypad(GAME.view(state, Seat(0)), ask, "", {}, "") is None
    assert GAME.panel.keypad(GAME.view(hunt, None), hunting, "", {}, "") is None


# --- On a phone -------------------------------------------------------------------------------------------------------


def shuffled(state: State, rng: Rng) -> State:
    """The state with boards, faces and hands made by chance; a board gets at most two neutral Grumpfs (R13.2)."""
    codes = [clan.code for clan in state.clans] + (["Ne"] if state.players == 2 else [])
    tracks: dict[str, tuple[Piece, ...]] = {}
    for board in BOARDS:
        track: list[Piece] = []
        for _ in range(rng.pick("pieces", range(BOARDS[board].spaces.value + 1))):
            neutral = sum(piece.clan == "Ne" for piece in track)
            code = rng.pick("clan", [one for one in codes if one != "Ne" or neutral < 2])
            club = rng.pick("club", ["", "", state.clans[0].code])
            track.append(Piece(code, rng.pick("value", range(1, 6)), club=club))
        tracks[board] = tuple(track)
    clans = []
    for clan in state.clans:
        hand = tuple(token for token in clan.hand if rng.pick("held", (True, True, False)))
        up = {token: rng.pick("face", tuple(token)) for token in hand}
        clans.append(replace(clan, hand=hand, up=up if clan.up else {}))
    return replace(state, tracks=tracks, clans=tuple(clans))


def hunts(seats: int, rng: Rng) -> list[Keypad]:
    """Control panels of live hunts by chance, each followed through a few presses that change what is looked at."""
    pads = []
    begun = Match(seats, mode="live").begin_live().state
    for _ in range(10):
        state = shuffled(begun, rng)
        focus = ""
        for _ in range(8):
            pads.append(pad(state, focus=focus))
            live = [one for row in pads[-1].rows for one in row if not one.off and not one.move]
            focus = rng.pick("press", live).focus
    return pads


def plans(seats: int, rng: Rng) -> list[Keypad]:
    """Plan builders by chance, each followed through a step."""
    pads = []
    begun = Match(seats).state
    for _ in range(10):
        state = shuffled(begun, rng)
        strokes: tuple[str, ...] = ()
        for _ in range(8):
            pads.append(pad(state, strokes=strokes))
            pressed = [
                str(one.presses[0].value) for row in pads[-1].rows[:4] for one in row if one.presses and not one.off
            ]
            pressed = [stroke for stroke in pressed if stroke != STOP]
            if not pressed:
                break
            strokes += (rng.pick("press", pressed),)
    return pads


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_each_row_stands_in_one_line_on_a_phone(seats: int) -> None:
    """
    360 px wide, whatever stands on the boards and whatever is pressed: no key is pushed into another line.
    """
    rng = Rng(SEED)
    rows = [row for keypad in hunts(seats, rng) + plans(seats, rng) for row in labels(keypad)]
    widest = max(rows, key=row_width)

    assert row_width(widest) <= ROW, widest


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_keys_keep_their_places(seats: int) -> None:
    """
    In both layouts the rows are as many whatever is looked at, and the same key stands at the same place.
    """
    rng = Rng(SEED)
    places: dict[str, set[tuple[int, int]]] = {}
    for keypad in hunts(seats, rng) + plans(seats, rng):
        assert len(keypad.rows) == MOST_ROWS
        assert keypad.head is not None
        for down, row in enumerate(labels(keypad)):
            for across, label in enumerate(row):
                places.setdefault(label, set()).add((down, across))
    kept = (
        "Refresh",
        "Strongest",
        "Back",
        "x",
        "Hold",
        "? fits",
        "| or",
        "! strongest",
        "Undo",
        "List",
        "Clear",
    )

    assert dict.fromkeys(kept, 1) == {name: len(places[name]) for name in kept}


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_stands_above_the_keys_has_the_same_height(seats: int) -> None:
    """
    A live panel moves no key up or down: the ask, each line of its board and the head stand in one line on a phone.
    """
    begun = Match(seats, mode="live").begin_live().state
    opened = replace(begun, opened=not begun.opened)
    asks = [
        words(ask.private) for state in (begun, opened) for ask in GAME.asks(state) if ask.seat == 0 and ask.private
    ]
    assert 2 == len(set(asks))
    assert max(text_width(f"Grumpf #1234 · {ask}", size=16, weight=600) for ask in asks) <= ROW
    for keypad in hunts(seats, Rng(SEED)):
        assert keypad.board is not None
        assert keypad.head is not None
        board = words(keypad.board).splitlines()
        assert 8 == len(board)
        assert max(map(len, board)) <= PHONE_LINE, board
        assert text_width(words(keypad.head).removeprefix("-# "), size=13) <= ROW
    for keypad in plans(seats, Rng(SEED)):
        assert keypad.head is not None
        legend = words(keypad.head).splitlines()[-2:]
        assert max(text_width(line.removeprefix("-# "), size=13) for line in legend) <= ROW


@pytest.mark.parametrize("seats", [2, 6])
def test_no_key_of_a_hunt_moves_along_its_row(seats: int) -> None:
    """
    Whatever the others show: its edge stays within 12 px, a quarter of the narrowest key.
    """
    edges: dict[tuple[int, ...], set[float]] = {}
    for keypad in hunts(seats, Rng(SEED)):
        rows = labels(keypad)
        layout = tuple(map(len, rows))
        for down, row in enumerate(rows):
            left = 0.0
            for across, label in enumerate(row):
                edges.setdefault((*layout, down, across), set()).add(left)
                left += button_width(label) + GAP

    assert max(max(found) - min(found) for found in edges.values()) <= 12
