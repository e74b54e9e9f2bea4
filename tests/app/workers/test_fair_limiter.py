"""Which computer player thinks next."""

import asyncio

from bot.app.workers.fair_limiter import FairLimiter, Waiting
from db.ids import MatchId

LARGE, SMALL = MatchId(1), MatchId(2)


async def _order(*asked: tuple[str, Waiting, MatchId]) -> list[str]:
    """In which order they think, one at a time, all asked before the first is done."""
    limiter = FairLimiter(1)
    thought: list[str] = []

    async def think(name: str, waiting: Waiting, match: MatchId) -> None:
        async with limiter.enter(waiting, match):
            thought.append(name)
            await asyncio.sleep(0)

    await asyncio.gather(*(think(*each) for each in asked))
    return thought


async def test_matches_take_turns() -> None:
    """
    A match in which many computer players are asked at once doesn't hold up one with few.
    """
    people = Waiting.PEOPLE
    large = [(f"large {number}", people, LARGE) for number in range(4)]
    thought = await _order(*large, ("small 0", people, SMALL), ("small 1", people, SMALL))

    assert ["large 0", "small 0", "large 1", "small 1", "large 2", "large 3"] == thought


async def test_those_whom_people_wait_for_think_first() -> None:
    """
    Then those beside whom a person still has to move, then suggestions, and at the end matches without people.
    """
    thought = await _order(
        ("first", Waiting.NOBODY, LARGE),
        ("alone", Waiting.NOBODY, LARGE),
        ("suggestion", Waiting.SUGGESTION, SMALL),
        ("beside", Waiting.PEOPLE_TOO, MatchId(3)),
        ("awaited", Waiting.PEOPLE, SMALL),
        ("awaited too", Waiting.PEOPLE, SMALL),
    )

    assert ["first", "awaited", "awaited too", "beside", "suggestion", "alone"] == thought


async def test_a_suggestion_costs_no_turn_its_place() -> None:
    """
    A match whose player has asked for suggestions comes no later with its computer player's turn.
    """
    thought = await _order(
        ("first", Waiting.PEOPLE, MatchId(3)),
        ("suggestion", Waiting.SUGGESTION, LARGE),
        ("its turn", Waiting.PEOPLE, LARGE),
        ("another's", Waiting.PEOPLE, SMALL),
    )

    assert ["first", "its turn", "another's", "suggestion"] == thought


async def test_the_newest_suggestion_comes_first() -> None:
    """
    Whoever has opened a panel last is the least likely to have decided.
    """
    suggestion = Waiting.SUGGESTION
    thought = await _order(
        ("first", Waiting.PEOPLE, LARGE),
        ("old", suggestion, LARGE),
        ("newer", suggestion, SMALL),
        ("its match's next", suggestion, LARGE),
        ("newest", suggestion, SMALL),
    )

    assert ["first", "newest", "its match's next", "newer", "old"] == thought


async def test_a_match_that_comes_later_waits_for_no_more_than_one_round() -> None:
    """
    What a match has been served before doesn't count against it, nor for another one that was idle.
    """
    limiter = FairLimiter(1)
    thought: list[str] = []

    async def think(name: str, match: MatchId) -> None:
        async with limiter.enter(Waiting.PEOPLE, match):
            thought.append(name)
            await asyncio.sleep(0)

    for _ in range(5):
        await think("early", LARGE)
    await asyncio.gather(*(think(f"large {number}", LARGE) for number in range(3)), think("small", SMALL))

    assert ["large 0", "small", "large 1", "large 2"] == thought[5:]
