"""What a game and the platform tell each other: asks, steps, options, outcomes, marks, and facts of the game."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from games.core.moves import Move
from games.core.orders import Order, is_preference, tag_of
from games.core.seats import AskId, Seat
from games.core.text import Text
from games.core.ties import Ties, rank_by_points, tell_ties

S = TypeVar("S")


class Barrier(StrEnum):
    """A point that undo crosses only by consent."""

    NONE = "none"
    CHANCE = "chance"
    SECRET = "secret"


class Undo(StrEnum):
    """Whether a committed turn may be taken back while no barrier lies in between."""

    FREE = "free"
    NEVER = "never"

    @classmethod
    def _missing_(cls, value: object) -> Undo | None:
        """Read what logs of 0.2.0 call ``consent``: a barrier says that now."""
        return cls.FREE if value == "consent" else None


class Window(Struct, frozen=True):
    """In live play, presses that arrive within ``seconds`` of each other count clockwise from a seat, not as they come.

    ``first`` is that seat in the first window of the asks that stand; it moves one seat on with each further window.
    """

    seconds: float
    first: Seat


class Ask(Struct, frozen=True, kw_only=True):
    """One turn that the match waits for."""

    id: AskId
    """Made by the game from its counters; stands still while other seats act, never returns."""
    seat: Seat
    verbs: tuple[type[Move], ...]
    """What may be played now; disjoint among the asks of one seat."""
    sealed: bool = False
    """Handed in secretly, changeable until all sealed asks are in."""
    waits: bool = True
    """False: nobody waits for it: no clock, no mention, no fallback."""
    exact: bool = False
    """True: ``choices`` is complete, so the core may fill in what is forced."""
    discreet: bool = False
    """True: what is forced follows from what only the seat knows, so it is played after a random while, not at once.
    Sealed asks differ in this: what each can do may follow from cards in hand, or be open to all."""
    after: float | None = None
    """TABLE only: seconds from when the id first stood until it runs (None: at once)."""
    at_restart: bool = False
    """TABLE only: runs when the bot comes up again (and then only, unless it has ``after`` too). Live play that a
    restart broke into is begun anew by it, since nobody could act meanwhile."""
    window: Window | None = None
    """Live play: how presses that come close together are ordered, so that a slow connection is no drawback; None: each
    counts as it comes."""
    group: str = ""
    """Turns of a seat that belong together, such as those of a season. Once the seat has run out of time for one, its
    later ones of that group are made by default at once, until the player does anything, so that a player who is away
    holds up the others once and not twenty times. Empty: each turn waits by itself."""
    live: bool = False
    """Live play: all act at once. The board is one message that is edited at a bounded rate; panels are in words."""
    text: Text
    """What is asked, for everyone."""
    private: Text | None = None
    """The same for the seat itself, with what only it may know."""


class TimeBudget(Struct, frozen=True, kw_only=True):
    """How much time a turn gets in a match with a clock.

    ``hours``: so many, as the host has set them among the rule options, in place of what the clock says; 0: none set.
    ``share``: of the time that a clock with a fixed time for each turn gives.
    """

    hours: float = 0
    share: float = 1


class Event(Struct, frozen=True, omit_defaults=True):
    """Something that happened, for the log.

    ``audience`` lists the seats that may read it; None: everybody. A secret event has a public twin ("draws a card").
    """

    text: Text
    audience: tuple[Seat, ...] | None = None


class Step(Struct, Generic[S], frozen=True):
    """What one move led to."""

    state: S
    events: tuple[Event, ...] = ()
    barrier: Barrier = Barrier.NONE
    undo: Undo = Undo.FREE
    show: bool = False
    """The table's moves: the board as it stands now is shown, even if the table goes on at once. For what is swept away
    by the next step, such as all plans laid open at the end of a round."""


class Options(Struct, frozen=True):
    """Base of a game's rule options: fields are bool, int or Literal, annotated with a Field, all with a default."""


