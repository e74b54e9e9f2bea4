"""The page of the sandbox is renewed between the actions of its users."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import discord
import pytest
from PIL import Image
from simcord.env import Env
from simcord.preview import Preview
from simcord.preview._media import MAX_QUEUE, MediaInfo, MediaWorker

from bot.sandbox.fidelity import answer_like_discord
from bot.sandbox.page import Pictures, Refresher
from bot.sandbox.world import build
from render.core.output.encode import png

LATE = {"kind": "nothing", "protocol_version": 3}


async def test_an_action_waits_until_the_page_is_renewed() -> None:
    """
    A press in the middle of a renewal is answered after it; without waiting the simulator calls the page gone.
    """
    env = Env(discord.Client(intents=discord.Intents(guilds=True)), check_errors=False)
    world = build(env)
    await env.start()
    preview: Preview = env.preview(world.channels["table"], viewers=world.members, layout="channel", port=0)
    order: list[str] = []
    renewing, go = asyncio.Event(), asyncio.Event()

    async def refresh() -> None:
        renewing.set()
        await go.wait()
        order.append("renewed")

    async def act(context: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        order.append(f"{body['kind']} for {context}")
        return {}

    cast(Any, preview).refresh = refresh
    cast(Any, preview)._action = act
    refresher = Refresher(env, preview)
    running = asyncio.create_task(refresher.run())
    try:
        refresher.want()
        await renewing.wait()
        acting = asyncio.create_task(preview._action("page", LATE))
        await asyncio.sleep(0)
        assert not acting.done()
        go.set()
        await acting
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await env.shutdown()

    assert ["renewed", "nothing for page"] == order


class Buttons(discord.ui.View):
    """Two buttons."""

    def __init__(self, pressed: list[str], *labels: str) -> None:
        """Note in ``pressed`` which is pressed."""
        super().__init__(timeout=None)
        for label in labels:
            button: discord.ui.Button[Buttons] = discord.ui.Button(label=label, custom_id=label)
            button.callback = self._noted(pressed, label)  # type: ignore[method-assign]
            self.add_item(button)

    def _noted(self, pressed: list[str], label: str) -> Any:  # noqa: ANN401
        async def callback(interaction: discord.Interaction) -> None:
            pressed.append(label)
            await interaction.response.defer()

        return callback


class Open:
    """A page of the preview, and the message on it."""

    def __init__(self, env: Env, preview: Preview, message: discord.Message) -> None:
        """Open it."""
        self.env, self.preview, self.message = env, preview, message
        self.refresher = Refresher(env, preview)
        self.page = preview._open_page()
        self.state = self.look()

    def look(self) -> dict[str, Any]:
        """Read the page as the browser does."""
        return dict(self.preview._page_payload(self.page))

    async def press(self, state: Mapping[str, Any], label: str, sequence: int = 1) -> dict[str, Any]:
        """Press a button as the page showed it in a state."""
        row = state["messages"][str(self.message.id)]["components"][0]
        part = next(part for part in row["components"] if part["label"] == label)
        return await self.act(state, "click", part["control_key"], sequence)

    async def act(
        self, state: Mapping[str, Any], kind: str, key: str, sequence: int = 1, **more: object
    ) -> dict[str, Any]:
        """Do something to a control as the page showed it in a state."""
        return await self.preview._action(
            self.page.id,
            {
                "protocol_version": 3,
                "sequence": sequence,
                "request_id": f"{kind} {key} {sequence}",
                "generation": state["context"]["generation"],
                "bot_generation": state["botGeneration"],
                "published_revision": state["publishedRevision"],
                "kind": kind,
                "target_id": str(self.message.id),
                "control_key": key,
                **more,
            },
        )


@asynccontextmanager
async def opened(pressed: list[str]) -> AsyncIterator[Open]:
    """Show a message with two buttons."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    env = Env(client, check_errors=False)
    world = build(env)
    await env.start()
    try:
        place = client.get_channel(world.channels["table"].id)
        assert isinstance(place, discord.TextChannel)
        message = await place.send("Choose", view=Buttons(pressed, "left", "right"))
        async with env.preview(world.channels["table"], viewers=world.members, layout="channel", port=0) as preview:
            yield Open(env, preview, message)
    finally:
        await env.shutdown()


