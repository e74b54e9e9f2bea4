"""Finding the pictures of a game by its key."""

from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from render.core.picture import Picture

GROUP = "longtable.pictures"


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
