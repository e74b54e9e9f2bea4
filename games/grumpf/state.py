"""The state of a match of Grumpf (S1).

Clans are in seat order. The order of the bag is not stored: Animals are drawn when they are set out. Secret are, until
a volley is resolved, the plans (``plan``, ``final``, ``planned``), and always ``failed`` and ``up`` (S2.1, L5.2).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct

from games.core.seats import Seat
from games.core.text import Text
from games.grumpf.components import BOARDS, BOX, CLUB, NEUTRAL, TOKENS, Side, tokens_for, volleys
from games.grumpf.options import GrumpfOptions

Mode: TypeAlias = Literal["async", "live"]
Ending: TypeAlias = Literal["", "huts", "beats", "time"]
"""How a hunt ended: the last hut was taken, the last beat played, time ran out; "" while it goes on."""


RULES = 2
"""The rules number.

By rules 1, what a live hunt brought and the question who is ready for the next one were one board. Matches begun so go
on so, and can be replayed.
"""


class Phase(StrEnum):
    """What is going on (S1)."""

    SET_OUT = "set_out"
    VOTE = "vote"
    READY = "ready"
    COUNT = "count"
    VOLLEY = "volley"
    HUNT = "hunt"
    JUDGE = "judge"
    TRADE = "trade"
    OVER = "over"


class Piece(Struct, frozen=True, omit_defaults=True):
    """A Grumpf on a track.

    ``at``: the beat in which it was placed (live: how many actions there had been), 0 for the neutral throw. ``club``:
    the clan whose club lies on it ("": standing), ``hit``: when that was.
    """

    clan: str
    value: int
    token: str = ""
    at: int = 0
    club: str = ""
    hit: int = 0

    @property
    def standing(self) -> bool:
        """Whether it counts (R1.4)."""
        return not self.club

    @property
    def label(self) -> str:
        """Clan and value: ``Gr5``."""
        return f"{self.clan}{self.value}"


Tracks: TypeAlias = dict[str, tuple[Piece, ...]]
"""Board letter to the Grumpfs on its spaces, first space first."""


class Failed(Struct, frozen=True):
    """A choice of one's own plan that could not be played, and why (A2.5)."""

    beat: int
    choice: str
    why: Text


class Did(Struct, frozen=True):
    """What a clan did in a beat: the text of the log (``25:5>B4``, ``-``)."""

    beat: int
    clan: str
    text: str


class Clan(Struct, frozen=True, kw_only=True):
    """A player's clan.

    ``hand``: unplaced tokens. ``hut``: number of the hut the Elder is in, 0 outside. ``plan``: steps handed in or,
    between volleys, the draft; ``planned``: it was made for this volley; ``handed``: it is in. ``up``: the faces up in
    a live hunt. ``deeds``: actions in this live hunt. ``vote``: the wish for the next hunt's mode.
    """

    code: str
    hand: tuple[str, ...] = ()
    hut: int = 0
    animals: dict[str, int] = {}
    tiles: int = 0
    jokers: int = 0
    plan: tuple[str, ...] = ()
    planned: bool = False
    final: bool = False
    handed: bool = False
    failed: tuple[Failed, ...] = ()
    up: dict[str, str] = {}
    deeds: int = 0
    ready: bool = False
    vote: str = ""

    @property
    def sheltered(self) -> bool:
        """Whether its Elder is in a hut (R1.6)."""
        return self.hut > 0

    @property
    def clubs(self) -> int:
        """How many unplaced tokens have a club."""
        return sum(CLUB in TOKENS[token].faces for token in self.hand)

    @property
    def tokens(self) -> int:
        """How many Animal tokens it has (R12.2)."""
        return sum(self.animals.values())

    @property
    def drafted(self) -> bool:
        """Whether a plan from before is kept that counts if nothing else is handed in (A2.2)."""
        return bool(self.plan) and not self.planned


class Ranked(Struct, frozen=True):
    """A clan's place on a board: Strength, and its lowest counted space (R7)."""

    clan: str
    strength: int
    space: int


class Result(Struct, frozen=True):
    """How a board was judged (R6 to R9).

    ``values`` of the standing Grumpfs; ``got``: Animals by clan (on the Sorcerer 1 for a tile); ``left`` stay there.
    """

    board: str
    met: bool
    values: tuple[int, ...]
    ranking: tuple[Ranked, ...]
    got: dict[str, int]
    left: int


class Judged(Struct, frozen=True):
    """The latest hunt as it ended: its boards, who was in a hut (in order of arrival), what lay there, the results."""

    round: int
    tracks: Tracks
    huts: tuple[str, ...]
    lying: dict[str, int]
    results: tuple[Result, ...]
    trade: str = ""


