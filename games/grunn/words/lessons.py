"""What somebody who has never played must know, when it first matters (guided matches)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.game import Ask
from games.core.seats import Seat
from games.core.text import Text, say
from games.grunn.choices import offer
from games.grunn.components import BOX, CARDS, KINDS, LANDS, Effect, Landscape
from games.grunn.grid import EDGES
from games.grunn.moves import Build, Canal, Develop
from games.grunn.rules.cards import is_useful
from games.grunn.scoring import canal_scores
from games.grunn.state import Phase, Player, State, new_tile
from games.grunn.view import View
from games.grunn.words.names import edge_side, kind_name, land_name, piece_name

FIRST = 4
"""For so many turns there are lessons; half-time and the last turn but one have theirs."""


def lessons(view: View, ask: Ask) -> Iterator[Text]:
    """Yield what is new for the player asked at this decision, most important first."""
    state = view.state
    if state.phase is Phase.ARRANGE:
        yield from () if state.players[ask.seat].tiles else _tell_beginning(state, ask.seat)
    elif state.phase is Phase.TURN:
        player = state.players[ask.seat]
        if not state.stage.pair:
            yield from _tell_choice(view, player)
        elif player.turns < FIRST:
            waiting = Develop in ask.verbs and bool(list(offer(view, Develop, {})))
            yield from _tile(state, player, waiting=waiting)
            yield from _card(state, player)
            yield from _construction(view, player, waiting=waiting)


def _tell_beginning(state: State, seat: Seat) -> Iterator[Text]:
    """Who one is, how to win, and what the tiles dealt score."""
    player = state.players[seat]
    facts = state.facts
    long, short = facts.frame.long_side_max, facts.frame.short_side_max
    yield say("grunn.lesson.goal", seat=seat, turns=facts.turns_each, long=long, short=short)
    yield say("grunn.lesson.arrange", tiles=len(player.dealt))
    yield from (_land(state, kind) for kind in {KINDS[kind].landscape: kind for kind in player.dealt}.values())


def _land(state: State, kind: str) -> Text:
    """Return what a landscape is good for."""
    land, scoring = KINDS[kind].landscape, BOX.scoring
    told = f"grunn.lesson.land.{land}"
    match land:
        case Landscape.WADDEN:
            return say(told, points=scoring.grass.per_tile, bonus=scoring.grass.bonus_first)
        case Landscape.DOLLARD:
            return say(
                told, **{name: scoring.grain.table[size] for size, name in enumerate(("one", "two", "three"), 1)}
            )
        case Landscape.BOG:
            return say(told, points=scoring.bog.per_tile_of_longest_line)
        case Landscape.FOREST:
            facts = LANDS[land]
            return say(told, payout=facts.payout or 0, income=facts.income_per_turn_when_developed)
        case Landscape.MARSH:
            return say(told, around=state.options.marsh_neighbours)
        case Landscape.RIDGE:
            return say(told, points=KINDS[kind].arrow_points, arrows=len(KINDS[kind].arrows))


def _tell_choice(view: View, player: Player) -> Iterator[Text]:
    """What the pool offers, and how far the match is."""
    state = view.state
    turns = state.facts.turns_each
    if player.turns == 0:
        yield say("grunn.lesson.pool", ducats=player.ducats)
        yield say("grunn.lesson.cards")
    elif player.turns == 1:
        ducats, behind = max((pair.ducats, -at) for at, pair in enumerate(state.pool, 1))
        if ducats:
            yield say("grunn.lesson.found", pair=-behind, ducats=ducats)
        yield say("grunn.lesson.points", bonus=BOX.scoring.grass.bonus_first)
    elif player.turns == 2:
        yield say("grunn.lesson.ahead")
    elif player.turns == turns // 2:
        yield say("grunn.lesson.half")
    elif player.turns == turns - 2:
        yield say("grunn.lesson.last", ducats=player.ducats)


def _tile(state: State, player: Player, *, waiting: bool) -> Iterator[Text]:
    """Where the tile may go, at first; and what its landscape is good for, if none lay there before."""
    stage = state.stage
    land = KINDS[stage.tile].landscape
    if not stage.laid and player.turns == 0:
        frame = state.facts.frame
        tile = kind_name(stage.tile)
        yield say("grunn.lesson.place", tile=tile, long=frame.long_side_max, short=frame.short_side_max)
    if stage.laid and (waiting or stage.built):
        return
    if all(tile.facts.landscape != land for cell, tile in player.tiles.items() if cell != stage.laid):
        yield _land(state, stage.tile)


def _card(state: State, player: Player) -> Iterator[Text]:
    """What the card does: developing in the first turn, all else whenever it comes."""
    stage = state.stage
    card = CARDS[stage.card]
    if (stage.used and card.effect is not Effect.DUCATS) or stage.built:
        return
    if card.effect is not Effect.DEVELOP:
        if card.effect is not Effect.DUCATS or not stage.laid:
            yield say(f"grunn.lesson.card.{card.effect}", ducats=card.ducats)
    elif player.turns == 0:
        tiles = player.tiles if stage.laid else {**player.tiles, "": new_tile(stage.tile)}
        told = "forest" if card.landscape == Landscape.FOREST else "develop"
        told = told if is_useful(tiles, stage.card) else "idle"
        income = LANDS[Landscape.FOREST].income_per_turn_when_developed
        yield say(f"grunn.lesson.card.{told}", land=land_name(card.landscape or "any"), income=income)


def _construction(view: View, player: Player, *, waiting: bool) -> Iterator[Text]:
    """What can be built, until something was; what a canal is for, until there is one."""
    state = view.state
    if not state.stage.laid:
        return
    if state.stage.built:
        if player.turns == 0:
            yield say("grunn.lesson.done")
        return
    canals = [choice for choice in offer(view, Canal, {}) if canal_scores(EDGES[str(choice.value)], player.tiles)]
    built = any(tile.built for tile in player.tiles.values())
    if not built:
        yield from _tell_building(view, player, waiting=waiting)
    if canals and not player.canals:
        edge = edge_side(str(canals[0].value))
        yield say("grunn.lesson.canal", edge=edge, ducats=BOX.canal.cost, points=BOX.canal.points)


def _tell_building(view: View, player: Player, *, waiting: bool) -> Iterator[Text]:
    """The dearest building that can be paid; else the cheapest site to save for; else how a site comes about."""
    affordable = next(iter(offer(view, Build, {})), None)
    sites = [(tile.facts.building, cell) for cell, tile in player.tiles.items() if tile.is_site]
    named = [(building, cell) for building, cell in sites if building is not None]
    if affordable is not None:
        cell = str(affordable.value)
        building = next(building for building, at in named if at == cell)
        told = "grunn.lesson.build"
    elif named:
        building, cell = min(named, key=lambda each: each[0].cost)
        told = "grunn.lesson.save"
    else:
        if player.turns == 0 and not waiting:
            yield say("grunn.lesson.nothing")
        return
    piece = piece_name(building.id)
    yield say(told, piece=piece, cell=cell, cost=building.cost, points=building.points, ducats=player.ducats)
