"""The facts of Green Town that need no state."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.box import read_guide, read_topics
from games.core.game import Part, Spec, Turn, Weight
from games.core.moves import Move
from games.core.text import say
from games.greentown.components import BOX
from games.greentown.moves import (
    Announce,
    Avoid,
    Develop,
    Done,
    Double,
    Erect,
    Forgo,
    Lay,
    Reveal,
    Tour,
    Via,
)
from games.greentown.options import GreenTownOptions
from games.greentown.plans import Plan
from games.greentown.words.symbols import SYMBOLS

OPERATION: tuple[type[Move], ...] = (Lay, Develop)

TURN = Turn(
    "turn",
    "Play your turn: a marker, then what it includes",
    (
        Part(
            "marker", (Announce,), "B Build, T Tour, BT Build and Tour, ?B Build or Tour: build, ?T Build or Tour: tour"
        ),
        Part("first", OPERATION, "First tile: +L15:45 lays one, ^L14:2345 develops one", optional=True),
        Part("second", OPERATION, "Second tile: +L15:45 lays one, ^L14:2345 develops one", optional=True),
        Part("erect", (Erect,), "Building: C@L15, or M@L12>L15 if a tree has to move", optional=True),
        Part("via", (Via,), "List only tours that pass this space", optional=True),
        Part("avoid", (Avoid,), "List only tours that avoid this space", optional=True),
        Part("tour", (Tour,), "Tour: ~M12-L12-L13 or ~M12.122, or one from the list", optional=True),
        Part("double", (Double,), "Double turn: use it or save it, if you can", optional=True),
    ),
    end=Done,
    previewed=True,
)

DECISION = Turn("double", "Use your double turn, or save it", (Part("choice", (Double,), "use or save"),))

TOPICS = (
    ("aim", "The game in short"),
    ("turns", "Turns, rounds and markers"),
    ("building", "Laying, developing, erecting"),
    ("tours", "Leading a tour"),
    ("money", "Wishes and payments"),
    ("end", "The end and the score"),
    ("options", "Maps and options"),
    ("notation", "Typing a turn"),
    ("strategy", "Advice"),
)
"""Pages of rules help, by the names of their files in ``data/topics``."""

EXPLAINED: Mapping[str, tuple[type[Move], ...]] = {
    "turns": (Announce, Double, Done),
    "building": (Lay, Develop, Erect),
    "tours": (Via, Avoid, Tour),
}
"""The moves that a page explains."""

GUIDE = ("space", "hotel", "tree", "building", "vacant", "stop", "markers", "card", "supply")
"""What is numbered on the picture of the first page; sentences `greentown.guide.…` explain it."""


SPEC = Spec(
    key="greentown",
    command="greentown",
    title="Green Town",
    seats=tuple(range(BOX.players.min, BOX.players.max + 1)),
    options=GreenTownOptions,
    moves=(Announce, Lay, Develop, Erect, Via, Avoid, Tour, Double, Done, Forgo, Reveal),
    turns=(TURN, DECISION),
    orders=(Plan,),
    minutes=60,
    weight=Weight.MEDIUM,
    about=say("greentown.name.about"),
    cover=say("greentown.caption.cover"),
    suggested_hours=48,
    guided=True,
    symbols=SYMBOLS,
    longest_line=300,
    hidden=say("greentown.name.hidden"),
    credits="Günter Cornett, Michael Uhlemann · Bambus Spieleverlag 2006",
    topics=read_topics("games.greentown", TOPICS, EXPLAINED),
    guide=read_guide("games.greentown", *GUIDE),
)
