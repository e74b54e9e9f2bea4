"""The board after a turn, the board one asks for, the log, history and the final score."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

import structlog

from bot.app.records import LogLine, LogPage, MatchView, counts_points, remarks
from bot.app.runtime.watchdog import RulesTimeout
from bot.edge import limits
from bot.edge.imaging.render_pool import RenderRequest, Scene
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.card import OVER, RUNNING, result_lines, stopped_line, undelivered_lines
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import (
    ask_words,
    asked_lines,
    happened,
    moment,
    names_of,
    prose_of,
    title,
    told_words,
    words_of,
)
from bot.edge.words import _, escape_markdown, language
from db.records import Status
from games.core.game import Outcome, Score
from games.core.seats import Seat
from games.core.text import Text
from games.core.words import Words
from render.core.plates import SCORE, Drawing

log = structlog.get_logger(__name__)

MOST_HAPPENED = 1200
PRIVATE = 0x7A5C99


def render_request(look: MatchView, scene: Scene, *, subject: Seat | None = None) -> RenderRequest:
    """Return the order for a picture of what is looked at."""
    return RenderRequest(
        game=look.game.spec.key,
        scene=scene,
        view=look.view,
        marks=look.marks,
        names=names_of(look),
        subject=subject,
        outcome=look.outcome if scene is Scene.FINAL else None,
        language=language(),
    )


def alt_text(look: MatchView, shows: str) -> str:
    """Return in words what a plate shows, for those who cannot see it; as long as it may be."""
    outcome = look.outcome or look.standing
    if shows == SCORE and outcome is not None:
        return "\n".join(": ".join(filter(None, row)) for row in score_rows(outcome, words_of(look)))
    return _told(look, lambda: look.game.panel.caption(look.view, shows, look.marks))


def board_text(look: MatchView) -> str:
    """Return the board in words, to play by."""
    return _told(look, lambda: look.game.describe(look.view))


def _told(look: MatchView, tell: Callable[[], Text]) -> str:
    """What a game tells of its board; a plain sentence where its code fails, or was not run since it did before."""
    unknown = _("The bot hit an error in the rules of this game, so it can't show the board.")
    if look.view is None:
        return unknown
    try:
        return words_of(look)(tell())
    except RulesTimeout:
        raise
    except Exception:
        log.exception("a board cannot be told in words", match=look.match.id)
        return unknown


def show_board(builder: MessageBuilder, look: MatchView, drawings: Sequence[Drawing], *, most: int = 2500) -> None:
    """Add the plates, or the board in words where there are none, or where Discord takes none."""
    show_plates(builder, look, drawings, words=lambda: limits.cut_lines(board_text(look), most))
    if not drawings:
        builder.say(board_text(look), most=most)


def show_plates(
    builder: MessageBuilder, look: MatchView, drawings: Sequence[Drawing], *, words: Callable[[], str] = str
) -> None:
    """Add plates in galleries of their own, each with its own alternative text.

    ``words`` make what stands there where Discord takes no picture at all.
    """
    builder.stack([replace(each, alt=alt_text(look, each.shows)) for each in drawings], words=words)


def board_post(
    look: MatchView,
    drawings: Sequence[Drawing],
    *,
    lines: Sequence[LogLine] = (),
    mention: Sequence[int] = (),
    marker: int | None = None,
) -> Post:
    """Return the board for everybody: what happened, the picture, whom the match waits for, and the buttons."""
    over = look.match.status is Status.FINISHED
    builder = MessageBuilder(OVER if over else RUNNING, marker=marker).say(f"### {title(look)}")
    told = happened(lines, prose_of(look))
    builder.say(told, most=MOST_HAPPENED)
    show_board(builder, look, drawings)
    if over and look.outcome is not None:
        builder.say(result_lines(look, look.outcome), most=1500)
        if mention:
            builder.say(_("{users}: the match is over.", users=" ".join(f"<@{user}>" for user in mention)), most=300)
        builder.say(_fairness(look, told))
    else:
        builder.say(asked_lines(look, mention), most=1500).say(_grace_line(look))
    return builder.buttons(board_buttons(look)).buttons(openings(look)).post()


def _grace_line(look: MatchView) -> str:
    """Return until when the last turn can be taken back before anything follows; empty without a grace time."""
    if look.grace is None:
        return ""
    when = moment(look.grace, "T")
    return _("-# ↩️ The last turn can be taken back until {when}. Then draws and stored plans follow.", when=when)


def scene_post(
    look: MatchView, drawings: Sequence[Drawing], lines: Sequence[LogLine], *, marker: int | None = None
) -> Post:
    """Return the board as it stood at a moment that has passed: what happened and the picture, without buttons."""
    builder = MessageBuilder(RUNNING, marker=marker).say(f"### {title(look)}")
    builder.say(happened(lines, prose_of(look)), most=MOST_HAPPENED)
    show_board(builder, look, drawings)
    return builder.post()


def _counts(look: MatchView) -> bool:
    """Whether there is a score to show."""
    return look.outcome is None or counts_points(look.outcome)


def board_buttons(look: MatchView) -> list[Button]:
    """Return the buttons under a board."""
    match = look.match.id
    log = Button(Press(verb=ButtonAction.LOG, match=match), _("Log"))
    if look.match.status is Status.FINISHED:
        return [
            *([Button(Press(verb=ButtonAction.SCORE, match=match), _("Score"), Style.MAIN)] if _counts(look) else []),
            log,
            Button(Press(verb=ButtonAction.HISTORY, match=match, at=look.ply), _("Step through")),
            Button(Press(verb=ButtonAction.REMATCH, match=match), _("Rematch"), Style.GOOD),
        ]
    buttons = [
        Button(Press(verb=ButtonAction.PLAY, match=match), _("Play"), Style.MAIN),
        Button(Press(verb=ButtonAction.VIEW, match=match), _("My view")),
        log,
    ]
    if look.game.spec.orders:
        buttons.append(Button(Press(verb=ButtonAction.PLAN, match=match), _("Plan")))
    return buttons


def openings(look: MatchView) -> list[Button]:
    """Return the game's own buttons under a board, which open the panel with a first choice."""
    if look.match.status is not Status.RUNNING or look.viewer is not None:
        return []
    words, match = words_of(look), look.match.id
    try:
        keys = [(ask, key) for ask in look.asks for key in look.game.panel.openings(look.view, ask)]
    except RulesTimeout:
        raise
    except Exception:
        log.exception("a board goes without the game's own buttons", match=match)
        return []
    return [
        Button(
            Press(
                verb=ButtonAction.PLAY, match=match, ask=ask.id, value=f"{key.presses[0].verb}={key.presses[0].value}"
            ),
            words(key.label),
        )
        for ask, key in keys
    ]


