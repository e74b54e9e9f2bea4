"""The computer player that makes a newcomer's mistakes, for any game with an easy one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.core.base import BEGINNER, BaseBots
from games.core.game import Ask, Setup, Spec
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.selfplay import play_match, think
from games.core.running.table import start
from games.core.seats import Seat
from tests.games.tiny.season import Pass, Season, Sow, State, View

SEED = bytes(32)


class Patient:
    """Always passes."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return a pass."""
        return (Pass(),)


class Learned(Season):
    """Seasons, with one to learn from, who is followed in half of the turns."""

    spec: ClassVar[Spec] = replace(Season.spec, key="learned", command="learned")
    bots = BaseBots({"easy": Patient()}, care=50)


GAME = Learned()
BEGUN = start(GAME, Setup(2, GAME.spec.options(), Seat(0)), SEED).position.state
STATE = replace(BEGUN, owner={6: 0, 1: 1})
ASK = GAME.asks(STATE)[0]


def _turn(number: int, *, ask: Ask = ASK) -> tuple[Move, ...]:
    return tuple(
        GAME.bots.players()[BEGINNER].think(GAME.view(STATE, Seat(0)), ask, iter([STATE]), Rng(bytes([number])))
    )


def test_it_plays_as_it_has_learned_or_takes_what_brings_most_at_once() -> None:
    """
    In about half of its turns it passes; else it sows, mostly beside what is its own, which counts most.
    """
    sown = [move.plot for number in range(100) for move in _turn(number) if isinstance(move, Sow)]

    assert 30 < len(sown) < 70
    assert sum(plot in (5, 7) for plot in sown) > len(sown) / 4
    assert len(set(sown)) > 2


def test_the_same_chance_brings_the_same_turn() -> None:
    """
    So a match that is thought about again after a restart goes on as it would have.
    """
    assert [_turn(number) for number in range(20)] == [_turn(number) for number in range(20)]


def test_it_overlooks_what_no_one_waits_for() -> None:
    """
    At times it sees nothing to do where others act at once.
    """
    turns = {_turn(number, ask=replace(ASK, waits=False)) for number in range(20)}

    assert {(), (Pass(),)} == turns


def test_it_plays_matches_to_their_end() -> None:
    """
    At every seat, with turns that the game allows; a game without an easy player has no beginner.
    """
    beginner = GAME.bots.players()[BEGINNER]
    brains = dict.fromkeys(map(Seat, range(3)), beginner)
    played = [play_match(GAME, Setup(3, GAME.spec.options()), bytes([seed]) * 32, brains=brains) for seed in range(3)]

    assert sum(sum(match.outcome.totals) for match in played) > 0
    assert think(GAME, STATE, ASK, beginner, Rng(b"x"))
    assert BEGINNER not in BaseBots({"other": Patient()}).of(GAME).players()
