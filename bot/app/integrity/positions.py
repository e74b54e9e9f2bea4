"""The stored positions of a match against those to which its log leads. Pure, and given the log's lines."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from bot.app.integrity.log_lines import Log, beside, changes_position
from bot.app.integrity.records import Finding, Flaw, Stored
from bot.app.match.effective_log import find_effective, plies
from bot.app.match.replaying import (
    Begun,
    Line,
    Played,
    Unplayable,
    begin_all,
    find_import,
    is_at,
    play_lines,
)
from bot.app.match.state import MatchState, pack
from bot.app.match.turn_runner import PLATFORM
from db.matches.log import SHOWN, UNDONE
from db.matches.packing import PositionRow
from db.records import EntryRecord
from games.core.running.codec import NewerState
from games.core.running.play import Entry, Position, find_ask
from games.core.running.record import is_of_earlier_release, is_same
from games.core.running.table import table_step
from games.core.seats import TABLE


@dataclass
class _Stretch:
    """The lines since the last position that is or should be stored."""

    entries: list[Entry] = field(default_factory=list)
    sure: bool = True
    """Whether a turn among them that everybody sees is a step of the history in any case."""

    @property
    def public(self) -> bool:
        """Whether everybody saw something of it."""
        return any(
            entry.audience is None or any(event.audience is None for event in entry.events) for entry in self.entries
        )


@dataclass(frozen=True)
class _Last:
    """The last line after which a position may be stored.

    ``together``: it came to light with others. ``scene``: it was shown before the table went on.
    """

    ply: int
    position: Position[Any]
    together: bool = False
    scene: bool = False


def _fits(way: Begun, own: Sequence[Line]) -> bool:
    """Whether the log begins as a way to begin does."""
    made = way.progress.entries
    return len(own) >= len(made) and all(is_same(line[1], each) for line, each in zip(own, made, strict=False))


@dataclass
class Replay:
    """One match's log played again beside what is stored. ``run`` fills in what was found."""

    table: MatchState
    stored: Stored
    log: Log
    findings: list[Finding] = field(default_factory=list)
    puts: list[PositionRow] = field(default_factory=list)
    drops: list[int] = field(default_factory=list)
    entries: list[EntryRecord] = field(default_factory=list)
    end: Position[Any] | None = None
    """The present position: the one to which the log leads, or where it is lost, the stored one."""
    broken: int | None = None
    """The first line that is lost; what comes after it is checked from the next stored position on."""

    def __post_init__(self) -> None:
        """Look up what is asked for at each line."""
        self._targets = {each.ply: each.target for each in self.stored.rewinds}
        self._there = {each.ply: each for each in self.stored.positions}
        self._effective = plies(find_effective(self.log.last, self.stored.rewinds))
        self._times = self.log.times
        self._lines = dict(self.log.lines)
        self._stretch = _Stretch()
        self._kept: dict[int, Position[Any]] = {}

    def run(self) -> None:
        """Play the log again, compare, and note what differs."""
        self.broken = self.log.broken
        self._drop_strays()
        found = self._begin()
        while found is not None:
            at, position = self._play(*found)
            if position is not None:
                self.end = position
                return
            found = self._resume(at)
        flaw = Flaw.POSITION if self.log.last in self._there else Flaw.NO_POSITION
        self.findings.append(Finding(flaw=flaw, ply=self.log.last))

    def _begin(self) -> tuple[int, Position[Any]] | None:
        """The first position that is known, with its ply; None if there is none."""
        imported = find_import(self.log.lines)
        if imported is not None:
            known = self._read(imported)
            return self._resume(imported) if known is None else (imported, known)
        own = [line for line in self.log.lines if line[1].ask != PLATFORM]
        record = self.table.match
        ways = begin_all(
            self.table.game, self.table.options, self.table.seed, seats=record.seats, rules=record.rules_number
        )
        fitting = [(own[len(way.progress.entries) - 1][0], way) for way in ways if _fits(way, own)]
        if not fitting:
            self._lose(own[0][0] if own else 1)
            return self._resume(0)
        at, way = min(fitting, key=lambda each: self._rank(each[0], each[1].progress.position))
        self._stretch.entries.extend(way.progress.entries)
        self._keep(at, way.progress.position)
        self._compare(_Last(at, way.progress.position), needed=True)
        return at, way.progress.position

    def _rank(self, at: int, begun: Position[Any]) -> int:
        """How well a way to begin agrees with what is stored; the log says the same of several. The best is 0."""
        known = self._read(at)
        if known is not None and is_at(known, begun):
            return 0
        return 1 if self._leads_on(at, begun) else 2

    def _leads_on(self, at: int, begun: Position[Any]) -> bool:
        """Whether the log leads from a beginning to the first position that is stored after it."""
        following = next((ply for ply in sorted(self._there) if ply > at and self._read(ply) is not None), None)
        try:
            for played in play_lines(
                self.table.game, begun, self._after(at), self.table.seed, targets=self._targets, kept={at: begun}
            ):
                if played.ply == following:
                    known = self._read(played.ply)
                    return known is not None and is_at(known, played.position)
        except Unplayable:
            pass
        return False

    def _lose(self, ply: int) -> None:
        """Note that a line is lost."""
        self.broken = ply if self.broken is None else min(ply, self.broken)
        lost = (Flaw.LINE, Flaw.LINES)
        if ply in self._lines and not any(each.ply == ply and each.flaw in lost for each in self.findings):
            self.findings.append(Finding(flaw=Flaw.LINE, ply=ply))

    def _play(self, at: int, position: Position[Any]) -> tuple[int, Position[Any] | None]:
        """Play on from the position after a ply; the ply that was reached, and if it is the end, the position there."""
        last = _Last(at, position)
        before, checked = position, True
        lines = play_lines(
            self.table.game, position, self._after(at), self.table.seed, targets=self._targets, kept=self._kept
        )
        try:
            for played in lines:
                if not self._agree(played):
                    self._lose(played.ply)
                    return at, None
                if changes_position(played.stored, played.ply, self._targets):
                    following = self._note_line(played, before)
                    if not checked:
                        self._compare(last, needed=self._is_apart(last, following, played))
                    self._add(played, before)
                    last, checked = following, False
                elif played.ply in self._there:
                    self._compare(_Last(played.ply, played.position), needed=False)
                at, before = played.ply, played.position
        except Unplayable as lost:
            return self._pass(lost.ply, at)
        if not checked:
            self._compare(last, needed=at == self.log.last or self._lines.get(at + 1) is not None)
        return at, before if at == self.log.last else None

    def _pass(self, ply: int, at: int) -> tuple[int, Position[Any] | None]:
        """Go on after a line that can't be played: it is lost, or goes back to a position that is only stored."""
        known = self._read(self._targets[ply]) if ply in self._targets else None
        if known is not None:
            self._keep(ply, known)
            return self._play(ply, known)
        self._lose(ply)
        return at, None

    def _note_line(self, played: Played, before: Position[Any]) -> _Last:
        """The line that was played, and what is to be known of it where no position is stored after it."""
        self._keep(played.ply, played.position)
        ask = find_ask(self.table.game, before.state, played.stored.ask)
        together = ask is not None and ask.sealed and not played.stored.sealed
        if ask is None or ask.seat != TABLE or played.ply in self._there:
            return _Last(played.ply, played.position, together)
        scenes = table_step(self.table.game, before, ask, self.table.seed).scenes
        return _Last(played.ply, played.position, together, bool(scenes))

    def _add(self, played: Played, before: Position[Any]) -> None:
        """Add a line to the stretch; that of a seat that nobody waits for, or told otherwise before, may be no step."""
        self._stretch.entries.append(played.made)
        ask = find_ask(self.table.game, before.state, played.stored.ask)
        is_waited_for = played.stored.seat == TABLE or (ask is not None and ask.waits)
        if not is_waited_for or is_of_earlier_release(played.stored):
            self._stretch.sure = False

    def _is_apart(self, last: _Last, following: _Last, played: Played) -> bool:
        """Whether a position must be stored between two lines: they were written or shown apart, or are two turns."""
        turn = played.stored.seat != TABLE or played.ply in self._targets
        together = last.together and following.together
        apart = self._times[last.ply] != self._times[following.ply]
        return apart or last.scene or (turn and not together)

    def _keep(self, ply: int, position: Position[Any]) -> None:
        """Keep a position to which the match goes back later."""
        if ply in self._targets.values():
            self._kept[ply] = position

    def _after(self, at: int) -> Iterator[Line]:
        """The lines after a ply, up to the next one that is lost."""
        ply = at + 1
        while ply in self._lines:
            yield ply, self._lines[ply]
            ply += 1

    def _agree(self, played: Played) -> bool:
        """Whether a line comes out as stored; one whose moves do, but not its words, is to be written anew."""
        if played.same or played.stored.ask == PLATFORM:
            return True
        known = self._read(played.ply)
        if known is None or not is_at(known, played.position):
            return False
        self.findings.append(Finding(flaw=Flaw.WORDS, ply=played.ply, mended=True))
        made = replace(played.made, seconds=played.stored.seconds)
        self.entries.append(beside(self.log.rows[played.ply], made, self.table.codec))
        return True

    def _resume(self, at: int) -> tuple[int, Position[Any]] | None:
        """The next position that is stored after a ply at which the log is lost."""
        self._stretch = _Stretch(sure=False)
        for each in self.stored.positions:
            if at < each.ply <= self.log.last:
                position = self._read(each.ply)
                if position is not None:
                    self._keep(each.ply, position)
                    return each.ply, position
        return None

    def _read(self, ply: int) -> Position[Any] | None:
        """A stored position; None if there is none, or it can't be read."""
        stored = self._there.get(ply)
        if stored is None:
            return None
        try:
            return self.table.codec.read_position(zlib.decompress(stored.data))
        except NewerState:
            raise
        except Exception:  # whatever bytes there are: old states are lifted by the game's code
            return None

    def _compare(self, last: _Last, *, needed: bool) -> None:
        """Hold what is stored at a ply against the position to which the log leads."""
        ply, position, stored = last.ply, last.position, self._there.get(last.ply)
        if stored is None and not needed:
            return
        steps = self._find_steps(ply)
        if stored is None:
            self._put(Flaw.NO_POSITION, ply, position, shown=steps[0])
        else:
            known = self._read(ply)
            shown = stored.shown if stored.shown in steps else steps[0]
            if known is None or self.table.codec.position(known) != self.table.codec.position(position):
                self._put(Flaw.POSITION, ply, position, shown=shown)
            elif shown != stored.shown:
                self.findings.append(Finding(flaw=Flaw.STEP, ply=ply, mended=True))
                self.puts.append(PositionRow(ply, shown, stored.data))
        self._stretch = _Stretch()

    def _put(self, flaw: Flaw, ply: int, position: Position[Any], *, shown: int) -> None:
        self.findings.append(Finding(flaw=flaw, ply=ply, mended=True))
        self.puts.append(PositionRow(ply, shown, pack(self.table.codec.position(position))))

    def _find_steps(self, ply: int) -> tuple[int, ...]:
        """What the history may make of a position, the likeliest first.

        Nothing is shown of what nobody else saw. A turn for which nobody waited is a step if the board showed it.
        """
        public, sure = self._stretch.public, self._stretch.sure
        step = UNDONE if ply in self._targets or ply not in self._effective else SHOWN
        if sure:
            return (step,) if public else (0,)
        return (step, 0) if public else (0, step)

    def _drop_strays(self) -> None:
        """Note positions to which no line of the log leads."""
        for ply in self._there.keys() - {ply for ply in self.log.rows if 0 < ply <= self.log.last}:
            if self.log.broken is None:
                self.findings.append(Finding(flaw=Flaw.STRAY_POSITION, ply=ply, mended=True))
                self.drops.append(ply)
