"""Orders: the list of what a player stored ahead, the form for a new one, and the two-step confirmation."""

from collections.abc import Mapping
from itertools import islice
from typing import Self

import discord
from discord import ui
from msgspec import Struct

from bot.app.match.paces import NoPace
from bot.app.match.records import Actor, MatchView, OrderView, PlansPanel, ReadOrder
from bot.app.plans.words import field_of, name_of, write_fields
from bot.edge import limits
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.languages import phrase
from bot.edge.messages.board import PRIVATE
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style, page_buttons, pages_of
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import join_sentences, names_of, prose_of, title, words_for, words_of
from bot.edge.words import BULLET, _, capitalize, languages
from db.ids import MatchId, OrderId
from games.core.contract import AnyGame
from games.core.input.forms import Form, FormKind, Option, forms_of, is_no, is_yes, show
from games.core.moves import Value
from games.core.orders import is_preference
from games.core.seats import Seat
from games.core.text import say
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


async def orders_for(
    responder: Responder, interaction: Interaction, match: MatchId, *, note: str = "", page: int = 0
) -> Post:
    """Return the player's orders of a match."""
    panel = await responder.services.plans.show(actor(interaction), match=match)
    match_view = await responder.services.matches.view(match, actor(interaction).user)
    return orders_post(
        panel, match_view.game, title=title(match_view), names=names_of(match_view), note=note, page=page
    )


async def all_orders(responder: Responder, interaction: Interaction, *, page: int = 0) -> Post:
    """Return a page of what the player has stored ahead in all running matches, with a button to each list."""
    user = actor(interaction).user
    builder = MessageBuilder(PRIVATE).say(_("### Your plans in all matches"))
    panels = await responder.services.plans.everywhere(user)
    buttons = []
    pages = pages_of(panels, lambda panel: 0, most=MOST_MATCHES, room=1)
    at = min(page, len(pages) - 1)
    for panel in pages[at]:
        match_view = await responder.services.matches.view(panel.match, user)
        words = words_for(match_view.game, names_of(match_view))
        lines = [f"**{title(match_view)}**"]
        for order in panel.orders:
            halted = f" {_explain_stopped(order, words(order.halted))}" if order.halted else ""
            lines.append(f"- {_whose(panel, order.seat, words)}{words(order.text)}{halted}")
        builder.say("\n".join(lines), most=700)
        buttons.append(Button(Press(verb=ButtonAction.PLAN, match=panel.match, value="list"), title(match_view)))
    if not panels:
        builder.say(_("You have no stored plans. Press *Plan* under a board to store one."))
    back = Press(verb=ButtonAction.LIST, at=max(at - 1, 0), value=ALL)
    on = Press(verb=ButtonAction.LIST, at=at + 1, value=ALL)
    return builder.buttons(buttons).buttons(page_buttons(at, len(pages), back=back, on=on)).post()


def orders_post(
    panel: PlansPanel, game: AnyGame, *, title: str, names: tuple[str, ...] = (), note: str = "", page: int = 0
) -> Post:
    """Return a page of the list with a button to remove each, and one for each kind that can be added."""
    builder = MessageBuilder(PRIVATE).say(note).say(_("### {title} · your plans", title=title))
    pages = _pages(panel, words_for(game, names))
    at = min(page, len(pages) - 1)
    words = words_for(game, names)
    builder.say("\n".join(words(line) for line in panel.submitted), most=MOST_LISTED)
    nothing = _("You have no stored plans. What you add is played for you as soon as it's your turn.")
    if not panel.seats:
        nothing = _("You resigned from this match, so you have no plans here.")
    builder.say("\n".join(line for *_rest, line in pages[at]) or nothing)
    buttons = []
    for number, order, _line in pages[at]:
        remove = Press(verb=ButtonAction.UNORDER, match=panel.match, at=order.id)
        label = _("Dismiss {number}", number=number) if order.gone else _("Remove {number}", number=number)
        buttons.append(Button(remove, label, Style.BAD))
        form = next((form for form in order_forms(game) if form.order is type(order.order)), None)
        if form is not None:
            change = draft_press(panel.match, form, order.seat, instead=order.id)
            buttons.append(Button(change, _("Change {number}", number=number)))
        if order.halted and not order.gone:
            resume = Press(verb=ButtonAction.RESUME, match=panel.match, at=order.id)
            buttons.append(Button(resume, _("Resume {number}", number=number)))
    builder.buttons(buttons)
    back = Press(verb=ButtonAction.PLAN, match=panel.match, at=max(at - 1, 0), value="before")
    on = Press(verb=ButtonAction.PLAN, match=panel.match, at=at + 1, value="after")
    builder.buttons(page_buttons(at, len(pages), back=back, on=on))
    builder.buttons(
        [
            Button(
                draft_press(panel.match, form, seat),
                _form_title(game, form, seat if len(panel.seats) > 1 else None),
                Style.MAIN,
            )
            for seat in panel.seats
            for form in order_forms(game)
            if form.order in panel.kinds
        ]
    )
    return builder.post()


