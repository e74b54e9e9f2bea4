"""Refusals: a line that cannot be read, one that can be read in two ways, a move the rules forbid."""

from games.core.seats import Seat
from games.core.text import Text, say


class Refusal(Exception):
    """Something a player asked for that is not done; nothing was changed.

    ``code`` is for tests and logs (upper case, as in the game's specification), ``clause`` names the rule, ``text`` is
    the full sentence for people and says what would be allowed.
    """

    def __init__(self, code: str, clause: str, text: Text) -> None:
        """Keep the three parts; ``str()`` of the refusal is ``CODE (clause)``."""
        super().__init__(f"{code} ({clause})")
        self.code = code
        self.clause = clause
        self.text = text

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, str, Text]]:
        """Travel between processes (computer players think in a pool)."""
        return type(self), (self.code, self.clause, self.text)


class IllegalMove(Refusal):
    """The rules do not allow the move."""


class Unoffered(IllegalMove):
    """The move isn't among the choices, and the game gives no reason of its own."""


class Unreadable(Refusal):
    """The line does not follow the notation."""


class Ambiguous(Refusal):
    """The line can be read in more than one way."""


def not_a_player(clause: str = "core") -> IllegalMove:
    """Refuse a move of somebody who has no seat."""
    return IllegalMove("NOT_A_PLAYER", clause, say("core.not_a_player"))


def game_over(clause: str = "core") -> IllegalMove:
    """Refuse a move after the end."""
    return IllegalMove("GAME_OVER", clause, say("core.game_over"))


def not_your_turn(seat: Seat, clause: str = "core", *, plan: str = "") -> IllegalMove:
    """Refuse a move while it is the turn of ``seat``; ``plan`` is the command that stores one ahead."""
    text = say("core.not_your_turn_plan", seat=seat, command=plan) if plan else say("core.not_your_turn", seat=seat)
    return IllegalMove("NOT_YOUR_TURN", clause, text)
