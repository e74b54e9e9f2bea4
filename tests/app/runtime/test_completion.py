"""Completions: the newest of each person, one after the other, each within its time, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.app.runtime.completion import Completions, Overtaken
from games.core.errors import Refusal
from games.core.search.budget import BudgetSpent, check_budget
from tests.app.scene import ANN, BEN, Scene


async def test_an_overtaken_completion_is_dropped_before_any_work() -> None:
    """
    While one is worked on, of all that the same person asks for afterwards only the last is begun.
    """
    completions, begun, go = Completions(), list[str](), asyncio.Event()

    async def work(name: str) -> str:
        begun.append(name)
        await go.wait()
        return name

    asked = []
    for name in ("g", "gr", "gru", "grun"):
        asked.append(asyncio.create_task(completions.newest(1, lambda name=name: work(name))))  # type: ignore[misc]
        await asyncio.sleep(0)
    go.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)

    assert ["g", "grun"] == begun
    assert [Overtaken, Overtaken] == [type(answer) for answer in answers[1:3]]
    assert "grun" == answers[3]
    assert 0 == len(completions)


async def test_a_search_that_was_overtaken_in_the_queue_is_never_run() -> None:
    """
    Who types on while the search still waits for another person's frees the thread at once.
    """
    completions, busy, searched = Completions(), threading.Event(), list[str]()

    def search(name: str) -> str:
        searched.append(name)
        return name

    other = asyncio.create_task(completions.newest(2, lambda: completions.compute(lambda: busy.wait(5))))
    await asyncio.sleep(0.01)
    first = asyncio.create_task(completions.newest(1, lambda: completions.compute(lambda: search("first"))))
    await asyncio.sleep(0.01)
    second = asyncio.create_task(completions.newest(1, lambda: completions.compute(lambda: search("second"))))
    await asyncio.sleep(0.01)
    busy.set()
    answers = await asyncio.gather(other, first, second, return_exceptions=True)

    assert ["second"] == searched
    assert isinstance(answers[1], Overtaken)
    assert "second" == answers[2]


async def test_a_search_ends_when_its_time_is_over() -> None:
    """
    A search without end stops at its budget.
    """
    completions = Completions(budget=0.005)

    def search() -> None:
        while True:
            check_budget()

    with pytest.raises(BudgetSpent):
        await completions.compute(search)


async def test_nobody_waits_for_the_search_of_another(scene: Scene) -> None:
    """
    While a search hangs, boards are read and turns are played.
    """
    match = await scene.match()
    stuck = threading.Event()
    hanging = asyncio.create_task(scene.app.completions.newest(1, lambda: scene.app.completions.compute(stuck.wait)))
    await asyncio.sleep(0.01)

    view = await asyncio.wait_for(scene.app.matches.view(match, BEN.user), 5)
    line = scene.app.uow.library.game("season")
    stuck.set()
    await hanging

    assert match == view.match.id
    assert line is view.game


async def test_a_line_that_no_turn_can_have_is_refused_unread(scene: Scene) -> None:
    """
    Thousands of characters are no turn: the refusal says how many there may be, and nothing is made of them.
    """
    match = await scene.match()
    offered = await scene.app.matches.complete_line(match, ANN.user, typed="1 " * 3000)

    with pytest.raises(Refusal, match="TOO_LONG") as caught:
        await scene.play(match, ANN, "1 " * 3000)

    assert () == offered.found
    assert "6000" in scene.words(caught.value.text)
