"""Orders for the pictures of an event: its standings as a table, its tree as a tree."""

from collections.abc import Sequence

from bot.app.events.pairing.bracket import AGAIN, FINAL
from bot.app.events.records import EventLook, PairingLook
from bot.app.events.standings import FINAL as FINALS
from bot.app.events.standings import StandRow, rule_words, shown
from bot.edge.events.posts import stand_pages
from bot.edge.events.voice import group_words, key_words
from bot.edge.voice import words_for
from bot.edge.words import _
from db.event_records import Format, PairingStatus
from render.charts.orders import Box, Chart, Column, Grid, Tree

MOST_ROUNDS = 4
"""Rounds of a tree that fit on a phone: the last ones."""

SHORT_BREAKS = 2
"""Tie-breaks that have a column."""

Trees = dict[tuple[int, int], list[PairingLook]]


def charts_of(look: EventLook, *, page: int = 0) -> tuple[Chart, ...]:
    """Return the orders for the pictures of an event: a page of its standings, or its trees."""
    if look.record.format in (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT) and look.pairings:
        return trees_of(look)
    pages = stand_pages(look)
    if not pages:
        return ()
    grid = grid_of(look, pages[min(page, len(pages) - 1)])
    finals = any(row.group == FINALS for row in look.standings.rows)
    return (*trees_of(look), grid) if finals and not page else (grid,)


def grid_of(look: EventLook, rows: Sequence[StandRow]) -> Grid:
    """Return lines of the standings as a table; where several groups are on the page, with a column for the group."""
    groups = {row.group for row in rows}
    breaks = look.standings.breaks[:SHORT_BREAKS]
    words = words_for(None, plain=True)
    several = len(groups) > 1
    columns = (
        Column("#", 1, number=True),
        *((Column(_("Group"), 2.2),) if several else ()),
        Column(_("Name"), 6),
        Column(_("Points"), 2, number=True),
        Column(_("Played"), 2, number=True),
        *(Column(words(rule_words(rule)), 2.6, number=True) for rule in breaks),
    )
    only = "" if several else rows[0].group
    title = look.record.name + (f" · {group_words(only)}" if only else "")
    cells = tuple(
        (
            str(row.place),
            *((group_words(row.group),) if several else ()),
            row.name,
            shown(row.points),
            str(row.matches),
            *(shown(value) for value in (*row.values, *(0 for _rule in breaks))[: len(breaks)]),
        )
        for row in rows
    )
    alt = "\n".join([title, *(f"{row.place}. {row.name} {shown(row.points)}" for row in rows)])
    return Grid(title=title, columns=columns, rows=cells, alt=alt)


def trees_of(look: EventLook) -> tuple[Tree, ...]:
    """Return the last rounds of the winners' side with the finals, and those of the losers' side, as trees."""
    winners: Trees = {}
    losers: Trees = {}
    for pairing in look.pairings:
        if pairing.board:
            continue
        if pairing.key in (FINAL, AGAIN):
            winners.setdefault((1, 1 + (pairing.key == AGAIN)), []).append(pairing)
        elif pairing.key.startswith("W") and "." in pairing.key:
            winners.setdefault((0, int(pairing.key[1:].partition(".")[0])), []).append(pairing)
        elif pairing.key.startswith("L") and "." in pairing.key:
            losers.setdefault((0, int(pairing.key[1:].partition(".")[0])), []).append(pairing)
    name = look.record.name
    sides = ((name, winners), (_("{event} · losers' side", event=name), losers))
    return tuple(_tree(title, rounds) for title, rounds in sides if rounds)


def _tree(title: str, rounds: Trees) -> Tree:
    last = sorted(rounds)[-MOST_ROUNDS:]
    shown_rounds = tuple(tuple(map(_box, sorted(rounds[each], key=_row))) for each in last)
    heads = tuple(key_words(rounds[each][0].key, rounds[each][0].round, short=True) for each in last)
    lines = [
        f"{head}: " + "; ".join(_box_words(box) for box in boxes)
        for head, boxes in zip(heads, shown_rounds, strict=True)
    ]
    return Tree(title=title, rounds=shown_rounds, heads=heads, alt="\n".join([title, *lines]))


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
