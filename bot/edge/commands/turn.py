"""Commands about the board and one's turn: ``/board``, ``/hand``, ``/hint``, ``/move``, ``/next``."""

import re
from typing import Annotated

from bot.app.match.records import MatchView
from bot.app.views.targets import BOARD, OWN_BOARD, PRACTICE_TURN, TURN
from bot.edge import limits
from bot.edge.commands.builder import UNQUEUED, resolve_match_so_far, suggest
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import expect_board, view_for
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.interactions.turns import panel_for, receipt_post
from bot.edge.messages.board import render_request, show_plates, view_post
from bot.edge.messages.builder import MessageBuilder, Post
from bot.edge.messages.formatting import seat_name, title
from bot.edge.panels.hints import hint_post
from bot.edge.words import _, escape_markdown, join_list, language
from games.core.seats import Seat
from render.core.plates import Drawing

LEAST_LABEL = 12
"""With less room than this a completion shows only the line."""


async def _complete_player(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The players of the match that is meant."""
    match_view = await responder.services.matches.view(await resolve_match_so_far(responder, interaction), None)
    return [
        (seat_name(seat), str(seat.seat + 1))
        for seat in match_view.seats
        if typed.casefold() in f"{seat.seat + 1} {seat_name(seat)}".casefold()
    ]


async def _complete_line(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Whole turns that begin with what is typed."""
    line = strip_labels(typed)
    if len(line) > limits.CHOICE_VALUE:
        return []
    match = await resolve_match_so_far(responder, interaction)
    found = await responder.services.matches.complete_line(
        match, actor(interaction).user, typed=line, language=language()
    )
    return [(add_label(label, value), value) for label, value in suggest(found)]


class Turns(Cog):
    """The board, and one's turn."""

    @command(_("Show the board, only to you"), target=BOARD, handling=UNQUEUED)
    async def board(
        self,
        interaction: Interaction,
        *,
        text: Annotated[bool, Param(_("Show the board in words"))] = False,
        player: Annotated[str, Param(_("Only this player's area, enlarged"), complete=_complete_player)] | None = None,
        match: ChosenMatch,
    ) -> Post:
        """Show it as everybody sees it, in words, or one player's part."""
        if not text and player is None:
            return await view_for(self.responder, interaction, match, Scene.BOARD)
        match_view = await self.services.matches.look(match, actor(interaction).user)
        expect_board(match_view)
        if text:
            return view_post(match_view, (), as_text=True)
        assert player is not None, "everything else was shown"
        seat = find_seat(match_view, player)
        builder = MessageBuilder().say(
            f"### {title(match_view)} · {escape_markdown(seat_name(match_view.seats[seat]))}"
        )
        show_plates(builder, match_view, await _seat_picture(self.responder, match_view, seat))
        return builder.post()

    @command(
        _("Show the board as you see it, with changes since your last turn outlined"),
        target=OWN_BOARD,
        handling=UNQUEUED,
    )
    async def hand(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Show it as the player sees it."""
        return await view_for(self.responder, interaction, match, Scene.PRIVATE)

    @command(_("Play a turn on one line"), target=TURN)
    async def move(
        self,
        interaction: Interaction,
        *,
        line: Annotated[
            str,
            Param(_("Your whole turn in the game's notation"), complete=_complete_line, longest=2 * limits.CHOICE_NAME),
        ],
        match: ChosenMatch,
    ) -> Post:
        """Play the turn."""
        receipt = await self.services.matches.play_line(
            key(interaction), actor(interaction), match=match, line=strip_labels(line).strip()
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Get a suggestion for your turn in a practice match"), target=PRACTICE_TURN, handling=UNQUEUED)
    async def hint(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Say what the game suggests for the whole turn, or a search, as soon as it is sure."""
        who = actor(interaction)
        suggested = await self.services.drafts.suggest(who, match=match)

        async def find() -> Post | None:
            if not self.services.suggestions.has_found(suggested.awaited):
                return None
            return hint_post(await self.services.drafts.suggest(who, match=match))

        if suggested.awaited:
            self.responder.go_on_with(find)
        return hint_post(suggested)

    @command(_("Go to the match that has waited longest for you"), handling=UNQUEUED)
    async def next(self, interaction: Interaction) -> Post:
        """Open its panel."""
        match = await self.services.matches.next_for(actor(interaction).user)
        if match is None:
            raise Sentence(_("No matches are waiting for you."))
        return await panel_for(self.responder, await self.services.drafts.open(actor(interaction), match=match))


async def _seat_picture(responder: Responder, match_view: MatchView, seat: Seat) -> tuple[Drawing, ...]:
    drawings = await responder.picture(render_request(match_view, Scene.SEAT, subject=seat))
    if not drawings:
        raise Sentence(_("There's no picture of a single player's area. Try `/board text:`."))
    return drawings


def find_seat(match_view: MatchView, typed: str) -> Seat:
    """Return the seat by its number or the player's name; raises Sentence."""
    wanted = typed.strip().casefold()
    for seat in match_view.seats:
        if wanted in (str(seat.seat + 1), seat.name.casefold(), seat_name(seat).casefold()):
            return seat.seat
    names = join_list(escape_markdown(seat_name(seat)) for seat in match_view.seats)
    raise Sentence(
        _(
            "“{typed}” isn't a player in this match. Choose one of these: {names}.",
            typed=escape_markdown(typed[:40]),
            names=names,
        )
    )


def add_label(label: str, line: str) -> str:
    """Return a completion's name: it begins with the line, so that one can type on after choosing it.

    Discord puts the name into the box; ``strip_labels`` takes its words out again.
    """
    room = limits.CHOICE_NAME - len(line) - 3
    return f"{line} \u2039{limits.cut(label, room)}\u203a" if room >= LEAST_LABEL else line


def strip_labels(typed: str) -> str:
    """Return a line without the words of the completions that were chosen in it."""
    return " ".join(re.sub("\u2039[^\u203a]*\u203a?", " ", typed).split()) + " " * typed.endswith(" ")
