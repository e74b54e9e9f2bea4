"""Finished matches are reckoned by themselves, in the order of their end, and again with the same numbers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.app.match.records import Actor, Place
from bot.app.ratings import calculator
from bot.app.ratings.fold import Key
from bot.app.ratings.skill import SETTLED
from db.ids import ChannelId, MatchId, UserId
from db.ratings.records import Ended, Left, RatingRecord, TenureRecord, Unrated
from db.ratings.results import ResultRepository
from db.tx import Tx
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene


async def won(scene: Scene, winner: Actor, loser: Actor, *, turns: bool = True) -> MatchId:
    """Play a match that the loser gives up after a turn of each."""
    match = await scene.match("season", (winner, loser))
    if turns:
        await scene.play(match, winner, "1")
        await scene.play(match, loser, "2")
    scene.clock.forward(hours=1)
    await scene.app.matches.resign(scene.key(), loser, match=match)
    return match


async def finished(scene: Scene, winner: Actor, loser: Actor) -> MatchId:
    """Play a match to its end."""
    match = await scene.match("season", (winner, loser))
    for line in ("1", "2", "3", "--", "--", "--", "--"):
        asked = (await scene.app.uow.read(match)).open_asks()[0].seat
        await scene.play(match, (winner, loser)[asked], line)
    return match


async def rate(
    scene: Scene, actor: Actor, *, guild: int = 9, mu: int = 25_000_000, sigma: int = 6_000_000, game: str = "season"
) -> None:
    """Store a rating made by a match that ends now."""
    now = scene.clock.now()
    record = RatingRecord(
        guild=guild,
        game=game,
        user=actor.user,
        level="",
        mu=mu,
        sigma=sigma,
        shown=mu - 3 * sigma,
        matches=9,
        changed=now,
    )

    def write(tx: Tx) -> None:
        tx.people.meet(actor.user, actor.name, at=now)
        tx.ratings.put(record)

    await scene.store.run(write)


async def numbers(scene: Scene) -> dict[Key, tuple[int, int, int]]:
    """Return all ratings."""
    found = await scene.store.read(lambda tx: tx.ratings.get_all())
    return {
        Key(row.guild, row.game, row.user, row.level_of, row.level): (row.mu, row.sigma, row.matches) for row in found
    }


async def test_a_finished_match_is_reckoned_once(scene: Scene) -> None:
    """
    Its result is stored with turns and times, and four ratings of each player follow.
    """
    match = await won(scene, ANN, BEN)
    done = await scene.app.rating_calculator.work()
    again = await scene.app.rating_calculator.work()
    result = await scene.store.read(lambda tx: tx.results.get(match))
    placings = await scene.store.read(lambda tx: tx.results.placings([match]))

    assert (1, 0) == (done, again)
    assert result is not None
    assert (Ended.RESIGNED, True) == (result.ended, result.rated)
    assert [(1, Left.STAYED, 1), (2, Left.RESIGNED, 1)] == [(row.rank, row.left, row.turns) for row in placings]
    assert 8 == len(await numbers(scene))


async def test_rebuilding_gives_the_same_numbers(scene: Scene) -> None:
    """
    From the logs of the matches alone, to the last digit, whenever that is done.
    """
    for winner, loser in ((ANN, BEN), (BEN, CLEO), (CLEO, ANN), (ANN, BEN), (DORA, ANN)):
        await won(scene, winner, loser)
        await scene.app.rating_calculator.work()
        scene.clock.forward(days=100)  # a time without a match widens what comes next
    before = await numbers(scene)
    steps = await scene.store.read(lambda tx: tx.ratings.steps(ANN.user, 9, "season", most=99))
    count = await scene.app.rating_calculator.rebuild()

    assert 5 == count
    assert before == await numbers(scene)
    assert steps == await scene.store.read(lambda tx: tx.ratings.steps(ANN.user, 9, "season", most=99))


async def test_a_result_that_comes_late_puts_all_in_order(scene: Scene) -> None:
    """
    A match that ended earlier than one already reckoned has all ratings made anew, as if it had come in time.
    """
    first = await won(scene, ANN, BEN)
    scene.clock.forward(days=200)
    await won(scene, BEN, ANN)
    await scene.store.run(lambda tx: tx.results.settle(first))
    await scene.app.rating_calculator.work()
    await scene.store.run(lambda tx: tx.results.owe(first))
    await scene.app.rating_calculator.work()
    late = await numbers(scene)
    await scene.app.rating_calculator.rebuild()

    assert late == await numbers(scene)
    assert 2 == late[Key(9, "season", ANN.user)][2]


async def test_a_result_that_comes_while_a_page_is_rated_is_not_lost(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The page is read again.
    """
    await won(scene, ANN, BEN)
    await scene.app.rating_calculator.work()
    await won(scene, BEN, ANN)
    original = type(scene.app.rating_calculator)._reckon
    after = ResultRepository.after
    calls: list[int] = []

    def meddle(results: ResultRepository, last: tuple[int, int], *, most: int) -> object:
        calls.append(1)
        return after(results, last, most=most)

    monkeypatch.setattr(ResultRepository, "after", meddle)
    store_read = scene.store.read

    async def read(work: object, **how: object) -> object:
        found: object = await store_read(work)  # type: ignore[arg-type]
        if len(calls) == 1:
            calls.append(1)
            match = (await store_read(lambda tx: tx.results.find_owed(most=1)))[0]
            await original(scene.app.rating_calculator, match)
        return found

    monkeypatch.setattr(scene.app.uow.store, "read", read)
    await scene.app.rating_calculator.refold()
    monkeypatch.undo()

    assert 2 == (await numbers(scene))[Key(9, "season", ANN.user)][2]
    assert not (await scene.store.read(lambda tx: tx.ratings.progress())).stale


