"""Answers to puzzles: drafted in private panels like any turn, and judged by a search."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import TypeAlias

import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import drafting
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Actor, MatchView, Panel
from bot.app.play.drafts import Choice, DraftContext, add_choices, fill_in, find_draft, make_panel
from bot.app.puzzles.origins import Origin, find_origin
from bot.app.puzzles.searching import cost_of
from bot.app.puzzles.streaks import MOST_DAYS, count_streak
from bot.app.puzzles.table import day_of, number_of, table_of, tell_best
from bot.app.runtime.process_pools import run_in_thread
from bot.app.runtime.refusals import refuse
from bot.app.views.match_view import view_for
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import GuildId
from db.puzzles.records import PuzzleAnswerRecord, PuzzleRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.input.panel import Draft, open_draft, step_back
from games.core.running.play import add_end, finish, without_aids
from games.core.seats import AskId
from games.core.text import Text

PATIENCE, ENOUGH = 20.0, 8.0
"""Seconds that judging an answer may take at most, and after which what is known by then counts."""

_log = structlog.get_logger(__name__)

Judged: TypeAlias = tuple[float, bool]
"""By how many points a turn is worse than the best, and whether that is more than chance."""
Edit: TypeAlias = Callable[[DraftContext], Draft]


class Verdict(Struct, frozen=True, kw_only=True):
    """What an answer came to. ``cost``: the points that it lost to the best turn, if it isn't as good.

    ``best``: the best turn in words, once it is solved or shown; ``points``: by how many it is better than worse ones.
    ``origin``: where it is from, told with it. ``streak``: how many puzzles in a row were solved on this server, this
    one included.
    """

    match_view: MatchView
    solved: bool
    shown: bool
    cost: float = 0.0
    best: tuple[Text, ...] = ()
    points: float = 0.0
    origin: Origin | None = None
    streak: int = 0


class _Open(Struct, frozen=True, kw_only=True):
    """A puzzle that can be answered, and what a person has made of it so far."""

    puzzle: PuzzleRecord
    answer: PuzzleAnswerRecord
    context: DraftContext


class PuzzleAnswers:
    """Private panels of puzzles, by their numbers; calls are those of ``Drafts``. Drafts are kept by person."""

    def __init__(self, uow: UnitOfWork, thinking: ThinkingPool) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._thinking = thinking
        self._judging: dict[tuple[int, bytes], asyncio.Task[Judged | None]] = {}

    @property
    def newest(self) -> int:
        """The number of the newest puzzle, if there is one."""
        return number_of(day_of(self._uow.clock.now()))

    async def begin(self, actor: Actor, *, match: int, guild: GuildId | None) -> Panel | Verdict:
        """Open the panel of the newest puzzle; what was solved or shown already is shown again."""
        found = await self._uow.store.read(lambda tx: self._read(tx, actor, match, guild=guild or 0))
        if found.answer.solved or found.answer.shown:
            return await self._tell(found)
        await self._note_begun(found.answer)
        return await make_panel(found.context)

    async def open(self, actor: Actor, *, match: int, ask: AskId | None = None) -> Panel:
        """Open the panel again."""
        return await make_panel((await self._uow.store.read(lambda tx: self._read(tx, actor, match))).context)

    async def press_all(self, actor: Actor, *, match: int, length: int, choices: Sequence[Choice]) -> Panel:
        """Add choices."""
        return await self._edit(actor, match, length, lambda context: add_choices(context, choices))

    async def take(self, actor: Actor, *, match: int, length: int, chosen: str) -> Panel:
        """Fill in the moves of a combination."""
        return await self._edit(actor, match, length, lambda context: fill_in(context, chosen))

    async def undo_step(self, actor: Actor, *, match: int, length: int) -> Panel:
        """Take the last choice back."""
        return await self._edit(actor, match, length, lambda context: step_back(context.turn, context.draft))

    async def start_over(self, actor: Actor, *, match: int, length: int) -> Panel:
        """Empty the draft."""
        return await self._edit(actor, match, length, lambda context: open_draft(context.turn))

    async def confirm(self, actor: Actor, *, match: int, length: int, presses: Sequence[Choice] = ()) -> Verdict:
        """Judge the drafted turn; raises Refusal if it isn't a whole one."""
        found = await self._uow.store.read(lambda tx: self._read(tx, actor, match))
        context, turn = found.context, found.context.turn
        if context.length != length:
            raise refuse("STALE", "panel_stale")
        moves = without_aids(add_choices(context, presses).moves)
        finish(turn.game, turn.state, turn.seat, turn.ask, moves)
        made = add_end(turn.game, turn.state, turn.seat, turn.ask, moves)[0]
        cost, is_worse = await self._judge(found, context.table.codec.encode(made))

        def note_try(known: PuzzleAnswerRecord) -> PuzzleAnswerRecord:
            solved = known.solved or not (is_worse or known.shown)
            return replace(known, draft=None, tries=known.tries + 1, solved=solved)

        answer = await self._change(found.answer, note_try)
        if is_worse:
            view = view_for(context.table, context.ask.seat)
            return Verdict(match_view=view, solved=False, shown=answer.shown, cost=cost)
        return await self._tell(replace(found, answer=answer))

    async def show(self, actor: Actor, *, match: int) -> Verdict:
        """Give up: show the best turn."""
        found = await self._uow.store.read(lambda tx: self._read(tx, actor, match))
        answer = await self._change(found.answer, lambda known: replace(known, shown=not known.solved, draft=None))
        return await self._tell(replace(found, answer=answer))

    def _read(self, tx: Tx, actor: Actor, match: int, *, guild: int = 0) -> _Open:
        now = self._uow.clock.now()
        day = day_of(now)
        puzzle = tx.puzzles.get(day) if match == number_of(day) else None
        if puzzle is None:
            raise refuse("STALE", "puzzle_none" if match == number_of(day) else "puzzle_over")
        answer = tx.puzzles.answer(day, actor.user)
        if answer is None:
            answer = PuzzleAnswerRecord(
                day=day, user=actor.user, guild=guild, draft=None, tries=0, solved=False, shown=False, at=now
            )
        table = table_of(self._uow.library, puzzle, now=now, actor=actor, draft=answer.draft)
        return _Open(puzzle=puzzle, answer=answer, context=find_draft(table, actor, AskId(puzzle.ask)))

    async def _note_begun(self, read: PuzzleAnswerRecord) -> None:
        """Note from which server a puzzle is answered, for the streak there, unless it was begun already."""

        def work(tx: Tx) -> None:
            if tx.puzzles.answer(read.day, read.user) is None:
                tx.puzzles.put_answer(read)

        if not read.tries and read.draft is None:
            await self._uow.store.run(work)

    async def _edit(self, actor: Actor, match: int, length: int, edit: Edit) -> Panel:
        """Change the draft if it is as long as the press says; else show it as it stands."""
        found = await self._uow.store.read(lambda tx: self._read(tx, actor, match))
        context = found.context
        if context.length != length:
            return replace(await make_panel(context), stale=True)
        try:
            draft = await run_in_thread(edit, context)
        except Refusal as refusal:
            return replace(await make_panel(context), refused=refusal.text)
        data = drafting.write_draft(context.table.codec, draft)
        await self._change(found.answer, lambda known: replace(known, draft=data))
        return await make_panel(replace(context, draft=draft))

    async def _change(
        self, read: PuzzleAnswerRecord, change: Callable[[PuzzleAnswerRecord], PuzzleAnswerRecord]
    ) -> PuzzleAnswerRecord:
        """Change what is stored by now: since it was read, a turn may have been judged, or the solution shown.

        Its row is there since the panel was opened. If its person was deleted meanwhile, nothing is stored again.
        """

        def work(tx: Tx) -> PuzzleAnswerRecord:
            known = tx.puzzles.answer(read.day, read.user)
            answer = change(known or read)
            if known is not None:
                tx.puzzles.put_answer(replace(answer, at=self._uow.clock.now()))
            return answer

        return await self._uow.store.run(work)

    async def _judge(self, found: _Open, made: bytes) -> Judged:
        """By how many points a turn is worse than the best, and whether it is at all; raises Refusal if unknown.

        Many people answer with the same turns, often at once: each turn of a day is judged once.
        """
        key = found.puzzle.day, made
        if made == found.puzzle.best:
            return 0.0, False
        judging = self._judging.get(key)
        if judging is None:
            self._judging = {other: task for other, task in self._judging.items() if other[0] == key[0]}
            judging = self._judging[key] = asyncio.create_task(self._judge_once(key, found))
        judged = await asyncio.shield(judging)
        if judged is None:
            raise refuse("BUSY", "puzzle_not_judged")
        return judged

    async def _judge_once(self, key: tuple[int, bytes], found: _Open) -> Judged | None:
        """What a turn costs; what can't be known now is tried again at the next answer, whoever still waits for it."""
        judged = await self._weigh(found, key[1])
        if judged is None:
            self._judging.pop(key, None)
        return judged

    async def _weigh(self, found: _Open, made: bytes) -> Judged | None:
        """What a turn costs; None if that can't be known now."""
        puzzle = found.puzzle
        seed, game = hashlib.sha256(f"puzzle {puzzle.day}".encode()).digest(), found.context.table.game
        task = game, puzzle.position, AskId(puzzle.ask), (puzzle.best, made), seed, ENOUGH
        try:
            return await self._thinking.run(Waiting.PEOPLE, number_of(puzzle.day), PATIENCE, cost_of, *task)
        except (TimeoutError, BrokenExecutor):
            return None
        except Exception as error:  # whatever the game raises
            _log.warning("an answer to a puzzle can't be judged", game=game.spec.key, why=repr(error))
            return None

    async def _tell(self, found: _Open) -> Verdict:
        """What is told once the puzzle is solved, or its solution shown."""
        answer, context = found.answer, found.context

        def work(tx: Tx) -> tuple[int, Origin]:
            posed = tx.puzzles.list_days(answer.day, most=MOST_DAYS)
            solved = tx.puzzles.list_solved(answer.user, answer.guild, most=MOST_DAYS)
            return count_streak(solved, posed), find_origin(tx, context.table, found.puzzle, answer.guild)

        streak, origin = await self._uow.store.read(work)
        return Verdict(
            match_view=view_for(context.table, context.ask.seat),
            solved=answer.solved,
            shown=answer.shown,
            best=tell_best(context.table, found.puzzle),
            points=found.puzzle.points / 10,
            origin=origin,
            streak=streak,
        )