class Setup(Struct, frozen=True):
    """With what a match starts: number of seats, the game's own options, and the seat the host named to begin.

    ``rules`` is the rules number to play by: that of a match played again; None: the newest.
    """

    seats: int
    options: Options
    first: Seat | None = None
    rules: int | None = None


class Part(Struct, frozen=True):
    """One word of a turn's line and one option of the whole-turn command; becomes one move.

    An empty optional part is no move. Parts of one ``group`` may come in either order, which gives the command an
    option ``order``.
    """

    name: str
    verbs: tuple[type[Move], ...]
    what: str
    optional: bool = False
    group: str = ""
    nothing: str = "-"
    """Typed for an optional part: no move. Another word where "-" means something in the game's notation."""


class Turn(Struct, frozen=True):
    """A whole turn in one command ``/<game> <name>``; ``end`` is appended silently.

    ``begin`` is a move without fields that the command itself means (``/walnut pass``); it comes before the parts.
    ``previewed``: the command plays nothing by itself but shows the turn in the panel, to be confirmed.
    """

    name: str
    what: str
    parts: tuple[Part, ...]
    end: type[Move] | None = None
    begin: type[Move] | None = None
    previewed: bool = False


class Topic(Struct, frozen=True):
    """A page of rules help: ``/rules <game> <topic>``; ``words`` is markdown of at most 3,500 characters.

    ``moves``: those that it explains, so that who is to make one finds it.
    """

    key: str
    title: str
    words: str
    moves: tuple[type[Move], ...] = ()


class Guide(Struct, frozen=True):
    """What the first page of rules help explains on a picture of a typical position.

    ``things`` are what is numbered on it, in the order of the numbers; sentence ``<game>.guide.<thing>`` explains each.
    ``position`` is stored as those of matches are, and lifted like them; ``names`` are the players' on it.
    """

    things: tuple[str, ...]
    names: tuple[str, ...]
    position: bytes


class Piece(Struct, frozen=True):
    """A kind of piece: its small picture (``Picture.emoji``), and how it is called.

    ``named`` are ids of further sentences about it, such as "2 turf huts" or that one was built: in markdown the small
    picture stands before them, as before the name. ``turned``: it lies in several ways, which its name doesn't tell, so
    it only stands before a choice.
    """

    key: str
    name: Text
    named: tuple[str, ...] = ()
    turned: bool = False


class Symbols(Struct, frozen=True):
    """Pieces that are shown together with their names; ``<game>.guide.symbols.<group>`` says what they are."""

    group: str
    pieces: tuple[Piece, ...]


class Weight(StrEnum):
    """How much there is to learn and to think about."""

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class Spec(Struct, frozen=True, kw_only=True):
    """The facts of a game that need no state."""

    key: str
    command: str
    """Name of the slash command: 1 to 32 lower-case characters."""
    title: str
    seats: tuple[int, ...]
    """The numbers of players it can be played with, ascending."""
    options: type[Options] = Options
    moves: tuple[type[Move], ...]
    """Every move type, the table's included."""
    turns: tuple[Turn, ...] = ()
    """Whole-turn commands; an offered move in none of them gets a command of its own."""
    orders: tuple[type[Order], ...] = ()
    """What can be stored ahead; each player's seat starts with the preferences among them, as they usually are."""
    rules_number: int = 1
    """Raised when a rule or its data changes; a running match keeps its own."""
    oldest_rules: int | None = None
    """The oldest rules number that a log can still be replayed by (``Setup.rules``); None: the present one alone."""
    state_number: int = 1
    """Raised when a stored field changes; see ``lifts``."""
    minutes: int = 45
    """Playing time at a table, for the lobby card."""
    weight: Weight = Weight.MEDIUM
    about: Text | None = None
    """What one does in it, in one sentence of up to 150 characters, for those who choose a game."""
    cover: Text | None = None
    """What its cover shows (``Picture.cover``), for those who can't see it."""
    suggested_hours: int = 48
    """Suggested time per move."""
    further_turn_share: float = 1
    """The part of a fixed time for each turn that a further turn of the same group gets (``Ask.group``): where a season
    has many small turns, the first one takes the thinking."""
    suggested_grace: int = 0
    """Suggested seconds in which a confirmed turn can be taken back before the match goes on."""
    longest_line: int = 200
    """Characters of the longest line of a turn, with room for blanks: nothing longer is read or completed."""
    hidden: Text | None = None
    """What some players see and others don't, as the end of "because … stay hidden from you"; None: no such thing."""
    credits: str = ""
    topics: tuple[Topic, ...] = ()
    guide: Guide | None = None
    """What the first of the topics shows; None: words alone."""
    symbols: tuple[Symbols, ...] = ()
    """The pieces by their looks, for the rules; sentence ``<game>.guide.symbols`` explains letters on the pictures."""
    guided: bool = False
    """Its panel has lessons (``Panel.lessons``), so that a guided first match is offered."""

    @property
    def plan_command(self) -> str:
        """The command that stores a turn ahead, such as ``/grunn standing``; "" if there is none."""
        kinds = (kind for kind in self.orders if not (kind.expired or is_preference(kind)))
        return next((f"/{self.command} {tag_of(kind)}" for kind in kinds), "")

    def page_of(self, verbs: Iterable[type[Move]]) -> Topic | None:
        """Return the page of rules help that explains the first of these moves of which there is one."""
        pages = {move: topic for topic in self.topics for move in topic.moves}
        return next((pages[verb] for verb in verbs if verb in pages), None)

    def can_replay(self, rules: int) -> bool:
        """Return whether a match played by a rules number can be replayed."""
        oldest = self.rules_number if self.oldest_rules is None else self.oldest_rules
        return oldest <= rules <= self.rules_number


