"""Green Town's pictures: the printed plan of a garden city."""

from typing import Final

from games.greentown.view import View
from render.core.picture import Picture
from render.greentown.pictures import GreenTownPictures

PICTURE: Final[Picture[View]] = GreenTownPictures()

__all__ = ["PICTURE"]
