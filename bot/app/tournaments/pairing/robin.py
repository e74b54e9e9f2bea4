"""Everybody against everybody of a group, by the circle method. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.app.tournaments.pairing.rivals import Pair, Rival, by_standing


def groups(rivals: Sequence[Rival], size: int) -> list[list[int]]:
    """Return groups of about ``size``, equally strong: dealt out in a snake by strength; nobody is alone in one."""
    order = by_standing(rivals)
    count = max(1, min(-(-len(order) // size), len(order) // 2))
    dealt: list[list[int]] = [[] for _ in range(count)]
    for at, rival in enumerate(order):
        lap, step = divmod(at, count)
        dealt[step if lap % 2 == 0 else count - 1 - step].append(rival.number)
    return dealt


def schedule(numbers: Sequence[int]) -> list[list[Pair]]:
    """Return the rounds in which all meet once; everybody begins as often as not, within one.

    With an odd number one sits out in each round.
    """
    count = len(numbers) + len(numbers) % 2
    wheel = list(range(count))
    rounds: list[list[Pair]] = []
    for _ in range(count - 1):
        couples = [sorted((wheel[at], wheel[count - 1 - at])) for at in range(count // 2)]
        pairs = [_seat(one, other, count) for one, other in couples if other < len(numbers)]
        rounds.append([(numbers[first], numbers[second]) for first, second in pairs])
        wheel = [wheel[0], wheel[-1], *wheel[1:-1]]
    return rounds


def _seat(one: int, other: int, count: int) -> Pair:
    """Two places of the wheel by seat, the lower first: round an odd circle each begins against every second."""
    begins = one % 2 == 0 if other == count - 1 else (other - one) % 2 == 1
    return (one, other) if begins else (other, one)
