"""The languages the bot speaks: those that its own sentences are translated into."""

from collections.abc import Iterator

import discord
from babel import Locale

from bot.app.runtime.refusals import WORDS
from bot.edge.words import CATALOGUE
from games.core.language.catalogue import ENGLISH, Catalogue, load
from games.core.registry import games
from render.core.registry import NoPictures, picture


def languages() -> tuple[str, ...]:
    """Return the tags of the languages, English first."""
    return (ENGLISH, *CATALOGUE.languages())


def language_name(tag: str) -> str:
    """Return what a language is called by those who speak it, such as “Nederlands”."""
    own = Locale.parse(tag, sep="-").get_display_name()
    return own[:1].upper() + own[1:] if own else tag


def known_to_discord() -> tuple[str, ...]:
    """Return the tags of all languages that Discord can be read in, but English."""
    return tuple(sorted(each.value for each in discord.Locale if each.value.partition("-")[0] != ENGLISH))


def closest(tag: str) -> str:
    """Return the language that is spoken to a reader of another one: itself, its main one, or English."""
    known = languages()
    return next((each for each in (tag, tag.partition("-")[0]) if each in known), ENGLISH)


def catalogues() -> Iterator[Catalogue]:
    """Yield the catalogues of the platform, then of each game and its pictures."""
    yield from (load("games.core"), WORDS, CATALOGUE)
    for key, game in games().items():
        if isinstance(game.words, Catalogue):
            yield game.words
        if (pictures := of_pictures(key)) is not None:
            yield pictures


def of_pictures(key: str) -> Catalogue | None:
    """Return the catalogue of a game's lettering; None where it has no pictures, or they have no words."""
    try:
        return load(type(picture(key)).__module__.rpartition(".")[0])
    except (NoPictures, FileNotFoundError):
        return None


def problems() -> Iterator[str]:
    """Yield what is wrong with translations, each as a sentence; what it is about is said in English meanwhile."""
    for catalogue in catalogues():
        for tag in catalogue.languages():
            yield from catalogue.translation(tag).problems
