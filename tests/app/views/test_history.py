"""Coming back: what has happened since one's own last move, notes, the boards of a film."""

from __future__ import annotations

import itertools
import zlib

import pytest

from bot.app.match.paces import PerMove
from bot.app.views.notes import LONGEST
from bot.app.views.replays import MOST_FRAMES, thin_out
from db.ids import MatchId
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, Scene

NOBODY = MatchId(99)


async def test_all_since_ones_own_last_move(scene: Scene) -> None:
    """
    The entries after it are told in order, and the board is marked against the one it left.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    own = (await scene.app.matches.view(match, None)).ply
    await scene.play(match, BEN, "2")
    happened = await scene.app.history.since(match, ANN.user)

    assert own == happened.since
    assert list(range(own + 1, happened.match_view.ply + 1)) == [line.ply for line in happened.lines]
    assert 0 == happened.left_out
    assert 0 == happened.match_view.viewer
    assert happened.match_view.marks.spots


async def test_before_the_first_own_move_all_is_new(scene: Scene) -> None:
    """
    Who has not moved yet is told of everything since the first board.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    happened = await scene.app.history.since(match, BEN.user)

    assert any(line.entry.seat == 0 for line in happened.lines)


async def test_a_default_move_is_no_own_move(scene: Scene) -> None:
    """
    What was played for a player who was not there is told to that player.
    """
    match = await scene.match(pace=PerMove(seconds=3600))
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    own = (await scene.app.history.since(match, ANN.user)).since
    scene.clock.forward(hours=2)
    await scene.app.scheduler.sweep()
    happened = await scene.app.history.since(match, ANN.user)

    assert own == happened.since
    assert "fallback" in {line.entry.cause for line in happened.lines}


async def test_a_turn_handed_in_secretly_is_the_last_move(scene: Scene) -> None:
    """
    What the others revealed afterwards is told, though one's own turn stands in the log after it.
    """
    match = await scene.match("hands")
    await _seal(scene, match)
    happened = await scene.app.history.since(match, BEN.user)

    assert {0, 1} <= {line.entry.seat for line in happened.lines}


async def _seal(scene: Scene, match: MatchId) -> None:
    """Hand in a turn for everybody, Ben first."""
    for actor in (BEN, ANN):
        found = await scene.app.matches.complete_line(match, actor.user, typed="")
        line = next(suggestion.value for suggestion in found.found if suggestion.value)
        await scene.play(match, actor, line)


async def test_who_does_not_play_is_refused(scene: Scene) -> None:
    """
    A spectator has no last move; a match that has not started has no board; one there is not is named.
    """
    match = await scene.match()
    lobby = await scene.open()
    refused = []
    for number, who in ((match, CLEO), (lobby, ANN), (NOBODY, ANN)):
        with pytest.raises(Refusal) as caught:
            await scene.app.history.since(number, who.user)
        refused.append(caught.value.code)

    assert ["NOT_A_PLAYER", "NOT_STARTED", "NO_MATCH"] == refused


