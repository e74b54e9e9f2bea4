"""Colours as triples of 0 to 255, and how they mix."""

RGB = tuple[int, int, int]


def rgb(text: str) -> RGB:
    """A colour from `#rrggbb` or `rrggbb`."""
    digits = text.removeprefix("#")
    return (int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16))


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """`share` (0 to 1) of the first colour, the rest of the second."""
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(first, second, strict=True))
    return (red, green, blue)
