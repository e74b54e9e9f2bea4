"""
How pictures look to other eyes: three kinds of colour blindness, and contrast as WCAG 2 counts it.

For tests and for choosing palettes; no picture is drawn with it.
"""

from enum import Enum
from math import dist

from PIL import Image

from render.core.colour import RGB

Matrix = tuple[float, float, float, float, float, float, float, float, float]


class Vision(Enum):
    """Colour blindness of full strength, as matrices on linear light (Machado, Oliveira and Fernandes 2009)."""

    PROTANOPIA = (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998)
    DEUTERANOPIA = (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881)
    TRITANOPIA = (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900)


def linear(part: int) -> float:
    """Light of one channel: 0 to 255 in sRGB becomes 0 to 1."""
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _channel(light: float) -> int:
    light = min(1.0, max(0.0, light))
    share = light * 12.92 if light <= 0.0031308 else 1.055 * float(light ** (1 / 2.4)) - 0.055
    return round(share * 255)


def simulate(colour: RGB, vision: Vision) -> RGB:
    """The colour as it looks to such eyes."""
    red, green, blue = (linear(part) for part in colour)
    m = vision.value
    return (
        _channel(m[0] * red + m[1] * green + m[2] * blue),
        _channel(m[3] * red + m[4] * green + m[5] * blue),
        _channel(m[6] * red + m[7] * green + m[8] * blue),
    )


def simulate_picture(image: Image.Image, vision: Vision) -> Image.Image:
    """A palette picture as it looks to such eyes."""
    table = image.getpalette("RGB") or []
    other = image.copy()
    colours = ((table[i], table[i + 1], table[i + 2]) for i in range(0, len(table), 3))
    other.putpalette([part for colour in colours for part in simulate(colour, vision)])
    return other


def luminance(colour: RGB) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    red, green, blue = (linear(part) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: RGB, second: RGB) -> float:
    """The contrast ratio of two colours, 1 to 21; 4.5 is enough for text, 3 for large text and shapes."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def apart(first: RGB, second: RGB) -> float:
    """How different two colours look: distance in CIE L*a*b* (2 is just seen, 10 is plain)."""
    return dist(_lab(first), _lab(second))


def _lab(colour: RGB) -> tuple[float, float, float]:
    red, green, blue = (linear(part) for part in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
