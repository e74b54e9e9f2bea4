"""The notation (5.3) in both directions, words of options, lines of the log."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import Unreadable
from games.core.input.complete import complete_line
from games.core.moves import Move
from games.core.running.play import TurnContext
from games.core.text import say
from games.core.words import Words
from games.walnut_grove import GAME
from games.walnut_grove.moves import (
    Coins,
    Done,
    Drop,
    GiveUp,
    Go,
    Lay,
    Pass,
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
from games.walnut_grove.state import Phase
from games.walnut_grove.words import log_notation
from games.walnut_grove.words.notation import read_word, write_word
from tests.games.walnut_grove.table import NAMES, P1, P2, SPRING, Match, autumn, words

LINES = [
    ("spring", "L12@N1/2 : N0.w M0.m", (Lay("L12", "N1", 2), Work(("N0.w", "M0.m")))),
    (
        "spring",
        "h(gww) L12@N1/2 : J0.g-1 h(gww) N0.w xCC h(ggg)",
        (
            Repay(("g", "w", "w")),
            Lay("L12", "N1", 2),
            Work(("J0.g", "N0.w")),
            Renounce(("J0.g-1",)),
            RepayMid("J0.g", ("g", "w", "w")),
            Drop(("C", "C")),
            Repay(("g", "g", "g")),
        ),
    ),
    (
        "spring",
        "L12@N1/2 L26@M1/2 : N0.w h(www)",
        (Lay("L12", "N1", 2), Lay("L26", "M1", 2), Work(("N0.w",)), Repay(("w",) * 3)),
    ),
    ("town", "lodge+white", (Go("lodge"), Take(("white",)))),
    ("town", "church+wf ~C", (Go("church"), Take(("w", "f")), Tax(("C",)))),
    ("town", "svenson+well ~!", (Go("svenson"), Take(("well",)), Tax(("!",)))),
    ("town", "store_n<gw", (Go("store_n"), Sell(("g", "w")))),
    ("town", "=", (Pass(),)),
    ("town", "= h(wws)", (Pass(), Repay(("w", "w", "s")))),
    ("town", "h(wws) hotel+blue", (Repay(("w", "w", "s")), Go("hotel"), Take(("blue",)))),
    (
        "town",
        "post+gf ~! h(wss) ~!",
        (Go("post"), Take(("g", "f")), Tax(("!", "!")), RepayGate(("wss", "-"))),
    ),
    ("town", "post+gf ~ h(wss) ~", (Go("post"), Take(("g", "f")), RepayGate(("wss", "-")))),
    ("town", "church+wf ~! h(wss)", (Go("church"), Take(("w", "f")), Tax(("!",)), RepayGate(("wss",)))),
    ("town", "church+wf ~! : h(wss)", (Go("church"), Take(("w", "f")), Tax(("!",)), Repay(("w", "s", "s")))),
    (
        "town",
        "h(wss) church+wf ~! : h(wss)",
        (Repay(("w", "s", "s")), Go("church"), Take(("w", "f")), Tax(("!",)), Repay(("w", "s", "s"))),
    ),
    (
        "town",
        "carpenter+hut save:w coins:GC from:w=N0.w+w=barn xm h(sss)",
        (
            Go("carpenter"),
            Take(("hut",)),
            Save(("w",)),
            Coins(("G", "C")),
            Sources(("w=N0.w", "w=barn")),
            Drop(("m",)),
            Repay(("s", "s", "s")),
        ),
    ),
    (
        "town",
        "= wc:CSG ws:w wr:-,sss wf:w=N0.w",
        (
            Pass(),
            WinterCoins(("C", "S", "G")),
            WinterSave(("w",)),
            WinterRepay(("-", "sss")),
            WinterSources(("w=N0.w",)),
        ),
    ),
    ("town", "= wc:none ws:none", (Pass(), WinterCoins(()), WinterSave(()))),
]


def at(season: str) -> Match:
    """A position of the season."""
    return Match(SPRING) if season == "spring" else Match(autumn({}))


@pytest.mark.parametrize(("season", "line", "moves"), LINES, ids=[line for _, line, _ in LINES])
def test_5_3_lines_are_read_and_written(season: str, line: str, moves: tuple[Move, ...]) -> None:
    """
    A line means its moves, and the moves are written as that line.
    """
    view = at(season).view()

    assert moves == GAME.notation.read(view, line)
    assert line == GAME.notation.write(view, moves)


def test_5_3_areas_alone_are_read_as_completion_writes_them() -> None:
    """
    Without a tile before them they are a farm order all the same.
    """
    view = at("spring").view()

    assert (Work(("N0.w", "M0.m")),) == GAME.notation.read(view, "N0.w+M0.m")


def test_5_3_the_next_area_is_offered_with_and_without_a_space() -> None:
    """
    After an area a space leads on to the next one, as the end of the word does, and stays; both read the
    same.
    """
    match, names = at("spring"), Words(GAME.words, NAMES, strict=True)
    lines = ("L12@N1/2 M0.m ", "L12@N1/2 M0.m")
    spaced, bare = (
        complete_line(TurnContext(GAME, match.table, P1, match.ask().id), line, words=names) for line in lines
    )

    assert "L12@N1/2 M0.m J0.g" in [suggestion.word for suggestion in spaced.suggestions]
    assert [each.word for each in spaced.suggestions] == [each.word for each in bare.suggestions]
    assert (Work(("M0.m", "J0.g")),) == GAME.notation.read(match.view(), "M0.m J0.g")


WORDS: list[Move] = [
    Start("church"),
    Lay("L12", "N1", 2),
    Work(("N0.w", "J0.g")),
    Renounce(("J0.g-1", "N0.w-2")),
    RepayMid("J0.g", ("g", "w", "w")),
    Repay(("C", "S", "G")),
    Drop(("s", "S")),
    GiveUp(("s", "S")),
    Go("store_n"),
    Pass(),
    Take(("hut",)),
    Take(("g", "g")),
    Sell(("g", "m", "w")),
    Tax(("C", "!")),
    RepayGate(("-", "wss")),
    Save(("w", "s")),
    Coins(("G", "C")),
    Sources(("w=N0.w", "w=barn")),
    WinterCoins(("S", "C")),
    WinterCoins(()),
    WinterSave(("w",)),
    WinterRepay(("-", "wss")),
    WinterSources(("g=J0.g",)),
]


@pytest.mark.parametrize("move", WORDS, ids=map(str, WORDS))
def test_every_move_has_a_word(move: Move) -> None:
    """
    One word without spaces, read as that move.
    """
    word = write_word(move)

    assert [word] == word.split()
    assert move == read_word(word, (type(move),))
    assert words(GAME.tell(Match(autumn({})).view(), move))


def test_those_who_watch_read_the_name_of_a_building() -> None:
    """
    Without a seat, too, what the building is called and its number are told.
    """
    assert words(GAME.tell(Match(autumn({})).view(None), Go("store_n"))) == "Go to 4 North Store"


TYPED: list[tuple[str, type[Move], Move]] = [
    ("N0.w M0.m", Work, Work(("N0.w", "M0.m"))),
    ("J0.g 1", Renounce, Renounce(("J0.g-1",))),
    ("J0.g gww", RepayMid, RepayMid("J0.g", ("g", "w", "w"))),
    ("grain wood wood", Repay, Repay(("g", "w", "w"))),
    ("copper silver", Drop, Drop(("C", "S"))),
    ("fish, stone", Take, Take(("f", "s"))),
    ("White", Take, Take(("white",))),
    ("grain milk", Sell, Sell(("g", "m"))),
    ("help copper", Tax, Tax(("!", "C"))),
    ("- wss", RepayGate, RepayGate(("-", "wss"))),
    ("w N0.w barn", Sources, Sources(("w=N0.w", "w=barn"))),
    ("copper silver", WinterCoins, WinterCoins(("C", "S"))),
    ("none", WinterCoins, WinterCoins(())),
    ("- sss", WinterRepay, WinterRepay(("-", "sss"))),
    ("pass", Pass, Pass()),
    ("Store_N", Go, Go("store_n")),
]


@pytest.mark.parametrize(("text", "verb", "move"), TYPED, ids=[text for text, _, _ in TYPED])
def test_5_2_options_may_be_typed_in_words(text: str, verb: type[Move], move: Move) -> None:
    """
    Options of a command take names and spaces as well as letters.
    """
    assert move == read_word(text, (verb,))


LOG: list[tuple[dict[str, Any], str, str]] = [
    ({"barn": {"grain": 2}}, "Y1 T P1 lodge+white -gg", "lodge+white"),
    ({"barn": {"stone": 1, "copper": 2}}, "Y1 T P1 carpenter+hut -ws", "carpenter+hut"),
    ({"barn": {"stone": 1, "copper": 2}}, "Y1 T P1 carpenter+hut -wC", "carpenter+hut save:s"),
    (
        {"barn": {"stone": 1, "copper": 1, "gold": 1}, "squares": {}},
        "Y1 T P1 carpenter+hut -sG",
        "carpenter+hut coins:G",
    ),
    ({"barn": {"stone": 1, "copper": 1}}, "Y1 T P1 church+wf ~$ +$3", "church+wf ~$"),
]


@pytest.mark.parametrize(("farm", "line", "order"), LOG)
def test_5_3_a_line_of_the_log_can_be_typed(farm: dict[str, Any], line: str, order: str) -> None:
    """
    What a log says was paid is how the order pays; drawn coins are the table's.
    """
    match = Match(autumn(farm, labourers={"lodge": ["white"]}, buildings={"carpenter": ["hut"]}))
    view = match.view()

    assert order == GAME.notation.write(view, GAME.notation.read(view, line))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Y1 T P2 =", "another player."),
        ("Y3 T P1 =", "another year"),
        ("Y1 W P1 -gw", "Winter happens automatically"),
        ("", "Nothing was entered"),
        ("church+wf ?", "isn't part of a turn"),
        ("L12-N1", "isn't part of a turn"),
        ("carpenter+hut -xx", "isn't part of a turn"),
        ("save:q", "a good or a coin"),
        ("from:q", "where goods come from"),
    ],
)
def test_5_3_what_cannot_be_read(line: str, why: str) -> None:
    """
    Each unreadable line is refused with a sentence.
    """
    with pytest.raises(Unreadable) as caught:
        GAME.notation.read(Match(autumn({})).view(), line)

    assert why in words(caught.value.text)


def test_5_3_nothing_given_up_for_coins_is_an_empty_line() -> None:
    """
    The coins that fit are kept: the turn has no words, and is read so.
    """
    match = Match(autumn({"barn": {"copper": 4}, "squares": {"N0.w": 1}})).play("store_n<w")

    assert Phase.COINS is match.table.phase
    assert () == GAME.notation.read(match.view(), "")
    assert "" == GAME.notation.write(match.view(), (Done(),))


def test_10_the_example_of_the_specification() -> None:
    """
    The two players of section 10, year 1: lines as typed, lines as logged, farms as told.
    """
    match = Match(
        phase="farm",
        disc="A1",
        drawn={"P1": ["L12", "L26", "L01", "L02"], "P2": ["L05", "L07", "L08", "L09"]},
        farms={"P1": {"board": "blue"}, "P2": {"board": "yellow"}},
        town={"figures": {"P1": "church:1", "P2": "town:1"}},
    )
    match.play("Y1 F P1 L12@N1/2 L26@M1/2 : N0.w M0.m", P1)
    match.play("L07@L1/0 L08@M1/0 : N0.w L0.g", P2)
    assert {"N0.w": 2, "M0.m": 3} == match.squares(P1)
    assert {"copper": 2, "wood": 1} == match.barn(P1)

    match.play("church+ff xC", P1).play("post+gw", P2)

    told = match.told(P2)
    assert "Anouk lays 2 tiles and harvests 3 milk and 2 wood. `L12@N1/2 L26@M1/2 : N0.w M0.m`" in told
    assert "Anouk takes 2 fish at the Church. Dropped from the barn: 1 coin. `church+ff x$`" in told
    assert "You gave 1 copper coin." in match.told(P1)
    assert "Bram takes 1 grain and 1 wood at the Post Office. `post+gw`" in told
    assert "Winter costs Anouk 2 fish and 1 wood." in told
    assert "Winter costs Bram 1 grain and 1 wood." in told


def test_lines_of_earlier_logs_have_words() -> None:
    """
    What a log of an earlier release says of turns and drawn coins is read as sentences of today, with the line.
    """
    assert "Bram goes to town: `Y1 T P2 post+gw`" == words(say("walnut_grove.log.town", seat=1, line="Y1 T P2 post+gw"))
    assert "With your coins: `Y1 W P2 -gC`" == words(say("walnut_grove.log.own", line="Y1 W P2 -gC"))
    assert "Bram draws 3 coins." == words(say("walnut_grove.log.draws", seat=1, count=3))
    assert "You draw 3." == words(say("walnut_grove.log.draws.own", coins=3))


def test_4_3_public_lines_hide_coins() -> None:
    """
    Coins given, dropped, drawn, and in help paid back stand as ``$``; goods stay.
    """
    own = "Y3 T P2 h(gwC) store_n<gw ~S -ssG xmC +SSG"

    assert "Y3 T P2 h(gw$) store_n<gw ~$ -ss$ xm$ +$3" == log_notation.public(own)


def test_an_order_of_the_wrong_season_is_refused_as_such() -> None:
    """
    A farm line typed in autumn can be read; the season is what stands against it.
    """
    assert "WRONG_PHASE" == Match(autumn({})).refused("L12@N1/2 : N0.w M0.m")