async def test_a_turn_of_the_history_tells_what_happened_in_it(scene: Scene) -> None:
    """
    Stepping back shows the board of that turn with its own entries only.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    first = (await scene.app.matches.view(match, None)).ply
    await scene.play(match, BEN, "2")
    last = (await scene.app.matches.view(match, None)).ply
    turn = await scene.app.history.turn(match, ANN.user, ply=last)
    before = await scene.app.history.turn(match, ANN.user, ply=first)

    assert {last, first} == {turn.match_view.ply, before.match_view.ply}
    assert all(first < line.ply <= last for line in turn.lines)
    assert turn.lines
    assert {line.ply for line in before.lines}.isdisjoint({line.ply for line in turn.lines})


# --- Notes ---------------------------------------------------------------------------------------------------


async def test_a_note_is_kept_for_its_writer_alone(scene: Scene) -> None:
    """
    It stands on the writer's own view, below what was there with ``add``, and on nobody else's.
    """
    match = await scene.match()
    await scene.app.notes.write(ANN, match=match, text=" Ben likes corners ")
    await scene.app.notes.write(ANN, match=match, text="go east", add=True)
    views = [await scene.app.matches.view(match, user) for user in (ANN.user, BEN.user, None)]

    assert "Ben likes corners\ngo east" == (await scene.app.notes.show(ANN.user, match=match)).text
    assert ["Ben likes corners\ngo east", "", ""] == [view.note for view in views]
    assert "" == (await scene.app.notes.show(BEN.user, match=match)).text


async def test_a_note_is_replaced_and_removed(scene: Scene) -> None:
    """
    Another text takes its place; an empty one removes it.
    """
    match = await scene.match()
    await scene.app.notes.write(ANN, match=match, text="one")
    await scene.app.notes.write(ANN, match=match, text="two")
    second = (await scene.app.notes.show(ANN.user, match=match)).text
    await scene.app.notes.write(ANN, match=match, text="")

    assert ("two", "") == (second, (await scene.app.notes.show(ANN.user, match=match)).text)


async def test_a_note_is_bounded(scene: Scene) -> None:
    """
    One that would be too long is refused whole, also piece by piece; so is one of who does not play.
    """
    match = await scene.match()
    await scene.app.notes.write(ANN, match=match, text="x" * LONGEST)
    with pytest.raises(Refusal, match="LONG_NOTE"):
        await scene.app.notes.write(ANN, match=match, text="y", add=True)
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.app.notes.write(CLEO, match=match, text="y")
    with pytest.raises(Refusal, match="NO_MATCH"):
        await scene.app.notes.show(ANN.user, match=NOBODY)

    assert "x" * LONGEST == (await scene.app.notes.show(ANN.user, match=match)).text


# --- Films ---------------------------------------------------------------------------------------------------


async def test_a_film_holds_every_board_in_order(scene: Scene) -> None:
    """
    By a player's own eyes while the match runs, as a spectator for others; the positions are those of the history.
    """
    match = await scene.match()
    for actor, line in ((ANN, "1"), (BEN, "2"), (ANN, "3")):
        await scene.play(match, actor, line)
    own = await scene.app.replays.reel(match, BEN.user)
    other = await scene.app.replays.reel(match, CLEO.user)
    table = await scene.app.uow.read(match)
    last = table.codec.read_position(zlib.decompress(own.frames[-1].data))

    assert (1, None) == (own.viewer, other.viewer)
    assert [frame.ply for frame in own.frames] == sorted(frame.ply for frame in own.frames)
    assert (4, 4) == (own.turns, len(own.frames))
    assert table.require_position() == last


async def test_a_film_since_ones_own_last_move(scene: Scene) -> None:
    """
    It begins with the board one left; where nothing came after it there is no film.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    with pytest.raises(Refusal, match="NOTHING_NEW"):
        await scene.app.replays.reel(match, ANN.user, own=True)
    await scene.play(match, BEN, "2")
    reel = await scene.app.replays.reel(match, ANN.user, own=True)
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.app.replays.reel(match, CLEO.user, own=True)

    assert 2 == len(reel.frames)


async def test_after_the_end_a_film_is_for_everybody(scene: Scene) -> None:
    """
    What it shows may be passed on: it is what spectators see.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    reel = await scene.app.replays.reel(match, ANN.user)

    assert None is reel.viewer


async def test_a_match_that_has_not_started_has_no_film(scene: Scene) -> None:
    """
    The refusal says so.
    """
    with pytest.raises(Refusal, match="NOT_STARTED"):
        await scene.app.replays.reel(await scene.open(), ANN.user)


@pytest.mark.parametrize("count", [1, 2, MOST_FRAMES, MOST_FRAMES + 1, 500])
def test_long_matches_are_thinned_evenly(count: int) -> None:
    """
    First and last stay, nothing comes twice, and gaps differ by one at most.
    """
    plies = tuple(range(count))
    kept = thin_out(plies, MOST_FRAMES)
    gaps = {after - before for before, after in itertools.pairwise(kept)}

    assert (0, count - 1, min(count, MOST_FRAMES)) == (kept[0], kept[-1], len(kept))
    assert len(set(kept)) == len(kept)
    assert max(gaps, default=0) - min(gaps, default=0) <= 1
