"""``/tournament``: from opening a tournament to its export."""

import discord
from discord import app_commands

from bot.app.ratings.exports import Form
from bot.app.tournaments.records import Start, TournamentView
from bot.edge.commands.builder import Command, Given, Option, Run, command
from bot.edge.commands.parameters import levels_of
from bot.edge.commands.profile_pages import file_post
from bot.edge.commands.tournament.arrange import arranging_commands
from bot.edge.commands.tournament.button_actions import drawn, receipt_words, roles_of, shown, started
from bot.edge.commands.tournament.create import change_command, create_command
from bot.edge.commands.tournament.hosts import naming_command, pausing_commands
from bot.edge.commands.tournament.named import entrant_of, entrant_option, event_option, resolve_tournament
from bot.edge.interactions.button_actions import receipt_post
from bot.edge.interactions.rate_limits import FILE_COST
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, key, person, place, staff_of
from bot.edge.messages.builder import Post
from bot.edge.tournaments.posts import appeals_post, list_post, show_post
from bot.edge.words import _, escape_markdown
from db.ids import AppealId, MatchId


def tournament_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/tournament``."""
    group = app_commands.Group(name="tournament", description=_("Open, enter, follow and run tournaments"))
    for built in (
        create_command(responder),
        change_command(responder),
        *arranging_commands(responder),
        *_entering(responder),
        *_lookups(responder),
        *_running(responder),
        *_disputes(responder),
        _longer(responder),
        *pausing_commands(responder),
        naming_command(responder),
    ):
        group.add_command(built)
    return group


# --- Entering ------------------------------------------------------------------------------------------------


def _entering(responder: Responder) -> list[Command]:
    async def join(interaction: Interaction, given: Given) -> Post:
        event = await resolve_tournament(responder, interaction, given)
        receipt = await responder.services.tournaments.join(
            key(interaction),
            actor(interaction),
            event=event,
            roles=roles_of(interaction),
            team=str(given.get("team", "")),
        )
        return receipt_words(receipt)

    async def leave(interaction: Interaction, given: Given) -> Post:
        event = await resolve_tournament(responder, interaction, given)
        return receipt_words(
            await responder.services.tournaments.leave(key(interaction), actor(interaction), event=event)
        )

    async def computer(interaction: Interaction, given: Given) -> Post:
        receipt = await responder.services.tournaments.add_computer(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            level=str(given.get("level", "easy")),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    one = [event_option(responder)]
    team = Option(name="team", what=_("Name of the team to found or to join"))
    levels = tuple((level, level) for level in levels_of(responder.games.values()))
    level = Option(name="level", what=_("How well it plays"), choices=levels)
    return [
        command(responder, "join", _("Sign up, or check in"), run=join, options=[*one, team], queue=False),
        command(responder, "leave", _("Sign off, or leave a running event"), run=leave, options=one, queue=False),
        command(
            responder, "computer", _("Sign a computer player up"), run=computer, options=[level, *one], queue=False
        ),
    ]


# --- Looking up ----------------------------------------------------------------------------------------------


def _lookups(responder: Responder) -> list[Command]:
    async def look(interaction: Interaction, given: Given) -> TournamentView:
        return await responder.services.tournaments.look(await resolve_tournament(responder, interaction, given))

    async def show(interaction: Interaction, given: Given) -> Post:
        found = await look(interaction, given)
        return show_post(found, await drawn(responder, found))

    def view(action: str) -> Run:
        async def run(interaction: Interaction, given: Given) -> Post:
            return await shown(responder, interaction, await look(interaction, given), action=action)

        return run

    async def appeals(interaction: Interaction, given: Given) -> Post:
        if staff_of(interaction) is None:
            raise Sentence(_("Only people who can manage the server see all appeals; organizers see their own."))
        return appeals_post(await responder.services.disputes.appeals(place(interaction)))

    async def listing(interaction: Interaction, given: Given) -> Post:
        return list_post(await responder.services.tournaments.find(place(interaction)))

    async def export(interaction: Interaction, given: Given) -> Post:
        event = await resolve_tournament(responder, interaction, given)
        file = await responder.services.tournaments.export(event, form=Form(str(given.get("form", Form.CSV))))
        return file_post(file, _("The event as a file."))

    one = [event_option(responder)]
    forms = ((_("CSV"), Form.CSV.value), (_("JSON"), Form.JSON.value), (_("Swiss report (TRF)"), Form.TRF.value))
    form = Option(name="form", what=_("CSV if left out"), choices=forms)
    holds, file = _("Show who holds it up, and nudge them"), _("Hand the event out as a file")
    return [
        command(responder, "list", _("List the tournaments of this server"), run=listing, queue=False, cost=0),
        command(responder, "show", _("Show a tournament"), run=show, options=one, queue=False),
        command(responder, "standings", _("Show the standings"), run=view("standings"), options=one, queue=False),
        command(responder, "pairings", _("Show who plays whom"), run=view("pairings"), options=one, queue=False),
        command(responder, "organise", holds, run=view("organise"), options=one, queue=False),
        command(responder, "appeals", _("List the appeals that are open on this server"), run=appeals, queue=False),
        command(responder, "export", file, run=export, options=[form, *one], queue=False, cost=FILE_COST),
    ]


# --- Running -------------------------------------------------------------------------------------------------


def _running(responder: Responder) -> list[Command]:
    async def start(interaction: Interaction, given: Given) -> Post:
        return await started(
            responder, interaction, await resolve_tournament(responder, interaction, given), how=Start.ASK
        )

    async def cancel(interaction: Interaction, given: Given) -> Post:
        receipt = await responder.services.tournaments.cancel(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    one = [event_option(responder)]
    return [
        command(responder, "start", _("Start now"), run=start, options=one, queue=False),
        command(responder, "cancel", _("Cancel a tournament"), run=cancel, options=one, queue=False),
        *_entrants(responder),
    ]


def _entrants(responder: Responder) -> list[Command]:
    async def drop(interaction: Interaction, given: Given) -> Post:
        receipt = await responder.services.tournaments.drop(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            entrant=entrant_of(given),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    async def substitute(interaction: Interaction, given: Given) -> Post:
        player = given["player"]
        receipt = await responder.services.tournaments.substitute(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            entrant=entrant_of(given),
            into=person(player),
            board=int(given.get("board", 1)) - 1,
            roles=tuple(role.id for role in getattr(player, "roles", ())),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    one = [event_option(responder)]
    who = entrant_option(responder, _("Which entrant"))
    player = Option(name="player", what=_("Who plays on"), type=discord.User, required=True)
    board = Option(name="board", what=_("Board of a team (1)"), type=int, least=1, most=8)
    return [
        command(responder, "drop", _("Take an entrant out"), run=drop, options=[who, *one], queue=False),
        command(
            responder,
            "substitute",
            _("Let somebody play on for an entrant"),
            run=substitute,
            options=[who, player, board, *one],
            queue=False,
        ),
    ]


# --- Disputes ------------------------------------------------------------------------------------------------


def _disputes(responder: Responder) -> list[Command]:
    async def report(interaction: Interaction, given: Given) -> Post:
        match, why = _number(given["match"]), str(given["why"])
        if "places" not in given:
            receipt = await responder.services.disputes.appeal(
                key(interaction), actor(interaction), match=MatchId(match), words=why
            )
        else:
            receipt = await responder.services.disputes.rule(
                key(interaction),
                actor(interaction),
                match=MatchId(match),
                places=read_places(str(given["places"])),
                why=why,
                staff=staff_of(interaction),
            )
        return await receipt_post(responder, interaction, receipt)

    async def answer(interaction: Interaction, given: Given) -> Post:
        places = read_places(str(given["places"])) if "places" in given else None
        receipt = await responder.services.disputes.answer(
            key(interaction),
            actor(interaction),
            appeal=AppealId(int(given["appeal"])),
            words=str(given["why"]),
            places=places,
            staff=staff_of(interaction),
        )
        return await receipt_post(responder, interaction, receipt)

    match = Option(name="match", what=_("Number of the match"), required=True)
    why = Option(name="why", what=_("Why; it goes into the log"), required=True)
    places = Option(name="places", what=_("Organizer and staff: places by seat like 1,2, or none to annul it"))
    appeal = Option(name="appeal", what=_("Number of the appeal"), type=int, required=True, least=1, most=10**9)
    upheld = Option(name="places", what=_("Uphold it with these places by seat, or none; reject it if left out"))
    return [
        command(
            responder,
            "report",
            _("Appeal a result; as organizer, set it"),
            run=report,
            options=[match, why, places],
            queue=False,
        ),
        command(responder, "answer", _("Answer an appeal"), run=answer, options=[appeal, why, upheld], queue=False),
    ]


def _longer(responder: Responder) -> Command:
    async def extend(interaction: Interaction, given: Given) -> Post:
        receipt = await responder.services.disputes.extend(
            key(interaction),
            actor(interaction),
            match=MatchId(_number(given["match"])),
            days=int(given["days"]),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    match = Option(name="match", what=_("Number of the match"), required=True)
    days = Option(name="days", what=_("How many more days"), type=int, required=True, least=1, most=365)
    what = _("Give one match more days (organizer)")
    return command(responder, "extend", what, run=extend, options=[match, days], queue=False)


def _number(typed: object) -> int:
    words = str(typed).strip().lstrip("#")
    if not words.isdecimal() or len(words) > 15:
        raise Sentence(_("“{typed}” is no number of a match.", typed=escape_markdown(words[:40])))
    return int(words)


def read_places(typed: str) -> tuple[int, ...]:
    """Read places by seat ("1,2,2"), or "none"; raises Sentence for anything else."""
    words = typed.strip().casefold()
    if words in ("none", "-"):
        return ()
    parts = [part.strip() for part in words.split(",")]
    if not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise Sentence(
            _(
                "“{typed}” can't be read. List the final place of each seat in order, like 1,2.",
                typed=escape_markdown(typed[:40]),
            )
        )
    return tuple(map(int, parts))
