"""Positions of the handed cases (section 15) as states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.core.seats import Seat
from games.grumpf.components import BOARDS, BOX, SPECIES, TOKENS, tokens_for
from games.grumpf.options import GrumpfOptions
from games.grumpf.state import Clan, Mode, Phase, Piece, State, Tracks

DEFAULT_CLANS = ("Vi", "Gr", "Pi")
"""Who plays where a case does not say."""


def read_tracks(tracks: Mapping[str, Iterable[str]]) -> Tracks:
    """Read tracks: ``Gr5``, ``Gr5 KO``; boards not named are empty."""
    return {code: tuple(map(_piece, tracks.get(code, ()))) for code in BOARDS}


def _piece(text: str) -> Piece:
    label, _, out = text.partition(" ")
    return Piece(label[:2], int(label[2:]), club=label[:2] if out else "")


def write_tracks(tracks: Tracks) -> dict[str, list[str]]:
    """Write tracks; empty ones are left out."""
    return {
        code: [piece.label + ("" if piece.standing else " KO") for piece in track]
        for code, track in tracks.items()
        if track
    }


def read_position(position: Mapping[str, Any], *, mode: str | None = None) -> State:
    """Return the state of a position; what it leaves out is empty, zero, or on the standard side."""
    codes = tuple(position.get("clans", DEFAULT_CLANS))
    playing: Mode = "live" if (mode or position.get("mode")) == "live" else "async"
    hunting = Phase.HUNT if playing == "live" else Phase.VOLLEY
    drum = position.get("drum", codes[0])
    return State(
        options=GrumpfOptions(mode=playing),
        phase=hunting if position.get("phase", "hunt") == "hunt" else Phase.SET_OUT,
        mode=playing,
        sides={code: position.get("sides", {}).get(code, "1") for code in BOARDS},
        clans=tuple(_clan(code, position, len(codes)) for code in codes),
        first=Seat(codes.index(drum)),
        tracks=read_tracks(position.get("tracks", {})),
        bag=dict.fromkeys(SPECIES, 0),
        lying={species: position.get("on_boards", {}).get(species, 0) for species in SPECIES},
        stock=BOX.sorcerer_tiles.count,
        round=position.get("round", 1),
        beat=position.get("beat", 0),
        opened=True,
        set=True,
        trader=Seat(codes.index(position["trader"])) if position.get("trader") else None,
    )


def _clan(code: str, position: Mapping[str, Any], players: int) -> Clan:
    hand = position.get("hands", {}).get(code, ())
    in_huts = position.get("in_huts", ())
    tokens = tokens_for(players) if hand == "all" else tuple(token for token in TOKENS if token in hand)
    return Clan(
        code=code,
        hand=tokens,
        hut=in_huts.index(code) + 1 if code in in_huts else 0,
        animals=dict(position.get("animals", {}).get(code, {})),
        up={token: TOKENS[token].faces[0] for token in tokens},
    )
