"""Logs that earlier releases stored still read as sentences."""

from __future__ import annotations

import pytest

from games.core.text import Text, raw, say
from tests.games.grumpf.table import words

WHEN = Text("grumpf.log.when", {"round": 2, "beat": raw(".5")})
BEES = say("grumpf.board.B")


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        (
            say("grumpf.log.place", when=WHEN, clan="Gr", deed="25:5>B4", seat=2, value=5, board=BEES, space=4),
            "Cees places a 5 on Bees, space 4 (2.5 25:5>B4).",
        ),
        (
            say(
                "grumpf.log.club",
                when=WHEN,
                clan="Gr",
                deed="1x*B4",
                label="Vi5",
                seat=2,
                victim=say("grumpf.clan.Vi"),
                value=5,
                board=BEES,
                space=4,
            ),
            "Cees knocks out the violet 5 on Bees, space 4 (2.5 1x*B4).",
        ),
        (
            say("grumpf.log.hut", when=WHEN, clan="Gr", deed="^1", colour=say("grumpf.Clan.Gr"), seat=2, hut=1),
            "Green Grumpf! Cees's Elder enters hut 1 (2.5).",
        ),
        (say("grumpf.log.hold", when=WHEN, clan="Gr", deed="-", seat=2), "Cees holds (2.5)."),
        (say("grumpf.log.sides", sides=raw("B• R••")), "Boards and their sides: B• R••."),
        (
            say("grumpf.log.result.failed", head=raw("2 B"), reckoning=raw("15 < 20"), left=5),
            "2 B: 15 < 20, condition not met. 5 stay.",
        ),
        (say("grumpf.no.track_full", whose=say("grumpf.of.B")), "Bees has no free space left."),
    ],
)
def test_stored_sentences_are_told(stored: Text, told: str) -> None:
    """
    By the ids and with the arguments of then.
    """
    assert words(stored) == told
