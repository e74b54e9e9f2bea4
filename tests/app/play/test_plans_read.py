"""What is stored ahead is read when it is stored, in every game: nonsense is refused, doubts are told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from bot.app.match.records import ReadOrder
from db.ids import MatchId
from db.stores.store import Store
from games.core.errors import Refusal
from games.core.registry import games
from games.core.words import Words
from games.grunn.plans import Standing
from tests.app.play.test_plans import private_words
from tests.app.playing import play_random
from tests.app.scene import ANN, BEN, GAMES, Scene

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""What is read knows nothing of how it is kept."""


@pytest.fixture
def every(store: Store) -> Scene:
    """The services with all games."""
    return Scene(store, {**GAMES, **games()})


async def read(scene: Scene, match: MatchId, kind: str, values: Mapping[str, str]) -> ReadOrder:
    """Read what Ben types."""
    return await scene.app.plans.read(BEN, match=match, kind=kind, values=values)


@pytest.mark.parametrize(
    ("game", "kind", "values"),
    [
        ("grunn", "standing", {"tile": "elephant", "place": "D3"}),
        ("grunn", "standing", {"tile": "any", "place": "Z99"}),
        ("grunn", "standing", {"tile": "any", "place": "D3", "use": "+Q77"}),
        ("grunn", "standing", {"tile": "any", "place": "D3", "build": "=Z99e"}),
        ("grunn", "standing", {"tile": "any", "place": "D3", "card": "elephant"}),
        ("greentown", "plan", {"turns": "hello"}),
        ("greentown", "plan", {"turns": "T ~M12-M12-Z99x"}),
        ("walnut_grove", "plan", {"orders": "school+zz"}),
        ("walnut_grove", "plan", {"orders": "elephant"}),
        ("walnut_grove", "plan", {"orders": "church+zz"}),
        ("walnut_grove", "plan", {"orders": "church+wf; N0.w"}),
        ("h2olland", "plan", {"season": "dikes", "steps": "1-1"}),
        ("h2olland", "plan", {"season": "spring", "steps": "mi Z9"}),
        ("h2olland", "plan", {"season": "race", "steps": "mi A1"}),
        ("h2olland", "plan", {"season": "spring"}),
        ("h2olland", "early", {"trades": "elephant"}),
        ("h2olland", "early", {"stores": "elephant"}),
        ("grumpf", "draft", {"moves": "hello"}),
        ("grumpf", "draft", {"moves": " ".join(["5>B"] * 9)}),
        ("grumpf", "wish", {"trades": "hello"}),
        ("grumpf", "wish", {"trades": "B=Or:M"}),  # there is no Forced Trade with the standard sides
    ],
)
async def test_nonsense_is_not_stored(every: Scene, game: str, kind: str, values: dict[str, str]) -> None:
    """
    What nobody can read, or can never be played, is refused at the first step, with a reason.
    """
    match = await every.match(game)
    if game == "grunn":
        for _ in range(2):
            await play_random(every, match)

    with pytest.raises(Refusal) as caught:
        await read(every, match, kind, values)

    assert caught.value.text.id


@pytest.mark.parametrize(
    ("game", "kind", "values"),
    [
        ("grunn", "standing", {"tile": "any", "place": "D6"}),
        ("greentown", "plan", {"turns": "B"}),
        ("walnut_grove", "plan", {"orders": "church+wf; = h(wws)"}),
        ("h2olland", "plan", {"season": "race", "steps": "J3"}),
        ("h2olland", "prefs", {"race": "auto"}),
        ("h2olland", "early", {"trades": "mi; 3co>po", "stores": "co be"}),
        ("grumpf", "draft", {"moves": "5>B 4>R?"}),
    ],
)
async def test_what_can_be_read_is_taken(every: Scene, game: str, kind: str, values: dict[str, str]) -> None:
    """
    Every kind of order of every game, as a player types it.
    """
    match = await every.match(game)
    if game == "grunn":
        for _ in range(2):
            await play_random(every, match)
    made = await read(every, match, kind, values)
    await every.app.plans.add(every.key(), BEN, match=match, order=made.order)
    stored = (await every.app.plans.show(BEN, match=match)).orders

    assert made.order in [each.order for each in stored]


