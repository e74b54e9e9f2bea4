"""The facts of Walnut Grove that need no state."""

from __future__ import annotations

from games.core.box import read_guide, read_topics
from games.core.game import Part, Spec, Turn, Weight
from games.core.text import say
from games.walnut_grove.components import SEAT_NUMBERS
from games.walnut_grove.moves import (
    MOVES,
    Coins,
    Done,
    Drop,
    GiveUp,
    Go,
    Lay,
    Pass,
    Renounce,
    Repay,
    RepayGate,
    RepayMid,
    Save,
    Sell,
    Sources,
    Start,
    Take,
    Tax,
    WinterCoins,
    WinterRepay,
    WinterSave,
    WinterSources,
    Work,
)
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.plans import ORDERS
from games.walnut_grove.state import RULES
from games.walnut_grove.words.symbols import SYMBOLS

WINTER = (
    Part("winter_coins", (WinterCoins,), "Winter: kinds of coins to spend, in order, e.g. CS, or none", optional=True),
    Part("winter_save", (WinterSave,), "Winter: goods to keep, paying a coin for each, e.g. w", optional=True),
    Part(
        "winter_repay",
        (WinterRepay,),
        "Winter: pay help back after each help tile, three goods or -, e.g. -,sss",
        optional=True,
    ),
    Part(
        "winter_sources",
        (WinterSources,),
        "Winter: where to take goods from, one place for each, e.g. w N0.w",
        optional=True,
    ),
)

FARM = Turn(
    "farm",
    "Spring and summer: lay your tiles and send your figures out",
    (
        Part("repay_before", (Repay,), "Pay help back before the spring: three goods, e.g. gww", optional=True),
        Part("tile1", (Lay,), "First tile: tile, cell and quarter turns, e.g. L12@N1/2"),
        Part("tile2", (Lay,), "Second tile, if you keep two, e.g. L26@M1/2", optional=True),
        Part("areas", (Work,), "Areas for your figures, in the order of harvesting, e.g. N0.w M0.m"),
        Part("renounce", (Renounce,), "Goods to leave behind, to keep room in the barn, e.g. J0.g-1", optional=True),
        Part("repay_mid", (RepayMid,), "Pay help back after an area, e.g. J0.g gww", optional=True),
        Part("drop", (Drop,), "Drop from the barn before the first harvest, e.g. CC", optional=True),
        Part("repay_after", (Repay,), "Pay help back at the end: three goods, e.g. gww", optional=True),
    ),
    end=Done,
)

TOWN = Turn(
    "town",
    "Autumn: walk to a building and use it, or pass",
    (
        Part("repay", (Repay,), "Pay help back before you walk: three goods, e.g. wws", optional=True),
        Part("to", (Go, Pass), "Building, or = to pass"),
        Part(
            "take", (Take,), "What to take: laborer color, hut, barn, improvement, or two goods, e.g. wf", optional=True
        ),
        Part("sell", (Sell,), "Goods to sell, e.g. gw", optional=True),
        Part("tax", (Tax,), "For each gate: C, S, G, or ! for a help tile (default: the cheapest coin)", optional=True),
        Part("repay_mid", (RepayGate,), "Pay help back at gates: three goods or - for each, e.g. -,wss", optional=True),
        Part("save", (Save,), "Goods of the price to keep, paying a coin for each, e.g. w", optional=True),
        Part("coins", (Coins,), "Coins to pay with, in order, e.g. GC", optional=True),
        Part("sources", (Sources,), "Where to take goods from, one place for each, e.g. w N0.w", optional=True),
        Part("drop", (Drop,), "Drop from the barn before the action, e.g. C", optional=True),
        Part("repay_after", (Repay,), "Pay help back at the end: three goods, e.g. wws", optional=True),
        *WINTER,
    ),
    end=Done,
)

PASS = Turn(
    "pass",
    "Pass in town: your figure stays, with no tax and no action",
    (Part("repay", (Repay,), "Pay help back while passing: three goods, e.g. wws", optional=True), *WINTER),
    end=Done,
    begin=Pass,
)

COINS = Turn(
    "coins",
    "After a sale: choose what to give up for the coins you drew",
    (
        Part("give_up", (GiveUp,), "Goods or coins to drop for them, e.g. mC", optional=True),
        Part("repay", (Repay,), "Pay help back afterward: three goods, e.g. wws", optional=True),
        *WINTER,
    ),
    end=Done,
)

INSTRUCTIONS = Turn(
    "winter",
    "Change your winter instructions after your turn in town",
    (
        Part("coins", (WinterCoins,), "Kinds of coins to spend, in order, e.g. CS, or none", optional=True),
        Part("save", (WinterSave,), "Goods to keep, paying a coin for each, e.g. w", optional=True),
        Part(
            "repay", (WinterRepay,), "Pay help back after each help tile, three goods or -, e.g. -,sss", optional=True
        ),
        Part("sources", (WinterSources,), "Where to take goods from, one place for each, e.g. w N0.w", optional=True),
    ),
    end=Done,
)

TOPICS = (
    ("aim", "The game in short"),
    ("spring", "Spring: tiles, cells and turns"),
    ("summer", "Summer: areas and harvest"),
    ("autumn", "Autumn: the town circle"),
    ("paying", "Paying, coins and neighborly help"),
    ("winter", "Winter: food and fire"),
    ("end", "The end and the score"),
    ("orders", "Turns, plans and deadlines"),
    ("notation", "Typing a turn"),
    ("options", "Players and options"),
    ("advice", "Advice"),
)
"""Pages of rules help, by the names of their files in ``data/topics``."""

EXPLAINED = {
    "spring": (Lay,),
    "summer": (Work, Renounce, RepayMid, Drop),
    "autumn": (Start, Go, Pass, Take, Sell, Tax, RepayGate),
    "paying": (Repay, Save, Coins, Sources, GiveUp),
    "winter": (WinterCoins, WinterSave, WinterRepay, WinterSources),
    "orders": (Done,),
}
"""The moves that a page explains."""

GUIDE = ("building", "figure", "gate", "disc", "area", "barn", "needs", "laborers", "help")
"""What is numbered on the picture of the first page; sentences `walnut_grove.guide.…` explain it."""


SPEC = Spec(
    key="walnut_grove",
    command="walnut",
    title="Walnut Grove",
    seats=SEAT_NUMBERS,
    options=WalnutGroveOptions,
    moves=MOVES,
    turns=(FARM, TOWN, PASS, COINS, INSTRUCTIONS),
    orders=ORDERS,
    rules_number=RULES,
    oldest_rules=1,
    state_number=2,
    minutes=60,
    weight=Weight.MEDIUM,
    about=say("walnut_grove.name.about"),
    cover=say("walnut_grove.caption.cover"),
    suggested_hours=48,
    longest_line=250,
    hidden=say("walnut_grove.name.hidden"),
    credits="Paul Laane, Touko Tahkokallio · Lookout Games 2011",
    topics=read_topics("games.walnut_grove", TOPICS, EXPLAINED),
    guided=True,
    symbols=SYMBOLS,
    guide=read_guide("games.walnut_grove", *GUIDE),
)
