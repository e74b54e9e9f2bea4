"""Numbers of turns on a board: each change carries that of the turn that made it last."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.app.steps import MOST_STEPS, Steps, grouped, numbered
from games.core.game import Marks
from tests.app.scene import ANN, BEN, Scene


class _Board(dict[str, int]):
    """A board whose spots are its keys."""


class _Marked:
    """A game that marks the spots whose value differs."""

    def marks(self, before: _Board, after: _Board) -> Marks:
        """Return what differs."""
        return Marks(tuple(sorted(spot for spot in {*before, *after} if before.get(spot) != after.get(spot))))


spots = st.dictionaries(st.sampled_from("abcde"), st.integers(0, 2))


@given(st.lists(spots, min_size=2, max_size=12))
def test_each_change_carries_the_turn_that_made_it_last(course: list[dict[str, int]]) -> None:
    """
    Whatever the course: the numbered turn changed the spot, and none after it did.
    """
    boards = [(ply, _Board(board)) for ply, board in enumerate(course)]
    game = _Marked()
    whole = game.marks(boards[0][1], boards[-1][1])
    steps, marks = numbered(game, boards, whole, told=range(len(boards)))  # type: ignore[arg-type]  # marks is all it asks

    assert whole.spots == marks.spots
    for spot, number in zip(marks.spots, marks.numbers, strict=True):
        changed = [at for at in range(1, len(course)) if course[at - 1].get(spot) != course[at].get(spot)]

        assert changed[-1] == number
    assert tuple(range(1, len(course))) == steps.plies


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

    assert tuple(range(100 - MOST_STEPS, 100)) == grouped(plies)


async def test_since_tells_turns_by_their_numbers(scene: Scene) -> None:
    """
    The words of a turn have the number of the marks that it left; a turn of one's own begins anew.
    """
    match = await scene.match("season")
    await scene.play(match, ANN, "1")
    before = await scene.app.back.since(match, ANN.user)
    await scene.play(match, BEN, "2")
    after = await scene.app.back.since(match, ANN.user)

    assert () == before.steps.plies
    assert {1} == {after.steps.number(line.ply) for line in after.lines}
    assert set(after.look.marks.numbers) <= {1}
