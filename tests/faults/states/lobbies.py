"""What people do around matches that have not begun, or are over."""

from __future__ import annotations

from typing import Any

from bot.app.changes.server_rules import MEMBER
from bot.app.finding.player_search import Search
from bot.app.match.paces import Banked, Late, NoPace, Pace, PerMove
from bot.app.match.records import MatchRequest
from db.records import Status, TakeBack
from db.seeking.records import Every
from games.core.input.forms import show
from games.core.moves import FieldInfo, fields_of
from games.core.seats import Seat
from tests.faults.states.life import PLACES
from tests.faults.states.step import Step

LEVELS = ("easy", "no such level")


def pace(step: Step) -> Pace:
    """Return a clock, or none, mostly one that is allowed."""
    late, grace = step.pick.choice(tuple(Late)), step.pick.choice((0, 0, 0, 60, 60, 600, 600, 600, 100_000))
    check_in = step.pick.random() < 0.3
    match step.pick.randrange(4):
        case 0 | 1:
            return NoPace(grace=min(grace, 60))
        case 2:
            return PerMove(
                seconds=step.pick.choice((5, *(3600,) * 5, *(86400,) * 5)), late=late, check_in=check_in, grace=grace
            )
        case _:
            return Banked(bank=40_000, increment=3600, cap=50_000, late=late, check_in=check_in)


def option(step: Step, info: FieldInfo) -> Any:  # noqa: ANN401  # as typed or chosen
    """Return a value of a rule option, mostly one that there is."""
    values: list[Any] = [*info.field.named, info.default]
    if info.type is bool:
        values += [True, False]
    if info.field.least is not None:
        values += [info.field.least, info.field.most, info.field.least - 1]
    return step.pick.choice([value if isinstance(value, bool) else show(value) for value in values])


def options(step: Step, game: str) -> dict[str, Any]:
    """Return a few rule options of a game."""
    infos = fields_of(step.life.games[game].spec.options) if game in step.life.games else ()
    chosen = [info for info in infos if step.pick.random() < 1.2 / max(len(infos), 1)]
    return {info.name: option(step, info) for info in chosen if step.pick.random() < 0.8}


async def open_match(step: Step) -> None:
    """Open a match of any game."""
    game = step.pick.choice((*step.life.games, "brainy", "season", *(("chess",) if step.pick.random() < 0.1 else ())))
    seats = step.life.games[game].spec.seats if game in step.life.games else (2,)
    others = tuple(step.pick.sample(step.life.people, step.pick.choice((0, 0, 1, 2))))
    wish = MatchRequest(
        game=game,
        seats=step.pick.choice((*seats[:2], *seats[:2], *seats, 9)),
        options=options(step, game),
        pace=pace(step),
        private=step.pick.random() < 0.15,
        practice=step.pick.random() < 0.15,
        join=step.pick.random() < 0.9,
        invite=others,
        keep=step.pick.random() < 0.5,
        computers=(LEVELS[0],) if game == "brainy" and step.pick.random() < 0.4 else (),
        starts=step.life.clock.now() + step.soon() if step.pick.random() < 0.15 else None,
        undo=step.pick.choice(tuple(TakeBack)),
        closed=step.pick.random() < 0.1,
    )
    actor, place = step.someone(), step.pick.choice(PLACES)
    await step.told(lambda app, key: app.lobby.create(key, actor, place=place, wish=wish))


async def fill(step: Step) -> None:
    """Let people join a match until it starts, or the host starts it with those who are there."""
    table = await step.match(Status.LOBBY)
    if table is None:
        return
    match, host = table.match.id, table.match.host
    for actor in step.pick.sample(step.life.people, min(max(table.free, 1), len(step.life.people))):
        await step.told(lambda app, key, actor=actor: app.lobby.join(key, actor, match=match))  # type: ignore[misc]
    by = next((actor for actor in step.life.people if actor.user == host), step.someone())
    if step.pick.random() < 0.5:
        await step.told(lambda app, key: app.lobby.start(key, by, match=match))


async def at_the_door(step: Step) -> None:
    """Do something with an open match, whoever that is."""
    table = await step.match(Status.LOBBY) if step.pick.random() < 0.9 else await step.match()
    if table is None:
        return
    match, actor, other = table.match.id, step.player_or_anyone(table), step.someone()
    starts = None if step.pick.random() < 0.3 else step.life.clock.now() + step.soon()
    first, keep = step.pick.choice((None, Seat(0), Seat(1))), step.pick.random() < 0.5
    chosen = options(step, table.match.game)
    deeds = (
        lambda app, key: app.lobby.join(key, actor, match=match, as_guest=keep),
        lambda app, key: app.lobby.leave(key, actor, match=match),
        lambda app, key: app.lobby.invite(key, actor, match=match, users=[other], keep=keep),
        lambda app, key: app.lobby.decline(key, other, match=match),
        lambda app, key: app.lobby.remove(key, actor, match=match, guest=other),
        lambda app, key: app.lobby.hand_over(key, actor, match=match, to=other.user),
        lambda app, key: app.lobby.add_computer(key, actor, match=match, level="easy"),
        lambda app, key: app.lobby.remove_computer(key, actor, match=match),
        lambda app, key: app.lobby.set_options(key, actor, match=match, options=chosen),
        lambda app, key: app.lobby.start(key, actor, match=match, first=first),
        lambda app, key: app.lobby.announce(key, actor, match=match, starts=starts),
        lambda app, key: app.lobby.ready(key, actor, match=match),
        lambda app, key: app.lobby.cancel(key, actor, match=match),
        lambda app, key: app.hosts.close(key, actor, match=match, closed=keep),
    )
    await step.told(step.pick.choice(deeds))


async def again(step: Step) -> None:
    """Open a match once more, in whatever way."""
    table = await step.match(Status.FINISHED, Status.CANCELLED) if step.pick.random() < 0.9 else await step.match()
    if table is None:
        return
    match, actor, place = table.match.id, step.player_or_anyone(table), step.pick.choice(PLACES)
    match step.pick.randrange(4):
        case 0:
            every = step.pick.choice(tuple(Every))
            await step.ask_beside(
                lambda app, _: app.regular_tables.repeat(actor, match=match, every=every, access=MEMBER)
            )
        case 1:
            await step.told(lambda app, key: app.lobby.practice(key, actor, place=place, game="brainy", level="easy"))
        case _:
            await step.told(lambda app, key: app.lobby.rematch(key, actor, match=match))


async def seek(step: Step) -> None:
    """Wait for others to play with, or no longer."""
    actor, place, game = step.someone(), step.pick.choice(PLACES), step.pick.choice(("season", "brainy"))
    assert place.guild is not None
    guild = place.guild
    if step.pick.random() < 0.2:
        await step.ask_beside(lambda app, _: app.player_search.stop(actor.user, guild, game))
        return
    live, near = step.pick.random() < 0.3, step.pick.random() < 0.3
    search = Search(game=game, seats=2, live=live, near=near, hours=step.pick.choice((1, 72, 10_000)))
    await step.ask_beside(
        lambda app, key: app.player_search.seek(key, actor, search, place=place, access=MEMBER, is_open=True)
    )
