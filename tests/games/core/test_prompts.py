"""What a panel asks on its menus: short enough for a phone, in every language."""

import pytest

from games.core.contract import AnyGame
from games.core.moves import fields_of
from games.core.registry import games
from games.core.words import Words, load

SEEN = 41
"""Characters of a closed menu that a phone of 400 pixels shows."""
GAMES = [pytest.param(game, id=key) for key, game in games().items()]


@pytest.mark.parametrize("language", ["en", *load("games.core").languages()])
@pytest.mark.parametrize("game", GAMES)
def test_menus_say_on_a_phone_what_they_ask(game: AnyGame, language: str) -> None:
    """
    `Field.asked` is short where the description of the command's option explains what is typed.
    """
    words = Words(game.words, language=language)
    asked = {words.phrase(info.field.prompt) for move in game.spec.moves if move.offered for info in fields_of(move)}

    assert [each for each in asked if len(each) > SEEN] == []
