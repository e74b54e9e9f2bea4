"""What a request costs: one read, one pure decision, one write, and the answer made from the change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.app.changes.unit_of_work import Done
from bot.app.match.paces import PerMove
from bot.app.match.records import Actor, Panel, Receipt
from db.ids import GuildId, MatchId
from games.core.errors import Refusal
from tests.app.counting import counted
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene

ONCE = (1, 1)
"""One read and one write."""


async def ready(scene: Scene) -> tuple[MatchId, Panel]:
    """A panel on which a turn is ready to be confirmed."""
    match = await scene.match("shop", (ANN,))
    panel = await scene.press(await scene.app.drafts.open(ANN, match=match), ANN, "take", "1")
    return match, await scene.press(panel, ANN, "put", "6")


async def test_a_press_reads_once_and_writes_once(scene: Scene) -> None:
    """
    A press on a panel, its undoing and its instant move take one read and one write, the panel that they show included.
    """
    match, panel = await ready(scene)
    with counted(scene) as pressed:
        longer = await scene.press(panel, ANN, "swap", "4")
    with counted(scene) as undone:
        await scene.app.drafts.undo_step(scene.key(), ANN, match=match, ask=longer.ask.id, length=longer.length)
    rush = await scene.match("rush")
    await scene.play(rush, ANN, "ready")
    await scene.play(rush, BEN, "ready")
    running = await scene.app.drafts.open(ANN, match=rush)
    with counted(scene) as instant:
        await scene.press(running, ANN, "grab", str(running.match_view.view.state.stones[0]))

    assert [ONCE, ONCE, ONCE] == [pressed.both, undone.both, instant.both]


async def test_a_press_that_changes_nothing_writes_nothing(scene: Scene) -> None:
    """
    A press that comes twice, and one that is refused, only read.
    """
    _match, panel = await ready(scene)
    with counted(scene) as refused:
        told = await scene.press(panel, ANN, "swap", "99")
    await scene.press(panel, ANN, "swap", "4")
    with counted(scene) as twice:
        late = await scene.press(panel, ANN, "swap", "4")

    assert told.refused is not None
    assert late.stale
    assert [(1, 0), (1, 0)] == [refused.both, twice.both]


async def test_confirm_reads_once_and_writes_once(scene: Scene) -> None:
    """
    So does Confirm, up to the panel of the next turn; a repeat reads the first receipt alone.
    """
    match, panel = await ready(scene)
    key = scene.key()
    with counted(scene) as confirmed:
        receipt = await scene.app.drafts.confirm(key, ANN, match=match, ask=panel.ask.id, length=panel.length)
        following = await scene.app.drafts.next(receipt, ANN)
    with counted(scene) as again:
        await scene.app.drafts.confirm(key, ANN, match=match, ask=panel.ask.id, length=panel.length)

    assert following == await scene.app.drafts.open(ANN, match=match)
    assert [ONCE, (1, 0)] == [confirmed.both, again.both]


async def test_a_typed_turn_reads_once_and_writes_once(scene: Scene) -> None:
    """
    So does a turn in notation, up to the words of its answer.
    """
    match = await scene.match()
    with counted(scene) as typed:
        receipt = await scene.play(match, ANN, "1")
        view = await scene.app.matches.view_after(receipt, ANN.user)

    assert ONCE == typed.both
    assert (await scene.app.matches.view(match, ANN.user)).seats == view.seats


async def test_a_draft_that_changed_meanwhile_is_not_confirmed(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A press that gets in between the reading and the writing of a Confirm is not lost: the Confirm hears of it.
    """
    match, panel = await ready(scene)
    run = scene.store.run

    async def meanwhile(work: object) -> object:
        monkeypatch.setattr(scene.store, "run", run)
        await scene.press(panel, ANN, "swap", "4")
        return await run(work)  # type: ignore[arg-type]

    monkeypatch.setattr(scene.store, "run", meanwhile)
    with pytest.raises(Refusal, match="STALE"):
        await scene.confirm(panel, ANN)

    assert panel.length < (await scene.app.drafts.open(ANN, match=match)).length


async def test_the_match_after_a_change_is_the_one_that_is_read(scene: Scene) -> None:
    """
    What is made from the change is what the database holds: after turns, an undo, a proposal, somebody who resigns, and
    the end.
    """
    match = await scene.match("season", (ANN, BEN, CLEO), pace=PerMove(seconds=86_400))
    app, until = scene.app, scene.clock.now() + timedelta(days=2)
    steps: list[Callable[[], Awaitable[Receipt]]] = [
        lambda: scene.play(match, ANN, "1"),
        lambda: app.undo.undo(scene.key(), ANN, match=match),
        lambda: scene.play(match, ANN, "2"),
        lambda: app.pauses.propose(scene.key(), BEN, match=match, until=until),
        lambda: app.matches.resign(scene.key(), CLEO, match=match),
        lambda: app.matches.resign(scene.key(), BEN, match=match),
    ]
    for step in steps:
        receipt = await step()
        assert isinstance(receipt, Done)
        read = await app.uow.read(match)
        names = [
            name for name in read.__struct_fields__ if name not in ("guard", "aside", "seed", "clock_stops", "people")
        ]

        assert [getattr(read, name) for name in names] == [getattr(receipt.after, name) for name in names]


@pytest.mark.parametrize(
    "now_called",
    [
        Actor(ANN.user, "Ann"),
        Actor(ANN.user, "Boss", GuildId(8), "Anna"),
        Actor(ANN.user, "Cap\u200btain", PLACE.guild, "Ann"),
    ],
)
async def test_names_in_an_answer_are_those_that_are_read(scene: Scene, now_called: Actor) -> None:
    """
    Somebody with a nickname on the match's server answers from private messages, from another server, and with what
    cannot be seen in the name: the answer calls everybody as a fresh look does.
    """
    captain = Actor(ANN.user, "Captain", PLACE.guild, "Ann")
    match = await scene.match(players=(captain, BEN))
    receipt = await scene.play(match, now_called, "1")
    view = await scene.app.matches.view_after(receipt, ANN.user)

    assert "Captain" == view.seats[0].name
    assert (await scene.app.matches.view(match, ANN.user)).seats == view.seats


async def test_what_is_opened_and_joined_reads_once_and_writes_once(scene: Scene) -> None:
    """
    So do a new match, its options, a join, a vote and a rematch; the join with which a match starts looks for its host
    in between.
    """
    app = scene.app
    with counted(scene) as opened:
        match = await scene.open("season", seats=3)
    with counted(scene) as set_options:
        await app.lobby.set_options(scene.key(), ANN, match=match, options={})
    with counted(scene) as joined:
        await app.lobby.join(scene.key(), BEN, match=match)
    with counted(scene) as started:
        await app.lobby.join(scene.key(), CLEO, match=match)
    with counted(scene) as proposed:
        await app.hosts.end(scene.key(), ANN, match=match)
    over = await scene.match()
    with counted(scene) as resigned:
        await app.matches.resign(scene.key(), ANN, match=over)
    with counted(scene) as rematch:
        await app.lobby.rematch(scene.key(), ANN, match=over)

    assert (2, 1) == started.both
    assert 6 * [ONCE] == [each.both for each in (opened, set_options, joined, proposed, resigned, rematch)]
