"""The log's own notation (5.3): what happened, with coins face down for others.

``Y3 F P1 L12@N1/2 : N0.w M0.m`` · ``Y3 T P2 church+wf ~$`` · ``Y3 W P2 -gfww$ !1``
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from games.core.seats import Seat
from games.walnut_grove.components import COINS, UNKNOWN
from games.walnut_grove.rules.errand import PASS, Ran
from games.walnut_grove.rules.farm import Farm
from games.walnut_grove.state import Errand, Summer

FARM, TOWN, WINTER = "FTW"
GATE, PAID, DROPPED, DRAWN, SOLD, AREAS = "~", "-", "x", "+", "<", ":"

_DRAWN_WORD = re.compile(rf"{re.escape(DRAWN)}(?:[{''.join(COINS)}]*|{re.escape(UNKNOWN)}\d+)")


def head(year: int, season: str, seat: Seat) -> str:
    """Return what a line begins with: ``Y3 F P1``."""
    return f"Y{year} {season} P{seat + 1}"


def write_repaid(goods: Sequence[str]) -> str:
    """Return help paid back: ``h(gww)``."""
    return f"h({''.join(goods)})"


def write_dropped(things: Sequence[str]) -> str:
    """Return what was dropped: ``xCC``."""
    return DROPPED + "".join(things)


def farm_body(farm: Farm, summer: Summer) -> str:
    """Return the body of a farm order carried out."""
    return " ".join(_farm_words(farm, summer))


def _farm_words(farm: Farm, summer: Summer) -> Iterator[str]:
    if summer.repay_before:
        yield write_repaid(summer.repay_before)
    for laid in farm.tiles[len(farm.tiles) - summer.laid :]:
        yield f"{laid.tile}@{laid.at}/{laid.turn}"
    yield AREAS
    for worked in summer.worked:
        yield f"{worked.area}-{worked.renounced}" if worked.renounced else worked.area
        if worked.repaid:
            yield write_repaid(worked.repaid)
    if summer.drop:
        yield write_dropped(summer.drop)
    if summer.repay_after:
        yield write_repaid(summer.repay_after)


def action_word(errand: Errand) -> str:
    """Return where one went and what one took or sold: ``church+wf``, ``store_n<gw``, ``=``."""
    if errand.to == PASS:
        return PASS
    taken = f"+{''.join(errand.take)}" if errand.take else ""
    return errand.to + taken + (f"{SOLD}{''.join(errand.sell)}" if errand.sell else "")


def town_body(errand: Errand, ran: Ran) -> str:
    """Return the body of a town order carried out, but for drawn coins and help paid back after a sale."""
    return " ".join(_town_words(errand, ran))


def _town_words(errand: Errand, ran: Ran) -> Iterator[str]:
    if errand.repay_before:
        yield write_repaid(errand.repay_before)
    yield action_word(errand)
    for way, goods in zip(ran.gates, ran.gate_repaid, strict=True):
        yield GATE + way
        if goods:
            yield write_repaid(goods)
    if ran.goods or ran.coins:
        yield PAID + "".join((*ran.goods, *ran.coins))
    if errand.drop:
        yield write_dropped(errand.drop)
    if ran.repaid_after and not ran.draws:
        yield from end_repaid(ran.repaid_after, at_gate=bool(ran.gates) and not (ran.goods or ran.coins or errand.drop))


def end_repaid(goods: Sequence[str], *, at_gate: bool = False) -> Iterator[str]:
    """Yield help paid back at the end; right behind a gate a colon sets it apart."""
    if at_gate:
        yield AREAS
    yield write_repaid(goods)


def write_drawn(drawn: Sequence[str]) -> str:
    """Return drawn coins as their owner reads them: ``+SSG``; others read ``+$3``."""
    return DRAWN + "".join(drawn)


def tells_drawn(word: str) -> bool:
    """Return whether a word tells of drawn coins; what is taken at a building begins with the same sign."""
    return _DRAWN_WORD.fullmatch(word) is not None


def public(line: str) -> str:
    """Return a line as others read it: coins face down, drawn coins as a number."""
    return " ".join(_public_word(word) for word in line.split())


def _public_word(word: str) -> str:
    if tells_drawn(word) and UNKNOWN not in word:
        return f"{DRAWN}{UNKNOWN}{len(word) - 1}"
    if word[0] in (GATE, PAID, DROPPED) or word.startswith("h("):
        return word[0] + "".join(UNKNOWN if letter in "CSG" else letter for letter in word[1:])
    return word
