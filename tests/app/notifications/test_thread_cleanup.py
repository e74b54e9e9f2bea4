"""Cleaning up threads: which are archived, which are revived."""

from __future__ import annotations

from bot.app.notifications.courier import Permanent
from bot.app.notifications.thread_cleanup import CROWDED, MOST, Active, ThreadCleanup
from db.ids import ChannelId, GuildId, MatchId
from games.core.text import raw
from tests.app.scene import ANN, BEN, PLACE, THREAD, Scene


class Yard:
    """Threads of one server, changed by cleaning up."""

    def __init__(self, *own: MatchId, others: int = 0) -> None:
        """Begin with the threads of these matches active."""
        self.own = [thread(match) for match in own]
        self.others = others
        self.broken: set[ChannelId] = set()
        self.asked: list[GuildId] = []

    async def active(self, guild: GuildId) -> Active:
        """Return what is active."""
        self.asked.append(guild)
        return Active(len(self.own) + self.others, tuple(self.own))

    async def archive(self, thread: ChannelId) -> None:
        """Take it away."""
        if thread in self.broken:
            raise Permanent(50013, raw("no right"))
        self.own.remove(thread)

    async def revive(self, thread: ChannelId) -> None:
        """Bring it back."""
        self.own.append(thread)


def thread(match: MatchId) -> ChannelId:
    """Return the thread that the recording courier makes for a match."""
    return ChannelId(THREAD + match)


async def test_threads_of_finished_matches_are_archived_after_a_day(scene: Scene) -> None:
    """
    Not sooner; those of running matches stay.
    """
    over, running = await scene.match(), await scene.match()
    await scene.relay.pump()
    await scene.app.matches.resign(scene.key(), ANN, match=over)
    yard = Yard(over, running)
    cleanup = ThreadCleanup(scene.app.uow, yard)
    scene.clock.forward(hours=23)
    early = await cleanup.tidy()
    scene.clock.forward(hours=1)
    late = await cleanup.tidy()

    assert (0, 1) == (early, late)
    assert [thread(running)] == yard.own


async def test_a_thread_in_which_somebody_is_waited_for_is_revived(scene: Scene) -> None:
    """
    One that only waits for a computer player is left asleep.
    """
    waited, thinking = await scene.match(), await scene.match("brainy", (ANN,), computers=("easy",))
    await scene.play(thinking, ANN, "1")
    await scene.relay.pump()
    yard = Yard()
    changed = await ThreadCleanup(scene.app.uow, yard).tidy()

    assert (1, [thread(waited)]) == (changed, yard.own)


async def test_the_post_of_a_match_that_waits_for_players_is_revived(scene: Scene) -> None:
    """
    Otherwise those who aren't members couldn't join there. Once the match is canceled, the post is left asleep.
    """
    await scene.app.settings.set_server(PLACE, {"forum": 66})
    scene.courier.forum = True
    waiting, canceled = await scene.open(), await scene.open()
    await scene.relay.pump()
    await scene.app.lobby.cancel(scene.key(), ANN, match=canceled)
    yard = Yard()
    changed = await ThreadCleanup(scene.app.uow, yard).tidy()

    assert (1, [thread(waiting)]) == (changed, yard.own)


async def test_where_room_is_scarce_finished_matches_go_at_once(scene: Scene) -> None:
    """
    And none are revived.
    """
    over, asleep = await scene.match(), await scene.match()
    await scene.relay.pump()
    await scene.app.matches.resign(scene.key(), BEN, match=over)
    yard = Yard(over, others=CROWDED)
    changed = await ThreadCleanup(scene.app.uow, yard).tidy()

    assert (1, []) == (changed, yard.own)
    assert thread(asleep) not in yard.own


async def test_a_round_changes_a_bounded_number_of_threads(scene: Scene) -> None:
    """
    The rest follows in the next; one that cannot be changed holds up no other.
    """
    matches = [await scene.match() for _ in range(MOST + 2)]
    await scene.relay.pump()
    for match in matches:
        await scene.app.matches.resign(scene.key(), ANN, match=match)
    scene.clock.forward(days=1)
    yard = Yard(*matches)
    yard.broken = {thread(matches[0])}
    cleanup = ThreadCleanup(scene.app.uow, yard)
    counts = [await cleanup.tidy() for _ in range(2)]

    assert [MOST - 1, 2] == counts
    assert [thread(matches[0])] == yard.own


async def test_servers_without_anything_to_do_are_not_asked(scene: Scene) -> None:
    """
    Nor are those of other processes.
    """
    match = await scene.match()
    await scene.relay.pump()
    elsewhere = Yard()
    await ThreadCleanup(scene.app.uow, elsewhere, owns=lambda guild: False).tidy()
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    scene.clock.forward(days=3)
    quiet = Yard(match)
    await ThreadCleanup(scene.app.uow, quiet).tidy()

    assert ([], []) == (elsewhere.asked, quiet.asked)
