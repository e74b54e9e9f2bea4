"""``/play``: the gallery of games and its buttons, and a match against a computer player, at once and anywhere."""

from collections.abc import Sequence
from typing import Annotated

from bot.app.match.records import Receipt
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.match.opening import create, read_wish
from bot.edge.commands.parameters import describe_levels, find_game, find_offered, game_param
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles, read_number
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.interactions.rights import access_of, find_opening
from bot.edge.interactions.turns import begun_post, following_post
from bot.edge.languages import phrase
from bot.edge.levels import order_levels
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.gallery import ALL, gallery_post, game_post, seats_post, usual_level
from bot.edge.words import _, join_list
from games.core.contract import AnyGame


class Play(Cog):
    """Choosing a game."""

    @command(_("Choose a game and play it, against the computer or with others"), handling=UNQUEUED)
    async def play(
        self,
        interaction: Interaction,
        *,
        game: Annotated[AnyGame, game_param(_("Which game (default: choose from pictures)"))] | None = None,
        level: Annotated[
            str, Param(_("Play against a computer player at this level right away"), choices=describe_levels)
        ] = "",
    ) -> Post:
        """Show the games, or one, or start a match."""
        if not level:
            return await (
                _gallery(self.responder, interaction) if game is None else _page(self.responder, interaction, game)
            )
        if game is None:
            raise Sentence(_("Choose the game, too: `/play game:`."))
        known = order_levels(game.bots.players())
        if level not in known:
            raise Sentence(_explain_level(game, known))
        return await _against_computer(self.responder, interaction, game.spec.key, level)


def _explain_level(game: AnyGame, known: Sequence[str]) -> str:
    title = game.spec.title
    if not known:
        return _("{title} has no computer player. Leave out `level:`.", title=title)
    levels = join_list([phrase(level) for level in known], either=True)
    return _("{title} has no computer player at this level. Choose {levels}.", title=title, levels=levels)


@handles(ButtonAction.GALLERY)
async def _turn(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    wanted = chosen or press.value
    if wanted in ("", ALL):
        return await _gallery(responder, interaction)
    return await _page(responder, interaction, find_game(responder, wanted))


@handles(ButtonAction.OPEN)
async def _open(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    name, _sign, seats = press.value.partition("=")
    game = find_game(responder, name)
    if not seats:
        return seats_post(game)
    count = read_number(seats)
    if count not in game.spec.seats:
        raise explain_outdated()
    return await create(responder, interaction, read_wish(game, {"seats": count}, options={}))


@handles(ButtonAction.PRACTICE)
async def _practice(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    if not press.value:  # a message of release 0.2
        return await _gallery(responder, interaction)
    game, _sign, level = press.value.partition("=")
    return await _against_computer(responder, interaction, game, level)


@handles(ButtonAction.GUIDED)
async def _start_guided(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Start a guided match; one that was left is taken up again."""
    game = find_game(responder, press.value)
    if not game.spec.guided or not game.bots.players():
        raise explain_outdated()
    lobby, who = responder.services.lobby, actor(interaction)
    running = await lobby.find_guided(who.user, game.spec.key)
    if running is None:
        opening = await find_opening(responder, interaction, alone=True)
        started = await lobby.guide(
            key(interaction),
            who,
            place=opening.place,
            game=game.spec.key,
            level=usual_level(game),
            access=access_of(interaction),
        )
        if isinstance(started, Receipt):
            return await begun_post(responder, interaction, started, notes=opening.notes)
        running = started
    return await following_post(responder, interaction, running)


async def _gallery(responder: Responder, interaction: Interaction) -> Post:
    games = await find_offered(responder, interaction)
    covers = {key: await responder.cover(game, Scene.SMALL_COVER) for key, game in games.items()}
    return gallery_post(games, {key: cover for key, cover in covers.items() if cover is not None})


async def _page(responder: Responder, interaction: Interaction, game: AnyGame) -> Post:
    games = await find_offered(responder, interaction)
    return game_post(game, games, await responder.cover(game, Scene.COVER))


async def _against_computer(responder: Responder, interaction: Interaction, game: str, level: str) -> Post:
    opening = await find_opening(responder, interaction, alone=True)
    receipt = await responder.services.lobby.practice(
        key(interaction), actor(interaction), place=opening.place, game=game, level=level, access=access_of(interaction)
    )
    return await begun_post(responder, interaction, receipt, notes=opening.notes)
