"""Chance: keyed, counted, fair."""

import hashlib
from collections import Counter

import pytest

from games.core.rng import NoChance, Rng

SEED = bytes(range(32))


def test_equal_seeds_draw_equal_numbers() -> None:
    """
    A draw depends on seed, stream and index only.
    """
    first, second = Rng(SEED), Rng(SEED)

    assert [first.below("dice", 6) for _ in range(20)] == [second.below("dice", 6) for _ in range(20)]


def test_streams_do_not_shift_each_other() -> None:
    """
    Drawing cards does not change what the dice show.
    """
    alone, beside = Rng(SEED), Rng(SEED)
    beside.shuffle("cards", range(20))

    assert [alone.below("dice", 6) for _ in range(9)] == [beside.below("dice", 6) for _ in range(9)]


def test_counts_continue_a_stream() -> None:
    """
    With the counts stored, the next number is the one that would have come; without the last draw it comes again.
    """
    rng = Rng(SEED)
    drawn = [rng.below("dice", 1000) for _ in range(3)]
    stored = dict(rng.drawn)
    fourth = rng.below("dice", 1000)

    assert stored == {"dice": 3}
    assert fourth == Rng(SEED, stored).below("dice", 1000)
    assert drawn[2] == Rng(SEED, {"dice": 2}).below("dice", 1000)


def test_a_multiset_is_drawn_by_its_counts() -> None:
    """
    A kind of which three times as many are left comes about three times as often, and one that is used up never.
    """
    rng = Rng(SEED)

    seen = Counter(rng.take("bag", {"a": 3, "b": 1, "c": 0}) for _ in range(2000))

    assert seen.keys() == {"a", "b"}
    assert 2.4 < seen["a"] / seen["b"] < 3.8


def test_picking_and_shuffling_keep_the_items() -> None:
    """
    A pick is one of the items; a shuffle has all of them, in each order about equally often.
    """
    rng = Rng(SEED)

    orders = Counter(rng.shuffle("deck", "abc") for _ in range(1200))

    assert rng.pick("deck", "abc") in "abc"
    assert all(sorted(order) == ["a", "b", "c"] for order in orders)
    assert len(orders) == 6
    assert min(orders.values()) > 140


def test_nothing_cannot_be_drawn_from() -> None:
    """
    Drawing from no items is a mistake of the caller.
    """
    with pytest.raises(ValueError, match="nothing to draw"):
        Rng(SEED).below("dice", 0)


def test_a_seats_move_may_not_draw() -> None:
    """
    The Rng of a seat's own move refuses every draw: a draft could peek.
    """
    with pytest.raises(AssertionError, match="'dice'"):
        NoChance().below("dice", 6)


def test_everybody_can_recompute_a_draw() -> None:
    """
    The number is BLAKE2b of the stream's name, a zero byte and the draw's index, keyed with the seed, 16 bytes long,
    as a big-endian integer modulo the size. That stays so: matches are checked by it.
    """
    digest = hashlib.blake2b(b"dice\x003", key=SEED, digest_size=16).digest()
    most = 10**30

    assert Rng(SEED, {"dice": 3}).below("dice", most) == int.from_bytes(digest, "big") % most
    assert [0, 0] == [Rng(SEED).below("dice", 1), Rng(SEED).below("coin", 1)]
