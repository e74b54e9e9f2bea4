"""Standings: places, points, tie-breaks, and in words why one stands above another. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.app.tournaments.formats.brackets import rank_knocked_out, seeds
from bot.app.tournaments.formats.no_shows import find_barred, rungless
from bot.app.tournaments.model import Played, Tournament, points_of
from bot.app.tournaments.pairing.rivals import WIN
from bot.app.tournaments.settings import TieBreak
from db.tournaments.records import EntrantRecord, EntrantStatus, Format, TournamentStatus
from games.core.text import Text, say

NOT_IN = frozenset({EntrantStatus.RESERVE, EntrantStatus.ABSENT, EntrantStatus.SIGNED})
"""Entrants without a place in the standings of a tournament that runs; signed up late: a team with free boards."""

FINAL = "final"
"""The group of those who went on from the groups of a round robin."""


class StandRow(Struct, frozen=True, kw_only=True):
    """One line of the standings.

    ``points`` and the ``values`` of the tie-breaks are in sixtieths of a win. ``why`` says what put the entrant below
    the one above with the same points; ``group`` is that of a round robin. ``byes`` are not among the
    ``matches``. ``undecided``: still in a knockout that is being played, so that ``place`` is only the best there is.
    """

    place: int
    number: int
    name: str
    status: EntrantStatus
    points: int
    matches: int
    wins: int
    values: tuple[int, ...]
    byes: int = 0
    why: Text | None = None
    group: str = ""
    undecided: bool = False


class Standings(Struct, frozen=True, kw_only=True):
    """The standings of a tournament, best first; ``breaks`` name the columns of ``values``."""

    breaks: tuple[TieBreak, ...]
    rows: tuple[StandRow, ...]


class Tally(Struct, frozen=True, kw_only=True):
    """What tie-breaks are made of, by entrant: points, matches with the entrant's seat in them, wins, opponents."""

    points: Mapping[int, int]
    games: Mapping[int, Sequence[tuple[Played, int]]]
    wins: Mapping[int, int]
    met: Mapping[int, frozenset[int]]
    worth: dict[TieBreak, dict[int, int]]
    """Values that were worked out already, by tie-break."""


class Placed(Struct, frozen=True):
    """Entrants who share a place, and what put them below the ones above (None: points).

    ``than``: below whom, where that is not the one above; ``barred``: they cannot come first, and would have.
    """

    numbers: tuple[int, ...]
    by: TieBreak | None = None
    than: int | None = None
    barred: bool = False


def write_points(sixtieths: int) -> str:
    """Return points as they are shown: 1½, 2.33."""
    sign, whole = "-" if sixtieths < 0 else "", abs(sixtieths)
    wins, rest = divmod(whole, WIN)
    if rest == 0:
        return f"{sign}{wins}"
    if rest == WIN // 2:
        return f"{sign}{wins or ''}½"
    return f"{sign}{whole / WIN:.2f}"


def count_played(played: Iterable[Played]) -> Tally:
    """Count what was played."""
    games: dict[int, list[tuple[Played, int]]] = {}
    wins: dict[int, int] = {}
    met: dict[int, set[int]] = {}
    done = list(played)
    for game in done:
        best = max(game.shares)
        for seat, number in enumerate(game.entrants):
            games.setdefault(number, []).append((game, seat))
            met.setdefault(number, set()).update(game.entrants)
            if not game.bye and game.shares[seat] == best and game.shares.count(best) == 1:
                wins[number] = wins.get(number, 0) + 1
    return Tally(
        points=points_of(done),
        games=games,
        wins=wins,
        met={number: frozenset(others) for number, others in met.items()},
        worth={},
    )


def values(rule: TieBreak, even: Sequence[int], tally: Tally) -> dict[int, int]:
    """Return the values of a tie-break for those among whom it decides."""
    if rule is TieBreak.HEAD_TO_HEAD:
        return _head_to_head(even, tally)
    known = tally.worth.setdefault(rule, {})
    for number in even:
        if number not in known:
            known[number] = _value(rule, number, tally)
    return {number: known[number] for number in even}


