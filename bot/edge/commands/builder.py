"""Making slash commands from data; ``bot.edge.commands.choosing`` finds the match that a command is about."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.app.match.records import MatchLine, Suggestion, Suggestions
from bot.app.runtime.completion import Overtaken
from bot.app.views.lists import names_match
from bot.app.views.targets import ANY, Candidate, Role, Target, find_targets, resolve
from bot.edge import limits
from bot.edge.commands.choosing import MATCH, ChooseFirst, Rerun, Several, run_queued, which_post
from bot.edge.interactions import Interaction
from bot.edge.interactions.outside import guild_here
from bot.edge.interactions.responder import Responder, Sentence, actor, make_sees, place, staff_of
from bot.edge.messages.builder import Post
from bot.edge.messages.formatting import name_players, words_for
from bot.edge.words import _, join_list, language
from db.engine.errors import StoreError
from db.ids import MatchId
from games.core.errors import Refusal
from games.core.input.visible import strip_invisible

Choice = app_commands.Choice[str]
Given = Mapping[str, Any]
"""Options as Discord hands them over, by name; those left out are absent."""
Run = Callable[[Interaction, Given], Awaitable[Post]]
Complete = Callable[[Interaction, str], Awaitable[Sequence[tuple[str, str]]]]
"""From what is typed to (label, value)."""
Command = app_commands.Command[Any, Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a command; ``type`` is str, int (within ``least`` and ``most``), bool or discord.User."""

    name: str
    what: str | app_commands.locale_str
    type: Any = str
    required: bool = False
    choices: tuple[tuple[str | app_commands.locale_str, str], ...] = ()
    complete: Complete | None = None
    shown: str = ""
    """How it is called in Discord, where that is no name in Python."""
    least: int | None = None
    most: int | None = None
    longest: int = limits.CHOICE_VALUE
    """Characters typed beyond which nothing is completed: no choice of Discord's could hold them."""

    def expect(self, value: object) -> None:
        """Raise Sentence for a value that is none of the choices: Discord offers no other, some clients send one."""
        if value is None or not self.choices or value in dict(self.choices).values():
            return
        labels = join_list((f"“{label}”" for label, _value in self.choices), either=True)
        typed, name = limits.cut(str(value), 40), self.shown or self.name
        raise Sentence(
            _(
                "“{typed}” isn't a choice for `{name}:`. Choose one of these: {labels}.",
                typed=typed,
                name=name,
                labels=labels,
            )
        )

    def parameter(self) -> inspect.Parameter:
        """Return it as discord.py reads it from a function's signature."""
        kind = self.type
        if kind is int and self.least is not None and self.most is not None:
            kind = app_commands.Range[int, self.least, self.most]
        default = inspect.Parameter.empty if self.required else None
        annotation = kind if self.required else kind | None if isinstance(kind, type) else _optional(kind)
        return inspect.Parameter(self.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _optional(kind: Any) -> Any:  # noqa: ANN401  # a Range is no type to the checker
    return kind | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Handling:
    """How a command is answered.

    ``queue``: it may change the match named by ``match:``, so it waits for the presses before it. ``alone`` (and no
    ``queue``): it takes long, and nothing in its channel waits for it. ``cost``: how many requests it counts as
    (``bot.edge.interactions.rate_limits``): 0 for what is only read, in words; more for what takes long.
    """

    queue: bool = True
    alone: bool = False
    cost: int = 1


QUEUED = Handling()
UNQUEUED = Handling(queue=False)
READ = Handling(queue=False, cost=0)
"""What is only read, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    """What a command is called, what it does in a few words, the matches it makes sense on, and how it is answered."""

    name: str
    what: str | app_commands.locale_str
    target: Target = ANY
    handling: Handling = QUEUED


def _description(what: str | app_commands.locale_str) -> str | app_commands.locale_str:
    """Return it so that Discord takes it."""
    return limits.cut(what, limits.COMMAND_DESCRIPTION) if isinstance(what, str) else what


def build_command(responder: Responder, spec: CommandSpec, *, run: Run, options: Sequence[Option] = ()) -> Command:
    """Return a command that answers in private with what ``run`` returns."""
    handling = spec.handling
    queue = handling.queue
    rerun = Rerun(run, queue)

    async def callback(interaction: Interaction, /, **given: object) -> None:
        filled = {name: visible_value(value) for name, value in given.items() if value is not None}
        typed = str(filled.get(MATCH, ""))
        match = int(typed) if queue and typed.isdecimal() and len(typed) < 16 else None

        async def work() -> Post:
            for option in options:
                option.expect(filled.get(option.name))
            try:
                if match is not None or not queue:
                    return await run(interaction, filled)
                meant = await resolve_match(responder, interaction, typed)
                return await run_queued(responder, interaction, rerun, meant, filled)
            except Several as several:
                return which_post(responder, several, built.qualified_name, filled)

        await responder.answer(interaction, work, match=match, alone=handling.alone, cost=handling.cost)

    _declare(callback, options)
    what = _description(spec.what)
    built: Command = app_commands.Command(name=spec.name, description=what, callback=callback)
    built.extras.update(target=spec.target, rerun=rerun)
    for option in options:
        if option.complete is not None:
            built.autocomplete(option.name)(_completer(responder, option))
    return built


def _declare(callback: Any, options: Sequence[Option]) -> None:  # noqa: ANN401  # a function and what is hung on it
    """Tell discord.py what options a command's callback takes."""
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    callback.__signature__ = inspect.Signature(  # what inspect.signature reads
        [first, *(option.parameter() for option in options)]
    )
    described = {option.name: _description(option.what) for option in options}
    app_commands.describe(**described)(callback)
    app_commands.rename(**{option.name: option.shown for option in options if option.shown})(callback)
    fixed = {
        option.name: [app_commands.Choice(name=label, value=value) for label, value in option.choices]
        for option in options
        if option.choices
    }
    app_commands.choices(**fixed)(callback)


def visible_value(value: object) -> object:
    """Return what was given for an option; of words only what can be seen."""
    return strip_invisible(value) if isinstance(value, str) else value


def _completer(responder: Responder, option: Option) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]:
    """Return what completes an option: nothing for what is too long, and of each person only the newest.

    Where it is not said which match or tournament is meant, that is to be chosen first. Where something else is wrong
    with the rest of the command it stays silent; the command itself says what.
    """

    async def answer(interaction: Interaction, current: str, /) -> list[Choice]:
        typed, complete = strip_invisible(str(current)), option.complete
        if complete is None or len(typed) > option.longest:
            return []
        await responder.speak(interaction)
        try:
            found = await responder.services.completions.newest(
                interaction.user.id, lambda: complete(interaction, typed)
            )
        except ChooseFirst as unnamed:
            return choices([(unnamed.hint, limits.cut(typed.strip(), limits.CHOICE_VALUE) or "?")])
        except (Refusal, Sentence, StoreError, Overtaken):
            return []
        return choices(found)

    return answer


