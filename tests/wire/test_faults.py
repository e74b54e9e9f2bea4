"""Trouble with single requests and with the gateway: the match goes on, and nothing is lost or told twice."""

from __future__ import annotations

import asyncio

import pytest

from tests.standin.client import Control
from tests.standin.wire import Obj
from tests.wire.bot import Bot
from tests.wire.players import Came
from tests.wire.troubles import NOTHING_WRONG, all_told, begun, left, play

POSTS = {"method": "POST", "path": "/channels/*/messages"}
EDITS = {"method": "PATCH", "path": "/channels/*/messages/*"}
ANSWERS = {"method": "PATCH", "path": "/webhooks/*/*/messages/*"}
CALLBACKS = {"method": "POST", "path": "/interactions/*/*/callback"}

REQUESTS: dict[str, Obj] = {
    "429 of one route": {"do": "429", **POSTS, "times": 2},
    "429 of everything": {"do": "429", **POSTS, "everywhere": True},
    "502 before a post took effect": {"do": "error", "status": 502, **POSTS},
    "502 after a post took effect": {"do": "error", "status": 502, "after": True, **POSTS},
    "503 before a post took effect": {"do": "error", "status": 503, **POSTS},
    "503 after a post took effect": {"do": "error", "status": 503, "after": True, **POSTS},
    "connection lost before a post took effect": {"do": "reset", **POSTS},
    "connection lost after a post took effect": {"do": "reset", "after": True, **POSTS},
    "a slow post": {"do": "slow", "delay_ms": 2500, **POSTS},
    "503 for a card or an old board": {"do": "error", "status": 503, **EDITS, "times": 2},
    "503 for an answer to a player": {"do": "error", "status": 503, **ANSWERS},
    "connection lost with an answer to a player": {"do": "reset", "after": True, **ANSWERS},
    "connection lost before an answer to a player took effect": {"do": "reset", **ANSWERS},
    "503 for an acknowledgement": {"do": "error", "status": 503, **CALLBACKS},
    "500 after an acknowledgement took effect": {"do": "error", "status": 500, "after": True, **CALLBACKS},
    "connection lost before an acknowledgement took effect": {"do": "reset", **CALLBACKS},
    "401 for a post": {"do": "error", "status": 401, **POSTS},
    "an unknown 400 for a post": {"do": "error", "status": 400, "code": 99999, **POSTS},
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("what", REQUESTS)
async def test_a_request_that_goes_wrong(control: Control, bot: Bot, *, what: str) -> None:
    """
    Whether or not it took effect, the match goes on; no acknowledged turn is lost, no board stands twice, and every
    player gets an answer.
    """
    match = await begun(control, bot, ["user1", "user2"])
    told = dict(REQUESTS[what])
    await control.http_fault(told.pop("do"), **told)
    made = await play(match, turns=3)
    await all_told(match, bot, held="card" in what)
    struck = (await control.world("faults"))["faults"]
    found = await left(match, bot)
    await control.fault("clear")

    assert made >= 3
    assert [] == struck
    assert [] == [user for user, answer in match.answers if answer.came is Came.UNKNOWN]
    assert NOTHING_WRONG == found


GATEWAY: dict[str, list[Obj]] = {
    "a socket cut": [{"kind": "drop"}],
    "a socket closed with 4000": [{"kind": "drop", "code": 4000}],
    "a session that cannot be resumed": [{"kind": "forget_sessions"}, {"kind": "drop"}],
    "an order to reconnect": [{"kind": "reconnect"}],
    "an invalid session": [{"kind": "invalid_session"}],
    "a gateway that is away": [{"kind": "deaf", "seconds": 1.5}, {"kind": "drop"}],
    "a gateway that is back and hangs up": [{"kind": "hang_up"}, {"kind": "deaf", "seconds": 1.5}, {"kind": "drop"}],
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("what", GATEWAY)
async def test_a_connection_that_goes_wrong(control: Control, bot: Bot, *, what: str) -> None:
    """
    The bot comes back by itself, what was pressed meanwhile is pressed again, and the match goes on.
    """
    match = await begun(control, bot, ["user3", "user4"])
    for told in GATEWAY[what]:
        fault = dict(told)
        await control.fault(fault.pop("kind"), **fault)
    await asyncio.sleep(0.2)
    await control.until_ready(seconds=60)
    made = await play(match, turns=3)

    assert made >= 3
    assert NOTHING_WRONG == await left(match, bot)


@pytest.mark.timeout(300)
async def test_every_interaction_delivered_twice(control: Control, bot: Bot) -> None:
    """
    A second delivery gets the first one's answer, and makes no second turn.
    """
    match = await begun(control, bot, ["user5", "user6"])
    await control.fault("double", times=1000)
    made = await play(match, turns=4)
    await control.fault("clear")

    assert made >= 4
    assert NOTHING_WRONG == await left(match, bot)
