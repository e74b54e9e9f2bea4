"""What a Grumpf can do in a hunt, and how it is written (M3).

A step of a plan is a first choice and its alternatives. It is put together from strokes, the pieces a player presses
one by one: ``5>`` ``R`` ``?`` ``|`` ``4>`` ``B`` is ``5>R?|4>B``. A stroke is the token or face with its sign, the
board, a club's target, a guard, or the bar before an alternative.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from games.core.errors import IllegalMove
from games.grumpf.components import BOARDS, BOX, CLANS, CLUB, TOKENS, tokens_for
from games.grumpf.words.names import face_name, refusal, token_name

BEST = "!"
"""The target "the strongest that may be clubbed" (A7.1); with a clan's code behind it, of that clan."""

OR = "|"
"""Stands before an alternative."""

FITS = "?"
"""The guard of a placement (A6.1)."""

HUT = "^"
HOLD = "-"
LAST = "last"
SAFE = "safe"


class Do(StrEnum):
    """What a choice does."""

    HUT = "hut"
    PLACE = "place"
    CLUB = "club"
    HOLD = "hold"


class Deed(Struct, frozen=True, omit_defaults=True):
    """One choice of a step, or one live action.

    ``token`` is empty if only a face is named (M3.2). ``target`` of a club is a space number, ``!`` or ``!Gr``.
    ``guard`` of a hut is "", "last" or "safe" (A6.2); ``fit`` is the guard of a placement.
    """

    do: Do
    token: str = ""
    face: str = ""
    board: str = ""
    fit: bool = False
    target: str = ""
    guard: str = ""

    @property
    def grumpf(self) -> str:
        """Token and face as they are written before the sign: ``15:5``, ``5``, ``1x``."""
        if not self.token:
            return self.face
        return self.token if self.do is Do.CLUB and self.face == CLUB else f"{self.token}:{self.face}"

    @property
    def victim(self) -> str:
        """The clan that ``!`` is restricted to, or ""."""
        return self.target[1:] if self.target.startswith(BEST) else ""

    def __str__(self) -> str:
        """The deed in notation (M3.1)."""
        match self.do:
            case Do.PLACE:
                return f"{self.grumpf}>{self.board}{FITS if self.fit else ''}"
            case Do.CLUB:
                return f"{self.grumpf}*{self.board}{self.target}"
            case Do.HUT:
                return HUT + self.guard
        return HOLD


Step: TypeAlias = tuple[Deed, ...]
"""A first choice and its alternatives."""

_CHOICE = re.compile(
    r"(?:(?:(?P<token>[0-9][0-9x]):)?(?P<face>[1-5x])(?P<sign>[>*])|(?P<bare>[0-9][0-9x])\*)"
    rf"(?:(?P<board>[{''.join(BOARDS)}])(?P<target>[1-9]|!(?:{'|'.join(CLANS)})?)?(?P<fit>\?)?)?"
    rf"|\^(?P<guard>{LAST}|{SAFE})?|(?P<hold>-)",
    re.IGNORECASE,
)


def _read(piece: str) -> Deed | None:
    """Read one choice, which may be unfinished; None if none begins so."""
    found = _CHOICE.fullmatch(piece)
    if found is None:
        return None
    part = {name: value or "" for name, value in found.groupdict().items()}
    if part["hold"]:
        return Deed(Do.HOLD)
    if piece[0] == HUT:
        return Deed(Do.HUT, guard=part["guard"].lower())
    club = part["sign"] != ">"
    target = part["target"]
    if (target and not club) or (part["fit"] and club) or not _on_track(part["board"].upper(), target):
        return None
    return Deed(
        Do.CLUB if club else Do.PLACE,
        token=(part["token"] or part["bare"]).lower(),
        face=(part["face"] or CLUB).lower(),
        board=part["board"].upper(),
        fit=bool(part["fit"]),
        target=BEST + target[1:].capitalize() if target.startswith(BEST) else target,
    )


