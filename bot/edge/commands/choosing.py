"""Asking which match is meant: a button or a line of a menu for each; pressed, the command runs on that match."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from discord import app_commands

from bot.app.views.targets import Candidate
from bot.edge import limits
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles, read_as, read_number
from bot.edge.interactions.responder import Responder, Sentence
from bot.edge.messages.builder import Button, MessageBuilder, Option, Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment, name_players, players_note
from bot.edge.messages.places import name_line
from bot.edge.words import _, escape_markdown, join_list
from db.ids import MatchId
from games.core.contract import AnyGame

MATCH = "match"
"""The option that names a match."""
MOST_NUMBERS = 10
"""Matches named in one sentence."""
MOST_CARRIED = 66
"""Characters of a custom id that are left for the command and its options."""

Command = app_commands.Command[Any, Any, Any]

RENAMED: Mapping[str, str] = {
    **{name: f"match {name}" for name in ("history", "redo", "replay", "since", "undo")},
    **{f"host {name}": f"match host {name}" for name in ("end", "extend", "remove")},
    **{f"match {name}": f"match seat {name}" for name in ("computer", "offer", "replace", "vote")},
    **{f"notes {name}": f"my notes {name}" for name in ("add", "clear", "set", "show")},
    **{f"pause {name}": f"match pause {name}" for name in ("agree", "end", "propose", "refuse")},
    **{f"plan {name}": f"my plan {name}" for name in ("add", "clear", "list", "move")},
    "back": "match seat back",
    "match announce": "match host announce",
    "match export": "match file export",
    "match host": "match host change",
    "notify match": "my notify match",
}
"""Commands about a match that had another name up to release 0.2: a button made then still carries that."""


class ChooseFirst(Sentence):
    """A command that does not say what it is about; ``hint``: what completion of its other options offers meanwhile."""

    def __init__(self, words: str, *, hint: str) -> None:
        """Take the sentence of the answer."""
        super().__init__(words)
        self.hint = hint


class Several(ChooseFirst):
    """More than one match may be meant; ``found`` are those, best first."""

    def __init__(self, found: tuple[Candidate, ...]) -> None:
        """Name them."""
        shown = [f"#{one.line.match}" for one in found[:MOST_NUMBERS]]
        numbers = join_list([*shown, "…"] if len(found) > MOST_NUMBERS else shown, either=True)
        words = _("This could mean several matches. Choose one with the `match:` option: {numbers}.", numbers=numbers)
        super().__init__(words, hint=_("First choose a match with match: {numbers}", numbers=numbers))
        self.found = found


@dataclass(frozen=True, slots=True)
class Rerun:
    """How a command runs once more; ``queue``: it waits for the presses of its match before it."""

    run: Callable[[Interaction, Mapping[str, Any]], Awaitable[Post]]
    queue: bool


def which_post(responder: Responder, several: Several, command: str, given: Mapping[str, Any]) -> Post:
    """Return the question: the matches in words, and a way to each where the command fits into custom ids."""
    found = several.found[: limits.SELECT_OPTIONS]
    builder = MessageBuilder().say(_("### Which match do you mean?"))
    builder.say("\n".join(_line(responder.games, one) for one in found), most=3000)
    more = len(several.found) - len(found)
    if more:
        builder.say(
            _(
                "-# {n, plural, one {# more match fits. To choose it, use `match:`.} other {# more matches fit. "
                "To choose one of them, use `match:`.}}",
                n=more,
            )
        )
    carried = _write_command(command, given)
    if carried is None:
        return builder.say(_("Run the command again with the `match:` option.")).post()
    if len(found) <= limits.ROW_BUTTONS:
        ways = [
            (Press(verb=ButtonAction.WHICH, match=one.line.match, value=carried), label(responder.games, one))
            for one in found
        ]
        return builder.buttons([Button(press, words) for press, words in ways]).post()
    options = [
        Option(str(one.line.match), label(responder.games, one), players_note(name_players(one.line, one.line.names)))
        for one in found
    ]
    return builder.select(
        Press(verb=ButtonAction.WHICH, value=carried), options, placeholder=_("Choose a match")
    ).post()


def label(games: Mapping[str, AnyGame], one: Candidate) -> str:
    """Return a match in few words: "#142 Grunn"."""
    return f"#{one.line.match} {games[one.line.game].spec.title}"


def _line(games: Mapping[str, AnyGame], one: Candidate) -> str:
    names = ", ".join(map(escape_markdown, name_players(one.line, one.line.names)))
    turn = " · " + _("**your turn**") if one.line.yours else ""
    due = f" {moment(one.line.due)}" if one.line.due is not None and one.line.yours else ""
    return f"{name_line(label(games, one), one.line)} · {names}{turn}{due}"


def _write_command(command: str, given: Mapping[str, Any]) -> str | None:
    """Write a command and its options; None for what is too long, or no text, number or truth value."""
    values = {name: value for name, value in given.items() if name != MATCH}
    if not all(isinstance(value, str | int | bool) for value in values.values()):
        return None
    written = command + (json.dumps(values, ensure_ascii=False, separators=(",", ":")) if values else "")
    return written if len(written) <= MOST_CARRIED else None


def _read(carried: str) -> tuple[str, dict[str, Any]]:
    """Read what ``_write_command`` wrote; raises ValueError for anything else."""
    command, brace, values = carried.partition("{")
    given = json.loads(brace + values) if brace else {}
    if not all(isinstance(value, str | int | bool) for value in given.values()):
        raise ValueError(carried)
    return command, given


async def run_queued(
    responder: Responder, interaction: Interaction, rerun: Rerun, match: MatchId, given: Mapping[str, Any]
) -> Post:
    """Run a command on a match, after the presses before it."""
    filled = {**given, MATCH: str(match)}
    if not rerun.queue:
        return await rerun.run(interaction, filled)
    async with responder.queue(match, interaction):
        return await rerun.run(interaction, filled)


@handles(ButtonAction.WHICH)
async def _choose(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    name, given = read_as(_read, press.value)
    found: Any = interaction.client.tree  # type: ignore[attr-defined]  # our client has one
    for part in RENAMED.get(name, name).split():
        found = found.get_command(part) if hasattr(found, "get_command") else None
        if found is None:
            raise explain_outdated()
    if not isinstance(found, app_commands.Command) or "rerun" not in found.extras:
        raise explain_outdated()
    match = MatchId(press.match or read_number(chosen or ""))
    return await run_queued(responder, interaction, found.extras["rerun"], match, given)
