"""Turns that are taken back: at once, by consent, never; and restored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Banked, PerMove
from bot.app.match.records import Actor
from bot.app.match.state import MatchState
from bot.app.undo.service import ASKED
from db.ids import MatchId
from db.ratings.records import Unrated
from db.records import Status, TakeBack
from db.stores.store import Store
from db.tournaments.repository import TournamentRepository
from games.core.errors import Refusal
from games.core.game import Setup
from games.core.orders import Plan
from games.core.registry import games
from games.core.running.play import Entry, Position
from games.core.running.record import Differs, replay
from games.core.seats import Seat
from tests.app.playing import counted, play_random, proposed_undo
from tests.app.scene import ANN, BEN, CLEO, DORA, GAMES, PLACE, Scene, bare

EVERY = {**GAMES, **games()}
PLAYERS = (ANN, BEN)


async def allow(scene: Scene, match: MatchId, rule: TakeBack) -> None:
    """Set what may be taken back in a match."""
    record = (await scene.app.uow.read(match)).match
    await scene.store.run(lambda tx: tx.matches.save(replace(record, undo=rule)))


async def newest(scene: Scene, match: MatchId) -> int:
    """Return the newest turn that a proposal names."""
    view = await proposed_undo(scene, match)
    assert view is not None
    return view.newest


async def test_ones_own_last_turn_goes_at_once_and_becomes_a_draft(scene: Scene) -> None:
    """
    Nobody has moved: it is taken back without asking anybody, is a draft again, and can be restored.
    """
    match = await scene.match()
    start = await scene.app.uow.read(match)
    await scene.play(match, ANN, "1")
    played = await scene.app.uow.read(match)
    preview = await scene.app.undo.preview(ANN, match=match)
    receipt = await scene.app.undo.undo(scene.key(), ANN, match=match)
    undone = await scene.app.uow.read(match)
    panel = await scene.app.drafts.open(ANN, match=match)
    await scene.app.undo.redo(scene.key(), ANN, match=match)
    redone = await scene.app.uow.read(match)

    assert ((), 1, False) == (preview.missing, preview.count, preview.barrier)
    assert ["1"] == [line.entry.line for line in preview.lines]
    assert receipt.asked
    assert start.position == undone.position
    assert panel.ready
    assert played.position == redone.position
    assert ["Ann took back 1 turn.", "Ann restored 1 turn."] == (await scene.log(match))[-2:]


async def test_each_of_ones_turns_can_be_where_it_goes_back_to(scene: Scene) -> None:
    """
    With an earlier turn go all that were made since.
    """
    match = await scene.match()
    for actor, line in ((ANN, "1"), (BEN, "5"), (ANN, "2"), (BEN, "6"), (ANN, "3")):
        await scene.play(match, actor, line)
    views = [await scene.app.undo.preview(ANN, match=match, turns=turns) for turns in (1, 2, 3)]

    assert [["3"], ["2", "6", "3"], ["1", "5", "2", "6", "3"]] == [
        [line.entry.line for line in view.lines] for view in views
    ]


async def test_undos_are_undone_one_after_the_other(scene: Scene) -> None:
    """
    A redo brings back what went last, the next one what went before; a sentence of the platform between is no turn.
    """
    match = await scene.match()
    for actor, line in ((ANN, "1"), (BEN, "5"), (ANN, "2")):
        await scene.play(match, actor, line)
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await scene.app.undo.undo(scene.key(), BEN, match=match)
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    await scene.app.staff.release(scene.key(), DORA, place=PLACE, match=match)
    turns = []
    for actor in (BEN, ANN):
        await scene.app.undo.redo(scene.key(), actor, match=match)
        turns.append((await scene.app.matches.view(match, None)).view.state.turns)

    assert [2, 3] == turns


async def test_the_same_request_twice_takes_back_once(scene: Scene) -> None:
    """
    A repeated interaction gets the first receipt and changes nothing.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    key = scene.key()
    first = await scene.app.undo.undo(key, ANN, match=match)
    again = await scene.app.undo.undo(key, ANN, match=match)

    assert bare(first) == again
    assert first.ply == (await scene.app.uow.read(match)).match.ply