def _fairness(look: MatchView, told: str) -> str:
    """Return what proves that the random numbers were fixed at the start, unless it was ``told`` above."""
    seed = look.seed.hex() if look.seed else ""
    if not seed or seed in told:
        return ""
    return _("-# Seed: {seed}, SHA-256 as shown at the start: {hash}", seed=seed, hash=look.match.seed_hash)


def view_post(look: MatchView, drawings: Sequence[Drawing], *, as_text: bool = False) -> Post:
    """Return a private look at the board, with what is asked of the viewer."""
    builder = MessageBuilder(PRIVATE).say(f"### {title(look)}")
    if as_text:
        builder.say(board_text(look), most=3500)
    else:
        show_board(builder, look, drawings)
    own = [ask for ask in look.own_asks if ask.waits]
    builder.say(stopped_line(look))
    builder.say(undelivered_lines(look), most=600)
    builder.say(own_lines(look) or asked_lines(look), most=1000)
    builder.say(orders_line(look), most=400)
    builder.say(note_line(look.note), most=600)
    if look.drafting:
        builder.say(_("-# An unfinished turn of yours waits under Play."))
    if look.match.status is Status.RUNNING:
        buttons = [Button(Press(verb=ButtonAction.HISTORY, match=look.match.id, at=look.ply), _("Step through"))]
        if own:
            buttons.insert(0, Button(Press(verb=ButtonAction.PLAY, match=look.match.id), _("Play"), Style.MAIN))
        builder.buttons(buttons)
    return builder.post()


def orders_line(look: MatchView) -> str:
    """Return why what the viewer had stored ahead is not played; nothing where all goes on."""
    if not look.stopped:
        return ""
    last = look.stopped[-1]
    why = words_of(look)(last.text)
    if last.gone:
        return "-# ✖ " + _("Your plan wasn't played: {why} Press *Plan* to see it.", why=why)
    return "-# ⏸ " + _("Your plan was stopped: {why} Press *Plan* to see it.", why=why)


def note_line(note: str) -> str:
    """Return a player's own note, each line quoted; nothing where there is none."""
    return "\n".join(f"> {escape_markdown(line)}" for line in note.splitlines() if line.strip())


