"""
Choosing a game's palette: `python -m render.core.mixing grunn` writes `render/grunn/data/palette.hex`.

Run it when sprites have changed; pictures of all positions change with it, so the golden pictures must follow.
"""

import sys
from importlib import import_module
from pathlib import Path

from render.core.palette import LIMIT, gather


def main(key: str) -> None:
    """Write the palette of one game from the specimen of its sprites, of as many colours as its `COLOURS` says."""
    module = import_module(f"render.{key}.specimen")
    colours = gather(module.specimen(), module.INKS, getattr(module, "COLOURS", LIMIT))
    lines = (f"#{red:02X}{green:02X}{blue:02X}\n" for red, green, blue in colours)
    path = Path(str(module.__file__)).with_name("data") / "palette.hex"
    path.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1])
