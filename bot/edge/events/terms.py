"""What else was announced about an event: how long a ladder lasts, which rule options are not as usual."""

from bot.app.events.records import EventLook
from bot.edge.voice import option_words
from bot.edge.words import _
from db.event_records import Format


def terms(look: EventLook) -> list[str]:
    """Return it, a line each."""
    settings = look.settings
    lines = []
    if look.record.format is Format.LADDER and settings.days:
        lines.append(_("New matches until {days} days after the start", days=f"{settings.days:g}"))
    return lines + ([] if look.options is None else option_words(look.options))
