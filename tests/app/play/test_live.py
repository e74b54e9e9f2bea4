"""Live play: one shared board at a bounded rate, fair windows, late presses, restarts, boards shown on the way."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from itertools import pairwise

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.records import Actor, Panel, Receipt
from bot.app.notifications.claiming import REFRESH
from bot.app.notifications.courier import Notice
from bot.app.play.windows import Windows
from bot.app.runtime.refusals import WORDS
from db.engine.shards import all_of
from db.ids import MatchId
from db.stores.store import Store
from games.core.errors import Refusal
from games.core.running.play import Cause
from games.core.seats import AskId
from games.core.words import Words
from games.grumpf import GAME
from games.grumpf.moves import Place
from tests.app.clock.test_outages import connect
from tests.app.scene import ANN, BEN, CLEO, Scene

SECOND = timedelta(seconds=1)
ALL = (ANN, BEN, CLEO)


@pytest.fixture
def scene(store: Store) -> Scene:
    """Services that offer Grumpf."""
    return Scene(store, {GAME.spec.key: GAME})


async def later(scene: Scene, by: timedelta) -> None:
    """Let time pass, and what is due happen."""
    scene.clock.forward(seconds=by.total_seconds())
    await scene.app.scheduler.sweep()


async def hunt(scene: Scene, **options: int) -> MatchId:
    """A live hunt of three that has just begun, everything told."""
    match = await scene.match("grumpf", ALL, options={"mode": "live", "huts_after": 0, **options})
    for actor in ALL:
        await scene.play(match, actor, "ready")
    for _ in range(3):
        await later(scene, SECOND)
    await scene.relay.pump()
    return match


async def pressed(scene: Scene, match: MatchId, actor: Actor, board: str) -> Panel | Receipt:
    """Choose a Grumpf, the first that lies with a value up, and a board in one's panel."""
    panel = await scene.app.drafts.open(actor, match=match)
    place = next(group for group in panel.menu.groups if group.verb is Place)
    panel = await scene.press(panel, actor, "place", str(place.choices[0].value))
    return await scene.app.drafts.press(
        scene.key(), actor, match=match, ask=panel.ask.id, length=panel.length, choice=("place", board)
    )


def last(scene: Scene) -> Notice:
    """What was shown last in place of the board."""
    return scene.courier.edits[-1][0]


async def test_a_live_board_is_edited_not_posted(scene: Scene) -> None:
    """
    L5.1: presses of a hunt change one shared message; nobody is mentioned, and no second board is posted.
    """
    match = await hunt(scene)
    boards = len(scene.courier.of(Kind.BOARD))
    scene.clock.forward(seconds=REFRESH.total_seconds())
    await scene.play(match, ANN, "5>B")
    await scene.relay.pump()

    assert boards == len(scene.courier.of(Kind.BOARD))
    assert Kind.BOARD is last(scene).kind
    assert () == last(scene).mention
    assert "5>B" in last(scene).lines[-1].entry.line


async def test_the_live_board_changes_at_a_bounded_rate(scene: Scene) -> None:
    """
    L5.1: what happens within two seconds is collected; then the newest state is shown, once.
    """
    match = await hunt(scene)
    scene.clock.forward(seconds=REFRESH.total_seconds())
    await scene.play(match, ANN, "5>B")
    await scene.relay.pump()
    shown = len(scene.courier.edits)
    for actor, line in ((BEN, "4>B"), (CLEO, "3>B"), (ANN, "4>B")):
        scene.clock.forward(seconds=0.5)
        await scene.play(match, actor, line)
        await scene.relay.pump()
    held = len(scene.courier.edits)
    scene.clock.forward(seconds=0.5)
    await scene.relay.pump()

    assert shown == held
    assert shown + 1 == len(scene.courier.edits)
    assert (await scene.app.matches.view(match, None)).ply == last(scene).match_view.ply


async def test_without_a_worker_nobody_comes_back_to_a_board_that_waits(scene: Scene) -> None:
    """
    Where the relay is only told to tell what is due, a board that may not be edited yet leaves no timer behind.
    """
    faults: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    match = await hunt(scene)
    scene.clock.forward(seconds=REFRESH.total_seconds())
    await scene.play(match, ANN, "5>B")
    await scene.relay.pump()
    scene.clock.forward(seconds=REFRESH.total_seconds() - 0.001)
    await scene.play(match, BEN, "4>B")
    shown = len(scene.courier.edits)
    await scene.relay.pump()
    await asyncio.sleep(0.03)

    assert shown == len(scene.courier.edits)
    assert [] == faults


async def test_each_hunt_has_a_board_of_its_own(scene: Scene) -> None:
    """
    L4.1, L4.3: the press that takes the last hut ends the hunt; at once a board is posted that shows how it ended and
    asks everybody to get ready (who has just pressed is not called).
    """
    match = await hunt(scene)
    boards = len(scene.courier.of(Kind.BOARD))
    await scene.play(match, ANN, "^")
    await scene.play(match, BEN, "^")
    await scene.relay.pump()
    board = scene.courier.of(Kind.BOARD)[-1]

    assert boards + 1 == len(scene.courier.of(Kind.BOARD))
    assert {ANN.user, CLEO.user} == set(board.mention)
    assert [ask.seat for ask in board.match_view.asks] == [0, 1, 2]


