"""Message components: walking them, numbering them, and the form in which answers carry them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum

from tests.standin.wire import Obj

Path = tuple[str | int, ...]


class Part(IntEnum):
    """Discord's component types."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {Part.SELECT, Part.USER_SELECT, Part.ROLE_SELECT, Part.MENTIONABLE_SELECT, Part.CHANNEL_SELECT},
)
ENTITIES: dict[int, int] = {
    Part.USER_SELECT: 6,
    Part.ROLE_SELECT: 8,
    Part.MENTIONABLE_SELECT: 9,
    Part.CHANNEL_SELECT: 7,
}
"""What those selects offer, as the type of a command option that takes the same."""

LINK = 5
"""The button style that opens an address instead of reaching the bot."""


def walk(parts: Sequence[Obj], above: Path = ()) -> Iterator[tuple[Path, Obj]]:
    """Every component with its path, a parent before its children."""
    for index, part in enumerate(parts):
        yield from _walk_one(part, (*above, index))


def _walk_one(part: Obj, path: Path) -> Iterator[tuple[Path, Obj]]:
    yield path, part
    yield from walk(part.get("components") or (), (*path, "components"))
    for key in ("accessory", "component"):
        if part.get(key):
            yield from _walk_one(part[key], (*path, key))


def media(part: Obj) -> Iterator[tuple[Path, Obj]]:
    """The media references of one component, with their paths within it."""
    match part["type"]:
        case Part.THUMBNAIL:
            yield ("media",), part["media"]
        case Part.FILE:
            yield ("file",), part["file"]
        case Part.GALLERY:
            for index, item in enumerate(part["items"]):
                yield ("items", index, "media"), item["media"]


def named_files(parts: Sequence[Obj]) -> set[str]:
    """The names of the message's own files that its components show."""
    urls = [item["url"] for _, part in walk(parts) for _, item in media(part)]
    return {url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")}


def numbered(parts: Sequence[Obj]) -> list[Obj]:
    """Copies with ids: those given are kept, the others get 1, 2, … in reading order."""
    taken = {part["id"] for _, part in walk(parts) if part.get("id")}
    free = iter(n for n in range(1, 1000) if n not in taken)
    return [_number(part, free) for part in parts]


def _number(part: Obj, free: Iterator[int]) -> Obj:
    copy = {key: value for key, value in part.items() if value is not None}
    copy["id"] = part.get("id") or next(free)
    if "components" in copy:
        copy["components"] = [_number(child, free) for child in copy["components"]]
    for key in ("accessory", "component"):
        if key in copy:
            copy[key] = _number(copy[key], free)
    return copy


_DEFAULTS: dict[int, Obj] = {
    Part.SELECT: {"min_values": 1, "max_values": 1},
    Part.USER_SELECT: {"min_values": 1, "max_values": 1},
    Part.ROLE_SELECT: {"min_values": 1, "max_values": 1},
    Part.MENTIONABLE_SELECT: {"min_values": 1, "max_values": 1},
    Part.CHANNEL_SELECT: {"min_values": 1, "max_values": 1},
    Part.THUMBNAIL: {"description": None, "spoiler": False},
    Part.FILE: {"spoiler": False},
    Part.SEPARATOR: {"spacing": 1, "divider": True},
    Part.CONTAINER: {"accent_color": None, "spoiler": False},
}


def shown(part: Obj, resolve: Callable[[str], Obj]) -> Obj:
    """A stored component as answers carry it; ``resolve`` turns a media address into an unfurled media item."""
    answer: Obj = {**_DEFAULTS.get(part["type"], {}), **part}
    if "components" in part:
        answer["components"] = [shown(child, resolve) for child in part["components"]]
    if "accessory" in part:
        answer["accessory"] = shown(part["accessory"], resolve)
    match part["type"]:
        case Part.THUMBNAIL:
            answer["media"] = resolve(part["media"]["url"])
        case Part.FILE:
            found = resolve(part["file"]["url"])
            answer["file"] = found
            answer["name"] = part["file"]["url"].rpartition("/")[2]
            answer["size"] = found.pop("size", 0)
        case Part.GALLERY:
            answer["items"] = [
                {
                    "description": item.get("description"),
                    "spoiler": bool(item.get("spoiler")),
                    "media": resolve(item["media"]["url"]),
                }
                for item in part["items"]
            ]
        case Part.SELECT:
            answer["options"] = [{k: v for k, v in o.items() if v is not None} for o in part["options"]]
    return answer


def texts(parts: Sequence[Obj]) -> list[str]:
    """The contents of all text displays, in reading order."""
    return [part["content"] for _, part in walk(parts) if part["type"] == Part.TEXT]


def controls(parts: Sequence[Obj]) -> list[Obj]:
    """What a user can press or choose from, flat, in reading order."""
    return [part for _, part in walk(parts) if part["type"] == Part.BUTTON or part["type"] in SELECTS]
