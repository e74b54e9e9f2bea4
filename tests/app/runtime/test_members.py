"""People who have left the server of a match: their seat is put up, nobody waits for them, no match starts for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Banked, Late, PerMove
from bot.app.match.records import Actor
from bot.app.timing.timekeeping import Choice
from db.clocks.records import ClockRecord
from db.ids import GuildId, MatchId, UserId
from db.records import ProposalKind, Status
from games.core.errors import Refusal
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST, opened, signed

TURN = PerMove(seconds=10 * 3600, late=Late.VOTE)


class Away:
    """Who has left, and what was asked; ``silent``: Discord doesn't say."""

    def __init__(self, scene: Scene, *users: Actor) -> None:
        """Have some people left."""
        self.users = {actor.user for actor in users}
        self.asked: list[UserId] = []
        self.silent = False
        scene.app.uow.members = self

    async def has_left(self, guild: GuildId, user: UserId) -> bool | None:
        """Answer as the test says."""
        assert guild == PLACE.guild
        self.asked.append(user)
        return None if self.silent else user in self.users

    def find_owners(self) -> Mapping[GuildId, UserId]:
        """Name nobody."""
        return {}


async def clock(scene: Scene, match: MatchId, seat: int) -> ClockRecord:
    """Return the clock of a seat."""
    found = (await scene.app.uow.read(match)).clock_of(seat)
    assert found is not None
    return found


def said(scene: Scene) -> list[tuple[str, tuple[UserId, ...]]]:
    """Return what was said at the match's place, and who was called."""
    return [(scene.words(word.text), word.mention) for word in scene.courier.of(Kind.WORD) if word.text is not None]


async def test_the_seat_of_who_has_left_is_put_up_at_the_first_missed_turn(scene: Scene) -> None:
    """
    No check-in and no vote: the default move is made, the others are told, the next player is host, and somebody else
    takes the seat. One request asks for it, and none more while the seat is open.
    """
    match = await scene.match(players=(ANN, BEN, CLEO), pace=TURN)
    away = Away(scene, ANN)
    scene.clock.forward(hours=11)
    await scene.app.scheduler.sweep()
    await scene.relay.pump()
    view = await scene.app.matches.view(match, None)

    assert [ANN.user] == away.asked
    assert (1, True) == (view.view.state.turns, view.seats[0].open)
    assert BEN.user == view.match.host
    assert (
        "Ann left the server. Seat 1 is open for a replacement: to take it over, use `/match seat replace match:1`.",
        (BEN.user, CLEO.user),
    ) in said(scene)
    await scene.app.substitutes.take(scene.key(), DORA, match=match)
    assert not (await clock(scene, match, 0)).vacant


async def test_nobody_waits_for_the_consent_of_who_has_left(scene: Scene) -> None:
    """
    The end of the match and a pause need the word of those who are there.
    """
    ended, paused = [await scene.match(players=(ANN, BEN, CLEO), pace=TURN) for _ in range(2)]
    Away(scene, ANN)
    scene.clock.forward(hours=11)
    await scene.app.scheduler.sweep()
    await scene.app.hosts.end(scene.key(), BEN, match=ended)
    proposal = (await scene.app.uow.read(ended)).proposals[0]
    stamp = int(proposal.at.timestamp())
    await scene.app.hosts.answer(scene.key(), CLEO, match=ended, proposed=stamp, agrees=True)
    await scene.app.pauses.propose(scene.key(), BEN, match=paused, until=scene.clock.now() + timedelta(days=3))
    await scene.app.pauses.agree(scene.key(), CLEO, match=paused)

    assert Status.FINISHED is (await scene.app.matches.view(ended, None)).match.status
    assert () == (await scene.app.uow.read(paused)).proposals


async def test_where_discord_does_not_say_the_usual_rule_goes_on(scene: Scene) -> None:
    """
    After one question without an answer nobody else's deadline waits for another in the same round.
    """
    matches = [await scene.match(pace=TURN) for _ in range(3)]
    away = Away(scene, ANN)
    away.silent = True
    scene.clock.forward(hours=11)
    await scene.app.scheduler.sweep()
    views = [await scene.app.matches.view(match, None) for match in matches]

    assert [ANN.user] == away.asked
    assert [0, 0, 0] == [view.view.state.turns for view in views], "the check-in of the usual rule"


async def test_who_is_there_is_looked_up_and_nothing_changes(scene: Scene) -> None:
    """
    A member who is late gets the check-in, as the rule says.
    """
    away = Away(scene)
    match = await scene.match(pace=TURN)
    scene.clock.forward(hours=11)
    await scene.app.scheduler.sweep()

    assert ANN.user == away.asked[-1]
    assert "Ann hasn't made a move yet" in "\n".join(await scene.log(match))


