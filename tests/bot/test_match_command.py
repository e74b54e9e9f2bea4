"""`longtable match export|import|verify`: what is written, what is opened, what is refused with exit code 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot import __main__ as cli
from bot.app.match.paces import PerMove
from db.ids import MatchId
from db.records import MatchRecord, Status
from games.core.registry import games
from tests.app.playing import play_random
from tests.app.scene import ANN, BEN, Scene
from tests.bot.database import over

pytestmark = pytest.mark.usefixtures("bare_environment")


async def begin(scene: Scene) -> None:
    """Play three turns of Grunn."""
    match = await scene.match("grunn", (ANN, BEN), pace=PerMove(seconds=3600))
    for _ in range(3):
        await play_random(scene, match)


async def finish(scene: Scene) -> MatchRecord:
    """Let the rest of match 1 run out."""
    for _ in range(3000):
        record = (await scene.app.uow.read(MatchId(1))).match
        if record.status is Status.FINISHED:
            return record
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
    raise AssertionError("the match never ends")


def test_a_match_is_written_recomputed_and_opened_again(capsys: pytest.CaptureFixture[str]) -> None:
    """
    A finished one is verified against the hash of its start and opened for practice; a running one goes on elsewhere.
    """
    over(begin, games())
    running = cli.main(["match", "export", "1", "running.json"])
    on = cli.main(["match", "import", "running.json", "--channel", "5", "--guild", "6"])
    record = over(finish, games())
    usual = cli.main(["match", "export", "1"])
    text = cli.main(["match", "export", "1", "--text"])
    good = cli.main(["match", "verify", "match-1.json", "--announced", record.seed_hash])
    practice = cli.main(["match", "import", "match-1.json", "--channel", "5", "--practice", "77"])
    told = capsys.readouterr().out

    assert [0] * 6 == [running, on, usual, text, good, practice]
    assert "match 2 opened from running.json" in told
    assert "match 3 opened from match-1.json" in told
    assert "The shuffle was fixed beforehand" in told
    assert "All " in told
    assert Path("match-1.txt").read_text().startswith("Grunn, match 1\n")
    assert 0o600 == Path("running.json").stat().st_mode & 0o777


def test_what_cannot_be_used_gives_one_sentence_and_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    """
    A torn file, a forged one, another hash, no such file, no such match, an existing target; nothing is stored.
    """
    over(begin, games())
    over(finish, games())
    cli.main(["match", "export", "1"])
    data = Path("match-1.json").read_bytes()
    Path("torn.json").write_bytes(data[:1000])
    Path("forged.json").write_bytes(data.replace(b'"cause":"player"', b'"cause":"order"'))
    capsys.readouterr()
    lines = [
        (["verify", "torn.json"], "incomplete"),
        (["verify", "forged.json"], "changed after it was written"),
        (["verify", "match-1.json", "--announced", "ab"], "wasn't fixed beforehand"),
        (["verify", "nothing.json"], "can't be read"),
        (["import", "torn.json", "--channel", "5"], "incomplete"),
        (["import", "match-1.json", "--channel", "5"], "practice match"),
        (["export", "9"], "no match 9"),
        (["export", "1"], "already exists"),
    ]
    codes, said = [], []
    for line, _ in lines:
        codes.append(cli.main(["match", *line]))
        said.append(capsys.readouterr().err)

    async def count(scene: Scene) -> int:
        return len(await scene.store.read(lambda tx: tx.matches.get_many([MatchId(1), MatchId(2)])))

    assert [2] * len(lines) == codes
    for text, (_, sentence) in zip(said, lines, strict=True):
        assert sentence in text
        assert 1 == text.count("\n")
    assert 1 == over(count, games())
    assert 1 == json.loads(data)["longtable_match"]
