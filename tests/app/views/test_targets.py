"""Which match a command is about where none is named: a table of cases, and what the database offers for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from bot.app.match.records import MatchLine, Place
from bot.app.views.targets import (
    ANY,
    BOARD,
    DECLINE,
    HOSTING,
    JOIN,
    OPEN_HOST,
    PLAYING,
    PRACTICE_TURN,
    REMATCH,
    STAFF,
    SUBSTITUTE,
    TURN,
    Candidate,
    Nearness,
    Target,
    find_targets,
    resolve,
)
from db.ids import ChannelId, GuildId, MatchId
from db.records import Status
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, THREAD, Scene
from tests.stores import NOW

THREAD_, CHANNEL, BELOW, SERVER, ELSEWHERE = Nearness
OPEN, RUNNING, FINISHED, CANCELLED = Status.LOBBY, Status.RUNNING, Status.FINISHED, Status.CANCELLED
GRUNN_TURN = Target(game="grunn", statuses=TURN.statuses, role=TURN.role, turn=True)


def match(
    number: int,
    what: str = "",
    *,
    game: str = "grunn",
    status: Status = RUNNING,
    near: Nearness = BELOW,
    due: int | None = None,
) -> Candidate:
    """Return a match; ``what``: p plays in it, t and is asked, h leads it, g is invited, o one is open.

    Also x private, s practice.
    """
    line = MatchLine(
        match=MatchId(number),
        game=game,
        status=status,
        names=("Ann", "Ben"),
        free=0,
        waiting=(),
        yours="t" in what,
        due=None if due is None else NOW + timedelta(hours=due),
        place=PLACE,
        moved=NOW,
    )
    return Candidate(
        line=line,
        nearness=near,
        channel=PLACE.channel,
        private="x" in what,
        practice="s" in what,
        player="p" in what or "t" in what,
        host="h" in what,
        guest="g" in what,
        offered="o" in what,
    )


@dataclass(frozen=True)
class Case:
    """What is there, and which matches are left."""

    target: Target
    there: tuple[Candidate, ...]
    left: tuple[int, ...]
    fact: str = field(default="")


CASES = (
    Case(GRUNN_TURN, (match(1, "t"), match(2, "t", game="grumpf")), (1,), "the game of the command"),
    Case(BOARD, (match(1, "t", status=FINISHED), match(2)), (2,), "running before finished, before one's own seat"),
    Case(BOARD, (match(1), match(2, "p"), match(3)), (2,), "one's own seat before others' matches"),
    Case(TURN, (match(1, "p"), match(2, "t")), (2,), "one's turn"),
    Case(TURN, (match(1, "t", near=BELOW), match(2, "t", near=CHANNEL)), (2,), "this very channel"),
    Case(TURN, (match(1, "t"), match(2, "t"), match(3, "p"), match(4)), (2, 1), "several: these alone, newest first"),
    Case(TURN, (match(1, "t", due=5), match(2, "t", due=9)), (1, 2), "several: the first deadline first"),
    Case(TURN, (match(1, "p", near=THREAD_), match(2, "t")), (1,), "its own thread, though another one waits"),
    Case(TURN, (match(1, "p", near=THREAD_, status=FINISHED), match(2, "t")), (1,), "its own thread, to be refused"),
    Case(GRUNN_TURN, (match(1, "t", game="grumpf", near=THREAD_), match(2, "t")), (2,), "another game's thread"),
    Case(TURN, (match(1, near=CHANNEL), match(2, "t", near=SERVER)), (2,), "one's own elsewhere: none here fits"),
    Case(TURN, (match(1, "p"), match(2, "t", near=ELSEWHERE)), (1,), "never one elsewhere while one here fits"),
    Case(BOARD, (match(1), match(2, "t", near=SERVER)), (1,), "looking: what is played here"),
    Case(BOARD, (match(1, near=SERVER), match(2, "p", near=ELSEWHERE)), (2,), "looking: one's own before others'"),
    Case(BOARD, (match(1, near=SERVER),), (1,), "looking: the only one of the server"),
    Case(PLAYING, (match(1, "t"), match(2, "p")), (2, 1), "what is not about one's turn is not guessed by it"),
    Case(TURN, (match(1, status=FINISHED), match(2)), (2,), "none of one's own: the running one, to be refused"),
    Case(TURN, (match(1), match(2)), (), "none of one's own, and two to be refused"),
    Case(TURN, (match(1, "p", status=FINISHED),), (1,), "the only one here is over, to be refused"),
    Case(GRUNN_TURN, (match(1, "t", game="grumpf"),), (1,), "the only one here is of another game, to be refused"),
    Case(TURN, (match(1, near=SERVER),), (), "others' matches elsewhere are none to play in"),
    Case(REMATCH, (match(1, "p"), match(2, "p", status=FINISHED)), (2,), "a rematch is of what is over"),
    Case(JOIN, (match(1, "p", status=OPEN), match(2, status=OPEN), match(3)), (2,), "joined is what one is not in"),
    Case(JOIN, (match(1, status=OPEN), match(2, "g", status=OPEN)), (2,), "an invitation comes first"),
    Case(JOIN, (match(1, "x", status=OPEN, near=CHANNEL), match(2, status=OPEN)), (2,), "not others' private one"),
    Case(DECLINE, (match(1, status=OPEN), match(2, "gx", status=OPEN)), (2,), "turned down is an invitation"),
    Case(OPEN_HOST, (match(1, "p", status=OPEN), match(2, "h", status=OPEN)), (2,), "started by its host"),
    Case(HOSTING, (match(1, "hp"), match(2, "h", status=OPEN)), (2,), "handed over: the open one first"),
    Case(SUBSTITUTE, (match(1), match(2, "o"), match(3, "op")), (2,), "a seat that is open to oneself"),
    Case(STAFF, (match(1, "tp"), match(2)), (2, 1), "staff is not led to their own match"),
    Case(STAFF, (match(1, status=FINISHED), match(2, near=SERVER)), (2,), "staff: the only one of the server"),
    Case(ANY, (match(1, status=CANCELLED), match(2, status=OPEN)), (2,), "open before canceled"),
    Case(PRACTICE_TURN, (match(1, "t", near=CHANNEL), match(2, "ts")), (2,), "advice is for practice matches"),
    Case(PRACTICE_TURN, (match(1, "t"), match(2, "p")), (1,), "no practice match: one's turn, to be refused"),
    Case(ANY, (), (), "nothing is there"),
)


@pytest.mark.parametrize("case", CASES, ids=[case.fact for case in CASES])
def test_which_match_is_meant(case: Case) -> None:
    """
    Narrowed by game, running, seat, turn and place, in this order; never beyond the last one left.
    """
    assert case.left == tuple(one.line.match for one in resolve(case.there, case.target))


def test_all_that_fits_is_offered_best_first() -> None:
    """
    Completion offers what the command makes sense on: of its game, of a status it takes, with a seat of one's own.
    """
    there = (
        match(1, "p"),
        match(2, "t", game="grumpf"),
        match(3, "p", status=FINISHED),
        match(4, "t"),
        match(5),
        match(6, "t", near=ELSEWHERE),
    )

    assert [4, 1, 6] == [one.line.match for one in find_targets(there, GRUNN_TURN)]


async def candidates(scene: Scene, place: Place, target: Target, *, sees: bool = True) -> dict[int, Nearness]:
    """Return the numbers of the matches that a command of Ann's may be about, and where they are."""
    found = await scene.app.matches.candidates(place, ANN.user, target, sees=lambda _: sees)
    return {one.line.match: one.nearness for one in found}


