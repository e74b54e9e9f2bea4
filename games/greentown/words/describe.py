"""The board and moves in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from games.core.moves import Move
from games.core.seats import Seat
from games.core.text import Text, lines, raw, say
from games.greentown.bots.worth import value
from games.greentown.components import BUILDINGS, CARDS, KIND_OF, Category
from games.greentown.grid import DIGITS
from games.greentown.moves import JOINT, Announce, Avoid, Develop, Double, Erect, Lay, Tour, Via
from games.greentown.rules.markers import MARKER_OF
from games.greentown.rules.town import are_joined, dead_ends, fewest, open_spaces, spaces_with
from games.greentown.state import Player, Site, Table, Tile
from games.greentown.tours.listing import MOST_TOLD, result_text, short_path
from games.greentown.tours.net import net_of
from games.greentown.view import Change, View, change_of, leader_of
from games.greentown.words.names import (
    building_name,
    card_name,
    card_text,
    kind_name,
    marker_name,
    side_names,
    spaces_text,
    stock_name,
)


def tell(view: View, move: Move) -> Text:
    """Return a move in words, as seen before it is made."""
    match move:
        case Announce():
            known = move.marker in MARKER_OF
            return say("greentown.move.announce", marker=marker_name(move.marker) if known else raw(move.marker))
        case Lay() | Develop():
            said = "greentown.move.put" if isinstance(move, Lay) else "greentown.move.improve"
            kind = KIND_OF.get(DIGITS.get(move.streets, 0))
            name = raw(move.streets) if kind is None else kind_name(kind)
            sides = side_names(move.streets) if kind is not None else raw(move.streets)
            return say(said, space=move.at, sides=sides, kind=name)
        case Erect():
            return _tell_erect(move)
        case Tour():
            return tell_tour(view.table, move.path, most=MOST_TOLD)
        case Via():
            return say("greentown.move.via", space=move.at)
        case Avoid():
            return say("greentown.move.avoid", space=move.at)
        case Double():
            return say(f"greentown.move.{'use' if move.choice == 'use' else 'save'}")
        case _:
            return say(f"greentown.move.{type(move).__name__.lower()}")


def _tell_erect(move: Erect) -> Text:
    if move.kind not in BUILDINGS:
        return say("greentown.move.unknown", building=raw(move.kind), space=move.at)
    said = "erected_tree" if move.tree_to else "erected"
    kind = Category(move.kind).name.lower()
    return say(f"greentown.move.{said}.{kind}", space=move.at, target=move.tree_to)


def tell_tour(table: Table, path: tuple[str, ...], *, most: int | None = None) -> Text:
    """Return a tour in words with what it pays, unless help is off; up to ``most`` characters of its path."""
    leader = leader_of(table)
    town = table.town
    whole = len(path) > 1 and all(are_joined(town, *step) for step in pairwise(path))
    if leader is None or table.options.tour_help == "off" or not whole or town[path[-1]].site is not Site.HOTEL:
        return say("greentown.move.path", path=raw(JOINT.join(path)))
    result = result_text(value(town, path, leader), leader.seat)
    whole_path = JOINT.join(path)
    return say("greentown.move.tour", result=result, path=raw(whole_path if most is None else short_path(path, most)))


def describe(view: View, *, short: bool) -> Text:
    """Return the board in words: the town tile by tile, the players, supply and deck (section 9)."""
    table = view.table
    parts = [write_heading(view)]
    if not short:
        parts += [latest_turn(table), *_town(table)]
    parts += [player_line(view, Seat(seat), short=short) for seat in range(len(table.players))]
    parts += [_supply(table), deck_line(table, short=short)]
    if short:
        parts.append(say("greentown.describe.short", spaces=tuple(map(raw, open_spaces(table.town)))))
    return lines(*parts)


def write_heading(view: View) -> Text:
    """Return the round and whose turn it is."""
    table = view.table
    if table.over:
        return say("greentown.describe.over")
    said = "greentown.describe.decide" if table.deciding else "greentown.describe.turn"
    round_ = table.clock // len(table.players) + 1
    head = say(said, round=round_, turn=table.clock + 1, seat=table.current)
    return say("greentown.describe.last_turns", head=head) if table.last_turns else head


def latest_turn(table: Table, *, path: bool = True) -> Text:
    """Return what was done in the latest turn; without ``path`` of a tour only what it paid."""
    last = table.last
    if last is None:
        return say("greentown.describe.first")
    change, marker = change_of(last), marker_name(last.doing.marker)
    did = _did(change) or (say("greentown.describe.did.nothing"),)
    if last.pay is None:
        return say("greentown.describe.latest", seat=last.seat, marker=marker, did=did)
    result = result_text(last.pay, last.seat)
    if not path:
        return say("greentown.describe.latest_tour", seat=last.seat, marker=marker, result=result)
    return say("greentown.describe.latest_paid", seat=last.seat, marker=marker, did=did, result=result)


def _did(change: Change) -> tuple[Text, ...]:
    did = []
    if change.laid:
        did.append(say("greentown.describe.did.laid", spaces=spaces_text(change.laid)))
    if change.developed:
        did.append(say("greentown.describe.did.developed", spaces=spaces_text(change.developed)))
    if change.building:
        did.append(say(f"greentown.describe.did.{Category(change.building).name.lower()}", space=change.site))
    if change.tree_to:
        did.append(say("greentown.describe.did.tree", space=change.tree_to))
    if change.tour:
        did.append(say("greentown.describe.did.tour", path=raw(JOINT.join(change.tour))))
    return tuple(did)


def _town(table: Table) -> Iterator[Text]:
    net = net_of(table.town)
    yield say("greentown.describe.legend")
    for at in net.spaces:
        tile = table.town[at]
        links = tuple(raw(net.spaces[other]) for other, _, _ in net.links[net.number[at]])
        told = say("greentown.describe.tile", space=at, site=_site(tile), streets=tile.streets, links=links)
        dead = dead_ends(table.town, at)
        yield say("greentown.describe.dead", tile=told, sides=tuple(dead), count=len(dead)) if dead else told
    yield say("greentown.describe.open", spaces=tuple(map(raw, open_spaces(table.town))))
    yield say("greentown.describe.vacant", spaces=tuple(map(raw, spaces_with(table.town, Site.VACANT))))


def _site(tile: Tile) -> Text:
    if tile.owner is not None:
        return say("greentown.describe.owned", seat=tile.owner, building=building_name(tile.site))
    return say(
        "greentown.describe.site_vacant" if tile.site is Site.VACANT else f"greentown.describe.{tile.site.value}"
    )


def player_line(view: View, seat: Seat, *, short: bool, letters: bool = False) -> Text:
    """Return what one player has: markers, card, buildings left.

    ``short``: without what the card says; ``letters``: with letters for the categories.
    """
    table = view.table
    player, sheet = table.players[seat], view.sheets[seat]
    said = "greentown.describe.player_short" if short else "greentown.describe.player"
    told = say(
        "greentown.describe.player_letters" if letters else said,
        seat=seat,
        up=tuple(say("greentown.name.face_up", marker=marker_name(marker)) for marker in player.up),
        card=_card(player, short=short, letters=letters),
        stock=tuple(
            raw(f"{count} {kind}") if letters else stock_name(kind, count) for kind, count in player.stock.items()
        ),
    )
    if sheet is not None:
        told = say("greentown.describe.money", player=told, count=sheet.total)
    if table.marker == seat and not table.last_turns:
        told = say("greentown.describe.marker", player=told)
    return say("greentown.describe.saved", player=told, count=player.saved) if player.saved else told


def _card(player: Player, *, short: bool, letters: bool) -> Text:
    if player.visitors is None:
        return say("greentown.describe.no_card")
    return card_name(player.visitors) if short else card_text(player.visitors, letters=letters)


def _supply(table: Table) -> Text:
    least = fewest(table.supply)
    if least is None:
        return say("greentown.describe.no_supply")
    stacks = tuple(
        say("greentown.describe.stack", count=count, kind=kind_name(kind))
        for kind, count in table.supply.items()
        if count
    )
    return say("greentown.describe.supply", stacks=stacks, count=least)


def deck_line(table: Table, *, short: bool = False) -> Text:
    """Return the open card of the deck, ``short``: without its wishes, and how many are left."""
    if table.top is None:
        return say(
            "greentown.describe.no_deck" if not table.hidden else "greentown.describe.turning", count=len(table.hidden)
        )
    top = CARDS[table.top]
    return say("greentown.describe.deck", card=card_name(top) if short else card_text(top), count=table.deck)
