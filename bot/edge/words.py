"""Words of the platform for players: the English stands in the code, translations in ``bot/edge/locale``.

Sentences that are said by an id, those of the services and of the games, come as ``Text`` and are worded by
``games.core.words``.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from contextvars import ContextVar
from datetime import datetime

import discord

from bot.edge.limits import EMOJI
from games.core.input.visible import strip_invisible
from games.core.language import formats
from games.core.language.catalogue import ENGLISH, load
from games.core.language.messages import BadMessage, fill

CATALOGUE = load("bot.edge")
BULLET = "• "
_EMOJI = re.compile(f"(?:{EMOJI.pattern})+")
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
    speaking = _language.get()
    found = None if speaking == ENGLISH else CATALOGUE.message(sentence, speaking)
    if found is not None:
        with suppress(BadMessage):
            return fill(found.sentence, found.language, args)
    return fill(sentence, ENGLISH, args)


def translations(sentence: str) -> list[str]:
    """Return a word without slots in every language that the bot speaks, English first."""
    found = (CATALOGUE.message(sentence, each) for each in languages()[1:])
    return [sentence, *(each.sentence for each in found if each is not None)]


def N_(sentence: str) -> str:  # noqa: N802  # the name that extraction knows
    """Return the sentence as it is: marks one that is translated later, where it is said."""
    return sentence


def join_list(parts: Iterable[str], *, either: bool = False) -> str:
    """Return a list in the reader's language: "a, b and c"; ``either``: "a, b or c"."""
    return formats.join_list(list(parts), language(), either=either)


def capitalize(words: str) -> str:
    """Return words with a capital as their first letter, as a label, or a line of its own, has it."""
    start = _EMOJI.match(words)
    at = start.end() if start else 0
    return f"{words[:at]}{words[at : at + 1].upper()}{words[at + 1 :]}"


def capitalize_points(lines: str) -> str:
    """Return lines in which the points of a list begin with a capital, as sentences do."""
    return "\n".join(
        f"{BULLET}{capitalize(line.removeprefix(BULLET))}" if line.startswith(BULLET) else line
        for line in lines.split("\n")
    )


def decimal(value: float, *, digits: int | None = None) -> str:
    """Return a number in the reader's language, with so many decimals or those that it needs."""
    return formats.decimal(value, language(), digits=digits)


def percent(whole: int) -> str:
    """Return a number of percent in the reader's language."""
    return formats.percent(whole / 100, language())


def date(at: datetime) -> str:
    """Return a day in the reader's language, for where a timestamp of Discord's can't stand."""
    return formats.date(int(at.timestamp()), language())


def escape_markdown(name: str) -> str:
    """Return a user's name so that it shows as it is: no markdown, mention, link or line break, nothing unseen."""
    flat = " ".join(strip_invisible(name).split()) or "?"
    shown = discord.utils.escape_markdown(flat)
    return shown.replace("<", "\\<").replace("@", "@\u200b").replace("://", ":\u200b//")
