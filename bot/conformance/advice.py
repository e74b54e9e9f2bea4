"""What a search says to a player: with every number of players, and the same whatever the player can't see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as replace_state

import pytest
from msgspec.structs import replace

from bot.app.match.records import Advice
from bot.app.play.advice import Occasion, advise
from bot.conformance.matches import SEED, Match, Moment, play_random
from games.core.base import STRONG
from games.core.contract import AnyGame
from games.core.input.panel import fill_combination, open_draft
from games.core.moves import Found
from games.core.rng import Rng
from games.core.running.codec import Codec
from games.core.running.selfplay import worlds
from games.core.search import advice, halving, review
from games.core.search.advice import find_advice
from games.core.search.halving import Searcher
from games.core.search.review import Spot, find_better

MOMENTS = 2
"""Decisions of a match at which a search is asked."""
TURNS = 60
"""Turns that it makes in its rollouts, if it needn't make more to try each turn once."""
CANDIDATES = 2
"""Turns that it tries, besides the usual one or that which was made."""
WORLDS = 2
"""It is sure after so few, in which chance counts for nothing."""
LONG = 60.0
"""Seconds: what a panel offers isn't cut short."""


def _hurry(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Give a game's search little to do, and let that do; return whether there is one."""
    monkeypatch.setattr(review, "CANDIDATES", CANDIDATES)
    monkeypatch.setattr(advice, "LEAST_WORLDS", WORLDS)
    monkeypatch.setattr(halving, "ERRORS", 0.0)
    players = dict(game.bots.players())
    searcher = players.get(STRONG)
    if not isinstance(searcher, Searcher):
        return False
    searcher.effort = replace(searcher.effort, turns=TURNS, candidates=CANDIDATES)
    monkeypatch.setattr(game.bots, "players", lambda: players)
    return True


def _decisions(match: Match) -> Iterator[Moment]:
    """Yield decisions that are waited for, spread over a match."""
    found = [each for each in match.moments() if each.ask.waits and not each.ask.live]
    yield from found[:: max(1, len(found) // MOMENTS)]


def _panel(match: Match, moment: Moment, found: Found | None) -> Advice:
    """What a panel offers, advises and warns of as the turn begins."""
    turn = match.turn(moment)
    occasion = Occasion(practice=True, ready=True, found=found)
    return advise(turn, Codec(match.game), open_draft(turn), occasion, seconds=LONG)


def test_what_a_search_is_sure_of_can_be_played(game: AnyGame, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It finds a turn or none in every match, alone or with many. What it finds is put into words and taken at one press.
    """
    match = play_random(game, seats)

    for moment in _decisions(match) if _hurry(game, monkeypatch) else ():
        turn = match.turn(moment)
        found = find_advice(game, moment.state, moment.ask, Rng(SEED))
        if found is None:
            continue
        told = _panel(match, moment, found)
        assert found.points >= 1
        assert found.moves == fill_combination(turn, (), found.moves)
        assert told.hint is not None
        assert told.taking is not None
        assert found.moves == told.taking.draft


def test_advice_tells_no_secret(game: AnyGame, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    With other secrets the panel says the same, a search is sure of the same, and it judges a turn that was made the
    same, to the last point.
    """
    match = play_random(game, seats)
    rng, searches = Rng(SEED), _hurry(game, monkeypatch)

    for moment in _decisions(match):
        other = replace_state(moment, state=game.bots.resample(moment.state, moment.ask.seat, rng))
        assert _panel(match, moment, None) == _panel(match, other, None)
        if searches and other.state != moment.state:
            assert _ask(game, moment) == _ask(game, other)


def _ask(game: AnyGame, moment: Moment) -> tuple[object, ...]:
    """What a search finds out at a moment, for a suggestion and for a review."""
    state, ask = moment.state, moment.ask
    known = worlds(game, state, ask.seat, Rng(SEED))
    spot = Spot(game=game, state=state, ask=ask, worlds=known, rng=Rng(SEED))
    return find_advice(game, state, ask, Rng(SEED)), find_better(spot, moment.entry.moves, turns=1)
