"""Hatching: what a draft changes carries ink strokes where the last turn carries red."""

from math import sqrt

from render.core.surface import Surface
from render.greentown.inks import CREAM, INK

COARSE = (7.0, 3.6)  # pixels from stroke to stroke, and of one stroke
FINE = (4.6, 2.3)


def hatch(layer: Surface, *, fine: bool = False) -> Surface:
    """The drawing as a cream plate under ink strokes of 45 degrees, the same in pixels at every scale."""
    plate = layer.layer()
    wide, high = layer.image.size
    plate.image.paste((*CREAM, 255), (0, 0, wide, high))
    scale = 1 / layer.unit
    pen = plate.pen()
    far = (wide + high) / layer.fine * scale
    step, thick = (length * sqrt(2) * scale for length in (FINE if fine else COARSE))
    for i in range(-int(far / step) - 1, int(far / step) + 2):
        x = i * step
        pen.shape([(x - far, -far), (x - far + thick, -far), (x + far + thick, far), (x + far, far)], INK, shake=0)
    plate.clip(layer)
    return plate
