"""Private panels: drafts that are stored, previewed, undone and confirmed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import drafting
from bot.app.changes.change import Change, DraftWrite
from bot.app.changes.turns import player_turn
from bot.app.changes.unit_of_work import Done, UnitOfWork
from bot.app.match.consent import consent
from bot.app.match.preferences import always_confirms
from bot.app.match.records import Actor, Advice, LogLine, Panel, Receipt
from bot.app.match.state import MatchState, list_aside, with_aside
from bot.app.play.advice import PRESSED_BUDGET, Occasion, advise
from bot.app.play.suggestions import Suggestions
from bot.app.runtime.process_pools import run_in_thread
from bot.app.runtime.refusals import refuse
from bot.app.views import match_view
from db.ids import Key, MatchId
from db.records import DraftRecord, TakeBack
from db.tx import Tx
from games.core.errors import Refusal
from games.core.game import Ask
from games.core.input.panel import Draft, menu, open_draft, press, read_partial, step_back
from games.core.moves import Found, Move, verb_of
from games.core.running.play import TurnContext, find_ask, preview, without_aids
from games.core.search.enumerate import build
from games.core.seats import AskId
from games.core.text import Text


class DraftContext(Struct, frozen=True, kw_only=True):
    """A draft at its ask: ``stored`` is the seat's row (None: nothing yet); ``why`` says what others' moves undid.

    ``found`` is the turn that a search is sure of, in a practice match.
    """

    table: MatchState
    ask: Ask
    draft: Draft
    stored: DraftRecord | None
    why: Text | None = None
    found: Found | None = None

    @property
    def turn(self) -> TurnContext[Any]:
        """The turn that is drafted."""
        return TurnContext(self.table.game, self.table.require_position().state, self.ask.seat, self.ask.id)

    @property
    def length(self) -> int:
        """How much is chosen."""
        return drafting.length_of(self.draft)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing is chosen that isn't forced."""
        return self.draft == open_draft(self.turn)

    @property
    def is_sealed(self) -> bool:
        """Whether the turn is handed in and waits for others."""
        return self.stored is None and self.ask.id in self.table.require_position().sealed


class _At(Struct, frozen=True):
    """Where a press belongs: how long the draft of an ask was."""

    match: MatchId
    ask: AskId
    length: int


Edit: TypeAlias = Callable[[DraftContext], Draft]
Condition: TypeAlias = Callable[[DraftContext, Draft], bool]
Choice: TypeAlias = tuple[str, str | None]
"""A verb, and a value of its next field as text (None: the bare verb)."""


class _Unchanged(Refusal):
    """A press that changes nothing, with the draft as it stands. ``stale``: it came twice or too late."""

    def __init__(self, context: DraftContext, why: Refusal, *, stale: bool = False) -> None:
        super().__init__(why.code, why.clause, why.text)
        self.context = context
        self.stale = stale


