"""Uploaded files: how they come in, become attachments, and what their bytes tell of them."""

from __future__ import annotations

import mimetypes
import re
import struct
from collections.abc import Sequence

from msgspec import Struct

from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.model import Attachment
from tests.standin.wire import Obj
from tests.standin.world import World

MOST_FILES = 10


class Upload(Struct):
    """One file part of a multipart body; ``index`` is the n of ``files[n]``."""

    index: int
    filename: str
    data: bytes


def clean(filename: str) -> str:
    """A file name as Discord keeps it: what isn't a letter, digit, dot, hyphen or underscore becomes an underscore."""
    return re.sub(r"[^\w.-]", "_", filename)


def dimensions(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF or lossy, lossless or extended WebP picture; None for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:4] == b"GIF8":
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    match data[12:16]:
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case _:
            return None


def names(body: Obj, uploads: Sequence[Upload], *, kept: Sequence[Attachment]) -> list[str]:
    """The file names the message will have, for ``attachment://`` references."""
    listed = body.get("attachments")
    stay = kept if listed is None else [a for a in kept if any(int(entry["id"]) == a.id for entry in listed)]
    return [clean(upload.filename) for upload in uploads] + [attachment.filename for attachment in stay]


def check(
    world: World, body: Obj, *, uploads: Sequence[Upload], kept: Sequence[Attachment], under: tuple[str, ...]
) -> None:
    """
    Sizes, numbers, and that every listed attachment is there.

    Raises:
        ApiError: 40005 if a file is too big or all together are, 50035 for the others
    """
    sizes = [len(upload.data) for upload in uploads]
    if max(sizes, default=0) > world.settings.file_bytes or sum(sizes) > world.settings.request_bytes:
        raise ApiError(Code.FILE_TOO_BIG)
    listed = body.get("attachments") or ()
    known = {attachment.id for attachment in kept} | {upload.index for upload in uploads}
    problems = [
        Problem(
            (*under, "attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data for this id was not found"
        )
        for index, entry in enumerate(listed)
        if int(entry["id"]) not in known
    ]
    stay = (
        len(kept)
        if body.get("attachments") is None
        else sum(1 for a in kept if any(int(e["id"]) == a.id for e in listed))
    )
    if stay + len(uploads) > MOST_FILES:
        problems.append(
            Problem((*under, "attachments"), "BASE_TYPE_BAD_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
        )
    if problems:
        raise invalid(problems)


def attach(world: World, body: Obj, *, uploads: Sequence[Upload], kept: Sequence[Attachment]) -> list[Attachment]:
    """The message's attachments after a create (nothing kept) or edit; new files are stored."""
    listed = body.get("attachments")
    about = {int(entry["id"]): entry for entry in listed or ()}
    stay = [attachment for attachment in kept if listed is None or attachment.id in about]
    for attachment in stay:
        if (about.get(attachment.id) or {}).get("description") is not None:
            attachment.description = about[attachment.id]["description"]
    return stay + [_store(world, upload, about=about.get(upload.index) or {}) for upload in uploads]


def _store(world: World, upload: Upload, *, about: Obj) -> Attachment:
    filename = clean(about.get("filename") or upload.filename)
    size = dimensions(upload.data)
    attachment = Attachment(
        id=world.mint.new(),
        filename=filename,
        size=len(upload.data),
        content_type=mimetypes.guess_type(filename)[0] or "application/octet-stream",
        width=size[0] if size else None,
        height=size[1] if size else None,
        description=about.get("description"),
    )
    world.storage.put_blob(attachment.id, upload.data)
    return attachment
