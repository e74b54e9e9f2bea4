"""What a review of a long match may take, and what is told of two turns that are alike."""

from __future__ import annotations

import pytest

from bot.app.reviews import making
from bot.app.reviews.making import Budget, choose_judged
from bot.app.reviews.service import Reviews
from bot.app.reviews.tasks import leave_out
from bot.app.workers.stored_logs import Choice
from db.stores.store import Store
from games.core.seats import AskId, Seat
from games.core.text import raw
from tests.app.reviews.here import Here
from tests.app.reviews.test_reviews import finished, review
from tests.app.reviews.thoughtful import THOUGHTFUL
from tests.app.scene import GAMES, Scene
from tests.games.tiny.season import Pass, Sow


async def test_a_long_match_takes_no_more_than_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Fewer turns are judged, as many of each player; positions are tried less often, and late ones, being quick, more.
    """
    thinking = Here(monkeypatch)
    scene = Scene(store, {**GAMES, THOUGHTFUL.spec.key: THOUGHTFUL})
    scene.app.reviews = Reviews(scene.app.uow, thinking)
    match = await finished(scene)
    monkeypatch.setattr(making, "TO_END", Budget(decision=400, least=100, decisions=400, step=200, points=250))
    short = (await review(scene, match)).review
    seats = [each.seat for each in short.decisions]
    tries = [point.tries for point in short.points]

    assert [2, 2] == [seats.count(seat) for seat in (0, 1)]
    assert 6 == short.skipped
    assert 4 == tries[-1] > tries[0] >= 1


def test_of_each_player_as_many_turns_are_judged() -> None:
    """
    In order, the first and the last of each among them, however the seats take turns.
    """
    made = [
        Choice(ply=ply, seat=Seat(ply % 4), ask=AskId(""), made=b"", before=0)
        for ply in range(128)
        if ply % 8 or ply < 64
    ]
    judged = choose_judged(made, 64)

    assert judged == tuple(sorted(judged, key=lambda each: each.ply))
    assert [16] * 4 == [sum(each.seat == seat for each in judged) for seat in range(4)]
    assert {0, 56, 1, 125} <= {each.ply for each in judged}
    assert tuple(made) == choose_judged(made, len(made))


def test_what_both_turns_have_is_left_out_as_often_as_both_have_it() -> None:
    """
    A plan may do the same twice.
    """
    told = [(move, raw(str(at))) for at, move in enumerate((Sow(1), Sow(1), Pass(), Sow(2)))]

    assert (raw("1"), raw("3")) == leave_out(told, (Pass(), Sow(1), Sow(3)))
