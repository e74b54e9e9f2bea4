"""Puzzles of the day."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, case, func, select, update

from db.engine.columns import Shape
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.puzzles.records import PuzzleAnswerRecord, PuzzleChannelRecord, PuzzleRecord
from db.puzzles.schema import puzzle, puzzle_answer, puzzle_channel

PUZZLE = Shape(PuzzleRecord, puzzle)
ANSWER = Shape(PuzzleAnswerRecord, puzzle_answer)
CHANNEL = Shape(PuzzleChannelRecord, puzzle_channel)

_add = upsert(puzzle, update=False)
_get = Statement(select_all(PUZZLE).where(puzzle.c.day == bindparam("of")))
_days = Statement(
    select(puzzle.c.day)
    .where(puzzle.c.day <= bindparam("newest"))
    .order_by(puzzle.c.day.desc())
    .limit(bindparam("most"))
)
_used = Statement(select_all(PUZZLE).where(in_batch(puzzle.c.match)))
_put_answer = upsert(puzzle_answer)
_answer = Statement(
    select_all(ANSWER).where(puzzle_answer.c.day == bindparam("of"), puzzle_answer.c.user == bindparam("who"))
)
_solved = Statement(
    select(puzzle_answer.c.day)
    .where(
        puzzle_answer.c.user == bindparam("who"),
        puzzle_answer.c.guild == bindparam("in_guild"),
        puzzle_answer.c.solved == 1,
    )
    .order_by(puzzle_answer.c.day.desc())
    .limit(bindparam("most"))
)
_tally = Statement(
    select(func.count(), func.coalesce(func.sum(puzzle_answer.c.solved), 0)).where(
        puzzle_answer.c.guild == bindparam("in_guild"),
        puzzle_answer.c.day == bindparam("of"),
        puzzle_answer.c.tries > 0,
    )
)
_tried = Statement(
    select(puzzle_answer.c.day)
    .where(
        puzzle_answer.c.guild == bindparam("in_guild"),
        puzzle_answer.c.day > bindparam("after"),
        puzzle_answer.c.day < bindparam("before"),
        puzzle_answer.c.tries > 0,
    )
    .order_by(puzzle_answer.c.day.desc())
    .limit(1)
)
_add_channel = upsert(puzzle_channel, update=False)
_move_channel = Statement(
    update(puzzle_channel)
    .where(puzzle_channel.c.guild == bindparam("in_guild"), puzzle_channel.c.channel != bindparam("of"))
    .values(
        channel=bindparam("to"),
        day=case((puzzle_channel.c.told < puzzle_channel.c.day - 1, 0), else_=puzzle_channel.c.day),
    )
)
_channel = Statement(select_all(CHANNEL).where(puzzle_channel.c.guild == bindparam("in_guild")))
_due = Statement(
    select_all(CHANNEL)
    .where(puzzle_channel.c.day < bindparam("before"), puzzle_channel.c.channel != 0)
    .limit(bindparam("most"))
)
_posting = Statement(
    select(puzzle_channel.c.guild)
    .where(puzzle_channel.c.channel != 0)
    .order_by(puzzle_channel.c.guild)
    .limit(bindparam("most"))
)
_note_told = Statement(
    update(puzzle_channel)
    .where(puzzle_channel.c.guild == bindparam("in_guild"), puzzle_channel.c.told < bindparam("of"))
    .values(told=bindparam("to"))
)
_note_posted = Statement(
    update(puzzle_channel)
    .where(puzzle_channel.c.guild == bindparam("in_guild"), puzzle_channel.c.day < bindparam("of"))
    .values(day=bindparam("to"))
)


class PuzzleRepository(Repository):
    """Puzzles, answers, and channels, by day."""

    def add(self, record: PuzzleRecord) -> None:
        """Store the puzzle of a day, unless it has one."""
        self._put(PUZZLE, _add, record)

    def get(self, day: int) -> PuzzleRecord | None:
        """Return the puzzle of a day."""
        return self._record(PUZZLE, _get, of=day)

    def find_used(self, matches: Iterable[MatchId]) -> frozenset[MatchId]:
        """Return those of the matches from which a puzzle was taken."""
        found = self._of_all(PUZZLE, _used, matches)
        return frozenset(each.match for each in found if each.match is not None)

    def list_days(self, newest: int, *, most: int) -> tuple[int, ...]:
        """Return the days that had a puzzle up to one, the newest first."""
        return tuple(int(row[0]) for row in self._rows(_days, newest=newest, most=most))

    def put_answer(self, record: PuzzleAnswerRecord) -> None:
        """Store what a person has made of a puzzle."""
        self._put(ANSWER, _put_answer, record)

    def answer(self, day: int, user: UserId) -> PuzzleAnswerRecord | None:
        """Return what a person has made of a puzzle."""
        return self._record(ANSWER, _answer, of=day, who=user)

    def list_solved(self, user: UserId, guild: int, *, most: int) -> tuple[int, ...]:
        """Return the days of the puzzles that a person has solved on a server, the newest first."""
        return tuple(int(row[0]) for row in self._rows(_solved, who=user, in_guild=guild, most=most))

    def count_answers(self, guild: GuildId, day: int) -> tuple[int, int]:
        """Return how many people on a server have tried a puzzle, and how many have solved it."""
        row = self._row(_tally, in_guild=guild, of=day)
        assert row is not None, "a count is one row"
        return int(row[0]), int(row[1])

    def find_tried(self, guild: GuildId, *, after: int, before: int) -> int | None:
        """Return the newest day between two whose puzzle somebody on a server has tried."""
        row = self._row(_tried, in_guild=guild, after=after, before=before)
        return None if row is None else int(row[0])

    def add_channel(self, record: PuzzleChannelRecord) -> None:
        """Have puzzles posted on a server, unless it has chosen a channel before."""
        self._put(CHANNEL, _add_channel, record)

    def move_channel(self, guild: GuildId, channel: ChannelId) -> None:
        """Have puzzles posted in another channel of a server (0: in none); what was posted and told stays so.

        What wasn't delivered yet is due again, as it won't be in the channel before.
        """
        self._change(_move_channel, in_guild=guild, of=channel, to=channel)

    def channel(self, guild: GuildId) -> PuzzleChannelRecord | None:
        """Return where puzzles are posted on a server; None if it never chose a channel."""
        return self._record(CHANNEL, _channel, in_guild=guild)

    def find_due(self, day: int, *, most: int) -> tuple[PuzzleChannelRecord, ...]:
        """Return servers on which nothing was made of a day yet."""
        return self._records(CHANNEL, _due, before=day, most=most)

    def list_posting(self, *, most: int) -> tuple[GuildId, ...]:
        """Return servers that have puzzles posted."""
        return tuple(GuildId(row[0]) for row in self._rows(_posting, most=most))

    def note_told(self, guild: GuildId, day: int) -> bool:
        """Note that a server knows all solutions up to a day; False if it was noted before."""
        return self._change(_note_told, in_guild=guild, of=day, to=day) > 0

    def note_posted(self, guild: GuildId, day: int) -> bool:
        """Note that what there is to post of a day is made on a server; False if it was before."""
        return self._change(_note_posted, in_guild=guild, of=day, to=day) > 0
