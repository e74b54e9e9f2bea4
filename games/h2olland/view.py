"""What a seat sees: everything that is open, and its own order while it writes one."""

from __future__ import annotations

from games.core.game import View as BaseView
from games.h2olland.state import Basket, Table


class View(BaseView, frozen=True, kw_only=True):
    """The open table, and the basket of the seat (empty for a spectator)."""

    table: Table
    basket: Basket = Basket()
