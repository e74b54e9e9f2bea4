"""Which matches are worth watching: a ranking by what speaks for each."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.app.match.records import MatchLine, Place
from bot.app.views.watching import STALE, Interest, gap_of, rank, weigh
from db.ids import ChannelId, GuildId, MatchId
from db.records import Status
from games.core.game import Outcome
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.stores import NOW


def interest(number: int = 1, **facts: float | None) -> Interest:
    """A match with what is known of it."""
    line = MatchLine(
        match=MatchId(number),
        game="season",
        status=Status.RUNNING,
        names=("Ann", "Ben"),
        free=0,
        waiting=("Ann",),
        yours=False,
        due=None,
        place=Place(GuildId(9), ChannelId(77)),
        moved=NOW - timedelta(minutes=number),
    )
    return replace(Interest(line=line), **facts)


PLAIN = interest(1)


@pytest.mark.parametrize(
    "facts",
    [
        {"gap": 2, "leader": 30},
        {"played": 0.9},
        {"best": 1},
        {"best": 9},
        {"followers": 1},
    ],
)
def test_each_reason_speaks_for_a_match(facts: dict[str, float]) -> None:
    """
    A close score, the last rounds, a player high on the leaderboard, followers.
    """
    assert weigh(PLAIN) < weigh(interest(1, **facts))


def test_a_close_end_counts_more_than_both_alone() -> None:
    """
    That is the match to look at now.
    """
    both = weigh(interest(1, gap=1, leader=40, played=0.9))

    assert both > weigh(interest(1, gap=1, leader=40)) + weigh(interest(1, played=0.9))


def test_the_score_is_close_within_a_tenth_of_the_leaders_points() -> None:
    """
    With nothing known it isn't.
    """
    assert [True, True, False, False] == [
        interest(gap=gap, leader=leader).is_close for gap, leader in ((0, 9), (3, 30), (4, 30), (None, None))
    ]


def test_the_best_come_first_and_what_stands_still_comes_last() -> None:
    """
    Among equals the one with the newest turn is first.
    """
    still = interest(4, gap=0, leader=9, followers=9)
    still = replace(still, line=replace(still.line, moved=NOW - STALE))
    found = rank([still, interest(3), interest(2), interest(5, followers=3)], NOW)

    assert [5, 2, 3, 4] == [each.line.match for each in found]


def test_the_gap_is_between_the_first_two() -> None:
    """
    It is unknown where scores are hidden, where nobody has points, and alone.
    """

    def totals(*points: int) -> Outcome:
        return Outcome(places=tuple(range(1, 1 + len(points))), totals=points, scores=())

    assert [(3, 10), None, None, None] == [gap_of(each) for each in (totals(2, 10, 7), totals(0, 0), totals(5), None)]


async def test_the_list_holds_what_everybody_may_watch(scene: Scene) -> None:
    """
    No private match, no practice, none that is closed or in a channel one doesn't see; followed ones come first.
    """
    plain, followed = await scene.match(), await scene.match()
    closed = await scene.match()
    await scene.app.hosts.close(scene.key(), ANN, match=closed, closed=True)
    private = await scene.open(private=True, invite=(BEN,))
    await scene.app.lobby.join(scene.key(), BEN, match=private)
    await scene.app.following.follow(CLEO, match=followed)
    found = await scene.app.following.find_interesting(PLACE, sees=lambda _: True)
    blind = await scene.app.following.find_interesting(PLACE, sees=lambda _: False)
    outside = await scene.app.following.find_interesting(Place(None, ChannelId(1)), sees=lambda _: True)

    assert [followed, plain] == [each.line.match for each in found]
    assert [1, 0] == [each.followers for each in found]
    assert ((), ()) == (blind, outside)