async def test_a_press_counts_though_the_page_was_renewed_meanwhile() -> None:
    """
    What was pressed stands there unchanged, so that the press of a page that is behind is as good as any.
    """
    pressed: list[str] = []
    async with opened(pressed) as page:
        for _ in range(3):
            await page.preview.refresh()
        answer = await page.press(page.state, "left")
        later = page.look()

    assert not answer["rejected"], answer
    assert ["left"] == pressed
    assert later["publishedRevision"] > page.state["publishedRevision"]


async def test_a_press_on_what_has_changed_is_refused() -> None:
    """
    The place of a button is now another's: pressing what is no longer there does nothing.
    """
    pressed: list[str] = []
    async with opened(pressed) as page:
        await page.message.edit(view=Buttons(pressed, "right", "left"))
        await page.preview.refresh()
        answer = await page.press(page.state, "left")
        again = await page.press(page.look(), "left")

    assert "stale-revision" in str(answer["diagnostics"])
    assert not again["rejected"]
    assert ["left"] == pressed


def _menu(custom_id: str, chosen: list[str]) -> discord.ui.View:
    """A select; what is chosen goes into ``chosen``."""
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=custom_id, options=[discord.SelectOption(label=label) for label in ("left", "right")]
    )

    async def callback(interaction: discord.Interaction) -> None:
        chosen.extend(select.values)
        await interaction.response.defer()

    select.callback = callback  # type: ignore[method-assign]
    return discord.ui.View(timeout=None).add_item(select)


async def test_a_choice_is_kept_for_a_custom_id() -> None:
    """
    The page keeps what was chosen for a control's key: another custom id is another key, the same one stays.
    """
    answer_like_discord()
    chosen: list[str] = []
    keys: list[str] = []
    async with opened([]) as page:
        for name in ("first", "first", "second"):
            await page.message.edit(view=_menu(name, chosen))
            await page.preview.refresh()
            row = page.look()["messages"][str(page.message.id)]["components"][0]
            keys.append(row["components"][0]["control_key"])
        answer = await page.act(page.look(), "select", keys[-1], values=["left"])

    assert keys[0] == keys[1] != keys[2]
    assert not answer["rejected"], answer
    assert ["left"] == chosen


async def test_a_picture_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Looked at by another viewer it is known, also when the first page let it go; and many at once wait for each other.
    """
    checked: list[str] = []
    at_once = most = 0

    async def validate(self: MediaWorker, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0)
        checked.append(key)
        at_once -= 1
        return MediaInfo("PNG", 1, 1, 1, 4, blob, "image/png")

    monkeypatch.setattr(MediaWorker, "validate", validate)
    pictures = Pictures()
    names = [str(number) for number in range(3 * MAX_QUEUE)]
    await asyncio.gather(*(pictures.validate(name, name.encode()) for name in names))
    for name in names:
        pictures.release(name)
    again = [await pictures.validate(name, b"") for name in names]

    assert names == sorted(checked, key=int)
    assert most <= MAX_QUEUE
    assert [name.encode() for name in names] == [info.normalized for info in again]


async def test_a_board_is_shown_without_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A still PNG is known by its header; what moves or is no PNG is checked by the simulator.
    """
    checked: list[str] = []

    async def validate(self: MediaWorker, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        checked.append(key)
        return MediaInfo("GIF", 1, 1, 2, 8, blob, "image/gif")

    monkeypatch.setattr(MediaWorker, "validate", validate)
    still = png(Image.new("RGB", (30, 20)))
    pictures = Pictures()
    board = await pictures.validate("board", still)
    await pictures.validate("moving", still.replace(b"IDAT", b"acTL"))
    await pictures.validate("film", b"GIF89a")

    assert ("PNG", 30, 20, still) == (board.format, board.width, board.height, board.normalized)
    assert board.memory_limited  # else the page warns of each picture
    assert ["moving", "film"] == checked