class Drafts:
    """Private panels. A press that came twice or too late changes nothing and returns the panel as it is (stale).

    Presses need no key: a press names how long the draft was, so that its repeat finds a longer one and does nothing.
    """

    def __init__(self, uow: UnitOfWork, suggestions: Suggestions) -> None:
        """Work over the shared unit of work; in practice matches also with what a search suggests."""
        self._uow = uow
        self._suggestions = suggestions

    async def open(self, actor: Actor, *, match: MatchId, ask: AskId | None = None) -> Panel:
        """Open the panel of the turn asked of the actor (``ask``: of that one if several stand)."""

        def work(tx: Tx) -> DraftContext:
            self._uow.match_reader.read_ahead(tx, match, *list_aside(tx, match, actor.user))
            table = self._uow.match_reader.read(tx, match)
            return self._context(with_aside(tx, table, actor.user), actor, ask)

        return await self._show(await self._uow.store.read(work, short=True))

    async def next(self, receipt: Receipt, actor: Actor) -> Panel:
        """Open the panel of what is asked of the actor after a request; raises Refusal if nothing is."""
        if isinstance(receipt, Done):
            return await self._show(self._context(receipt.after, actor, None))
        return await self.open(actor, match=receipt.match)

    async def press(
        self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int, choice: Choice
    ) -> Panel | Receipt:
        """Add a choice.

        A verb marked instant is played at once: a Receipt if that ended the turn, else the panel as it stands then. So
        is a turn of a single choice that can be taken back, if the actor doesn't want to confirm those; see ``take``.
        """
        return await self.press_all(key, actor, match=match, ask=ask, length=length, choices=(choice,))

    async def press_all(
        self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int, choices: Sequence[Choice]
    ) -> Panel | Receipt:
        """Add several choices, one after the other, as ``press`` does."""

        def edit(context: DraftContext) -> Draft:
            return add_choices(context, choices)

        return await self._edit(key, actor, _At(match, ask, length), edit, is_short=_is_single)

    async def act(self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, move: str) -> Panel | Receipt:
        """Play an instant move at once, whatever stands in the draft: the verb and its fields as keys carry them."""

        def decide(table: MatchState, now: datetime) -> Change:
            asked = _ask_for(table, actor, ask)
            return player_turn(table, asked.seat, ask, (_move(table, move),), now=now)

        return await self._goes_on(await self._uow.act(key, actor, match, decide), actor, ask)

    async def take(
        self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int, chosen: str
    ) -> Panel | Receipt:
        """Fill in the moves of a combination or of the hint, which are known by the letters on their button.

        A whole turn of which nothing is left to suggest or to warn of is played at once, as one of a single choice is.
        """

        def edit(context: DraftContext) -> Draft:
            return fill_in(context, chosen)

        return await self._edit(key, actor, _At(match, ask, length), edit, is_short=_is_whole)

    async def undo_step(self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int) -> Panel:
        """Take the last choice back."""

        def edit(context: DraftContext) -> Draft:
            return step_back(context.turn, context.draft)

        return await self._store(key, actor, match, ask, length, edit)

    async def start_over(self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int) -> Panel:
        """Empty the draft."""

        def edit(context: DraftContext) -> Draft:
            return open_draft(context.turn)

        return await self._store(key, actor, match, ask, length, edit)

    async def confirm(
        self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int, presses: Sequence[Choice] = ()
    ) -> Receipt:
        """Make the draft part of the match, after these last choices."""

        def decide(table: MatchState, now: datetime) -> Change:
            context = self._context(table, actor, ask)
            if context.length != length:
                raise refuse("STALE", "panel_stale")
            draft = add_choices(context, presses)
            if draft.partial.verb:
                raise refuse("UNFINISHED", "half_chosen")
            return _turn(context, draft, now)

        return await self._uow.act(key, actor, match, decide)

    async def _store(self, key: Key, actor: Actor, match: MatchId, ask: AskId, length: int, edit: Edit) -> Panel:
        """Take something back; that never plays anything."""
        panel = await self._edit(key, actor, _At(match, ask, length), edit)
        assert isinstance(panel, Panel)
        return panel

    async def _edit(
        self, key: Key, actor: Actor, at: _At, edit: Edit, *, is_short: Condition | None = None
    ) -> Panel | Receipt:
        """Change the stored draft if it is as long as the press says; else show it as it stands.

        A draft that ends in a new instant move is not stored but played; ``is_short`` says which others may be, too.
        """

        def load(tx: Tx, table: MatchState) -> bool:
            return is_short is not None and not always_confirms(tx.people.get(actor.user))

        def decide(table: MatchState, at_once: bool, now: datetime) -> Change:
            context = self._context(table, actor, at.ask)
            if context.length != at.length:
                raise _Unchanged(context, refuse("STALE", "panel_stale"), stale=True)
            try:
                draft = edit(context)
            except Refusal as refusal:
                raise _Unchanged(context, refusal) from None
            if len(draft.moves) > len(context.draft.moves) and draft.moves[-1].instant:
                return _turn(context, draft, now)
            turn = _play_short(context, draft, now, is_short) if at_once and is_short is not None else None
            return _store(context, draft, now) if turn is None else turn

        try:
            receipt = await self._uow.act_over(key, actor, at.match, load, decide)
        except _Unchanged as unchanged:
            panel = await self._show(unchanged.context)
            return replace(panel, stale=True) if unchanged.stale else replace(panel, refused=unchanged.text)
        return await self._goes_on(receipt, actor, at.ask)

    async def _goes_on(self, receipt: Receipt, actor: Actor, ask: AskId) -> Panel | Receipt:
        """The panel of an ask that still stands, else the receipt of what ended it, or of a turn that was sealed."""
        try:
            if isinstance(receipt, Done):
                context = self._context(receipt.after, actor, ask)
                return receipt if context.is_sealed else await self._show(context)
            return await self.open(actor, match=receipt.match, ask=ask)
        except Refusal:
            return receipt

    async def suggest(self, actor: Actor, *, match: MatchId) -> Panel:
        """Return the panel of the actor's turn in a practice match, with the suggestion for the whole turn.

        A better one may be looked for (``Panel.awaited``). Raises Refusal in any other match: nobody is advised there.
        """

        def work(tx: Tx) -> DraftContext:
            table = self._uow.match_reader.read(tx, match)
            if not table.match.practice:
                table.expect_running()
                raise refuse("NOT_PRACTICE", "hint_practice_only")
            return self._context(table, actor, None)

        context = await self._uow.store.read(work, short=True)
        awaited = self._suggestions.look_for(context.table, context.ask)
        return replace(await run_in_thread(_panel_with_hint, self._renew(context)), awaited=awaited)

    async def open_suggested(self, panel: Panel) -> Panel | None:
        """Open a panel again in which nothing is chosen, once a search has found what to suggest; else None."""
        seat = panel.match_view.seats[panel.ask.seat]
        if seat.user is None or not self._suggestions.has_found(panel.awaited):
            return None
        opened = await self.open(Actor(seat.user, seat.name), match=panel.match_view.match.id, ask=panel.ask.id)
        return opened if opened.length == panel.length else None

    def _context(self, table: MatchState, actor: Actor, wanted: AskId | None) -> DraftContext:
        """The draft of the ask, with what is suggested; raises Refusal if the ask is gone."""
        return self._renew(find_draft(table, actor, wanted))

    def _renew(self, context: DraftContext) -> DraftContext:
        """The draft with what is suggested by now."""
        return replace(context, found=self._suggestions.find(context.table, context.ask))

    async def _show(self, context: DraftContext) -> Panel:
        """The panel of a draft; while nothing is chosen, a better suggestion is looked for."""
        awaited = self._suggestions.look_for(context.table, context.ask) if context.is_untouched else b""
        return replace(await make_panel(self._renew(context)), awaited=awaited)


