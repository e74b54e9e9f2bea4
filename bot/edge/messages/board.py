"""The board after a turn, the board one asks for, the log, history and the final score."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

import structlog

from bot.app.match.records import LogLine, LogPage, MatchView, counts_points, remarks
from bot.app.puzzles.table import is_puzzle
from bot.app.runtime.watchdog import RulesTimeout
from bot.edge import limits
from bot.edge.imaging.drawing import RenderRequest, Scene
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.card import OVER, RUNNING, decided_lines, result_lines, stop_line, undelivered_lines
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.details import report_buttons
from bot.edge.messages.formatting import (
    ask_lines,
    ask_words,
    describe_entries,
    full_title,
    join_sentences,
    moment,
    names_of,
    title,
    told_words,
    words_of,
)
from bot.edge.messages.gallery import play_button
from bot.edge.words import _, capitalize, escape_markdown, language
from db.records import Status
from games.core.game import Ask, Outcome, Score
from games.core.keypad import Press as Choice
from games.core.language.messages import write_number
from games.core.seats import AskId, Seat
from games.core.text import Text
from games.core.words import Words
from render.core.plates import PART, SCORE, Drawing

log = structlog.get_logger(__name__)

MOST_HAPPENED = 1800
"""Characters of what happened; an emoji in it takes some 45."""
PRIVATE = 0x7A5C99
NOW = "now"
"""What stands for the present decision in the button that opens the rules."""


def render_request(match_view: MatchView, scene: Scene, *, subject: Seat | None = None) -> RenderRequest:
    """Return the order for a picture of what is looked at."""
    return RenderRequest(
        game=match_view.game.spec.key,
        scene=scene,
        view=match_view.view,
        marks=match_view.marks,
        names=names_of(match_view),
        subject=subject,
        outcome=match_view.outcome if scene is Scene.FINAL else None,
        language=language(),
    )


def alt_text(match_view: MatchView, shows: str) -> str:
    """Return in words what a plate shows, for those who cannot see it; as long as it may be."""
    if shows == PART:
        return ""
    outcome = match_view.outcome or match_view.standing
    if shows == SCORE and outcome is not None:
        return "\n".join(" · ".join(filter(None, row)) for row in score_rows(outcome, words_of(match_view)))
    return _describe(match_view, lambda: match_view.game.panel.caption(match_view.view, shows, match_view.marks))


def board_text(match_view: MatchView) -> str:
    """Return the board in words, to play by."""
    return _describe(match_view, lambda: match_view.game.describe(match_view.view))


def _describe(match_view: MatchView, tell: Callable[[], Text]) -> str:
    """What a game tells of its board; a plain sentence where its code fails, or was not run since it did before."""
    unknown = _("The bot hit an error in the rules of this game, so it can't show the board.")
    if match_view.view is None:
        return unknown
    try:
        return words_of(match_view)(tell())
    except RulesTimeout:
        raise
    except Exception:
        log.exception("a board can't be put into words", match=match_view.match.id)
        return unknown


def show_board(
    builder: MessageBuilder, match_view: MatchView, drawings: Sequence[Drawing], *, most: int = 2500
) -> None:
    """Add the plates, or the board in words where there are none, or where Discord takes none."""
    show_plates(builder, match_view, drawings, words=lambda: limits.cut_lines(board_text(match_view), most))
    if not drawings:
        words = board_text(match_view)
        builder.say(words, most=most)
        if len(words) > most and not is_puzzle(match_view.match.id):  # commands show matches
            builder.say(_("-# There is more to the board: `/board text:` shows all of it."))


def show_plates(
    builder: MessageBuilder, match_view: MatchView, drawings: Sequence[Drawing], *, words: Callable[[], str] = str
) -> None:
    """Add plates in galleries of their own, each with its own alternative text.

    ``words`` make what stands there where Discord takes no picture at all.
    """
    builder.stack([replace(each, alt=alt_text(match_view, each.shows)) for each in drawings], words=words)


def board_post(
    match_view: MatchView,
    drawings: Sequence[Drawing],
    *,
    lines: Sequence[LogLine] = (),
    mention: Sequence[int] = (),
    marker: int | None = None,
) -> Post:
    """Return the board for everybody: what happened, the picture, whom the match waits for, and the buttons."""
    over = match_view.match.status is Status.FINISHED
    builder = MessageBuilder(OVER if over else RUNNING, marker=marker).say(f"### {full_title(match_view)}")
    told = describe_entries(match_view, lines)
    builder.say(told, most=MOST_HAPPENED)
    show_board(builder, match_view, drawings)
    if over and match_view.outcome is not None:
        builder.say(result_lines(match_view, match_view.outcome), most=1500)
        builder.say(decided_lines(match_view, match_view.outcome), most=600)
        if mention:
            builder.say(_("{users}: the match is over.", users=" ".join(f"<@{user}>" for user in mention)), most=300)
        builder.say(_fairness(match_view, told))
    else:
        builder.say(ask_lines(match_view, mention), most=1500).say(_grace_line(match_view))
    return builder.buttons(board_buttons(match_view)).buttons(openings(match_view)).post()


def _grace_line(match_view: MatchView) -> str:
    """Return until when the last turn can be taken back before anything follows; empty without a grace time."""
    if match_view.grace is None:
        return ""
    when = moment(match_view.grace, "T")
    return _("-# ↩️ The last turn can be taken back until {when}. After that, draws and stored plans follow.", when=when)


def scene_post(
    match_view: MatchView, drawings: Sequence[Drawing], lines: Sequence[LogLine], *, marker: int | None = None
) -> Post:
    """Return the board as it stood at a moment that has passed: what happened and the picture, without buttons."""
    builder = MessageBuilder(RUNNING, marker=marker).say(f"### {full_title(match_view)}")
    builder.say(describe_entries(match_view, lines), most=MOST_HAPPENED)
    show_board(builder, match_view, drawings)
    return builder.post()


def _counts(match_view: MatchView) -> bool:
    """Whether there is a score to show."""
    return match_view.outcome is None or counts_points(match_view.outcome)


def board_buttons(match_view: MatchView) -> list[Button]:
    """Return the buttons under a board."""
    match = match_view.match.id
    log = Button(Press(verb=ButtonAction.LOG, match=match), _("Log"))
    if match_view.match.status is Status.FINISHED:
        return [
            *(
                [Button(Press(verb=ButtonAction.SCORE, match=match), _("Score"), Style.MAIN)]
                if _counts(match_view)
                else []
            ),
            log,
            Button(Press(verb=ButtonAction.HISTORY, match=match, at=match_view.ply), _("Step through")),
            *_review_buttons(match_view),
            Button(Press(verb=ButtonAction.REMATCH, match=match), _("Rematch"), Style.GOOD),
            Button(Press(verb=ButtonAction.SHARE, match=match), _("Share")),
            *rules_buttons(match_view),
            play_button(),
        ]
    buttons = [
        Button(Press(verb=ButtonAction.PLAY, match=match), _("Play"), Style.MAIN),
        Button(Press(verb=ButtonAction.VIEW, match=match), _("My view")),
        log,
    ]
    if match_view.game.spec.orders:
        buttons.append(Button(Press(verb=ButtonAction.PLAN, match=match), _("Plan")))
    return [*buttons, *rules_buttons(match_view)]


def _review_buttons(match_view: MatchView) -> list[Button]:
    """Return *Review*, in games whose computer players can look back."""
    if not match_view.game.bots.policies():
        return []
    return [Button(Press(verb=ButtonAction.REVIEW, match=match_view.match.id), _("Review"))]


def rules_buttons(match_view: MatchView, ask: AskId | None = None) -> list[Button]:
    """Return *Rules*; for the turn of an ask also the way to the page that explains what is to be decided."""
    if not match_view.game.spec.topics or is_puzzle(match_view.match.id):
        return []
    match = match_view.match.id
    rules = Button(Press(verb=ButtonAction.HOW, match=match, ask=ask or ""), _("Rules"))
    if ask is None:
        return [rules]
    return [rules, Button(Press(verb=ButtonAction.HOW, match=match, ask=ask, value=NOW), _("How do I …?"))]


def openings(match_view: MatchView) -> list[Button]:
    """Return the game's own buttons under a board, which open the panel with a first choice.

    None in guided matches, where that choice would come before its lesson.
    """
    record = match_view.match
    if record.status is not Status.RUNNING or record.guided or match_view.viewer is not None:
        return []
    words, match = words_of(match_view), match_view.match.id
    try:
        keys = [(ask, key) for ask in match_view.asks for key in match_view.game.panel.openings(match_view.view, ask)]
    except RulesTimeout:
        raise
    except Exception:
        log.exception("a board is posted without the game's own buttons", match=match)
        return []
    labels = {_find_pressed(ask, key.presses[0]): key.label for ask, key in keys}
    buttons = [
        Button(Press(verb=ButtonAction.PLAY, match=match, ask=ask, value=value), words(label))
        for (ask, value), label in labels.items()
    ]
    return buttons[: limits.ROW_BUTTONS]


def _find_pressed(ask: Ask, first: Choice) -> tuple[str, str]:
    """Return the ask that an opening belongs to, and its first choice.

    A verb without a value belongs to whoever presses it, so that all who are asked have one button.
    """
    return ("", first.verb) if first.value is None else (ask.id, f"{first.verb}={first.value}")


def _fairness(match_view: MatchView, told: str) -> str:
    """Return what proves that the random numbers were fixed at the start, unless it was ``told`` above."""
    seed = match_view.seed.hex() if match_view.seed else ""
    if not seed or seed in told:
        return ""
    return _("-# Seed: {seed} · SHA-256 in *Details*", seed=seed)


def view_post(match_view: MatchView, drawings: Sequence[Drawing], *, as_text: bool = False) -> Post:
    """Return a private look at the board, with what is asked of the viewer."""
    builder = MessageBuilder(PRIVATE).say(f"### {full_title(match_view)}")
    if as_text:
        builder.say(board_text(match_view), most=3500)
    else:
        show_board(builder, match_view, drawings)
    own = [ask for ask in match_view.own_asks if ask.waits]
    builder.say(stop_line(match_view))
    builder.say(undelivered_lines(match_view), most=600)
    builder.say(own_lines(match_view) or ask_lines(match_view), most=1000)
    builder.say(orders_line(match_view), most=400)
    builder.say(note_line(match_view.note), most=600)
    if match_view.drafting:
        builder.say(_("-# You have an unfinished turn. Press *Play* to continue it."))
    if match_view.match.status is Status.RUNNING:
        buttons = [
            Button(Press(verb=ButtonAction.HISTORY, match=match_view.match.id, at=match_view.ply), _("Step through"))
        ]
        if own:
            buttons.insert(0, Button(Press(verb=ButtonAction.PLAY, match=match_view.match.id), _("Play"), Style.MAIN))
        own_buttons = [*_notice_buttons(match_view), *report_buttons(match_view)]
        builder.buttons([*buttons, *rules_buttons(match_view)]).buttons(own_buttons)
    return builder.post()


def _notice_buttons(match_view: MatchView) -> list[Button]:
    """Return what changes how the viewer is told of a running match: *Mute* for players, *Follow* for all others."""
    match = match_view.match
    if match_view.viewer is not None:
        return [] if match.practice else [Button(Press(verb=ButtonAction.MUTE, match=match.id), _("Mute"))]
    return [] if match.closed else [Button(Press(verb=ButtonAction.WATCH, match=match.id), _("Follow"))]


def orders_line(match_view: MatchView) -> str:
    """Return why what the viewer had stored ahead is not played; nothing where all goes on."""
    if not match_view.stopped:
        return ""
    last = match_view.stopped[-1]
    why = words_of(match_view)(last.text)
    if last.gone:
        return "-# ✖ " + _("Your plan wasn't played: {why} Press *Plan* to see it.", why=why)
    return "-# ⏸ " + _("Your plan was stopped: {why} Press *Plan* to see it.", why=why)


def note_line(note: str) -> str:
    """Return a player's own note, each line quoted; nothing where there is none."""
    return "\n".join(f"> {escape_markdown(line)}" for line in note.splitlines() if line.strip())


