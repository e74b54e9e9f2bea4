"""Walnut Grove's pictures: a hand-printed farm almanac of 1885."""

from typing import Final

from games.walnut_grove.view import View
from render.core.picture import Picture
from render.walnut_grove.pictures import WalnutGrovePictures

PICTURE: Final[Picture[View]] = WalnutGrovePictures()

__all__ = ["PICTURE"]
