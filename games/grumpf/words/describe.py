"""The board and moves in words."""

from __future__ import annotations

from games.core.moves import Move
from games.core.text import Text, lines, raw, say
from games.grumpf import moves
from games.grumpf.components import BOARDS, DOTS, SPECIES
from games.grumpf.deeds import OR, Deed, Do, read_begun, read_step
from games.grumpf.rules.racing import deed_of
from games.grumpf.state import Clan, Phase, State
from games.grumpf.view import Board, BoardSight, SpaceSight, View, board_of
from games.grumpf.words.names import animal_name, board_name, clan_name, clan_title, face_name, token_name
from games.grumpf.words.notation import write

MOST_OF_DRAFT = 70
"""Characters of a draft in the words of a move."""


def tell(view: View, move: Move) -> Text:
    """Return a move in words, at most 100 characters: a step as its first choice and the number of alternatives."""
    match move:
        case moves.Step():
            return _tell_step(move)
        case moves.Place() | moves.Club() | moves.Hut():
            return _tell_deed(deed_of(move))
        case moves.Flip():
            return say("grumpf.move.flip", token=token_name(move.token))
        case moves.Trade():
            give, take = animal_name(move.give), animal_name(move.take)
            return say("grumpf.move.trade", give=give, take=take, clan=clan_name(move.partner))
        case moves.HandIn() if draft := _draft(view):
            return say("grumpf.move.handin_draft", plan=raw(draft))
        case moves.Choose():
            return say(f"grumpf.move.mode_{move.mode}")
    return say(f"grumpf.move.{write(move) if isinstance(move, moves.Decline) else _name(move)}")


def _draft(view: View) -> str:
    """The draft from before that the viewer would hand in as it is; "" if there is none."""
    state, seat = view.state, view.seat
    if seat is None or state.phase is not Phase.VOLLEY or not state.clans[seat].drafted:
        return ""
    plan = " ".join(state.clans[seat].plan[: state.volley[1] - state.beat])
    return plan if len(plan) <= MOST_OF_DRAFT else f"{plan[:MOST_OF_DRAFT]}…"


def _name(move: Move) -> str:
    return type(move).__name__.lower()


def _tell_step(move: moves.Step) -> Text:
    step = read_step(move.text)
    if step is None:
        return _tell_begun(move.text)
    first = _tell_deed(step[0])
    if len(step) == 1:
        return first
    return say("grumpf.move.step", first=first, others=raw(" | ".join(str(deed) for deed in step[1:])))


def _tell_begun(text: str) -> Text:
    """Return a step in words whose last choice is not whole yet: "place a 4 on …"."""
    *_, piece = text.split(OR)
    deed = read_begun(piece)
    if deed is None or deed.do not in (Do.PLACE, Do.CLUB):
        return raw(text[:90])
    what = f"grumpf.move.begun_{deed.do.name.lower()}{'_of' if deed.token else ''}"
    last = say(what, face=face_name(deed.face), token=token_name(deed.token))
    first = read_step(text.split(OR)[0])
    return last if first is None else say("grumpf.move.step", first=_tell_deed(first[0]), others=last)


def _tell_deed(deed: Deed) -> Text:
    match deed.do:
        case Do.HOLD:
            return say("grumpf.move.hold")
        case Do.HUT:
            return say(f"grumpf.move.hut{'_' if deed.guard else ''}{deed.guard}")
        case Do.PLACE:
            board = board_name(deed.board) if deed.board in BOARDS else raw(deed.board)
            what = "grumpf.move.place_fit" if deed.fit else "grumpf.move.place"
            return say(what, face=face_name(deed.face), board=board)
    board = board_name(deed.board) if deed.board in BOARDS else raw(deed.board)
    if deed.victim:
        return say("grumpf.move.club_best_of", clan=clan_name(deed.victim), board=board)
    if deed.target.isdigit():
        return say("grumpf.move.club", space=f"{deed.board}{deed.target}")
    return say("grumpf.move.club_best", board=board)


# --- The board in words -----------------------------------------------------------------------------------------------


def describe(view: View, *, short: bool = False) -> Text:
    """Return the board in words: head, a line a board in notation (section 11), clans; more in the long form."""
    board = board_of(view)
    parts = [head(board), *(raw(_board_line(one, judged=board.judged, short=short)) for one in board.boards)]
    if short:
        parts.append(raw(" · ".join(_clan_short(view.state, clan) for clan in view.state.clans)))
        return lines(*parts)
    state = view.state
    parts += [_clan(state, clan, owes=owes) for clan, owes in zip(state.clans, view.owes, strict=True)]
    if state.neutral and state.discarded:
        parts.append(say("grumpf.describe.discarded", tokens=tuple(map(token_name, state.discarded))))
    parts.append(say("grumpf.describe.bag", counts=_animals(state.bag)))
    if board.coming[0] > 0:
        parts.append(_drums(board))
    if state.last:
        parts.append(say("grumpf.describe.last", deeds=raw("; ".join(_deeds(state)))))
    return lines(*parts, *own_lines(view))


PHONE_LINE = 36
"""Characters of a line of code that a phone 360 px wide shows."""


def describe_hunt(view: View) -> Text:
    """Return a live hunt in eight lines, each of which fits a phone: huts, a line a board, tokens left."""
    board = board_of(view)
    hands = raw(" ".join(f"{clan.code}{len(clan.hand)}" for clan in view.state.clans))
    return lines(
        _huts(board), *(raw(_hunt_line(one)) for one in board.boards), say("grumpf.describe.hands", hands=hands)
    )


