"""Every command in every kind of place: a server with the bot, its direct messages, others', a server without it."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator

from tests.standin.client import Control, NotPossible, Outcome
from tests.standin.command_limits import Option
from tests.standin.wire import Obj
from tests.wire.test_outside import FOREIGN, GROUP, control

__all__ = ["control"]

PLACES = {"server": "tables", "direct": "dm:user1", "group": GROUP, "foreign": FOREIGN}
WORDS = {"match": "1", "until": "2d", "starts": "2d", "line": "x", "game": "grunn"}
"""What is typed for an option of words, by its name."""
BAD = ("Something went wrong", "can't be used like this")
OF_A_SERVER = ("this server", "the matches here", "No match is being played here")
"""What makes no sense where there is no server."""
ABOUT = "This command is about a server that has Longtable. Use it there."
NEEDS_SERVER = {"match join", "match seat open", "match seat replace", "my notify server", "ratings results"} | {
    "watch match",
    "watch now",
}
OPEN_HERE = ("direct", "match join")
"""Their own open match may be meant there, or not, depending on what came first."""
OF_SERVERS = {"find", "settings", "setup", "staff", "tournament"}
SLASH = 1


def leaves(command: Obj) -> Iterator[tuple[str, list[Obj]]]:
    """Every command that can be typed, with its options."""
    branches = [option for option in command.get("options") or () if option["type"] <= Option.GROUP]
    if not branches:
        yield command["name"], list(command.get("options") or ())
    for branch in branches:
        for name, options in leaves(branch):
            yield f"{command['name']} {name}", options


def filled(options: list[Obj]) -> tuple[dict[str, str], dict[str, Obj]]:
    """Something for each option that is required: words and files."""
    words, files = {}, {}
    for option in options:
        if not option.get("required"):
            continue
        name, kind = option["name"], option["type"]
        if kind == Option.ATTACHMENT:
            files[name] = {"filename": "a.txt", "data": base64.b64encode(b"hello").decode()}
        elif option.get("choices"):
            words[name] = str(option["choices"][0]["value"])
        elif kind == Option.USER:
            words[name] = "user2"
        elif kind == Option.INTEGER:
            words[name] = str(option.get("min_value") or 1)
        elif kind == Option.BOOLEAN:
            words[name] = "true"
        elif kind == Option.STRING:
            words[name] = WORDS.get(name, "Some words")
        else:
            words[name] = "tables"
    return words, files


async def use(control: Control, place: str, line: str, options: list[Obj]) -> Outcome | None:
    """What becomes of a command in a place; None where it isn't offered."""
    words, files = filled(options)
    try:
        return await control.interact(
            "user1", PLACES[place], f"/{line}", options=words, files=files, wait_s=5, settle_ms=0
        )
    except NotPossible as why:
        if "There is no command" not in str(why):
            raise
        return None


async def walk(control: Control, place: str, lines: dict[str, list[Obj]]) -> dict[str, Outcome | None]:
    """Use every command in a place, one after the other."""
    return {line: await use(control, place, line, options) for line, options in lines.items()}


def faults(outcome: Outcome, place: str) -> list[str]:
    """What is wrong with an answer."""
    if outcome.modal is not None:
        return []
    found = [*outcome.refusals]
    if len(outcome.messages) != 1:
        return [*found, f"{len(outcome.messages)} messages"]
    message = outcome.message
    text = message.text.replace("isn't a member of this server", "")
    found += [words for words in BAD if words in text]
    found += [words for words in OF_A_SERVER if place != "server" and words in text]
    found += ["nothing is said"] * (not text.strip()) + ["it still thinks"] * message.loading
    return found + ["others see it"] * (not message.ephemeral)


async def test_every_command_answers_in_every_kind_of_place(control: Control) -> None:
    """
    Each is offered where its table says, and answers there in private with a sentence that fits the place; nothing is
    posted where the bot is no member, and all matches are still there.
    """
    for place, line in (
        ("tables", "/match new game:grunn seats:2"),
        ("dm:user1", "/play game:grunn level:easy"),
        ("tables", "/match new game:grunn seats:3"),
    ):
        await control.interact("user1", place, line)
    await control.interact("user2", "tables", "/match join match:1")
    typed = [one for one in (await control.world("commands"))["commands"] if (one.get("type") or SLASH) == SLASH]
    lines = dict(leaf for command in typed for leaf in leaves(command))
    came = dict(zip(PLACES, await asyncio.gather(*(walk(control, place, lines) for place in PLACES)), strict=True))
    offered = {place: {line for line, outcome in found.items() if outcome} for place, found in came.items()}
    wrong = {
        (place, line): faults(outcome, place)
        for place, found in came.items()
        for line, outcome in found.items()
        if outcome
    }
    refused = {
        place: {
            line for line, outcome in found.items() if outcome and outcome.messages and ABOUT in outcome.message.text
        }
        for place, found in came.items()
    }
    requests = [entry for entry in await control.requests(limit=5000) if entry["status"] >= 400]
    kept = [(await control.interact("user1", GROUP, f"/match show match:{n}")).message.text for n in (1, 2, 3)]

    assert {} == {key: found for key, found in wrong.items() if found}
    assert offered["server"] == set(lines)
    assert {"direct": OF_SERVERS, "group": OF_SERVERS, "foreign": OF_SERVERS} == {
        place: {line.split()[0] for line in set(lines) - found} for place, found in offered.items() if place != "server"
    }
    assert {
        "server": set(),
        "direct": NEEDS_SERVER - {"match join"},
        "group": NEEDS_SERVER,
        "foreign": NEEDS_SERVER,
    } == refused
    assert [] == [(entry["method"], entry["path"], entry["status"]) for entry in requests]
    assert [] == [
        message.text for place in (GROUP, FOREIGN) for message in await control.messages(place) if not message.ephemeral
    ]
    assert [f"### Grunn #{n}" for n in (1, 2, 3)] == [text.splitlines()[0] for text in kept]
