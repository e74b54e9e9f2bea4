"""`longtable db check` and `longtable db repair`."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot import __main__ as cli
from db.ids import MatchId
from games.core.registry import games
from tests.app.playing import play_random
from tests.app.scene import Scene
from tests.bot.database import bare_environment, over

__all__ = ["bare_environment"]

DATABASE = "data/longtable.db"


@pytest.fixture(autouse=True)
def _bare(bare_environment: None) -> None:
    """A place of their own."""


async def _play(scene: Scene) -> MatchId:
    number = await scene.match("grunn")
    for _ in range(2):
        scene.clock.forward(minutes=1)
        await play_random(scene, number)
    return number


def _damage(statement: str) -> None:
    with closing(sqlite3.connect(DATABASE)) as connection:
        connection.execute(statement)
        connection.commit()


def test_what_is_wrong_is_listed_and_mended_when_it_is_ordered(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Nothing is written without --yes; the exit code says whether anything is wrong.
    """
    over(_play, games())
    sound = cli.main(["db", "check"])
    _damage("UPDATE snapshot SET data = x'00' WHERE ply = (SELECT max(ply) FROM snapshot)")
    found = cli.main(["db", "check", "--server", "9"])
    shown = cli.main(["db", "repair", "1"])
    told = capsys.readouterr().out
    done = cli.main(["db", "repair", "1", "--yes"])
    again = cli.main(["db", "check", "--match", "1"])

    assert (0, 1, 1, 0, 0) == (sound, found, shown, done, again)
    assert "1 matches checked; something is wrong with none" in told
    assert "isn't the one to which the log leads [will be mended]" in told
    assert "Nothing has been written; add --yes" in told
    assert "match 1 is mended\n" in capsys.readouterr().out


def test_what_is_dropped_is_shown_first(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Nothing else would say afterward what the line was.
    """
    over(_play, games())
    _damage(
        "INSERT INTO entry (match, ply, seat, cause, audience, data, at) "
        "SELECT match, ply + 1, seat, cause, audience, x'5b5d', at FROM entry ORDER BY ply DESC LIMIT 1"
    )
    code = cli.main(["db", "repair", "1", "--yes"])
    told = capsys.readouterr().out

    assert 0 == code
    assert "lines after its end that can't be played; they can be dropped [will be mended]" in told
    assert "will be dropped; it says []" in told
    assert "match 1 is mended\n" in told


def test_what_is_lost_is_said_with_what_staff_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    """
    A lost line can't be made up: the match goes on from its newest position, or back to the turn before.
    """
    over(_play, games())
    _damage("UPDATE entry SET data = x'00' WHERE ply = (SELECT max(ply) FROM entry)")
    code = cli.main(["db", "repair", "1", "--yes"])
    told = capsys.readouterr().out

    assert 1 == code
    assert "can't be read or played [can't be mended]" in told
    assert "match 1 can still be played or looked at" in told
    assert "`/staff repair match:1 turn:" in told


def test_rows_that_name_what_is_not_there_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """
    As a file edited by hand may have them.
    """
    over(_play, games())
    _damage("INSERT INTO seat (match, seat, joined) VALUES (99, 0, 0)")
    code = cli.main(["db", "check"])

    assert 1 == code
    assert "table seat: 1 rows name a match (match) that isn't there" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("db check --match 7", "there is no match 7"),
        ("db repair 7", "there is no match 7"),
        ("db check --since soon", "--since soon isn't a date such as 2027-01-31"),
    ],
)
def test_what_can_not_be_meant_gets_one_sentence(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """
    And exit code 2.
    """
    code = cli.main(line.split())

    assert (2, f"longtable: {said}\n") == (code, capsys.readouterr().err)
