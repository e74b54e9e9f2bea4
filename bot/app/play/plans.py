"""What players store ahead: plans, standing orders, preferences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec.structs import replace

from bot.app.changes.change import Change, record_turns
from bot.app.changes.turns import form_of, play_of
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import NoPace
from bot.app.match.records import Actor, OrderView, PlansPanel, ReadOrder, Receipt
from bot.app.match.state import MatchState
from bot.app.match.stopped_plans import Stopping, read_stopping
from bot.app.match.submitted_turns import list_submitted, sentence_of
from bot.app.match.turn_runner import StoredPlan, TurnRunner
from bot.app.plans.fit import describe_planned_turns, own_news, report_played, tries_of, why_not
from bot.app.plans.stored import order_row, view_to_store
from bot.app.plans.words import tell_order, text_of, write_fields
from bot.app.runtime.refusals import refuse
from db.ids import Key, MatchId, OrderId, UserId
from db.records import OrderRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.input.forms import FormKind, read_order
from games.core.moves import Value, title_of
from games.core.orders import KEEP, Order, Otherwise, is_preference, tag_of
from games.core.running.plans import Tried
from games.core.seats import Seat
from games.core.text import Text, phrase, say

MOST_ORDERS = 20
"""Orders of one seat: more than anybody plans, few enough to be tried at every turn."""


class Plans:
    """What players store ahead."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def show(self, actor: Actor, *, match: MatchId) -> PlansPanel:
        """Return the actor's orders of a match."""
        table = await self._uow.read(match)
        table.require_position()
        table.seat_for(actor.user)
        return _panel(table, actor.user, tried=True)

    async def everywhere(self, user: UserId) -> tuple[PlansPanel, ...]:
        """Return the user's orders in all running matches."""

        def work(tx: Tx) -> tuple[PlansPanel, ...]:
            matches = dict.fromkeys(row.match for row in tx.orders.of_user(user))
            return tuple(_panel(self._uow.match_reader.read(tx, match), user) for match in matches)

        return await self._uow.store.read(work)

    async def read(
        self, actor: Actor, *, match: MatchId, kind: str, values: Mapping[str, Value], seat: Seat | None = None
    ) -> ReadOrder:
        """Read an order as typed, for the first step of the confirmation; nothing is stored."""
        table = await self._uow.read(match)
        seat = _owner(table, actor, seat)
        form = form_of(table.game, kind)
        if form.kind is not FormKind.ORDER:
            raise refuse("NO_FORM", "no_form", name=kind, game=table.game.spec.title)
        order = _amend(table, seat, read_order(form, values), values)
        doubt = _check(table, seat, order)
        with table.guard():
            view = table.game.view(table.require_position().state, seat)
            told = table.game.planning.tell_order(view, order)
            tries = tries_of(table, seat, order, view)
        for_now = [each for each in tries if each.turn or each.why or each.otherwise is not Otherwise.KEEP]
        why = why_not(tries)
        if for_now and all(each.turn is None for each in tries):
            _expect_fit(order, tries, why)
        old = next((row for row in table.orders if _gives_way(row, seat, order) and not _is_gone(row)), None)
        return ReadOrder(
            order=order,
            doubt=doubt or why,
            asked=bool(for_now),
            words=told,
            replaces=None if old is None else text_of(table.codec.read_order(old.data)),
        )

    async def add(
        self,
        key: Key,
        actor: Actor,
        *,
        match: MatchId,
        order: Order,
        instead: OrderId | None = None,
        seat: Seat | None = None,
    ) -> Receipt:
        """Store an order (second step), perhaps instead of another; played at once if its seat is asked and it fits.

        ``seat``: of several seats of the actor's the one that it is for (None: the one that is asked).
        """

        def decide(table: MatchState, now: datetime) -> Change:
            seat = _owner(table, actor, wanted)
            _check(table, seat, order)
            old = [row for row in table.orders if row.seat == seat and row.id == instead]
            before = tuple(row.id for row in table.orders if row in old or _gives_way(row, seat, order))
            before += tuple(row.id for row in table.orders if row.seat == seat and _is_gone(row))
            table = replace(table, orders=tuple(row for row in table.orders if row.id not in before))
            own = [row for row in table.orders if row.seat == seat]
            alike = sum(row.kind == tag_of(type(order)) for row in own)
            if len(own) >= MOST_ORDERS or alike >= order.most:
                raise refuse("TOO_MANY_ORDERS", "too_many_orders", most=min(order.most, MOST_ORDERS))
            rank = old[0].rank if old else max((row.rank for row in own), default=-1) + 1
            change = _add(table, order_row(table, seat, order, rank=rank, now=now), order, now)
            return replace(change, dropped_orders=(*change.dropped_orders, *before))

        wanted = seat
        return await self._uow.act(key, actor, match, decide)

    async def clear(self, key: Key, actor: Actor, *, match: MatchId, order: OrderId | None = None) -> Receipt:
        """Remove one order, or all."""

        def decide(table: MatchState, now: datetime) -> Change:
            own = _own(table, actor, order)
            if not own:
                raise refuse("NO_ORDER", "no_orders")
            told = say("app.orders_cleared", count=len(own))
            return replace(_quiet(table, told), dropped_orders=tuple(row.id for row in own))

        return await self._uow.act(key, actor, match, decide)

    async def move(self, key: Key, actor: Actor, *, match: MatchId, order: OrderId, rank: int) -> Receipt:
        """Put an order at a place in the row of all the actor's orders (0: tried first), among those of its seat."""

        def decide(table: MatchState, now: datetime) -> Change:
            moving = _own(table, actor, order)[0]
            before = sum(each.seat < moving.seat for each in _own(table, actor, None))
            row = [each for each in table.orders if each.seat == moving.seat and each.id != order]
            row.insert(min(max(rank - before, 0), len(row)), moving)
            changed = tuple(replace(each, rank=at) for at, each in enumerate(row) if each.rank != at)
            return replace(_quiet(table, say("app.order_moved", place=before + row.index(moving) + 1)), orders=changed)

        return await self._uow.act(key, actor, match, decide)

    async def resume(self, key: Key, actor: Actor, *, match: MatchId, order: OrderId) -> Receipt:
        """Set a halted order going again, from how the match stands now."""

        def decide(table: MatchState, now: datetime) -> Change:
            stopped = _own(table, actor, order)[0]
            if stopped.halted is None or _is_gone(stopped):
                raise refuse("NOT_HALTED", "not_halted")
            again = replace(stopped, halted=None, filed=view_to_store(table, Seat(stopped.seat)))
            return _resume(table, again, now)

        return await self._uow.act(key, actor, match, decide)


