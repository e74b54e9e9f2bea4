"""Matches from start to end: turns, views, log, history."""

from __future__ import annotations

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match import state
from bot.app.match.records import MatchRequest, Place, Typing
from bot.app.views.targets import BOARD
from db.ids import ChannelId, MatchId, UserId
from db.records import Status
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene


async def test_a_whole_match_ends_with_an_outcome_and_its_seed(scene: Scene) -> None:
    """
    The last turn ends the match: result, seed and log stay, and nothing is waited for.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "--")
    await scene.play(match, ANN, "2")
    await scene.play(match, ANN, "--")
    for player in (BEN, ANN):
        receipt = await scene.play(match, player, "--")

    view = await scene.app.matches.view(match, None)
    log = await scene.log(match)

    assert receipt.over
    assert view.match.status is Status.FINISHED
    assert view.outcome is not None
    assert (4, 0) == view.outcome.totals
    assert (1).to_bytes(32, "big") == view.seed
    assert log[0].startswith("The match begins.")
    assert "Ann sows plot 1." in log
    assert log[-1].endswith("0001.")
    assert await scene.app.matches.next_for(ANN.user) is None


async def test_the_board_follows_each_turn_and_mentions_the_next_once(scene: Scene) -> None:
    """
    Each turn is told by one board that mentions who is asked; a follow-up of the same seat mentions nobody.
    """
    match = await scene.match()
    await scene.relay.pump()
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    await scene.play(match, BEN, "--")
    await scene.relay.pump()
    await scene.play(match, ANN, "2")
    await scene.relay.pump()

    boards = scene.courier.of(Kind.BOARD)
    assert [(ANN.user,), (BEN.user,), (ANN.user,), ()] == [board.mention for board in boards]
    assert ["1"] == list(boards[1].match_view.marks.spots)
    assert [scene.courier.messages[board.nonce] for board in boards[:-1]] == scene.courier.retired


async def test_a_stranger_is_told_that_he_has_no_seat(scene: Scene) -> None:
    """
    Who does not sit in the match plays nothing.
    """
    match = await scene.match()

    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.play(match, CLEO, "1")


async def test_out_of_turn_the_seat_that_is_waited_for_is_named(scene: Scene) -> None:
    """
    A player who isn't asked reads whose turn it is.
    """
    match = await scene.match()

    with pytest.raises(Refusal, match="NOT_YOUR_TURN"):
        await scene.play(match, BEN, "1")


async def test_marks_are_against_the_turn_before_or_the_own_last(scene: Scene) -> None:
    """
    Everybody sees what the newest turn changed; "since my last move" shows all since then.
    """
    match = await scene.match()
    for actor, line in ((ANN, "1"), (BEN, "5"), (ANN, "2"), (BEN, "6")):
        await scene.play(match, actor, line)
    common = await scene.app.matches.view(match, ANN.user)
    own = await scene.app.matches.view(match, ANN.user, own=True)
    never = await scene.app.matches.view(match, CLEO.user, own=True)

    assert ("6",) == common.marks.spots
    assert ("6",) == own.marks.spots
    assert ("6",) == never.marks.spots
    assert common.own_asks == common.asks


async def test_since_my_last_move_shows_all_others_did(scene: Scene) -> None:
    """
    With three players two turns lie between, and both are marked.
    """
    match = await scene.match(players=(ANN, BEN, CLEO))
    for actor, line in ((ANN, "1"), (BEN, "5"), (CLEO, "9")):
        await scene.play(match, actor, line)
    own = await scene.app.matches.view(match, ANN.user, own=True)
    fresh = await scene.app.matches.view(match, BEN.user, own=True)

    assert ("5", "9") == own.marks.spots
    assert ("9",) == fresh.marks.spots


async def test_history_steps_through_turns(scene: Scene) -> None:
    """
    Each turn's board can be looked at again, with the plies of the steps before and after.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "5")
    now = await scene.app.matches.view(match, None)
    last = await scene.app.matches.view_at(match, None, ply=now.ply)
    assert last.earlier is not None
    one = await scene.app.matches.view_at(match, ANN.user, ply=last.earlier)
    first = await scene.app.matches.view_at(match, None, ply=0)

    assert {1: 0} == one.view.state.owner
    assert ("1",) == one.marks.spots
    assert (None, last.ply) == (last.later, one.later)
    assert first.earlier is None
    assert {} == first.view.state.owner


