"""The world: guilds, channels, users, messages, commands, interactions; every change goes to the file at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from tests.standin import permissions
from tests.standin.clock import Clock, Mint
from tests.standin.errors import ApiError, Code
from tests.standin.model import (
    Channel,
    ChannelKind,
    Command,
    Emoji,
    Guild,
    Interaction,
    Member,
    Message,
    Role,
    Settings,
    User,
)
from tests.standin.storage import Storage
from tests.standin.wire import Snowflake, made_at

T = TypeVar("T", User, Guild, Channel, Message, Command, Emoji, Interaction)

BOT = Snowflake(300_000_000_000 << 22 | 1)
"""The bot user, also the application's id."""

GUILD = Snowflake(300_000_000_000 << 22)
"""The first guild; on shard 0 however many shards there are (up to 8)."""


class World:
    """
    Everything by id, in memory, written through to the file.

    ``fresh`` tells whether the file was empty, so that the caller fills it.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.base = "http://127.0.0.1"
        self.settings = next(
            (msgspec.json.decode(row, type=Settings) for row in storage.all("settings")),
            Settings(),
        )
        self.clock = Clock(self.settings.ahead_ms)
        self.mint = Mint(self.clock)
        self.mint.last = Snowflake(storage.last_id())
        self.users = self._load("user", User)
        self.guilds = self._load("guild", Guild)
        self.channels = self._load("channel", Channel)
        self.messages = self._load("message", Message)
        self.commands = self._load("command", Command)
        self.emoji = self._load("emoji", Emoji)
        self.interactions = self._load("interaction", Interaction)
        self.fresh = not self.users
        self._by_channel: dict[Snowflake, list[Snowflake]] = {}
        self._nonces: dict[tuple[Snowflake, Snowflake, str], Snowflake] = {}
        self._tokens = {interaction.token: interaction.id for interaction in self.interactions.values()}
        for message in self.messages.values():
            self._index(message)

    def _load(self, kind: str, record: type[T]) -> dict[Snowflake, T]:
        rows = (msgspec.json.decode(row, type=record) for row in self.storage.all(kind))
        return {row.id: row for row in rows}

    def _index(self, message: Message) -> None:
        ids = self._by_channel.setdefault(message.channel, [])
        if not ids or ids[-1] < message.id:
            ids.append(message.id)
        elif message.id not in ids:
            ids.insert(bisect_left(ids, message.id), message.id)
        if message.nonce is not None:
            self._nonces[message.channel, message.author, str(message.nonce)] = message.id

    def save(self, *records: User | Guild | Channel | Message | Command | Emoji | Interaction) -> None:
        """Store records, new or changed."""
        for record in records:
            match record:
                case User():
                    self.users[record.id] = record
                case Guild():
                    self.guilds[record.id] = record
                case Channel():
                    self.channels[record.id] = record
                case Message():
                    self.messages[record.id] = record
                    self._index(record)
                case Command():
                    self.commands[record.id] = record
                case Emoji():
                    self.emoji[record.id] = record
                case Interaction():
                    self.interactions[record.id] = record
                    self._tokens[record.token] = record.id
            self.storage.put(type(record).__name__.lower(), record.id, data=msgspec.json.encode(record))

    def save_settings(self) -> None:
        """Store the settings, the clock's offset among them."""
        self.settings.ahead_ms = self.clock.ahead_ms
        self.storage.put("settings", 0, data=msgspec.json.encode(self.settings))

    def forget_command(self, command: Command) -> None:
        """Remove a command altogether."""
        del self.commands[command.id]
        self.storage.drop("command", command.id)

    def forget_emoji(self, emoji: Emoji) -> None:
        """Remove an emoji altogether."""
        del self.emoji[emoji.id]
        self.storage.drop("emoji", emoji.id)

    # --- finding -----------------------------------------------------------------------------------------------------

    def user(self, user: Snowflake) -> User:
        """
        A user by id.

        Raises:
            ApiError: 10013
        """
        found = self.users.get(user)
        if found is None:
            raise ApiError(Code.UNKNOWN_USER)
        return found

    def guild(self, guild: Snowflake) -> Guild:
        """
        A guild by id, if the bot is in it.

        Raises:
            ApiError: 10004 if there is none, 50001 if the bot isn't in it
        """
        found = self.guilds.get(guild)
        if found is None:
            raise ApiError(Code.UNKNOWN_GUILD)
        if BOT not in found.members:
            raise ApiError(Code.MISSING_ACCESS)
        return found

    def channel(self, channel: Snowflake) -> Channel:
        """
        A channel, thread or direct-message channel by id.

        Raises:
            ApiError: 10003
        """
        found = self.channels.get(channel)
        if found is None or found.deleted:
            raise ApiError(Code.UNKNOWN_CHANNEL)
        return found

    def message(self, channel: Snowflake, message: Snowflake) -> Message:
        """
        A message that the ordinary message endpoints find: not deleted, not ephemeral.

        Raises:
            ApiError: 10008
        """
        found = self.messages.get(message)
        if found is None or found.deleted or found.channel != channel or found.ephemeral_to is not None:
            raise ApiError(Code.UNKNOWN_MESSAGE)
        return found

    def by_token(self, token: str) -> Interaction | None:
        """The interaction with that token, or None."""
        found = self._tokens.get(token)
        return self.interactions[found] if found is not None else None

    def by_nonce(self, *, channel: Snowflake, author: Snowflake, nonce: str) -> Message | None:
        """The message an author last made there with a nonce, even if deleted since; None if that is too long ago."""
        found = self._nonces.get((channel, author, nonce))
        if found is None:
            return None
        message = self.messages[found]
        forgotten = self.clock.now() - self.settings.nonce_s * 1000
        return message if made_at(message.id) >= forgotten else None

    def history(
        self, channel: Snowflake, *, after: int = 0, before: int | None = None, deleted: bool = False
    ) -> Iterator[Message]:
        """Messages of a channel with ids strictly between the bounds, oldest first, ephemeral ones too."""
        ids = self._by_channel.get(channel, [])
        end = len(ids) if before is None else bisect_left(ids, before)
        for key in ids[bisect_right(ids, after) : end]:
            message = self.messages[key]
            if deleted or not message.deleted:
                yield message

    def threads(self, guild: Snowflake) -> Iterator[Channel]:
        """The threads of a guild, archived ones too."""
        for channel in list(self.channels.values()):
            if channel.guild == guild and channel.thread is not None and not channel.deleted:
                yield channel

    def dm(self, user: Snowflake) -> Channel | None:
        """The direct-message channel between the bot and a user, if it was opened."""
        wanted = (c for c in self.channels.values() if c.kind is ChannelKind.DM and c.recipient == user)
        return next(wanted, None)

    def rights(self, user: Snowflake, channel: Channel) -> int:
        """
        Permission bits of a user in a channel: those of a thread come from its parent, and a private thread hides from
        all but its members and those who manage threads.
        """
        if channel.guild is None:
            return permissions.in_dm(channel, user=user, bot=BOT)
        guild = self.guilds[channel.guild]
        if channel.thread is None:
            return permissions.in_channel(guild, channel, user=user)
        parent = self.channels.get(channel.parent) if channel.parent is not None else None
        bits = permissions.in_channel(guild, parent, user=user) if parent is not None else 0
        private = channel.kind is ChannelKind.PRIVATE_THREAD
        if private and user not in channel.thread.members and not bits & permissions.Right.MANAGE_THREADS:
            return 0
        return bits

    def sees(self, user: Snowflake, channel: Channel) -> bool:
        """Whether a user can open a channel."""
        return bool(self.rights(user, channel) & permissions.Right.VIEW_CHANNEL)

    # --- making ------------------------------------------------------------------------------------------------------

    def add_user(self, name: str, *, bot: bool = False, key: Snowflake | None = None) -> User:
        """A new account."""
        user = User(id=key or self.mint.new(), name=name, bot=bot)
        self.save(user)
        return user

    def add_guild(
        self, name: str, *, users: Iterable[User], with_bot: bool = True, key: Snowflake | None = None
    ) -> Guild:
        """A guild owned by the first of the users, with a role for players, and one for the bot if it is to be in."""
        people = list(users)
        now = self.clock.now()
        guild = Guild(id=key or self.mint.new(), name=name, owner=people[0].id)
        players, own = self.mint.new(), self.mint.new()
        roles = [Role(id=guild.id, name="@everyone", permissions=0, position=0)]
        roles.append(Role(id=players, name="players", permissions=int(permissions.PLAYER)))
        guild.members = {user.id: Member(roles=[players], joined=now) for user in people}
        if with_bot:
            roles.append(Role(id=own, name="standin", permissions=int(permissions.BOT), position=2, managed=True))
            guild.members[BOT] = Member(roles=[own], joined=now)
        guild.roles = {role.id: role for role in roles}
        self.save(guild)
        return guild

    def add_channel(self, guild: Guild, name: str, *, kind: ChannelKind = ChannelKind.TEXT) -> Channel:
        """A new channel at the end of a guild's list."""
        position = sum(1 for c in self.channels.values() if c.guild == guild.id and c.thread is None)
        channel = Channel(id=self.mint.new(), kind=kind, name=name, guild=guild.id, position=position)
        self.save(channel)
        return channel

    def add_group(self, name: str, *, users: Iterable[User]) -> Channel:
        """Group messages of some users; the bot is never among them."""
        group = Channel(id=self.mint.new(), kind=ChannelKind.GROUP, name=name, recipients=[user.id for user in users])
        self.save(group)
        return group

    def populate(self) -> None:
        """A fresh world: one guild, ``user1`` to ``user6``, the channels ``tables`` and ``lobby``, and the bot."""
        self.add_user("standin", bot=True, key=BOT)
        users = [self.add_user(f"user{n}", key=Snowflake(BOT + n)) for n in range(1, 7)]
        guild = self.add_guild("Longtable", users=users, key=GUILD)
        self.add_channel(guild, "tables")
        self.add_channel(guild, "lobby")
        self.save_settings()
