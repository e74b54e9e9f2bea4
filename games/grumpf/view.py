"""What a seat may see (S2), and what a picture shows (section 11). All that ``render/grumpf`` knows of the game."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from games.core.game import View as CoreView
from games.core.seats import Seat
from games.grumpf.components import BOARDS, CLANS, SPECIES, Condition, Kind
from games.grumpf.deeds import HUT
from games.grumpf.results import division_of, result
from games.grumpf.rules.beats import Beat, drum_order, play_beat
from games.grumpf.rules.hunting import huts_open
from games.grumpf.rules.judging import find_counting_spaces, find_standing, is_met, rank
from games.grumpf.rules.verdicts import formula
from games.grumpf.scoring import POINTS
from games.grumpf.spots import AIM, ANIMAL, CLAN, FREE, HAND, IN_HUT, OPEN_HUT
from games.grumpf.state import Clan, Failed, Mode, Phase, Piece, Result, State, Tracks

__all__ = [
    "AIM", "ANIMAL", "CLAN", "FREE", "HAND", "IN_HUT", "NO_VOLLEY", "OPEN_HUT", "Board", "BoardSight", "CardSight",
    "OwnSight", "Phase", "RankSight", "SeriesSight", "SpaceSight", "StepSight", "View", "board_of", "board_sight",
    "find_judged_board", "latest_volley", "number_of", "own_sight", "series_of", "steps_of", "view_of",
]  # fmt: skip


class View(CoreView, frozen=True, kw_only=True):
    """A match of Grumpf as a seat sees it: of other clans neither plan nor draft nor the faces that are up (S2.1).

    ``owes``: for each seat whether the match waits for its plan (a tick is public, nothing more: S2.2).
    """

    state: State
    owes: tuple[bool, ...]


class SpaceSight(Struct, frozen=True, kw_only=True):
    """A space of a track as it is drawn; ``clan`` is "" where it is empty.

    ``club``: the clan whose club lies on the Grumpf ("": standing). ``sheltered``: its clan is in a hut. ``fresh``:
    the beat of the latest volley in which it was filled or clubbed (0: not in that). ``counted``: it counts where only
    the last three do. ``spot``: its name in marks, ``B4``. ``when``: beat (live: number of the action) of its last
    change.
    """

    number: int
    clan: str = ""
    value: int = 0
    token: str = ""
    club: str = ""
    sheltered: bool = False
    fresh: int = 0
    counted: bool = False
    spot: str = ""
    when: int = 0


class RankSight(Struct, frozen=True, kw_only=True):
    """A clan in a board's ranking; ``awarded``: not behind the end of the award list."""

    place: int
    clan: str
    strength: int
    awarded: bool


class BoardSight(Struct, frozen=True, kw_only=True):
    """A hunting ground as it is drawn.

    ``side`` is "1" or "2", the number of dots. ``animals`` lie on it; ``drawn``: False before the first hunt.
    ``number`` is what the condition looks at (total, count, highest value; None where a tick alone says it). ``met``:
    None while nobody stands there. ``effect``: "", "sorcerer_tile" or "trade". ``got``: what each clan took of it, once
    judged.
    """

    code: str
    name: str
    side: str
    animals: int
    drawn: bool
    formula: str
    number: int | None
    met: bool | None
    awards: tuple[int, ...]
    effect: str
    last3: bool
    spaces: tuple[SpaceSight, ...]
    ranking: tuple[RankSight, ...]
    got: dict[str, int]


class CardSight(Struct, frozen=True, kw_only=True):
    """A clan as it is drawn in the foot.

    ``tokens`` are left in hand, ``clubs`` of them show a club. ``hut``: number of the hut, 0 outside. ``owes``: a plan
    is awaited. ``ready``: has pressed Ready for the live hunt. ``drums``: coming beats in which it drums. ``points`` so
    far; ``place`` 0 until the end.
    """

    seat: Seat
    clan: str
    name: str
    shape: str
    tokens: int
    clubs: int
    animals: dict[str, int]
    tiles: int
    jokers: int
    hut: int
    owes: bool
    ready: bool
    drums: tuple[int, ...]
    points: int
    place: int


