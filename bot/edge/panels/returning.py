"""What a player is shown on coming back: all since the own last move, notes, films."""

from collections.abc import Sequence

from bot.app.match.records import LogLine, MatchView
from bot.app.views.history import TurnSummary
from bot.app.views.notes import Note
from bot.app.views.steps import Steps
from bot.edge.messages.board import PRIVATE, note_line, own_lines, show_board
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.films import Film
from bot.edge.messages.formatting import ask_lines, entry_words, title
from bot.edge.words import _
from db.records import Status
from render.core.plates import Drawing

MOST_SAID = 2200
"""Characters of what has happened; the log holds the rest."""
BAR = 12
"""Parts of a bar that shows how far something has come."""
SMALL = "-# "
"""Begins a line in small type; in the middle of one it would be read as it stands."""


def since_post(happened: TurnSummary, drawings: Sequence[Drawing]) -> Post:
    """Return what has happened since the viewer's own last move, numbered in order, and the board with all of it."""
    match_view = happened.match_view
    builder = MessageBuilder(PRIVATE).say(_("### {title} · since your last move", title=title(match_view)))
    lines = number_entries(match_view, happened.lines, happened.steps)
    if not lines:
        builder.say(_("Nothing has happened since your last move."))
    shown = tail(lines, MOST_SAID)
    left_out = happened.left_out + len(lines) - len(shown)
    if left_out:
        builder.say(_("-# The log has {n, plural, one {# earlier entry} other {# earlier entries}}.", n=left_out))
    builder.say("\n".join(shown))
    if max(match_view.marks.numbers, default=0) > 1 and drawings:
        builder.say(
            _(
                "-# **1**, **2** … on the board mark what changed. To see a turn again, use `/match history turn:` "
                "with the number after “#”."
            )
        )
    show_board(builder, match_view, drawings, most=1200)
    builder.say(note_line(match_view.note), most=400)
    builder.say(own_lines(match_view) or ask_lines(match_view), most=600)
    buttons = [
        Button(Press(verb=ButtonAction.HISTORY, match=match_view.match.id, at=match_view.ply), _("Step through")),
        Button(Press(verb=ButtonAction.LOG, match=match_view.match.id), _("Log")),
    ]
    if match_view.match.status is Status.RUNNING and any(ask.waits for ask in match_view.own_asks):
        buttons.insert(0, Button(Press(verb=ButtonAction.PLAY, match=match_view.match.id), _("Play"), Style.MAIN))
    return builder.buttons(buttons).post()


def number_entries(match_view: MatchView, lines: Sequence[LogLine], steps: Steps) -> list[str]:
    """Return entries of the log in words, each with the number of its step and that of its turn.

    The first is that on the board, the second that by which `/match history` shows the board; what has none there, such
    as a turn that was taken back, goes without.
    """
    told = []
    for line in lines:
        if said := entry_words(match_view, line):
            number = f"**{steps.number(line.ply)}**" + ("" if line.turn is None else f" · #{line.turn}")
            small = SMALL if said.startswith(SMALL) else ""
            told.append(f"{small}{number} {said.removeprefix(SMALL)}")
    return told


def tail(lines: Sequence[str], most: int) -> list[str]:
    """Return the last of the lines that fit into so many characters, the newest always."""
    shown: list[str] = []
    for line in reversed(lines):
        most -= len(line) + 1
        if shown and most < 0:
            break
        shown.append(line)
    return shown[::-1]


def note_post(note: Note, name: str) -> Post:
    """Return a player's note about a match."""
    called = f"{name} #{note.match}"
    head = _("### {title} · your notes", title=called)
    empty = _("You don't have any notes yet. Add some with `/my notes add`; only you can read them.")
    return MessageBuilder(PRIVATE).say(f"{head}\n{note_line(note.text) or empty}").post()


def film_post(film: Film, *, head: str, turns: int) -> Post:
    """Return the film of a match."""
    builder = MessageBuilder(PRIVATE).say(head).play("replay.webp", film.data, film.alt)
    if film.boards < turns:
        builder.say(
            _("-# Shows {boards} of {turns} boards so the file doesn't get too large.", boards=film.boards, turns=turns)
        )
    return builder.post()


def progress_post(done: int, total: int) -> Post:
    """Return how far a film has come."""
    return plain(_("{bar} board {done} of {total}", bar=make_bar(done / max(total, 1)), done=done, total=total))


def make_bar(share: float) -> str:
    """Return a bar of which a share from 0 to 1 is full."""
    full = min(BAR, int(BAR * share))
    return "▰" * full + "▱" * (BAR - full)
