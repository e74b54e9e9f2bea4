"""Custom ids: every button and select names the match, the ask and what was pressed; never who may press it.

Written as ``lt|verb|match|ask|at|value``, at most 100 characters (Discord's limit). Clients keep what was chosen in a
select for a custom id they know, whatever an edit of its message says; so ``at`` of a select is followed by the
revision of its message, ``3~1f0``: the id of the interaction that it answers, which only grows, over a restart too.
"""

import re
from contextvars import ContextVar
from enum import StrEnum
from typing import NewType, Self

from msgspec import Struct

from bot.edge import limits

CustomId = NewType("CustomId", str)
PATTERN = re.compile(
    r"lt\|(?P<verb>[a-z-]+)\|(?P<match>[0-9]{0,15})\|(?P<ask>(?:[^|%]|%7C|%25)*)\|"
    r"(?P<at>[0-9]{0,15})(?:~(?P<revision>[0-9a-f]{1,16}))?\|(?P<value>.*)",
    re.DOTALL,
)
"""Numbers have at most 15 digits, so that whatever somebody sends fits into the database."""
NUMBER = re.compile("[0-9]{1,15}")
"""Such a number, in a value."""
SNOWFLAKE = re.compile("[0-9]{1,18}|[1-8][0-9]{18}")
"""An id of Discord's in a value: one that fits into the database."""
revision: ContextVar[int] = ContextVar("revision", default=0)
"""Of the message being made: the id of the interaction that it answers; 0: it answers none, and is a new one."""
_ESCAPED = {"%": "%25", "|": "%7C"}


class ButtonAction(StrEnum):
    """What a button or select does."""

    JOIN = "join"
    SEAT = "seat"
    LEAVE = "leave"
    ADD = "add"
    DROP = "drop"
    START = "start"
    WITHOUT = "without"
    LATER = "later"
    READY = "ready"
    SETUP = "setup"
    DETAILS = "details"
    OPTION = "option"
    NUMBERS = "numbers"
    CANCEL = "cancel"
    PRACTICE = "practice"
    GUIDED = "guided"
    GALLERY = "gallery"
    OPEN = "open"
    FIND = "find"
    SEARCH = "search"
    PLAY = "play"
    VIEW = "view"
    LOG = "log"
    SCORE = "score"
    PLAN = "plan"
    HISTORY = "history"
    REVIEW = "review"
    REMATCH = "rematch"
    REPEAT = "repeat"
    SHARE = "share"
    RESIGN = "resign"
    ERASE = "erase"
    PURGE = "purge"
    CHOOSE = "choose"
    TAKE = "take"
    KEY = "key"
    PAGE = "page"
    VERB = "verb"
    UNDO = "undo"
    RESTART = "restart"
    CONFIRM = "confirm"
    BACK = "back"
    FOLLOWING = "following"
    ORDER = "order"
    UNORDER = "unorder"
    RESUME = "resume"
    DRAFT_ORDER = "draft-order"
    TOURNAMENT = "event"  # as buttons of earlier releases have it
    SHEET = "sheet"
    NEW_TOURNAMENT = "new-event"
    TEAM = "team"
    OLD_TEAM = "old-team"
    TAKE_BACK = "take-back"
    VOTE = "vote"
    PAUSE = "pause"
    END = "end"
    RULES = "rules"
    HOW = "how"
    LIST = "list"
    WATCH = "watch"
    WATCHING = "watching"
    LOOK = "look"
    MUTE = "mute"
    MUTED = "muted"
    PREFERENCES = "preferences"
    PREFER = "prefer"
    TIMES = "times"
    AWAY = "away"
    WHICH = "which"
    WIZARD = "wizard"
    INVITE = "invite"
    REPORT = "report"
    CLAIM = "claim"
    RESOLVE = "resolve"
    SOLVE = "solve"
    NO_OWNER_NEWS = "no-owner-news"


class Press(Struct, frozen=True, kw_only=True):
    """What a custom id says.

    ``ask`` is the ask answered, ``at`` a number that goes with the verb (draft length, page, ply), ``value`` what was
    chosen (of a select: what its options choose for). ``revision``: of the message it stands in, 0 if that is not told.
    """

    verb: ButtonAction
    match: int = 0
    ask: str = ""
    at: int = 0
    value: str = ""
    revision: int = 0

    def custom_id(self) -> CustomId:
        """Write it; raises ValueError beyond 100 characters."""
        ask = re.sub("[%|]", lambda hit: _ESCAPED[hit.group()], self.ask)
        at = f"{self.at}~{self.revision:x}" if self.revision else str(self.at)
        written = f"lt|{self.verb}|{self.match}|{ask}|{at}|{self.value}"
        if len(written) > limits.CUSTOM_ID:
            raise ValueError(f"a custom id of {len(written)} characters: {written}")
        return CustomId(written)

    @classmethod
    def read(cls, custom_id: str) -> Self:
        """Read what ``custom_id`` wrote; raises ValueError for what an other release, or nobody, wrote."""
        found = PATTERN.fullmatch(custom_id)
        if found is None:
            raise ValueError(custom_id)
        ask = found["ask"].replace("%7C", "|").replace("%25", "%")
        return cls(
            verb=ButtonAction(found["verb"]),
            match=int(found["match"] or 0),
            ask=ask,
            at=int(found["at"] or 0),
            value=found["value"],
            revision=int(found["revision"] or "0", 16),
        )
