"""What can be chosen next: the legal values of each field, by the same tests that refuse moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_uppercase
from typing import Any

from games.core.keypad import Does, Key, Press
from games.core.moves import STOP, Choice, Move, values_of, verb_of
from games.core.text import say
from games.greentown.components import BUILDINGS, CARDS, KIND_OF
from games.greentown.grid import DIGITS
from games.greentown.moves import JOINT, Announce, Avoid, Develop, Double, Erect, Lay, Tour, Via, spaces_of
from games.greentown.rules.building import erect_sites, find_barred_space
from games.greentown.rules.checks import SAVE, USE, phase_fault
from games.greentown.rules.markers import MARKER_OF, announceable, playable, stops_wanted
from games.greentown.rules.town import developable, develops_at, lays_at, open_spaces, spaces_with
from games.greentown.state import Doing, Site, Table
from games.greentown.tours.listing import MOST_LISTED, best_pay, list_tours, tour_choice
from games.greentown.tours.net import Net
from games.greentown.tours.paths import find_dividing_spaces, onward
from games.greentown.view import View
from games.greentown.words.names import building_name, marker_name, side_names


def choices(view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
    """Return the legal values of the verb's next field."""
    if phase_fault(view, verb) is not None:
        return ()
    table = view.table
    if verb is Announce:
        return _markers(table)
    if verb is Lay:
        return _streets(lays_at(table, filled["at"])) if "at" in filled else _spaces("laid", open_spaces(table.town))
    if verb is Develop:
        return _develop(table, filled)
    if verb is Erect:
        return _erect(table, filled)
    if verb is Tour:
        return _tour(table, spaces_of(values_of(filled, "path")))
    if verb in (Via, Avoid):
        return _spaces(verb_of(verb), _list_dividing_spaces(table, verb))
    if verb is Double:
        return (Choice(USE, say("greentown.choice.use")), Choice(SAVE, say("greentown.choice.save")))
    return ()


def openings(table: Table) -> tuple[Key, ...]:
    """Return a key for each marker that can be announced, the buttons of the turn message (5.3)."""
    if table.over or table.deciding or table.doing is not None or table.turn_up:
        return ()
    return tuple(
        Key(label=say(_KEYS[word]), does=Does.PRESS, presses=(Press(verb_of(Announce), word),))
        for word in announceable(table)
    )


_KEYS = {
    "B": "greentown.choice.key.b",
    "T": "greentown.choice.key.t",
    "BT": "greentown.choice.key.bt",
    "?B": "greentown.choice.key.either_b",
    "?T": "greentown.choice.key.either_t",
}


def _spaces(kind: str, spaces: Iterable[str]) -> tuple[Choice, ...]:
    """Return spaces as choices, each with its place on the picture."""
    return tuple(Choice(space, spot=f"{kind}:{space}") for space in spaces)


def _markers(table: Table) -> tuple[Choice, ...]:
    """Return the markers as choices: of those with a tour alone what the best one pays now."""
    words = announceable(table)
    note = say("greentown.choice.lapses") if not playable(table, words[0]) else None
    pay = best_pay(table) if note is None and not {"T", "?T"}.isdisjoint(words) else None
    best = None if pay is None else say("greentown.choice.best", count=pay.pays[table.current])
    return tuple(
        Choice(
            word,
            marker_name(word),
            best if word in ("T", "?T") else note,
            spot=f"marker:{MARKER_OF[word]}",
            piece=f"marker_{word.lower().replace('?', 'any_')}",
        )
        for word in words
    )


def _streets(found: Iterable[str]) -> tuple[Choice, ...]:
    """Return sets of streets as choices, each with the letter by which the picture shows the tile."""
    return tuple(_tile(letter, streets) for letter, streets in zip(ascii_uppercase, found, strict=False))


def _tile(letter: str, streets: str) -> Choice:
    kind = KIND_OF[DIGITS[streets]]
    label, note = say("greentown.choice.streets", streets=side_names(streets)), say(f"greentown.name.brief.{kind}")
    return Choice(streets, label, note, spot=f"tile:{kind}:{streets}", tag=letter)


def _develop(table: Table, filled: Mapping[str, Any]) -> tuple[Choice, ...]:
    assert table.doing is not None
    if "at" in filled:
        return _streets(develops_at(table, filled["at"]))
    return tuple(
        Choice(
            space,
            say("greentown.choice.tile", space=space, streets=table.town[space].streets),
            spot=f"developed:{space}",
            piece=f"streets_{table.town[space].streets}",
        )
        for space in developable(table, barred=find_barred_space(table.doing))
    )


def _erect(table: Table, filled: Mapping[str, Any]) -> tuple[Choice, ...]:
    stock = table.mover.stock
    if "kind" not in filled:
        kinds = [kind for kind in BUILDINGS if stock[kind] and erect_sites(table)]
        left = {kind: say("greentown.choice.left", count=stock[kind]) for kind in kinds}
        return tuple(
            Choice(
                kind,
                building_name(kind),
                left[kind],
                spot=f"kind:{kind}",
                tag=kind,
                piece=f"building_{kind.lower()}",
            )
            for kind in kinds
        )
    if "at" not in filled:
        return tuple(_site(table, space) for space in erect_sites(table))
    tile = table.town[filled["at"]]
    return _spaces("tree", spaces_with(table.town, Site.VACANT)) if tile.site is Site.TREE else ()


def _site(table: Table, space: str) -> Choice:
    tree = table.town[space].site is Site.TREE
    note, piece = (say("greentown.choice.tree"), "tree") if tree else (None, "")
    return Choice(space, None, note, spot=f"built:{space}", piece=piece)


def _tour(table: Table, path: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return listed tours and hotels to start from; then, space by space, how a path can go on."""
    further = onward(table.town, path, stops_wanted(table))
    if path and not further:
        return (Choice(STOP, say("greentown.choice.arrived"), spot=f"tour:{path[-1]}"),)
    if path or table.options.tour_help != "list":
        return _spaces("tour", further)
    card = CARDS[table.mover.card or ""]
    entries = tuple(
        tour_choice(JOINT.join(group.path), number, group, table.current)
        for number, group in enumerate(list_tours(table, card, MOST_LISTED - len(further)), start=1)
    )
    return (
        *entries,
        *(
            Choice(space, say("greentown.choice.from", space=space), spot=f"tour:{space}", piece="hotel")
            for space in further
        ),
    )


def _list_dividing_spaces(table: Table, verb: type[Move]) -> tuple[str, ...]:
    """Return spaces that some but not all of the tours still listed pass, so that each choice narrows the list."""
    doing = table.doing or Doing(marker="T")
    if table.options.tour_help != "list":
        return ()
    net = Net(table.town, avoid=doing.avoid)
    return net.name_spaces(find_dividing_spaces(net, stops_wanted(table), doing.via))
