"""Logs of earlier releases are worded as they were."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from games.core.text import Text
from games.core.words import Words
from games.h2olland import GAME

CORN = {"id": "h2olland.item.corn"}
MILL = {
    "id": "h2olland.deal.buy",
    "args": {"item": {"id": "h2olland.one.mill"}, "price": [{"id": "h2olland.count.cow", "args": {"count": 1}}]},
}
HELPED = {"seat": 0, "count": 2, "tulips": 1, "other": 0, "unused": 1}


@pytest.mark.parametrize(
    ("id", "args", "told"),
    [
        ("log.season", {"season": {"id": "h2olland.season.spring"}}, "Now: spring."),
        ("event.place", {"seat": 0, "item": CORN, "at": "J1K1"}, "Wim places corn on J1K1."),
        ("log.order", {"seat": 0, "trades": [MILL]}, "Wim trades: a mill for 1 cow."),
        ("log.keep", {"seat": 0, "items": [CORN]}, "Wim keeps corn."),
        (
            "log.run",
            {"seat": 0, "field": {"id": "h2olland.field", "args": {"item": CORN, "at": "J1K1"}}},
            "corn on J1K1.",
        ),
        ("score.runners", HELPED, "Wim: 2 runners, 1 on tulips, 0 elsewhere, 1 unused"),
        ("tell.trade_more", {"trades": "mi, fa", "count": 3}, "trade: mi, fa and 3 more"),
    ],
)
def test_stored_sentences_are_read_as_they_were(id: str, args: Mapping[str, object], told: str) -> None:
    """
    A sentence that is said no longer keeps its words, also under the id it had before all games shared a scheme.
    """
    words = Words(GAME.words, ("Wim", "Olga"), strict=True)
    stored = msgspec.json.decode(msgspec.json.encode({"id": f"h2olland.{id}", "args": args}), type=Text)

    assert stored.id.startswith("h2olland.old.")
    assert words(stored).endswith(told)
