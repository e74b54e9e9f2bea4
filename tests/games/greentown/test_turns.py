"""Order of turns, markers, the variant, the end (R3, R4, R10, R11)."""

from __future__ import annotations

import pytest

from games.core.errors import IllegalMove
from games.core.input.complete import Completion, complete
from games.core.input.forms import Form, forms_of, read_parts
from games.core.running.forced import weave_forced
from games.core.running.play import TurnContext
from games.core.words import Words
from games.greentown import GAME
from games.greentown.moves import Announce, Done, Double, Lay
from games.greentown.rules.markers import announceable
from games.greentown.scoring import outcome_of
from games.greentown.state import Player, Sheet
from tests.cases.greentown.queries import ranking
from tests.games.greentown.table import BUILT, EMPTY, NAMES, PLAIN, STUCK, Match, refusal_of, words

LOOP = "T ~M12-L12-L13-M13-N12-M12"
"""A tour of the recommended town with a culture site on M13: trees L12, L13, N12, the site, the hotel."""

SITE = {"M13": "1245 P1:C"}


def order_of(match: Match, turns: int) -> str:
    """Play default turns and return who played, as digits."""
    played = ""
    for _ in range(turns):
        played += str(match.table.current + 1)
        match.fallback()
    return played


def test_r3_1_every_player_has_one_turn_in_a_round() -> None:
    """
    Four players: the last of a round begins the next; the order goes round backwards.
    """
    assert "1234412334122341"[:12] == order_of(Match(players=4), 12)


def test_r3_2_a_turn_begins_with_a_marker() -> None:
    """
    Nothing can be laid before a marker is announced, and none can be announced twice.
    """
    match = Match()

    assert "MARKER_FIRST" == refusal_of(lambda: GAME.check(match.view, Lay("L15", "45")))
    assert "MARKER_FIRST" == refusal_of(lambda: GAME.check(match.view, Done()))
    match.draft(Announce("B"))
    assert "ANNOUNCED" == refusal_of(lambda: GAME.check(match.view, Announce("T")))


def test_r3_3_the_marker_passes_to_the_right_before_the_second_turn() -> None:
    """
    The holder plays again at once; the right-hand neighbour will be last in the new round.
    """
    match = Match(current="P3", turns_taken={"P1": 1, "P2": 1}).play(BUILT)

    assert (2, True, 1) == (match.table.current, match.table.second, match.table.marker)


def test_r3_4_two_players_take_two_turns_each_after_the_first() -> None:
    """
    A, then B B, A A, B B.
    """
    assert "1221122" == order_of(Match(players=2), 7)


def test_r4_1_build_or_tour_is_announced_with_its_use() -> None:
    """
    ``?B`` builds and cannot tour, ``?T`` tours and cannot build; the same marker goes down.
    """
    assert ("B", "T", "BT") == Match().play(f"?{BUILT}").player("P1").up
    assert "NOT_TOURING" == Match().refused(f"?{BUILT} ~M12-L12")
    assert "NOT_BUILDING" == Match().refused("?T +L15:45 ~M12-L12")


def test_r4_2_only_a_face_up_marker_may_be_announced() -> None:
    """
    BOT face down forbids both of its uses.
    """
    position = {"markers_up": {"P1": ["B", "T"]}}

    assert ["MARKER_USED"] * 3 == [Match(position).refused(line) for line in ("?B", "?T", "BT")]


def test_r4_3_after_the_fourth_marker_all_are_up_again() -> None:
    """
    In four turns each marker is used once.
    """
    match = Match(markers_up={"P1": ["T"]}).play(PLAIN)

    assert ("B", "T", "BT", "BOT") == match.player("P1").up
    assert "All markers of Anouk are face up again." in match.told()


def test_r4_4_a_playable_marker_must_be_announced() -> None:
    """
    Without a tour of five stops Tour is refused while something can be built; without supply Build is refused.
    """
    stuck, spent = Match(STUCK), Match(supply=EMPTY)

    assert ("B", "BT", "?B") == announceable(stuck.table)
    assert ("T", "BT", "?T") == announceable(spent.table)
    assert ["NO_ROUTE", "NO_ROUTE"] == [Match(STUCK).refused(line) for line in ("T", "?T")]
    assert ["NO_BUILD", "NO_BUILD"] == [Match(supply=EMPTY).refused(line) for line in ("B", "?B")]


