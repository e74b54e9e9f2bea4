"""What is settled about who plays whom: ``/tournament seed``, ``bye`` and ``apart``."""

from typing import Annotated

from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.tournament.button_actions import receipt_words
from bot.edge.commands.tournament.named import ChosenTournament, entrant_param
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Sentence, actor, key, staff_of
from bot.edge.messages.builder import Post
from bot.edge.words import _, escape_markdown


def read_order(typed: str) -> tuple[int, ...]:
    """Read numbers of entrants, separated by commas or spaces; raises Sentence for anything else."""
    words = typed.replace(",", " ").split()
    if not words or not all(word.isdecimal() and len(word) < 7 for word in words):
        unread = _(
            "“{typed}” can't be read. List entrant numbers in order, like 3,1,7. The tournament's card shows them.",
            typed=escape_markdown(typed[:40]),
        )
        raise Sentence(unread)
    return tuple(map(int, words))


class ArrangeCommands(Cog):
    """What is settled about who plays whom."""

    @command(_("Set seeds by hand, before the start"), handling=UNQUEUED)
    async def seed(
        self,
        interaction: Interaction,
        *,
        order: Annotated[tuple[int, ...], Param(_("Entrant numbers, strongest first, like 3,1,7"), read=read_order)],
        tournament: ChosenTournament,
    ) -> Post:
        """Set them."""
        receipt = await self.services.arrangements.seed(
            key(interaction), actor(interaction), tournament=tournament, order=order, staff=staff_of(interaction)
        )
        return receipt_words(receipt)

    @command(_("Request a half-point bye"), handling=UNQUEUED)
    async def bye(
        self,
        interaction: Interaction,
        *,
        round: Annotated[int, Param(_("Which round (default: the next)"), least=1, most=30)] | None = None,
        back: Annotated[bool, Param(_("Withdraw your request"))] = False,
        tournament: ChosenTournament,
    ) -> Post:
        """Ask for one, or take it back."""
        receipt = await self.services.arrangements.bye(
            key(interaction), actor(interaction), tournament=tournament, round=round, back=back
        )
        return receipt_words(receipt)

    @command(_("Keep two entrants apart"), handling=UNQUEUED)
    async def apart(
        self,
        interaction: Interaction,
        *,
        entrant: Annotated[int, entrant_param(_("The first entrant"))],
        other: Annotated[int, entrant_param(_("The second entrant"))],
        back: Annotated[bool, Param(_("Allow this pairing again"))] = False,
        tournament: ChosenTournament,
    ) -> Post:
        """Keep them apart, or let them meet again."""
        receipt = await self.services.arrangements.keep_apart(
            key(interaction),
            actor(interaction),
            tournament=tournament,
            entrants=(entrant, other),
            back=back,
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)
