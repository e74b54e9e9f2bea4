"""What people say about each other and themselves, and what is kept of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.app.moderation.bars import BarTerms
from bot.app.moderation.reports import NewReport
from db.ids import ChannelId, ReportId, UserId
from db.moderation.records import ReportTopic
from db.records import Status
from tests.faults.states.life import GUILDS, NAMES, PLACES
from tests.faults.states.step import Step

REPEATED = timedelta(hours=20)
"""So long after it a request may come again."""
PREFERENCES: tuple[dict[str, Any], ...] = (
    {"zone": "Europe/Amsterdam", "night": "22:00-07:00"},
    {"quiet": "20:00-09:00"},
    {"where": "direct"},
    {"next": True, "digest": 8, "week": 2},
    {"cap": 1},
    {"confirm": False},
    {"remind": 3},
    {"zone": "nowhere"},
    {"digest": 99},
)
SETTINGS: tuple[dict[str, Any], ...] = (
    {"threads": False},
    {"threads": True},
    {"openings": 7_099, "results": 7_098},
    {"openings": 0},
    {"games": "season,brainy"},
    {"games": ""},
    {"matches": "staff"},
    {"matches": "anybody"},
    {"expire": 1, "open": 2},
    {"expire": 0, "open": 0},
    {"reports": 7_097},
    {"champions": 555, "participants": 556, "own_roles": "ends"},
    {"calendar": True},
    {"share": True},
    {"share": False},
    {"quiet": "22:00-07:00", "zone": "Asia/Tokyo"},
    {"what": "ever"},
)


async def moderate(step: Step) -> None:
    """Bar somebody, lift that; report, look after reports."""
    place, actor, guest = step.pick.choice(PLACES), step.someone(), step.someone()
    until = None if step.pick.random() < 0.3 else step.life.clock.now() + step.soon()
    terms = BarTerms(until=until, why="rude", offers=step.pick.random() < 0.5)
    table = await step.match()
    report = ReportId(step.pick.randrange(1, 6))
    match step.pick.randrange(6):
        case 0:
            await step.ask(lambda app, key: app.bars.bar(key, actor, place=place, guest=guest, terms=terms))
        case 1 | 2:
            await step.ask(lambda app, key: app.bars.lift(key, actor, place=place, guest=guest))
        case 3 if table is not None:
            new = NewReport(match=table.match.id, topic=step.pick.choice(tuple(ReportTopic)), words="So slow.")
            await step.ask(lambda app, key: app.reports.file(key, actor, place=place, new=new))
        case 4:
            await step.ask_beside(lambda app, key: app.reports.claim(key, actor, place=place, report=report))
        case _:
            await step.ask_beside(
                lambda app, key: app.reports.resolve(key, actor, place=place, report=report, outcome="Spoken to.")
            )


async def block(step: Step) -> None:
    """Block somebody or not; agree to ratings across servers or not."""
    actor, other, yes = step.someone(), step.someone(), step.pick.random() < 0.4
    if step.pick.random() < 0.7:
        await step.ask_beside(lambda app, _: app.ratings.set_block(actor, other=other.user, blocked=yes))
    else:
        await step.ask_beside(lambda app, _: app.ratings.set_consent(actor, agrees=yes))


async def follow(step: Step) -> None:
    """Follow a match or no longer; write a note."""
    table, actor = await step.match(), step.someone()
    if table is None:
        return
    match, channel = table.match.id, step.pick.choice((None, None, ChannelId(7_066)))
    match step.pick.randrange(4):
        case 0:
            await step.ask_beside(lambda app, _: app.following.stop(actor.user, match=match, channel=channel))
        case 1:
            player = step.player_or_anyone(table)
            await step.ask_beside(lambda app, _: app.notes.write(player, match=match, text="left, then right"))
        case _:
            await step.ask_beside(lambda app, _: app.following.follow(actor, match=match, channel=channel))


async def prefer(step: Step) -> None:
    """Set one's own preferences, everywhere or in a match; or a server's settings."""
    actor, place, table = step.someone(), step.pick.choice(PLACES), await step.match(Status.RUNNING)
    mine, ours = step.pick.choice(PREFERENCES), step.pick.choice(SETTINGS)
    match step.pick.randrange(3):
        case 0:
            await step.ask_beside(lambda app, _: app.preferences.set_person(actor, mine))
        case 1 if table is not None:
            match, who = table.match.id, step.player_or_anyone(table)
            await step.ask_beside(lambda app, _: app.preferences.set_in_match(who, match, mine))
        case _:
            await step.ask_beside(lambda app, _: app.settings.set_server(place, ours))


async def export(step: Step) -> None:
    """Hand out everything about a person, and a server's results."""
    actor, app = step.someone(), step.app
    await step.try_to(
        app.privacy.exports.export(actor, most=10_000_000),
        app.ratings.profile(actor, place=PLACES[0], user=actor.user),
        app.ratings.leaderboard(actor, place=PLACES[0], game="season"),
        app.ratings.records(place=PLACES[0]),
        app.matches.list_matches(PLACES[0]),
    )


