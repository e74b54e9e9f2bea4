"""What is told of a new round: who plays whom. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.app.tournaments.formats import brackets
from bot.app.tournaments.model import Tournament, board_name
from bot.app.tournaments.pairing.bracket import THIRD
from db.tournaments.records import PairingEnd, PairingRecord, PairingStatus
from games.core.text import Text, lines, say, say_name

MOST_PAIRS = 15
"""Of the pairings of a round, so many are named in its message."""


def round_words(before: Tournament, after: Tournament) -> Text:
    """Return what everybody is told when a round is paired: that it is, and its pairings below."""
    known = {(row.number, row.board) for row in before.pairings}
    fresh = [
        row for row in after.pairings if (row.number, row.board) not in known and row.status is not PairingStatus.VOID
    ]
    head = say("app.tournament_round", tournament=after.record.name, round=after.record.round)
    return lines(head, *(_pair(after, row) for row in fresh[:MOST_PAIRS]), *_more(fresh))


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
