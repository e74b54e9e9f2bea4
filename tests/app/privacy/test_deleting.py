"""A person is deleted: nothing in any table leads to them, and what others have stays whole."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.server_rules import MEMBER
from bot.app.match.paces import Banked, Late
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.moderation.bars import BarTerms
from bot.app.moderation.reports import NewReport
from bot.app.notifications.claiming import SAME_NONCE
from bot.app.privacy import deleting
from bot.app.privacy.deleting import _NotYet
from bot.app.transfer.match_file import read_file
from bot.app.transfer.verification import open_file, verify_match
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.moderation.records import ReportTopic
from db.privacy import scanning
from db.privacy.renaming import Renaming
from db.privacy.repository import PrivacyRepository
from db.records import NoticeState, Status
from db.tx import Tx
from games.core.errors import Refusal
from games.core.seats import Seat
from games.core.text import say_name
from tests.app.finding.test_player_search import seek
from tests.app.playing import play_random
from tests.app.privacy.dump import dump, find
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.app.tournaments.held import HOST, opened, play_on, signed

GUILD = PLACE.guild or GuildId(0)
ZOE = Actor(UserId(987654321012345678), "Zoë “Zed” Quill", GUILD, "zoe.quill")
"""Who is deleted; nobody else has any of these words."""
ERIC = Actor(UserId(105), "Eric")
RENAMED = Actor(ZOE.user, "Zoë the Second", GUILD, "zoe.quill")
NAMES = (ZOE.name, ZOE.account, RENAMED.name)
BANKED = Banked(bank=10 * 3600, increment=3600, cap=12 * 3600, late=Late.MOVE)


async def play(scene: Scene, match: MatchId, turns: int) -> None:
    """Make random turns, until the match is over."""
    for _ in range(turns):
        if (await scene.app.uow.read(match)).match.status is not Status.RUNNING:
            return
        await play_random(scene, match)


async def live(scene: Scene, chance: random.Random) -> list[MatchId]:
    """Let Zoë do about everything that leaves a trace, in an order and to an extent of chance; return the matches."""
    over = await scene.match("season", (ZOE, BEN))
    await scene.app.notes.write(ZOE, match=over, text="beat Ben", add=False)
    await scene.app.notes.write(BEN, match=over, text=f"{ZOE.name} always opens with 2", add=False)
    await play(scene, over, 60)
    running = await scene.match("season", (ANN, ZOE, CLEO), pace=BANKED)
    await play(scene, running, chance.randrange(1, 6))
    hosted = await scene.match("season", (ZOE, BEN), pace=BANKED)
    await play(scene, hosted, chance.randrange(2))
    lobby = await scene.open("season", seats=3, host=ZOE, invite=(CLEO,))
    joined = await scene.open("season", seats=3, host=ANN, invite=(ZOE,))
    alone = await scene.match("brainy", (ZOE,), computers=("easy",))
    await scene.app.staff.extend(scene.key(), ZOE, place=PLACE, match=running, seat=Seat(0), hours=3)
    await scene.app.preferences.set_person(ZOE, {"zone": "Europe/Amsterdam"})
    with suppress(Refusal):
        await scene.app.lobby.invite(scene.key(), ZOE, match=lobby, users=[BEN], keep=False)
    if chance.random() < 0.5:
        await scene.app.lobby.join(scene.key(), BEN, match=lobby)
    cup = await opened(scene, rounds=2, name=f"{ZOE.name}'s Cup" if chance.random() < 0.5 else "Cup")
    await signed(scene, cup, people=(ANN, BEN, ZOE, CLEO))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=cup)
    await play_on(scene, cup, turns=400, skip=frozenset({ZOE.user} if chance.random() < 0.5 else ()))
    await play(scene, running, 1)
    await scene.app.substitutes.offer(scene.key(), RENAMED, match=running)  # under a new name from now on
    await scene.app.substitutes.offer(scene.key(), RENAMED, match=running)
    await scene.app.ratings.set_block(ZOE, other=BEN.user, blocked=True)
    await scene.app.ratings.set_block(CLEO, other=ZOE.user, blocked=True)
    await moderate(scene, running)
    if chance.random() < 0.5:
        await scene.relay.pump()
    return sorted({over, running, hosted, lobby, joined, alone})


async def moderate(scene: Scene, match: MatchId) -> None:
    """Let Zoë report, look after a report and bar somebody; and let staff bar her, where nothing of hers goes on."""
    for actor in (RENAMED, BEN):
        new = NewReport(match=match, topic=ReportTopic.STALLING, words=f"{ZOE.name} and {BEN.name} quarrel.")
        made = await scene.app.reports.file(scene.key(), actor, place=PLACE, new=new)
    await scene.app.reports.claim(scene.key(), RENAMED, place=PLACE, report=made.id, owner=True)
    outcome = f"{ZOE.name} is sorry."
    await scene.app.reports.resolve(scene.key(), RENAMED, place=PLACE, report=made.id, outcome=outcome, owner=True)
    terms = BarTerms(until=None, why=f"rude to {ZOE.name}")
    await scene.app.bars.bar(scene.key(), RENAMED, place=PLACE, guest=ERIC, terms=terms)
    far = Place(GuildId(10), ChannelId(88))
    await scene.app.bars.bar(scene.key(), CLEO, place=far, guest=RENAMED, terms=terms)


async def verify(scene: Scene, match: MatchId) -> None:
    """Check that the log of a match that is over leads to its result."""
    file = await scene.app.files.match_file(match, BEN.user)
    library = scene.app.uow.library
    verify_match(open_file(read_file(file.data), library.games, library.codec))


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_leads_to_a_deleted_person(scene: Scene, seed: int) -> None:
    """
    Whatever they did before: no table holds the id or one of the names, and all that others see is the same but those.
    """
    chance = random.Random(seed)
    matches = await live(scene, chance)
    await scene.app.rating_calculator.work()
    before = await dump(scene.store)
    log = await scene.log(matches[0], BEN)
    known = find(before, ZOE.user, *NAMES)
    number = await scene.app.privacy.deletions.delete(ZOE.user)
    after = await dump(scene.store)

    assert len(known) > 40
    assert [] == find(after, ZOE.user, *NAMES)
    assert number == 1
    assert [line.replace(RENAMED.name, "Deleted player 1") for line in log] == await scene.log(matches[0], BEN)
    await verify(scene, matches[0])
    assert len(before["entry"]) <= len(after["entry"])
    assert {row[:3] for row in before["placing"]} <= {row[:3] for row in after["placing"]}
    assert {r for r in before["rating"] if r[2] != ZOE.user} == {r for r in after["rating"] if r[2] != -1}
    assert not after["block"]


async def test_logs_are_rewritten_in_units_of_work_for_which_nobody_waits_long(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    However many matches somebody has played: one log that takes long is the last of its unit.
    """
    for _ in range(3):
        await play(scene, await scene.match("season", (ZOE, BEN)), 60)
    rewrite = PrivacyRepository.rewrite_log
    units: list[PrivacyRepository] = []

    def note(self: PrivacyRepository, renaming: Renaming, number: MatchId) -> None:
        units.append(self)
        rewrite(self, renaming, number)

    monkeypatch.setattr(deleting, "LONGEST", 0)
    monkeypatch.setattr(PrivacyRepository, "rewrite_log", note)
    await scene.app.privacy.deletions.delete(ZOE.user)

    assert (3, 3) == (len(units), len(set(units)))
    assert [] == find(await dump(scene.store), ZOE.user, *NAMES)


