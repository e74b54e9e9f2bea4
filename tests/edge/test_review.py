"""Reviews as people see them: the button on the result, the bar, the picture, and the words beside it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec.structs import replace
from prometheus_client import REGISTRY

from bot.app.reviews import findings, service
from bot.app.reviews.findings import Swing, find
from bot.app.reviews.service import Reviews
from bot.edge.delivery.retiring import files_of
from bot.edge.interactions import progress
from bot.edge.interactions.progress import ProgressMessage
from bot.edge.limits import Code
from bot.edge.messages.formatting import names_of
from bot.edge.panels import review as panel
from bot.edge.panels.review import course_of, curve_words, decided_lines, find_ticks, making_post, review_post
from db.ids import MatchId, UserId
from games.core.game import Outcome
from games.core.seats import Seat
from tests.app.reviews.here import Here
from tests.app.reviews.thoughtful import THOUGHTFUL
from tests.edge.table import Table, said, sit_down
from tests.stores import NOW

TIE = Outcome((1, 1), (7, 7))
ORIGINAL = "/webhooks/*/*/messages/@original"


async def _play(table: Table, thinking: Here) -> None:
    """Play a match to its end."""
    table.application.services.reviews = Reviews(table.application.services.uow, thinking)
    await table.slash(0, "match new", game="thoughtful", seats=2)
    await table.press(1, "join")
    for line in ("1", "7", "12", "8", "2", "9", "--", "--", "--", "--"):
        (ask,) = (await table.match()).seat_asks()
        user = (await table.match()).seats[ask.seat].user
        seat = next(at for at, member in enumerate(table.members) if member.id == user)
        await table.slash(seat, "move", line=line)


async def test_the_button_on_the_result_answers_in_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A bar while it is made; then the curve with its numbers in words, what decided, and each player's costliest turns.
    """
    monkeypatch.setattr(progress, "EDIT_SECONDS", 0.0)
    async with sit_down(tmp_path, games={"thoughtful": THOUGHTFUL}) as table:
        await _play(table, Here(monkeypatch))
        result = table.newest("review")
        pressed = await table.press(2, "review")
        told = said(pressed)
        assert pressed.response is not None
        ((_, name),) = files_of(pressed.response.message)
        again = await table.slash(0, "review", match="1")
        table.clean()

    assert "Rematch" in str(result.components)
    assert "review-1.png" == name
    assert "· review" in told
    assert "Costliest turns" in told
    assert "Anna: " in told
    assert "you: " in again.lower()
    assert "points better: " in told
    assert any(words in told for words in ("decisive", "little by little"))


async def test_who_wants_words_reads_the_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The numbers of the curve stand in the message in place of the picture.
    """
    async with sit_down(tmp_path, games={"thoughtful": THOUGHTFUL}) as table:
        await _play(table, Here(monkeypatch))
        await table.slash(0, "my display", boards="text")
        told = await table.slash(0, "review", match="1")
        table.clean()

    assert "Chances to win by turn:" in told
    assert "100%" in told
    assert "(turn 10)" in told


async def test_what_was_settled_from_the_start_has_no_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Nobody pulled ahead later, and no turn was the point of no return.
    """
    monkeypatch.setattr(findings, "SETTLED", 0.0)
    async with sit_down(tmp_path, games={"thoughtful": THOUGHTFUL}) as table:
        await _play(table, Here(monkeypatch))
        told = await table.slash(0, "review", match="1")
        table.clean()

    assert "From the start, " in told
    assert "no return" not in told
    assert "little by little" not in told


async def test_each_kind_of_end_is_told_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A tie names who share the first place, a swing over two turns both; where it began is no turn.
    """

    async def nothing(share: float) -> None:
        """Show nothing."""

    async with sit_down(tmp_path, games={"thoughtful": THOUGHTFUL}) as table:
        await _play(table, Here(monkeypatch))
        anna = UserId(table.members[0].id)
        shown = await table.application.services.reviews.review(MatchId(1), anna, nothing)
    tie = replace(
        shown, findings=find(shown.review, TIE, last=shown.last), match_view=replace(shown.match_view, outcome=TIE)
    )
    swing = replace(shown.findings, winner=Seat(0), decided=Swing(since=3, turn=5, before=0.2, after=0.7))
    lines = list(decided_lines(replace(shown, findings=swing)))

    assert [" and ".join(names_of(shown.match_view)) + " share first place, so no turn decided the match."] == list(
        decided_lines(tie)
    )
    assert "Turns 4 and 5 were decisive" in lines[0]
    assert [0.5, 0.5] == [line[-1] for line in course_of(tie).lines]
    assert ["% (start), " in line for line in curve_words(shown).splitlines()] == [False, True, True]


@pytest.mark.parametrize("last", range(4, 200, 3))
def test_numbers_below_the_curve_stand_apart(last: int) -> None:
    """
    Those at its ends have words, which need more room.
    """
    turns = [turn for turn, _words in find_ticks(0, last)]

    assert [0, last] == [turns[0], turns[-1]]
    assert min(after - before for before, after in pairwise(turns)) >= max(1, round(last * 0.13))


async def test_of_each_turn_that_decided_something_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    With its number; where all of it doesn't fit, it says how much more the log has.
    """

    async def nothing(share: float) -> None:
        """Show nothing."""

    def decide(*about: Any, last: int) -> findings.Findings:  # noqa: ANN401
        swing = Swing(since=3, turn=6, before=0.2, after=0.7)
        return replace(find(*about, last=last), winner=Seat(0), decided=swing)

    monkeypatch.setattr(service, "find", decide)
    async with sit_down(tmp_path, games={"thoughtful": THOUGHTFUL}) as table:
        await _play(table, Here(monkeypatch))
        anna = UserId(table.members[0].id)
        shown = await table.application.services.reviews.review(MatchId(1), anna, nothing)
    _rose, words, *_settled = decided_lines(shown)
    long = replace(shown, decided=tuple(line for line in shown.decided for _ in range(5)))
    monkeypatch.setattr(panel, "MOST_DECIDED", 240)
    _rose, cut, *_settled = decided_lines(long)

    part = replace(shown, review=replace(shown.review, skipped=6))
    said = [
        "".join(item.content for item in review_post(each, []).view.walk_children() if hasattr(item, "content"))
        for each in (shown, part)
    ]

    assert ["judged 10 of 16 turns" in words for words in said] == [False, True]
    assert [f"-# **Turn {turn}** · " for turn in (4, 5, 6)] == [line[:16] for line in words.splitlines()]
    assert 240 >= len(cut)
    assert all(f"**Turn {turn}**" in cut for turn in (4, 5, 6))
    *kept, rest = cut.splitlines()
    assert f"-# … and {15 - len(kept)} more lines in the log" == rest


