"""Buttons and selects: one persistent item for all of them, and what each does."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar, cast

import discord
import structlog
from discord import ui

from bot.app.match.records import MatchView, Panel, Place, Receipt
from bot.app.puzzles.table import is_puzzle
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.at_once import show_form
from bot.edge.interactions.journal import Result, journal, note_result
from bot.edge.interactions.plans import Drafted, change_order, form_filled, order_form, orders_for, store_order
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.interactions.rights import access_of, expect_writing
from bot.edge.interactions.sent_values import first_value, read_form
from bot.edge.interactions.turns import following_post, open_next, panel_for, receipt_post, take_turn_back
from bot.edge.messages.board import history_post, log_post, render_request, score_post, view_post
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import NUMBER, ButtonAction, Press
from bot.edge.messages.details import details_post
from bot.edge.messages.formatting import join_sentences, prose_of, title, words_for
from bot.edge.panels.keypad import read_key, read_presses
from bot.edge.panels.lobby_forms import levels_post, numbers_modal, numbers_of, setup_post
from bot.edge.panels.panel import EVERYTHING, Focus
from bot.edge.words import _
from db.ids import MatchId
from games.core.errors import Refusal
from games.core.moves import Value
from games.core.seats import AskId

log = structlog.get_logger(__name__)

T = TypeVar("T")
Handler = Callable[[Responder, Interaction, Press, str | None], Awaitable[Post]]
_handlers: dict[ButtonAction, Handler] = {}
_puzzle_handlers: dict[ButtonAction, Handler] = {}

OF_A_DRAFT = frozenset(
    {
        ButtonAction.CHOOSE,
        ButtonAction.TAKE,
        ButtonAction.KEY,
        ButtonAction.PAGE,
        ButtonAction.VERB,
        ButtonAction.UNDO,
        ButtonAction.RESTART,
        ButtonAction.CONFIRM,
        ButtonAction.BACK,
    }
)
"""Pressed in the panel of a turn."""
IN_PLACE = (
    OF_A_DRAFT
    | {ButtonAction.ORDER, ButtonAction.UNORDER, ButtonAction.RESUME, ButtonAction.OPTION, ButtonAction.RESIGN}
    | {ButtonAction.FOLLOWING, ButtonAction.SHEET, ButtonAction.RULES, ButtonAction.LIST, ButtonAction.WHICH}
    | {ButtonAction.OPEN, ButtonAction.FIND, ButtonAction.WATCHING, ButtonAction.MUTED}
    | {ButtonAction.PREFERENCES, ButtonAction.PREFER, ButtonAction.INVITE}
    | {ButtonAction.ERASE, ButtonAction.PURGE}
)
"""Pressed in a private message: the message itself is changed."""
FORMS_IN_PLACE = frozenset({ButtonAction.TIMES, ButtonAction.AWAY, ButtonAction.NEW_TOURNAMENT})
"""Forms that are opened from a private message, and change it."""
WITH_VALUE = frozenset(
    {
        ButtonAction.HISTORY,
        ButtonAction.LOG,
        ButtonAction.PLAN,
        ButtonAction.ADD,
        ButtonAction.PRACTICE,
        ButtonAction.GUIDED,
        ButtonAction.GALLERY,
        ButtonAction.SETUP,
        ButtonAction.WIZARD,
        ButtonAction.REPEAT,
        ButtonAction.SEAT,
        ButtonAction.SOLVE,
    }
)
"""The same, when they carry a value; without one they stand on a message for everybody."""

ALONE = frozenset({ButtonAction.WHICH, ButtonAction.REVIEW})
"""Nothing waits for them: a command takes its place in the queue of its match itself, a review takes long."""

UNREADABLE = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError)
"""What reading raises where something is missing or of another type than Discord sends."""

FormHandler = Callable[[Responder, Interaction, Press, Mapping[str, Value]], Awaitable[Post]]
_form_handlers: dict[ButtonAction, FormHandler] = {}
Opener = Callable[[Responder, Interaction, Press], Awaitable[ui.Modal | Post]]
_openers: dict[ButtonAction, Opener] = {}


def opens_form(verb: ButtonAction) -> Callable[[Opener], Opener]:
    """Register the form that a button opens, which must be the first answer; or the message that comes before it."""

    def register(opener: Opener) -> Opener:
        _openers[verb] = opener
        return opener

    return register


def handles_form(verb: ButtonAction) -> Callable[[FormHandler], FormHandler]:
    """Register what a form does once it is handed in."""

    def register(handler: FormHandler) -> FormHandler:
        _form_handlers[verb] = handler
        return handler

    return register


def handles(*verbs: ButtonAction, puzzle: bool = False) -> Callable[[Handler], Handler]:
    """Register what a button does; ``puzzle``: if it is that of a puzzle."""

    def register(handler: Handler) -> Handler:
        for verb in verbs:
            (_puzzle_handlers if puzzle else _handlers)[verb] = handler
        return handler

    return register


async def answer_interaction(responder: Responder, interaction: Interaction) -> None:
    """Answer a button, a select or a form by what Discord sent of it; what cannot be read gets a sentence."""
    form = interaction.type is discord.InteractionType.modal_submit
    try:
        data = cast("Mapping[str, Any]", interaction.data)
        press = Press.read(data["custom_id"])
        chosen = None if form else first_value(data.get("values"))
        fields = dict(read_form(data["components"])) if form else {}
    except UNREADABLE as error:
        log.info("a press or a form can't be read", why=repr(error))
        await refuse_unknown(responder, interaction)
        return
    if form:
        await form_handed_in(responder, interaction, press, fields)
    else:
        await answer_press(responder, interaction, press, chosen=chosen)


async def answer_press(responder: Responder, interaction: Interaction, press: Press, *, chosen: str | None) -> None:
    """Answer a press."""
    if press.verb in _openers and not responder.is_halted(interaction):
        make = _openers[press.verb]
        return await open_form(responder, interaction, lambda: make(responder, interaction, press), match=press.match)
    update = press.verb in IN_PLACE or (press.verb in WITH_VALUE and press.value != "")

    async def work() -> Post:
        handlers = _puzzle_handlers if is_puzzle(press.match) else _handlers
        if press.verb not in handlers:
            raise explain_outdated()
        try:
            return await handlers[press.verb](responder, interaction, press, chosen)
        except Refusal as refusal:
            if press.verb not in OF_A_DRAFT:
                raise
            note_result(Result.REFUSED, refusal.code)
            return await _show_refusal(responder, interaction, press, refusal)

    # All who solve a puzzle would wait in its queue while a search judges somebody's turn.
    alone = press.verb in ALONE or (press.verb is ButtonAction.CONFIRM and is_puzzle(press.match))
    return await responder.answer(interaction, work, match=press.match or None, update=update, alone=alone)


async def _show_refusal(responder: Responder, interaction: Interaction, press: Press, refusal: Refusal) -> Post:
    """Return the panel as it stands, with the sentence on top; raises the refusal if nothing is asked any more."""
    open_panel = responder.services.puzzle_answers.open if is_puzzle(press.match) else responder.services.drafts.open
    try:
        panel = await open_panel(actor(interaction), match=_match(press))
    except Refusal:
        raise refusal from None
    note = f"⚠️ {prose_of(panel.match_view)(refusal.text)}"
    focus = Focus(keys=read_key(press.value)[0]) if press.verb is ButtonAction.KEY else EVERYTHING
    return await panel_for(responder, panel, focus=focus, note=note)


async def form_handed_in(
    responder: Responder, interaction: Interaction, press: Press, fields: Mapping[str, Value]
) -> None:
    """Answer a form; ``fields`` are those that were filled in."""

    async def work() -> Post:
        if press.verb not in _form_handlers:
            raise explain_outdated()
        return await _form_handlers[press.verb](responder, interaction, press, fields)

    await responder.answer(interaction, work, match=press.match or None, update=press.verb in FORMS_IN_PLACE)


async def open_form(
    responder: Responder, interaction: Interaction, make: Callable[[], Awaitable[ui.Modal | Post]], *, match: int = 0
) -> None:
    """Open a form; where there is none for this player, say why, or send the message made instead."""
    await responder.speak(interaction)
    made: ui.Modal | Post | Exception
    try:
        made = await make()
    except Exception as error:  # the responder makes a sentence of whatever it is
        made = error
    if isinstance(made, ui.Modal):
        with journal(interaction, match):
            return await show_form(interaction, made)

    async def show() -> Post:
        if isinstance(made, Post):
            return made
        raise made

    return await responder.answer(interaction, show, match=match or None)


@opens_form(ButtonAction.DRAFT_ORDER)
async def _order_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    """Return the form of an order, filled in with what is stored or typed already."""
    return await order_form(responder, interaction, press, read_as(Drafted.read, press.value))


@handles_form(ButtonAction.DRAFT_ORDER)
async def _show_draft(
    responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]
) -> Post:
    return await form_filled(responder, interaction, press, read_as(Drafted.read, press.value), values)


async def refuse_unknown(responder: Responder, interaction: Interaction) -> None:
    """Answer a button, select or form that no release of now knows."""

    async def work() -> Post:
        raise explain_outdated()

    await responder.answer(interaction, work)


def explain_outdated() -> Sentence:
    """Return what is said to a press that none of our buttons makes any longer."""
    return Sentence(_("This button is from an earlier version. Use the buttons on a newer message, or `/next`."))


def read_as(kind: Callable[[str], T], written: str) -> T:
    """Return what a press carries; raises Sentence if ``kind`` cannot read it, since no button of ours wrote it."""
    try:
        return kind(written)
    except ValueError:
        raise explain_outdated() from None


def read_number(written: str) -> int:
    """Return a number that a press carries; raises Sentence for what no button of ours wrote, such as one below 0."""
    if not NUMBER.fullmatch(written):
        raise explain_outdated()
    return int(written)


def _match(press: Press) -> MatchId:
    return MatchId(press.match)


async def _show_result(
    responder: Responder, interaction: Interaction, came: Panel | Receipt, *, focus: Focus = EVERYTHING
) -> Post:
    """Return what a press came to: the panel as it stands now, or that the turn is made."""
    if isinstance(came, Receipt):
        return await receipt_post(responder, interaction, came, panel=True)
    return await open_next(responder, interaction, came, focus=focus)


@handles(ButtonAction.PLAY)
async def _play(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    ask, drafts, who = AskId(press.ask) if press.ask else None, responder.services.drafts, actor(interaction)
    panel = await drafts.open(who, match=_match(press), ask=ask)
    if press.value and panel.length == 0:
        verb, has_value, value = press.value.partition("=")
        choice = (verb, value if has_value else None)
        pressed = await drafts.press(
            key(interaction), who, match=_match(press), ask=panel.ask.id, length=0, choice=choice
        )
        return await _show_result(responder, interaction, pressed)
    return await open_next(responder, interaction, panel)


@handles(ButtonAction.PAGE, ButtonAction.VERB)
async def _aim(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    panel = await responder.services.drafts.open(actor(interaction), match=_match(press), ask=AskId(press.ask))
    return await open_next(responder, interaction, panel, focus=Focus(press.value, read_number(chosen or "0")))


@handles(ButtonAction.CHOOSE)
async def _choose(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    presses = read_presses(press.value)
    if not presses:
        raise explain_outdated()
    *first, (verb, value) = presses
    panel = await responder.services.drafts.press_all(
        key(interaction),
        actor(interaction),
        match=_match(press),
        ask=AskId(press.ask),
        length=press.at,
        choices=(*first, (verb, chosen if value is None else value)),
    )
    return await _show_result(responder, interaction, panel)


@handles(ButtonAction.TAKE)
async def _take(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    panel = await responder.services.drafts.take(
        key(interaction),
        actor(interaction),
        match=_match(press),
        ask=AskId(press.ask),
        length=press.at,
        chosen=press.value.rpartition(":")[2],
    )
    return await _show_result(responder, interaction, panel)


@handles(ButtonAction.KEY)
async def _key(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    drafts, match, ask = responder.services.drafts, _match(press), AskId(press.ask)
    focus, move = read_key(press.value)
    if not move:
        return await panel_for(
            responder, await drafts.open(actor(interaction), match=match, ask=ask), focus=Focus(keys=focus)
        )
    panel = await drafts.act(key(interaction), actor(interaction), match=match, ask=ask, move=move)
    return await _show_result(responder, interaction, panel, focus=Focus(keys=focus))


@handles(ButtonAction.UNDO, ButtonAction.RESTART)
async def _take_back(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    drafts = responder.services.drafts
    call = drafts.undo_step if press.verb is ButtonAction.UNDO else drafts.start_over
    panel = await call(key(interaction), actor(interaction), match=_match(press), ask=AskId(press.ask), length=press.at)
    return await open_next(responder, interaction, panel)


@handles(ButtonAction.CONFIRM)
async def _confirm(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    receipt = await responder.services.drafts.confirm(
        key(interaction),
        actor(interaction),
        match=_match(press),
        ask=AskId(press.ask),
        length=press.at,
        presses=read_presses(press.value),
    )
    return await receipt_post(responder, interaction, receipt, panel=True)


@handles(ButtonAction.BACK)
async def _turn_back(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await take_turn_back(responder, interaction, _match(press), first=press.at)


@handles(ButtonAction.FOLLOWING)
async def _follow(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await following_post(responder, interaction, _match(press))


@handles(ButtonAction.VIEW)
async def _view(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await view_for(responder, interaction, _match(press), Scene.PRIVATE)


async def view_for(responder: Responder, interaction: Interaction, match: MatchId, scene: Scene) -> Post:
    """Return the board as the person sees it, in private; raises Sentence before the start."""
    own = scene is Scene.PRIVATE
    match_view = await responder.services.matches.look(match, actor(interaction).user, own=own)
    expect_board(match_view)
    return view_post(match_view, await responder.picture(render_request(match_view, scene)))


def expect_board(match_view: MatchView) -> None:
    """Raise Sentence for a match that has no board yet."""
    if match_view.view is None:
        raise Sentence(_("{title} hasn't started yet, so there's no board to show.", title=title(match_view)))


@handles(ButtonAction.LOG)
async def _log(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    user = actor(interaction).user
    match_view = await responder.services.matches.view(_match(press), user)
    return log_post(match_view, await responder.services.matches.log(_match(press), user, page=press.at))


@handles(ButtonAction.HISTORY)
async def _history(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await history_for(responder, interaction, _match(press), ply=press.at)


async def history_for(
    responder: Responder, interaction: Interaction, match: MatchId, *, ply: int | None = None, turn: int | None = None
) -> Post:
    """Return the board as it stood at a turn, the newest if none is named."""
    shown = await responder.services.history.turn(match, actor(interaction).user, ply=ply, turn=turn)
    drawings = await responder.picture(render_request(shown.match_view, Scene.SINCE))
    return history_post(shown.match_view, drawings, shown.lines, turn=shown.turn, turns=shown.turns)


@handles(ButtonAction.SCORE)
async def _score(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await score_for(responder, interaction, _match(press))


async def score_for(responder: Responder, interaction: Interaction, match: MatchId) -> Post:
    """Return the score by category, final or as it stands."""
    match_view = await responder.services.matches.look(match, actor(interaction).user)
    if match_view.outcome is not None:
        return score_post(
            match_view, match_view.outcome, await responder.picture(render_request(match_view, Scene.FINAL))
        )
    if match_view.standing is not None:
        return score_post(match_view, match_view.standing, ())
    raise Sentence(_("The score in this game stays hidden until the end."))


@handles(ButtonAction.ADD)
async def _add(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    if not press.value:
        return levels_post(await responder.services.lobby.setup(actor(interaction), match=_match(press)))
    receipt = await responder.services.lobby.add_computer(
        key(interaction), actor(interaction), match=_match(press), level=press.value
    )
    return await receipt_post(responder, interaction, receipt)


@handles(ButtonAction.DETAILS)
async def _details(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return details_post(await responder.services.matches.view(_match(press), actor(interaction).user))


@handles(ButtonAction.SETUP, ButtonAction.OPTION)
async def _setup(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    options = {press.value: chosen} if press.verb is ButtonAction.OPTION and chosen is not None else {}
    return await _change_options(responder, interaction, press, options, page=press.at)


@opens_form(ButtonAction.NUMBERS)
async def _numbers_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    match_view = await responder.services.lobby.setup(actor(interaction), match=_match(press))
    if not numbers_of(match_view)[press.at :]:
        raise Sentence(
            _("These numbers no longer have any effect in this match. Press *Options* to see the ones that do.")
        )
    return numbers_modal(match_view, press.at)


@handles_form(ButtonAction.NUMBERS)
async def _set_numbers(
    responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]
) -> Post:
    return await _change_options(responder, interaction, press, values)


async def _change_options(
    responder: Responder, interaction: Interaction, press: Press, options: Mapping[str, Value], *, page: int = 0
) -> Post:
    """Change rule options, if any, and return their sheet."""
    note = ""
    if options:
        receipt = await responder.services.lobby.set_options(
            key(interaction), actor(interaction), match=_match(press), options=options
        )
        note = join_sentences(receipt.told, words_for(None))
    match_view = await responder.services.lobby.setup(actor(interaction), match=_match(press))
    return setup_post(match_view, note=note, page=page)


@handles(ButtonAction.PLAN)
async def _plan(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await orders_for(responder, interaction, _match(press), page=press.at)


@handles(ButtonAction.ORDER)
async def _order(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await store_order(responder, interaction, press, read_as(Drafted.read, press.value))


@handles(ButtonAction.UNORDER, ButtonAction.RESUME)
async def _unorder(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await change_order(responder, interaction, press)


@handles(ButtonAction.REMATCH)
async def _rematch(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await rematch_for(responder, interaction, _match(press))


async def rematch_for(responder: Responder, interaction: Interaction, match: MatchId) -> Post:
    """Open the same match again; its card goes to the channel of the first one."""
    who = actor(interaction)
    first = (await responder.services.matches.view(match, who.user)).match
    notes = await expect_writing(responder, interaction, Place(first.guild, first.channel))
    receipt = await responder.services.lobby.rematch(key(interaction), who, match=match, access=access_of(interaction))
    return await receipt_post(responder, interaction, receipt, notes=notes)
