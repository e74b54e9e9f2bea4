"""The facts of Grunn for the platform."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.box import read_guide, read_topics
from games.core.game import Part, Spec, Turn, Weight
from games.core.moves import Move
from games.core.text import say
from games.grunn.components import BOX
from games.grunn.moves import (
    Arrange,
    Automaton,
    Begin,
    Build,
    Canal,
    Develop,
    Done,
    Exchange,
    Place,
    Refill,
    Relocate,
    Take,
)
from games.grunn.options import GrunnOptions
from games.grunn.plans import Standing
from games.grunn.words.symbols import SYMBOLS

TOPICS = (
    ("overview", "The game in short"),
    ("pool", "Choosing a pair"),
    ("laying", "Laying tiles"),
    ("cards", "Action cards"),
    ("building", "Buildings and canals"),
    ("scoring", "Scoring"),
    ("notation", "Typing a turn"),
    ("plans", "Plans and missed deadlines"),
    ("variants", "Solo, six players, options"),
    ("advice", "Advice"),
)
"""Pages of rules help, by the names of their files in ``data/topics``."""

EXPLAINED: Mapping[str, tuple[type[Move], ...]] = {
    "overview": (Done,),
    "pool": (Take,),
    "laying": (Arrange, Place),
    "cards": (Develop, Relocate, Exchange),
    "building": (Build, Canal),
}
"""The moves that a page explains."""

GUIDE = ("undeveloped", "developed", "building", "canal", "cell", "wealth", "pair", "found", "price")
"""What is numbered on the picture of the first page; sentences `grunn.guide.…` explain it."""


SPEC = Spec(
    key="grunn",
    command="grunn",
    title="Grunn",
    seats=tuple(sorted(BOX.players)),
    options=GrunnOptions,
    moves=(Arrange, Take, Place, Develop, Relocate, Exchange, Build, Canal, Done, Begin, Refill, Automaton),
    turns=(
        Turn(
            "turn",
            "Play your whole turn",
            (
                Part("pair", (Take,), "Pair 1 to 5; each skipped pair costs 1 ducat"),
                Part("place", (Place,), "Cell for the new tile, e.g. E5", group="order"),
                Part(
                    "use",
                    (Develop, Relocate, Exchange),
                    "Card: +E5 develops, D4>F6 relocates, D4~E4 exchanges",
                    optional=True,
                    group="order",
                ),
                Part("build", (Build, Canal), "Build: !E5 a building, =E4e a canal", optional=True),
            ),
            end=Done,
        ),
    ),
    orders=(Standing,),
    guided=True,
    symbols=SYMBOLS,
    minutes=45,
    weight=Weight.MEDIUM,
    about=say("grunn.name.about"),
    cover=say("grunn.caption.cover"),
    suggested_hours=48,
    longest_line=200,
    suggested_grace=30,
    credits="Robert Brouwer, Arjan van Houwelingen",
    topics=read_topics("games.grunn", TOPICS, EXPLAINED),
    guide=read_guide("games.grunn", *GUIDE),
)
"""What the platform knows of Grunn."""
