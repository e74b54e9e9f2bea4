"""What is said to people, before it is put into words.

A :class:`Text` carries the id of a sentence and its arguments. The sentence itself stands in a catalogue
(:mod:`games.core.words`), so that every reader gets it in an own language and with the players' names of the moment.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from games.core.language.former_ids import current_id, former_args


class Text(Struct, frozen=True, omit_defaults=True):
    """A sentence by its id, with arguments by name.

    An argument called ``seat`` or ending in ``_seat`` holds a seat number (or a tuple of them) and is shown as that
    player's name; a tuple is shown as a list ("a, b and c"); a nested Text is worded first. The id and the arguments'
    names of an earlier release, which stored Texts have, become today's.
    """

    id: str
    args: dict[str, int | str | Text | tuple[int | str | Text, ...]] = {}

    def __post_init__(self) -> None:
        if (id := current_id(self.id)) != self.id:
            force_setattr(self, "id", id)
        if self.args and (former := former_args(self.id)):
            force_setattr(self, "args", {former.get(name, name): value for name, value in self.args.items()})


Arg: TypeAlias = int | str | Text | tuple[int | str | Text, ...]
"""What an argument of a Text may be."""


def say(id: str, /, **args: Arg) -> Text:
    """Make a Text: ``say("take.done", seat=2, count=3)``."""
    return Text(id, args)


def raw(words: str) -> Text:
    """Make a Text that is shown as it stands: coordinates, numbers, text boards."""
    return Text("core.raw", {"words": words})


def phrase(english: str) -> Text:
    """Make a Text of words that stand in a declaration, such as the title of a move: said in the reader's language."""
    return Text("core.phrase", {"words": english})


def say_name(name: str) -> Text:
    """Make a Text of a name that a person has chosen; where it is shown it is kept from doing anything but show."""
    return Text("core.person", {"name": name})


def instant(at: int) -> Text:
    """Make a Text of a moment, in seconds since 1970: each reader sees it in their own zone where the place can."""
    return Text("core.time", {"at": at})


def lines(*parts: Text) -> Text:
    """Make a Text whose parts are shown one under the other."""
    return Text("core.lines", {"parts": parts})


def either(*parts: Text | str) -> Text:
    """Make a Text of a list of which one holds: "a, b or c"."""
    return Text("core.either", {"parts": parts})


def sentences(*parts: Text) -> Text:
    """Make a Text of whole sentences, one after the other; there is at least one."""
    first, *rest = parts
    return say("core.sentences", what=first, last=sentences(*rest)) if rest else first


SINCE = "core.since"


def since() -> Text:
    """Make a Text for when something happened, counted from when its turn was first asked: ``@14.8s`` in live play.

    A game knows no clock: the platform fills it in; until then it is empty.
    """
    return Text(SINCE, {"seconds": ""})


def is_timed(arg: Arg) -> bool:
    """Whether a ``since`` stands somewhere in a Text."""
    if isinstance(arg, tuple):
        return any(map(is_timed, arg))
    return isinstance(arg, Text) and (arg.id == SINCE or any(map(is_timed, arg.args.values())))


def at_seconds(text: Text, seconds: float) -> Text:
    """Return the Text with every ``since`` in it filled in."""
    if text.id == SINCE:
        return Text(SINCE, {"seconds": f"@{seconds:.1f}s"})

    def fill(arg: int | str | Text) -> int | str | Text:
        return at_seconds(arg, seconds) if isinstance(arg, Text) else arg

    args = {n: tuple(map(fill, arg)) if isinstance(arg, tuple) else fill(arg) for n, arg in text.args.items()}
    return Text(text.id, args)
