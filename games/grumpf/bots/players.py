"""Computer players (section 14): ``easy`` plays by feel, ``steady`` weighs every action on a sketch of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.core.capabilities import Brain
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import Text
from games.grumpf.bots.worth import Judge
from games.grumpf.combinations import combinations, find_live_placement
from games.grumpf.components import BOARDS, CLUB, FACES, Kind
from games.grumpf.deeds import BEST, FITS, HOLD, HUT, OR, Deed, Do, read_deed
from games.grumpf.moves import Choose, Decline, HandIn, Ready, Step, Trade
from games.grumpf.rules.hunting import fault, find_token, perform, with_clan
from games.grumpf.rules.racing import action_fault, move_of
from games.grumpf.rules.trading import exchange, trades
from games.grumpf.scoring import best_division
from games.grumpf.state import Phase, State
from games.grumpf.view import View

STREAM = "brain"
ADVICE = b"advice"
"""The seed of advice: the same position gets the same."""

PRICE, CLUB_PRICE = 0.03, 0.15
"""What using a face costs: by its value, and a club."""

NOISE = 0.02
"""So that equals are not always decided alike."""

HOME = {2: 0, 3: 1, 4: 2, 5: 3, 6: 2}
"""By number of players: with so many tokens left it is time to go home."""


RANKS = ((1,), (2,), (3,), (0, 1), (4,), (0, 2), (1, 1), (0, 0, 1), (5,), (2, 1), (0, 3), (6,))
"""Plans to be tried differ from the steady one in these ranks of their first steps."""

BY_FEEL = 3
"""So many plans to be tried are those of the easy player."""


class Option(Struct, frozen=True):
    """Something to do, and what is gained by it."""

    gain: float
    deed: Deed


class Hunter:
    """Thinks of actions on a sketch of the board: the state with one's own steps already made."""

    def __init__(self, state: State, seat: int, rng: Rng) -> None:
        """Begin with the state as it stands."""
        self.state = state
        self.seat = seat
        self.rng = rng
        self.judge = Judge(state, seat)

    @property
    def left(self) -> float:
        """The share of the hunt still to come."""
        if self.state.mode == "live":
            held = sum(len(clan.hand) for clan in self.state.clans if not clan.sheltered)
            return held / (self.state.players * len(self.state.tokens))
        return max(0.0, (self.state.beats - self.state.beat - 1) / self.state.beats)

    def options(self) -> list[Option]:
        """Return what can be done, best first."""
        found = [*self._placements(), *self._clubs()]
        return sorted(found, key=lambda option: -option.gain)

    def _placements(self) -> Iterator[Option]:
        clan = self.state.clans[self.seat]
        for face in FACES[:-1]:
            if find_token(clan, Deed(Do.PLACE, face=face)) is None:
                continue
            for board in BOARDS:
                deed = Deed(Do.PLACE, face=face, board=board)
                if fault(self.state, self.seat, deed) is None:
                    yield Option(self._gain(deed) - PRICE * int(face) + self._noise(), self._guard(deed))

    def _guard(self, deed: Deed) -> Deed:
        guarded = replace(deed, fit=True)
        return guarded if fault(self.state, self.seat, guarded) is None else deed

    def _clubs(self) -> Iterator[Option]:
        clan = self.state.clans[self.seat]
        if find_token(clan, Deed(Do.CLUB, face=CLUB)) is None:
            return
        for board, track in self.state.tracks.items():
            for space in range(1, len(track) + 1):
                deed = Deed(Do.CLUB, face=CLUB, board=board, target=str(space))
                if fault(self.state, self.seat, deed) is None:
                    yield Option(self._gain(deed) - CLUB_PRICE + self._noise(), deed)

    def _gain(self, deed: Deed) -> float:
        before = self.judge.board(deed.board, self.state.tracks[deed.board], left=self.left)
        after = perform(self.state, self.seat, deed, at=0).state
        return self.judge.board(deed.board, after.tracks[deed.board], left=self.left) - before

    def _noise(self) -> float:
        return NOISE * self.rng.below(STREAM, 100) / 100

    def go_home(self) -> bool:
        """Whether to go to a hut now: few tokens are left, and the hunt as it stands is in one's favour."""
        clan = self.state.clans[self.seat]
        home = Deed(Do.HUT)
        if len(clan.hand) > HOME[self.state.players] or fault(self.state, self.seat, home) is not None:
            return False
        return not clan.hand or self.rate() > 0

    def rate(self) -> float:
        """Return how the seat stands if the hunt ended now."""
        return sum(self.judge.board(board, track, left=0.0) for board, track in self.state.tracks.items())

    def do(self, deed: Deed) -> None:
        """Sketch a deed as a plan counts it (A2.4): the token is used, possible or not; the beat passes."""
        plain = replace(deed, fit=False)
        if deed.do in (Do.PLACE, Do.CLUB):
            if fault(self.state, self.seat, plain) is None:
                self.state = perform(self.state, self.seat, plain, at=0).state
            else:
                self._drop(deed)
        self.state = replace(self.state, beat=self.state.beat + 1)
        self.judge.state = self.state

    def _drop(self, deed: Deed) -> None:
        clan = self.state.clans[self.seat]
        token = find_token(clan, deed)
        hand = tuple(other for other in clan.hand if other != token)
        self.state = with_clan(self.state, self.seat, replace(clan, hand=hand))


