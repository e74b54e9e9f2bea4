"""What is in the box, read from ``data/components.json``: the only place where a number of the game stands."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct, field

from games.core.box import read_box


class Kind(StrEnum):
    """The kinds of conditions (R6.2)."""

    NONE = "none"
    SUM_MIN = "sum_min"
    SUM_MAX = "sum_max"
    SUM_BETWEEN = "sum_between"
    SUM_EVEN = "sum_even"
    COUNT_MIN = "count_min"
    ALL_SAME = "all_same"
    ALL_DIFFERENT = "all_different"
    EACH_MAX = "each_max"


class Condition(Struct, frozen=True):
    """What all standing Grumpfs of a board must meet together (R6); ``min`` and ``max`` for ``sum_between``."""

    type: Kind
    value: int = 0
    min: int = 0
    max: int = 0


class Side(Struct, frozen=True):
    """One side of a board; ``ranking`` "last3": only the last ones count (R7.4); ``effect``: the Sorcerer's."""

    condition: Condition
    condition_text: str
    ranking: Literal["", "last3"] = ""
    effect: Literal["", "sorcerer_tile", "trade"] = ""


class Spaces(Struct, frozen=True):
    """Length of a track."""

    value: int


class Awards(Struct, frozen=True):
    """An award list, first place first (R8)."""

    value: tuple[int, ...]


class BoardFacts(Struct, frozen=True):
    """A hunting ground: letter, name, species (None: the Sorcerer), and its sides "1" (one dot) and "2" (two dots)."""

    code: str
    name: str
    animal: str | None
    colour: str
    spaces: Spaces
    awards: Awards
    sides: dict[str, Side]


class ClanFacts(Struct, frozen=True):
    """A clan: code, name of its colour, shape and colour in pictures."""

    code: str
    name: str
    shape: str
    hex: str


class Token(Struct, frozen=True):
    """A two-sided Grumpf token; ``faces`` are "1" to "5" or the club."""

    id: str
    faces: tuple[str, str]


class AnimalFacts(Struct, frozen=True):
    """A species and how many tokens of it there are."""

    code: str
    name: str
    count: int


class Removed(Struct, frozen=True):
    """The token that leaves the six-player game (R14.1)."""

    token: str


class Players(Struct, frozen=True):
    """How many may play."""

    min: int
    max: int


class Rounds(Struct, frozen=True):
    """How many hunts, and how many Animals are drawn for each (R3.1, R4.1)."""

    count: int
    animals_drawn_per_round: int


class Huts(Struct, frozen=True):
    """Huts in play by number of players (R2.4)."""

    by_players: dict[int, int]


class Stock(Struct, frozen=True):
    """How many there are."""

    count: int


class Series(Struct, frozen=True):
    """Points of a series by its length (R11.2)."""

    by_length: tuple[int, ...]


class NeutralSetup(Struct, frozen=True):
    """The slots the neutral clan fills, in this order (R13.3)."""

    players: int
    slots: tuple[str, ...]


class AsyncFacts(Struct, frozen=True):
    """Numbers of the asynchronous hunt (section 4)."""

    beats_by_players: dict[int, int]
    huts_open_from_beat: int
    max_choices: int
    paces: dict[str, tuple[int, ...]]


class LiveFacts(Struct, frozen=True):
    """Numbers of the live hunt (section 5), in seconds."""

    hunt_limit_s: int
    huts_open_after_s: int
    picture_refresh_s: int
    trade_limit_s: int


class Components(Struct, frozen=True):
    """The data file as far as the rules need it."""

    players: Players
    rounds: Rounds
    clans: tuple[ClanFacts, ...]
    neutral_clan: ClanFacts
    tokens: tuple[Token, ...]
    club_face: str
    six_player_removed: Removed
    animals: tuple[AnimalFacts, ...]
    boards: tuple[BoardFacts, ...]
    huts: Huts
    sorcerer_tiles: Stock
    jokers: Stock
    series_points: Series
    neutral_setup: NeutralSetup
    beats: AsyncFacts = field(name="async")
    live: LiveFacts


BOX = read_box("games.grumpf", Components)
"""Everything in the box."""

CLUB = BOX.club_face
"""The face with a club."""

TOKENS: dict[str, Token] = {token.id: token for token in BOX.tokens}
"""The tokens of a clan by id: ``15``, ``1x``."""

FACES: tuple[str, ...] = tuple(sorted({face for token in BOX.tokens for face in token.faces}))
"""All faces: "1" to "5", then the club."""

VALUES: tuple[str, ...] = tuple(face for face in FACES if face != CLUB)
"""The faces with a value."""

BOARDS: dict[str, BoardFacts] = {board.code: board for board in BOX.boards}
"""The boards by letter, in the order of judging (Q22)."""

SPECIES: tuple[str, ...] = tuple(animal.code for animal in BOX.animals)
"""The species by letter, most numerous first."""

NEUTRAL = BOX.neutral_clan.code
"""Code of the neutral clan."""

CLANS: dict[str, ClanFacts] = {clan.code: clan for clan in (*BOX.clans, BOX.neutral_clan)}
"""All clans by code, the neutral one last."""

COUNTED_LAST = 3
"""How many Grumpfs count where only the last ones do (R7.4)."""


def other_face(token: str, face: str) -> str:
    """Return the face of a token that is down while ``face`` is up."""
    first, second = TOKENS[token].faces
    return second if face == first else first


def tokens_for(players: int) -> tuple[str, ...]:
    """Return the tokens of each clan (R2.5, R14.1)."""
    without = BOX.six_player_removed.token if players == BOX.players.max else ""
    return tuple(token for token in TOKENS if token != without)


def volleys(pace: str, beats: int) -> tuple[tuple[int, int], ...]:
    """Return the first and the last beat of each volley; a list too long is cut off after the last beat (A1.3)."""
    found: list[tuple[int, int]] = []
    first = 1
    for length in BOX.beats.paces[pace]:
        if first <= beats:
            found.append((first, min(first + length - 1, beats)))
        first += length
    return tuple(found)