@pytest.mark.parametrize("line", ["B", "T", "BT", "?B", "?T"])
def test_r4_5_if_nothing_can_be_done_any_marker_is_turned_down(line: str) -> None:
    """
    The turn lapses; card and town stay.
    """
    match = Match(STUCK, supply=EMPTY).play(line)

    assert ("5start", 3, 1) == (match.player("P1").card, len(match.player("P1").up), match.table.current)
    assert match.table.last is not None
    assert match.table.last.doing.lapses


def test_r4_5_a_lapsing_marker_takes_no_parts() -> None:
    """
    Operations and buildings fail with NO_BUILD, paths with NO_ROUTE; parts of another marker as usual.
    """
    lines = {"B +L15:45": "NO_BUILD", "BT C@M13": "NO_BUILD", "BT ~M12-M13": "NO_ROUTE", "?T ~M12-M13": "NO_ROUTE"}
    strangers = {"B ~M12-M13": "NOT_TOURING", "T +L15:45": "NOT_BUILDING"}

    for line, code in (lines | strangers).items():
        assert code == Match(STUCK, supply=EMPTY).refused(line), line


def test_r4_6_build_and_tour_leads_the_tour_that_exists_after_the_build() -> None:
    """
    A tour that exists must be led; the build comes first.
    """
    assert "TOUR_MISSING" == Match().refused("BT +L15:45 ^L14:2345")
    assert "BUILD_INCOMPLETE" == Match().refused("BT ~M12-L12-L13-L14-M15-M14-M13-M12")
    assert "TOUR_MISSING" == Match().refused("?T")


def saving(**more: object) -> Match:
    """Four players in the variant; P4 holds the marker and is to move."""
    turns = {"P1": 1, "P2": 1, "P3": 1}
    return Match({"players": 4, "variant_saved": True, "current": "P4", "turns_taken": turns, **more})


def test_r10_6_the_holder_uses_the_double_turn() -> None:
    """
    Another turn at once; the marker passes to the right; after the second turn nothing is asked.
    """
    match = saving().play(BUILT, "x2:use")

    assert (3, True, 2) == (match.table.current, match.table.second, match.table.marker)
    match.play(PLAIN)
    assert (0, False) == (match.table.current, match.table.deciding)


def test_r10_6_the_holder_saves_the_double_turn() -> None:
    """
    One saved double turn; the marker passes to the right; play goes on to the left.
    """
    match = saving().play(f"{BUILT} x2:save")

    assert (0, 2, 1) == (match.table.current, match.table.marker, match.player("P4").saved)


def test_r10_6_a_saved_turn_is_used_or_kept_after_a_later_turn() -> None:
    """
    Using it takes it away and leaves the travelling marker alone; saving keeps it.
    """
    used = saving(saved={"P4": 1}, double_marker="P2").play(f"{BUILT} x2:use")
    kept = saving(saved={"P4": 1}, double_marker="P2").play(f"{BUILT} x2:save")

    assert (3, 0, 1) == (used.table.current, used.player("P4").saved, used.table.marker)
    assert (0, 1, 1) == (kept.table.current, kept.player("P4").saved, kept.table.marker)


def test_r10_6_a_holder_with_a_saved_turn_decides_about_the_marker_only() -> None:
    """
    Saving adds a second one.
    """
    assert 2 == saving(saved={"P4": 1}).play(f"{BUILT} x2:save").player("P4").saved


def test_r10_6_nothing_is_asked_where_no_double_turn_is_due() -> None:
    """
    Not after the turn of another player, not without the variant, not with two players.
    """
    line = f"{BUILT} x2:use"

    assert "NO_DOUBLE" == Match(players=4, variant_saved=True).refused(line)
    assert "NO_DOUBLE" == Match(players=4, current="P4").refused(line)
    assert "NO_DOUBLE" == Match(players=2, saved_doubles=True, current="P2").refused(line)
    assert "NO_DOUBLE" == Match(players=4, variant_saved=True).refused("x2:use")


