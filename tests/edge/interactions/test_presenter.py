"""Answers as a person sees them, whatever goes wrong on the way: nobody is left with “thinking…”."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from PIL import Image

from bot.app.services import Services
from bot.edge.delivery import retries
from bot.edge.delivery.retries import PAUSES, SOON
from bot.edge.imaging.drawing import RenderRequest, Scene
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions import acknowledging, at_once, presenter
from bot.edge.interactions.at_once import show_form
from bot.edge.interactions.presenter import REMEMBERED, Presenter
from bot.edge.interactions.responder import Responder
from bot.edge.limits import Code
from bot.edge.messages.builder import Button, MessageBuilder, Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from db.ids import MatchId
from games.core.game import Marks
from render.core.plates import Drawing
from tests.edge.messages.test_fallbacks import drawing, refused
from tests.edge.payloads import texts
from tests.edge.readers import LANGUAGES, NO_UOW

SENTENCE = "Discord couldn't show this answer here."
FILTERED = "A filter blocked the bot's answer here."
LOST = aiohttp.ServerDisconnectedError()


@dataclass
class Shown:
    """A message in the client: its words, how wide its picture is (0: none), whether it has buttons."""

    words: str
    width: int
    buttons: bool


def seen(view: discord.ui.LayoutView, files: list[discord.File]) -> Shown:
    """What a client makes of a message."""
    parts = list(view.walk_children())
    gallery = any(isinstance(part, discord.ui.MediaGallery) for part in parts)
    assert gallery == bool(files), "a gallery shows the files that come along"
    width = Image.open(BytesIO(files[0].fp.read())).width if files else 0
    buttons = any(isinstance(part, discord.ui.Button) for part in parts)
    return Shown(texts(view.to_components()), width, buttons)  # type: ignore[no-untyped-call]


@dataclass
class Client:
    """One interaction, with the client and the API at its other end; each request takes its fate from an iterator."""

    editing: Iterator[Exception | None] = field(default_factory=lambda: repeat(None))
    following: Iterator[Exception | None] = field(default_factory=lambda: repeat(None))
    deferring: Iterator[Exception | None] = field(default_factory=lambda: repeat(None))
    opening: Iterator[Exception | None] = field(default_factory=lambda: repeat(None))
    deleting: Exception | None = None
    takes_files: bool = True
    """Whether an edit may bring a new file (discord-api-docs 7529)."""
    id: int = 1
    message: Any = None
    channel_id: int = 1
    guild_id: int | None = None
    type: discord.InteractionType = discord.InteractionType.component
    data: Any = None
    locale: Any = field(default_factory=lambda: SimpleNamespace(value="en-GB"))
    user: Any = field(default_factory=lambda: SimpleNamespace(id=5))
    extras: dict[str, Any] = field(default_factory=dict)
    original: Shown | None = None
    follow_ups: list[Shown] = field(default_factory=list)
    thinking: bool = False
    edits: int = 0
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    said: list[str] = field(default_factory=list)

    @property
    def response(self) -> Client:
        """The part that acknowledges."""
        return self

    @property
    def followup(self) -> Client:
        """The part that sends further messages."""
        return self

    async def defer(self, *, thinking: bool = False, ephemeral: bool = False) -> None:
        """Acknowledge."""
        if error := next(self.deferring):
            raise error
        self.thinking = thinking

    async def edit_message(self, *, view: discord.ui.LayoutView, attachments: list[discord.File], **_: object) -> None:
        """Change the message that was pressed, which acknowledges too."""
        if error := next(self.editing):
            raise error
        self.original = seen(view, attachments)

    async def edit_original_response(
        self, *, view: discord.ui.LayoutView, attachments: list[discord.File], **_: object
    ) -> None:
        """Fill in the answer."""
        self.edits += 1
        if error := next(self.editing):
            raise error
        if attachments and not self.takes_files:
            raise refused(400, Code.INVALID_BODY)
        self.original, self.thinking = seen(view, attachments), False

    async def send(
        self, *, view: discord.ui.LayoutView, files: list[discord.File], ephemeral: bool, **_: object
    ) -> None:
        """Send a further message; until the placeholder is filled in, that would fill it in."""
        assert ephemeral, "what is private stays so"
        assert not self.thinking, "the first follow-up would take the placeholder's place"
        if error := next(self.following):
            raise error
        self.follow_ups.append(seen(view, files))

    async def delete_original_response(self) -> None:
        """Take the placeholder away."""
        if self.deleting:
            raise self.deleting
        self.thinking = False

    async def send_modal(self, form: discord.ui.Modal) -> None:
        """Open a form."""
        if error := next(self.opening):
            raise error
        self.said.append(form.title)

    async def send_message(self, words: str, *, ephemeral: bool) -> None:
        """Answer at once."""
        assert ephemeral, "what is private stays so"
        self.said.append(words)


def panel(drawing: Drawing | None) -> Post:
    """Words, a picture and a button."""
    builder = MessageBuilder().say("### Grunn #7")
    builder = builder.show(drawing) if drawing is not None else builder.say("a board in short")
    return builder.buttons([Button(Press(verb=ButtonAction.PLAY, match=MatchId(7)), "Play")]).post()


class Grey(RenderPool):
    """A render pool whose pictures are grey, and ready at once."""

    async def draw(
        self, render_request: RenderRequest, *, wanted: Callable[[], bool] = lambda: True
    ) -> tuple[Drawing, ...]:
        """Draw nothing."""
        return (drawing(),)


SHOT = RenderRequest(game="none", scene=Scene.PREVIEW, view=None, marks=Marks(), names=())


def desk_of(presenter: Presenter | None = None) -> Responder:
    """A responder without matches: the work brings its own."""
    services = SimpleNamespace(windows=SimpleNamespace(take=lambda match, user: None), languages=LANGUAGES, uow=NO_UOW)
    return Responder(cast("Services", services), Grey(0), {}, presenter=presenter or Presenter())


async def ask(client: Client, *, responder: Responder | None = None, update: bool = False, words: bool = False) -> int:
    """Answer with a panel, in ``words`` or with a picture; return how often the work was done."""
    done, responder = 0, responder or desk_of()
    if update:
        client.message = SimpleNamespace(id=77)

    async def work() -> Post:
        nonlocal done
        done += 1
        return panel(None if words else (await responder.picture(SHOT))[0])

    await responder.answer(cast("Any", client), work, match=7, update=update)
    return done


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses between attempts."""
    monkeypatch.setattr(retries, "PAUSES", (0.0,) * len(PAUSES))
    monkeypatch.setattr(acknowledging, "SOON", (0.0,) * len(SOON))
    monkeypatch.setattr(at_once, "SOON", (0.0,) * len(SOON))
    monkeypatch.setattr(presenter, "LATER", tuple(1e-9 * (number + 1) for number in range(len(presenter.LATER))))