def _value(rule: TieBreak, number: int, tally: Tally) -> int:
    games = tally.games.get(number, ())
    match rule:
        case TieBreak.BUCHHOLZ:
            return sum(_opposite(game, seat, tally) for game, seat in games)
        case TieBreak.SONNEBORN_BERGER:
            return sum(_opposite(game, seat, tally) * game.shares[seat] // WIN for game, seat in games if not game.bye)
        case TieBreak.DIFFERENCE:
            return sum(_ahead(game, seat) for game, seat in games)
        case TieBreak.WINS:
            return tally.wins.get(number, 0) * WIN
        case _:
            return sum(game.boards[seat] for game, seat in games)


def _opposite(game: Played, seat: int, tally: Tally) -> int:
    """The points of those opposite, on average; who sat out counts as having met somebody like themselves."""
    if game.bye:
        return tally.points.get(game.entrants[seat], 0)
    if len(game.entrants) == 2:
        return tally.points[game.entrants[1 - seat]]
    others = [tally.points.get(number, 0) for at, number in enumerate(game.entrants) if at != seat]
    return sum(others) // len(others)


def _ahead(game: Played, seat: int) -> int:
    if game.bye or game.walkover:
        return 0
    if len(game.totals) == 2:
        return (game.totals[seat] - game.totals[1 - seat]) * WIN
    others = [total for at, total in enumerate(game.totals) if at != seat]
    return game.totals[seat] * WIN - sum(others) * WIN // len(others)


def _head_to_head(even: Sequence[int], tally: Tally) -> dict[int, int]:
    """Points from the matches among those who are even; nothing unless all of them have met."""
    among = frozenset(even)
    if len(among) < 2 or not all(tally.met.get(number, frozenset()) >= among for number in even):
        return dict.fromkeys(even, 0)
    return {
        number: sum(
            game.shares[seat]
            for game, seat in tally.games.get(number, ())
            if not game.bye and among.issuperset(game.entrants)
        )
        for number in even
    }


def rank(numbers: Sequence[int], rules: Sequence[TieBreak], tally: Tally) -> list[Placed]:
    """Return entrants best first: by points, then by one tie-break after the other among those still even."""
    found: list[Placed] = []
    for even in _even(numbers, tally):
        found += _break_tie(even, rules, tally)
    return found


def _even(numbers: Iterable[int], tally: Tally) -> list[list[int]]:
    """Entrants in groups with the same points, the most points first."""
    groups: dict[int, list[int]] = {}
    for number in numbers:
        groups.setdefault(tally.points.get(number, 0), []).append(number)
    return [groups[points] for points in sorted(groups, reverse=True)]


def _break_tie(even: Sequence[int], rules: Sequence[TieBreak], tally: Tally) -> list[Placed]:
    if len(even) == 1 or not rules:
        return [Placed(tuple(even))]
    rule, rest = rules[0], rules[1:]
    worth = values(rule, even, tally)
    groups: dict[int, list[int]] = {}
    for number in even:
        groups.setdefault(worth[number], []).append(number)
    found: list[Placed] = []
    for at, best in enumerate(sorted(groups, reverse=True)):
        part = _break_tie(groups[best], rest, tally)
        found += part if at == 0 else [Placed(part[0].numbers, rule), *part[1:]]
    return found


def put_winner_first(placed: Sequence[Placed], barred: Collection[int]) -> list[Placed]:
    """Return the order with the best of those who can win in front, and right behind who cannot but would have.

    As it is where all are barred: nobody has won then.
    """
    at = next((at for at, each in enumerate(placed) if not set(each.numbers) <= set(barred)), None)
    if at is None:
        return list(placed)
    best, rest = placed[at], list(placed[at + 1 :])
    first = tuple(number for number in best.numbers if number not in barred)
    held = tuple(number for number in best.numbers if number in barred)
    passed = [*(each.numbers for each in placed[:at]), *([held] if held else [])]
    if passed and rest and rest[0].by is not None:
        rest[0] = replace(rest[0], than=first[0])
    return [Placed(first), *(Placed(numbers, barred=True) for numbers in passed), *rest]


# --- A whole tournament -----------------------------------------------------------------------------------------------


def standings(tournament: Tournament) -> Standings:
    """Return the standings of a tournament that has started."""
    rules = tournament.settings.tie_breaks(tournament.format)
    numbers = [entrant.number for entrant in tournament.entrants if entrant.status not in NOT_IN]
    whole = count_played(tournament.played)
    match tournament.format:
        case Format.KNOCKOUT | Format.DOUBLE_KNOCKOUT:
            return Standings(breaks=(), rows=tuple(_tree_rows(tournament, "", numbers, whole)))
        case Format.LADDER:
            order = sorted(
                set(numbers) - rungless(tournament), key=lambda number: _find_rung(tournament.by_number[number])
            )
            rungs = [Placed((number,)) for number in order]
            if tournament.record.status is TournamentStatus.FINISHED:  # until then a rung is where one is challenged
                rungs = put_winner_first(rungs, find_barred(tournament))
            return Standings(breaks=(), rows=tuple(_rows(tournament, "", rungs, whole, ())))
        case Format.ROUND_ROBIN if group_names(tournament):
            return Standings(breaks=rules, rows=tuple(_in_groups(tournament, rules)))
        case _:
            best = put_winner_first(rank(numbers, rules, whole), find_barred(tournament))
            return Standings(breaks=rules, rows=tuple(_rows(tournament, "", best, whole, rules)))


def _find_rung(entrant: EntrantRecord) -> tuple[bool, int, int]:
    """Where an entrant stands on a ladder: those who have left stand below all others."""
    return entrant.status is EntrantStatus.DROPPED, entrant.rank, entrant.number


def group_names(tournament: Tournament) -> list[str]:
    """Return the groups of a round robin: A, B, …"""
    names = {row.group for row in tournament.pairings if row.group}
    return sorted(names, key=lambda name: (len(name), name))


def group_order(tournament: Tournament, name: str, out: Collection[int]) -> list[Placed]:
    """Return a group's entrants best first; ``out`` are those who cannot win."""
    members = sorted({number for row in tournament.pairings if row.group == name for number in row.entrants})
    rules = tournament.settings.tie_breaks(tournament.format)
    order = rank(members, rules, count_played(game for game in tournament.played if game.group == name))
    return put_winner_first(order, out)


def _in_groups(tournament: Tournament, rules: Sequence[TieBreak]) -> list[StandRow]:
    """The groups one after the other; before them those who went on to the knockout, once there are any."""
    rows: list[StandRow] = []
    begun = any(row.node is not None for row in tournament.pairings)
    finalists = sorted(seeds(tournament)) if begun else []
    if finalists:
        nodes = count_played(game for game in tournament.played if game.node is not None)
        rows += _tree_rows(tournament, FINAL, finalists, nodes)
    out = find_barred(tournament)
    for name in group_names(tournament):
        tally = count_played(game for game in tournament.played if game.group == name)
        rows += _rows(tournament, name, group_order(tournament, name, out), tally, rules)
    return rows


def _tree_rows(tournament: Tournament, group: str, numbers: Sequence[int], tally: Tally) -> list[StandRow]:
    """The entrants of a knockout, best first; while it is played, those who are still in it have no place yet."""
    rows = _rows(tournament, group, _by_round(tournament, numbers), tally, ())
    running = tournament.record.status is TournamentStatus.RUNNING
    return [replace(row, undecided=running and row.status is EntrantStatus.PLAYING) for row in rows]


def _by_round(tournament: Tournament, numbers: Sequence[int]) -> list[Placed]:
    """Entrants of a knockout: who lasted longer stands higher."""
    lasted = rank_knocked_out(tournament)
    groups: dict[int, list[int]] = {}
    for number in numbers:
        groups.setdefault(lasted.get(number, 0), []).append(number)
    return [Placed(tuple(groups[when])) for when in sorted(groups, reverse=True)]


def _rows(
    tournament: Tournament, group: str, placed: Sequence[Placed], tally: Tally, rules: Sequence[TieBreak]
) -> list[StandRow]:
    columns = _columns([number for each in placed for number in each.numbers], rules, tally)
    rows: list[StandRow] = []
    above: StandRow | None = None
    place = 1
    for each in placed:
        shared = [
            _row(tournament, number, place=place, group=group, tally=tally, worth=columns.get(number, ()))
            for number in sorted(each.numbers, key=lambda one: tournament.seeds[one])
        ]
        if each.than is not None:
            above = next(row for row in rows if row.number == each.than)
        if each.by is not None and above is not None:
            at = list(rules).index(each.by)
            shared = [replace(row, why=_why(each.by, row, above, at)) for row in shared]
        if each.barred:
            shared = [replace(row, why=say("app.tournament_cannot_win")) for row in shared]
        rows += shared
        above = shared[0]
        place += len(shared)
    return rows


def _columns(numbers: Sequence[int], rules: Sequence[TieBreak], tally: Tally) -> dict[int, list[int]]:
    """The values of all tie-breaks by entrant, each among those who were still even when it had to decide."""
    columns: dict[int, list[int]] = {number: [] for number in numbers}
    groups = _even(numbers, tally)
    for rule in rules:
        parts: dict[tuple[int, int], list[int]] = {}
        for at, even in enumerate(groups):
            for number, worth in values(rule, even, tally).items():
                columns[number].append(worth)
                parts.setdefault((at, worth), []).append(number)
        groups = list(parts.values())
    return columns


def _row(
    tournament: Tournament, number: int, *, place: int, group: str, tally: Tally, worth: Sequence[int]
) -> StandRow:
    entrant = tournament.by_number[number]
    return StandRow(
        place=place,
        number=number,
        name=entrant.name,
        status=entrant.status,
        points=tally.points.get(number, 0),
        matches=sum(not game.bye for game, _ in tally.games.get(number, ())),
        wins=tally.wins.get(number, 0),
        values=tuple(worth),
        byes=sum(game.bye for game, _ in tally.games.get(number, ())),
        group=group,
    )


def _why(rule: TieBreak, row: StandRow, above: StandRow, at: int) -> Text:
    """What put a row below the one above, which has the same points."""
    return say(
        "app.tournament_why",
        rule=rule_words(rule),
        own=write_points(row.values[at]),
        other=write_points(above.values[at]),
        name=above.name,
    )


def rule_words(rule: TieBreak) -> Text:
    """Return what a tie-break is called."""
    return say(f"app.tie_{rule.replace('-', '_')}")


def rule_meaning(rule: TieBreak) -> Text:
    """Return what a tie-break counts, in a sentence."""
    return say(f"app.tie_{rule.replace('-', '_')}_means")
