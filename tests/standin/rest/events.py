"""Scheduled events of a guild, at an external place: made, moved, begun, ended and called off."""

from __future__ import annotations

from tests.standin import payloads
from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.model import Event, EventStatus, Guild
from tests.standin.permissions import Right, in_guild
from tests.standin.rates import Rate
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.stand import Stand
from tests.standin.wire import Obj, Snowflake, from_iso
from tests.standin.world import BOT

ALL, ONE = "/guilds/{guild_id}/scheduled-events", "/guilds/{guild_id}/scheduled-events/{event_id}"
EXTERNAL = 3
MOST = 100
LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_PLACE = 100, 1000, 100
COMING = (EventStatus.SCHEDULED, EventStatus.ACTIVE)
FOLLOWING = {
    EventStatus.SCHEDULED: (EventStatus.ACTIVE, EventStatus.CANCELED),
    EventStatus.ACTIVE: (EventStatus.COMPLETED,),
}
RATE = Rate(5, 5.0, major="guild_id")


def _sweep(stand: Stand, guild: Guild) -> None:
    """Events at an external place begin and end by themselves at their times."""
    now = stand.world.clock.now()
    for event in guild.events.values():
        if event.status is EventStatus.SCHEDULED and event.starts <= now:
            event.status = EventStatus.ACTIVE
        if event.status is EventStatus.ACTIVE and event.ends <= now:
            event.status = EventStatus.COMPLETED
    stand.world.save(guild)


def _guild(call: Call) -> Guild:
    guild = call.stand.world.guild(call.key("guild_id"))
    _sweep(call.stand, guild)
    return guild


def _found(call: Call) -> tuple[Guild, Event]:
    guild = _guild(call)
    event = guild.events.get(call.key("event_id"))
    if event is None:
        raise ApiError(Code.UNKNOWN_EVENT)
    return guild, event


def _may_change(guild: Guild, event: Event) -> None:
    """Its maker may with CREATE_EVENTS, everybody with MANAGE_EVENTS."""
    bits = in_guild(guild, BOT)
    own = event.creator == BOT and bits & Right.CREATE_EVENTS
    if not own and not bits & Right.MANAGE_EVENTS:
        raise ApiError(Code.MISSING_PERMISSION)


def _problems(body: Obj, event: Event | None, now: int) -> list[Problem]:
    """What Discord finds wrong in an event as it would be."""
    found = []
    place = (body.get("entity_metadata") or {}).get("location") or (event.location if event else "")
    starts = from_iso(body["scheduled_start_time"]) if "scheduled_start_time" in body else event and event.starts
    ends = from_iso(body["scheduled_end_time"]) if body.get("scheduled_end_time") else event and event.ends
    for name, text, least, most in (
        ("name", body.get("name", event.name if event else ""), 1, LONGEST_NAME),
        ("description", body.get("description") or "", 0, LONGEST_DESCRIPTION),
        ("entity_metadata", place, 1, LONGEST_PLACE),
    ):
        if not least <= len(text) <= most:
            found.append(Problem((name,), "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."))
    if not ends:
        found.append(Problem(("scheduled_end_time",), "BASE_TYPE_REQUIRED", "This field is required"))
    if "scheduled_start_time" in body and starts and starts <= now:
        said = "Cannot schedule event in the past."
        found.append(Problem(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", said))
    if starts and ends and ends <= starts:
        said = "Cannot schedule event end time before start time."
        found.append(Problem(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START", said))
    return found


def _answer(call: Call, guild: Guild, event: Event) -> Reply:
    """Store it and answer; only who asked for the intent of scheduled events is told, which the bot doesn't."""
    call.stand.world.save(guild)
    return Reply(payloads.event(event, guild.id))


@route("GET", ALL, rate=RATE)
def listed(call: Call) -> Reply:
    """Those that are scheduled or active."""
    guild = _guild(call)
    return Reply([payloads.event(each, guild.id) for each in guild.events.values() if each.status in COMING])


@route("POST", ALL, rate=RATE)
def create(call: Call) -> Reply:
    """A new one; needs CREATE_EVENTS."""
    guild, body = _guild(call), call.body
    if not in_guild(guild, BOT) & Right.CREATE_EVENTS:
        raise ApiError(Code.MISSING_PERMISSION)
    if body.get("entity_type") != EXTERNAL:
        raise invalid([Problem(("entity_type",), "BASE_TYPE_CHOICES", "Only external events are to be had here.")])
    wrong = _problems(body, None, call.stand.world.clock.now())
    if wrong:
        raise invalid(wrong)
    if sum(each.status in COMING for each in guild.events.values()) >= MOST:
        raise ApiError(Code.MAX_EVENTS)
    event = Event(
        id=Snowflake(call.stand.world.mint.new()),
        creator=BOT,
        name=body["name"],
        description=body.get("description"),
        location=body["entity_metadata"]["location"],
        starts=from_iso(body["scheduled_start_time"]),
        ends=from_iso(body["scheduled_end_time"]),
    )
    guild.events[event.id] = event
    return _answer(call, guild, event)


@route("GET", ONE, rate=RATE)
def get(call: Call) -> Reply:
    """One of them, even if it is over."""
    guild, event = _found(call)
    return Reply(payloads.event(event, guild.id))


@route("PATCH", ONE, rate=RATE)
def change(call: Call) -> Reply:
    """Other words or times, or the next status; one that is over can't be changed."""
    guild, event = _found(call)
    _may_change(guild, event)
    if event.status not in COMING:
        raise ApiError(Code.EVENT_OVER)
    body = call.body
    wrong = _problems(body, event, call.stand.world.clock.now())
    if event.status is EventStatus.ACTIVE and "scheduled_start_time" in body:
        said = "The start time of an active event can't be changed."
        wrong.append(Problem(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_ACTIVE", said))
    status = EventStatus(body.get("status", event.status))
    if status is not event.status and status not in FOLLOWING[event.status]:
        wrong.append(Problem(("status",), "BASE_TYPE_CHOICES", "An event can't go from its status to this one."))
    if wrong:
        raise invalid(wrong)
    event.name, event.status = body.get("name", event.name), status
    event.description = body.get("description", event.description)
    event.location = (body.get("entity_metadata") or {}).get("location", event.location)
    event.starts = from_iso(body["scheduled_start_time"]) if "scheduled_start_time" in body else event.starts
    event.ends = from_iso(body["scheduled_end_time"]) if body.get("scheduled_end_time") else event.ends
    return _answer(call, guild, event)


@route("DELETE", ONE, rate=RATE)
def delete(call: Call) -> Reply:
    """Remove it."""
    guild, event = _found(call)
    _may_change(guild, event)
    del guild.events[event.id]
    call.stand.world.save(guild)
    return NOTHING
