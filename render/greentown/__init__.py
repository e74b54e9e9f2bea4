"""Green Town's pictures: the printed plan of a garden city."""

from typing import Final

from games.greentown.view import View
from render.core.picture import Picture
from render.core.whole import Whole
from render.greentown.pictures import PORTRAITS

PICTURE: Final[Picture[View]] = Whole(PORTRAITS)

__all__ = ["PICTURE"]
