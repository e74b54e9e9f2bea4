"""The facts of H₂Olland for the platform."""

from __future__ import annotations

from games.core.box import read_guide, read_topics
from games.core.game import Part, Spec, Turn, Weight
from games.core.text import say
from games.h2olland.components import SEAT_NUMBERS
from games.h2olland.moves import (
    MOVES,
    Area,
    Dike,
    Drought,
    Face,
    Flip,
    HandIn,
    Keep,
    Pass,
    Place,
    Reward,
    Run,
    Trade,
)
from games.h2olland.options import H2OllandOptions
from games.h2olland.plans import ORDERS
from games.h2olland.state import RULES
from games.h2olland.words.symbols import SYMBOLS

TOPICS = (
    ("overview", "The game in short"),
    ("board", "Board, squares, bridges and safe zones"),
    ("spring", "Spring: building and planting"),
    ("summer", "Summer: dikes and draining"),
    ("autumn", "Autumn: weather and harvest"),
    ("winter", "Winter: trade with the co-op"),
    ("end", "The end: final trade, planting, tulip race, scoring"),
    ("typing", "Typing moves"),
    ("plans", "Plans, preferences and missed deadlines"),
    ("options", "Players and options"),
    ("advice", "Advice"),
)
"""Pages of rules help, by the names of their files in ``data/topics``."""

EXPLAINED = {
    "spring": (Place, Pass),
    "summer": (Dike, Area, Flip, Face, Reward),
    "autumn": (Drought,),
    "winter": (Trade, Keep, HandIn),
    "end": (Run,),
}
"""The moves that a page explains."""

GUIDE = ("water", "dike", "mill", "farm", "crop", "tulips", "bridge", "zone", "weather")
"""What is numbered on the picture of the first page; sentences `h2olland.guide.…` explain it."""


SPEC = Spec(
    key="h2olland",
    command="h2o",
    title="H₂Olland",
    seats=SEAT_NUMBERS,
    options=H2OllandOptions,
    moves=MOVES,
    turns=(
        Turn(
            "winter",
            "Submit your winter order, with or without trades",
            (
                Part("order", (Trade,), "Trades in order, e.g. 3co>po 4>cw cw>be mi t4", optional=True),
                Part("keep", (Keep,), "What to keep if more than five fields are left, e.g. t4 co co", optional=True),
            ),
            end=HandIn,
        ),
        Turn(
            "final",
            "Submit your order of the final trade",
            (Part("order", (Trade,), "Trades in order, e.g. mi t6 t5", optional=True),),
            end=HandIn,
        ),
    ),
    orders=ORDERS,
    minutes=90,
    guided=True,
    symbols=SYMBOLS,
    weight=Weight.HEAVY,
    about=say("h2olland.name.about"),
    cover=say("h2olland.caption.cover"),
    suggested_hours=24,
    rules_number=RULES,
    oldest_rules=1,
    state_number=2,
    longest_line=200,
    further_turn_share=0.5,
    suggested_grace=60,
    hidden=say("h2olland.name.hidden"),
    credits="Jeff Widderich, Richard van Vugt · Cardchess International 2005",
    topics=read_topics("games.h2olland", TOPICS, EXPLAINED),
    guide=read_guide("games.h2olland", *GUIDE),
)
