"""What can be chosen next: legal values, by the same tests that refuse moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from games.core.moves import STOP, Choice, Move, values_of
from games.core.text import Text, raw, say
from games.grumpf.components import BOARDS, BOX, CLUB, FACES, SPECIES, TOKENS
from games.grumpf.deeds import BEST, FITS, HOLD, HUT, LAST, OR, SAFE, Deed, Do, read_step
from games.grumpf.moves import Choose, Club, Flip, Place, Step, Trade
from games.grumpf.rules.checks import vote_fault
from games.grumpf.rules.hunting import find_token
from games.grumpf.rules.planning import plan_fault, sketch, step_fault, steps_made
from games.grumpf.rules.racing import action_fault, flip_fault, hits_own, race_fault
from games.grumpf.rules.trading import right_fault, trades
from games.grumpf.spots import ANIMAL, CLAN, FREE, HAND, OPEN_HUT
from games.grumpf.state import Clan, State
from games.grumpf.view import View
from games.grumpf.words.names import animal_name, board_name, clan_title, token_name

HUT_LETTER = "H"
"""By which a free hut is called on the picture and in menus."""


def choices(view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
    """Return the legal values of the verb's next field."""
    seat, state = view.seat, view.state
    if seat is None or not 0 <= seat < state.players:
        return ()
    if verb is Step:
        return () if plan_fault(state, seat) else _strokes(state, seat, "".join(values_of(filled, "choice")))
    if verb is Trade:
        return () if right_fault(state, seat) else _trade(state, seat, filled)
    if verb is Choose:
        modes = () if vote_fault(state, seat) else ("async", "live")
        return tuple(Choice(mode, say(f"grumpf.name.mode.{mode}")) for mode in modes)
    if race_fault(state, seat):
        return ()
    if verb is Flip:
        up = state.clans[seat].up
        return tuple(
            Choice(
                token,
                say("grumpf.choice.flip", token=token_name(token), face=face),
                spot=f"{HAND}{token}",
                piece=_face_piece(face),
            )
            for token, face in up.items()
            if flip_fault(state, seat, Flip(token)) is None
        )
    return _race(state, seat, verb, filled)


# --- A step of a plan, stroke by stroke -------------------------------------------------------------------------------


def _strokes(state: State, seat: int, text: str) -> Iterator[Choice]:
    """Yield what may follow the strokes so far; STOP where they are a whole step that the rules allow."""
    *before, piece = text.split(OR)
    if not piece:
        yield from _heads(state, seat, first=not before)
        return
    if piece[-1] == ">":
        yield from (_ground(state, code) for code in BOARDS)
        return
    if piece[-1] == "*":
        yield from (_board(code) for code in BOARDS)
        return
    if "*" in piece and piece[-1] in BOARDS:
        yield from _spaces(state, piece[-1])
        return
    if step_fault(state, seat, text) is None:
        yield Choice(STOP, say("grumpf.choice.stop"))
    if piece[-1] == BEST:
        yield from (_strongest(state, clan, clan) for clan in _others(state, seat))
    if piece == HUT:
        yield Choice(LAST, say("grumpf.choice.last"))
        yield Choice(SAFE, say("grumpf.choice.safe"))
    if ">" in piece and piece[-1] in BOARDS:
        yield Choice(FITS, say("grumpf.choice.fits"))
    if piece != HOLD and len(before) + 1 < BOX.beats.max_choices:
        yield Choice(OR, say("grumpf.choice.or"))


def _heads(state: State, seat: int, *, first: bool) -> Iterator[Choice]:
    """Yield how a choice can begin: faces, then tokens by name, hut, hold."""
    clan = state.clans[seat]
    if step_fault(state, seat, HOLD) is not None:
        return
    for face in FACES:
        deed = Deed(Do.CLUB if face == CLUB else Do.PLACE, face=face)
        token = _token(clan, deed, first=first)
        if token:
            yield Choice(_head(deed), _head_label(deed), spot=f"{HAND}{token}", piece=_face_piece(face))
    if first and hut_works(state, seat):
        yield Choice(HUT, say("grumpf.choice.hut"), spot=OPEN_HUT, tag=HUT_LETTER, piece="hut")
    yield Choice(HOLD, say("grumpf.choice.hold"))
    for token in clan.hand:
        for face in TOKENS[token].faces:
            deed = Deed(Do.CLUB if face == CLUB else Do.PLACE, token=token, face=face)
            if _token(clan, deed, first=first):
                yield Choice(_head(deed), _head_label(deed), spot=f"{HAND}{token}", piece=_face_piece(face))


def hut_works(state: State, seat: int) -> bool:
    """Return whether a hut could be entered in the next beat of the plan, if all goes as planned (A8, R13.5)."""
    clan = state.clans[seat]
    made = steps_made(clan)
    if state.beat + len(made) + 1 < state.options.huts_from:
        return False
    return not state.neutral or sum(_acts(text) for text in made) >= len(clan.hand)


def _acts(text: str) -> bool:
    """Return whether a step uses a token if anything of it is possible."""
    return any(deed.do in (Do.PLACE, Do.CLUB) for deed in read_step(text) or ())


def _face_piece(face: str) -> str:
    return "club" if face == CLUB else f"value_{face}"


def _board_piece(board: str) -> str:
    return f"board_{board.lower()}"


def _clan_piece(clan: str) -> str:
    return f"clan_{clan.lower()}"


def _board(code: str) -> Choice:
    return Choice(code, board_name(code), spot=code, piece=_board_piece(code))


def _head(deed: Deed) -> str:
    return f"{deed.grumpf}{'*' if deed.do is Do.CLUB else '>'}"


