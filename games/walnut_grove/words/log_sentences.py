"""What the log says of a turn, in sentences: coins face down for others, what its owner gave in private (4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from games.core.game import Event
from games.core.seats import Seat
from games.core.text import Text, raw, sentences
from games.walnut_grove.components import COINS, STOPS, UNKNOWN, Kind
from games.walnut_grove.moves import HELP
from games.walnut_grove.rules.errand import PASS, Ran
from games.walnut_grove.rules.farm import Farm
from games.walnut_grove.state import Errand, Frost, Sale, Summer
from games.walnut_grove.words import log_notation
from games.walnut_grove.words.names import count_texts, counts, words

HEAD = 3
"""Words before the body of a line: year, season, player."""
_VERBS = {Kind.HIRE: "hires", Kind.BUILD: "builds", Kind.IMPROVE: "buys"}
"""What is said of the one thing taken at a building of a kind: each thing has a sentence of its own."""


def farm_events(seat: Seat, farm: Farm, summer: Summer) -> tuple[Event, ...]:
    """Return what the log says of spring and summer."""
    notation = log_notation.public(log_notation.farm_body(farm, summer))
    repaid = (summer.repay_before, *(worked.repaid for worked in summer.worked), summer.repay_after)
    given = (*summer.drop, *chain.from_iterable(repaid))
    return _events(seat, (*_farm_texts(seat, summer), *map(_repaid, filter(None, repaid))), given, notation)


def _farm_texts(seat: Seat, summer: Summer) -> Iterator[Text]:
    brought, left, lost = (
        _by_good([(worked.good, number) for worked, number in zip(summer.worked, numbers, strict=True)])
        for numbers in (
            [worked.harvest for worked in summer.worked],
            [worked.renounced for worked in summer.worked],
            [worked.lost for worked in summer.worked],
        )
    )
    yield words("log.harvest", seat=seat, count=summer.laid, things=brought)
    if left:
        yield words("log.left_behind", things=left)
    if lost:
        yield words("log.no_room", things=lost)
    if summer.drop:
        yield words("log.dropped", things=_face_down(summer.drop))


def _by_good(numbers: Sequence[tuple[str, int]]) -> tuple[Text, ...]:
    total: dict[str, int] = {}
    for good, number in numbers:
        total[good] = total.get(good, 0) + number
    return counts(total)


def town_events(seat: Seat, errand: Errand, ran: Ran) -> tuple[Event, ...]:
    """Return what the log says of a turn in town that draws no coins."""
    repaid = tuple(filter(None, (errand.repay_before, *ran.gate_repaid, ran.repaid_after)))
    paid = (*ran.goods, *ran.coins)
    costs = _costs(ways=ran.gates, paid=paid, dropped=errand.drop, repaid=repaid)
    given = (*ran.gates, *paid, *errand.drop, *chain.from_iterable(repaid))
    notation = log_notation.public(log_notation.town_body(errand, ran))
    return _events(seat, (_visit(seat, errand), *costs), given, "" if notation == PASS else notation)


def _visit(seat: Seat, errand: Errand) -> Text:
    if errand.to == PASS:
        return words("log.passes", seat=seat)
    stop = STOPS[errand.to]
    at = words(f"name.at.{stop.id}")
    if stop.kind is Kind.FREE:
        return words("log.takes", seat=seat, things=count_texts(errand.take), at=at)
    return words(f"log.{_VERBS[stop.kind]}.{errand.take[0]}", seat=seat, at=at)


def _costs(
    *, ways: Sequence[str], paid: Sequence[str], dropped: Sequence[str], repaid: Sequence[Sequence[str]]
) -> Iterator[Text]:
    """Yield what was paid, dropped and given for help."""
    if paid:
        yield words("log.price", things=_face_down(paid))
    if ways:
        helped = list(ways).count(HELP)
        tiles = (words("name.counted.help", count=helped),) if helped else ()
        yield words("log.tax", things=(*_face_down([way for way in ways if way != HELP]), *tiles))
    if dropped:
        yield words("log.dropped", things=_face_down(dropped))
    yield from map(_repaid, repaid)


def sale_events(seat: Seat, sale: Sale) -> tuple[Event, ...]:
    """Return what the log says of a sale whose coins were drawn: of the sale its line alone is known by now."""
    line = sale.line.split()[HEAD:]
    to, _, goods = next(word for word in line if log_notation.SOLD in word).partition(log_notation.SOLD)
    ways = [word[1:] for word in line if word.startswith(log_notation.GATE)]
    dropped = "".join(word[1:] for word in line if word.startswith(log_notation.DROPPED))
    repaid = [word[2:-1] for word in line if word.startswith("h(")]
    at, drawn = words(f"name.at.{to}"), len(sale.drawn)
    told = words("log.sells", seat=seat, things=count_texts(goods), at=at, count=drawn)
    costs = _costs(ways=ways, paid=(), dropped=dropped, repaid=repaid)
    notation = log_notation.public(" ".join((*line, log_notation.write_drawn(sale.drawn))))
    own = Event(words("log.draws_own", coins=count_texts(sale.drawn)), (seat,))
    return (*_events(seat, (told, *costs), (*ways, *dropped, *"".join(repaid)), notation), own)


def tell_stored_coins(seat: Seat, sale: Sale, repaid: Sequence[str]) -> tuple[Event, ...]:
    """Return what the log says once the coins of a sale are stored: nothing where nothing had to be decided."""
    texts = [words("log.stores", seat=seat)]
    if sale.give_up:
        texts.append(words("log.dropped", things=_face_down(sale.give_up)))
    if repaid:
        texts.append(_repaid(repaid))
    return _events(seat, texts, (*sale.give_up, *repaid)) if len(texts) > 1 else ()


def winter_events(seat: Seat, frost: Frost) -> tuple[Event, ...]:
    """Return what the log says of a farm's winter."""
    paid = _face_down((*frost.goods, *frost.coins))
    free = not paid and not frost.help
    texts = [words("log.winters.free", seat=seat)] if free else []
    if paid:
        texts.append(words("log.winters", seat=seat, things=paid))
    if frost.help:
        texts.append(words("log.helped", seat=seat, count=frost.help))
    texts += map(_repaid, frost.repaid)
    return _events(seat, texts, (*frost.coins, *chain.from_iterable(frost.repaid)))


def _events(seat: Seat, texts: Sequence[Text], given: Sequence[str], notation: str = "") -> tuple[Event, ...]:
    """Return the line for everybody, and for its owner which coins went."""
    shown = (*texts, words("log.notation", line=raw(notation))) if notation else texts
    coins = count_texts(item for item in given if item in COINS)
    own = (Event(words("log.coins_given", coins=coins), (seat,)),) if coins else ()
    return (Event(sentences(*shown)), *own)


def _repaid(goods: Sequence[str]) -> Text:
    return words("log.repaid", things=_face_down(goods))


def _face_down(items: Sequence[str]) -> tuple[Text, ...]:
    """Count goods and coins as others see them."""
    return count_texts(UNKNOWN if item in COINS else item for item in items)
