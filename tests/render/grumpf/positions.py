"""Positions of Grumpf for pictures."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from games.core.game import Marks
from games.core.seats import Seat
from games.core.text import say
from games.grumpf import GAME
from games.grumpf.rules.flow import finish_hunt
from games.grumpf.state import Clan, Did, Failed, Phase, Piece, State
from games.grumpf.view import View
from tests.games.grumpf.table import Match, position

NAMES = ("Anouk", "Wessel", "Noor", "Femke", "Ella", "Flip")
LONG_NAMES = ("Bartholomeus van der Hoogen-Oldenhuis", "🦊 Foxy 🦊", "太郎", "W̷i̷l̷d̷", "\u200b", "محمد")
CLANS = ("Vi", "Or", "Gr", "Ye", "Pi", "Bl")


def pieces(line: str) -> tuple[Piece, ...]:
    """Grumpfs as `Gr5`, `Gr5@6` (placed in beat 6), `Vi3@2/Gr@4` (clubbed by Green in beat 4)."""
    return tuple(_piece(word) for word in line.split())


def _piece(word: str) -> Piece:
    placed, _, hit = word.partition("/")
    label, _, at = placed.partition("@")
    club, _, when = hit.partition("@")
    return Piece(label[:2], int(label[2:]), at=int(at or 1), club=club, hit=int(when or 0))


def tracks(lines: Mapping[str, str]) -> dict[str, tuple[Piece, ...]]:
    """Tracks of all six boards; those not named are empty."""
    return {code: pieces(lines.get(code, "")) for code in "BRFWMS"}


def collected(counts: str, *, hand: str, tiles: int = 0, jokers: int = 0) -> dict[str, object]:
    """What a clan has: five counts, tokens in hand, tiles, Jokers."""
    animals = dict(zip("BRFWM", map(int, counts.split()), strict=True))
    return {"animals": animals, "hand": tuple(hand.split()), "tiles": tiles, "jokers": jokers}


def state(clans: Sequence[str], has: Mapping[str, dict[str, object]], **changes: object) -> State:
    """A state with those clans and what they have."""
    begun = position(clans=list(clans), hands={})
    held = tuple(replace(clan, **has.get(clan.code, {})) for clan in begun.clans)
    return replace(begun, clans=held, **changes)


def view(given: State, seat: int | None = None) -> View:
    """What a seat sees, or a spectator."""
    return GAME.view(given, None if seat is None else Seat(seat))


def volley(beats: Sequence[int]) -> tuple[Did, ...]:
    """A latest volley of such beats in which nothing else is told."""
    return tuple(Did(beat, "Vi", "-") for beat in beats)


MOCK_TRACKS = {
    "B": "Bl5 Or5@2 Gr5@3 Or4@5 Gr5@6",
    "R": "Vi5@1 Vi3@6",
    "F": "Vi3@2/Gr@4 Gr2@3/Vi@5 Or1@6",
    "W": "Vi3@2 Or2@3 Bl1@3 Gr3@5",
    "M": "Or5@1 Bl5@2 Bl1@4",
    "S": "Gr3@1 Vi5@4 Or4@4 Bl4@5",
}


@lru_cache(maxsize=1)
def mock_up() -> State:
    """The position of the target picture: hunt 3, after beat 6; blue in a hut, orange and green still to plan."""
    has = {
        "Vi": collected("2 0 0 1 1", hand="23 1x 2x", tiles=1) | {"handed": True, "plan": ("3>R",)},
        "Or": collected("1 3 4 0 0", hand="1x 3x", jokers=1),
        "Gr": collected("0 3 0 1 2", hand="2x 3x", tiles=1),
        "Bl": collected("1 2 3 0 0", hand="23 2x 3x") | {"hut": 1},
    }
    drum = Seat(1)
    return state(
        ("Vi", "Or", "Gr", "Bl"),
        has,
        tracks=tracks(MOCK_TRACKS),
        lying={"B": 4, "R": 2, "F": 3, "W": 2, "M": 1},
        sides={"B": "1", "R": "1", "F": "1", "W": "2", "M": "1", "S": "1"},
        round=3,
        beat=6,
        first=drum,
        last=volley((4, 5, 6)),
    )


def clan(given: State, code: str) -> Clan:
    """A clan of a state."""
    return next(each for each in given.clans if each.code == code)


CROWDED = {
    "B": "Vi5@1 Or4@1 Gr3@2 Ye5@3 Pi4@4/Bl@6 Bl2@5 Vi1@6",
    "R": "Pi3@1 Bl3@1 Gr3@2 Ye3@4 Or2@5 Vi2@6",
    "F": "Ye1@1 Vi2@2 Pi3@3 Gr4@3/Ye@4 Or5@4",
    "W": "Bl3@2 Or3@2 Ye2@3 Gr1@4 Pi2@5 Vi3@6",
    "M": "Or5@1 Ye4@2/Pi@5 Bl4@5 Pi1@6 Gr1@6",
    "S": "Gr5@1 Ye5@2 Bl5@3 Or1@4",
}


@lru_cache(maxsize=1)
def crowded() -> State:
    """Six clans, the other sides, nearly full tracks, two-digit counts, tiles and Jokers, three huts."""
    has = {
        "Vi": collected("12 0 10 1 1", hand="2x", tiles=2, jokers=1),
        "Or": collected("0 11 4 0 0", hand="14 1x", jokers=1) | {"hut": 2},
        "Gr": collected("0 0 0 0 0", hand="15 14 25 23 34 1x 2x"),
        "Ye": collected("1 2 3 2 1", hand="", tiles=4) | {"hut": 1},
        "Pi": collected("1 0 10 10 0", hand="1x 2x", tiles=1, jokers=1),
        "Bl": collected("10 12 0 0 2", hand="34"),
    }
    given = state(
        CLANS, has, tracks=tracks(CROWDED), lying={"B": 14, "R": 3, "F": 0, "W": 5, "M": 1},
        sides=dict.fromkeys("BRFWMS", "2"),
        round=2, beat=6, first=Seat(5), last=volley((4, 5, 6)),
    )  # fmt: skip
    dids = (*given.last, Did(5, "Ye", "^1"), Did(6, "Or", "^2"))
    return replace(given, last=dids)


@lru_cache(maxsize=1)
def planning() -> State:
    """Three players before beat 4: Green has a plan, a club in it, an alternative, and two failures."""
    has = {
        "Vi": collected("1 0 2 0 0", hand="25 23 34 1x 2x 3x"),
        "Gr": collected("0 1 0 1 0", hand="14 25 34 1x 3x", jokers=1),
        "Pi": collected("2 2 0 0 1", hand="15 25 23 34 1x 2x 3x"),
    }
    given = state(
        ("Vi", "Gr", "Pi"), has,
        tracks=tracks({"B": "Vi5@1 Gr5@2", "R": "Vi4@2 Gr1@3", "M": "Pi4@1", "F": "Gr3@3/Vi@3"}),
        lying={"B": 5, "R": 4, "F": 2, "W": 1, "M": 1}, round=2, beat=3, first=Seat(0), last=volley((1, 2, 3)),
    )  # fmt: skip
    failed = (Failed(2, "x*M!Pi", say("x")), Failed(3, "5>B?|14:4>R", say("x")))
    plan = ("25:5>B?|4>W", "1x*R1", "14:4>B", "34:3>R?|4>F|-", "^safe")
    green = replace(clan(given, "Gr"), plan=plan, planned=True, failed=failed)
    return replace(given, clans=(given.clans[0], green, given.clans[2]))


@lru_cache(maxsize=1)
def new_hunt() -> State:
    """Two players at the beginning of hunt 2, the neutral Grumpfs thrown, hunt 1 told in the lines."""
    match = Match(2, first=0)
    for line in ("15:5>B 34:4>R 14:1>M", "25:5>B 2x:2>F 3x:3>W", "-"):
        match.play(0, line).play(1, line)
    return match.state


@lru_cache(maxsize=1)
def judged() -> State:
    """Hunt 3 of five is over: some boards gave, some kept; Violet may trade."""
    has = {
        "Vi": collected("2 1 0 1 0", hand="2x 3x") | {"hut": 1},
        "Or": collected("1 2 0 0 1", hand="3x") | {"hut": 2},
        "Gr": collected("0 0 3 1 0", hand="1x", tiles=1) | {"hut": 3},
        "Ye": collected("1 1 1 0 0", hand="23 34"),
        "Pi": collected("0 0 2 2 1", hand="14", jokers=1),
    }
    lines = {**CROWDED, "S": "Vi5@1 Gr4@3/Pi@8 Ye3@9", "R": "Vi4@1 Or4@2 Ye5@8", "F": "Pi1@7 Ye2@8"}
    sides = {"B": "1", "R": "1", "F": "1", "W": "1", "M": "2", "S": "2"}
    stood = {code: tuple(piece for piece in track if piece.clan != "Bl") for code, track in tracks(lines).items()}
    given = state(
        CLANS[:5], has, tracks=stood, lying={"B": 4, "R": 3, "F": 3, "W": 2, "M": 0}, sides=sides, round=3, beat=9,
        first=Seat(0), last=(*volley((7, 8, 9)), Did(9, "Gr", "^3")), ended="huts",
    )  # fmt: skip
    return finish_hunt(given).state


@lru_cache(maxsize=1)
def live() -> tuple[State, Marks]:
    """A live hunt of three, huts open, and what has changed since the last picture."""
    match = Match(3, first=0, mode="live").begin_live()
    match.play(0, "15:5>B").play(1, "25:5>B").play(2, "34:4>M").play(0, "1x*M1").timer("open")
    before = match.state
    match.play(1, "14:4>F").play(2, "2x*B2").play(1, "^").play(0, "34:3>S")
    return match.state, GAME.panel.marks(view(before, 0), view(match.state, 0))


@lru_cache(maxsize=1)
def finished() -> State:
    """The end of a match of six; a tie is broken by the number of Animals."""
    has = {
        "Vi": collected("3 2 1 1 1", hand="", tiles=1, jokers=1),
        "Or": collected("1 2 2 0 0", hand="", jokers=1),
        "Gr": collected("0 3 0 1 2", hand="2x"),
        "Ye": collected("2 2 2 1 1", hand="", tiles=1),
        "Pi": collected("4 1 3 2 0", hand="1x"),
        "Bl": collected("0 0 0 0 0", hand="14 34"),
    }
    return state(CLANS, has, round=4, beat=8, phase=Phase.OVER, lying={"B": 4, "R": 2, "F": 2, "W": 2, "M": 1})