async def test_only_what_one_may_see_is_a_candidate(scene: Scene) -> None:
    """
    Of others' matches those of this channel, and of channels that one sees; private ones only where they are played.
    """
    other = Place(PLACE.guild, ChannelId(88))
    abroad = Place(GuildId(10), ChannelId(99))
    own = await scene.match(players=(ANN, BEN))
    public = await scene.open(host=DORA, place=other)
    private = await scene.open(host=DORA, private=True, place=other)
    guest = await scene.open(host=CLEO, seats=3, private=True, invite=(ANN,), place=abroad)
    foreign = await scene.open(host=CLEO, place=abroad)

    assert {own: CHANNEL, public: SERVER, guest: ELSEWHERE} == await candidates(scene, PLACE, ANY)
    assert {own: CHANNEL, guest: ELSEWHERE} == await candidates(scene, PLACE, ANY, sees=False)
    assert {own: SERVER, public: CHANNEL, private: CHANNEL, guest: ELSEWHERE} == await candidates(scene, other, ANY)
    assert {own: ELSEWHERE, guest: ELSEWHERE} == await candidates(scene, Place(None, ChannelId(5)), ANY)
    assert {own: SERVER, public: CHANNEL, private: CHANNEL} == await candidates(scene, other, STAFF_ALL)
    assert foreign not in await candidates(scene, PLACE, STAFF_ALL)


STAFF_ALL = Target(statuses=(RUNNING, OPEN), role=STAFF.role)


async def test_a_thread_has_one_candidate(scene: Scene) -> None:
    """
    In its own thread a match is the only one for commands of its game; for others the person's own count.
    """
    first, second = await scene.match(), await scene.match()
    await scene.relay.pump()
    thread = Place(PLACE.guild, ChannelId(THREAD + first))
    own_game, other_game = (Target(game=game, statuses=(RUNNING,)) for game in ("season", "shop"))

    assert {first: THREAD_} == await candidates(scene, thread, BOARD)
    assert {first: THREAD_} == await candidates(scene, thread, own_game)
    assert {first: THREAD_, second: SERVER} == await candidates(scene, thread, other_game)
    assert {first: BELOW, second: BELOW} == await candidates(scene, PLACE, BOARD)


async def test_a_match_behind_many_later_ones_is_found(scene: Scene) -> None:
    """
    Thirty newer matches that were called off do not hide the one that runs here.
    """
    running = await scene.match()
    for _ in range(30):
        number = await scene.open(host=DORA)
        await scene.app.lobby.cancel(scene.key(), DORA, match=number)

    assert (running,) == tuple((await candidates(scene, PLACE, TURN)).keys() & {running})
