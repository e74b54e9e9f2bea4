"""The reader of the handed cases (section 15): each kind of case is played through the rules and compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.moves import Move
from games.core.rng import NoChance
from games.core.running.play import finish
from games.core.seats import AskId, Seat
from games.grumpf.components import BOARDS, BOX, tokens_for
from games.grumpf.deeds import Deed, form_fault, read_deed, read_step
from games.grumpf.moves import Club, Decline, Hut, Place, Trade
from games.grumpf.rules.beats import drum_order, play_beat
from games.grumpf.rules.flow import finish_hunt, lay_neutral
from games.grumpf.rules.hunting import fault, perform
from games.grumpf.rules.judging import is_met, rank, share
from games.grumpf.scoring import best_division, places
from games.grumpf.state import Phase, Piece, State
from tests.cases.grumpf.position import DEFAULT_CLANS, read_position, read_tracks, write_tracks
from tests.cases.verdict import Verdict

Case: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]


def judge(game: AnyGame, case: Case) -> Verdict:
    """Run a case; only what it expects is compared."""
    answer = _KINDS[case["kind"]](game, case)
    expected = case["expect"]
    return Verdict(_written(expected), _written({key: answer.get(key) for key in expected}))


def _written(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


# --- Rules without a hunt ---------------------------------------------------------------------------------------------


def _setup(game: AnyGame, case: Case) -> Answer:
    players = case["position"]["players"]
    return {
        "huts": BOX.huts.by_players[players],
        "tokens": sorted(tokens_for(players)),
        "beats": BOX.beats.beats_by_players[players],
    }


def _neutral(game: AnyGame, case: Case) -> Answer:
    tracks, discarded = lay_neutral(tuple((token, face) for token, face in case["position"]["thrown"]))
    return {"tracks": write_tracks(tracks), "discarded": list(discarded)}


def _board(case: Case) -> tuple[State, str, tuple[Piece, ...]]:
    position = case["position"]
    board: str = position["board"]
    return read_position(position), board, read_tracks(position.get("tracks", {}))[board]


def _condition(game: AnyGame, case: Case) -> Answer:
    state, board, track = _board(case)
    values = [piece.value for piece in track if piece.standing]
    return {"met": is_met(state.side(board).condition, values)}


def _ranking(game: AnyGame, case: Case) -> Answer:
    state, board, track = _board(case)
    return {"ranking": [[one.clan, one.strength, one.space] for one in rank(state.side(board), track)]}


def _distribution(game: AnyGame, case: Case) -> Answer:
    position = case["position"]
    return {"got": share(BOARDS[position["board"]].awards.value, position["count"], position["ranked"])}


def _hunt_end(game: AnyGame, case: Case) -> Answer:
    state = replace(read_position(case["position"]), phase=Phase.JUDGE, ended="huts")
    after: State = finish_hunt(state).state
    assert after.judged is not None, "the hunt was judged"
    phases = {Phase.TRADE: "trade", Phase.OVER: "game over", Phase.SET_OUT: "next round"}
    return {
        "got": {result.board: result.got for result in after.judged.results if result.got},
        "left": {species: count for species, count in after.lying.items() if count},
        "tiles": {clan.code: clan.tiles for clan in after.clans if clan.tiles},
        "removed": after.removed,
        "trader": None if after.trader is None else after.clans[after.trader].code,
        "phase": phases[after.phase],
    }


def _score(game: AnyGame, case: Case) -> Answer:
    position = case["position"]
    best = best_division(position["animals"], jokers=position["jokers"], tiles=position["tiles"])
    return {"points": best.points, "series": list(best.lengths)}


def _final(game: AnyGame, case: Case) -> Answer:
    players = case["position"]["players"]
    points = tuple(
        best_division(one["animals"], jokers=one.get("jokers", 0), tiles=one.get("tiles", 0)).points for one in players
    )
    tokens = tuple(sum(one["animals"].values()) for one in players)
    names = [one["player"] for one in players]
    return {
        "places": dict(zip(names, places(points, tokens), strict=True)),
        "points": dict(zip(names, points, strict=True)),
    }


# --- Acting -----------------------------------------------------------------------------------------------------------


def _move(game: AnyGame, state: State, seat: Seat, action: Any) -> Move:  # noqa: ANN401 (a text or an object)
    """Return a live action given as text or as an object."""
    if isinstance(action, str):
        return game.notation.read(game.view(state, seat), action)[0]
    if action["do"] == "hut":
        return Hut()
    grumpf = f"{action['token']}:{action['face']}" if "token" in action else action["face"]
    if action["do"] == "place":
        return Place(grumpf, action["board"])
    return Club(grumpf, action["board"], str(action["space"]), own=True)


def _acted(game: AnyGame, state: State, seat: Seat, action: object) -> tuple[State, str]:
    """Play a live action; raises Refusal."""
    move = _move(game, state, seat, action)
    game.check(game.view(state, seat), move)
    after: State = game.step(state, seat, move, NoChance()).state
    return after, after.last[-1].text


def _planned(state: State, seat: Seat, text: str) -> str:
    """Play one choice in the next beat; raises Refusal."""
    deed = read_deed(text)
    assert deed is not None, "cases of this kind can be read"
    wrong = fault(state, seat, deed)
    if wrong is not None:
        raise wrong
    return perform(state, seat, deed, at=state.beat + 1).text


def _action(game: AnyGame, case: Case) -> Answer:
    state = read_position(case["position"])
    seat = Seat(state.seat_of(case["by"]) or 0)
    try:
        live = state.mode == "live"
        text = _acted(game, state, seat, case["action"])[1] if live else _planned(state, seat, case["action"])
    except Refusal as refusal:
        return {"legal": False, "code": refusal.code}
    return {"legal": True, "log": text}


def _live(game: AnyGame, case: Case) -> Answer:
    state = read_position(case["position"], mode="live")
    results = []
    for clan, action in case["action"]:
        try:
            state, text = _acted(game, state, Seat(state.seat_of(clan) or 0), action)
            results.append(text)
        except Refusal as refusal:
            results.append(refusal.code)
    return {"results": results, "hunt_over": not state.hunting}


def _beats(game: AnyGame, case: Case) -> Answer:
    state = read_position(case["position"])
    plans = {clan: tuple(text.split()) for clan, text in case["action"].items()}
    state = replace(state, clans=tuple(replace(clan, plan=plans.get(clan.code, ())) for clan in state.clans))
    events = []
    for _ in range(case.get("beats", 1)):
        if not state.ended:
            played = play_beat(state)
            state = played.state
            events.append([[did.clan, did.text] for did in played.did])
    return {
        "events": events,
        "tracks": write_tracks(state.tracks),
        "in_huts": list(state.taken),
        "hunt_over": bool(state.ended),
    }


def _priority(game: AnyGame, case: Case) -> Answer:
    state = read_position(case["position"])
    return {"order": [state.clans[seat].code for seat in drum_order(state, case["position"]["of_beat"])]}


# --- Plans and trades -------------------------------------------------------------------------------------------------


def _parse(game: AnyGame, case: Case) -> Answer:
    texts = case["action"].split()
    for text in texts:
        wrong = form_fault(text, len(DEFAULT_CLANS))
        if wrong is not None:
            return {"code": wrong.code}
    return {"plan": [[_object(deed) for deed in read_step(text) or ()] for text in texts]}


def _object(deed: Deed) -> Answer:
    """Return a choice as an object with the keys of M2."""
    known: Answer = {"do": deed.do.value, "face": deed.face, "token": deed.token, "board": deed.board}
    known |= {"fit": deed.fit, "guard": deed.guard, "owner": deed.victim}
    if deed.target:
        known["space"] = int(deed.target) if deed.target.isdigit() else deed.target[0]
    return {key: value for key, value in known.items() if value}


def _plan_check(game: AnyGame, case: Case) -> Answer:
    position = case["position"]
    first, *others = DEFAULT_CLANS
    hands = {first: position["hand"], **dict.fromkeys(others, "all")}
    in_huts = [first] if position.get("in_hut") else []
    beat = BOX.beats.beats_by_players[len(DEFAULT_CLANS)] - position["beats_left"]
    state = read_position({"hands": hands, "in_huts": in_huts, "beat": beat})
    try:
        moves = game.notation.read(game.view(state, Seat(0)), case["action"])
        finish(game, state, Seat(0), AskId("plan0.0"), moves)
    except Refusal as refusal:
        return {"accepted": False, "code": refusal.code}
    return {"accepted": True}


def _trade(game: AnyGame, case: Case) -> Answer:
    state = replace(read_position(case["position"]), phase=Phase.TRADE)
    seat = Seat(state.seat_of(case["by"]) or 0)
    action = case["action"]
    move = Decline() if action == "decline" else Trade(action["give"], action["with"], action["take"])
    try:
        game.check(game.view(state, seat), move)
    except Refusal as refusal:
        return {"legal": False, "code": refusal.code}
    after: State = game.step(state, seat, move, NoChance()).state
    return {"legal": True, "animals": {clan.code: clan.animals for clan in after.clans}}


_KINDS: dict[str, Callable[[AnyGame, Case], Answer]] = {
    "setup": _setup,
    "neutral": _neutral,
    "condition": _condition,
    "ranking": _ranking,
    "distribution": _distribution,
    "hunt_end": _hunt_end,
    "action": _action,
    "live": _live,
    "beats": _beats,
    "priority": _priority,
    "parse": _parse,
    "plan_check": _plan_check,
    "trade": _trade,
    "score": _score,
    "final": _final,
}
