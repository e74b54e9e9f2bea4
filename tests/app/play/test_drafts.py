"""Drafts: pressed, previewed, taken back, confirmed; never played twice, never lost."""

from __future__ import annotations

import asyncio

import pytest

from bot.app.match.records import Panel, Receipt
from bot.app.play import advice
from db.ids import Key
from games.core.errors import Refusal
from games.core.moves import verb_of
from games.core.search.budget import BudgetSpent
from games.core.seats import AskId
from tests.app.scene import ANN, BEN, CLEO, Scene, bare


def verbs(panel: Panel) -> list[str]:
    """What the panel offers."""
    return [verb_of(group.verb) for group in panel.menu.groups]


async def test_a_turn_is_put_together_step_by_step(scene: Scene) -> None:
    """
    Each press narrows what comes next; the preview shows the draft, and only Confirm plays it.
    """
    match = await scene.match("shop", (ANN,), options={})
    panel = await scene.app.drafts.open(ANN, match=match)
    assert (["take"], False, 0) == (verbs(panel), panel.ready, panel.length)
    panel = await scene.press(panel, ANN, "take", "1")
    assert ["put", "swap", "twist"] == verbs(panel)
    panel = await scene.press(panel, ANN, "put", "6")
    before = await scene.app.matches.view(match, None)
    receipt = await scene.confirm(panel, ANN)
    after = await scene.app.matches.view(match, ANN.user)

    assert panel.ready
    assert "1 @6" == panel.line
    assert 6 in panel.match_view.view.shelf
    assert before.ply < after.ply
    assert receipt.asked
    assert not after.drafting


async def test_what_is_chosen_of_an_unfinished_move_is_marked(scene: Scene) -> None:
    """
    The preview's marks are what the draft changes and then what is chosen so far; each spot once.
    """
    match = await scene.match("shop", (ANN,))
    panel = await scene.app.drafts.open(ANN, match=match)
    panel = await scene.press(panel, ANN, "take", "1")
    put = await scene.press(panel, ANN, "put", "6")
    aimed = await scene.press(put, ANN, "swap")
    half = await scene.press(aimed, ANN, "swap", "4")
    back = await scene.app.drafts.undo_step(scene.key(), ANN, match=match, ask=half.ask.id, length=half.length)

    assert ("6",) == put.match_view.marks.spots
    assert ("6",) == aimed.match_view.marks.spots
    assert ("6", "4") == half.match_view.marks.spots
    assert 0 == half.match_view.marks.seat
    assert ("6",) == back.match_view.marks.spots


async def test_a_move_of_several_fields_may_be_half_filled(scene: Scene) -> None:
    """
    A half-filled move is stored too, cannot be confirmed, and is undone value by value.
    """
    match = await scene.match("shop", (ANN,))
    panel = await scene.app.drafts.open(ANN, match=match)
    panel = await scene.press(panel, ANN, "take", "1")
    panel = await scene.press(panel, ANN, "put", "6")
    panel = await scene.press(panel, ANN, "swap")
    panel = await scene.press(panel, ANN, "swap", "4")
    group = panel.menu.groups[0]
    before = panel.match_view.game.choices(panel.match_view.view, group.verb, {})
    assert [choice for choice in before if choice.value == 4] == list(group.sofar)
    assert ("second", [4]) == (group.field.name if group.field else "", [choice.value for choice in group.sofar])
    with pytest.raises(Refusal, match="UNFINISHED"):
        await scene.confirm(panel, ANN)
    back = await scene.app.drafts.undo_step(scene.key(), ANN, match=match, ask=panel.ask.id, length=panel.length)
    done = await scene.press(back, ANN, "swap", "5")

    assert not panel.ready
    assert panel.length > back.length
    assert done.refused is None


async def test_a_double_press_does_nothing_twice(scene: Scene) -> None:
    """
    A press names how long the draft was: its repeat finds a longer one and changes nothing.
    """
    match = await scene.match("shop", (ANN,))
    panel = await scene.app.drafts.open(ANN, match=match)
    first = await scene.press(panel, ANN, "take", "1")
    again = await scene.press(panel, ANN, "take", "1")
    confirmed = await scene.press(again, ANN, "put", "6")
    await scene.confirm(confirmed, ANN)

    assert (False, True) == (first.stale, again.stale)
    assert first.moves == again.moves
    with pytest.raises(Refusal, match="STALE"):
        await scene.confirm(confirmed, ANN)


