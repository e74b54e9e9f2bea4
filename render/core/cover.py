"""
What covers of games share: how they are named, and a title that is whole where Discord shows several in one gallery.

There a picture is cut to a square.
"""

from render.core.lettering.fonts import Face
from render.core.lettering.text import fit
from render.core.plates import HIGH

COVER = "cover"
"""What the plate of a cover shows; the platform puts it into words."""
SIZES = (170, 60)
"""Pixels of a title's letters, from the usual size to the least."""
ROOM = HIGH - 40
"""Pixels of the width that a title may take, in the middle."""


def title_size(title: str, face: Face) -> int:
    """The size at which a title fits."""
    return fit(title, face, ROOM, SIZES).size
