"""``/ratings``: results of players and of servers."""

from typing import Annotated

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.app.match.records import Actor
from bot.app.ratings.exports import Form
from bot.edge import limits
from bot.edge.commands.builder import UNQUEUED, Handling
from bot.edge.commands.cog import Cog, Param, command, group
from bot.edge.commands.parameters import game_param, person_param
from bot.edge.commands.profile_pages import (
    board_grids,
    file_post,
    leaderboard_post,
    profile_post,
    records_post,
    versus_post,
    way_of,
)
from bot.edge.interactions import Interaction
from bot.edge.interactions.outside import guild_here
from bot.edge.interactions.rate_limits import FILE_COST
from bot.edge.interactions.responder import Responder, actor, person, place
from bot.edge.messages.builder import Post
from bot.edge.words import _, language
from games.core.contract import AnyGame

AnyOfThem = Annotated[AnyGame, game_param(_("Which game (default: all)"))]


ENVELOPE = 64 * 1024
"""Bytes of a message beside its file."""


class Ratings(Cog):
    """Results of players and of servers."""

    @command(_("Show a player's results, ratings over time, and habits"), handling=UNQUEUED)
    async def profile(
        self,
        interaction: Interaction,
        *,
        player: Annotated[Actor, person_param(_("Which player (default: you)"))] | None = None,
        game: AnyOfThem | None = None,
        against: Annotated[Actor, person_param(_("Show the results of matches against this player"))] | None = None,
        across: Annotated[bool, Param(_("Whether your own results are shown across servers"))] | None = None,
    ) -> Post:
        """Show a player, or two against each other."""
        viewer, where, ratings = actor(interaction), place(interaction), self.services.ratings
        who = player or viewer
        if across is not None:
            await ratings.set_consent(viewer, agrees=across)
        if against is not None:
            both = await ratings.versus(viewer, place=where, first=who.user, second=against.user)
            named = replace(both, first=_name(both.first, who), second=_name(both.second, against))
            return versus_post(self.responder, named)
        return await _profile(self.responder, interaction, who, game)

    @command(_("See who leads, and the highest scores"), handling=UNQUEUED)
    async def leaderboard(
        self,
        interaction: Interaction,
        *,
        game: AnyOfThem | None = None,
        what: Annotated[
            str,
            Param(
                _("Which list (default: ratings)"),
                choices=[(_("ratings"), "ratings"), (_("records: highest scores"), "records")],
            ),
        ] = "",
        across: Annotated[bool, Param(_("Across all servers; shows players who agreed to be listed"))] = False,
    ) -> Post:
        """Show the ratings, or the highest scores."""
        where, ratings = place(interaction), self.services.ratings
        if what == "records":
            found = await ratings.records(place=where, game=_key(game), everywhere=across)
            return records_post(self.responder, found, everywhere=across)
        view = await ratings.leaderboard(actor(interaction), place=where, game=_key(game), everywhere=across)
        charts = await self.responder.render_pool.charts(board_grids(self.responder, view))
        return leaderboard_post(self.responder, view, charts)

    @command(_("Download all results of this server as a file"), handling=Handling(queue=False, cost=FILE_COST))
    async def results(
        self,
        interaction: Interaction,
        *,
        form: Annotated[
            Form, Param(_("File format (default: CSV)"), choices=[("CSV", Form.CSV.value), ("JSON", Form.JSON.value)])
        ] = Form.CSV,
    ) -> Post:
        """Hand the results out; none where the bot is no member."""
        guild_here(interaction)
        most = (interaction.filesize_limit or limits.FILE_BYTES) - ENVELOPE
        made = await self.services.ratings.export(place=place(interaction), form=form, most=most, language=language())
        if made.whole:
            return file_post(made.file, _("All results of this server, the newest first."))
        words = _(
            "The newest results of this server: {count}. Older ones don't fit into a file on Discord.",
            count=made.count,
        )
        return file_post(made.file, words)


async def show_profile(responder: Responder, interaction: Interaction, user: discord.User) -> Post:
    """Return the profile of a person, of whom an entry of the menu was chosen."""
    return await _profile(responder, interaction, person(user), None)


async def _profile(responder: Responder, interaction: Interaction, who: Actor, game: AnyGame | None) -> Post:
    view = await responder.services.ratings.profile(
        actor(interaction), place=place(interaction), user=who.user, game=_key(game)
    )
    view = replace(view, name=_name(view.name, who))
    order = way_of(responder, view)
    charts = await responder.render_pool.charts([] if order is None else [order])
    return profile_post(responder, view, charts)


def _key(game: AnyGame | None) -> str | None:
    return None if game is None else game.spec.key


def _name(name: str, who: Actor) -> str:
    """The name of a player; of somebody who has never played here, so that nothing but the id is known, Discord's."""
    return who.name if name == str(who.user) else name


def ratings_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/ratings``."""
    return group("ratings", _("Ratings, records, and results"), Ratings(responder))
