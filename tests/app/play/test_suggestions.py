"""What a search suggests in practice matches, and that it suggests nothing anywhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.match.records import Actor, Panel
from bot.app.match.state import MatchState
from bot.app.play.drafts import Drafts
from bot.app.play.suggestions import Suggestions
from bot.app.workers.advising import search_advice
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import MatchId
from games.core.base import STRONG
from games.core.errors import Refusal
from games.core.moves import Found
from games.core.rng import Rng
from games.core.running.play import Position
from games.core.search.budget import BudgetSpent
from games.core.seats import AskId
from tests.app.brainy import First
from tests.app.scene import ANN, BEN, Scene
from tests.games.tiny import hands
from tests.games.tiny.digs import Bots, Dig, Leave

BETTER = Found(moves=(Leave(),), points=3, usual=(Dig(),))


class Search:
    """Finds what it is told to, when it is told to, and keeps what it was asked."""

    def __init__(self) -> None:
        """Find at once that nothing is sure."""
        self.found: Found | Exception | None = None
        self.ready = asyncio.Event()
        self.ready.set()
        self.asked: list[tuple[bytes, AskId, bytes]] = []
        self.wanted: list[Callable[[], bool]] = []

    async def __call__(
        self, table: MatchState, position: bytes, ask: AskId, seed: bytes, wanted: Callable[[], bool]
    ) -> Found | None:
        """Search."""
        self.asked.append((position, ask, seed))
        self.wanted.append(wanted)
        await self.ready.wait()
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


@pytest.fixture
async def search(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Search]:
    """A search in place of the one that thinks in processes; the game has a player for it."""
    monkeypatch.setattr(Bots, "players", lambda _: {STRONG: First()})
    search, suggestions = Search(), scene.app.suggestions
    suggestions._search = search
    yield search
    suggestions.close()


async def practice(scene: Scene) -> MatchId:
    """Begin a practice match in which Ann is asked first."""
    match = await scene.open("digs", practice=True)
    await scene.app.lobby.join(scene.key(), ANN, match=match)
    return match


async def found_for(scene: Scene, match: MatchId, actor: Actor = ANN) -> Panel:
    """Open a panel, let the search end, and open it again."""
    await scene.app.drafts.open(actor, match=match)
    await asyncio.sleep(0)
    return await scene.app.drafts.open(actor, match=match)


async def test_what_a_search_is_sure_of_takes_the_place_of_the_hint(scene: Scene, search: Search) -> None:
    """
    The panel doesn't wait: until it is found, the game's own hint stands there, and either can be taken.
    """
    search.found = BETTER
    search.ready.clear()
    match = await practice(scene)
    early = await scene.app.drafts.open(ANN, match=match)
    await asyncio.sleep(0)
    waiting = await scene.app.drafts.open_suggested(early)
    search.ready.set()
    await asyncio.sleep(0.01)
    late = await scene.app.drafts.open_suggested(early)
    assert late is not None
    assert early.advice.taking is not None
    assert late.advice.taking is not None
    taken = await scene.app.drafts.take(
        scene.key(), ANN, match=match, ask=early.ask.id, length=0, chosen=early.advice.taking.key
    )
    assert isinstance(taken, Panel)

    assert waiting is None
    assert (Dig(),) == early.advice.taking.draft == taken.moves
    assert (Leave(),) == late.advice.taking.draft
    assert late.advice.hint is not None
    assert "worth about 3 points more than the one that looks best at first" in scene.words(late.advice.hint)


@pytest.mark.parametrize("asks", [Drafts.open, Drafts.suggest])
async def test_what_is_found_while_a_panel_is_read_is_shown(
    scene: Scene, search: Search, monkeypatch: pytest.MonkeyPatch, asks: Callable[..., Awaitable[Panel]]
) -> None:
    """
    Nothing would tell of it afterwards: the search is over before the panel, or the answer to ``/hint``, waits for it.
    """
    search.found = BETTER
    search.ready.clear()
    match = await practice(scene)
    await scene.app.drafts.open(ANN, match=match)
    read = scene.app.uow.store.read

    async def read_slowly(*args: Any, **options: Any) -> Any:  # noqa: ANN401 (whatever is read)
        came = await read(*args, **options)
        search.ready.set()
        await asyncio.sleep(0.01)
        return came

    monkeypatch.setattr(scene.app.uow.store, "read", read_slowly)
    opened = await asks(scene.app.drafts, ANN, match=match)
    assert opened.advice.taking is not None

    assert (Leave(),) == opened.advice.taking.draft


async def test_a_position_is_searched_once(scene: Scene, search: Search) -> None:
    """
    However often its panel is opened, and also where the search is sure of nothing; the next position anew.
    """
    match = await practice(scene)
    for _ in range(3):
        panel = await found_for(scene, match)
    await scene.play(match, ANN, "leave")
    await found_for(scene, match)

    assert not panel.awaited
    assert panel.advice.taking is not None
    assert (Dig(),) == panel.advice.taking.draft
    assert 2 == len(search.asked) == len(set(search.asked))


@pytest.mark.parametrize("practised", [True, False])
async def test_nobody_is_advised_against_other_people(scene: Scene, search: Search, *, practised: bool) -> None:
    """
    Outside practice matches nothing is looked for, a panel has no hint, and to ask for one is refused.
    """
    search.found = BETTER
    match = await practice(scene) if practised else await scene.match("digs", (ANN, BEN))
    panel = await found_for(scene, match)
    refused = None
    try:
        await scene.app.drafts.suggest(ANN, match=match)
    except Refusal as refusal:
        refused = refusal.code

    assert practised == bool(search.asked) == (panel.advice.hint is not None)
    assert refused == (None if practised else "NOT_PRACTICE")


async def test_a_search_that_fails_leaves_the_hint(scene: Scene, search: Search) -> None:
    """
    Whatever goes wrong; it isn't tried again for this position.
    """
    search.found = ValueError("no")
    match = await practice(scene)
    panel = await found_for(scene, match)

    assert panel.advice.taking is not None
    assert (Dig(),) == panel.advice.taking.draft
    assert not panel.awaited


async def test_a_search_that_took_too_long_is_made_again(scene: Scene, search: Search) -> None:
    """
    When the panel is opened again: the machine may have more time then.
    """
    search.found = BudgetSpent()
    match = await practice(scene)
    early = await found_for(scene, match)
    search.found = BETTER
    await asyncio.sleep(0.01)
    late = await found_for(scene, match)
    assert early.advice.taking is not None
    assert late.advice.taking is not None

    assert (Dig(),) == early.advice.taking.draft
    assert (Leave(),) == late.advice.taking.draft


async def test_who_asks_for_a_suggestion_gets_that_for_the_whole_turn(scene: Scene, search: Search) -> None:
    """
    The game's own until a better one is found; with something chosen already, it can't be taken at one press.
    """
    search.found = BETTER
    match = await practice(scene)
    early = await scene.app.drafts.suggest(ANN, match=match)
    await asyncio.sleep(0.01)
    late = await scene.app.drafts.suggest(ANN, match=match)
    await scene.press(await scene.app.drafts.open(ANN, match=match), ANN, "dig")
    begun = await scene.app.drafts.suggest(ANN, match=match)
    assert early.advice.taking is not None
    assert late.advice.taking is not None

    assert ((Dig(),), True) == (early.advice.taking.draft, scene.app.suggestions.has_found(early.awaited))
    assert ((Leave(),), b"") == (late.advice.taking.draft, late.awaited)
    assert late.advice.hint == begun.advice.hint
    assert begun.advice.taking is None


async def test_what_is_kept_has_an_end(scene: Scene, search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Of many positions the oldest is forgotten, and of many searches at once the last isn't begun.
    """
    monkeypatch.setattr("bot.app.play.suggestions.KEPT", 1)
    monkeypatch.setattr("bot.app.play.suggestions.MOST", 1)
    first, second = await practice(scene), await practice(scene)
    for match in (first, second, first):
        await found_for(scene, match)
    search.ready.clear()
    await scene.play(first, ANN, "leave")
    await scene.play(second, ANN, "leave")
    panels = [await scene.app.drafts.open(ANN, match=match) for match in (first, second)]
    await asyncio.sleep(0)

    assert 4 == len(search.asked)
    assert [True, False] == [bool(panel.awaited) for panel in panels]


