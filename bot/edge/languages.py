"""The languages the bot speaks: those that its own sentences are translated into."""

from collections.abc import Iterator, Mapping
from functools import cache

import discord
from babel import Locale

from bot.app.runtime.refusals import WORDS
from bot.edge.words import CATALOGUE, _, closest, language
from games.core.contract import AnyGame
from games.core.language.catalogue import ENGLISH, Catalogue, load
from games.core.registry import games
from games.core.words import PARAGRAPH, Words
from render.core.registry import lettering


def language_name(tag: str) -> str:
    """Return what a language is called by those who speak it, such as “Nederlands”."""
    own = Locale.parse(tag, sep="-").get_display_name()
    return own[:1].upper() + own[1:] if own else tag


def missing_words(tag: str) -> str:
    """Return what is to be said of a chosen language whose files are gone; "" for one that the bot speaks."""
    if tag == ENGLISH or closest(tag) != ENGLISH:
        return ""
    return _(
        "{name} isn't installed anymore, so the bot uses English. Choose another language.", name=language_name(tag)
    )


def discord_tags() -> tuple[str, ...]:
    """Return the tags of all languages that Discord can be read in, but English."""
    return tuple(sorted(each.value for each in discord.Locale if each.value.partition("-")[0] != ENGLISH))


def catalogues() -> Iterator[Catalogue]:
    """Yield the catalogues of the platform, then of each game and its pictures."""
    yield from (load("games.core"), WORDS, CATALOGUE)
    for key, game in games().items():
        if isinstance(game.words, Catalogue):
            yield game.words
        if (pictures := lettering(key)) is not None:
            yield pictures


@cache
def _phrases(tag: str) -> Mapping[str, str]:
    """Return what stands in code, not under an id, in a language, by its English: the platform's first, then games'.

    What is lettered on pictures isn't among it, because the same word may be shortened there.
    """
    own = (game.words for game in games().values() if isinstance(game.words, Catalogue))
    found: dict[str, str] = {}
    for catalogue in (CATALOGUE, WORDS, load("games.core"), *own):
        for english, sentence in catalogue.translation(tag).sentences.items():
            if catalogue.english[english] == english:
                found.setdefault(english, sentence)
    return found


def phrase(english: str, tag: str = "", *, game: AnyGame | None = None) -> str:
    """Return words of a game's declarations, or a page of rules, in the reader's language or another one.

    Games may say different things by the same English word. Without a ``game`` it is what the platform, or else the
    first game, says by it.
    """
    if game is not None:
        return Words(game.words, language=tag or language()).phrase(english)
    known = _phrases(tag or language())
    return PARAGRAPH.join(known.get(part, part) for part in english.split(PARAGRAPH))


def problems() -> Iterator[str]:
    """Yield what is wrong with translations, each as a sentence; what it is about is said in English meanwhile."""
    for catalogue in catalogues():
        yield from catalogue.problems()
