"""Who of those that wait plays with whom: properties of the pure function."""

from __future__ import annotations

import time
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.finding.grouping import NEAR, Crowd, Waiting, fits
from db.ids import ChannelId, UserId


@st.composite
def crowds(draw: st.DrawFn) -> tuple[list[Waiting], set[tuple[UserId, UserId]]]:
    """People who wait, each once, and some who do not meet."""
    size = draw(st.integers(0, 8))
    waiting = [
        Waiting(
            user=UserId(number),
            seats=draw(st.sampled_from((2, 3))),
            live=draw(st.booleans()),
            near=draw(st.booleans()),
            channel=ChannelId(draw(st.integers(1, 2))),
            open=draw(st.booleans()),
            points=draw(st.sampled_from((1300, 1500, 1501, 1701))),
        )
        for number in range(size)
    ]
    pairs = draw(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=4))
    apart = {(UserId(a), UserId(b)) for one, other in pairs for a, b in ((one, other), (other, one))}
    return waiting, apart


@given(crowds())
@settings(max_examples=150, deadline=None)
def test_a_table_holds_people_who_fit_each_other(crowd: tuple[list[Waiting], set[tuple[UserId, UserId]]]) -> None:
    """
    As many as they want to be, each once; all want the same, may meet, see the place, and are as near as asked.
    """
    waiting, apart = crowd
    table = Crowd(waiting, apart).find_table()

    assert len(table) == len({each.user for each in table})
    for one, other in combinations(table, 2):
        assert len(table) == one.seats == other.seats
        assert one.live == other.live
        assert (one.user, other.user) not in apart
        assert one.channel == other.channel or (one.open and other.open)
        assert not (one.near or other.near) or abs(one.points - other.points) <= NEAR


@given(crowds())
@settings(max_examples=150, deadline=None)
def test_nobody_waits_who_could_play(crowd: tuple[list[Waiting], set[tuple[UserId, UserId]]]) -> None:
    """
    A table is found wherever there is one, the first by the order of waiting.
    """
    waiting, apart = crowd
    possible = [
        group
        for size in (2, 3)
        for group in combinations(waiting, size)
        if group[0].seats == size and all(fits(*pair, apart) for pair in combinations(group, 2))
    ]
    first = min(possible, key=lambda group: [waiting.index(each) for each in group], default=())

    assert first == Crowd(waiting, apart).find_table()


def test_many_tangled_wishes_keep_nobody_from_playing() -> None:
    """
    Of five groups in which nobody meets anybody of the own one no six can play, in millions of ways; six others can.
    """
    groups = [[UserId(group * 100 + number) for number in range(40)] for group in range(5)]
    apart = {(one, other) for group in groups for one in group for other in group if one != other}
    late = [UserId(900 + number) for number in range(6)]
    waiting = [
        Waiting(user=user, seats=6, live=False, near=False, channel=ChannelId(1), open=True, points=1500)
        for user in [user for together in zip(*groups, strict=True) for user in together]
    ]
    waiting += [replace(waiting[0], user=user, channel=ChannelId(2), open=False) for user in late]
    begun = time.monotonic()
    found = Crowd(waiting, apart).find_table()

    assert late == [each.user for each in found]
    assert time.monotonic() - begun < 5


def test_who_is_left_out_is_at_no_table() -> None:
    """
    The next one is.
    """
    ann, ben, cleo = (
        Waiting(user=UserId(user), seats=2, live=False, near=False, channel=ChannelId(1), open=True, points=1500)
        for user in range(3)
    )
    crowd = Crowd((ann, ben, cleo), ())

    assert (ann, cleo) == crowd.find_table(but={ben.user})
    assert () == crowd.find_table(but={ann.user, ben.user})
