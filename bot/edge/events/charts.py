"""Orders for the pictures of an event: its standings as a table, its tree as a tree."""

from collections.abc import Sequence

from bot.app.events.pairing.bracket import AGAIN, FINAL
from bot.app.events.records import EventLook, PairingLook
from bot.app.events.settings import TieBreak
from bot.app.events.standings import FINAL as FINALS
from bot.app.events.standings import StandRow, rule_words, shown
from bot.edge.events.posts import stand_pages
from bot.edge.events.voice import group_words, key_words
from bot.edge.voice import words_for
from bot.edge.words import N_, _
from db.event_records import Format, PairingStatus
from render.charts.orders import Box, Chart, Column, Grid, Tree

MOST_ROUNDS = 4
"""Rounds of a tree that fit on a phone: the last ones."""

MOST_BOXES = 16
"""Boxes one above the other in one picture."""

SHORT_BREAKS = 2
"""Tie-breaks that have a column."""

BREAKS = {
    TieBreak.HEAD_TO_HEAD: N_("Direct"),
    TieBreak.SONNEBORN_BERGER: N_("Sonneb."),
    TieBreak.DIFFERENCE: N_("Diff."),
    TieBreak.WINS: N_("Wins"),
    TieBreak.BOARDS: N_("Boards"),
}
"""Names of tie-breaks that are too long for the head of a column, or begin small."""

Trees = dict[tuple[int, int], list[PairingLook]]


def charts_of(look: EventLook, *, page: int = 0) -> tuple[Chart, ...]:
    """Return the orders for the pictures of an event: a page of its standings, or its trees."""
    if look.record.format in (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT) and look.pairings:
        return trees_of(look, page=page)
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
        *(Column(_(BREAKS[rule]) if rule in BREAKS else words(rule_words(rule)), 2.6, number=True) for rule in breaks),
    )
    only = "" if several else rows[0].group
    title = look.record.name + (f" · {group_words(only)}" if only else "")
    cells = tuple(
        (
            str(row.place),
            *((_("Final") if row.group == FINALS else row.group,) if several else ()),
            row.name,
            shown(row.points),
            str(row.matches),
            *(shown(value) for value in (*row.values, *(0 for _rule in breaks))[: len(breaks)]),
        )
        for row in rows
    )
    alt = "\n".join([title, *(f"{row.place}. {row.name} {shown(row.points)}" for row in rows)])
    return Grid(title=title, columns=columns, rows=cells, alt=alt)


def trees_of(look: EventLook, *, page: int = 0) -> tuple[Tree, ...]:
    """Return the last rounds of the winners' side with the finals, and those of the losers' side, as trees.

    Of a tree that is too high a part is shown: ``page`` from the top, the lowest part if there are fewer.
    """
    winners, losers, more_winners, more_losers = Trees(), Trees(), Trees(), Trees()
    for pairings, upper, lower in ((look.pairings, winners, losers), (look.coming, more_winners, more_losers)):
        newest = {pairing.key: pairing for pairing in pairings if not pairing.board}  # an annulled one is played again
        for pairing in newest.values():
            where = _placed(pairing)
            if where is not None:
                (lower if where[0] else upper).setdefault(where[1], []).append(pairing)
    if not winners:
        return ()
    size = max((_ceiling(_slot(each) + 1) << turn for (_f, turn), rows in winners.items() for each in rows), default=2)
    double = look.record.format is Format.DOUBLE_KNOCKOUT
    _with_coming(winners, more_winners)
    if losers:
        _with_coming(losers, more_losers)
    name = look.record.name
    sides = ((name, winners, False), (_("{event} · losers' side", event=name), losers, True))
    return tuple(
        _tree(title, rounds, size, losing=losing, page=page, single=not double)
        for title, rounds, losing in sides
        if rounds
    )


def _with_coming(trees: Trees, coming: Trees) -> None:
    """Add what is still to come of one side, where all its rounds fit."""
    if len({*trees, *coming}) <= MOST_ROUNDS:
        for turn, rows in coming.items():
            trees.setdefault(turn, []).extend(rows)


def _placed(pairing: PairingLook) -> tuple[bool, tuple[int, int]] | None:
    """Whether a match belongs to the losers' side, and its round there; None: to no tree."""
    part, _point, row = pairing.key.partition(".")
    if pairing.key in (FINAL, AGAIN):
        return False, (1, 1 + (pairing.key == AGAIN))
    return (part[0] == "L", (0, int(part[1:]))) if row and part[0] in "WL" else None


def _ceiling(count: int) -> int:
    """The next power of two."""
    return 1 << max(0, count - 1).bit_length()


def _tree(title: str, rounds: Trees, size: int, *, losing: bool, page: int, single: bool) -> Tree:
    last = sorted(rounds)[-MOST_ROUNDS:]
    slots = [max(1, size >> ((turn + 1) // 2 + 1 if losing else turn)) if not final else 1 for final, turn in last]
    parts = max(1, slots[0] // MOST_BOXES)
    at = min(page, parts - 1)
    first = [at * count // parts for count in slots]
    counts = [max(1, count // parts) for count in slots]
    boxes = tuple(
        tuple(_box(each, begin) for each in sorted(rounds[turn], key=_slot) if begin <= _slot(each) < begin + count)
        for turn, begin, count in zip(last, first, counts, strict=True)
    )
    ends = {1: _("Final"), 2: _("Semi-finals")} if single else {}
    heads = tuple(
        ends.get(count) or key_words(rounds[turn][0].key, rounds[turn][0].round, short=True)
        for turn, count in zip(last, slots, strict=True)
    )
    lines = [
        f"{head}: " + "; ".join(_box_words(box) for box in shown_boxes)
        for head, shown_boxes in zip(heads, boxes, strict=True)
    ]
    alt = "\n".join([title, *lines])
    return Tree(title=title, rounds=boxes, heads=heads, alt=alt, slots=tuple(counts))


def _slot(pairing: PairingLook) -> int:
    """A pairing's place in its round of the tree, from the top."""
    return int(pairing.key.partition(".")[2] or 1) - 1


def _box(pairing: PairingLook, begin: int) -> Box:
    first, second = pairing.names[0], pairing.names[-1]
    won = -1
    if pairing.status is PairingStatus.DONE and pairing.places is not None:
        won = pairing.places.index(min(pairing.places))
    return Box(first, second, won, _slot(pairing) - begin)


def _box_words(box: Box) -> str:
    won = (box.first, box.second)[box.won] if box.won >= 0 else "?"
    return f"{box.first} – {box.second} ({won})"
