"""The sandbox's page shows messages in the sizes of Discord's client, measured in a real browser."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import ui
from PIL import Image
from simcord.env import Env

from bot.sandbox.fidelity import answer_like_discord, look_like_discord
from bot.sandbox.page import Refresher
from bot.sandbox.world import build
from games.grumpf.words.describe import PHONE_LINE
from render.core.output.encode import png
from tests.phone import ROW, button_width, row_width
from tests.sandbox.chromium import BINARY, Tab, browsing

SIZES = ((1100, 700), (1080, 1350), (1650, 300), (200, 100))
"""Of pictures that stand alone."""
KEYS = ("x", "Hut", "Hold", "? fits", "| or")
LONG = "Build a warehouse on the harbor of the northern island, then pay"
WIDE = tuple(f"Quarter {number} of the town" for number in range(5))

MEASURE = """(() => {
  const box = e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; };
  const all = s => [...document.querySelectorAll(s)];
  const galleries = all(".component-gallery").map(g => [...g.querySelectorAll("img")].map(box));
  const rows = all(".component-row").map(r => [...r.querySelectorAll(".component-button")].map(box));
  const label = all(".button-label").find(e => e.textContent.startsWith("Build"));
  const value = document.querySelector(".select-value-label");
  return {
    galleries, rows,
    container: box(document.querySelector(".component-container")),
    code: all(".code-block code").map(box),
    overflow: document.querySelector("#channel-timeline").scrollWidth,
    window: document.querySelector("#channel-timeline").clientWidth,
    cut: label.scrollWidth > label.clientWidth,
    select: box(document.querySelector(".select-trigger")),
    value: [value.scrollWidth, value.clientWidth, value.getBoundingClientRect().height],
  };
})()"""


def message() -> tuple[ui.LayoutView, list[discord.File]]:
    """A message with pictures, rows of buttons and a select."""
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x808080)
    files: list[discord.File] = []

    def gallery(*sizes: tuple[int, int]) -> None:
        items = []
        for size in sizes:
            name = f"picture{len(files)}.png"
            files.append(discord.File(BytesIO(png(Image.new("RGB", size))), name))
            items.append(discord.MediaGalleryItem(f"attachment://{name}"))
        box.add_item(ui.MediaGallery(*items))

    def row(labels: Sequence[str]) -> None:
        line: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for label in labels:
            line.add_item(ui.Button(label=label, custom_id=label))
        box.add_item(line)

    for size in SIZES:
        gallery(size)
    gallery((300, 300), (400, 200))
    for labels in (KEYS, WIDE, (LONG,)):
        row(labels)
    for length in (PHONE_LINE, PHONE_LINE + 1):
        box.add_item(ui.TextDisplay(f"```\n{'x' * length}\n```"))
    options = [discord.SelectOption(label=LONG, description=LONG, default=True)]
    box.add_item(ui.ActionRow(ui.Select(custom_id="select", options=options)))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    return view, files


async def measured(tab: Tab, url: str, width: int, height: int) -> dict[str, Any]:
    """Open the page in a window of a size, and return the places and sizes of what it shows."""
    await tab.resize(width, height)
    await tab.open("about:blank")
    await tab.open(url)
    pictures = len(SIZES) + 2
    await tab.wait_for(f"[...document.querySelectorAll('.gallery-image')].filter(e => e.src).length == {pictures}")
    await tab.wait_for(f"document.querySelector('.preview-app').getBoundingClientRect().width <= {width}")
    await tab.run("document.fonts.ready.then(() => true)")
    return dict(await tab.run(MEASURE))


def lines(boxes: Sequence[Sequence[float]]) -> list[float]:
    """Return the heights at which the lines of a row stand."""
    return sorted({round(top) for _, top, _, _ in boxes})


@pytest.mark.skipif(BINARY is None, reason="there is no Chromium here")
async def test_the_page_has_the_sizes_of_discords_client(tmp_path: Path) -> None:
    """
    Desktop: a box of 550 × 350 for a picture, rows side by side; a phone: pictures as wide as the message, rows wrap.
    """
    answer_like_discord()
    look_like_discord()
    client = discord.Client(intents=discord.Intents(guilds=True))
    env = Env(client, check_errors=False)
    world = build(env)
    await env.start()
    try:
        place = client.get_channel(world.channels["table"].id)
        assert isinstance(place, discord.TextChannel)
        view, files = message()
        await place.send(view=view, files=files)
        async with env.preview(world.channels["table"], viewers=world.members, layout="channel", port=0) as preview:
            Refresher(env, preview)
            async with browsing(tmp_path) as tab:
                desktop = await measured(tab, preview.url, 1280, 800)
                phone = await measured(tab, preview.url, 360, 780)
    finally:
        await env.shutdown()

    alone = [[round(side) for side in gallery[0][2:]] for gallery in desktop["galleries"][:-1]]
    assert [[550, 350], [280, 350], [550, 100], [200, 100]] == alone
    left, right = desktop["galleries"][-1]
    assert left[1:] == right[1:]
    assert desktop["container"][2] <= 600
    assert [1, 2, 1] == [len(lines(row)) for row in desktop["rows"][:3]]

    wide = [[round(side) for side in gallery[0][2:]] for gallery in phone["galleries"][:-1]]
    assert [[323, 206], [323, 404], [323, 59], [200, 100]] == wide
    keys, texts, (long,) = phone["rows"][:3]
    assert 1 == len(lines(keys))
    assert row_width(KEYS) == pytest.approx(keys[-1][0] + keys[-1][2] - keys[0][0], abs=2)
    assert button_width("Hold") == pytest.approx(keys[2][2], abs=1)
    assert 1 < len(lines(texts)) <= len(WIDE)
    assert [18, 36] == [round(height) for *_, height in phone["code"]]
    assert [18, 18] == [round(height) for *_, height in desktop["code"]]
    assert phone["overflow"] <= phone["window"]
    for page in (desktop, phone):
        assert page["cut"]
        assert 32 == page["rows"][2][0][3]
        assert page["value"][0] > page["value"][1]
    assert long[2] <= ROW == phone["select"][2]
