"""Boards that lose their buttons when the next one has come: by what is known of them, or by what is read."""

from io import BytesIO

import discord
from PIL import Image

from bot.edge.delivery.retiring import Boards
from bot.edge.limits import Code
from tests.edge.delivery.test_courier import Office, office, pictures

__all__ = ["office"]


async def test_a_retired_board_keeps_its_picture_and_loses_its_buttons(office: Office) -> None:
    """
    The old board can be scrolled back to, but not pressed.
    """
    notice = office.notice()
    ref = await office.courier.post(notice)
    await office.courier.retire(notice, ref)
    await office.courier.retire(notice, ref)

    (message,) = office.messages()
    kinds = {type(part).__name__ for part in discord.ui.LayoutView.from_message(message).walk_children()}
    assert "MediaGallery" in kinds
    assert "Button" not in kinds
    assert ["board-1.png"] == pictures(message)


async def test_a_board_whose_files_may_not_be_named_again_is_retired_with_its_picture(office: Office) -> None:
    """
    Where Discord takes no reference to a file that the message has, the picture is read and sent again.
    """
    notice = office.notice()
    ref = await office.courier.post(notice)
    for _ in ("by what is known of it", "by what was read"):
        office.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=Code.INVALID_BODY)
    await office.courier.retire(notice, ref)

    (message,) = office.messages()
    view = discord.ui.LayoutView.from_message(message)
    (item,) = next(part for part in view.walk_children() if isinstance(part, discord.ui.MediaGallery)).items
    assert not any(isinstance(part, discord.ui.Button) for part in view.walk_children())
    assert (1100, 700) == Image.open(BytesIO(await office.read(item))).size
    assert "starting tiles" in (item.description or "")


async def test_a_board_of_before_a_restart_is_read_and_retired(office: Office) -> None:
    """
    What the newest boards show is kept in a bounded memory; of others it is read.
    """
    notice = office.notice()
    office.courier._boards = Boards(most=0)
    ref = await office.courier.post(notice)
    known = office.courier._boards.find(ref.message)
    await office.courier.retire(notice, ref)

    (message,) = office.messages()
    kinds = {type(part).__name__ for part in discord.ui.LayoutView.from_message(message).walk_children()}
    assert known is None
    assert ("MediaGallery" in kinds, "Button" in kinds) == (True, False)


async def test_b8_a_board_is_retired_though_a_request_fails(office: Office) -> None:
    """
    An edit is made again: twice the same is once.
    """
    notice = office.notice()
    ref = await office.courier.post(notice)
    office.env.inject_error("PATCH", "/channels/*/messages/*", status=501)
    await office.courier.retire(notice, ref)

    (message,) = office.messages()
    view = discord.ui.LayoutView.from_message(message)
    assert not any(isinstance(part, discord.ui.Button) for part in view.walk_children())
