"""`longtable language`: catalogues of sentences, for those who change them and those who translate them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po, write_po

from bot.cli.lengths import too_long
from bot.config import ConfigError
from bot.edge.languages import catalogues, discord_tags, language_name
from bot.edge.words import CATALOGUE, languages
from games.core.language.catalogue import ENGLISH, SOURCE, Catalogue
from games.core.language.declarations import declarations
from games.core.registry import games
from render.core.registry import lettering, picture

HEADER = """# {comment}
msgid ""
msgstr ""
"Language: {tag}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
COMMENT = {
    True: "English. Entries with a context are edited here; `longtable language template` collects the others.",
    False: "{name}. docs/languages.md tells how to translate.",
}


class Source(NamedTuple):
    """A package with sentences: its folder of catalogues, and the English that its code holds."""

    package: str
    folder: Path
    collected: tuple[str, ...]


def sources() -> Iterator[Source]:
    """Yield every package that has sentences: the platform's, each game's and its pictures'."""
    in_code: dict[str, tuple[str, ...]] = {CATALOGUE.package: tuple(_of_code(CATALOGUE.package))}
    for key, game in games().items():
        if isinstance(game.words, Catalogue):
            in_code[game.words.package] = declarations(game)
        if (pictures := lettering(key)) is not None:
            in_code[pictures.package] = tuple(dict.fromkeys(picture(key).lettering))
    for catalogue in catalogues():
        yield Source(catalogue.package, _folder(catalogue.package), in_code.get(catalogue.package, ()))


def template() -> int:
    """Write the English of every package anew: what is said by an id as it stands, and what its code holds now."""
    for source in sources():
        (source.folder / SOURCE).write_bytes(english_of(source))
    return 0


def english_of(source: Source) -> bytes:
    """Return what a package's English file holds once it is collected anew."""
    made = Catalog(locale=ENGLISH, charset="utf-8")
    for message in _read(source.folder / SOURCE):
        if message.context:
            made.add(message.id, context=message.context, user_comments=message.user_comments)
    for sentence in source.collected:
        made.add(sentence)
    return _write(made, ENGLISH)


def add(tag: str) -> int:
    """Make the files of a language, or bring those there are up to date with the English.

    A sentence whose English has changed is kept, and marked as fuzzy until somebody has looked at it.
    """
    _demand_known(tag)
    for source in sources():
        file = source.folder / f"{tag}.po"
        catalog = _read(file) if file.is_file() else Catalog(charset="utf-8")
        _update(catalog, _read(source.folder / SOURCE))
        file.write_bytes(_write(catalog, tag))
        print(file)
    return check(tag)


def _update(catalog: Catalog, english: Catalog) -> None:
    """Bring a catalogue up to date. A sentence with an id keeps its own translation, not that of a similar sentence."""
    own = {each.context or "": (each.id, each.string) for each in catalog if each.context and each.string}
    catalog.update(english, update_header_comment=False)
    catalog.obsolete.clear()
    for message in catalog:
        before, string = own.get(message.context or "", (message.id, ""))
        if before != message.id:
            message.string = string
            message.flags.add("fuzzy")


def check(tag: str | None) -> int:
    """Show what a language lacks, or all of them: exit code 1 if anything is missing or wrong."""
    if tag is not None:
        _demand_known(tag)
    wanted = languages()[1:] if tag is None else (tag,)
    faults = 0
    for each in wanted:
        lines = list(_report(each))
        faults += len(lines)
        print(f"{each} ({language_name(each)}): " + ("\n".join(["", *lines]) if lines else "complete"))
    return 1 if faults else 0


def _demand_known(tag: str) -> None:
    """Raise ConfigError, which names those there are, for what isn't a tag of a language that can be added."""
    if tag not in (known := discord_tags()):
        raise ConfigError(f"“{tag}” isn't a language of Discord that can be added. These are: {', '.join(known)}.")


def _report(tag: str) -> Iterator[str]:
    for catalogue in catalogues():
        found = catalogue.translation(tag)
        missing = found.missing if tag in catalogue.languages() else tuple(catalogue.english)
        if missing:
            yield f"  {catalogue.package}: {len(missing)} of {len(catalogue.english)} sentences are missing:"
            yield from (f"    {key!r}" for key in missing)
        yield from (f"  {problem}" for problem in (*found.problems, *too_long(catalogue, tag)))


def _of_code(package: str) -> Iterable[str]:
    """Return the sentences that stand in a package's modules as `_("…")`, sorted."""
    found = extract_from_dir(str(_folder(package).parent), [("**.py", "python")])
    return sorted({message for _, _, message, _, _ in found if isinstance(message, str)})


def _folder(package: str) -> Path:
    """Return where a package keeps its catalogues."""
    folder = resources.files(package) / "locale"
    if not isinstance(folder, Path):
        raise ConfigError(f"The files of {package} can't be written, because it isn't installed as a folder.")
    return folder


def _read(file: Path) -> Catalog:
    """Return a catalogue as it stands in a file; raises ConfigError where it can't be read."""
    try:
        return read_po(io.StringIO(file.read_text("utf-8-sig")), abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise ConfigError(f"{file} can't be read: {error}") from None


def _write(catalog: Catalog, tag: str) -> bytes:
    """Return a catalogue as a file: no dates and no wrapping, so that only what has changed differs."""
    for message in catalog:
        message.flags.discard("python-brace-format")
        if isinstance(message.id, str) and "{" in message.id:
            message.flags.add("icu-message-format")
    written = io.BytesIO()
    write_po(written, catalog, omit_header=True, width=0, no_location=True)
    comment = COMMENT[tag == ENGLISH].format(name=language_name(tag))
    return HEADER.format(comment=comment, tag=tag).encode() + written.getvalue()