async def test_history_leaves_out_what_was_handed_in_secretly(scene: Scene) -> None:
    """
    A sealed turn that waits for the others is no step of the history, and only its owner reads it in the log.
    """
    match = await scene.match("hands")
    card = min((await scene.app.matches.view(match, ANN.user)).view.hand)
    await scene.play(match, ANN, f"lay:{card}")
    now = await scene.app.matches.view(match, None)
    common = await scene.app.matches.log(match, None)
    own = await scene.app.matches.log(match, ANN.user)
    step = await scene.app.matches.view_at(match, None, ply=1)

    assert step.later is None
    assert now.ply > step.ply
    assert len(common.lines) + 1 == len(own.lines)
    assert f"lay:{card}" == own.lines[-1].entry.line


async def test_secrets_stay_out_of_the_common_log(scene: Scene) -> None:
    """
    A secret move shows its seat and its public tournaments to others, to its owner everything.
    """
    match = await scene.match("digs")
    await scene.play(match, ANN, "dig")
    await scene.play(match, ANN, "decide:keep")
    common = await scene.app.matches.log(match, BEN.user)
    own = await scene.app.matches.log(match, ANN.user)

    assert "" == common.lines[-1].entry.line
    assert "decide:keep" == own.lines[-1].entry.line
    assert any("You dig up" in line for line in await scene.log(match, ANN))
    assert not any("You dig up" in line for line in await scene.log(match, BEN))


async def test_the_log_has_pages(scene: Scene) -> None:
    """
    Page 0 is the newest; beyond the last page the last one is shown.
    """
    match = await scene.match()
    for number in range(1, 6):
        await scene.play(match, ANN, str(number))
        await scene.play(match, BEN, str(number + 6))
    newest = await scene.app.matches.log(match, None)
    oldest = await scene.app.matches.log(match, None, page=99)
    lobby = await scene.app.matches.log(await scene.open(), None)

    assert (0, 1, 2) == (newest.page, oldest.page, newest.pages)
    assert 1 == oldest.lines[0].ply
    assert newest.lines[0].ply == oldest.lines[-1].ply + 1
    assert (1, ()) == (lobby.pages, lobby.lines)


async def test_a_whole_turn_by_its_parts(scene: Scene) -> None:
    """
    The options of a command become one turn; the refused option is named.
    """
    match = await scene.match("shop", (ANN,))
    with pytest.raises(Refusal, match="SLOT") as refusal:
        await scene.app.matches.play_parts(scene.key(), ANN, match=match, form="turn", words={"jar": "9", "put": "@6"})
    receipt = await scene.app.matches.play_parts(
        scene.key(), ANN, match=match, form="turn", words={"jar": "1", "put": "@6"}
    )

    assert scene.words(refusal.value.text).startswith("jar:")
    assert ("Your turn was made.", "-# Notation: `1 @6`") == (
        scene.words(receipt.told[0]),
        scene.words(receipt.told[-1]),
    )
    assert all(scene.words(text).startswith("• ") for text in receipt.told[1:-1])
    assert 2 == len(receipt.told[1:-1])
    with pytest.raises(Refusal, match="NO_FORM"):
        await scene.app.matches.play_parts(scene.key(), ANN, match=match, form="dance", words={})


