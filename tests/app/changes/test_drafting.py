"""A draft in words."""

from bot.app.changes.drafting import describe_draft
from games.core.input.panel import Draft
from games.grunn import GAME
from games.grunn.moves import Done, Place, Take
from tests.games.grunn.table import Table, words


def test_what_only_ends_the_turn_goes_without_saying() -> None:
    """
    Alone it is told, since then it is all there is.
    """
    table = Table()
    draft = Draft((Take(1), Place("F4"), Done()))
    told = describe_draft(GAME, table.state, table.seat, table.ask.id, draft)
    table.moves(Take(1), Place("F4"))
    alone = describe_draft(GAME, table.state, table.seat, table.ask.id, Draft((Done(),)))

    assert [words(text).partition(" ")[0] for text in told] == ["Take", "Lay"]
    assert [words(text) for text in alone] == ["End the turn"]
