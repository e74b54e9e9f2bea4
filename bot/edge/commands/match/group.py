"""``/match``: from the wish for a match to the rematch."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.app.clock.paces import DEFAULT, PRESETS, Late, NoPace, Pace, PerMove, with_grace, with_late
from bot.app.lobby.requests import LONGEST_GRACE
from bot.app.records import MatchRequest
from bot.app.views.targets import BOARD, DECLINE, HOSTING, JOIN, LEAVE, OPEN_HOST, OPEN_PLAYER, PLAYING, REMATCH
from bot.edge.commands.builder import (
    Command,
    Given,
    Option,
    Run,
    command,
    match_option,
    resolve_match,
)
from bot.edge.commands.listing import MINE, list_for
from bot.edge.commands.match.export import export_command, import_command
from bot.edge.commands.match.resign import Resigning
from bot.edge.commands.match.seats import Substitutes
from bot.edge.commands.match.starts import Starting
from bot.edge.commands.match.undo import undo_option
from bot.edge.commands.parameters import MOST_SEATS, complete_game, find_game, levels_of
from bot.edge.interactions.button_actions import history_for, receipt_post, rematch_for, score_for
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, key, person
from bot.edge.interactions.rights import find_opening
from bot.edge.messages.board import log_post
from bot.edge.messages.builder import Post
from bot.edge.messages.card import show_post
from bot.edge.messages.formatting import DAY, HOUR, LATE, clock_words, prose_of, told_words
from bot.edge.messages.lobby_forms import show, values_of
from bot.edge.words import N_, _, escape_markdown
from db.records import Status, TakeBack
from games.core.errors import Refusal
from games.core.game import AnyGame
from games.core.input.forms import read_values
from games.core.moves import FieldInfo, fields_of
from games.core.options import Terms, lacking

PACES: dict[str, float] = {
    N_("hour"): HOUR,
    N_("day"): DAY,
    N_("2 days"): 2 * DAY,
    N_("4 days"): 4 * DAY,
    N_("week"): 7 * DAY,
}
PRESET_NAMES: dict[str, str] = {
    "live": N_("live"),
    "brisk": N_("brisk"),
    "easy": N_("easy (usual)"),
    "slow": N_("slow"),
}


def match_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/match``."""
    group = app_commands.Group(name="match", description=_("Open, join, start, look up and leave matches"))
    files = (export_command(responder), import_command(responder))
    for built in (
        _new(responder),
        *_lobby(responder),
        *_lookups(responder),
        *Substitutes(responder).commands(),
        *files,
    ):
        group.add_command(built)
    return group


# --- Opening -----------------------------------------------------------------------------------------------


def game_option(responder: Responder) -> Option:
    """Return the option that names a game."""
    return Option(name="game", what=_("Which game"), required=True, complete=partial(complete_game, responder))


def pace_option(game: AnyGame | None = None) -> Option:
    """Return the option that names a clock rule; of a game with what it suggests."""
    presets = ((_("{name}: {pace}", name=_(PRESET_NAMES[key]), pace=clock_words(PRESETS[key])), key) for key in PRESETS)
    turns = ((_("{time} a turn", time=_(key)), key) for key in PACES)
    choices = (*presets, (_("no clock"), "none"), *turns)
    what = _("Time to think, the same for everybody")
    if game is not None:
        what = _("{what}; usual here: {n} hours a turn", what=what, n=game.spec.suggested_hours)
    return Option(name="pace", what=what, choices=choices)


def grace_option(game: AnyGame | None) -> Option:
    """Return the option for how long the match waits after a turn, so that a slip can be taken back."""
    what = _("Seconds in which a turn can be taken back before draws and the others' plans follow")
    suggested = 0 if game is None else game.spec.suggested_grace
    if suggested:
        what = _("Seconds to take a turn back before draws and others' plans follow; usual here: {n}", n=suggested)
    return Option(name="grace", what=what, type=int, least=0, most=LONGEST_GRACE)


