"""The weekly summary: one short post, unless nothing happened or the organizer doesn't want it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.app.match.paces import PerMove
from bot.app.runtime.refusals import WORDS
from bot.app.tournaments.records import TournamentChange
from bot.app.tournaments.running.weekly_summary import summary
from bot.app.tournaments.settings import TournamentSettings
from db.ids import TournamentId
from db.tournaments.records import Format
from games.core.errors import Refusal
from games.core.words import Words
from tests.app.scene import ANN, BEN, CLEO, DORA, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.app.tournaments.simulated import START, Simulation, by_number, tournament

ONE_STORE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
DAY = timedelta(days=1)


async def begun(scene: Scene) -> TournamentId:
    """Start a Swiss of four people."""
    tournament = await opened(scene, rounds=3, pace=PerMove(seconds=30 * 86400), limit_days=60)
    await signed(scene, tournament, people=(ANN, BEN, CLEO, DORA))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    return tournament


async def given_up(scene: Scene, tournament: TournamentId) -> None:
    """Let one match end an hour from now."""
    scene.clock.forward(hours=1)
    pairing = (await scene.app.tournaments.view(tournament)).holding_up[0]
    actor = next(each for each in (ANN, BEN, CLEO, DORA) if each.name == pairing.names[0])
    assert pairing.match is not None
    await scene.app.matches.resign(scene.key(), actor, match=pairing.match)
    await scene.app.tournament_runner.work()


async def summaries(scene: Scene, days: float) -> list[str]:
    """Let days pass, and return all summaries so far."""
    scene.clock.forward(days=days)
    await scene.app.tournament_runner.work()
    await scene.relay.pump()
    told = [notice.text for notice, _ in scene.courier.told if notice.text is not None]
    return [words for words in map(scene.words, told) if "finished since" in words]


@ONE_STORE
async def test_a_summary_each_week_in_which_something_happened(scene: Scene) -> None:
    """
    What was finished since the last one, who leads, what waits, what is next; it mentions nobody.
    """
    tournament = await begun(scene)
    await given_up(scene, tournament)
    early = await summaries(scene, 6)
    first = await summaries(scene, 1)
    again = await summaries(scene, 3)
    quiet = await summaries(scene, 4)
    await given_up(scene, tournament)
    later = await summaries(scene, 7)
    parts = ("In the lead: 1.", "Waiting longest: #", "Round 1 of 3", "1 match is being played")
    mentions = [notice.mention for notice, _ in scene.courier.told if notice.text and notice.text.id == "core.lines"]

    assert [] == early
    assert first == again == quiet
    assert "Cup: 1 match finished since" in first[0]
    assert [] == [part for part in parts if part not in first[0]]
    assert 2 == len(later)
    assert "1 match finished" in later[1]
    assert () in mentions


@ONE_STORE
async def test_who_does_not_want_it_turns_it_off_at_any_time(scene: Scene) -> None:
    """
    Also while it runs, when nothing else can be changed; a pause is no week.
    """
    tournament = await begun(scene)
    await given_up(scene, tournament)
    off = TournamentChange(settings={"weekly": False})
    both = TournamentChange(settings={"weekly": False, "rounds": 5})
    with pytest.raises(Refusal, match="STARTED"):
        await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=both)
    await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=off)
    none = await summaries(scene, 8)
    await scene.app.tournaments.change(
        scene.key(), HOST, tournament=tournament, change=TournamentChange(settings={"weekly": True})
    )
    await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=scene.clock.now() + 9 * DAY)
    await given_up(scene, tournament)
    paused = await summaries(scene, 8)
    await summaries(scene, 1)
    resumed = await summaries(scene, 0)

    assert (await scene.app.tournaments.view(tournament)).settings.weekly is not False
    assert ([], []) == (none, paused)
    assert 1 == len(resumed)


@pytest.mark.parametrize(
    ("format", "settings", "told"),
    [
        (Format.KNOCKOUT, {}, ("4 entrants are still in",)),
        (Format.LADDER, {"rounds": 4, "days": 30}, ("1. P", "New matches can begin until")),
        (Format.ROUND_ROBIN, {"group": 4, "finals": 2}, ("group A: P1 (", "group B: P2 (")),
        (Format.TABLES, {"rounds": 4, "seats": 4}, ("1. P", "Round 2 of 4")),
    ],
)
def test_each_format_says_what_its_reader_wants_to_know(
    format: Format, settings: dict[str, Any], told: tuple[str, ...]
) -> None:
    """
    How many are left of a knockout, who leads each group, until when a ladder goes on; nothing if nothing is new.
    """
    run = Simulation(tournament(format, 16, TournamentSettings(most=99, least=2, **settings)), result=by_number)
    run.step()
    for _ in range(2 if format is not Format.TABLES else 1):
        run.finish_some(99)
    known = run.tournament
    words = Words(WORDS, strict=True)
    text = summary(known, (), since=START - DAY, now=run.now)
    nothing = summary(known, (), since=run.now, now=run.now)

    assert nothing is None
    assert text is not None
    assert [] == [part for part in told if part not in words(text)]
    assert len(words(text)) < 700


async def test_whose_summary_is_due_is_found(scene: Scene) -> None:
    """
    A week after the start, or after the last one; on both kinds of databases.
    """
    tournament = await opened(scene)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    now = scene.clock.now()
    due = await scene.store.read(lambda tx: tx.tournaments.to_sum_up(before=now, most=5))
    none = await scene.store.read(lambda tx: tx.tournaments.to_sum_up(before=now - DAY, most=5))

    assert ([tournament], ()) == ([record.id for record in due], none)
