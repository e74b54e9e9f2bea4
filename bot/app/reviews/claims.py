"""Which reviews are being made, by whichever process: one for each server, and one for each person who asks."""

from __future__ import annotations

import hashlib
import secrets

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from db.ids import MatchId, UserId
from db.tx import Tx

FACT = "reviews"
"""The fact under which they are noted."""

HOLD = 45_000
"""Milliseconds for which a claim holds that isn't renewed: its process has ended without a word."""


class Claim(Struct, frozen=True, kw_only=True):
    """A review that is being made: of which match, for which place (its server, or else its channel) and person.

    ``person`` is a digest, so that no ids of people lie about ("": of somebody who has been deleted since). ``holder``:
    who makes it. ``until``: milliseconds by the database's clock. ``share``: how much of it was made when that was last
    noted, from 0 to 1.
    """

    match: int
    place: int
    person: str
    holder: str = ""
    until: int = 0
    share: float = 0.0

    def is_rival(self, other: Claim) -> bool:
        """Return whether one of the two has to wait for the other."""
        return self.match == other.match or self.place == other.place or self.person == other.person != ""


class Claims:
    """The claims in the database; those that were taken here are renewed and released here alone."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Note nothing yet."""
        self._uow = uow
        self._holder = secrets.token_hex(8)
        self._own: dict[MatchId, Claim] = {}

    async def take(self, match: MatchId, place: int, user: UserId) -> Claim | None:
        """Claim the review of a match for a person; return the claim that stands in its way, if one does."""
        wanted = Claim(match=match, place=place, person=_digest(user), holder=self._holder)

        def work(tx: Tx) -> Claim | None:
            claims, now = _read(tx)
            rivals = [each for each in claims if each.is_rival(wanted)]
            if rivals:
                return min(rivals, key=lambda each: each.match != match)
            _write(tx, [*claims, replace(wanted, until=now + HOLD)])
            return None

        rival = await self._uow.store.run(work)
        if rival is None:
            self._own[match] = wanted
        return rival

    async def find(self, match: MatchId) -> Claim | None:
        """Return the claim to the review of a match; None if nobody makes it."""

        def work(tx: Tx) -> Claim | None:
            stored, now = tx.facts.get(FACT), tx.leases.read_time()
            return next((each for each in _drop_expired(stored or "[]", now) if each.match == match), None)

        return await self._uow.store.read(work)

    async def renew(self, match: MatchId, share: float) -> None:
        """Let the claim to a match hold on, and note how much is made.

        One that has lapsed, as while the database couldn't be reached, is taken again unless a rival was quicker; for
        nobody, as its person may have been deleted meanwhile.
        """
        lapsed = self._own.get(match)

        def work(tx: Tx) -> None:
            claims, now = _read(tx)
            others = self._without(match, claims)  # known once nobody else changes them
            own = next((each for each in claims if each not in others), lapsed and replace(lapsed, person=""))
            if own is not None and not any(each.is_rival(own) for each in others):
                _write(tx, [*others, replace(own, until=now + HOLD, share=share)])

        await self._uow.store.run(work)

    async def release(self, match: MatchId) -> None:
        """Give the claim to a match up; what another process has claimed since it lapsed stays."""
        self._own.pop(match, None)

        def work(tx: Tx) -> None:
            _write(tx, self._without(match, _read(tx)[0]))

        await self._uow.store.run(work)

    def _without(self, match: MatchId, claims: list[Claim]) -> list[Claim]:
        return [each for each in claims if (each.match, each.holder) != (match, self._holder)]


def forget(tx: Tx, user: UserId) -> None:
    """Let no claim lead to a person: what is being made for them goes on for nobody."""
    claims, person = _read(tx)[0], _digest(user)
    _write(tx, [replace(each, person="") if each.person == person else each for each in claims])


def _digest(user: UserId) -> str:
    return hashlib.blake2b(str(user).encode(), digest_size=8).hexdigest()


def _read(tx: Tx) -> tuple[list[Claim], int]:
    """The claims that hold, which no other process changes meanwhile, and the time by the database's clock."""
    stored, now = tx.facts.lock(FACT, "[]"), tx.leases.read_time()
    return _drop_expired(stored, now), now


def _drop_expired(stored: str, now: int) -> list[Claim]:
    """Those that hold; one that would for longer than any is of a clock that was set back."""
    return [each for each in msgspec.json.decode(stored, type=list[Claim]) if now < each.until <= now + HOLD]


def _write(tx: Tx, claims: list[Claim]) -> None:
    tx.facts.put(FACT, msgspec.json.encode(claims).decode())
