"""What changed between two views, and what an unfinished move is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.game import Marks
from games.core.moves import Move, values_of
from games.core.seats import Seat
from games.grumpf import moves
from games.grumpf.components import BOARDS, SPECIES
from games.grumpf.spots import AIM, CLAN, FREE, IN_HUT
from games.grumpf.state import Clan, Piece
from games.grumpf.view import View


def marks(before: View, after: View) -> Marks:
    """Return the spaces filled or clubbed, huts entered, boards and clans whose Animals changed."""
    was, now = before.state, after.state
    spots: list[str] = []
    clans: list[str] = []
    for code in BOARDS:
        old = was.tracks[code] if was.round == now.round else ()
        for space, piece in enumerate(now.tracks[code], 1):
            if space > len(old) or old[space - 1] != piece:
                spots.append(f"{code}{space}")
                clans.append(_changer(piece))
    spots += [f"{IN_HUT}{clan}" for clan in now.taken if clan not in was.taken or was.round != now.round]
    spots += [code for code in SPECIES if was.lying.get(code, 0) != now.lying.get(code, 0)]
    spots += [
        f"{CLAN}{seat}" for seat, clan in enumerate(now.clans) if _collection(was.clans[seat]) != _collection(clan)
    ]
    only = clans[-1] if len(set(clans)) == 1 else ""
    seat = now.seat_of(only)
    return Marks(tuple(spots), None if seat is None else Seat(seat))


def sketch(view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
    """Return what an unfinished move is about: a board's next free space (``aim:free:B``), or a board (``aim:B``)."""
    strokes = values_of(filled, "choice") if verb is moves.Step else tuple(filled.values())
    boards = [at for at, stroke in enumerate(strokes) if stroke in BOARDS]
    if not boards or view.seat is None or verb not in (moves.Step, moves.Place, moves.Club):
        return Marks()
    at = boards[-1]
    code, track = str(strokes[at]), view.state.tracks[str(strokes[at])]
    club = verb is moves.Club or str(strokes[at - 1]).endswith("*")
    full = len(track) == BOARDS[code].spaces.value
    return Marks((f"{AIM}{code}" if club or full else f"{AIM}{FREE}{code}",), view.seat)


def _changer(piece: Piece) -> str:
    return piece.club or piece.clan


def _collection(clan: Clan) -> tuple[dict[str, int], int]:
    return clan.animals, clan.tiles
