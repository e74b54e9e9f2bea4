"""The stand-in's server with a courier that works in it, for tests of where matches are played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.records import Place
from bot.app.notifications.courier import Notice
from bot.edge.delivery.courier import DiscordCourier
from db.ids import ChannelId, GuildId, MatchId, NoticeId, UserId
from db.records import Status
from games.core.moves import Value
from games.core.registry import games
from tests.edge.views import positions, view_of
from tests.standin.client import Control, Seen
from tests.standin.world import BOT, GUILD

GRUNN = games()["grunn"]


@dataclass
class Server:
    """The stand-in's server, a courier that works in it, and its settings."""

    control: Control
    courier: DiscordCourier
    client: discord.Client
    settings: dict[str, Value] = field(default_factory=dict)

    async def server(self, place: Place) -> Mapping[str, Value]:
        """Return the settings, as the service does."""
        return {"threads": True, **self.settings}

    async def channel(self, what: str = "channel", **more: object) -> ChannelId:
        """Make a channel."""
        return ChannelId(int((await self.control.create(what, what, **more))["id"]))

    async def notice(self, channel: ChannelId, kind: Kind = Kind.OPEN, *, card: bool = True, **changes: Any) -> Notice:  # noqa: ANN401
        """Return a notice of a match of two that has just begun in a channel, its card there."""
        position, _ = next(positions(GRUNN, seats=2))
        seen = view_of(GRUNN, position)
        record = replace(seen.match, guild=GuildId(GUILD), channel=channel)
        seats = tuple(
            replace(seat, user=UserId(BOT + 2 + seat.seat), name=name)
            for seat, name in zip(seen.seats, ("Anna", "Rude Bram"), strict=True)
        )
        base = Notice(
            id=NoticeId(1),
            nonce="o1",
            marker="n1",
            kind=kind,
            match=MatchId(142),
            place=Place(GuildId(GUILD), channel),
            match_view=replace(seen, match=record, seats=seats),
        )
        if card:
            posted = await self.courier.post(replace(base, kind=Kind.CARD, nonce="c1", id=NoticeId(9)))
            base = replace(base, card=posted)
        return replace(base, **changes)

    async def waiting(self, channel: ChannelId, **changes: Any) -> Notice:  # noqa: ANN401
        """Return a notice of a match that was opened in a channel, its card there; one player has joined."""
        notice = await self.notice(channel)
        record = replace(notice.match_view.match, status=Status.LOBBY)
        seen = replace(notice.match_view, match=record, seats=notice.match_view.seats[:1])
        return replace(notice, match_view=seen, **changes)

    async def threads(self) -> list[dict[str, Any]]:
        """Return the threads of the server."""
        (guild,) = (await self.control.world("guilds"))["guilds"]
        return list(guild["threads"])

    async def thread(self) -> dict[str, Any]:
        """Return the only one."""
        (found,) = await self.threads()
        return found

    async def seen(self, channel: ChannelId) -> list[Seen]:
        """Return what everybody sees in a channel or thread."""
        return await self.control.messages(str(channel))

    async def asked(self, path: str) -> list[str]:
        """Return the methods of the bot's requests for what ends so."""
        found = await self.control.requests(limit=10_000)
        return [one["method"] for one in found if path in one["path"]]
