"""Grunn, a game by Robert Brouwer and Arjan van Houwelingen."""

from games.grunn.game import GAME

__all__ = ["GAME"]
