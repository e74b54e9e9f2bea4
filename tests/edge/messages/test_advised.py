"""What a hint advises, on the picture of the panel."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.match.records import Advice
from bot.app.play.advice import Occasion, advise
from bot.app.runtime.library import Library
from bot.edge import emoji
from bot.edge.imaging.drawing import RenderRequest, Scene, draw
from bot.edge.messages.builder import Post
from bot.edge.messages.formatting import told_words
from bot.edge.panels.hints import hint_lines, mark_steps
from bot.edge.panels.panel import panel_post
from bot.edge.words import capitalize_points, languages, set_locale
from games.core.game import UNMARKED, Marks, Setup
from games.core.input.panel import Draft
from games.core.moves import Found
from games.core.registry import games
from games.core.rng import Rng
from games.core.running.play import TurnContext
from games.core.running.selfplay import play_steps
from games.core.seats import TABLE
from games.core.text import Text, raw
from render.core.plates import Drawing
from render.core.registry import emoji_names
from tests.edge.payloads import components_of, texts
from tests.edge.views import panels, positions
from tests.games.tiny import TINY

LEGEND = "The numbers on the picture show what the suggestion changes, in order."


def test_each_step_has_its_number_and_what_is_chosen_already_none() -> None:
    """
    A place that two steps change has the number of the first; one that the draft changed keeps none but theirs.
    """
    marks = mark_steps(Marks(("a", "b")), (("b", "c"), ("c", "d")))

    assert Marks(("a", "b", "c", "d"), None, (0, 1, 1, 2)) == marks
    assert Marks(("a",)) == mark_steps(Marks(("a",)), ())


@pytest.mark.parametrize(
    ("steps", "drawn", "said"), [((("a",),), True, True), ((("a",),), False, False), ((), True, False)]
)
def test_the_numbers_are_explained_where_there_are_any(steps: Any, *, drawn: bool, said: bool) -> None:  # noqa: ANN401
    """
    Below the suggestion; not in words only, nor if it changes no place on the picture.
    """
    position, _ = next(positions(TINY["digs"], seats=2))
    panel = next(panels(TINY["digs"], position, seats=2, rng=Rng(b"x" * 32)))
    advice = Advice(hint=raw("Suggestion: dig"), steps=steps)
    post: Post = panel_post(replace(panel, advice=advice), [Drawing(b"", 1, 1)] if drawn else [])

    assert said == (LEGEND in texts(components_of(post)))


def _hinted(key: str) -> Iterator[tuple[Any, Advice]]:
    """Views of a match with the advice for them, where that changes something on the picture."""
    game, codec = games()[key], Library(games()).codec(key)
    brain = game.bots.players()["easy"]
    setup = Setup(seats=2, options=game.spec.options())
    for progress in play_steps(game, setup, b"h" * 32, brains=dict.fromkeys((0, 1), brain)):  # type: ignore[arg-type]
        position = progress.position
        for ask in game.asks(position.state):
            if ask.seat == TABLE or ask.live or ask.id in position.sealed:
                continue
            turn = TurnContext(game, position.state, ask.seat, ask.id)
            advice = advise(turn, codec, Draft(()), Occasion(practice=True, ready=False), seconds=3)
            if advice.steps:
                yield turn.view, advice


def _found(key: str) -> Iterator[Text]:
    """What is said in a match of turns that a search has found."""
    game = games()[key]
    brain = game.bots.players()["easy"]
    setup = Setup(seats=2, options=game.spec.options())
    for progress in play_steps(game, setup, b"h" * 32, brains=dict.fromkeys((0, 1), brain)):  # type: ignore[arg-type]
        position = progress.position
        for ask in (ask for ask in game.asks(position.state) if ask.seat != TABLE and not ask.live):
            view = game.view(position.state, ask.seat)
            hint = game.panel.hint(view, ask)
            if hint is not None and hint.moves and ask.id not in position.sealed:
                told = game.panel.hint(view, ask, Found(moves=hint.moves, points=2, usual=hint.moves))
                assert told is not None
                yield told.text


@pytest.mark.parametrize("key", sorted(games()))
def test_what_a_search_suggests_is_said_in_full(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    In every language, with the emoji of its pieces, the numbers on the picture, and by how much it is better.
    """
    game = games()[key]
    monkeypatch.setattr(emoji, "_known", {})
    emoji.learn({(key, piece): 1456074443980800008 for piece in emoji_names(key)})
    position, _ = next(positions(game, seats=2))
    panel = next(panels(game, position, seats=2, rng=Rng(b"x" * 32)))
    told = []
    for text, language in product(islice(_found(key), 12), languages()):
        set_locale(language)
        shown = hint_lines(replace(panel, advice=Advice(hint=text, steps=(("a",),))), drawn=True)
        told.append((capitalize_points(told_words(panel.match_view)(text)), shown))
    set_locale("en")

    assert told
    assert not [(whole, shown) for whole, shown in told if whole not in shown]


@pytest.mark.parametrize("key", ["grunn", "greentown", "h2olland", "walnut_grove"])
def test_what_a_hint_advises_is_drawn_where_it_would_be(key: str) -> None:
    """
    On the position as it is, where tiles and buildings of the suggestion don't stand yet.
    """
    view, advice = next(_hinted(key))
    plain, shown = (
        draw(RenderRequest(game=key, scene=Scene.PREVIEW, view=view, marks=marks, names=("Anna", "Bram")))
        for marks in (UNMARKED, mark_steps(UNMARKED, advice.steps))
    )

    assert [each.png for each in plain] != [each.png for each in shown]