class OwnSight(Struct, frozen=True, kw_only=True):
    """What only the seat itself sees: tokens in hand with the face up (live), plan or draft, the last failures.

    ``draft``: the plan is one from before, which counts only if it is confirmed or time runs out.
    """

    clan: str
    hand: tuple[str, ...]
    up: dict[str, str]
    plan: tuple[str, ...]
    draft: bool
    final: bool
    failed: tuple[Failed, ...]


class StepSight(Struct, frozen=True, kw_only=True):
    """A step of one's own plan, and what it would do if nobody else did anything.

    ``text`` in notation. ``spot``: the space it would fill or club, ``hut`` for a hut, "" for nothing. ``value``: that
    of the Grumpf placed, 0 for a club. ``now``: it belongs to the coming volley.
    """

    beat: int
    text: str
    spot: str
    value: int
    now: bool


class SeriesSight(Struct, frozen=True, kw_only=True):
    """A series of Animals (R11); ``copied`` and ``wild`` are the species that a tile or a Joker stands for in it."""

    species: tuple[str, ...]
    copied: tuple[str, ...]
    wild: tuple[str, ...]
    points: int


class Board(Struct, frozen=True, kw_only=True):
    """Everything a picture shows.

    ``beat``: beats played; ``coming`` and ``played``: first and last beat of the next and of the latest volley ((0, 0):
    none). ``drummers``: clan that drums in each beat of the hunt. ``huts``: clan in each, "" free; ``entered``: beat of
    the latest volley (live: number of the action) in which it went in, 0 before that. ``opens``: beat, or seconds after
    the start, from which huts are open; ``open``: they are. ``limit``: seconds a live hunt lasts.
    ``judged``: the hunt is over and the boards show how it ended. ``trader``: clan that may trade; ``trade``: the one
    made, ``Vi B ⇄ Gr M``. ``bag``: Animals left by species.
    """

    phase: Phase
    mode: Mode
    round: int
    rounds: int
    beat: int
    beats: int
    coming: tuple[int, int]
    played: tuple[int, int]
    drummers: tuple[str, ...]
    huts: tuple[str, ...]
    entered: tuple[int, ...]
    open: bool
    opens: int
    limit: int
    judged: bool
    trader: str
    trade: str
    boards: tuple[BoardSight, ...]
    cards: tuple[CardSight, ...]
    neutral: bool
    discarded: tuple[str, ...]
    bag: dict[str, int]
    own: OwnSight | None


NO_VOLLEY = (0, 0)
"""In a Board: there is none."""


def view_of(state: State, seat: Seat | None) -> View:
    """Return what a seat may see."""
    hidden = tuple(clan if at == seat else _hide(clan) for at, clan in enumerate(state.clans))
    owes = tuple(state.owes(at) for at in range(state.players))
    return View(seat=seat, state=replace(state, clans=hidden), owes=owes)


def _hide(clan: Clan) -> Clan:
    if not (clan.plan or clan.failed or clan.up or clan.planned or clan.final or clan.handed):
        return clan
    return replace(clan, plan=(), failed=(), up={}, planned=False, final=False, handed=False)


def number_of(condition: Condition, values: tuple[int, ...]) -> int | None:
    """Return the number that a condition looks at, or None."""
    match condition.type:
        case Kind.SUM_MIN | Kind.SUM_MAX | Kind.SUM_BETWEEN | Kind.SUM_EVEN:
            return sum(values)
        case Kind.COUNT_MIN:
            return len(values)
        case Kind.EACH_MAX:
            return max(values, default=0)
        case Kind.ALL_SAME | Kind.ALL_DIFFERENT | Kind.NONE:
            return None


