"""Numbers of turns on a board: each change carries that of the turn that made it last."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from bot.app.views.steps import MOST_STEPS, Steps, group_steps, number_turns
from games.core.base import BasePanel
from games.core.contract import AnyGame
from games.core.game import Marks
from tests.app.scene import ANN, BEN, Scene


class _Panel(BasePanel[dict[str, int]]):
    """Marks of boards whose spots are keys those whose value differs."""

    def marks(self, before: dict[str, int], after: dict[str, int]) -> Marks:
        """Return what differs."""
        return Marks(tuple(sorted(spot for spot in {*before, *after} if before.get(spot) != after.get(spot))))


GAME = cast(AnyGame, SimpleNamespace(panel=_Panel()))
spots = st.dictionaries(st.sampled_from("abcde"), st.integers(0, 2))


@given(st.lists(spots, min_size=2, max_size=12))
def test_each_change_carries_the_turn_that_made_it_last(course: list[dict[str, int]]) -> None:
    """
    Whatever the course: the numbered turn changed the spot, and none after it did.
    """
    whole = GAME.panel.marks(course[0], course[-1])
    steps, marks = number_turns(GAME, list(enumerate(course)), whole, told=range(len(course)))

    assert whole.spots == marks.spots
    for spot, number in zip(marks.spots, marks.numbers, strict=True):
        changed = [at for at in range(1, len(course)) if course[at - 1].get(spot) != course[at].get(spot)]

        assert changed[-1] == number
    assert tuple(range(1, len(course))) == steps.plies


def test_a_turn_of_which_there_is_nothing_to_see_or_tell_has_no_number() -> None:
    """
    Of four turns the first and the last change a spot, and the third is told of: the second does not count.
    """
    boards: list[tuple[int, dict[str, int]]] = [(0, {}), (2, {"a": 1}), (3, {"a": 1}), (5, {"a": 1}), (6, {"a": 2})]
    steps, marks = number_turns(GAME, boards, Marks(("a",)), told=(0, 4))

    assert ((2, 5, 6), (3,)) == (steps.plies, marks.numbers)


def test_an_entry_belongs_to_the_turn_that_ended_after_it() -> None:
    """
    Entries of the table and the platform count with the turn they led to; what came later belongs to none.
    """
    steps = Steps((4, 7, 8))

    assert [1, 1, 2, 2, 3, 0] == [steps.number(ply) for ply in (3, 4, 5, 7, 8, 9)]


def test_of_many_turns_the_first_count_as_one() -> None:
    """
    The newest are told apart.
    """
    plies = range(1, 100)

    assert tuple(range(100 - MOST_STEPS, 100)) == group_steps(plies)


async def test_since_tells_turns_by_their_numbers(scene: Scene) -> None:
    """
    The words of a turn have the number of the marks that it left; a turn of one's own begins anew.
    """
    match = await scene.match("season")
    await scene.play(match, ANN, "1")
    before = await scene.app.history.since(match, ANN.user)
    await scene.play(match, BEN, "2")
    after = await scene.app.history.since(match, ANN.user)

    assert () == before.steps.plies
    assert {1} == {after.steps.number(line.ply) for line in after.lines}
    assert (("2",), (1,)) == (after.match_view.marks.spots, after.match_view.marks.numbers)
