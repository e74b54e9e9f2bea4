"""Tournaments: opened, entered, started, paired, disputed, stopped and ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.app.changes.server_rules import Access
from bot.app.match.paces import Late, NoPace, PerMove
from bot.app.match.records import Actor
from bot.app.services import Services
from bot.app.tournaments.records import Replacement, Start, TournamentChange, TournamentWish
from bot.app.tournaments.settings import TournamentSettings
from db.ids import Key
from db.ratings.records import AppealState
from db.tournaments.records import Format, TournamentStatus
from tests.faults.states.life import GUILDS, PLACES
from tests.faults.states.step import Step

SETTINGS: dict[Format, dict[str, Any]] = {
    Format.ROUND_ROBIN: {"group": 4, "at_once": 2},
    Format.SWISS: {"rounds": 3},
    Format.FREE_SWISS: {"rounds": 2},
    Format.KNOCKOUT: {},
    Format.DOUBLE_KNOCKOUT: {},
    Format.LADDER: {"rounds": 2},
    Format.TABLES: {"rounds": 2, "seats": 3},
}
TournamentCall = Callable[[Services, Key], Awaitable[object]]


async def open_cup(step: Step) -> None:
    """Open a tournament, and let people sign up; perhaps start it."""
    kind, game = step.pick.choice(tuple(Format)), step.pick.choice(("season", "brainy", "season", "hands"))
    pace = step.pick.choice((NoPace(), PerMove(seconds=7200, late=Late.TWICE)))
    more: dict[str, Any] = {} if step.pick.random() < 0.7 else {"team": 2}
    settings = TournamentSettings(
        **{"most": step.pick.choice((4, 16)), "least": 2, "pace": pace, **SETTINGS[kind], **more}
    )
    wish = TournamentWish(
        name=f"Cup {step.pick.randrange(99)}",
        game=game,
        format=kind,
        settings=settings,
        starts=step.life.clock.now() + step.soon() if step.pick.random() < 0.2 else None,
    )
    host, place = step.someone(), step.pick.choice(PLACES)
    made = await step.ask(
        lambda app, key: app.tournaments.create(key, host, place=place, wish=wish, access=Access(staff=True))
    )
    number = getattr(made, "tournament", None)
    if number is None:
        return
    for actor in step.pick.sample(step.life.people, step.pick.randrange(2, len(step.life.people) + 1)):
        team = "" if settings.team == 1 else f"Team {step.pick.randrange(3)}"
        await step.ask(_join(number, actor, team))
    if step.pick.random() < 0.7:
        await step.ask(lambda app, key: app.tournaments.start(key, host, tournament=number))


def _join(number: Any, actor: Actor, team: str = "") -> TournamentCall:  # noqa: ANN401  # its number
    return lambda app, key: app.tournaments.join(key, actor, tournament=number, team=team)


async def run_cup(step: Step) -> None:
    """Do something with a tournament, as whoever that is."""
    number = await step.tournament()
    if number is None:
        return
    view = await step.life.app.tournaments.view(number)
    host = next((actor for actor in step.life.people if actor.user == view.record.host), step.someone())
    actor, other = step.pick.choice((host, step.someone(), step.someone())), step.someone()
    staff, pick = step.pick.choice((None, view.record.guild, *GUILDS)), step.pick
    entrants = [each.number for each in view.entrants] or [1]
    entrant, pair = pick.choice(entrants), (pick.choice(entrants), pick.choice(entrants))
    until, more = step.life.clock.now() + step.soon(), {"rounds": pick.randrange(1, 5)}
    replacement = Replacement(entrant=entrant, into=other)
    order, how = tuple(pick.sample(entrants, len(entrants))), pick.choice(tuple(Start))
    now: dict[str, Any] = {"tournament": number, "staff": staff}
    back = pick.random() < 0.4
    if view.record.status in (TournamentStatus.OPEN, TournamentStatus.CHECK_IN):
        calls: tuple[TournamentCall, ...] = (
            _join(number, actor),
            _join(number, other, "Team 1"),
            lambda app, key: app.tournaments.leave(key, actor, tournament=number),
            lambda app, key: app.tournaments.add_computer(key, actor, level="easy", **now),
            lambda app, key: app.tournaments.start(key, actor, how=how, **now),
            lambda app, key: app.tournaments.start(key, host, how=how, tournament=number),
            lambda app, key: app.tournaments.change(key, actor, change=TournamentChange(settings=more), **now),
            lambda app, key: app.arrangements.seed(key, actor, order=order, **now),
            lambda app, key: app.arrangements.keep_apart(key, actor, entrants=pair, back=back, **now),
            lambda app, key: app.old_teams.sign_up(key, actor, tournament=number),
            lambda app, key: app.tournaments.cancel(key, actor, **now),
        )
    else:
        calls = (
            _join(number, other),
            lambda app, key: app.tournaments.leave(key, other, tournament=number),
            lambda app, key: app.tournaments.drop(key, actor, entrant=entrant, **now),
            lambda app, key: app.tournaments.substitute(key, actor, replacement=replacement, **now),
            lambda app, key: app.arrangements.bye(key, other, tournament=number, back=back),
            lambda app, key: app.co_organizers.name(key, actor, player=other, **now),
            lambda app, key: app.co_organizers.remove(key, actor, player=other, **now),
            lambda app, key: app.co_organizers.take_over(key, actor, **now),
            lambda app, key: app.tournament_pauses.pause(key, actor, until=pick.choice((None, until)), **now),
            lambda app, key: app.tournament_pauses.resume(key, host, tournament=number),
            lambda app, key: app.disputes.nudge(key, actor, **now),
            *([lambda app, key: app.tournaments.cancel(key, actor, **now)] if pick.random() < 0.3 else []),
        )
    await step.ask(step.pick.choice(calls))


async def dispute(step: Step) -> None:
    """Rule about a match of a tournament, appeal, answer an appeal."""
    number = await step.tournament()
    if number is None:
        return
    view = await step.life.app.tournaments.view(number)
    matches = [pairing for pairing in view.pairings if pairing.match is not None]
    pairing = step.one_of(matches)
    if pairing is None or pairing.match is None:
        return
    match, actor, guild = pairing.match, step.someone(), view.record.guild
    places = tuple(step.pick.choice(((1, 2), (2, 1), (1, 1), ())))
    appeals = await step.life.store.read(lambda tx: tx.results.appeals_in(guild, AppealState.OPEN))
    calls: list[TournamentCall] = [
        lambda app, key: app.disputes.rule(key, actor, match=match, places=places, why="so", staff=guild),
        lambda app, key: app.disputes.appeal(key, actor, match=match, words="It wasn't so."),
        lambda app, key: app.disputes.extend(key, actor, match=match, days=3, staff=guild),
    ]
    if appeals:
        appeal = step.pick.choice(appeals).id
        calls.append(
            lambda app, key: app.disputes.answer(
                key, actor, appeal=appeal, words="It was.", places=places or None, staff=guild
            )
        )
    await step.ask(step.pick.choice(calls))


async def go_on(step: Step) -> None:
    """Let tournaments pair and start their matches, and results be rated."""
    await step.work(lambda process: process.app.tournament_runner.work())
    for process in step.life.processes:
        await process.app.tournament_runner.work()
