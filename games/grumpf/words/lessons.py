"""What a guided match teaches: hunt 1 decision by decision, and after it what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.game import Ask
from games.core.seats import TABLE
from games.core.text import Text, raw, say
from games.grumpf.components import BOARDS, SPECIES
from games.grumpf.results import division_of
from games.grumpf.rules.planning import steps_made
from games.grumpf.state import Clan, Phase, State
from games.grumpf.view import View, board_of
from games.grumpf.words.describe import condition_name, count_animals
from games.grumpf.words.names import board_name, clan_mark, clan_name


def lessons(view: View, ask: Ask) -> tuple[Text, ...]:
    """Return what matters first at this decision."""
    state = view.state
    if ask.seat == TABLE:
        return ()
    match state.phase:
        case Phase.VOLLEY:
            return tuple(_teach_plan(view, ask))
        case Phase.READY | Phase.VOTE:
            return tuple(_before(state, ask))
        case Phase.HUNT if state.round == 1:
            return (say("grumpf.lesson.live_keys"),)
        case Phase.TRADE:
            return (say("grumpf.lesson.trade"),)
    return ()


def _teach_plan(view: View, ask: Ask) -> Iterator[Text]:
    """Yield what to know for the next step of a plan; by hunt, volley and the steps that stand already."""
    state = view.state
    clan = state.clans[ask.seat]
    at = (state.round, state.volleys.index(state.volley) + 1, len(steps_made(clan)))
    if at == (1, 1, 0):
        yield from _teach_start(state, clan)
        yield say("grumpf.lesson.plan")
        yield say("grumpf.lesson.keys", board=_richest(state), letter=_richest_code(state))
    elif at == (1, 1, 1):
        yield from _conditions(view)
    elif at == (1, 1, 2):
        yield say("grumpf.lesson.early")
    elif at == (1, 1, 3):
        yield say("grumpf.lesson.submit", last=state.volley[1])
    elif at[:2] == (1, 2):
        yield from _second(state, clan, at[2])
    elif at == (1, 3, 0):
        yield from _last(view)
    elif at == (2, 1, 0):
        yield from _afterwards(state, ask)
    elif at == (2, 1, 1) and any(state.side(code).effect == "sorcerer_tile" for code in BOARDS):
        yield say("grumpf.lesson.tile")


def _before(state: State, ask: Ask) -> Iterator[Text]:
    """Yield what to know before a live hunt, while there is time to read."""
    if not state.round or (state.round == 1 and state.set):
        yield from _teach_start(state, state.clans[ask.seat])
        yield say("grumpf.lesson.condition")
        yield say("grumpf.lesson.live")
    elif state.round == 1:
        yield from _afterwards(state, ask)


def _teach_start(state: State, clan: Clan) -> Iterator[Text]:
    yield say("grumpf.lesson.you", mark=clan_mark(clan.code), clan=clan_name(clan.code), code=clan.code)
    yield say("grumpf.lesson.goal", rounds=state.rounds)


def _conditions(view: View) -> Iterator[Text]:
    """Yield when boards yield their Animals and to whom, by the one with most of them."""
    state = view.state
    code = _richest_code(state)
    sight = next(each for each in board_of(view).boards if each.code == code)
    yield say("grumpf.lesson.condition")
    condition = condition_name(sight)
    yield say("grumpf.lesson.example", board=board_name(code), count=sight.animals, condition=condition)
    awards = raw(", ".join(map(str, sight.awards)))
    yield say("grumpf.lesson.awards", awards=awards)
    if state.neutral:
        yield say("grumpf.lesson.neutral")


def _second(state: State, clan: Clan, made: int) -> Iterator[Text]:
    """Yield clubs and huts at the second volley, then guards and alternatives."""
    if not made:
        if clan.failed:
            yield say("grumpf.lesson.failed")
        if clan.clubs:
            yield say("grumpf.lesson.club", count=clan.clubs)
        what = "hut_alone" if state.neutral else "hut"
        yield say(f"grumpf.lesson.{what}", beat=state.options.huts_from, count=state.huts)
    elif made == 1:
        yield say("grumpf.lesson.careful")


def _last(view: View) -> Iterator[Text]:
    """Yield what the last volley of a hunt decides, and which boards would yield nothing as they stand."""
    yield say("grumpf.lesson.last")
    unmet = tuple(board_name(each.code) for each in board_of(view).boards if each.met is False and each.animals)
    if unmet:
        yield say("grumpf.lesson.unmet", boards=unmet)


def _afterwards(state: State, ask: Ask) -> Iterator[Text]:
    """Yield what the first hunt brought, and what would bring most in the next."""
    clan = state.clans[ask.seat]
    has = count_animals(clan.animals)
    if has:
        yield say("grumpf.lesson.won", animals=has, points=division_of(clan).points)
    else:
        yield say("grumpf.lesson.won_nothing")
    yield say("grumpf.lesson.stays")
    lacking = tuple(board_name(code) for code in SPECIES if not clan.animals.get(code))
    if has and lacking:
        yield say("grumpf.lesson.lacking", boards=lacking, count=len(lacking))


def _richest_code(state: State) -> str:
    return max(SPECIES, key=lambda code: state.lying.get(code, 0))


def _richest(state: State) -> Text:
    return board_name(_richest_code(state))
