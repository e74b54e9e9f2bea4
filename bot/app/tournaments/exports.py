"""A tournament as a file.

Everything as JSON, pairings as CSV, and a text in the manner of a Swiss tournament report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from bot.app.ratings.exports import File, Form, table
from bot.app.runtime.refusals import WORDS, refuse
from bot.app.tournaments.formats.standings import Standings, StandRow, write_points
from bot.app.tournaments.model import OVER, name_text, score_match
from bot.app.tournaments.pairing.acceleration import virtual_points
from bot.app.tournaments.pairing.rivals import DRAW, WIN
from bot.app.tournaments.records import EntrantView, PairingView, TournamentView
from bot.app.tournaments.seeding import write_settings
from db.tournaments.records import Format, PairingEnd, PairingStatus
from games.core.words import Words

_ENGLISH = Words(WORDS)

COLUMNS = (
    "round",
    "number",
    "board",
    "key",
    "status",
    "match",
    "ended",
    "seat",
    "entrant",
    "name",
    "place",
    "total",
    "game",
)


class EntrantOut(Struct, frozen=True, kw_only=True):
    """An entrant as it is exported."""

    number: int
    name: str
    members: tuple[str, ...]
    status: str
    rating: int
    margin: int | None
    seed: int | None
    place: int | None
    points: str
    tie_breaks: dict[str, str]


class PairingOut(Struct, frozen=True, kw_only=True):
    """A pairing as it is exported."""

    round: int
    number: int
    board: int
    key: str
    game: int | None
    status: str
    match: int | None
    ended: str
    entrants: tuple[int, ...]
    places: tuple[int, ...] | None
    totals: tuple[int, ...] | None


class TournamentOut(Struct, frozen=True, kw_only=True):
    """A tournament as it is exported; times are ISO 8601 in UTC."""

    tournament: int
    name: str
    game: str
    format: str
    status: str
    started: str
    finished: str
    settings: msgspec.Raw
    entrants: tuple[EntrantOut, ...]
    pairings: tuple[PairingOut, ...]


def tournament_file(view: TournamentView, form: Form, words: Words = _ENGLISH) -> File:
    """Return a tournament as a file; raises Refusal for a Swiss report of another format.

    ``words`` name computer players.
    """
    name = f"tournament-{view.record.id}"
    match form:
        case Form.JSON:
            return File(f"{name}.json", msgspec.json.format(msgspec.json.encode(_whole(view, words)), indent=1))
        case Form.CSV:
            return File(f"{name}.csv", table([COLUMNS, *_lines(view, words)]))
        case _:
            if view.record.format is not Format.SWISS or view.settings.team > 1:
                raise refuse("FORM", "tournament_no_trf")
            return File(f"{name}.trf", report(view, words).encode())


def _whole(view: TournamentView, words: Words) -> TournamentOut:
    record = view.record
    rows = {row.number: row for row in view.standings.rows}
    return TournamentOut(
        tournament=record.id,
        name=record.name,
        game=record.game,
        format=record.format,
        status=record.status,
        started=record.starts.isoformat() if record.starts else "",
        finished=record.finished.isoformat() if record.finished else "",
        settings=msgspec.Raw(write_settings(view.settings, begun=bool(view.standings.rows))),
        entrants=tuple(_entrant(entrant, view.standings, rows.get(entrant.number), words) for entrant in view.entrants),
        pairings=tuple(map(_export_pairing, view.pairings)),
    )


def _entrant(entrant: EntrantView, standings: Standings, row: StandRow | None, words: Words) -> EntrantOut:
    """An entrant; without a place and points before the first round."""
    values = zip(standings.breaks, () if row is None else row.values, strict=False)
    return EntrantOut(
        number=entrant.number,
        name=words(name_text(entrant.name)),
        members=entrant.members,
        status=entrant.status,
        rating=entrant.points,
        margin=entrant.margin,
        seed=entrant.seed or None,
        place=None if row is None else row.place,
        points="" if row is None else write_points(row.points),
        tie_breaks={rule.value: write_points(value) for rule, value in values},
    )


def _export_pairing(pairing: PairingView) -> PairingOut:
    return PairingOut(
        round=pairing.round,
        number=pairing.number,
        board=pairing.board,
        key=str(pairing.node or pairing.group),
        game=pairing.game or None,
        status=pairing.status,
        match=pairing.match,
        ended=pairing.ended,
        entrants=pairing.entrants,
        places=pairing.places,
        totals=pairing.totals,
    )


def _lines(view: TournamentView, words: Words) -> list[list[object]]:
    """One line for each seat of each pairing."""
    lines: list[list[object]] = []
    for pairing in view.pairings:
        for seat, (number, name) in enumerate(zip(pairing.entrants, pairing.names, strict=True)):
            lines.append(
                [
                    pairing.round,
                    pairing.number,
                    pairing.board + 1,
                    str(pairing.node or pairing.group),
                    pairing.status.value,
                    pairing.match,
                    pairing.ended,
                    seat + 1,
                    number,
                    words(name_text(name)),
                    None if pairing.places is None else pairing.places[seat],
                    None if pairing.totals is None else pairing.totals[seat],
                    pairing.game or None,
                ]
            )
    return lines


# --- Swiss report ------------------------------------------------------------------------------------------

BYES = {DRAW: "H", 0: "Z"}
"""Codes of byes that count less than a win."""


def report(view: TournamentView, words: Words = _ENGLISH) -> str:
    """Return a text after the chess federation's description of reports (TRF16), of the rounds that are over.

    Entrants are numbered by seed, from 1 without gaps. ``w`` is who began; a win is 1, a draw =, a loss 0, with + and
    - where nothing was played. A bye is U, H or Z as it counts a win, half or nothing; Z also for who was not
    paired. ``XXP`` names two who are kept apart, ``XXA`` the points for pairing in accelerated rounds.
    """
    began = view.record.starts or view.record.created
    rounds = _count_finished_rounds(view)
    places = {row.number: row.place for row in view.standings.rows}
    entrants = {entrant.number: entrant for entrant in view.entrants}
    strongest = sorted(places, key=lambda number: (entrants[number].seed, number))
    numbers = {number: at for at, number in enumerate(strongest, start=1)}
    points = {number: sum(_points(view, number, each) for each in range(1, rounds + 1)) for number in numbers}
    order = {number: (-points[number], places[number]) for number in numbers}
    lines = [
        f"012 {view.record.name}",
        f"042 {began:%Y/%m/%d}",
        f"052 {view.record.finished:%Y/%m/%d}" if view.record.finished else "052",
        f"062 {len(numbers)}",
        f"092 Swiss, {view.title}",
        f"XXR {view.settings.rounds}",
        *(f"XXP {numbers[one]:>4} {numbers[other]:>4}" for one, other in _apart(view, numbers)),
    ]
    lines += _write_accelerated(view, numbers, rounds)
    for number, at in numbers.items():
        rank = 1 + sum(other < order[number] for other in order.values())
        entrant = entrants[number]
        head = f"001 {at:>4} {'':>4} {_plain(words(name_text(entrant.name))):<33} {entrant.points:>4} {'':>26}"
        played = "".join(_round(view, number, each, numbers) for each in range(1, rounds + 1))
        lines.append(f"{head} {points[number] / WIN:4.1f} {rank:>4}{played}")
    return "\n".join(lines) + "\n"


def _apart(view: TournamentView, numbers: Mapping[int, int]) -> list[tuple[int, int]]:
    """Who is kept apart, of those who stand in the report."""
    return [pair for pair in view.settings.arranged.apart if all(number in numbers for number in pair)]


def _write_accelerated(view: TournamentView, numbers: Mapping[int, int], rounds: int) -> list[str]:
    """The points for pairing of those who had any in accelerated rounds, as pairing programs read them."""
    first = {number for pairing in view.pairings if pairing.round == 1 for number in pairing.entrants}
    seeds = {entrant.number: entrant.seed for entrant in view.entrants if entrant.number in first}
    settings = view.settings
    each = [virtual_points(seeds, rounds=settings.rounds, round=turn) for turn in range(1, rounds + 1)]
    upper = sorted({number for points in each for number in points if number in numbers}, key=numbers.__getitem__)
    if not settings.accelerated:
        return []
    return [
        f"XXA {numbers[number]:>4}" + "".join(f" {points.get(number, 0) / WIN:4.1f}" for points in each)
        for number in upper
    ]


def _count_finished_rounds(view: TournamentView) -> int:
    """The rounds of which all results are known: one that is under way has no code for what is still played."""
    under_way = [pairing.round for pairing in view.pairings if pairing.status not in OVER]
    return min(under_way, default=view.record.round + 1) - 1


def _plain(name: str) -> str:
    return " ".join(name.split())[:33]


def _find_pairing(view: TournamentView, entrant: int, number: int) -> PairingView | None:
    found = (p for p in view.pairings if p.round == number and entrant in p.entrants)
    return next((p for p in found if p.status is not PairingStatus.VOID), None)


def _points(view: TournamentView, entrant: int, number: int) -> int:
    """The sixtieths of a win that an entrant got in a round."""
    pairing = _find_pairing(view, entrant, number)
    if pairing is None or pairing.places is None:
        return 0
    if pairing.status is PairingStatus.BYE:
        return _bye(view, pairing)
    return score_match(pairing.places, absent=pairing.ended == PairingEnd.ABSENT)[pairing.entrants.index(entrant)]


def _bye(view: TournamentView, pairing: PairingView) -> int:
    """What a bye counts: half of a win for who asked for it."""
    return DRAW if pairing.ended == PairingEnd.REQUESTED else view.settings.bye


def _round(view: TournamentView, entrant: int, number: int, numbers: Mapping[int, int]) -> str:
    """One round of one entrant: opponent, color, result."""
    pairing = _find_pairing(view, entrant, number)
    if pairing is None:
        return "  0000 - Z"
    if pairing.status is PairingStatus.BYE:
        return f"  0000 - {BYES.get(_bye(view, pairing), 'U')}"
    seat = pairing.entrants.index(entrant)
    other = numbers[pairing.entrants[1 - seat]]
    return f"  {other:>4} {'wb'[seat]} {_result(pairing, seat)}"


def _result(pairing: PairingView, seat: int) -> str:
    assert pairing.places is not None
    share = score_match(pairing.places, absent=pairing.ended == PairingEnd.ABSENT)[seat]
    played: Sequence[str] = "0=1" if pairing.ended not in (PairingEnd.WALKOVER, PairingEnd.ABSENT) else "-=+"
    return played[0 if share < DRAW else 1 if share == DRAW else 2]
