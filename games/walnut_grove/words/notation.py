"""The notation of orders (5.3), in both directions, and the words of single moves.

A farm order: ``L12@N1/2 : J0.g-1 h(gww) N0.w xCC``. A town order: ``store_n<gw``, ``svenson+well ~! save:s coins:SC``,
``=``; a line of the log may be given as it stands, with what was paid: ``Y3 T P2 lodge+white -gg``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from games.core.errors import Unreadable
from games.core.moves import Move, verb_of
from games.walnut_grove.components import COINS, GOODS, ITEM_OF, ITEMS, ROWS, STOPS, UNKNOWN
from games.walnut_grove.moves import (
    HELP,
    NO_REPAY,
    Coins,
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
from games.walnut_grove.rules.errand import PASS
from games.walnut_grove.rules.town import THINGS
from games.walnut_grove.words import log_notation
from games.walnut_grove.words.names import words

NONE = "none"
"""Written for instructions that name nothing."""
_SEPARATORS = re.compile(r"[\s,;+]+")
_LAY = re.compile(r"(L\d\d)@([A-Za-z]{1,2}\d{1,2})/(\d{1,2})")
_REGION = re.compile(r"[A-W]\d{1,2}\.[gfmws]")
_RENOUNCE = re.compile(r"[A-W]\d{1,2}\.[gfmws]-\d{1,2}")
_HELP = re.compile(r"h\(([^()\s]*)\)?")

PREFIXES: dict[str, type[Move]] = {
    "save": Save,
    "coins": Coins,
    "from": Sources,
    "at": RepayGate,
    "wc": WinterCoins,
    "ws": WinterSave,
    "wr": WinterRepay,
    "wf": WinterSources,
}
"""Words of the form ``save:w``."""
PREFIX_OF = {verb: prefix for prefix, verb in PREFIXES.items()}


def unreadable(word: str, variant: str = "word") -> Unreadable:
    """Return the refusal of a word that follows no form."""
    return Unreadable("BAD_NOTATION", "5.3", words(f"refusal.unreadable.{variant}", word=word or "?"))


# --- Writing words -------------------------------------------------------------------------------------------------


def write_word(move: Move) -> str:
    """Write one move as one word."""
    prefix = PREFIX_OF.get(type(move))
    if prefix is not None:
        return f"{prefix}:{_write_list(move)}"
    match move:
        case Lay():
            return f"{move.tile}@{move.at}/{move.turn}"
        case Repay():
            return log_notation.write_repaid(move.goods)
        case Drop() | GiveUp():
            return log_notation.write_dropped(move.things)
        case Pass():
            return PASS
    return _write_farm(move) if isinstance(move, Work | Renounce | RepayMid) else _write_action(move)


def _write_farm(move: Work | Renounce | RepayMid) -> str:
    match move:
        case Work():
            return "+".join(move.areas)
        case Renounce():
            return "+".join(move.goods)
        case RepayMid():
            return f"{move.after}:{log_notation.write_repaid(move.goods)}"


def _write_action(move: Move) -> str:
    match move:
        case Start():
            return move.row
        case Go():
            return move.to
        case Take():
            return "+" + _join(move.what)
        case Sell():
            return "<" + "".join(move.goods)
        case Tax():
            return "".join(log_notation.GATE + way for way in move.ways)
    return verb_of(move)


def _join(things: Sequence[str]) -> str:
    return ("" if all(len(thing) == 1 for thing in things) else ",").join(things)


def _write_list(move: Move) -> str:
    match move:
        case Save() | WinterSave():
            return "".join(move.goods) or NONE
        case Coins():
            return "".join(move.coins) or NONE
        case WinterCoins():
            return "".join(move.kinds) or NONE
        case RepayGate() | WinterRepay():
            return ",".join(move.goods) or NONE
    assert isinstance(move, Sources | WinterSources), move
    return "+".join(move.places) or NONE


# --- Reading words -------------------------------------------------------------------------------------------------


def read_word(text: str, verbs: Sequence[type[Move]]) -> Move:
    """Read a word, or what was typed for one option, as a move of one of the verbs; raises Unreadable."""
    text = text.strip()
    for verb in _guesses(text, verbs):
        return READERS[verb](text)
    raise unreadable(text)


def _guesses(text: str, verbs: Sequence[type[Move]]) -> Iterator[type[Move]]:
    """Yield the verb a word is meant for: by its form, or the only one asked for."""
    known = [verb for verb in verbs if verb in READERS]
    prefix, colon, _ = text.partition(":")
    if colon and PREFIXES.get(prefix) in known:
        yield PREFIXES[prefix]
    yield from (verb for verb in known if verb in FORMS and FORMS[verb](text))
    if len(known) == 1 and text:
        yield known[0]


def split(text: str) -> tuple[str, ...]:
    """Split what was typed as a list."""
    return tuple(part for part in _SEPARATORS.split(text) if part)


def items_in(text: str) -> tuple[str, ...]:
    """Read goods and coins: letters ``gwC``, or names."""
    found: list[str] = []
    for part in split(text):
        if part.casefold() in ITEM_OF:
            found.append(ITEM_OF[part.casefold()])
        elif all(letter in (*ITEMS, UNKNOWN) for letter in part):
            found += part
        else:
            raise unreadable(part, "item")
    return tuple(found)


def _list_text(text: str, verb: type[Move]) -> str:
    """Return a list without the prefix of its verb; "" for none."""
    prefix = f"{PREFIX_OF[verb]}:"
    text = text.removeprefix(prefix).strip()
    return "" if text == NONE else text


def _read_lay(text: str) -> Move:
    found = _LAY.fullmatch(text)
    if found is None:
        raise unreadable(text, "lay")
    return Lay(found[1], found[2].upper(), int(found[3]))


def _read_work(text: str) -> Move:
    areas = split(text.removeprefix(log_notation.AREAS))
    if not areas or not all(_REGION.fullmatch(area) for area in areas):
        raise unreadable(text, "work")
    return Work(areas)


def _read_renounce(text: str) -> Move:
    entries = re.findall(r"[A-W]\d{1,2}\.[gfmws][-\s]+\d{1,2}", text)
    if not entries:
        raise unreadable(text, "renounce")
    return Renounce(tuple(re.sub(r"[-\s]+", "-", entry) for entry in entries))


def _read_mid(text: str) -> Move:
    found = re.fullmatch(r"([A-W]\d{1,2}\.[gfmws])[:\s]+(.+)", text)
    if found is None:
        raise unreadable(text, "repay_mid")
    return RepayMid(found[1], _in_help(found[2]))


def _in_help(text: str) -> tuple[str, ...]:
    found = _HELP.fullmatch(text)
    return items_in(found[1] if found else text)


def _read_drop(text: str) -> tuple[str, ...]:
    letters = text.removeprefix(log_notation.DROPPED)
    return items_in(letters)


def _read_go(text: str) -> Move:
    name = text.casefold().replace(" ", "_")
    return Go(name)


def _read_pass(text: str) -> Move:
    if text.casefold() not in (PASS, "pass"):
        raise unreadable(text)
    return Pass()


def _read_take(text: str) -> Move:
    text = text.removeprefix("+")
    parts = split(text)
    if parts and all(part.casefold() in THINGS for part in parts):
        return Take(tuple(part.casefold() for part in parts))
    try:
        return Take(items_in(text))
    except Unreadable:
        return Take(tuple(part.casefold() for part in parts))


def _read_sell(text: str) -> Move:
    return Sell(items_in(text.removeprefix("<")))


def _read_tax(text: str) -> Move:
    ways: list[str] = []
    for part in split(text.replace(log_notation.GATE, " ")):
        ways += [HELP] if part.casefold() in ("help", HELP) else _ways(part)
    return Tax(tuple(ways))


def _ways(part: str) -> tuple[str, ...]:
    return tuple(part) if all(letter in (*COINS, UNKNOWN, HELP) for letter in part) else items_in(part)


def _triples(text: str) -> tuple[str, ...]:
    parts = (part for part in _SEPARATORS.split(text.replace("h(", " ").replace(")", " ")) if part)
    return tuple(part if part == NO_REPAY else "".join(sorted(items_in(part), key=ITEMS.index)) for part in parts)


def _places(text: str) -> tuple[str, ...]:
    """Read sources: ``w=N0.w``, or a good followed by places: ``w N0.w barn``."""
    found: list[str] = []
    good = ""
    for part in split(text):
        head, sign, place = part.partition("=")
        if sign:
            found.append(f"{_good(head)}={place}")
        elif part in GOODS or part.casefold() in ITEM_OF:
            good = _good(part)
        elif good:
            found.append(f"{good}={part}")
        else:
            raise unreadable(part, "source")
    return tuple(found)


def _good(text: str) -> str:
    return text if text in GOODS else ITEM_OF.get(text.casefold(), text)


def _read_start(text: str) -> Move:
    return Start(text.casefold())


READERS: dict[type[Move], Callable[[str], Move]] = {
    Start: _read_start,
    Lay: _read_lay,
    Work: _read_work,
    Renounce: _read_renounce,
    RepayMid: _read_mid,
    Repay: lambda text: Repay(_in_help(text)),
    Drop: lambda text: Drop(_read_drop(text)),
    GiveUp: lambda text: GiveUp(_read_drop(text)),
    Go: _read_go,
    Pass: _read_pass,
    Take: _read_take,
    Sell: _read_sell,
    Tax: _read_tax,
    RepayGate: lambda text: RepayGate(_triples(_list_text(text, RepayGate))),
    Save: lambda text: Save(items_in(_list_text(text, Save))),
    Coins: lambda text: Coins(items_in(_list_text(text, Coins))),
    Sources: lambda text: Sources(_places(_list_text(text, Sources))),
    WinterCoins: lambda text: WinterCoins(items_in(_list_text(text, WinterCoins))),
    WinterSave: lambda text: WinterSave(items_in(_list_text(text, WinterSave))),
    WinterRepay: lambda text: WinterRepay(_triples(_list_text(text, WinterRepay))),
    WinterSources: lambda text: WinterSources(_places(_list_text(text, WinterSources))),
}

FORMS: dict[type[Move], Callable[[str], bool]] = {
    Start: lambda text: text.casefold() in ROWS,
    Lay: lambda text: "@" in text,
    RepayMid: lambda text: bool(re.fullmatch(r"[A-W]\d{1,2}\.[gfmws]:.*", text)),
    Renounce: lambda text: all(_RENOUNCE.fullmatch(part) for part in split(text)) and bool(text),
    Work: lambda text: all(_REGION.fullmatch(part) for part in split(text)) and bool(text),
    Repay: lambda text: text.startswith("h("),
    Drop: lambda text: bool(re.fullmatch(r"x[gfmwsCSG$]+", text)),
    GiveUp: lambda text: bool(re.fullmatch(r"x[gfmwsCSG$]+", text)),
    Pass: lambda text: text.casefold() in (PASS, "pass"),
    Go: lambda text: text.casefold() in STOPS,
    Take: lambda text: text.startswith("+"),
    Sell: lambda text: text.startswith("<"),
    Tax: lambda text: text.startswith(log_notation.GATE),
}
"""What a word of a verb looks like."""
