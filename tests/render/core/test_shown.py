"""The measure "as shown": the box of Discord's desktop and the width of a phone."""

import pytest

from render.core.output.shown import on_desktop, on_phone
from render.core.plates import HIGH, WIDE


@pytest.mark.parametrize(
    ("size", "desktop", "phone"),
    [
        ((WIDE, HIGH), 0.5, 360 / 1100),
        ((1100, 350), 0.5, 360 / 1100),
        ((1080, 1350), 350 / 1350, 360 / 1080),
        ((400, 200), 1.0, 0.9),
    ],
)
def test_pictures_are_scaled_into_their_box(size: tuple[int, int], desktop: float, phone: float) -> None:
    """
    The desktop fits a picture into 550 × 350 without enlarging it; a phone makes it 360 wide.
    """
    assert on_desktop(size) == pytest.approx(desktop)
    assert on_phone(size) == pytest.approx(phone)
