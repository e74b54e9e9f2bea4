"""What stops clocks and lets them run: time itself, pauses, absences, votes, staff, outages."""

from __future__ import annotations

from datetime import timedelta

from msgspec import json

from bot.app.runtime.operator_orders import Maintenance, order_maintenance
from bot.app.timing.timekeeping import Choice
from db.operations.records import BlockedServerRecord
from db.records import ProposalKind, Status
from db.tx import Tx
from games.core.seats import AskId, Seat
from tests.faults.states.life import GUILDS, PLACES
from tests.faults.states.step import Step


async def pass_time(step: Step) -> None:
    """Let time pass while everybody is there, while one process is stopped, or only on the clock."""
    life = step.life
    match step.pick.randrange(8):
        case 0:
            life.clock.jump(seconds=step.pick.choice((-7200, -90, 70, 7200, 86400 * 6)))
        case 1:
            life.processes[step.at].app.scheduler.monitor.interrupt()
            life.clock.forward(minutes=step.pick.choice((2, 90, 3000)))
        case _:
            life.clock.forward(minutes=step.pick.choice((0.1, 1, 30, 300, 1500, 9000)))
    await sweep(step)


async def sweep(step: Step) -> None:
    """Let the deadlines be looked at, by each process."""
    step.life.members.silent = step.pick.random() < 0.2
    await step.work(lambda process: process.app.scheduler.sweep())
    for process in step.life.processes:
        await process.app.scheduler.sweep()


async def stop(step: Step) -> None:
    """Stop the clocks of a match together, or let them run."""
    table = await step.match(Status.RUNNING)
    if table is None:
        return
    match, actor, until = table.match.id, step.player_or_anyone(table), step.life.clock.now() + step.soon()
    calls = (
        lambda app, key: app.pauses.propose(key, actor, match=match, until=until),
        lambda app, key: app.pauses.agree(key, actor, match=match),
        lambda app, key: app.pauses.agree(key, actor, match=match),
        lambda app, key: app.pauses.refuse(key, actor, match=match),
        lambda app, key: app.pauses.resume(key, actor, match=match),
    )
    await step.told(step.pick.choice(calls))


async def be_away(step: Step) -> None:
    """Declare an absence, or be back."""
    actor, begin = step.someone(), step.life.clock.now() + step.pick.choice((-1, 0, 1)) * step.soon(most=2)
    until = begin + step.soon()
    if step.pick.random() < 0.4:
        await step.ask_beside(lambda app, _: app.absences.back(actor))
    else:
        await step.ask_beside(lambda app, _: app.absences.declare(actor, begin=begin, until=until))


async def vote(step: Step) -> None:
    """Vote about a seat whose time is up; be back; answer a host who wants to end."""
    table = await step.match(Status.RUNNING)
    if table is None:
        return
    match, actor = table.match.id, step.player_or_anyone(table)
    choice, seat = step.pick.choice(tuple(Choice)), step.pick.choice((None, Seat(0), Seat(1)))
    ask = step.pick.choice((None, *(AskId(row.ask) for row in table.pending)))
    ends = [json.decode(row.data, type=int) for row in table.proposals if row.kind is ProposalKind.END]
    agrees, proposed = step.pick.random() < 0.7, step.pick.choice((0, *ends, *ends))
    calls = (
        lambda app, key: app.timeout_votes.vote(key, actor, match=match, choice=choice),
        lambda app, key: app.timeout_votes.vote(key, actor, match=match, choice=choice, seat=seat, ask=ask),
        lambda app, key: app.timeout_votes.back(key, actor, match=match),
        lambda app, key: app.hosts.end(key, actor, match=match),
        lambda app, key: app.hosts.answer(key, actor, match=match, proposed=proposed, agrees=agrees),
        lambda app, key: app.hosts.extend(key, actor, match=match, seat=Seat(0), hours=5),
    )
    await step.told(step.pick.choice(calls))


async def manage(step: Step) -> None:
    """Do something as staff."""
    table = await step.match(Status.RUNNING) if step.pick.random() < 0.8 else await step.match()
    if table is None:
        return
    match, actor, guest, place = table.match.id, step.someone(), step.someone(), step.pick.choice(PLACES)
    until, seat, turn = step.life.clock.now() + step.soon(), Seat(step.pick.randrange(2)), step.pick.randrange(6)
    calls = (
        lambda app, key: app.staff.pause(key, actor, place=place, match=match, until=until),
        lambda app, key: app.staff.resume(key, actor, place=place, match=match),
        lambda app, key: app.staff.extend(key, actor, place=place, match=match, seat=seat, hours=4),
        lambda app, key: app.staff.end(key, actor, place=place, match=match, owner=True),
        lambda app, key: app.staff.hand_over(key, actor, place=place, match=match, to=guest.user),
        lambda app, key: app.staff.invite(key, actor, place=place, match=match, guest=guest),
        lambda app, key: app.staff.remove(key, actor, place=place, match=match, guest=guest),
        lambda app, key: app.staff.open_seat(key, actor, place=place, match=match, seat=seat),
        lambda app, key: app.staff.hold(key, actor, place=place, match=match),
        lambda app, key: app.staff.release(key, actor, place=place, match=match),
        lambda app, key: app.staff.release(key, actor, place=place, match=match),
        lambda app, key: app.staff.repair(key, actor, place=place, match=match, turn=turn),
        lambda app, key: app.staff.repair(key, actor, place=place, match=match, turn=turn),
    )
    await step.told(step.pick.choice(calls))


async def let_go(step: Step) -> None:
    """Let everything that is stopped go on: else a life stands still at last."""
    life = step.life
    for match in await life.matches():
        table = await step.table(match)
        if table.match.status is not Status.RUNNING or not table.on_hold:
            continue
        place = next((place for place in PLACES if place.guild == table.match.guild), PLACES[0])
        await step.told(
            lambda app, key, match=match, place=place: app.staff.release(  # type: ignore[misc]
                key, step.life.people[0], place=place, match=match
            )
        )
    await life.store.run(lambda tx: order_maintenance(tx, None))
    for guild in tuple(life.absent):
        await _join(step, guild)


async def maintain(step: Step) -> None:
    """Announce maintenance or end it; block a server or not."""
    now, guild = step.life.clock.now(), step.pick.choice(GUILDS)
    starts = now + step.pick.choice((timedelta(), timedelta(hours=2)))
    ends, blocks = step.pick.random() < 0.6, step.pick.random() < 0.3

    def work(tx: Tx) -> None:
        order_maintenance(tx, None if ends else Maintenance(text="Back soon.", starts=starts))
        tx.operations.unblock(guild)
        if blocks:
            tx.operations.block(BlockedServerRecord(guild=guild, reason="why not", at=now))

    await step.life.store.run(work)
    await sweep(step)


async def change_servers(step: Step) -> None:
    """Let a server remove the bot, or add it again."""
    guild = step.pick.choice(GUILDS)
    if guild in step.life.absent:
        await _join(step, guild)
    else:
        step.life.absent.add(guild)
        for process in step.life.processes:
            process.app.scheduler.membership.note_left(guild)
    await sweep(step)


async def _join(step: Step, guild: object) -> None:
    for known in GUILDS:
        if known == guild:
            step.life.absent.discard(known)
            for process in step.life.processes:
                process.app.scheduler.membership.note_joined(known)


async def leave_server(step: Step) -> None:
    """Let somebody leave a server, or come back; nothing tells the bot."""
    pair = (step.pick.choice(GUILDS), step.someone().user)
    step.life.members.gone ^= {pair}
