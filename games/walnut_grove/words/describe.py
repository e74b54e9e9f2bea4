"""Moves, places and boards in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from games.core.moves import Move, verb_of
from games.core.seats import Seat
from games.core.text import Text, lines, raw, say
from games.walnut_grove.components import (
    DISCS,
    GOODS,
    ITEMS,
    PRINTED,
    STOPS,
    TILES,
    Disc,
    Kind,
    Stop,
)
from games.walnut_grove.moves import (
    HELP,
    NO_REPAY,
    Coins,
    Drop,
    GiveUp,
    Go,
    Lay,
    Renounce,
    Repay,
    RepayGate,
    RepayMid,
    Save,
    Sell,
    Sources,
    Start,
    Take,
    Tax,
    WinterCoins,
    WinterRepay,
    WinterSave,
    WinterSources,
    Work,
)
from games.walnut_grove.rules.errand import sellable
from games.walnut_grove.rules.farm import FROM_BARN, Farm, by_area, needs_of, stores
from games.walnut_grove.rules.land import sides_of
from games.walnut_grove.rules.playing import base_of
from games.walnut_grove.rules.summer import split_renounce
from games.walnut_grove.rules.town import gates_between
from games.walnut_grove.scoring import score
from games.walnut_grove.state import Table
from games.walnut_grove.view import StopSight, View, season_of, town_of
from games.walnut_grove.words.names import (
    cell_of,
    count_texts,
    counts,
    item_text,
    number_of,
    raws,
    stop_text,
    tally,
    thing_text,
    words,
)


def tile_text(tile: str) -> Text:
    """Return a drawn tile in words: its sides, fenced diagonals and squares."""
    return _tile(tile, 0)


def tell_turned_tile(tile: str, turn: int) -> Text:
    """Return a turned tile in words: what lies north, east, south and west."""
    return words("name.turned", count=turn, sides=_sides(tile, turn))


def _tile(tile: str, turn: int) -> Text:
    facts = TILES[tile]
    goods = counts(facts.storage)
    named = "name.tile" if goods else "name.tile.bare"
    return words(named, tile=tile, sides=_sides(tile, turn), fences=len(facts.fences), goods=goods)


def _sides(tile: str, turn: int) -> tuple[Text, ...]:
    """What lies on which sides, equal ones together: "stone N", "milk E S W", each with its letter in the language."""
    ends: dict[str, list[str]] = {}
    for end, good in zip("NESW", sides_of(tile, turn), strict=True):
        ends.setdefault(good, []).append(end)
    return tuple(words("name.side", good=item_text(good), ends=_ends(at)) for good, at in ends.items())


def _ends(ends: Sequence[str]) -> Text:
    named = [words(f"name.end.{end.lower()}") for end in ends]
    return reduce(lambda before, end: words("name.ends", before=before, end=end), named)


def triple_text(goods: str) -> Text:
    """Return three goods in words."""
    return words("name.list", things=count_texts(goods))


def stop_label(table: Table, seat: Seat, stop: Stop) -> Text:
    """Return a building with price, gates on the way and what lies there (5.2)."""
    farm = base_of(table, seat)
    place = table.desks[seat].place or table.places[seat]
    gates = len(gates_between(place, stop.id))
    match stop.kind:
        case Kind.FREE:
            what = words("choice.stop.free")
        case Kind.STORE:
            what = words("choice.stop.sells", goods=tuple(map(item_text, sellable(farm, stop))))
        case _:
            what = words("choice.stop.lies", things=tuple(map(item_text, dict.fromkeys(table.stock.get(stop.id, ())))))
    price = words("choice.stop.price", things=counts(stop.price)) if stop.price else words("choice.stop.no_price")
    if gates:
        return words(
            "choice.stop.label.gates", pos=stop.pos, stop=stop_text(stop.id), price=price, what=what, count=gates
        )
    return words("choice.stop.label", pos=stop.pos, stop=stop_text(stop.id), price=price, what=what)


# --- Moves ---------------------------------------------------------------------------------------------------------


def tell(view: View, move: Move) -> Text:
    """Return a move in words."""
    match move:
        case Start():
            return words("move.start", row=_row(move.row))
        case Lay():
            sides = _sides(move.tile, move.turn) if move.tile in TILES else ()
            return words("move.lay", tile=move.tile or "?", at=move.at or "?", sides=sides or (raw("?"),))
        case Work():
            return words("move.work", areas=tuple(map(_name_area, move.areas)))
        case Renounce():
            return words("move.renounce", goods=tuple(map(_name_left_goods, move.goods)))
        case RepayMid():
            return words("move.repay_mid", after=move.after or "?", things=count_texts(move.goods))
        case Repay():
            return words("move.repay", things=count_texts(move.goods))
        case Drop() | GiveUp():
            return words("move.drop", things=count_texts(move.things))
    return _tell_town(view, move)


def _name_area(area: str) -> Text:
    """Name an area with its good, which stands behind the dot."""
    good = area.rpartition(".")[2]
    return words("name.area", harvest=item_text(good), at=cell_of(area)) if good in GOODS else raw(area)


def _name_left_goods(entry: str) -> Text:
    """Name goods left at an area: ``J0.g-1``."""
    area, number = split_renounce(entry)
    good = area.rpartition(".")[2]
    return (
        words("choice.note.left", things=number_of(good, number), area=cell_of(area)) if good in GOODS else raw(entry)
    )


def source_text(item: str) -> Text:
    """Name a good and where it is taken from: ``w=N0.w``."""
    good, _, place = item.partition("=")
    there = words("choice.note.barn") if place == FROM_BARN else raw(place)
    return words("choice.note.source", good=thing_text(good), place=there)


def _row(row: str) -> Text:
    return words(f"name.row.{row}") if row in ("church", "town") else raw(row or "?")


def _tell_town(view: View, move: Move) -> Text:
    match move:
        case Go() if move.to in STOPS:
            return words("move.go", pos=STOPS[move.to].pos, stop=stop_text(move.to))
        case Go():
            return raw(move.to)
        case Take():
            goods = all(thing in ITEMS for thing in move.what)
            return words("move.take", things=count_texts(move.what) if goods else _name_things(move.what))
        case Sell():
            return words("move.sell", things=_name_things(move.goods))
        case Tax():
            ways = tuple(words("move.tax.help") if way == HELP else thing_text(way) for way in move.ways)
            return words("move.tax", ways=ways)
        case RepayGate():
            return words("move.repay_gate", things=_tell_given_goods("gate", move.goods))
        case Save():
            return words("move.save", things=count_texts(move.goods))
        case Coins():
            return words("move.coins", things=tuple(map(thing_text, move.coins)))
        case Sources():
            return words("move.sources", places=_sources(move.places))
    return _tell_winter(move)


def _name_things(things: Sequence[str]) -> tuple[Text, ...]:
    return tuple(map(thing_text, things))


def _tell_given_goods(what: str, goods: Sequence[str]) -> tuple[Text, ...]:
    """Say what is given for help at which gate, or after which help tile; in letters, since a label is short."""
    given = ((number, one) for number, one in enumerate(goods, start=1) if one != NO_REPAY)
    return tuple(words(f"choice.note.{what}", goods=one, number=number) for number, one in given)


def _sources(named: Sequence[str]) -> tuple[Text, ...]:
    """Name where goods are taken from, with how many from each: ``w=N0.w``."""
    found = []
    for source, number in tally(named).items():
        good, _, place = source.partition("=")
        there = words("choice.note.barn") if place == FROM_BARN else raw(place)
        found.append(words("name.area.short", name=there, good=number_of(good, number)))
    return tuple(found)


def _tell_winter(move: Move) -> Text:
    match move:
        case WinterCoins():
            return words("move.winter_coins", things=tuple(map(thing_text, move.kinds)))
        case WinterSave():
            return (
                words("move.winter_save", things=count_texts(move.goods))
                if move.goods
                else words("move.winter_save.none")
            )
        case WinterRepay():
            given = _tell_given_goods("tile", move.goods)
            return words("move.winter_repay", things=given) if given else words("move.winter_repay.none")
        case WinterSources():
            places = _sources(move.places)
            return words("move.winter_sources", places=places) if places else words("move.winter_sources.none")
    return words(f"move.{verb_of(move)}")


# --- The board -----------------------------------------------------------------------------------------------------


def describe(view: View, *, short: bool = False) -> Text:
    """Return the town and all farms in words; ``short``: what fits an alternative text."""
    table = view.table
    if short:
        return lines(year_text(table), *(short_farm(view, seat) for seat in table.players))
    parts = [year_text(table), *_town(view)]
    for seat in table.players:
        parts += _farm(view, seat)
    if view.seat is not None and any(table.drawn[view.seat]):
        parts.append(words("describe.drawn", tiles=tuple(map(tile_text, table.drawn[view.seat]))))
    if table.discs_left:
        parts.append(_discs(table))
    return lines(*parts)


def year_text(table: Table) -> Text:
    """Return year, season and disc in words."""
    season = words(f"name.season.{season_of(table)}")
    if not table.disc:
        return words("describe.start", season=season)
    return words("describe.year", year=table.year, season=season, disc=_disc(table.the_disc))


def _discs(table: Table) -> Text:
    """Say which discs are still to come, without their order (4.3, M9)."""
    return lines(words("describe.discs"), *(_disc(DISCS[name]) for name in sorted(table.discs_left)))


def _disc(disc: Disc) -> Text:
    return words(
        "describe.disc",
        disc=raw(disc.id),
        draw=disc.draw,
        keep=disc.keep,
        summer=item_text(disc.summer),
        autumn=item_text(disc.autumn),
        fires=disc.fires,
        double=tuple(words(f"name.colour.{colour}") for colour in disc.double),
    )


def _town(view: View) -> Iterator[Text]:
    town = town_of(view)
    for sight in town.stops:
        yield _stop(sight)
    waiting = [(row, seat) for row, circles in town.rows for seat in circles if seat is not None]
    for row, seat in waiting:
        yield words("describe.row", seat=seat, row=words(f"name.row.{row}"))
    coins = sum(view.table.coin_bag.values())
    yield words("describe.bags", tiles=town.tiles, coins=coins, next=town.next_letter or say("core.none"))


def _stop(sight: StopSight) -> Text:
    stop, name = STOPS[sight.id], stop_text(sight.id)
    if stop.kind is Kind.FREE:
        return words("describe.stop.free", pos=sight.pos, stop=name, here_seat=sight.figures)
    if stop.kind is Kind.STORE:
        goods = tuple(map(item_text, stop.buys))
        return words("describe.stop.store", pos=sight.pos, stop=name, goods=goods, here_seat=sight.figures)
    lying, price = counts(dict(sight.lying)), counts(stop.price)
    return words("describe.stop", pos=sight.pos, stop=name, price=price, lying=lying, here_seat=sight.figures)


def short_farm(view: View, seat: Seat) -> Text:
    """Return points, goods, coins and place of a farm in one sentence, for an alternative text."""
    farm = view.table.farms[seat]
    return words(
        "describe.farm.short",
        seat=seat,
        points=score(farm).total,
        goods=_goods(farm),
        coins=farm.coins,
        place=place_text(view.table, seat),
    )


def _goods(farm: Farm) -> tuple[Text, ...]:
    there = stores(farm)
    return counts({good: there.get(good, 0) for good in GOODS})


def place_text(table: Table, seat: Seat) -> Text:
    """Return where a town figure stands."""
    place = table.places[seat]
    row, _, circle = place.partition(":")
    if not place:
        return words("name.place.none")
    return words("name.place.row", row=words(f"name.row.{row}"), circle=int(circle)) if circle else stop_text(place)


def _farm(view: View, seat: Seat) -> Iterator[Text]:
    farm = view.table.farms[seat]
    facts = tuple(farm_texts(view, seat))
    yield from facts[:LAND]
    full = by_area(farm)
    worth_telling = (area for area in farm.land.areas if area.size > 1 or full.get(area.name))
    areas = (
        words(
            "name.area.told",
            good=item_text(area.name[-1]),
            at=cell_of(area.name),
            size=area.size,
            full=full.get(area.name, 0),
            squares=area.squares,
        )
        for area in worth_telling
    )
    yield words("describe.areas", areas=tuple(areas))
    yield from facts[LAND:]


LAND = 2
"""So many texts of a farm are about its points and its land."""


def farm_texts(view: View, seat: Seat) -> Iterator[Text]:
    """Yield what there is to say of a farm beside its areas."""
    table, farm = view.table, view.table.farms[seat]
    yield words("describe.farm", seat=seat, points=score(farm).total, place=place_text(table, seat))
    tiles = raws(f"{laid.at} {laid.tile} {''.join(sides_of(laid.tile, laid.turn))}" for laid in farm.tiles)
    printed = tuple(item_text(area.name[-1]) for area in farm.land.areas if area.name[:2] in PRINTED)
    board, pens = words(f"name.board.{farm.board}"), len(farm.land.pens)
    yield words("describe.tiles", board=board, printed=printed, tiles=tiles, pens=pens)
    yield words("describe.barn", things=counts(farm.barn), free=farm.free)
    yield words(
        "describe.people",
        labourers=count_texts(farm.labourers),
        hired=count_texts(farm.hired),
        huts=farm.huts,
        barns=farm.barns,
        improvements=tuple(map(item_text, farm.improvements)),
        open=farm.open,
        flipped=farm.flipped,
    )
    if table.disc:
        yield words("describe.needs", needs=counts(needs_of(farm, table.the_disc)))
