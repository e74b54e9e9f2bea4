"""The order that a player is writing, as a picture of it needs it: prices, running barn, exchanges (A.5, R7, R8.2)."""

from msgspec.structs import replace

from games.core.game import Marks
from games.core.seats import Seat
from games.core.words import Words
from games.h2olland import GAME
from games.h2olland.moves import Reward, Trade
from games.h2olland.state import Basket, Phase
from games.h2olland.view import Deal, Ledger, View, ledger, with_draft
from tests.cases.h2olland.position import Position

WINTER = {
    "year": 2,
    "phase": "winter",
    "turn": "white",
    "mills": {"white": ["F3", "B1"]},
    "barn": {"white": {"corn": 4, "bean": 3, "carrot": 1, "potato": 1, "cow": 1}},
    "supply": {"tulip-red": 0},
}


def seen(seat: int | None = 0, *, basket: Basket | None = None, **changes: object) -> View:
    """What a seat sees in that winter."""
    table = Position(WINTER).state().table
    viewer = None if seat is None else Seat(seat)
    return View(seat=viewer, table=replace(table, **changes), basket=basket or Basket())


def written(*trades: str, phase: Phase = Phase.WINTER) -> Ledger:
    """The order with these trades."""
    found = ledger(seen(basket=Basket(trades), phase=phase))
    assert found is not None
    return found


def test_r7_1_only_the_one_who_trades_writes_an_order() -> None:
    """
    Spectators, others, and whoever has handed in have no order; in a sealed trade everybody has.
    """
    handed = Basket(handed=True)
    found = [
        ledger(seen(None)),
        ledger(seen(1)),
        ledger(seen(0, basket=handed)),
        ledger(seen(0, phase=Phase.SPRING)),
    ]

    assert found == [None] * 4
    assert ledger(seen(1, collecting=True)) is not None


def test_r7_2_prices_say_what_can_be_bought() -> None:
    """
    Sold out, open, too high a level, and what is too dear stand in the price list, dikes last.
    """
    states = {offer.item: offer.state for offer in written().offers}

    assert states == {
        "tulip-red": "gone",
        "tulip-yellow": "open",
        "tulip-orange": "level",
        "tulip-pink": "level",
        "tulip-white": "level",
        "tulip-purple": "level",
        "mill": "open",
        "farm": "open",
        "dike": "open",
    }


def test_r8_2_the_last_trade_sells_no_farms_and_dikes() -> None:
    """
    In the final trade mills and tulips are sold, and nothing is kept.
    """
    order = written(phase=Phase.FINAL_TRADE)
    states = {offer.item: offer.state for offer in order.offers}

    assert ("open", "closed", "closed") == (states["mill"], states["farm"], states["dike"])
    assert order.limit is None


def test_r7_6_the_barn_runs_with_the_trades_written() -> None:
    """
    Each trade changes what is left to trade: after the mill no cow and too little for a farm.
    """
    order = written("3co>po", "mi")
    states = {offer.item: offer.state for offer in order.offers}

    assert order.deals == (
        Deal(give={"corn": 3}, get="potato"),
        Deal(give={"cow": 1, "bean": 1, "carrot": 1}, get="mill"),
    )
    assert order.before == {"corn": 4, "bean": 3, "carrot": 1, "potato": 1, "cow": 1}
    assert order.now == {"corn": 1, "bean": 2, "potato": 2, "mill": 1}
    assert states["farm"] == "poor"


def test_r7_7_fields_are_counted_against_the_limit() -> None:
    """
    Ten fields are held, five can be kept.
    """
    order = written()

    assert (10, 5, None) == (order.held, order.limit, order.keep)


def test_r7_4_exchanges_that_are_possible() -> None:
    """
    Three corn or bean for another crop, one of each for a cow, a cow for any crop.
    """
    gives = {tuple(sorted(deal.give.items())) for deal in written().exchanges}

    assert gives == {
        (("corn", 3),),
        (("bean", 3),),
        (("bean", 1), ("carrot", 1), ("corn", 1), ("potato", 1)),
        (("cow", 1),),
    }


def told(view: View, marks: Marks) -> list[str]:
    """The lines of an order's caption."""
    return Words(GAME.words, ("Anna", "Bram"), strict=True)(GAME.panel.caption(view, "order", marks)).splitlines()


def test_r7_1_the_caption_of_an_order_tells_what_its_picture_shows() -> None:
    """
    The trades chosen so far before they are written, the barn after them, what can be bought then, what is kept.
    """
    chosen = GAME.panel.sketch(seen(), Trade, {"trades": ("mi",)})
    _, trades, barn, buys, keep = told(seen(), chosen)
    _, *_, kept = told(seen(basket=Basket(keep=("corn",))), Marks())

    assert trades.startswith("Your order has 1 trade")
    assert "1 mill" in barn
    assert buys.startswith("You can buy now: ")
    assert "mill" not in buys
    assert "mill" in told(seen(), Marks())[3]
    assert keep == "Choose 5 of your 7 fields to keep."
    assert kept == "You keep: 1 corn."


def test_r5_17_tulips_chosen_as_rewards_have_left_the_coop() -> None:
    """
    Of two rewards the first is in the barn and no more with the co-op while the second is chosen.
    """
    view = seen(phase=Phase.REWARD, owed=(2, 0))
    marks = GAME.panel.sketch(view, Reward, {"colours": ("tulip-yellow",)})
    after = with_draft(view, marks.spots).table

    assert view.table.coop["tulip-yellow"] - 1 == after.coop["tulip-yellow"]
    assert 1 == after.barns[0]["tulip-yellow"]
