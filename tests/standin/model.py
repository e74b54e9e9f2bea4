"""What the stand-in's world is made of: mutable records, each stored as one JSON row."""

from __future__ import annotations

from enum import IntEnum, IntFlag

from msgspec import Struct, field

from tests.standin.wire import Obj, Snowflake


class ChannelKind(IntEnum):
    """Discord's channel types, as far as the stand-in has them."""

    TEXT = 0
    DM = 1
    GROUP = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15
    MEDIA = 16


THREADS = frozenset({ChannelKind.ANNOUNCEMENT_THREAD, ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD})

FORUMS = frozenset({ChannelKind.FORUM, ChannelKind.MEDIA})
"""Channels that hold posts and nothing else."""

REQUIRE_TAG = 1 << 4
"""Flag of a forum or media channel: a post needs a tag."""


class MessageKind(IntEnum):
    """Discord's message types, as far as the stand-in makes them."""

    DEFAULT = 0
    MEMBER_ADDED = 1
    MEMBER_REMOVED = 2
    NAME_CHANGED = 4
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND = 20
    THREAD_STARTER = 21
    CONTEXT_COMMAND = 23


class Flag(IntFlag):
    """Message flags."""

    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    V2 = 1 << 15


class Kind(IntEnum):
    """Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    COMPLETION = 4
    MODAL = 5


class Answer(IntEnum):
    """Types of a first answer to an interaction."""

    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class User(Struct):
    """
    An account. ``display`` is the name it shows everywhere: None is the user name with a capital, "" none of its own.
    ``dms_closed`` makes direct messages to it fail with 50007; ``installed``: the user added the application.
    """

    id: Snowflake
    name: str
    display: str | None = None
    bot: bool = False
    dms_closed: bool = False
    installed: bool = False


class Role(Struct):
    """A role of a guild; the one with the guild's id is @everyone."""

    id: Snowflake
    name: str
    permissions: int
    position: int = 1
    managed: bool = False


class Member(Struct):
    """A user in a guild, where ``nick`` is shown instead of the user's own name; ``joined`` in Unix milliseconds."""

    roles: list[Snowflake]
    joined: int
    nick: str | None = None


class EventStatus(IntEnum):
    """How far a scheduled event of a guild has come."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


class Event(Struct):
    """A scheduled event of a guild at an external place; times in Unix milliseconds."""

    id: Snowflake
    creator: Snowflake
    name: str
    description: str | None
    location: str
    starts: int
    ends: int
    status: EventStatus = EventStatus.SCHEDULED


class Guild(Struct):
    """A server. The bot is in it if it is among the members. ``blocked``: the words that AutoMod lets nobody write."""

    id: Snowflake
    name: str
    owner: Snowflake
    roles: dict[Snowflake, Role] = field(default_factory=dict)
    members: dict[Snowflake, Member] = field(default_factory=dict)
    blocked: list[str] = field(default_factory=list)
    events: dict[Snowflake, Event] = field(default_factory=dict)


class Overwrite(Struct):
    """A channel's exception to the roles; ``kind`` 0 is for a role, 1 for a member."""

    id: Snowflake
    kind: int
    allow: int = 0
    deny: int = 0


class ThreadState(Struct):
    """What only threads have; times in Unix milliseconds, ``auto_archive`` in minutes."""

    owner: Snowflake
    created: int
    archive_changed: int
    active: int
    auto_archive: int = 4320
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    members: dict[Snowflake, int] = field(default_factory=dict)
    message_count: int = 0
    total: int = 0


class Tag(Struct):
    """A tag of a forum; a moderated one can be set by those alone who manage threads."""

    id: Snowflake
    name: str
    moderated: bool = False


