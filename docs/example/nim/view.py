"""What a seat may see of a match of Nim: everything. Pictures see this module and nothing else of the game."""

from games.core.game import View as BaseView


class View(BaseView, frozen=True, kw_only=True):
    """``heaps`` holds the number of objects in each, from the left."""

    heaps: tuple[int, ...]