async def test_a_vote_that_stands_when_its_player_leaves_decides(scene: Scene) -> None:
    """
    The others have been asked about the seat, so it is not put up past them.
    """
    match, away = await scene.match(players=(ANN, BEN, CLEO), pace=TURN), Away(scene)
    spent = replace(await clock(scene, match, 0), excuses=0, kept=1)
    await scene.store.run(lambda tx: tx.clocks.put(spent))
    scene.clock.forward(hours=10)
    await scene.app.scheduler.sweep()
    asked = (await scene.app.uow.read(match)).proposals
    away.users.add(ANN.user)
    await scene.app.timeout_votes.vote(scene.key(), BEN, match=match, choice=Choice.MOVE)
    scene.clock.forward(hours=30)
    await scene.app.scheduler.sweep()
    await scene.relay.pump()

    assert [ProposalKind.TIMEOUT] == [proposal.kind for proposal in asked]
    assert not any("left the server" in words for words, _ in said(scene))


async def test_who_joins_again_keeps_the_seat(scene: Scene) -> None:
    """
    The offer by the clock is taken back with `/match seat back`, as with any turn.
    """
    match = await scene.match(pace=Banked(bank=10 * 3600, increment=3600, cap=12 * 3600))
    Away(scene, ANN)
    scene.clock.forward(hours=11)
    await scene.app.scheduler.sweep()
    put_up = await clock(scene, match, 0)
    await scene.app.timeout_votes.back(scene.key(), ANN, match=match)
    kept = await clock(scene, match, 0)

    assert (True, True) == (put_up.vacant, put_up.offered is not None)
    assert (False, None) == (kept.vacant, kept.offered)


async def test_in_a_private_match_the_host_invites(scene: Scene) -> None:
    """
    Who is not invited is not told of the open seat.
    """
    away = Away(scene)
    match = await scene.open(seats=3, private=True, invite=(BEN, CLEO), pace=TURN)
    for guest in (BEN, CLEO):
        await scene.app.lobby.join(scene.key(), guest, match=match)
    asked = next(row.seat for row in (await scene.app.uow.read(match)).pending)
    away.users = set((await scene.app.uow.read(match)).users_of((Seat(asked),)))
    scene.clock.forward(hours=11)
    await scene.app.scheduler.sweep()

    assert f"invite someone to seat {asked + 1}" in "\n".join(await scene.log(match))


async def test_in_a_tournament_the_organizer_decides(scene: Scene) -> None:
    """
    The seat is not open to anybody who passes by; nobody waits for it either.
    """
    tournament = await opened(scene, rounds=1, pace=TURN)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    match = (await scene.app.tournaments.view(tournament)).pairings[0].match
    assert match is not None
    table = await scene.app.uow.read(match)
    asked = next(Seat(row.seat) for row in table.pending if row.seat >= 0)
    away = Away(scene)
    away.users = set(table.users_of((asked,)))
    scene.clock.forward(days=60)
    await scene.app.scheduler.sweep()
    after = await clock(scene, match, asked)

    assert (True, None) == (after.vacant, after.offered)
    assert "left the server. The tournament's organizer can name a substitute." in "\n".join(await scene.log(match))


# --- The start -----------------------------------------------------------------------------------------------------


async def test_a_match_does_not_start_with_an_absent_host(scene: Scene) -> None:
    """
    Who takes the last seat gets it; the host's is free again, the next player is host, and those who are there are
    called. With the next player it starts.
    """
    away = Away(scene, ANN)
    match = await scene.open(seats=2)
    receipt = await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.relay.pump()
    view = await scene.app.matches.view(match, None)
    away.users = set()
    await scene.app.lobby.join(scene.key(), CLEO, match=match)

    text = "Ann left the server, so Ben is now the host of match #1 and a seat is free again."
    assert (Status.LOBBY, BEN.user, [BEN.user, None]) == (
        view.match.status,
        view.match.host,
        [seat.user for seat in view.seats],
    )
    assert text == scene.words(receipt.told[-1])
    assert (text, (BEN.user,)) in said(scene)
    assert Status.RUNNING is (await scene.app.matches.view(match, None)).match.status


async def test_an_absent_host_cannot_start(scene: Scene) -> None:
    """
    From elsewhere the start is refused with a sentence, and nothing changes.
    """
    away = Away(scene)
    match = await scene.open(seats=3)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    away.users = {ANN.user}
    with pytest.raises(Refusal, match="HOST_LEFT"):
        await scene.app.lobby.start(scene.key(), ANN, match=match)

    assert Status.LOBBY is (await scene.app.matches.view(match, None)).match.status
