"""What the host may choose (section 8). Deadlines and undo belong to the match."""

from __future__ import annotations

from typing import Annotated, Literal

from games.core.game import Options
from games.core.moves import Field, Needs


class GreenTownOptions(Options, frozen=True):
    """Rule options of Green Town (8). Deadline and undo belong to the match."""

    map: Annotated[
        Literal["recommended", "short", "open", "four-hotels"],
        Field(
            "Starting map: recommended, short (harder), open (fives run out early), four hotels (easy)",
            label="Starting map",
            named={
                "recommended": "recommended",
                "short": "short (harder)",
                "open": "open (fives run out early)",
                "four-hotels": "four hotels (easy)",
            },
        ),
    ] = "recommended"
    saved_doubles: Annotated[
        bool,
        Field(
            "Can the double turn be saved for later? (three or four players)",
            label="Double turns can be saved",
            needs=Needs(seats=(3, 4)),
        ),
    ] = False
    money: Annotated[
        Literal["secret", "open"],
        Field(
            "Are Greenies secret until the end, or open?",
            label="Greenies",
            named={"secret": "secret until the end", "open": "open"},
        ),
    ] = "secret"
    tour_help: Annotated[
        Literal["list", "check", "off"],
        Field(
            "List the best tours, only check and value your own path, or no help before you confirm",
            label="Help with tours",
            named={
                "list": "the best tours are listed",
                "check": "your own path is checked and valued",
                "off": "none before you confirm",
            },
        ),
    ] = "list"