async def test_a_confirm_of_an_older_panel_is_refused(scene: Scene) -> None:
    """
    What is confirmed is what was shown: after another step the old button does nothing.
    """
    match = await scene.match("shop", (ANN,))
    panel = await scene.press(await scene.app.drafts.open(ANN, match=match), ANN, "take", "1")
    one = await scene.press(panel, ANN, "put", "6")
    await scene.press(one, ANN, "label", "4")
    with pytest.raises(Refusal, match="STALE") as refusal:
        await scene.confirm(one, ANN)

    assert scene.words(refusal.value.text).startswith("The panel changed")


async def test_two_presses_at_once_make_one_step(scene: Scene) -> None:
    """
    Of two presses that arrive together one counts, and both are shown the same draft.
    """
    match = await scene.match("shop", (ANN,))
    panel = await scene.app.drafts.open(ANN, match=match)
    panels = await asyncio.gather(*(scene.press(panel, ANN, "take", str(jar)) for jar in (1, 2, 3)))

    assert 1 == sum(not panel.stale for panel in panels)
    assert 1 == len({panel.moves for panel in panels})


async def test_undo_and_start_over(scene: Scene) -> None:
    """
    Undo takes the last choice back, Start over all of them; both do nothing when pressed twice.
    """
    match = await scene.match("shop", (ANN,))
    panel = await scene.app.drafts.open(ANN, match=match)
    one = await scene.press(panel, ANN, "take", "1")
    two = await scene.press(one, ANN, "put", "6")
    back = await scene.app.drafts.undo_step(scene.key(), ANN, match=match, ask=two.ask.id, length=two.length)
    twice = await scene.app.drafts.undo_step(scene.key(), ANN, match=match, ask=two.ask.id, length=two.length)
    empty = await scene.app.drafts.start_over(scene.key(), ANN, match=match, ask=back.ask.id, length=back.length)

    assert one.moves == back.moves
    assert twice.stale
    assert () == empty.moves


async def test_a_refused_choice_says_why_and_keeps_the_draft(scene: Scene) -> None:
    """
    What the rules forbid is told on the panel.
    """
    match = await scene.match("shop", (ANN,))
    panel = await scene.app.drafts.open(ANN, match=match)
    refused = await scene.press(panel, ANN, "take", "9")
    unknown = await scene.press(panel, ANN, "dance")

    assert refused.refused is not None
    assert unknown.refused is not None
    assert 0 == refused.length


async def test_a_draft_survives_a_restart(scene: Scene) -> None:
    """
    Another process over the same database shows the draft as it was left.
    """
    match = await scene.match("shop", (ANN,))
    panel = await scene.app.drafts.open(ANN, match=match)
    panel = await scene.press(panel, ANN, "take", "2")
    later = await Scene(scene.store).app.drafts.open(ANN, match=match)

    assert panel.moves == later.moves
    assert (await scene.app.matches.view(match, ANN.user)).drafting
    assert not (await scene.app.matches.view(match, None)).drafting


async def test_a_draft_ends_with_its_ask(scene: Scene) -> None:
    """
    Once the turn was made in another way, presses on the old panel are too late and say what is asked now.
    """
    match = await scene.match()
    panel = await scene.app.drafts.open(ANN, match=match)
    await scene.press(panel, ANN, "sow", "3")
    await scene.play(match, ANN, "1")
    with pytest.raises(Refusal, match="STALE") as nothing:
        await scene.press(panel, ANN, "sow", "2")
    await scene.play(match, BEN, "--")
    with pytest.raises(Refusal, match="STALE") as asked:
        await scene.press(panel, ANN, "sow", "2")
    fresh = await scene.app.drafts.open(ANN, match=match)

    assert "There is nothing for you to decide right now" in scene.words(nothing.value.text)
    assert scene.words(asked.value.text).endswith("The current one is below.")
    assert () == fresh.moves


