"""What a panel offers at one press, advises and warns of, from what the game says of the draft."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from time import thread_time
from typing import Any

from msgspec import Struct

from bot.app.match.records import Advice, Offered
from games.core.game import Ask, Barrier
from games.core.input.panel import Draft, fill_combination, is_along
from games.core.moves import MOST_COMBINATIONS, Combination, Found, Hint, Move
from games.core.running.codec import Codec
from games.core.running.play import TurnContext, find_ask
from games.core.search.budget import BudgetSpent, within
from games.core.text import Text

BUDGET = 0.15
"""Seconds of computing for all that is offered with one panel; then what was found so far is."""
PRESSED_BUDGET = 1.0
"""The same where one of them was pressed, so that it is found again."""
MOST_TRIED = 12
"""Combinations that are played over the draft; a game puts the best first."""
KEY = 8
"""Letters by which a button knows the moves that it fills in."""


class Occasion(Struct, frozen=True, kw_only=True):
    """When something is advised: in a ``practice`` match alone there are hints, with what a search has ``found``.

    ``ready``: the draft may be confirmed, so that there are warnings.
    """

    practice: bool
    ready: bool
    found: Found | None = None


def advise(
    turn: TurnContext[Any], codec: Codec[Any, Any], draft: Draft, occasion: Occasion, *, seconds: float | None = None
) -> Advice:
    """Return what goes with a draft of a turn.

    The hint is the turn that a search has found, as long as the draft follows it, else the game's own. What isn't found
    within ``seconds`` of computing (BUDGET) is left out.
    """
    folded = turn.after(draft.moves)
    ask = find_ask(turn.game, folded.state, turn.ask) if folded.barrier is Barrier.NONE else None
    now = turn.at(folded.state)
    end = thread_time() + (BUDGET if seconds is None else seconds)
    with within(lambda: thread_time() > end):
        offered = () if ask is None or draft.partial.verb else _combinations(turn, codec, draft, now.view, ask)
        hint, taking = _hint(turn, codec, draft, ask, occasion.found) if occasion.practice else (None, None)
        steps = () if taking is None else _complete(lambda: _find_steps(turn, draft, taking.draft))
        warnings: tuple[Text, ...] = ()
        if occasion.ready and folded.barrier is Barrier.NONE:
            warnings = _complete(lambda: turn.game.panel.warnings(turn.view, now.view, ask))
    return Advice(combinations=tuple(offered), hint=hint, taking=taking, steps=steps, warnings=warnings)


def _combinations(
    turn: TurnContext[Any], codec: Codec[Any, Any], draft: Draft, view: object, ask: Ask
) -> Sequence[Offered]:
    """Those that can be played over the draft, each once."""
    found: dict[tuple[Move, ...], Offered] = {}
    with suppress(BudgetSpent):
        for tried, each in enumerate(turn.game.panel.combinations(view, ask)):
            if tried == MOST_TRIED or len(found) == MOST_COMBINATIONS:
                break
            moves = fill_combination(turn, draft.moves, each.moves)
            if moves is not None and moves not in found:
                found[moves] = _offer(codec, each, moves)
    return tuple(found.values())


def _offer(codec: Codec[Any, Any], combination: Combination, draft: tuple[Move, ...]) -> Offered:
    return Offered(key=key_of(codec, draft), label=combination.label, worth=combination.worth, draft=draft)


def _hint(
    turn: TurnContext[Any], codec: Codec[Any, Any], draft: Draft, ask: Ask | None, found: Found | None
) -> tuple[Text | None, Offered | None]:
    """The advice that holds for the draft: of the whole turn while the draft follows it, else of what comes next."""
    with suppress(BudgetSpent):
        along = found if found is not None and is_along(draft, found.moves) else None
        hint = _find_hint(turn, draft, ask, along)
        if hint is None:
            return None, None
        if not hint.moves:
            return (hint.text, None) if ask is not None else (None, None)
        moves = fill_combination(turn, (), hint.moves)
        if moves is None or moves == draft.moves or not is_along(draft, moves):
            return None, None
        return hint.text, Offered(key=key_of(codec, moves), label=hint.text, worth=None, draft=moves)
    return None, None


def _find_steps(turn: TurnContext[Any], draft: Draft, moves: Sequence[Move]) -> Iterator[tuple[str, ...]]:
    """The spots that each of the moves after those of a draft changes; of moves that change none, nothing."""
    view = turn.at(turn.after(draft.moves).state).view
    for end in range(len(draft.moves) + 1, len(moves) + 1):
        after = turn.at(turn.after(moves[:end]).state).view
        spots = turn.game.panel.marks(view, after).spots
        if spots:
            yield spots
        view = after


def _find_hint(turn: TurnContext[Any], draft: Draft, ask: Ask | None, found: Found | None) -> Hint | None:
    """What the game advises for the whole turn, else for what comes after the draft."""
    panel = turn.game.panel
    hint = panel.hint(turn.view, turn.expect_ask(), found)
    if hint is not None and not hint.moves and draft.moves and ask is not None:
        hint = panel.hint(turn.at(turn.after(draft.moves).state).view, ask)
        if hint is not None and hint.moves:
            return Hint(text=hint.text, moves=(*draft.moves, *hint.moves))
    return hint


def key_of(codec: Codec[Any, Any], moves: Sequence[Move]) -> str:
    """Return the letters by which a button knows what it fills in."""
    return hashlib.sha256(codec.encode(tuple(moves))).hexdigest()[:KEY]


def _complete(find: Callable[[], Iterable[Any]]) -> tuple[Any, ...]:
    """What a game finds within the time."""

    def walk() -> Iterator[Any]:
        with suppress(BudgetSpent):
            yield from find()

    return tuple(walk())
