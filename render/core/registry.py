"""Finding the pictures of a game by its key."""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, TypeAlias

from games.core.language.catalogue import ENGLISH, Catalogue, load
from render.core.emoji import draw_emoji, encode_emoji, read_names
from render.core.picture import ENGLISH as ENGLISH_THEME
from render.core.picture import Picture, Theme

GROUP = "longtable.pictures"

Piece: TypeAlias = tuple[str, str]
"""A game's key, and the name of one of its pieces."""


class NoPictures(LookupError):
    """A game has no pictures."""


@lru_cache(maxsize=64)
def picture(key: str) -> Picture[Any]:
    """
    The pictures of a game: entry point `key` of the group `longtable.pictures`, else `render.<key>:PICTURE`.

    Raises NoPictures if there are none.
    """
    for point in entry_points(group=GROUP, name=key):
        found: Picture[Any] = point.load()
        return found
    try:
        module = import_module(f"render.{key}")
    except ModuleNotFoundError as missing:
        raise NoPictures(f"no pictures for the game {key!r}") from missing
    built: Picture[Any] = module.PICTURE
    return built


def lettering(key: str) -> Catalogue | None:
    """
    The catalogue of what is lettered on a game's pictures: `locale/` of their package. None if there is none.
    """
    try:
        return load(_package(key))
    except FileNotFoundError:
        return None


@lru_cache(maxsize=64)
def emoji_names(key: str) -> Mapping[str, str]:
    """
    Under which name each piece of a game is uploaded, by the pieces' names; nothing is drawn.
    """
    return read_names(key, _package(key))


def draw_piece(piece: Piece) -> bytes:
    """
    The PNG of a piece that is uploaded.
    """
    key, name = piece
    return encode_emoji(draw_emoji(picture(key).emoji()[name]()))


def _package(key: str) -> str:
    """
    The package of a game's pictures. It isn't loaded: the bot itself reads what is lettered, and draws nothing.
    """
    module = next((point.module for point in entry_points(group=GROUP, name=key)), f"render.{key}")
    found = find_spec(module)
    return module if found is None or found.submodule_search_locations else module.rpartition(".")[0]


def theme(key: str, language: str) -> Theme:
    """
    How the pictures of a game are lettered in a language.
    """
    found = None if language == ENGLISH else lettering(key)
    return ENGLISH_THEME if found is None else Theme(language, found.translation(language).sentences)
