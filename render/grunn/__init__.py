"""Grunn's pictures: a lino print of the northern coast."""

from typing import Final

from games.grunn.view import View
from render.core.picture import Picture
from render.core.whole import Whole
from render.grunn.pictures import PORTRAITS

PICTURE: Final[Picture[View]] = Whole(PORTRAITS)

__all__ = ["PICTURE"]
