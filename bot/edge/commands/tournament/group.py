"""``/tournament``: from opening a tournament to its export."""

from typing import Annotated

import discord
from discord import app_commands

from bot.app.ratings.exports import Form
from bot.app.tournaments.records import Replacement, Start
from bot.edge.commands.builder import READ, UNQUEUED, Handling
from bot.edge.commands.cog import Cog, Param, command, group
from bot.edge.commands.parameters import levels
from bot.edge.commands.profile_pages import file_post
from bot.edge.commands.staff.rights import read_reason
from bot.edge.commands.tournament.arrange import ArrangeCommands
from bot.edge.commands.tournament.button_actions import receipt_words, show_page, start_tournament
from bot.edge.commands.tournament.create import AnnounceCommands
from bot.edge.commands.tournament.disputes import Disputes
from bot.edge.commands.tournament.hosts import HostCommands
from bot.edge.commands.tournament.named import ChosenTournament, entrant_param
from bot.edge.commands.tournament.teams import find_offer
from bot.edge.interactions import Interaction
from bot.edge.interactions.rate_limits import FILE_COST
from bot.edge.interactions.responder import Responder, Sentence, actor, key, person, place, roles_of, staff_of
from bot.edge.messages.builder import Post
from bot.edge.tournaments.delivery import all_drawn
from bot.edge.tournaments.posts import appeals_post, list_post, show_post
from bot.edge.words import _, language


