"""Orders for the pictures of an event: its standings as a table, its tree as a tree."""

from bot.app.events.pairing.bracket import AGAIN, FINAL
from bot.app.events.records import EventLook, PairingLook
from bot.app.events.standings import rule_words, shown
from bot.edge.events.voice import group_words, key_words
from bot.edge.voice import words_for
from bot.edge.words import _
from db.event_records import Format, PairingStatus
from render.charts.orders import Box, Chart, Column, Grid, Tree

MOST_ROWS = 20
MOST_ROUNDS = 4
"""Rounds of a tree that fit on a phone: the last ones."""

SHORT_BREAKS = 2
"""Tie-breaks that have a column."""


def chart_of(look: EventLook) -> Chart | None:
    """Return the order for the picture of an event; None before anything stands."""
    if look.record.format in (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT) and look.pairings:
        return tree_of(look)
    return grid_of(look) if look.standings.rows else None


def grid_of(look: EventLook) -> Grid:
    """Return the standings as a table: the first lines of the first group there is."""
    group = look.standings.rows[0].group
    rows = [row for row in look.standings.rows if row.group == group][:MOST_ROWS]
    breaks = look.standings.breaks[:SHORT_BREAKS]
    words = words_for(None, plain=True)
    columns = (
        Column("#", 1, number=True),
        Column(_("Name"), 6),
        Column(_("Points"), 2, number=True),
        Column(_("Played"), 2, number=True),
        *(Column(words(rule_words(rule)), 2.6, number=True) for rule in breaks),
    )
    title = look.record.name + (f" · {group_words(group)}" if group else "")
    cells = tuple(
        (
            str(row.place),
            row.name,
            shown(row.points),
            str(row.matches),
            *(shown(value) for value in (*row.values, *(0 for _rule in breaks))[: len(breaks)]),
        )
        for row in rows
    )
    alt = "\n".join([title, *(f"{row.place}. {row.name} {shown(row.points)}" for row in rows)])
    return Grid(title=title, columns=columns, rows=cells, alt=alt)


def tree_of(look: EventLook) -> Tree:
    """Return the last rounds of the winners' side and the finals as a tree."""
    rounds: dict[tuple[int, int], list[PairingLook]] = {}
    for pairing in look.pairings:
        if pairing.key.startswith("W") and pairing.board == 0:
            rounds.setdefault((0, int(pairing.key[1:].partition(".")[0])), []).append(pairing)
        elif pairing.key in (FINAL, AGAIN) and pairing.board == 0:
            rounds.setdefault((1, 1 + (pairing.key == AGAIN)), []).append(pairing)
    last = sorted(rounds)[-MOST_ROUNDS:]
    shown_rounds = tuple(tuple(map(_box, sorted(rounds[each], key=_row))) for each in last)
    heads = tuple(key_words(rounds[each][0].key, rounds[each][0].round) for each in last)
    lines = [
        f"{head}: " + "; ".join(_box_words(box) for box in boxes)
        for head, boxes in zip(heads, shown_rounds, strict=True)
    ]
    return Tree(title=look.record.name, rounds=shown_rounds, heads=heads, alt="\n".join([look.record.name, *lines]))


def _row(pairing: PairingLook) -> int:
    return int(pairing.key.partition(".")[2] or 0)


def _box(pairing: PairingLook) -> Box:
    first, second = pairing.names[0], pairing.names[-1]
    won = -1
    if pairing.status is PairingStatus.DONE and pairing.places is not None:
        won = pairing.places.index(min(pairing.places))
    return Box(first, second, won)


def _box_words(box: Box) -> str:
    won = (box.first, box.second)[box.won] if box.won >= 0 else "?"
    return f"{box.first} – {box.second} ({won})"