async def test_after_another_has_moved_that_one_must_agree(scene: Scene) -> None:
    """
    The post lists exactly what would go; with the word of whom it concerns, and no other's, it is done.
    """
    match = await scene.match(players=(ANN, BEN, CLEO))
    start = await scene.app.uow.read(match)
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    preview = await scene.app.undo.preview(ANN, match=match)
    asked = await scene.app.undo.undo(scene.key(), ANN, match=match)
    waiting = await scene.app.uow.read(match)
    await scene.relay.pump()
    posts = [notice for notice in scene.courier.of(Kind.WORD) if notice.text and notice.text.id == ASKED]
    await scene.app.undo.agree(scene.key(), BEN, match=match, newest=await newest(scene, match))
    undone = await scene.app.uow.read(match)
    redo = await scene.app.undo.preview_redo(ANN, match=match)

    assert (1,) == preview.missing
    assert ["1", "2"] == [line.entry.line for line in preview.lines if line.entry.seat >= 0]
    assert waiting.position != start.position
    assert "app.undo_asked_done" == asked.told[0].id
    assert [BEN.user] == [user for post in posts for user in post.mention]
    assert start.position == undone.position
    assert () == undone.proposals
    assert (1,) == redo.missing


async def test_a_word_against_it_leaves_all_as_it_is(scene: Scene) -> None:
    """
    Who is asked refuses: the proposal is gone. Who asks withdraws: the same.
    """
    match = await scene.match()
    for refuser in (BEN, ANN):
        if refuser is BEN:
            await scene.play(match, ANN, "1")
            await scene.play(match, BEN, "2")
        before = await scene.app.uow.read(match)
        await scene.app.undo.undo(scene.key(), ANN, match=match)
        await scene.app.undo.refuse(scene.key(), refuser, match=match, newest=await newest(scene, match))
        after = await scene.app.uow.read(match)

        assert before.position == after.position
        assert () == after.proposals
    with pytest.raises(Refusal, match="NO_UNDO_ASKED"):
        await scene.app.undo.agree(scene.key(), BEN, match=match, newest=1)


async def test_a_proposal_is_void_once_somebody_has_moved(scene: Scene) -> None:
    """
    What was listed is not what would go now.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    named = await newest(scene, match)
    await scene.play(match, ANN, "3")
    before = await scene.app.uow.read(match)
    with pytest.raises(Refusal, match="STALE"):
        await scene.app.undo.agree(scene.key(), BEN, match=match, newest=named)

    assert None is await proposed_undo(scene, match)
    assert before.position == (await scene.app.uow.read(match)).position


async def test_after_a_default_move_all_must_agree(scene: Scene) -> None:
    """
    Of three players: also who has not moved since. A default move for who has resigned asks nobody more.
    """
    players, pace = (ANN, BEN, CLEO), PerMove(seconds=3600)
    match = await scene.match(players=players, pace=pace)
    await scene.play(match, ANN, "1")
    scene.clock.forward(hours=2)
    await scene.app.scheduler.sweep()
    late = await scene.app.undo.preview(ANN, match=match)
    resigned = await scene.match(players=players, pace=pace)
    await scene.app.matches.resign(scene.key(), BEN, match=resigned)
    await scene.play(resigned, ANN, "1")
    alone = await scene.app.undo.preview(ANN, match=resigned)

    assert (1, 2) == late.missing
    assert () == alone.missing


async def test_the_setting_of_the_match_narrows_it(scene: Scene) -> None:
    """
    By consent: one's own last turn too. Never: not at all.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await allow(scene, match, TakeBack.CONSENT)
    consent = await scene.app.undo.preview(ANN, match=match)
    await allow(scene, match, TakeBack.NEVER)
    with pytest.raises(Refusal, match="UNDO_NEVER"):
        await scene.app.undo.undo(scene.key(), ANN, match=match)

    assert (1,) == consent.missing


async def test_an_undo_nobody_may_make_changes_nothing(scene: Scene) -> None:
    """
    Spectators, who has made no turn, more turns than were made, a lobby, a redo of nothing, an old preview, a hold.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    lobby = await scene.open(seats=3)
    before = await scene.app.uow.read(match)
    undoing = scene.app.undo
    for actor, number, turns, code in (
        (DORA, match, 1, "NOT_A_PLAYER"),
        (BEN, match, 1, "NO_UNDO"),
        (ANN, match, 2, "NO_UNDO"),
        (ANN, match, 0, "NO_UNDO"),
        (ANN, lobby, 1, "NOT_STARTED"),
    ):
        with pytest.raises(Refusal, match=code):
            await undoing.undo(scene.key(), actor, match=number, turns=turns)
    with pytest.raises(Refusal, match="NO_REDO"):
        await undoing.redo(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="STALE"):
        await undoing.undo(scene.key(), ANN, match=match, newest=1)
    with pytest.raises(Refusal, match="NO_UNDO_ASKED"):
        await undoing.refuse(scene.key(), BEN, match=match, newest=1)

    assert before.match == (await scene.app.uow.read(match)).match
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    with pytest.raises(Refusal, match="ON_HOLD"):
        await undoing.undo(scene.key(), ANN, match=match)


async def test_computer_players_agree_by_themselves(scene: Scene) -> None:
    """
    A computer player has moved since: the person's turn goes at once, and that of the computer with it.
    """
    match = await scene.match("brainy", (ANN,), computers=("easy",))
    start = await scene.app.uow.read(match)
    await play_random(scene, match)
    await scene.app.computer_players.think()
    preview = await scene.app.undo.preview(ANN, match=match)
    await scene.app.undo.undo(scene.key(), ANN, match=match)

    assert () == preview.missing
    assert start.position == (await scene.app.uow.read(match)).position


async def test_a_played_order_of_another_counts_as_a_move_and_orders_are_halted(scene: Scene) -> None:
    """
    What was ordered for another course of the match is not played in this one before its owner has looked.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Plan(steps=("2", "2")))
    await scene.play(match, ANN, "1")
    preview = await scene.app.undo.preview(ANN, match=match)
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await scene.app.undo.agree(scene.key(), BEN, match=match, newest=await newest(scene, match))
    panel = await scene.app.plans.show(BEN, match=match)

    assert (1,) == preview.missing
    assert ["app.order_rewound"] == [order.halted.id for order in panel.orders if order.halted]


