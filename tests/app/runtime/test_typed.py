"""Words that people type in any of the languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.runtime import typed
from bot.app.runtime.moments import read_moment
from bot.app.runtime.refusals import WORDS
from games.core.errors import Refusal
from games.core.words import Words

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
        ("18 Uhr", datetime(2026, 3, 1, 18, tzinfo=UTC)),
        ("morgen um 18 Uhr", datetime(2026, 3, 2, 18, tzinfo=UTC)),
        ("18.30 Uhr", datetime(2026, 3, 1, 18, 30, tzinfo=UTC)),
        ("vrijdag 18 uur", datetime(2026, 3, 6, 18, tzinfo=UTC)),
        ("om 18u", datetime(2026, 3, 1, 18, tzinfo=UTC)),
        ("18u30", datetime(2026, 3, 1, 18, 30, tzinfo=UTC)),
        ("morgen om 18 uur", datetime(2026, 3, 2, 18, tzinfo=UTC)),
        ("6 pm", datetime(2026, 3, 1, 18, tzinfo=UTC)),
        ("tomorrow at 6pm", datetime(2026, 3, 2, 18, tzinfo=UTC)),
        ("6 o'clock", datetime(2026, 3, 2, 6, tzinfo=UTC)),
        ("18 uur", NOW + timedelta(hours=18)),
        ("14-03-2027", datetime(2027, 3, 14, tzinfo=UTC)),
        ("14.03.2027, 18 Uhr", datetime(2027, 3, 14, 18, tzinfo=UTC)),
        ("am 14.3. um 18 Uhr", datetime(2026, 3, 14, 18, tzinfo=UTC)),
        ("14.2.", datetime(2027, 2, 14, tzinfo=UTC)),
        ("14/3", datetime(2026, 3, 14, tzinfo=UTC)),
        ("3/14/2027 6 pm", datetime(2027, 3, 14, 18, tzinfo=UTC)),
        ("tomorrow 6:00 am", datetime(2026, 3, 2, 6, tzinfo=UTC)),
    ],
)
def test_times_are_read_in_all_languages(words: str, meant: datetime, language: str) -> None:
    """
    Whatever the reader's own is: people of several languages play together.
    """
    assert meant == read_moment(words, zone="", now=NOW, language=language)


@pytest.mark.parametrize("words", ["5/3", "5-3-2026"])
def test_the_day_comes_first_where_the_readers_language_has_it_first(words: str) -> None:
    """
    English has both, so there it is refused; “5.3.” is the same everywhere.
    """
    assert datetime(2026, 3, 5, tzinfo=UTC) == read_moment(words, zone="", now=NOW, language="nl")
    assert datetime(2026, 3, 5, tzinfo=UTC) == read_moment("5.3.", zone="", now=NOW)
    with pytest.raises(Refusal, match="BAD_TIME"):
        read_moment(words, zone="", now=NOW)


@pytest.mark.parametrize("language", ["nl", "de", "en"])
def test_the_examples_of_the_refusal_are_read(language: str) -> None:
    """
    They are in the reader's language.
    """
    with pytest.raises(Refusal) as caught:
        read_moment("soon", zone="", now=NOW, language=language)
    said = Words(WORDS, language=language)(caught.value.text).partition(". ")[2]
    examples = re.split(r", | (?:or|of|oder) ", re.sub(r"^[^\d]*(?=\d)|\.$", "", said))

    assert 5 == len(examples)
    assert all(NOW < read_moment(each, zone="", now=NOW, language=language) for each in examples)


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
