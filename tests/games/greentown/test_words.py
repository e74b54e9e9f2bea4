"""Words: every sentence is used and complete, boards can be played by, advice (sections 9 and 11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games.greentown
from games.greentown import GAME
from games.greentown.moves import (
    Announce,
    Avoid,
    Develop,
    Done,
    Double,
    Erect,
    Forgo,
    Lay,
    Reveal,
    Tour,
    Via,
)
from games.greentown.view import CARDS, Site, board_of
from tests.games.greentown.table import BUILT, EMPTY, PLAIN, STUCK, Match, seat, words

FOLDER = Path(games.greentown.__path__[0])
BUILT_BY_CODE = (
    "greentown.refusal.", "greentown.name.", "greentown.score.row.", "greentown.describe.", "greentown.move.",
    "greentown.log.erected", "greentown.old.", "greentown.guide.", "greentown.choice.erect", "greentown.lesson.you.",
    "greentown.hint.be",
)  # fmt: skip


def test_every_sentence_is_said_somewhere() -> None:
    """
    No sentence stands in the catalogue that the code does not say, and none is said that does not stand there.
    """
    code = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    said = set(re.findall(r"\"(greentown\.[a-z_.]+)\"", code))

    assert {text for text in said if text in GAME.words} == said - {"greentown."}
    loose = {key for key in GAME.words if key not in said and not key.startswith(BUILT_BY_CODE)}
    assert set() == loose


def test_every_refusal_has_a_sentence() -> None:
    """
    Codes of the code are keys of the catalogue.
    """
    code = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    codes = set(re.findall(r"refusal\(\s*\"([A-Z_]+)\"", code)) | {"TOUR_TOO_SHORT", "TOUR_TOO_LONG", "SYNTAX"}

    sentences = {key.removeprefix("greentown.refusal.").upper() for key in GAME.words if ".refusal." in key}
    assert sentences == codes | {"NO_ROUTE_LAPSES"}


def test_9_the_board_in_words_can_be_played_by() -> None:
    """
    Whose turn, every tile with its site, streets and links, open spaces, players, supply, deck.
    """
    match = Match(map={"M13": "1245 P2:C"}, money={"P1": 3})
    told = words(GAME.describe(match.view)).split("\n")

    assert "Round 1, turn 1: it's Anouk's turn." == told[0]
    assert "No one has taken a turn yet." == told[1]
    assert "L12 tree, streets 124, to L13 and M12" in told
    assert "M13 Wessel's culture site, streets 1245, to L13, M12, M14 and N12" in told
    assert "Open spaces, where a tile can be laid: K13, L11, L15, M11, M16, N11, N15 and O14." in told
    player = (
        "Anouk: markers face up: “Build”, “Tour”, “Build and Tour” and “Build or Tour”; visitor card: 5 stops ("
        "nature 1–3, culture 0–1, sport 0–1 and shopping 0–1); buildings left: 3 culture, 3 sport and 3 shopping. "
        "Greenies: 3."
    )
    assert player in told
    assert any(line.startswith("Supply: 4 × 2-cow (straight), ") for line in told)
    assert "Deck: 12 left; next visitor card: 6 stops (nature 1–3, culture 1–2, sport 0–1 and shopping 0–1)." in told


def test_several_dead_ends_of_a_tile_are_told_as_such() -> None:
    """
    "Dead ends on sides", not "dead end on side 2 and 6".
    """
    match = Match(map={"N14": "1256 tree", "N15": "16 vacant"})
    told = words(GAME.describe(match.view)).split("\n")

    assert any(line.endswith("dead ends on sides 2 and 6") for line in told if line.startswith("N14"))


def test_9_dead_ends_last_turn_and_variant_are_told() -> None:
    """
    A street before a blank side; what was played last and what it paid; who holds what.
    """
    match = Match(saved={"P2": 1}, variant_saved=True).play("BT +L15:45 +L11:13 C@L15 ~M12-L12-L13-L14-M15-M14-M13-M12")
    told = words(GAME.describe(match.view))

    assert "L15 Anouk's culture site, streets 45, to M15; dead end on side 5" in told
    did = "laid L15 and L11, erected a culture site on L15 and led the tour M12-L12-L13-L14-M15-M14-M13-M12"
    assert f"Last turn by Anouk (Build and Tour): {did}; Anouk +3 · all wishes met." in told
    assert "Saved double turns: 1." in told
    assert "Holds the double turn marker." in told
    assert "Last turn by Anouk (Build): laid L15 and N15." in words(GAME.describe(Match().play(BUILT).view))


def test_9_the_short_board_is_short() -> None:
    """
    At most 1,024 characters, for those who cannot see the picture.
    """
    assert len(words(GAME.describe(Match(players=4).view, short=True))) <= 1024


def test_9_the_end_and_empty_stacks_are_told() -> None:
    """
    The end; no supply; no deck; no card.
    """
    over = Match(STUCK, supply=EMPTY, idle_turns=5, money={"P2": 4}).play("T")
    bare = Match(deck=[], cards={"P2": None}, supply=EMPTY)
    last = Match(deck=[], cards={"P1": "5C"}, map={"M13": "1245 P1:C"}).play("T ~M12-L12-L13-M13-N12-M12")
    turning = Match().draft(Announce("T"), Tour(tuple(PLAIN[3:].split("-"))), Done())

    assert words(GAME.describe(over.view)).startswith("The game is over.\n")
    told = words(GAME.describe(bare.view))
    assert "The supply is empty." in told
    assert "The deck is empty." in told
    assert "visitor card: none" in told
    assert "These are the last turns." in words(GAME.describe(last.view))
    assert "Deck: 11 left." in words(GAME.describe(turning.view))
    deciding = Match(variant_saved=True, current="P3", turns_taken={"P1": 1, "P2": 1}).play(BUILT)
    assert "Noor decides whether to use the double turn." in words(GAME.describe(deciding.view))


def test_moves_are_told() -> None:
    """
    In words with what follows from them; also moves that do not fit.
    """
    view = Match().view
    told = {
        Announce("BT"): "Announce Build and Tour",
        Announce("X"): "Announce X",
        Lay("L15", "45"): "Lay a tile on L15: 2-flower (tight bend), streets SW and W",
        Lay("L15", "246"): "Lay a tile on L15: 246, streets 246",
        Develop("L14", "2345"): "Develop L14: 4-tree (comb), streets E, SE, SW and W",
        Erect("C", "M13"): "Erect a culture site on M13",
        Erect("X", "L12", "M13"): "Erect X on L12",
        Tour(tuple(PLAIN[3:].split("-"))): "Tour: Anouk +3 · all wishes met · M12-L12-L13-L14-M15-M14-M13-M12",
        Tour(("M12",)): "Lead the tour M12",
        Via("L13"): "List only tours past L13",
        Avoid("L13"): "List only tours that avoid L13",
        Double("use"): "Use the double turn",
        Double("save"): "Save the double turn for later",
        Done(): "End the turn",
        Forgo(): "Build nothing",
        Reveal(): "Reveal the next visitor card",
    }

    assert list(told.values()) == [words(GAME.tell(view, move)) for move in told]


def test_9_a_review_says_all_of_a_path() -> None:
    """
    On a label it is cut where it is long.
    """
    view = Match(map={"M13": "1245 P1:C", "M14": "1245 P2:S"}, cards={"P1": "5C"}).draft(Announce("T")).view
    path = tuple(PLAIN[3:].split("-"))
    tour = Tour((*path, *reversed(path[:-1]), *path[1:]))
    brief, whole = words(GAME.tell(view, tour)), words(GAME.tell_at_length(view, tour))

    assert brief.endswith("-…")
    assert whole.endswith("-".join(tour.path))
    assert words(GAME.tell(view, Done())) == words(GAME.tell_at_length(view, Done()))


def hint_of(match: Match) -> str | None:
    """The advice given now, in words."""
    hint = GAME.panel.hint(match.view, match.ask)
    return None if hint is None else words(hint.text)


def test_11_beginners_are_advised_as_each_turn_begins() -> None:
    """
    With a turn that can be taken; in the first turns with what to look at, too. Not later in a turn, not others.
    """
    assert "visitor card" in (hint_of(Match()) or "")
    assert "top card" in (hint_of(Match(turns_taken={"P1": 1})) or "")
    assert hint_of(Match().draft(Announce("BT"))) is None
    assert (hint_of(Match(turns_taken={"P1": 3})) or "").startswith("Suggestion:")
    deciding = Match(variant_saved=True, current="P3", turns_taken={"P1": 1, "P2": 1}).play(BUILT)
    assert "double turn" in (hint_of(deciding) or "")
    double = GAME.panel.hint(deciding.view, deciding.ask)
    assert double is not None
    assert double.moves == (Double("use"),)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((), "Announce an action marker."),
        ((Announce("B"),), "Lay or develop: 2 tiles to go."),
        ((Announce("B"), Lay("L15", "45")), "Lay or develop: 1 tile to go."),
        ((Announce("B"), Lay("L15", "45"), Lay("N15", "56")), "You may erect a building. Then confirm your turn."),
        ((Announce("B"), Develop("L13", "2345"), Develop("L14", "2345")), "Confirm your turn."),
        ((Announce("T"),), "Lead a tour if one is possible."),
        (
            (Announce("BT"), Lay("L15", "45"), Lay("N15", "56")),
            "You may erect a building. Then lead a tour if one is possible.",
        ),
    ],
)
def test_the_player_is_told_what_is_asked(moves: tuple[Announce, ...], said: str) -> None:
    """
    Step by step through the turn.
    """
    ask = Match().draft(*moves).ask

    assert ask.private is not None
    assert said == words(ask.private)


def test_a_lapsing_marker_is_told() -> None:
    """
    Before and after.
    """
    match = Match(STUCK, supply=EMPTY)
    choice = next(iter(GAME.choices(match.view, Announce, {})))

    assert choice.note is not None
    assert "no effect: nothing can be done" == words(choice.note)
    private = Match(STUCK, supply=EMPTY).draft(Announce("T")).ask.private
    assert private is not None
    assert "Nothing can be done with this marker. Confirm to flip it." == words(private)
    assert "Anouk can neither build nor lead a tour, and only flips a marker: Tour." in match.play("T").told()


def test_7_a_tie_is_told() -> None:
    """
    Who ranks higher, and why.
    """
    match = Match(open_money=True, money={"P1": 5, "P2": 5, "P3": 5}, last_turn_order={"P1": 3, "P2": 1, "P3": 2})
    outcome = GAME.ending.current_score(match.state)

    assert outcome is not None
    assert (3, 1, 2) == outcome.places
    assert outcome.tie is not None
    told = words(outcome.tie).split("\n")
    assert "Wessel and Noor both have 5 Greenies. Wessel took the last turn earlier and ranks higher." == told[0]
    assert 2 == len(told)


def test_9_board_of_a_match() -> None:
    """
    The last turn with its stops, the draft of the turn under way, and columns for every player.
    """
    match = Match(players=4, money={"P1": 2}).play("BT +L15:45 ^L14:2345 C@L15 ~M12-L12-L13-L14-L15-M15")
    board = board_of(match.view)

    assert board.last is not None
    assert (0, 1, 2, 3, 4, 5) == board.last.numbers
    assert (4, 0, 0, 0) == board.last.pays
    assert ("BT", "+L15:45", "^L14:2345", "C@L15") == board.last.words
    assert (1, 2, seat("P2")) == (board.round, board.turn, board.mover)
    tiles = {tile.at: tile for tile in board.tiles}
    built = tiles["L15"]
    assert (11, 14, (4, 5), Site.CULTURE, 0) == (built.row, built.column, built.sides, built.site, built.owner)
    assert {"2"} == {stack.kind.id[0] for stack in board.stacks if stack.to_lay}
    assert [None, 0, None, None] == [player.greenies for player in board.players]
    assert CARDS["6C"] == board.players[0].card
    assert 11 == board.deck
    match.draft(Announce("T"), Tour(("M12", "L12", "L13", "L14", "M15", "M14", "M13", "M12")))
    draft = board_of(match.view).draft
    assert draft is not None
    assert (0, 1, 2, 3, 4, 0, 0, 5) == draft.numbers


def test_9_marks_tell_what_changed_in_the_town() -> None:
    """
    Laid, developed, built, a tree put down, the tour; of a draft too; and by whom.
    """
    before = Match()
    after = Match().play("BT +L15:45 ^L13:2345 C@L12>L15 ~1")
    draft = Match().draft(Announce("B"), Lay("L15", "45"))
    marks = GAME.panel.marks(before.view, after.view)

    assert ("built:L12", "developed:L13", "laid:L15", "tree:L15") == marks.spots[:4]
    assert marks.spots[4].startswith("tour:M1")
    assert seat("P1") == marks.seat
    assert ("laid:L15",) == GAME.panel.marks(before.view, draft.view).spots
    assert GAME.panel.marks(before.view, before.view).seat is None