async def test_time_does_not_come_back(scene: Scene) -> None:
    """
    A turn made, taken back, and made again: the clock shows what it would after the turn alone.
    """
    match = await scene.match(pace=Banked(bank=36000, increment=3600, cap=72000))
    scene.clock.forward(hours=2)
    await scene.play(match, ANN, "1")
    once = (await scene.app.uow.read(match)).clocks[0].left
    for _ in range(3):
        await scene.app.undo.undo(scene.key(), ANN, match=match)
        await scene.play(match, ANN, "1")
    again = (await scene.app.uow.read(match)).clocks[0].left

    assert timedelta(hours=9) == timedelta(milliseconds=once)
    assert once == again


@pytest.mark.parametrize("key", sorted(EVERY.keys() - {"grumpf"}))
async def test_every_game_goes_back_and_forth(store: Store, key: str) -> None:
    """
    Turns are taken back and restored in all games but Grumpf: the same draws come, what counts of the log replays.
    """
    scene = Scene(store, EVERY)
    match = await scene.match(key, PLAYERS if 2 in EVERY[key].spec.seats else (ANN,))
    seen = {(await scene.app.uow.read(match)).match.ply: await scene.app.uow.read(match)}
    for _ in range(5):
        await play_random(scene, match)
        table = await scene.app.uow.read(match)
        seen[table.match.ply] = table
    actor, before = await _undone(scene, match)
    assert actor is not None, "nobody may take a turn back"
    after = await scene.app.uow.read(match)
    same = [table for table in seen.values() if table.position == after.position]
    await scene.app.undo.redo(scene.key(), actor, match=match)
    await _agreed(scene, match, actor)
    redone = await scene.app.uow.read(match)
    seed = await scene.store.read(lambda tx: tx.matches.seed(match))
    log = await counted(scene, match)
    again = [replayed for first in (None, 0, 1) if (replayed := _replayed(redone, seed, log, first)) is not None]

    assert same
    assert before.position == redone.position
    assert redone.position is not None
    assert (redone.position.state, redone.position.drawn) in [(each.state, each.drawn) for each in again]


async def test_a_volley_of_grumpf_is_never_taken_back(store: Store) -> None:
    """
    Grumpf S5.2: once both plans are revealed nobody may take them back.
    """
    scene = Scene(store, EVERY)
    match = await scene.match("grumpf", PLAYERS)
    for _ in range(2):
        await play_random(scene, match)
    for actor in PLAYERS:
        with pytest.raises(Refusal) as caught:
            await scene.app.undo.undo(scene.key(), actor, match=match)

        assert "UNDO_NEVER" == caught.value.code


def _replayed(table: MatchState, seed: bytes, log: tuple[Entry, ...], first: int | None) -> Position[Any] | None:
    """The position to which a log leads if that seat began; None if it does not fit."""
    setup = Setup(len(table.seats), table.options, None if first is None else Seat(first))
    try:
        return replay(table.game, setup, seed, log)
    except (Differs, Refusal):
        return None


async def _undone(scene: Scene, match: MatchId) -> tuple[Actor | None, MatchState]:
    """Take back the last turn of the first player who may."""
    before = await scene.app.uow.read(match)
    for actor in PLAYERS:
        try:
            await scene.app.undo.undo(scene.key(), actor, match=match)
        except Refusal:
            continue
        await _agreed(scene, match, actor)
        return actor, before
    return None, before


async def _agreed(scene: Scene, match: MatchId, actor: Actor) -> None:
    """Let all others agree to what is proposed."""
    for other in PLAYERS:
        if other is not actor and await proposed_undo(scene, match) is not None:
            await scene.app.undo.agree(scene.key(), other, match=match, newest=await newest(scene, match))


