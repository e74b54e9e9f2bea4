"""What is chosen from menus, in forms and of commands stands there in the reader's words, not as it is typed."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.edge import words
from bot.edge.interactions.plans import draft_press, form_pages, order_forms, order_modal
from bot.edge.panels.lobby_forms import setup_post
from db.ids import MatchId
from games.core.contract import AnyGame
from games.core.input.forms import FormKind, forms_of, options_of
from games.core.registry import games
from games.core.seats import Seat
from tests.edge.payloads import components_of
from tests.edge.views import view_of

GAMES = [pytest.param(game, id=key) for key, game in games().items()]


@pytest.fixture
def _dutch() -> Iterator[None]:
    words.set_locale("nl")
    yield
    words.set_locale("en")


def _options(part: object) -> Iterator[tuple[str, str]]:
    """Return value and label of all menus within."""
    if isinstance(part, list):
        for each in part:
            yield from _options(each)
    elif isinstance(part, dict):
        if "label" in part and "value" in part:
            yield part["value"], part["label"]
        for each in part.values():
            yield from _options(each)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_a_form_or_an_option_has_words(game: AnyGame) -> None:
    """
    The few words that a field allows are codes to type; `Field.named` says what they mean.
    """
    offered = [option for form in forms_of(game) if form.kind is not FormKind.TURN for option in form.options]
    offered += options_of(game.spec.options)

    bare = {(option.name, each) for option in offered for each in option.choices if each not in option.named}

    assert {(name, each) for name, each in bare if not each.isdigit()} == set()


@pytest.mark.usefixtures("_dutch")
@pytest.mark.parametrize("game", GAMES)
def test_yes_and_no_are_in_the_readers_language(game: AnyGame) -> None:
    """
    In the menus of rule options before the start, and in the forms of plans.
    """
    shown: list[Any] = components_of(setup_post(view_of(game, seats=2)))
    for form in order_forms(game):
        for page in range(form_pages(form)):
            press = draft_press(MatchId(142), form, Seat(0), page=page)
            shown.append(order_modal(press, game, form, {}, page=page).to_dict())

    found = list(_options(shown))

    assert found
    assert {label for value, label in found if value in ("yes", "no")} <= {"ja", "nee"}
