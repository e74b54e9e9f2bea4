"""The turns of the shipped games as people count them, the score at any moment, and why a result is as it is."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.match.paces import Late, PerMove, with_late, without_check_in
from bot.app.match.records import Actor
from bot.app.runtime.refusals import WORDS
from bot.conformance.matches import NAMES
from bot.edge.messages.board import board_post, history_post, log_post, score_post
from bot.edge.messages.builder import Post
from bot.edge.messages.card import card
from bot.edge.messages.formatting import describe_entries
from db.ids import MatchId, UserId
from db.records import Status
from db.stores.upgrade import open_store
from games.core.errors import Refusal
from games.core.registry import games
from games.core.words import Words
from tests.app.playing import play_random
from tests.app.scene import GAMES, PLACE, Scene
from tests.edge.payloads import texts
from tests.games.test_ties import untold
from tests.migrated import migrated
from tests.stores import NOW

EVERY = {**GAMES, **games()}
SHIPPED = sorted(games())
COUNTS = [(key, seats) for key in SHIPPED for seats in {min(games()[key].spec.seats), max(games()[key].spec.seats)}]
PACE = without_check_in(with_late(PerMove(seconds=3600), Late.FORFEIT))
PLAYERS = tuple(Actor(UserId(number), name) for number, name in enumerate(NAMES, 101))
TURNS = 5


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    """Services with the shipped games."""
    (tmp_path / "longtable.db").write_bytes(migrated())
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'longtable.db'}", now=NOW)
    yield Scene(store, EVERY)
    await store.close()


async def begun(scene: Scene, key: str, seats: int) -> MatchId:
    """Begin a match of so many."""
    match = await scene.open(key, seats=seats, host=PLAYERS[0], pace=PACE)
    for player in PLAYERS[1:seats]:
        await scene.app.lobby.join(scene.key(), player, match=match)
    if (await scene.app.uow.read(match)).match.status is Status.LOBBY:
        await scene.app.lobby.start(scene.key(), PLAYERS[0], match=match)
    return match


async def played(scene: Scene, match: MatchId) -> None:
    """Play some random turns, the third one by default."""
    for turn in range(TURNS):
        if turn == 2:
            scene.clock.forward(hours=2)
            await scene.app.scheduler.sweep()
        else:
            await play_random(scene, match)


@pytest.mark.parametrize(("key", "seats"), COUNTS)
async def test_every_turn_has_a_number_and_words(scene: Scene, key: str, seats: int) -> None:
    """
    The history goes through the numbers one by one from the start, for players and spectators; each turn tells
    something; log and text name the same numbers, and the score as it stands or why it is hidden is in the text.
    """
    match = await begun(scene, key, seats)
    await played(scene, match)
    newest = await scene.app.history.turn(match, None)
    silent, steps = [], []
    for user in (None, PLAYERS[0].user):
        for turn in range(newest.turns + 1):
            shown = await scene.app.history.turn(match, user, turn=turn)
            steps.append((shown.turn, shown.turns))
            if not describe_entries(shown.match_view, shown.lines).strip():
                silent.append((user, turn))
    pages = [await scene.app.matches.log(match, None, page=page) for page in range(20)]
    logged = {line.turn for page in pages for line in page.lines}
    view = await scene.app.matches.view(match, None)
    builder = (await scene.app.files.sheet(match, None)).data.decode()

    assert [] == silent
    assert [(turn, newest.turns) for turn in range(newest.turns + 1)] * (len(steps) // (newest.turns + 1)) == steps
    assert set(range(newest.turns + 1)) <= logged
    assert {int(number) for number in re.findall(r"^ +(\d+)\. ", builder, re.MULTILINE)} <= set(range(newest.turns + 1))
    assert ("score as it stands" if view.standing is not None else "stays hidden") in builder
    assert all(f"{name}: " in builder.split("The match isn't over")[1] for name in NAMES[:seats] if view.standing)


def words_of(post: Post) -> str:
    """Return the words of a post."""
    return texts(post.view.to_components())  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("key", SHIPPED)
@pytest.mark.parametrize("way", ["word", "resignation", "time"])
async def test_why_places_are_as_they_are_stands_wherever_a_result_is_shown(scene: Scene, key: str, way: str) -> None:
    """
    However a match ends early: on board, card and score, on the newest turn of the history, and in the text.
    """
    seats = max(games()[key].spec.seats) if way == "word" else 2
    match = await begun(scene, key, seats)
    if way == "word":
        await scene.app.staff.end(scene.key(), PLAYERS[0], place=PLACE, match=match, owner=True)
    elif way == "resignation":
        await scene.app.matches.resign(scene.key(), PLAYERS[1], match=match)
    while (await scene.app.uow.read(match)).match.status is Status.RUNNING:
        scene.clock.forward(hours=2)
        await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)
    outcome = view.outcome
    assert outcome is not None
    last = await scene.app.history.turn(match, None)
    posts = (
        board_post(view, ()),
        card(view),
        score_post(view, outcome, ()),
        history_post(last.match_view, (), last.lines, turn=last.turn, turns=last.turns),
    )
    shown = [*map(words_of, posts), (await scene.app.files.sheet(match, None)).data.decode()]
    why = Words({**WORDS, **view.game.words}, NAMES, strict=True)
    reasons = [line for text in (outcome.tie, outcome.note) if text is not None for line in why(text).splitlines()]

    assert reasons
    assert [] == [(reason, number) for reason in reasons for number, told in enumerate(shown) if reason not in told]
    assert way != "word" or [] == untold(outcome, why)
    assert way == "word" or re.search("ranks? last|everyone ran out", "\n".join(reasons))


async def test_a_turn_that_does_not_exist_is_refused(scene: Scene) -> None:
    """
    The sentence says which there are.
    """
    match = await begun(scene, "grunn", 2)
    with pytest.raises(Refusal, match="NO_TURN") as caught:
        await scene.app.history.turn(match, None, turn=5)

    assert "has no turn 5. Choose a number from 0 (the start) to 0" in scene.words(caught.value.text)


async def test_the_log_stands_under_the_numbers_of_its_turns(scene: Scene) -> None:
    """
    Start, then each turn; what was taken back has none, and the numbers go on as if it had never been.
    """
    match = await begun(scene, "season", 2)
    first = (await scene.app.matches.view(match, None)).asks[0].seat
    await scene.play(match, PLAYERS[first], "1")
    await scene.app.undo.undo(scene.key(), PLAYERS[first], match=match)
    await scene.play(match, PLAYERS[first], "2")
    view = await scene.app.matches.view(match, None)
    told = words_of(log_post(view, await scene.app.matches.log(match, None)))

    assert ["Start", "Turn 1"] == re.findall(r"-# (Start|Turn \d+)$", told, re.MULTILINE)
    assert 1 == (await scene.app.history.turn(match, None)).turns
