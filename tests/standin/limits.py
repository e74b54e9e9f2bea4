"""What Discord refuses though its API description allows it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from tests.standin.components import LINK, SELECTS, Part, Path, media, texts, walk
from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.model import Flag
from tests.standin.wire import Obj

CONTENT = 2000
EMBEDS_TOTAL = 6000
ROWS = 5
COMPONENTS = 40
V2_TEXT = 4000
V2_BYTES = 10 * 1024
V2_MEDIA = 64

_LEGACY = ("content", "embeds", "poll", "sticker_ids")
_INTERACTIVE = SELECTS | {Part.BUTTON, Part.TEXT_INPUT}
_URL = re.compile(r"^(https?|discord)://\S+$")
_MEDIA = re.compile(r"^(https?|attachment)://\S+$")


def check_message(body: Obj, *, v2: bool, files: Sequence[str], under: Path = ()) -> None:
    """
    A message's body, beyond the description. ``files`` are the names that ``attachment://`` may refer to; ``under`` is
    the path of the message in the whole body.

    Raises:
        ApiError: 50035 with every problem, or a bare 500 where Discord is known to break
    """
    problems = [*_text(body), *_embeds(body.get("embeds") or ())]
    parts = body.get("components") or ()
    problems += [*_v2(body, parts, files=files)] if v2 else [*_v1(parts)]
    problems += _parts(parts)
    if problems:
        raise invalid(Problem((*under, *p.path), p.code, p.message) for p in problems)
    if v2:
        _breaks(parts)


def check_emoji(parts: Sequence[Obj], *, known: Collection[int], under: Path = ()) -> None:
    """
    Emoji of a message's buttons and options must be among those that the application has; others of its servers the
    stand-in doesn't have.

    Raises:
        ApiError: 50035 with every emoji that is unknown; the code is that of a button for options, too
    """
    problems = [
        Problem((*under, "components", *path, *below, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        for path, part in walk(parts)
        for below, holder in (
            ((), part),
            *((("options", at), each) for at, each in enumerate(part.get("options") or ())),
        )
        if (holder.get("emoji") or {}).get("id") is not None and int(holder["emoji"]["id"]) not in known
    ]
    if problems:
        raise invalid(problems)


def _text(body: Obj) -> Iterator[Problem]:
    if len(body.get("content") or "") > CONTENT:
        yield Problem(("content",), "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT} or fewer in length.")


def _embed_length(embed: Obj) -> int:
    fields = embed.get("fields") or ()
    return sum(
        len(text or "")
        for text in (
            embed.get("title"),
            embed.get("description"),
            (embed.get("footer") or {}).get("text"),
            (embed.get("author") or {}).get("name"),
            *(field.get("name") for field in fields),
            *(field.get("value") for field in fields),
        )
    )


def _embeds(embeds: Sequence[Obj]) -> Iterator[Problem]:
    if sum(_embed_length(embed) for embed in embeds) > EMBEDS_TOTAL:
        yield Problem(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBEDS_TOTAL}")
    for index, embed in enumerate(embeds):
        if not any(
            embed.get(key) for key in ("title", "description", "fields", "image", "thumbnail", "author", "footer")
        ):
            yield Problem(("embeds", index, "description"), "BASE_TYPE_REQUIRED", "This field is required")
        for key in ("image", "thumbnail"):
            url = (embed.get(key) or {}).get("url")
            if url and not _MEDIA.match(url):
                yield Problem(
                    ("embeds", index, key, "url"),
                    "URL_TYPE_INVALID_SCHEME",
                    f"Scheme {url.partition(':')[0]!r} is not supported. Scheme must be one of ('http', 'https').",
                )


def _v1(parts: Sequence[Obj]) -> Iterator[Problem]:
    if len(parts) > ROWS:
        yield Problem(("components",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS} in length.")
    for index, part in enumerate(parts):
        if part["type"] != Part.ROW:
            yield Problem(
                ("components", index, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).'
            )


def _v2(body: Obj, parts: Sequence[Obj], *, files: Sequence[str]) -> Iterator[Problem]:
    for key in _LEGACY:
        if body.get(key):
            yield Problem(
                (key,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    if sum(1 for _ in walk(parts)) > COMPONENTS:
        yield Problem(("components",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {COMPONENTS} in length.")
    if sum(len(text) for text in texts(parts)) > V2_TEXT:
        yield Problem(
            ("components",),
            "COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size exceeds maximum size of {V2_TEXT}",
        )
    for path, part in walk(parts):
        for below, item in media(part):
            url = item["url"]
            place: Path = ("components", *path, *below, "url")
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
                yield Problem(
                    place,
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found",
                )
            elif not _MEDIA.match(url) or (part["type"] == Part.FILE and not url.startswith("attachment://")):
                yield Problem(place, "URL_TYPE_INVALID_SCHEME", "Scheme is not supported here.")


def _parts(parts: Sequence[Obj]) -> Iterator[Problem]:
    ids: set[str] = set()
    numbers: set[int] = set()
    for path, part in walk(parts):
        at: Path = ("components", *path)
        yield from (Problem((*at, *p.path), p.code, p.message) for p in _part(part))
        custom = part.get("custom_id")
        if custom is not None:
            if custom in ids:
                yield Problem(
                    (*at, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
                )
            ids.add(custom)
        if part.get("id"):
            if part["id"] in numbers:
                yield Problem((*at, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            numbers.add(part["id"])


def _part(part: Obj) -> Iterator[Problem]:
    match part["type"]:
        case Part.BUTTON:
            yield from _button(part)
        case Part.ROW:
            kinds = [child["type"] for child in part["components"]]
            if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
                yield Problem(
                    ("components",),
                    "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                    "The specified component exceeds the maximum width",
                )
        case Part.TEXT:
            if not part["content"]:
                yield Problem(("content",), "BASE_TYPE_REQUIRED", "This field is required")
        case kind if kind in SELECTS or kind in (Part.RADIO_GROUP, Part.CHECKBOX_GROUP):
            yield from _select(part)


def _button(part: Obj) -> Iterator[Problem]:
    custom, url = part.get("custom_id"), part.get("url")
    if part["style"] == LINK:
        if not url:
            yield Problem(("url",), "BASE_TYPE_REQUIRED", "This field is required")
        elif not _URL.match(url):
            yield Problem(("url",), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        if custom:
            yield Problem(
                (), "COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified"
            )
    elif custom is None and part.get("sku_id") is None:
        yield Problem(("custom_id",), "BASE_TYPE_REQUIRED", "This field is required")
    if not part.get("label") and not part.get("emoji") and part.get("sku_id") is None:
        yield Problem((), "BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI", "A button must have a label or an emoji")


def _select(part: Obj) -> Iterator[Problem]:
    low = 1 if part.get("min_values") is None else part["min_values"]
    high = part.get("max_values") or 1
    if low > high:
        yield Problem(("min_values",), "BASE_TYPE_BAD_LENGTH", "min_values cannot exceed max_values")
    options = part.get("options")
    if options is None:
        return
    if part["type"] == Part.SELECT and high > len(options):
        yield Problem(("max_values",), "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS", "max_values exceeds the options")
    values: set[str] = set()
    for index, option in enumerate(options):
        if option["value"] in values:
            yield Problem(
                ("options", index, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(option["value"])
    if sum(1 for option in options if option.get("default")) > high:
        yield Problem(("options",), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More defaults than max_values")


def _breaks(parts: Sequence[Obj]) -> None:
    """Where Discord answers 500 instead of refusing: some 10 kB of component data, or more than 64 media items."""
    pieces = [value for _, part in walk(parts) for value in part.values() if isinstance(value, str)]
    pieces += [str(option[key]) for _, part in walk(parts) for option in part.get("options") or () for key in option]
    items = sum(1 for _, part in walk(parts) for _ in media(part))
    if sum(len(piece.encode()) for piece in pieces) > V2_BYTES or items > V2_MEDIA:
        raise ApiError(Code.GENERAL, status=500, message="500: Internal Server Error")


def check_modal(data: Obj) -> None:
    """
    A modal's data, beyond the description: at most 5 components, unique ids, sane selects.

    Raises:
        ApiError: 50035 with every problem
    """
    parts = data["components"]
    problems = list(_parts(parts))
    if len(parts) > ROWS:
        problems.append(Problem(("components",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS} in length."))
    for path, part in walk(parts):
        inputs = part["type"] == Part.ROW and len(part["components"]) != 1
        if inputs:
            problems.append(Problem(("components", *path), "BASE_TYPE_BAD_LENGTH", "Must be 1 in length."))
        if part["type"] == Part.TEXT_INPUT and not part.get("label") and "component" not in path:
            problems.append(Problem(("components", *path, "label"), "BASE_TYPE_REQUIRED", "This field is required"))
        if part["type"] == Part.TEXT_INPUT and len(part.get("value") or "") > (part.get("max_length") or 4000):
            problems.append(Problem(("components", *path, "value"), "BASE_TYPE_MAX_LENGTH", "Longer than max_length."))
    if problems:
        raise invalid(Problem(("data", *p.path), p.code, p.message) for p in problems)


def is_v2(flags: int) -> bool:
    """Whether message flags ask for components v2."""
    return bool(flags & Flag.V2)
