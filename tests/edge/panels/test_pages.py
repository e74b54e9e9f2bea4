"""The pages of a long list are named, so that they can be told apart before they are opened."""

from msgspec.structs import replace

from bot.edge.panels.panel import Entry, Menu, _ranges, panel_post
from games.core.input.panel import open_draft
from games.core.registry import games
from games.core.running.play import TurnContext
from games.grunn.moves import Place, Take
from tests.edge.payloads import components_of
from tests.edge.table import controls
from tests.edge.views import panel, positions

GRUNN = games()["grunn"]


def test_a_page_of_choices_that_stand_aside_is_named_so() -> None:
    """
    Edges where a canal scores, or could, are the best; the rest stands on a page of others.
    """
    position, ask = next(
        (position, ask)
        for position, _ in positions(GRUNN, seats=2)
        for ask in GRUNN.asks(position.state)
        if Take in ask.verbs
    )
    turn = TurnContext(GRUNN, position.state, ask.seat, ask.id)
    taken = (Take(1),)
    cell = next(iter(GRUNN.choices(turn.at(turn.after(taken).state).view, Place, {}))).value
    draft = replace(open_draft(turn), moves=(*taken, Place(str(cell))))
    parts = controls(components_of(panel_post(panel(GRUNN, position, ask, draft, seats=2), [])))
    pages = [[each["label"] for each in part["options"]] for part in parts if "options" in part]

    assert any(page[0].startswith("Best 1–") and page[-1].startswith("Others ") for page in pages)


def test_a_page_of_one_choice_names_it_once() -> None:
    """
    "Best 1: D4", not from one to one.
    """
    one, *more = (Entry(value, value, "") for value in ("D4", "E4", "F7"))
    menu = Menu("dig", "Dig", "Dig", "Cell", "", pages=((one,), tuple(more)), best=1)

    assert ["Best 1: D4", "Others 2–3: E4 … F7"] == [option.label for option in _ranges(menu, 0)]
