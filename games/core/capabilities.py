"""What a game may bring beside its rules, in six parts; each has defaults in ``games.core.base``.

The parts of a game are objects like the game itself: pure functions, no memory. ``notation``: turns as lines and back.
``planning``: orders stored ahead. ``panel``: what is shown around the board. ``clock``: time for a turn. ``bots``:
computer players. ``ending``: matches that end before their rules do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from games.core.errors import IllegalMove
from games.core.game import UNMARKED, Ask, Marks, Options, Outcome, TimeBudget
from games.core.keypad import Key, Keypad
from games.core.moves import Choice, Combination, Found, Hint, Move
from games.core.orders import Order, Otherwise, Plan, Resolution
from games.core.rng import Rng
from games.core.seats import AskId, Seat
from games.core.text import Text

S = TypeVar("S")
V = TypeVar("V")
S_contra = TypeVar("S_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Notation(Protocol[V_contra]):
    """Turns as lines and moves as words, both ways."""

    def word(self, view: V_contra, move: Move) -> str:
        """Return one move as one word of the notation (no spaces); ``view`` is the one just before it."""
        ...

    def read_word(self, view: V_contra, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read one word as a move of one of the verbs; raises Unreadable or Ambiguous."""
        ...

    def write(self, view: V_contra, turn: Sequence[Move]) -> str:
        """Return a turn as a line of the notation; ``view`` is the one before the turn."""
        ...

    def read(self, view: V_contra, line: str) -> Sequence[Move]:
        """Read a line as a turn; cross-checks and fillers of the line live here. Raises Refusal."""
        ...

    def explain(self, view: V_contra, line: Sequence[Move], at: int, refusal: IllegalMove) -> IllegalMove:
        """Return a better refusal for move ``at`` of a whole line, if the line as a whole explains it better."""
        ...


class Planning(Protocol[V_contra]):
    """What stored orders mean, and plans of several turns."""

    def resolve(self, order: Order, filed: V_contra, now: V_contra) -> Resolution:
        """Return what a stored order plays now; ``filed`` is the view at the time it was stored."""
        ...

    def check_order(self, view: V_contra, order: Order) -> Text | None:
        """Raise Refusal for an order that nobody could read or that can never be played.

        Return why it could not be played as things stand, though it may later; None if it could, or nobody can tell.
        """
        ...

    def tell_order(self, view: V_contra, order: Order) -> tuple[Text, ...]:
        """Return in words what a readable order will do, a sentence each; nothing where its fields say it all."""
        ...

    def order_choices(
        self, view: V_contra, order: type[Order], field: str, filled: Mapping[str, Any]
    ) -> Iterable[Choice]:
        """Return values to suggest for a field of an order; of a tuple field, for its next element.

        ``filled`` holds the other fields typed so far, and the tuple so far. These are suggestions only: ``resolve``
        decides what an order can do.
        """
        ...

    def not_due(self, plan: Plan, filed: V_contra, now: V_contra) -> Otherwise | None:
        """Return None if the time for the plan is now, else what becomes of it: KEEP (later) or DROP (over)."""
        ...

    def disturbance(self, plan: Plan, filed: V_contra, now: V_contra) -> Text | None:
        """Return why a guarded plan must be halted: what others did since it was filed that touches its steps."""
        ...

    def pass_turn(self, view: V_contra) -> tuple[Move, ...]:
        """Return the turn by which a seat passes, for plans that end so; () if there is none."""
        ...


