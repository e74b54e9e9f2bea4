"""Running and finished matches: looking, playing, completing, withdrawing, giving up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.app.changes import drafting
from bot.app.changes.change import Change, DraftWrite, record_turns
from bot.app.changes.turns import ask_of, form_of, play_of, player_turn
from bot.app.changes.unit_of_work import Done, UnitOfWork
from bot.app.match.outcomes import ends_by
from bot.app.match.records import Actor, LogPage, MatchLine, MatchView, Place, Receipt, Suggestion, Suggestions, Typing
from bot.app.match.state import MatchState
from bot.app.play.resigning import Resignation, giver, resign_seat
from bot.app.runtime.refusals import WORDS, refuse
from bot.app.views import lists, match_view, watching
from bot.app.views.targets import Candidate, Sees, Target, everywhere
from db.ids import Key, MatchId, UserId
from db.records import DraftRecord, Status
from db.tx import Tx
from games.core.errors import Refusal
from games.core.input.complete import Completion, complete, complete_line
from games.core.input.forms import Form, FormKind, check_length, read_parts
from games.core.input.panel import Draft
from games.core.language.catalogue import ENGLISH
from games.core.language.formats import moment
from games.core.moves import Move
from games.core.running.forced import weave_forced
from games.core.running.play import TurnContext, ends_of
from games.core.seats import AskId, Seat
from games.core.text import say
from games.core.words import Style, Words

LOG_PAGE = 12
"""Entries of one page of the log."""


class Matches:
    """Running and finished matches."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    # --- Looking ---------------------------------------------------------------------------------------------------

    async def view(self, match: MatchId, user: UserId | None, *, own: bool = False) -> MatchView:
        """Return what the user may see now (None: a spectator).

        Marks are against the board of the turn before; ``own``: against the user's own last turn.
        """
        return await self._uow.store.read(
            lambda tx: match_view.view_match(tx, self._uow.match_reader, match, user, own=own)
        )

    async def look(self, match: MatchId, user: UserId, *, own: bool = False) -> MatchView:
        """Return the same for who wants to see the board; raises Refusal for who may not, as the host has decided."""

        def work(tx: Tx) -> MatchView:
            watching.expect_open(self._uow.match_reader.read(tx, match), user)
            return match_view.view_match(tx, self._uow.match_reader, match, user, own=own)

        return await self._uow.store.read(work)

    async def view_after(self, receipt: Receipt, user: UserId) -> MatchView:
        """Return what the user sees after a request, without marks: from what it has changed, or read if need be."""
        if isinstance(receipt, Done):
            return match_view.present(receipt.after, user)
        return await self.view(receipt.match, user)

    async def view_at(self, match: MatchId, user: UserId | None, *, ply: int) -> MatchView:
        """Return the board as it stood at the newest turn not after ``ply``."""
        return await self._uow.store.read(
            lambda tx: match_view.view_at(tx, self._uow.match_reader, match, user, ply=ply)
        )

    async def candidates(self, place: Place, user: UserId, target: Target, *, sees: Sees) -> tuple[Candidate, ...]:
        """Return the matches that a command may be about, for ``targets.resolve``.

        Those that the user has nothing to do with only of channels that they see, and private ones only in the channel
        they are played in, or to staff.
        """
        return await self._uow.store.read(
            lambda tx: lists.candidates(tx, self._uow.match_reader, place, user, target, sees)
        )

    async def expect_near(self, match: MatchId, user: UserId, *, place: Place, sees: Sees, staff: bool = False) -> None:
        """Raise Refusal, as for a match there is not, unless the user may name the match in this place.

        That may who plays in it, leads it or is invited to it, and on its server anybody who sees its channel; of a
        private match only in the channel it is played in, or ``staff``: who may manage the server of ``place``.
        """

        def work(tx: Tx) -> None:
            table = self._uow.match_reader.read(tx, match)
            if not lists.is_near(table, user, place, staff=staff, sees=sees):
                raise refuse("NO_MATCH", "no_match", match=match)

        await self._uow.store.read(work)

    async def list_matches(
        self, place: Place, *, status: Status | None = None, sees: Sees = everywhere
    ) -> tuple[MatchLine, ...]:
        """Return the matches of a server in channels that one sees (newest first, at most 50), without private ones."""
        return await self._uow.store.read(
            lambda tx: lists.list_matches(tx, self._uow.match_reader, place, status, sees)
        )

    async def mine(self, user: UserId) -> tuple[MatchLine, ...]:
        """Return the user's open and running matches, those waiting for the user first, by time left."""
        return await self._uow.store.read(lambda tx: lists.mine(tx, self._uow.match_reader, user, most=lists.MOST_OWN))

    async def list_hosted(self, user: UserId) -> tuple[MatchLine, ...]:
        """Return the open matches on servers that the user leads and that have free seats, the newest first."""
        return await self._uow.store.read(lambda tx: lists.list_hosted(tx, self._uow.match_reader, user))

    async def next_for(self, user: UserId) -> MatchId | None:
        """Return the match that waits longest for the user."""
        waiting = await self._uow.store.read(lambda tx: tx.pending.of_user(user))
        return waiting[0].match if waiting else None

    async def log(self, match: MatchId, user: UserId | None, *, page: int = 0) -> LogPage:
        """Return a page of the log as the user may read it."""

        def work(tx: Tx) -> LogPage:
            table = self._uow.match_reader.read(tx, match)
            watching.expect_open(table, user)
            pages = max(1, -(-table.match.ply // LOG_PAGE))
            at = min(max(page, 0), pages - 1)
            last = table.match.ply - at * LOG_PAGE
            entries = tx.log.entries(match, first=last - LOG_PAGE + 1, last=last)
            reader = table.viewer(user)
            lines = match_view.log_lines(table, entries, reader, user=user, gone=match_view.find_undone(tx, table))
            return LogPage(match=match, page=at, pages=pages, lines=match_view.with_turns(tx, table, lines))

        return await self._uow.store.read(work)

    # --- Playing ---------------------------------------------------------------------------------------------------

    async def play_line(self, key: Key, actor: Actor, *, match: MatchId, line: str) -> Receipt:
        """Play a whole turn written in the game's notation."""

        def decide(table: MatchState, now: datetime) -> Change:
            seat = _player(table, actor)
            check_length(table.game, len(line))
            state = table.require_position().state
            moves = table.game.notation.read(table.game.view(state, seat), line)
            ask = ask_of(table, seat, moves)
            return _woven(table, seat, ask, moves, now=now)

        return await self._uow.act(key, actor, match, decide)

    async def play_parts(
        self, key: Key, actor: Actor, *, match: MatchId, form: str, words: Mapping[str, str]
    ) -> Receipt:
        """Play a whole turn given by the options of ``/<game> <form>`` (names of parts, and ``order``)."""

        def decide(table: MatchState, now: datetime) -> Change:
            turn, moves = _read_parts(table, actor, form, words)
            return player_turn(table, turn.seat, turn.ask, moves, now=now)

        return await self._uow.act(key, actor, match, decide)

    async def draft_parts(
        self, key: Key, actor: Actor, *, match: MatchId, form: str, words: Mapping[str, str]
    ) -> Receipt:
        """Put such a turn into the draft of its panel, if it could be played as it stands."""

        def decide(table: MatchState, now: datetime) -> Change:
            turn, moves = _read_parts(table, actor, form, words)
            player_turn(table, turn.seat, turn.ask, moves, now=now)
            chosen = tuple(move for move in moves if not isinstance(move, ends_of(table.game)))
            return _draft(table, turn.seat, turn.ask, chosen, now=now)

        return await self._uow.act(key, actor, match, decide)

    async def complete_line(self, match: MatchId, user: UserId, *, typed: str, language: str = ENGLISH) -> Suggestions:
        """Complete the next word of a line; what stands beside it is in a language."""
        table = await self._uow.read(match)

        def search() -> Completion:
            seat = table.seat_for(user)
            state = table.require_position().state
            return complete_line(
                TurnContext(table.game, state, seat, ask_of(table, seat, ())), typed, words=_words(table, language)
            )

        return await self._complete(table, search)

    async def complete_parts(
        self, match: MatchId, user: UserId, typing: Typing, *, language: str = ENGLISH
    ) -> Suggestions:
        """Complete one option of ``/<game> <form>`` given the others: orders at any time, turns while asked."""
        table = await self._uow.read(match)

        def search() -> Completion:
            seat = table.seat_for(user)
            state = table.require_position().state
            wanted = form_of(table.game, typing.form)
            ask = AskId("") if wanted.kind is FormKind.ORDER else _ask_for_form(table, seat, wanted)
            return complete(
                TurnContext(table.game, state, seat, ask),
                form=wanted,
                filled=typing.words,
                focused=typing.focused,
                typed=typing.typed,
                words=_words(table, language),
            )

        return await self._complete(table, search)

    async def _complete(self, table: MatchState, search: Callable[[], Completion]) -> Suggestions:
        try:
            found = await self._uow.completions.compute(search)
        except Refusal as refusal:
            found = Completion(why=refusal.text)
        offered = tuple(Suggestion(one.word, one.label, one.note) for one in found.suggestions)
        if not offered and found.why is not None:
            offered = (Suggestion("", found.why),)
        return Suggestions(table.game, tuple(match_view.names(table)), offered)

    async def withdraw(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Take back a turn handed in secretly; it becomes a draft."""

        def decide(table: MatchState, now: datetime) -> Change:
            own = table.seats_of(actor.user)
            _player(table, actor)
            position = table.require_position()
            handed_in = [a for a in table.game.asks(position.state) if a.seat in own and a.id in position.sealed]
            if not handed_in:
                raise refuse("NOT_SEALED", "not_sealed", match=match)
            ask = handed_in[0]
            play = play_of(table)
            play.withdraw(ask)
            drafted = _draft(table, ask.seat, ask.id, position.sealed[ask.id], now=now)
            change = record_turns(table, play, now=now, by=ask.seat, told=(say("app.withdrawn"),))
            return replace(change, draft=drafted.draft)

        return await self._uow.act(key, actor, match, decide)

    async def preview_resignation(self, user: UserId, *, match: MatchId) -> Resignation:
        """Return what giving up would mean; raises Refusal where the user cannot, and changes nothing."""

        def work(tx: Tx) -> Resignation:
            table = self._uow.match_reader.read(tx, match)
            seat = giver(table, user)
            left = [row for row in table.seats if row.resigned is None and row.seat != seat]
            view = match_view.view_match(tx, self._uow.match_reader, match, user)
            return Resignation(match_view=view, seat=seat, ends=ends_by(table, left))

        return await self._uow.store.read(work)

    async def resign(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Give up: with three or more seats the seat plays the default moves and ranks last, else the match ends."""

        def is_of_tournament(tx: Tx, table: MatchState) -> bool:
            return tx.tournaments.find_pairing(table.match.id) is not None

        def decide(table: MatchState, of_tournament: bool, now: datetime) -> Change:
            return resign_seat(table, giver(table, actor.user), now, of_tournament=of_tournament)

        return await self._uow.act_over(key, actor, match, is_of_tournament, decide)


def _player(table: MatchState, actor: Actor) -> Seat:
    """The seat for which the actor plays; a match that does not run is refused first."""
    if table.match.status is not Status.RUNNING:
        raise table.not_running()
    return table.seat_for(actor.user)


def _woven(table: MatchState, seat: Seat, ask: AskId, moves: Sequence[Move], *, now: datetime) -> Change:
    """Play a typed turn, which may leave out what is forced."""
    turn = weave_forced(TurnContext(table.game, table.require_position().state, seat, ask), moves)
    return player_turn(table, seat, ask, turn, now=now)


def _read_parts(
    table: MatchState, actor: Actor, form: str, words: Mapping[str, str]
) -> tuple[TurnContext[Any], tuple[Move, ...]]:
    """Read the turn given by the options of a command, with what is forced; nothing is played."""
    seat, wanted = _player(table, actor), form_of(table.game, form)
    turn = TurnContext(table.game, table.require_position().state, seat, _ask_for_form(table, seat, wanted))
    return turn, weave_forced(turn, read_parts(turn, wanted, words))


def _draft(table: MatchState, seat: Seat, ask: AskId, moves: Sequence[Move], *, now: datetime) -> Change:
    """Store moves as the draft of a turn, in place of the one before."""
    match, data = table.match, drafting.write_draft(table.codec, Draft(tuple(moves)))
    after = DraftRecord(match=match.id, seat=seat, ask=ask, data=data, changed=now)
    return Change(
        match=match,
        receipt=Receipt(match=match.id, ply=match.ply),
        draft=DraftWrite(seat=seat, before=table.draft_of(seat), after=after),
        only_draft=True,
    )


def _words(table: MatchState, language: str) -> Words:
    times = partial(moment, language=language)
    return Words(
        (WORDS, table.game.words), match_view.names(table, language), language=language, style=Style(times=times)
    )


def _ask_for_form(table: MatchState, seat: Seat, form: Form) -> AskId:
    """The ask that a command answers: the one with its verbs, else the first of the seat."""
    if form.verb is not None:
        verbs = {form.verb}
    else:
        verbs = {verb for part in (form.turn.parts if form.turn else ()) for verb in part.verbs}
    asks = [ask for ask in table.game.asks(table.require_position().state) if ask.seat == seat]
    for ask in asks:
        if verbs & set(ask.verbs):
            return ask.id
    return asks[0].id if asks else AskId("")
