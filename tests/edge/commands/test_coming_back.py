"""Coming back by commands: since, mine, history, notes, and the film of a match."""

import asyncio
import re
from collections.abc import AsyncIterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.app.views.history import TurnSummary
from bot.app.views.notes import LONGEST, Note
from bot.app.views.steps import Steps
from bot.edge.delivery.retiring import files_of
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.messages import films
from bot.edge.messages.films import Film, NoFilm, Projector, caption_of, time_frames
from bot.edge.panels.returning import film_post, note_post, number_entries, progress_post, since_post, tail
from db.ids import MatchId, UserId
from games.core.contract import AnyGame
from games.core.registry import games
from games.core.seats import TABLE, Seat
from render.core.output.captions import STRIP, add_caption
from render.core.output.film import Piece, piece
from render.core.plates import Drawing
from tests.edge.payloads import faults_of
from tests.edge.sketcher import PIXEL
from tests.edge.table import Table, asked, line_of, sit_down, thought
from tests.edge.views import log_lines, positions, view_of
from tests.games.tiny import TINY

PICTURE = Drawing(PIXEL, 1, 1, "alt")
SECOND = Drawing(PIXEL, 1, 1, "alt", shows="players", extra=True)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and the tiny games; Anna and Bram play."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        yield table
        table.clean()


async def played(table: Table, turns: int) -> None:
    """Make some turns as a computer player would."""
    for _ in range(turns):
        match = await table.match()
        ask = asked(match)[0]
        await table.slash(ask.seat, "move", line=line_of(match, ask, thought(match, ask)), match="1")


async def test_since_tells_all_in_words_numbered(table: Table) -> None:
    """
    Each entry has the number of its step and that of its turn, by which the history shows it; the way on is there.
    """
    mover = asked(await table.match())[0].seat
    await played(table, 1)
    words = await table.slash(1 - mover, "match since", match="1")
    own = await table.slash(mover, "match since", match="1")
    (line,) = (line for line in words.splitlines() if line.startswith("**1** · #"))
    number, _, said = line.removeprefix("**1** · #").partition(" ")
    history = await table.slash(1 - mover, "match history", match="1", turn=int(number))

    assert "since your last move" in words
    assert said in history
    assert "Nothing has happened since your last move." in own


async def test_what_the_table_does_is_told_in_small_with_its_number() -> None:
    """
    What begins a line in small type stands before the numbers, not behind them where it would be read.
    """
    game = TINY["shop"]
    for position, entries in islice(positions(game, seats=2), 9):
        lines = tuple(replace(line, turn=line.ply) for line in log_lines(entries))
        told = number_entries(view_of(game, position, seats=2, viewer=Seat(0)), lines, Steps())
        if any(entry.seat == TABLE for entry in entries) and len(told) > 1:
            break

    assert any(line.startswith("-# **") for line in told)
    assert not any("-# " in line[1:] for each in told for line in each.splitlines()[:1])


async def test_mine_tells_whose_turn_it_is_and_the_time_left(table: Table) -> None:
    """
    Those that wait for the reader say so; for others the names and their deadline stand there.
    """
    match = await table.match()
    seat = asked(match)[0].seat
    own, other = await table.slash(seat, "my matches"), await table.slash(1 - seat, "my matches")

    assert "your turn" in own
    assert "<t:" in own
    assert "your turn" not in other
    assert "<t:" in other
    assert "There are no matches to show" in await table.slash(3, "my matches")


async def test_notes_by_commands(table: Table) -> None:
    """
    They are added to, shown on the own view, replaced and cleared; markdown in them does nothing.
    """
    empty = await table.slash(0, "my notes show", match="1")
    await table.slash(0, "my notes add", text="watch @everyone", match="1")
    await table.slash(0, "my notes add", text="sow first", match="1")
    view, other = await table.slash(0, "hand", match="1"), await table.slash(1, "hand", match="1")
    await table.slash(0, "my notes set", text="new", match="1")
    anew = await table.slash(0, "my notes show", match="1")
    await table.slash(0, "my notes clear", match="1")

    assert "don't have any notes yet" in empty
    assert "> watch @\u200beveryone\n> sow first" in view
    assert "sow first" not in other
    assert "> new" in anew
    assert "sow first" not in anew
    assert "don't have any notes yet" in await table.slash(0, "my notes show", match="1")


async def test_history_tells_what_happened_at_a_turn(table: Table) -> None:
    """
    The board of a turn comes with the words of that turn.
    """
    await played(table, 2)
    words = await table.slash(0, "match history", turn=2, match="1")
    newest = await table.slash(0, "match history", match="1")
    start = await table.slash(0, "match history", turn=0, match="1")
    wrong = await table.slash(0, "match history", turn=9, match="1")
    log = await table.slash(0, "match log", match="1")

    assert "turn 2 of 2" in words
    assert words == newest
    assert "start" in start
    assert "no turn 9" in wrong
    assert "Turn 2" in log
    assert len(words.splitlines()) > 1


async def test_what_cannot_be_gets_a_private_sentence(table: Table) -> None:
    """
    A spectator has no last move, a game without pictures no film, a stranger no notes.
    """
    since = await table.slash(2, "match since", match="1")
    film = await table.slash(0, "match replay", match="1")
    notes = await table.slash(2, "my notes set", text="x", match="1")
    long = await table.slash(0, "my notes set", text="x" * 2000, match="1")

    assert "no seat in match #1" in since
    assert "can't make a replay" in film
    assert "no seat in match #1" in notes
    assert "up to 1,500 characters" in long


