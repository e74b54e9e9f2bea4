"""Walnut Grove: farming in the American Midwest in 1885, for one to four."""

from games.walnut_grove.game import GAME

__all__ = ["GAME"]
