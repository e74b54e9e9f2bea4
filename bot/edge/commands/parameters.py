"""Parameters that several commands have: the match that is meant, a person, a seat, a game, a time."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated

import discord

from bot.app.changes.server_rules import list_offered
from bot.app.clock.interventions import MOST_HOURS
from bot.app.match.records import Actor
from bot.app.runtime.typed import AUTO, is_word
from bot.edge.commands.builder import WHICH_MATCH, complete_match, resolve_match
from bot.edge.commands.cog import Pairs, Param
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, actor, person, place
from bot.edge.languages import language_name
from bot.edge.levels import PLAYS, order_levels
from bot.edge.words import _, escape_markdown, join_list, language, languages
from db.ids import MatchId
from games.core.contract import AnyGame
from games.core.seats import Seat

MOST_SEATS = 12


ChosenMatch = Annotated[MatchId, Param(WHICH_MATCH, complete=complete_match, resolve=resolve_match, implied=True)]
"""The match that is named, else the one that is meant; the parameter must be called ``match``."""


def person_param(what: str) -> Param:
    """Return what says that an option names a person; an app is refused."""
    return Param(what, type=discord.User, read=person)


Person = Annotated[Actor, person_param(_("Which player"))]


def seat_param(what: str) -> Param:
    """Return what says that an option is the number of a seat, counted from 1."""
    return Param(what, type=int, least=1, most=MOST_SEATS, read=lambda number: Seat(number - 1))


SeatNumber = Annotated[Seat, seat_param(_("Seat number"))]
Hours = Annotated[int, Param(_("How many hours"), least=1, most=MOST_HOURS)]

TurnNumber = Annotated[int, Param(_("Number in the log (default: the newest)"), least=0, most=100_000)]


async def _moment(responder: Responder, interaction: Interaction, typed: str) -> datetime:
    user, guild = actor(interaction).user, place(interaction).guild
    return await responder.services.absences.moment(user, typed, guild=guild, language=language())


def moment_param(what: str) -> Param:
    """Return what says that an option is a time, as people type it in their own zone."""
    return Param(what, resolve=_moment)


UNTIL = _("Like “5 days”, “2d 4h”, “tomorrow 18:00” or 2027-03-14 18:00")
Until = Annotated[datetime, moment_param(UNTIL)]


# --- Games -------------------------------------------------------------------------------------------------


async def complete_game(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Return the games by what is typed."""
    wanted = typed.casefold()
    offered = await find_offered(responder, interaction)
    return [
        (game.spec.title, key) for key, game in offered.items() if wanted in game.spec.title.casefold() or wanted in key
    ]


async def find_offered(responder: Responder, interaction: Interaction) -> Mapping[str, AnyGame]:
    """Return the games that are offered where who acts is."""
    return list_offered(await responder.services.settings.server(place(interaction)), responder.games)


def find_game(responder: Responder, typed: object) -> AnyGame:
    """Return a game by its key or title; raises Sentence naming those there are."""
    wanted = str(typed).strip().casefold()
    for known, game in responder.games.items():
        if wanted in (known, game.spec.title.casefold(), game.spec.command):
            return game
    titles = join_list(game.spec.title for game in responder.games.values())
    raise Sentence(
        _(
            "“{typed}” isn't a game here. Choose one of these: {titles}.",
            typed=escape_markdown(str(typed)[:40]),
            titles=titles,
        )
    )


async def _game(responder: Responder, interaction: Interaction, typed: str) -> AnyGame:
    return find_game(responder, typed)


def game_param(what: str) -> Param:
    """Return what says that an option names a game."""
    return Param(what, complete=complete_game, resolve=_game)


Game = Annotated[AnyGame, game_param(_("Which game"))]


def levels_of(found: Iterable[AnyGame]) -> list[str]:
    """Return the levels of computer players that these games have, the weakest first."""
    return order_levels({level for game in found for level in game.bots.players()})


def levels(responder: Responder) -> Pairs:
    """Return the levels of computer players as choices by name alone, as a command has room for 8,000 letters."""
    return [(level, level) for level in levels_of(responder.games.values())]


def describe_levels(responder: Responder) -> Pairs:
    """Return the same as choices that say how each plays."""
    return [(PLAYS.get(level, level), level) for level in levels_of(responder.games.values())]


# --- Languages ---------------------------------------------------------------------------------------------

AUTOMATIC = "auto"


async def _complete_language(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Return the languages by what is typed."""
    known = [(_("Automatic: same as Discord"), AUTOMATIC), *((language_name(tag), tag) for tag in languages())]
    wanted = typed.strip().casefold()
    return [(name, tag) for name, tag in known if wanted in name.casefold() or wanted == tag.casefold()]


def read_language(typed: str) -> str:
    """Return the tag of a language by its tag or name, "" for the automatic one; raises Sentence naming those known."""
    wanted = typed.strip().casefold()
    if is_word(AUTO, typed):
        return ""
    names = {tag: language_name(tag) for tag in languages()}
    for tag, name in names.items():
        if wanted in (tag.casefold(), name.casefold()):
            return tag
    raise Sentence(
        _(
            "The bot doesn't speak “{typed}”. Choose one of these: {known}.",
            typed=escape_markdown(typed[:40]),
            known=join_list((AUTOMATIC, *names.values()), either=True),
        )
    )


def language_param(what: str) -> Param:
    """Return what says that an option names a language."""
    return Param(what, complete=_complete_language, read=read_language)
