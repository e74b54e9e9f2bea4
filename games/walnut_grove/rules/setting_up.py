"""Set-up (R2)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Event, Setup, Step
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import Text
from games.walnut_grove.components import (
    BOARDS_IN_BOX,
    BUILDING_TILES,
    CHURCH_ROW,
    COIN_NAMES,
    COINS_IN_BOX,
    DISCS,
    FIRST_LABOURER,
    IMPROVEMENT_COPIES,
    IMPROVEMENTS,
    LABOURERS_IN_BOX,
    RING,
    START_COINS,
    START_GOODS,
    TILES,
    TOWN_ROW,
    Kind,
    count_at_start,
)
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.rules.farm import Farm
from games.walnut_grove.rules.town import in_order, place_figure
from games.walnut_grove.state import RULES, Desk, Phase, Summer, Table
from games.walnut_grove.words.names import counts, stop_text, tally, words


def set_up(setup: Setup, rng: Rng) -> Step[Table]:
    """Deal boards, fill the town, choose the start player (R2.1 to R2.9)."""
    options = setup.options
    assert isinstance(options, WalnutGroveOptions), options
    boards = _boards(options, setup.seats, rng)
    first = setup.first if setup.first is not None else Seat(rng.below("first", setup.seats))
    order = tuple(Seat((first + step) % setup.seats) for step in range(setup.seats))
    table = Table(
        options=options,
        rules=RULES if setup.rules is None else setup.rules,
        farms=tuple(map(first_farm, boards)),
        discs_left=tuple(sorted(DISCS)),
        drawn=((),) * setup.seats,
        summers=(Summer(),) * setup.seats,
        desks=(Desk(),) * setup.seats,
        places=("",) * setup.seats,
        stock=_stock(boards, rng),
        tile_bag=tuple(TILES),
        coin_bag=first_coin_bag(setup.seats),
        first=first,
        order=order,
    )
    told = [words("log.board", seat=seat, board=words(f"name.board.{board}")) for seat, board in enumerate(boards)]
    told += [
        words("log.lying", stop=stop_text(stop), things=counts(tally(things))) for stop, things in table.stock.items()
    ]
    told.append(words("log.first", seat=first))
    if options.start_rows == "dealt":
        table, dealt = _place_figures(table)
        told += dealt
    return Step(table, tuple(map(Event, told)))


def _boards(options: WalnutGroveOptions, seats: int, rng: Rng) -> tuple[str, ...]:
    if options.boards != "dealt":
        return (options.boards,) * seats
    box = [kind for kind, number in BOARDS_IN_BOX.items() for _ in range(number)]
    return rng.shuffle("boards", box)[:seats]


def first_farm(board: str) -> Farm:
    """Return a farm as it starts (R2.2)."""
    return Farm(
        board=board, labourers=(FIRST_LABOURER[board],), barn=dict(tally(START_COINS)), squares=dict(START_GOODS)
    )


def first_coin_bag(seats: int) -> dict[str, int]:
    """Return what is in the coin bag after every player got the first coins (R2.3)."""
    return {coin: COINS_IN_BOX[coin] - seats * START_COINS.count(coin) for coin in COIN_NAMES}


def piles_for(boards: tuple[str, ...]) -> dict[Kind, dict[str, int]]:
    """Return what is shuffled and laid out at the buildings of each kind (R2.5 to R2.7)."""
    labourers = dict(LABOURERS_IN_BOX)
    for board in boards:
        labourers[FIRST_LABOURER[board]] -= 1
    improvements = dict.fromkeys(IMPROVEMENTS, IMPROVEMENT_COPIES)
    return {Kind.HIRE: labourers, Kind.BUILD: dict(BUILDING_TILES), Kind.IMPROVE: improvements}


def _stock(boards: tuple[str, ...], rng: Rng) -> dict[str, tuple[str, ...]]:
    piles = piles_for(boards)
    stock = {}
    for stop in RING:
        if stop.kind not in piles:
            continue
        lying = []
        for _ in range(count_at_start(stop.kind, len(boards))):
            thing = rng.take(stop.kind, piles[stop.kind])
            piles[stop.kind][thing] -= 1
            lying.append(thing)
        stock[stop.id] = in_order(lying)
    return stock


def _place_figures(table: Table) -> tuple[Table, list[Text]]:
    """Put the figures alternately on church and town row (D12)."""
    told = []
    for step, seat in enumerate(table.order):
        row = (CHURCH_ROW, TOWN_ROW)[step % 2]
        table = place_figure(table, seat, row)
        told.append(words("log.start", seat=seat, row=words(f"name.row.{row}")))
    return replace(table, phase=Phase.YEAR), told
