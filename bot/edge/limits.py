"""Every limit and code of Discord's that the bot has to respect, in one place.

Sources: D Discord's developer documentation, S its API description, T a public issue thread, L discord.py's code.
"""

import re
from collections.abc import Sequence
from enum import IntEnum

# --- Interactions -----------------------------------------------------------------------------------------

ANSWER_SECONDS = 3.0
"""The first answer to an interaction must arrive within (D); later it fails with 10062."""
TOKEN_SECONDS = 15 * 60
"""An interaction's token serves edits and follow-ups for (D); later 50027."""
CHOICES = 25
"""Answers to a completion (D, S)."""
CHOICE_NAME = 100
CHOICE_VALUE = 100

# --- Commands -----------------------------------------------------------------------------------------

COMMANDS = 100
"""Global slash commands (D; 30032 above it)."""
COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMAND_OPTIONS = 25
"""Options of a command; also subcommands of a command or group (D, S)."""
COMMAND_TOTAL = 8000
"""Characters of all names, descriptions and values of one command (D)."""
OPTION_TEXT = 6000
"""Characters of a text option (S)."""

# --- Messages -----------------------------------------------------------------------------------------

CONTENT = 2000
"""Characters of a plain message (D; the API description says 4000)."""
COMPONENTS = 40
"""Components of a message with the v2 flag, nested ones included (D)."""
DISPLAY_TEXT = 4000
"""Characters over all text displays of a v2 message (T: discord-api-docs 8562)."""
COMPONENT_BYTES = 10_000
"""Near this size of all components, as JSON in UTF-8, the server answers 500 (T: discord-api-docs 8554)."""
GALLERY_ITEMS = 10
ROW_BUTTONS = 5
BUTTON_LABEL = 80
BUTTON_WIDTH = 34
"""Characters of a label that show well, on phones and where several buttons stand side by side (T: discord-api-docs
6044); our own limit."""
SELECT_OPTIONS = 25
OPTION_LABEL = 100
OPTION_VALUE = 100
OPTION_DESCRIPTION = 100
PLACEHOLDER = 150
CUSTOM_ID = 100
"""1 to 100 characters, no two alike in a message (D, S)."""
MODAL_TITLE = 45
MODAL_LABEL = 45
MODAL_ROWS = 5
MODAL_TEXT = 4000
NONCE = 25
ALT_TEXT = 1024
"""Description of an attachment (S)."""
ALT_BYTES = 2000
"""Bytes of the alternative texts of one board, which stand among the bytes of its message; our own limit."""
ATTACHMENTS = 10
FILE_BYTES = 10 * 1024 * 1024
"""Bytes of one attachment, unless the place allows more (D; 40005 above it)."""
TOO_LARGE_STATUS = 413
"""Also without a code, where what is too large does not even reach Discord's API."""
OLD_EDIT_SECONDS = 60 * 60
"""Edits of messages older than this are limited further (D; 30046)."""

# --- Emoji of the application ---------------------------------------------------------------------------

APPLICATION_EMOJI = 2000
"""Emoji that an application can have (D)."""
EMOJI_NAME = 32
"""Letters, digits and ``_``; 2 at least (D, S)."""
EMOJI_BYTES = 256 * 1024
"""Of the picture, which is 128 pixels wide and high (D)."""

# --- Threads -----------------------------------------------------------------------------------------

THREAD_NAME = 100
CHANNEL_NAME = 100
FORUM_TAGS = 20
"""Tags of a forum (D)."""
POST_TAGS = 5
"""Tags of a post (D)."""
TAG_NAME = 20
"""Characters of a tag's name (D)."""
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
"""Minutes without a message after which a thread archives itself (D, S)."""


# --- Scheduled events ------------------------------------------------------------------------------------

ROLES = 250
"""Roles of a server (30005 above it)."""
ROLE_NAME = 100
EVENTS = 100
"""Events of a server that are scheduled or active (S; 30038 above it)."""
EVENT_NAME = 100
EVENT_DESCRIPTION = 1000
EVENT_PLACE = 100
"""Characters of the place of an event that is in no channel for voices (S)."""


