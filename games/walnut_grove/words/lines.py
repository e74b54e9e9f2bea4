"""Whole lines (5.3): the moves of a turn as one line, and a line as the moves of a turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.core.errors import IllegalMove, Unreadable
from games.core.moves import Move
from games.walnut_grove.components import COINS, GOODS, ITEMS, STOPS, UNKNOWN
from games.walnut_grove.moves import (
    NO_REPAY,
    WINTER_MOVES,
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
    Start,
    Take,
    Tax,
    Work,
)
from games.walnut_grove.rules.errand import PASS, run
from games.walnut_grove.rules.farm import Counts, Farm, count_owned
from games.walnut_grove.rules.playing import base_of, errand_with
from games.walnut_grove.rules.stages import in_stage_order
from games.walnut_grove.rules.summer import split_renounce
from games.walnut_grove.state import Phase
from games.walnut_grove.view import View
from games.walnut_grove.words import log_notation
from games.walnut_grove.words.names import tally, words
from games.walnut_grove.words.notation import PREFIXES, read_word, unreadable, write_word

_HEAD = re.compile(r"Y(\d+) ([FTW]) P(\d)")
_AREA = re.compile(r"([A-W]\d{1,2}\.[gfmws])(-\d{1,2})?")
_ACTION = re.compile(r"([a-z_']+)([+<].*)?")


# --- Writing -------------------------------------------------------------------------------------------------------


def write(view: View, turn: Sequence[Move]) -> str:
    """Write a turn; the end of it is silent."""
    moves = [move for move in turn if not isinstance(move, Done)]
    if any(isinstance(move, Lay | Work) for move in moves):
        return " ".join(_write_farm(moves))
    return " ".join(_write_town(moves))


def _write_farm(moves: Sequence[Move]) -> Iterator[str]:
    for move in moves:
        if isinstance(move, Work):
            yield from _write_harvest(move, moves)
        elif not isinstance(move, Renounce | RepayMid):
            yield write_word(move)


def _write_harvest(work: Work, moves: Sequence[Move]) -> Iterator[str]:
    """Write the areas worked, with what is left lying and the help that is paid back between two of them."""
    left = dict(lot for move in moves if isinstance(move, Renounce) for lot in map(split_renounce, move.goods))
    mid = next((move for move in moves if isinstance(move, RepayMid)), None)
    yield log_notation.AREAS
    for area in work.areas:
        yield f"{area}-{left[area]}" if area in left else area
        if mid is not None and mid.after == area:
            yield log_notation.write_repaid(mid.goods)


def _write_town(moves: Sequence[Move]) -> list[str]:
    tax = next((move.ways for move in moves if isinstance(move, Tax)), ())
    repaid = next((move.goods for move in moves if isinstance(move, RepayGate)), ())
    gates = list(_write_gates(tax, repaid))
    written: list[str] = []
    for last, move in zip((None, *moves), moves, strict=False):
        if isinstance(move, Take | Sell) and isinstance(last, Go):
            written[-1] += write_word(move)
        elif isinstance(move, Tax | RepayGate):
            written += gates
            gates = []
        else:
            if isinstance(move, Repay) and isinstance(last, Tax | RepayGate):
                written.append(log_notation.AREAS)
            written.append(write_word(move))
    return written


def _write_gates(tax: Sequence[str], repaid: Sequence[str]) -> Iterator[str]:
    for number in range(max(len(tax), len(repaid))):
        yield log_notation.GATE + (tax[number] if number < len(tax) else "")
        if number < len(repaid) and repaid[number] != NO_REPAY:
            yield log_notation.write_repaid(tuple(repaid[number]))


# --- Reading -------------------------------------------------------------------------------------------------------


def read(view: View, line: str) -> tuple[Move, ...]:
    """Read a line of an order, or of the log; raises Unreadable. An empty one gives nothing up for drawn coins."""
    words_of = line.split()
    about_coins = view.table.phase is Phase.COINS and view.table.current == view.seat
    if not words_of and about_coins:
        return ()
    if not words_of:
        raise unreadable("", "empty")
    head = _HEAD.fullmatch(" ".join(words_of[:3]))
    if head is not None:
        _check_head(view, head)
        words_of = words_of[3:]
    if view.table.phase is Phase.START:
        return tuple(read_word(word, (Start,)) for word in words_of)
    if about_coins:
        return in_stage_order(tuple(read_word(word, (GiveUp, Repay, *WINTER_MOVES)) for word in words_of))
    if any("@" in word or _areas_in(word) for word in words_of):
        return tuple(_Farm().read(words_of))
    return in_stage_order(tuple(_Town(view).read(words_of)))


def _check_head(view: View, head: re.Match[str]) -> None:
    """Refuse a line of the log that is another's, of another year, or of winter, which nobody orders."""
    if head[2] == log_notation.WINTER:
        raise Unreadable("BAD_NOTATION", "5.3", words("refusal.unreadable.winter"))
    if view.seat is not None and int(head[3]) != view.seat + 1:
        raise Unreadable("BAD_NOTATION", "5.3", words("refusal.unreadable.seat", number=view.seat + 1))
    if int(head[1]) != view.table.year:
        raise Unreadable("BAD_NOTATION", "5.3", words("refusal.unreadable.year", year=view.table.year))


