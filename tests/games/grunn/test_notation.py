"""Section 18: notation and labels."""

from __future__ import annotations

import pytest

from games.core.game import Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.grunn import GAME
from games.grunn.moves import Arrange, Build, Canal, Develop, Done, Exchange, Place, Relocate, Take
from games.grunn.options import GrunnOptions
from games.grunn.state import Phase
from tests.games.grunn.table import Table, front, refusal_of, words


@pytest.mark.parametrize(
    ("pool", "line"),
    [
        ("bog+develop_bog", "1 B@F4 +F4"),
        ("bog+develop_bog", "1 B@F4 -"),
        ("bog+develop_bog", "1 +E4 B@F4 !E4"),
        ("ridge:NE+relocate", "1 R:NE@F4 D4>D6 =E4e"),
        ("ridge:NE+exchange", "1 D4~E4 R:NE@F4 =E4e"),
        ("forest+clover", "1 F@F4 $ =D4w"),
    ],
)
def test_r18_2_lines_round_trip(pool: str, line: str) -> None:
    """
    A turn is written as it is read.
    """
    view = Table(pool=front(pool)).view
    moves = GAME.notation.read(view, line)

    assert GAME.notation.write(view, (*moves, Done())) == line


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("1 B@F4", "1 B@F4 -"),
        ("1 b@f4 +f4", "1 B@F4 +F4"),
        ("1 B@F4 =E4w", "1 B@F4 - =D4e"),
        ("1  B@F4   -  =d4N", "1 B@F4 - =D4n"),
    ],
)
def test_r18_2_reading_is_lenient_writing_is_not(typed: str, written: str) -> None:
    """
    Case, spaces and either name of an edge are read; one form is written.
    """
    view = Table().view

    assert GAME.notation.write(view, (*GAME.notation.read(view, typed), Done())) == written


def test_r18_2_an_edge_is_named_from_an_own_tile() -> None:
    """
    The upper or left cell's name is used if it holds a tile, else that of the other cell.
    """
    table = Table().moves(Take(1), Place("F4"))

    assert GAME.notation.word(table.view, Canal("D5e")) == "=D5e"
    assert GAME.notation.word(table.view, Canal("C4e")) == "=D4w"


def test_r18_2_what_is_left_of_a_turn_may_be_typed() -> None:
    """
    With the pair in the draft a line goes on from there.
    """
    table = Table().moves(Take(1))

    assert tuple(GAME.notation.read(table.view, "B@F4 +F4")) == (Place("F4"), Develop("F4"))
    assert refusal_of(lambda: GAME.notation.read(table.view, "1 B@F4")) == "BAD_NOTATION"
    assert refusal_of(lambda: GAME.notation.read(table.view, "W@F4")) == "TILE_MISMATCH"


@pytest.mark.parametrize(
    ("word", "verbs", "move"),
    [
        ("3", (Take,), Take(3)),
        ("F4", (Place,), Place("F4")),
        ("B@F4", (Place,), Place("F4")),
        ("+E4", (Develop, Relocate, Exchange), Develop("E4")),
        ("E4", (Develop,), Develop("E4")),
        ("D4>F6", (Relocate,), Relocate("D4", "F6")),
        ("d4~e4", (Exchange,), Exchange("D4", "E4")),
        ("!D4", (Build, Canal), Build("D4")),
        ("D4", (Build, Canal), Build("D4")),
        ("=E4e", (Build, Canal), Canal("E4e")),
        ("e4E", (Build, Canal), Canal("E4e")),
        ("done", (Done,), Done()),
    ],
)
def test_r18_2_words(word: str, verbs: tuple[type[Move], ...], move: Move) -> None:
    """
    Each part of a turn is one word; its sign may be left out where nothing else fits.
    """
    table = Table()
    if verbs != (Take,):
        table.moves(Take(1))

    assert GAME.notation.read_word(table.view, word, verbs) == move


def test_r18_2_a_word_must_be_one_of_those_asked_for() -> None:
    """
    A construction is no pair, and nothing is no move.
    """
    view = Table().view

    assert refusal_of(lambda: GAME.notation.read_word(view, "!D4", (Take,))) == "BAD_NOTATION"
    assert refusal_of(lambda: GAME.notation.read_word(view, "$", (Develop,))) == "BAD_NOTATION"
    assert refusal_of(lambda: GAME.notation.read_word(view, "-", (Build, Canal))) == "BAD_NOTATION"


