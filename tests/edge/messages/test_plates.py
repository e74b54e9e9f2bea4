"""A board of several plates is one message: posted, edited, retired, replaced and sent again together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace as change
from io import BytesIO
from itertools import chain, repeat
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace
from PIL import Image

from bot.app.changes.outbox import Kind
from bot.edge.delivery.retiring import files_of
from bot.edge.imaging.drawing import RenderRequest
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions.presenter import Presenter
from bot.edge.limits import ALT_BYTES, ALT_TEXT, Code
from bot.edge.messages.board import show_plates
from bot.edge.messages.builder import MessageBuilder, Post
from db.ids import NoticeId
from games.core.game import UNMARKED, Marks, View
from games.core.text import Text, raw
from games.grunn.game import Grunn, Panel
from render.core.output.encode import png
from render.core.plates import Drawing
from tests.edge.delivery.test_courier import Office, office
from tests.edge.interactions.test_presenter import Client, hurried
from tests.edge.messages.test_fallbacks import refused
from tests.edge.payloads import faults_of
from tests.edge.views import positions, view_of

__all__ = ["hurried", "office"]
COLOURS = ("red", "green", "blue")
NAMES = ("city", "players", "stock")


def plates(count: int, *, extra: bool = True) -> tuple[Drawing, ...]:
    """Plates of different colours; all but the first may be left out if ``extra``."""
    found = []
    for number, (colour, shows) in enumerate(zip(COLOURS[:count], NAMES, strict=False)):
        data = png(Image.new("RGB", (1100, 700), colour))
        found.append(Drawing(data, 1100, 700, shows=shows, extra=extra and number > 0))
    return tuple(found)


class NamedPlates(Panel):
    """Each plate has words of its own."""

    def caption(self, view: View, plate: str, marks: Marks = UNMARKED) -> Text:
        """Name the plate."""
        return raw(f"the plate of the {plate}")


class Captioned(Grunn):
    """Grunn whose plates each have words of their own."""

    panel = NamedPlates()


class Coloured(RenderPool):
    """A render pool whose boards have so many plates."""

    def __init__(self, count: int) -> None:
        """Draw in this process."""
        super().__init__(0)
        self.count = count

    async def draw(
        self, render_request: RenderRequest, *, wanted: Callable[[], bool] = lambda: True
    ) -> tuple[Drawing, ...]:
        """Return the plates."""
        return plates(self.count)


@pytest.fixture
def render_pool(office: Office) -> Coloured:
    """What draws for the courier: two plates."""
    made = Coloured(2)
    office.courier._render_pool = made
    return made


def board(office: Office, number: int = 1) -> Any:  # noqa: ANN401  # a notice
    """A notice about a board whose plates have words of their own."""
    notice = office.notice(number=number)
    return replace(notice, match_view=replace(notice.match_view, game=Captioned()))


async def shown(office: Office, message: discord.Message) -> list[tuple[str, str, str, int]]:
    """Each picture of a message: its file's name, its colour, its alternative text, its width."""
    found = []
    for item, name in files_of(message):
        image = Image.open(BytesIO(await office.read(item))).convert("RGB")
        pixel = cast("tuple[int, int, int]", image.getpixel((0, 0)))
        colour = {(255, 0, 0): "red", (0, 128, 0): "green", (0, 0, 255): "blue"}[pixel]
        found.append((name, colour, item.description or "", image.width))
    return found


def expected(count: int, width: int = 1100) -> list[tuple[str, str, str, int]]:
    """What ``shown`` finds of so many plates."""
    rows = enumerate(zip(COLOURS[:count], NAMES, strict=False), start=1)
    return [(f"board-{at}.png", colour, f"the plate of the {name}", width) for at, (colour, name) in rows]


def galleries(message: discord.Message) -> list[int]:
    """How many pictures each gallery holds."""
    parts = discord.ui.LayoutView.from_message(message).walk_children()
    return [len(part.items) for part in parts if isinstance(part, discord.ui.MediaGallery)]


def kept(office: Office, message: discord.Message) -> int:
    """How many files the message really has, shown or not."""
    return len(office.env.backend.get_message(message.channel.id, message.id).attachments)


