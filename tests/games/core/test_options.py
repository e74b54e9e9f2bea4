"""Rule options of all games: what players read of them, and with which seats, clock and other options they matter."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.contract import AnyGame
from games.core.input.forms import literals, read_values, show
from games.core.moves import fields_of
from games.core.options import (
    Terms,
    anyones,
    effective,
    explain_no_effect,
    label_of,
    move_seats,
    reasons,
    value_words,
    without_effect,
)
from games.core.registry import games
from games.core.words import Words
from games.grumpf.options import GrumpfOptions

GAMES = [pytest.param(game, id=key) for key, game in sorted(games().items())]
WORDS = Words({}, strict=True)

WITHOUT: dict[str, dict[int, set[str]]] = {
    "greentown": {2: {"saved_doubles"}, 3: set(), 4: set()},
    "grumpf": {
        2: {"joker_3", "joker_4", "joker_5", "joker_6"},
        3: {"joker_4", "joker_5", "joker_6"},
        4: {"joker_5", "joker_6"},
        5: {"joker_6"},
        6: set(),
    },
    "grunn": {
        1: {"runner_up_after_tie", "six_pattern"},
        2: {"runner_up_after_tie", "six_pattern"},
        3: {"six_pattern"},
        4: {"six_pattern"},
        5: {"six_pattern"},
        6: set(),
    },
    "h2olland": {2: {"first_player"}, 3: set(), 4: {"first_player"}},
    "walnut_grove": {1: {"reveal"}, 2: set(), 3: set(), 4: set()},
}
"""Options without an effect by the number of players, where everything else would let them have one."""


LIVE = (
    "“Seconds a live hunt can last” only applies when “How hunts are played” is “live, everyone at once” or "
    "“Mode can change between hunts” is “yes”."
)


@pytest.mark.parametrize("game", GAMES)
def test_players_read_words_for_every_option_and_value(game: AnyGame) -> None:
    """
    Each has a label of its own that fits on a form, and no value is shown as code writes it.
    """
    infos = fields_of(game.spec.options)
    labels = [info.field.label for info in infos]
    values = [value_words(info, value) for info in infos for value in literals(info)]

    assert all(0 < len(label) for label in labels)
    assert len(set(labels)) == len(labels)
    assert [] == [label for label, info in zip(labels, infos, strict=True) if info.type is int and len(label) > 45]
    assert [] == [value for value in values if "_" in value or value in ("async", "as sides", "any", "off", "full")]
    assert all(set(info.field.named) <= {*literals(info), "0"} for info in infos)


@pytest.mark.parametrize("game", GAMES)
def test_options_have_an_effect_only_with_some_numbers_of_players(game: AnyGame) -> None:
    """
    As the rules of each game say; the reason is a sentence that names the option and the numbers.
    """
    kind = game.spec.options
    chosen = kind(switching=True) if game.spec.key == "grumpf" else kind()
    found = {
        seats: {
            info.name for info in fields_of(kind) if explain_no_effect(chosen, info, Terms(seats=seats)) is not None
        }
        for seats in game.spec.seats
    }

    assert WITHOUT[game.spec.key] == found
    for seats, names in found.items():
        for info in fields_of(kind):
            why = explain_no_effect(chosen, info, Terms(seats=seats))
            assert (info.name in names) == (why is not None)
            assert why is None or f"not with {seats}." in WORDS(why)


@pytest.mark.parametrize("game", GAMES)
def test_what_an_option_needs_can_be_had(game: AnyGame) -> None:
    """
    With some number of players, and with values that the options it names can have.
    """
    kind = game.spec.options
    for info in fields_of(kind):
        needs = info.field.needs
        if needs is not None:
            read_values(kind, {name: show(value) for name, value in needs.beside})

            assert set(needs.seats) <= set(game.spec.seats)


def test_grumpf_by_turns_and_live_have_options_of_their_own() -> None:
    """
    Where hunts may change between the two, both have an effect.
    """
    live = {"limit", "huts_after", "fair_window"}
    turns = {"pace", "huts_from"}
    idle = {
        (mode, switching): {
            info.name
            for info in fields_of(GrumpfOptions)
            if explain_no_effect(GrumpfOptions(mode=mode, switching=switching), info, Terms(seats=6)) is not None
        }
        for mode in ("async", "live")
        for switching in (False, True)
    }

    assert {("async", False): live, ("live", False): turns, ("async", True): set(), ("live", True): set()} == idle


@pytest.mark.parametrize(
    ("key", "option", "terms", "told"),
    [
        ("grumpf", "joker_6=yes", Terms(seats=3), "“Joker for seat 6” only applies with 6 players, not with 3."),
        (
            "grumpf",
            "joker_4=yes",
            Terms(seats=3),
            "“Joker for seat 4” only applies with 4, 5 or 6 players, not with 3.",
        ),
        (
            "grumpf",
            "limit=120",
            Terms(seats=3),
            LIVE,
        ),
        (
            "walnut_grove",
            "farm_hours=5",
            Terms(seats=2, clock=False),
            "“Hours for each farm turn” only applies in a match with a clock.",
        ),
        (
            "h2olland",
            "first_player=middle",
            Terms(seats=3, lot=False),
            "“Who starts” has no effect in a tournament: its pairings decide who goes first.",
        ),
    ],
)
def test_the_reason_is_told_in_words(key: str, option: str, terms: Terms, told: str) -> None:
    """
    What the option is called, and what it would need; without it the usual value stands.
    """
    kind = games()[key].spec.options
    chosen = kind(**read_values(kind, dict([option.split("=")])))
    ((info, why),) = without_effect(chosen, terms)

    assert told == WORDS(why)
    assert option.startswith(info.name)
    assert kind() == effective(chosen, terms)
    assert label_of(info) in told


def test_options_that_lack_the_same_are_told_in_one_sentence() -> None:
    """
    So that a form stays short.
    """
    turns, joker = [WORDS(why) for why in reasons(GrumpfOptions(mode="live"), Terms(seats=5))]

    assert turns.startswith("“Beats planned at a time” and “Beat in which huts open” only apply when “How hunts are")
    assert "“Joker for seat 6” only applies with 6 players, not with 5." == joker


def test_what_is_set_about_a_seat_goes_with_its_player() -> None:
    """
    Grumpf: the second of four leaves, and a Joker for the third is one for the second; that of a free seat stays.
    """
    before = GrumpfOptions(joker_2=True, joker_3=True, joker_6=True, sides="mixed")
    after = move_seats(before, [0, 2, 3], taken=4)

    assert GrumpfOptions(joker_2=True, joker_6=True, sides="mixed") == after
    assert replace(before, joker_2=False, joker_3=False, joker_6=False) == anyones(before)
