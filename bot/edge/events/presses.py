"""What the buttons of an event do."""

from collections.abc import Iterable

from bot.app.events.records import EventLook, EventReceipt
from bot.edge.desk import Desk, Interaction, Sentence, actor, key, place
from bot.edge.events.charts import chart_of
from bot.edge.events.posts import organiser_post, pairings_post, standings_post
from bot.edge.events.voice import facts, heading, told
from bot.edge.events.wizard import Draft, wizard_post
from bot.edge.ids import Press, Verb
from bot.edge.presses import handles
from bot.edge.sheet import Post, Sheet, plain
from bot.edge.words import _
from db.ids import EventId
from render.core.picture import Drawing


def roles_of(interaction: Interaction) -> tuple[int, ...]:
    """Return the roles of who acts."""
    return tuple(role.id for role in getattr(interaction.user, "roles", ()))


def is_staff(interaction: Interaction) -> bool:
    """Return whether who acts may manage the server."""
    return interaction.guild_id is not None and bool(interaction.permissions.manage_guild)


def receipt_words(receipt: EventReceipt) -> Post:
    """Return what a request came to."""
    return plain("\n".join(map(told, receipt.told)) or _("Done."))


async def drawn(desk: Desk, look: EventLook) -> Drawing | None:
    """Return the picture of an event, if there is anything to draw."""
    order = chart_of(look)
    return await desk.studio.chart(order) if order is not None else None


@handles(Verb.EVENT)
async def _event(desk: Desk, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    if press.value.startswith("w:"):
        return await _wizard(desk, interaction, press, chosen)
    events, event = desk.services.events, EventId(press.at)
    who, name = actor(interaction), key(interaction)
    match press.value:
        case "join":
            return receipt_words(await events.join(name, who, event=event, roles=roles_of(interaction)))
        case "leave":
            return receipt_words(await events.leave(name, who, event=event))
        case "nudge":
            staff = is_staff(interaction)
            return receipt_words(await desk.services.disputes.nudge(name, who, event=event, staff=staff))
        case "standings":
            look = await events.look(event)
            return standings_post(look, await drawn(desk, look))
        case "pairings":
            return pairings_post(await events.look(event))
        case "facts":
            look = await events.look(event)
            return Sheet().say(f"### {heading(look)}").say(_lines(facts(look))).post()
        case _:
            return organiser_post(await events.look(event))


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


async def _wizard(desk: Desk, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Change a choice on the sheet, or open the event that stands on it."""
    _w, field, text = press.value.split(":", 2)
    try:
        draft = Draft.read(text)
        game = desk.games[draft.game]
        draft = draft if chosen is None else draft.changed(field, chosen, game)
    except (ValueError, KeyError):
        raise Sentence(_("This sheet is from an earlier release; begin anew with `/tournament create`.")) from None
    if field != "open":
        return wizard_post(draft, game)
    receipt = await desk.services.events.create(
        key(interaction), actor(interaction), place=place(interaction), wish=draft.wish(game)
    )
    return receipt_words(receipt)
