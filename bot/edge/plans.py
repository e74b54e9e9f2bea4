"""Orders: the list of what a player stored ahead, the form for a new one, and the two-step confirmation."""

from collections.abc import Mapping

import discord
from discord import ui

from bot.app.orders import written
from bot.app.records import OrderLook, OrdersPanel
from bot.edge import limits
from bot.edge.board import PRIVATE
from bot.edge.desk import Desk, Interaction, Sentence, actor, key
from bot.edge.ids import Press, Verb
from bot.edge.sheet import Button, Post, Sheet, Style, pages_of, turning
from bot.edge.voice import names_of, prose_of, title, told_words, words_for
from bot.edge.words import _
from db.ids import MatchId, OrderId
from games.core.forms import Form, FormKind, Option, forms_of, show
from games.core.game import AnyGame
from games.core.moves import Value
from games.core.words import Words

MOST_SHOWN = 8
"""Orders on one page of the list: each has up to three buttons."""
MOST_LISTED = 3000
"""Characters of one page of the list."""
MOST_MATCHES = 10
"""Matches in the list of all that is stored ahead."""
MOST_WRITTEN = 1700
"""Characters of an order with the names of its fields."""
MOST_WHY = 300
"""Characters that say why an order has stopped."""
FENCE = "```"
ALL = "plans"
"""Names the list of all that is stored ahead, in a button that turns its page."""


async def orders_for(desk: Desk, interaction: Interaction, match: MatchId, *, note: str = "", page: int = 0) -> Post:
    """Return the player's orders of a match."""
    panel = await desk.services.orders.show(actor(interaction), match=match)
    look = await desk.services.matches.look(match, actor(interaction).user)
    return orders_post(panel, look.game, title=title(look), names=names_of(look), note=note, page=page)


async def all_orders(desk: Desk, interaction: Interaction, *, page: int = 0) -> Post:
    """Return a page of what the player has stored ahead in all running matches, with a button to each list."""
    user = actor(interaction).user
    sheet = Sheet(PRIVATE).say(_("### Stored ahead in all your matches"))
    panels = [panel for panel in await desk.services.orders.everywhere(user) if panel.orders]
    buttons = []
    pages = pages_of(panels, lambda panel: 0, most=MOST_MATCHES, room=1)
    at = min(page, len(pages) - 1)
    for panel in pages[at]:
        look = await desk.services.matches.look(panel.match, user)
        words = words_for(look.game, names_of(look))
        lines = [f"**{title(look)}**"]
        for order in panel.orders:
            halted = " ⏸ " + _("stopped: {why}", why=words(order.halted)) if order.halted else ""
            lines.append(f"- {words(order.text)}{halted}")
        sheet.say("\n".join(lines), most=700)
        buttons.append(Button(Press(verb=Verb.PLAN, match=panel.match, value="list"), title(look)))
    if not panels:
        sheet.say(_("Nothing is stored in any of your matches; press *Plan* under a board to store something."))
    back = Press(verb=Verb.LIST, at=max(at - 1, 0), value=ALL)
    on = Press(verb=Verb.LIST, at=at + 1, value=ALL)
    return sheet.buttons(buttons).buttons(turning(at, len(pages), back=back, on=on)).post()


def orders_post(
    panel: OrdersPanel, game: AnyGame, *, title: str, names: tuple[str, ...] = (), note: str = "", page: int = 0
) -> Post:
    """Return a page of the list with a button to remove each, and one for each kind that can be added."""
    sheet = Sheet(PRIVATE).say(note).say(_("### {title} · stored ahead", title=title))
    pages = _pages(panel, words_for(game, names))
    at = min(page, len(pages) - 1)
    nothing = _("Nothing is stored. What you add is played for you as soon as you are asked.")
    sheet.say("\n".join(line for *_rest, line in pages[at]) or nothing)
    buttons = []
    for number, order, _line in pages[at]:
        remove = Press(verb=Verb.UNORDER, match=panel.match, at=order.id)
        buttons.append(Button(remove, _("Remove {number}", number=number), Style.BAD))
        form = next((form for form in order_forms(game) if form.order is type(order.order)), None)
        if form is not None:
            change = Press(verb=Verb.DRAFT_ORDER, match=panel.match, at=order.id, value=form.name)
            buttons.append(Button(change, _("Change {number}", number=number)))
        if order.halted:
            resume = Press(verb=Verb.RESUME, match=panel.match, at=order.id)
            buttons.append(Button(resume, _("Set {number} going again", number=number)))
    sheet.buttons(buttons)
    back = Press(verb=Verb.PLAN, match=panel.match, at=max(at - 1, 0), value="before")
    on = Press(verb=Verb.PLAN, match=panel.match, at=at + 1, value="after")
    sheet.buttons(turning(at, len(pages), back=back, on=on))
    sheet.buttons(
        [
            Button(Press(verb=Verb.DRAFT_ORDER, match=panel.match, value=form.name), form.title, Style.MAIN)
            for form in order_forms(game)
            if form.order in panel.kinds
        ]
    )
    return sheet.post()


def _pages(panel: OrdersPanel, words: Words) -> list[list[tuple[int, OrderLook, str]]]:
    """Numbers, orders and their lines, page by page; an empty page where nothing is stored."""
    found = []
    for number, order in enumerate(panel.orders, start=1):
        line = f"{number}. {words(order.text)}"
        if order.halted:
            line += "\n-# ⏸ " + _("stopped: {why}", why=limits.cut(words(order.halted), MOST_WHY))
        found.append((number, order, line))
    return pages_of(found, lambda each: len(each[2]), most=MOST_SHOWN, room=MOST_LISTED)


