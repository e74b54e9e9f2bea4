"""What a checked move does to the open table. Nothing here draws: the next card is turned up by the table."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from games.core.moves import Move
from games.core.seats import Seat
from games.core.text import Text, raw, say
from games.greentown.bots.worth import Leader, value
from games.greentown.components import CARDS, KIND_OF, MARKERS, Category
from games.greentown.grid import DIGITS
from games.greentown.moves import (
    JOINT,
    Announce,
    Avoid,
    Develop,
    Done,
    Double,
    Erect,
    Forgo,
    Lay,
    Tour,
    Via,
)
from games.greentown.rules.markers import MARKER_OF, playable
from games.greentown.rules.order import close_turn, decide
from games.greentown.state import Doing, Pay, Player, Site, Table, Tile, Turn
from games.greentown.tours.listing import name_missed_categories, visit_names
from games.greentown.tours.paths import count_stops, stop_numbers
from games.greentown.words.names import card_text, kind_name, marker_name, side_names


class Played(Struct, frozen=True):
    """What a move led to: the table, what is told, and the turn if it finished one."""

    table: Table
    told: tuple[Text, ...] = ()
    turn: Turn | None = None


def play(table: Table, move: Move) -> Played:
    """Play a checked move of the player to move."""
    match move:
        case Announce():
            return _announce(table, move)
        case Lay():
            return _lay(table, move)
        case Develop():
            return _develop(table, move)
        case Erect():
            return _erect(table, move)
        case Tour():
            doing = replace(_require_doing(table), tour=move.path, via=(), avoid=())
            return Played(replace(table, doing=doing), (_tour_text(table, move.path),))
        case Via():
            doing = _require_doing(table)
            return Played(replace(table, doing=replace(doing, via=(*doing.via, move.at))))
        case Avoid():
            doing = _require_doing(table)
            return Played(replace(table, doing=replace(doing, avoid=(*doing.avoid, move.at))))
        case Forgo():
            told = say("greentown.log.forgo", seat=table.current)
            return Played(replace(table, doing=replace(_require_doing(table), forgone=True)), (told,))
        case Done():
            return finish(table)
        case Double():
            return _double(table, move)
        case _:
            raise AssertionError(f"no seat plays {move}")


def _require_doing(table: Table) -> Doing:
    assert table.doing is not None, "a marker is announced"
    return table.doing


def _with_mover(table: Table, player: Player) -> tuple[Player, ...]:
    return tuple(player if seat == table.current else other for seat, other in enumerate(table.players))


def _announce(table: Table, move: Announce) -> Played:
    mover = table.mover
    doing = Doing(marker=move.marker, lapses=not playable(table, move.marker))
    up = tuple(marker for marker in mover.up if marker != MARKER_OF[move.marker])
    said = "greentown.log.lapse" if doing.lapses else "greentown.log.announce"
    after = replace(table, doing=doing, players=_with_mover(table, replace(mover, up=up)))
    return Played(after, (say(said, seat=table.current, marker=marker_name(move.marker)),))


def _lay(table: Table, move: Lay) -> Played:
    kind = KIND_OF[DIGITS[move.streets]]
    doing = _require_doing(table)
    doing = replace(doing, ops=(*doing.ops, f"+{move.at}:{move.streets}"), laid=(*doing.laid, move.at))
    town = {**table.town, move.at: Tile(move.streets)}
    supply = {**table.supply, kind: table.supply[kind] - 1}
    sides = side_names(move.streets)
    told = say("greentown.log.laid", seat=table.current, kind=kind_name(kind), space=move.at, sides=sides)
    return Played(replace(table, town=town, supply=supply, doing=doing), (told,))


def _develop(table: Table, move: Develop) -> Played:
    old = table.town[move.at]
    kind, back = KIND_OF[DIGITS[move.streets]], KIND_OF[DIGITS[old.streets]]
    doing = _require_doing(table)
    doing = replace(doing, ops=(*doing.ops, f"^{move.at}:{move.streets}"), developed=(*doing.developed, move.at))
    town = {**table.town, move.at: Tile(move.streets, old.site, old.owner)}
    supply = dict(table.supply)
    supply[kind] -= 1
    supply[back] += 1
    sides = side_names(move.streets)
    told = say("greentown.log.developed", seat=table.current, kind=kind_name(kind), space=move.at, sides=sides)
    return Played(replace(table, town=town, supply=supply, doing=doing), (told,))


def _erect(table: Table, move: Erect) -> Played:
    mover, town = table.mover, dict(table.town)
    town[move.at] = Tile(town[move.at].streets, Site(move.kind), table.current)
    said = "erected"
    if move.tree_to:
        town[move.tree_to] = Tile(town[move.tree_to].streets, Site.TREE)
        said = "erected_tree"
    kind = Category(move.kind).name.lower()
    told = say(f"greentown.log.{said}.{kind}", seat=table.current, space=move.at, target=move.tree_to)
    stock = {**mover.stock, move.kind: mover.stock[move.kind] - 1}
    doing = replace(_require_doing(table), building=move.kind, site=move.at, tree_to=move.tree_to)
    players = _with_mover(table, replace(mover, stock=stock))
    return Played(replace(table, town=town, players=players, doing=doing), (told,))


def _tour_text(table: Table, path: tuple[str, ...]) -> Text:
    stops = count_stops(table.town, path)
    return say("greentown.log.tour", seat=table.current, count=stops, path=raw(JOINT.join(path)))


def finish(table: Table) -> Played:
    """End the turn under way: the tour pays, a card is taken, markers come up, the turn passes on (R3, R4, R9)."""
    seat, doing, mover = table.current, _require_doing(table), table.mover
    card = mover.card
    pay = None
    if doing.tour:
        assert card is not None
        pay = value(table.town, doing.tour, Leader(seat, CARDS[card], len(table.players)))
    turn = Turn(seat=seat, doing=doing, card=card, pay=pay, numbers=stop_numbers(table.town, doing.tour))
    told: list[Text] = [] if pay is None else [pay_text(seat, pay)]
    table, took = _take_card(table) if doing.tour else (table, ())
    told += took
    mover = table.mover
    if not mover.up:
        told.append(say("greentown.log.markers", seat=seat))
    up = mover.up or tuple(MARKERS)
    clock = table.clock + 1
    mover = replace(mover, up=up, turns=mover.turns + 1, last_turn=clock)
    idle = table.idle + 1 if not (doing.laid or doing.developed or doing.tour) else 0
    table = replace(table, players=_with_mover(table, mover), doing=None, clock=clock, idle=idle, last=turn)
    trigger = None
    if doing.building and not any(mover.stock.values()):
        trigger = say("greentown.log.ninth", seat=seat)
    if doing.tour and mover.card is None:
        trigger = say("greentown.log.no_card", seat=seat)
    table, passed = close_turn(table, trigger)
    return Played(table, (*told, *passed), turn)


def _take_card(table: Table) -> tuple[Table, tuple[Text, ...]]:
    """Discard the visitor card and take the top one of the deck (R9.10); what lies below is turned up by the table."""
    mover = table.mover
    discards = table.discards if mover.card is None else (*table.discards, mover.card)
    players = _with_mover(table, replace(mover, card=table.top))
    told = (
        () if table.top is None else (say("greentown.log.card", seat=table.current, card=card_text(CARDS[table.top])),)
    )
    return replace(table, players=players, discards=discards, top=None, turn_up=bool(table.hidden)), told


def pay_text(seat: Seat, pay: Pay) -> Text:
    """Return visits, wishes and payments of a tour in words (R9.6 to R10.5)."""
    pays = tuple(
        say("greentown.name.pay", seat=other, count=count)
        for other, count in enumerate(pay.pays)
        if count or other == seat
    )
    missed = name_missed_categories(pay)
    said = "greentown.log.paid_less" if missed else "greentown.log.paid"
    return say(said, visits=visit_names(pay), missed=missed, pays=pays)


def _double(table: Table, move: Double) -> Played:
    """Use or save a double turn (R10.6), after the end of the turn where that still stands."""
    ended = Played(table) if table.deciding else finish(table)
    after, told = decide(ended.table, use=move.choice == "use")
    return Played(after, (*ended.told, told), ended.turn)
