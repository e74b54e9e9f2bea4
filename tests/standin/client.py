"""An async client of the control API: what tests use to be the users, the moderators, and bad luck."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

import aiohttp
import msgspec
from msgspec import Struct, field

from tests.standin.wire import Obj

T = TypeVar("T")


class Seen(Struct, kw_only=True):
    """A message as a user sees it; keys as in README.md."""

    id: str
    channel_id: str
    channel: str
    type: int
    author: Obj
    content: str
    text: str
    embeds: list[Obj]
    components: list[Obj]
    controls: list[Obj]
    attachments: list[Obj]
    flags: int
    ephemeral: bool
    loading: bool
    pinned: bool
    versions: int
    pinged: list[str]
    mentions: list[Obj]
    timestamp: str
    edited_timestamp: str | None = None
    nonce: str | int | None = None
    thread: Obj | None = None

    def ids(self) -> list[str]:
        """The custom ids of its buttons and selects, in reading order, without disabled ones."""
        return [c["custom_id"] for c in self.controls if "custom_id" in c and not c["disabled"]]

    def custom_id(self, part: str) -> str:
        """
        The custom id of the one control whose label or custom id contains ``part``.

        Raises:
            LookupError: none or several do
        """
        fits = [c for c in self.controls if part in (c.get("label") or "") or part in (c.get("custom_id") or "")]
        if len(fits) != 1:
            raise LookupError(f"{len(fits)} controls fit {part!r} among {self.controls}")
        return str(fits[0]["custom_id"])


class Outcome(Struct, kw_only=True):
    """
    What became of an interaction.

    ``kind`` is ``message``, ``deferred``, ``update``, ``deferred_update``, ``choices``, ``modal`` or ``failed``;
    ``acknowledged_ms`` None if it failed; ``refusals`` are the API errors the bot got for it.
    """

    interaction: str
    kind: str
    acknowledged_ms: int | None = None
    messages: list[Seen] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    reason: str | None = None
    modal: Obj | None = None
    choices: list[Obj] | None = None

    @property
    def message(self) -> Seen:
        """
        The first message it led to.

        Raises:
            LookupError: it led to none
        """
        if not self.messages:
            raise LookupError(f"no message: {self}")
        return self.messages[0]


class NotPossible(Exception):
    """Discord's client wouldn't have let the user do it; the sentence says why."""


class Control:
    """Use as an async context manager; ``url`` is ``http://127.0.0.1:PORT``."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._session is not None
        await self._session.close()

    async def _ask(self, method: str, path: str, *, query: Obj | None = None, body: Obj | None = None) -> bytes:
        assert self._session is not None
        told = [
            (key, str(each))
            for key, value in (query or {}).items()
            for each in (value if isinstance(value, tuple) else (value,))
            if each is not None
        ]
        async with self._session.request(method, f"{self.url}/api/{path}", params=told, json=body) as response:
            data = await response.read()
            if response.status == 400:
                raise NotPossible(msgspec.json.decode(data)["error"])
            if response.status != 200:
                raise RuntimeError(f"{method} {path}: {response.status} {data.decode()}")
            return data

    async def _post(self, path: str, kind: type[T], *, body: Obj) -> T:
        return msgspec.json.decode(await self._ask("POST", path, body=body), type=kind)

    async def world(self, *parts: str) -> Obj:
        """Guilds, channels, threads, users, commands, sessions, settings; or those parts alone."""
        return msgspec.json.decode(await self._ask("GET", "world", query={"part": parts}), type=Obj)

    async def authorize(self, user: str, url: str = "", *, agrees: bool = True) -> str:
        """
        Answer Discord's question at ``url``, or withdraw what was granted; where the browser is sent then.

        Raises:
            NotPossible: Discord wouldn't ask that
        """
        told = await self._post("authorize", dict, body={"user": user, "url": url, "agrees": agrees})
        return str(told["location"])

    async def interact(self, user: str, channel: str, command: str, **more: object) -> Outcome:
        """
        A slash command; ``more`` may hold ``options``, ``files``, ``target``, ``wait_s``, ``settle_ms``.

        Raises:
            NotPossible: the client wouldn't send it
        """
        return await self._post(
            "interact", Outcome, body={"user": user, "channel": channel, "command": command, **more}
        )

    async def complete(
        self, user: str, channel: str, command: str, *, focused: str, options: dict[str, str] | None = None
    ) -> list[Obj]:
        """
        The choices offered for the option ``focused``, each with name and value.

        Raises:
            NotPossible: it has no completion
            TimeoutError: the bot gave none in time
        """
        told: Obj = {"user": user, "channel": channel, "command": command, "focused": focused, "options": options or {}}
        outcome = await self._post("complete", Outcome, body=told)
        if outcome.choices is None:
            raise TimeoutError(f"no choices: {outcome}")
        return outcome.choices

    async def press(self, user: str, message: Seen | str, custom_id: str | None = None, **more: object) -> Outcome:
        """
        Press a button or choose ``values`` from a select, by custom id or by ``label``.

        Raises:
            NotPossible: it isn't there for that user
        """
        key = message if isinstance(message, str) else message.id
        return await self._post("press", Outcome, body={"user": user, "message": key, "custom_id": custom_id, **more})

    async def submit(self, user: str, values: Obj | None = None, **more: object) -> Outcome:
        """
        Fill in and send the modal the user has open; ``modal`` names its interaction if there are several.

        Raises:
            NotPossible: none is open, or a value doesn't fit
        """
        return await self._post("submit", Outcome, body={"user": user, "values": values or {}, **more})

    async def say(self, user: str, channel: str, content: str) -> Seen:
        """
        A plain message of a user.

        Raises:
            NotPossible: they may not write there
        """
        return await self._post("say", Seen, body={"user": user, "channel": channel, "content": content})

    async def messages(
        self, channel: str, user: str = "user1", *, after: str | None = None, limit: int = 100, public: bool = False
    ) -> list[Seen]:
        """The newest messages of a channel as that user sees them, oldest first; ``public``: without private ones."""
        query: Obj = {"channel": channel, "user": user, "after": after, "limit": limit, "public": int(public)}
        return msgspec.json.decode(await self._ask("GET", "messages", query=query), type=list[Seen])

    async def outcome(self, interaction: str) -> Outcome:
        """What has become of an interaction by now."""
        return msgspec.json.decode(await self._ask("GET", "interaction", query={"id": interaction}), type=Outcome)

    async def outcome_when(self, interaction: str, fits: Callable[[Outcome], bool], *, seconds: float = 10) -> Outcome:
        """
        Wait until an interaction has led to what ``fits`` looks for, such as a follow-up.

        Raises:
            TimeoutError: it didn't
        """
        end = asyncio.get_running_loop().time() + seconds
        while not fits(found := await self.outcome(interaction)):
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"it came to this: {found}")
            await asyncio.sleep(0.05)
        return found

    async def requests(self, **query: object) -> list[Obj]:
        """The bot's requests; ``after``, ``limit``, ``route``, ``method``, ``wrong`` narrow them."""
        return msgspec.json.decode(await self._ask("GET", "requests", query=query), type=list[Obj])

    async def fault(self, kind: str, **more: object) -> Obj:
        """A fault or change of the world; kinds and keys in README.md."""
        return await self._post("fault", Obj, body={"kind": kind, **more})

    async def http_fault(self, do: str, **more: object) -> Obj:
        """The next fitting request goes wrong."""
        return await self.fault("http", fault={"do": do, **more})

    async def settings(self, **values: object) -> None:
        """Change the stand-in's numbers."""
        await self.fault("settings", values=values)

    async def create(self, what: str, name: str, **more: object) -> Obj:
        """More of the world; kinds and keys in README.md."""
        return await self._post("create", Obj, body={"what": what, "name": name, **more})

    async def fetch(self, url: str) -> bytes:
        """
        The bytes behind an attachment's link.

        Raises:
            LookupError: the link is wrong or over
        """
        assert self._session is not None
        async with self._session.get(url) as response:
            if response.status != 200:
                raise LookupError(f"{response.status} for {url}")
            return await response.read()

    async def until(
        self,
        channel: str,
        fits: Callable[[Seen], bool],
        *,
        user: str = "user1",
        seconds: float = 10,
        public: bool = False,
    ) -> Seen:
        """
        Wait for a message in a channel; the newest of the last 30 that fits. ``public``: private ones are passed over.

        Raises:
            TimeoutError: none came
        """
        end = asyncio.get_running_loop().time() + seconds
        while True:
            seen = await self.messages(channel, user, limit=30, public=public)
            found = next((message for message in reversed(seen) if fits(message)), None)
            if found is not None:
                return found
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"no such message in {channel}: {[m.text for m in seen]}")
            await asyncio.sleep(0.05)

    async def until_connected(self, shards: int = 1, *, seconds: float = 20) -> None:
        """
        Wait until so many shards are connected and have been told of their guilds.

        Raises:
            TimeoutError: they weren't in time
        """
        end = asyncio.get_running_loop().time() + seconds
        while True:
            sessions = (await self.world("sessions"))["sessions"]
            if sum(1 for session in sessions if session["connected"]) >= shards:
                return
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"not connected: {sessions}")
            await asyncio.sleep(0.02)

    async def until_ready(self, shards: int = 1, *, seconds: float = 20) -> None:
        """
        Wait until a bot is connected with so many shards and has registered commands, which it does afterwards.

        Raises:
            TimeoutError: it hadn't in time
        """
        async with asyncio.timeout(seconds):
            await self.until_connected(shards, seconds=seconds)
            while not (await self.world("registered"))["registered"]:
                await asyncio.sleep(0.02)