class State(Struct, frozen=True, kw_only=True):
    """A match.

    ``clock`` counts phases, for the ids of asks. ``round`` counts hunts set out; ``beat`` the beats played in this
    hunt. ``tracks`` hold every board. ``discarded``: neutral clubs. ``lying``: Animals on boards; ``bag``: those still
    in it; ``removed``: those the neutral clan took. ``stock``: Sorcerer tiles left. ``first``: who drums in beat 1 of
    round 1. ``set``: the Animals of the coming hunt lie out already (a live hunt broken off). ``opened``, ``late``,
    ``count``, ``warned`` are those of a live hunt. ``ended``: how the latest hunt ended. ``last``: what was done in the
    latest volley (live: in this hunt).
    """

    options: GrumpfOptions
    phase: Phase
    mode: Mode
    sides: dict[str, str]
    clans: tuple[Clan, ...]
    first: Seat
    tracks: Tracks
    bag: dict[str, int]
    lying: dict[str, int]
    stock: int
    removed: dict[str, int] = {}
    discarded: tuple[str, ...] = ()
    clock: int = 0
    round: int = 0
    beat: int = 0
    set: bool = False
    opened: bool = False
    late: bool = False
    count: int = 0
    warned: int = 0
    ended: Ending = ""
    trader: Seat | None = None
    last: tuple[Did, ...] = ()
    judged: Judged | None = None
    rules: int = RULES

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.clans)

    @property
    def rounds(self) -> int:
        """Hunts of a match (R3.1)."""
        return BOX.rounds.count

    @property
    def beats(self) -> int:
        """Beats of a hunt (A1.2)."""
        return BOX.beats.beats_by_players[self.players]

    @property
    def huts(self) -> int:
        """Huts in play (R2.4)."""
        return BOX.huts.by_players[self.players]

    @property
    def taken(self) -> tuple[str, ...]:
        """The clans in huts, in order of arrival."""
        return tuple(clan.code for clan in sorted(self.clans, key=lambda clan: clan.hut) if clan.sheltered)

    @property
    def free_huts(self) -> int:
        """Huts nobody is in."""
        return self.huts - len(self.taken)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of a clan in this match."""
        return tokens_for(self.players)

    @property
    def volley(self) -> tuple[int, int]:
        """First and last beat of the volley that comes next, or the last one (A1.3)."""
        return next(
            (pair for pair in self.volleys if pair[1] > self.beat),
            self.volleys[-1],
        )

    @property
    def volleys(self) -> tuple[tuple[int, int], ...]:
        """All volleys of a hunt."""
        return volleys(self.options.pace, self.beats)

    @property
    def neutral(self) -> bool:
        """Whether the neutral clan takes part (R13.1)."""
        return self.players == BOX.neutral_setup.players

    @property
    def hunting(self) -> bool:
        """Whether a hunt is going on, in which one may act (R5.1)."""
        return self.phase in (Phase.VOLLEY, Phase.HUNT)

    @property
    def last_round(self) -> bool:
        """Whether the hunt set out is the last."""
        return self.round >= self.rounds

    @property
    def is_judged(self) -> bool:
        """Whether the hunt set out last is over and its boards are judged."""
        return self.judged is not None and self.judged.round == self.round and not self.set

    @property
    def is_cleared(self) -> bool:
        """Whether the boards are cleared for the next hunt already, about which the players are asked."""
        return self.rules >= RULES and self.is_judged and self.phase in (Phase.READY, Phase.VOTE)

    @property
    def asks_between(self) -> bool:
        """Whether the players are asked before the next hunt, on a board of its own after that of the results."""
        return self.rules >= RULES and not self.last_round and (self.mode == "live" or self.options.switching)

    def side(self, board: str) -> Side:
        """Return the side of a board that lies up (R2.1)."""
        return BOARDS[board].sides[self.sides[board]]

    def seat_of(self, clan: str) -> int | None:
        """Return a clan's seat; None for the neutral one and for clans not in the match."""
        return next((seat for seat, other in enumerate(self.clans) if other.code == clan), None)

    def is_sheltered(self, clan: str) -> bool:
        """Whether Grumpfs of a clan are safe from clubs (R5.9)."""
        seat = self.seat_of(clan)
        return seat is not None and self.clans[seat].sheltered

    def owes(self, seat: int) -> bool:
        """Whether the match waits for a plan of the seat (A2.1, A10.1, S4.4)."""
        clan = self.clans[seat]
        final = clan.final and clan.drafted
        return self.phase is Phase.VOLLEY and not (clan.sheltered or clan.handed or final) and bool(clan.hand)

    @property
    def names(self) -> tuple[str, ...]:
        """The codes of all clans taking part, the neutral one last."""
        return (*(clan.code for clan in self.clans), *((NEUTRAL,) if self.neutral else ()))
