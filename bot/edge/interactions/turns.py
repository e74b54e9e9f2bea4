"""What a turn came to, and the panel that goes on."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from bot.app.match.records import MatchView, Panel, Receipt
from bot.app.runtime.failures import RulesFault
from bot.app.runtime.refusals import refuse
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, actor, key
from bot.edge.messages.board import own_lines, render_request
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import ask_lines, entry_words, join_sentences, prose_of, words_for
from bot.edge.messages.undo import preview_post
from bot.edge.panels.hints import mark_steps
from bot.edge.panels.panel import EVERYTHING, Focus, offers_of, panel_post
from bot.edge.panels.returning import tail
from bot.edge.words import _
from db.ids import MatchId
from games.core.errors import Refusal
from render.core.plates import Drawing

MOST_SINCE = 450
"""Characters of what computer players did, above a panel that goes on after them; the log holds the rest."""


async def receipt_post(
    responder: Responder, interaction: Interaction, receipt: Receipt, *, panel: bool = False, notes: Sequence[str] = ()
) -> Post:
    """Return what a request came to; if the player is asked again at once, the way on: the panel, or a button to it.

    ``panel``: it came from the panel, which goes on. ``notes`` are said below.
    """
    again = receipt.asked and not receipt.over
    try:
        match_view = await responder.services.matches.view_after(receipt, actor(interaction).user)
    except RulesFault:  # what was done, such as a hold, stands all the same
        return plain(join_sentences(receipt.told, words_for(None)) or _("Done."))
    told = join_sentences(receipt.told, prose_of(match_view)) or _("Done.")
    live = any(ask.live for ask in match_view.asks)
    back = await _back(responder, interaction, receipt.match) if panel and not (live or receipt.over) else []
    if again and panel:
        opened = await responder.services.drafts.next(receipt, actor(interaction))
        return await open_next(responder, interaction, opened, told=told, back=back)
    if panel and not (again or receipt.over):
        return _waiting_post(responder, interaction, match_view, back, told=told)
    builder = MessageBuilder().say(told).say("\n".join(notes), most=1000)
    if again:
        builder.say(own_lines(match_view), most=1000)
        builder.buttons([Button(Press(verb=ButtonAction.PLAY, match=receipt.match), _("Play"), Style.MAIN)])
    return builder.post()


def _waiting_post(
    responder: Responder, interaction: Interaction, match_view: MatchView, back: Sequence[Button], *, told: str
) -> Post:
    """Return what the match waits for below what was done, with the way to the player's next turn.

    While it waits for computer players alone, the message goes on to that turn by itself.
    """
    if _waits_for_computers(match_view):
        responder.go_on_with(partial(_find_next, responder, interaction, match_view.match.id, told))
    builder = MessageBuilder().say(told)
    builder.say(own_lines(match_view) or ask_lines(match_view), most=1000)
    following = Button(Press(verb=ButtonAction.FOLLOWING, match=match_view.match.id), _("Next turn"), Style.MAIN)
    return builder.buttons([following, *back]).post()


def _waits_for_computers(match_view: MatchView) -> bool:
    """Whether the match waits for computer players and for nobody else."""
    asked = [seat for seat in match_view.seats if seat.asked]
    return bool(asked) and all(seat.level is not None for seat in asked)


async def _find_next(responder: Responder, interaction: Interaction, match: MatchId, told: str) -> Post | None:
    """Return the panel of the player's next turn below what their last one came to; None while others move."""
    who = actor(interaction)
    try:
        opened = await responder.services.drafts.open(who, match=match)
    except Refusal as refusal:
        match_view = await responder.services.matches.view(match, who.user)
        return None if match_view.asks else plain("\n".join(filter(None, (told, prose_of(match_view)(refusal.text)))))
    back = [] if opened.ask.live else await _back(responder, interaction, match)
    happened = await responder.services.history.since(match, who.user)
    since = [words for line in happened.lines if (words := entry_words(happened.match_view, line))]
    note = "\n".join(filter(None, (told, *tail(since, MOST_SINCE))))
    return await open_next(responder, interaction, opened, told=note, back=back)


async def open_next(
    responder: Responder,
    interaction: Interaction,
    opened: Panel,
    *,
    focus: Focus = EVERYTHING,
    told: str = "",
    back: Sequence[Button] = (),
) -> Post:
    """Return a panel below what was ``told``, with ``back`` between them.

    One that nobody waits for, such as that of instructions, goes on to the next turn when computer players have moved.
    """
    post = await panel_for(responder, opened, focus=focus, note=told, back=back)
    if not (opened.ask.waits or opened.ask.live) and _waits_for_computers(opened.match_view):
        responder.go_on_with(partial(_find_awaited, responder, interaction, opened, told))
    return post


