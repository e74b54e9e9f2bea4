"""Boards that Discord refuses for what they hold: smaller, then in words."""

from io import BytesIO

import discord
import pytest
from PIL import Image

from bot.edge.delivery.retiring import files_of
from bot.edge.limits import Code
from bot.edge.messages.board import board_text
from tests.edge.delivery.test_courier import Office, office, pictures

__all__ = ["office"]


async def test_a_picture_too_large_is_sent_at_half_size(office: Office) -> None:
    """
    40005: a smaller picture of the same board goes in its place.
    """
    office.env.inject_error("POST", "/channels/*/messages", status=413, code=Code.TOO_LARGE)
    await office.courier.post(office.notice())

    (message,) = office.messages()
    ((item, name),) = files_of(message)
    assert "board-1.png" == name
    assert (550, 350) == Image.open(BytesIO(await office.read(item))).size


REFUSALS = [(413, Code.TOO_LARGE), (400, Code.INVALID_BODY), (400, 99999)]


@pytest.mark.parametrize(("status", "code"), REFUSALS)
async def test_a_board_that_is_refused_goes_in_words(office: Office, status: int, code: int) -> None:
    """
    Refused at half size too, for whatever a 400 says: the board in words to play by, which keeps its buttons, its
    nonce and the marker by which it is found; it is not parked.
    """
    office.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=2)
    notice, before = office.notice(number=7), office.env.now()
    ref = await office.courier.post(notice)
    (message,) = office.messages()
    view = discord.ui.LayoutView.from_message(message)
    words = [part.content for part in view.walk_children() if isinstance(part, discord.ui.TextDisplay)]
    buttons = [part.label for part in view.walk_children() if isinstance(part, discord.ui.Button)]

    assert [] == pictures(message)
    assert board_text(notice.match_view)[:2000] in "\n".join(words)
    assert ["Play", "My view", "Log"] == buttons[:3]
    assert ["o7"] * 3 == [body["nonce"] for body in office.sent()[-3:]]
    assert ref == await office.courier.find(notice, before)


@pytest.mark.parametrize(("status", "code"), REFUSALS)
@pytest.mark.parametrize("times", [1, 2])
async def test_a_changed_board_that_is_refused_gets_lighter(office: Office, status: int, code: int, times: int) -> None:
    """
    Also in an edit, which live play makes: at half size, then in words.
    """
    notice = office.notice()
    ref = await office.courier.post(notice)
    office.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=times)

    assert ref == await office.courier.edit(notice, ref)
    (message,) = office.messages()
    sizes = [Image.open(BytesIO(await office.read(item))).size for item, _name in files_of(message)]
    assert [[(550, 350)], []][times - 1] == sizes
