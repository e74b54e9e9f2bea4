"""Grumpf's pictures: a cave wall by torchlight."""

from typing import Final

from games.grumpf.view import View
from render.core.picture import Picture
from render.core.whole import Whole
from render.grumpf.pictures import PORTRAITS

PICTURE: Final[Picture[View]] = Whole(PORTRAITS)

__all__ = ["PICTURE"]
