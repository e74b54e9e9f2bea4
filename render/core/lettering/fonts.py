"""
The bundled faces, each loaded once.

Every family lies under `render/fonts/<family>/` with its licence beside it. A picture names the face it wants; what
that face lacks (other scripts, emoji) is taken from the fallback faces, and what none of them has is left out: a name
never shows a box.
"""

import atexit
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files

from PIL import ImageFont


@dataclass(frozen=True, slots=True)
class Face:
    """A font file below `render/fonts`, and the size of a fallback letter that goes with its own letters."""

    path: str
    beside: float = 1.0  # size of a fallback letter for one of this face's size
    shaped: bool = False  # whether letters join and change by their neighbours
    bolder: float = 0.0  # stroke round each letter as a share of the size, for a face without a bold cut


VOLLKORN = Face("vollkorn/Vollkorn-Black.ttf", beside=0.86)
KAFFEESATZ = Face("kaffeesatz/YanoneKaffeesatz-Bold.otf", beside=0.72)
DOSIS = Face("dosis/Dosis-ExtraBold.otf", beside=0.98)
DOSIS_BOLD = Face("dosis/Dosis-Bold.otf", beside=0.98)
SPARTAN = Face("spartan/LeagueSpartan-ExtraBold.otf", beside=0.9)
CHERRY = Face("cherrybomb/CherryBomb-Regular.otf", beside=0.86)
SLAB = Face("robotoslab/RobotoSlab-Bold.otf", beside=0.9)
BEBAS = Face("bebas/BebasNeue-Bold.otf", beside=0.74)
DEJAVU = Face("dejavu/DejaVuSansCondensed-Bold.ttf", shaped=True)
DROID = Face("droid/DroidSansFallbackFull.ttf", shaped=True, bolder=0.035)
SYMBOLA = Face("symbola/Symbola-symbols.ttf")

FALLBACKS = (DEJAVU, SYMBOLA, DROID)
_PROBE = 24
_FILES = ExitStack()
"""Keeps what had to be unpacked for it: of a package in an archive."""
atexit.register(_FILES.close)


@lru_cache(maxsize=32)
def _file(path: str) -> str:
    """Where a face lies. By a path, FreeType maps the file into memory; of bytes, Pillow copies all for each size."""
    return str(_FILES.enter_context(as_file(files("render").joinpath("fonts", path))))


@lru_cache(maxsize=256)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """The face at a size in pixels."""
    engine = ImageFont.Layout.RAQM if face.shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(_file(face.path), size, layout_engine=engine)


@lru_cache(maxsize=4096)
def has(face: Face, char: str) -> bool:
    """Whether the face can draw the character: it looks different from what stands for a missing one."""
    if char == " ":
        return True
    probe = font(face, _PROBE)
    drawn, missing = probe.getmask(char), probe.getmask("\U0010fffe")
    return drawn.size != missing.size or bytes(drawn) != bytes(missing)


@lru_cache(maxsize=4096)
def face_for(face: Face, char: str) -> Face | None:
    """The face that draws the character: the wanted one, else the first fallback that has it, else None."""
    return next((each for each in (face, *FALLBACKS) if has(each, char)), None)
