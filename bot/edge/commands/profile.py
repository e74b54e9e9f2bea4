"""Commands about results: ``/profile``, ``/leaderboard``, ``/results``, ``/block``."""

import discord
from msgspec.structs import replace

from bot.app.ratings.exports import Form
from bot.app.records import Actor
from bot.edge import limits
from bot.edge.commands.builder import Command, Given, Option, command
from bot.edge.commands.match.group import game_option
from bot.edge.commands.parameters import find_game
from bot.edge.commands.profile_pages import (
    blocks_post,
    board_grids,
    file_post,
    leaderboard_post,
    profile_post,
    records_post,
    versus_post,
    way_of,
)
from bot.edge.interactions.rate_limits import FILE_COST
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, person, place
from bot.edge.messages.builder import Post, plain
from bot.edge.words import _


def profile_commands(responder: Responder) -> list[Command]:
    """Return the commands."""
    return [_profile(responder), _leaderboard(responder), _results(responder), _block(responder)]


def _optional_game(responder: Responder) -> Option:
    found = game_option(responder)
    return Option(name=found.name, what=_("Which game; all if left out"), complete=found.complete)


def _game(responder: Responder, given: Given) -> str | None:
    return find_game(responder, given["game"]).spec.key if "game" in given else None


def _profile(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        viewer, where = actor(interaction), place(interaction)
        who = person(given["player"]) if "player" in given else viewer
        if "across" in given:
            await responder.services.ratings.set_consent(viewer, agrees=bool(given["across"]))
        if "against" in given:
            other = person(given["against"])
            both = await responder.services.ratings.versus(viewer, place=where, first=who.user, second=other.user)
            return versus_post(
                responder, replace(both, first=_named(both.first, who), second=_named(both.second, other))
            )
        look = await responder.services.ratings.profile(
            viewer, place=where, user=who.user, game=_game(responder, given)
        )
        look = replace(look, name=_named(look.name, who))
        order = way_of(responder, look)
        return profile_post(responder, look, await responder.render_pool.charts([] if order is None else [order]))

    options = [
        Option(name="player", what=_("Whose; yours if left out"), type=discord.User),
        _optional_game(responder),
        Option(name="against", what=_("How the matches against this player went"), type=discord.User),
        Option(name="across", what=_("Show your own results across servers, or no longer"), type=bool),
    ]
    what = _("Results, ratings over time and habits of a player")
    return command(responder, "profile", what, run=run, options=options, queue=False)


def _named(name: str, who: Actor) -> str:
    """The name of a player; of somebody who has never played here, so that nothing but the id is known, Discord's."""
    return who.name if name == str(who.user) else name


def _leaderboard(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        everywhere = bool(given.get("across", False))
        game = _game(responder, given)
        if given.get("what") == "records":
            found = await responder.services.ratings.records(place=place(interaction), game=game, everywhere=everywhere)
            return records_post(responder, found, everywhere=everywhere)
        look = await responder.services.ratings.leaderboard(
            actor(interaction), place=place(interaction), game=game, everywhere=everywhere
        )
        return leaderboard_post(responder, look, await responder.render_pool.charts(board_grids(responder, look)))

    options = [
        _optional_game(responder),
        Option(
            name="what",
            what=_("Ratings if left out"),
            choices=((_("ratings"), "ratings"), (_("records: highest scores"), "records")),
        ),
        Option(name="across", what=_("Across all servers, of those who agreed to be shown"), type=bool),
    ]
    return command(
        responder, "leaderboard", _("Who leads, and the highest scores"), run=run, options=options, queue=False
    )


def _results(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        form = Form(str(given.get("form", Form.CSV)))
        file = await responder.services.ratings.export(place=place(interaction), form=form)
        if len(file.data) > limits.FILE_BYTES:
            raise Sentence(_("The file would be too large for Discord; the server's operator can read the database."))
        return file_post(file, _("All results of this server, the newest first."))

    form = Option(name="form", what=_("CSV if left out"), choices=(("CSV", Form.CSV.value), ("JSON", Form.JSON.value)))
    return command(
        responder,
        "results",
        _("All results of this server as a file"),
        run=run,
        options=[form],
        queue=False,
        cost=FILE_COST,
    )


def _block(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        who = actor(interaction)
        if "player" not in given:
            return blocks_post([f"<@{user}>" for user in await responder.services.ratings.blocked(who)])
        other = given["player"]
        blocked = not given.get("lift", False)
        changed = await responder.services.ratings.set_block(who, other=person(other).user, blocked=blocked)
        call = f"<@{other.id}>"
        if blocked:
            return plain(_("{user} is blocked: events avoid pairing you where the format allows.", user=call))
        return plain(_("{user} is not blocked any more.", user=call) if changed else _("That player was not blocked."))

    options = [
        Option(name="player", what=_("Whom you do not want to meet; your list if left out"), type=discord.User),
        Option(name="lift", what=_("Take the block back"), type=bool),
    ]
    return command(responder, "block", _("Players whom you do not want to meet"), run=run, options=options, queue=False)
