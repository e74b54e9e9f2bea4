"""What may be chosen next while a turn is put together."""

from __future__ import annotations

from msgspec import Struct

from games.core.moves import Choice, FieldInfo, Move
from games.core.text import Text


class Group(Struct, frozen=True, kw_only=True):
    """The choices for one verb: the values of its next field, or the bare verb (``field`` None, no choices).

    ``what`` describes the verb; ``sofar`` is the half-filled move's values in the order of its fields.
    """

    verb: type[Move]
    what: Text
    field: FieldInfo | None = None
    choices: tuple[Choice, ...] = ()
    sofar: tuple[Choice, ...] = ()


class Menu(Struct, frozen=True):
    """One group per verb that may be played now; a half-filled move leaves its own group only."""

    groups: tuple[Group, ...] = ()
