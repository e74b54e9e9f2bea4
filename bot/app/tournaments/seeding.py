"""Seeds: who counts as how strong, by rating, by lot or by hand. Pure.

A lot is the SHA-256 sum of the tournament's random seed and the entrant's number, so that whoever knows the seed can
draw again. The seed is stored when the tournament is opened, and shown in its files once it has started.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from bot.app.runtime.refusals import refuse
from bot.app.tournaments.settings import Arranged, Seeding, TournamentSettings
from db.tournaments.records import EntrantRecord, EntrantStatus


def seeds_of(entrants: Iterable[EntrantRecord], settings: TournamentSettings, tournament: int) -> dict[int, int]:
    """Return the places of entrants by strength, from 1; late entrants come in where they belong."""
    by_hand = {number: place for place, number in enumerate(settings.arranged.order)}

    def strength(entrant: EntrantRecord) -> tuple[int, int, int]:
        lot = _lot(settings, tournament, entrant.number)
        match settings.seeding:
            case Seeding.RANDOM:
                return 0, 0, lot
            case Seeding.HAND:
                return by_hand.get(entrant.number, len(by_hand)), -entrant.strength, lot
            case _:
                return 0, -entrant.strength, lot

    order = sorted(entrants, key=strength)
    return {entrant.number: seed for seed, entrant in enumerate(order, start=1)}


def _lot(settings: TournamentSettings, tournament: int, number: int) -> int:
    """An entrant's lot, the lowest first.

    Tournaments of earlier releases have no seed and keep the order of signing up.
    """
    seed = settings.arranged.lot
    if not seed and settings.seeding is not Seeding.RANDOM:
        return number
    return int.from_bytes(hashlib.sha256(f"{seed or tournament}:{number}".encode()).digest(), "big")


def arrange_by_hand(
    settings: TournamentSettings, entrants: Sequence[EntrantRecord], order: Sequence[int]
) -> TournamentSettings:
    """Return the settings with seeds set by hand; raises Refusal for who takes no part or stands there twice."""
    there = {each.number for each in entrants if each.status is not EntrantStatus.ABSENT}
    for number in order:
        if number not in there:
            raise refuse("NOT_IN", "tournament_no_entrant", number=number)
        if list(order).count(number) > 1:
            raise refuse("TWICE", "tournament_seed_twice", number=number)
    return replace(settings, seeding=Seeding.HAND, arranged=replace(settings.arranged, order=tuple(order)))


def write_settings(settings: TournamentSettings, *, begun: bool) -> bytes:
    """Return settings as they stand in files: the seed of the lots only once the tournament has begun."""
    arranged = settings.arranged if begun else replace(settings.arranged, lot="")
    return msgspec.json.encode(replace(settings, arranged=arranged))


def with_lot(settings: TournamentSettings, seed: bytes) -> TournamentSettings:
    """Return the settings of a new tournament with a random seed."""
    return replace(settings, arranged=Arranged(lot=seed.hex()))
