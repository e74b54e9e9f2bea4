"""Who holds a round up, and what is done about a result that somebody objects to."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload
from bot.app.changes.unit_of_work import unless_answered
from bot.app.changes.writing import note_name
from bot.app.match.records import Actor, Place, Receipt
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.brackets import is_annulled
from bot.app.tournaments.formats.corrections import Ruled, hurries
from bot.app.tournaments.formats.progress import Came, World, annul, correct
from bot.app.tournaments.model import Tournament, read_tournament
from bot.app.tournaments.news import call_rows, news_row
from bot.app.tournaments.records import TournamentReceipt
from bot.app.tournaments.rights import expect_going, organizer, organizers_of, organizes
from bot.app.tournaments.running.decisions import Ruling
from bot.app.tournaments.running.matches import TournamentMatches
from bot.app.tournaments.settings import MOST_DAYS
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from db.engine.errors import Repeat
from db.ids import AppealId, GuildId, Key, MatchId, TournamentId
from db.ratings.records import AppealRecord, AppealState, Ended, Left, RulingRecord
from db.records import MatchRecord, PendingKind, Status
from db.tournaments.records import PairingRecord, PairingStatus
from db.tx import Tx
from games.core.seats import AskId, Seat
from games.core.text import Text, lines, say

BETWEEN_NUDGES = timedelta(hours=24)
"""One match is not nudged more often."""

APPEALED_WITHIN = timedelta(days=14)
"""After the end of a match."""

LONGEST_WORDS = 1000


class _Asked(Struct, frozen=True, kw_only=True):
    """A ruling as it is asked for."""

    key: Key
    actor: Actor
    record: MatchRecord
    places: tuple[int, ...]
    why: str

    def receipt(self, *follows: Text) -> Receipt:
        """Return what the one who rules is told, and what follows from it."""
        ruled = _ruling_text(self.record.id, self.places)
        return Receipt(match=self.record.id, ply=self.record.ply, told=(ruled, *follows))

    def write(self, tx: Tx, receipt: Receipt, now: datetime) -> None:
        """Write the ruling, with the answer to its request; the match is reckoned anew."""
        match = self.record.id
        tx.requests.remember(self.key, msgspec.json.encode(receipt), at=now)
        note_name(tx, self.actor, at=now)
        tx.results.add_ruling(
            RulingRecord(id=0, match=match, by=self.actor.user, at=now, places=self.places, why=self.why)
        )
        tx.results.owe(match)
        tx.outbox.enqueue(outbox.words(self.record, _ruling_text(match, self.places), (), now=now))


class Disputes:
    """Nudges, rulings, appeals."""

    def __init__(self, tournaments: TournamentUnitOfWork, playing: TournamentMatches) -> None:
        """Work over the shared unit of work."""
        self._tournaments = tournaments
        self._uow = tournaments.uow
        self._playing = playing

    async def nudge(
        self, key: Key, actor: Actor, *, tournament: TournamentId, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Mention those for whom matches wait, in their threads (organizer or staff), at most once a day each."""

        def decide(known: Tournament, seen: World) -> Decided:
            organizer(known, actor, staff=staff)
            expect_going(known)
            rows = [row for row in known.pairings if _may_be_nudged(row, seen.now)]
            if not rows:
                raise refuse("NOBODY", "tournament_nobody_to_nudge")
            after = known.with_pairings([replace(row, nudged=seen.now) for row in rows])

            def writes(tx: Tx) -> None:
                for row in rows:
                    _nudge(tx, row, known, seen.now)

            return Decided(tournament=after, told=(say("app.tournament_nudged", count=len(rows)),), writes=writes)

        return await self._tournaments.act(key, actor, tournament, decide)

    async def extend(
        self, key: Key, actor: Actor, *, match: MatchId, days: int, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Give one match more days until it is decided (organizer of its tournament, or staff).

        Its players are told.
        """
        record, tournament, _ = await self._of(match)
        if tournament is None:
            raise refuse("NO_TOURNAMENT", "extend_no_tournament", match=match)

        def decide(known: Tournament, seen: World) -> Decided:
            organizer(known, actor, staff=staff)
            row = next(each for each in known.pairings if each.match == match)
            longer = _extend(row, match, days, now=seen.now)
            text = say("app.tournament_extended", match=match, days=days, until=day(longer.due or seen.now))
            members = [
                known.current_members[number, row.board]
                for number in row.entrants
                if (number, row.board) in known.current_members
            ]
            users = [member.user for member in members if member.user is not None]

            def writes(tx: Tx) -> None:
                tx.outbox.enqueue(outbox.words(record, text, users, now=seen.now))

            return Decided(tournament=known.with_pairings([longer]), told=(text,), log=(text,), writes=writes)

        return await self._tournaments.act(key, actor, tournament.id, decide)

    async def rule(
        self, key: Key, actor: Actor, *, match: MatchId, places: tuple[int, ...], why: str, staff: GuildId | None
    ) -> Receipt:
        """Set the places of a match by seat, or (no places) annul it; a running match of a tournament ends so.

        Organizer of its tournament, or staff of its server. Ratings follow. An annulled match of a tree is played
        again. Later matches of a tree that others are to play now are stopped, unless one of them was played.
        """
        try:
            record, tournament, row = await self._of(match, key)
        except Repeat as repeat:
            return msgspec.json.decode(repeat.answer, type=Receipt)
        _may_rule(record, tournament, actor, staff=staff)
        _check_places(record, places)
        words = _words(why)
        ended = False
        if record.status is Status.RUNNING:
            if tournament is None or not places:
                raise refuse("NOT_OVER", "not_over", match=match)
            ended = await self._playing.decide(match, tournament, Ruling(places, actor.name))
        asked = _Asked(key=key, actor=actor, record=record, places=places, why=words)
        try:
            if tournament is None or row is None:
                receipt = await self._write_ruling(asked)
            else:
                receipt = await self._correct(asked, tournament.id, row, ended=ended)
        except Repeat as repeat:
            return msgspec.json.decode(repeat.answer, type=Receipt)
        if tournament is not None:
            await self._playing.enforce(tournament.id)
        self._uow.signals.notify()
        return receipt

    async def _of(self, match: MatchId, key: Key | None = None) -> _Found:
        """Return what a match is part of; raises Repeat if the request was answered before."""
        return await self._uow.store.read(lambda tx: unless_answered(tx, key, partial(_find, match)))

    async def _write_ruling(self, asked: _Asked) -> Receipt:
        """Write a ruling about a match of no tournament."""
        now, receipt = self._uow.clock.now(), asked.receipt()
        await self._uow.store.run(lambda tx: asked.write(tx, receipt, now))
        return receipt

    async def _correct(self, asked: _Asked, tournament: TournamentId, row: PairingRecord, *, ended: bool) -> Receipt:
        """Write a ruling and bring it into the tournament; a match that it has ended comes in by itself."""
        receipts = [asked.receipt()]
        text = _log_line(asked.record.id, asked.places, asked.actor, asked.why)

        def write_ruling(tx: Tx) -> None:
            asked.write(tx, receipts[-1], self._uow.clock.now())

        def decide(known: Tournament, seen: World) -> Decided:
            now = next(each for each in known.pairings if (each.number, each.board) == (row.number, row.board))
            if now.status is PairingStatus.PLAYING and not ended:
                now = _take_in(now, seen)  # as it was ruled, whatever the match itself came to
            if now.status is PairingStatus.PLAYING:
                receipts.append(asked.receipt())
                return Decided(tournament=known, log=(text,), writes=write_ruling)
            ruled = _consequence(known, now, asked.places, at=seen.now)
            receipts.append(asked.receipt(*ruled.texts))
            said = lines(*ruled.texts)
            notices = call_rows(known.record, said, now=seen.now, users=ruled.users) if ruled.texts else ()

            def writes(tx: Tx) -> None:
                write_ruling(tx)
                for match in (each.match for each in ruled.stopped if each.match is not None):
                    stopped = RulingRecord(
                        id=0, match=match, by=asked.actor.user, at=seen.now, places=(), why=asked.why
                    )
                    tx.results.add_ruling(stopped)

            return Decided(tournament=ruled.tournament, log=(text, *ruled.texts), notices=notices, writes=writes)

        await self._tournaments.act(None, asked.actor, tournament, decide)
        return receipts[-1]

    # --- Appeals ---------------------------------------------------------------------------------------------------

    async def appeal(self, key: Key, actor: Actor, *, match: MatchId, words: str) -> Receipt:
        """Object to a result (those who played, within 14 days); the organizer or the host is told in private."""

        def decide(seen: _Found, now: datetime) -> tuple[str, tuple[Text, ...]]:
            _record, tournament, row = seen
            return _words(words), () if tournament is None or row is None else hurries(tournament, row)

        def write(tx: Tx, seen: _Found, decided: tuple[str, tuple[Text, ...]], now: datetime) -> Receipt:
            (record, tournament, _row), (said, hurry) = seen, decided
            receipt = Receipt(match=match, ply=record.ply, told=(say("app.appeal_made", match=match),))
            tx.requests.remember(key, msgspec.json.encode(receipt), at=now)
            _may_appeal(tx, record, actor, now)
            number = tx.results.add_appeal(_appeal(record, tournament, actor, words=said, now=now))
            text = say("app.appeal_told", number=number, match=match, name=actor.name, words=said)
            if tournament is not None:
                text = lines(text, *hurry) if hurry else text
                for user in organizers_of(tournament.record):
                    tx.outbox.enqueue(news_row(tournament.record, text, now=now, to=user))
            else:
                tx.outbox.enqueue(outbox.row(record, Kind.WORD, now=now, told=Payload(text=text, user=record.host)))
            return receipt

        return await self._uow.make(key, partial(_find, match), decide, write, Receipt)

    async def appeals(self, place: Place) -> tuple[AppealRecord, ...]:
        """Return the open appeals of a server, the oldest first."""
        guild = place.guild
        if guild is None:
            return ()
        return await self._uow.store.read(lambda tx: tx.results.appeals_in(guild, AppealState.OPEN))

    async def answer(
        self,
        key: Key,
        actor: Actor,
        *,
        appeal: AppealId,
        words: str,
        places: tuple[int, ...] | None = None,
        staff: GuildId | None,
    ) -> Receipt:
        """Answer an appeal: reject it, or (``places``, () annuls) uphold it with a ruling. The player is told."""
        found = await self._uow.store.read(lambda tx: tx.results.appeal(appeal))
        if found is None or found.state is not AppealState.OPEN:
            raise refuse("NO_APPEAL", "no_appeal", number=appeal)
        record, tournament, _ = await self._of(found.match)
        _may_rule(record, tournament, actor, staff=staff)
        said = _words(words)
        told = say("app.appeal_upheld" if places is not None else "app.appeal_rejected", number=appeal, words=said)
        if places is not None:
            await self.rule(Key(f"{key}/rule"), actor, match=found.match, places=places, why=said, staff=staff)
        now = self._uow.clock.now()
        state = AppealState.UPHELD if places is not None else AppealState.REJECTED
        closed = replace(found, state=state, by=actor.user, answer=said, closed=now)

        def work(tx: Tx) -> None:
            if tx.results.close_appeal(closed):
                tx.outbox.enqueue(outbox.row(record, Kind.WORD, now=now, told=Payload(text=told, user=found.user)))

        await self._uow.store.run(work)
        self._uow.signals.notify()
        return Receipt(match=found.match, ply=record.ply, told=(told,))


_Found: TypeAlias = tuple[MatchRecord, Tournament | None, PairingRecord | None]


def _find(match: MatchId, tx: Tx) -> _Found:
    """A match, with its tournament and pairing if it has them."""
    record, row = tx.matches.get(match), tx.tournaments.find_pairing(match)
    if record is None:
        raise refuse("NO_MATCH", "no_match", match=match)
    return record, None if row is None else read_tournament(tx, row.tournament), row


def _may_be_nudged(row: PairingRecord, now: datetime) -> bool:
    playing = row.status is PairingStatus.PLAYING
    return playing and (row.nudged is None or now - row.nudged >= BETWEEN_NUDGES)


def _take_in(row: PairingRecord, seen: World) -> PairingRecord:
    """The pairing of a match that is over, and that its tournament has not looked at yet."""
    came = None if row.match is None else seen.came.get(row.match)
    totals = (0,) * len(row.entrants) if came is None else came.totals
    return replace(row, status=PairingStatus.DONE, totals=totals, done=seen.now, due=None)


def _extend(row: PairingRecord, match: MatchId, days: int, *, now: datetime) -> PairingRecord:
    """The pairing with more days; raises Refusal where it is over, has no limit, or would have too many."""
    if row.status is not PairingStatus.PLAYING:
        raise refuse("OVER", "extend_over", match=match)
    if row.due is None:
        raise refuse("NO_LIMIT", "extend_no_limit", match=match)
    if days < 1:
        raise refuse("NUMBER", "extend_none")
    due = max(row.due, now) + timedelta(days=min(days, MOST_DAYS + 1))
    if due - now > timedelta(days=MOST_DAYS):
        raise refuse("NUMBER", "extend_too_long", most=MOST_DAYS)
    return replace(row, due=due)


def _nudge(tx: Tx, row: PairingRecord, tournament: Tournament, now: datetime) -> None:
    record = None if row.match is None else tx.matches.get(row.match)
    if record is None or record.status is not Status.RUNNING:
        return
    waits = [each for each in tx.pending.of_match(record.id) if each.kind is PendingKind.SEAT and not each.sealed]
    asked = tuple((Seat(each.seat), AskId(each.ask)) for each in waits)
    if asked:
        text = say("app.tournament_nudge", tournament=tournament.record.name)
        tx.outbox.enqueue(outbox.row(record, Kind.WORD, now=now, told=Payload(asked=asked, text=text)))


def _may_rule(record: MatchRecord, tournament: Tournament | None, actor: Actor, *, staff: GuildId | None) -> None:
    runs = tournament is not None and organizes(tournament.record, actor.user)
    if not runs and (staff is None or staff != record.guild):
        raise refuse("NOT_STAFF", "ruling_by_staff", match=record.id)


def _check_places(record: MatchRecord, places: tuple[int, ...]) -> None:
    """Refuse what is no ranking: as many places as seats, each with as many before it as it says."""
    if places and (
        len(places) != record.seats or any(place != 1 + sum(other < place for other in places) for place in places)
    ):
        raise refuse("PLACES", "bad_places", seats=record.seats)


def _words(words: str) -> str:
    said = " ".join(words.split())[:LONGEST_WORDS]
    if not said:
        raise refuse("NO_WORDS", "needs_reason")
    return said


def _ruling_text(match: MatchId, places: tuple[int, ...]) -> Text:
    if not places:
        return say("app.ruling_void", match=match)
    return say("app.ruling_places", match=match, places=tuple(places))


def _consequence(tournament: Tournament, row: PairingRecord, places: tuple[int, ...], *, at: datetime) -> Ruled:
    """What comes of a ruling about a pairing that is over; raises Refusal where that can't be anything."""
    if is_annulled(row) and row.node is not None:
        raise refuse("ANNULLED", "annulled_in_tree", match=row.match or 0)
    if is_annulled(row) and not places:
        raise refuse("ANNULLED", "annulled_already", match=row.match or 0)
    if not places:
        return annul(tournament, row)
    totals, left = row.totals or (0,) * len(places), (Left.STAYED,) * len(places)
    return correct(tournament, row, Came(places=places, totals=totals, ended=Ended.STAFF, left=left, at=at))


def _log_line(match: MatchId, places: tuple[int, ...], actor: Actor, why: str) -> Text:
    return say("app.ruling_log", what=_ruling_text(match, places), name=actor.name, words=why)


def _may_appeal(tx: Tx, record: MatchRecord, actor: Actor, now: datetime) -> None:
    """Refuse strangers, matches that are not over or long over, and a second appeal by the same player."""
    if record.status is not Status.FINISHED or record.finished is None:
        raise refuse("NOT_OVER", "not_over", match=record.id)
    played = {row.user for row in tx.matches.seats(record.id)} | {row.user for row in tx.results.tenures(record.id)}
    if actor.user not in played:
        raise refuse("NOT_A_PLAYER", "not_a_player", match=record.id)
    if now - record.finished > APPEALED_WITHIN:
        raise refuse("TOO_LATE", "appeal_too_late", days=APPEALED_WITHIN.days)
    if any(each.user == actor.user for each in tx.results.appeals_of(record.id)):
        raise refuse("ALREADY", "appeal_once", match=record.id)


def _appeal(
    record: MatchRecord, tournament: Tournament | None, actor: Actor, *, words: str, now: datetime
) -> AppealRecord:
    return AppealRecord(
        id=AppealId(0),
        match=record.id,
        tournament=None if tournament is None else tournament.id,
        guild=record.guild,
        user=actor.user,
        words=words,
        at=now,
        state=AppealState.OPEN,
        by=None,
        answer=None,
        closed=None,
    )
