"""``longtable language``: the catalogues there are hold every sentence, and adding one."""

import ast
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import language
from bot.cli.language import english_of, sources
from bot.cli.lengths import find_limited, too_long
from bot.edge.languages import catalogues
from bot.edge.words import CATALOGUE, languages
from games.core.language.catalogue import SOURCE, Catalogue, Translation

ROOT = Path(__file__).parents[2]
SOURCES = list(sources())


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: str(source.package))
def test_the_english_of_each_package_is_collected(source: language.Source) -> None:
    """
    After a sentence of the code has changed: ``longtable language template``.
    """
    assert english_of(source).decode() == (source.folder / SOURCE).read_text(encoding="utf-8")


def test_every_sentence_of_the_edge_can_be_collected() -> None:
    """
    What reads the code for translators doesn't look into f-strings, or into what a call is given.
    """
    calls = [
        node
        for file in (ROOT / "bot" / "edge").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "N_")
    ]
    said = {str(node.args[0].value) for node in calls if isinstance(node.args[0], ast.Constant)}

    assert len(said) > 800
    assert [] == sorted(sentence for sentence in said if sentence not in CATALOGUE.english)


@pytest.mark.parametrize("tag", languages()[1:])
def test_a_language_is_complete(tag: str) -> None:
    """
    Every sentence is there with its placeholders, and none that isn't said: ``longtable language check`` tells which.
    """
    found = {catalogue.package: catalogue.translation(tag) for catalogue in catalogues()}

    assert {package: each.problems for package, each in found.items() if each.problems} == {}
    assert {package: each.missing for package, each in found.items() if each.missing} == {}


TRANSLATED = [(each, tag) for each in catalogues() for tag in each.languages()]


@pytest.mark.parametrize(("catalogue", "tag"), TRANSLATED, ids=lambda each: getattr(each, "package", each))
def test_translations_fit_where_they_are_shown(catalogue: Catalogue, tag: str) -> None:
    """
    Each package that a language has a file for: what is there is well formed, and nothing has to be cut.
    """
    problems = [each for each in catalogue.translation(tag).problems if not each.endswith("isn't said anywhere.")]

    assert [*problems, *too_long(catalogue, tag)] == []


def test_what_does_not_fit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Descriptions of commands, buttons, forms and menus of the platform and of games, in one sentence each.
    """
    asked = {most: english for english, (_, most) in find_limited(CATALOGUE).items() if english in CATALOGUE.english}
    long = {english: "x" * (most + 1) for most, english in asked.items()}
    whole = {english: "x" * most for most, english in asked.items()}
    monkeypatch.setitem(CATALOGUE._translations, "xx", Translation(long))
    monkeypatch.setitem(CATALOGUE._translations, "yy", Translation(whole))

    assert {45, 80, 100, 150} == set(asked)
    assert sorted(f"{english!r}: {most + 1} characters" for most, english in asked.items()) == sorted(
        told.split(", but")[0].split(".po: ")[1] for told in too_long(CATALOGUE, "xx")
    )
    assert [] == list(too_long(CATALOGUE, "yy"))


def test_adding_a_language_makes_its_files_and_keeps_what_is_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The second time they are brought up to date: a sentence whose English has changed waits for its translator.
    """
    english = 'msgctxt "t.a"\nmsgid "Take {n} pebbles"\nmsgstr ""\n\nmsgid "Pass"\nmsgstr ""\n'
    (tmp_path / SOURCE).write_text(english)
    monkeypatch.setattr(language, "sources", lambda: [language.Source("t", tmp_path, ())])
    file = tmp_path / "fr.po"

    assert main(["language", "add", "fr"]) == 1
    assert str(file) in capsys.readouterr().out
    made = file.read_text(encoding="utf-8")
    assert "Français" in made
    file.write_text(made.replace('pebbles"\nmsgstr ""', 'pebbles"\nmsgstr "Prends {n} cailloux"'))
    (tmp_path / SOURCE).write_text(english.replace("pebbles", "of the pebbles").replace("Pass", "Pass now"))
    main(["language", "add", "fr"])

    assert 'msgid "Take {n} of the pebbles"\nmsgstr "Prends {n} cailloux"' in file.read_text(encoding="utf-8")
    assert "fuzzy" in file.read_text(encoding="utf-8")


def test_a_sentence_whose_english_has_changed_keeps_its_own_translation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Another sentence may sound more like the new English and say the opposite.
    """
    english = (
        'msgctxt "t.most"\nmsgid "total {n} or less"\nmsgstr ""\n\nmsgctxt "t.least"\nmsgid "at least {n}"\nmsgstr ""\n'
    )
    (tmp_path / SOURCE).write_text(english.replace("at least {n}", "total {n} or more"))
    file = tmp_path / "de.po"
    file.write_text(
        english.replace('less"\nmsgstr ""', 'less"\nmsgstr "höchstens {n}"').replace(
            'least {n}"\nmsgstr ""', 'least {n}"\nmsgstr "mindestens {n}"'
        ),
        encoding="utf-8",
    )
    monkeypatch.setattr(language, "sources", lambda: [language.Source("t", tmp_path, ())])
    main(["language", "add", "de"])

    assert 'msgid "total {n} or more"\nmsgstr "mindestens {n}"' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", ["<<<<<<< HEAD\n", 'msgid ""\nmsgstr "Plural-Forms: nplurals=x; plural=y;\\n"\n'])
def test_a_file_that_cannot_be_read_is_named_and_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    """
    Somebody has to mend it first.
    """
    (tmp_path / SOURCE).write_text("")
    (tmp_path / "fr.po").write_text(words)
    monkeypatch.setattr(language, "sources", lambda: [language.Source("t", tmp_path, ())])

    assert main(["language", "add", "fr"]) == 2
    assert "fr.po can't be read" in capsys.readouterr().err
    assert (tmp_path / "fr.po").read_text() == words


@pytest.mark.parametrize("command", ["add", "check"])
@pytest.mark.parametrize("tag", ["xx", "en-GB", "../nl", ""])
def test_a_language_that_discord_does_not_have_is_refused(
    tag: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    With those there are, in one sentence.
    """
    assert main(["language", command, tag]) == 2
    assert "isn't a language of Discord" in capsys.readouterr().err
