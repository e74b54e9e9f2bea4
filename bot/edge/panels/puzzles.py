"""The puzzle of the day: its post, and what an answer came to."""

from collections.abc import Sequence

from bot.app.match.records import MatchView
from bot.app.puzzles.answers import Verdict
from bot.app.puzzles.origins import Origin
from bot.app.puzzles.posting import Posed, Solved
from bot.edge.messages.board import PRIVATE, show_board
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import options_line, seat_name, told_words
from bot.edge.words import _, capitalize, escape_markdown
from games.core.text import Text
from render.core.plates import Drawing

AGAIN, SHOW = "again", "show"
"""What the buttons below an answer carry: to try another turn, and to be shown the best one."""
MOST_OPTIONS = 500
"""Characters of the rule options that are not as usual."""
MOST_BEST = 700
"""Characters of the best turn in words."""


def puzzle_post(posed: Posed, drawings: Sequence[Drawing], *, marker: int) -> Post:
    """Return the position with its question, and below it how a puzzle before it was solved."""
    view = posed.match_view
    builder = MessageBuilder(marker=marker).say(_("### Puzzle of the day: {game}", game=view.game.spec.title))
    mover = escape_markdown(seat_name(view.seats[posed.ask.seat]))
    builder.say(
        _(
            "It's {name}'s turn. Most turns are at least 2 points worse than the best one. Can you find it?",
            name=mover,
        )
    )
    builder.say(options_line(view.options, game=view.game), most=MOST_OPTIONS)
    show_board(builder, view, drawings)
    builder.buttons([Button(press_to(view), _("Solve"), Style.MAIN)])
    if posed.before is not None:
        _tell_solution(builder, posed.before)
    return builder.post()


def solution_post(solved: Solved, *, marker: int) -> Post:
    """Return how a puzzle was solved, on a day that has none."""
    builder = MessageBuilder(marker=marker)
    _tell_solution(builder, solved)
    return builder.say(_("-# There's no new puzzle today.")).post()


def _tell_solution(builder: MessageBuilder, solved: Solved) -> None:
    """Add the last solution, how many found it here, and where the puzzle is from."""
    head = _(
        "**The last puzzle** ({game}): {solved} of {tried, plural, one {# person} other {# people}} here solved it.",
        game=solved.match_view.game.spec.title,
        solved=solved.solved,
        tried=solved.tried,
    )
    builder.say(f"{head}\n{_best(solved.match_view, solved.best, solved.points)}", most=MOST_BEST + 300)
    _tell_origin(builder, solved.match_view, solved.origin)


def _tell_origin(builder: MessageBuilder, view: MatchView, origin: Origin) -> None:
    """Add where a puzzle is from; on the match's own server with what was played there, and the way to it."""
    if origin.match is None:
        words = _("-# From a finished match.") if origin.finished else _("-# From a match between computer players.")
        builder.say(words)
        return
    words = _("From match #{match} on this server, turn {turn}.", match=origin.match, turn=origin.turn)
    if origin.best:
        words += " " + _("The best turn was played.")
    elif origin.made:
        words += "\n" + _("What was played:") + f"\n{_list_moves(view, origin.made)}"
    steps = Press(verb=ButtonAction.HISTORY, match=origin.match, at=origin.ply)
    builder.say(words, most=MOST_BEST).buttons([Button(steps, _("Step through"))])


def _list_moves(view: MatchView, moves: Sequence[Text]) -> str:
    tell = told_words(view)
    return "\n".join(f"• {capitalize(tell(each))}" for each in moves)


def _best(view: MatchView, moves: Sequence[Text], points: float) -> str:
    """The best turn, and why it is that."""
    why = _(
        "-# The bot played on from there many times: this turn is worth at least {n, plural, one {# point} "
        "other {# points}} more than most others. A few may be as good.",
        n=max(1, int(points)),
    )
    return _("The best turn:") + f"\n{_list_moves(view, moves)}\n{why}"


def verdict_post(verdict: Verdict) -> Post:
    """Return what an answer came to, with the way on."""
    view, builder = verdict.match_view, MessageBuilder(PRIVATE)
    if verdict.best:
        builder.say(_tell_end(verdict)).say(_best(view, verdict.best, verdict.points), most=MOST_BEST + 200)
        if verdict.origin is not None:
            _tell_origin(builder, view, verdict.origin)
        return builder.post()
    if verdict.cost >= 1:
        told = _(
            "Not the best turn: it's worth about {n, plural, one {# point} other {# points}} less.",
            n=round(verdict.cost),
        )
    else:
        told = _("Close, but not the best turn.")
    buttons = [
        Button(press_to(view, AGAIN), _("Try again"), Style.MAIN),
        Button(press_to(view, SHOW), _("Show the best turn")),
    ]
    return builder.say(told).buttons(buttons).post()


def _tell_end(verdict: Verdict) -> str:
    """That the puzzle is solved, and how many in a row that makes; or that it was not."""
    if not verdict.solved:
        return _("The solution was shown, so this puzzle doesn't count as solved. The next one comes tomorrow.")
    if verdict.streak < 2:
        return _("✅ **Solved!** Solve tomorrow's puzzle, too, to begin a streak.")
    return _("✅ **Solved!** That makes {n} puzzles in a row here.", n=verdict.streak)


def press_to(view: MatchView, value: str = "") -> Press:
    """Return the way to a puzzle."""
    return Press(verb=ButtonAction.SOLVE, match=view.match.id, value=value)
