"""What a ruling about a match means for what was paired because of it: in a tree, and in the knockout after groups.

A later match that is not over is stopped, and the rightful one is paired. One that was played stands, and so does who
goes on. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats import brackets, rounds
from bot.app.tournaments.model import Tournament, is_absent, name_text
from bot.app.tournaments.pairing.bracket import meetings
from db.ids import UserId
from db.tournaments.records import (
    EntrantStatus,
    Format,
    NodeKey,
    PairingEnd,
    PairingRecord,
    PairingStatus,
    TournamentStatus,
)
from games.core.text import Text, say, say_name

Boards = list[PairingRecord]


class Ruled(Struct, frozen=True, kw_only=True):
    """A tournament after a ruling, what is told of it, and to whom; ``stopped`` are pairings that were being played."""

    tournament: Tournament
    texts: tuple[Text, ...] = ()
    users: tuple[UserId, ...] = ()
    stopped: tuple[PairingRecord, ...] = ()


def overturn(tournament: Tournament, row: PairingRecord) -> Ruled:
    """Return the tournament with ``row`` instead of the pairing as it was, and what follows from that.

    Raises Refusal if a match of a tree is annulled that has to stand.
    """
    after = tournament.with_pairings([row])
    if tournament.record.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return Ruled(tournament=after)
    if row.node is None:
        return _from_groups(tournament, after, row)
    if brackets.is_annulled(row) and not tournament.alive:
        raise refuse("OVER", "annul_over", tournament=tournament.record.name)
    return _in_tree(tournament, after, row)


def hurries(tournament: Tournament, row: PairingRecord) -> tuple[Text, ...]:
    """Return what an organizer should know of a match of a tree whose result is appealed: what already follows it."""
    after = replace(row, status=PairingStatus.VOID, ended=PairingEnd.ANNULLED, late=())
    if not tournament.alive or row.node is None:
        return ()
    later, played = _find_displaced(tournament, tournament.with_pairings([after]), after)
    if played is not None:
        return (_stands(tournament, played),)
    return tuple(say("app.appeal_hurries", later=each.match or 0) for each in _stop(later))


def _in_tree(tournament: Tournament, after: Tournament, row: PairingRecord) -> Ruled:
    assert row.node is not None
    before = brackets.winners(tournament)
    later, played = _find_displaced(tournament, after, row)
    if played is not None and brackets.is_annulled(row):
        raise refuse("GONE_ON", "annul_gone_on", match=row.match or 0, later=played.match or 0)
    unplayed = any(
        (each.number, each.board) == (row.number, row.board) and is_absent(each) for each in tournament.pairings
    )
    if unplayed and (played is not None or not (tournament.alive or _is_last(tournament, row.node))):
        raise refuse("GONE_ON", "tournament_gone_on", match=row.match or 0)
    if played is not None:
        return Ruled(tournament=after, texts=(_stands(tournament, played),))
    whole = after.with_pairings(_void(later))
    texts: list[Text] = []
    old, new = before.get(row.node), brackets.winners(whole).get(row.node)
    if brackets.is_annulled(row) and tournament.settings.team == 1:
        texts.append(say("app.tournament_replayed", match=row.match or 0, names=_names(tournament, row.entrants)))
    elif old and new and old != new:
        gained, lost = name_text(tournament.by_number[new].name), name_text(tournament.by_number[old].name)
        texts.append(say("app.ruling_turned", match=row.match or 0, name=gained, other=lost))
    stopped = _stop(later)
    texts += [_stop_words(tournament, each) for each in stopped]
    if not tournament.alive and not brackets.champion(whole):
        record = replace(whole.record, status=TournamentStatus.RUNNING, finished=None)
        whole = replace(whole, record=record)
        texts.append(say("app.tournament_reopened", tournament=say_name(tournament.record.name), match=row.match or 0))
    return _rule(tournament, whole, texts, stopped, [*row.entrants, *(one for each in later for one in each.entrants)])


def _is_last(tournament: Tournament, key: NodeKey) -> bool:
    """Whether nothing of the tree follows a node."""
    return not any(key in (node.first.node, node.second.node) for node in brackets.nodes(tournament))


def _find_displaced(
    tournament: Tournament, after: Tournament, row: PairingRecord
) -> tuple[Boards, PairingRecord | None]:
    """The later pairings that have other entrants by the new result, or are spare; or one of them that was played."""
    changed = row.node
    assert changed is not None
    known = brackets.group_pairings(after)
    winners = dict(brackets.winners(tournament))
    winners.pop(changed, None)
    own = brackets.by_results(after)
    winners |= {changed: own[changed]} if changed in own and changed in known else {}
    void = {key for key, rows in known.items() if brackets.has_nobody(rows)}
    nodes, seeds = brackets.nodes(tournament), brackets.seeds(tournament)
    later: Boards = _spare(known.get(changed, ())) if changed in own else []
    for node in nodes:  # each stands after those that it follows from
        if node.key not in known or node.key == changed:
            continue
        meeting = meetings(nodes, seeds, winners, void=void)[node.key]
        if set(known[node.key][0].entrants) == {meeting.first, meeting.second}:
            continue
        played = next((each for each in known[node.key] if _is_played(each)), None)
        if played is not None:
            return [], played
        later += known[node.key]
        winners.pop(node.key, None)
        void.discard(node.key)
    return later, None


def _spare(games: Iterable[PairingRecord]) -> Boards:
    """Games of a match that are not over, and change nothing once it is decided."""
    return [each for each in games if each.status in (PairingStatus.WAITING, PairingStatus.PLAYING)]


def _is_played(row: PairingRecord) -> bool:
    return row.status is PairingStatus.DONE and row.ended != PairingEnd.WALKOVER and not is_absent(row)


def _from_groups(tournament: Tournament, after: Tournament, row: PairingRecord) -> Ruled:
    """A ruling about a match of a group: others may go on to the knockout, which is set up anew then."""
    seeded = brackets.seeds(tournament)
    if tournament.format is not Format.ROUND_ROBIN or not seeded:
        return Ruled(tournament=after)
    before, best = rounds.best_of_groups(tournament), rounds.best_of_groups(after)
    if set(before) == set(best) or len(best) < 2:
        return Ruled(tournament=after)
    tree = [each for each in tournament.pairings if each.node is not None]
    played = next((each for each in tree if _is_played(each)), None)
    if played is not None:
        return Ruled(tournament=after, texts=(_stands(tournament, played),))
    later = [each for each in tree if not brackets.is_annulled(each)]
    ranks = {number: rank for rank, number in enumerate(best, start=1)}
    entrants = [
        replace(
            each,
            rank=ranks.get(each.number, 0),
            status=EntrantStatus.PLAYING if each.status is EntrantStatus.OUT else each.status,
        )
        for each in tournament.entrants
    ]
    whole = after.with_pairings(_void(later)).with_entrants(entrants)
    stopped = _stop(later)
    text = say("app.ruling_reseeded", match=row.match or 0, names=_names(tournament, best))
    texts = [text, *(_stop_words(tournament, each) for each in stopped)]
    return _rule(tournament, whole, texts, stopped, [*seeded, *best])


def _void(later: Iterable[PairingRecord]) -> Boards:
    return [replace(each, status=PairingStatus.VOID, ended=PairingEnd.ANNULLED, late=(), due=None) for each in later]


def _stop(later: Iterable[PairingRecord]) -> Boards:
    return [each for each in later if each.status is PairingStatus.PLAYING and each.match is not None]


def _rule(tournament: Tournament, whole: Tournament, texts: list[Text], stopped: Boards, concerned: list[int]) -> Ruled:
    users = [user for number in dict.fromkeys(concerned) for user in tournament.users_of(number)] if texts else []
    return Ruled(tournament=whole, texts=tuple(texts), users=tuple(users), stopped=tuple(stopped))


def _stands(tournament: Tournament, played: PairingRecord) -> Text:
    named = "app.ruling_stands" if tournament.alive else "app.ruling_stands_over"
    return say(named, later=played.match or 0)


def _stop_words(tournament: Tournament, row: PairingRecord) -> Text:
    return say("app.ruling_stopped", match=row.match or 0, names=_names(tournament, row.entrants))


def _names(tournament: Tournament, numbers: Iterable[int]) -> tuple[Text, ...]:
    return tuple(name_text(tournament.by_number[number].name) for number in numbers)
