"""How long translations may be where Discord shows them: descriptions of commands, buttons, forms, menus."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from msgspec import Struct

from bot.edge import limits
from bot.edge.words import CATALOGUE
from games.core.contract import AnyGame
from games.core.language.catalogue import Catalogue
from games.core.language.messages import BadMessage, fill, trial_args
from games.core.moves import fields_of, title_of, what_of
from games.core.options import label_of
from games.core.registry import games

DESCRIPTION = ("a command's description", limits.COMMAND_DESCRIPTION)
CHOICE = ("a choice", limits.CHOICE_NAME)
BUTTON = ("a button", limits.BUTTON_LABEL)
TITLE = ("a form's title", limits.MODAL_TITLE)
LABEL = ("a form's label", limits.MODAL_LABEL)
PLACEHOLDER = ("the text on a closed menu", limits.PLACEHOLDER)

_PLACES: Mapping[tuple[str, str], tuple[str, int]] = {
    ("command", ""): DESCRIPTION,
    ("group", ""): DESCRIPTION,
    ("fill_description", ""): DESCRIPTION,
    ("Param", ""): DESCRIPTION,
    ("Option", "what"): DESCRIPTION,
    ("Button", ""): BUTTON,
    ("Button", "label"): BUTTON,
    ("Modal", "title"): TITLE,
    ("Label", "text"): LABEL,
    ("Label", "description"): DESCRIPTION,
    ("TextInput", "placeholder"): PLACEHOLDER,
    ("select", "placeholder"): PLACEHOLDER,
}
"""By what is called, and the name under which a sentence is given (empty: by its place)."""


def too_long(catalogue: Catalogue, tag: str) -> Iterator[str]:
    """Yield which translations of a package don't fit where they are shown; arguments count as nothing."""
    for english, (place, most) in find_limited(catalogue).items():
        sentence = catalogue.translation(tag).sentences.get(english)
        if sentence is not None and (size := _least(sentence, tag)) > most:
            yield f"{catalogue.package}, {tag}.po: {english!r}: {size} characters, but {place} has room for {most}."


def find_limited(catalogue: Catalogue) -> dict[str, tuple[str, int]]:
    """Return the sentences of a package that have little room, each with the narrowest place."""
    found = _of_code() if catalogue is CATALOGUE else []
    for game in games().values():
        if game.words is catalogue:
            found = list(_of_game(game))
    return {sentence: place for sentence, place in sorted(found, key=lambda each: -each[1][1]) if sentence}


def _of_game(game: AnyGame) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield what a game declares that is shown on commands, buttons, forms and menus."""
    spec = game.spec
    kinds: list[type[Struct]] = [*(move for move in spec.moves if move.offered), *spec.orders]
    for kind in kinds:
        yield title_of(kind), BUTTON
        yield what_of(kind), DESCRIPTION
    for order in spec.orders:
        yield title_of(order), TITLE
    for turn in spec.turns:
        yield turn.what, DESCRIPTION
        yield from ((part.what, DESCRIPTION) for part in turn.parts)
    for kind in (*kinds, spec.options):
        for info in fields_of(kind):
            if not info.field.hidden:
                yield info.field.what, DESCRIPTION
                yield info.field.prompt, PLACEHOLDER
                yield from ((name, CHOICE) for name in info.field.named.values())
    yield from ((label_of(info), LABEL) for info in fields_of(spec.options))


@cache
def _of_code() -> list[tuple[str, tuple[str, int]]]:
    """Return the platform's sentences that are given to what puts them onto commands, buttons, forms and menus."""
    folder = resources.files(CATALOGUE.package)
    assert isinstance(folder, Path)
    return [
        (sentence, place)
        for file in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for sentence, place in _find_given(node)
    ]


def _find_given(call: ast.Call) -> Iterator[tuple[str, tuple[str, int]]]:
    name = _name(call.func)
    given = [("", argument) for argument in call.args] + [(each.arg or "", each.value) for each in call.keywords]
    for key, value in given:
        if (place := _PLACES.get((name, key))) is not None and (sentence := _sentence(value)):
            yield sentence, place
        if key == "choices" and isinstance(value, ast.List | ast.Tuple):
            pairs = (pair.elts[0] for pair in value.elts if isinstance(pair, ast.Tuple) and pair.elts)
            yield from ((sentence, CHOICE) for pair in pairs if (sentence := _sentence(pair)))


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def _sentence(value: ast.expr) -> str:
    """Return the sentence of ``_("…")`` or ``N_("…")``, else an empty string."""
    if isinstance(value, ast.Call) and _name(value.func) in ("_", "N_") and value.args:
        first = value.args[0]
        return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
    return ""


def _least(sentence: str, tag: str) -> int:
    """Return how many characters a sentence has at least, whatever its arguments are."""
    try:
        return len(fill(sentence, tag, trial_args(sentence)))
    except BadMessage:
        return 0
