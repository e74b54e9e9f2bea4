"""Nim, the example of how a game is added: take objects from one heap; who takes the last one wins."""

from nim.game import GAME

__all__ = ["GAME"]
