"""What this bot has on record of a match that was running when a file of it was handed out.

The file itself has neither the seed nor a position, and is not trusted with either. It only says which moment of which
match is meant; what is played on from is what this bot stored, if whoever imports it may see all of that.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from bot.app.match.state import MatchReader
from bot.app.runtime.refusals import WORDS
from bot.app.transfer.match_file import BadFile, Count, Id, read_cover, write_file
from bot.app.transfer.service import file_at
from bot.app.transfer.use import can_practice_from, hidden_text, hides_from
from db.ids import MatchId, UserId
from db.records import Status
from db.tx import Tx
from games.core.seats import Seat


class Known(Struct, frozen=True, kw_only=True):
    """The file as this bot would write it of that moment, and the position then."""

    file: bytes
    position: bytes


class Claim(Struct, frozen=True, kw_only=True):
    """Which moment of which match a file says it shows; nothing of it has been checked."""

    game: str
    number: Id
    seed_hash: str
    ply: Count
    reader: Count | None = None
    whole: bool


_claims = msgspec.json.Decoder(Claim)


def claim_of(data: bytes) -> Claim | None:
    """Return what a file of a running match claims; None for other files. Raises BadFile as ``read_cover`` does.

    All else in the file is skipped unread.
    """
    try:
        claim = _claims.decode(read_cover(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return None if claim.whole else claim


def find_known(tx: Tx, match_reader: MatchReader, claim: Claim, user: UserId) -> Known | None:
    """Return what is on record of a claim, as far as the user may see it; None: this bot doesn't have that match.

    Raises BadFile where the user can't play on from it.
    """
    table = match_reader.find(tx, MatchId(claim.number))
    if table is None or table.match.seed_hash != claim.seed_hash or table.match.game != claim.game:
        return None
    if table.position is None or not 0 < claim.ply <= table.match.ply:
        return None
    match, own = table.match.id, table.seats_of(user)
    if not can_practice_from(table):
        raise BadFile("app.file_still_played", match=match)
    reader = None if claim.reader is None else Seat(claim.reader)
    if reader is not None and reader not in own:
        raise BadFile("app.file_not_yours", match=match)
    position = match_reader.position_at(tx, table.match, claim.ply)[1]
    with table.guard():
        hidden = hides_from(table.game, position, own, seats=len(table.seats))
    if hidden and table.match.status is Status.FINISHED:
        raise BadFile("app.file_over_now", match=match)
    if hidden:
        refusal = BadFile("app.file_still_hidden", match=match, what=hidden_text(table.game))
        refusal.sentences = (WORDS, table.game.words)
        raise refusal
    file = file_at(tx, table, ply=claim.ply, reader=reader, own=own if reader is not None else ())
    return Known(file=write_file(file), position=table.codec.position(position))
