"""What people do in matches that run: turns typed and pressed, plans, taking back."""

from __future__ import annotations

from typing import Any

from bot.app.match.records import Actor, Panel, ReadOrder, Receipt
from bot.app.match.state import MatchState
from db.ids import MatchId, OrderId
from db.records import Status
from games.core.game import Ask
from games.core.input.forms import show
from games.core.moves import fields_of, verb_of
from games.core.orders import tag_of
from games.core.rng import Rng
from games.core.running.play import TurnContext
from games.core.search.enumerate import find_random_turn
from games.core.seats import Seat
from tests.faults.states.step import Step

PRESSES = 8


def asked(step: Step, table: MatchState) -> tuple[Actor, Ask] | None:
    """Return somebody who is asked something, and what."""
    users = {seat.seat: seat.user for seat in table.seats}
    people = {actor.user: actor for actor in step.life.people}
    found = [(people[user], ask) for ask in table.open_asks() if (user := users.get(ask.seat)) in people]
    waiting = [each for each in found if each[1].waits] or found
    return step.pick.choice(waiting) if waiting else None


def line_of(step: Step, table: MatchState, ask: Ask) -> str:
    """Return a legal turn as it is typed."""
    state = table.require_position().state
    rng = Rng(step.pick.randbytes(32))
    moves = find_random_turn(TurnContext(table.game, state, ask.seat, ask.id), rng)
    return "" if moves is None else table.game.notation.write(table.game.view(state, ask.seat), moves)


async def type_line(step: Step, match: MatchId, actor: Actor, line: str) -> bool:
    """Type a turn; whether it was taken."""
    made = await step.told(lambda app, key: app.matches.play_line(key, actor, match=match, line=line))
    step.life.turns[match] += made is not None
    return made is not None


async def play(step: Step) -> None:
    """Make some turns in a match, by whoever is asked."""
    table = await step.match(Status.RUNNING)
    for _ in range(step.pick.choice((1, 1, 2, 4, 8, 16))):
        if table is None or table.match.status is not Status.RUNNING:
            return
        found = asked(step, table)
        if found is None or not (line := line_of(step, table, found[1])):
            return
        if not await type_line(step, table.match.id, found[0], line):
            return
        table = await step.table(table.match.id)


async def type_anything(step: Step) -> None:
    """Type what may be nonsense, at a moment when it may be nobody's turn."""
    table = await step.match()
    if table is None:
        return
    lines = ["", "1", "pass", "no idea", "🂡 5", "1 2 3 4 5 6 7 8 9"]
    found = asked(step, table) if table.match.status is Status.RUNNING and table.position is not None else None
    if found is not None:
        lines.append(line_of(step, table, found[1]))
    await type_line(step, table.match.id, step.player_or_anyone(table), step.pick.choice(lines))


async def press(step: Step) -> None:
    """Open the panel of a turn, press in it, and perhaps confirm."""
    table = await step.match(Status.RUNNING)
    found = None if table is None else asked(step, table)
    if table is None or found is None:
        return
    match, (actor, ask) = table.match.id, found
    panel = await step.ask_beside(lambda app, _: app.drafts.open(actor, match=match, ask=ask.id))
    for _ in range(step.pick.randrange(PRESSES)):
        if not isinstance(panel, Panel):
            return
        panel = await _pressed(step, panel, actor)
    if isinstance(panel, Panel) and step.pick.random() < 0.7:
        length = panel.length - (step.pick.random() < 0.1)
        made = await step.told(lambda app, key: app.drafts.confirm(key, actor, match=match, ask=ask.id, length=length))
        step.life.turns[match] += made is not None


async def _pressed(step: Step, panel: Panel, actor: Actor) -> object:
    """Press something on a panel: mostly what it offers."""
    match, ask, length = panel.match_view.match.id, panel.ask.id, panel.length
    groups = panel.menu.groups
    choices = [(verb_of(group.verb), show(choice.value)) for group in groups for choice in group.choices]
    bare: list[tuple[str, str | None]] = [(verb_of(group.verb), None) for group in groups if not group.choices]
    offered = [*choices, *bare] or [("nothing", None)]
    choice, stale = step.pick.choice(offered), length - (step.pick.random() < 0.1)
    way = step.pick.randrange(12)

    def call(app: Any, key: Any) -> Any:  # noqa: ANN401  # one of several answers
        if way == 0:
            return app.drafts.undo_step(key, actor, match=match, ask=ask, length=length)
        if way == 1:
            return app.drafts.start_over(key, actor, match=match, ask=ask, length=length)
        return app.drafts.press(key, actor, match=match, ask=ask, length=stale, choice=choice)

    after = await step.ask_beside(call)
    if isinstance(after, Receipt):
        step.life.turns[match] += 1
    else:
        step.life.unsure[match] += 1
    return after


