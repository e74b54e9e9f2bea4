"""What is delivered of an event: its card with its picture, or a sentence."""

from bot.app.courier import EventNotice
from bot.edge.events.charts import chart_of
from bot.edge.events.posts import event_card
from bot.edge.events.voice import told
from bot.edge.sheet import Post, plain
from bot.edge.studio import Studio
from bot.edge.words import safe
from db.event_records import EventStatus


async def event_post(studio: Studio, notice: EventNotice, *, marker: int) -> Post:
    """Return the message of a notice about an event, its picture drawn."""
    look = notice.look
    if look is not None:
        begun = look.record.status in (EventStatus.RUNNING, EventStatus.FINISHED)
        order = chart_of(look) if begun else None
        return event_card(look, await studio.chart(order) if order is not None else None, marker=marker)
    words = told(notice.text) if notice.text is not None else ""
    if notice.user is not None:
        return plain(f"**{safe(notice.name)}**\n{words}", marker=marker)
    called = " ".join(f"<@{user}>" for user in notice.mention)
    return plain(f"{called} {words}".strip(), marker=marker)
