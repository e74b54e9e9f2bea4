"""Being told and coming back over the wire: direct messages, a test of delivery, what happened, and a film."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image

from tests.standin.client import Control, Outcome
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.matches import begin, by_line

ANN, BEN = "user1", "user2"


async def ask(control: Control, user: str, place: str, command: str, *, seconds: float = 15) -> Outcome:
    """Type a command and wait until its answer has come."""
    made = await control.interact(user, place, command)

    def answered(outcome: Outcome) -> bool:
        return bool(outcome.messages) and not outcome.message.loading and "▱" not in outcome.message.text

    return await control.outcome_when(made.interaction, answered, seconds=seconds)


async def tried(control: Control, user: str, place: str) -> str:
    """Type `/notify test` until the bot is not behind with its messages; a busy machine draws boards before."""
    for _ in range(10):
        text = (await ask(control, user, place, "/notify test")).message.text
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
        await ask(control, user, "tables", "/notify set where:both")
    match = await begin(control, "grunn", [ANN, BEN])
    await match.play(by_line, chance=random.Random(1), turns=2)
    told = await control.until(f"dm:{ANN}", lambda message: "it's your turn" in message.text, user=ANN)
    proof = await tried(control, ANN, match.place)
    await control.fault("dms", user=ANN, closed=True)
    refused = await tried(control, ANN, match.place)
    health = await ask(control, ANN, match.place, "/notify health")
    await match.play(by_line, chance=random.Random(2), turns=2)

    assert f"#{match.number}" in told.text
    assert 2 == proof.count("arrived")
    assert "50007" in refused
    assert 1 == refused.count("arrived")
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
    since = await ask(control, ANN, match.place, "/since")
    mine = await ask(control, ANN, match.place, "/mine")
    note = await ask(control, ANN, match.place, "/notes add text:canals first")
    history = await ask(control, ANN, match.place, "/history turn:3")
    film = await ask(control, ANN, match.place, "/replay", seconds=150)
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