class Channel(Struct):
    """
    A text channel, forum, thread or direct-message channel; a group's ``recipients`` are never the bot.

    ``flags``, ``tags``: of a forum, what it wants and has; ``tags`` of a post those it carries. ``slow``: seconds
    between two messages of one person.
    """

    id: Snowflake
    kind: ChannelKind
    name: str = ""
    guild: Snowflake | None = None
    parent: Snowflake | None = None
    topic: str | None = None
    position: int = 0
    overwrites: list[Overwrite] = field(default_factory=list)
    last_message: Snowflake | None = None
    last_pin: int | None = None
    recipient: Snowflake | None = None
    recipients: list[Snowflake] = field(default_factory=list)
    thread: ThreadState | None = None
    deleted: bool = False
    flags: int = 0
    tags: list[Tag] = field(default_factory=list)
    slow: int = 0


class Attachment(Struct):
    """A file of a message; its bytes lie in the blob table under the same id."""

    id: Snowflake
    filename: str
    size: int
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None


class Reference(Struct):
    """What a reply, a pin notice or a thread starter points to."""

    channel: Snowflake
    message: Snowflake
    guild: Snowflake | None = None


class Message(Struct):
    """A message. ``pinged`` are the users it really notified; a deleted one stays as a row for its nonce."""

    id: Snowflake
    channel: Snowflake
    author: Snowflake
    kind: MessageKind = MessageKind.DEFAULT
    content: str = ""
    embeds: list[Obj] = field(default_factory=list)
    components: list[Obj] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited: int | None = None
    pinned: int | None = None
    mentions: list[Snowflake] = field(default_factory=list)
    mention_roles: list[Snowflake] = field(default_factory=list)
    everyone: bool = False
    pinged: list[Snowflake] = field(default_factory=list)
    nonce: str | int | None = None
    reference: Reference | None = None
    interaction: Snowflake | None = None
    ephemeral_to: Snowflake | None = None
    deleted: bool = False
    versions: int = 1


class Command(Struct):
    """An application command as registered; ``guild`` None for a global one."""

    id: Snowflake
    body: Obj
    version: Snowflake
    guild: Snowflake | None = None


class Emoji(Struct):
    """An emoji of the application; its picture is a stored file of the same id."""

    id: Snowflake
    name: str


class Interaction(Struct):
    """
    One interaction; ``acked`` in milliseconds after ``created`` (Unix milliseconds). ``owners``: by whose installation
    it came, as in ``authorizing_integration_owners``.
    """

    id: Snowflake
    token: str
    kind: Kind
    user: Snowflake
    channel: Snowflake
    created: int
    guild: Snowflake | None = None
    name: str = ""
    owners: dict[str, str] = field(default_factory=dict)
    forced_ephemeral: bool = False
    source: Snowflake | None = None
    parent: Snowflake | None = None
    acked: int | None = None
    answer: Answer | None = None
    original: Snowflake | None = None
    followups: int = 0
    modal: Obj | None = None
    choices: list[Obj] | None = None
    submitted: bool = False
    messages: list[Snowflake] = field(default_factory=list)


class Settings(Struct):
    """Numbers a test may change through the control API; all survive a restart."""

    rates: str = "discord"
    global_per_second: int = 50
    ack_ms: int = 3000
    token_s: int = 900
    nonce_s: int = 300
    heartbeat_ms: int = 41_250
    identify_every_s: float = 0
    max_concurrency: int = 1
    daily_identifies: int = 1000
    shards: int = 1
    active_threads: int = 1000
    webhook_a_minute: int = 30
    webhook_edits: bool = False
    invalid_requests: int = 10_000
    invalid_s: float = 600
    shut_out_s: float = 3600
    old_edits: int = 3
    old_edits_s: float = 6
    file_bytes: int = 10 * 1024 * 1024
    request_bytes: int = 25 * 1024 * 1024
    kept_references: bool = True
    deferred_files: bool = True
    slow_bots: bool = True
    daily_commands: int = 200
    most_emoji: int = 2000
    guild_install: bool = True
    user_install: bool = True
    redirect: str = ""
    verification_url: str = ""
    ahead_ms: int = 0
    privileged_intents: bool = False