async def delete(step: Step) -> None:
    """Delete a person, who comes back under another name and id."""
    life, number = step.life, step.pick.randrange(len(step.life.people))
    actor = life.people[number]
    await step.work(lambda process: process.app.privacy.deletions.delete(actor.user))
    await life.app.privacy.deletions.delete(actor.user)  # asked for once more, if the process has died
    for _ in range(3):
        if not (begun := await life.app.privacy.deletions.list_begun()):
            break
        life.clock.forward(minutes=3)  # what a dead process had under way is taken up
        await life.processes[0].relay.pump()
        for user in begun:
            await life.app.privacy.deletions.go_on(user)
    life.deleted[actor.user] = actor.name
    life.answers.clear()  # the name may have stood in them
    name = f"{NAMES[number]}{'abcdefghijklmnopqrstuvwxyz'[len(life.deleted) % 26]}o"
    came = type(actor)(UserId(actor.user + 1000), name, actor.guild)
    life.people = (*life.people[:number], came, *life.people[number + 1 :])


async def purge(step: Step) -> None:
    """Delete all that is kept of a server."""
    guild, life = step.pick.choice(GUILDS), step.life
    life.purged = True
    life.answers.clear()
    await step.work(lambda process: process.app.privacy.retention.purge(guild))
    await life.app.privacy.retention.tidy()


async def work(step: Step) -> None:
    """Let one worker do its round."""

    def do(process: Any) -> Any:  # noqa: ANN401  # whatever a round gives
        app = process.app
        rounds = (
            app.scheduler.sweep,
            app.scheduler.tidy,
            app.tournament_runner.work,
            app.rating_calculator.work,
            app.digests.sweep,
            app.following.sweep,
            app.player_search.sweep,
            app.regular_tables.sweep,
            app.shared_lists.sweep,
            app.broadcasts.sweep,
            app.privacy.retention.tidy,
            app.computer_players.think,
            app.computer_players.think,
            process.relay.pump,
            process.relay.pump,
        )
        return step.pick.choice(rounds)()

    await step.work(do)


async def deliver(step: Step) -> None:
    """Let what is to be told be told, while Discord fails now and then."""
    channels = step.life.channels
    channels.trouble = step.pick.choice((0, 0, 0.2, 0.5, 1))
    try:
        await step.work(lambda process: process.relay.pump())
    finally:
        channels.trouble = 0
    if step.pick.random() < 0.3:
        step.life.clock.forward(minutes=step.pick.choice((0.5, 3, 10)))
        await step.work(lambda process: process.relay.retry())


async def repeat(step: Step) -> None:
    """Make a request again that was answered: Discord may deliver it twice."""
    life = step.life
    fresh = [key for key, each in life.answers.items() if abs(life.clock.now() - each.at) < REPEATED]
    if not fresh:
        return
    key = step.pick.choice(fresh[-60:])
    known = life.answers[key]
    process = life.processes[step.at]
    answer = await life.attempt(process, lambda one: known.call(one.app, key), None)
    life.expect_same(key, answer)
