"""Setting up (R2), and the visitor card that the table turns up (R9.10)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Barrier, Event, Setup, Step
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import say
from games.greentown.components import (
    CARDS,
    DECK,
    KIND_OF,
    KINDS,
    LAYOUTS,
    START_CARDS,
    fives_removed,
    stock_of_buildings,
)
from games.greentown.grid import DIGITS
from games.greentown.options import GreenTownOptions
from games.greentown.rules.order import PAIR
from games.greentown.state import Player, Sheet, Site, State, Table, Tile, Town
from games.greentown.words.names import card_text

DEAL, STARTER, TURN_UP = "fives", "start", "deck"
"""The streams of chance: which fives are dealt to whom, who starts, which card comes up."""


def town_of(layout: str) -> Town:
    """Return the town of a starting map (R2.1)."""
    return {tile.at: Tile(tile.streets, Site(tile.site)) for tile in LAYOUTS[layout].tiles}


def supply_for(town: Town) -> dict[str, int]:
    """Return all tiles of the nine kinds that are not in the town (R2.2)."""
    kinds = [KIND_OF.get(DIGITS[tile.streets]) for tile in town.values()]
    return {kind: facts.count - kinds.count(kind) for kind, facts in KINDS.items()}


def set_up(setup: Setup, rng: Rng) -> Step[State]:
    """Lay out the map, deal the fives and open the deck (R2)."""
    assert isinstance(setup.options, GreenTownOptions)
    seats = setup.seats
    start = setup.first if setup.first is not None else Seat(rng.below(STARTER, seats))
    opening = next(card for card in START_CARDS if CARDS[card].start)
    others = rng.shuffle(DEAL, [card for card in START_CARDS if card != opening])
    assert len(others) - fives_removed(seats) == seats - 1
    dealt = iter(others)
    cards = [opening if seat == start else next(dealt) for seat in range(seats)]
    top, hidden = draw(DECK, rng)
    town = town_of(setup.options.map)
    table = Table(
        options=setup.options,
        town=town,
        supply=supply_for(town),
        players=tuple(Player(card, stock_of_buildings()) for card in cards),
        start=start,
        current=start,
        top=top,
        hidden=hidden,
        marker=None if seats == PAIR else Seat((start - 1) % seats),
    )
    told = [say("greentown.log.map", map=say(f"greentown.name.map.{setup.options.map.replace('-', '_')}"))]
    told += [say("greentown.log.first_card", seat=seat, card=card_text(CARDS[card])) for seat, card in enumerate(cards)]
    told += [say("greentown.log.starts", seat=start), say("greentown.log.next_card", card=card_text(CARDS[top]))]
    return Step(State(table, (Sheet(),) * seats), tuple(map(Event, told)))


def draw(hidden: tuple[str, ...], rng: Rng) -> tuple[str, tuple[str, ...]]:
    """Return the next card and the set that is left: numbers ascend, within a number chance decides (R2.4)."""
    least = min(CARDS[card].stops for card in hidden)
    card = rng.pick(TURN_UP, [card for card in hidden if CARDS[card].stops == least])
    return card, tuple(other for other in hidden if other != card)


def reveal(state: State, rng: Rng) -> Step[State]:
    """Turn up the next card of the deck (R9.10)."""
    card, hidden = draw(state.table.hidden, rng)
    table = replace(state.table, top=card, hidden=hidden, turn_up=False)
    return Step(
        replace(state, table=table),
        (Event(say("greentown.log.next_card", card=card_text(CARDS[card]))),),
        Barrier.CHANCE,
    )