def board_sight(
    state: State,
    code: str,
    track: tuple[Piece, ...],
    *,
    animals: int,
    fresh: tuple[int, int],
    result: Result | None = None,
) -> BoardSight:
    """Return one board as it is drawn, with the Grumpfs of a track on it."""
    facts, side = BOARDS[code], state.side(code)
    values = tuple(piece.value for piece in find_standing(track))
    count = set(find_counting_spaces(side, track)) if side.ranking else set()
    spaces = tuple(
        _space(state, code, number, track, fresh=fresh, counts=number in count)
        for number in range(1, facts.spaces.value + 1)
    )
    awarded = len(facts.awards.value) or 1
    return BoardSight(
        code=code,
        name=facts.name,
        side=state.sides[code],
        animals=animals,
        drawn=state.set or state.round > 0,
        formula=formula(side),
        number=number_of(side.condition, values),
        met=is_met(side.condition, values) if values else None,
        awards=facts.awards.value,
        effect=side.effect,
        last3=bool(side.ranking),
        spaces=spaces,
        ranking=tuple(
            RankSight(place=place, clan=one.clan, strength=one.strength, awarded=place <= awarded)
            for place, one in enumerate(rank(side, track), 1)
        ),
        got={} if result is None else result.got,
    )


def _space(
    state: State, code: str, number: int, track: tuple[Piece, ...], *, fresh: tuple[int, int], counts: bool
) -> SpaceSight:
    spot = f"{code}{number}"
    if number > len(track):
        return SpaceSight(number=number, spot=spot)
    piece = track[number - 1]
    first, last = fresh
    changed = max(beat if first <= beat <= last else 0 for beat in (piece.at, piece.hit))
    return SpaceSight(
        number=number,
        clan=piece.clan,
        value=piece.value,
        token=piece.token,
        club=piece.club,
        sheltered=state.is_sheltered(piece.clan),
        fresh=changed,
        counted=counts,
        spot=spot,
        when=max(piece.at, piece.hit),
    )


def latest_volley(state: State) -> tuple[int, int]:
    """Return first and last beat of the volley just played; NO_VOLLEY live and at the beginning of a hunt."""
    if state.mode == "live" or not state.last:
        return NO_VOLLEY
    return state.last[0].beat, state.last[-1].beat


def board_of(view: View) -> Board:
    """Return everything a picture shows of the match as it stands."""
    state = view.state
    judged = state.judged if state.is_judged and not state.is_cleared else None
    if judged is not None:
        return _board(view, judged.tracks, judged.lying, played=latest_volley(state), results=judged.results)
    return _board(view, state.tracks, state.lying, played=latest_volley(state))


def find_judged_board(view: View) -> Board | None:
    """Return the boards as the latest hunt ended, with who took what; None before the first hunt is over."""
    state, judged = view.state, view.state.judged
    if judged is None:
        return None
    board = _board(view, judged.tracks, judged.lying, played=NO_VOLLEY, results=judged.results)
    huts = (*judged.huts, *("" for _ in range(state.huts - len(judged.huts))))
    entered = (0,) * len(huts)
    return replace(board, judged=True, round=judged.round, huts=huts, entered=entered, trade=judged.trade)


def _board(
    view: View,
    tracks: Tracks,
    lying: dict[str, int],
    *,
    played: tuple[int, int],
    results: tuple[Result, ...] = (),
) -> Board:
    state = view.state
    by_board = {one.board: one for one in results}
    hunting = state.phase is Phase.VOLLEY
    taken = state.taken
    trader = state.trader
    return Board(
        phase=state.phase,
        mode=state.mode,
        round=state.round + 1 if state.is_cleared else state.round,
        rounds=state.rounds,
        beat=state.beat,
        beats=state.beats,
        coming=(max(state.volley[0], state.beat + 1), state.volley[1]) if hunting else NO_VOLLEY,
        played=played,
        drummers=tuple(state.clans[drum_order(state, beat)[0]].code for beat in range(1, state.beats + 1)),
        huts=(*taken, *("" for _ in range(state.free_huts))),
        entered=tuple(_find_entry_beat(state, hut) for hut in range(1, state.huts + 1)),
        open=state.hunting and huts_open(state),
        opens=state.options.huts_after if state.mode == "live" else state.options.huts_from,
        limit=state.options.limit,
        judged=bool(results),
        trader="" if trader is None else state.clans[trader].code,
        trade=state.judged.trade if state.judged is not None else "",
        boards=tuple(
            board_sight(state, code, tracks[code], animals=lying.get(code, 0), fresh=played, result=by_board.get(code))
            for code in BOARDS
        ),
        cards=_cards(view),
        neutral=state.neutral,
        discarded=state.discarded,
        bag=state.bag,
        own=own_sight(view),
    )


