"""The list of tours that a player is shown, and words for a tour (section 12)."""

from __future__ import annotations

from games.core.moves import Choice
from games.core.seats import Seat
from games.core.text import Text, raw, say
from games.greentown.bots.worth import Leader
from games.greentown.components import CARDS, CATEGORIES, Card
from games.greentown.moves import JOINT
from games.greentown.state import Pay, Table
from games.greentown.tours.finding import Group, groups
from games.greentown.words.names import category_name, visits_name

MOST_SHOWN = 100
"""Characters of a path in a note (Discord limit)."""

MOST_TOLD = 40
"""Characters of a path beside its result, so that both have room in a button or a menu."""

MOST_LISTED = 25
"""Entries of a select menu (Discord limit)."""


def list_tours(table: Table, card: Card, most: int = MOST_LISTED) -> tuple[Group, ...]:
    """Return the best tours of the player to move grouped by result, as narrowed in the turn under way (12)."""
    doing = table.doing
    via, avoid = ((), ()) if doing is None else (doing.via, doing.avoid)
    leader = Leader(table.current, card, len(table.players))
    return groups(table.town, leader, most, via=via, avoid=avoid)


def best_pay(table: Table) -> Pay | None:
    """Return what the best tour pays that the player to move can lead now; None without one, or if help is off (8)."""
    card = table.mover.card
    if card is None or table.options.tour_help != "list":
        return None
    found = list_tours(table, CARDS[card], 1)
    return found[0].pay if found else None


def result_text(pay: Pay, seat: Seat, *, you: bool = False) -> Text:
    """Return a tour's result in words: ``Anouk +4, Wessel +1 · all wishes met``; ``you``: said to the leader."""
    told = say(
        "greentown.describe.tour.you" if you else "greentown.describe.tour.pays", seat=seat, count=pay.pays[seat]
    )
    for other, count in enumerate(pay.pays):
        if count and other != seat:
            told = say(
                "greentown.describe.tour.more",
                before=told,
                pays=say("greentown.describe.tour.pays", seat=other, count=count),
            )
    return say("greentown.describe.tour.result", paid=told, wishes=wishes_text(pay))


def wishes_text(pay: Pay) -> Text:
    """Return which wishes a tour meets, in words."""
    missed = name_missed_categories(pay)
    return say("greentown.describe.tour.missed", missed=missed) if missed else say("greentown.describe.tour.all")


def name_missed_categories(pay: Pay) -> tuple[Text, ...]:
    """Return the categories whose wish a tour does not meet."""
    return tuple(category_name(category) for category, met in zip(CATEGORIES, pay.met, strict=True) if not met)


def tour_choice(value: str, number: int, group: Group, seat: Seat) -> Choice:
    """Return a listed tour as its leader may choose it, ``3 · you +4, Wessel +1 · all wishes met``, and its path."""
    result = result_text(group.pay, seat, you=True)
    return Choice(
        value, say("greentown.describe.tour.entry", number=number, result=result), raw(short_path(group.path))
    )


def short_path(path: tuple[str, ...], most: int = MOST_SHOWN) -> str:
    """Return a path cut to ``most`` characters, usually what a note has room for: ``M12-L12-L13-…``."""
    whole = JOINT.join(path)
    if len(whole) <= most:
        return whole
    return whole[: whole.rindex(JOINT, 0, most - 1) + 1] + "…"


def visit_names(pay: Pay) -> tuple[Text, ...]:
    """Return the visits of a tour by category, of those that are visited: nature 3 and culture 1."""
    counted = zip(CATEGORIES, pay.visits, strict=True)
    return tuple(visits_name(category, count) for category, count in counted if count)
