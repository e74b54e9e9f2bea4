"""How a picture looks on a phone, and whether places on it still stand out."""

from PIL import Image

from bot.conformance.lettering.vision import luminance
from render.core.output.shown import on_desktop, on_phone, show_as_client
from render.core.plates import HIGH, WIDE

DESKTOP, PHONE = on_desktop((WIDE, HIGH)), on_phone((WIDE, HIGH))
"""By how much Discord scales a plate of full size."""
Box = tuple[int, int, int, int]


def spread(image: Image.Image, box: Box) -> float:
    """The contrast between the lightest and darkest twentieth of a box of pixels, 1 to 21."""
    part = image.crop(box).convert("RGB")
    counted = part.getcolors(part.width * part.height) or []
    weights = [(luminance((c[0], c[1], c[2])), count) for count, c in counted if isinstance(c, tuple)]
    lights = sorted(light for light, count in weights for _ in range(count))
    few = max(1, len(lights) // 20)
    dark, light = sum(lights[:few]) / few, sum(lights[-few:]) / few
    return (light + 0.05) / (dark + 0.05)


def faint(image: Image.Image, places: dict[str, Box], least: float = 3.0) -> dict[str, float]:
    """The places (boxes in pixels of the whole picture) that on a phone have less contrast than `least`."""
    share = on_phone(image.size)
    small = show_as_client(image, share)
    scaled = {
        what: (round(a * share), round(b * share), round(c * share), round(d * share))
        for what, (a, b, c, d) in places.items()
    }
    return {what: found for what, box in scaled.items() if (found := spread(small, box)) < least}
