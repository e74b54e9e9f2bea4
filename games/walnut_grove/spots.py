"""Where on the picture a choice is: the spots that ``render/walnut_grove`` frames, and letters of unnamed ones.

``town:lodge`` is a stop, ``town:lodge:yellow`` what lies there, ``town:lodge:price:g`` a good of its price, and
``town:row:church`` a start row. After a seat's number stand ``K1`` a cell, ``K1.w`` an area, ``tile:L12`` a drawn tile,
``turn:L12/1`` a way to turn it, ``barn:C`` what lies in the barn, ``item:g`` that or goods on squares, ``items:gw``
several of these, ``need:g`` a
need of winter, ``help`` the help tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_uppercase

from games.core.seats import Seat
from games.walnut_grove.rules.farm import FROM_BARN, Farm, count_owned


def nowhere(item: str) -> tuple[str, str]:
    """Place a choice nowhere."""
    return "", ""


def area(seat: Seat, farm: Farm, name: str) -> tuple[str, str]:
    """Return the spot of an area and its letter, which it keeps as long as the land does not change."""
    found = farm.land.of[name]
    return f"{seat}:{found.name}", _letter(farm.land.areas.index(found))


def _letter(number: int) -> str:
    """Return A to Z, then AA and so on."""
    more, last = divmod(number, len(ascii_uppercase))
    return (ascii_uppercase[more - 1] if more else "") + ascii_uppercase[last]


def in_barn(seat: Seat, shown: Farm) -> Callable[[str], tuple[str, str]]:
    """Place goods and coins in the barn as it is shown; what lies no longer there has no place."""
    return lambda item: (f"{seat}:barn:{item}" if shown.barn.get(item) else "", "")


def in_store(seat: Seat, shown: Farm) -> Callable[[str], tuple[str, str]]:
    """Place goods and coins wherever they lie on the farm as it is shown."""
    return lambda item: (f"{seat}:item:{item}" if count_owned(shown, item) else "", "")


def in_stores(seat: Seat, shown: Farm, goods: str) -> str:
    """Place several goods at once, such as three to pay help back, wherever they lie on the farm as it is shown."""
    return f"{seat}:items:{''.join(dict.fromkeys(good for good in goods if count_owned(shown, good)))}"


def in_price(stop: str) -> Callable[[str], tuple[str, str]]:
    """Place goods in the price of a building."""
    return lambda good: (f"town:{stop}:price:{good}", "")


def need_spots(seat: Seat) -> Callable[[str], tuple[str, str]]:
    """Place goods among the needs of winter."""
    return lambda good: (f"{seat}:need:{good}", "")


def source(seat: Seat, shown: Farm) -> Callable[[str], tuple[str, str]]:
    """Place sources of goods, ``w=N0.w`` or ``w=barn``, on their areas or in the barn."""
    lying = in_barn(seat, shown)

    def place(named: str) -> tuple[str, str]:
        good, _, where = named.partition("=")
        return lying(good) if where == FROM_BARN else area(seat, shown, where)

    return place
