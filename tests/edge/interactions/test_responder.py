"""The queue of a match, and pictures beside it."""

import asyncio
from datetime import timedelta
from typing import Any, cast

import aiohttp
import pytest

from bot.edge.commands.builder import Given
from bot.edge.commands.choosing import Rerun, run_queued
from bot.edge.delivery import retries
from bot.edge.delivery.retries import PAUSES, SOON
from bot.edge.interactions import Interaction, acknowledging, presenter
from bot.edge.limits import Code
from bot.edge.messages.builder import Post, plain
from db.ids import MatchId
from tests.edge.interactions.pressed import SHOT, Failing, Pressed, Slow, desk_of, pressing, refused, settled


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses between attempts."""
    monkeypatch.setattr(retries, "PAUSES", (0.0,) * len(PAUSES))
    monkeypatch.setattr(presenter, "LATER", (0.0,) * len(presenter.LATER))
    monkeypatch.setattr(acknowledging, "SOON", (0.0,) * len(SOON))


async def test_a_picture_being_drawn_holds_nobody_up() -> None:
    """A press is done while the private picture of the one before in the same match is still being drawn."""
    responder = desk_of(render_pool := Slow())
    done: list[str] = []

    first = pressing(responder, 1, done, message=None)
    second = pressing(responder, 2, done, message=None, draws=False)
    await settled()

    assert ["stored 1", "stored 2"] == done
    assert ([], ["answer 2"]) == (first.shown, second.shown)
    render_pool.ready.set()
    await settled()
    assert ["answer 1"] == first.shown, "a message of its own is answered all the same"


async def test_a_picture_of_a_command_that_names_no_match_holds_nobody_up() -> None:
    """
    The command finds out its match, waits for its turn there, and gives that up too while its picture is drawn.
    """
    responder = desk_of(render_pool := Slow())
    done: list[str] = []
    command = Pressed(1, None, channel_id=99)

    async def run(interaction: Interaction, given: Given) -> Post:
        done.append("read")
        await responder.picture(SHOT)
        return plain("board")

    async def work() -> Post:
        return await run_queued(responder, cast("Any", command), Rerun(run, queue=True), MatchId(1), {})

    answering = asyncio.create_task(responder.answer(cast("Any", command), work))
    await settled()
    press = pressing(responder, 2, done, message=None, draws=False)
    await settled()
    before = list(command.shown)
    render_pool.ready.set()
    await answering

    assert ["read", "stored 2"] == done
    assert ([], ["answer 2"], ["board"]) == (before, press.shown, command.shown)


async def test_a_picture_overtaken_on_its_message_is_neither_drawn_nor_shown() -> None:
    """Of three presses on one private message that come in while the first is drawn, the last one is shown, once."""
    responder = desk_of(render_pool := Slow())
    done: list[str] = []

    presses = [pressing(responder, number, done, message=77) for number in (1, 2, 3)]
    await settled()
    render_pool.ready.set()
    await settled()

    assert ["stored 1", "stored 2", "stored 3"] == done
    assert [[], [], ["answer 3"]] == [pressed.shown for pressed in presses]
    assert 2 == render_pool.begun, "the one in the middle was not drawn"


async def test_presses_on_different_messages_are_all_shown() -> None:
    """The panel of one player does not overtake that of another in the same match."""
    responder = desk_of(render_pool := Slow())

    presses = [pressing(responder, number, [], message=number) for number in (1, 2)]
    await settled()
    render_pool.ready.set()
    await settled()

    assert [["answer 1"], ["answer 2"]] == [pressed.shown for pressed in presses]


LOST = (ConnectionResetError(104, "reset"), aiohttp.ServerDisconnectedError(), TimeoutError(), refused(500))


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("error", LOST, ids=repr)
async def test_b8_an_answer_whose_request_is_lost_is_shown_again(error: Exception) -> None:
    """
    "Thinking…" does not stay because of one broken connection; the work is done once.
    """
    done: list[str] = []
    pressed = pressing(desk_of(Slow()), 1, done, message=None, draws=False, failing=Failing(showing=[error, error]))
    await settled()

    assert (["stored 1"], ["answer 1"]) == (done, pressed.shown)


@pytest.mark.usefixtures("hurried")
async def test_b8_an_answer_that_never_gets_through_ends() -> None:
    """
    What was stored stands, and nothing is raised.
    """
    lost = [aiohttp.ServerDisconnectedError()] * 50
    done: list[str] = []
    pressed = pressing(desk_of(Slow()), 1, done, message=None, draws=False, failing=Failing(showing=lost))
    await settled()

    assert pressed.answering is not None
    assert (True, None) == (pressed.answering.done(), pressed.answering.exception())
    assert (["stored 1"], []) == (done, pressed.shown)


@pytest.mark.usefixtures("hurried")
async def test_b8_an_answer_that_is_overtaken_is_not_shown_again() -> None:
    """
    A later press on the same message shows the newer state, which a repeat must not replace.
    """
    responder = desk_of(Slow())
    older = pressing(
        responder, 1, [], message=7, draws=False, failing=Failing(showing=[aiohttp.ServerDisconnectedError()])
    )
    older.answering_at_once = [aiohttp.ServerDisconnectedError()]
    newer = pressing(responder, 2, [], message=7, draws=False)
    await settled()

    assert ([], ["answer 2"]) == (older.shown, newer.shown)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    "errors",
    [[refused(400, Code.ALREADY_ANSWERED)], [ConnectionResetError(104, "reset"), refused(400, Code.ALREADY_ANSWERED)]],
)
async def test_b8_an_acknowledgement_that_took_effect_counts(errors: list[Exception]) -> None:
    """
    40060 on the repeat says that the first attempt had effect: the work is done and shown.
    """
    done: list[str] = []
    pressed = pressing(desk_of(Slow()), 1, done, message=None, draws=False, failing=Failing(deferring=errors))
    await settled()

    assert (["stored 1"], ["answer 1"]) == (done, pressed.shown)


async def test_a_press_whose_answer_is_in_words_takes_one_request() -> None:
    """The answer takes the place of the private message that was pressed, and is the acknowledgement."""
    pressed = pressing(desk_of(Slow()), 1, [], message=7, draws=False)
    await settled()

    assert (["answer"], ["answer 1"]) == (pressed.sent, pressed.shown)


async def test_a_press_that_is_overtaken_is_acknowledged_and_not_shown() -> None:
    """Each of several presses on one message takes one request; only the last one's answer is shown."""
    responder = desk_of(Slow())
    busy = responder.queues.take(1)
    older, newer = (pressing(responder, number, [], message=7, draws=False) for number in (1, 2))
    await settled()
    busy.skip()
    await settled()

    assert (["defer"], ["answer"]) == (older.sent, newer.sent)
    assert ["answer 2"] == newer.shown


