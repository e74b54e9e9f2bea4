"""Films of matches: drawn piece by piece in the render pool's processes, behind all boards, within a size and a time.

A piece is some boards in a row. It is read, drawn and encoded in one go in another process; here the encoded frames are
only collected and put into one file, so that the event loop is never held up.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog
from msgspec import Struct

from bot.app.match.records import MatchView
from bot.app.views.replays import Frame, Replay, thin_out
from bot.app.views.told import describe_entry
from bot.edge.imaging.frames import FilmSegment, develop
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.messages.formatting import names_of, title, words_for
from bot.edge.words import _, language
from render.core.output.film import Piece, join_frames, size_of

log = structlog.get_logger(__name__)

FILM_BYTES = 8 * 1024 * 1024
"""A film is never larger, also where Discord takes more: it has to be loaded on a phone."""
STRETCH = 6
"""Boards drawn in one go: a board for everybody waits no longer than these take."""
STRETCH_SECONDS = 60.0
"""More than a board has: the first stretch of a game finds nothing that could be drawn quickly."""
FILM_SECONDS = 180.0
"""A film that takes longer, waiting included, is given up."""
FIRST_MS, TURN_MS, QUICK_MS, LAST_MS = 1200, 900, 500, 4000
MANY = 60
"""With more boards than this each stands for a shorter time."""

Progress = Callable[[int, int], Awaitable[None]]
"""Told how many boards of how many are drawn."""


class Film(Struct, frozen=True, kw_only=True):
    """An animated picture as a WebP file, how many boards it shows, and what it shows in words."""

    data: bytes
    boards: int
    half: bool
    alt: str


class NoFilm(Exception):
    """No film can be made: there are no pictures, it took too long, or it is too large however small."""


class TooLarge(Exception):
    """The frames become too large for one file."""


class Projector:
    """Makes films; one at a time for each user, few at a time in all."""

    def __init__(self, *, at_once: int = 2) -> None:
        """Make none yet."""
        self._limiter = asyncio.Semaphore(at_once)
        self._busy: set[int] = set()

    def busy(self, user: int) -> bool:
        """Return whether a film of the user's is being made."""
        return user in self._busy

    async def film(self, render_pool: RenderPool, reel: Replay, *, user: int, most: int, progress: Progress) -> Film:
        """Have a film of at most ``most`` bytes drawn by the render pool; raises NoFilm."""
        self._busy.add(user)
        try:
            async with asyncio.timeout(FILM_SECONDS), self._limiter:
                return await _film(render_pool, reel, most, progress)
        except TimeoutError:
            raise NoFilm from None
        finally:
            self._busy.discard(user)


def caption_of(match_view: MatchView, frame: Frame) -> str:
    """Return what led to a board, as a line of plain text: "12 · Anna lays …"; the title where nothing did."""
    line = frame.line
    if line is None:
        return title(match_view)
    words = words_for(match_view.game, names_of(match_view), plain=True)
    told = " ".join(words(text) for text in describe_entry(match_view.game, match_view.view, line.entry))
    told = " ".join(told.replace("*", "").replace("`", "").split())
    return told if line.turn is None else f"{line.turn} · {told}"


async def _film(render_pool: RenderPool, reel: Replay, most: int, progress: Progress) -> Film:
    """Try in full size, then at half size, then with ever fewer boards."""
    boards = tuple((frame.data, caption_of(reel.match_view, frame)) for frame in reel.frames)
    half = False
    while True:
        try:
            return await _shoot(render_pool, reel, boards, half=half, most=most, progress=progress)
        except TooLarge:
            if half and len(boards) <= 2:
                raise NoFilm from None
            if half:
                kept = thin_out(tuple(range(len(boards))), max(2, len(boards) // 2))
                boards = tuple(boards[at] for at in kept)
            half = True
            log.info("a film is too large; making a smaller one", match=reel.match_view.match.id, boards=len(boards))


async def _shoot(
    render_pool: RenderPool,
    reel: Replay,
    boards: Sequence[tuple[bytes, str]],
    *,
    half: bool,
    most: int,
    progress: Progress,
) -> Film:
    """Draw all boards with their captions; raises TooLarge as soon as that can be told."""
    frames: list[Piece | None] = []
    for at in range(0, len(boards), STRETCH):
        order = FilmSegment(
            game=reel.match_view.game.spec.key,
            boards=tuple(board for board, _words in boards[max(0, at - 1) : at + STRETCH]),
            captions=tuple(caption for _board, caption in boards[max(0, at - 1) : at + STRETCH]),
            last=boards[-1][0],
            viewer=reel.viewer,
            names=names_of(reel.match_view),
            language=language(),
            fresh=at == 0,
            half=half,
        )
        found = await render_pool.work(develop, order, game=order.game, patience=STRETCH_SECONDS)
        if found is None:
            raise NoFilm
        frames.extend(found)
        size = size_of([each for each in frames if each is not None])
        if size > most or (at and size * len(boards) > 2 * most * len(frames)):
            raise TooLarge
        await progress(len(frames), len(boards))
    data = await asyncio.to_thread(join_frames, time_frames(frames))
    alt = _(
        "{title}, {n, plural, one {# board} other {# boards one after the other}}",
        n=len(boards),
        title=title(reel.match_view),
    )
    return Film(data=data, boards=len(boards), half=half, alt=alt)


def time_frames(frames: Sequence[Piece | None]) -> list[tuple[Piece, int]]:
    """Return the frames with the milliseconds each stands; a board like the one before prolongs that one."""
    usual = TURN_MS if len(frames) <= MANY else QUICK_MS
    found: list[tuple[Piece, int]] = []
    for at, frame in enumerate(frames):
        time = LAST_MS if at == len(frames) - 1 else FIRST_MS if at == 0 else usual
        if frame is not None:
            found.append((frame, time))
        else:
            before, stood = found[-1]
            found[-1] = (before, max(stood, time))
    return found
