"""Lists, numbers and dates as the readers of a language write them, by CLDR.

English is that of the whole world (``en_001``): no comma before the last of a list, the day before the month.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from games.core.language.catalogue import ENGLISH


@lru_cache(maxsize=64)
def _locale(language: str) -> Locale:
    if language != ENGLISH:
        with suppress(UnknownLocaleError, ValueError):
            return Locale.parse(language, sep="-")
    return Locale("en", "001")


def join_list(parts: Sequence[str], language: str = ENGLISH, *, either: bool = False) -> str:
    """Return a list in words; ``either``: one of them.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], "nl", either=True)
    ('a, b and c', 'a, b of c')
    """
    return format_list(parts, "or" if either else "standard", locale=_locale(language))


def decimal(value: float, language: str = ENGLISH, *, digits: int | None = None) -> str:
    """Return a number with so many decimals; without ``digits`` with up to three, those that it needs.

    >>> decimal(2.5), decimal(2.0), decimal(2.0, "de", digits=1)
    ('2.5', '2', '2,0')
    """
    return format_decimal(value, "0.###" if digits is None else f"0.{'0' * digits}", locale=_locale(language))


def percent(share: float, language: str = ENGLISH) -> str:
    r"""Return a share of one in whole percent.

    >>> percent(0.256), percent(0.256, "de")
    ('26%', '26\xa0%')
    """
    return format_percent(share, locale=_locale(language))


def date(at: int, language: str = ENGLISH) -> str:
    """Return the day in UTC of a moment, in seconds since 1970.

    >>> date(1_805_047_200), date(1_805_047_200, "de")
    ('14 Mar 2027', '14. März 2027')
    """
    return format_skeleton("yMMMd", at, locale=_locale(language))


def moment(at: int, language: str = ENGLISH) -> str:
    """Return a moment in UTC, in seconds since 1970.

    >>> moment(1_805_047_200)
    '14 March 2027, 18:00 UTC'
    """
    day, time = (format_skeleton(shown, at, locale=_locale(language)) for shown in ("yMMMMd", "Hm"))
    return f"{day}, {time} UTC"


def is_day_first(language: str = ENGLISH) -> bool:
    """Return whether a date in numbers has its day before its month.

    >>> is_day_first("nl"), is_day_first("ja")
    (True, False)
    """
    pattern = _locale(language).datetime_skeletons["Md"].pattern
    return bool(pattern.index("d") < pattern.index("M"))


def weekdays(language: str = ENGLISH) -> tuple[frozenset[str], ...]:
    """Return what the days of the week are called, Monday first: in full and in short.

    >>> sorted(weekdays("nl")[4])
    ['vr', 'vrijdag']
    """
    days = _locale(language).days
    return tuple(
        frozenset(days[use][width][number] for use in ("format", "stand-alone") for width in ("wide", "abbreviated"))
        for number in range(7)
    )
