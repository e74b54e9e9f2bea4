"""What a seat may see of a match of Nim: everything. Pictures see this module and nothing else of the game."""

from games.core.game import View as BaseView
from games.core.seats import Seat


class View(BaseView, frozen=True, kw_only=True):
    """``heaps`` holds the number of objects in each, from the left; ``player`` is to move, once ``over`` has won."""

    heaps: tuple[int, ...]
    player: Seat
    over: bool