async def test_a_whole_turn_is_drafted_by_its_parts(scene: Scene) -> None:
    """
    It stands in the panel, ready to be confirmed, and nothing is played; one that can't be played is refused.
    """
    match = await scene.match("shop", (ANN,))
    before = (await scene.app.matches.view(match, ANN.user)).match.ply
    with pytest.raises(Refusal, match="SLOT"):
        await scene.app.matches.draft_parts(scene.key(), ANN, match=match, form="turn", words={"jar": "9", "put": "@6"})
    await scene.app.matches.draft_parts(scene.key(), ANN, match=match, form="turn", words={"jar": "1", "put": "@6"})
    panel = await scene.app.drafts.open(ANN, match=match)

    assert before == panel.match_view.match.ply
    assert ("1 @6", True) == (panel.line, panel.ready)


async def test_a_single_move_by_its_fields(scene: Scene) -> None:
    """
    A move that is in no whole turn has a command of its own; out of turn it is refused.
    """
    match = await scene.match()
    await scene.app.matches.play_parts(scene.key(), ANN, match=match, form="sow", words={"plot": "3"})

    with pytest.raises(Refusal, match="NOT_YOUR_TURN"):
        await scene.app.matches.play_parts(scene.key(), ANN, match=match, form="sow", words={"plot": "4"})

    assert {3: 0} == (await scene.app.matches.view(match, None)).view.state.owner


async def test_a_command_that_is_not_asked_for_gets_its_reason(scene: Scene) -> None:
    """
    A move whose time has not come is refused by the rules.
    """
    match = await scene.match("digs")

    with pytest.raises(Refusal, match="NOT_NOW"):
        await scene.app.matches.play_parts(scene.key(), ANN, match=match, form="decide", words={"what": "keep"})


async def test_only_some_positions_are_kept_in_memory(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The oldest leave first; what is not there is read again.
    """
    monkeypatch.setattr(state, "CACHED", 2)
    matches = [await scene.match() for _ in range(4)]
    views = [await scene.app.matches.view(match, None) for match in matches]

    assert [0, 0, 0, 0] == [view.view.state.turns for view in views]
    assert 2 == len(scene.app.uow.match_reader._positions)


async def test_words_are_completed(scene: Scene) -> None:
    """
    Parts, lines and orders are completed by what is legal; where nothing is, the reason is shown.
    """
    match = await scene.match("shop", (ANN,))
    season = await scene.match()
    parts = await scene.app.matches.complete_parts(
        match, ANN.user, Typing(form="turn", words={"jar": "1"}, focused="put", typed="")
    )
    order = await scene.app.matches.complete_parts(
        season, BEN.user, Typing(form="favourite", words={}, focused="plot", typed="1")
    )
    line = await scene.app.matches.complete_line(match, ANN.user, typed="1 @")
    late = await scene.app.matches.complete_line(season, BEN.user, typed="1")
    sowing = Typing(form="sow", words={}, focused="plot", typed="")
    sow = await scene.app.matches.complete_parts(season, BEN.user, sowing)
    stranger = await scene.app.matches.complete_line(season, CLEO.user, typed="1")

    assert "@3" in [one.value for one in parts.found]
    assert ["1", "10", "11", "12"] == [one.value for one in order.found]
    assert all(one.value.startswith("1 @") for one in line.found)
    assert [""] == [one.value for one in late.found]
    assert [""] == [one.value for one in sow.found]
    assert "You have no seat in match #2." == scene.words(stranger.found[0].label)


async def test_lists_of_a_server_and_of_a_channel(scene: Scene) -> None:
    """
    A server's matches, the newest first; outside servers those of the channel; private ones are left out.
    """
    lobby = await scene.open()
    running = await scene.match()
    await scene.open(private=True)
    wish = MatchRequest(game="season", seats=2)
    alone = Place(None, ChannelId(4))
    direct = (await scene.app.lobby.create(scene.key(), ANN, place=alone, wish=wish)).match
    every = await scene.app.matches.list_matches(PLACE)
    open_ones = await scene.app.matches.list_matches(PLACE, status=Status.LOBBY)
    there = await scene.app.matches.list_matches(alone, status=Status.LOBBY)
    none = await scene.app.matches.list_matches(alone, status=Status.RUNNING)

    assert [running, lobby] == [line.match for line in every]
    assert [lobby] == [line.match for line in open_ones]
    assert ([direct], ()) == ([line.match for line in there], none)


async def test_next_is_the_match_that_waits_longest(scene: Scene) -> None:
    """
    Of several matches that wait, the one asked first comes first.
    """
    first = await scene.match()
    scene.clock.forward(minutes=1)
    second = await scene.match()
    before = await scene.app.matches.next_for(ANN.user)
    await scene.play(first, ANN, "1")
    after = await scene.app.matches.next_for(ANN.user)
    mine = await scene.app.matches.mine(ANN.user)

    assert (first, second) == (before, after)
    assert [(second, True), (first, False)] == [(line.match, line.yours) for line in mine]


async def test_resigning_with_two_ends_the_match(scene: Scene) -> None:
    """
    The other one wins by the score as it stands; the log and everybody is told, and of the last place once.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    receipt = await scene.app.matches.resign(scene.key(), ANN, match=match)
    view = await scene.app.matches.view(match, None)

    assert receipt.over
    assert view.outcome is not None
    assert ((2, 1), (1, 0)) == (view.outcome.places, view.outcome.totals)
    assert view.outcome.note is not None
    assert view.outcome.tie is None
    assert "Ann resigned and ranks last." == scene.words(view.outcome.note)
    assert "Ann resigned." in await scene.log(match)
    with pytest.raises(Refusal, match="GAME_OVER"):
        await scene.play(match, BEN, "2")


async def test_resigning_with_three_goes_on_without_the_player(scene: Scene) -> None:
    """
    The seat makes the default moves at once and ranks last; whoever gives up later ranks above it.
    """
    match = await scene.match(players=(ANN, BEN, CLEO))
    for actor, line in ((ANN, "1"), (BEN, "3"), (CLEO, "12")):
        await scene.play(match, actor, line)
    await scene.play(match, ANN, "2")
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="RESIGNED"):
        await scene.app.matches.resign(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="RESIGNED"):
        await scene.app.plans.clear(scene.key(), ANN, match=match)
    while (await scene.app.matches.view(match, None)).match.status is Status.RUNNING:
        asked = (await scene.app.matches.view(match, None)).asks[0].seat
        await scene.play(match, (ANN, BEN, CLEO)[asked], "--")
    view = await scene.app.matches.view(match, None)

    assert view.outcome is not None
    assert (4, 1, 1) == view.outcome.totals
    assert (3, 1, 1) == view.outcome.places
    assert [True, False, False] == [seat.resigned for seat in view.seats]


