"""H₂Olland's pictures: a coloured linocut of a polder seen from the air."""

from typing import Final

from games.h2olland.view import View
from render.core.picture import Picture
from render.core.whole import Whole
from render.h2olland.pictures import PORTRAITS

PICTURE: Final[Picture[View]] = Whole(PORTRAITS)

__all__ = ["PICTURE"]