async def test_another_process_was_first(scene: Scene) -> None:
    """
    A match that is settled already is not reckoned twice.
    """
    match = await won(scene, ANN, BEN)
    await scene.store.run(lambda tx: tx.results.settle(match))
    await scene.app.rating_calculator._reckon(match)

    assert await scene.store.read(lambda tx: tx.results.get(match)) is None


async def test_a_match_without_turns_of_both_is_not_rated(scene: Scene) -> None:
    """
    Nobody gains by somebody who never came.
    """
    match = await won(scene, ANN, BEN, turns=False)
    await scene.app.rating_calculator.work()
    result = await scene.store.read(lambda tx: tx.results.get(match))

    assert result is not None
    assert Unrated.ABSENT == result.why
    assert {} == await numbers(scene)


async def test_profile(scene: Scene) -> None:
    """
    Results by game and seats, ratings with uncertainty and place, their way, turn times, time-outs.
    """
    await won(scene, ANN, BEN)
    await won(scene, ANN, BEN)
    await scene.app.rating_calculator.work()
    ann = await scene.app.ratings.profile(ANN, place=PLACE, user=ANN.user)
    ben = await scene.app.ratings.profile(ANN, place=PLACE, user=BEN.user, game="season")

    assert ("Ann", True, False, True) == (ann.name, ann.own, ann.consents, ann.elsewhere)
    assert [("season", 2, 2, 2, 1.0)] == [(c.game, c.seats, c.matches, c.firsts, c.places) for c in ann.counts]
    assert {("", False), ("season", False), ("", True), ("season", True)} == {
        (rating.game, rating.everywhere) for rating in ann.ratings
    }
    assert (None, True) == (ann.ratings[0].place, ann.ratings[0].provisional)
    assert ann.today == ann.ratings[1]
    assert ("season", 2) == (ann.way_of, len(ann.way))
    assert (2, 0) == (ann.turns, ann.late)
    assert ann.quartiles is not None
    assert not ben.elsewhere
    assert [False, False] == [rating.everywhere for rating in ben.ratings]
    assert ann.way[-1].points > 1500 > ben.way[-1].points


async def test_ratings_across_servers_are_shown_by_consent_only(scene: Scene) -> None:
    """
    Who agrees stands on the board across servers; taking it back takes the line away at once.
    """
    await finished(scene, ANN, BEN)
    await scene.app.rating_calculator.work()
    await rate(scene, ANN, guild=0)
    nobody = await scene.app.ratings.leaderboard(ANN, place=PLACE, game="season", everywhere=True)
    await scene.app.ratings.set_consent(ANN, agrees=True)
    agreed = await scene.app.ratings.leaderboard(BEN, place=PLACE, game="season", everywhere=True)
    shown = await scene.app.ratings.profile(BEN, place=PLACE, user=ANN.user)
    best = await scene.app.ratings.records(place=PLACE, everywhere=True)
    await scene.app.ratings.set_consent(ANN, agrees=False)
    taken = await scene.app.ratings.leaderboard(BEN, place=PLACE, game="season", everywhere=True)

    assert [[], ["Ann"], []] == [[row.name for row in board.rows] for board in (nobody, agreed, taken)]
    assert shown.consents
    assert [ANN.user] == [row.user for row in best]