class Easy:
    """Places what comes to hand where Animals lie, clubs now and then, goes home when nothing is left."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return a whole turn; () where nothing need be done."""
        if view.state.phase not in (Phase.VOLLEY, Phase.HUNT):
            return _between(view, ask, rng, best=False)
        return _hunt(view, ask, rng, self.choose)

    def choose(self, hunter: Hunter) -> str:
        """Return the next step."""
        clan = hunter.state.clans[hunter.seat]
        if not clan.hand:
            return HUT if hunter.go_home() else HOLD
        rng, tracks = hunter.rng, hunter.state.tracks
        token = rng.pick(STREAM, clan.hand)
        held = [code for code, track in tracks.items() if track]
        if CLUB in token and held and rng.below(STREAM, 2):
            board = rng.pick(STREAM, held)
            return str(Deed(Do.CLUB, token=token, face=CLUB, board=board, target=BEST))
        boards = [code for code in BOARDS if len(tracks[code]) < BOARDS[code].spaces.value]
        lying = [code for code in boards if hunter.state.lying.get(code)]
        if not boards:
            return HOLD
        face = rng.pick(STREAM, [face for face in token if face != CLUB])
        return str(Deed(Do.PLACE, token=token, face=face, board=rng.pick(STREAM, lying or boards)))


class Steady:
    """Does what gains most in chance times yield, with guards and alternatives."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return a whole turn; () where nothing need be done."""
        if view.state.phase not in (Phase.VOLLEY, Phase.HUNT):
            return _between(view, ask, rng, best=True)
        return _hunt(view, ask, rng, _best_step)


def _best_step(hunter: Hunter) -> str:
    """Return the best step on the sketch: an action, for clubs ``!`` too, and the second best as alternatives."""
    if hunter.go_home():
        return HUT
    options = hunter.options()
    if not options:
        return HOLD
    best = options[0].deed
    parts = [str(best)]
    if best.do is Do.CLUB:
        parts.append(str(replace(best, target=BEST)))
    second = next((option.deed for option in options if option.deed.do is Do.PLACE and option.deed != best), None)
    if second is not None:
        parts.append(str(second))
    return OR.join(parts)


def advise(view: View, ask: Ask) -> tuple[tuple[Move, ...], Text | None]:
    """Return a plan for a beginner, without alternatives, a live action, or the best trade, and what it brings now.

    () where a plan is begun, where a live hunt leaves only to wait, or elsewhere. Placements that bring most as things
    stand win more often than single steps that are weighed with what may come.
    """
    match view.state.phase:
        case Phase.TRADE:
            return (best_trade(view.state, ask.seat) or Decline(),), None
        case Phase.VOLLEY if not view.state.clans[ask.seat].planned:
            return _advise_plan(view, ask)
        case Phase.HUNT:
            return _advise_action(view, ask)
    return (), None


def _advise_plan(view: View, ask: Ask) -> tuple[tuple[Move, ...], Text | None]:
    if not Hunter(view.state, ask.seat, Rng(ADVICE)).go_home():
        for placed in combinations(view, ask.seat):
            return placed.moves, placed.worth
    turn = _hunt(view, ask, Rng(ADVICE), _best_step)
    firsts = (move.text.partition(OR)[0] for move in turn if isinstance(move, Step))
    return tuple(Step((_without_idle_guard(view.state, first),)) for first in firsts), None


def _advise_action(view: View, ask: Ask) -> tuple[tuple[Move, ...], Text | None]:
    hunter = Hunter(view.state, ask.seat, Rng(ADVICE))
    if not hunter.go_home():
        placed = find_live_placement(view, ask.seat)
        if placed is not None:
            return placed.moves, placed.worth
    return tuple(_live(hunter, _best_step(hunter))), None