def tournament_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/tournament``."""
    cogs = (AnnounceCommands, ArrangeCommands, EntryCommands, Lookups, RunCommands, Disputes, HostCommands)
    return group("tournament", _("Open, enter, follow, and run tournaments"), *(cog(responder) for cog in cogs))


FORMS = [(_("CSV"), Form.CSV.value), (_("JSON"), Form.JSON.value), (_("Swiss report (TRF)"), Form.TRF.value)]
DropReason = Annotated[str, Param(_("Why; the player is told, and it's kept in the staff log"), read=read_reason)]
Entrant = Annotated[int, entrant_param(_("Which entrant"))]


class EntryCommands(Cog):
    """Signing up and off."""

    @command(_("Sign up or check in"), handling=UNQUEUED)
    async def join(
        self,
        interaction: Interaction,
        *,
        tournament: ChosenTournament,
        team: Annotated[str, Param(_("Name of the team to create or join"))] = "",
    ) -> Post:
        """Sign up."""
        offered = None if team else await find_offer(self.responder, interaction, tournament)
        if offered is not None:
            return offered
        receipt = await self.services.tournaments.join(
            key(interaction), actor(interaction), tournament=tournament, roles=roles_of(interaction), team=team
        )
        return receipt_words(receipt)

    @command(_("Withdraw from a tournament"), handling=UNQUEUED)
    async def leave(self, interaction: Interaction, *, tournament: ChosenTournament) -> Post:
        """Sign off."""
        return receipt_words(
            await self.services.tournaments.leave(key(interaction), actor(interaction), tournament=tournament)
        )

    @command(_("Sign up a computer player"), handling=UNQUEUED)
    async def computer(
        self,
        interaction: Interaction,
        *,
        level: Annotated[str, Param(_("How well it plays"), choices=levels)] = "easy",
        tournament: ChosenTournament,
    ) -> Post:
        """Sign one up."""
        receipt = await self.services.tournaments.add_computer(
            key(interaction), actor(interaction), tournament=tournament, level=level, staff=staff_of(interaction)
        )
        return receipt_words(receipt)


class Lookups(Cog):
    """Looking at tournaments."""

    @command(_("List this server's tournaments"), name="list", handling=READ)
    async def list_tournaments(self, interaction: Interaction) -> Post:
        """List them."""
        return list_post(await self.services.tournaments.find(place(interaction)))

    @command(_("Show a tournament"), handling=UNQUEUED)
    async def show(self, interaction: Interaction, *, tournament: ChosenTournament) -> Post:
        """Show its card."""
        found = await self.services.tournaments.view(tournament)
        return show_post(found, await all_drawn(self.responder.render_pool, found))

    @command(_("Show the standings"), handling=UNQUEUED)
    async def standings(self, interaction: Interaction, *, tournament: ChosenTournament) -> Post:
        """Show them."""
        view = await self.services.tournaments.view(tournament)
        return await show_page(self.responder, interaction, view, action="standings")

    @command(_("Show the pairings"), handling=UNQUEUED)
    async def pairings(self, interaction: Interaction, *, tournament: ChosenTournament) -> Post:
        """Show them."""
        view = await self.services.tournaments.view(tournament)
        return await show_page(self.responder, interaction, view, action="pairings")

    @command(_("Show who is holding up a tournament, and remind them"), handling=UNQUEUED)
    async def organize(self, interaction: Interaction, *, tournament: ChosenTournament) -> Post:
        """Show them."""
        view = await self.services.tournaments.view(tournament)
        return await show_page(self.responder, interaction, view, action="organize")

    @command(_("List this server's open appeals"), handling=UNQUEUED)
    async def appeals(self, interaction: Interaction) -> Post:
        """List them."""
        if staff_of(interaction) is None:
            raise Sentence(_("Only people who can manage the server see all appeals; organizers see their own."))
        return appeals_post(await self.services.disputes.appeals(place(interaction)))

    @command(_("Download a tournament as a file"), handling=Handling(queue=False, cost=FILE_COST))
    async def export(
        self,
        interaction: Interaction,
        *,
        form: Annotated[Form, Param(_("File format (default: CSV)"), choices=FORMS)] = Form.CSV,
        tournament: ChosenTournament,
    ) -> Post:
        """Hand it out."""
        return file_post(
            await self.services.tournaments.export(tournament, form=form, language=language()),
            _("The tournament as a file."),
        )


class RunCommands(Cog):
    """Starting, canceling, and changing who takes part."""

    @command(_("Start a tournament now"), handling=UNQUEUED)
    async def start(self, interaction: Interaction, *, tournament: ChosenTournament) -> Post:
        """Start it."""
        return await start_tournament(self.responder, interaction, tournament, how=Start.ASK)

    @command(_("Cancel a tournament"), handling=UNQUEUED)
    async def cancel(self, interaction: Interaction, *, tournament: ChosenTournament) -> Post:
        """Cancel it."""
        receipt = await self.services.tournaments.cancel(
            key(interaction), actor(interaction), tournament=tournament, staff=staff_of(interaction)
        )
        return receipt_words(receipt)

    @command(_("Remove an entrant"), handling=UNQUEUED)
    async def drop(
        self, interaction: Interaction, *, entrant: Entrant, tournament: ChosenTournament, reason: DropReason = ""
    ) -> Post:
        """Take one out."""
        receipt = await self.services.tournaments.drop(
            key(interaction),
            actor(interaction),
            tournament=tournament,
            entrant=entrant,
            staff=staff_of(interaction),
            why=reason,
        )
        return receipt_words(receipt)

    @command(_("Let someone take over for an entrant"), handling=UNQUEUED)
    async def substitute(
        self,
        interaction: Interaction,
        *,
        entrant: Entrant,
        player: Annotated[discord.User | discord.Member, Param(_("Player who takes over"), type=discord.User)],
        board: Annotated[int, Param(_("Board in the team (default: 1)"), least=1, most=8)] = 1,
        tournament: ChosenTournament,
    ) -> Post:
        """Replace an entrant."""
        receipt = await self.services.tournaments.substitute(
            key(interaction),
            actor(interaction),
            tournament=tournament,
            replacement=Replacement(
                entrant=entrant,
                into=person(player),
                board=board - 1,
                roles=tuple(role.id for role in getattr(player, "roles", ())),
            ),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)