def has_buttons(message: discord.Message) -> bool:
    """Whether anything can be pressed."""
    parts = discord.ui.LayoutView.from_message(message).walk_children()
    return any(isinstance(part, discord.ui.Button) for part in parts)


async def test_plates_stand_in_one_message_in_galleries_of_their_own(office: Office, render_pool: Coloured) -> None:
    """
    In order, each with its own alternative text: two pictures in one gallery would be cut and small.
    """
    await office.courier.post(board(office))

    (message,) = office.messages()
    assert [1, 1] == galleries(message)
    assert expected(2) == await shown(office, message)


async def test_an_edit_brings_as_many_plates_as_the_board_has_now(office: Office, render_pool: Coloured) -> None:
    """
    Two, one, two, three, none: no file of before stays behind.
    """
    ref = await office.courier.post(board(office))
    for count in (1, 2, 3, 1, 0, 2):
        render_pool.count = count

        assert ref == await office.courier.edit(board(office), ref)
        (message,) = office.messages()
        assert [1] * count == galleries(message)
        assert expected(count) == await shown(office, message)
        assert count == kept(office, message)


async def test_all_plates_stay_when_the_buttons_go(office: Office, render_pool: Coloured) -> None:
    """
    Retired twice it is the same: the same files, in the same order, with the same words.
    """
    notice = board(office)
    ref = await office.courier.post(notice)
    await office.courier.retire(notice, ref)
    await office.courier.retire(notice, ref)

    (message,) = office.messages()
    assert not has_buttons(message)
    assert (expected(2), 2) == (await shown(office, message), kept(office, message))


async def test_all_plates_are_sent_again_where_none_may_be_named(office: Office, render_pool: Coloured) -> None:
    """
    Where Discord takes no reference to a message's own files they are read, and go together in one edit.
    """
    notice = board(office)
    ref = await office.courier.post(notice)
    office.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=Code.INVALID_BODY)
    await office.courier.retire(notice, ref)

    (message,) = office.messages()
    assert not has_buttons(message)
    assert (expected(2), 2) == (await shown(office, message), kept(office, message))


async def test_a_board_that_is_gone_is_posted_anew_with_all_plates(office: Office, render_pool: Coloured) -> None:
    """
    10008: another message takes its place.
    """
    ref = await office.courier.post(board(office))
    office.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=Code.UNKNOWN_MESSAGE)
    other = await office.courier.edit(board(office, 2), ref)

    message = next(each for each in office.messages() if each.id == other.message)
    assert expected(2) == await shown(office, message)


@pytest.mark.parametrize("method", ["POST", "PATCH"])
@pytest.mark.parametrize(("times", "count", "width"), [(1, 2, 550), (2, 1, 550), (3, 0, 0)])
async def test_refused_plates_get_smaller_then_fewer_then_words(
    office: Office, render_pool: Coloured, *, method: str, times: int, count: int, width: int
) -> None:
    """
    Both at half size, then the first alone, then the board in words, posted or edited; no file is left over.
    """
    notice, edited = board(office), method == "PATCH"
    ref = await office.courier.post(notice) if edited else None
    path = "/channels/*/messages/*" if edited else "/channels/*/messages"
    office.env.inject_error(method, path, status=413, code=Code.TOO_LARGE, times=times)
    await (office.courier.edit(notice, ref) if ref is not None else office.courier.post(notice))

    (message,) = office.messages()
    assert has_buttons(message)
    assert (expected(count, width), count) == (await shown(office, message), kept(office, message))


async def test_the_scene_of_a_moment_has_all_plates(office: Office, render_pool: Coloured) -> None:
    """
    A board without buttons is nothing else.
    """
    await office.courier.post(replace(board(office), kind=Kind.SCENE, id=NoticeId(5)))

    (message,) = office.messages()
    assert expected(2) == await shown(office, message)


# --- Where an answer takes no file (discord-api-docs 7529) ----------------------------------------------------


class Follower(Client):
    """An interaction that keeps the names of the files of each follow-up, and how many galleries show them."""

    async def send(
        self, *, view: discord.ui.LayoutView, files: list[discord.File], ephemeral: bool, **_: object
    ) -> None:
        """Send a further message."""
        await super().send(view=view, files=files, ephemeral=ephemeral)
        shown = sum(isinstance(part, discord.ui.MediaGallery) for part in view.walk_children())
        self.sent: tuple[list[str], int] = ([file.filename for file in files], shown)


