"""``/puzzle``, and the buttons of puzzles: *Solve*, those in the panel of the turn, and those below an answer."""

from bot.app.match.records import Panel
from bot.app.puzzles.answers import Verdict
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, command
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles, read_number
from bot.edge.interactions.responder import Responder, actor, place
from bot.edge.interactions.turns import panel_for
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.panels.keypad import read_presses
from bot.edge.panels.panel import Focus
from bot.edge.panels.puzzles import SHOW, verdict_post
from bot.edge.words import _


class Puzzles(Cog):
    """``/puzzle``."""

    @command(_("Solve the puzzle of the day; only you see it"), handling=UNQUEUED)
    async def puzzle(self, interaction: Interaction) -> Post:
        """Open the panel of its turn."""
        answers, guild = self.services.puzzle_answers, place(interaction).guild
        return await _show(self.responder, await answers.begin(actor(interaction), match=answers.newest, guild=guild))


@handles(ButtonAction.SOLVE, puzzle=True)
async def _solve(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Open the panel, also for another try; or give up."""
    answers, who = responder.services.puzzle_answers, actor(interaction)
    if press.value == SHOW:
        return verdict_post(await answers.show(who, match=press.match))
    begun = await answers.begin(who, match=press.match, guild=place(interaction).guild)
    return await _show(responder, begun)


@handles(ButtonAction.PAGE, ButtonAction.VERB, puzzle=True)
async def _aim(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    panel = await responder.services.puzzle_answers.open(actor(interaction), match=press.match)
    return await panel_for(responder, panel, focus=Focus(press.value, read_number(chosen or "0")))


@handles(ButtonAction.CHOOSE, puzzle=True)
async def _choose(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    presses = read_presses(press.value)
    if not presses:
        raise explain_outdated()
    *first, (verb, value) = presses
    panel = await responder.services.puzzle_answers.press_all(
        actor(interaction),
        match=press.match,
        length=press.at,
        choices=(*first, (verb, chosen if value is None else value)),
    )
    return await _show(responder, panel)


@handles(ButtonAction.TAKE, puzzle=True)
async def _take(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    panel = await responder.services.puzzle_answers.take(
        actor(interaction), match=press.match, length=press.at, chosen=press.value.rpartition(":")[2]
    )
    return await _show(responder, panel)


@handles(ButtonAction.UNDO, ButtonAction.RESTART, puzzle=True)
async def _take_back(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    answers = responder.services.puzzle_answers
    call = answers.undo_step if press.verb is ButtonAction.UNDO else answers.start_over
    return await _show(responder, await call(actor(interaction), match=press.match, length=press.at))


@handles(ButtonAction.CONFIRM, puzzle=True)
async def _confirm(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    verdict = await responder.services.puzzle_answers.confirm(
        actor(interaction), match=press.match, length=press.at, presses=read_presses(press.value)
    )
    return verdict_post(verdict)


async def _show(responder: Responder, came: Panel | Verdict) -> Post:
    return verdict_post(came) if isinstance(came, Verdict) else await panel_for(responder, came)