def choices(found: Sequence[tuple[str, str]]) -> list[Choice]:
    """Return what completion shows: at most 25, each within 100 characters; a value that is longer is left out."""
    fitting = [(label, value) for label, value in found if 0 < len(value) <= limits.CHOICE_VALUE]
    return [
        app_commands.Choice(name=limits.cut(strip_invisible(label).strip() or value, limits.CHOICE_NAME), value=value)
        for label, value in fitting[: limits.CHOICES]
    ]


def suggest(offered: Suggestions) -> list[tuple[str, str]]:
    """Return completions of the services as (label, value), with what follows; labels are plain text, not markdown."""
    words = words_for(offered.game, offered.names, plain=True)

    def tell(suggestion: Suggestion) -> str:
        label = words(suggestion.label)
        return label if suggestion.note is None else f"{label} ({words(suggestion.note)})"

    return [(tell(suggestion), suggestion.value) for suggestion in offered.found]


# --- Which match is meant ----------------------------------------------------------------------------------

WHICH_MATCH = _("Match number; only needed if several matches fit")


def match_option(responder: Responder) -> Option:
    """Return the option that names a match; it can be left out where only one can be meant."""
    return Option(name=MATCH, what=WHICH_MATCH, complete=partial(complete_match, responder))


async def complete_match(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Return the matches that the command makes sense on.

    Those left to choose from alone where several may be meant, and any of them by what is typed.
    """
    target, known = await _candidates(responder, interaction)
    left = resolve(known, target)
    shown = left if not typed.strip() and len(left) > 1 else find_targets(known, target)
    lines = (one.line for one in shown if names_match(one.line, typed, language()))
    return [(line_label(responder, line), str(line.match)) for line in lines]


def line_label(responder: Responder, line: MatchLine) -> str:
    """Return a match for completion: "#142 Grunn · Anna, Bram · your turn"."""
    names = ", ".join(name_players(line, line.names))
    turn = " · " + _("your turn") if line.yours else ""
    return f"#{line.match} {game_title(responder, line.game)} · {names}{turn}"


def game_title(responder: Responder, key: str) -> str:
    """Return the title of a game, or its key if it is not installed any more."""
    found = responder.games.get(key)
    return found.spec.title if found else key


async def resolve_match(responder: Responder, interaction: Interaction, typed: str = "") -> MatchId:
    """Return the match that a command is about: the one that is typed, else by ``targets.resolve``.

    Raises Several where more than one may be meant, Sentence where none fits, Refusal for one that is not near.
    """
    match = await _find_named(responder, interaction, typed) or await _resolve(responder, interaction)
    interaction.extras[MATCH] = match
    return match


async def resolve_match_so_far(responder: Responder, interaction: Interaction) -> MatchId:
    """Return the match that a command is about which is still being typed."""
    return await resolve_match(responder, interaction, getattr(interaction.namespace, MATCH, None) or "")


async def _find_named(responder: Responder, interaction: Interaction, typed: str) -> MatchId | None:
    number = typed.strip().lstrip("#")
    if not number:
        return None
    if not number.isdecimal() or len(number) > 15:
        raise Sentence(_("“{typed}” isn't a match number. Choose a match from the list.", typed=limits.cut(number, 40)))
    named, staff = MatchId(int(number)), staff_of(interaction) is not None
    user, where, sees = actor(interaction).user, place(interaction), make_sees(interaction)
    await responder.services.matches.expect_near(named, user, place=where, sees=sees, staff=staff)
    return named


async def _resolve(responder: Responder, interaction: Interaction) -> MatchId:
    target, known = await _candidates(responder, interaction)
    left = resolve(known, target)
    if len(left) == 1:
        return left[0].line.match
    if left:
        raise Several(left)
    if target.role in (Role.NEWCOMER, Role.SUBSTITUTE):
        guild_here(interaction)
    if place(interaction).guild is None:
        raise Sentence(
            _(
                "None of your matches fits this command. `/my matches` lists them, and `/play` opens one against the "
                "computer."
            )
        )
    if any(one.is_here for one in known):
        raise Sentence(
            _(
                "None of the matches here fit this command. `/my matches` lists your matches, and `/match list "
                "which:` lists this server's."
            )
        )
    raise Sentence(
        _("No match is being played here. Open one with `/match new`, or find one with `/match list which:`.")
    )


async def _candidates(responder: Responder, interaction: Interaction) -> tuple[Target, tuple[Candidate, ...]]:
    """The matches that the command makes sense on, and those there are."""
    command = interaction.command
    target: Target = command.extras.get("target", ANY) if isinstance(command, app_commands.Command) else ANY
    user, where = actor(interaction).user, place(interaction)
    return target, await responder.services.matches.candidates(where, user, target, sees=make_sees(interaction))
