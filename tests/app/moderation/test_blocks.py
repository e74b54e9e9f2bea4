"""Blocks: two of whom one doesn't want to meet the other don't come into one match, and nobody is told why."""

from __future__ import annotations

import pytest

from db.ids import MatchId
from games.core.errors import Refusal
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene


@pytest.fixture
async def apart(scene: Scene) -> Scene:
    """Ann blocks Ben."""
    await scene.app.ratings.set_block(ANN, other=BEN.user, blocked=True)
    return scene


async def refusal(scene: Scene, match: MatchId, who: object = BEN) -> str:
    """Return what somebody hears who wants to join."""
    with pytest.raises(Refusal, match="APART") as refused:
        await scene.app.lobby.join(scene.key(), who, match=match)  # type: ignore[arg-type]
    return scene.words(refused.value.text)


async def test_they_join_no_match_of_the_other(apart: Scene) -> None:
    """
    Who is blocked hears nothing of it; who blocks is reminded how to remove the block. Also where the other plays only.
    """
    own = await apart.open(seats=3)
    others = await apart.open(seats=3, host=BEN)
    third = await apart.open(seats=3, host=CLEO)
    await apart.app.lobby.join(apart.key(), ANN, match=third)

    assert "block" not in await refusal(apart, own)
    assert "block" not in await refusal(apart, third)
    assert "`/my blocks`" in await refusal(apart, others, ANN)


async def test_they_are_not_invited_by_the_other(apart: Scene) -> None:
    """
    Neither later nor as the match is opened; who blocks is reminded, who is blocked is not told.
    """
    for host, guest, told in ((ANN, BEN, True), (BEN, ANN, False)):
        match = await apart.open(host=host)
        with pytest.raises(Refusal, match="APART") as invited:
            await apart.app.lobby.invite(apart.key(), host, match=match, users=(guest,), keep=True)
        with pytest.raises(Refusal, match="APART") as opened:
            await apart.open(host=host, invite=(guest,))

        assert [told, told] == ["block" in apart.words(each.value.text) for each in (invited, opened)]


async def test_they_take_no_seat_beside_the_other(apart: Scene) -> None:
    """
    Of a match that runs.
    """
    match = await apart.match(players=(ANN, CLEO))
    await apart.app.staff.open_seat(apart.key(), DORA, place=PLACE, match=match, seat=Seat(1))
    with pytest.raises(Refusal, match="APART"):
        await apart.app.substitutes.take(apart.key(), BEN, match=match)
    await apart.app.substitutes.take(apart.key(), DORA, match=match)


async def test_a_rematch_asks_only_those_who_want_to_meet(scene: Scene) -> None:
    """
    Who was blocked since then is left out without a word.
    """
    match = await scene.match(players=(ANN, BEN))
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    await scene.app.ratings.set_block(ANN, other=BEN.user, blocked=True)
    again = await scene.app.lobby.rematch(scene.key(), BEN, match=match)

    assert () == (await scene.app.uow.read(again.match)).invites
    assert "block" not in "".join(scene.words(text) for text in again.told)


async def test_a_match_that_runs_goes_on(scene: Scene) -> None:
    """
    A block changes nothing about it, whatever happens in it.
    """
    match = await scene.match(players=(ANN, BEN))
    await scene.app.ratings.set_block(ANN, other=BEN.user, blocked=True)
    await scene.play(match, ANN, "1")
    await scene.app.staff.hand_over(scene.key(), DORA, place=PLACE, match=match, to=BEN.user)
    await scene.app.staff.open_seat(scene.key(), DORA, place=PLACE, match=match, seat=Seat(0))

    assert BEN.user == (await scene.app.uow.read(match)).match.host
