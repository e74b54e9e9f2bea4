"""Catalogues of sentences: what a translation may get wrong, and what readers see meanwhile."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.core.language.catalogue import Catalogue, Message, load
from games.core.text import phrase, say
from games.core.words import Words

ENGLISH = """
msgctxt "t.done"
msgid "{seat} takes {n, plural, one {# pebble} other {# pebbles}}."
msgstr ""

msgid "Take a pebble"
msgstr ""

msgid "# The rules"
msgstr ""
"""
TAKEN = 'msgctxt "t.done"\nmsgid "…"\nmsgstr "{}"\n'
Packaged = Callable[..., Catalogue]


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packaged:
    """Make a package with these translations, by language."""

    def make(english: str = ENGLISH, **translations: str) -> Catalogue:
        folder = tmp_path / "pebbles_said" / "locale"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").touch()
        (folder / "en.pot").write_text(english)
        for tag, words in translations.items():
            (folder / f"{tag.replace('_', '-')}.po").write_bytes(words.encode("utf-8", "surrogateescape"))
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "pebbles_said", raising=False)
        return Catalogue("pebbles_said")

    return make


def test_a_reader_gets_their_language_then_its_main_one_then_english(packaged: Packaged) -> None:
    """
    A sentence that a language lacks is English, by the plural rules of English.
    """
    catalogue = packaged(de=TAKEN.format("{seat} nimmt {n, plural, one {# Kiesel} other {# Kiesel}}."))
    taken = say("t.done", seat=0, n=1)

    assert "Ann nimmt 1 Kiesel." == Words(catalogue, ("Ann",), language="de-AT")(taken)
    assert "Ann takes 1 pebble." == Words(catalogue, ("Ann",), language="nl")(taken)
    assert catalogue.message("Take a pebble", "de") == Message("Take a pebble", "en")
    assert catalogue.translation("de").missing == ("Take a pebble", "# The rules")
    assert catalogue.translation("de").problems == ()
    assert dict(catalogue) == {"t.done": "{seat} takes {n, plural, one {# pebble} other {# pebbles}}."}


def test_a_language_has_as_many_forms_as_it_needs(packaged: Packaged) -> None:
    """
    Polish has three forms for whole numbers, Arabic six.
    """
    polish = "{seat} bierze {n, plural, one {# kamyk} few {# kamyki} many {# kamyków} other {# kamyka}}."
    words = Words(packaged(pl=TAKEN.format(polish)), ("Ann",), language="pl")

    shown = [words(say("t.done", seat=0, n=n)) for n in (1, 3, 5)]

    assert ["Ann bierze 1 kamyk.", "Ann bierze 3 kamyki.", "Ann bierze 5 kamyków."] == shown


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (TAKEN.format("{seat} nimmt Kiesel."), "the placeholder {n} is missing"),
        (TAKEN.format("{seat} nimmt {n} von {seit}."), "the placeholder {seit} isn't in the English"),
        (TAKEN.format("{seat} nimmt {n, plural, one {# Kiesel}}."), "isn't a well-formed message"),
        (TAKEN.format("{seat} nimmt {n, plural, one {# Kiesel} other {# Kiesel}."), "isn't a well-formed message"),
        ('msgctxt "t.lost"\nmsgid "lost"\nmsgstr "verloren"\n', "isn't said anywhere"),
        ('<<<<<<< HEAD\nmsgid "Take a pebble"\nmsgstr "Nimm"\n', "the file can't be read"),
        ('msgid "Take a pebble"\nmsgstr "Nimm \udcff"\n', "the file can't be read"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=two; plural=n;\\n"\n', "the file can't be read"),
        ('msgid ""\nmsgstr "PO-Revision-Date: yesterday\\n"\n', "the file can't be read"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[x] "c"\n', "the file can't be read"),
    ],
)
def test_what_is_wrong_is_told_and_english_is_shown(packaged: Packaged, words: str, why: str) -> None:
    """
    A translation that lacks a placeholder, is no message or can't be read at all leaves its sentence English.
    """
    catalogue = packaged(de=words)

    (problem,) = catalogue.translation("de").problems

    assert why in problem
    assert "pebbles_said, de.po" in problem
    assert "Ann takes 2 pebbles." == Words(catalogue, ("Ann",), language="de")(say("t.done", seat=0, n=2))


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_files_of_any_editor_are_read(packaged: Packaged, ends: str) -> None:
    """
    With a byte order mark, any ends of lines, and those that Unicode knows within a sentence.
    """
    words = 'msgid "Take a pebble"\nmsgstr "Nimm\u2028einen"\n'

    catalogue = packaged(de="\ufeff" + words.replace("\n", ends))

    assert Message("Nimm\u2028einen", "de") == catalogue.message("Take a pebble", "de")
    assert [] == list(catalogue.problems())


def test_ordinals_may_be_counted(packaged: Packaged) -> None:
    """
    A translation chooses between words however its language wants it.
    """
    catalogue = packaged(de=TAKEN.format("{seat}: {n, selectordinal, other {#. Kiesel}}"))

    assert () == catalogue.translation("de").problems
    assert "Ann: 3. Kiesel" == Words(catalogue, ("Ann",), language="de")(say("t.done", seat=0, n=3))


def test_a_translation_that_its_arguments_do_not_fit_is_english(packaged: Packaged) -> None:
    """
    It counts what is a name, which nobody can see before it is said.
    """
    catalogue = packaged(de=TAKEN.format("{seat, plural, other {#}} nimmt {n}."))

    assert "Ann takes 2 pebbles." == Words(catalogue, ("Ann",), language="de", strict=True)(
        say("t.done", seat="Ann", n=2)
    )


def test_english_that_cannot_be_read_is_told_once(packaged: Packaged) -> None:
    """
    A game whose English is damaged says its ids; the bot and the other games go on.
    """
    catalogue = packaged("<<<<<<< HEAD\n", de="", nl="")

    (problem,) = catalogue.problems()

    assert "pebbles_said, en.pot: the file can't be read" in problem
    assert "t.done" == Words(catalogue, language="de")(say("t.done"))


def test_an_unknown_language_is_told(packaged: Packaged) -> None:
    """
    A file that isn't called by a language's tag is of no use, and nobody can choose it.
    """
    catalogue = packaged(xx="", en="", de="")

    (problem,) = catalogue.problems()

    assert "“xx” isn't a known language" in problem
    assert ("de",) == catalogue.languages()


def test_a_translation_of_changed_english_waits_for_its_translator(packaged: Packaged) -> None:
    """
    What is marked as fuzzy was made for another English sentence.
    """
    catalogue = packaged(de='#, fuzzy\nmsgid "Take a pebble"\nmsgstr "Nimm"\n')

    assert "Take a pebble" in catalogue.translation("de").missing
    assert Message("Take a pebble") == catalogue.message("Take a pebble", "de")


def test_words_of_declarations_are_translated_paragraph_by_paragraph(packaged: Packaged) -> None:
    """
    A label, and a page of rules of which one paragraph is translated.
    """
    words = Words(packaged(de='msgid "# The rules"\nmsgstr "# Die Regeln"\n'), language="de")

    assert "# Die Regeln\n\nTake a pebble\n\nOr two" == words(phrase("# The rules\n\nTake a pebble\n\nOr two"))


def test_a_package_without_english_is_a_mistake() -> None:
    """
    A game's sentences must be there.
    """
    with pytest.raises(FileNotFoundError):
        load("games")