def test_r10_6_a_decision_alone_does_not_play_the_turn_before_it() -> None:
    """
    P4 can only let the one marker lapse, and would decide then: the decision alone, typed as a line or a command, is
    refused, and nothing is played. With the marker named it is a turn.
    """
    match = saving(**{**STUCK, "players": 4}, supply=EMPTY, markers_up={"P4": ["B"]})
    seat, ask = match.table.current, match.ask.id
    turns = {form.name: form for form in forms_of(GAME)}

    alone = weave_forced(TurnContext(GAME, match.state, seat, ask), (Double("save"),))
    whole = weave_forced(TurnContext(GAME, match.state, seat, ask), GAME.notation.read(match.view, "B x2:save"))

    assert (Double("save"),) == alone
    assert "NO_DOUBLE" == match.refused("x2:save")
    assert "NO_DOUBLE" == refusal_of(
        lambda: read_parts(TurnContext(GAME, match.state, seat, ask), turns["double"], {"choice": "save"})
    )
    assert () == _completed(match, turns["double"]).suggestions
    assert 1 == match.commit(*whole).player("P4").saved


def _completed(match: Match, form: Form) -> Completion:
    return complete(
        TurnContext(GAME, match.state, match.table.current, match.ask.id),
        form=form,
        filled={},
        focused="choice",
        typed="",
        words=Words(GAME.words, NAMES),
    )


def test_r10_6_a_turn_left_unfinished_is_refused_before_its_decision() -> None:
    """
    The decision is checked last.
    """
    assert "BUILD_INCOMPLETE" == saving().refused("B +L15:45 x2:use")


def test_r10_6_the_decision_comes_before_the_next_turn() -> None:
    """
    A turn, readable or not, is refused while the decision is open; so is a third answer.
    """
    assert "DOUBLE_PENDING" == saving().refused(BUILT, BUILT)
    assert "DOUBLE_PENDING" == saving().refused(BUILT, "B L15 45")
    assert "SYNTAX" == refusal_of(lambda: GAME.notation.read_word(saving().view, "x2:keep", GAME.spec.moves))


def test_r11_1_a_failed_draw_begins_the_last_turns() -> None:
    """
    The player without a card has no further turn; the others of the round have one each.
    """
    match = Match(deck=[], cards={"P1": "5C"}, map=SITE).play(LOOP)

    assert (None, (1, 2)) == (match.player("P1").card, match.table.queue)
    assert "The game is about to end. Last turns: Wessel and Noor." in match.told()


def test_r11_1_taking_the_last_card_ends_nothing_yet() -> None:
    """
    The deck may be empty; the next tour is the one that cannot draw.
    """
    match = Match(deck=["9M"]).play(PLAIN)

    assert ("9M", None, None) == (match.player("P1").card, match.table.top, match.table.queue)


def test_r11_2_the_ninth_building_ends_the_game_after_the_turn() -> None:
    """
    With Build and Tour the tour is still led.
    """
    match = Match(left={"P1": {"C": 1, "S": 0, "M": 0}})

    match.play("BT +L15:45 ^L14:2345 C@L15 ~M12-L12-L13-L14-L15-M15")

    assert (4, 0, 0) == match.money
    assert (1, 2) == match.table.queue


def test_r11_3_only_those_without_a_turn_in_this_round_play_on() -> None:
    """
    Each of them once, in order; then the game is over.
    """
    match = Match(deck=[], cards={"P1": "5C"}, map=SITE, turns_taken={"P1": 4, "P2": 5, "P3": 4}).play(LOOP)

    assert (2,) == match.table.queue
    match.play(BUILT)
    assert match.table.over
    assert () == GAME.asks(match.state)


def test_r11_3_a_saved_turn_counts_as_taken() -> None:
    """
    In the variant turns and saved double turns are added up.
    """
    match = Match(
        players=4, variant_saved=True, deck=[], cards={"P1": "5C"}, map=SITE, saved={"P2": 1}, double_marker="P3"
    ).play(LOOP)

    assert (2, 3) == match.table.queue


