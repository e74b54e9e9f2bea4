"""Texts that several parts of the game say: refusals, goods and coins, buildings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.core.errors import IllegalMove
from games.core.text import Arg, Text, raw, say
from games.walnut_grove.components import BARN, COLOURS, GOODS, HUT, IMPROVEMENTS, ITEM_NAMES, ITEMS, UNKNOWN

KEY = "walnut_grove"


def words(name: str, /, **args: Arg) -> Text:
    """Make a Text of this game's catalogue: ``words("ask.town")``."""
    return say(f"{KEY}.{name}", **args)


def refuse(code: str, clause: str, variant: str = "", /, **args: Arg) -> IllegalMove:
    """Return the refusal of section 6; its code is the specification's in capitals: ``CANNOT_PAY``.

    The sentence is ``walnut_grove.refusal.<code>``, or one of its variants.
    """
    name = code.lower() + (f".{variant}" if variant else "")
    return IllegalMove(code, clause, words(f"refusal.{name}", **args))


def item_piece(item: str) -> str:
    """Return how the small picture of a good, a coin, a labourer or a thing is called; "" for anything else."""
    if item in ITEMS:
        return f"{'good' if item in GOODS else 'coin'}_{item.lower()}"
    return item if item in (*COLOURS, *IMPROVEMENTS, HUT, BARN) else ""


def item_text(item: str) -> Text:
    """Name a good, a coin, a colour, a tile: ``grain``, ``copper coin``, ``white labourer``, ``well``."""
    if item == UNKNOWN:
        return words("name.item.coin")
    if item in ITEM_NAMES:
        return words(f"name.item.{ITEM_NAMES[item]}")
    return words(f"name.labourer.{item}") if item in COLOURS else words(f"name.tile.{item}")


def is_known(item: str) -> bool:
    """Whether ``item_text`` has a name for it."""
    return item in ITEM_NAMES or item in COLOURS or item in (HUT, BARN, UNKNOWN, *IMPROVEMENTS)


def thing_text(thing: str) -> Text:
    """Name what was typed; what is no thing of this game is said as it stands."""
    return item_text(thing) if is_known(thing) else raw(thing or "?")


def count_texts(items: Iterable[str]) -> tuple[Text, ...]:
    """Return a list to be read: 2 grain, 1 copper coin."""
    return counts(tally(items))


def counts(numbers: Mapping[str, int]) -> tuple[Text, ...]:
    """Return a list to be read, from how many there are of each."""
    order = (*ITEMS, UNKNOWN)
    there = [item for item in order if numbers.get(item)] + [item for item in numbers if item not in order]
    return tuple(number_of(item, numbers[item]) for item in there if numbers[item])


def number_of(item: str, count: int) -> Text:
    """Return so many of a thing: 2 grain, 1 hut, 3 white labourers."""
    if not is_known(item):
        return words("name.counted.other", count=count, item=raw(item))
    name = "coin" if item == UNKNOWN else ITEM_NAMES.get(item, item)
    return words(f"name.counted.{name}", count=count)


def tally(items: Iterable[str]) -> dict[str, int]:
    """Count items."""
    numbers: dict[str, int] = {}
    for item in items:
        numbers[item] = numbers.get(item, 0) + 1
    return numbers


def stop_text(stop: str) -> Text:
    """Name a building in town."""
    return words(f"name.stop.{stop}")


def cell_of(area: str) -> str:
    """Return the cell by which an area is named in words: N0 of ``N0.w``."""
    return area.partition(".")[0]


def raws(names: Iterable[str]) -> tuple[Text, ...]:
    """Return names as a list to be read."""
    return tuple(map(raw, names))
