"""Shop: take a jar, put it on a shelf, swap or turn jars, in either order, then perhaps label. Four turns.

Jars are letters A to C. The shelf is a row of places 1 to 9; jars lie side by side. Turned jars score 1, equal
neighbours 2, a label 1 (there are three labels each).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.base import BaseGame, BaseNotation, BasePanel
from games.core.errors import IllegalMove, Unreadable
from games.core.game import Ask, Barrier, Event, Marks, Outcome, Part, Score, Setup, Spec, Step, Turn
from games.core.game import View as BaseView
from games.core.moves import STOP, Choice, Combination, Field, Move, values_of
from games.core.rng import Rng
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say

PLACES = 9
TURNS = 4
LABELS = 3


class Take(Move, frozen=True, tag="take"):
    """Take a jar of the window."""

    slot: Annotated[int, Field("Place in the window", least=1, most=3)]


class Put(Move, frozen=True, tag="put"):
    """Put the jar beside yours."""

    place: Annotated[int, Field("Place on the shelf", least=1, most=PLACES)]


class Swap(Move, frozen=True, tag="swap"):
    """Swap two jars."""

    first: Annotated[int, Field("Place of one jar", least=1, most=PLACES)]
    second: Annotated[int, Field("Place of the other", least=1, most=PLACES)]


class Twist(Move, frozen=True, tag="twist"):
    """Turn jars round, as many as you like."""

    title: ClassVar[str] = "Turn jars round"

    places: Annotated[tuple[int, ...], Field("Places of the jars", least=1)]
    loud: Annotated[bool, Field("Say so")] = False


class Label(Move, frozen=True, tag="label"):
    """Label jars."""

    places: Annotated[tuple[int, ...], Field("Places of the jars", least=1, most=LABELS)]


class Done(Move, frozen=True, tag="done"):
    """End the turn."""


class Restock(Move, frozen=True, tag="restock"):
    """Put a new jar into the window."""

    offered: ClassVar[bool] = False


class State(Struct, frozen=True):
    """``shelves`` (place -> jar), ``turned`` and ``labels`` (places) are by seat."""

    turn: int
    window: tuple[str, ...]
    jar: str
    used: bool
    labelled: bool
    restock: bool
    shelves: tuple[dict[int, str], ...]
    turned: tuple[tuple[int, ...], ...]
    labels: tuple[tuple[int, ...], ...]


class View(BaseView, frozen=True, kw_only=True):
    """Everything: nothing is secret."""

    state: State

    @property
    def shelf(self) -> dict[int, str]:
        """The own shelf."""
        return self.state.shelves[_seat(self.state)]


class Notation(BaseNotation[View]):
    """How turns are written and read."""

    def word(self, view: View, move: Move) -> str:
        """Write ``2``, ``@4``, ``3>4``, ``/3+4`` (``/3+4!`` loud), ``#3+4``."""
        match move:
            case Take():
                return str(move.slot)
            case Put():
                return f"@{move.place}"
            case Swap():
                return f"{move.first}>{move.second}"
            case Twist():
                return f"/{'+'.join(map(str, move.places))}{'!' * move.loud}"
            case Label():
                return f"#{'+'.join(map(str, move.places))}"
        return "."

    def read_word(self, view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read what ``word`` writes."""
        sign, rest = (word[:1], word[1:]) if word[:1] in ("@", "/", "#") else ("", word)
        loud = sign == "/" and rest.endswith("!")
        split = rest.rstrip("!").split(">" if not sign else "+")
        if not all(number.isdecimal() for number in split):
            raise Unreadable("BAD_NOTATION", "P8", say("shop.word", word=word))
        numbers = tuple(map(int, split))
        match sign, numbers:
            case "", (slot,):
                return Take(slot)
            case "", (first, second):
                return Swap(first, second)
            case "@", (place,):
                return Put(place)
            case "/", _:
                return Twist(numbers, loud)
            case "#", _:
                return Label(numbers)
        raise Unreadable("BAD_NOTATION", "P8", say("shop.word", word=word))

    def explain(self, view: View, line: Sequence[Move], at: int, refusal: IllegalMove) -> IllegalMove:
        """Say that the jar is missing where a swap names the place it is put on later."""
        move = line[at]
        later = {other.place for other in line[at:] if isinstance(other, Put)}
        if isinstance(move, Swap) and later & {move.first, move.second}:
            return IllegalMove("NOT_YET", "P9", say("shop.missing_put"))
        return refusal


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Mark places whose jar is another."""
        places = range(1, PLACES + 1)
        old, new = before.shelf, after.shelf
        return Marks(tuple(str(place) for place in places if old.get(place) != new.get(place)))

    def combinations(self, view: View, ask: Ask) -> Iterable[Combination]:
        """Offer each jar on the first place that is free."""
        if Take in ask.verbs:
            place = next(place for place in range(1, PLACES + 1) if _free(view, place))
            for slot, jar in enumerate(view.state.window, 1):
                label = say("shop.both", slot=slot, jar=jar, place=place)
                yield Combination(moves=(Take(slot), Put(place)), label=label, worth=say("shop.worth", slot=slot))

    def sketch(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
        """Mark the first jar of a swap."""
        return Marks((str(filled["first"]),), view.seat) if "first" in filled else Marks()


class Shop(BaseGame[State, View]):
    """The rules."""

    spec: ClassVar[Spec] = Spec(
        key="shop",
        command="shop",
        title="Shop",
        seats=(1, 2),
        moves=(Take, Put, Swap, Twist, Label, Done, Restock),
        turns=(
            Turn(
                "turn",
                "Your whole turn",
                (
                    Part("jar", (Take,), "The jar to take"),
                    Part("put", (Put,), "Where it goes", group="order"),
                    Part("use", (Swap, Twist), "Swap or turn jars", optional=True, group="order"),
                    Part("label", (Label,), "Jars to label", optional=True),
                ),
                end=Done,
            ),
        ),
    )
    state_type: ClassVar[type[Any]] = State
    view_type: ClassVar[type[Any]] = View
    words: ClassVar[Mapping[str, str]] = {
        "shop.ask": "Take a jar, put it down, and what else you like.",
        "shop.restock": "The window is filled.",
        "shop.turn": "It is not your turn.",
        "shop.order": "That does not come now.",
        "shop.slot": "There are jars 1 to {most}, no {slot}.",
        "shop.taken": "Place {place} cannot take a jar; choose one beside a jar of yours.",
        "shop.no_jar": "No jar of yours stands on {place}.",
        "shop.same": "Choose two different jars.",
        "shop.twice": "Name each jar once.",
        "shop.labels": "You have {left, plural, one {# label} other {# labels}} left.",
        "shop.missing_put": "You swap jars before yours is put down: write it after.",
        "shop.jar": "jar {jar}",
        "shop.both": "{slot}: jar {jar} on {place}",
        "shop.worth": "+{slot}",
        "shop.put": "put on {place}",
        "shop.swap": "swap {first} with {second}",
        "shop.twist": "turn round {places}",
        "shop.label": "label {places}",
        "shop.done": "done",
        "shop.board": "Window: {window}. Shelf of {seat}: {jars}.",
        "shop.word": '"{word}" cannot be read; write for example 2, @4, 3>4, /3 or #3.',
        "shop.turned": "turned jars",
        "shop.equal": "equal neighbours",
        "shop.labels_row": "labels",
        "shop.solo": "Well done.",
        "shop.loud": "{seat} says so.",
        "shop.new": "Jar {jar} is new in the window.",
    }

    notation = Notation()
    panel = Panel()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Fill the window; each player has jars A and B."""
        window = tuple(rng.pick("jars", "ABC") for _ in range(3))
        n = setup.seats
        shelf = {4: "A", 5: "B"}
        return Step(State(0, window, "", False, False, False, (shelf,) * n, ((),) * n, ((),) * n))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask for the parts of the turn one after the other."""
        if state.turn == TURNS * len(state.shelves):
            return ()
        if state.restock:
            return (Ask(id=AskId(f"s{state.turn}"), seat=TABLE, verbs=(Restock,), text=say("shop.restock")),)
        verbs = tuple(verb for verb in (Take, Put, Swap, Twist, Label, Done) if not _out_of_order(state, verb))
        asked = AskId(f"t{state.turn}")
        return (Ask(id=asked, seat=_seat(state), verbs=verbs, exact=True, text=say("shop.ask")),)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer slots, places and jars."""
        state = view.state
        if view.seat != _seat(state) or _out_of_order(state, verb):
            return
        if verb is Take:
            yield from (Choice(slot, say("shop.jar", jar=jar)) for slot, jar in enumerate(state.window, 1))
        elif verb is Put:
            yield from (Choice(place) for place in range(1, PLACES + 1) if _free(view, place))
        elif verb is Swap:
            yield from (Choice(place) for place in sorted(view.shelf) if place != filled.get("first"))
        elif verb is Twist and "loud" not in filled and "places" in filled and filled["places"][-1:] == (STOP,):
            return
        else:
            named = values_of(filled, "places")
            if named:
                yield Choice(STOP)
            most = LABELS - len(state.labels[_seat(state)]) if verb is Label else PLACES
            if len(named) < most:
                yield from (Choice(place) for place in sorted(view.shelf) if place not in named)

    def check(self, view: View, move: Move) -> None:
        """Refuse what is out of order or not there."""
        state = view.state
        if view.seat != _seat(state) or state.turn == TURNS * len(state.shelves):
            raise IllegalMove("NOT_YOUR_TURN", "P1", say("shop.turn"))
        if _out_of_order(state, type(move)):
            raise IllegalMove("ORDER", "P2", say("shop.order"))
        if isinstance(move, Take) and not 1 <= move.slot <= len(state.window):
            raise IllegalMove("SLOT", "P3", say("shop.slot", slot=move.slot, most=len(state.window)))
        if isinstance(move, Put) and not _free(view, move.place):
            raise IllegalMove("PLACE", "P4", say("shop.taken", place=move.place))
        if isinstance(move, Swap):
            self._jars(view, (move.first, move.second))
        if isinstance(move, Twist | Label):
            self._jars(view, move.places)
        left = LABELS - len(state.labels[_seat(state)])
        if isinstance(move, Label) and not 0 < len(move.places) <= left:
            raise IllegalMove("LABELS", "P7", say("shop.labels", left=left))

    def _jars(self, view: View, places: Sequence[int]) -> None:
        for place in places:
            if place not in view.shelf:
                raise IllegalMove("NO_JAR", "P5", say("shop.no_jar", place=place))
        if len(set(places)) < len(places) or not places:
            raise IllegalMove("TWICE", "P6", say("shop.twice"))

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Play a part of the turn, or fill the window."""
        match move:
            case Take():
                window = (*state.window[: move.slot - 1], *state.window[move.slot :])
                return Step(replace(state, window=window, jar=state.window[move.slot - 1]))
            case Put():
                shelf = {**state.shelves[seat], move.place: state.jar}
                return Step(replace(state, jar="", shelves=_with(state.shelves, seat, shelf)))
            case Swap():
                old = state.shelves[seat]
                shelf = {**old, move.first: old[move.second], move.second: old[move.first]}
                return Step(replace(state, used=True, shelves=_with(state.shelves, seat, shelf)))
            case Twist():
                turned = tuple(sorted(set(state.turned[seat]) ^ set(move.places)))
                events = (Event(say("shop.loud", seat=seat)),) if move.loud else ()
                return Step(replace(state, used=True, turned=_with(state.turned, seat, turned)), events)
            case Label():
                labels = (*state.labels[seat], *move.places)
                return Step(replace(state, labelled=True, labels=_with(state.labels, seat, labels)))
            case Done():
                return Step(replace(state, restock=True))
        jar = rng.pick("jars", "ABC")
        after = replace(state, turn=state.turn + 1, restock=False, used=False, labelled=False)
        told = (Event(say("shop.new", jar=jar)),)
        return Step(replace(after, window=(*state.window, jar)), told, Barrier.CHANCE)

    def fallback(self, view: View, ask: Ask) -> Move:
        """Take the first jar and put it at the first free place."""
        if Take in ask.verbs:
            return Take(1)
        if Put in ask.verbs:
            return Put(next(place for place in range(1, PLACES + 1) if _free(view, place)))
        return Done()

    def view(self, state: State, seat: Seat | None) -> View:
        """Show everything."""
        return View(seat=seat, state=state)

    def outcome(self, state: State) -> Outcome | None:
        """Rank by points."""
        if state.turn < TURNS * len(state.shelves):
            return None
        rows = tuple(self._rows(state, seat) for seat in range(len(state.shelves)))
        totals = tuple(sum(row.points or 0 for row in own) for own in rows)
        return Outcome.by_points(totals, rows, note=say("shop.solo") if len(totals) == 1 else None)

    def _rows(self, state: State, seat: int) -> tuple[Score, ...]:
        shelf = state.shelves[seat]
        equal = sum(2 for place, jar in shelf.items() if shelf.get(place + 1) == jar)
        turned, labels = len(state.turned[seat]), len(state.labels[seat])
        return (
            Score(say("shop.turned"), turned),
            Score(say("shop.equal"), equal),
            Score(say("shop.labels_row"), labels),
        )

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Tell window and shelf."""
        jars = tuple(f"{jar}{place}" for place, jar in sorted(view.shelf.items()))
        return say("shop.board", window=view.state.window, seat=_seat(view.state), jars=jars)

    def tell(self, view: View, move: Move) -> Text:
        """Tell the move in words."""
        match move:
            case Take():
                return say("shop.jar", jar=view.state.window[move.slot - 1])
            case Put():
                return say("shop.put", place=move.place)
            case Swap():
                return say("shop.swap", first=move.first, second=move.second)
            case Twist():
                return say("shop.twist", places=move.places)
            case Label():
                return say("shop.label", places=move.places)
        return say("shop.done")


def _seat(state: State) -> Seat:
    return Seat(state.turn % len(state.shelves))


def _with(items: tuple[Any, ...], at: int, item: object) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _free(view: View, place: int) -> bool:
    return 1 <= place <= PLACES and place not in view.shelf and bool({place - 1, place + 1} & set(view.shelf))


def _out_of_order(state: State, verb: type[Move]) -> bool:
    """Whether the verb does not come now: take; put and use in either order; label; end."""
    taking = len(state.window) == 3
    if verb is Take or taking:
        return not (verb is Take and taking)
    if verb is Put:
        return not state.jar
    if verb in (Swap, Twist):
        return state.used or state.labelled
    if verb is Label:
        return bool(state.jar) or state.labelled or len(state.labels[_seat(state)]) == LABELS
    return bool(state.jar)


SHOP = Shop()