def test_r11_4_no_double_turn_in_the_last_turns() -> None:
    """
    In the last turn of a round the game ends at once; a marker's holder plays once only.
    """
    last = Match(deck=[], current="P3", cards={"P3": "5C"}, map={"M13": "1245 P3:C"}, turns_taken={"P1": 1, "P2": 1})
    first = Match(deck=[], cards={"P1": "5C"}, map=SITE).play(LOOP, BUILT, "B +K13:24 +L11:23")
    saved = saving(deck=[], cards={"P4": "5C"}, map={"M13": "1245 P4:C"})

    assert last.play(LOOP).table.over
    assert first.table.over
    assert "NO_DOUBLE" == saved.refused(f"{LOOP} x2:use")


def test_r11_5_ties_go_to_the_earlier_last_turn() -> None:
    """
    For every rank; no two players share a place.
    """
    players = tuple(Player("5C", {}, last_turn=moment) for moment in (27, 26, 25, 28))

    assert (2, 1, 0, 3) == ranking(players, (20, 22, 22, 20))


def test_r11_6_two_idle_rounds_end_the_game() -> None:
    """
    Building or touring starts the count anew.
    """
    idle = Match(STUCK, supply=EMPTY, idle_turns=5).play("T")
    busy = Match(idle_turns=5).play(BUILT)
    touring = Match(idle_turns=5).play(PLAIN)

    assert idle.table.over
    assert "For two rounds, no one laid or developed a tile or led a tour, so the game is over." in idle.told()
    assert [0, 0] == [busy.table.idle, touring.table.idle]


def test_r11_7_the_score_sheet_sums_up_to_the_greenies() -> None:
    """
    Trees, own sites, what was missed, what others paid.
    """
    match = Match(cards={"P1": "5M"}, map={"M13": "1245 P1:C", "M14": "1245 P2:S"}, open_money=True)
    match.play("T ~M12-L12-L13-M13-M14-M15")

    outcome = GAME.ending.current_score(match.state)

    assert outcome is not None
    assert [2, 1, 0, 0, -1, 0] == [row.points for row in outcome.scores[0] if row.points is not None]
    assert [0, 0, 0, 0, 0, 1] == [row.points for row in outcome.scores[1] if row.points is not None]
    assert (2, 1, 0) == outcome.totals


@pytest.mark.parametrize("seats", [2, 3])
def test_7_each_figure_of_the_score_stands_at_its_own_row(seats: int) -> None:
    """
    The lines that sum up say nothing beside their points; tours, wishes, buildings and tiles stand below them.
    """
    sheet = Sheet(
        nature=21, culture=22, sport=23, shopping=24, missed=-5, settled=-6 if seats == 2 else 0, from_others=25,
        tours=8, best=9, wishes_missed=10, erected=11, laid=12, developed=13,
    )  # fmt: skip
    players = Match(players=seats).table.players

    rows = outcome_of(players, (sheet,) * seats, over=True).scores[0]

    told = {words(row.category): row.points if row.note is None else words(row.note) for row in rows}
    summed = {"Nature": 21, "Culture": 22, "Sport": 23, "Shopping": 24, "Losses": -5, "From others' tours": 25}
    below = {"Tours led": "8", "Best tour": "9", "Wishes missed": "10", "Buildings": "11"}
    settlement = {"Settled between two": -6} if seats == 2 else {}
    assert summed | settlement | below | {"Tiles": "12 laid, 13 developed"} == told
    assert [row.points is None for row in rows] == sorted(row.points is None for row in rows)


def test_r11_4_nothing_can_be_played_after_the_end() -> None:
    """
    A seat without a place in the game is told so first.
    """
    match = Match(STUCK, supply=EMPTY, idle_turns=5).play("T")

    assert "GAME_OVER" == match.refused(BUILT)
    with pytest.raises(IllegalMove, match="NOT_A_PLAYER"):
        GAME.check(GAME.view(match.state, None), Announce("B"))