def _on_track(board: str, target: str) -> bool:
    return not target.isdigit() or int(target) <= BOARDS[board].spaces.value


def _strokes(deed: Deed) -> tuple[str, ...]:
    match deed.do:
        case Do.HUT:
            return (HUT, deed.guard) if deed.guard else (HUT,)
        case Do.HOLD:
            return (HOLD,)
    sign = "*" if deed.do is Do.CLUB else ">"
    target = (BEST, deed.victim) if deed.target.startswith(BEST) else (deed.target,)
    rest = (deed.board, *target, FITS if deed.fit else "")
    return (deed.grumpf + sign, *(stroke for stroke in rest if stroke))


def strokes_of(text: str) -> tuple[str, ...] | None:
    """Return the strokes of a step, which may be unfinished; None if no step begins so.

    >>> strokes_of("5>R?|1x*m!gr")
    ('5>', 'R', '?', '|', '1x*', 'M', '!', 'Gr')
    """
    strokes: list[str] = []
    pieces = text.split(OR)
    for at, piece in enumerate(pieces):
        if at:
            strokes.append(OR)
        if not piece and at == len(pieces) - 1:
            break
        deed = _read(piece)
        if deed is None:
            return None
        strokes += _strokes(deed)
    return tuple(strokes)


@lru_cache(maxsize=4096)
def read_deed(text: str) -> Deed | None:
    """Read one finished choice; None if it is none."""
    deed = _read(text)
    if deed is None or (deed.do in (Do.PLACE, Do.CLUB) and not deed.board) or (deed.do is Do.CLUB and not deed.target):
        return None
    return deed


def read_begun(text: str) -> Deed | None:
    """Read a choice that may still lack its board or target (``4>``, ``x*B``); None if nothing begins so."""
    return _read(text)


@lru_cache(maxsize=4096)
def read_step(text: str) -> Step | None:
    """Read a finished step, whatever its choices are worth; None if it is none."""
    deeds = tuple(map(read_deed, text.split(OR)))
    return None if None in deeds else deeds  # type: ignore[return-value]


def write_step(step: Step) -> str:
    """Write a step: ``5>R?|4>B``."""
    return OR.join(map(str, step))


def form_fault(text: str, players: int) -> IllegalMove | None:
    """Return why a text is no step that could ever be played: notation, form (A5.3), then tokens and faces."""
    step = read_step(text)
    if step is None:
        return refusal("SYNTAX", "M3.1", text=text)
    if any(deed.do is Do.HUT for deed in step[1:]):
        return refusal("HUT_FIRST_ONLY", "A5.3")
    if len(step) > BOX.beats.max_choices:
        return refusal("TOO_MANY_ALTERNATIVES", "A5.3", most=BOX.beats.max_choices)
    return next((fault for deed in step if (fault := token_fault(deed, players) or sign_fault(deed))), None)


def token_fault(deed: Deed, players: int) -> IllegalMove | None:
    """Return why the token named does not exist, or lacks the face."""
    if not deed.token:
        return None
    if deed.token not in TOKENS:
        return refusal("NO_SUCH_TOKEN", "M1", token=deed.token, known=tokens_for(players))
    if deed.token not in tokens_for(players):
        return refusal("TOKEN_REMOVED", "R14.1", token=token_name(deed.token))
    return face_fault(deed)


def face_fault(deed: Deed) -> IllegalMove | None:
    """Return that an existing token lacks the face."""
    if deed.token and deed.face not in TOKENS[deed.token].faces:
        return refusal("WRONG_FACE", "R5.2", token=token_name(deed.token), face=face_name(deed.face))
    return None


def sign_fault(deed: Deed) -> IllegalMove | None:
    """Return that a club is placed, or a value laid on a Grumpf (R5.7)."""
    if deed.do is Do.PLACE and deed.face == CLUB:
        return refusal("CLUB_NEEDS_TARGET", "R5.7")
    if deed.do is Do.CLUB and deed.face != CLUB:
        return refusal("NOT_A_CLUB", "R5.7")
    return None
