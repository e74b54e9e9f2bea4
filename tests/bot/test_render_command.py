"""`longtable render`: the plates of a board as files, or one sheet of them as Discord shows them."""

from pathlib import Path

import msgspec
import pytest
from PIL import Image

from bot.__main__ import main
from bot.cli.render import course
from games.core.registry import games
from games.core.running.codec import Codec
from render.core.output.shown import DESKTOP, PHONE
from tests.games.tiny.shop import SHOP


def test_each_plate_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    The name of the file gets the number of the plate.
    """
    assert main(["render", "grunn", str(tmp_path / "board.png"), "--turn", "5"]) == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    told = capsys.readouterr().out.splitlines()

    assert written == [f"board-{number}.png" for number in range(1, len(told) + 1)]


def test_a_position_is_written_for_a_guide(tmp_path: Path) -> None:
    """
    A file that ends in .json gets the position, which reads as a guide's.
    """
    file = tmp_path / "guide.json"
    grunn = games()["grunn"]
    assert main(["render", "grunn", str(file), "--turn", "5", "--seats", "3"]) == 0
    stored = msgspec.json.decode(file.read_bytes(), type=dict[str, msgspec.Raw])
    position = Codec(grunn).read_position(bytes(stored["position"]))

    assert bytes(stored["names"]) == b'["Anna","Bert","Cees"]'
    assert position.state == course(grunn, 3, turn=5)[-1]


@pytest.mark.parametrize("scene", ["guide", "board", "private", "since", "preview", "seat"])
def test_a_sheet_shows_both_sizes(scene: str, tmp_path: Path) -> None:
    """
    `--as-shown` writes one file, wide enough for the desktop's column and the phone's beside it.
    """
    file = tmp_path / "sheet.png"
    assert main(["render", "grunn", str(file), "--turn", "5", "--scene", scene, "--as-shown"]) == 0
    with Image.open(file) as sheet:
        assert sheet.width > DESKTOP[0] + PHONE
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.png"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--scene", "moon"], "--scene is one of board, private, since, preview, seat, final"),
        (["--scene", "final"], "needs a larger --turn"),
        (["--scene", "preview", "--turn", "999"], "needs a smaller --turn"),
    ],
)
def test_a_scene_that_cannot_be_drawn_is_refused(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The sentence says what would be possible.
    """
    assert main(["render", "grunn", str(tmp_path / "board.png"), "--seats", "2", *options]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_chance_plays_where_a_game_has_no_easy_player() -> None:
    """
    A game that is new has no computer players yet, and its author wants to look at boards.
    """
    assert 4 == len(course(SHOP, 2, turn=3))
