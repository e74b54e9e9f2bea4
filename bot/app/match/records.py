"""What the edge hands in and gets back: actors, places, wishes, receipts, views and panels."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from bot.app.match.paces import NoPace, Pace
from bot.app.match.stopped_plans import Stopping
from db.ids import ChannelId, GuildId, MatchId, MessageId, OrderId, UserId
from db.records import MatchRecord, Status, TakeBack
from games.core.contract import AnyGame
from games.core.game import Ask, Marks, Options, Outcome
from games.core.input.panel import Partial
from games.core.moves import Choice, FieldInfo, Move
from games.core.orders import Order
from games.core.running.play import Entry
from games.core.seats import AskId, Seat
from games.core.text import Text


class Actor(Struct, frozen=True):
    """Who acts: a Discord user and the name to show.

    That is the name on the server ``guild``, where the bot is a member, and ``account`` the one elsewhere ("" if it
    isn't known). Without a server it is the name everywhere.
    """

    user: UserId
    name: str
    guild: GuildId | None = None
    account: str = ""

    @property
    def usual_name(self) -> str:
        """The name that does not depend on a server."""
        return self.account or self.name


class Place(Struct, frozen=True):
    """A channel (or a thread) of a server; ``guild`` None: a direct message."""

    guild: GuildId | None
    channel: ChannelId


class MessageRef(Struct, frozen=True):
    """A message that was posted."""

    channel: ChannelId
    message: MessageId


class MatchRequest(Struct, frozen=True, kw_only=True):
    """What a host asks for when making a match.

    ``options`` holds values by option name as typed or chosen (strings are read by the option's type); what is not
    named has its default. ``practice``: unrated; then one person may sit in several seats. ``invite`` asks users to
    join; ``keep``: a seat is kept for each of them. ``computers`` are levels of computer players to add at once.
    """

    game: str
    seats: int
    options: dict[str, str | int | bool] = {}
    pace: Pace = NoPace()
    private: bool = False
    practice: bool = False
    join: bool = True
    """The host takes a seat."""
    invite: tuple[Actor, ...] = ()
    keep: bool = True
    computers: tuple[str, ...] = ()
    starts: datetime | None = None
    """Announced for a time: then the match starts when all seats are taken and everybody is ready."""
    undo: TakeBack = TakeBack.OWN
    guided: bool = False
    """Its panels teach the game; only of a game that has lessons (``Spec.guided``)."""
    closed: bool = False
    """Only its players and its host look at it while it runs; so is a rematch."""


class Typing(Struct, frozen=True, kw_only=True):
    """A command whose option ``focused`` is being typed; ``words`` are the other options that are given."""

    form: str
    words: dict[str, str]
    focused: str
    typed: str


class Receipt(Struct, frozen=True, kw_only=True):
    """What a request came to; a repeated request gets the first receipt again.

    ``told`` says in sentences what was done. ``asked``: the actor is asked again at once. ``over``: the match is over.
    """

    match: MatchId
    ply: int
    told: tuple[Text, ...] = ()
    asked: bool = False
    over: bool = False


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it. ``user`` and ``level`` are both None while the seat is free.

    ``asked``: the match waits for it. ``sealed``: it has handed in its secret turn. ``due``: its deadline.
    ``stood_in``: a computer player sits in until the player is back. ``open``: somebody else may take it over.
    ``called``: the name of a computer player, for other languages than English. ``guest``: from another server.
    """

    seat: Seat
    user: UserId | None
    name: str
    level: str | None
    resigned: bool = False
    asked: bool = False
    sealed: bool = False
    due: datetime | None = None
    stood_in: bool = False
    open: bool = False
    called: Text | None = None
    guest: bool = False


class MissedStart(Struct, frozen=True, kw_only=True):
    """An announced start that has passed: when it was, what it lacked, and how many can play without."""

    at: datetime
    free: int
    unready: tuple[UserId, ...]
    present: int
    """Seats that would play without who is missing: computer players, and people who are ready; the host is."""

    @property
    def stamp(self) -> int:
        """The number by which its buttons know it."""
        return int(self.at.timestamp())


class MatchView(Struct, frozen=True, kw_only=True):
    """All a presenter needs to show a match to one viewer.

    ``viewer`` is the seat whose view this is (None: a spectator). ``view`` is None in the lobby; then ``marks`` and
    ``asks`` are empty. ``asks`` are those of seats, the table's left out. ``ply`` is the one shown; ``earlier`` and
    ``later`` are the plies to step to (None: no further). ``seed`` is known after the end.
    """

    match: MatchRecord
    game: AnyGame
    options: Options
    pace: Pace
    seats: tuple[SeatView, ...]
    viewer: Seat | None
    ply: int
    view: Any = None
    marks: Marks = Marks()
    asks: tuple[Ask, ...] = ()
    drafting: bool = False
    """The viewer has an unfinished turn."""
    submitted: tuple[tuple[AskId, Text], ...] = ()
    """Asks that the viewer has answered secretly, each with the sentence that says how."""
    orders: int = 0
    """How many orders the viewer has stored."""
    stopped: tuple[Stopping, ...] = ()
    """Why orders of the viewer's have stopped, or could not be played and are gone, the newest last."""
    outcome: Outcome | None = None
    standing: Outcome | None = None
    invited: tuple[UserId, ...] = ()
    starts: datetime | None = None
    """For when the start is announced."""
    ready: tuple[UserId, ...] = ()
    """Who has said to be ready for it."""
    missed: MissedStart | None = None
    """The announced start has passed without it."""
    grace: datetime | None = None
    """When the grace time after the last turn is over."""
    expires: datetime | None = None
    """When an open match is closed if nobody fills it."""
    expired: bool = False
    """It was closed so."""
    earlier: int | None = None
    later: int | None = None
    seed: bytes | None = None
    tournament: str = ""
    """The name of the tournament to which the match belongs."""
    note: str = ""
    """What the user has written down about the match; empty for everybody else."""
    held: bool = False
    """The match is stopped: nothing is played."""
    removed: bool = False
    """It is stopped since the bot is no member of its server."""
    undelivered: tuple[Text, ...] = ()
    """Why something could not be posted: sentences for the players."""

    @property
    def own_asks(self) -> tuple[Ask, ...]:
        """The asks that stand for the viewer."""
        return tuple(ask for ask in self.asks if ask.seat == self.viewer)


class Group(Struct, frozen=True, kw_only=True):
    """The choices for one verb: the values of its next field, or the bare verb (``field`` None, no choices).

    ``what`` describes the verb; ``sofar`` is the half-filled move's values in the order of its fields.
    """

    verb: type[Move]
    what: Text
    field: FieldInfo | None = None
    choices: tuple[Choice, ...] = ()
    sofar: tuple[Choice, ...] = ()


class Menu(Struct, frozen=True):
    """One group per verb that may be played now; a half-filled move leaves its own group only."""

    groups: tuple[Group, ...] = ()


class Offered(Struct, frozen=True, kw_only=True):
    """Moves that one press fills into the draft; ``draft`` is what comes of it, ``key`` the moves in a button's id."""

    key: str
    label: Text
    worth: Text | None
    draft: tuple[Move, ...]


class Advice(Struct, frozen=True, kw_only=True):
    """All of it for one panel; ``taking``: what the hint's button fills in (None: it has none).

    ``steps`` are the spots on the picture of what the button would still add, move by move.
    """

    combinations: tuple[Offered, ...] = ()
    hint: Text | None = None
    taking: Offered | None = None
    steps: tuple[tuple[str, ...], ...] = ()
    warnings: tuple[Text, ...] = ()


class Panel(Struct, frozen=True, kw_only=True):
    """A private panel: the draft, what it looks like, and what may be chosen next.

    ``match_view.view`` is the preview (the draft folded), ``match_view.marks`` what the draft changes and the spots of
    what is chosen so far of an unfinished move. Every press names ``ask`` and ``length`` (moves and values chosen so
    far), so a double press does nothing twice.
    """

    match_view: MatchView
    ask: Ask
    length: int
    moves: tuple[Move, ...]
    told: tuple[Text, ...]
    """The draft's moves in words."""
    line: str
    """The same in the game's notation."""
    menu: Menu
    ready: bool
    """The turn is complete: Confirm may be pressed."""
    partial: Partial = Partial()
    """The draft's unfinished move."""
    stale: bool = False
    """The press came too late or twice and did nothing: this is how it stands now."""
    refused: Text | None = None
    """Why the choice was not taken; nothing was changed."""
    advice: Advice = Advice()
    """What is offered at one press, advised and warned of."""
    awaited: bytes = b""
    """The search for a better suggestion, as long as it is under way."""


def counts_points(outcome: Outcome) -> bool:
    """Return whether a result has more to tell than the places: where nobody has a point or a category, none count."""
    return any(outcome.totals) or any(outcome.scores)


def remarks(outcome: Outcome) -> tuple[Text, ...]:
    """Return all that is said below the places of a result."""
    return tuple(text for text in (outcome.tie, outcome.note, outcome.mark) if text is not None)


class LogLine(Struct, frozen=True, kw_only=True):
    """One entry of the log as its reader may see it."""

    ply: int
    at: datetime
    entry: Entry
    undone: bool = False
    """It was taken back: the match went on from before it."""
    own: bool = False
    """It is a turn of the reader's own seat, or of one of several."""
    turn: int | None = None
    """The number of the turn in the history; 0 is the start, None what stands in no turn (yet)."""


class AuditEntry(Struct, frozen=True):
    """What staff has done, with a match or not, under the name of then; ``why``: in their words, if given."""

    match: MatchId | None
    name: str
    what: Text
    at: datetime
    why: str = ""


class LogPage(Struct, frozen=True, kw_only=True):
    """A page of the log, newest entry last. Pages count from 0 = the newest."""

    match: MatchId
    page: int
    pages: int
    lines: tuple[LogLine, ...]


class MatchLine(Struct, frozen=True, kw_only=True):
    """A match in a list: what completion and ``/match list`` show."""

    match: MatchId
    game: str
    status: Status
    names: tuple[str, ...]
    free: int
    """Seats still free."""
    waiting: tuple[str, ...]
    """Names of those the match waits for."""
    yours: bool
    """It waits for the reader."""
    due: datetime | None
    """The reader's own deadline, or the first of those it waits for."""
    place: Place
    """Where it is played."""
    moved: datetime
    guest: bool = False
    """The reader plays as a guest from another server, and doesn't see the place."""
    called: Mapping[str, Text] = {}
    """What to say for a name in the reader's language, of computer players."""


class OrderView(Struct, frozen=True, kw_only=True):
    """A stored order as its owner sees it; ``halted`` says why it stopped, or (``gone``) why it was never played."""

    id: OrderId
    seat: Seat
    order: Order
    text: Text
    values: dict[str, str]
    """Its fields as typed, without those that are as usual."""
    halted: Text | None
    gone: bool
    unfit: Text | None = None
    """Why it isn't played, although its seat is asked; it waits."""
    created: datetime


class ReadOrder(Struct, frozen=True, kw_only=True):
    """An order as it was typed; ``doubt`` is why it could not be played as things stand."""

    order: Order
    doubt: Text | None
    asked: bool
    """Its seat is asked now, so that it is played at once if it fits."""
    words: tuple[Text, ...] = ()
    """What it will do, where the game can say it in words."""
    replaces: Text | None = None
    """What is stored now and goes for it."""


class PlansPanel(Struct, frozen=True, kw_only=True):
    """The owner's orders in one match, of one seat after the other, in the order in which they are tried."""

    match: MatchId
    seats: tuple[Seat, ...]
    """The owner's seats that still play."""
    orders: tuple[OrderView, ...]
    kinds: tuple[type[Order], ...]
    """What can be stored in this game."""
    submitted: tuple[Text, ...] = ()
    """Turns that the owner has handed in and that wait for the others."""


class Suggestion(Struct, frozen=True):
    """A completion: what is put in, how it reads, and what follows from it (cutting to length is the edge's business).

    An empty ``value`` cannot be chosen: its label says why nothing fits.
    """

    value: str
    label: Text
    note: Text | None = None


class Suggestions(Struct, frozen=True):
    """Completions of a match, with its game and the players' names by seat, for their words."""

    game: AnyGame
    names: tuple[str, ...]
    found: tuple[Suggestion, ...]


__all__ = [
    "Actor",
    "AskId",
    "LogLine",
    "LogPage",
    "MatchLine",
    "MatchRequest",
    "MatchView",
    "MessageRef",
    "MissedStart",
    "OrderView",
    "Pace",
    "Panel",
    "Place",
    "PlansPanel",
    "ReadOrder",
    "Receipt",
    "SeatView",
    "Suggestion",
    "Suggestions",
]