def _head_label(deed: Deed) -> Text:
    if deed.do is Do.CLUB:
        return say("grumpf.choice.club_of", token=token_name(deed.token)) if deed.token else say("grumpf.choice.club")
    if deed.token:
        return say("grumpf.choice.value_of", value=deed.face, token=token_name(deed.token))
    return say("grumpf.choice.value", value=deed.face)


def _token(clan: Clan, deed: Deed, *, first: bool) -> str | None:
    """Return the token that a choice would use: a first choice one that is left (A2.4), an alternative any in hand."""
    hand = sketch(clan.hand, steps_made(clan)) if first else clan.hand
    return find_token(replace(clan, hand=hand), deed)


def _ground(state: State, board: str) -> Choice:
    """Return a board to place on; on the picture its next free space, or the board itself where there is none."""
    room = BOARDS[board].spaces.value - len(state.tracks[board])
    spot = f"{FREE}{board}" if room else board
    note = say("grumpf.choice.room", count=room)
    return Choice(board, board_name(board), note, spot=spot, piece=_board_piece(board))


def _strongest(state: State, value: str, clan: str) -> Choice:
    """Return a club at the strongest Grumpf of a clan."""
    label = say("grumpf.choice.best_of", clan=clan_title(clan))
    return Choice(value, label, spot=f"{CLAN}{state.seat_of(clan)}", piece=_clan_piece(clan))


def _others(state: State, seat: int) -> Iterator[str]:
    return (clan for clan in state.names if clan != state.clans[seat].code)


def _spaces(state: State, board: str) -> Iterator[Choice]:
    """Yield a club's targets: the strongest, then every space of the track, since it may be filled by then."""
    yield Choice(BEST, say("grumpf.choice.best"))
    track = state.tracks[board]
    for space in range(1, BOARDS[board].spaces.value + 1):
        standing = track[space - 1] if space <= len(track) else None
        there = raw(standing.label) if standing is not None else say("grumpf.choice.empty")
        spot, piece = f"{board}{space}", _clan_piece(standing.clan) if standing is not None else ""
        yield Choice(str(space), say("grumpf.choice.space", space=spot, there=there), spot=spot, piece=piece)


# --- Live actions -----------------------------------------------------------------------------------------------------


def _race(state: State, seat: int, verb: type[Move], filled: Mapping[str, Any]) -> Iterator[Choice]:
    """Yield tokens with the face that is up, then boards, then a club's targets."""
    club = verb is Club
    if not club and verb is not Place:
        return
    if "grumpf" not in filled:
        for token, face in state.clans[seat].up.items():
            deed = Deed(Do.CLUB if face == CLUB else Do.PLACE, token=token, face=face)
            if (face == CLUB) == club:
                yield Choice(deed.grumpf, _head_label(deed), spot=f"{HAND}{token}", piece=_face_piece(face))
        return
    yield from _live_targets(state, seat, filled) if club else _live_boards(state, seat, filled)


def _live_boards(state: State, seat: int, filled: Mapping[str, Any]) -> Iterator[Choice]:
    if "board" in filled:
        return
    for code in BOARDS:
        if action_fault(state, seat, Place(filled["grumpf"], code)) is None:
            yield _ground(state, code)


def _live_targets(state: State, seat: int, filled: Mapping[str, Any]) -> Iterator[Choice]:
    grumpf = filled["grumpf"]
    if "board" not in filled:
        for code in BOARDS:
            if next(_hits(state, seat, grumpf, code), None) is not None:
                yield _board(code)
    elif "target" not in filled:
        yield from _hits(state, seat, grumpf, filled["board"])
    elif "own" not in filled:
        move = Club(grumpf, filled["board"], filled["target"], True)
        deed = Deed(Do.CLUB, token=grumpf, face=CLUB, board=move.board, target=move.target)
        if hits_own(state, seat, deed):
            yield Choice(True, say("grumpf.choice.own"))


def _hits(state: State, seat: int, grumpf: str, board: str) -> Iterator[Choice]:
    """Yield the targets that a club has on a board."""
    clans = (_strongest(state, BEST + clan, clan) for clan in _others(state, seat))
    for choice in (*_spaces(state, board), *clans):
        move = Club(grumpf, board, str(choice.value), True)
        if action_fault(state, seat, move) is None:
            yield choice


# --- The trade --------------------------------------------------------------------------------------------------------


def _trade(state: State, seat: int, filled: Mapping[str, Any]) -> Iterator[Choice]:
    possible = [
        trade for trade in trades(state, seat) if all(getattr(trade, name) == value for name, value in filled.items())
    ]
    if "give" not in filled:
        offered = {trade.give for trade in possible}
        own = state.clans[seat].animals
        yield from (_animal(seat, species, own[species]) for species in SPECIES if species in offered)
    elif "partner" not in filled:
        partners = dict.fromkeys(trade.partner for trade in possible)
        for clan in partners:
            spot = f"{CLAN}{state.seat_of(clan)}"
            yield Choice(clan, clan_title(clan), spot=spot, piece=_clan_piece(clan))
    elif "take" not in filled:
        partner = state.seat_of(filled["partner"]) or 0
        theirs = state.clans[partner].animals
        yield from (_animal(partner, trade.take, theirs[trade.take]) for trade in possible)


def _animal(seat: int, species: str, count: int) -> Choice:
    """Return a species that a seat has; on its card, where no letter stands, it is called as its board."""
    note = say("grumpf.choice.have", count=count)
    spot = f"{ANIMAL}{seat}:{species}"
    return Choice(species, animal_name(species), note, spot=spot, tag=species, piece=_board_piece(species))
