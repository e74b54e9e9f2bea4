"""What every game's panel offers at one press, advises and warns of, tried on the turns of random matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from bot.conformance.matches import Match, Moment, play_random
from bot.edge.limits import BUTTON_WIDTH
from games.core.contract import AnyGame
from games.core.game import Ask
from games.core.input.panel import fill_combination
from games.core.language.catalogue import ENGLISH, Catalogue
from games.core.moves import MOST_COMBINATIONS, Found
from games.core.rng import Rng
from games.core.running.play import TurnContext, ends_of, find_ask

MOST_WARNED = 600
"""Characters of all warnings together: they stand above Confirm."""
APART = 25
"""Characters of a button that a phone shows at least."""


def _halfway(match: Match, moment: Moment) -> Iterator[tuple[TurnContext[Any], Ask]]:
    """Yield a turn as it stands before each of its moves, the silent end left out."""
    for state, ask, move in match.halfway(moment):
        if not isinstance(move, ends_of(match.game)):
            yield match.turn(moment).at(state), ask


def test_combinations_can_be_chosen(game: AnyGame, seats: int) -> None:
    """
    The moves of each can be played as they stand, with a label that fits on a button and differs from the others in the
    first 25 characters, in every language; asked twice, a game offers the same.
    """
    match = play_random(game, seats)
    languages = (ENGLISH, *(game.words.languages() if isinstance(game.words, Catalogue) else ()))

    for moment in match.moments():
        for turn, ask in _halfway(match, moment):
            found = tuple(islice(game.panel.combinations(turn.view, ask), MOST_COMBINATIONS))
            assert found == tuple(islice(game.panel.combinations(turn.view, ask), MOST_COMBINATIONS))
            assert [] == [each for each in found if not each.moves or fill_combination(turn, (), each.moves) is None]
            for language in languages:
                words = match.words_in(language)
                labels = [words(each.label) for each in found]
                assert [] == [label for label in labels if not 0 < len(label) <= BUTTON_WIDTH], language
                assert len({label[:APART] for label in labels}) == len(labels), (language, labels)
                assert all(each.worth is None or words(each.worth) for each in found)


def test_hints_can_be_followed(game: AnyGame, seats: int) -> None:
    """
    Advice has words, and the moves that it names can be played as they stand.
    """
    match = play_random(game, seats)

    for moment in match.moments():
        for turn, ask in _halfway(match, moment):
            hint = game.panel.hint(turn.view, ask)
            if hint is not None:
                assert 0 < len(match.words(hint.text)) <= MOST_WARNED
                assert not hint.moves or fill_combination(turn, (), hint.moves) is not None


def test_what_a_search_has_found_is_advised(game: AnyGame, seats: int) -> None:
    """
    Of the turns that the game proposes, each in words with by how much it is better, and with its moves.
    """
    match = play_random(game, seats)

    for moment in match.moments():
        turn, ask = match.turn(moment), moment.ask
        for proposed in game.bots.propose(turn.view, ask, 2, Rng(bytes(32))):
            moves = fill_combination(turn, (), proposed)
            assert moves is not None
            hint = game.panel.hint(turn.view, ask, Found(moves=moves, points=3))
            if hint is not None and hint.moves:
                assert moves == fill_combination(turn, (), hint.moves)
                assert len(match.words(hint.text)) <= MOST_WARNED
                assert hint != game.panel.hint(turn.view, ask)


def test_warnings_have_words(game: AnyGame, seats: int) -> None:
    """
    What is said of a turn as it is confirmed, and at each step before.
    """
    match = play_random(game, seats)

    for moment in match.moments():
        before = match.turn(moment).view
        over = match.turn(moment).at(match.turn(moment).after(moment.entry.moves).state)
        steps: list[tuple[TurnContext[Any], Ask | None]] = [*_halfway(match, moment)]
        steps += [(over, None)] if find_ask(game, over.state, moment.ask.id) is None else []
        for turn, ask in steps:
            told = [match.words(text) for text in game.panel.warnings(before, turn.view, ask)]
            assert all(told)
            assert sum(map(len, told)) <= MOST_WARNED
