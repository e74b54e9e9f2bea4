"""What is told of a new round: who plays whom. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.app.tournaments.formats import brackets
from bot.app.tournaments.model import Tournament, board_name
from bot.app.tournaments.pairing.bracket import AGAIN, FINAL, THIRD
from db.tournaments.records import Format, PairingEnd, PairingRecord, PairingStatus
from games.core.text import Text, lines, say, say_name

ROUND_NAMES = {1: "app.tournament_final", 2: "app.tournament_semifinals", 4: "app.tournament_quarterfinals"}
"""What is told when a round of a knockout begins that has a name, by its matches."""

MOST_PAIRS = 15
"""Of the pairings of a round, so many are named in its message."""


def round_words(before: Tournament, after: Tournament) -> list[Text]:
    """Return what everybody is told of what was paired: for each round that begins, that it does, and its pairings."""
    return [
        lines(_head(after, rows), *(_pair(after, row) for row in rows[:MOST_PAIRS]), *_more(rows))
        for rows in _find_begun(before, after)
    ]


def _find_begun(before: Tournament, after: Tournament) -> list[list[PairingRecord]]:
    """The pairings of each round that begins; of a tree with byes several may begin at the same time."""
    known = {(row.number, row.board) for row in before.pairings}
    fresh = [
        row for row in after.pairings if (row.number, row.board) not in known and row.status is not PairingStatus.VOID
    ]
    if after.format in (Format.FREE_SWISS, Format.LADDER):
        return []
    finals = [row for row in fresh if row.node in (FINAL, AGAIN)]
    if finals:
        return [finals]
    if after.format is Format.DOUBLE_KNOCKOUT or not any(row.node for row in fresh):
        return [fresh] if after.record.round != before.record.round else []
    begun = {row.round for row in before.pairings}
    rounds: dict[int, list[PairingRecord]] = {}
    for row in fresh:
        if row.round not in begun:
            rounds.setdefault(row.round, []).append(row)
    return [rounds[number] for number in sorted(rounds)]


def _head(after: Tournament, rows: Sequence[PairingRecord]) -> Text:
    """What begins: a round by its number, or the last ones of a knockout by their names."""
    name = after.record.name
    if any(row.node == AGAIN for row in rows):
        return say("app.tournament_second_final", tournament=name)
    count = max((brackets.count_in_round(after, row.node) for row in rows), default=0)
    if count in ROUND_NAMES:
        return say(ROUND_NAMES[count], tournament=name)
    number = rows[0].round if count else after.record.round
    return say("app.tournament_round", tournament=name, round=number)


def start_words(tournament: Tournament, row: PairingRecord) -> Text:
    """Return what the players of a match are told when it starts: of several games, which one it is."""
    name, most = say_name(tournament.record.name), tournament.settings.best_of
    if most == 1 or row.node is None:
        return say("app.tournament_match", tournament=name)
    game = brackets.game_numbers(tournament).get(row.number, 1)
    return say("app.tournament_game", tournament=name, game=game, most=most)


def headline(text: Text) -> Text:
    """Return what of a sentence stands in the log: of a new round no pairings, which have a place of their own."""
    parts = text.args.get("parts")
    first = parts[0] if text.id == "core.lines" and isinstance(parts, tuple) else text
    return first if isinstance(first, Text) else text


def _pair(tournament: Tournament, row: PairingRecord) -> Text:
    names = tuple(board_name(tournament, number, row.board) for number in row.entrants)
    if len(names) == 1:
        return say(
            "app.tournament_half_bye" if row.ended == PairingEnd.REQUESTED else "app.tournament_sits_out", name=names[0]
        )
    if row.node == THIRD:
        return say("app.tournament_pair_third", name=names[0], other=names[1])
    if len(names) == 2:
        return say("app.tournament_pair", name=names[0], other=names[1])
    return say("app.tournament_table", names=names)


def _more(fresh: Sequence[PairingRecord]) -> tuple[Text, ...]:
    more = len(fresh) - MOST_PAIRS
    return (say("app.tournament_pairs_more", more=more),) if more > 0 else ()
