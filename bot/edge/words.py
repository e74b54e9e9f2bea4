"""Words of the platform for players: the English stands in the code, translations in ``bot/edge/locale``.

Sentences that are said by an id, those of the services and of the games, come as ``Text`` and are worded by
``games.core.words``.
"""

from contextvars import ContextVar

import discord

from games.core.input.visible import strip_invisible
from games.core.language.catalogue import ENGLISH, Message, load
from games.core.language.messages import fill

CATALOGUE = load("bot.edge")
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def languages() -> tuple[str, ...]:
    """Return the tags of the languages that the bot speaks, English first."""
    return (ENGLISH, *CATALOGUE.languages())


def closest(tag: str) -> str:
    """Return the language that a reader of a language is spoken to in: it, its main one, or English."""
    known = languages()
    return next((each for each in (tag, tag.partition("-")[0]) if each in known), ENGLISH)


def set_locale(tag: str) -> None:
    """Speak the language closest to a tag of Discord (``de``, ``en-GB``) for the rest of the current task."""
    _language.set(closest(tag))


def language() -> str:
    """Return the language of the current task."""
    return _language.get()


def _(sentence: str, /, **args: object) -> str:
    """Return the sentence in the reader's language, filled in (``games.core.language.messages``)."""
    message = CATALOGUE.message(sentence, _language.get()) or Message(sentence)
    return fill(message.sentence, message.language, args)


def N_(sentence: str) -> str:  # noqa: N802  # the name that extraction knows
    """Return the sentence as it is: marks one that is translated later, where it is said."""
    return sentence


def escape_markdown(name: str) -> str:
    """Return a user's name so that it shows as it is: no markdown, mention, link or line break, nothing unseen."""
    flat = " ".join(strip_invisible(name).split()) or "?"
    shown = discord.utils.escape_markdown(flat)
    return shown.replace("<", "\\<").replace("@", "@\u200b").replace("://", ":\u200b//")
