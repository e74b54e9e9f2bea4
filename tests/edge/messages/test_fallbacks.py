"""Messages that Discord refuses: how much is left of them after which refusal."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from discord import ui
from PIL import Image
from structlog.testing import capture_logs

from bot.edge.delivery.fallbacks import Detail, Fallback, files_alone, in_words
from bot.edge.limits import COMPONENT_BYTES, Code
from bot.edge.messages.builder import Button, MessageBuilder, Post, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from db.ids import MatchId
from render.core.plates import Drawing


def drawing(alt: str = "a board in short") -> Drawing:
    """A grey picture."""
    file = BytesIO()
    Image.new("RGB", (8, 6), "grey").save(file, "PNG")
    return Drawing(file.getvalue(), 8, 6, alt)


def message(alt: str = "a board in short") -> Post:
    """Words, a picture and a button."""
    builder = MessageBuilder(0x123456, marker=1_000_007).say("### Grunn #7").show(drawing(alt))
    return builder.buttons([Button(Press(verb=ButtonAction.PLAY, match=MatchId(7)), "Play")]).post()


def texts(post: Post) -> list[str]:
    """Its words, from top to bottom."""
    return [part.content for part in post.view.walk_children() if isinstance(part, ui.TextDisplay)]


def refused(status: int, code: int = 0) -> discord.HTTPException:
    """What Discord answers."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    return kind(cast("Any", SimpleNamespace(status=status, reason="")), {"code": code, "message": "refused"})


def sentence(error: discord.HTTPException) -> Post:
    """The last form of an answer."""
    return plain(f"sorry, {error.status}")


@dataclass
class Place:
    """A place that refuses messages for these reasons, one after the other, and keeps what it takes."""

    refusals: list[Exception]
    tried: list[str] = field(default_factory=list)
    taken: list[Post] = field(default_factory=list)

    async def send(self, post: Post) -> None:
        """Take a message, or refuse it."""
        width = Image.open(BytesIO(post.attachments[0].data)).width if post.attachments else 0
        self.tried.append({8: "full", 4: "small"}.get(width, " ".join(texts(post))))
        if self.refusals:
            raise self.refusals.pop(0)
        self.taken.append(post)


FULL, SMALL, WORDS, LAST = "full", "small", "### Grunn #7 a board in short", "sorry, 400"
INVALID, LARGE = refused(400, Code.INVALID_BODY), refused(413, Code.TOO_LARGE)
STEPS = [
    pytest.param([], [FULL], id="taken"),
    pytest.param([LARGE], [FULL, SMALL], id="too large"),
    pytest.param([refused(413)], [FULL, SMALL], id="too large for the proxy before Discord"),
    pytest.param([LARGE, LARGE], [FULL, SMALL, WORDS], id="too large at half size"),
    pytest.param([INVALID, INVALID], [FULL, SMALL, WORDS], id="files are refused"),
    pytest.param([refused(400, 99999), INVALID], [FULL, SMALL, WORDS], id="a 400 that nobody knows"),
]


@pytest.mark.parametrize(("refusals", "tried"), STEPS)
@pytest.mark.parametrize("answers", [False, True])
async def test_what_a_message_holds_is_refused(refusals: list[Exception], tried: list[str], *, answers: bool) -> None:
    """
    Smaller, then in words, be it a post or an answer; each is tried once.
    """
    place = Place(list(refusals))
    await Fallback(message(), sentence=sentence if answers else None).send(place.send)

    assert tried == place.tried
    assert 1 == len(place.taken)


def two_plates(*, extra: bool) -> Post:
    """A board in two plates, of which the second may be left out or not."""
    second = replace(drawing("the players in short"), shows="players", extra=extra)
    builder = MessageBuilder().say("### Grunn #7").show(drawing(), "board-1", words=lambda: "the whole board")
    return builder.show(second, "board-2", words=str).post()