FULL, SMALL, WORDS = Shown("### Grunn #7", 8, True), Shown("### Grunn #7", 4, True), 0
IN_WORDS = Shown("### Grunn #7\na board in short", 0, True)
ONCE = [
    pytest.param([refused(400, Code.INVALID_BODY)], SMALL, id="400"),
    pytest.param([refused(413, Code.TOO_LARGE)], SMALL, id="413"),
    pytest.param([refused(403)], IN_WORDS, id="403"),
    pytest.param([refused(401)], IN_WORDS, id="401"),
    pytest.param([refused(404)], IN_WORDS, id="404"),
    pytest.param([refused(429)], IN_WORDS, id="429 of a ban"),
    pytest.param([refused(500)] * 6, IN_WORDS, id="500 for half a minute"),
    pytest.param([LOST] * 8, IN_WORDS, id="lost for a minute"),
    pytest.param([refused(502), refused(400, Code.INVALID_BODY), LOST], SMALL, id="one after the other"),
]


@pytest.mark.parametrize("update", [False, True])
@pytest.mark.parametrize(("errors", "shown"), ONCE)
async def test_an_answer_gets_through(errors: list[Exception], shown: Shown, *, update: bool) -> None:
    """
    After every kind of failure the same answer is shown, as rich as Discord takes it, and the work is done once.
    """
    client = Client(editing=chain(errors, repeat(None)))
    done = await ask(client, update=update)

    assert (1, False) == (done, client.thinking)
    assert shown == client.original


