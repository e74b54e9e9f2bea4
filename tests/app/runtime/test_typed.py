"""Words that people type in any of the languages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.runtime import typed
from bot.app.runtime.moments import read_moment
from bot.app.runtime.refusals import WORDS
from games.core.errors import Refusal

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def czech_and_german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only these two languages, besides English."""
    monkeypatch.setattr(type(WORDS), "languages", lambda _self: ("cs", "de"))
    clear_caches()
    yield
    clear_caches()


def clear_caches() -> None:
    """Forget the words of all languages."""
    typed._vocabulary.cache_clear()
    typed._pattern.cache_clear()


@pytest.mark.parametrize("language", ["nl", "de", "en", "fi"])
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Morgen 18:00", datetime(2026, 3, 2, 18, tzinfo=UTC)),
        ("vandaag om 18:00 uur", datetime(2026, 3, 1, 18, tzinfo=UTC)),
        ("heute um 18:00 Uhr", datetime(2026, 3, 1, 18, tzinfo=UTC)),
        ("vrijdag 20.00", datetime(2026, 3, 6, 20, tzinfo=UTC)),
        ("am Freitag um 20:00", datetime(2026, 3, 6, 20, tzinfo=UTC)),
        ("Di. 20:00", datetime(2026, 3, 3, 20, tzinfo=UTC)),
        ("do", datetime(2026, 3, 5, tzinfo=UTC)),
        ("So", datetime(2026, 3, 8, tzinfo=UTC)),
        ("zo", datetime(2026, 3, 8, tzinfo=UTC)),
        ("2d 4u", NOW + timedelta(days=2, hours=4)),
        ("over 5 dagen", NOW + timedelta(days=5)),
        ("1 Tag, 12 Std.", NOW + timedelta(days=1, hours=12)),
        ("2 Wochen", NOW + timedelta(weeks=2)),
        ("in 90 minuten", NOW + timedelta(minutes=90)),
        ("tomorrow 6:00 am", datetime(2026, 3, 2, 6, tzinfo=UTC)),
    ],
)
def test_times_are_read_in_all_languages(words: str, meant: datetime, language: str) -> None:
    """
    Whatever the reader's own is: people of several languages play together.
    """
    assert meant == read_moment(words, zone="", now=NOW, language=language)


@pytest.mark.usefixtures("czech_and_german")
def test_the_readers_own_language_is_heard_first() -> None:
    """
    A word about which two languages differ is refused to everyone else, not misunderstood.
    """
    assert datetime(2026, 3, 7, tzinfo=UTC) == read_moment("so", zone="", now=NOW, language="cs")
    assert datetime(2026, 3, 8, tzinfo=UTC) == read_moment("so", zone="", now=NOW, language="de")
    with pytest.raises(Refusal, match="BAD_TIME"):
        read_moment("so", zone="", now=NOW)


@pytest.mark.parametrize("word", ["off", "None", " uit", "geen", "aus", "keine"])
def test_nothing_is_typed_in_all_languages(word: str) -> None:
    """
    So is what turns something off.
    """
    assert typed.is_word(typed.NOTHING, word)
    assert not typed.is_word(typed.AUTO, word)


def test_every_language_has_its_words() -> None:
    """
    Whoever adds a language gives those for times, too.
    """
    for language in WORDS.languages():
        said = WORDS.message("app.typed_tomorrow", language)

        assert said is not None
        assert datetime(2026, 3, 2, tzinfo=UTC) == read_moment(said.sentence, zone="", now=NOW, language=language)