@pytest.mark.parametrize(("extra", "files"), [(True, [2, 2, 1, 0]), (False, [2, 2, 0])])
async def test_a_second_plate_is_left_out_before_all_is_put_into_words(*, extra: bool, files: list[int]) -> None:
    """
    Halves of one board are not: they are shown together, or in words.
    """
    seen: list[tuple[int, int]] = []

    async def refuse(post: Post) -> None:
        galleries = [part for part in post.view.walk_children() if isinstance(part, ui.MediaGallery)]
        seen.append((len(post.attachments), len(galleries)))
        if post.attachments:
            raise LARGE
        assert ["### Grunn #7", "the whole board"] == texts(post)

    await Fallback(two_plates(extra=extra)).send(refuse)

    assert [(count, count) for count in files] == seen


@pytest.mark.parametrize(
    ("error", "tried"),
    [
        (INVALID, [FULL, SMALL, WORDS, LAST]),
        (refused(403, Code.MISSING_PERMISSION), [FULL, WORDS, "sorry, 403"]),
        (refused(401), [FULL, WORDS, "sorry, 401"]),
        (refused(400, Code.BLOCKED_BY_AUTOMOD), [FULL, LAST]),
    ],
)
async def test_an_answer_ends_with_a_sentence(error: discord.HTTPException, tried: list[str]) -> None:
    """
    Whatever is refused and why: a smaller picture only helps where the message itself is refused, fewer pictures never
    where its words are.
    """
    place = Place([error] * (len(tried) - 1))
    fallback = Fallback(message(), sentence=sentence)
    await fallback.send(place.send)

    assert tried == place.tried
    assert fallback.detail is Detail.SENTENCE


LESS_DOES_NOT_HELP = [
    *(refused(404, code) for code in (Code.UNKNOWN_INTERACTION, Code.UNKNOWN_WEBHOOK, Code.UNKNOWN_MESSAGE)),
    refused(401, Code.TOKEN_OVER),
    refused(429),
    refused(503),
    aiohttp.ServerDisconnectedError(),
]


@pytest.mark.parametrize("error", LESS_DOES_NOT_HELP, ids=repr)
@pytest.mark.parametrize("answers", [False, True])
async def test_where_less_does_not_help_there_is_one_request(error: Exception, *, answers: bool) -> None:
    """
    What is over, what passes: that is for whoever sends.
    """
    place = Place([error])
    with pytest.raises(type(error)):
        await Fallback(message(), sentence=sentence if answers else None).send(place.send)

    assert [FULL] == place.tried


@pytest.mark.parametrize(
    "error",
    [
        refused(403, Code.MISSING_PERMISSION),
        refused(401),
        *(refused(400, code) for code in (Code.THREAD_ARCHIVED, Code.THREAD_LOCKED, Code.TOO_MANY_OLD_EDITS)),
        *(refused(400, code) for code in (Code.TOO_MANY_THREADS, Code.HAS_THREAD_ALREADY, Code.BLOCKED_BY_AUTOMOD)),
    ],
    ids=repr,
)
async def test_a_post_refused_for_its_place_is_not_tried_in_words(error: discord.HTTPException) -> None:
    """
    Rights, threads and filters are handled where posts are delivered; a 400 with a name of its own is one of them.
    """
    place = Place([error])
    with pytest.raises(type(error)):
        await Fallback(message()).send(place.send)

    assert [FULL] == place.tried


async def test_a_post_refused_at_every_detail_raises_the_last_refusal() -> None:
    """
    It is parked as before.
    """
    place = Place([LARGE, LARGE, INVALID])
    with pytest.raises(discord.HTTPException) as caught:
        await Fallback(message()).send(place.send)

    assert Code.INVALID_BODY == caught.value.code
    assert [FULL, SMALL, WORDS] == place.tried


