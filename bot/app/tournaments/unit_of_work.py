"""Where tournaments are decided: read, compute, write, tell; again if another writer was first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.errands import plan_tournament_event
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import note_name
from bot.app.match.records import Actor
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.kept_apart import warn_paired_anyway
from bot.app.tournaments.formats.progress import Progress, World, advance
from bot.app.tournaments.formats.round_news import headline
from bot.app.tournaments.holders import note_holders
from bot.app.tournaments.model import Tournament, read_tournament, write_tournament
from bot.app.tournaments.news import call_rows, card_row, news_row
from bot.app.tournaments.records import TournamentReceipt
from bot.app.tournaments.views import world
from db.engine.errors import Repeat
from db.ids import Key, TournamentId, UserId
from db.records import NoticeRecord
from db.tx import Tx
from games.core.text import Text

CALLING = frozenset({"app.tournament_check_in", "app.tournament_without_organizer"})
"""News that call all who have signed up."""

_receipts = msgspec.json.Decoder(TournamentReceipt)


class Decided(Struct, frozen=True, kw_only=True):
    """What a request makes of a tournament: its next version, what the one who asked is told, and what everybody is.

    ``log`` are lines for the tournament's log beside the news; ``notices`` are further rows of the outbox. ``writes``
    runs in the same unit of work.
    """

    tournament: Tournament
    told: tuple[Text, ...] = ()
    news: tuple[Text, ...] = ()
    log: tuple[Text, ...] = ()
    notices: tuple[NoticeRecord, ...] = ()
    writes: Callable[[Tx], None] | None = None


Decide = Callable[[Tournament, World], Decided]
Reads = Callable[[Tx, Tournament], None]


class TournamentUnitOfWork:
    """What the parts of the tournaments share."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self.uow = uow

    async def read(self, number: TournamentId) -> Tournament:
        """Read a tournament; raises Refusal if there is none."""
        tournament = await self.uow.store.read(lambda tx: read_tournament(tx, number))
        if tournament is None:
            raise refuse("NO_TOURNAMENT", "no_tournament", tournament=number)
        return tournament

    async def act(
        self,
        key: Key | None,
        actor: Actor | None,
        number: TournamentId,
        decide: Decide,
        *,
        reads: Reads | None = None,
        goes_on: bool = True,
    ) -> TournamentReceipt:
        """Decide about a tournament and write it, all or nothing; then, if it ``goes_on``, it does as far as it can.

        ``reads`` looks at the database before ``decide``, over the same state of it, and may refuse.
        """

        def read(tx: Tx) -> tuple[Tournament, World]:
            tournament = read_tournament(tx, number)
            if tournament is None:
                raise refuse("NO_TOURNAMENT", "no_tournament", tournament=number)
            if reads is not None:
                reads(tx, tournament)
            return tournament, world(tx, self.uow.library, tournament, self.uow.clock.now())

        def decide_over(seen: tuple[Tournament, World], now: datetime) -> Decided:
            tournament, known = seen
            whole = _go_on(tournament, decide(tournament, known), known, goes_on=goes_on)
            if key is None and _is_nothing(tournament, whole):
                raise _Nothing
            return whole

        def write_over(tx: Tx, seen: tuple[Tournament, World], whole: Decided, now: datetime) -> TournamentReceipt:
            receipt = TournamentReceipt(tournament=number, told=whole.told)
            if key is not None:
                tx.requests.remember(key, msgspec.json.encode(receipt), at=now)
            _write(tx, actor, seen[0], whole, seen[1].now)
            return receipt

        try:
            *_, receipt = await self.uow.settle(
                key, read, decide_over, write_over, busy=refuse("BUSY", "tournament_busy", tournament=number)
            )
        except _Nothing:
            return TournamentReceipt(tournament=number)
        except Repeat as repeat:
            if key is None:
                raise  # the answer is of what ``decide`` writes
            return _receipts.decode(repeat.answer)
        self.uow.signals.notify()
        return receipt


class _Nothing(Exception):  # no error: a tournament that looks at itself may find all as it should be
    """Nothing is to be written."""


def _go_on(tournament: Tournament, decided: Decided, known: World, *, goes_on: bool) -> Decided:
    """What was decided, and what follows from it at once."""
    went_on = advance(decided.tournament, known) if goes_on else Progress(tournament=decided.tournament)
    return replace(
        decided,
        tournament=went_on.tournament,
        news=(*decided.news, *went_on.news),
        notices=(*decided.notices, *_to_organizer(tournament, went_on.tournament, known.now)),
    )


def _is_nothing(tournament: Tournament, decided: Decided) -> bool:
    return decided.tournament == tournament and not decided.news and decided.writes is None and not decided.notices


def _write(tx: Tx, actor: Actor | None, before: Tournament, decided: Decided, now: datetime) -> None:
    """Write what was decided, and tell it."""
    follow = note_holders(tx, before.record.guild)
    saved = write_tournament(tx, before, decided.tournament)
    follow(tx, now)
    plan_tournament_event(tx, before.record, saved.record, now=now)
    if actor is not None:
        note_name(tx, actor, at=now)
    if decided.writes is not None:
        decided.writes(tx)
    write_told(tx, saved, decided.log, news=decided.news, actor=None if actor is None else actor.user, now=now)
    for notice in decided.notices:
        tx.outbox.enqueue(notice)
    tx.outbox.enqueue(card_row(saved.record, now=now))


def _to_organizer(before: Tournament, after: Tournament, now: datetime) -> Iterator[NoticeRecord]:
    """What the organizer alone is told."""
    for text in warn_paired_anyway(before, after):
        yield news_row(after.record, text, now=now, to=after.record.host)


def write_told(
    tx: Tx, tournament: Tournament, log: Sequence[Text], *, news: Sequence[Text], actor: UserId | None, now: datetime
) -> None:
    """Write lines of the log, and news as lines of the log and sentences in the tournament's channel."""
    for text in (*log, *news):
        tx.tournaments.add_log(tournament.id, at=now, actor=actor, text=msgspec.json.encode(headline(text)))
    for text in news:
        users = (
            [user for each in tournament.entrants for user in tournament.users_of(each.number)]
            if text.id in CALLING
            else []
        )
        for row in call_rows(tournament.record, text, now=now, users=users):
            tx.outbox.enqueue(row)
