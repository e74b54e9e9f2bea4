"""``/my notes``: private notes about a match."""

from typing import Annotated

from bot.app.views.targets import NOTED
from bot.edge.commands.builder import Handling, game_title
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import actor
from bot.edge.messages.builder import Post
from bot.edge.panels.returning import note_post
from bot.edge.words import _
from db.ids import MatchId

NoteText = Annotated[str, Param(_("What to remember; only you can read it"))]


class Notes(Cog):
    """Private notes about a match."""

    @command(_("Read your notes about a match"), target=NOTED, handling=Handling(cost=0))
    async def show(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Show them."""
        note = await self.services.notes.show(actor(interaction).user, match=match)
        return note_post(note, game_title(self.responder, note.game))

    @command(_("Add to your notes about a match"), target=NOTED)
    async def add(self, interaction: Interaction, *, text: NoteText, match: ChosenMatch) -> Post:
        """Add to them."""
        return await self._write(interaction, match, text, add=True)

    @command(_("Replace your notes about a match"), name="set", target=NOTED)
    async def write(self, interaction: Interaction, *, text: NoteText, match: ChosenMatch) -> Post:
        """Write them anew."""
        return await self._write(interaction, match, text, add=False)

    @command(_("Remove your notes about a match"), target=NOTED)
    async def clear(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Remove them."""
        return await self._write(interaction, match, "", add=False)

    async def _write(self, interaction: Interaction, match: MatchId, text: str, *, add: bool) -> Post:
        note = await self.services.notes.write(actor(interaction), match=match, text=text, add=add)
        return note_post(note, game_title(self.responder, note.game))
