"""Commands for coming back: ``/since``, ``/mine``, ``/history``, ``/notes``, ``/replay``."""

import time
from contextlib import suppress

import discord
from discord import app_commands

from bot.app.views.targets import BOARD, NOTED, OWN_BOARD
from bot.edge import limits
from bot.edge.commands.builder import Command, Given, Option, Run, command, game_title, match_option, resolve_match
from bot.edge.commands.listing import MINE, list_for
from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.retries import PASSING
from bot.edge.imaging.render_pool import Scene
from bot.edge.interactions.button_actions import history_for
from bot.edge.interactions.rate_limits import FILM_COST
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor
from bot.edge.messages.board import render_request
from bot.edge.messages.builder import Post
from bot.edge.messages.films import FILM_BYTES, NoFilm, Progress, Projector
from bot.edge.messages.formatting import title
from bot.edge.messages.returning import film_post, note_post, progress_post, since_post
from bot.edge.words import _

EDIT_SECONDS = 2.0
"""Between two edits that show how far a film has come."""
ENVELOPE = 64 * 1024
"""Bytes of a request beside the film itself."""


def back_commands(responder: Responder) -> list[Command | app_commands.Group]:
    """Return the commands."""
    return [_since(responder), _mine(responder), _history(responder), _notes(responder), _replay(responder)]


def _since(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        happened = await responder.services.history.since(match, actor(interaction).user)
        return since_post(happened, await responder.picture(render_request(happened.look, Scene.SINCE)))

    what = _("Show all that happened since your last move, in words and outlined on the board")
    return command(responder, "since", what, run=run, options=[match_option(responder)], target=OWN_BOARD, queue=False)


def _mine(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        return await list_for(responder, interaction, MINE)

    return command(
        responder, "mine", _("List your matches: whose turn it is, and the time left"), run=run, queue=False, cost=0
    )


def _history(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        return await history_for(responder, interaction, match, turn=int(given["turn"]) if "turn" in given else None)

    turn = Option(name="turn", what=_("Number in the log; the newest if left out"), type=int, least=0, most=100_000)
    what = _("Step through the turns with pictures")
    options = [turn, match_option(responder)]
    return command(responder, "history", what, run=run, options=options, target=BOARD, queue=False)


def _notes(responder: Responder) -> app_commands.Group:
    async def show(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        note = await responder.services.notes.show(actor(interaction).user, match=match)
        return note_post(note, game_title(responder, note.game))

    def writing(*, add: bool) -> Run:
        async def run(interaction: Interaction, given: Given) -> Post:
            match = await resolve_match(responder, interaction, given)
            text = str(given.get("text", ""))
            note = await responder.services.notes.write(actor(interaction), match=match, text=text, add=add)
            return note_post(note, game_title(responder, note.game))

        return run

    one = [match_option(responder)]
    text = Option(name="text", what=_("What to remember; only you read it"), required=True)
    group = app_commands.Group(name="notes", description=_("Your private notes about a match"))
    for name, what, run, options in (
        ("show", _("Read your notes about a match"), show, one),
        ("add", _("Write something down below what is there"), writing(add=True), [text, *one]),
        ("set", _("Write notes anew, in place of those there are"), writing(add=False), [text, *one]),
        ("clear", _("Remove your notes about a match"), writing(add=False), one),
    ):
        cost = 0 if name == "show" else 1
        group.add_command(command(responder, name, what, run=run, options=options, target=NOTED, cost=cost))
    return group


def _replay(responder: Responder) -> Command:
    projector = Projector()

    async def run(interaction: Interaction, given: Given) -> Post:
        user = actor(interaction).user
        match = await resolve_match(responder, interaction, given)
        own = given.get("part") == "own"
        if projector.busy(user):
            raise Sentence(_("A film for you is being made already; one after the other."))
        reel = await responder.services.replays.reel(match, user, own=own)
        most = min(FILM_BYTES, (interaction.filesize_limit or limits.FILE_BYTES) - ENVELOPE)
        try:
            film = await projector.film(
                responder.render_pool, reel, user=user, most=most, progress=_progress(interaction)
            )
        except NoFilm:
            raise Sentence(_("No film of this match can be made now; `/history` steps through its turns.")) from None
        head = _("### {title} · since your last move", title=title(reel.look)) if own else f"### {title(reel.look)}"
        return film_post(film, head=head, turns=reel.turns)

    part = Option(
        name="part",
        what=_("The whole match if left out"),
        choices=((_("the whole match"), "all"), (_("since my last move"), "own")),
    )
    what = _("Make an animated picture of a match, turn by turn")
    options = [part, match_option(responder)]
    return command(
        responder, "replay", what, run=run, options=options, target=BOARD, queue=False, alone=True, cost=FILM_COST
    )


def _progress(interaction: Interaction) -> Progress:
    """Return what shows, now and then, how far a film has come; where that fails it is left out."""
    shown = time.monotonic()

    async def show(done: int, total: int) -> None:
        nonlocal shown
        if time.monotonic() - shown < EDIT_SECONDS or done >= total:
            return
        shown = time.monotonic()
        with suppress(discord.HTTPException, *PASSING):
            post = progress_post(done, total)
            await interaction.edit_original_response(view=post.view, allowed_mentions=QUIET)

    return show
