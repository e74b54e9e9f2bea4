"""The clocks of matches whose tournament pauses: they stand still as in any pause, and run again with it. Pure."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from bot.app.changes.change import Change, announce_in_log, deadlines_told
from bot.app.changes.pending import retold
from bot.app.match.paces import NoPace
from bot.app.match.state import MatchState
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from db.clocks.records import ClockStopRecord, StopReason
from db.tournaments.records import TournamentRecord
from games.core.text import say, say_name


def in_step(table: MatchState, record: TournamentRecord, now: datetime) -> Change:
    """Make the change that brings a match's clocks in step with its tournament; raises Refusal where they are."""
    stop = next((each for each in table.clock_stops if each.why is StopReason.TOURNAMENT and each.ends > now), None)
    ends = record.resumes if record.paused is not None and record.resumes is not None else now
    over = ends <= now
    if isinstance(table.pace, NoPace) or (over if stop is None else stop.ends == ends):
        raise refuse("NOT_DUE", "not_due")
    if stop is None:
        starts = record.paused or now
        changed = ClockStopRecord(
            id=0, match=table.match.id, user=None, why=StopReason.TOURNAMENT, starts=starts, ends=ends
        )
    else:
        changed = replace(stop, ends=ends)
    name = say_name(record.name)
    text = (
        say("app.match_resumed", tournament=name) if over else say("app.match_paused", tournament=name, until=day(ends))
    )
    after = replace(table, clock_stops=(*(each for each in table.clock_stops if each is not stop), changed))
    rows = retold(after, table.pending, table.clocks, now)
    change = announce_in_log(table, text, now=now)
    told = deadlines_told(after, change.match, rows, by=None, now=now)
    return replace(change, clock_stops=(changed,), pending=rows, notices=(*change.notices, *told))
