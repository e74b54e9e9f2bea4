"""Grumpf's pictures: a cave wall by torchlight."""

from typing import Final

from games.grumpf.view import View
from render.core.picture import Picture
from render.grumpf.pictures import GrumpfPictures

PICTURE: Final[Picture[View]] = GrumpfPictures()

__all__ = ["PICTURE"]
