"""Who manages a server of their own has no say over the tournaments and matches of another."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app.tournaments.records import Replacement, TournamentChange
from db.ids import GuildId
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.app.tournaments.held import finished, opened, signed

ELSEWHERE = GuildId(10)


@pytest.mark.parametrize("call", ["start", "cancel", "nudge", "drop", "substitute", "change", "add_computer"])
async def test_staff_of_another_server_runs_no_event_here(scene: Scene, *, call: str) -> None:
    """
    They are refused as anybody is, and nothing changes.
    """
    tournament = await opened(scene)
    await signed(scene, tournament, people=(ANN, BEN))
    before = await scene.app.tournaments.view(tournament)
    more: dict[str, dict[str, Any]] = {
        "drop": {"entrant": 1},
        "substitute": {"replacement": Replacement(entrant=1, into=CLEO)},
        "change": {"change": TournamentChange(name="Mine now")},
        "add_computer": {"level": "easy"},
    }
    service = scene.app.disputes if call == "nudge" else scene.app.tournaments
    with pytest.raises(Refusal, match="NOT_HOST"):
        await getattr(service, call)(scene.key(), CLEO, tournament=tournament, staff=ELSEWHERE, **more.get(call, {}))

    assert before == await scene.app.tournaments.view(tournament)


async def test_staff_of_another_server_rules_over_no_result_here(scene: Scene) -> None:
    """
    Neither a ruling nor an answer to an appeal; the staff of the match's own server may do both.
    """
    _, match = await finished(scene)
    await scene.app.disputes.appeal(scene.key(), BEN, match=match, words="unfair")
    (appeal,) = await scene.app.disputes.appeals(PLACE)
    with pytest.raises(Refusal, match="NOT_STAFF"):
        await scene.app.disputes.rule(scene.key(), CLEO, match=match, places=(), why="x", staff=ELSEWHERE)
    with pytest.raises(Refusal, match="NOT_STAFF"):
        await scene.app.disputes.answer(scene.key(), CLEO, appeal=appeal.id, words="x", places=(), staff=ELSEWHERE)
    await scene.app.disputes.answer(scene.key(), CLEO, appeal=appeal.id, words="x", places=(), staff=PLACE.guild)

    assert () == await scene.app.disputes.appeals(PLACE)