def find_draft(table: MatchState, actor: Actor, wanted: AskId | None) -> DraftContext:
    """Return the draft of the ask; a turn handed in opens as its draft. Raises Refusal if the ask is gone."""
    ask = _ask_for(table, actor, wanted)
    position, stored = table.require_position(), table.draft_of(ask.seat)
    turn = TurnContext(table.game, position.state, ask.seat, ask.id)
    if stored is not None and stored.ask == ask.id:
        known = drafting.read_draft(table.codec, stored.data)
        draft, why = drafting.fit_draft(turn, known)
        return DraftContext(table=table, ask=ask, draft=draft, stored=stored, why=why)
    handed_in = position.sealed.get(ask.id)
    draft = Draft(handed_in) if handed_in else open_draft(turn)
    return DraftContext(table=table, ask=ask, draft=draft, stored=stored)


def _turn(context: DraftContext, draft: Draft, now: datetime) -> Change:
    """Play a draft."""
    seat = context.ask.seat
    change = player_turn(context.table, seat, context.ask.id, draft.moves, now=now)
    return replace(change, draft=DraftWrite(seat=seat, before=context.stored))


def _play_short(context: DraftContext, draft: Draft, now: datetime, is_short: Condition) -> Change | None:
    """Play a draft that needs no Confirm; None if this one does, or can't be taken back."""
    if context.table.match.undo is not TakeBack.OWN or not is_short(context, draft):
        return None
    if not menu(context.turn, draft).finishable:
        return None
    change = _turn(context, draft, now)
    return change if _is_free(context, change, now) else None


def _is_single(context: DraftContext, draft: Draft) -> bool:
    """Return whether a draft is one choice, to which nothing can be added."""
    return open_draft(context.turn) == step_back(context.turn, draft) and not menu(context.turn, draft).rows


def _is_whole(context: DraftContext, draft: Draft) -> bool:
    """Return whether a draft was put together at one press, and nothing that goes well with it is left."""
    turn = context.turn
    if not context.is_untouched:
        return False
    last = Occasion(practice=False, ready=True)
    left = advise(turn, context.table.codec, draft, last, seconds=PRESSED_BUDGET)
    return not left.combinations and not left.warnings


def _is_free(context: DraftContext, change: Change, now: datetime) -> bool:
    """Return whether what a turn leads to, stored plans of others too, could be taken back with nobody's consent.

    A sealed turn must wait for others: it can be changed as long as it does.
    """
    entries = [entry for segment in change.play.stretches for entry in segment.entries] if change.play else []
    if context.ask.sealed and not all(entry.sealed for entry in entries):
        return False
    lines = [LogLine(ply=number, at=now, entry=entry) for number, entry in enumerate(entries)]
    try:
        asked = consent(context.table, lines, (context.ask.seat,))
    except Refusal:
        return False
    return not asked.seats and not asked.barrier


def _store(context: DraftContext, draft: Draft, now: datetime) -> Change:
    """Store a draft in place of the one before."""
    match, ask = context.table.match, context.ask
    data = drafting.write_draft(context.table.codec, draft)
    record = DraftRecord(match=match.id, seat=ask.seat, ask=ask.id, data=data, changed=now)
    return Change(
        match=match,
        receipt=Receipt(match=match.id, ply=match.ply),
        draft=DraftWrite(seat=ask.seat, before=context.stored, after=record),
        only_draft=True,
    )