def own_lines(look: MatchView) -> str:
    """Return what is asked of the viewer, with what only the viewer may know."""
    words, submitted = words_of(look), dict(look.submitted)
    return "\n".join(
        words(submitted[ask.id]) if ask.id in submitted else ask_words(ask, words, own=True)
        for ask in look.own_asks
        if ask.waits
    )


def log_post(look: MatchView, page: LogPage) -> Post:
    """Return a page of the log, with buttons to older and newer ones."""
    builder = MessageBuilder(PRIVATE).say(_("### {title} · log", title=title(look)))
    shown = _numbered(page.lines, prose_of(look)) or _("Nothing has happened yet.")
    builder.say(shown, most=3500)
    match = look.match.id
    older = Press(verb=ButtonAction.LOG, match=match, at=min(page.page + 1, page.pages), value="older")
    newer = Press(verb=ButtonAction.LOG, match=match, at=max(page.page - 1, 0), value="newer")
    buttons = [
        Button(older, _("Older"), disabled=page.page + 1 >= page.pages),
        Button(newer, _("Newer"), disabled=page.page == 0),
    ]
    if page.pages > 1:
        builder.say(_("-# Page {page} of {pages}, newest first", page=page.page + 1, pages=page.pages)).buttons(buttons)
    return builder.post()


def _numbered(lines: Sequence[LogLine], words: Words) -> str:
    """Return lines of the log, each turn under its number; what is in none follows the turn before."""
    told = []
    for turn, group in groupby(lines, key=lambda line: line.turn):
        shown = happened(tuple(group), words, notation=True)
        if shown and turn is not None:
            told.append(_("-# Turn {turn}", turn=turn) if turn else _("-# Start"))
        told.append(shown)
    return "\n".join(filter(None, told))


def history_post(
    look: MatchView, drawings: Sequence[Drawing], lines: Sequence[LogLine] = (), *, turn: int = 0, turns: int = 0
) -> Post:
    """Return the board as it stood at a turn of so many, with buttons to the turns around it.

    The newest turn of a match that is over shows its result.
    """
    name = _("turn {turn} of {turns}", turn=turn, turns=turns) if turn else _("start")
    builder = MessageBuilder(PRIVATE).say(_("### {title} · {turn}", title=title(look), turn=name))
    told = happened(lines, prose_of(look)) or _("Nothing happened that everyone can see.")
    builder.say(told, most=MOST_HAPPENED)
    show_board(builder, look, drawings)
    if look.later is None and look.outcome is not None:
        builder.say(result_lines(look, look.outcome), most=1500)
    match = look.match.id

    def step(ply: int | None, name: str, label: str) -> Button:
        return Button(
            Press(verb=ButtonAction.HISTORY, match=match, at=ply or 0, value=name), label, disabled=ply is None
        )

    first = 0 if look.earlier is not None else None
    last = look.match.ply if look.later is not None else None
    return builder.buttons(
        [
            step(first, "first", _("First")),
            step(look.earlier, "earlier", _("Earlier")),
            step(look.later, "later", _("Later")),
            step(last, "last", _("Last")),
        ]
    ).post()


def score_post(look: MatchView, outcome: Outcome, drawings: Sequence[Drawing]) -> Post:
    """Return the score by category, final or as it stands."""
    final = look.outcome is not None
    builder = MessageBuilder(OVER if final else RUNNING).say(
        _("### {title} · final score", title=title(look))
        if final
        else _("### {title} · as it stands", title=title(look))
    )
    show_plates(builder, look, drawings)  # the points stand below
    words = words_of(look)
    for name, told in score_rows(outcome, words):
        builder.say(f"**{name}**\n-# {told}".removesuffix("\n-# "), most=600)
    builder.say(told_words(remarks(outcome), words), most=600)
    return builder.post()


def score_rows(outcome: Outcome, words: Words) -> list[tuple[str, str]]:
    """Return each player's name with the total, and how that comes about ("" where it is not known)."""
    rows = outcome.scores or ((),) * len(outcome.totals)  # an end that the game could not count
    return [
        (f"{words.name(seat)}: {total}", " · ".join(score_row(row, words) for row in rows[seat]))
        for seat, total in enumerate(outcome.totals)
    ]


def score_row(row: Score, words: Words) -> str:
    """One row of a score: ``Nature 10``, ``Buildings 8 (2 farms)``; without points ``Tours led: 8``."""
    category, note = words(row.category), words(row.note) if row.note is not None else ""
    if row.points is None:
        return f"{category}: {note}"
    return f"{category} {row.points}{f' ({note})' if note else ''}"
