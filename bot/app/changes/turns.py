"""A player's own turn: what it leads to, and which ask it answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.app.changes import drafting
from bot.app.changes.change import Change, record_turns
from bot.app.match.state import MatchState
from bot.app.match.submitted_turns import EMPTY, in_words, line_of, sentence_of
from bot.app.match.turn_runner import TurnRunner
from bot.app.plans.fit import own_news
from bot.app.plans.words import text_of
from bot.app.runtime.refusals import refuse
from bot.app.timing.timeouts import return_seat
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Undo
from games.core.input.forms import Form, forms_of
from games.core.input.panel import Draft
from games.core.moves import Move
from games.core.running.play import Cause, Entry, refuse_out_of_turn
from games.core.seats import AskId, Seat
from games.core.text import Text, raw, say


def play_of(table: MatchState) -> TurnRunner:
    """Begin to play on from the present position; raises Refusal while the match is stopped."""
    table.expect_going()
    return TurnRunner(table.game, table.seed, table.require_position(), table.resigned, table.away, table.list_plans())


def ask_of(table: MatchState, seat: Seat, moves: Sequence[Move]) -> AskId:
    """Return the seat's ask that a turn answers, by the verb it begins with; without moves the one waited for.

    Raises Refusal if nothing is asked of the seat: with the rule's reason if it has one.
    """
    state = table.require_position().state
    asks = [ask for ask in table.game.asks(state) if ask.seat == seat]
    for ask in asks:
        if moves and type(moves[0]) in ask.verbs:
            return ask.id
    if asks:
        return next((ask.id for ask in asks if ask.waits), asks[0].id)
    if moves:
        refuse_out_of_turn(table.game, state, seat, moves[0])
    waiting = tuple(dict.fromkeys(int(ask.seat) for ask in table.open_asks() if ask.waits))
    raise refuse("NOT_YOUR_TURN", "waits_for_seats", waiting_seat=waiting)


def player_turn(
    table: MatchState,
    seat: Seat,
    ask: AskId,
    moves: Sequence[Move],
    *,
    now: datetime,
    cause: Cause = Cause.PLAYER,
) -> Change:
    """Make a turn part of the match; raises Refusal.

    With a grace time in the pace, the table's moves and the orders of others wait, unless the turn is final anyway.
    """
    play = play_of(table)
    if cause is Cause.PLAYER:
        back = return_seat(table, seat, now)
        if back is not table:
            table = back
            play.say(say("app.is_back", seat=seat))
    told = _in_words(table, seat, ask, moves) if cause is Cause.PLAYER else ()
    stored = {filed.id: filed for filed in play.orders}
    play.turn(seat, ask, moves, cause=cause)
    over = tuple(say("app.order_over", what=text_of(stored[order].order)) for order in play.gone)
    made = next(entry for entry in play.stretches[-1].entries if entry.seat == seat)
    play.held = table.pace.grace > 0 and cause is Cause.PLAYER and made.undo is not Undo.NEVER and not play.over
    if not play.held:
        play.run_on()
    head = _describe_turn(table, made, told)
    news = own_news(table, play, seat) if cause is Cause.PLAYER else ()
    return record_turns(table, play, now=now, by=seat, told=(*head, *over, *news))


def _describe_turn(table: MatchState, made: Entry, moves: tuple[Text, ...]) -> tuple[Text, ...]:
    """What a turn came to: its moves in words, then its notation."""
    if made.sealed:
        return (sentence_of(in_words(table.game, table.require_position().state, made.seat, made.ask, made.moves)),)
    if not made.line:
        view = table.game.view(table.require_position().state, made.seat)
        line = line_of(table.game, view, made.moves)
        told = () if line.id == EMPTY else (say("app.played_move", what=line),)
        return (say("app.played"), *(moves or told))
    return (say("app.played"), *moves, say("app.in_notation", line=raw(made.line)))


def _in_words(table: MatchState, seat: Seat, ask: AskId, moves: Sequence[Move]) -> tuple[Text, ...]:
    """The turn for who does not read notation: what the panel told of each move before it was confirmed."""
    try:
        told = drafting.describe_draft(table.game, table.require_position().state, seat, ask, Draft(tuple(moves)))
    except Refusal:
        return ()  # the turn itself says why
    return tuple(say("app.played_move", what=text) for text in told)


def form_of(game: AnyGame, name: str) -> Form:
    """Return a command of a game by its name; raises Refusal if it has none."""
    form = next((form for form in forms_of(game) if form.name == name), None)
    if form is None:
        raise refuse("NO_FORM", "no_form", name=name, game=game.spec.title)
    return form
