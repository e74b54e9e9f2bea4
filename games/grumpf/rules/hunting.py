"""Acting in a hunt: placing, clubbing, entering a hut (R5). The same for both modes."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.text import Arg, Text, say, since
from games.grumpf.components import BOARDS, CLUB, FACES, TOKENS, other_face
from games.grumpf.deeds import BEST, LAST, Deed, Do, face_fault, sign_fault, token_fault
from games.grumpf.rules.judging import find_standing, fits
from games.grumpf.state import Clan, Piece, State
from games.grumpf.words.names import board_name, clan_name, clan_title, face_name, refusal, token_name


class Happened(Struct, frozen=True):
    """What came of a deed: the state, the text of the log (M3.3), and the sentence for everybody."""

    state: State
    text: str
    told: Text


def hunt_fault(state: State, seat: int) -> IllegalMove | None:
    """Return why nobody, or this player, may act at all: no hunt, or her Elder is in a hut."""
    if not state.hunting:
        live = state.mode == "live" and state.ended in ("huts", "time")
        return IllegalMove("NO_HUNT", "R5.1", say(f"grumpf.refusal.hunt_{state.ended if live else 'now'}"))
    return refusal("IN_HUT", "R5.9") if state.clans[seat].sheltered else None


def fault(state: State, seat: int, deed: Deed) -> IllegalMove | None:
    """Return the first reason, in the order of section 8, why a deed cannot be done now; None if it can."""
    wrong = hunt_fault(state, seat)
    if wrong is not None:
        return wrong
    match deed.do:
        case Do.HUT:
            return hut_fault(state, seat, deed.guard)
        case Do.PLACE:
            return grumpf_fault(state, seat, deed) or _place_fault(state, deed)
        case Do.CLUB:
            return grumpf_fault(state, seat, deed) or _club_fault(state, seat, deed)
        case Do.HOLD:
            return refusal("NO_HOLD_LIVE", "L2.6") if state.mode == "live" else None


def huts_open(state: State) -> bool:
    """Return whether huts may be entered: from a beat on, or some seconds after the start (A8, L3)."""
    return state.opened if state.mode == "live" else state.beat + 1 >= state.options.huts_from


def hut_fault(state: State, seat: int, guard: str) -> IllegalMove | None:
    """Return why the Elder cannot go into a hut now (R5.9, R13.5, A6.2)."""
    if not huts_open(state):
        if state.mode == "live":
            return IllegalMove(
                "HUTS_CLOSED", "L3.1", say("grumpf.refusal.huts_closed_live", after=state.options.huts_after)
            )
        return refusal("HUTS_CLOSED", "A8.1", beat=state.options.huts_from)
    left = len(state.clans[seat].hand)
    if state.neutral and left:
        return refusal("MUST_PLACE_ALL", "R13.5", left=left)
    if not state.free_huts:
        return refusal("HUTS_FULL", "R5.9")
    if guard and (guard == LAST) != (state.free_huts == 1):
        return refusal("GUARD", "A6.2", choice=f"^{guard}")
    return None


def find_token(clan: Clan, deed: Deed) -> str | None:
    """Return the token a deed uses: the one named, or that with the lowest other face (M3.2); None: not in hand."""
    if deed.token:
        return deed.token if deed.token in clan.hand else None
    fitting = (token for token in clan.hand if deed.face in TOKENS[token].faces)
    return min(fitting, key=lambda token: FACES.index(other_face(token, deed.face)), default=None)


def grumpf_fault(state: State, seat: int, deed: Deed) -> IllegalMove | None:
    """Return why the token cannot be used with this face."""
    if deed.face not in FACES:
        return refusal("NO_SUCH_FACE", "R1.2", face=deed.face, known=FACES)
    if deed.board not in BOARDS:
        return refusal("NO_SUCH_BOARD", "M1", board=deed.board, known=tuple(BOARDS))
    clan = state.clans[seat]
    if not deed.token and find_token(clan, deed) is None:
        return refuse_used_up(deed.face)
    if deed.token not in ("", *state.tokens):
        return token_fault(deed, state.players)
    if deed.token and deed.token not in clan.hand:
        return refusal("ALREADY_PLACED", "R5.8", token=token_name(deed.token))
    return face_fault(deed) or sign_fault(deed)


def refuse_used_up(face: str) -> IllegalMove:
    """Return that no token in hand has the face."""
    return refusal("FACE_USED_UP", "M3.2", face=say("grumpf.name.a_club") if face == CLUB else face_name(face))


def _place_fault(state: State, deed: Deed) -> IllegalMove | None:
    track = state.tracks[deed.board]
    if len(track) >= BOARDS[deed.board].spaces.value:
        return refusal("TRACK_FULL", "R5.3", whose=board_name(deed.board))
    if deed.fit:
        values = [*(piece.value for piece in find_standing(track)), int(deed.face)]
        if not fits(state.side(deed.board).condition, values):
            return refusal("GUARD", "A6.1", choice=str(deed))
    return None


def find_target(state: State, seat: int, deed: Deed) -> int | None:
    """Return the space a club would hit; None where ``!`` finds nobody (A7.1)."""
    if not deed.target.startswith(BEST):
        return int(deed.target) if deed.target.isdigit() else 0
    own, wanted = state.clans[seat].code, deed.victim
    best = 0
    track = state.tracks[deed.board]
    for space, piece in enumerate(track, 1):
        hit = piece.standing and piece.clan != own and wanted in ("", piece.clan)
        stronger = not best or piece.value > track[best - 1].value
        if hit and stronger and not state.is_sheltered(piece.clan):
            best = space
    return best or None


def _club_fault(state: State, seat: int, deed: Deed) -> IllegalMove | None:
    space = find_target(state, seat, deed)
    if space is None:
        return refusal("NO_TARGET", "A7.1")
    return target_fault(state, deed.board, space)


def target_fault(state: State, board: str, space: int) -> IllegalMove | None:
    """Return why no club can be laid on a space (R5.5)."""
    track = state.tracks[board]
    if not 1 <= space <= len(track):
        return refusal("EMPTY_SPACE", "R5.5", space=f"{board}{space}" if space else board)
    piece = track[space - 1]
    if not piece.standing:
        return refusal("ALREADY_KNOCKED_OUT", "R5.5")
    if state.is_sheltered(piece.clan):
        return refusal("SHELTERED", "R5.5", clan=clan_title(piece.clan), clans=clan_name(piece.clan))
    return None


def perform(state: State, seat: int, deed: Deed, *, at: int) -> Happened:
    """Do a deed that has no fault; ``at`` is the beat, or the number of the action in a live hunt."""
    match deed.do:
        case Do.HUT:
            return _enter(state, seat)
        case Do.PLACE:
            return _place(state, seat, deed, at)
        case Do.CLUB:
            return _club(state, seat, deed, at)
        case Do.HOLD:
            return Happened(state, "-", deed_text(state, "holds", seat=seat))


def deed_text(state: State, what: str, **args: Arg) -> Text:
    """Return the sentence of the log with its beat before it, or live with its time behind it (M3.3)."""
    told = say(f"grumpf.log.{what}", **args)
    if state.mode == "live":
        return say("grumpf.log.at_time", what=told, at=since())
    return say("grumpf.log.in_beat", what=told, beat=state.beat + 1)


def with_clan(state: State, seat: int, clan: Clan) -> State:
    """Return the state with another clan in a seat."""
    return replace(state, clans=(*state.clans[:seat], clan, *state.clans[seat + 1 :]))


def _enter(state: State, seat: int) -> Happened:
    clan = state.clans[seat]
    hut = len(state.taken) + 1
    text = f"^{hut}"
    sentence = deed_text(state, "home", seat=seat, colour=clan_title(clan.code), hut=hut)
    return Happened(with_clan(state, seat, replace(clan, hut=hut)), text, sentence)


def _use(state: State, seat: int, token: str, board: str, track: tuple[Piece, ...]) -> State:
    """Take the token out of the hand and put the track in its place."""
    clan = state.clans[seat]
    up = {other: face for other, face in clan.up.items() if other != token}
    hand = tuple(other for other in clan.hand if other != token)
    used = with_clan(state, seat, replace(clan, hand=hand, up=up))
    return replace(used, tracks={**state.tracks, board: track})


def _place(state: State, seat: int, deed: Deed, at: int) -> Happened:
    clan, board = state.clans[seat], deed.board
    token = find_token(clan, deed)
    assert token is not None, "the deed has no fault"
    track = (*state.tracks[board], Piece(clan.code, int(deed.face), token, at=at))
    space = len(track)
    text = f"{token}:{deed.face}>{board}{space}"
    where: dict[str, Arg] = {"board": board_name(board), "space": space, "deed": text}
    sentence = deed_text(state, "placed", seat=seat, value=int(deed.face), **where)
    return Happened(_use(state, seat, token, board, track), text, sentence)


def _club(state: State, seat: int, deed: Deed, at: int) -> Happened:
    clan, board = state.clans[seat], deed.board
    token, space = find_token(clan, deed), find_target(state, seat, deed)
    assert token is not None, "the deed has no fault"
    assert space is not None, "the deed has no fault"
    track = state.tracks[board]
    victim = track[space - 1]
    hit = (*track[: space - 1], replace(victim, club=clan.code, hit=at), *track[space:])
    text = f"{token}*{board}{space}"
    where: dict[str, Arg] = {"board": board_name(board), "space": space, "deed": text}
    whose = state.seat_of(victim.clan)
    if whose is None:
        sentence = deed_text(state, "clubbed_neutral", seat=seat, value=victim.value, **where)
    elif whose == seat:
        sentence = deed_text(state, "clubbed_own", seat=seat, value=victim.value, **where)
    else:
        sentence = deed_text(state, "clubbed", seat=seat, victim_seat=whose, value=victim.value, **where)
    return Happened(_use(state, seat, token, board, hit), text, sentence)
