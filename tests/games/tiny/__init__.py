"""Five tiny games that prove the contract; nobody is meant to enjoy them.

``hands``: sealed turns of several moves over private hands. ``digs``: a private follow-up question after the table
drew, and a peek that ends the draft. ``rush``: arrival order, timers, open asks, instant moves. ``season``: single
moves with plans. ``shop``: whole turns in one command, with parts in either order and a silent end.
"""

from collections.abc import Mapping

from games.core.contract import AnyGame
from tests.games.tiny.digs import DIGS
from tests.games.tiny.hands import HANDS
from tests.games.tiny.rush import RUSH
from tests.games.tiny.season import SEASON
from tests.games.tiny.shop import SHOP

TINY: Mapping[str, AnyGame] = {game.spec.key: game for game in (HANDS, DIGS, RUSH, SEASON, SHOP)}
"""The tiny games by key."""