async def test_a_press_that_comes_too_late_is_told_so(scene: Scene) -> None:
    """
    L4.1: whatever is handled after the last hut was taken is answered "The hunt is over", and changes nothing.
    """
    match = await hunt(scene)
    panel = await scene.app.drafts.open(CLEO, match=match)
    await scene.play(match, ANN, "^")
    await scene.play(match, BEN, "^")
    before = await scene.app.matches.view(match, None)
    with pytest.raises(Refusal) as refused:
        await scene.press(panel, CLEO, "place", "15:5")
    told = Words({**WORDS, **GAME.words}, ("Ann", "Ben", "Cleo"), strict=True)(refused.value.text)

    assert "The hunt is over: the last hut is taken." in told
    assert before.ply == (await scene.app.matches.view(match, None)).ply


async def test_presses_are_played_in_the_order_in_which_they_are_handled(scene: Scene) -> None:
    """
    L2.1, L2.4: each placement takes the first free space at its moment.
    """
    match = await hunt(scene)
    await pressed(scene, match, CLEO, "B")
    await pressed(scene, match, ANN, "B")
    await pressed(scene, match, BEN, "B")
    view = (await scene.app.matches.view(match, None)).view

    assert ["Gr", "Vi", "Or"] == [piece.clan for piece in view.state.tracks["B"]]


async def test_a_restart_plays_the_hunt_again(scene: Scene, store: Store) -> None:
    """
    L6.5: the bot comes up again in the middle: nothing of the broken hunt counts, the Animals are the same.
    """
    match = await hunt(scene)
    before = (await scene.app.matches.view(match, None)).view.state
    await scene.play(match, ANN, "5>B")
    again = Scene(store, {GAME.spec.key: GAME})
    await again.app.scheduler.recover()
    view = await again.app.matches.view(match, None)

    assert {} == {code: track for code, track in view.view.state.tracks.items() if track}
    assert (before.lying, before.round) == (view.view.state.lying, view.view.state.round)
    assert ["ready", "ready", "ready"] == [str(ask.id)[:5] for ask in view.asks]


async def test_a_process_that_gets_the_last_shard_too_plays_only_its_hunts_again(scene: Scene) -> None:
    """
    With it the process has all servers; a hunt in a shard that it had before just goes on.
    """
    zero, one = all_of(2)
    line = connect(scene, zero)
    await scene.app.scheduler.recover()
    match = await hunt(scene)
    await scene.play(match, ANN, "5>B")
    line.shards = (zero, one)
    await scene.app.scheduler.sweep()
    view = (await scene.app.matches.view(match, None)).view

    assert ["B"] == [code for code, track in view.state.tracks.items() if track]


# --- Fair windows ---------------------------------------------------------------------------------------------------