def _without_idle_guard(state: State, text: str) -> str:
    """Return a choice without its guard where the board has no condition."""
    deed = read_deed(text)
    idle = deed is not None and deed.fit and state.side(deed.board).condition.type is Kind.NONE
    return text.removesuffix(FITS) if idle else text


def _hunt(view: View, ask: Ask, rng: Rng, choose: Callable[[Hunter], str]) -> Sequence[Move]:
    """Return the plan of a volley, or one live action; nobody waits for a plan of a seat without tokens."""
    hunter = Hunter(view.state, ask.seat, rng)
    if view.state.phase is Phase.HUNT:
        return _live(hunter, choose(hunter))
    if not ask.waits:
        return ()
    steps: list[Move] = []
    first, last = view.state.beat + 1, view.state.volley[1]
    for _ in range(first, last + 1):
        text = choose(hunter)
        if not hunter.state.clans[ask.seat].hand and steps:
            break
        steps.append(Step((text,)))
        deed = read_deed(text.partition(OR)[0])
        assert deed is not None, "it was just written"
        hunter.do(deed)
        if deed.do is Do.HUT:
            break
    return (*steps, HandIn())


def _live(hunter: Hunter, text: str) -> Sequence[Move]:
    """Return the first choice that is possible as a live action; () to wait."""
    for choice in text.split(OR):
        deed = read_deed(choice)
        assert deed is not None, "it was just written"
        if deed.do is Do.HOLD:
            return ()
        move = move_of(replace(deed, fit=False), own=True)
        if action_fault(hunter.state, hunter.seat, move) is None:
            return (move,)
    return ()


def _between(view: View, ask: Ask, rng: Rng, *, best: bool) -> Sequence[Move]:
    """Answer what is asked between hunts: be ready, keep the mode, trade for the better or not at all."""
    state = view.state
    if state.phase is Phase.VOTE:
        return (Choose(state.mode),)
    if state.phase is Phase.TRADE:
        trade = best_trade(state, ask.seat) if best else None
        return (trade or Decline(),)
    return (Ready(),) if Ready in ask.verbs else ()


def best_trade(state: State, seat: Seat) -> Trade | None:
    """Return the exchange that gains most points against the partner's; None if none gains anything."""
    best, most = None, 0.0
    for trade in trades(state, seat):
        after = exchange(state, seat, trade)
        partner = state.seat_of(trade.partner) or 0
        gain = _points(after, seat) - _points(state, seat) - 0.5 * (_points(after, partner) - _points(state, partner))
        if gain > most:
            best, most = trade, gain
    return best


def _points(state: State, seat: int) -> int:
    clan = state.clans[seat]
    return best_division(clan.animals, jokers=clan.jokers, tiles=clan.tiles).points


def propose(view: View, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
    """Return plans for the coming volley: the steady one, those that begin otherwise, and some made by feel.

    () elsewhere, and in live play.
    """
    if view.state.phase is not Phase.VOLLEY or not ask.waits:
        return ()
    found: dict[tuple[Move, ...], None] = {}
    for plan in _plans(view, ask, rng):
        found[plan] = None
        if len(found) == most:
            break
    return tuple(found)


def _plans(view: View, ask: Ask, rng: Rng) -> Iterator[tuple[Move, ...]]:
    yield tuple(_hunt(view, ask, rng, _best_step))
    home = Deed(Do.HUT)
    if fault(view.state, ask.seat, home) is None:
        yield Step((str(home),)), HandIn()
    for _ in range(BY_FEEL):
        yield tuple(_hunt(view, ask, rng, Easy().choose))
    for ranks in RANKS:
        yield tuple(_hunt(view, ask, rng, _Otherwise(ranks)))


class _Otherwise:
    """Chooses as the steady player does, but in some steps what comes so many ranks behind the best."""

    def __init__(self, ranks: Sequence[int]) -> None:
        self._ranks = iter(ranks)

    def __call__(self, hunter: Hunter) -> str:
        rank = next(self._ranks, 0)
        options = hunter.options() if rank else []
        return f"{options[rank].deed}{OR}{options[0].deed}" if 0 < rank < len(options) else _best_step(hunter)


BRAINS: Mapping[str, Brain[State, View]] = {"easy": Easy(), "steady": Steady()}
"""The computer players by level."""
