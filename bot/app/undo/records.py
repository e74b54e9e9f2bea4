"""What an undo would take away, as its reader may see it."""

from __future__ import annotations

from msgspec import Struct

from bot.app.match.records import LogLine
from db.ids import MatchId
from db.matches.rewind_records import Rewound
from games.core.seats import Seat


class UndoView(Struct, frozen=True, kw_only=True):
    """Turns that would go (or, for a redo, come back), the oldest first, with those of the table among them.

    ``count`` is the number of turns of players, ``newest`` the ply of the newest turn now. ``mover`` asks for it;
    ``missing`` are the seats that must still agree (none: it is done at once). ``barrier``: chance or a secret came to
    light in between, so that everybody must agree. ``unrates``: it did, and nobody else can agree, so that the match
    would no longer count for ratings and records.
    """

    match: MatchId
    kind: Rewound
    mover: Seat
    newest: int
    lines: tuple[LogLine, ...]
    count: int
    missing: tuple[Seat, ...]
    barrier: bool
    unrates: bool = False
