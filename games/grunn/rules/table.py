"""What happens by itself: setting up (R2), the end of a turn (R10), the automaton (R15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from games.core.game import Barrier, Event, Setup, Step
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import Text, say
from games.grunn.components import BOX, count_cards, count_stocks, count_tiles
from games.grunn.options import GrunnOptions
from games.grunn.rules.order import close_turn, open_turn
from games.grunn.state import Pair, Phase, Player, State
from games.grunn.words.names import card_name, kind_name, refusal


def set_up(setup: Setup, rng: Rng) -> Step[State]:
    """Deal the starting tiles and lay out the pool (R2.3 to R2.6)."""
    assert isinstance(setup.options, GrunnOptions)
    tiles, cards = count_tiles(), count_cards()
    dealt = []
    for _ in range(setup.seats):
        kinds = tuple(_draw(rng, "tiles", tiles) for _ in range(BOX.players[setup.seats].start_tiles))
        dealt.append(Player(kinds, BOX.start_ducats.value))
    kinds = tuple(_draw(rng, "tiles", tiles) for _ in range(BOX.pool.size))
    state = State(
        options=setup.options,
        phase=Phase.ARRANGE,
        first=setup.first if setup.seats > 1 else Seat(0),
        players=tuple(dealt),
        pool=tuple(Pair(kind, _draw(rng, "cards", cards)) for kind in kinds),
        tiles=tiles,
        cards=cards,
        discard=dict.fromkeys(cards, 0),
        stocks=count_stocks(),
    )
    told = [
        say("grunn.log.dealt", seat=seat, tiles=tuple(map(kind_name, player.dealt)))
        for seat, player in enumerate(dealt)
    ]
    told += [say("grunn.log.pool", pairs=tuple(map(_pair_name, state.pool)))]
    return Step(_show_next(state, rng), tuple(map(Event, told)))


def _draw(rng: Rng, stream: str, pile: dict[str, int]) -> str:
    """Draw from a pile that is this function's to change."""
    drawn = rng.take(stream, pile)
    pile[drawn] -= 1
    return drawn


def _pair_name(pair: Pair) -> Text:
    return say("grunn.name.pair", tile=kind_name(pair.tile), card=card_name(pair.card))


def _show_next(state: State, rng: Rng) -> State:
    """Draw the next tile ahead where the option shows it (R17.4)."""
    if not state.options.show_next_tile or not any(state.tiles.values()):
        return replace(state, next_tile="")
    tiles = dict(state.tiles)
    return replace(state, next_tile=_draw(rng, "tiles", tiles), tiles=tiles)


def play_begin(state: State, rng: Rng) -> Step[State]:
    """Choose the starting player by lot, unless the host named one (R2.8), and open the first turn."""
    first = state.first
    if first is None:
        first = Seat(rng.below("first", len(state.players)))
    opened, told = open_turn(replace(state, first=first))
    return Step(opened, (Event(say("grunn.log.first", seat=first)), *told), barrier=Barrier.CHANCE)


def check_done(state: State) -> None:
    """Refuse to end a turn before the tile is laid (R6.3)."""
    if not state.stage.pair:
        raise refusal("NO_PAIR", "R5.1")
    if not state.stage.laid:
        raise refusal("MUST_PLACE", "R6.3")


def play_done(state: State) -> Step[State]:
    """End the turn: the pairs behind the taken one move up with their ducats (R10.2)."""
    at = state.stage.pair
    return Step(replace(close_turn(state), pool=(*state.pool[: at - 1], *state.pool[at:])))


def turn_up(state: State, rng: Rng) -> tuple[State, tuple[Text, ...]]:
    """Turn up a new pair at the back; an empty deck is made anew from the discards first (R10.3)."""
    tiles, cards, discard = dict(state.tiles), dict(state.cards), state.discard
    told: tuple[Text, ...] = ()
    if not any(cards.values()):
        told = (say("grunn.log.reshuffle", count=sum(discard.values())),)
        cards, discard = dict(discard), dict.fromkeys(discard, 0)
    kind = state.next_tile or _draw(rng, "tiles", tiles)
    pair = Pair(kind, _draw(rng, "cards", cards))
    after = replace(state, pool=(*state.pool, pair), tiles=tiles, cards=cards, discard=discard)
    told = (*told, say("grunn.log.next_pair", tile=kind_name(pair.tile), card=card_name(pair.card)))
    return _show_next(after, rng), told


def discard_cards(discard: Mapping[str, int], *cards: str) -> dict[str, int]:
    """Return the discard pile with more cards on it (R10.1)."""
    return {card: count + cards.count(card) for card, count in discard.items()}


def play_refill(state: State, rng: Rng) -> Step[State]:
    """Turn up a new pair, then discard the card of the turn, then pass the turn on (R10.3, R10.1, R10.4)."""
    after, told = turn_up(state, rng)
    after = replace(after, discard=discard_cards(after.discard, state.used), used="")
    if state.facts.automaton:
        return Step(replace(after, phase=Phase.AUTOMATON), tuple(map(Event, told)), barrier=Barrier.CHANCE)
    opened, more = open_turn(after)
    return Step(opened, (*_tell(opened, told), *more), barrier=Barrier.CHANCE)


def _tell(opened: State, told: Sequence[Text]) -> Iterable[Event]:
    """Return what is told of new pairs: nothing after the last turn, when nobody can take them."""
    return () if opened.phase is Phase.OVER else map(Event, told)


def automaton_take(state: State) -> tuple[State, tuple[Pair, ...]]:
    """Take the front pairs for the automaton; their ducats go to the bank, their cards are discarded (R15.2, R15.3)."""
    count = BOX.automaton.pairs_per_turn
    taken, left = state.pool[:count], state.pool[count:]
    discard = discard_cards(state.discard, *(pair.card for pair in taken))
    kinds = (*state.automaton, *(pair.tile for pair in taken))
    return replace(state, pool=left, discard=discard, automaton=kinds), taken


def play_automaton(state: State, rng: Rng) -> Step[State]:
    """Let the automaton take, refill the pool, and open the player's next turn (R15.2 to R15.4)."""
    after, taken = automaton_take(state)
    took = Event(say("grunn.log.automaton", pairs=tuple(map(_pair_name, taken))))
    told: list[Text] = []
    for _ in taken:
        after, more = turn_up(after, rng)
        told += more
    opened, events = open_turn(after)
    return Step(opened, (took, *_tell(opened, told), *events), barrier=Barrier.CHANCE)
