"""Orders for the pictures of a tournament: its standings as a table, its tree as a tree."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.tournaments.formats.standings import FINAL as FINALS
from bot.app.tournaments.formats.standings import StandRow, rule_words, write_points
from bot.app.tournaments.records import PairingView, TournamentView
from bot.app.tournaments.settings import TieBreak
from bot.edge.messages.formatting import words_for
from bot.edge.tournaments.formatting import group_words, place_words
from bot.edge.tournaments.names import plain_name
from bot.edge.tournaments.posts import stand_pages
from bot.edge.words import N_, _, capitalize
from db.tournaments.records import Format, PairingEnd, PairingStatus, TreePart
from render.charts.orders import MOST_SLOTS, Box, Chart, Column, Grid, Tree, tables

MOST_ROUNDS = 4
"""Rounds of a tree that fit on a phone: the last ones."""

MOST_BOXES = 16
"""Boxes one above the other on one page."""

MOST_PICTURES = 2
"""Of one tree: rather than more, long names are cut."""

NAME_ROOM = {4: 14, 3: 20, 2: 32}
"""Letters of a name for which a box has room, by the rounds side by side."""

SHORT_BREAKS = 2
"""Tie-breaks that have a column; one fewer where the group has one."""

BREAKS = {
    TieBreak.HEAD_TO_HEAD: N_("Direct"),
    TieBreak.SONNEBORN_BERGER: N_("Sonneb."),
    TieBreak.DIFFERENCE: N_("Diff."),
    TieBreak.WINS: N_("Wins"),
    TieBreak.BOARDS: N_("Boards"),
}
"""Names of tie-breaks that are too long for the head of a column, or begin small."""

Trees = dict[tuple[int, int], list[PairingView]]


def charts_of(view: TournamentView, *, page: int = 0) -> tuple[Chart, ...]:
    """Return the orders for the pictures of a tournament: a page of its standings, or its trees."""
    if view.record.format in (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT) and view.pairings:
        return trees_of(view, page=page)
    pages = stand_pages(view)
    if not pages:
        return ()
    grids = grids_of(view, pages[min(page, len(pages) - 1)])
    finals = any(row.group == FINALS for row in view.standings.rows)
    return (*trees_of(view), *grids) if finals and not page else grids


def grids_of(view: TournamentView, rows: Sequence[StandRow]) -> tuple[Grid, ...]:
    """Return lines of the standings as a table, which goes on in a second picture where it is long.

    Where several groups are on the page, with a column for the group.
    """
    several = len({row.group for row in rows}) > 1
    breaks = view.standings.breaks[: SHORT_BREAKS - several]
    words = words_for(None, plain=True)
    columns = (
        Column("#", number=True),
        *((Column(_("Group"), 0.5),) if several else ()),
        Column(_("Name")),
        Column(_("Points"), number=True),
        Column(_("Played"), number=True),
        *(Column(_(BREAKS[rule]) if rule in BREAKS else words(rule_words(rule)), number=True) for rule in breaks),
    )
    only = "" if several else rows[0].group
    title = view.record.name + (f" · {group_words(only)}" if only else "")

    def cells(row: StandRow) -> tuple[str, ...]:
        return (
            "" if row.undecided else str(row.place),
            *((_("Final") if row.group == FINALS else row.group,) if several else ()),
            plain_name(row.name),
            write_points(row.points),
            str(row.matches),
            *(write_points(value) for value in (*row.values, *(0 for _rule in breaks))[: len(breaks)]),
        )

    def alt(part: Sequence[StandRow]) -> str:
        return "\n".join(map(_row_words, part))

    parts = tables(rows)
    return tuple(
        Grid(
            title="" if number else title,
            columns=columns,
            rows=tuple(map(cells, part)),
            alt=alt(part) if number else f"{title}\n{alt(part)}",
        )
        for number, part in enumerate(parts)
    )


def _row_words(row: StandRow) -> str:
    """A line of the standings in a picture's alternative text."""
    words = f"{plain_name(row.name)} {write_points(row.points)}"
    return words if row.undecided else f"{row.place}. {words}"


def trees_of(view: TournamentView, *, page: int = 0) -> tuple[Tree, ...]:
    """Return the last rounds of the winners' side with the finals, and those of the losers' side, as trees.

    Of a tree that is too high a part is shown: ``page`` from the top, the lowest part if there are fewer.
    """
    winners, losers, more_winners, more_losers = Trees(), Trees(), Trees(), Trees()
    for pairings, upper, lower in ((view.pairings, winners, losers), (view.coming, more_winners, more_losers)):
        newest = {each.node: each for each in pairings if not each.board and not _is_annulled(each)}
        for pairing in newest.values():
            where = _find_place(pairing)
            if where is not None:
                (lower if where[0] else upper).setdefault(where[1], []).append(pairing)
    if not winners:
        return ()
    size = max((_round_up(_slot(each) + 1) << turn for (_f, turn), rows in winners.items() for each in rows), default=2)
    _with_coming(winners, more_winners)
    if losers:
        _with_coming(losers, more_losers)
    name = view.record.name
    sides = ((name, winners, False), (_("{tournament} · losers' bracket", tournament=name), losers, True))
    return tuple(
        picture
        for title, rounds, losing in sides
        if rounds
        for picture in pictures_of(_tree(title, rounds, size, losing=losing, page=page))
    )


