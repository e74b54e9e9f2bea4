"""Words that people type, in every language that the bot speaks. Pure.

They stand in the catalogue (``app.typed_…``), separated by commas; names of weekdays are CLDR's. English is always
read, whatever the reader's language is, and so are the words of all others, unless two of them differ about one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

from bot.app.runtime.refusals import WORDS
from games.core.language import formats
from games.core.language.catalogue import ENGLISH

NOTHING = "app.typed_off"
"""No such thing: no quiet hours, no places, no tie-breaks."""
AUTO = "app.typed_auto"

_TIMES = {
    "app.typed_minutes": "m",
    "app.typed_hours": "h",
    "app.typed_days": "d",
    "app.typed_weeks": "w",
    "app.typed_today": "today",
    "app.typed_tomorrow": "tomorrow",
    "app.typed_in": "+",
    "app.typed_at": "at",
    "app.typed_oclock": "o'clock",
    "app.typed_filler": "",
}
"""What is read for the words of times."""
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def is_word(id: str, typed: str) -> bool:
    """Return whether somebody typed one of the words of an entry, in any language.

    >>> is_word(NOTHING, "None"), is_word(NOTHING, "22:00")
    (True, False)
    """
    return flatten(typed) in _everywhere(id)


def in_english(typed: str, language: str = ENGLISH) -> str:
    """Return a time whose words are those that ``moments`` reads; what is no word of a time stays.

    >>> in_english("2 days 4 hours"), in_english("Tomorrow 18:00")
    ('2 d 4 h', 'tomorrow 18:00')
    """
    known = _vocabulary(language)
    return " ".join(_pattern(language).sub(lambda found: known[found[1]], flatten(typed)).split())


def flatten(typed: str) -> str:
    """Return what was typed with single spaces, no capitals and no width of letters."""
    return " ".join(unicodedata.normalize("NFKC", typed).split()).casefold()


@lru_cache(maxsize=16)
def _everywhere(id: str) -> frozenset[str]:
    return frozenset(word for language in (ENGLISH, *WORDS.languages()) for word in _words(id, language))


@lru_cache(maxsize=64)
def _vocabulary(language: str) -> Mapping[str, str]:
    """Return what each word means: to the reader of a language, else in English, else in all others that have it."""
    others: dict[str, set[str]] = {}
    for each in WORDS.languages():
        for word, meaning in _meanings(each):
            others.setdefault(word, set()).add(meaning)
    agreed = {word: next(iter(meanings)) for word, meanings in others.items() if len(meanings) == 1}
    return agreed | dict(_meanings(ENGLISH)) | dict(_meanings(language))


@lru_cache(maxsize=64)
def _pattern(language: str) -> re.Pattern[str]:
    """Match a word, and the dot of an abbreviation, between what are no letters."""
    words = "|".join(map(re.escape, sorted(_vocabulary(language), key=len, reverse=True)))
    return re.compile(rf"(?<![^\W\d_])({words})(?![^\W\d_])\.?")


def _meanings(language: str) -> Iterator[tuple[str, str]]:
    for meaning, names in zip(_WEEKDAYS, formats.weekdays(language), strict=True):
        yield from ((flatten(name).removesuffix("."), meaning) for name in names)
    for id, meaning in _TIMES.items():
        yield from ((word, meaning) for word in _words(id, language))


def _words(id: str, language: str) -> Iterator[str]:
    """Yield the words of an entry in a language, without the dots of abbreviations."""
    message = WORDS.message(id, language)
    parts = message.sentence.split(",") if message is not None else ()
    yield from (word.removesuffix(".") for part in parts if (word := flatten(part)))