async def test_a_repeat_goes_on_where_the_first_attempt_was() -> None:
    """
    A connection that breaks after two refusals does not bring them again: a token takes five requests in two seconds.
    """
    place = Place([INVALID, INVALID, refused(502)])
    fallback = Fallback(message(), sentence=sentence)
    with pytest.raises(discord.DiscordServerError):
        await fallback.send(place.send)
    await fallback.send(place.send)

    assert [FULL, SMALL, WORDS, WORDS] == place.tried


async def test_without_pictures_words_are_all() -> None:
    """
    There is nothing less of a post of words, an answer only the sentence.
    """
    post, answer = Place([INVALID]), Place([INVALID])
    with pytest.raises(discord.HTTPException):
        await Fallback(plain("words")).send(post.send)
    await Fallback(plain("words"), sentence=sentence).send(answer.send)

    assert ["words"] == post.tried
    assert ["words", LAST] == answer.tried


async def test_a_picture_that_cannot_be_read_is_not_made_smaller() -> None:
    """
    The words follow at once.
    """
    broken = MessageBuilder().say("### Grunn #7").show(Drawing(b"no picture", 1, 1, "a board in short")).post()
    errors: list[Exception] = [LARGE]
    tried: list[str] = []

    async def send(post: Post) -> None:
        tried.append(" ".join(texts(post)))
        if errors:
            raise errors.pop()

    await Fallback(broken).send(send)

    assert ["### Grunn #7", WORDS] == tried


async def test_it_stays_usable_in_words() -> None:
    """
    Words and buttons stay where they were, so does the marker by which the message is found again.
    """
    words = in_words(message())
    buttons = [part.label for part in words.view.walk_children() if isinstance(part, ui.Button)]

    assert () == words.attachments
    assert ["### Grunn #7", "a board in short"] == texts(words)
    assert ["Play"] == buttons
    assert [1_000_007] == [part.id for part in words.view.children]


def test_a_picture_has_words_to_play_by() -> None:
    """
    They may say more than the alternative text, which stands in where they cannot be made.
    """

    def fail() -> str:
        raise ZeroDivisionError

    told, failed = [MessageBuilder().show(drawing(), words=words).post() for words in (lambda: "the whole board", fail)]

    assert (["the whole board"], ["a board in short"]) == (texts(in_words(told)), texts(in_words(failed)))


def test_a_file_that_is_refused_is_named() -> None:
    """
    Otherwise the words around it would promise what is not there.
    """
    (head, told) = texts(in_words(MessageBuilder().say("The log of the match").hand_out("log.txt", b"x").post()))

    assert "The log of the match" == head
    assert "`log.txt`" in told


def test_words_keep_within_what_a_message_holds() -> None:
    """
    At most 4,000 characters in all, and some 10 kB.
    """
    long = in_words(MessageBuilder().say("x" * 3900).show(drawing("y" * 1000)).post())
    wide = in_words(MessageBuilder().say("€" * 2800).show(drawing(), words=lambda: "€" * 3000).post())

    assert 4000 == sum(map(len, texts(long)))
    assert COMPONENT_BYTES >= sum(len(text.encode()) for text in texts(wide))


def test_pictures_and_files_can_go_alone() -> None:
    """
    Without the words and buttons of their message.
    """
    alone = [
        files_alone(each) for each in (message(), MessageBuilder().say("The log").hand_out("log.txt", b"x").post())
    ]
    kinds = [{type(part).__name__ for part in post.view.walk_children()} for post in alone]

    assert [{"Container", "MediaGallery"}, {"Container", "File"}] == kinds
    assert [["board.png"], ["log.txt"]] == [[each.name for each in post.attachments] for post in alone]


async def test_the_log_says_once_what_was_left_out_and_why() -> None:
    """
    With the last refusal that led there; nothing is said of a message that is taken at once.
    """
    with capture_logs() as logs:
        await Fallback(message()).send(Place([LARGE, INVALID]).send)
        await Fallback(message()).send(Place([]).send)

    assert [("words", Code.INVALID_BODY, "refused")] == [(line["detail"], line["code"], line["why"]) for line in logs]
