"""H₂Olland's pictures: a coloured linocut of a polder seen from the air."""

from typing import Final

from games.h2olland.view import View
from render.core.picture import Picture
from render.h2olland.pictures import H2ollandPictures

PICTURE: Final[Picture[View]] = H2ollandPictures()

__all__ = ["PICTURE"]
