"""What every game must pass, for its author's tests: they import from this package, pytest finds the rest.

``TestNim = conformance("nim")`` tries the rules, ``TestNimPictures = picture_conformance("nim")`` the pictures.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any

import pytest

from games.core.contract import AnyGame
from games.core.registry import game as game_of
from render.core.picture import Picture
from render.core.registry import picture as pictures_of

MODULES = tuple(f"{__name__}.{name}" for name in ("rules", "forms", "panels", "advice", "words"))
pytest.register_assert_rewrite(*MODULES, f"{__name__}.pictures")
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
    tried = [_game(game) for game in games]
    tests = {name: staticmethod(check) for name, check in CHECKS.items()}
    return type("Conformance", (), {**tests, "pytest_generate_tests": _parametrize(tried)})


def picture_conformance(
    game: AnyGame | str,
    pictures: Picture[Any] | None = None,
    *,
    seed: bytes = b"shown",
    struck: Collection[str] = (),
    named: bool = False,
) -> type:
    """Return a class of tests of a game's pictures, to be given a name that begins with ``Test``.

    Give the pictures, too, where they aren't announced. ``seed`` (up to 32 bytes) is that of the matches that are
    drawn, ``struck`` are words that are struck through on purpose. ``named``: what a menu offers has its name beside
    it, as places have that no lettering along the edges names.
    """
    from bot.conformance.pictures import PictureConformance
    from bot.conformance.scenes import Drawn

    tried = _game(game)
    drawn = Drawn(tried, pictures_of(tried.spec.key) if pictures is None else pictures, seed)
    return type(
        "PictureConformance", (PictureConformance,), {"drawn": drawn, "struck": frozenset(struck), "named": named}
    )


def _game(game: AnyGame | str) -> AnyGame:
    return game_of(game) if isinstance(game, str) else game


def _parametrize(games: list[AnyGame]) -> Callable[[object, pytest.Metafunc], None]:
    """Return the hook by which pytest tries each test with every game, and every number of players."""

    def pytest_generate_tests(_: object, metafunc: pytest.Metafunc) -> None:
        if "seats" in inspect.signature(metafunc.function).parameters:
            tables = [(game, seats) for game in games for seats in game.spec.seats]
            names = [f"{game.spec.key}-{seats}" for game, seats in tables]
            metafunc.parametrize(("game", "seats"), tables, ids=names)
        else:
            metafunc.parametrize("game", games, ids=[game.spec.key for game in games])

    return pytest_generate_tests