def fill_in(context: DraftContext, chosen: str) -> Draft:
    """Return the draft that a combination or the hint makes, known by the letters on its button; raises Refusal."""
    # The suggestion on the button may be older than what a search has found meanwhile.
    for known in (context,) if context.found is None else (context, replace(context, found=None)):
        advice = _advice(known, ready=False, seconds=PRESSED_BUDGET)
        for each in (*advice.combinations, *((advice.taking,) if advice.taking is not None else ())):
            if each.key == chosen:
                return Draft(each.draft)
    raise refuse("STALE", "panel_stale")


def _press(context: DraftContext, draft: Draft, verb: str, value: str | None) -> Draft:
    """Return the draft with one choice more; raises Refusal for what cannot be pressed."""
    turn = context.turn
    menu, _ = drafting.menu_of(turn, draft)
    group = next((group for group in menu.groups if verb_of(group.verb) == verb), None)
    return press(turn, draft, verb, drafting.read_pressed(group, value))


def add_choices(context: DraftContext, choices: Sequence[Choice]) -> Draft:
    """Return the draft with several choices more; raises Refusal for what cannot be pressed."""
    draft = context.draft
    for choice in choices:
        draft = _press(context, draft, *choice)
    return draft


def _move(table: MatchState, written: str) -> Move:
    """Read the move that a key carries; raises Refusal if no release wrote it so."""
    try:
        partial = read_partial(table.game, written)
        kind = next(kind for kind in table.game.spec.moves if verb_of(kind) == partial.verb)
        return build(kind, partial.filled)
    except (LookupError, StopIteration, TypeError) as error:
        raise refuse("STALE", "panel_stale") from error


def _ask_for(table: MatchState, actor: Actor, wanted: AskId | None) -> Ask:
    """The standing ask of one of the actor's seats; raises Refusal that says what is asked now."""
    own = table.seats_of(actor.user)
    if not own:
        raise refuse("NOT_A_PLAYER", "not_a_player", match=table.match.id)
    state = table.require_position().state
    table.expect_member()
    asks = [ask for ask in table.game.asks(state) if ask.seat in own]
    if wanted is None:
        waiting = sorted(asks, key=lambda ask: (not ask.waits, ask.seat != table.viewer(actor.user)))
        ask = waiting[0] if waiting else None
    else:
        ask = find_ask(table.game, state, wanted)
    if ask is None:
        seat = table.viewer(actor.user)
        why = None if wanted is None else table.game.panel.stale_reason(table.game.view(state, seat), wanted)
        raise drafting.too_late(asks[0] if asks else None, why)
    if ask.seat not in own:
        raise refuse("NOT_YOURS", "not_yours", seat=ask.seat)
    return ask


async def make_panel(context: DraftContext) -> Panel:
    """Return the panel of a draft: folded for showing, and what can be chosen next.

    It is made in a thread: what a game offers may take a tenth of a second (`advice.BUDGET`) to find.
    """
    return await run_in_thread(_panel, context)


def _panel_with_hint(context: DraftContext) -> Panel:
    """The panel with the hint for the whole turn, whatever was chosen."""
    advice = _advice(replace(context, draft=open_draft(context.turn)), ready=False, seconds=PRESSED_BUDGET)
    return _panel(context, advice if context.is_untouched else replace(advice, taking=None))


def _panel(context: DraftContext, advice: Advice | None = None) -> Panel:
    table, ask, draft = context.table, context.ask, context.draft
    game, state = table.game, table.require_position().state
    seen = game.view(state, ask.seat)
    ahead = preview(game, state, ask.seat, ask.id, draft.moves).state
    after = game.view(ahead, ask.seat)
    menu, ready = drafting.menu_of(context.turn, draft)
    marks = drafting.marks_of(game, seen, after, draft.partial)
    return Panel(
        match_view=replace(match_view.view_for(table, ask.seat), view=after, marks=marks, drafting=context.length > 0),
        ask=find_ask(game, ahead, ask.id) or ask,
        length=context.length,
        moves=draft.moves,
        told=drafting.describe_draft(game, state, ask.seat, ask.id, draft),
        line=game.notation.write(seen, without_aids(draft.moves)),
        menu=menu,
        ready=ready,
        partial=draft.partial,
        refused=context.why,
        advice=_advice(context, ready=ready) if advice is None else advice,
    )


def _advice(context: DraftContext, *, ready: bool, seconds: float | None = None) -> Advice:
    """What the game says of the draft."""
    occasion = Occasion(practice=context.table.match.practice, ready=ready, found=context.found)
    return advise(context.turn, context.table.codec, context.draft, occasion, seconds=seconds)