def test_r18_3_an_arrangement_names_tiles_and_cells() -> None:
    """
    It is read with or without the tiles, which must be those dealt.
    """
    state = GAME.setup(Setup(seats=2, options=GrunnOptions()), Rng(bytes(32))).state
    view = GAME.view(state, Seat(0))
    move = Arrange(("D4", "E4", "D5", "E5"))
    line = GAME.notation.write(view, (move,))

    assert [part[-2:] for part in line.split()] == ["D4", "E4", "D5", "E5"]
    assert GAME.notation.read(view, line) == (move,)
    assert GAME.notation.read(view, "d4 e4 d5 e5") == (move,)
    assert GAME.notation.read_word(view, GAME.notation.word(view, move), (Arrange,)) == move
    assert refusal_of(lambda: GAME.notation.read(view, "X@D4 E4 D5 E5")) == "BAD_NOTATION"


def test_r18_1_labels_tell_what_a_move_brings() -> None:
    """
    Pairs tell cost and ducats, developments their payout, constructions cost and points.
    """
    pool = ("bog+develop_bog+2", "wadden+develop_wadden")
    table = Table({"D4": "bog dev", "E4": "wadden", "F4": "ridge:N"}, pool=pool)

    assert words(GAME.tell(table.view, Take(1))) == "Take pair 1: bog with Develop bog (free, 2 ducats on it)"
    assert words(GAME.tell(table.view, Take(2))) == "Take pair 2: Wadden with Develop Wadden (1 ducat)"
    table.moves(Take(1))
    assert words(GAME.tell(table.view, Place("D5"))) == "Lay the bog tile on D5"
    table.moves(Place("D5"))
    assert words(GAME.tell(table.view, Develop("D5"))) == "Develop the bog tile on D5 (+3 ducats)"
    assert words(GAME.tell(table.view, Build("D4"))) == "Build a turf hut on D4 (3 ducats, 3 points)"
    dug = "Dig a canal on the north side of D4 for 1 ducat: doesn't score yet"
    assert words(GAME.tell(table.view, Canal("D4n"))) == dug
    assert words(GAME.tell(table.view, Done())) == "End the turn"


@pytest.mark.parametrize(
    "move",
    [
        Take(9),
        Place("F4"),
        Develop("Z9"),
        Relocate("D4", "F6"),
        Exchange("D4", "E4"),
        Build("E5"),
        Canal("nowhere"),
        Arrange(("D4",)),
        *(verb() for verb in GAME.spec.moves if not verb.__struct_fields__),
    ],
)
def test_r18_1_every_move_can_be_told_and_written(move: Move) -> None:
    """
    Labels and words exist also for moves that would be refused.
    """
    for phase in (Phase.TURN, Phase.ARRANGE):
        view = Table(phase=phase).view

        assert words(GAME.tell(view, move))
        assert " " not in GAME.notation.word(view, move)


def test_r18_1_pairs_too_dear_are_left_out() -> None:
    """
    With one ducat the first two pairs are offered.
    """
    assert [choice.value for choice in GAME.choices(Table(ducats=1).view, Take, {})] == [1, 2]


def test_r18_1_sites_come_by_points_canals_that_score_first() -> None:
    """
    The most valuable building and scoring edges head their lists.
    """
    tiles = {"D4": "bog dev", "E4": "marsh dev", "F4": "bog"}
    table = Table(tiles, ducats=20).moves(Take(1), Place("D5"))
    sites = [choice.value for choice in GAME.choices(table.view, Build, {})]
    edges = [choice.value for choice in GAME.choices(table.view, Canal, {})]

    assert sites == ["E4", "D4"]
    assert edges[0] == "D4e"


def test_edges_that_are_rarely_wanted_stand_aside() -> None:
    """
    All that don't score where one does; else those with a tile on one side only.
    """
    found = {}
    for state in ("bog dev", "bog"):
        table = Table({"D4": state, "E4": "marsh dev", "F4": "bog"}, ducats=20).moves(Take(1), Place("D5"))
        choices = list(GAME.choices(table.view, Canal, {}))
        found[state] = [choice.value for choice in choices if not choice.aside]
        assert choices == sorted(choices, key=lambda choice: choice.aside)

    assert found == {"bog dev": ["D4e"], "bog": ["D4e", "D4s", "E4e"]}


def test_r18_1_relocation_and_exchange_in_two_steps() -> None:
    """
    First the tile, then where it goes; each pair of neighbours is offered once.
    """
    relocate = Table(pool=front("bog+relocate")).moves(Take(1))
    exchange = Table(pool=front("bog+exchange")).moves(Take(1))

    assert [choice.value for choice in GAME.choices(relocate.view, Relocate, {})] == ["D4", "E4", "D5", "E5"]
    targets = [choice.value for choice in GAME.choices(relocate.view, Relocate, {"source": "D4"})]
    assert "D4" not in targets
    assert "F4" in targets
    firsts = [choice.value for choice in GAME.choices(exchange.view, Exchange, {})]
    pairs = [(a, c.value) for a in firsts for c in GAME.choices(exchange.view, Exchange, {"first": a})]
    assert pairs == [("D4", "E4"), ("D4", "D5"), ("E4", "E5"), ("D5", "E5")]
