"""Words of the platform for players, by gettext: English stands in the code, catalogues stand in ``bot/locale``.

The sentences of the games are not here: they come as ``Text`` and are worded by ``games.core.words``.
"""

from contextvars import ContextVar
from functools import lru_cache
from gettext import NullTranslations, translation
from importlib.resources import as_file, files

import discord

from games.core.input.visible import strip_invisible

DOMAIN = "longtable"
_language: ContextVar[str] = ContextVar("language", default="en")


def set_locale(language: str) -> None:
    """Use this language (an IETF tag such as ``de`` or ``en-GB``) for the rest of the current task."""
    _language.set(language)


def language() -> str:
    """Return the language of the current task."""
    return _language.get()


@lru_cache(maxsize=64)
def _catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; English itself has none."""
    with as_file(files("bot") / "locale") as folder:
        return translation(DOMAIN, folder, [language, language.partition("-")[0]], fallback=True)


def _(sentence: str, /, **args: object) -> str:
    """Return the sentence in the reader's language with ``{name}`` filled in."""
    words = _catalogue(_language.get()).gettext(sentence)
    return words.format(**args) if args else words


def N_(sentence: str) -> str:  # noqa: N802  # the name that extraction knows
    """Return the sentence as it is: marks one that is translated later, where it is said."""
    return sentence


def ngettext(one: str, many: str, n: int, /, **args: object) -> str:
    """Return the sentence for ``n`` things; ``{n}`` and other names are filled in."""
    return _catalogue(_language.get()).ngettext(one, many, n).format(n=n, **args)


def escape_markdown(name: str) -> str:
    """Return a user's name so that it shows as it is: no markdown, mention, link or line break, nothing unseen."""
    flat = " ".join(strip_invisible(name).split()) or "?"
    shown = discord.utils.escape_markdown(flat)
    return shown.replace("<", "\\<").replace("@", "@\u200b").replace("://", ":\u200b//")
