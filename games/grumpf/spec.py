"""The facts of Grumpf for the platform."""

from __future__ import annotations

from games.core.box import read_guide, read_topics
from games.core.game import Part, Spec, Turn, Weight
from games.core.text import say
from games.grumpf.components import BOX
from games.grumpf.moves import (
    Again,
    Choose,
    Club,
    Count,
    Decline,
    Final,
    Flip,
    Go,
    HandIn,
    Hut,
    Idle,
    Judge,
    Late,
    Open,
    Place,
    Ready,
    Resolve,
    SetOut,
    Step,
    TakeOver,
    TimeUp,
    Trade,
    Warn,
)
from games.grumpf.options import GrumpfOptions
from games.grumpf.plans import Draft, Wish
from games.grumpf.state import RULES
from games.grumpf.words.symbols import SYMBOLS

TOPICS = (
    ("overview", "The game in short"),
    ("hunt", "Placing, clubbing, huts"),
    ("boards", "The six boards"),
    ("plans", "By turns: beats, volleys, plans"),
    ("notation", "Typing plans and actions"),
    ("live", "The live hunt"),
    ("end", "The end of a hunt"),
    ("scoring", "Series and points"),
    ("players", "Two players, six players"),
    ("options", "Options and deadlines"),
    ("advice", "Advice"),
)
"""Pages of rules help, by the names of their files in ``data/topics``."""

NOTHING = "none"
"""Typed for a beat without a step; "-" is holding."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Names of the options for the coming beats."""

PLAN = Turn(
    "plan",
    "By turns: submit your plan, one step for each coming beat",
    (
        *(
            Part(
                name,
                (Step,),
                f"Step for the {name} coming beat, such as 5>B, 4>R?|4>B or x*M!",
                optional=True,
                nothing=NOTHING,
            )
            for name in ORDINALS[: max(BOX.beats.beats_by_players.values())]
        ),
        Part("final", (Final,), "yes: submit the steps beyond this volley, too", optional=True, nothing=NOTHING),
    ),
    end=HandIn,
)
"""``/grumpf plan`` (M4); without steps it opens the plan builder."""

ACT = Turn(
    "do",
    "Live: act in the hunt",
    (Part("move", (Place, Club, Hut, Flip), "5>B places, x*B3 or x*B! clubs, ^ enters a hut, ~15 flips"),),
)
"""``/grumpf do`` (L5.5)."""

EXPLAINED = {
    "hunt": (Place, Club, Hut, Flip),
    "plans": (Step, Final, HandIn),
    "live": (Ready, Go, Choose),
    "end": (Trade, Decline),
}
"""The moves that a page explains."""

GUIDE = ("beats", "huts", "condition", "state", "stake", "grumpf", "clubbed", "ranking", "awards")
"""What is numbered on the picture of the first page; sentences `grumpf.guide.…` explain it."""


SPEC = Spec(
    key="grumpf",
    command="grumpf",
    title="Grumpf",
    seats=tuple(range(BOX.players.min, BOX.players.max + 1)),
    options=GrumpfOptions,
    guided=True,
    symbols=SYMBOLS,
    moves=(
        *(Step, Final, HandIn, TakeOver, Idle),
        *(Place, Club, Hut, Flip, Ready, Go),
        *(Trade, Decline, Choose),
        *(SetOut, Resolve, Judge, Late, Count, Open, Warn, TimeUp, Again),
    ),
    turns=(PLAN, ACT),
    orders=(Draft, Wish),
    minutes=15,
    weight=Weight.LIGHT,
    about=say("grumpf.name.about"),
    cover=say("grumpf.caption.cover"),
    suggested_hours=24,
    rules_number=RULES,
    oldest_rules=1,
    state_number=2,
    longest_line=250,
    hidden=say("grumpf.name.hidden"),
    credits="P. Compain · 🎨 P. Détraz · La Boîte de Jeu 2017",
    topics=read_topics("games.grumpf", TOPICS, EXPLAINED),
    guide=read_guide("games.grumpf", *GUIDE),
)
"""What the platform knows of Grumpf."""
