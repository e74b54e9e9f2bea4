"""The Forced Trade (R9.2 to R9.5)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.seats import Seat
from games.core.text import Text, say
from games.grumpf.components import NEUTRAL, SPECIES
from games.grumpf.moves import Trade
from games.grumpf.rules.hunting import with_clan
from games.grumpf.state import Clan, Phase, State
from games.grumpf.words.names import animal_name, clan_title, refusal


def owns(clan: Clan, species: str) -> bool:
    """Whether a clan has an Animal of the species."""
    return clan.animals.get(species, 0) > 0


def trades(state: State, seat: int) -> Iterator[Trade]:
    """Yield every exchange the seat could make (R9.3)."""
    mine = [species for species in SPECIES if owns(state.clans[seat], species)]
    for give in mine:
        for other, clan in enumerate(state.clans):
            if other != seat:
                yield from (Trade(give, clan.code, take) for take in SPECIES if take != give and owns(clan, take))


def may_trade(state: State, seat: int) -> bool:
    """Whether any exchange is possible (R9.5)."""
    return next(trades(state, seat), None) is not None


def right_fault(state: State, seat: int) -> IllegalMove | None:
    """Return why the seat has no trade to make or decline."""
    if state.phase is not Phase.TRADE or state.trader is None:
        return refusal("NO_TRADE", "R9.2")
    if state.trader != seat:
        return refusal("NOT_TRADER", "R9.2", clan=clan_title(state.clans[state.trader].code))
    return None


def trade_fault(state: State, seat: int, trade: Trade) -> IllegalMove | None:
    """Return why an exchange is not possible, in the order of section 8."""
    wrong = right_fault(state, seat)
    if wrong is not None:
        return wrong
    if trade.partner == NEUTRAL:
        return refusal("NEUTRAL_HAS_NONE", "R13.6")
    partner = state.seat_of(trade.partner)
    if partner is None or partner == seat:
        return refusal("BAD_PARTNER", "R9.2", known=tuple(c.code for c in state.clans if c != state.clans[seat]))
    if trade.give not in SPECIES or trade.take not in SPECIES:
        return refusal("NOT_AN_ANIMAL", "R9.3", known=SPECIES)
    if not owns(state.clans[seat], trade.give):
        return refusal("YOU_LACK_IT", "R9.3", animal=animal_name(trade.give))
    if not owns(state.clans[partner], trade.take):
        clan = clan_title(trade.partner)
        return refusal("PARTNER_LACKS_IT", "R9.3", clan=clan, animal=animal_name(trade.take))
    return refusal("SAME_ANIMAL", "Q10") if trade.give == trade.take else None


def never_fault(state: State, seat: int | None, trade: Trade) -> IllegalMove | None:
    """Return why an exchange can never be possible in this match, whatever Animals there are."""
    partner = state.seat_of(trade.partner)
    if partner is None or partner == seat:
        known = tuple(clan.code for other, clan in enumerate(state.clans) if other != seat)
        return refusal("BAD_PARTNER", "R9.2", known=known)
    if trade.give not in SPECIES or trade.take not in SPECIES:
        return refusal("NOT_AN_ANIMAL", "R9.3", known=SPECIES)
    return refusal("SAME_ANIMAL", "Q10") if trade.give == trade.take else None


def exchange(state: State, seat: Seat, trade: Trade) -> State:
    """Swap one Animal of the trader for one of the partner; the trade has been checked."""
    partner = state.seat_of(trade.partner)
    assert partner is not None, "it was checked"
    after = with_clan(state, seat, _swap(state.clans[seat], trade.give, trade.take))
    return with_clan(after, partner, _swap(state.clans[partner], trade.take, trade.give))


def _swap(clan: Clan, give: str, take: str) -> Clan:
    animals = {**clan.animals, give: clan.animals[give] - 1, take: clan.animals.get(take, 0) + 1}
    return replace(clan, animals={species: count for species, count in animals.items() if count})


def trade_line(clan: str, trade: Trade) -> str:
    """Return the exchange as the log writes it: ``Vi B ⇄ Gr M`` (M3.4)."""
    return f"{clan} {trade.give} ⇄ {trade.partner} {trade.take}"


def tell_trade(state: State, seat: Seat, trade: Trade) -> Text:
    """Return the sentence of an exchange."""
    give, take = (say(f"grumpf.name.count.{species}", count=1) for species in (trade.give, trade.take))
    return say("grumpf.log.traded", seat=seat, give=give, partner_seat=state.seat_of(trade.partner) or 0, take=take)