class Score(Struct, frozen=True):
    """One row of a score: category in words, points, and how they came about (None: speaks for itself).

    Without points (None) it is a figure beside the score, which the note tells: it stands below the rows that sum up.
    """

    category: Text
    points: int | None
    note: Text | None = None


class Outcome(Struct, frozen=True):
    """How a match ended. All tuples are by seat.

    ``places`` are 1-based ranks, shared where tied; ``totals`` are all 0 in a game without points. ``tie`` tells which
    tie-breaks parted equal points, and why places are shared; ``ties`` is what that is told from, not stored. ``note``
    is for solo ratings and the like; ``mark`` is the platform's: how a solo match was played.
    """

    places: tuple[int, ...]
    totals: tuple[int, ...]
    scores: tuple[tuple[Score, ...], ...] = ()
    tie: Text | None = None
    note: Text | None = None
    ties: Ties | None = None
    mark: Text | None = None

    @classmethod
    def by_points(
        cls,
        totals: tuple[int, ...],
        scores: tuple[tuple[Score, ...], ...] = (),
        *,
        ties: Ties = Ties(),  # noqa: B008 - frozen
        note: Text | None = None,
    ) -> Outcome:
        """Rank by points and the game's tie-breaks, and say why equal points are parted or share a place."""
        places = rank_by_points(totals, ties)
        return cls(places, totals, scores, tell_ties(places, totals, ties), note, ties)


class Offer(Struct, frozen=True):
    """A place on the picture that may be chosen now; ``tag`` is its letter, where it has no name of its own."""

    spot: str
    tag: str = ""


class Marks(Struct, frozen=True):
    """What changed between two views, for outlines and for "since my last move".

    A spot is a name that the game's picture understands (``"0:E5"``: seat 0, cell E5), in the order of happening;
    ``seat`` is who changed it last, if one did. ``numbers`` stand beside the spots of several turns, as many as these:
    the how manieth turn changed it last, counted from 1; 0: none is shown. The platform counts; games leave them out.
    ``offers`` are what a panel's menus offer now; the platform takes them from ``spot`` and ``tag`` of the choices.
    """

    spots: tuple[str, ...] = ()
    seat: Seat | None = None
    numbers: tuple[int, ...] = ()
    offers: tuple[Offer, ...] = ()


UNMARKED = Marks()
"""Nothing has changed."""


class View(Struct, frozen=True, kw_only=True):
    """Base of a game's views: what ``seat`` may see of a state (None: a spectator)."""

    seat: Seat | None