def order_forms(game: AnyGame) -> list[Form]:
    """Return the forms of what can be stored in this game."""
    return [form for form in forms_of(game) if form.kind is FormKind.ORDER]


def order_modal(match: MatchId, form: Form, *, old: OrderLook | None = None) -> ui.Modal:
    """Return a form with a field for each option of an order (at most five; the command takes them all).

    ``old``: the order that it is to take the place of, with which it is filled in.
    """
    press = Press(verb=Verb.DRAFT_ORDER, match=match, at=0 if old is None else old.id, value=form.name)
    modal = ui.Modal(title=limits.cut(form.title, limits.MODAL_TITLE), timeout=None, custom_id=press.custom_id())
    for option in form.options[: limits.MODAL_ROWS]:
        label: ui.Label[ui.LayoutView] = ui.Label(
            text=limits.cut(option.name, limits.MODAL_LABEL),
            description=limits.cut(option.what, limits.COMMAND_DESCRIPTION),
            component=_field(option, {} if old is None else old.values),
        )
        modal.add_item(label)
    modal.stop()  # what is handed in comes as an interaction of its own, also after a restart
    return modal


def _field(option: Option, values: Mapping[str, str]) -> "ui.Item[ui.LayoutView]":
    value = values.get(option.name)
    choices = option.choices or (("yes", "no") if option.type is bool else ())
    if choices:
        options = [
            discord.SelectOption(label=choice, value=choice, default=choice == value)
            for choice in choices[: limits.SELECT_OPTIONS]
        ]
        return ui.Select(
            custom_id=option.name, options=options, required=option.required, min_values=int(option.required)
        )
    return ui.TextInput(
        custom_id=option.name,
        required=option.required,
        max_length=max(MOST_WRITTEN, len(value or "")),
        default=value,
    )


async def draft_order(
    desk: Desk, interaction: Interaction, match: MatchId, *, form: str, values: Mapping[str, Value], instead: int = 0
) -> Post:
    """Read an order and ask whether to store it, perhaps ``instead`` of another; nothing is stored yet.

    What the other has beyond the fields of the form stays as it is.
    """
    look = await desk.services.matches.look(match, actor(interaction).user)
    found = next((known for known in order_forms(look.game) if known.name == form), None)
    if found is None:
        raise Sentence(_("{title} knows no such plan.", title=look.game.spec.title))
    if instead:
        stored = (await desk.services.orders.show(actor(interaction), match=match)).orders
        old = next((order.values for order in stored if order.id == instead), {})
        rest = (option.name for option in found.options[limits.MODAL_ROWS :])
        values = {name: old[name] for name in rest if name in old} | dict(values)
    order = await desk.services.orders.read(actor(interaction), match=match, kind=form, values=values)
    typed = _written(values)
    length = max(len(typed), len(_written(written(order))))
    if length > MOST_WRITTEN:
        raise Sentence(
            _(
                "That is too long: it has {length} characters, and one can have {most}; store it in several parts.",
                length=length,
                most=MOST_WRITTEN,
            )
        )
    sheet = Sheet(PRIVATE).say(f"### {title(look)} · {found.title}").say(f"{FENCE}\n{typed}\n{FENCE}")
    store = Press(verb=Verb.ORDER, match=match, at=instead, value=form)
    sheet.say(_("It is played for you as soon as you are asked and it fits. Store it?"))
    return sheet.buttons([Button(store, _("Store it"), Style.GOOD), _back(match)]).post()


def _written(values: Mapping[str, Value]) -> str:
    """The fields, a line each, as a player reads them and as they are read back."""
    return "\n".join(f"{name}: {' '.join(show(value).splitlines())}" for name, value in values.items())


def _back(match: MatchId) -> Button:
    return Button(Press(verb=Verb.PLAN, match=match, value="back"), _("Leave it"))


async def store_order(desk: Desk, interaction: Interaction, press: Press) -> Post:
    """Store the order that stands in the message whose button was pressed (second step)."""
    match = MatchId(press.match)
    values = _values_in(interaction.message)
    order = await desk.services.orders.read(actor(interaction), match=match, kind=press.value, values=values)
    instead = OrderId(press.at) if press.at else None
    receipt = await desk.services.orders.add(
        key(interaction), actor(interaction), match=match, order=order, instead=instead
    )
    look = await desk.services.matches.look(match, actor(interaction).user)
    told = told_words(receipt.told, prose_of(look)) or _("Stored.")
    return await orders_for(desk, interaction, match, note=told)


def _values_in(message: discord.Message | None) -> dict[str, Value]:
    """Read the values back from the text of our own message."""
    parts = ui.LayoutView.from_message(message).walk_children() if message is not None else ()
    texts = [part.content for part in parts if isinstance(part, ui.TextDisplay)]
    for text in texts:
        if text.startswith(f"{FENCE}\n"):
            lines = text.removeprefix(f"{FENCE}\n").removesuffix(f"\n{FENCE}").splitlines()
            return {name: value for name, _colon, value in (line.partition(": ") for line in lines)}
    raise Sentence(_("This message does not hold the plan any more; please enter it again."))


async def change_order(desk: Desk, interaction: Interaction, press: Press) -> Post:
    """Remove one order, or set a halted one going again."""
    match = MatchId(press.match)
    orders = desk.services.orders
    call = orders.resume if press.verb is Verb.RESUME else orders.clear
    receipt = await call(key(interaction), actor(interaction), match=match, order=OrderId(press.at))
    look = await desk.services.matches.look(match, actor(interaction).user)
    return await orders_for(desk, interaction, match, note=told_words(receipt.told, prose_of(look)))