@pytest.mark.parametrize("error", [case.values[0][0] for case in ONCE], ids=repr)  # type: ignore[index]
async def test_a_press_answered_in_one_request_gets_through(error: Exception) -> None:
    """
    Where that request fails the press is acknowledged, and the panel shown after it.
    """
    client = Client(editing=chain([error], repeat(None)))
    done = await ask(client, update=True, words=True)

    assert (1, 1, IN_WORDS) == (done, client.edits, client.original)


async def test_a_pressed_panel_refused_in_words_becomes_a_sentence() -> None:
    """
    It takes three requests.
    """
    client = Client(editing=chain([refused(400, Code.INVALID_BODY)] * 2, repeat(None)))
    await ask(client, update=True, words=True)

    assert client.original is not None
    assert SENTENCE in client.original.words
    assert 2 == client.edits


FOR_GOOD = [
    pytest.param(refused(400, Code.INVALID_BODY), id="400"),
    pytest.param(refused(413, Code.TOO_LARGE), id="413"),
    pytest.param(refused(403, Code.MISSING_ACCESS), id="403"),
    pytest.param(refused(401), id="401"),
    pytest.param(refused(404), id="404"),
    pytest.param(refused(429), id="429 of a ban"),
    pytest.param(refused(503), id="503"),
    pytest.param(LOST, id="lost"),
    pytest.param(RuntimeError("a bug"), id="a bug"),
]


@pytest.mark.parametrize("error", FOR_GOOD)
async def test_where_nothing_is_shown_thinking_ends(error: Exception) -> None:
    """
    Not even a sentence gets through: the placeholder is taken away, after a bounded number of requests.
    """
    client = Client(editing=repeat(error))
    done = await ask(client)

    assert (1, False, None) == (done, client.thinking, client.original)
    assert 1 < client.edits <= len(PAUSES) + 1 + len(presenter.LATER)


@pytest.mark.parametrize("error", FOR_GOOD[:-1])
@pytest.mark.parametrize("update", [False, True])
async def test_where_nothing_at_all_works_nothing_is_raised(error: Exception, *, update: bool) -> None:
    """
    The queue goes on; the log says why.
    """
    responder = desk_of()
    await ask(Client(editing=repeat(error), deleting=refused(503)), responder=responder, update=update)
    after = Client(id=2)
    await ask(after, responder=responder)

    assert FULL == after.original


OVER = [Code.UNKNOWN_INTERACTION, Code.UNKNOWN_WEBHOOK, Code.TOKEN_OVER, Code.UNKNOWN_MESSAGE]


@pytest.mark.parametrize("code", OVER)
async def test_an_interaction_that_is_over_costs_one_request(code: Code) -> None:
    """
    10062, 10015, 50027, 10008: nothing can be shown there any more.
    """
    client = Client(editing=repeat(refused(401 if code is Code.TOKEN_OVER else 404, code)))
    await ask(client)

    assert 1 == client.edits


@pytest.mark.parametrize(("code", "said"), [(Code.INVALID_BODY, SENTENCE), (Code.BLOCKED_BY_AUTOMOD, FILTERED)])
async def test_what_is_refused_at_every_detail_becomes_a_sentence(code: Code, said: str) -> None:
    """
    It says that what was confirmed is saved, and the way on.
    """
    before = 1 if code is Code.BLOCKED_BY_AUTOMOD else 3
    client = Client(editing=chain([refused(400, code)] * before, repeat(None)))
    await ask(client)

    assert client.original is not None
    assert client.original.words.startswith(f"⚠️ {said} Anything you confirmed is saved.")


@pytest.mark.parametrize("error", [refused(400), refused(403), refused(500), LOST, TimeoutError()], ids=repr)
async def test_without_an_acknowledgement_the_work_is_done_and_nothing_is_raised(error: Exception) -> None:
    """
    There is no “thinking…” then, and Discord's own client says that the bot didn't answer.
    """
    client = Client(deferring=repeat(error), editing=repeat(refused(404, Code.UNKNOWN_WEBHOOK)))
    done = await ask(client)

    assert (1, False, 1) == (done, client.thinking, client.edits)


