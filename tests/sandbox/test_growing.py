"""Answers that take long are seen as they grow."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import discord
import pytest

from bot.sandbox import growing
from bot.sandbox.page import set_clock
from tests.sandbox.test_page import Open, opened


class Slow(discord.ui.View):
    """A button whose answer says how far it has come."""

    def __init__(self) -> None:
        """Wait for ``steps``, one before each edit."""
        super().__init__(timeout=None)
        self.steps = [asyncio.Event() for _ in range(3)]
        self.done = False

    @discord.ui.button(label="left", custom_id="left")
    async def press(self, interaction: discord.Interaction, button: discord.ui.Button[Slow]) -> None:
        """Answer bit by bit."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        for at, step in enumerate(self.steps, start=1):
            await step.wait()
            await interaction.edit_original_response(content=f"{at} of {len(self.steps)}")
        self.done = True


async def _read(page: Open, wanted: str) -> str:
    """Wait until the newest message on the page says something; returns what it says, or that it is waited for."""
    async with asyncio.timeout(20):
        while True:
            state = page.look()
            newest = state["messages"][state["timeline"][-1]]
            words = "Thinking…" if newest["flags"] & 128 else str(newest["content"])
            if words == wanted:
                return words
            await asyncio.sleep(0.02)


async def test_an_answer_that_takes_long_is_seen_as_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A press isn't held up until the answer is complete: first it is thought about, then each edit is there.
    """
    monkeypatch.setattr(growing, "SHOW_SECONDS", 0.1)
    slow = Slow()
    async with opened([]) as page:
        await set_clock(page.env)
        await page.message.edit(view=slow)
        await page.preview.refresh()
        running = asyncio.create_task(page.refresher.run())
        try:
            answer = await page.press(page.look(), "left")
            seen = [await _read(page, "Thinking…")]
            for at, step in enumerate(slow.steps, start=1):
                early = slow.done
                step.set()
                seen.append(await _read(page, f"{at} of 3"))
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    assert "settled" == answer["settlement"]
    assert ["Thinking…", "1 of 3", "2 of 3", "3 of 3"] == seen
    assert (False, True) == (early, slow.done)


class Late(discord.ui.View):
    """A button that isn't answered at once."""

    @discord.ui.button(label="left", custom_id="left")
    async def press(self, interaction: discord.Interaction, button: discord.ui.Button[Late]) -> None:
        """Answer after a while."""
        await asyncio.get_running_loop().run_in_executor(None, time.sleep, 0.5)
        await interaction.response.send_message("Here", ephemeral=True)


async def test_the_first_answer_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    As Discord does for three seconds: a form, or the choices while somebody types, would be lost otherwise.
    """
    monkeypatch.setattr(growing, "SHOW_SECONDS", 0.1)
    async with opened([]) as page:
        await page.message.edit(view=Late(timeout=None))
        await page.preview.refresh()
        answer = await page.press(page.look(), "left")
        words = await _read(page, "Here")

    assert "acknowledged" == answer["acknowledgement"]
    assert "Here" == words
