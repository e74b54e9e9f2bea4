"""Levels of computer players in words."""

from bot.edge.levels import PLAYS, describe_level, order_levels
from games.core.registry import games


def test_levels_go_from_the_weakest_to_the_strongest() -> None:
    """
    A game's own ones come behind those that are known.
    """
    assert ["beginner", "easy", "strong", "cunning"] == order_levels(("strong", "cunning", "easy", "beginner"))


def test_every_level_says_how_it_plays() -> None:
    """
    Those of all games, as a line of its own has it.
    """
    assert all(level in PLAYS for game in games().values() for level in game.bots.players())
    assert "Easy: simple turns, good for a first match" == describe_level("easy")
    assert "Cunning" == describe_level("cunning")
