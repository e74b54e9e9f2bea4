"""What a game takes long for runs in threads, so that the event loop can acknowledge other requests meanwhile."""

from __future__ import annotations

import threading
from datetime import datetime

import pytest

from bot.app.match.records import Panel
from db.tx import Tx
from games.core.game import Ask
from games.core.moves import Found, Hint
from tests.app.play.test_suggestions import practice
from tests.app.scene import ANN, Scene
from tests.games.tiny import digs


class Loop:
    """Knows the thread of the event loop, and counts how often something ran there and elsewhere."""

    def __init__(self) -> None:
        """Nothing ran yet."""
        self.thread = threading.current_thread()
        self.blocked = self.free = 0

    def note(self) -> None:
        """Count where this runs."""
        here = threading.current_thread() is self.thread
        self.blocked, self.free = self.blocked + here, self.free + (not here)


async def test_panels_are_made_in_a_thread(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Opened, after a press, one that comes too late or isn't allowed, and with the suggestion asked for.
    """
    loop, advise = Loop(), digs.Panel.hint

    def hint(self: digs.Panel, view: digs.View, ask: Ask, found: Found | None = None) -> Hint | None:
        loop.note()
        return advise(self, view, ask, found)

    monkeypatch.setattr(digs.Panel, "hint", hint)
    match, app = await practice(scene), scene.app
    opened = await app.drafts.open(ANN, match=match)
    await app.drafts.suggest(ANN, match=match)
    assert opened.advice.taking is not None
    ask, key = opened.ask.id, opened.advice.taking.key
    taken = await app.drafts.take(scene.key(), ANN, match=match, ask=ask, length=0, chosen=key)
    stale = await app.drafts.press(scene.key(), ANN, match=match, ask=ask, length=0, choice=("leave", None))
    gone = await app.drafts.take(scene.key(), ANN, match=match, ask=ask, length=1, chosen="gone")
    assert isinstance(taken, Panel)
    assert isinstance(stale, Panel)
    assert isinstance(gone, Panel)

    assert stale.stale
    assert gone.refused is not None
    assert loop.free
    assert not loop.blocked


async def test_decisions_are_made_in_a_thread(scene: Scene) -> None:
    """
    A turn may weave in what is forced, and that takes a game as long as it takes.
    """
    loop = Loop()

    def decide(seen: None, now: datetime) -> None:
        loop.note()

    def write(tx: Tx, seen: None, decided: None, now: datetime) -> None:
        """Write nothing."""

    await scene.app.uow.settle(None, lambda tx: None, decide, write)

    assert loop.free
    assert not loop.blocked