async def test_records_follow_a_consent_at_once(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    However many placings a person has: they are changed bit by bit, and meanwhile the records are right.
    """
    monkeypatch.setattr(calculator, "SPREAD", 1)
    for _ in range(3):
        await finished(scene, ANN, BEN)
    await scene.app.rating_calculator.work()
    seen = []

    async def look() -> None:
        for spread in (False, True):
            if spread:
                await scene.app.rating_calculator.work()
            best = await scene.app.ratings.records(place=PLACE, everywhere=True)
            seen.append([(row.user, row.nth) for row in best])

    for agrees in (True, False, True, True):
        await scene.app.ratings.set_consent(ANN, agrees=agrees)
        await look()
    unspread = await scene.store.read(lambda tx: tx.ratings.find_unspread(most=9))

    shown = seen[0]
    assert {ANN.user} == {user for user, _ in shown}
    assert [shown, shown, [], [], shown, shown, shown, shown] == seen
    assert () == unspread


async def test_in_direct_messages_others_show_what_they_agreed_to(scene: Scene) -> None:
    """
    Outside servers a player's results are shown to that player, and to others by consent only; so are those of two.
    """
    private = Place(None, ChannelId(77))
    await won(scene, ANN, BEN)
    await scene.app.rating_calculator.work()

    async def seen(viewer: Actor) -> tuple[int, int, int, int]:
        """How much a viewer sees of Ann, and of Ann against Ben."""
        view = await scene.app.ratings.profile(viewer, place=private, user=ANN.user)
        both = await scene.app.ratings.versus(viewer, place=private, first=ANN.user, second=BEN.user)
        return len(view.counts), len(view.ratings), len(view.way), len(both.lines)

    own, before = await seen(ANN), await seen(CLEO)
    await scene.app.ratings.set_consent(ANN, agrees=True)
    one = await seen(CLEO)
    await scene.app.ratings.set_consent(BEN, agrees=True)

    assert (0, 0, 0, 0) == before
    assert (1, 2, 1, 1) == own
    assert (1, 2, 1, 0) == one
    assert (1, 2, 1, 1) == await seen(CLEO)


async def test_leaderboard_of_a_server(scene: Scene) -> None:
    """
    People by what they are at least; computer players are not on it; the viewer's own line is named.
    """
    await rate(scene, ANN, mu=30_000_000, sigma=5_000_000)
    await rate(scene, BEN, mu=33_000_000, sigma=6_500_000)
    await rate(scene, CLEO, mu=26_000_000, sigma=2_000_000)
    board = await scene.app.ratings.leaderboard(BEN, place=PLACE, game="season")

    assert [(1, "Cleo", 1560, 240, 1200), (2, "Ann", 1800, 600, 900), (3, "Ben", 1980, 780, 810)] == [
        (row.place, row.name, row.points, row.margin, row.sure) for row in board.rows
    ]
    assert board.own == board.rows[2]
    assert board.unsettled is None


async def test_a_provisional_rating_is_not_on_the_board_and_never_negative(scene: Scene) -> None:
    """
    After one match both have a question mark and no place; the viewer is told, as far as the viewer may be shown.
    """
    await won(scene, ANN, BEN)
    await scene.app.rating_calculator.work()
    await rate(scene, CLEO, mu=-9_000_000, sigma=SETTLED)
    board = await scene.app.ratings.leaderboard(BEN, place=PLACE, game="season")
    across = await scene.app.ratings.leaderboard(BEN, place=PLACE, game="season", everywhere=True)
    stranger = await scene.app.ratings.leaderboard(DORA, place=PLACE, game="season")
    ben = await scene.app.ratings.profile(BEN, place=PLACE, user=BEN.user)

    assert [("Cleo", 100, 100)] == [(row.name, row.points, row.sure) for row in board.rows]
    assert board.own is None
    assert board.unsettled == next(
        rating for rating in ben.ratings if (rating.game, rating.everywhere) == ("season", 0)
    )
    assert [(None, True)] * 4 == [(rating.place, rating.provisional) for rating in ben.ratings]
    assert (None, None) == (across.unsettled, stranger.unsettled)


async def test_who_does_not_play_becomes_provisional_again(scene: Scene) -> None:
    """
    Shown as of now: the margin grows, the order follows, at last the line goes; what is stored stays.
    """
    await rate(scene, ANN, mu=30_000_000, sigma=6_000_000)
    scene.clock.forward(days=300)
    await rate(scene, BEN, mu=29_900_000, sigma=6_000_000)
    before = await numbers(scene)
    boards, places = [], []
    for days in (0, 800, 4000):
        scene.clock.forward(days=days)
        boards.append(await scene.app.ratings.leaderboard(ANN, place=PLACE, game="season"))
        people = [await scene.app.ratings.profile(who, place=PLACE, user=who.user) for who in (ANN, BEN)]
        places.append([person.ratings[0].place for person in people])

    assert [[2, 1], [None, 1], [None, None]] == places
    assert [[("Ben", 720), ("Ann", 745)], [("Ben", 784)], []] == [
        [(row.name, row.margin) for row in board.rows] for board in boards
    ]
    assert [None, (1800, 806), (1800, 1000)] == [
        board.unsettled and (board.unsettled.points, board.unsettled.margin) for board in boards
    ]
    assert [(None, 1000)] == [(rating.place, rating.margin) for rating in people[0].ratings]
    assert before == await numbers(scene)


async def test_head_to_head_and_records(scene: Scene) -> None:
    """
    Who was ahead how often; the highest totals by game and number of seats.
    """
    await finished(scene, ANN, BEN)
    last = await won(scene, BEN, ANN)
    await scene.app.rating_calculator.work()
    both = await scene.app.ratings.versus(ANN, place=PLACE, first=ANN.user, second=BEN.user)
    best = await scene.app.ratings.records(place=PLACE, game="season")

    assert ("Ann", "Ben") == (both.first, both.second)
    assert [("season", 2, 1, 1, 0, last)] == [
        (line.game, line.matches, line.first, line.second, line.even, line.last) for line in both.lines
    ]
    assert [("season", 2, 1)] == [(row.game, row.seats, row.nth) for row in best][:1]
    with pytest.raises(Refusal, match="SAME"):
        await scene.app.ratings.versus(ANN, place=PLACE, first=ANN.user, second=ANN.user)
    with pytest.raises(Refusal, match="NO_GAME"):
        await scene.app.ratings.records(place=PLACE, game="chess")


async def test_8_records_come_from_matches_played_to_their_end(scene: Scene) -> None:
    """
    A match that was given up or ended by staff, or broken off alone, is no record, nor the best of a profile.
    """
    await won(scene, ANN, BEN)
    stopped = await scene.match("season", (ANN, BEN))
    await scene.play(stopped, ANN, "1")
    await scene.app.staff.end(scene.key(), CLEO, place=PLACE, match=stopped)
    alone = await scene.match("shop", (ANN,))
    await scene.app.matches.resign(scene.key(), ANN, match=alone)
    await scene.app.rating_calculator.work()
    none = await scene.app.ratings.records(place=PLACE)
    before = await scene.app.ratings.profile(ANN, place=PLACE, user=ANN.user)
    whole = await finished(scene, ANN, BEN)
    await scene.app.rating_calculator.work()
    found = await scene.app.ratings.records(place=PLACE)
    after = await scene.app.ratings.profile(ANN, place=PLACE, user=ANN.user)

    assert () == none
    assert [("season", None), ("shop", None)] == [(count.game, count.best) for count in before.counts]
    assert [(whole, "Ann", 2), (whole, "Ben", 1)] == [(row.match, row.name, row.total) for row in found]
    assert [("season", 2), ("shop", None)] == [(count.game, count.best) for count in after.counts]


async def test_who_was_replaced_is_rated_apart(scene: Scene) -> None:
    """
    The one who left pays, the newcomer is guarded, and the log of who sat where is kept.
    """
    match = await scene.match("season", (ANN, BEN))
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")

    def replaced(tx: Tx) -> None:
        seats = tx.matches.seats(match)
        tx.matches.set_seats(match, (seats[0], replace(seats[1], user=CLEO.user)))
        row = TenureRecord(
            match=match, seat=1, number=1, user=BEN.user, level=None, until=6, at=scene.clock.now(), why=Left.REPLACED
        )
        tx.results.put_tenure(row)

    await scene.store.run(replaced)
    await scene.play(match, ANN, "3")
    await scene.play(match, CLEO, "4")
    await scene.app.matches.resign(scene.key(), CLEO, match=match)
    await scene.app.rating_calculator.work()
    placings = await scene.store.read(lambda tx: tx.results.placings([match]))
    ratings = await numbers(scene)

    assert [(0, ANN.user), (0, CLEO.user), (1, BEN.user)] == [(row.tenure, row.user) for row in placings]
    assert Key(9, "season", CLEO.user) not in ratings
    assert ratings[Key(9, "season", BEN.user)][0] < 25_000_000


async def test_blocks(scene: Scene) -> None:
    """
    A list of whom one does not want to meet; pairs are found in both orders.
    """
    first = await scene.app.ratings.set_block(ANN, other=BEN.user, blocked=True)
    again = await scene.app.ratings.set_block(ANN, other=BEN.user, blocked=True)
    listed = await scene.app.ratings.list_blocked(ANN)
    pairs = await scene.store.read(lambda tx: tx.blocks.among([ANN.user, BEN.user, CLEO.user]))
    gone = await scene.app.ratings.set_block(ANN, other=BEN.user, blocked=False)

    assert (True, False, True) == (first, again, gone)
    assert (BEN.user,) == listed
    assert {(ANN.user, BEN.user), (BEN.user, ANN.user)} == pairs
    with pytest.raises(Refusal, match="SAME"):
        await scene.app.ratings.set_block(ANN, other=ANN.user, blocked=True)


async def test_matches_of_a_game_that_is_gone_are_reckoned_without_their_log(scene: Scene) -> None:
    """
    Places stand in the outcome; turns cannot be counted any more, so it is not rated.
    """
    match = await won(scene, ANN, BEN)
    later = Scene(scene.store, {"brainy": scene.app.uow.library.games["brainy"]})
    await later.app.rating_calculator.work()
    result = await scene.store.read(lambda tx: tx.results.get(match))

    assert result is not None
    assert not result.rated


async def test_a_profile_outside_servers_is_that_across_them(scene: Scene) -> None:
    """
    In a direct message one sees the own way across all servers.
    """
    await won(scene, ANN, BEN)
    await scene.app.rating_calculator.work()
    place = Place(None, ChannelId(5))
    view = await scene.app.ratings.profile(ANN, place=place, user=ANN.user)
    stranger = await scene.app.ratings.profile(ANN, place=PLACE, user=UserId(999))

    assert [True, True] == [rating.everywhere for rating in view.ratings]
    assert 1 == len(view.way)
    assert ("999", (), None) == (stranger.name, stranger.counts, stranger.quartiles)


async def test_a_match_that_cannot_be_reckoned_holds_up_no_other(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It stays owed; the next one is reckoned all the same.
    """
    broken = await won(scene, ANN, BEN)
    whole = await won(scene, ANN, BEN)
    original = type(scene.app.rating_calculator).result

    async def result(self: object, match: MatchId) -> object:
        if match == broken:
            raise ValueError("unreadable")
        return await original(scene.app.rating_calculator, match)

    monkeypatch.setattr(type(scene.app.rating_calculator), "result", result)
    await scene.app.tournament_runner.work()

    assert (broken,) == await scene.store.read(lambda tx: tx.results.find_owed(most=9))
    assert await scene.store.read(lambda tx: tx.results.get(whole)) is not None


async def test_absences_do_not_count_as_turn_time(scene: Scene) -> None:
    """
    What a player took is told without declared absences.
    """
    now = scene.clock.now()
    match = await scene.match("season", (ANN, BEN))
    await scene.app.absences.declare(ANN, begin=now, until=now + timedelta(hours=5))
    scene.clock.forward(hours=6)
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    await scene.app.tournament_runner.work()
    view = await scene.app.ratings.profile(ANN, place=PLACE, user=ANN.user)

    assert (3600, 3600, 3600) == view.quartiles