async def test_a_match_that_runs_gets_a_sentence(tmp_path: Path) -> None:
    """
    No advice before the end.
    """
    async with sit_down(tmp_path, games={"thoughtful": THOUGHTFUL}) as table:
        await table.slash(0, "match new", game="thoughtful", seats=2)
        await table.press(1, "join")
        told = await table.slash(0, "review", match="1")

    assert "isn't over yet" in told


def test_the_bar_grows() -> None:
    """
    From nothing to all, with its share in words.
    """
    empty, half, full = (making_post(share, NOW) for share in (0.0, 0.5, 1.0))
    bars = [
        "".join(part.content for part in post.view.walk_children() if hasattr(part, "content"))
        for post in (empty, half, full)
    ]

    assert [0, 6, 12] == [words.count("▰") for words in bars]
    assert "50%" in bars[1]
    assert f"Updated <t:{int(NOW.timestamp())}:R>" in bars[1]


async def test_an_answer_that_was_dismissed_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The bar isn't edited anymore, the review is kept all the same.
    """
    monkeypatch.setattr(progress, "EDIT_SECONDS", 0.0)
    async with sit_down(tmp_path, games={"thoughtful": THOUGHTFUL}) as table:
        await _play(table, Here(monkeypatch))
        for _ in range(2):  # the bar, and what takes its place
            table.env.inject_error("PATCH", ORIGINAL, status=404, code=Code.UNKNOWN_MESSAGE)
        await table.press(0, "review")
        later = said(await table.press(0, "review"))
        table.clean()

    assert "· review" in later


async def test_a_thread_that_was_archived_meanwhile_is_opened_for_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Discord takes no edits in it before.
    """
    opened: list[object] = []
    edit = discord.Thread.edit

    async def note(thread: discord.Thread, **changes: Any) -> object:  # noqa: ANN401
        opened.append(changes)
        return await edit(thread, **changes)

    monkeypatch.setattr(discord.Thread, "edit", note)
    async with sit_down(tmp_path, games={"thoughtful": THOUGHTFUL}, threads=True) as table:
        await _play(table, Here(monkeypatch))
        (table.channel,) = table.channel.threads
        opened.clear()
        table.env.inject_error("PATCH", ORIGINAL, status=400, code=Code.THREAD_ARCHIVED)
        told = said(await table.press(0, "review"))
        table.clean()

    assert [{"archived": False}] == opened
    assert "· review" in told


class Asked:
    """An interaction whose answer is edited."""

    def __init__(self, *faults: Exception) -> None:
        """Raise these, one for each edit."""
        self.faults = list(faults)
        self.edits = 0

    async def edit_original_response(self, **_parts: object) -> None:
        """Count the edit."""
        self.edits += 1
        if self.faults:
            raise self.faults.pop()


async def test_the_bar_is_edited_at_most_every_two_seconds_and_fails_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What is there at once needs no bar; an edit that fails is left out.
    """
    asked = Asked(TimeoutError())
    message = ProgressMessage(asked)  # type: ignore[arg-type]
    await message.show(lambda: making_post(0.1, NOW))
    early = asked.edits
    monkeypatch.setattr(progress, "EDIT_SECONDS", 0.0)
    for share in (0.2, 0.3):
        await message.show(lambda: making_post(share, NOW))  # noqa: B023

    assert (0, 2) == (early, asked.edits)


async def test_an_answer_is_measured_until_its_first_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Once, whatever comes after; one without a bar until its end.
    """
    monkeypatch.setattr(progress, "EDIT_SECONDS", 0.0)
    counts = [_answers()]
    with progress.time_answer():
        message = ProgressMessage(Asked())  # type: ignore[arg-type]
        for _ in range(2):
            await message.show(lambda: making_post(0.1, NOW))
            counts.append(_answers())
    counts.append(_answers())
    with progress.time_answer():
        counts.append(_answers())
    counts.append(_answers())

    assert [0, 1, 1, 1, 1, 2] == [each - counts[0] for each in counts]


def _answers() -> float:
    """How many answers were measured."""
    return REGISTRY.get_sample_value("longtable_answer_seconds_count") or 0