def _is_annulled(pairing: PairingView) -> bool:
    """Whether a match doesn't count after a ruling: another one takes its place in the tree."""
    return pairing.status is PairingStatus.VOID and pairing.ended == PairingEnd.ANNULLED


def _with_coming(trees: Trees, coming: Trees) -> None:
    """Add what is still to come of one side, where all its rounds fit."""
    if len({*trees, *coming}) <= MOST_ROUNDS:
        for turn, rows in coming.items():
            trees.setdefault(turn, []).extend(rows)


def _find_place(pairing: PairingView) -> tuple[bool, tuple[int, int]] | None:
    """Whether a match belongs to the losers' side, and its round there; None: to no tree."""
    node = pairing.node
    if node is None or node.part is TreePart.THIRD:
        return None
    return node.part is TreePart.LOSERS, (int(node.part is TreePart.FINAL), node.round)


def _round_up(count: int) -> int:
    """The next power of two."""
    return 1 << max(0, count - 1).bit_length()


def _tree(title: str, rounds: Trees, size: int, *, losing: bool, page: int) -> Tree:
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
    heads = tuple(capitalize(place_words(rounds[turn][0], short=True)) for turn in last)
    return Tree(title=title, rounds=boxes, heads=heads, alt=title, slots=tuple(counts))


def pictures_of(whole: Tree) -> tuple[Tree, ...]:
    """Return a tree in pictures, each with its alternative text: fewer rounds side by side where names are long.

    Of a round with more boxes than one picture has room for the upper and the lower half.
    """
    longest = max((len(name) for boxes in whole.rounds for box in boxes for name in (box.first, box.second)), default=0)
    wanted = next((beside for beside in (4, 3, 2) if longest <= NAME_ROOM[beside]), 2)
    ways = [_divide(whole, beside) for beside in range(wanted, MOST_ROUNDS + 1)]
    parts = next((way for way in ways if len(way) <= MOST_PICTURES), ways[-1])
    return tuple(_describe(replace(part, title="" if number else whole.title)) for number, part in enumerate(parts))


def _divide(whole: Tree, beside: int) -> list[Tree]:
    """A tree with so many rounds beside each other in each part, and no more boxes than a picture has room for."""
    found = []
    for start in range(0, len(whole.rounds), beside):
        rounds, slots = whole.rounds[start : start + beside], whole.slots[start : start + beside]
        parts = -(-slots[0] // MOST_SLOTS)
        for part in range(parts):
            first = [part * count // parts for count in slots]
            counts = [max(1, count // parts) for count in slots]
            boxes = tuple(
                tuple(replace(box, slot=box.slot - begin) for box in row if begin <= box.slot < begin + count)
                for row, begin, count in zip(rounds, first, counts, strict=True)
            )
            heads = whole.heads[start : start + beside]
            found.append(Tree(title="", rounds=boxes, heads=heads, alt=whole.title, slots=tuple(counts)))
    return found


def _describe(tree: Tree) -> Tree:
    """A picture of a tree with all its matches in words; the first also with the title."""
    lines = [
        f"{head}: " + "; ".join(map(_box_words, boxes)) for head, boxes in zip(tree.heads, tree.rounds, strict=True)
    ]
    return replace(tree, alt="\n".join([*filter(None, [tree.title]), *lines]))


def _slot(pairing: PairingView) -> int:
    """A pairing's place in its round of the tree, from the top."""
    return pairing.node.row if pairing.node else 0


def _box(pairing: PairingView, begin: int) -> Box:
    first, second = plain_name(pairing.names[0]), plain_name(pairing.names[-1])
    won = -1
    if pairing.through is not None:
        won = pairing.entrants.index(pairing.through) if pairing.through in pairing.entrants else -1
    elif pairing.status is PairingStatus.DONE and pairing.places is not None:
        won = pairing.places.index(1) if 1 in pairing.places else -1  # nobody, where nobody came
    return Box(first, second, won, _slot(pairing) - begin)


def _box_words(box: Box) -> str:
    won = (box.first, box.second)[box.won] if box.won >= 0 else "?"
    return f"{box.first} – {box.second} ({won})"