def own_lines(match_view: MatchView) -> str:
    """Return what is asked of the viewer, with what only the viewer may know."""
    words, submitted = told_words(match_view), dict(match_view.submitted)
    return "\n".join(
        words(submitted[ask.id]) if ask.id in submitted else ask_words(ask, words, own=True)
        for ask in match_view.own_asks
        if ask.waits
    )


def log_post(match_view: MatchView, page: LogPage) -> Post:
    """Return a page of the log, with buttons to older and newer ones."""
    builder = MessageBuilder(PRIVATE).say(_("### {title} · log", title=title(match_view)))
    shown = _number_turns(match_view, page.lines) or _("Nothing has happened yet.")
    builder.say(shown, most=3500)
    match = match_view.match.id
    older = Press(verb=ButtonAction.LOG, match=match, at=min(page.page + 1, page.pages), value="older")
    newer = Press(verb=ButtonAction.LOG, match=match, at=max(page.page - 1, 0), value="newer")
    buttons = [
        Button(older, _("Older"), disabled=page.page + 1 >= page.pages),
        Button(newer, _("Newer"), disabled=page.page == 0),
    ]
    if page.pages > 1:
        builder.say(_("-# Page {page} of {pages}, newest first", page=page.page + 1, pages=page.pages))
    return builder.buttons([*(buttons if page.pages > 1 else []), *report_buttons(match_view)]).post()