async def test_a_press_that_draws_is_acknowledged_before_it() -> None:
    """Discord has the acknowledgement while the picture is drawn, however long that takes."""
    responder = desk_of(render_pool := Slow())
    pressed = pressing(responder, 1, [], message=7)
    await settled()
    before = list(pressed.sent)
    render_pool.ready.set()
    await settled()

    assert (["defer"], ["defer", "edit"]) == (before, pressed.sent)


async def test_a_press_that_takes_long_is_acknowledged_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the work, or the wait for it, takes longer than the hold, Discord has the acknowledgement in time."""
    monkeypatch.setattr(acknowledging, "HOLD", 0.02)
    responder = desk_of(Slow())
    busy = responder.queues.take(1)
    pressed = pressing(responder, 1, [], message=7, draws=False)
    await asyncio.sleep(0.05)
    before = list(pressed.sent)
    busy.skip()
    await settled()

    assert ["defer"] == before
    assert (["defer", "edit"], ["answer 1"]) == (pressed.sent, pressed.shown)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("error", [*LOST, refused(400, Code.INVALID_BODY)], ids=repr)
async def test_an_answer_in_one_request_that_fails_is_acknowledged_and_shown(error: Exception) -> None:
    """Nobody knows whether it had effect, or Discord did not take it: the way of all other answers is taken."""
    done: list[str] = []
    pressed = pressing(desk_of(Slow()), 1, done, message=7, draws=False)
    pressed.answering_at_once = [error]
    await settled()

    assert (["answer", "defer", "edit"], ["answer 1"]) == (pressed.sent, pressed.shown)
    assert ["stored 1"] == done


@pytest.mark.usefixtures("hurried")
async def test_an_answer_in_one_request_that_had_effect_is_shown_again() -> None:
    """The answer to it was lost: 40060 tells that Discord has it, and the edit shows the same."""
    pressed = pressing(
        desk_of(Slow()), 1, [], message=7, draws=False, failing=Failing(deferring=[refused(400, Code.ALREADY_ANSWERED)])
    )
    pressed.answering_at_once = [ConnectionResetError(104, "reset")]
    await settled()

    assert ["answer 1"] == pressed.shown


@pytest.mark.usefixtures("hurried")
async def test_an_old_press_that_discord_gave_up_on_does_nothing() -> None:
    """A press that comes again with a resumed connection is acknowledged first; it is too late, so nothing is done."""
    done: list[str] = []
    over = [refused(404, Code.UNKNOWN_INTERACTION)]
    pressed = pressing(desk_of(Slow()), 1, done, message=7, draws=False, failing=Failing(deferring=over))
    pressed.created_at -= timedelta(seconds=4)
    await settled()

    assert (["defer"], []) == (pressed.sent, done)


async def test_b11_a_held_press_that_is_ended_is_told_so() -> None:
    """The bot stops before a press that waits was done: it is acknowledged, and told to look whether it took effect."""
    responder = desk_of(Slow())
    responder.queues.take(1)
    pressed = pressing(responder, 1, [], message=7, draws=False)
    await settled()
    await responder.finish(0)

    assert ["defer", "edit"] == pressed.sent
    assert "restarting and couldn't finish this" in pressed.shown[0]


async def test_an_acknowledgement_without_an_answer_holds_the_queue_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Discord says nothing at all: the next press of the match is done after a few seconds, not after minutes.
    """
    monkeypatch.setattr(acknowledging, "PATIENCE", 0.01)
    responder, done = desk_of(Slow()), list[str]()
    silent = pressing(responder, 1, done, message=None, draws=False)
    silent.hangs = True
    pressing(responder, 2, done, message=None, draws=False)
    async with asyncio.timeout(5):
        while len(done) < 2:
            await asyncio.sleep(0)

    assert ["stored 1", "stored 2"] == done