def _amend(table: MatchState, seat: Seat, order: Order, values: Mapping[str, Value]) -> Order:
    """Preferences that are not named stay as they are; such an order is one of its kind, and needs no value."""
    if not is_preference(type(order)):
        return order
    rows = (table.codec.read_order(row.data) for row in table.orders if row.seat == seat)
    standing = next((each for each in rows if type(each) is type(order)), None)
    if standing is None:
        return order
    return replace(standing, **{name: getattr(order, name) for name in values})


def _owner(table: MatchState, actor: Actor, wanted: Seat | None = None) -> Seat:
    """The seat whose orders the actor keeps; raises Refusal for strangers and for matches that do not run."""
    table.require_position()
    seat = wanted if wanted in table.seats_of(actor.user) else table.seat_for(actor.user)
    if seat in table.resigned:
        raise refuse("RESIGNED", "has_resigned", match=table.match.id)
    assert seat is not None, "a player has a seat"
    return seat


def _own(table: MatchState, actor: Actor, order: OrderId | None) -> list[OrderRecord]:
    """The actor's orders, or that one; raises Refusal for strangers."""
    _owner(table, actor)
    seats = table.seats_of(actor.user)
    own = [row for row in table.orders if row.seat in seats and order in (None, row.id)]
    if order is not None and not own:
        raise refuse("NO_ORDER", "no_order")
    return own


