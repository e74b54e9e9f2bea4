"""What is offered at one press, and what is left undone."""

from msgspec.structs import replace

from games.grunn.game import GAME
from games.grunn.moves import Arrange, Develop, Place, Take
from games.grunn.state import Phase, Player, Stage
from tests.games.grunn.table import Table, front, words


def test_the_best_pair_comes_first_with_its_place_and_what_its_card_develops() -> None:
    """
    By the points at once, then by ducats; the label begins with the number of the pair.
    """
    table = Table(pool=front("bog+develop_bog"))
    found = list(GAME.panel.combinations(table.view, table.ask))
    first = next(each for each in found if isinstance(each.moves[0], Take) and each.moves[0].pair == 1)

    assert isinstance(first.moves[1], Place)
    assert isinstance(first.moves[2], Develop)
    assert words(first.label).startswith("1: bog ")
    assert "develop" in words(first.label)
    assert len({each.moves[0] for each in found}) == len(found)


def test_arrangements_are_offered_with_the_points_they_score() -> None:
    """
    Four bogs in one line score most.
    """
    table = Table(phase=Phase.ARRANGE)
    table.state = replace(table.state, players=(Player(("bog",) * 4, 5), *table.state.players[1:]))
    first, *_others = GAME.panel.combinations(table.view, table.ask)
    (move,) = first.moves

    assert isinstance(move, Arrange)
    assert first.worth is not None
    assert 1 == len({cell[0] for cell in move.cells}) or 1 == len({cell[1] for cell in move.cells})


def test_arrangements_are_drawn_in_letters_line_by_line() -> None:
    """
    Each looks different, even where tiles are alike; of equals the most compact come first.
    """
    table = Table(phase=Phase.ARRANGE)
    table.state = replace(
        table.state, players=(Player(("wadden", "wadden", "wadden", "marsh"), 5), *table.state.players[1:])
    )
    found = [words(each.label) for each in GAME.panel.combinations(table.view, table.ask)]

    assert found[0] == "W W / W M"
    assert len(found) == len(set(found)) == 3


def test_an_unused_card_is_warned_of() -> None:
    """
    Once the tile is laid; not after it was used.
    """
    told = []
    for used in (False, True):
        table = Table().stage(Stage(pair=1, tile="bog", card="exchange", laid="E4", used=used))
        told.append([words(text) for text in GAME.panel.warnings(table.view, table.view, table.ask)])
    warned, done = told

    assert any("card is unused" in each for each in warned)
    assert not any("card is unused" in each for each in done)
