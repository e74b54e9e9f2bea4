"""Everything about a person as a file."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import msgspec

from bot.app.moderation.bars import BarTerms
from bot.app.moderation.reports import NewReport
from db.moderation.records import ReportTopic
from tests.app.playing import play_random
from tests.app.privacy.dump import dump
from tests.app.privacy.test_deleting import BANKED, NAMES, ZOE
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene

MOST = 10_000_000


async def read(scene: Scene, *, most: int = MOST) -> tuple[dict[str, list[dict[str, Any]]], dict[str, bytes], int]:
    """Return the rows, the other files, and how many matches are left out."""
    found = await scene.app.privacy.exports.export(ZOE, most=most)
    with zipfile.ZipFile(io.BytesIO(found.data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return msgspec.json.decode(files.pop("data.json")), files, found.left_out


async def played(scene: Scene) -> None:
    """Let Zoë play, write a note, and block somebody; and be blocked."""
    match = await scene.match("season", (ZOE, BEN))
    for _ in range(4):
        await play_random(scene, match)
    await scene.match("season", (BEN, ZOE), pace=BANKED)
    await scene.match("season", (BEN, CLEO))
    await scene.app.notes.write(ZOE, match=match, text="mine", add=False)
    await scene.app.notes.write(BEN, match=match, text="his", add=False)
    await scene.app.ratings.set_block(ZOE, other=BEN.user, blocked=True)
    await scene.app.ratings.set_block(CLEO, other=ZOE.user, blocked=True)


async def test_a_person_gets_what_is_theirs_and_nothing_of_others(scene: Scene) -> None:
    """
    Their rows, names, notes and matches; neither the notes of others, nor who blocks them, nor the secrets of a match.
    """
    await played(scene)
    rows, files, left_out = await read(scene)
    text = msgspec.json.encode(rows).decode()

    assert ["mine"] == [row["text"] for row in rows["note"]]
    assert [str(BEN.user)] == [str(row["other"]) for row in rows["block"]]
    assert {str(ZOE.user)} == {row["user"] for row in rows["seat"]}
    assert {ZOE.name, ZOE.account} == {row["name"] for row in rows["known_name"]} == set(NAMES[:2])
    assert rows["person"][0]["seen"].startswith("2026-")
    assert ["about.txt", "matches/match-1.json", "matches/match-2.json"] == sorted(files)
    assert "seed" not in rows["match"][0]
    assert str(CLEO.user) not in text
    assert left_out == 0


async def test_what_discord_has_no_room_for_is_left_out_and_counted(scene: Scene) -> None:
    """
    The rows always come; of the matches the newest ones, as many as fit.
    """
    await played(scene)
    rows, files, left_out = await read(scene, most=3500)

    assert rows["seat"]
    assert (len(files) - 1) + left_out == 2
    assert left_out > 0


async def test_an_export_changes_nothing(scene: Scene) -> None:
    """
    It only reads.
    """
    await played(scene)
    before = await dump(scene.store)
    await read(scene)

    assert before == await dump(scene.store)


async def test_rows_of_others_that_name_a_person_are_in_it_without_those_others(scene: Scene) -> None:
    """
    What staff did to them, but not who; the bars that they set and the reports that they resolved, but not about whom.
    """
    match = await scene.match("season", (BEN, CLEO))
    await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=ZOE, terms=BarTerms(until=None, why="cheats"))
    await scene.app.bars.bar(scene.key(), ZOE, place=PLACE, guest=CLEO, terms=BarTerms(until=None, why="her words"))
    new = NewReport(match=match, topic=ReportTopic.OTHER, words="Ben's words")
    made = await scene.app.reports.file(scene.key(), BEN, place=PLACE, new=new)
    await scene.app.reports.resolve(scene.key(), ZOE, place=PLACE, report=made.id, outcome="her outcome")
    await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=ANN, terms=BarTerms(until=None, why="not hers"))
    rows, *_rest = await read(scene)
    text = msgspec.json.encode(rows).decode()
    done = next(row for row in rows["audit_entry"] if row["why"] == "cheats")

    assert "user" not in done
    assert "app.staff_barred" == done["what"]["id"]
    assert ["her words"] == [row["why"] for row in rows["bar"] if row["why"] != "cheats"]
    assert ["her outcome"] == [row["outcome"] for row in rows["report"]]
    assert [] == [word for word in ("Dora", str(DORA.user), "Ben's words", "not hers") if word in text]
    assert [] == [word for row in rows["report"] for word in ("reporter", "name", "words") if word in row]
    assert [] == [row for row in rows["bar"] if row["why"] == "her words" and "user" in row]