def _find_entry_beat(state: State, hut: int) -> int:
    return next((did.beat for did in state.last if did.text == f"{HUT}{hut}"), 0)


def _cards(view: View) -> tuple[CardSight, ...]:
    state = view.state
    places = result(state).places if state.phase is Phase.OVER else (0,) * state.players
    first, last = state.volley if state.phase is Phase.VOLLEY else NO_VOLLEY
    drums = {beat: drum_order(state, beat)[0] for beat in range(max(first, state.beat + 1), last + 1)}
    clans = state.clans
    if not (state.set or state.round):
        clans = tuple(replace(clan, hand=state.tokens) for clan in clans)
    return tuple(
        CardSight(
            seat=Seat(seat),
            clan=clan.code,
            name=CLANS[clan.code].name,
            shape=CLANS[clan.code].shape,
            tokens=len(clan.hand),
            clubs=clan.clubs,
            animals={species: clan.animals.get(species, 0) for species in SPECIES},
            tiles=clan.tiles,
            jokers=clan.jokers,
            hut=clan.hut,
            owes=view.owes[seat],
            ready=clan.ready,
            drums=tuple(beat for beat, drummer in drums.items() if drummer == seat),
            points=division_of(clan).points,
            place=places[seat],
        )
        for seat, clan in enumerate(clans)
    )


def own_sight(view: View) -> OwnSight | None:
    """Return what only the seat that looks sees; None for spectators."""
    seat = view.seat
    if seat is None or not 0 <= seat < view.state.players:
        return None
    clan = view.state.clans[seat]
    return OwnSight(
        clan=clan.code,
        hand=clan.hand,
        up=clan.up,
        plan=clan.plan,
        draft=clan.drafted,
        final=clan.final,
        failed=clan.failed,
    )


def steps_of(view: View) -> tuple[StepSight, ...]:
    """Return the steps of one's own plan or draft, played as if nobody else did anything."""
    own, state = own_sight(view), view.state
    if own is None or state.phase is not Phase.VOLLEY:
        return ()
    sights: list[StepSight] = []
    last = state.volley[1]
    for beat, text in enumerate(own.plan, state.beat + 1):
        played = play_beat(state) if not state.ended else Beat(state)
        spots = [_spot(did.text) for did in played.did if did.clan == own.clan]
        spot, value = spots[0] if spots else ("", 0)
        sights.append(StepSight(beat=beat, text=text, spot=spot, value=value, now=beat <= last))
        state = played.state
    return tuple(sights)


def _spot(did: str) -> tuple[str, int]:
    """Return where a deed of the log happened, and the value that was placed."""
    if did.startswith(HUT):
        return "hut", 0
    grumpf, sign, spot = did.partition(">")
    if sign:
        return spot, int(grumpf[-1])
    return did.partition("*")[2], 0


def series_of(view: View, seat: Seat) -> tuple[SeriesSight, ...]:
    """Return the best division of what a seat has, longest series first; copies and Jokers are in the last of them."""
    division = division_of(view.state.clans[seat])
    copied, wild = list(division.copied), list(division.wild)
    sights: list[SeriesSight] = []
    for series in reversed(division.series):
        jokers = _take_from(series, wild)
        copies = _take_from(tuple(one for one in series if one not in jokers), copied)
        points = POINTS[len(series)]
        sights.append(SeriesSight(species=series, copied=copies, wild=jokers, points=points))
    return tuple(reversed(sights))


def _take_from(series: tuple[str, ...], left: list[str]) -> tuple[str, ...]:
    """Take out of ``left`` what the series has of it, at most one of each."""
    found = tuple(species for species in series if species in left)
    for species in found:
        left.remove(species)
    return found
