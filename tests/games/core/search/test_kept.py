"""Results kept by identity."""

from __future__ import annotations

from games.core.search.kept import cached_by_identity


def test_a_result_is_worked_out_once_for_the_same_object() -> None:
    """The second call gives the very result of the first."""
    land = {"K1": 1}
    copied = cached_by_identity(2)(dict[str, int])

    assert copied(land) is copied(land)


def test_an_equal_object_has_a_result_of_its_own() -> None:
    """Nothing is compared: another list is another argument, though nobody but the results holds the first one."""
    copied = cached_by_identity(2)(list[int])
    one, other = (copied([1]) for _ in range(2))

    assert one is not other


def test_as_many_results_are_kept_as_said() -> None:
    """With room for five, the fifth takes the place of none."""
    copied = cached_by_identity(5)(list[int])
    arguments = [[number] for number in range(5)]
    made = [copied(each) for each in arguments]

    assert all(copied(each) is result for each, result in zip(arguments, made, strict=True))


def test_the_oldest_result_goes_first() -> None:
    """With room for two, a third result takes the place of the first, though that was asked for last."""
    made: list[int] = []

    def note(numbers: list[int]) -> int:
        made.extend(numbers)
        return len(made)

    noted = cached_by_identity(2)(note)
    first, second, third = [1], [2], [3]
    for numbers in (first, second, first, third, second, first):
        noted(numbers)

    assert [1, 2, 3, 1] == made
