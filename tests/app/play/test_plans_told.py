"""What is said of plans to those who have them: in the answer to what they do, in the list, and in their own view."""

from __future__ import annotations

import pytest

from bot.app.match.paces import Banked
from bot.app.match.records import Actor
from db.ids import MatchId
from db.stores.store import Store
from games.core.errors import Refusal
from games.core.orders import Plan
from games.core.registry import games
from games.core.running.play import fallback_turn
from games.grumpf.plans import Draft
from games.walnut_grove.plans import TownPlan
from tests.app.play.test_plans import owner, private_words
from tests.app.scene import ANN, BEN, GAMES, Scene
from tests.games.tiny.season import Favourite

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""What is told knows nothing of how it is kept."""

DAY = 24 * 3600
TAKEN = "Church is occupied by Ann. Choose another building."
NEXT = "Press *Plan* to resume, change or remove it."


@pytest.fixture
def every(store: Store) -> Scene:
    """The services with all games."""
    return Scene(store, {**GAMES, **games()})


async def stored(scene: Scene, match: MatchId) -> list[tuple[object, bool]]:
    """What Ann has stored, and whether it has stopped."""
    panel = await scene.app.plans.show(ANN, match=match)
    return [(view.order, view.halted is not None) for view in panel.orders]


async def test_a_plan_that_goes_wrong_after_its_first_turn_is_no_question(every: Scene) -> None:
    """
    Its first turn stands. A refusal would tell what others have planned to who only asks, and plays nothing.
    """
    match = await every.match()
    await every.app.plans.add(every.key(), BEN, match=match, order=Favourite(plot=5))
    receipt = await every.app.plans.add(every.key(), ANN, match=match, order=Plan(steps=("1", "5")))

    assert {1: 0, 5: 1} == await owner(every, match)
    assert [(Plan(steps=("5",)), True)] == await stored(every, match)
    assert [
        "Your plan is stored, and its first turn was played at once.",
        f"Your plan was stopped: Plan ahead (steps: 5). Plot 5 is sown by Ben. {NEXT}",
    ] == [every.words(text) for text in receipt.told]
    assert [] == await private_words(every)


async def farm(scene: Scene, match: MatchId, player: Actor) -> list[str]:
    """Hand in the default farm order; what its player reads."""
    table = await scene.app.uow.read(match)
    state = table.require_position().state
    ask = next(ask for ask in table.open_asks() if ask.seat == table.seat_for(player.user))
    line = table.game.notation.write(table.game.view(state, ask.seat), fallback_turn(table.game, state, ask))
    return [scene.words(text) for text in (await scene.play(match, player, line)).told]


async def test_who_reads_it_in_the_answer_gets_no_second_message(every: Scene) -> None:
    """
    Both have planned the church, where Ann comes first. Who ends the farm orders reads in the answer what has become of
    the own plan; the other one in private, if it was not played.
    """
    answers, private = [], []
    for players in ((ANN, BEN), (BEN, ANN)):
        match = await every.match("walnut_grove")
        for player, row in ((ANN, "church"), (BEN, "town")):
            await every.play(match, player, row)
        for player in (ANN, BEN):
            await every.app.plans.add(every.key(), player, match=match, order=TownPlan(orders=("church+wf",)))
        told = [await farm(every, match, player) for player in players]
        assert not any("plan" in text for text in told[0])
        answers.append([text for text in told[1] if "plan" in text])
        private.append(await private_words(every))

    assert [f"Your plan was stopped: Plan this year (orders: church+wf). {TAKEN} {NEXT}"] == answers[0]
    assert [] == private[0]
    assert len(answers[1]) == 1
    assert answers[1][0].startswith("Then your plan was played: Ann takes 1 fish and 1 wood at the Church.")
    assert [(BEN.user, f"Match #2: your plan was stopped: Plan this year (orders: church+wf). {TAKEN}")] == private[1]


async def test_what_fits_or_not_is_said_before_it_is_stored(every: Scene) -> None:
    """
    The first step says whether it is played at once, and refuses what can't be; a draft is told beat by beat.
    """
    match = await every.match()
    fits = await every.app.plans.read(ANN, match=match, kind="plan", values={"steps": "1; 2"})
    later = await every.app.plans.read(BEN, match=match, kind="plan", values={"steps": "1; 2"})
    await every.play(match, ANN, "5")
    with pytest.raises(Refusal, match="ORDER_UNFIT"):
        await every.app.plans.read(BEN, match=match, kind="plan", values={"steps": "5"})
    hunt = await every.match("grumpf")
    draft = await every.app.plans.read(ANN, match=hunt, kind="draft", values={"moves": "5>B"})

    assert (True, False) == (fits.asked, later.asked)
    assert ["Beat 1: place a 5 on Bees"] == [every.words(line) for line in draft.words]


async def test_what_was_submitted_is_shown_where_plans_are(every: Scene) -> None:
    """
    Grumpf S2.2: the list and the own view name the turn; a draft that is confirmed as it is has words of its own.
    """
    match = await every.match("grumpf")
    await every.play(match, ANN, "5>B - - 4>F")
    shown = (await every.app.plans.show(ANN, match=match)).submitted
    own, public = [(await every.app.matches.view(match, user)).submitted for user in (ANN.user, BEN.user)]
    await every.play(match, BEN, "-")
    receipt = await every.play(match, ANN, "")

    sentence = "Your turn is submitted: {line}. You can change it until everyone's turn is in."
    told = "place a 5 on Bees, hold, hold and place a 4 on Fish (`5>B - - 4>F`)"
    assert [sentence.format(line=told)] == [every.words(text) for text in shown]
    assert ([sentence.format(line=told)], ()) == ([every.words(text) for _ask, text in own], public)
    assert sentence.format(line="confirm your draft: 4>F") == every.words(receipt.told[0])


async def test_who_has_left_a_draft_has_come(every: Scene) -> None:
    """
    Its owner is not said to have made no move yet, and nobody else is offered the seat.
    """
    match = await every.match("grumpf", pace=Banked(bank=DAY, increment=DAY, cap=2 * DAY))
    await every.app.plans.add(every.key(), ANN, match=match, order=Draft(moves=("5>B",)))
    await every.play(match, BEN, "-")
    every.clock.forward(hours=25)
    await every.app.scheduler.sweep()
    await every.play(match, BEN, "-")
    every.clock.forward(hours=25)
    await every.app.scheduler.sweep()
    view = await every.app.matches.view(match, None)

    assert 6 == view.view.state.beat
    assert not view.seats[0].open