async def test_what_would_not_fit_now_is_told(every: Scene) -> None:
    """
    It is stored nevertheless, as it may fit when its turn comes.
    """
    match = await every.match("h2olland")
    taken = await read(every, match, "plan", {"season": "race", "steps": "J3"})
    nothing = await read(every, match, "prefs", {"race": "auto"})

    assert taken.doubt is not None
    assert nothing.doubt is None


@pytest.mark.parametrize("game", ["walnut_grove", "h2olland"])
async def test_a_plan_that_was_played_is_gone_in_every_game(every: Scene, game: str) -> None:
    """
    Walnut Grove D6, H2Olland D.3: what was carried out is not said to have failed a year later.
    """
    match = await every.match(game)
    values = {"orders": "church+ww", "otherwise": "pass"} if game == "walnut_grove" else {"stores": "corn"}
    kind = "plan" if game == "walnut_grove" else "early"
    made = await read(every, match, kind, values)
    await every.app.plans.add(every.key(), BEN, match=match, order=made.order)
    for _ in range(60):
        stored = (await every.app.plans.show(BEN, match=match)).orders
        if made.order not in [each.order for each in stored]:
            break
        await play_random(every, match)
    left = [each.order for each in (await every.app.plans.show(BEN, match=match)).orders]

    assert made.order not in left
    assert [] == await private_words(every)


@pytest.mark.parametrize(
    ("game", "kind", "values", "told"),
    [
        (
            "grunn",
            "standing",
            {"tile": "bog", "card": "clover", "max_cost": "2", "place": "D6", "build": "!D6"},
            ["Take a pair: bog with Clover, for up to 2 ducats", "Lay the tile on D6"],
        ),
        ("greentown", "plan", {"turns": "B +L15:14 +N11:16"}, ["Announce Build"]),
        ("h2olland", "plan", {"season": "dikes", "steps": "1-2"}, ["Step 1: lay a dike on border 1-2"]),
        (
            "h2olland",
            "plan",
            {"season": "race", "steps": "J3 | E5"},
            ["Step 1, the first of these that can be played: send a runner to J3"],
        ),
        ("h2olland", "early", {"trades": "mi"}, ["buy 1 mill for "]),
        (
            "h2olland",
            "prefs",
            {"race": "auto"},
            ["Rewards: the best tulips", "Race: your runners go to the best tulips"],
        ),
    ],
)
async def test_what_an_order_will_do_is_told_in_words(
    every: Scene, game: str, kind: str, values: dict[str, str], told: list[str]
) -> None:
    """
    Before it is stored, a sentence for each part of it.
    """
    match = await every.match(game)
    if game == "grunn":
        for _ in range(2):
            await play_random(every, match)
    made = await read(every, match, kind, values)
    words = "\n".join(Words(games()[game].words, ("Ann", "Ben"), strict=True)(text) for text in made.words)

    assert [] == [part for part in told if part not in words]


async def test_a_plan_that_waits_says_why(every: Scene) -> None:
    """
    Grunn R16.5: on one's own turn one that fits no pair is stored only if it is kept, and the list says what it lacks.
    """
    match = await every.match("grunn")
    for _ in range(2):
        await play_random(every, match)
    asked = (await every.app.matches.view(match, None)).asks[0].seat
    owner = (ANN, BEN)[asked]
    kept = Standing(tile="bog", card="clover", place="D6", keep=True)
    stored = await every.app.plans.add(every.key(), owner, match=match, order=kept)
    listed = (await every.app.plans.show(owner, match=match)).orders
    with pytest.raises(Refusal, match="ORDER_UNFIT") as caught:
        await every.app.plans.add(every.key(), owner, match=match, order=replace(kept, keep=False))

    assert ["app.order_stored_unfit"] == [text.id for text in stored.told]
    assert ["grunn.plan.no_pair"] == [each.unfit.id for each in listed if each.unfit]
    assert "app.order_refused_once" == caught.value.text.id