def _check(table: MatchState, seat: Seat, order: Order) -> Text | None:
    """Refuse an order of another game, or that nobody could read; return why it can't be played as things stand."""
    if type(order) not in table.game.spec.orders:
        known = tuple(phrase(title_of(kind)) for kind in table.game.spec.orders)
        raise refuse("NO_ORDER_KIND", "no_order_kind" if known else "no_orders_here", known=known)
    with table.guard():
        return table.game.planning.check_order(table.game.view(table.require_position().state, seat), order)


def _expect_fit(order: Order, tries: Sequence[Tried], why: Text | None) -> None:
    """Refuse an order whose seat is asked and that can't be played, unless it waits for a later turn."""
    if any(each.otherwise is not Otherwise.KEEP for each in tries):
        raise refuse("ORDER_UNFIT", "order_refused", why=why or say("app.order_unfit"))
    if why is not None and not order.keep:
        raise refuse("ORDER_UNFIT", "order_refused_once", why=why, option=phrase(KEEP))


def _is_gone(row: OrderRecord) -> bool:
    """Whether an order was never played and stays only for its reason to be read."""
    why = read_stopping(row)
    return why is not None and why.gone


def _gives_way(row: OrderRecord, seat: Seat, order: Order) -> bool:
    """Whether a stored order is replaced by a new one, as preferences are."""
    return type(order).single and row.seat == seat and row.kind == tag_of(type(order))


def _quiet(table: MatchState, told: Text) -> Change:
    """A change of orders of which nobody else is told."""
    return Change(match=table.match, receipt=Receipt(match=table.match.id, ply=table.match.ply, told=(told,)))


def _add(table: MatchState, row: OrderRecord, order: Order, now: datetime) -> Change:
    """Store a new order, or play it at once if its seat is asked and it fits."""
    play = play_of(table)
    view = table.game.view(table.require_position().state, Seat(row.seat))
    filed = StoredPlan(row.id, Seat(row.seat), order, lambda: view)
    play.orders.append(filed)
    stored = _stored_text(table, order)
    if table.held:
        return replace(_quiet(table, stored), new_orders=(row,))
    play.run_on()
    lines = tuple(describe_planned_turns(play, (filed.seat,)))
    stop = next((stop for stop in play.stops if stop.filed.id == row.id), None)
    if stop is not None and not lines:
        raise refuse("ORDER_UNFIT", "order_refused", why=stop.why)
    waits = None if is_preference(type(order)) else play.waiting.get(row.id)
    if waits is not None and not order.keep:
        raise refuse("ORDER_UNFIT", "order_refused_once", why=waits, option=phrase(KEEP))
    left = next((each for each in (*play.orders, *(stop.filed for stop in play.stops)) if each.id == row.id), None)
    told = stored if waits is None else say("app.order_stored_unfit", why=waits)
    if lines:
        told = say("app.order_played") if left is not None else report_played(lines)
    news = own_news(table, play, filed.seat)[len(lines) :]
    made = bool(play.stretches or play.stops)
    change = record_turns(table, play, now=now, by=filed.seat, told=(told, *news)) if made else _quiet(table, told)
    if left is None:
        return change
    # What goes wrong after its first turn tells of others: it is no refusal, or one could ask without playing.
    halted = None if stop is None else Stopping(stop.why, gone=not stop.kept).write()
    return replace(change, new_orders=(replace(row, data=table.codec.encode(left.order), halted=halted),))


def _stored_text(table: MatchState, order: Order) -> Text:
    """When an order that is stored counts."""
    if is_preference(type(order)):
        return say("app.order_stored_prefer")
    if order.expired:
        return say("app.order_stored_no_clock" if isinstance(table.pace, NoPace) else "app.order_stored_late")
    return say("app.order_stored" if order.keep else "app.order_stored_once")


