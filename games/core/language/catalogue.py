"""The sentences of one package, in every language that it has a file for.

They stand in PO files in ``locale/`` of the package. ``en.pot`` holds the English: an entry with a context is said by
that id (``msgctxt "grunn.log.build"``) and its English is written there; one without a context is written in the code,
and collected from it by ``longtable language template``. ``<tag>.po`` holds a translation, named by Discord's tag of
the language (``nl.po``, ``pt-BR.po``). Sentences are ICU messages (``games.core.language.messages``).

Whatever is wrong with a translation, its sentence is English until it is mended; ``problems`` says what is.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

import msgspec
from babel import Locale, UnknownLocaleError
from babel.messages.pofile import PoFileError, read_po
from msgspec import Struct

from games.core.language.former_ids import add_former_args, add_former_ids
from games.core.language.messages import BadMessage, fill, slots, trial_args

ENGLISH = "en"
SOURCE = "en.pot"
_TAG = re.compile(r"[a-z]{2,3}(-[A-Z]{2}|-\d{3})?")


class Message(Struct, frozen=True):
    """A sentence, and the language it is in: not the reader's where that has none."""

    sentence: str
    language: str = ENGLISH


class Translation(Struct, frozen=True):
    """One language of a package: its sentences by key, the keys it lacks, and what is wrong with others, in words."""

    sentences: Mapping[str, str]
    missing: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class Catalogue(Mapping[str, str]):
    """The sentences of a package; as a mapping its English ones that are said by an id, by that id."""

    def __init__(self, package: str) -> None:
        """Find the files of a package; raises FileNotFoundError where it has no English. They are read when needed."""
        self.package = package
        self._folder = _folder(package) / "locale"
        self._translations: dict[str, Translation] = {}
        if not (self._folder / SOURCE).is_file():
            raise FileNotFoundError(f"{package} has no locale/{SOURCE}")

    @property
    def english(self) -> Mapping[str, str]:
        """Every English sentence by its key: its id, or itself where the code has it. None where it can't be read."""
        return self._source.sentences

    @cached_property
    def _source(self) -> Translation:
        try:
            entries = _entries((self._folder / SOURCE).read_bytes())
        except (PoFileError, ValueError) as error:
            return Translation({}, (), (f"{self.package}, {SOURCE}: the file can't be read: {error}",))
        return Translation({key: english for key, english, _ in entries})

    @cached_property
    def _by_id(self) -> Mapping[str, str]:
        return {key: english for key, english in self.english.items() if key != english}

    def __getitem__(self, id: str) -> str:
        return self._by_id[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def languages(self) -> tuple[str, ...]:
        """Return the tags of the languages there are files for, without English."""
        return self._languages

    @cached_property
    def _languages(self) -> tuple[str, ...]:
        """They are asked for with every sentence; files that are added are found at the next start."""
        return tuple(name for name in self._files() if _is_known(name) and name != ENGLISH)

    def problems(self) -> Iterator[str]:
        """Yield what is wrong with the files, each as a sentence; reads all of them."""
        found = (problem for name in self._files() for problem in self.translation(name).problems)
        yield from dict.fromkeys((*self._source.problems, *found))

    def _files(self) -> list[str]:
        """Return what the files of translations are called, without ``.po``."""
        files = (file.name for file in self._folder.iterdir())
        return sorted(name.removesuffix(".po") for name in files if name.endswith(".po"))

    def translation(self, language: str) -> Translation:
        """Return a language; an empty one where there is no file. It is read once."""
        if language not in self._translations:
            file = self._folder / f"{language}.po"
            self._translations[language] = (
                self._check_translation(file.read_bytes(), language) if file.is_file() else _NONE
            )
        return self._translations[language]

    def message(self, key: str, language: str = ENGLISH) -> Message | None:
        """Return a sentence in a language, else in its main one (``de`` for ``de-AT``), else in English.

        None for an id that the package doesn't have. A sentence of the code that isn't in the files stands for itself.
        """
        for tag in dict.fromkeys((language, language.partition("-")[0])):
            if tag == ENGLISH:
                break
            if (sentence := self.translation(tag).sentences.get(key)) is not None:
                return Message(sentence, tag)
        english = self.english.get(key)
        return Message(english) if english is not None else None

    def _check_translation(self, file: bytes, language: str) -> Translation:
        """Return what a translation is good for, and what is wrong with it."""
        if self._source.problems:
            return self._source
        at = f"{self.package}, {language}.po"
        if not _is_known(language):
            return Translation({}, tuple(self.english), (f"{at}: “{language}” isn't a known language.",))
        try:
            found = {key: translated for key, _, translated in _entries(file)}
        except (PoFileError, ValueError) as error:
            return Translation({}, tuple(self.english), (f"{at}: the file can't be read: {error}",))
        sentences, problems = {}, [f"{at}: {key!r} isn't said anywhere." for key in found if key not in self.english]
        for key in self.english:
            if (sentence := found.get(key)) and (objection := _objection(self.english[key], sentence, language)):
                problems.append(f"{at}: {key!r}: {objection}")
            elif sentence:
                sentences[key] = sentence
        return Translation(sentences, tuple(key for key in self.english if not found.get(key)), tuple(problems))


_NONE = Translation({})


def _folder(package: str) -> Traversable:
    """Return the folder of a package, which isn't loaded for it; raises FileNotFoundError where there is none."""
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError(f"there is no package {package}")
    folder = Path(next(iter(found.submodule_search_locations)))
    return folder if folder.is_dir() else resources.files(package)  # packages may be in archives


@cache
def load(package: str) -> Catalogue:
    """Return the catalogue of a package (``load("games.grunn")``); raises FileNotFoundError where it has none.

    What its sentences and their arguments were called in earlier releases (``data/former_ids.json``,
    ``data/former_args.json``) is known from then on.
    """
    data = _folder(package) / "data"
    if (former := data / "former_ids.json").is_file():
        add_former_ids(msgspec.json.decode(former.read_bytes(), type=dict[str, str]))
    if (former := data / "former_args.json").is_file():
        add_former_args(msgspec.json.decode(former.read_bytes(), type=dict[str, dict[str, str]]))
    return Catalogue(package)


def _entries(file: bytes) -> list[tuple[str, str, str]]:
    """Return of each entry of a PO file its key, its English and its translation.

    A translation that is marked as fuzzy is none: its English has changed since. Raises PoFileError, and ValueError
    where the file isn't UTF-8 or its header is wrong.
    """
    lines = io.StringIO(file.decode("utf-8-sig"), newline=None)
    return [
        (message.context or message.id, message.id, "" if message.fuzzy else message.string)
        for message in read_po(lines, abort_invalid=True)
        if message.id and isinstance(message.id, str) and isinstance(message.string, str)
    ]


def _objection(english: str, sentence: str, language: str) -> str | None:
    """Return what is wrong with a translation, as a sentence."""
    try:
        fill(sentence, language, trial_args(sentence))
    except BadMessage as error:
        return f"isn't a well-formed message: {error}"
    wanted, got = ({slot.name for slot in slots(each)} for each in (english, sentence))
    if lacking := sorted(wanted - got):
        return f"the placeholder {{{lacking[0]}}} is missing."
    if added := sorted(got - wanted):
        return f"the placeholder {{{added[0]}}} isn't in the English."
    return None


def _is_known(language: str) -> bool:
    try:
        return _TAG.fullmatch(language) is not None and bool(Locale.parse(language, sep="-"))
    except (UnknownLocaleError, ValueError):
        return False