# --- Where a deferred answer takes no file (discord-api-docs 7529) -----------------------------------------


PICTURE = Shown("", 8, False)


async def test_a_refused_picture_follows_as_a_message_of_its_own() -> None:
    """
    The panel stands in words, buttons and all, and its picture below, in private.
    """
    client = Client(takes_files=False)
    await ask(client)

    assert (IN_WORDS, [PICTURE]) == (client.original, client.follow_ups)
    assert 3 == client.edits


async def test_a_pressed_panel_is_changed_in_words() -> None:
    """
    A further picture with every press would bury the panel.
    """
    client = Client(takes_files=False)
    await ask(client, update=True)

    assert (IN_WORDS, []) == (client.original, client.follow_ups)


async def test_the_refusal_is_remembered_for_a_time() -> None:
    """
    The next answers cost no refused requests, pressed panels neither; after an hour a file is tried again.
    """
    now = 0.0
    responder = desk_of(Presenter(lambda: now))
    asked = [Client(id=number, takes_files=False) for number in range(4)]
    healed = Client(id=9)
    for number, client in enumerate(asked):
        now = number * (REMEMBERED - 1) / (len(asked) - 1)
        await ask(client, responder=responder, update=number == 2)
    now = REMEMBERED
    await ask(healed, responder=responder)

    assert [3, 1, 1, 1] == [client.edits for client in asked]
    assert [[PICTURE], [PICTURE], [], [PICTURE]] == [client.follow_ups for client in asked]
    assert (FULL, []) == (healed.original, healed.follow_ups)


@pytest.mark.parametrize(
    "error", [refused(400, Code.INVALID_BODY), refused(400, Code.TOO_MANY_FOLLOW_UPS), refused(500), LOST], ids=repr
)
async def test_a_picture_that_is_refused_there_too_is_no_rule(error: Exception) -> None:
    """
    It may be the picture itself: the words stay, and the next picture is tried as before.
    """
    responder = desk_of()
    first, second = Client(takes_files=False, following=repeat(error)), Client(id=2)
    await ask(first, responder=responder)
    await ask(second, responder=responder)

    assert (IN_WORDS, [], FULL) == (first.original, first.follow_ups, second.original)


@pytest.mark.parametrize(
    "errors",
    [
        [refused(503)] * (len(PAUSES) + 1),
        [LOST] * (len(PAUSES) + 1),
        [refused(429)],
        [refused(403)],
        [refused(400, Code.INVALID_BODY), *[refused(503)] * (len(PAUSES) + 1)],
    ],
    ids=["503", "lost", "429", "403", "400, then 503"],
)
async def test_words_for_another_reason_are_no_rule(errors: list[Exception]) -> None:
    """
    Discord failed or had another objection: the picture follows, and the next answer is tried with its own.
    """
    responder = desk_of()
    first, second = Client(editing=chain(errors, repeat(None))), Client(id=2)
    await ask(first, responder=responder)
    await ask(second, responder=responder)

    assert (IN_WORDS, [PICTURE]) == (first.original, first.follow_ups)
    assert (FULL, []) == (second.original, second.follow_ups)


async def test_what_is_too_large_does_not_follow() -> None:
    """
    It would be too large in another message, too.
    """
    client = Client(editing=chain([refused(413, Code.TOO_LARGE)] * 2, repeat(None)))
    await ask(client)

    assert (IN_WORDS, []) == (client.original, client.follow_ups)


# --- Forms ---------------------------------------------------------------------------------------------------


FORM = discord.ui.Modal(title="Your plan")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (refused(400, Code.INVALID_BODY), ["couldn't open this form"]),
        (refused(403), ["couldn't open this form"]),
        (refused(404, Code.UNKNOWN_INTERACTION), []),
        (refused(400, Code.ALREADY_ANSWERED), []),
        (refused(503), []),
        (LOST, []),
    ],
    ids=repr,
)
async def test_a_form_that_is_refused_becomes_a_sentence(error: Exception, said: list[str]) -> None:
    """
    Where it is not too late for one.
    """
    client = Client(opening=repeat(error))
    await show_form(cast("Any", client), FORM)

    assert len(said) == len(client.said)
    assert all(part in words for part, words in zip(said, client.said, strict=True))