# --- Films ---------------------------------------------------------------------------------------------------


async def reel_of(table: Table, user: int) -> Any:  # noqa: ANN401  # a Reel
    """Return the boards of match 1."""
    return await table.application.services.replays.reel(MatchId(1), UserId(user))


@pytest.fixture
async def grunn(tmp_path: Path) -> AsyncIterator[Table]:
    """A server where Anna and Bram have made some turns of Grunn."""
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="grunn", seats=2)
        await table.press(1, "join")
        await played(table, 4)
        yield table
        table.clean()


async def test_a_film_by_command_is_an_animated_picture(grunn: Table) -> None:
    """
    It is sent in private as WebP with a frame a turn, as the player sees it.
    """
    result = await grunn.members[0].slash(grunn.channel, "match replay", match="1")
    assert result.response is not None
    ((_, name),) = files_of(result.response.message)
    reel = await reel_of(grunn, grunn.members[0].id)

    assert "replay.webp" == name
    assert 0 == reel.viewer
    assert 2 < reel.turns <= 6


async def test_a_film_too_large_is_halved_then_thinned(grunn: Table) -> None:
    """
    Full size, half size, fewer boards: the first that fits; where nothing fits there is no film.
    """
    reel = await reel_of(grunn, 99)
    told: list[tuple[int, int]] = []
    render_pool = RenderPool(0)

    async def quiet(done: int, total: int) -> None:
        told.append((done, total))

    async def made(most: int) -> Film:
        return await Projector().film(render_pool, reel, user=1, most=most, progress=quiet)

    full = await made(8_000_000)
    half = await made(len(full.data) - 1)
    few = await made(len(half.data) * 2 // 3)
    with pytest.raises(NoFilm):
        await made(1000)
    with Image.open(BytesIO(full.data)) as image:
        frames = image.n_frames  # type: ignore[attr-defined]  # of an animated picture

    assert (False, True, True) == (full.half, half.half, few.half)
    assert reel.turns == full.boards == half.boards > few.boards
    assert 2 < frames <= full.boards
    assert (reel.turns, reel.turns) in told


async def test_a_film_that_takes_too_long_is_given_up(grunn: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The time limit ends it, and the next one may begin.
    """
    reel = await reel_of(grunn, 99)
    projector = Projector()
    monkeypatch.setattr(films, "FILM_SECONDS", 0.01)

    async def slow(done: int, total: int) -> None:
        await asyncio.sleep(5)

    with pytest.raises(NoFilm):
        await projector.film(RenderPool(0), reel, user=1, most=8_000_000, progress=slow)

    assert not projector.busy(1)


def test_frames_stand_for_a_while() -> None:
    """
    A board where nothing has changed prolongs the one before; the last stands longest.
    """
    frame = piece(Image.new("P", (10, 10)))
    assert isinstance(frame, Piece)

    assert [1200, 900, 4000] == [time for _, time in time_frames([frame, frame, None, frame])]
    assert [1200] + [500] * 60 + [4000] == [time for _, time in time_frames([frame] * 62)]


# --- Discord's limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(games().values()), ids=list(games()))
async def test_what_happened_is_taken_by_discord(game: AnyGame) -> None:
    """
    However much happened and however long the note is: the newest is shown, the rest is counted, nothing is too long.
    """
    faults, seats = [], max(game.spec.seats)
    for position, entries in islice(positions(game, seats=seats), 0, 200, 9):
        now = replace(view_of(game, position, seats=seats, viewer=Seat(0)), note="**x** @everyone\n" * 90)
        happened = TurnSummary(match_view=now, lines=log_lines(entries) * 30, since=1, left_out=7)
        for drawings in ((PICTURE, SECOND), ()):
            faults += faults_of(since_post(happened, drawings))

    assert [] == faults


async def test_a_note_a_film_and_its_progress_are_taken_by_discord() -> None:
    """
    The longest note, a film of which boards were left out, and the bar before and after.
    """
    film = Film(data=b"RIFF", boards=60, half=True, alt="a" * 2000)
    posts = [
        note_post(Note(match=MatchId(1), game="grunn", text="_*" * (LONGEST // 2)), "Grunn"),
        film_post(film, head="### Grunn #1", turns=200),
        progress_post(0, 60),
        progress_post(60, 60),
    ]

    assert [[]] * len(posts) == [faults_of(post) for post in posts]


def test_the_newest_lines_are_kept() -> None:
    """
    What does not fit is left out at the beginning; the last line always stays.
    """
    lines = [f"line {number}" for number in range(10)]

    assert ["line 8", "line 9"] == tail(lines, 14)
    assert ["line 9"] == tail(lines, 2)
    assert lines == tail(lines, 1000)


async def test_a_film_tells_each_turn_below_its_board(grunn: Table) -> None:
    """
    Its number and what was done, without markdown; the first board has the match's title. The board stays as it is.
    """
    reel = await reel_of(grunn, grunn.members[0].id)
    told = [caption_of(reel.match_view, frame) for frame in reel.frames]
    board = Image.new("RGB", (1100, 700), (200, 0, 0))
    below = add_caption(board, told[-1])

    assert "Grunn #1" == told[0]
    assert all(re.match(r"\d+ · (Anna|Bram)", caption) for caption in told[1:])
    assert [] == [caption for caption in told if "*" in caption or "`" in caption]
    assert (1100, 700 + STRIP) == below.size
    assert below.crop((0, 0, 1100, 700)).tobytes() == board.tobytes()
    assert below.crop((0, 700, 1100, 700 + STRIP)).getcolors(2) is None