def late_option() -> Option:
    """Return the option that says what happens when a player's time is up."""
    choices = tuple((_(what), late.value) for late, what in LATE.items())
    return Option(name="late", what=_("What happens when a player's time is up"), choices=choices)


def wish_options(responder: Responder, game: AnyGame | None) -> list[Option]:
    """Return what ``/match new`` and ``/<game> new`` ask for besides the game and its rule options."""
    levels = levels_of([game] if game else responder.games.values())
    numbers = game.spec.seats if game else (1, MOST_SEATS)
    options = [
        Option(name="seats", what=_("How many players"), type=int, least=min(numbers), most=max(numbers)),
        pace_option(game),
        undo_option(),
        grace_option(game),
        late_option(),
        Option(name="private", what=_("Only those you invite can join"), type=bool),
        Option(name="practice", what=_("Not rated; you may take several seats yourself"), type=bool),
        Option(name="starts", what=_("Announce the start: “tomorrow 20:00” or 2027-03-14 20:00 in your zone; “2d 4h”")),
    ]
    if levels:
        fills = tuple((level, level) for level in levels)
        options.append(Option(name="computer", what=_("Fill the free seats with computer players"), choices=fills))
    options += [Option(name=f"invite{n}", what=_("Keep a seat for this player"), type=discord.User) for n in (1, 2, 3)]
    return options


def read_wish(game: AnyGame, given: Given, *, options: dict[str, str | int | bool]) -> MatchRequest:
    """Return the wish that the options of a command say."""
    most = max(game.spec.seats)
    invited = [given[f"invite{n}"] for n in (1, 2, 3) if f"invite{n}" in given]
    seats = int(given.get("seats", max(2, len(invited) + 1) if most > 1 else 1))
    level = given.get("computer")
    free = seats - 1 - len(invited)
    return MatchRequest(
        game=game.spec.key,
        seats=seats,
        options=options,
        pace=_timed(given, alone=seats == 1),
        undo=TakeBack(given.get("undo", TakeBack.OWN)),
        private=bool(given.get("private", False)),
        practice=bool(given.get("practice", False)),
        invite=tuple(person(user) for user in invited),
        computers=(str(level),) * max(0, free) if level else (),
    )


def _timed(given: Given, *, alone: bool) -> Pace:
    """The clock rule with what happens when time is up; raises Sentence for the one without the other.

    Usually nobody is hurried in practice, or where nobody else plays (Grunn R16.7).
    """
    pace = read_pace(str(given.get("pace", "none" if given.get("practice") or alone else DEFAULT)))
    pace = with_grace(pace, int(given.get("grace", 0)))
    if "late" not in given:
        return pace
    if isinstance(pace, NoPace):
        raise Sentence(_("Without a clock no time is ever up: choose a pace too."))
    return with_late(pace, Late(given["late"]))


def read_pace(typed: str) -> Pace:
    """Return the clock rule by the name it has in the command."""
    if typed in PRESETS:
        return PRESETS[typed]
    return PerMove(seconds=PACES[typed]) if typed in PACES else NoPace()