class _Farm:
    """A farm order while its words are read."""

    def __init__(self) -> None:
        self._before: list[Move] = []
        self._areas: list[str] = []
        self._renounced: list[str] = []
        self._mid: Move | None = None
        self._after: list[Move] = []

    def read(self, line: Sequence[str]) -> Iterator[Move]:
        """Yield the moves in their order: tiles and help paid back, the harvest, what comes behind it."""
        for number, word in enumerate(line, start=1):
            if word != log_notation.AREAS:
                self._word(word, line[number:])
        yield from self._before
        if self._areas:
            yield Work(tuple(self._areas))
        if self._renounced:
            yield Renounce(tuple(self._renounced))
        if self._mid is not None:
            yield self._mid
        yield from sorted(self._after, key=lambda move: isinstance(move, Repay))

    def _word(self, word: str, follow: Sequence[str]) -> None:
        if named := _areas_in(word):
            self._areas += [area[1] for area in named if area[1] not in self._areas or not area[2]]
            self._renounced += [area[0] for area in named if area[2]]
        elif "@" in word:
            self._before.append(read_word(word, (Lay,)))
        elif _AREA.fullmatch(word.partition(":")[0]):
            self._mid = read_word(word, (RepayMid,))
        elif not self._areas:
            self._before.append(read_word(word, (Repay,)))
        elif word.startswith("h(") and not self._after and _more_follows(follow):
            self._mid = RepayMid(self._areas[-1], _goods(word))
        else:
            self._after.append(read_word(word, (Drop, Repay)))


def _areas_in(word: str) -> list[re.Match[str]]:
    """Return the areas that a word names: one, or several as completion writes them (``N0.w+M0.m``); else none."""
    found = [_AREA.fullmatch(part) for part in word.split("+")]
    return [area for area in found if area is not None] if all(found) else []


def _more_follows(words_of: Sequence[str]) -> bool:
    """Whether something of the harvest follows: then help is paid back between two areas."""
    return any(_areas_in(word) or word.startswith(log_notation.DROPPED) for word in words_of)


class _Town:
    """A town order, passing, or winter instructions, while the words are read."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._before: list[Move] = []
        self._ways: list[str] = []
        self._repaid: list[str] = []
        self._later: list[Move] = []

    def read(self, line: Sequence[str]) -> Iterator[Move]:
        """Yield the moves in the order of the line."""
        at_gate = False
        for word in line:
            at_gate = self._gate(word, at_gate=at_gate)
            if not at_gate:
                self._word(word)
        yield from self._before
        yield from _gate_moves(self._ways, self._repaid)
        yield from self._later

    def _gate(self, word: str, *, at_gate: bool) -> bool:
        """Note what is paid at a gate, and the help paid back right behind it; return whether the word was of that."""
        if word.startswith(log_notation.GATE):
            self._ways += _split_gates(word)
            self._repaid += [NO_REPAY] * (len(self._ways) - len(self._repaid))
            return True
        if at_gate and word.startswith("h("):
            self._repaid[-1] = "".join(sorted(_goods(word), key=ITEMS.index))
            return True
        return False

    def _word(self, word: str) -> None:
        if word == log_notation.AREAS or log_notation.tells_drawn(word):
            return
        if word.startswith(log_notation.PAID):
            self._later += self._read_payment(word)
        else:
            (self._later if self._ways else self._before).extend(_town_word(word))

    def _read_payment(self, word: str) -> Iterator[Move]:
        """Yield how to pay what a log says was paid: nothing if that is how the price is paid anyway (R3.9)."""
        table, seat = self._view.table, self._view.seat
        paid = tuple(word[1:])
        if seat is None or table.phase is not Phase.TOWN or any(item not in (*ITEMS, UNKNOWN) for item in paid):
            raise unreadable(word)
        base, errand = base_of(table, seat), table.desks[seat].errand
        for move in (*self._before, *_gate_moves(self._ways, self._repaid)):
            errand = errand_with(errand, move)
        if errand.to not in STOPS:
            raise unreadable(word)
        kept = _find_saved_goods(base, STOPS[errand.to].price, paid)
        place = table.desks[seat].place or table.places[seat]
        try:
            usual = run(table, seat, base, place, replace(errand, take=(), sell=(), save=kept), whole=False)
        except IllegalMove:
            return
        if kept:
            yield Save(kept)
        coins = tuple(item for item in paid if item in COINS)
        if coins and tally(coins) != tally(usual.coins):
            yield Coins(coins)


def _find_saved_goods(base: Farm, price: Counts, paid: Sequence[str]) -> tuple[str, ...]:
    """Return the goods that a price asks for and the farm has, but that were not paid with."""
    given = tally(item for item in paid if item in GOODS)
    asked = {good: min(number, count_owned(base, good)) for good, number in price.items()}
    return tuple(good for good in GOODS for _ in range(asked.get(good, 0) - given.get(good, 0)))


def _goods(word: str) -> tuple[str, ...]:
    move = read_word(word, (Repay,))
    assert isinstance(move, Repay), move
    return move.goods


def _split_gates(word: str) -> list[str]:
    """Return the payments of ``~C``, ``~C~!`` or ``~`` (as usual)."""
    return word.split(log_notation.GATE)[1:]


def _gate_moves(ways: Sequence[str], repaid: Sequence[str]) -> Iterator[Move]:
    named = list(ways)
    while named and not named[-1]:
        named.pop()
    if named:
        move = read_word("".join(log_notation.GATE + (way or UNKNOWN) for way in named), (Tax,))
        yield move
    if any(goods != NO_REPAY for goods in repaid):
        yield RepayGate(tuple(repaid))


def _town_word(word: str) -> Iterator[Move]:
    if word in (PASS, "pass"):
        yield Pass()
        return
    prefix, colon, _ = word.partition(":")
    if colon and prefix in PREFIXES:
        yield read_word(word, (PREFIXES[prefix],))
        return
    action = _ACTION.fullmatch(word)
    if action is not None and not re.fullmatch(r"x[gfmws]+", word):
        yield Go(action[1])
        if action[2]:
            yield read_word(action[2], (Take, Sell))
        return
    yield read_word(word, (Repay, Drop, Take, Sell))
