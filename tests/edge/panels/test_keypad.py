"""Keys: a game's own layout of the private panel, pressed in the simulator (Grumpf L5.3, L5.4, M5)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import discord
from msgspec.structs import replace
from simcord.results import ResponseMessage

from bot.app.match.records import Advice, Offered
from bot.edge import limits
from bot.edge.panels.panel import EVERYTHING, Focus, offers_of, panel_post
from games.core.input.panel import open_draft
from games.core.registry import games
from games.core.running.play import TurnContext
from games.core.text import raw
from games.grumpf.components import CLUB, VALUES
from games.grumpf.moves import Step
from games.grumpf.state import State
from render.core.plates import Drawing
from tests.edge.payloads import components_of, texts
from tests.edge.table import Table, asked, controls, said, sit_down
from tests.edge.views import panel, positions

GRUMPF = games()["grumpf"]


def rows(panel: ResponseMessage) -> list[list[Mapping[str, Any]]]:
    """Return the rows of buttons."""
    return [
        list(part["components"])
        for part in panel.components[0]["components"]
        if part["type"] == 1 and part["components"][0]["type"] == 2
    ]


def key(panel: ResponseMessage, label: str) -> Mapping[str, Any]:
    """Return the button whose label begins so."""
    return next(one for row in rows(panel) for one in row if one["label"].startswith(label))


async def press(table: Table, seat: int, panel: ResponseMessage, label: str) -> None:
    """Press a key."""
    await table.members[seat].click(panel, custom_id=key(panel, label)["custom_id"])


async def state_of(table: Table) -> State:
    """Return where the match stands."""
    state = (await table.match()).require_position().state
    assert isinstance(state, State)
    return state


async def open_panel(table: Table, seat: int) -> ResponseMessage:
    """Press Play."""
    panel = (await table.press(seat, "play")).response
    assert panel is not None
    return panel


async def test_l5_3_a_live_hunt_by_keys(tmp_path: Path) -> None:
    """
    Two presses place a Grumpf, one places the next; a refusal stands below the keys, none of which has moved.
    """
    async with sit_down(tmp_path) as table:
        clock = table.stop_clock()
        await table.slash(0, "match new", game="grumpf", seats=2, options="mode=live, huts_after=30")
        await table.press(1, "join")
        for seat in (0, 1):
            await table.slash(seat, "move", line="ready")
        while (await state_of(table)).phase != "hunt":
            clock.forward(seconds=1)
            assert await table.application.services.scheduler.sweep()
        await table.work()
        panel = await open_panel(table, 0)
        assert [5, 5, 5, 1, 2, 2] == [len(row) for row in rows(panel)]

        clan = (await state_of(table)).clans[0]
        at, token = next((at, one) for at, one in enumerate(clan.hand) if clan.up[one] != "x")
        await table.members[0].click(panel, custom_id=rows(panel)[at // 5][at % 5]["custom_id"])
        await press(table, 0, panel, "M ")
        after = await state_of(table)
        assert token not in after.clans[0].hand
        following = (at + 1) % 8
        chosen = [one for row in rows(panel)[:2] for one in row if one["style"] == 1]
        assert [rows(panel)[following // 5][following % 5]["custom_id"]] == [one["custom_id"] for one in chosen]

        before = panel.components[0]["components"]
        shown = [one["label"] for row in rows(panel) for one in row]
        await press(table, 0, panel, "Hut")
        after_it = panel.components[0]["components"]
        assert [part["type"] for part in before] == [part["type"] for part in after_it]
        assert [one["label"] for row in rows(panel) for one in row] == shown
        assert "-# –" == before[-1]["content"]
        assert after_it[-1]["content"].startswith("-# ⚠️ Huts open")
        table.clean()


async def test_5_3_the_turn_message_has_a_button_for_each_marker(tmp_path: Path) -> None:
    """
    Green Town 5.3: one for each marker that can be announced; *Tour* opens the list of tours at once.
    """
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="greentown", seats=2)
        await table.press(1, "join")
        seat = asked(await table.match())[0].seat
        board = table.newest("play")
        parts = discord.ui.LayoutView.from_message(board).walk_children()
        labels = [part.label for part in parts if isinstance(part, discord.ui.Button)]
        assert ["Build", "Tour", "Build and Tour", "Build or Tour: build", "Build or Tour: tour"] == labels[-5:]
        mine = await table.members[seat].click(board, label="Tour")
        other = await table.members[1 - seat].click(board, label="Build")
        assert mine.response is not None
        tours = next(part for part in controls(mine.response.components) if part["custom_id"].endswith("|tour"))
        assert "1. Announce Tour" in texts(mine.response.components)
        assert tours["options"]
        assert "⚠️" in said(other)
        table.clean()


def test_m5_what_no_key_reaches_is_not_ringed() -> None:
    """
    The keys of a plan name faces, its list tokens too: the keys ring a token for each face, the list the whole hand.
    """
    position, _ = next(positions(GRUMPF, seats=2))
    ask = next(ask for ask in GRUMPF.asks(position.state) if Step in ask.verbs)
    draft = open_draft(TurnContext(GRUMPF, position.state, ask.seat, ask.id))
    shown = panel(GRUMPF, position, ask, draft, seats=2)
    (group,) = (group for group in shown.menu.groups if group.verb is Step)
    keyed = {choice.spot for choice in group.choices if str(choice.value)[:-1] in (*VALUES, CLUB)}
    hand = {choice.spot for choice in group.choices if choice.spot.startswith("hand:")}
    by_keys, by_list = ({each.spot for each in offers_of(shown, focus)} for focus in (EVERYTHING, Focus("step")))

    assert keyed == by_keys
    assert hand == by_list
    assert keyed < hand


def test_m5_what_is_small_in_the_news_is_marked_once() -> None:
    """
    All of what the turn before came to is small below the keys, its notation too.
    """
    position, _ = next(positions(GRUMPF, seats=2))
    ask = next(ask for ask in GRUMPF.asks(position.state) if Step in ask.verbs)
    draft = open_draft(TurnContext(GRUMPF, position.state, ask.seat, ask.id))
    shown = panel_post(panel(GRUMPF, position, ask, draft, seats=2), [], note="Your turn was made.\n-# Notation: `1>B`")

    assert "-# Your turn was made.\n-# Notation: `1>B`" in texts(components_of(shown))


def test_combinations_below_the_keys_leave_the_message_within_its_limit() -> None:
    """
    As many are shown as there is room for, the best first; nothing else is left out for them.
    """
    position, _ = next(positions(GRUMPF, seats=2))
    ask = next(ask for ask in GRUMPF.asks(position.state) if Step in ask.verbs)
    draft = open_draft(TurnContext(GRUMPF, position.state, ask.seat, ask.id))
    offered = tuple(Offered(key=f"k{at}", label=raw(f"Plan {at}"), worth=None, draft=()) for at in range(5))
    advice = Advice(combinations=offered, hint=raw("Hint"), taking=offered[0])
    shown = replace(panel(GRUMPF, position, ask, draft, seats=2), advice=advice)
    post = panel_post(shown, [Drawing(b"png", 1100, 700, "a board")] * 3)
    labels = [part.label for part in post.view.walk_children() if isinstance(part, discord.ui.Button)]

    assert limits.COMPONENTS >= sum(1 for _part in post.view.walk_children())
    assert {"Plan 0", "Rules", "Take it"} <= set(labels)


def test_m5_a_hint_comes_and_goes_below_the_keys() -> None:
    """
    A better one may come at any moment, and goes with the first press: no key moves under the finger.
    """
    position, _ = next(positions(GRUMPF, seats=2))
    ask = next(ask for ask in GRUMPF.asks(position.state) if Step in ask.verbs)
    draft = open_draft(TurnContext(GRUMPF, position.state, ask.seat, ask.id))
    bare = replace(panel(GRUMPF, position, ask, draft, seats=2), advice=Advice())
    advice = Advice(hint=raw("Hint"), taking=Offered(key="k", label=raw("Hint"), worth=None, draft=()))
    without, hinted = (
        components_of(panel_post(each, []))[0]["components"] for each in (bare, replace(bare, advice=advice))
    )
    (at,) = (at for at, part in enumerate(hinted) if part.get("content") == "💡 Hint")

    assert hinted[:at] == without[:at]
    assert "Clear" in [button["label"] for button in hinted[at - 1]["components"]]
    assert "Take it" == hinted[at + 1]["components"][0]["label"]


async def test_m5_a_plan_by_keys(tmp_path: Path) -> None:
    """
    Steps are put together stroke by stroke, a face begins the next one, and they are handed in with one still open.
    """
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="grumpf", seats=2)
        await table.press(1, "join")
        panel = await open_panel(table, 0)
        for label in ("5", "R", "? fits", "|", "4", "B", "x", "B", "! strongest", "Undo"):
            await press(table, 0, panel, label)
        told = texts(panel.components)
        assert "**1** place a 5 on Reptiles if it fits, else place a 4 on Bees · `5>R?|4>B`" in told
        assert "**2** use a club on … · `x*B …`" in told
        assert "If you submit now" not in told

        await press(table, 0, panel, "! strongest")
        assert "⚠️ If you submit now, you hold in beat 3." in texts(panel.components)

        await press(table, 0, panel, "Submit")
        await table.work()
        (turn,) = (await table.match()).require_position().sealed.values()
        assert ["5>R?|4>B", "x*B!"] == [move.text for move in turn if isinstance(move, Step)]
        table.clean()