def _new(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        game = find_game(responder, given["game"])
        wish = read_wish(game, given, options=read_options(given.get("options", "")))
        return await create(responder, interaction, wish, starts=str(given.get("starts", "")))

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        found = responder.games.get(str(getattr(interaction.namespace, "game", "")))
        return option_completions(offered_options(found, interaction, typed), typed) if found else []

    options = Option(name="options", what=_("Rule options as name=value, separated by commas"), complete=complete)
    return command(
        responder,
        "new",
        _("Open a match"),
        run=run,
        options=[game_option(responder), *wish_options(responder, None), options],
        queue=False,
    )


async def create(responder: Responder, interaction: Interaction, wish: MatchRequest, *, starts: str = "") -> Post:
    """Open the match; its card is posted in the channel. ``starts``: a time as typed, "" for none."""
    if starts:
        wish = replace(wish, starts=await responder.services.absences.moment(actor(interaction).user, starts))
    opening = await find_opening(responder, interaction, alone=wish.practice and not wish.invite)
    receipt = await responder.services.lobby.create(
        key(interaction), actor(interaction), place=opening.place, wish=wish
    )
    return await receipt_post(responder, interaction, receipt, notes=opening.notes)


def read_options(typed: object, given: Mapping[str, str | int | bool] = {}) -> dict[str, str | int | bool]:
    """Read ``name=value, name=value`` beside what is ``given`` already; raises Sentence for anything else."""
    found = dict(given)
    for part in filter(None, (part.strip() for part in str(typed).split(","))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise Sentence(
                _("“{part}” can't be read. Write a rule option as name=value.", part=escape_markdown(part[:60]))
            )
        if name.strip() in found:
            raise Sentence(
                _("“{name}” is given twice. Write each rule option once.", name=escape_markdown(name.strip()[:60]))
            )
        found[name.strip()] = value.strip()
    return found


def offered_options(game: AnyGame, interaction: Interaction, typed: str) -> list[FieldInfo]:
    """Return the rule options that have an effect beside all that has been typed so far of a command."""
    namespace = interaction.namespace
    words = dict(part.split("=", 1) for part in re.split(r"\s*,\s*", typed.strip()) if "=" in part)
    words |= {name: show(value) for name, value in namespace if value is not None}
    kind = game.spec.options
    values: dict[str, Any] = {}
    for info in fields_of(kind):
        with suppress(Refusal):
            values |= read_values(kind, {info.name: words.get(info.name, "")})
    seats, pace = getattr(namespace, "seats", None), getattr(namespace, "pace", None)
    clock = pace != "none" if pace else not (seats == 1 or getattr(namespace, "practice", None))
    terms = Terms(seats=seats if isinstance(seats, int) else 0, clock=clock)
    return [info for info in fields_of(kind) if lacking(kind(**values), info, terms) is None]


def option_completions(infos: Sequence[FieldInfo], typed: str) -> list[tuple[str, str]]:
    """Return completions of the last ``name=value`` of a list; of a number of many values its usual one."""
    before, comma, last = typed.rpartition(",")
    head = f"{before}{comma} " if comma else ""
    words = [
        (f"{info.name}={value}", info.field.what)
        for info in infos
        for value in values_of(info) or (show(info.default),)
    ]
    return [(f"{word} · {what}", head + word) for word, what in words if last.strip() in word]


# --- Lobby -------------------------------------------------------------------------------------------------


def _lobby(responder: Responder) -> list[Command]:
    def simple(call: str) -> Run:
        async def run(interaction: Interaction, given: Given) -> Post:
            match = await resolve_match(responder, interaction, given)
            service = responder.services.matches if call == "withdraw" else responder.services.lobby
            receipt = await getattr(service, call)(key(interaction), actor(interaction), match=match)
            return await receipt_post(responder, interaction, receipt)

        return run

    async def add(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        receipt = await responder.services.lobby.add_computer(
            key(interaction), actor(interaction), match=match, level=str(given.get("level", "easy"))
        )
        return await receipt_post(responder, interaction, receipt)

    async def invite(interaction: Interaction, given: Given) -> Post:
        match, keep = await resolve_match(responder, interaction, given), bool(given.get("keep", True))
        who, users = actor(interaction), [person(given["player"])]
        receipt = await responder.services.lobby.invite(key(interaction), who, match=match, users=users, keep=keep)
        return await receipt_post(responder, interaction, receipt)

    async def host(interaction: Interaction, given: Given) -> Post:
        match, to = await resolve_match(responder, interaction, given), person(given["player"]).user
        receipt = await responder.services.lobby.hand_over(key(interaction), actor(interaction), match=match, to=to)
        return await receipt_post(responder, interaction, receipt)

    one = [match_option(responder)]
    player = Option(name="player", what=_("Who"), type=discord.User, required=True)
    levels = tuple((level, level) for level in levels_of(responder.games.values()))
    level = Option(name="level", what=_("How well it plays"), choices=levels)
    leave, ready = _("Give your seat back before the start"), _("Say that you are ready for the start")
    withdraw, cancel = _("Take back a turn submitted in secret"), _("Cancel a match before it starts")
    keep = Option(name="keep", what=_("Keep a seat free for this player (usual)"), type=bool)
    ask = _("Ask somebody to join")
    return [
        command(responder, "join", _("Take a seat"), run=simple("join"), options=one, target=JOIN),
        command(responder, "leave", leave, run=simple("leave"), options=one, target=LEAVE),
        command(responder, "computer", _("Seat a computer player"), run=add, options=[level, *one], target=OPEN_HOST),
        command(responder, "invite", ask, run=invite, options=[player, keep, *one], target=HOSTING),
        command(responder, "decline", _("Turn an invitation down"), run=simple("decline"), options=one, target=DECLINE),
        command(responder, "host", _("Make another player the host"), run=host, options=[player, *one], target=HOSTING),
        *Starting(responder).commands(),
        command(responder, "ready", ready, run=simple("ready"), options=one, target=OPEN_PLAYER),
        command(responder, "cancel", cancel, run=simple("cancel"), options=one, target=OPEN_HOST),
        *Resigning(responder).commands(),
        command(responder, "withdraw", withdraw, run=simple("withdraw"), options=one, target=PLAYING),
        _rematch(responder),
    ]


def _rematch(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        return await rematch_for(responder, interaction, await resolve_match(responder, interaction, given))

    what = _("Open the same match again")
    return command(responder, "rematch", what, run=run, options=[match_option(responder)], target=REMATCH)


# --- Looking up --------------------------------------------------------------------------------------------


def _lookups(responder: Responder) -> list[Command]:
    async def show(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        look = await responder.services.matches.look(match, actor(interaction).user)
        stops = told_words(await responder.services.absences.stops(match), prose_of(look))
        return show_post(look, stops=stops)

    async def log(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        user = actor(interaction).user
        page = await responder.services.matches.log(match, user, page=max(0, int(given.get("page", 1)) - 1))
        return log_post(await responder.services.matches.look(match, user), page)

    async def history(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        return await history_for(responder, interaction, match, turn=int(given["turn"]) if "turn" in given else None)

    async def score(interaction: Interaction, given: Given) -> Post:
        return await score_for(responder, interaction, await resolve_match(responder, interaction, given))

    async def listing(interaction: Interaction, given: Given) -> Post:
        return await list_for(responder, interaction, str(given.get("which", MINE)))

    one = [match_option(responder)]
    page = Option(name="page", what=_("Page, 1 is the newest"), type=int, least=1, most=1000)
    turn = Option(name="turn", what=_("Number in the log; the newest if left out"), type=int, least=0, most=100_000)
    lists = (
        (_("mine"), MINE),
        (_("open for players"), Status.LOBBY.value),
        (_("running"), Status.RUNNING.value),
        (_("finished"), Status.FINISHED.value),
    )
    which = Option(name="which", what=_("Yours if left out"), choices=lists)
    agreed, steps = (
        _("Show who plays, whose turn it is, and the rules agreed on"),
        _("Step through the turns with pictures"),
    )
    return [
        command(responder, "list", _("List matches"), run=listing, options=[which], queue=False, cost=0),
        command(responder, "show", agreed, run=show, options=one, cost=0),
        command(responder, "log", _("Read what happened"), run=log, options=[page, *one], target=BOARD, cost=0),
        command(responder, "history", steps, run=history, options=[turn, *one], target=BOARD),
        command(responder, "score", _("Show the score by category"), run=score, options=one, target=BOARD),
    ]
