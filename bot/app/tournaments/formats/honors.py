"""Who has won a tournament that is over, in words. Pure."""

from __future__ import annotations

from bot.app.tournaments.formats import brackets
from bot.app.tournaments.formats.no_shows import find_barred
from bot.app.tournaments.formats.standings import FINAL, StandRow, standings
from bot.app.tournaments.model import Tournament
from db.tournaments.records import PairingStatus
from games.core.text import Text, say


def find_winners(tournament: Tournament) -> list[StandRow]:
    """Return who has won: of groups without a final the best of each; nobody, where nothing was decided."""
    first = [row for row in standings(tournament).rows if row.place == 1]
    out = find_barred(tournament)
    won = [row for row in first if row.number not in out]
    tree = bool(brackets.nodes(tournament))
    if not tree:  # nobody wins where nothing was decided
        decided = {row.group for row in tournament.pairings if row.status is PairingStatus.DONE}
        won = [row for row in won if (row.group in decided if row.group else decided)]
    if not won or (tree and not brackets.champion(tournament)):
        return []
    groups = _groups(first)
    return won if len(groups) > 1 and FINAL not in groups else [row for row in won if row.group == groups[0]]


def _groups(first: list[StandRow]) -> list[str]:
    return list(dict.fromkeys(row.group for row in first))


def end_text(tournament: Tournament) -> Text:
    """Return what everybody is told at the end: who has won, in which group, or that nobody has."""
    won = find_winners(tournament)
    if not won:
        return say("app.tournament_no_winner", tournament=tournament.record.name)
    groups = _groups([row for row in standings(tournament).rows if row.place == 1])
    if len(groups) > 1 and FINAL not in groups:
        winners = tuple(_in_group(group, won) for group in groups)
        return say("app.tournament_groups_finished", tournament=tournament.record.name, winners=winners)
    names = tuple(row.name for row in won)
    return say("app.tournament_finished", tournament=tournament.record.name, names=names, count=len(names))


def _in_group(group: str, won: list[StandRow]) -> Text:
    names = tuple(row.name for row in won if row.group == group)
    if not names:
        return say("app.tournament_group_nobody", group=group)
    return say("app.tournament_group_winner", group=group, names=names)
