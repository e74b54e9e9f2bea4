"""S2, section 11: what is seen, the picture's board, the board in words, marks, hints."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Ask
from games.core.moves import Found
from games.core.seats import TABLE, Seat
from games.grumpf import GAME
from games.grumpf.marks import marks
from games.grumpf.moves import Club, Place, Step
from games.grumpf.rules.racing import action_fault
from games.grumpf.state import Phase
from games.grumpf.view import NO_VOLLEY, Board, board_of, find_judged_board
from games.grumpf.words.describe import head
from games.grumpf.words.hints import hint
from tests.games.grumpf.table import Match, Table, words


def board(table: Table, seat: int | None = 0) -> Board:
    """What a picture shows of a position."""
    return board_of(GAME.view(table.state, None if seat is None else Seat(seat)))


def test_11_head() -> None:
    """
    Hunt, volley to plan, volley just played, drummers, huts.
    """
    match = Match(4, first=1).hold()
    seen = board_of(GAME.view(match.state, None))

    assert (seen.round, seen.rounds, seen.beat, seen.beats) == (1, 4, 3, 9)
    assert (seen.played, seen.coming) == ((1, 3), (4, 6))
    assert seen.drummers[:4] == ("Or", "Gr", "Ye", "Vi")
    assert seen.huts == ("", "")
    assert (seen.open, seen.opens) == (True, 4)
    assert [card.drums for card in seen.cards] == [(4,), (5,), (6,), ()]


def test_codes_are_explained_in_words() -> None:
    """
    Those of boards and of the clans that play: keys and menus show nothing else.
    """
    told = words(GAME.describe(GAME.view(Match(2).state, Seat(0))))

    assert "Codes on keys and in menus: B Bees, R Reptiles, F Fish, W Birds, M Mammoths, S Sorcerer, Vi violet" in told


def test_11_a_panel() -> None:
    """
    Side, Animals, formula with the number it looks at, whether it is met, track and ranking.
    """
    table = Table(
        sides={"B": "2"},
        on_boards={"R": 3},
        in_huts=["Pi"],
        tracks={"R": ["Gr5", "Pi4", "Vi3 KO"], "B": ["Vi5", "Gr1", "Gr2", "Gr3"]},
    )
    seen = {one.code: one for one in board(table).boards}
    reptiles, bees = seen["R"], seen["B"]

    assert (reptiles.formula, reptiles.number, reptiles.met, reptiles.animals) == ("10 ≤ Σ ≤ 20", 9, False, 3)
    assert [space.clan for space in reptiles.spaces] == ["Gr", "Pi", "Vi", "", "", ""]
    assert [space.sheltered for space in reptiles.spaces[:3]] == [False, True, False]
    assert reptiles.spaces[2].club
    assert [(one.place, one.clan, one.strength) for one in reptiles.ranking] == [(1, "Gr", 5), (2, "Pi", 4)]
    assert [space.counted for space in bees.spaces] == [False, True, True, True, False, False, False]
    assert (bees.formula, bees.number, bees.met) == ("last 3", None, True)
    assert seen["M"].met is None


def test_11_fresh_spaces_carry_their_beat() -> None:
    """
    Filled or clubbed in the latest volley; others are not fresh.
    """
    match = Match(3, first=0)
    match.play(0, "5>B - x*B2").play(1, "- 4>B -").play(2, "-")
    spaces = board_of(GAME.view(match.state, None)).boards[0].spaces
    assert [space.fresh for space in spaces[:3]] == [1, 3, 0]

    match.hold()
    assert [space.fresh for space in board_of(GAME.view(match.state, None)).boards[0].spaces[:2]] == [0, 0]


def test_11_cards() -> None:
    """
    Tokens left and clubs among them, Animals of every species, tiles, Jokers, hut, whether a plan is awaited, points.
    """
    table = Table(beat=3, in_huts=["Gr"], animals={"Vi": {"B": 1, "M": 1}}, hands={"Vi": ["15", "1x"], "Gr": ["15"]})
    violet, green, pink = board(table).cards

    assert (violet.tokens, violet.clubs, violet.owes, violet.points) == (2, 1, True, 1)
    assert violet.animals == {"B": 1, "R": 0, "F": 0, "W": 0, "M": 1}
    assert (green.hut, green.owes) == (1, False)
    assert (pink.tokens, pink.owes) == (0, False)


def test_s2_2_only_the_owner_sees_plan_and_hand() -> None:
    """
    The private part is the seat's own; a spectator has none.
    """
    table = Table(hands={"Vi": ["15"]})
    table.play("Vi", "5>B")
    own = board(table).own

    assert own is not None
    assert (own.clan, own.hand, own.plan, own.draft) == ("Vi", ("15",), ("5>B",), False)
    assert board(table, None).own is None
    assert GAME.view(table.state, Seat(1)).state.clans[0].plan == ()


def test_the_judged_boards_can_be_shown_afterwards() -> None:
    """
    By turns the next hunt is set out at once; how the last one ended is kept, with who took what.
    """
    match = Match(3, first=0)
    match.play(0, "5>M").play(1, "-").play(2, "-").hold().hold()
    view = GAME.view(match.state, None)
    judged = find_judged_board(view)
    mammoths = next(one for one in judged.boards if one.code == "M") if judged is not None else None

    assert board_of(view).judged is False
    assert judged is not None
    assert (judged.judged, judged.round, judged.played) == (True, 1, NO_VOLLEY)
    assert mammoths is not None
    assert mammoths.spaces[0].clan == "Vi"
    assert mammoths.got == ({"Vi": mammoths.animals} if mammoths.animals else {})
    assert find_judged_board(GAME.view(Match(3).state, None)) is None


def test_live_results_and_who_is_ready_are_two_boards() -> None:
    """
    The first shows how the hunt ended, the next one empty boards with what lies there, and full hands.
    """
    match = Match(3, mode="live").begin_live().play(0, "5>M").timer("time_up")
    results, ready = (board_of(GAME.view(state, None)) for state in (*match.shown, match.state))

    assert (results.phase, results.judged, results.round) == (Phase.JUDGE, True, 1)
    assert " is over." in words(head(results))
    assert results.boards[4].spaces[0].clan == "Vi"
    assert (ready.phase, ready.judged, ready.round) == (Phase.READY, False, 2)
    assert {space.clan for each in ready.boards for space in each.spaces} == {""}
    assert [card.tokens for card in ready.cards] == [8, 8, 8]


def test_live_by_rules_1_the_judged_boards_stay_until_all_are_ready() -> None:
    """
    A match begun so has one board between hunts, which shows how the last one ended.
    """
    match = Match(3, mode="live", rules=1).begin_live().play(0, "5>M").timer("time_up")
    seen = board_of(GAME.view(match.state, None))

    assert (seen.phase, seen.judged) == (Phase.READY, True)
    assert words(head(seen)).startswith("Hunt 1 of ")
    assert " is over." in words(head(seen))
    assert seen.boards[4].spaces[0].clan == "Vi"


def test_describe_has_a_line_for_each_board() -> None:
    """
    Animals, condition, track, total, ranking, the short form in notation; the long form has bag, drums and one's hand.
    """
    table = Table(on_boards={"F": 2}, in_huts=["Pi"], tracks={"F": ["Gr5", "Pi4", "Vi3 KO"]})
    short = words(GAME.describe(table.view("Vi"), short=True)).splitlines()
    long = words(GAME.describe(table.view("Vi")))

    assert short[3] == "Fish: 2 Fish, total 10 or less. Gr5 Pi4^ [Vi3] · · = 9 ✓; Gr 5, Pi 4"
    assert len(short) == 10
    assert "Track: green 5, pink 4 (safe) and violet 3 (out)." in long
    assert "Your Grumpfs: 1|5" in long
    assert "In the bag" in long


def test_marks() -> None:
    """
    Spaces filled and clubbed, huts entered, in the order of the boards; one changer is named.
    """
    table = Table(mode="live", tracks={"B": ["Gr5"]})
    before = table.view("Gr")
    table.play("Vi", "5>M")
    table.play("Vi", "x*B1")
    table.play("Vi", "^")
    made = marks(before, table.view("Gr"))

    assert made.spots == ("B1", "M1", "hut:Vi")
    assert made.seat == 0
    assert marks(before, before).spots == ()


def test_marks_between_hunts() -> None:
    """
    Boards whose Animals changed, and clans that collected some.
    """
    match = Match(3, first=0)
    before = GAME.view(match.state, None)
    match.play(0, "5>M 5>S").play(1, "-").play(2, "-").hold().hold()
    spots = marks(before, GAME.view(match.state, None)).spots

    assert "clan:0" in spots
    assert any(spot in "BRFWM" for spot in spots)


def _hint(match: Match, ask: Ask) -> str:
    told = GAME.panel.hint(GAME.view(match.state, ask.seat), ask)
    return "" if told is None else words(told.text)


def test_hints_by_volley() -> None:
    """
    In the first two hunts each volley has its advice; the table gets none.
    """
    match = Match(3)
    first = _hint(match, match.asks(0)[0])
    second = _hint(match.hold(), match.asks(0)[0])
    third = _hint(match.hold(), match.asks(0)[0])

    assert "Early spaces" in first
    assert "A club names" in second
    assert "last beats" in third
    ready = Match(3, mode="live")
    assert "Ready" in _hint(ready, ready.asks(0)[0])
    assert _hint(ready, ready.asks(TABLE)[0]) == ""
    ready.begin_live()
    assert "board" in _hint(ready, ready.asks(0)[0])


def test_a_hint_advises_a_plan_that_can_be_taken() -> None:
    """
    The placements that bring most as things stand, in words with what they bring; the third hunt has nothing more.
    """
    match = Match(2)
    ask = match.asks(0)[0]
    told = GAME.panel.hint(GAME.view(match.state, Seat(0)), ask)
    best = next(iter(GAME.panel.combinations(GAME.view(match.state, Seat(0)), ask)))
    later = GAME.panel.hint(GAME.view(replace(match.state, round=3), Seat(0)), ask)

    assert told is not None
    assert best.worth is not None
    assert (best.moves, 3) == (told.moves, len(told.moves))
    assert f"Suggestion ({words(best.worth)} as things stand):\n• place a " in words(told.text)
    assert later is not None
    assert later.moves == told.moves
    assert words(later.text).startswith("Suggestion (")


def test_a_hint_says_all_that_a_step_tries() -> None:
    """
    Also the third choice, which stands in notation where there is less room.
    """
    match = Match(2)
    found = Found(moves=(Step(("5>B?|4>S|1>M",)),), points=2)
    told = GAME.panel.hint(GAME.view(match.state, Seat(0)), match.asks(0)[0], found)

    assert told is not None
    assert "• place a 5 on Bees if it fits, else place a 4 on Sorcerer, else place a 1 on Mammoths\n" in words(
        told.text
    )


def test_a_hint_of_a_live_hunt_is_an_action_that_can_be_played_at_once() -> None:
    """
    What brings most as things stand, one Grumpf at a time, in every hunt.
    """
    match = Match(2, mode="live")
    match.begin_live()
    ask = match.asks(0)[0]
    told = GAME.panel.hint(GAME.view(match.state, Seat(0)), ask)
    late = GAME.panel.hint(GAME.view(replace(match.state, round=4), Seat(0)), ask)

    assert told is not None
    assert late is not None
    assert (len(told.moves), told.moves) == (1, late.moves)
    assert isinstance(told.moves[0], Place)
    assert action_fault(match.state, 0, told.moves[0]) is None
    assert "• place a " in words(late.text)


def test_a_hint_says_whom_a_club_hits() -> None:
    """
    Its clan and value, beside the place.
    """
    view = Table(tracks={"M": ["Pi5", "Gr4"]}, beat=7, hands={"Vi": ["1x"]}).view("Vi")
    ask = GAME.asks(view.state)[0]
    told = hint(view, ask, (Step(("x*", "M", "2")),), None)
    live = hint(view, ask, (Club("1x", "M", "2"),), None)

    assert told is not None
    assert told == live
    assert "• Club the green 4 on Mammoths, space 2" in words(told)


def test_hints_for_trades_and_empty_hands() -> None:
    """
    What to give and take; that one goes home by oneself.
    """
    table = Table(beat=4, trader="Vi", hands={"Gr": ["15"]}, animals={"Vi": {"B": 1}, "Gr": {"F": 1}})
    ask = GAME.asks(table.state)[0]
    home = GAME.panel.hint(table.view("Vi"), ask)
    trade = replace(table.state, phase=Phase.TRADE)
    told = GAME.panel.hint(GAME.view(trade, Seat(0)), GAME.asks(trade)[0])

    assert home is not None
    assert "plan nothing" in words(home.text)
    assert told is not None
    assert "series" in words(told.text)


def test_l1_1_before_the_first_hunt_nothing_is_drawn_and_every_clan_has_all_its_grumpfs() -> None:
    """
    Live, everybody gets ready first: no board says that it has no Animals.
    """
    match = Match(3, mode="live")
    before = board_of(GAME.view(match.state, None))
    match.begin_live()
    after = board_of(GAME.view(match.state, None))

    assert [{False}, {True}] == [{one.drawn for one in board.boards} for board in (before, after)]
    assert [(8, 3)] * 3 == [(card.tokens, card.clubs) for card in before.cards]
    assert "Bees: Animals are drawn when the hunt begins, total 20 or more." in words(
        GAME.describe(GAME.view(Match(3, mode="live").state, None))
    )


def test_before_a_live_hunt_the_short_board_tells_full_hands_and_no_empty_tracks() -> None:
    """
    What lies and the conditions stand there; spaces and sums only once Grumpfs can be placed.
    """
    ready = Match(2, mode="live")
    before = words(GAME.describe(GAME.view(ready.state, Seat(0)), short=True))
    ready.begin_live()
    during = words(GAME.describe(GAME.view(ready.state, Seat(0)), short=True))

    assert "Vi: 8 left" in before
    assert "·" not in before
    assert "·" in during