async def test_of_what_was_sent_and_answered_only_what_may_name_the_person_is_read_at_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The rest was looked through before, page by page; what wasn't finished then, or came since, is read again.
    """
    monkeypatch.setattr(scanning, "PAGE", 2)
    monkeypatch.setattr(scanning, "LATE_NUMBERS", 0)
    monkeypatch.setattr(scanning, "LATE_ANSWERS", timedelta(0))
    await scene.match("season", (ANN, BEN, CLEO))
    await scene.match("season", (ZOE, BEN))
    await scene.relay.pump()
    answer = msgspec.json.encode(say_name(ZOE.name))
    await scene.store.run(lambda tx: tx.requests.remember(scene.key(), answer, at=scene.clock.now()))
    scene.clock.forward(minutes=1)
    await scene.match("season", (BEN, CLEO))
    deletions, known = scene.app.privacy.deletions, await dump(scene.store)
    await scene.store.run(lambda tx: tx.privacy.begin_deletion(ZOE.user, at=scene.clock.now()))
    suspects = await deletions._find_suspects(ZOE.user)
    read = await scene.store.read(lambda tx: {name: list(tx.suspects.find(name, suspects)) for name in scanning.SCANS})
    await deletions.go_on(ZOE.user)

    assert all(0 < len(suspects.rows[name]) < len(known[name]) for name in scanning.SCANS)
    assert all(len({row[0] for row in rows}) == len(rows) < len(known[name]) for name, rows in read.items())
    assert [] == find(await dump(scene.store), ZOE.user, *NAMES)


async def test_somebody_who_never_came_is_deleted_from_the_blocks_of_others(scene: Scene) -> None:
    """
    All that is kept may be that another player has blocked them.
    """
    await scene.app.ratings.set_block(BEN, other=ZOE.user, blocked=True)
    number = await scene.app.privacy.deletions.delete(ZOE.user)

    assert number == 1
    assert [] == find(await dump(scene.store), ZOE.user)
    assert await scene.app.privacy.deletions.delete(ERIC.user) is None


async def test_ratings_of_others_are_recalculated_identically(scene: Scene) -> None:
    """
    A deleted player counts as the opponent they were.
    """
    for _ in range(2):
        match = await scene.match("season", (ZOE, BEN))
        await play(scene, match, 60)
    await scene.app.rating_calculator.work()
    await scene.app.privacy.deletions.delete(ZOE.user)
    before = (await dump(scene.store))["rating"]
    await scene.app.rating_calculator.refold()

    assert sorted(before) == sorted((await dump(scene.store))["rating"])
    assert {BEN.user, -1} == {row[2] for row in before}


async def test_seats_of_running_matches_are_open_and_others_are_told(scene: Scene) -> None:
    """
    The seat is offered, another player is host, and the log and the card say "Deleted player 1".
    """
    match = await scene.match("season", (ZOE, BEN), pace=BANKED)
    await scene.app.privacy.deletions.delete(ZOE.user)
    view = await scene.app.matches.view(match, BEN.user)
    await scene.relay.pump()
    await scene.app.substitutes.take(scene.key(), CLEO, match=match)
    taken = await scene.app.matches.view(match, BEN.user)

    assert ["Deleted player 1", "Ben"] == [seat.name for seat in view.seats]
    assert BEN.user == view.match.host
    assert any("deleted their data" in line for line in await scene.log(match, BEN))
    assert all(UserId(-1) not in notice.mention for notice in scene.courier.posts)
    assert ["Cleo", "Ben"] == [seat.name for seat in taken.seats]


async def test_a_deletion_that_was_interrupted_is_finished(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    After any step the next process goes on, with the same number.
    """
    match = await scene.match("season", (ZOE, BEN))
    await play(scene, match, 60)
    await scene.match("season", (BEN, ZOE), pace=BANKED)
    for step in ("_leave_tournaments", "_leave_matches", "_rewrite_logs", "_erase"):

        async def die(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as killed:
            killed.setattr(scene.app.privacy.deletions, step, die)
            with pytest.raises(KeyboardInterrupt):
                await scene.app.privacy.deletions.delete(ZOE.user)
    await scene.app.privacy.retention.tidy()
    rows = await dump(scene.store)

    assert [] == find(rows, ZOE.user, *NAMES)
    assert {BEN.user, -1} == {row[2] for row in rows["seat"]}
    assert not rows["deletion"]


async def test_a_match_that_is_found_for_a_person_while_they_are_deleted_is_left(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    They waited for players: the seat is offered like those of the other matches, and nobody waits for them.
    """
    await seek(scene, ZOE)
    deletions = scene.app.privacy.deletions
    rewrite = deletions._rewrite_logs

    async def meet(user: UserId) -> frozenset[MatchId]:
        await seek(scene, CLEO)
        return await rewrite(user)

    monkeypatch.setattr(deletions, "_rewrite_logs", meet)
    await deletions.delete(ZOE.user)
    (found,) = await scene.store.read(lambda tx: tx.matches.of_user(CLEO.user, most=9))
    table = await scene.app.uow.read(found.id)
    (seat,) = (row.seat for row in table.seats if row.user == -1)

    assert [seat] == [clock.seat for clock in table.clocks if clock.offered and clock.vacant]


async def test_no_seat_of_a_rematch_is_kept_for_a_deleted_person(scene: Scene) -> None:
    """
    Somebody else can take it.
    """
    match = await scene.match("season", (BEN, ZOE))
    await play(scene, match, 60)
    await scene.app.privacy.deletions.delete(ZOE.user)
    again = (await scene.app.lobby.open_again(scene.key(), BEN, match=match, access=MEMBER)).match
    await scene.app.lobby.join(scene.key(), CLEO, match=again)

    assert {BEN.user, CLEO.user} == {row.user for row in (await scene.app.uow.read(again)).seats}


async def test_an_open_match_whose_host_has_no_seat_passes_to_a_player(scene: Scene) -> None:
    """
    It isn't canceled for those who have joined it; without players it is.
    """
    wish = MatchRequest(game="season", seats=3, join=False)
    joined, empty = [(await scene.app.lobby.create(scene.key(), ZOE, place=PLACE, wish=wish)).match for _ in range(2)]
    await scene.app.lobby.join(scene.key(), BEN, match=joined)
    await scene.app.privacy.deletions.delete(ZOE.user)
    tables = [(await scene.app.uow.read(match)).match for match in (joined, empty)]

    assert [(Status.LOBBY, BEN.user), (Status.CANCELLED, -1)] == [(each.status, each.host) for each in tables]


async def test_who_comes_back_is_new(scene: Scene) -> None:
    """
    Nothing is known of them, a second deletion has another number, and one who is not known needs none.
    """
    await scene.match("season", (ZOE, BEN))
    first = await scene.app.privacy.deletions.delete(ZOE.user)
    none = await scene.app.privacy.deletions.delete(ZOE.user)
    new = await scene.match("season", (ZOE, BEN))
    views = (await scene.app.matches.view(new, None)).seats
    second = await scene.app.privacy.deletions.delete(ZOE.user)

    assert (1, None, 2) == (first, none, second)
    assert ZOE.name == views[0].name


async def test_a_match_without_other_players_ends(scene: Scene) -> None:
    """
    Nobody could take it over.
    """
    match = await scene.match("brainy", (ZOE,), computers=("easy",))
    await scene.app.privacy.deletions.delete(ZOE.user)

    assert Status.FINISHED is (await scene.app.uow.read(match)).match.status


async def test_a_match_ends_when_the_last_of_its_players_is_deleted(scene: Scene) -> None:
    """
    Deleted players are nobody who could be host, also when somebody resigns.
    """
    ends = await scene.match("season", (ANN, ZOE, BEN), pace=BANKED)
    resigned = await scene.match("season", (CLEO, ZOE, BEN), pace=BANKED)
    for actor in (ZOE, BEN):
        await scene.app.privacy.deletions.delete(actor.user)
    await scene.app.matches.resign(scene.key(), CLEO, match=resigned)
    await scene.app.privacy.deletions.delete(ANN.user)

    assert CLEO.user == (await scene.app.uow.read(resigned)).match.host
    assert Status.FINISHED is (await scene.app.uow.read(ends)).match.status


def test_the_last_step_waits_longer_than_any_message_is_being_sent() -> None:
    """
    In doubt, a row is sent again for two minutes, and written back at the end.
    """
    assert deleting.WAITS * deleting.PAUSE_SECONDS > SAME_NONCE.total_seconds()


async def test_a_message_that_is_just_being_sent_is_waited_for(scene: Scene) -> None:
    """
    Whoever sends it would write its row back with the person's name in it.
    """
    match = await scene.match("season", (ZOE, BEN))
    await scene.store.run(lambda tx: _claim(tx, match))
    deletions = scene.app.privacy.deletions
    await scene.store.run(lambda tx: tx.privacy.begin_deletion(ZOE.user, at=scene.clock.now()))
    await deletions._leave_matches(ZOE.user)
    suspects = await deletions._find_suspects(ZOE.user)
    with pytest.raises(_NotYet):
        await scene.store.run(deletions._erasure(ZOE.user, frozenset(), suspects, waits=True))
    begun = await deletions.list_begun()
    await scene.store.run(deletions._erasure(ZOE.user, frozenset(), suspects, waits=False))

    assert ((ZOE.user,), ()) == (begun, await deletions.list_begun())


def _claim(tx: Tx, match: MatchId) -> None:
    """Let a sentence with the name be under way."""
    record = tx.matches.get(match)
    assert record is not None
    row = outbox.words(record, say_name(ZOE.name), (), now=record.created)
    tx.outbox.enqueue(replace(row, lane=1, state=NoticeState.SENDING))
