"""Grumpf by P. Compain: a race of small creatures for six hunting grounds, live or by turns."""

from games.grumpf.game import GAME

__all__ = ["GAME"]