async def test_when_all_but_one_have_given_up_the_match_ends(scene: Scene) -> None:
    """
    The last to give up ranks second, the first one last.
    """
    match = await scene.match("digs", (ANN, BEN, CLEO))
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    view = await scene.app.matches.view(match, None)

    assert view.outcome is not None
    assert view.outcome.tie is not None
    assert view.outcome.note is not None
    assert (2, 3, 1) == view.outcome.places
    assert "Ann and Ben dropped out and rank last; the first to drop out is at the bottom." in scene.words(
        view.outcome.tie
    )
    assert "The match ended because Ann resigned." == scene.words(view.outcome.note)


async def test_without_people_a_match_ends(scene: Scene) -> None:
    """
    Computer players do not go on among themselves.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy", "easy"))
    receipt = await scene.app.matches.resign(scene.key(), ANN, match=match)

    assert receipt.over


async def test_matches_of_a_game_that_is_gone_are_left_out_of_lists(scene: Scene) -> None:
    """
    A game that is not installed any more spoils no list; its match is refused by name.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",))
    later = Scene(scene.store, {"season": scene.app.uow.library.games["season"]})

    assert () == await later.app.matches.mine(ANN.user)
    assert () == await later.app.matches.candidates(PLACE, ANN.user, BOARD, sees=lambda _: True)
    with pytest.raises(Refusal, match="NO_GAME"):
        await later.app.matches.view(match, None)
    with pytest.raises(Refusal, match="NO_MATCH"):
        await later.app.matches.view(MatchId(77), UserId(1))
