"""Whether what became of a tournament is explained by its written rules (``docs/tournaments.md``), worked out anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import networkx as nx

from bot.app.tournaments.exports import report
from bot.app.tournaments.formats.brackets import fill_tree, group_pairings, nodes
from bot.app.tournaments.formats.progress import advance, away
from bot.app.tournaments.formats.standings import FINAL, StandRow, standings
from bot.app.tournaments.model import OVER, Tournament
from bot.app.tournaments.pairing.bracket import AGAIN
from bot.app.tournaments.views import find_coming
from db.tournaments.records import EntrantStatus, Format, PairingEnd, PairingRecord, PairingStatus, TournamentStatus
from games.core.text import Text
from tests.app.tournaments.test_reports import check_report, looked_at
from tests.app.tournaments.troubled import Troubled

TREES = (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT)
NEVER_TWICE = (Format.FREE_SWISS, Format.ROUND_ROBIN)
BY_POINTS = (Format.SWISS, Format.FREE_SWISS, Format.TABLES, Format.ROUND_ROBIN)
GONE = (EntrantStatus.DROPPED,)


# --- At every moment -----------------------------------------------------------------------------------------------


def check_moment(held: Troubled) -> None:
    """Check a tournament that has gone on as far as it can."""
    tournament = held.tournament
    again = advance(tournament, held.memory.world())
    assert (tournament, ()) == (again.tournament, again.news), "looking twice changes nothing"
    if tournament.record.status is TournamentStatus.RUNNING:
        assert tournament.record.due is not None or held.playing(), "it waits for somebody, or for a time"
    check_rows(held)
    check_met(tournament)
    check_nodes(tournament)
    find_coming(tournament)
    if tournament.record.status in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        check_standings(tournament)


def check_rows(held: Troubled) -> None:
    """Check that nobody plays too much at once, and nobody waits for who has left."""
    tournament = held.tournament
    playing = [row for row in tournament.pairings if row.status is PairingStatus.PLAYING]
    under_way = {row.number: row.entrants for row in playing}
    busy = Counter(number for entrants in under_way.values() for number in entrants)
    assert max(busy.values(), default=0) <= (tournament.settings.at_once or len(tournament.entrants))
    for row in tournament.pairings:
        if row.match in held.rulings and row.status in OVER:
            ruled = held.rulings[row.match]
            assert (row.status is PairingStatus.VOID, row.places) == (not ruled, ruled or row.places)
        assert row.status in OVER or tournament.alive or tournament.record.status is TournamentStatus.CANCELLED
        if row.status is PairingStatus.WAITING and tournament.record.paused is None:
            assert not any(away(tournament, number, row.board) for number in row.entrants)
        if row.status is PairingStatus.PLAYING and row.match is not None:
            match = held.memory.matches[row.match]
            for seat, number in enumerate(row.entrants):
                sits = tournament.current_members.get((number, row.board))
                assert seat in match.resigned or not away(tournament, number, row.board)
                assert seat in match.resigned or sits is None or sits.user in (None, match.users[seat])


def check_met(tournament: Tournament) -> None:
    """Check that nobody meets anybody twice where that can be avoided; annulled matches do not count."""
    rows = {row.number: row for row in tournament.pairings if row.status is not PairingStatus.VOID}.values()
    pairs = Counter(frozenset(row.entrants) for row in rows if len(row.entrants) == 2 and row.node is None)
    if tournament.format in NEVER_TWICE:
        assert max(pairs.values(), default=1) == 1
    keys = Counter(row.node for row in rows if row.node is not None)
    assert max(keys.values(), default=1) <= tournament.settings.best_of, "a place in a tree has so many games"
    assert all(len(set(row.entrants)) == len(row.entrants) for row in rows)


def check_nodes(tournament: Tournament) -> None:
    """Check that in every place of a tree those were paired who came to it."""
    known = fill_tree(tournament)
    for key, rows in group_pairings(tournament).items():
        assert {known[key].first, known[key].second} == set(rows[0].entrants), key


def check_news(before: Tournament, after: Tournament, unwanted: Mapping[int, frozenset[int]]) -> None:
    """Check what has become of a tournament in one step."""
    check_round(before, after, unwanted)
    if after.format is Format.LADDER:
        check_climb(before, after)


def check_climb(before: Tournament, after: Tournament) -> None:
    """Check that whoever wins a match of a ladder, or is said to have won it, stands above who lost it."""
    known = {row.number: row.places for row in before.pairings}
    fresh = [row for row in after.pairings if row.places is not None and row.places != known.get(row.number)]
    if len(fresh) == 1 and fresh[0].places is not None and len(set(fresh[0].places)) == 2:
        first, second = (after.by_number[fresh[0].entrants[fresh[0].places.index(place)]] for place in (1, 2))
        stayed = {first.status, second.status} == {EntrantStatus.PLAYING}
        assert not stayed or first.rank < second.rank, "the winner stands above"


def check_round(before: Tournament, after: Tournament, unwanted: Mapping[int, frozenset[int]]) -> None:
    """Check that a round of a Swiss repeats a match only if it has to."""
    known = {row.number for row in before.pairings}
    fresh = [row for row in after.pairings if row.number not in known and row.board == 0]
    if after.format is not Format.SWISS or not fresh:
        return
    met = {frozenset(row.entrants) for row in before.pairings if row.status is not PairingStatus.VOID}
    if not any(frozenset(row.entrants) in met for row in fresh if len(row.entrants) == 2):
        return
    there = sorted({number for row in fresh if row.ended != PairingEnd.REQUESTED for number in row.entrants})
    apart = {frozenset(pair) for pair in after.settings.arranged.apart}
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(there)
    graph.add_edges_from(
        (one, other)
        for one in there
        for other in there
        if one < other
        and frozenset((one, other)) not in met | apart
        and other not in unwanted.get(one, ())
        and one not in unwanted.get(other, ())
    )
    most = len(nx.max_weight_matching(graph, maxcardinality=True))
    assert most < len(there) // 2, f"round {after.record.round} repeats a match and need not"


# --- Standings -----------------------------------------------------------------------------------------------------


def check_standings(tournament: Tournament) -> None:
    """Check that all who take part stand in them, and that places and points follow from what was played."""
    table = standings(tournament)
    inside = {
        each.number
        for each in tournament.entrants
        if each.status in (EntrantStatus.PLAYING, EntrantStatus.OUT, EntrantStatus.DROPPED)
    }
    if tournament.format is Format.LADDER:
        inside -= rungless(tournament)
    assert inside == {row.number for row in table.rows} or tournament.format is Format.ROUND_ROBIN
    for group in {row.group for row in table.rows}:
        rows = [row for row in table.rows if row.group == group]
        assert len(rows) == len({row.number for row in rows})
        check_places(rows)
        points = points_in(tournament, group)
        for row in rows:
            assert row.points == points.get(row.number, 0), row.name
        if tournament.format in BY_POINTS and group != FINAL:
            check_order(rows, barred_from(tournament))
        if tournament.format is Format.LADDER:
            assert len(rows) == len({row.place for row in rows})


def rungless(tournament: Tournament) -> set[int]:
    """Return who has left a ladder without having finished a match."""
    done = [row for row in tournament.pairings if row.status is PairingStatus.DONE]
    finished = {
        each for row in done if row.ended not in (PairingEnd.WALKOVER, PairingEnd.ABSENT) for each in row.entrants
    }
    return {each.number for each in tournament.entrants if each.status in GONE} - finished


def check_places(rows: list[StandRow]) -> None:
    """Check that a place counts those above, and that the reason told is one."""
    for row in rows:
        assert row.place == 1 + sum(other.place < row.place for other in rows)
        told = {} if row.why is None else dict(row.why.args)
        assert "own" not in told or told["own"] != told["other"]


def check_order(rows: list[StandRow], barred: set[int]) -> None:
    """Check that points and tie-breaks decide, and even ones share; the first who can win stand before all others."""
    groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for row in sorted(rows, key=lambda row: (-row.points, tuple(-value for value in row.values))):
        groups.setdefault((row.points, row.values), []).append(row.number)
    order = [set(numbers) for numbers in groups.values()]
    at = next((at for at, numbers in enumerate(order) if numbers - barred), None)
    if at is not None:
        order = [order[at] - barred, *order[:at], order[at] & barred, *order[at + 1 :]]
    places = Counter(row.place for row in rows)
    assert [numbers for numbers in order if numbers] == [
        {row.number for row in rows if row.place == place} for place in sorted(places)
    ]


def barred_from(tournament: Tournament) -> set[int]:
    """Return who has left, or has lost every match on time."""
    gone = {each.number for each in tournament.entrants if each.status in GONE}
    late: dict[int, list[bool]] = {}
    for row in tournament.pairings:
        how = row.ended
        if row.status is PairingStatus.DONE and how != PairingEnd.WALKOVER and row.places is not None:
            for seat, number in enumerate(row.entrants):
                lost = seat in row.late and (row.places[seat] > 1 or how == PairingEnd.ABSENT)
                late.setdefault(number, []).append(lost)
    return gone | {number for number, lost in late.items() if all(lost)}


def points_in(tournament: Tournament, group: str) -> Counter[int]:
    """Count the points of a group, or of the final, or of all, from the places of the matches."""
    found: Counter[int] = Counter()
    groups: dict[int, list[PairingRecord]] = {}
    for row in tournament.pairings:
        inside = not group or (row.node is not None if group == FINAL else row.group == group)
        if inside and row.status in (PairingStatus.DONE, PairingStatus.BYE):
            groups.setdefault(row.number, []).append(row)
    for number, rows in groups.items():
        whole = [row for row in tournament.pairings if row.number == number]
        if all(row.status in OVER for row in whole):
            found.update(_points(rows, tournament.settings.bye, teams=tournament.settings.team > 1))
    return found


def _points(rows: list[PairingRecord], bye: int, *, teams: bool) -> Counter[int]:
    """The points of one pairing, of all its boards."""
    if rows[0].status is PairingStatus.BYE:
        return Counter({rows[0].entrants[0]: 30 if rows[0].ended == PairingEnd.REQUESTED else bye})
    boards: Counter[int] = Counter()
    for row in rows:
        assert row.places is not None
        if row.ended == PairingEnd.ABSENT:
            boards.update(dict.fromkeys(row.entrants, 0))
            continue
        for place, number in zip(row.places, row.entrants, strict=True):
            ahead = sum(other > place for other in row.places) + sum(other == place for other in row.places) / 2 - 0.5
            boards[number] += int(60 * ahead) // (len(row.places) - 1)
    if not teams or len(rows) == 1:
        return boards
    one, other = rows[0].entrants
    if all(row.ended == PairingEnd.ABSENT for row in rows):
        return Counter({one: 0, other: 0})
    even = boards[one] == boards[other]
    return Counter({number: 30 if even else 60 * (boards[number] == max(boards.values())) for number in (one, other)})


# --- The end -------------------------------------------------------------------------------------------------------


def check_end(tournament: Tournament, news: list[Text]) -> None:
    """Check that a tournament is over with a winner, a shared first place that its rule allows, or told without one."""
    ends = [text for text in news if text.id in ENDS]
    assert len(ends) == 1
    if tournament.record.status is TournamentStatus.CANCELLED:
        assert ends[0].id in ("app.tournament_too_few", "app.tournament_cancelled")
        return
    assert tournament.record.status is TournamentStatus.FINISHED
    assert all(row.status in OVER for row in tournament.pairings)
    check_standings(tournament)
    if nodes(tournament):
        check_tree(tournament, ends[0])
    check_winner(tournament, ends[0])
    if tournament.format is Format.SWISS and tournament.settings.team == 1:
        check_report(report(looked_at(tournament)))


ENDS = (
    "app.tournament_finished",
    "app.tournament_groups_finished",
    "app.tournament_no_winner",
    "app.tournament_too_few",
    "app.tournament_cancelled",
)


def check_winner(tournament: Tournament, told: Text) -> None:
    """Check that those who were told as winners stand first and could win, and that somebody wins where anybody can."""
    rows, barred = standings(tournament).rows, barred_from(tournament)
    groups = sorted({row.group for row in rows}, key=lambda group: (group != FINAL, group))
    first = {group: [row for row in rows if row.group == group and row.place == 1] for group in groups}
    won = {group: tuple(row.name for row in first[group] if row.number not in barred) for group in groups}
    done = {row.group for row in tournament.pairings if row.status is PairingStatus.DONE}
    won |= {group: () for group in groups if not nodes(tournament) and (group not in done if group else not done)}
    if told.id == "app.tournament_finished":
        assert won[groups[0]]
        assert won[groups[0]] == dict(told.args)["names"]
        assert not barred & {row.number for row in first[groups[0]]}, "who is out stands first"
    elif told.id == "app.tournament_groups_finished":
        assert FINAL not in groups
        assert any(won.values())
    elif not nodes(tournament):
        assert not any(won.values())


def check_tree(tournament: Tournament, told: Text) -> None:
    """Check that no place of a tree is open, and that all who stayed have lost in it but the one who won."""
    known = fill_tree(tournament)
    for meeting in known.values():
        assert meeting.node.key == AGAIN or (meeting.loser is not None and meeting.onward is not None)
    rows = [row for row in standings(tournament).rows if row.group in ("", FINAL)]
    staying = [row for row in rows if row.status is EntrantStatus.PLAYING]
    first = [row for row in rows if row.place == 1]
    if told.id == "app.tournament_finished":
        assert len(first) == 1
        assert staying == first
    else:
        assert {row.number for row in staying} <= barred_from(tournament)
