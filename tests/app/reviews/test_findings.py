"""What follows from a review."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import Raw
from msgspec.structs import replace

from bot.app.reviews.findings import SETTLED, Swing, choose_losses, find, smooth
from bot.app.reviews.making import TOLD
from bot.app.reviews.records import Decision, Point, Review
from games.core.game import Outcome


def _review(shares: Sequence[float], *decisions: Decision, tries: int = 80) -> Review:
    points = (
        Point(turn=turn, shares=(share, 1 - share), points=(0.0, 0.0), tries=tries) for turn, share in enumerate(shares)
    )
    return Review(rules=1, points=tuple(points), decisions=decisions)


def _loss(ply: int, seat: int, gain: float, *, held: bool = True) -> Decision:
    return Decision(ply=ply, turn=ply, seat=seat, ask="t", made=Raw(b"[]"), best=Raw(b"[]"), gain=gain, held=held)


WON = Outcome((1, 2), (9, 7))
"""Seat 0 wins."""


def test_the_largest_sure_rise_from_round_to_round_decided() -> None:
    """
    Smaller rises and those that chance could make don't count; the end, where all is known, may.
    """
    found = find(_review((0.5, 0.5, 0.9, 0.9, 0.9)), WON, last=5)
    noisy = find(_review((0.5, 0.5, 0.9, 0.9, 0.9), tries=2), WON, last=5)
    late = find(_review((0.5, 0.5, 0.4)), WON, last=3)

    assert Swing(since=1, turn=2, before=0.5, after=0.9) == found.decided
    assert noisy.decided is None
    assert late.decided is not None
    assert (2, 3) == (late.decided.since, late.decided.turn)


def test_that_players_move_in_turn_decides_nothing() -> None:
    """
    Who has just moved looks better: over a round that evens out, on the curve, too.
    """
    found = find(replace(_review((0.8, 0.2) * 5), whole=False), WON, last=9)

    assert found.decided is None
    assert [0.8, *[0.5] * 8, 0.2] == pytest.approx(smooth((0.8, 0.2) * 5, 2))
    assert [1.0, 1.5, 2.125, 3.0] == pytest.approx(smooth((1.0, 1.5, 2.0, 3.0), 1))


def test_a_match_is_settled_from_when_on_its_winner_stays_far_ahead() -> None:
    """
    One who falls back was not; a match that was open to the last turn has no such moment.
    """
    fell_back = find(_review((0.5, 1.0, 1.0, 0.4, 1.0, 1.0, 1.0)), WON, last=7)
    opened = find(_review((0.5, 0.7, 0.6)), WON, last=3)
    lopsided = find(_review((0.95, 0.95, 1.0)), WON, last=3)

    assert SETTLED < 1
    assert (5, False) == (fell_back.settled, fell_back.from_start)
    assert (None, False) == (opened.settled, opened.from_start)
    assert lopsided.from_start


def test_a_match_that_was_resigned_was_not_decided_by_its_end() -> None:
    """
    Its last point is how it stood then.
    """
    resigned = replace(_review((0.5, 0.5, 0.4)), whole=False)
    found = find(resigned, WON, last=2)

    assert (None, None, 0.4) == (found.decided, found.settled, found.share)


def test_ties_and_solo_matches_have_no_winner() -> None:
    """
    Nothing decided them, but turns have cost something there, too.
    """
    tie = find(_review((0.5, 0.5), _loss(1, 0, 2.0)), Outcome((1, 1), (5, 5)), last=2)
    solo = find(_review((1.0, 1.0), _loss(1, 0, 2.0)), Outcome((1,), (5,)), last=2)

    assert (None, None, None) == (tie.winner, tie.decided, tie.settled)
    assert solo.winner is None
    assert 1 == len(tie.losses) == len(solo.losses)


def test_each_player_has_a_few_losses_in_order_of_the_log() -> None:
    """
    Those that cost most; what isn't sure is left out.
    """
    losses = [_loss(ply, ply % 2, 10.0 - ply) for ply in range(9)]
    chosen = choose_losses([*losses, _loss(20, 0, 99.0, held=False)])

    assert [0, 1, 2, 3, 4, 5] == [each.ply for each in chosen]
    assert TOLD == sum(each.seat == 0 for each in chosen)