def _resume(table: MatchState, row: OrderRecord, now: datetime) -> Change:
    others = tuple(each for each in table.orders if each.id != row.id)
    after = replace(table, orders=tuple(sorted((*others, row), key=lambda each: (each.seat, each.rank, each.id))))
    if table.held:
        return replace(_quiet(table, _active(table, row, _doubt(table, row))), orders=(row,))
    play = play_of(after)
    play.run_on()
    told = _how_resumed(after, row, play)
    if not play.stretches and not play.stops:
        return replace(_quiet(table, told), orders=(row,))
    play.stops = [replace(stop, said=stop.filed.id == row.id) for stop in play.stops]
    news = own_news(after, play, Seat(row.seat))[len(tuple(describe_planned_turns(play, (Seat(row.seat),)))) :]
    change = record_turns(after, play, now=now, by=Seat(row.seat), told=(told, *news))
    touched = any(each.id == row.id for each in change.orders) or row.id in play.gone
    return change if touched or change.finished else replace(change, orders=(*change.orders, row))


def _how_resumed(table: MatchState, row: OrderRecord, play: TurnRunner) -> Text:
    """What has become of an order that was set going again: played, stopped again, or whether it fits now."""
    why = next((stop.why for stop in play.stops if stop.filed.id == row.id), None)
    if why is not None:
        return say("app.order_still_unfit", why=why)
    if row.id in play.gone:
        return report_played(tuple(describe_planned_turns(play, (Seat(row.seat),))))
    if row.id in play.changed:
        return say("app.order_resumed_played")
    return _active(table, row, play.waiting.get(row.id) or _doubt(table, row))


def _active(table: MatchState, row: OrderRecord, doubt: Text | None) -> Text:
    """What is said of an order that goes on: why it doesn't fit now, or when it counts."""
    if doubt is not None:
        return say("app.order_resumed_unfit", why=doubt)
    late = table.codec.read_order(row.data).expired
    return say("app.order_resumed_late") if late else say("app.order_resumed")


def _doubt(table: MatchState, row: OrderRecord) -> Text | None:
    """Why a stored order could not be played as things stand; None if it could, or nobody can tell."""
    try:
        return _check(table, Seat(row.seat), table.codec.read_order(row.data))
    except Refusal as refusal:
        return refusal.text


def _panel(table: MatchState, user: UserId, *, tried: bool = False) -> PlansPanel:
    """What a user has stored; ``tried``: with why it isn't played although its seat is asked."""
    own = table.seats_of(user)
    unfit = _unfit(table, own) if tried else {}
    return PlansPanel(
        match=table.match.id,
        seats=tuple(seat for seat in own if seat not in table.resigned),
        orders=tuple(_view(table, row, unfit.get(row.id)) for row in table.orders if row.seat in own),
        submitted=tuple(
            sentence_of(line)
            for seat in own
            for _ask, line in list_submitted(table.game, table.require_position(), seat)
        ),
        kinds=table.game.spec.orders,
    )


def _unfit(table: MatchState, seats: Collection[Seat]) -> dict[OrderId, Text]:
    """Why plans that wait for a turn of their seat are not played, although it is asked."""
    found = {}
    for filed in table.list_plans():
        if filed.seat in seats and not filed.halted:
            with table.guard():
                why = why_not(tries_of(table, filed.seat, filed.order, filed.view))
            if why is not None:
                found[filed.id] = why
    return found


def _tell(table: MatchState, seat: Seat, order: Order) -> tuple[Text, ...]:
    """What a stored order will do, in the game's words; nothing where it can't be told as the match stands."""
    if table.position is None:
        return ()
    with table.guard(), suppress(Refusal):
        return table.game.planning.tell_order(table.game.view(table.position.state, seat), order)
    return ()


def _view(table: MatchState, row: OrderRecord, unfit: Text | None) -> OrderView:
    order, why = table.codec.read_order(row.data), read_stopping(row)
    return OrderView(
        id=row.id,
        seat=Seat(row.seat),
        order=order,
        text=tell_order(order, _tell(table, Seat(row.seat), order)),
        values=write_fields(order),
        halted=None if why is None else why.text,
        gone=why is not None and why.gone,
        unfit=unfit,
        created=row.created,
    )
