"""The course of the game: set-up, setting out, judging, the trade's end, the next hunt (R2 to R4, R9, R10, R13; S1)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Barrier, Event, Setup, Step, Undo
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import Text, raw, say
from games.grumpf.components import BOARDS, BOX, CLUB, NEUTRAL, SPECIES, TOKENS
from games.grumpf.options import GrumpfOptions
from games.grumpf.rules.judging import judge
from games.grumpf.rules.trading import may_trade
from games.grumpf.rules.verdicts import result_line
from games.grumpf.state import RULES, Clan, Judged, Phase, Piece, Result, State, Tracks
from games.grumpf.words.names import board_name

ANIMALS = "bag"
THROW = "neutral"
FACES = "faces"
"""Streams of chance (S6.1); the faces of L1.3 have one of their own."""


def set_up(setup: Setup, rng: Rng) -> Step[State]:
    """Lay out boards, tiles, Jokers; choose sides and the first drummer by chance where the host did not (R2)."""
    options = setup.options
    assert isinstance(options, GrumpfOptions)
    sides = {code: options.side(board.name.lower()) or rng.pick("sides", ("1", "2")) for code, board in BOARDS.items()}
    clans = tuple(Clan(code=BOX.clans[seat].code, jokers=options.joker(seat)) for seat in range(setup.seats))
    first = setup.first if setup.first is not None else Seat(rng.below("drum", setup.seats))
    tiles = any(BOARDS[code].sides[side].effect == "sorcerer_tile" for code, side in sides.items())
    state = State(
        options=options,
        phase=Phase.SET_OUT,
        mode=options.mode,
        sides=sides,
        clans=clans,
        first=first,
        tracks=dict.fromkeys(BOARDS, ()),
        bag={animal.code: animal.count for animal in BOX.animals},
        lying=dict.fromkeys(SPECIES, 0),
        stock=BOX.sorcerer_tiles.count if tiles else 0,
        rules=RULES if setup.rules is None else setup.rules,
    )
    events = [Event(_sides(sides)), Event(say("grumpf.log.drum", seat=first))]
    jokers = tuple(Seat(seat) for seat, clan in enumerate(clans) if clan.jokers)
    if jokers:
        events.append(Event(say("grumpf.log.jokers", seats_seat=jokers, count=len(jokers))))
    return Step(open_hunt(state), tuple(events), Barrier.CHANCE)


def _sides(sides: dict[str, str]) -> Text:
    """Say which boards lie with two dots up."""
    advanced = tuple(board_name(code) for code, side in sides.items() if side != "1")
    if len(advanced) in (0, len(sides)):
        return say("grumpf.log.sides_advanced" if advanced else "grumpf.log.sides_standard")
    return say("grumpf.log.sides_mixed", boards=advanced)


def phase(state: State, to: Phase) -> State:
    """Return the state in another phase; every ask gets a new id by it."""
    return replace(state, phase=to, clock=state.clock + 1)


def open_hunt(state: State) -> State:
    """Return the state as it prepares the next hunt: live everybody gets ready first (L1.1, L4.3)."""
    fresh = replace(state, clans=tuple(replace(clan, ready=False, vote="") for clan in state.clans), late=False)
    return phase(fresh, Phase.READY if state.mode == "live" else Phase.SET_OUT)


def set_out(state: State, rng: Rng) -> Step[State]:
    """Draw Animals and take everything back in hand (R4, R10.1); with two players the neutral clan is thrown (R13.2).

    A live hunt that was broken off keeps its Animals and its throw (L6.5).
    """
    events: tuple[Event, ...] = ()
    if state.set:
        state = replace(state, tracks=as_thrown(state.tracks))
    else:
        state, events = _draw(state, rng)
    clans = tuple(_in_hand(state, seat, rng) for seat in range(state.players))
    state = replace(state, clans=clans, beat=0, last=(), ended="", opened=False, warned=0, set=True)
    if state.mode == "live":
        return Step(phase(replace(state, count=COUNTDOWN), Phase.COUNT), events, Barrier.CHANCE)
    return Step(phase(state, Phase.VOLLEY), events, Barrier.CHANCE)


COUNTDOWN = 3
"""What a live hunt is counted down from, in seconds (L1.2)."""


def _draw(state: State, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    bag, lying, drawn = dict(state.bag), dict(state.lying), dict.fromkeys(SPECIES, 0)
    for _ in range(BOX.rounds.animals_drawn_per_round):
        species = rng.take(ANIMALS, bag)
        bag[species] -= 1
        lying[species] += 1
        drawn[species] += 1
    number = state.round + 1
    counts = tuple(say(f"grumpf.name.count.{code}", count=count) for code, count in drawn.items() if count)
    events = [Event(say("grumpf.log.laid_out", round=number, counts=counts))]
    tracks: Tracks = dict.fromkeys(BOARDS, ())
    discarded: tuple[str, ...] = ()
    if state.neutral:
        thrown = throw_neutral(rng)
        tracks, discarded = lay_neutral(thrown)
        events.append(Event(say("grumpf.log.thrown", boards=_tell_laid(tracks), clubs=len(discarded))))
    after = replace(state, bag=bag, lying=lying, round=number, tracks=tracks, discarded=discarded)
    return after, tuple(events)


def _tell_laid(tracks: Tracks) -> tuple[Text, ...]:
    """Return the boards with the values that lie on them."""
    return tuple(
        say("grumpf.name.laid", board=board_name(code), values=tuple(raw(str(piece.value)) for piece in track))
        for code, track in tracks.items()
        if track
    )


def throw_neutral(rng: Rng) -> tuple[tuple[str, str], ...]:
    """Throw the neutral tokens: a random order and a random face for each (R13.2)."""
    tokens = rng.shuffle(THROW, tuple(TOKENS))
    return tuple((token, rng.pick(THROW, TOKENS[token].faces)) for token in tokens)


def lay_neutral(thrown: tuple[tuple[str, str], ...]) -> tuple[Tracks, tuple[str, ...]]:
    """Fill the slots in order; clubs are discarded and not replaced (R13.3, Q16)."""
    tracks: Tracks = dict.fromkeys(BOARDS, ())
    discarded: list[str] = []
    for board, (token, face) in zip(BOX.neutral_setup.slots, thrown, strict=True):
        if face == CLUB:
            discarded.append(token)
        else:
            tracks[board] = (*tracks[board], Piece(NEUTRAL, int(face), token))
    return tracks, tuple(discarded)


def as_thrown(tracks: Tracks) -> Tracks:
    """Return the tracks as they were before anybody acted: the neutral throw only (L6.5)."""
    return {
        board: tuple(replace(piece, club="", hit=0) for piece in track if piece.clan == NEUTRAL)
        for board, track in tracks.items()
    }


def _in_hand(state: State, seat: int, rng: Rng) -> Clan:
    up = {}
    if state.mode == "live":
        up = {token: rng.pick(FACES, TOKENS[token].faces) for token in state.tokens}
    return replace(
        state.clans[seat],
        hand=state.tokens,
        hut=0,
        plan=(),
        planned=False,
        final=False,
        handed=False,
        failed=(),
        up=up,
        deeds=0,
    )


def finish_hunt(state: State) -> Step[State]:
    """Judge the boards in order, hand out Animals and tiles, find who may trade (R6 to R9.1, Q22)."""
    results: list[Result] = []
    for code in BOARDS:
        lying = state.lying.get(code, 0)
        results.append(judge(code, state.side(code), state.tracks[code], lying=lying, stock=state.stock))
    judged = Judged(state.round, state.tracks, state.taken, state.lying, tuple(results))
    after = state
    for result in results:
        after = hand_out(after, result)
    trader = _trader(after, results[-1])
    after = replace(after, judged=judged, trader=trader, set=False)
    events = tuple(Event(result_line(state, result)) for result in results if result.values or result.left)
    over = Event(say(f"grumpf.log.ended_{state.ended}", round=state.round))
    if trader is not None:
        return Step(phase(after, Phase.TRADE), (over, *events), Barrier.SECRET, Undo.NEVER, show=True)
    if after.asks_between:
        return Step(phase(after, Phase.JUDGE), (over, *events), Barrier.SECRET, Undo.NEVER, show=True)
    after, more = close_round(after)
    return Step(after, (over, *events, *more), Barrier.SECRET, Undo.NEVER, show=True)


def hand_out(state: State, result: Result) -> State:
    """Give a board's Animals, or its tile, to the clans; what the neutral clan wins leaves the game (R13.6)."""
    tile = state.side(result.board).effect == "sorcerer_tile"
    clans = list(state.clans)
    removed = dict(state.removed)
    for code, count in result.got.items():
        seat = state.seat_of(code)
        if seat is None:
            if not tile:
                removed[result.board] = removed.get(result.board, 0) + count
        elif tile:
            clans[seat] = replace(clans[seat], tiles=clans[seat].tiles + count)
        else:
            animals = {**clans[seat].animals, result.board: clans[seat].animals.get(result.board, 0) + count}
            clans[seat] = replace(clans[seat], animals=animals)
    lying = state.lying if result.board not in state.lying else {**state.lying, result.board: result.left}
    stock = state.stock - (sum(result.got.values()) if tile else 0)
    return replace(state, clans=tuple(clans), removed=removed, lying=lying, stock=stock)