def _hunt_line(board: BoardSight) -> str:
    """Return a board in a line, closer if too long: ``R Pi4 xxx · · · · 10≤Σ≤20 =4 no`` (``xxx``: clubbed)."""
    spaces = ["xxx" if one.club else f"{one.clan}{one.value}" if one.clan else "·" for one in board.spaces]
    rest = f"{board.formula.replace(' ', '')}{_number(board, '=')}"
    wide = f"{board.code} {' '.join(spaces)} {rest}"
    return wide if len(wide) <= PHONE_LINE else f"{board.code} {''.join(spaces)} {rest}"


def _huts(board: Board) -> Text:
    huts = tuple(raw(clan) if clan else say("grumpf.describe.free") for clan in board.huts)
    return say("grumpf.describe.huts", count=len(huts), huts=huts)


def head(board: Board) -> Text:
    """Return the hunt, what is asked, and who is in which hut."""
    where = _huts(board)
    hunt = {"round": max(board.round, 1), "rounds": board.rounds}
    if board.phase is Phase.OVER:
        return say("grumpf.describe.over", where=where)
    if board.phase is Phase.TRADE:
        return say("grumpf.describe.trade", clan=clan_title(board.trader), where=where, **hunt)
    if board.coming[0]:
        return say("grumpf.describe.volley", first=board.coming[0], last=board.coming[1], where=where, **hunt)
    return say(f"grumpf.describe.{board.phase}", where=where, **hunt)


def _board_line(board: BoardSight, *, judged: bool, short: bool) -> str:
    """Return a board in a line: ``R• 10 ≤ Σ ≤ 20 x3: Pi4 [Gr3 by Vi] . . . . = 4 no; Pi 4``."""
    stake = f"x{board.animals}" if board.effect == "" else {"sorcerer_tile": "tile", "trade": "trade"}[board.effect]
    return f"{board.code}{DOTS[board.side]} {board.formula} {stake}: {board_facts(board, judged=judged, short=short)}"


def board_facts(board: BoardSight, *, judged: bool, short: bool) -> str:
    """Return a board's spaces, how its condition stands, its ranking, once judged who took what."""
    track = " ".join(_space(space, short=short) for space in board.spaces)
    order = ", ".join(f"{one.clan} {one.strength}" for one in board.ranking)
    got = ", ".join(f"{clan} +{count}" for clan, count in board.got.items()) if judged else ""
    return "; ".join(part for part in (f"{track}{_number(board, '= ')}", order, got) if part)


def _number(board: BoardSight, sign: str) -> str:
    """Return what the condition looks at, and whether it is met."""
    number = "" if board.number is None else f" {sign}{board.number}"
    return number + {None: "", True: " ok", False: " no"}[board.met]


def _space(space: SpaceSight, *, short: bool) -> str:
    """Return a space: ``.`` empty, ``Gr5`` standing, ``Gr5^`` sheltered, ``[Gr5]`` knocked out."""
    if not space.clan:
        return "."
    label = f"{space.clan}{space.value}"
    if space.club:
        return f"[{label}]" if short else f"[{label} by {space.club}]"
    return label + ("^" if space.sheltered else "")


def _clan_short(state: State, clan: Clan) -> str:
    animals = "".join(f"{species}{clan.animals[species]}" for species in SPECIES if clan.animals.get(species))
    return f"{clan.code} {len(clan.hand)} left{', hut' if clan.sheltered else ''}, {animals or '0'}"


def _clan(state: State, clan: Clan, *, owes: bool) -> Text:
    seat = state.seat_of(clan.code) or 0
    where = "hut" if clan.sheltered else "owes" if owes else "out"
    return say(
        f"grumpf.describe.clan_{where}",
        clan=clan.code,
        seat=seat,
        hand=len(clan.hand),
        clubs=clan.clubs,
        animals=_animals(clan.animals),
        tiles=clan.tiles,
        jokers=clan.jokers,
        hut=clan.hut,
    )


def _animals(counts: dict[str, int]) -> Text:
    listed = " ".join(f"{species} {counts[species]}" for species in SPECIES if counts.get(species))
    return raw(listed) if listed else say("grumpf.describe.none")


def _drums(board: Board) -> Text:
    first, last = board.coming
    drums = tuple(raw(f"{beat} {board.drummers[beat - 1]}") for beat in range(first, last + 1))
    return say("grumpf.describe.drums", drums=drums, clans=raw(" ".join(card.clan for card in board.cards)))


def _deeds(state: State) -> list[str]:
    by_beat: dict[int, list[str]] = {}
    for did in state.last:
        by_beat.setdefault(did.beat, []).append(f"{did.clan} {did.text}")
    if state.mode == "live":
        return [deed for deeds in by_beat.values() for deed in deeds][-12:]
    return [f"{beat}: {', '.join(deeds)}" for beat, deeds in by_beat.items()]


def own_lines(view: View) -> tuple[Text, ...]:
    """Return what only the seat itself sees: hand, plan, failures (M4 ``hand``)."""
    seat = view.seat
    if seat is None or not 0 <= seat < view.state.players:
        return ()
    clan = view.state.clans[seat]
    hand = tuple(_in_hand(clan, token) for token in clan.hand)
    parts = [say("grumpf.describe.hand", tokens=hand)]
    if clan.plan:
        kind = "final" if clan.final else "draft" if clan.drafted else "plan"
        parts.append(say(f"grumpf.describe.{kind}", plan=raw(" ".join(clan.plan))))
    parts += [say("grumpf.log.failed_one", beat=one.beat, choice=one.choice, why=one.why) for one in clan.failed]
    return tuple(parts)


def _in_hand(clan: Clan, token: str) -> Text:
    if token in clan.up:
        return say("grumpf.describe.up", token=token_name(token), face=face_name(clan.up[token]))
    return token_name(token)


# --- Advice -----------------------------------------------------------------------------------------------------------