async def test_a_second_delivery_does_nothing() -> None:
    """
    The same interaction delivered twice is answered once, also where the first acknowledgement is still under way.
    """
    responder, done = desk_of(Slow()), list[str]()
    first = pressing(responder, 1, done, message=None, draws=False)
    second = pressing(responder, 1, done, message=None, draws=False)
    await settled()

    assert (["stored 1"], ["answer 1"], []) == (done, first.shown, second.shown)


async def test_an_answer_that_discord_does_not_take_becomes_a_sentence() -> None:
    """
    A 400 leaves nobody with "thinking…".
    """
    pressed = pressing(
        desk_of(Slow()), 1, [], message=None, draws=False, failing=Failing(showing=[refused(400, Code.INVALID_BODY)])
    )
    await settled()

    (sentence,) = pressed.shown
    assert sentence.startswith("⚠️ Discord couldn't show this answer here.")


async def test_b11_told_to_stop_it_finishes_and_refuses() -> None:
    """
    What is under way ends first; what comes meanwhile is told why, and not begun.
    """
    responder = desk_of(render_pool := Slow())
    done: list[str] = []
    under_way = pressing(responder, 1, done, message=None)
    await settled()
    finishing = asyncio.create_task(responder.finish(5))
    await settled()
    late = pressing(responder, 2, done, message=None)
    await settled()
    render_pool.ready.set()
    await finishing

    assert ["stored 1"] == done
    assert ["answer 1"] == under_way.shown
    assert ["⚠️ Longtable is restarting. Try again in a minute; your matches are saved."] == late.shown


async def test_b11_what_takes_too_long_is_ended() -> None:
    """
    A picture that is never ready does not keep the bot from stopping, and nobody looks at "thinking…" for good.
    """
    responder = desk_of(Slow())
    hanging = pressing(responder, 1, [], message=None)
    await settled()
    await responder.finish(0)

    assert hanging.answering is not None
    assert hanging.answering.cancelled()
    assert len(hanging.shown) == 1
    assert hanging.shown[0].startswith("⚠️ Longtable is restarting and couldn't finish this.")
