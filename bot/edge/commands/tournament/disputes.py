"""Results of tournaments that are disputed: ``/tournament report``, ``answer`` and ``extend``."""

from typing import Annotated

from bot.app.runtime.typed import NOTHING, is_word
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.tournament.button_actions import receipt_words
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Sentence, actor, key, staff_of
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import Post
from bot.edge.words import _, escape_markdown
from db.ids import AppealId, MatchId


def _read_match(typed: str) -> MatchId:
    """Return the number of a match; raises Sentence for what is none."""
    words = typed.strip().lstrip("#")
    if not words.isdecimal() or len(words) > 15:
        typed = escape_markdown(words[:40])
        raise Sentence(_("“{typed}” isn't a match number. Choose one from the list.", typed=typed))
    return MatchId(int(words))


def read_places(typed: str) -> tuple[int, ...]:
    """Read places by seat ("1,2,2"), or "none"; raises Sentence for anything else."""
    words = typed.strip().casefold()
    if words == "-" or is_word(NOTHING, words):
        return ()
    parts = [part.strip() for part in words.split(",")]
    if not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise Sentence(
            _(
                "“{typed}” can't be read. List the final place of each seat in order, like 1,2.",
                typed=escape_markdown(typed[:40]),
            )
        )
    return tuple(map(int, parts))


NamedMatch = Annotated[MatchId, Param(_("Match number"), read=_read_match)]
Reason = Annotated[str, Param(_("Why; this goes into the log"))]


class Disputes(Cog):
    """Appeals, and what organizers decide about a match."""

    @command(_("Appeal a result, or set it as the organizer"), handling=UNQUEUED)
    async def report(
        self,
        interaction: Interaction,
        *,
        match: NamedMatch,
        why: Reason,
        places: Annotated[
            tuple[int, ...],
            Param(
                _("For organizers and staff: places by seat, like 1,2, or “none” to annul the result"), read=read_places
            ),
        ]
        | None = None,
    ) -> Post:
        """Appeal, or set the result."""
        who, name, disputes = actor(interaction), key(interaction), self.services.disputes
        if places is None:
            receipt = await disputes.appeal(name, who, match=match, words=why)
        else:
            receipt = await disputes.rule(name, who, match=match, places=places, why=why, staff=staff_of(interaction))
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Answer an appeal"), handling=UNQUEUED)
    async def answer(
        self,
        interaction: Interaction,
        *,
        appeal: Annotated[AppealId, Param(_("Appeal number"), type=int, least=1, most=10**9)],
        why: Reason,
        places: Annotated[
            tuple[int, ...],
            Param(
                _("Uphold it with these places by seat, like 1,2, or “none” to annul (default: reject it)"),
                read=read_places,
            ),
        ]
        | None = None,
    ) -> Post:
        """Uphold or reject it."""
        receipt = await self.services.disputes.answer(
            key(interaction), actor(interaction), appeal=appeal, words=why, places=places, staff=staff_of(interaction)
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Give a match more days (organizers only)"), handling=UNQUEUED)
    async def extend(
        self,
        interaction: Interaction,
        *,
        match: NamedMatch,
        days: Annotated[int, Param(_("How many more days"), least=1, most=365)],
    ) -> Post:
        """Give more days."""
        receipt = await self.services.disputes.extend(
            key(interaction), actor(interaction), match=match, days=days, staff=staff_of(interaction)
        )
        return receipt_words(receipt)