class Code(IntEnum):
    """Error codes that are handled by name."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_ROLE = 10011
    UNKNOWN_USER = 10013
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    UNKNOWN_EVENT = 10070
    EXPLICIT = 20009
    TOO_MANY_PINS = 30003
    TOO_MANY_ROLES = 30005
    TOO_MANY_EVENTS = 30038
    TOO_MANY_OLD_EDITS = 30046
    TOO_LARGE = 40005
    ALREADY_ANSWERED = 40060
    TOO_MANY_FOLLOW_UPS = 40094
    NO_USABLE_TAG = 40066
    TAG_REQUIRED = 40067
    MISSING_ACCESS = 50001
    NO_PRIVATE_MESSAGES = 50007
    MISSING_PERMISSION = 50013
    WRONG_CHANNEL_TYPE = 50024
    TOKEN_OVER = 50027
    INVALID_ROLE = 50028
    INVALID_BODY = 50035
    THREAD_ARCHIVED = 50083
    NO_SHARED_SERVER = 50278
    NO_HISTORY_PERMISSION = 160002
    HAS_THREAD_ALREADY = 160004
    THREAD_LOCKED = 160005
    TOO_MANY_THREADS = 160006
    EVENT_OVER = 180000
    BLOCKED_BY_AUTOMOD = 200000
    TITLE_BLOCKED_BY_AUTOMOD = 200001
    HARMFUL_LINK = 240000


GONE = frozenset({Code.UNKNOWN_CHANNEL, Code.UNKNOWN_MESSAGE})
"""What was to be written to is no longer there."""
THREAD_OVER = frozenset({Code.THREAD_LOCKED, Code.THREAD_ARCHIVED})
"""Nothing can be written into a thread any more."""
BLOCKED = frozenset({Code.EXPLICIT, Code.BLOCKED_BY_AUTOMOD, Code.TITLE_BLOCKED_BY_AUTOMOD, Code.HARMFUL_LINK})
"""A filter of the server's or of Discord's takes exception to the words; fewer pictures would not help."""
INTERACTION_OVER = frozenset({Code.UNKNOWN_INTERACTION, Code.UNKNOWN_WEBHOOK, Code.TOKEN_OVER})
"""The player can no longer be answered here; what was stored stands all the same."""


def cut(words: str, most: int) -> str:
    """Return ``words`` in at most ``most`` characters, with an ellipsis where something was left out."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def cut_bytes(words: str, most: int) -> str:
    """Return ``words`` in at most ``most`` bytes of UTF-8 (3 or more), with an ellipsis if not all fits."""
    if len(words.encode()) <= most:
        return words
    return words.encode()[: max(most - len("…".encode()), 0)].decode(errors="ignore").rstrip() + "…"


def alt_bytes(words: str) -> int:
    """Return how many bytes of an alternative text Discord takes at most: those of ``ALT_TEXT`` characters."""
    return len(words[:ALT_TEXT].encode())


def cut_alt(words: str, most: int) -> str:
    """Return an alternative text in at most ``most`` bytes and ``ALT_TEXT`` characters, cut once."""
    return cut_bytes(words, most) if alt_bytes(words) > most else cut(words, ALT_TEXT)


def share(wanted: Sequence[int], most: int) -> list[int]:
    """Return fair parts of ``most`` for wants: what some leave goes to those who want more than their part."""
    parts = dict.fromkeys(range(len(wanted)), 0)
    for left, at in enumerate(sorted(parts, key=lambda at: wanted[at])):
        parts[at] = min(wanted[at], most // (len(wanted) - left))
        most -= parts[at]
    return list(parts.values())


EMOJI = re.compile(r"<:\w+:\d+> ")
"""The emoji of a piece, with the space that parts it from the piece's name."""


def cut_lines(words: str, most: int) -> str:
    """Return the first whole lines of ``words`` that fit into ``most`` characters, with an ellipsis if not all do.

    Before a line is lost, the emoji before names of pieces are left out: each takes some 45 characters.
    """
    if len(words) > most:
        words = EMOJI.sub("", words)
    if len(words) <= most:
        return words
    head = words[: most - 2].rpartition("\n")[0]
    return f"{head}\n…" if head else cut(words, most)
