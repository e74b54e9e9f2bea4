"""Rows of the outbox: what two that are told as one come to, and the board of one moment."""

from __future__ import annotations

import pytest

from bot.app.changes.outbox import Kind, Payload, read_told
from bot.app.changes.outbox import scene as scene_row
from tests.app.scene import PLACE, Scene
from tests.db.samples import MATCH
from tests.stores import NOW


@pytest.mark.parametrize("refreshes", [(True, True), (True, False), (False, True), (False, False)])
def test_a_board_is_only_edited_where_both_rows_say_so(refreshes: tuple[bool, bool]) -> None:
    """
    A turn that is told along with a new deadline still gets a board of its own.
    """
    first, later = (Payload(refresh=refresh) for refresh in refreshes)

    assert all(refreshes) == first.merge(later).refresh


def test_the_board_of_a_moment_is_that_of_its_ply() -> None:
    """
    Not that of the newest, at which the match has arrived meanwhile.
    """
    row = scene_row(MATCH, MATCH.ply + 3, now=NOW)

    assert (Kind.SCENE, MATCH.id, MATCH.ply + 3) == (row.kind, row.match, row.ply)


async def test_a_match_asks_for_no_thread_that_the_server_does_not_want(scene: Scene) -> None:
    """
    Only one of a tournament does: all its matches in one channel would be read as one.
    """
    match = await scene.match()
    rows = await scene.store.read(lambda tx: tx.outbox.lane(PLACE.channel, most=9))

    assert [False] == [read_told(row.data).thread for row in rows if (row.kind, row.match) == (Kind.OPEN, match)]
