"""The games there are, by key.

A game is announced by an entry point of the group ``longtable.games`` whose value is the game object; third-party
packages do so too. The packages beside this one that export ``GAME`` are found without being installed.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module, metadata

from msgspec import Struct

import games as own
from games.core.contract import AnyGame
from games.core.input.forms import MOST_CHOICES, MOST_FORMS, MOST_OPTIONS, forms_of, options_of
from games.core.moves import verb_of

GROUP = "longtable.games"


class Source(Struct, frozen=True):
    """Where a game comes from: a name for reports, and how to load it."""

    name: str
    load: Callable[[], AnyGame]


class Registry(Struct, frozen=True):
    """The games by key, and what could not be loaded: the source's name and why."""

    games: Mapping[str, AnyGame]
    broken: Mapping[str, str]


def collect(sources: Iterable[Source]) -> Registry:
    """Load each source; a broken one, or one whose key or command is taken, is reported and left out."""
    found: dict[str, AnyGame] = {}
    broken: dict[str, str] = {}
    for source in sources:
        try:
            game = source.load()
            reason = _objection(game, found)
        except Exception as error:  # whatever a third party's package raises must not stop the others
            reason = f"{type(error).__name__}: {error}"
        if reason is not None:
            broken[source.name] = reason
        elif game.spec.key not in found:
            found[game.spec.key] = game
    return Registry(found, broken)


def _objection(game: AnyGame, found: Mapping[str, AnyGame]) -> str | None:
    spec = game.spec
    known = found.get(spec.key)
    if known is not None:
        return None if known is game else f"the key {spec.key!r} is taken"
    if any(other.spec.command == spec.command for other in found.values()):
        return f"the command {spec.command!r} is taken"
    verbs = [verb_of(move) for move in spec.moves]
    doubled = sorted({verb for verb in verbs if verbs.count(verb) > 1})
    return f"two moves are called {doubled[0]!r}" if doubled else _too_many(game)


def _too_many(game: AnyGame) -> str | None:
    """Return what of a game's commands Discord would not take; nothing of it is ever left out instead."""
    forms = forms_of(game)
    if len(forms) > MOST_FORMS:
        return f"{len(forms)} commands; up to {MOST_FORMS} fit"
    for form in forms:
        if len(form.options) > MOST_OPTIONS:
            return f"{form.name!r} has {len(form.options)} options; up to {MOST_OPTIONS} fit"
    for option in (*(option for form in forms for option in form.options), *options_of(game.spec.options)):
        if len(option.choices) > MOST_CHOICES:
            return f"{option.name!r} has {len(option.choices)} choices; up to {MOST_CHOICES} fit"
    return None


def find_installed() -> Iterable[Source]:
    """Yield the games of this project, then those announced by installed packages."""
    for module in sorted(pkgutil.iter_modules(own.__path__, "games."), key=lambda module: module.name):
        if module.ispkg and module.name != "games.core":
            yield Source(module.name, _find_exported(module.name))
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        yield Source(f"{point.name} = {point.value}", point.load)


def _find_exported(module: str) -> Callable[[], AnyGame]:
    def load() -> AnyGame:
        game: AnyGame = import_module(module).GAME
        return game

    return load


@cache
def registry() -> Registry:
    """Return the installed games; read once."""
    return collect(find_installed())


def games() -> Mapping[str, AnyGame]:
    """Return the games by key."""
    return registry().games


def game(key: str) -> AnyGame:
    """Return a game; raises LookupError with the known keys, and why others could not be loaded."""
    found = registry()
    try:
        return found.games[key]
    except KeyError:
        known = ", ".join(found.games) or "none"
        broken = "".join(f"; {name} could not be loaded: {why}" for name, why in found.broken.items())
        raise LookupError(f"there is no game {key!r}; known are {known}{broken}") from None
