"""Being told and coming back over the wire: direct messages, a test of delivery, what happened, and a film."""

from __future__ import annotations

import asyncio
import random
from io import BytesIO

import pytest
from PIL import Image

from tests.standin.client import Control, Outcome, Seen
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.matches import Match, begin, by_line
from tests.wire.players import Player, held

PICTURES = True
"""Its bot draws; others do not (`bot` in `conftest.py`)."""

ANN, BEN, CLEO = "user1", "user2", "user3"


async def ask(control: Control, user: str, place: str, command: str, *, seconds: float = 15) -> Outcome:
    """Type a command and wait until its answer has come."""
    made = await control.interact(user, place, command)

    def answered(outcome: Outcome) -> bool:
        return bool(outcome.messages) and not outcome.message.loading and "▱" not in outcome.message.text

    return await control.outcome_when(made.interaction, answered, seconds=seconds)


async def tried(control: Control, user: str, place: str) -> str:
    """Type `/my notify test` until the bot is not behind with its messages; a busy machine draws boards before."""
    for _ in range(10):
        text = (await ask(control, user, place, "/my notify test")).message.text
        if "not yet" not in text:
            return text
    raise AssertionError(text)


@pytest.mark.timeout(300)
async def test_told_in_private_and_refused(control: Control, bot: Bot) -> None:
    """
    A turn is told by direct message by choice; where these are closed the test names the code, and the match goes on
    with mentions; nothing that the bot sends is malformed.
    """
    for user in (ANN, BEN):
        await ask(control, user, "tables", "/my notify set where:both")
    match = await begin(control, "grunn", [ANN, BEN])
    await match.play(by_line, chance=random.Random(1), turns=2)
    told = await control.until(f"dm:{ANN}", lambda message: "it's your turn" in message.text, user=ANN)
    proof = await tried(control, ANN, match.place)
    await control.fault("dms", user=ANN, closed=True)
    refused = await tried(control, ANN, match.place)
    health = await ask(control, ANN, match.place, "/my notify health")
    await match.play(by_line, chance=random.Random(2), turns=2)

    assert f"#{match.number}" in told.text
    assert 2 == proof.count("✅ delivered")
    assert "50007" in refused
    assert 1 == refused.count("✅ delivered")
    assert "50007" in health.message.text
    assert [] == checks.doubled(await checks.posts(control, match))
    assert [] == await checks.wrong_requests(control)


@pytest.mark.timeout(300)
async def test_coming_back(control: Control, bot: Bot) -> None:
    """
    All since the own last move, the list, a note, a turn of the history, and a film with a frame a turn.
    """
    match = await begin(control, "grunn", [ANN, BEN])
    await match.play(by_line, chance=random.Random(3), turns=5)
    since = await ask(control, ANN, match.place, "/match since")
    mine = await ask(control, ANN, match.place, "/my matches")
    note = await ask(control, ANN, match.place, "/my notes add text:canals first")
    history = await ask(control, ANN, match.place, "/match history turn:3")
    film = await ask(control, ANN, match.place, "/match replay", seconds=150)
    (attached,) = film.message.attachments
    with Image.open(BytesIO(await control.fetch(attached["url"]))) as image:
        frames = image.n_frames  # type: ignore[attr-defined]  # of an animated picture

    assert "since your last move" in since.message.text
    assert f"#{match.number}" in mine.message.text
    assert "canals first" in note.message.text
    assert "turn 3" in history.message.text
    assert "replay.webp" == attached["filename"]
    assert frames > 3
    assert [] == await checks.wrong_requests(control)


async def plan(control: Control, match: Match, user: str, orders: str, *, at: Seen | None = None, label: str) -> str:
    """Store a town plan by the form behind a button of the list ``at``, or of one opened under the board."""
    if at is None:
        board = await match.board()
        at = (await control.press(user, board, str(held(board, "plan")[0]["custom_id"]))).message
    await control.press(user, at, at.custom_id(label))
    drafted = (await control.submit(user, {"orders": orders}, wait_s=10)).message
    assert "Town turn of year 1: " in drafted.text
    return (await control.press(user, drafted, drafted.custom_id("Store it"), wait_s=10)).message.text


async def listed(control: Control, match: Match, user: str, *, until: str = "") -> Seen:
    """The list of what a player has stored, once it says something, or as it is after a while."""
    for _ in range(50):
        found = (await ask(control, user, match.place, "/my plan list")).message
        if until in found.text:
            break
        await asyncio.sleep(0.2)
    return found


@pytest.mark.timeout(300)
async def test_plans_from_storing_to_inheriting(control: Control, bot: Bot) -> None:
    """
    Walnut Grove D6 by panel and by command: read back in words, played, stopped, not resumed, changed, and left to a
    substitute. Each is told to its owner alone.
    """
    match = await begin(control, "walnut_grove", [ANN, BEN])
    for user, row in ((ANN, "church"), (BEN, "town"), (ANN, "church")):
        await ask(control, user, match.place, f"/move line:{row}")
    stored = await plan(control, match, ANN, "church+wf", label="Plan this year")
    drafted = (await ask(control, BEN, match.place, "/walnut plan orders:church+wf")).message
    await control.press(BEN, drafted, drafted.custom_id("Store it"), wait_s=10)
    nonsense = (await ask(control, BEN, match.place, "/walnut plan orders:mill+tent")).message.text
    for user in (ANN, BEN):
        await by_line(Player(control, user, match.place, chance=random.Random(4)), await match.board())
    stopped = await listed(control, match, BEN, until="stopped")
    resumed = (await control.press(BEN, stopped, stopped.custom_id("Resume 1"), wait_s=10)).message.text
    changed = await plan(control, match, BEN, "church+wf; post+gw", at=stopped, label="Change 1")
    gone = await listed(control, match, ANN)
    later = (await ask(control, BEN, match.place, "/walnut plan orders:church+ff")).message
    await control.press(BEN, later, later.custom_id("Store it"), wait_s=10)
    await ask(control, BEN, match.place, "/match seat offer")
    taken = (await ask(control, CLEO, match.place, f"/match seat replace match:{match.number}")).message.text
    inherited = (await listed(control, match, CLEO)).text
    public = "\n".join(one.text for one in await control.messages(match.place, ANN, limit=200, public=True))

    assert "Your plan is stored. It's played as soon as you're asked and it fits." in stored
    assert "Johansen's Mill never has “tent”. Choose from hut and barn." in nonsense
    assert "stopped: Church is occupied by User1." in stopped.text
    assert "still can't be played. Church is occupied by User1." in resumed
    assert (
        "Your plan fits and was played at once: User2 takes 1 grain and 1 wood at the Post Office. `post+gw`" in changed
    )
    assert "You have no stored plans." in gone.text
    assert "Plans are stored for this seat." in taken
    assert "It's from the player before you." in inherited
    assert "plan was" not in public
    assert "by your plan" not in public
    assert [] == await checks.wrong_requests(control)
