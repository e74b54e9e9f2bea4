"""Packs of logs: what is read from one is what was put in, or it is said that it's damaged."""

from __future__ import annotations

import zlib
from datetime import timedelta

import pytest

from db.engine.compressed import compress, decompress
from db.ids import MatchId
from db.matches.packing import Log, PositionRow, is_same, pack, unpack
from db.records import EntryRecord
from tests.stores import NOW

MATCH = MatchId(7)
TEXTS = (b"", b"[1,2,3]", b"[1,2,3]", b"[1,2,2,3]", b"[3]", b"[1,[1,1,1]]", b"[1,1]")


def make_log(texts: tuple[bytes, ...]) -> Log:
    """A log with a line and a position for each text."""
    entries = tuple(
        EntryRecord(
            match=MATCH,
            ply=ply,
            seat=ply % 3 - 1,
            cause="player",
            audience=(0, 2) if ply % 2 else None,
            data=text,
            at=NOW + timedelta(milliseconds=ply * ply),
        )
        for ply, text in enumerate(texts, start=1)
    )
    positions = tuple(PositionRow(2 * ply, ply % 3, zlib.compress(text)) for ply, text in enumerate(texts))
    return Log(entries, positions)


@pytest.mark.parametrize("count", range(len(TEXTS) + 1))
def test_a_pack_holds_what_was_put_in(count: int) -> None:
    """
    Whatever a position has in common with the one before, at both ends.
    """
    log = make_log(TEXTS[:count])

    assert is_same(log, unpack(MATCH, pack(log)))


def test_a_damaged_pack_is_never_taken_for_a_log() -> None:
    """
    Wherever a byte of it is another, or missing.
    """
    data = pack(make_log(TEXTS))
    broken = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(len(data))] + [data[:-9], b""]
    for each in broken:
        with pytest.raises(ValueError, match="packed"):
            unpack.__wrapped__(MATCH, each)


@pytest.mark.parametrize("text", [b"[]", b"[" + b"1234," * 99 + b"1]", b"{}"])
def test_compressed_json_comes_back(text: bytes) -> None:
    """
    Also what was stored as it is.
    """
    stored = compress(text)

    assert len(stored) <= len(text)
    assert text == decompress(stored) == decompress(text)


def test_damaged_json_is_handed_on_as_it_is() -> None:
    """
    Lists that don't look into it go on; who does finds no JSON.
    """
    stored = compress(b"[" + b"1234," * 99 + b"1]")[:-5]

    assert stored == decompress(stored)
