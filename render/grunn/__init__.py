"""Grunn's pictures: a lino print of the northern coast."""

from typing import Final

from games.grunn.view import View
from render.core.picture import Picture
from render.grunn.pictures import GrunnPictures

PICTURE: Final[Picture[View]] = GrunnPictures()

__all__ = ["PICTURE"]