def answer(count: int) -> Post:
    """An answer with a board of so many plates."""
    builder = MessageBuilder().say("### Grunn #7")
    position, _ = next(positions(Captioned(), seats=2))
    show_plates(builder, view_of(Captioned(), position), plates(count), words=lambda: "the board in words")
    return builder.post()


@pytest.mark.parametrize(
    ("refusals", "sent", "width"), [(0, (["board-1.png", "board-2.png"], 2), 1100), (2, (["board-1.png"], 1), 550)]
)
async def test_plates_follow_an_answer_in_words_together(
    refusals: int, sent: tuple[list[str], int], width: int
) -> None:
    """
    In one message of their own, which gets lighter by the same steps.
    """
    client = Follower(takes_files=False, following=chain([refused(413, Code.TOO_LARGE)] * refusals, repeat(None)))
    await Presenter().show(cast("Any", client), answer(2))

    assert client.original is not None
    assert "### Grunn #7\nthe board in words" == client.original.words
    assert [width] == [follow.width for follow in client.follow_ups]
    assert sent == client.sent


async def test_an_answer_in_words_leaves_a_request_for_its_plates() -> None:
    """
    A token takes five requests in two seconds: four for the steps down, one for the plates.
    """
    client = Follower(takes_files=False)
    await Presenter().show(cast("Any", client), answer(2))

    assert 5 == client.edits + len(client.follow_ups)


class Slow(Client):
    """An interaction whose follow-up is on its way for as long as ``gate`` is closed."""

    limiter: asyncio.Event

    async def send(
        self, *, view: discord.ui.LayoutView, files: list[discord.File], ephemeral: bool, **_: object
    ) -> None:
        """Send a further message."""
        await self.limiter.wait()
        await super().send(view=view, files=files, ephemeral=ephemeral)


async def test_while_plates_are_on_their_way_other_answers_know_of_the_refusal() -> None:
    """
    With the requests of its token used up a follow-up takes two seconds; another answer meanwhile costs one edit.
    """
    slow, other = Slow(takes_files=False), Client(takes_files=False)
    slow.limiter, presenter = asyncio.Event(), Presenter()
    showing = asyncio.create_task(presenter.show(cast("Any", slow), answer(2)))
    while slow.original is None:
        await asyncio.sleep(0)
    await presenter.show(cast("Any", other), answer(2))
    slow.limiter.set()
    await showing

    assert (4, 1) == (slow.edits, other.edits)


# --- Alternative texts ----------------------------------------------------------------------------------------


def test_alternative_texts_are_cut_once() -> None:
    """
    A short one leaves its room to a long one, and what Discord takes of a text that fits is not cut at all.
    """
    (plate,) = plates(1)
    texts = ["short", "ä" * 990, "last"]
    several = MessageBuilder().stack([change(plate, alt=alt) for alt in texts]).post()
    alone = MessageBuilder().stack([change(plate, alt="x" * 1100)]).post()

    assert texts == [each.alt for each in several.attachments]
    assert "x" * (ALT_TEXT - 1) + "…" == alone.attachments[0].alt


@pytest.mark.parametrize("count", [1, 2, 3])
def test_alternative_texts_share_the_bytes_of_a_message(count: int) -> None:
    """
    One of 1,024 characters each would take the room of the menus.
    """

    class Talkative(Panel):
        def caption(self, view: View, plate: str, marks: Marks = UNMARKED) -> Text:
            return raw("ä" * 5000)

    class Wordy(Grunn):
        panel = Talkative()

    position, _ = next(positions(Wordy(), seats=2))
    seen = view_of(Wordy(), position)
    builder = MessageBuilder()
    show_plates(builder, seen, plates(count))
    post = builder.post()

    assert [] == faults_of(post)
    assert all(each.alt.count("…") == 1 and len(each.alt) <= ALT_TEXT for each in post.attachments)
    assert sum(len(each.alt.encode()) for each in post.attachments) <= ALT_BYTES
    assert all(len(each.alt) > ALT_BYTES // count // 2 - 9 for each in post.attachments)
