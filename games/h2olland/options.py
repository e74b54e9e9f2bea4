"""What the host may choose (section H)."""

from __future__ import annotations

from typing import Annotated, Literal

from games.core.game import Options
from games.core.moves import Field, Needs


class H2OllandOptions(Options, frozen=True):
    """The host's options (section H)."""

    safe_zone: Annotated[
        Literal["full", "village"],
        Field(
            "Safe zones: the whole shore, or only the peninsulas of the villages",
            label="Safe zones",
            named={"full": "the whole shore", "village": "only the peninsulas of the villages"},
        ),
    ] = "full"
    first_player: Annotated[
        Literal["lot", "middle"],
        Field(
            "Who starts: by lot, or with three players the one in the middle (NE)",
            label="Who starts",
            named={"lot": "by lot", "middle": "the player in the middle (NE)"},
            needs=Needs(seats=(3,), lot=True),
        ),
    ] = "lot"
    years: Annotated[
        Literal["usual", "3", "4", "5", "6"],
        Field(
            "Length in years (default: 6, or 4 with two players)",
            label="Years",
            named={"usual": "6, or 4 with two players"},
        ),
    ] = "usual"
    winter: Annotated[
        Literal["order", "sealed"],
        Field(
            "Trade in winter: one after the other, or all orders submitted in secret",
            label="Trade in winter",
            named={"order": "one after the other", "sealed": "all orders submitted in secret"},
        ),
    ] = "order"
