"""Names of things as Texts, and the making of refusals."""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.core.text import Arg, Text, raw, say
from games.grumpf.components import CLANS, CLUB, TOKENS

SHAPES = {"diamond": "◆", "circle": "●", "triangle": "▲", "square": "■", "hexagon": "⬢", "star": "★", "ring": "◎"}
"""The marks of the clans on the pictures, as letters."""


def clan_name(clan: str) -> Text:
    """Return a clan's colour in words: "green"."""
    return say(f"grumpf.name.clan.{clan}")


def clan_title(clan: str) -> Text:
    """Return a clan's colour at the beginning of a sentence: "Green"."""
    return say(f"grumpf.name.Clan.{clan}")


def clan_mark(clan: str) -> Text:
    """Return a clan's shape as a letter: "◆"."""
    return raw(SHAPES[CLANS[clan].shape])


def board_name(board: str) -> Text:
    """Return a board in words: "Bees"."""
    return say(f"grumpf.name.board.{board}")


def animal_name(species: str) -> Text:
    """Return one animal in words: "Bee"."""
    return say(f"grumpf.name.animal.{species}")


def token_name(token: str) -> Text:
    """Return a token in words: "1|5", "3|club"; a token that does not exist as it was typed."""
    if token not in TOKENS:
        return raw(token)
    faces = (face_name(face) for face in TOKENS[token].faces)
    front, back = faces
    return say("grumpf.name.token", front=front, back=back)


def face_name(face: str) -> Text:
    """Return a face in words: "5", "club"."""
    return say("grumpf.name.club") if face == CLUB else raw(face)


def refusal(code: str, clause: str, **args: Arg) -> IllegalMove:
    """Make a refusal of section 8 with its sentence ``grumpf.refusal.<code>``."""
    return IllegalMove(code, clause, say(f"grumpf.refusal.{code.lower()}", **args))
