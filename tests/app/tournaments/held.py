"""Tournaments over the services, opened and filled in one line: what several tests begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.app.changes.server_rules import Access
from bot.app.match.paces import NoPace
from bot.app.match.records import Actor
from bot.app.tournaments.records import TournamentView, TournamentWish
from bot.app.tournaments.settings import TournamentSettings
from db.ids import MatchId, TournamentId, UserId
from db.records import Status
from db.tournaments.records import Format, PairingStatus, TournamentStatus
from games.core.rng import Rng
from games.core.running.selfplay import think
from games.core.seats import TABLE
from tests.app.scene import ANN, BEN, PLACE, Scene

HOST = Actor(UserId(500), "Host")
FORMATS: Mapping[Format, dict[str, Any]] = {
    Format.ROUND_ROBIN: {"group": 4, "at_once": 2},
    Format.SWISS: {"rounds": 3},
    Format.FREE_SWISS: {"rounds": 2},
    Format.KNOCKOUT: {},
    Format.DOUBLE_KNOCKOUT: {},
    Format.LADDER: {"rounds": 2},
    Format.TABLES: {"rounds": 2, "seats": 3},
}


async def opened(scene: Scene, format: Format = Format.SWISS, *, name: str = "Cup", **settings: Any) -> TournamentId:  # noqa: ANN401
    """Open a tournament of the tiny game that has computer players."""
    chosen = TournamentSettings(**{"most": 16, "least": 2, "pace": NoPace(), **FORMATS[format], **settings})
    wish = TournamentWish(name=name, game="brainy", format=format, settings=chosen)
    return (
        await scene.app.tournaments.create(scene.key(), HOST, place=PLACE, wish=wish, access=Access(staff=True))
    ).tournament


async def signed(scene: Scene, tournament: TournamentId, *, people: tuple[Actor, ...] = (), computers: int = 0) -> None:
    """Sign people and computer players up."""
    for actor in people:
        await scene.app.tournaments.join(scene.key(), actor, tournament=tournament)
    for _ in range(computers):
        await scene.app.tournaments.add_computer(scene.key(), HOST, tournament=tournament, level="easy")


async def finished(scene: Scene) -> tuple[TournamentId, MatchId]:
    """A tournament of one match that Ben gave up after a turn of each."""
    tournament = await opened(scene, rounds=1)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    pairing = (await scene.app.tournaments.view(tournament)).pairings[0]
    assert pairing.match is not None
    order = {"Ann": ANN, "Ben": BEN}
    first, second = (order[name] for name in pairing.names)
    await scene.play(pairing.match, first, "1")
    await scene.play(pairing.match, second, "2")
    await scene.app.matches.resign(scene.key(), BEN, match=pairing.match)
    await scene.app.tournament_runner.work()
    return tournament, pairing.match


async def play_on(
    scene: Scene, tournament: TournamentId, *, skip: frozenset[UserId] = frozenset(), turns: int = 400
) -> TournamentView:
    """Let computers think and people make the same turns, until it is over or nobody but ``skip`` is asked."""
    for _ in range(turns):
        await scene.app.tournament_runner.work()
        moved = await scene.app.computer_players.think()
        view = await scene.app.tournaments.view(tournament)
        if view.record.status is not TournamentStatus.RUNNING:
            return view
        for pairing in view.pairings:
            if pairing.status is PairingStatus.PLAYING and pairing.match is not None:
                moved += await _moved(scene, pairing.match, skip)
        if not moved:
            return view
    raise AssertionError("the tournament never ends")


async def _moved(scene: Scene, match: MatchId, skip: frozenset[UserId]) -> int:
    """Make one turn for a person who is asked; returns how many were made."""
    table = await scene.app.uow.read(match)
    if table.match.status is not Status.RUNNING:
        return 0
    brain = table.game.bots.players()["easy"]
    for ask in table.game.asks(table.require_position().state):
        user = next((seat.user for seat in table.seats if seat.seat == ask.seat), None)
        if ask.seat == TABLE or user is None or user in skip:
            continue
        turn = think(table.game, table.require_position().state, ask, brain, Rng(b"x"))
        line = table.game.notation.write(table.game.view(table.require_position().state, ask.seat), turn)
        await scene.app.matches.play_line(scene.key(), Actor(user, table.people[user].name), match=match, line=line)
        return 1
    return 0