def _number_turns(match_view: MatchView, lines: Sequence[LogLine]) -> str:
    """Return lines of the log, each turn under its number; what is in none follows the turn before."""
    told = []
    for turn, group in groupby(lines, key=lambda line: line.turn):
        shown = describe_entries(match_view, tuple(group), notation=True)
        if shown and turn is not None:
            told.append(_("-# Turn {turn}", turn=turn) if turn else _("-# Start"))
        told.append(shown)
    return "\n".join(filter(None, told))


def history_post(
    match_view: MatchView, drawings: Sequence[Drawing], lines: Sequence[LogLine] = (), *, turn: int = 0, turns: int = 0
) -> Post:
    """Return the board as it stood at a turn of so many, with buttons to the turns around it.

    The newest turn of a match that is over shows its result.
    """
    name = _("turn {turn} of {turns}", turn=turn, turns=turns) if turn else _("start")
    builder = MessageBuilder(PRIVATE).say(_("### {title} · {turn}", title=title(match_view), turn=name))
    told = describe_entries(match_view, lines) or _("Nothing happened that everyone can see.")
    builder.say(told, most=MOST_HAPPENED)
    show_board(builder, match_view, drawings)
    if match_view.later is None and match_view.outcome is not None:
        builder.say(result_lines(match_view, match_view.outcome), most=1500)
    match = match_view.match.id

    def step(ply: int | None, name: str, label: str) -> Button:
        return Button(
            Press(verb=ButtonAction.HISTORY, match=match, at=ply or 0, value=name), label, disabled=ply is None
        )

    first = 0 if match_view.earlier is not None else None
    last = match_view.match.ply if match_view.later is not None else None
    return builder.buttons(
        [
            step(first, "first", _("First")),
            step(match_view.earlier, "earlier", _("Earlier")),
            step(match_view.later, "later", _("Later")),
            step(last, "last", _("Last")),
        ]
    ).post()


