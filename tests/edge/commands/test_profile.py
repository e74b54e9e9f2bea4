"""Profiles, leaderboards, records, exports and blocks: taken by Discord, and seen through a simulated server."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace as changed

from bot.app.puzzles.streaks import Streaks
from bot.app.ratings.exports import File
from bot.app.ratings.views import (
    BarView,
    BoardRow,
    BoardView,
    CountView,
    HabitView,
    PointView,
    ProfileView,
    RatingView,
    RecordView,
    VersusLine,
    VersusView,
)
from bot.edge.commands.profile_pages import (
    blocks_post,
    board_grids,
    file_post,
    leaderboard_post,
    profile_post,
    records_post,
    versus_post,
    way_of,
)
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions.responder import Responder
from db.ids import MatchId, UserId
from db.tx import Tx
from games.core.text import say
from render.core.plates import Drawing
from tests.edge.payloads import components_of, faults_of, texts
from tests.edge.table import NAMES, sit_down
from tests.games.tiny import TINY

NOW = datetime(2026, 3, 1, tzinfo=UTC)
RUDE = "**@everyone** <@99> " + "x" * 200
PICTURE = Drawing(b"png", 1200, 780, "ä" * 3000)
RESPONDER = Responder(None, RenderPool(0), TINY)  # type: ignore[arg-type]  # words need no services


def _rating(game: str = "season", *, everywhere: bool = False) -> RatingView:
    return RatingView(
        game=game, everywhere=everywhere, points=1612, margin=140, provisional=everywhere, matches=12, place=3
    )


PROFILE = ProfileView(
    user=UserId(1),
    name=RUDE,
    own=True,
    consents=False,
    elsewhere=True,
    ratings=tuple(_rating(game, everywhere=way) for game in ("", "season", "gone") for way in (False, True)) * 3,
    counts=tuple(
        CountView(game="season", seats=seats, matches=9, firsts=4, places=1.75, best=best)
        for seats, best in enumerate((88, None, 88, 88, 88, None), start=1)
    )
    * 4,
    way=tuple(PointView(NOW + timedelta(days=day), 1500 + day, 900 - day) for day in range(300)),
    way_of="season",
    today=_rating(),
    seen=NOW + timedelta(days=400, hours=5),
    quartiles=(40, 7200, 200_000),
    turns=500,
    late=3,
    habits=(HabitView(game="season", category=say("season.plots"), own=60, others=40),) * 9,
    bar=BarView(until=NOW, times=3),
    puzzles=Streaks(solved=1000, current=1000, best=1000),
)

ROW = BoardRow(place=1, user=UserId(1), name=RUDE, points=1700, margin=90, sure=1560, matches=40)
BOARD = BoardView(
    game="season",
    everywhere=False,
    rows=tuple(changed(ROW, place=at, user=UserId(at)) for at in range(1, 26)),
    own=changed(ROW, place=77, user=UserId(77)),
    unsettled=_rating(),
    levels=(("easy", 820), ("steady", 1500)),
)


def test_all_posts_are_taken_by_discord() -> None:
    """
    With names that try markdown and mentions, with the most lines there can be, with the picture and in words.
    """
    record = RecordView(
        game="season", seats=2, nth=1, user=UserId(1), name=RUDE, total=99, match=MatchId(7), at=NOW, note=None
    )
    line = VersusLine(game="season", matches=3, first=2, second=1, even=0, last=MatchId(9))
    posts = [
        *(profile_post(RESPONDER, PROFILE, drawings) for drawings in ((PICTURE,) * 3, ())),
        profile_post(RESPONDER, changed(PROFILE, own=False, elsewhere=False, ratings=(), way=(), bar=None), ()),
        *(leaderboard_post(RESPONDER, BOARD, drawings) for drawings in ((PICTURE,) * 3, ())),
        leaderboard_post(RESPONDER, changed(BOARD, rows=(), own=None), ()),
        leaderboard_post(RESPONDER, changed(BOARD, rows=(), own=None, unsettled=None), ()),
        records_post(RESPONDER, [changed(record, seats=seats) for seats in range(1, 7)] * 5, everywhere=True),
        records_post(RESPONDER, [], everywhere=False),
        versus_post(RESPONDER, VersusView(first=RUDE, second="Ben", lines=(line,) * 9)),
        versus_post(RESPONDER, VersusView(first="Ann", second="Ben", lines=())),
        file_post(File("results.csv", b"a,b\n"), "All results."),
        blocks_post(["<@1>"] * 30),
        blocks_post([]),
    ]

    board = texts(components_of(leaderboard_post(RESPONDER, BOARD, ())))

    assert [[]] * len(posts) == [faults_of(post) for post in posts]
    assert "Computer players for comparison: easy 820 and steady 1500." in board
    assert all("**@everyone**" not in texts(components_of(post)) for post in posts)


def test_pictures_are_ordered_with_their_words() -> None:
    """
    The newest 200 points of a way; every line of a board is in the alternative text, as far as it fits.
    """
    way, grids = way_of(RESPONDER, PROFILE), board_grids(RESPONDER, BOARD)
    own = board_grids(RESPONDER, changed(BOARD, own=BOARD.rows[12]))

    assert way is not None
    assert 200 == len(way.points)
    assert "to 1612 ± 140." in way.alt
    assert ("1612 ± 140", (300, 1612, 140), "5 Apr 2027") == (way.label, way.today, way.last)
    assert ["#", "Player", "Rating", "At least", "Matches"] == [column.head for column in grids[0].columns]
    assert [(-1, 9), (-1, 8), (-1, 8)] == [(grid.own, len(grid.rows)) for grid in grids]
    assert [True, False, False] == [bool(grid.title) for grid in grids]
    assert [-1, 3, -1] == [grid.own for grid in own]
    assert way_of(RESPONDER, changed(PROFILE, way=())) is None
    assert () == board_grids(RESPONDER, changed(BOARD, rows=()))
    assert replace(way, alt="") != way


def _settle(tx: Tx) -> None:
    """Make all ratings as sure as those of people who have played for years."""
    for row in tx.ratings.get_all():
        tx.ratings.put(changed(row, sigma=4_000_000, shown=row.mu - 12_000_000))


async def test_from_a_finished_match_to_profile_and_leaderboard(tmp_path: Path) -> None:
    """
    What is played to its end stands in profiles, boards and records; a file of all results is handed out.
    """
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "season new", seats=2)
        await table.slash(1, "match join", match="1")
        for line in ("1", "3", "--", "--"):  # one of them is not asked, if Bram happens to begin
            await table.slash(0, "move", line=line, match="1")
            await table.slash(1, "move", line="--", match="1")
        await table.application.services.tournament_runner.work()
        profile = await table.slash(0, "ratings profile")
        other = await table.slash(0, "ratings profile", player=table.members[1])
        stranger = await table.slash(0, "ratings profile", player=table.members[2])
        board = await table.slash(1, "ratings leaderboard", game="season")
        await table.application.services.uow.store.run(_settle)
        settled = await table.slash(1, "ratings leaderboard", game="season")
        records = await table.slash(1, "ratings leaderboard", what="records")
        versus = await table.slash(0, "ratings profile", against=table.members[1])
        across = await table.slash(0, "ratings profile", across=True)
        everywhere = await table.slash(1, "ratings leaderboard", across=True)
        blocked = await table.slash(0, "my blocks", player=table.members[1])
        listed = await table.slash(0, "my blocks")
        lifted = await table.slash(0, "my blocks", player=table.members[1], lift=True)
        file = await table.slash(0, "ratings results", form="csv")
        unknown = await table.slash(0, "ratings leaderboard", game="chess")
        table.clean()

        assert "Season, 2 seats: 1 match, 1 won" in profile
        assert "Only matches on this server" in other
        assert NAMES[2].title() in stranger
        assert str(table.members[2].id) not in stranger
        assert "? ± 968" in profile
        assert "**-" not in profile
        assert "No one is on this leaderboard yet." in board
        assert "? ± 968, is provisional" in board
        assert r"1\. **Anna**" in settled
        assert "lose on time" in settled
        assert "Anna" in records
        assert "1 match; Anna ahead in 1" in versus
        assert "Results shown across servers: yes" in across
        assert "**Anna**" in everywhere
        assert "is blocked" in blocked
        assert "You've blocked" in listed
        assert "isn't blocked anymore" in lifted
        assert "All results of this server" in file
        assert "isn't a game here" in unknown
