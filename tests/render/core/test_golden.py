"""The comparison that golden pictures rest on."""

from pathlib import Path

import pytest
from PIL import Image

from tests.render import golden


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Golden pictures in a folder of their own, with one white picture."""
    monkeypatch.setattr(golden, "HERE", tmp_path)
    monkeypatch.setattr(golden, "FAILED", tmp_path / "failed")
    golden.keep(tmp_path / "white.png", Image.new("RGB", (50, 50), "white"))
    return tmp_path


def test_the_same_picture_passes(kept: Path) -> None:
    """
    A picture within the tolerance passes and leaves nothing behind.
    """
    image = Image.new("RGB", (50, 50), (254, 255, 255))
    image.putpixel((3, 3), (0, 0, 0))
    golden.check("white", image)

    assert not (kept / "failed").exists()


def test_another_picture_fails_and_both_are_kept(kept: Path) -> None:
    """
    A patch of another colour fails; the new picture and the difference can be looked at.
    """
    image = Image.new("RGB", (50, 50), "white")
    image.paste((200, 255, 255), (0, 0, 10, 10))
    with pytest.raises(AssertionError, match="differs"):
        golden.check("white", image)

    assert {path.name for path in (kept / "failed").iterdir()} == {"white.png", "white.difference.png"}


def test_another_size_and_a_missing_picture_fail(kept: Path) -> None:
    """
    A picture of another size fails, and so does one without a golden picture.
    """
    with pytest.raises(AssertionError, match="differs"):
        golden.check("white", Image.new("RGB", (50, 51), "white"))
    with pytest.raises(AssertionError, match="no golden picture"):
        golden.check("black", Image.new("RGB", (5, 5)))

    assert (kept / "failed" / "black.png").exists()