def draft_press(
    match: MatchId,
    form: Form,
    seat: Seat,
    *,
    instead: int = 0,
    page: int = 0,
    verb: ButtonAction = ButtonAction.DRAFT_ORDER,
) -> Press:
    """Return what opens a page of the form of an order for a seat, or stores what was typed there."""
    return Press(verb=verb, match=match, at=instead, value=f"{form.name}/{seat}/{page}")


class Drafted(Struct, frozen=True):
    """Which form an order is typed in, for which seat, and which page of it; None: the usual seat."""

    form: str
    seat: Seat | None = None
    page: int = 0

    @classmethod
    def read(cls, value: str) -> Self:
        """Read what ``draft_press`` wrote, or an earlier release, which named the form alone."""
        form, *rest = value.split("/")
        numbers = [int(each) for each in rest]
        return cls(form, Seat(numbers[0]) if numbers else None, numbers[1] if len(numbers) > 1 else 0)


def _whose(panel: PlansPanel, seat: Seat, words: Words) -> str:
    """The seat, for who has several in the match."""
    several = len({*panel.seats, *(order.seat for order in panel.orders)}) > 1
    return f"{words.name(seat)}: " if several else ""


def _form_title(game: AnyGame, form: Form, seat: Seat | None) -> str:
    """The label of the button to a form; ``seat``: for who has several in the match."""
    title = phrase(form.title, game=game)
    return title if seat is None else f"{seat + 1}: {title}"


def _pages(panel: PlansPanel, words: Words) -> list[list[tuple[int, OrderView, str]]]:
    """Numbers, orders and their lines, page by page; an empty page where nothing is stored."""
    found = []
    for number, order in enumerate(panel.orders, start=1):
        line = f"{number}. {_whose(panel, order.seat, words)}{words(order.text)}"
        if order.halted:
            line += f"\n-# {_explain_stopped(order, limits.cut(words(order.halted), MOST_WHY))}"
        elif order.unfit:
            why = limits.cut(words(order.unfit), MOST_WHY)
            line += "\n-# ⏳ " + _("doesn't fit now, will be tried again: {why}", why=why)
        found.append((number, order, line))
    return pages_of(found, lambda each: len(each[2]), most=MOST_SHOWN, room=MOST_LISTED)


def _explain_stopped(order: OrderView, why: str) -> str:
    """What has become of an order that is not played any more."""
    return "✖ " + _("not played: {why}", why=why) if order.gone else "⏸ " + _("stopped: {why}", why=why)


def order_forms(game: AnyGame) -> list[Form]:
    """Return the forms of what can be stored in this game."""
    return [form for form in forms_of(game) if form.kind is FormKind.ORDER]


async def order_form(responder: Responder, interaction: Interaction, press: Press, wanted: Drafted) -> ui.Modal:
    """Return a page of the form of an order, filled in with what is stored, or typed so far."""
    game, form, values = await _read_form(responder, interaction, press, wanted)
    return order_modal(press, game, form, values, page=wanted.page)


async def _read_form(
    responder: Responder, interaction: Interaction, press: Press, wanted: Drafted
) -> tuple[AnyGame, Form, Mapping[str, Value]]:
    """Return a form, and its fields as they are stored, or on a later page as they were typed so far."""
    who = actor(interaction)
    game = (await responder.services.matches.view(MatchId(press.match), who.user)).game
    form = _form(game, wanted.form)
    if wanted.page:
        return game, form, _values_in(interaction.message, _fields_by_name(form, game))
    return game, form, await _find_stored(responder, who, press, form, wanted)


async def _find_stored(
    responder: Responder, who: Actor, press: Press, form: Form, wanted: Drafted
) -> Mapping[str, Value]:
    """Return the fields of the order that a form changes: the one pressed, or the only one there can be of its kind."""
    assert form.order is not None, "it is the form of an order"
    stored = (await responder.services.plans.show(who, match=MatchId(press.match))).orders
    for order in stored:
        alone = form.order.single and type(order.order) is form.order and wanted.seat in (None, order.seat)
        if order.id == press.at or (alone and not press.at):
            return order.values
    return {}


