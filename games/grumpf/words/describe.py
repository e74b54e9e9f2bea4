"""The board and moves in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.core.moves import Move
from games.core.text import Text, lines, raw, say, sentences
from games.grumpf import moves
from games.grumpf.components import BOARDS, SPECIES, Condition, Kind
from games.grumpf.deeds import HOLD, HUT
from games.grumpf.rules.racing import read_action
from games.grumpf.state import Clan, Did, Phase, State
from games.grumpf.view import Board, BoardSight, CardSight, SpaceSight, View, board_of
from games.grumpf.words.names import board_name, clan_name, clan_title, face_name, token_name
from games.grumpf.words.notation import write
from games.grumpf.words.steps import tell_deed, tell_failed, tell_step

MOST_OF_DRAFT = 70
"""Characters of a draft in the words of a move."""


def tell(view: View, move: Move) -> Text:
    """Return a move in words, at most 100 characters."""
    match move:
        case moves.Step():
            return tell_step(move.text)
        case moves.Place() | moves.Club() | moves.Hut():
            return tell_deed(read_action(move))
        case moves.Flip():
            return say("grumpf.move.flip", token=token_name(move.token))
        case moves.Trade():
            give, take = (say(f"grumpf.name.count.{species}", count=1) for species in (move.give, move.take))
            return say("grumpf.move.trade", give=give, take=take, clan=clan_title(move.partner))
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


# --- The board in words -----------------------------------------------------------------------------------------------


def describe(view: View, *, short: bool = False) -> Text:
    """Return the board in words: hunt, boards, clans, bag, drums, what was just played, what only the viewer sees.

    The short form keeps tracks and Animals in notation (section 11), so that it stays below 1,024 characters.
    """
    board = board_of(view)
    if short:
        each = _stake if board.phase is Phase.READY else _board_short
        return lines(head(board), *map(each, board.boards), *map(_clan_short, board.cards))
    state = view.state
    parts = [head(board), *grounds(board), *map(clan_line, board.cards)]
    if state.neutral and state.discarded:
        parts.append(say("grumpf.describe.discarded", tokens=tuple(map(token_name, state.discarded))))
    parts.append(say("grumpf.describe.bag", counts=count_animals(state.bag)))
    if board.coming[0] > 0:
        parts.append(_drums(board))
    return lines(*parts, _codes(board), *_just_played(state), *own_lines(view))


def _codes(board: Board) -> Text:
    """Return the letters by which keys and menus call boards and clans."""
    named = [(each.code, board_name(each.code)) for each in board.boards]
    named += [(card.clan, clan_name(card.clan)) for card in board.cards]
    return say(
        "grumpf.describe.codes", codes=tuple(say("grumpf.describe.code", code=code, name=name) for code, name in named)
    )


def head(board: Board) -> Text:
    """Return the hunt, what is asked, and who is in which hut."""
    where = _huts(board)
    hunt = {"round": max(board.round, 1), "rounds": board.rounds}
    if board.phase is Phase.OVER:
        return say("grumpf.describe.over", where=where)
    if board.phase is Phase.TRADE:
        return say("grumpf.describe.trade", clan=clan_title(board.trader), where=where, **hunt)
    if board.judged:
        return say("grumpf.describe.judge", where=where, **hunt)
    first, last = board.coming
    if first:
        what = "volley" if first < last else "volley_one"
        return say(f"grumpf.describe.{what}", first=first, last=last, where=where, **hunt)
    return say(f"grumpf.describe.{board.phase}", where=where, **hunt)


def _huts(board: Board) -> Text:
    huts = tuple(clan_name(clan) if clan else say("grumpf.describe.free") for clan in board.huts)
    return say("grumpf.describe.huts", count=len(huts), huts=huts)


CROWD = 22
"""With more Grumpfs than that, those on the boards are told briefly: an alternative text has 1,024 characters."""


def grounds(board: Board) -> Iterator[Text]:
    """Yield the boards, a line each."""
    brief = sum(bool(space.clan) for one in board.boards for space in one.spaces) > CROWD
    return (_ground(one, judged=board.judged, brief=brief) for one in board.boards)


def _ground(board: BoardSight, *, judged: bool, brief: bool) -> Text:
    """Return a board: what it yields, its condition, who stands there, how the condition stands, who leads or took.

    ``brief``: clans by their codes, and not who leads.
    """
    parts = [_stake(board)]
    pieces = tuple(_piece(space, brief=brief) for space in board.spaces if space.clan)
    parts.append(say("grumpf.describe.track", pieces=pieces) if pieces else say("grumpf.describe.nobody"))
    if board.met is not None and _condition(board).type is not Kind.NONE:
        parts.append(_state(board))
    if judged:
        shares = ((clan_name(clan), count) for clan, count in board.got.items())
        took = tuple(say("grumpf.describe.share", clan=clan, count=count) for clan, count in shares)
        parts += [say("grumpf.describe.took", shares=took)] if took else []
    elif board.ranking and not brief:
        first = board.ranking[0]
        parts.append(say("grumpf.describe.leads", clan=clan_title(first.clan), strength=first.strength))
    return sentences(*parts)


def _condition(board: BoardSight) -> Condition:
    return BOARDS[board.code].sides[board.side].condition


def _stake(board: BoardSight) -> Text:
    """Return what a board yields, and on which condition."""
    name = board_name(board.code)
    if board.effect:
        return say(f"grumpf.describe.for_first_{board.effect}", board=name)
    if not board.drawn:
        return say("grumpf.describe.board_before", board=name, condition=condition_name(board))
    animals = say(f"grumpf.name.count.{board.code}", count=board.animals)
    return say("grumpf.describe.board", board=name, animals=animals, condition=condition_name(board))


def condition_name(board: BoardSight) -> Text:
    """Return a condition in words: "total at least 20"."""
    if board.last3:
        return say("grumpf.name.condition.last3")
    condition = _condition(board)
    value, least, most = condition.value, condition.min, condition.max
    return say(f"grumpf.name.condition.{condition.type}", value=value, least=least, most=most)


def _piece(space: SpaceSight, *, brief: bool) -> Text:
    how = "_out" if space.club else "_safe" if space.sheltered else ""
    clan = raw(space.clan) if brief else clan_name(space.clan)
    return say(f"grumpf.describe.piece{how}", clan=clan, value=space.value)


def _state(board: BoardSight) -> Text:
    """Return whether the condition is met, with the number it looks at if there is one."""
    what = "met" if board.met else "unmet"
    if board.number is None:
        return say(f"grumpf.describe.{what}")
    return say(f"grumpf.describe.{what}_by", number=board.number)


def clan_line(card: CardSight) -> Text:
    """Return a clan: points, what it has, what it still holds, what is awaited of it."""
    has = list(count_animals(card.animals))
    has += [
        say(f"grumpf.name.count.{name}", count=count)
        for name, count in (("tiles", card.tiles), ("joker", card.jokers))
        if count
    ]
    where = "hut" if card.hut else "owes" if card.owes else "out"
    return say(
        f"grumpf.describe.clan_{where}",
        clan=clan_title(card.clan),
        seat=card.seat,
        points=card.points,
        has=tuple(has) or (say("grumpf.name.count.none"),),
        hand=card.tokens,
        clubs=card.clubs,
    )


def count_animals(animals: Mapping[str, int]) -> tuple[Text, ...]:
    """Return Animals by species: "2 Bees", "1 Fish"."""
    return tuple(say(f"grumpf.name.count.{one}", count=animals[one]) for one in SPECIES if animals.get(one))


def _drums(board: Board) -> Text:
    first, last = board.coming
    drums = tuple(
        say("grumpf.describe.drum", beat=beat, clan=clan_name(board.drummers[beat - 1]))
        for beat in range(first, last + 1)
    )
    return say("grumpf.describe.drums", drums=drums, clans=tuple(clan_name(card.clan) for card in board.cards))


MOST_LIVE = 12
"""So many of the latest actions of a live hunt are told."""


def _just_played(state: State) -> Iterator[Text]:
    """Yield what was done in each beat of the latest volley, or the latest actions of a live hunt."""
    if state.mode == "live" and state.last:
        yield say("grumpf.describe.actions", deeds=tuple(map(_did, state.last[-MOST_LIVE:])))
        return
    for beat in dict.fromkeys(did.beat for did in state.last):
        deeds = tuple(_did(did) for did in state.last if did.beat == beat)
        yield say("grumpf.describe.beat", beat=beat, deeds=deeds)


def _did(did: Did) -> Text:
    clan = clan_title(did.clan)
    if did.text == HOLD:
        return say("grumpf.describe.did_hold", clan=clan)
    if did.text.startswith(HUT):
        return say("grumpf.describe.did_hut", clan=clan)
    grumpf, sign, spot = did.text.partition(">")
    if sign:
        return say("grumpf.describe.did_place", clan=clan, value=grumpf[-1], space=spot)
    return say("grumpf.describe.did_club", clan=clan, space=did.text.partition("*")[2])


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
    return (*parts, *map(tell_failed, clan.failed))


def _in_hand(clan: Clan, token: str) -> Text:
    if token in clan.up:
        return say("grumpf.describe.up", token=token_name(token), face=face_name(clan.up[token]))
    return token_name(token)


# --- The board in notation --------------------------------------------------------------------------------------------

PHONE_LINE = 36
"""Characters of a line of code that a phone 360 px wide shows."""

SIGNS = {None: "", True: " ✓", False: " ✗"}
"""Whether a condition is met."""


def describe_hunt(view: View) -> Text:
    """Return a live hunt in eight lines, each of which fits a phone: huts, a line a board, tokens left."""
    board = board_of(view)
    huts = tuple(raw(clan) if clan else say("grumpf.describe.free") for clan in board.huts)
    hands = raw(" ".join(f"{card.clan}{card.tokens}" for card in board.cards))
    return lines(
        say("grumpf.describe.huts", count=len(huts), huts=huts),
        *(raw(_hunt_line(one)) for one in board.boards),
        say("grumpf.describe.hands", hands=hands),
    )


def _hunt_line(board: BoardSight) -> str:
    """Return a board in a line, closer if too long: ``R Pi4 xxx · · · · 10≤Σ≤20 =4 ✗`` (``xxx``: clubbed)."""
    spaces = ["xxx" if one.club else f"{one.clan}{one.value}" if one.clan else "·" for one in board.spaces]
    rest = f"{board.formula.replace(' ', '')}{_number(board, '=')}"
    wide = f"{board.code} {' '.join(spaces)} {rest}"
    return wide if len(wide) <= PHONE_LINE else f"{board.code} {''.join(spaces)} {rest}"


def _number(board: BoardSight, sign: str) -> str:
    """Return what the condition looks at, and whether it is met."""
    return ("" if board.number is None else f" {sign}{board.number}") + SIGNS[board.met]


def _board_short(board: BoardSight) -> Text:
    """Return a board in a line with its track in notation: ``Pi4^ [Gr3] · · · · = 4 ✗; Pi 4``."""
    track = " ".join(map(_space, board.spaces))
    order = ", ".join(f"{one.clan} {one.strength}" for one in board.ranking if one.awarded)
    facts = raw("; ".join(part for part in (f"{track}{_number(board, '= ')}", order) if part))
    return say("grumpf.describe.short_board", stake=_stake(board), facts=facts)


def _space(space: SpaceSight) -> str:
    """Return a space: ``·`` empty, ``Gr5`` standing, ``Gr5^`` sheltered, ``[Gr5]`` knocked out."""
    if not space.clan:
        return "·"
    label = f"{space.clan}{space.value}"
    return f"[{label}]" if space.club else label + ("^" if space.sheltered else "")


def _clan_short(card: CardSight) -> Text:
    animals = " ".join(f"{species}{count}" for species, count in card.animals.items() if count)
    what = "grumpf.describe.short_clan_hut" if card.hut else "grumpf.describe.short_clan"
    return say(what, clan=card.clan, left=card.tokens, animals=raw(animals or "0"))