async def _end(scene: Scene, match: MatchId, line: str = "leave") -> str:
    """Play a match of digs to its end; return why its result is not rated."""
    while (table := await scene.app.uow.read(match)).match.status is Status.RUNNING:
        seat = table.open_asks()[0].seat
        await scene.play(match, PLAYERS[seat], line)
    return (await scene.app.rating_calculator.result(match))[0].why


async def _marks(scene: Scene, match: MatchId) -> list[str]:
    """Return the beginning of the mark of a match's result, as the text of the match has it."""
    text = (await scene.app.files.sheet(match, None)).data.decode()
    view = await scene.app.matches.view(match, None)
    assert view.outcome is not None
    marks = [scene.words(view.outcome.mark)] if view.outcome.mark is not None else []

    assert all(mark in text for mark in marks)
    return [mark.split(":")[0] for mark in marks]


async def test_going_back_past_what_came_to_light_alone_makes_a_match_unrated(scene: Scene) -> None:
    """
    It is said before, in the log, and counts for the result; the next time nothing more is lost by it.
    """
    match = await scene.match("digs", (ANN,))
    await scene.play(match, ANN, "dig")
    preview = await scene.app.undo.preview(ANN, match=match)
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    said = (await scene.log(match))[-1]
    await scene.play(match, ANN, "dig")
    again = await scene.app.undo.preview(ANN, match=match)
    await scene.app.undo.undo(scene.key(), ANN, match=match)

    assert ((), True, True) == (preview.missing, preview.barrier, preview.unrates)
    assert "doesn't count for ratings or records" in said
    assert not again.unrates
    assert Unrated.REVEALED == await _end(scene, match)
    assert ["With undo"] == await _marks(scene, match)


async def test_with_the_others_consent_or_before_anything_came_to_light_a_match_stays_rated(scene: Scene) -> None:
    """
    The other player agrees; alone, a turn that showed nothing goes without a word about ratings.
    """
    pair = await scene.match("digs", PLAYERS)
    await scene.play(pair, ANN, "dig")
    preview = await scene.app.undo.preview(ANN, match=pair)
    await scene.app.undo.undo(scene.key(), ANN, match=pair)
    await scene.app.undo.agree(scene.key(), BEN, match=pair, newest=await newest(scene, pair))
    alone = await scene.match("digs", (ANN,))
    await scene.play(alone, ANN, "leave")
    harmless = await scene.app.undo.preview(ANN, match=alone)
    await scene.app.undo.undo(scene.key(), ANN, match=alone)

    assert (False, False) == (preview.unrates, harmless.unrates)
    assert ("", Unrated.SOLO) == (await _end(scene, pair), await _end(scene, alone))
    assert [] == [*await _marks(scene, pair), *await _marks(scene, alone)]


async def test_in_practice_nothing_is_lost_by_it_and_the_log_says_it(scene: Scene) -> None:
    """
    A practice match counts for nothing anyway.
    """
    match = await scene.open("digs", seats=1, practice=True)
    await scene.play(match, ANN, "dig")
    preview = await scene.app.undo.preview(ANN, match=match)
    await scene.app.undo.undo(scene.key(), ANN, match=match)

    assert not preview.unrates
    assert "although hidden information had been revealed" in (await scene.log(match))[-1]
    assert Unrated.PRACTICE == await _end(scene, match)


async def test_staff_who_play_go_back_past_what_came_to_light_as_players_do(scene: Scene) -> None:
    """
    A repair by somebody else is a ruling; one's own match is no matter for oneself.
    """
    match = await scene.match("digs", PLAYERS)
    await scene.play(match, ANN, "dig")
    with pytest.raises(Refusal, match="REVEALED") as refused:
        await scene.app.staff.repair(scene.key(), ANN, place=PLACE, match=match, turn=0)
    await scene.app.staff.repair(scene.key(), DORA, place=PLACE, match=match, turn=0)

    assert scene.words(refused.value.text)
    assert "" == await _end(scene, match)


async def test_in_a_tournament_nobody_goes_back_past_what_came_to_light_alone(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    There the match is others' business too: the turn stands; one that showed nothing may go.
    """
    match = await scene.match("digs", (ANN,))
    await scene.play(match, ANN, "leave")
    monkeypatch.setattr(TournamentRepository, "find_pairing", lambda repository, match: object())
    harmless = await scene.app.undo.preview(ANN, match=match)
    await scene.play(match, ANN, "dig")
    before = await scene.app.uow.read(match)
    with pytest.raises(Refusal, match="REVEALED") as refused:
        await scene.app.undo.undo(scene.key(), ANN, match=match)

    assert not harmless.unrates
    assert scene.words(refused.value.text)
    assert before.position == (await scene.app.uow.read(match)).position