async def _find_awaited(responder: Responder, interaction: Interaction, opened: Panel, told: str) -> Post | None:
    """Return the panel of the player's next turn that the match waits for; None until it does.

    What is half chosen stays as long as it can be played.
    """
    who, drafts, match = actor(interaction), responder.services.drafts, opened.match_view.match.id
    with suppress(Refusal):
        if not (await drafts.open(who, match=match)).ask.waits:
            return None
    if opened.length:
        with suppress(Refusal):
            await drafts.open(who, match=match, ask=opened.ask.id)
            return None
    return await _find_next(responder, interaction, match, told)


async def _back(responder: Responder, interaction: Interaction, match: MatchId) -> list[Button]:
    """Return the button that takes the newest turn back, where that needs nobody's consent."""
    with suppress(Refusal):
        undo = await responder.services.undo.preview(actor(interaction), match=match)
        if undo.lines and not undo.missing and not undo.unrates:
            press = Press(verb=ButtonAction.BACK, match=match, at=undo.lines[0].ply)
            return [Button(press, _("Take back"))]
    return []


async def take_turn_back(responder: Responder, interaction: Interaction, match: MatchId, *, first: int) -> Post:
    """Take the turn back that begins with entry ``first``, and open its panel again; say so if it is another by now."""
    service, who = responder.services.undo, actor(interaction)
    undo = await service.preview(who, match=match)
    if undo.lines[0].ply != first:
        raise refuse("STALE", "undo_stale")
    if undo.missing or undo.unrates:
        return preview_post(await responder.services.matches.view(match, who.user), undo, turns=1)
    receipt = await service.undo(key(interaction), who, match=match, newest=undo.newest)
    words = prose_of(await responder.services.matches.view_after(receipt, who.user))
    opened = await responder.services.drafts.open(who, match=match)
    return await panel_for(responder, opened, note=join_sentences(receipt.told, words))


async def begun_post(
    responder: Responder, interaction: Interaction, receipt: Receipt, *, notes: Sequence[str] = ()
) -> Post:
    """Return what opening a match came to; if it has begun, the panel of the player's first turn below that."""
    user = actor(interaction).user
    match_view = await responder.services.matches.view(receipt.match, user)
    seated = any(seat.user == user for seat in match_view.seats)
    if not seated or not match_view.asks:
        return await receipt_post(responder, interaction, receipt, notes=notes)
    told = "\n".join([join_sentences(receipt.told, prose_of(match_view)), *notes])
    return await following_post(responder, interaction, receipt.match, told=told)


async def following_post(responder: Responder, interaction: Interaction, match: MatchId, *, told: str = "") -> Post:
    """Return the panel of the player's next turn below what was ``told``, or again what the match waits for."""
    who = actor(interaction)
    try:
        opened = await responder.services.drafts.open(who, match=match)
    except Refusal as refusal:
        match_view = await responder.services.matches.view(match, who.user)
        if not match_view.asks:
            raise
        back = await _back(responder, interaction, match)
        return _waiting_post(responder, interaction, match_view, back, told=told or prose_of(match_view)(refusal.text))
    return await open_next(responder, interaction, opened, told=told)


async def panel_for(
    responder: Responder, panel: Panel, *, focus: Focus = EVERYTHING, note: str = "", back: Sequence[Button] = ()
) -> Post:
    """Return the panel with its preview drawn; ``note`` stands on top, with ``back`` below it.

    When a better suggestion is found soon, the panel shows it by itself.
    """
    if panel.awaited:
        responder.go_on_with(partial(_find_suggested, responder, panel, focus=focus, note=note, back=back))
    return panel_post(panel, await draw_preview(responder, panel, focus), focus=focus, note=note, back=back)


async def _find_suggested(
    responder: Responder, panel: Panel, *, focus: Focus, note: str, back: Sequence[Button]
) -> Post | None:
    """Return the panel with what a search suggests, and what it said before; None as long as nothing was found."""
    suggested = await responder.services.drafts.open_suggested(panel)
    if suggested is None:
        return None
    shown = replace(suggested, refused=suggested.refused or panel.refused, stale=panel.stale)
    return await panel_for(responder, shown, focus=focus, note=note, back=back)


async def draw_preview(responder: Responder, panel: Panel, focus: Focus) -> tuple[Drawing, ...]:
    """Return the preview with what the menus offer and the hint advises.

    None in live play, where words are there sooner, and the picture is shared.
    """
    if panel.ask.live:
        return ()
    marks = mark_steps(replace(panel.match_view.marks, offers=offers_of(panel, focus)), panel.advice.steps)
    return await responder.picture(render_request(replace(panel.match_view, marks=marks), Scene.PREVIEW))