async def test_others_cannot_touch_a_panel(scene: Scene) -> None:
    """
    A stranger has no panel, and a press on another player's is refused.
    """
    match = await scene.match()
    panel = await scene.app.drafts.open(ANN, match=match)
    with pytest.raises(Refusal, match="NOT_YOURS"):
        await scene.press(panel, BEN, "sow", "1")
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.press(panel, CLEO, "sow", "1")
    with pytest.raises(Refusal, match="STALE"):
        await scene.app.drafts.open(BEN, match=match)
    with pytest.raises(Refusal, match="STALE"):
        await scene.app.drafts.open(ANN, match=match, ask=AskId("t99"))


async def test_confirming_twice_gives_one_receipt(scene: Scene) -> None:
    """
    A repeated Confirm is answered with the first receipt.
    """
    match = await scene.match()
    panel = await scene.press(await scene.app.drafts.open(ANN, match=match), ANN, "sow", "3")
    key, ask = Key("twice"), panel.ask.id
    first = await scene.app.drafts.confirm(key, ANN, match=match, ask=ask, length=panel.length)
    again = await scene.app.drafts.confirm(key, ANN, match=match, ask=ask, length=panel.length)

    assert bare(first) == again
    assert {3: 0} == (await scene.app.matches.view(match, None)).view.state.owner


async def test_a_draft_loses_what_others_made_impossible(scene: Scene) -> None:
    """
    In a rush a stone may be gone before a half-made turn is confirmed: the panel says so and drops it.
    """
    match = await scene.match("rush")
    await scene.play(match, ANN, "ready")
    await scene.play(match, BEN, "ready")
    view = await scene.app.matches.view(match, None)
    stone = str(view.view.state.stones[0])
    panel = await scene.app.drafts.open(ANN, match=match)
    grabbed = await scene.app.drafts.press(
        scene.key(), ANN, match=match, ask=panel.ask.id, length=0, choice=("grab", stone)
    )
    late = await scene.app.drafts.press(
        scene.key(), BEN, match=match, ask=AskId("rush1.1"), length=0, choice=("grab", stone)
    )
    home = await scene.app.drafts.press(
        scene.key(), ANN, match=match, ask=panel.ask.id, length=0, choice=("home", None)
    )

    assert isinstance(grabbed, Panel)
    assert 0 == grabbed.length
    assert isinstance(late, Panel)
    assert late.refused is not None
    assert isinstance(home, Receipt)
    assert int(stone) == (await scene.app.matches.view(match, None)).view.state.won[0]


async def test_a_sealed_turn_opens_as_its_draft_and_may_be_changed(scene: Scene) -> None:
    """
    A turn handed in secretly is shown on its owner's panel, and confirming another replaces it.
    """
    match = await scene.match("hands")
    hand = (await scene.app.matches.view(match, ANN.user)).view.hand
    low, high = str(min(hand)), str(max(hand))
    panel = await scene.press(await scene.app.drafts.open(ANN, match=match), ANN, "lay", low)
    await scene.confirm(panel, ANN)
    again = await scene.app.drafts.open(ANN, match=match)
    handed = await scene.app.matches.view(match, None)
    empty = await scene.app.drafts.start_over(scene.key(), ANN, match=match, ask=again.ask.id, length=again.length)
    other = await scene.press(empty, ANN, "lay", high)
    await scene.confirm(other, ANN)
    await scene.play(match, BEN, f"lay:{min((await scene.app.matches.view(match, BEN.user)).view.hand)}")

    assert panel.moves == again.moves[:1]
    assert [(False, True), (True, False)] == [(seat.asked, seat.sealed) for seat in handed.seats]
    assert f"Ann laid {high} and" in " ".join(await scene.log(match))


async def test_advice_for_which_there_is_no_time_is_left_out(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Wherever the time ends, also while a combination is tried: the panel opens all the same.
    """

    def end(*_: object) -> None:
        raise BudgetSpent

    match = await scene.match("shop", (ANN,))
    complete = await scene.app.drafts.open(ANN, match=match)
    monkeypatch.setattr(advice, "fill_combination", end)
    panel = await scene.app.drafts.open(ANN, match=match)

    assert complete.advice.combinations
    assert () == panel.advice.combinations
    assert complete.menu == panel.menu
