"""How far ratings are right: what follows when a result is put among others, or goes. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from db.engine.columns import to_millis, to_time
from db.ids import MatchId
from db.ratings.records import RatingProgress, StepRecord

Mark = tuple[int, int]
"""A place in the order of rating: when a match ended (in milliseconds since 1970), and its number."""

FIRST: Mark = (-1, 0)
"""Before all results."""


def read_mark(progress: RatingProgress) -> Mark:
    """Return up to where ratings are right."""
    if progress.finished is None or progress.match is None:
        return FIRST
    return to_millis(progress.finished), int(progress.match)


def read_span(progress: RatingProgress) -> tuple[Mark, Mark] | None:
    """Return between which two results only ratings change that differ; None: between none."""
    if progress.until is None or progress.newest is None:
        return None
    return (
        (to_millis(progress.until), int(progress.until_match or 0)),
        (to_millis(progress.newest), int(progress.newest_match or 0)),
    )


def move(progress: RatingProgress, mark: Mark) -> RatingProgress:
    """Note that ratings are right up to a result."""
    if mark == FIRST:
        return replace(progress, finished=None, match=None)
    return replace(progress, finished=to_time(mark[0]), match=MatchId(mark[1]))


def before(mark: Mark) -> Mark:
    """Return the place just before a result."""
    return mark[0], mark[1] - 1


def mark_of(step: StepRecord) -> Mark:
    """Return the place of the result after which a rating stood so."""
    return to_millis(step.at), int(step.match)


def doubt(progress: RatingProgress) -> RatingProgress:
    """Have all results looked at that follow: nobody knows any more which ratings differ."""
    return replace(progress, token=None, at=None, until=None, until_match=None, newest=None, newest_match=None)


def put_among(progress: RatingProgress, mark: Mark) -> RatingProgress:
    """Return how far ratings are right once a result was put there, not rated yet."""
    reached, span = read_mark(progress), read_span(progress)
    if mark <= reached:
        lower = doubt(replace(move(progress, before(mark)), stale=True))
        if progress.stale:
            return lower
        return replace(
            lower,
            until=to_time(mark[0]),
            until_match=MatchId(mark[1]),
            newest=progress.finished,
            newest_match=progress.match,
        )
    if progress.stale and (span is None or not span[0] < mark <= span[1]):
        return progress  # looked at in any case
    return replace(progress, stale=True, until=to_time(mark[0]), until_match=MatchId(mark[1]))


def take_from(progress: RatingProgress, mark: Mark) -> RatingProgress:
    """Return how far ratings are right once a result that counted is gone, with what it changed."""
    if mark <= read_mark(progress):
        return doubt(replace(move(progress, before(mark)), stale=True))
    return doubt(progress) if progress.stale else progress