class Hourglass:
    """A sleep that ends when the test says so."""

    def __init__(self) -> None:
        """Nobody sleeps yet."""
        self.asked: list[float] = []
        self.over = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Sleep until the window is closed by hand."""
        self.asked.append(seconds)
        await self.over.wait()
        self.over.clear()


async def test_presses_of_one_window_count_in_drum_order(scene: Scene) -> None:
    """
    L6.3: presses within a window are handled in drum order, not as they came; one's own stay in their order.
    """
    match = await hunt(scene, fair_window=200)
    glass = Hourglass()
    windows = Windows(scene.app.uow, sleep=glass.sleep)
    handled: list[str] = []

    async def press(actor: Actor, what: str) -> None:
        place = windows.take(match, actor.user)
        assert place is not None
        async with place:
            handled.append(f"{actor.name} {what}")

    tasks = [asyncio.ensure_future(press(actor, what)) for actor, what in ((CLEO, "1"), (BEN, "1"), (CLEO, "2"))]
    tasks.append(asyncio.ensure_future(press(ANN, "1")))
    await asyncio.sleep(0)
    waiting = list(handled)
    glass.over.set()
    await asyncio.gather(*tasks)
    drummer = (await scene.app.matches.view(match, None)).view.state.first
    wanted = {0: ["Ann 1"], 1: ["Ben 1"], 2: ["Cleo 1", "Cleo 2"]}

    assert [0.2] == glass.asked
    assert [] == waiting
    assert [what for step in range(3) for what in wanted[(drummer + step) % 3]] == handled


async def test_the_drum_moves_on_with_each_window_of_a_hunt(scene: Scene) -> None:
    """
    L6.3: the number of the window stands for the beat, however much has been done: three windows, three drummers.
    """
    match = await hunt(scene, fair_window=200)
    windows = Windows(scene.app.uow, sleep=lambda _: asyncio.sleep(0))
    drummers: list[int] = []

    async def press(actor: Actor) -> None:
        place = windows.take(match, actor.user)
        assert place is not None
        async with place:
            handled.append(ALL.index(actor))

    for _ in range(4):
        handled: list[int] = []
        await asyncio.gather(*map(press, ALL))
        drummers.append(handled[0])
        assert [(handled[0] + step) % 3 for step in range(3)] == handled
    first = (await scene.app.matches.view(match, None)).view.state.first

    assert [(first + beat) % 3 for beat in range(4)] == drummers


async def test_the_next_window_waits_for_the_one_before(scene: Scene) -> None:
    """
    A window opens with its first press; what comes after it has closed is handled after all of its own.
    """
    match = await hunt(scene, fair_window=100)
    glass = Hourglass()
    windows = Windows(scene.app.uow, sleep=glass.sleep)
    first = windows.take(match, ANN.user)
    assert first is not None
    await asyncio.sleep(0)
    glass.over.set()
    async with first:
        second = windows.take(match, BEN.user)
        assert second is not None
        entered = asyncio.ensure_future(second.__aenter__())
        await asyncio.sleep(0)
        glass.over.set()
        await asyncio.sleep(0.01)
        early = entered.done()
    await entered
    second.skip()

    assert not early


async def test_without_a_window_presses_queue_as_usual(scene: Scene) -> None:
    """
    The fair window is off by default, and where nobody plays live there is none.
    """
    match = await hunt(scene)

    assert scene.app.windows.take(match, ANN.user) is None
    assert scene.app.windows.take(MatchId(999), ANN.user) is None


async def test_a_place_that_is_given_up_holds_nobody_up(scene: Scene) -> None:
    """
    A press whose acknowledgement failed gives its place up.
    """
    match = await hunt(scene, fair_window=100)
    glass = Hourglass()
    windows = Windows(scene.app.uow, sleep=glass.sleep)
    lost, kept = windows.take(match, ANN.user), windows.take(match, BEN.user)
    assert lost is not None
    assert kept is not None
    lost.skip()
    await asyncio.sleep(0)
    glass.over.set()
    async with asyncio.timeout(5), kept:
        pass

    assert kept.is_over


# --- Boards on the way ----------------------------------------------------------------------------------------------


async def test_the_judged_boards_of_a_hunt_by_turns_are_posted(scene: Scene) -> None:
    """
    By turns the table judges a hunt and sets out the next at once: the judged boards are shown before that, without
    buttons, with what happened; the new board says no line of it again.
    """
    match = await scene.match("grumpf", ALL, options={"mode": "async"})
    for _ in range(3):
        await scene.relay.pump()
        for actor in ALL:
            await scene.play(match, actor, "- - -")
    await scene.relay.pump()
    judged = scene.courier.of(Kind.SCENE)
    board = scene.courier.of(Kind.BOARD)[-1]

    assert 1 == len(judged)
    assert (1, True) == (judged[0].match_view.view.state.judged.round, not judged[0].match_view.view.state.set)
    assert judged[0].match_view.ply < board.match_view.ply
    assert all(line.ply > judged[0].match_view.ply for line in board.lines)
    assert AskId("") not in {ask.id for ask in board.match_view.asks}


async def test_m3_3_l6_4_the_log_of_a_hunt_has_the_seconds(scene: Scene) -> None:
    """
    M3.3, L6.4: each action stands in the log with its time since the start of the hunt.
    """
    match = await hunt(scene)
    scene.clock.forward(seconds=14.8)
    await scene.play(match, BEN, "25:5>B")
    log = await scene.app.matches.log(match, None)
    words = Words({**WORDS, **GAME.words}, ("Ann", "Ben", "Cleo"), strict=True)
    told = [words(event.text) for line in log.lines for event in line.entry.events]

    assert told[-1] == "Ben places a 5 on Bees, space 1 (25:5>B1). @14.8s"
    assert [text for text in told if "@" in text] == told[-1:]


# --- Computer players -----------------------------------------------------------------------------------------------


async def test_computer_players_act_at_a_human_pace(scene: Scene) -> None:
    """
    One action a seat about every two seconds, and never two in one sweep: a person can place a Grumpf among theirs.
    """
    match = await scene.match("grumpf", (ANN,), computers=("easy", "easy"), options={"mode": "live", "huts_after": 0})
    computers = scene.app.computer_players
    began = scene.clock.now()
    try:
        await scene.play(match, ANN, "ready")
        for _ in range(90):
            scene.clock.forward(seconds=0.2)
            await scene.app.scheduler.sweep()
            await computers.think()
        page = await scene.app.matches.log(match, None)
    finally:
        computers.close()
    acted = [
        (round((line.at - began).total_seconds(), 1), line.entry.seat)
        for line in page.lines
        if line.entry.cause is Cause.COMPUTER and line.entry.line != "ready"
    ]
    times = [at for at, _ in acted]
    gaps = [later - sooner for seat in (1, 2) for sooner, later in pairwise([at for at, of in acted if of == seat])]

    assert len(acted) >= 6
    assert min(later - sooner for sooner, later in pairwise(times)) >= 0.3 - 0.01
    assert 1.4 <= min(gaps)
    assert max(gaps) <= 4.7
    assert scene.clock.now() - began > 15 * SECOND