def form_pages(form: Form) -> int:
    """Return how many pages the form of an order has: a page has five fields (Discord limit)."""
    return -(-len(form.options) // limits.MODAL_ROWS)


def order_modal(press: Press, game: AnyGame, form: Form, values: Mapping[str, Value], *, page: int = 0) -> ui.Modal:
    """Return a page of the form of an order, filled in."""
    modal = ui.Modal(
        title=limits.cut(phrase(form.title, game=game), limits.MODAL_TITLE), timeout=None, custom_id=press.custom_id()
    )
    first = page * limits.MODAL_ROWS
    for option in form.options[first : first + limits.MODAL_ROWS]:
        label: ui.Label[ui.LayoutView] = ui.Label(
            text=limits.cut(phrase(name_of(option.name), game=game), limits.MODAL_LABEL),
            description=limits.cut(phrase(option.what, game=game), limits.COMMAND_DESCRIPTION),
            component=_field(game, option, values),
        )
        modal.add_item(label)
    modal.stop()  # what is handed in comes as an interaction of its own, also after a restart
    return modal


def _form(game: AnyGame, name: str) -> Form:
    found = next((form for form in order_forms(game) if form.name == name), None)
    if found is None:
        raise Sentence(
            _(
                "{title} doesn't have this kind of plan. Press *Plan* under the board to see the kinds it has.",
                title=game.spec.title,
            )
        )
    return found


def _field(game: AnyGame, option: Option, values: Mapping[str, Value]) -> "ui.Item[ui.LayoutView]":
    value = None if option.name not in values else show(values[option.name])
    usual = option.usual if value is None else value
    named = {each: phrase(option.named.get(each, each), game=game) for each in option.choices}
    if option.type is bool:
        named = {"yes": _("yes"), "no": _("no")}
    if named:
        options = [
            discord.SelectOption(label=words, value=choice, default=choice == usual)
            for choice, words in islice(named.items(), limits.SELECT_OPTIONS)
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


async def form_filled(
    responder: Responder, interaction: Interaction, press: Press, wanted: Drafted, values: Mapping[str, Value]
) -> Post:
    """Read a page of the form of an order; what stands on its other pages stays as it is stored, or typed so far."""
    _game, form, before = await _read_form(responder, interaction, press, wanted)
    options = [option.name for option in form.options]
    first = wanted.page * limits.MODAL_ROWS
    kept = {*options[:first], *options[first + limits.MODAL_ROWS :]}
    together = {name: before[name] for name in options if name in before and name in kept} | dict(values)
    return await draft_order(responder, interaction, MatchId(press.match), wanted, values=together, instead=press.at)


async def draft_order(
    responder: Responder,
    interaction: Interaction,
    match: MatchId,
    wanted: Drafted,
    *,
    values: Mapping[str, Value],
    instead: int = 0,
) -> Post:
    """Read an order and ask whether to store it, perhaps ``instead`` of another; nothing is stored yet."""
    match_view = await responder.services.matches.view(match, actor(interaction).user)
    found = _form(match_view.game, wanted.form)
    read = await responder.services.plans.read(
        actor(interaction), match=match, kind=wanted.form, values=values, seat=wanted.seat
    )
    typed = _write_fields(values, match_view.game)
    length = max(len(typed), len(_write_fields(write_fields(read.order), match_view.game)))
    if length > MOST_WRITTEN:
        raise Sentence(
            _(
                "That's too long: {length} characters. The limit is {most}, so store it as several plans.",
                length=length,
                most=MOST_WRITTEN,
            )
        )
    seat = wanted.seat if wanted.seat is not None else match_view.viewer
    assert seat is not None, "what is read belongs to a player"
    head = f"### {title(match_view)} · {_for_seat(match_view, seat)}{phrase(found.title, game=match_view.game)}"
    builder = MessageBuilder(PRIVATE).say(head).say(f"{FENCE}\n{typed}\n{FENCE}")
    words = words_of(match_view)
    builder.say("\n".join(f"{BULLET}{capitalize(words(text))}" for text in read.words), most=1000)
    if read.replaces is not None and not instead:
        builder.say(_("It replaces what is stored now: {plan}", plan=words(read.replaces)), most=MOST_WHY)
    builder.say(_what_follows(read, match_view))
    store = draft_press(match, found, seat, instead=instead, verb=ButtonAction.ORDER)
    pages = range(1, form_pages(found))
    more = [Button(draft_press(match, found, seat, instead=instead, page=page), _("More options")) for page in pages]
    return builder.buttons([Button(store, _("Store it"), Style.GOOD), *more, _back(match)]).post()


def _for_seat(match_view: MatchView, seat: Seat) -> str:
    """The seat a plan is for, for who has several in the match."""
    user = match_view.seats[seat].user
    several = sum(each.user == user for each in match_view.seats) > 1
    return f"{words_of(match_view).name(seat)}: " if several else ""


def _what_follows(read: ReadOrder, match_view: MatchView) -> str:
    """What storing an order does, and what speaks against it as things stand."""
    if is_preference(type(read.order)):
        return _("It decides for you from now on, until you change it.") + "\n" + _("Store it?")
    if type(read.order).expired:
        said = _("It counts only if you miss the deadline.")
        if isinstance(match_view.pace, NoPace):
            said += " " + _("This match has no clock.")
    elif read.asked and read.doubt is None:
        said = _("It's your turn and it fits, so it will be played right away.")
    elif read.order.keep:
        said = _("It will be played as soon as it's your turn and it fits.")
    else:
        said = _("It's for your next turn. It will be played then if it fits, and removed afterward either way.")
    if read.doubt is not None:
        said += "\n⚠️ " + _("Right now it wouldn't fit: {why}", why=words_of(match_view)(read.doubt))
    return f"{said}\n" + _("Store it?")


def _write_fields(values: Mapping[str, Value], game: AnyGame) -> str:
    """The fields, a line each, as a player reads them and as they are read back."""
    return "\n".join(f"{phrase(name_of(name), game=game)}: {_show_value(value)}" for name, value in values.items())


def _show_value(value: Value) -> str:
    """A value as it is typed, in one line; yes and no in the reader's language."""
    shown = " ".join(show(value).splitlines())
    return words_for(None, plain=True)(say(f"core.{shown}")) if shown in ("yes", "no") else shown


def _in_english(shown: str) -> str:
    return show(is_yes(shown)) if is_yes(shown) or is_no(shown) else shown


def _fields_by_name(form: Form, game: AnyGame) -> Mapping[str, str]:
    """The fields of a form by their names in every language: a message may be older than its reader's choice of one."""
    names = {option.name: name_of(option.name) for option in form.options}
    return {phrase(name, tag, game=game): field for tag in reversed(languages()) for field, name in names.items()}


def _back(match: MatchId) -> Button:
    return Button(Press(verb=ButtonAction.PLAN, match=match, value="back"), _("Back"))


async def store_order(responder: Responder, interaction: Interaction, press: Press, wanted: Drafted) -> Post:
    """Store the order that stands in the message whose button was pressed (second step)."""
    match = MatchId(press.match)
    game = (await responder.services.matches.view(match, actor(interaction).user)).game
    values = _values_in(interaction.message, _fields_by_name(_form(game, wanted.form), game))
    read = await responder.services.plans.read(
        actor(interaction), match=match, kind=wanted.form, values=values, seat=wanted.seat
    )
    instead = OrderId(press.at) if press.at else None
    receipt = await responder.services.plans.add(
        key(interaction), actor(interaction), match=match, order=read.order, instead=instead, seat=wanted.seat
    )
    match_view = await responder.services.matches.view(match, actor(interaction).user)
    told = join_sentences(receipt.told, prose_of(match_view)) or _("Stored.")
    return await orders_for(responder, interaction, match, note=told)


def _values_in(message: discord.Message | None, fields: Mapping[str, str]) -> dict[str, Value]:
    """Read the values back from the text of our own message, in which fields have names."""
    parts = ui.LayoutView.from_message(message).walk_children() if message is not None else ()
    texts = [part.content for part in parts if isinstance(part, ui.TextDisplay)]
    for text in texts:
        if text.startswith(f"{FENCE}\n"):
            lines = text.removeprefix(f"{FENCE}\n").removesuffix(f"\n{FENCE}").splitlines()
            return {
                fields.get(name, field_of(name)): _in_english(value)
                for name, _colon, value in (line.partition(": ") for line in lines)
            }
    raise Sentence(_("This message no longer holds the plan. Enter it again."))


async def change_order(responder: Responder, interaction: Interaction, press: Press) -> Post:
    """Remove one order, or set a halted one going again."""
    match = MatchId(press.match)
    orders = responder.services.plans
    call = orders.resume if press.verb is ButtonAction.RESUME else orders.clear
    receipt = await call(key(interaction), actor(interaction), match=match, order=OrderId(press.at))
    match_view = await responder.services.matches.view(match, actor(interaction).user)
    return await orders_for(responder, interaction, match, note=join_sentences(receipt.told, prose_of(match_view)))
