"""Green Town by Günter Cornett and Michael Uhlemann: building a town, leading tours through it."""

from games.greentown.game import GAME

__all__ = ["GAME"]