class OneAtATime(ThinkingPool):
    """One process, in which everything is sure of nothing at once, or, if it is to ``last``, when it is stopped."""

    done = 0
    stopped = 0
    last = False

    async def _work(self, *about: Any) -> Any:  # noqa: ANN401 - whatever a game makes
        while self.last and self._stops._wanted[0]:
            await asyncio.sleep(0.01)
        self.stopped += self.last
        self.done += 1


async def test_what_is_over_when_its_turn_comes_is_not_looked_for(scene: Scene, search: Search) -> None:
    """
    The process is left to the computer players; the position is looked at if the turn is taken back.
    """
    thinking = OneAtATime(1)
    scene.app.suggestions._search = partial(search_advice, thinking)
    match = await practice(scene)
    async with thinking._limiter.enter(Waiting.PEOPLE, match):
        await scene.app.drafts.open(ANN, match=match)
        await asyncio.sleep(0)
        await scene.play(match, ANN, "leave")
    await asyncio.sleep(0.01)
    skipped = thinking.done
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await found_for(scene, match)

    assert (0, 1) == (skipped, thinking.done)


@pytest.mark.parametrize("ends", ["turn", "last turn", "resigned"])
async def test_what_is_under_way_is_stopped_when_it_is_over(scene: Scene, search: Search, ends: str) -> None:
    """
    When the turn was made, or the match has ended. It isn't known for good then: a turn may be taken back.
    """
    thinking = OneAtATime(1)
    thinking.last = True
    scene.app.suggestions._search = partial(search_advice, thinking)
    match = await practice(scene)
    for _ in range(7 if ends == "last turn" else 0):
        await scene.play(match, ANN, "leave")
    await scene.app.drafts.open(ANN, match=match)
    await asyncio.sleep(0.2)
    before = thinking.stopped
    if ends == "resigned":
        await scene.app.matches.resign(scene.key(), ANN, match=match)
    else:
        await scene.play(match, ANN, "leave")
    await asyncio.sleep(0.3)

    assert (0, 1) == (before, thinking.stopped)
    assert not scene.app.suggestions._known
    assert not scene.app.suggestions._under_way