def _trader(state: State, sorcerer: Result) -> Seat | None:
    """Return who may make the Forced Trade: the first-ranked clan, if an exchange is possible (R9.2, R9.5)."""
    if state.side(sorcerer.board).effect != "trade" or not sorcerer.met:
        return None
    seat = state.seat_of(sorcerer.ranking[0].clan)
    return Seat(seat) if seat is not None and may_trade(state, seat) else None


def close_round(state: State) -> tuple[State, tuple[Event, ...]]:
    """End the round: the next hunt, or the end of the game (R10)."""
    state = replace(state, trader=None)
    if state.last_round:
        lost = sum(state.lying.values())
        told = say("grumpf.log.over", lost=lost) if lost else say("grumpf.log.over_all")
        return phase(state, Phase.OVER), (Event(told),)
    if state.asks_between:
        state = _clear(state)
    if state.options.switching:
        fresh = tuple(replace(clan, vote="") for clan in state.clans)
        return phase(replace(state, clans=fresh), Phase.VOTE), ()
    return open_hunt(state), ()


def _clear(state: State) -> State:
    """Take everything back in hand before the players are asked about the next hunt (R10.1)."""
    clans = tuple(
        replace(clan, hand=state.tokens, hut=0, plan=(), planned=False, final=False, handed=False, failed=(), up={})
        for clan in state.clans
    )
    return replace(state, clans=clans, tracks=dict.fromkeys(BOARDS, ()), discarded=(), beat=0, last=())


def count_votes(state: State) -> Step[State]:
    """Change the mode of the next hunt if all agree (section 10), once everybody has spoken."""
    wishes = {clan.vote for clan in state.clans}
    if "" in wishes:
        return Step(state)
    mode = wishes.pop() if len(wishes) == 1 else state.mode
    assert mode in ("async", "live"), "the move allows no other"
    changed = mode != state.mode
    event = Event(say(f"grumpf.log.mode_{mode}" if changed else "grumpf.log.mode_kept"))
    after = open_hunt(replace(state, mode="live" if mode == "live" else "async"))
    return Step(after, (event,))
