"""What every game must pass, for its author's tests: they import this package, pytest finds the rest.

from bot.conformance import conformance

TestNim = conformance("nim")
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module

import pytest

from games.core.game import AnyGame
from games.core.registry import game as game_of

MODULES = tuple(f"{__name__}.{name}" for name in ("rules", "forms", "words"))
pytest.register_assert_rewrite(*MODULES)
CHECKS: dict[str, Callable[..., None]] = {
    name: check
    for module in map(import_module, MODULES)
    for name, check in vars(module).items()
    if name.startswith("test_")
}


def conformance(*games: AnyGame | str) -> type:
    """Return a class of tests, to be given a name that begins with ``Test``.

    A game is named by its key if it is announced to Longtable, else given as the object itself. Raises LookupError for
    an unknown key.
    """
    tried = [game_of(game) if isinstance(game, str) else game for game in games]
    tests = {name: staticmethod(check) for name, check in CHECKS.items()}
    return type("Conformance", (), {**tests, "pytest_generate_tests": _spread(tried)})


def _spread(games: list[AnyGame]) -> Callable[[object, pytest.Metafunc], None]:
    """Return the hook by which pytest tries each test with every game, and every number of players."""

    def pytest_generate_tests(_: object, metafunc: pytest.Metafunc) -> None:
        if "seats" in inspect.signature(metafunc.function).parameters:
            tables = [(game, seats) for game in games for seats in game.spec.seats]
            names = [f"{game.spec.key}-{seats}" for game, seats in tables]
            metafunc.parametrize(("game", "seats"), tables, ids=names)
        else:
            metafunc.parametrize("game", games, ids=[game.spec.key for game in games])

    return pytest_generate_tests