async def test_nothing_hidden_makes_a_difference(scene: Scene, search: Search) -> None:
    """
    What is known or under way, the position that is searched and its seed are the same whatever lies face down, was
    drawn so far or is the match's seed.
    """
    search.found = BETTER
    match = await practice(scene)
    table = await scene.app.uow.read(match)
    ask, position = table.open_asks()[0], table.require_position()
    worlds = (table.game.bots.resample(position.state, ask.seat, Rng(bytes([at]))) for at in range(20))
    other = next(world for world in worlds if world != position.state)
    changed = replace(table, seed=b"other", position=Position(other, drawn={"cards": 9}))
    suggestions = scene.app.suggestions
    apart = Suggestions(suggestions._signals, suggestions._match_reader, search)
    keys = [suggestions.look_for(table, ask), suggestions.look_for(changed, ask), apart.look_for(changed, ask)]
    await asyncio.sleep(0.01)

    assert 1 == len(set(keys))
    assert 2 == len(search.asked)
    assert 1 == len(set(search.asked))
    assert BETTER == suggestions.find(changed, ask) == apart.find(table, ask)


async def test_a_secret_turn_of_somebody_else_makes_no_difference(
    scene: Scene, search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Neither begins it another search nor does it end the one under way; one's own ends it.
    """
    monkeypatch.setattr(hands.Bots, "players", lambda _: {STRONG: First()})
    search.ready.clear()
    match = await scene.open("hands", practice=True)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    first = await scene.app.drafts.open(ANN, match=match)
    await asyncio.sleep(0)
    await hand_in(scene, match, BEN)
    wanted = search.wanted[0]()
    second = await scene.app.drafts.open(ANN, match=match)
    await asyncio.sleep(0)
    asked = len(search.asked)
    await hand_in(scene, match, ANN)

    assert (True, 1) == (wanted, asked)
    assert first.awaited == second.awaited != b""
    assert not search.wanted[0]()


async def hand_in(scene: Scene, match: MatchId, actor: Actor) -> None:
    """Lay the first card of a hand in secret."""
    table = await scene.app.uow.read(match)
    card = table.require_position().state.hands[table.seat_for(actor.user)][0]
    await scene.play(match, actor, f"lay:{card}")


async def test_a_turn_taken_back_leads_to_what_is_known(scene: Scene, search: Search) -> None:
    """
    The same as before, at once, without another search.
    """
    search.found = BETTER
    match = await practice(scene)
    before = await found_for(scene, match)
    await scene.play(match, ANN, "leave")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    after = await scene.app.drafts.open(ANN, match=match)

    assert 1 == len(search.asked)
    assert before.advice == after.advice
    assert not after.awaited
