"""Who may do what about an event, and whether anything can be done at all. Pure."""

from __future__ import annotations

from bot.app.events.model import Event
from bot.app.moments import day
from bot.app.records import Actor
from bot.app.refusals import refuse
from db.ids import GuildId


def expect_alive(event: Event) -> None:
    """Raise Refusal if an event is over."""
    if not event.alive:
        raise refuse("OVER", "event_over", event=event.record.name)


def expect_going(event: Event) -> None:
    """Raise Refusal if an event pauses."""
    if event.record.resumes is not None:
        raise refuse("PAUSED", "event_is_paused", event=event.record.name, until=day(event.record.resumes))


def organiser(event: Event, actor: Actor, *, staff: GuildId | None) -> None:
    """Raise Refusal unless the actor runs the event, or its server; ``staff``: the server that the actor runs."""
    if event.record.host != actor.user and staff != event.record.guild:
        raise refuse("NOT_HOST", "event_not_host", event=event.record.name)