def score_post(match_view: MatchView, outcome: Outcome, drawings: Sequence[Drawing]) -> Post:
    """Return the score by category, final or as it stands."""
    final = match_view.outcome is not None
    builder = MessageBuilder(OVER if final else RUNNING).say(
        _("### {title} · final score", title=title(match_view))
        if final
        else _("### {title} · current score", title=title(match_view))
    )
    show_plates(builder, match_view, drawings)  # the points stand below
    words = words_of(match_view)
    for name, told in score_rows(outcome, words):
        builder.say(f"**{name}**\n-# {told}".removesuffix("\n-# "), most=600)
    builder.say(join_sentences(remarks(outcome), words), most=600)
    return builder.post()


def score_rows(outcome: Outcome, words: Words) -> list[tuple[str, str]]:
    """Return each player's name with the total, and how that comes about ("" where it is not known)."""
    rows = outcome.scores or ((),) * len(outcome.totals)  # an end that the game could not count
    return [
        (f"{words.name(seat)}: {write_number(total)}", " · ".join(score_row(row, words) for row in rows[seat]))
        for seat, total in enumerate(outcome.totals)
    ]


def score_row(row: Score, words: Words) -> str:
    """One row of a score: ``Nature: 10``, ``Buildings: 8 (2 farms)``; without points ``Tours led: 8``."""
    category, note = capitalize(words(row.category)), words(row.note) if row.note is not None else ""
    if row.points is None:
        return f"{category}: {note}"
    return f"{category}: {write_number(row.points)}{f' ({note})' if note else ''}"
