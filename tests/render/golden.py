"""
Golden pictures: drawings kept as files and compared with a small tolerance.

Lettering moves by a shade from one FreeType to the next, so single pixels may differ; places, shapes and colours may
not. When a comparison fails, the new picture and the difference are kept under `tests/render/golden/failed`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from PIL import Image, ImageChops

from render.core.plates import Plates

HERE = Path(__file__).parent / "golden"
FAILED = HERE / "failed"
PLAIN = 48  # a channel that differs by more than this is a plain difference
SHARE = 0.004  # of all pixels may differ plainly
MEAN = 1.0  # mean difference of a channel


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far a picture is from the golden one."""

    mean: float
    plain: float

    @property
    def close(self) -> bool:
        """Whether it counts as the same picture."""
        return self.mean <= MEAN and self.plain <= SHARE


def compare(first: Image.Image, second: Image.Image) -> Comparison:
    """Compare two pictures of one size."""
    difference = ImageChops.difference(first.convert("RGB"), second.convert("RGB"))
    counts = difference.convert("L").histogram()
    pixels = first.width * first.height
    mean = sum(value * count for value, count in enumerate(counts)) / pixels
    strongest = ImageChops.lighter(
        ImageChops.lighter(difference.getchannel("R"), difference.getchannel("G")), difference.getchannel("B")
    ).histogram()
    return Comparison(mean, sum(strongest[PLAIN + 1 :]) / pixels)


def check(name: str, image: Image.Image) -> None:
    """Fail unless the picture is the golden one; both are kept then."""
    path = HERE / f"{name}.png"
    failed = FAILED / f"{name}.png"
    if not path.exists():
        keep(failed, image)
        raise AssertionError(f"no golden picture {path}; the new one is {failed}")
    with Image.open(path) as file:
        golden = file.convert("RGB")
    same_size = golden.size == image.size
    found = compare(image, golden) if same_size else None
    if found is None or not found.close:
        keep(failed, image)
        if same_size:
            keep(
                failed.with_suffix(".difference.png"),
                ImageChops.difference(image.convert("RGB"), golden),
            )
        raise AssertionError(f"{name} differs from {path} ({found}); the new one is {failed}")


def keep(path: Path, image: Image.Image) -> None:
    """Write a picture, making its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, "PNG", compress_level=9)


@dataclass(frozen=True, slots=True)
class Gallery:
    """The pictures of a game by name; those of these names are kept."""

    key: str
    makes: Mapping[str, Callable[[], Image.Image]]

    def fresh(self, name: str) -> Image.Image:
        """A picture drawn anew."""
        return self.makes[name]()

    def drawn(self, name: str) -> Image.Image:
        """A picture drawn once for all tests; nobody changes it."""
        return _drawn(self.makes[name])

    def keep(self) -> None:
        """Write all of them anew."""
        for old in (HERE / self.key).glob("*.png"):
            old.unlink()
        for name in self.makes:
            keep(HERE / self.key / f"{name}.png", self.drawn(name))


@lru_cache(maxsize=128)
def _drawn(make: Callable[[], Image.Image]) -> Image.Image:
    return make()


def plates(pictures: Mapping[str, tuple[Callable[[], Plates], int]]) -> dict[str, Callable[[], Image.Image]]:
    """What draws each of some plates, given as what makes a board and the number of its plate."""
    return {name: partial(_plate, make, number) for name, (make, number) in pictures.items()}


def _plate(make: Callable[[], Plates], number: int) -> Image.Image:
    return make()[number].image()
