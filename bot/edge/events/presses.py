"""What the buttons of an event do."""

from collections.abc import Iterable

from bot.app.events.records import EventLook, EventReceipt
from bot.edge.desk import Desk, Interaction, Sentence, actor, key, place
from bot.edge.events.delivery import all_drawn
from bot.edge.events.posts import entrants_post, organiser_post, pairings_post, standings_post
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


async def drawn(desk: Desk, look: EventLook, *, page: int = 0) -> tuple[Drawing, ...]:
    """Return the pictures of an event, if there is anything to draw."""
    return await all_drawn(desk.studio, look, page=page)


def runs_it(interaction: Interaction, look: EventLook) -> bool:
    """Return whether who acts is the organiser, or staff."""
    return look.record.host == actor(interaction).user or is_staff(interaction)


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
        case _:
            return await shown(desk, interaction, await events.look(event), action=press.value)


async def shown(desk: Desk, interaction: Interaction, look: EventLook, *, action: str) -> Post:
    """Return one of the views of an event: ``standings``, ``pairings``, ``entrants``, ``facts``, ``organise``.

    After a colon the page may follow, counted from 0.
    """
    view, _colon, rest = action.partition(":")
    typed = rest.partition(":")[0]
    page = int(typed) if typed.isdecimal() else 0
    match view:
        case "standings":
            return standings_post(look, await drawn(desk, look, page=page), page=page)
        case "pairings":
            return pairings_post(look, page=page)
        case "entrants":
            return entrants_post(look, page=page)
        case "facts":
            return Sheet().say(f"### {heading(look)}").say(_lines(facts(look))).post()
        case _:
            return organiser_post(look, runs=runs_it(interaction, look), page=page)


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
