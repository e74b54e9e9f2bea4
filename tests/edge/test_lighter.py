"""Messages whose pictures are too large for a place."""

from __future__ import annotations

from io import BytesIO

from discord import ui
from PIL import Image

from bot.edge.ids import Press, Verb
from bot.edge.lighter import in_words, lighter_forms
from bot.edge.sheet import Button, Post, Sheet
from db.ids import MatchId
from render.core.picture import Drawing


def drawing(alt: str = "a board in words") -> Drawing:
    """A grey picture."""
    file = BytesIO()
    Image.new("RGB", (8, 6), "grey").save(file, "PNG")
    return Drawing(file.getvalue(), 8, 6, alt)


def message(alt: str = "a board in words") -> Post:
    """Words, a picture and a button."""
    sheet = Sheet(0x123456, marker=1_000_007).say("### Grunn #7").show(drawing(alt))
    return sheet.buttons([Button(Press(verb=Verb.PLAY, match=MatchId(7)), "Play")]).post()


def texts(post: Post) -> list[str]:
    """Its words, from top to bottom."""
    return [part.content for part in post.view.walk_children() if isinstance(part, ui.TextDisplay)]


async def test_first_smaller_then_in_words() -> None:
    """
    The picture at half size, then its description in its place; words and buttons stay, so does the marker.
    """
    forms = [form async for form in lighter_forms(message())]
    small, words = forms
    size = Image.open(BytesIO(small.attachments[0].data)).size
    buttons = [part.label for part in words.view.walk_children() if isinstance(part, ui.Button)]

    assert (4, 3) == size
    assert () == words.attachments
    assert ["### Grunn #7", "a board in words"] == texts(words)
    assert ["Play"] == buttons
    assert [1_000_007] == [part.id for part in words.view.children]


async def test_without_pictures_there_is_nothing_lighter() -> None:
    """
    Other files are left as they are.
    """
    assert [] == [form async for form in lighter_forms(Sheet().say("x").hand_out("log.txt", b"x").post())]


def test_words_keep_within_what_a_message_holds() -> None:
    """
    At most 4,000 characters in all.
    """
    long = Sheet().say("x" * 3900).show(drawing("y" * 1000)).post()

    assert 4000 == sum(map(len, texts(in_words(long))))
