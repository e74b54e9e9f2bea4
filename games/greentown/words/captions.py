"""What each plate of a picture shows, in words of at most 1,024 characters (Discord's limit of an alternative text)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.core.game import Marks
from games.core.seats import Seat
from games.core.text import Text, lines, raw, say
from games.greentown.components import BUILDINGS, KINDS, Category
from games.greentown.grid import order
from games.greentown.rules.town import fewest, open_spaces, spaces_with
from games.greentown.state import Site, Table
from games.greentown.view import View
from games.greentown.words.describe import deck_line, latest_turn, player_line, write_heading
from games.greentown.words.names import kind_name, side_names

TOWN, SUPPLY, PLAYERS, PLAYER, CHOICES = "town", "supply", "players", "player", "choices"
"""What plates show: the town, hand and supply, all players, one of them (``player:2``), tiles to choose from.

Of a town on several plates each shows some rows (``town:G-M``), or of these some columns (``town:G-M:9-14``).
"""

PAIR = 2
"""So many players are told in full words."""

_SITES = {
    Site.HOTEL: "greentown.caption.hotels",
    Site.TREE: "greentown.caption.trees",
    Site.VACANT: "greentown.describe.vacant",
}
_OWN = {
    Category.CULTURE: "greentown.caption.culture",
    Category.SPORT: "greentown.caption.sport",
    Category.SHOPPING: "greentown.caption.shopping",
}


def caption(view: View, plate: str, marks: Marks) -> Text:
    """Return what a plate shows."""
    shown, _, rest = plate.partition(":")
    if shown == CHOICES:
        return lines(say("greentown.caption.choices"), *_candidates(marks))
    if shown == PLAYER:
        return lines(write_heading(view), player_line(view, Seat(int(rest)), short=False))
    if shown == SUPPLY:
        return lines(player_line(view, view.table.current, short=False), *_supply(view.table))
    if shown == PLAYERS:
        return lines(*_players(view))
    if rest:
        return lines(*_part(view, *map(_ends, rest.split(":"))))
    return lines(write_heading(view), *_last(view.table), *_town(view.table, _spaces(view.table)), *_supply(view.table))


def _candidates(marks: Marks) -> Iterator[Text]:
    """Yield the tiles that can be chosen, each with its letter."""
    for offer in marks.offers:
        spot, _, name = offer.spot.partition(":")
        if spot == "tile":
            kind, _, streets = name.partition(":")
            yield say("greentown.caption.choice", letter=offer.tag, sides=side_names(streets), kind=kind_name(kind))


def _players(view: View) -> Iterator[Text]:
    """Return the latest turn, what all players have and the deck; of many players with letters for the categories."""
    count = len(view.table.players)
    yield latest_turn(view.table, path=False)
    yield from (player_line(view, Seat(seat), short=False, letters=count > PAIR) for seat in range(count))
    yield deck_line(view.table, short=True)
    if count > PAIR:
        yield say("greentown.caption.letters")


def _spaces(table: Table) -> Collection[str]:
    """Return the spaces of tiles and those where one can be laid."""
    return {*table.town, *open_spaces(table.town)}


def _ends(span: str) -> tuple[str, str]:
    first, _, last = span.partition("-")
    return first, last


def _part(view: View, rows: tuple[str, str], columns: tuple[str, str] | None = None) -> Iterator[Text]:
    """Return what stands in some rows of the town; the first of its plates tells the turn and the supply as well."""
    table = view.table
    shown = {
        at
        for at in _spaces(table)
        if rows[0] <= at[0] <= rows[1] and (columns is None or int(columns[0]) <= int(at[1:]) <= int(columns[1]))
    }
    first = min(table.town, key=order) in shown
    if first:
        yield write_heading(view)
        yield from _last(table)
    if columns is None:
        yield say("greentown.caption.rows", rows=_span(rows))
    else:
        yield say("greentown.caption.columns", rows=_span(rows), columns=_span(columns))
    yield from _town(table, shown)
    if first:
        yield from _supply(table)


def _span(ends: tuple[str, str]) -> Text:
    return raw("–".join(dict.fromkeys(ends)))


def _last(table: Table) -> Iterator[Text]:
    """Return the latest turn, as it is marked on the map."""
    if table.last is not None and not table.over:
        yield latest_turn(table)


def _town(table: Table, shown: Collection[str]) -> Iterator[Text]:
    """Return what stands on the spaces that are shown, and where of them tiles can be laid."""
    town = {at: tile for at, tile in table.town.items() if at in shown}
    for site, said in _SITES.items():
        spaces = spaces_with(town, site)
        if spaces:
            yield say(said, spaces=tuple(map(raw, spaces)))
    for seat in range(len(table.players)):
        own = []
        for category in BUILDINGS:
            spaces = tuple(at for at in spaces_with(town, Site(category.value)) if town[at].owner == seat)
            if spaces:
                own.append(say(_OWN[category], spaces=raw(" ".join(spaces))))
        if own:
            yield say("greentown.caption.owned", seat=seat, sites=tuple(own))
    spaces = tuple(at for at in open_spaces(table.town) if at in shown)
    if spaces and fewest(table.supply) is not None and not table.over:
        yield say("greentown.describe.short", spaces=tuple(map(raw, spaces)))


def _supply(table: Table) -> Iterator[Text]:
    """Return which tiles can be laid now."""
    least = fewest(table.supply)
    if least is not None and not table.over:
        stacks = (kind for kind in KINDS.values() if kind.number == least and table.supply[kind.id])
        told = tuple(
            say("greentown.caption.stack", kind=say(f"greentown.name.brief.{kind.id}"), count=table.supply[kind.id])
            for kind in stacks
        )
        yield say("greentown.caption.supply", count=least, stacks=told)
