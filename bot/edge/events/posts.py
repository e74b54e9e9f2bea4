"""Messages about an event: the pinned card, standings, pairings, entrants, and who holds a round up."""

from collections.abc import Sequence

from bot.app.events.records import EventLine, EventLook
from bot.edge.events.voice import (
    FORMATS,
    entrant_lines,
    facts,
    heading,
    key_words,
    pairing_line,
    stand_lines,
    state_words,
    tie_lines,
    told,
)
from bot.edge.ids import Press, Verb
from bot.edge.sheet import Button, Post, Sheet, Style
from bot.edge.voice import moment
from bot.edge.words import _, ngettext, safe
from db.event_records import EventStatus
from render.core.picture import Drawing

OPEN, RUNNING, OVER = 0x3D7EA6, 0x4C8C4A, 0x8A8F98
MOST_NAMES = 30
TOP = 8


def press(look: EventLook, action: str) -> Press:
    """Return what a button of an event presses."""
    return Press(verb=Verb.EVENT, at=look.record.id, value=action)


def event_card(look: EventLook, drawing: Drawing | None, *, marker: int | None = None) -> Post:
    """Return the card of an event: what it is, how it stands, and the buttons."""
    alive = look.record.status in (EventStatus.OPEN, EventStatus.CHECK_IN)
    accent = OPEN if alive else RUNNING if look.record.status is EventStatus.RUNNING else OVER
    sheet = Sheet(accent, marker=marker).say(f"### {heading(look)}").say(state_words(look))
    if alive:
        sheet.say("\n".join(f"-# {line}" for line in facts(look)), most=1400)
        lines = entrant_lines(look)
        sheet.say(ngettext("**{n} signed up**", "**{n} signed up**", len(lines)))
        sheet.say("\n".join(lines[:MOST_NAMES]) + ("\n…" if len(lines) > MOST_NAMES else ""), most=1600)
    else:
        if drawing is not None:
            sheet.show(drawing, "standings")
        sheet.say("\n".join(stand_lines(look.standings.rows, most=TOP)), most=1200)
        playing = look.holding_up
        if playing:
            sheet.say(ngettext("-# {n} match is being played.", "-# {n} matches are being played.", len(playing)))
    return sheet.buttons(_card_buttons(look)).post()


def _card_buttons(look: EventLook) -> list[Button]:
    match look.record.status:
        case EventStatus.OPEN:
            return [
                Button(press(look, "join"), _("Sign up"), Style.GOOD),
                Button(press(look, "leave"), _("Sign off")),
            ]
        case EventStatus.CHECK_IN:
            return [
                Button(press(look, "join"), _("Check in"), Style.GOOD),
                Button(press(look, "leave"), _("Sign off")),
            ]
        case EventStatus.RUNNING | EventStatus.FINISHED:
            return [
                Button(press(look, "standings"), _("Standings"), Style.MAIN),
                Button(press(look, "pairings"), _("Pairings")),
                Button(press(look, "facts"), _("What was announced")),
            ]
        case EventStatus.CANCELLED:
            return []


def standings_post(look: EventLook, drawing: Drawing | None) -> Post:
    """Return the standings as a picture and in words, with what the tie-breaks mean."""
    sheet = Sheet(RUNNING).say(_("### {event} · standings", event=heading(look)))
    if not look.standings.rows:
        return sheet.say(_("Nothing stands yet: the event has not started.")).post()
    if drawing is not None:
        sheet.show(drawing, "standings")
    sheet.say("\n".join(stand_lines(look.standings.rows)), most=2600)
    return sheet.say("\n".join(tie_lines(look)), most=700).post()


def pairings_post(look: EventLook) -> Post:
    """Return who plays whom: the newest round and all that is open."""
    sheet = Sheet(RUNNING).say(_("### {event} · pairings", event=heading(look)))
    groups: dict[str, list[str]] = {}
    for pairing in look.newest:
        groups.setdefault(key_words(pairing.key, pairing.round), []).append(pairing_line(pairing))
    if not groups:
        return sheet.say(_("Nobody is paired yet.")).post()
    blocks = ["\n".join([f"**{head}**", *lines]) for head, lines in groups.items()]
    return sheet.say("\n".join(blocks), most=3600).post()


def show_post(look: EventLook, drawing: Drawing | None) -> Post:
    """Return all there is to say about an event: what was announced, who takes part, how it stands, the newest log."""
    sheet = Sheet(OPEN).say(f"### {heading(look)}").say(state_words(look))
    sheet.say("\n".join(f"-# {line}" for line in facts(look)), most=1200)
    if drawing is not None:
        sheet.show(drawing, "standings")
    sheet.say("\n".join(entrant_lines(look)), most=1300)
    sheet.say("\n".join(f"-# {moment(at, 'd')} {told(text)}" for at, text in look.log[:8]), most=900)
    return sheet.post()


def organiser_post(look: EventLook) -> Post:
    """Return who holds a round up, those who wait longest first, with a button that nudges them."""
    sheet = Sheet(RUNNING).say(_("### {event} · who holds it up", event=heading(look)))
    lines = [pairing_line(pairing) for pairing in look.holding_up]
    sheet.say("\n".join(lines) or _("Nothing is being played."), most=3000)
    open_appeals = [
        _("Appeal {number} about #{match}: {words}", number=each.id, match=each.match, words=safe(each.words[:120]))
        for each in look.appeals
    ]
    sheet.say("\n".join(open_appeals), most=800)
    if lines:
        sheet.buttons([Button(press(look, "nudge"), _("Nudge them all"), Style.MAIN)])
    return sheet.post()


def list_post(found: Sequence[EventLine]) -> Post:
    """Return the events of a server."""
    lines = [
        f"**{line.event}** {safe(line.name)} · {_(FORMATS[line.format])} · "
        + ngettext("{n} entrant", "{n} entrants", line.entrants)
        + f" · <#{line.channel}>"
        for line in found
    ]
    return Sheet().say("\n".join(lines) or _("There is none. `/tournament create` opens one."), most=3600).post()