class Panel(Protocol[V]):
    """What is shown and pressed around the board."""

    def marks(self, before: V, after: V) -> Marks:
        """Return what changed."""
        ...

    def sketch(self, view: V, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
        """Return the spots of what is chosen so far of an unfinished move, for the preview.

        ``filled`` holds the fields so far as in ``choices``; ``view`` is the one just before the move.
        """
        ...

    def caption(self, view: V, plate: str, marks: Marks = UNMARKED) -> Text:
        """Return in at most 1,024 characters what a plate of the pictures shows, for those who cannot see it.

        ``plate`` is what the game's picture module says it shows (``render.core.plates.Plate.shows``). ``marks`` are
        those of the picture; of a preview they name what is chosen so far of an unfinished move (``sketch``).
        """
        ...

    def openings(self, view: V, ask: Ask) -> tuple[Key, ...]:
        """Return up to five keys under the board that open the panel with a first choice; the view is a spectator's.

        A key that presses a verb without a value plays it at once if it is instant (Grumpf: *Ready*); all who are asked
        for it have one key.
        """
        ...

    def keypad(self, view: V, ask: Ask, verb: str, filled: Mapping[str, Any], focus: str) -> Keypad | None:
        """Return the panel's own layout of keys, or None for lists of all choices.

        ``view`` is the one after the draft's moves, ``verb`` ("" for none) and ``filled`` its unfinished move;
        ``focus`` is what the key said that was pressed last ("" at the opening).
        """
        ...

    def combinations(self, view: V, ask: Ask) -> Iterable[Combination]:
        """Return the moves that are most often chosen together, the best by the rules first; up to five are shown.

        ``view`` is the one after the draft's moves, ``ask`` the one that stands then; nothing of a move is half chosen.
        """
        ...

    def hint(self, view: V, ask: Ask, found: Found | None = None) -> Hint | None:
        """Return advice for a beginner in a practice match, or None.

        It is asked for as the turn begins. If it names moves, it stays while what is chosen follows them, until all
        are; if not, it is asked for again after each move. Where a search has ``found`` the best turn, it names that,
        and by how much it is better.
        """
        ...

    def warnings(self, before: V, after: V, ask: Ask | None) -> Iterable[Text]:
        """Return what could still be done, or is lost, if the turn were confirmed as it is: a sentence each.

        ``before`` is the view as the turn began, ``after`` the one after the draft's moves. ``ask`` is what may still
        be added to the turn; None: nothing.
        """
        ...

    def lessons(self, view: V, ask: Ask) -> tuple[Text, ...]:
        """Return what somebody who has never played must know for this decision, most important first.

        A guided match shows it above the choices, up to 900 characters. ``view`` is the one after the draft's
        moves. Each thing is said when it first matters: who they are and what wins the game at the first decision;
        nothing once all has been met. Of a game with ``Spec.guided`` only.
        """
        ...

    def stale_reason(self, view: V, ask: AskId) -> Text | None:
        """Return why a turn is asked no more, for a press that comes too late; None: nothing to be said about it."""
        ...

    def show_submitted(self, view: V, seats: Collection[Seat]) -> V:
        """Return a view that shows of seats that their secret turn is in, and nothing else of it."""
        ...


class Clock(Protocol):
    """Time for a turn, where it depends on the turn."""

    def time_budget(self, options: Options, ask: AskId) -> TimeBudget:
        """Return how much time a turn gets; what kind of turn it is the game can tell from its id."""
        ...


class Brain(Protocol[S_contra, V_contra]):
    """A computer player: sees a view and worlds resampled with another seed, so it cannot cheat."""

    def think(self, view: V_contra, ask: Ask, worlds: Iterator[S_contra], rng: Rng) -> Sequence[Move]:
        """Return the moves of one whole turn (or the first part of it; it is asked again while the ask stands)."""
        ...


class Bots(Protocol[S, V_contra]):
    """Computer players, and the worlds they think in.

    ``least_loss``: points that a turn has cost at least to be told in a review of a match.
    """

    least_loss: float

    def players(self) -> Mapping[str, Brain[S, V_contra]]:
        """Return the computer players by level: ``beginner``, ``easy``, ``steady``, ``strong``."""
        ...

    def propose(self, view: V_contra, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Return up to ``most`` whole turns worth a try, the best at a glance first; () where ``steady`` will do."""
        ...

    def policies(self) -> Sequence[Brain[S, V_contra]]:
        """Return quick players who play on in a search, several, so that nothing is tuned to beat one of them."""
        ...

    def policies_at(self, state: S) -> Sequence[Brain[S, V_contra]]:
        """Return those of them who play on where a turn is chosen: fewer if chance among them would hide the best."""
        ...

    def expect(self, state: S) -> Sequence[float]:
        """Return the points that each seat may expect as things stand, for a search that doesn't play to the end."""
        ...

    def resample(self, state: S, seat: Seat, rng: Rng) -> S:
        """Return a state with other secrets that looks the same to the seat."""
        ...


class Ending(Protocol[S]):
    """Matches that are scored or end before their rules end them."""

    def current_score(self, state: S) -> Outcome | None:
        """Return the score as it stands, or None where the game keeps it hidden."""
        ...

    def close(self, state: S) -> S:
        """Return the same position as one that is over: nothing is asked, and all that counts is open.

        A match may end before its rules do: by resignation, by time, by the word of the staff. It is shown and scored
        by this state; what is stored stays as it was.
        """
        ...