async def plan(step: Step) -> None:
    """Store something ahead, or do something with what is stored."""
    table = await step.match(Status.RUNNING)
    if table is None or not table.game.spec.orders:
        return
    match, actor = table.match.id, step.player_or_anyone(table)
    rows, way = table.orders, step.pick.randrange(6)
    order = OrderId(rows[step.pick.randrange(len(rows))].id) if rows else OrderId(999)
    if way == 0:
        await step.told(lambda app, key: app.plans.clear(key, actor, match=match, order=order))
    elif way == 1:
        await step.told(lambda app, key: app.plans.move(key, actor, match=match, order=order, rank=0))
    elif way == 2:
        await step.told(lambda app, key: app.plans.resume(key, actor, match=match, order=order))
    else:
        kind = step.pick.choice(table.game.spec.orders)
        values: dict[str, Any] = {}
        for info in fields_of(kind):
            some: list[str] = ["yes", "no"] if info.type is bool else [str(step.pick.randrange(1, 12)), "a1", "x"]
            if info.required or step.pick.random() < 0.3:
                values[info.name] = step.pick.choice([*some, *info.field.named])
        read = await step.ask_beside(
            lambda app, _: app.plans.read(actor, match=match, kind=tag_of(kind), values=values)
        )
        if isinstance(read, ReadOrder):
            ordered = read.order
            await step.told(lambda app, key: app.plans.add(key, actor, match=match, order=ordered))


async def take_back(step: Step) -> None:
    """Take turns back or restore them, ask for it, agree or refuse."""
    table = await step.match(Status.RUNNING) if step.pick.random() < 0.95 else await step.match()
    if table is None:
        return
    match, actor, turns = table.match.id, step.player_or_anyone(table), step.pick.choice((1, 1, 2, 3, 50))
    newest = table.match.ply - (step.pick.random() < 0.1)
    calls = (
        lambda app, key: app.undo.undo(key, actor, match=match, turns=turns),
        lambda app, key: app.undo.undo(key, actor, match=match, turns=turns, newest=newest),
        lambda app, key: app.undo.redo(key, actor, match=match),
        lambda app, key: app.undo.agree(key, actor, match=match, newest=newest),
        lambda app, key: app.undo.agree(key, actor, match=match, newest=newest),
        lambda app, key: app.undo.refuse(key, actor, match=match, newest=newest),
        lambda app, key: app.matches.withdraw(key, actor, match=match),
    )
    await step.told(step.pick.choice(calls))


async def look(step: Step) -> None:
    """Look at a match in all ways there are."""
    table = await step.match()
    if table is None:
        return
    app, match, user = step.app, table.match.id, step.player_or_anyone(table).user
    await step.try_to(
        app.matches.view(match, user),
        app.matches.log(match, user),
        app.history.since(match, user),
        app.history.turn(match, user, turn=step.pick.randrange(5)),
        app.notes.show(user, match=match),
        app.replays.reel(match, user),
        app.files.match_file(match, user),
        app.files.sheet(match, user),
        app.matches.mine(user),
        app.matches.next_for(user),
        app.matches.complete_line(match, user, typed=step.pick.choice(("", "1", "p"))),
        app.plans.everywhere(user),
        app.matches.preview_resignation(user, match=match),
    )


async def give_up(step: Step) -> None:
    """Resign, offer a seat, or take one."""
    table = await step.match(Status.RUNNING)
    if table is None:
        return
    match, actor = table.match.id, step.player_or_anyone(table)
    seat = step.pick.choice((None, Seat(0), Seat(1)))
    match step.pick.randrange(5):
        case 0 | 1:
            await step.told(lambda app, key: app.matches.resign(key, actor, match=match))
        case 2:
            await step.told(lambda app, key: app.substitutes.offer(key, actor, match=match, seat=seat))
        case _:
            other = step.someone()
            await step.told(lambda app, key: app.substitutes.take(key, other, match=match, seat=seat))
