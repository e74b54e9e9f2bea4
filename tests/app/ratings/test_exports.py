"""A server's results as a file."""

from __future__ import annotations

import csv
import io

import msgspec
import pytest

from bot.app.match.records import Place
from bot.app.ratings import service
from bot.app.ratings.exports import Form, table
from db.ids import ChannelId
from games.core.errors import Refusal
from tests.app.ratings.test_calculator import won
from tests.app.scene import ANN, BEN, PLACE, Scene


async def test_export_of_all_results(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    JSON with everything, CSV with a line for each player, page by page; outside servers there is nothing to export.
    """
    monkeypatch.setattr(service, "PAGE", 2)
    matches = [await won(scene, ANN, BEN) for _ in range(4)]
    await scene.app.rating_calculator.work()
    as_json = await scene.app.ratings.export(place=PLACE, form=Form.JSON, most=9999)
    as_csv = await scene.app.ratings.export(place=PLACE, form=Form.CSV, most=9999)
    rows = list(csv.DictReader(io.StringIO(as_csv.file.data.decode())))

    assert (4, True, 4, True) == (as_json.count, as_json.whole, as_csv.count, as_csv.whole)
    assert matches[::-1] == [row["match"] for row in msgspec.json.decode(as_json.file.data)]
    assert [("Ann", "1"), ("Ben", "2")] * 4 == [(row["name"], row["rank"]) for row in rows]
    assert b"a,'=b,,3\n" == table([["a", "=b", None, 3]])
    with pytest.raises(Refusal, match="NO_SERVER"):
        await scene.app.ratings.export(place=Place(None, ChannelId(1)), form=Form.CSV, most=9999)


@pytest.mark.parametrize("form", [Form.JSON, Form.CSV])
async def test_a_file_of_results_has_what_there_is_room_for(scene: Scene, form: Form) -> None:
    """
    The newest ones, whole, in no more bytes than allowed; with exactly enough room it has all.
    """
    for _ in range(3):
        await won(scene, ANN, BEN)
    await scene.app.rating_calculator.work()
    export = scene.app.ratings.export
    room = len((await export(place=PLACE, form=form, most=9999)).file.data)
    full, short = [await export(place=PLACE, form=form, most=most) for most in (room, room - 1)]

    assert (3, True, 2, False) == (full.count, full.whole, short.count, short.whole)
    assert len(short.file.data) < room
