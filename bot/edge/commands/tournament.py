"""``/tournament``: from opening an event to its export."""

import discord
from discord import app_commands

from bot.app.events.records import EventLook, EventWish
from bot.app.events.settings import EventSettings, Overrun
from bot.app.ratings.exports import Form
from bot.app.records import Actor
from bot.edge import limits
from bot.edge.commands.build import Command, Given, Option, Run, command
from bot.edge.commands.match import find_game, game_option, levels_of, pace_option, read_options, read_pace
from bot.edge.desk import Desk, Interaction, Sentence, actor, key, place
from bot.edge.events.posts import list_post, show_post
from bot.edge.events.presses import drawn, is_staff, receipt_words, roles_of, shown
from bot.edge.events.voice import FORMATS, OVERRUNS
from bot.edge.events.wizard import Draft, seats_for, wizard_post
from bot.edge.presses import receipt_post
from bot.edge.profile import file_post
from bot.edge.sheet import Post
from bot.edge.words import _, safe
from db.event_records import EntrantStatus, Format
from db.ids import AppealId, EventId, MatchId, UserId

EVENT = "event"


def tournament_group(desk: Desk) -> app_commands.Group:
    """Return the group ``/tournament``."""
    group = app_commands.Group(name="tournament", description=_("Open, enter, follow and run tournaments"))
    for built in (_create(desk), *_entering(desk), *_lookups(desk), *_running(desk), *_disputes(desk)):
        group.add_command(built)
    return group


# --- Which event is meant ------------------------------------------------------------------------------------


def event_option(desk: Desk) -> Option:
    """Return the option that names an event; it can be left out where the channel has only one."""

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        found = await desk.services.events.find(place(interaction), typed=typed)
        return [(f"{line.event} {line.name} · {line.status}", str(line.event)) for line in found]

    return Option(name=EVENT, what=_("Which event; not needed where this channel has only one"), complete=complete)


async def meant(desk: Desk, interaction: Interaction, given: Given) -> EventId:
    """Return the event that a command is about; raises Sentence where it cannot be told."""
    typed = str(given.get(EVENT, "")).strip().lstrip("#").partition(" ")[0]
    if typed.isdecimal() and len(typed) < 16:
        return EventId(int(typed))
    if typed:
        raise Sentence(_("“{typed}” is no number of an event; choose one of the list.", typed=limits.cut(typed, 40)))
    here = await desk.services.events.here(place(interaction))
    if here is None:
        raise Sentence(_("Say which event is meant with the option `event:`; `/tournament list` shows them."))
    return here


def entrant_option(desk: Desk, what: str) -> Option:
    """Return the option that names an entrant."""

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        try:
            given = {EVENT: getattr(interaction.namespace, EVENT, None) or ""}
            look = await desk.services.events.look(await meant(desk, interaction, given))
        except Exception:  # completion stays silent whatever is wrong with the rest
            return []
        wanted = typed.casefold()
        return [
            (f"{entrant.number} {entrant.name}", str(entrant.number))
            for entrant in look.entrants
            if entrant.status is not EntrantStatus.ABSENT and wanted in f"{entrant.number} {entrant.name}".casefold()
        ]

    return Option(name="entrant", what=what, required=True, complete=complete)


def _entrant(given: Given) -> int:
    typed = str(given["entrant"]).strip().partition(" ")[0]
    if not typed.isdecimal() or len(typed) > 6:
        raise Sentence(_("“{typed}” is no number of an entrant; choose one of the list.", typed=limits.cut(typed, 40)))
    return int(typed)


# --- Opening -------------------------------------------------------------------------------------------------


def _create(desk: Desk) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        game = find_game(desk, given["game"])
        if "format" not in given:
            return wizard_post(Draft(game=game.spec.key), game)
        wish = await _wish(desk, interaction, given)
        receipt = await desk.services.events.create(
            key(interaction), actor(interaction), place=place(interaction), wish=wish
        )
        return receipt_words(receipt)

    number = Option
    options = [
        game_option(desk),
        Option(
            name="format",
            what=_("Who plays whom; a sheet with all choices if left out"),
            choices=tuple((_(FORMATS[each]), each.value) for each in Format),
        ),
        Option(name="name", what=_("What the event is called")),
        number(name="seats", what=_("Seats of a match; 2 except for tables"), type=int, least=2, most=6),
        number(name="rounds", what=_("Rounds, or matches each (5)"), type=int, least=1, most=30),
        pace_option(),
        Option(name="starts", what=_("Date in your zone, like 2026-03-14 18:00, or 3 days; else by command")),
        Option(name="full", what=_("Starts when the last place is taken"), type=bool),
        number(name="most", what=_("Places (64)"), type=int, least=2, most=500),
        number(name="least", what=_("Fewest entrants, else it is called off (4)"), type=int, least=2, most=500),
        number(name="team", what=_("Boards of a team (1: no teams)"), type=int, least=1, most=8),
        number(name="checkin", what=_("Hours of check-in before the start (0: none)"), type=int, least=0, most=168),
        number(name="late", what=_("Rounds in which one may still enter (0)"), type=int, least=0, most=30),
        number(name="limit", what=_("Days after which a match is decided (30; 0: never)"), type=int, least=0, most=365),
        Option(
            name="overrun",
            what=_("How such a match is decided"),
            choices=tuple((_(OVERRUNS[each]), each.value) for each in Overrun),
        ),
        number(name="group", what=_("Size of round robin groups (6)"), type=int, least=2, most=20),
        number(name="finals", what=_("Best of the groups who go on to a knock-out (0)"), type=int, least=0, most=64),
        number(name="atonce", what=_("Matches of one entrant at the same time (1)"), type=int, least=1, most=10),
        number(name="days", what=_("Days that a ladder lasts (0: until all are played)"), type=int, least=0, most=365),
        number(name="reliability", what=_("Percent of turns in time one must have"), type=int, least=0, most=100),
        number(name="ratingfrom", what=_("Lowest rating that may enter"), type=int, least=0, most=9999),
        number(name="ratingto", what=_("Highest rating that may enter"), type=int, least=0, most=9999),
        Option(name="role", what=_("Only those with this role may enter"), type=discord.Role),
        Option(name="rated", what=_("Whether its matches count for ratings (usual)"), type=bool),
        Option(name="options", what=_("Rule options as name=value, separated by commas")),
    ]
    return command(desk, "create", _("Open a tournament"), run=run, options=options, queue=False)


async def _wish(desk: Desk, interaction: Interaction, given: Given) -> EventWish:
    game = find_game(desk, given["game"])
    format = Format(str(given["format"]))
    starts = None
    if "starts" in given:
        starts = await desk.services.away.moment(actor(interaction).user, str(given["starts"]))
    chosen = {
        name: given[shown]
        for shown, name in {
            "rounds": "rounds",
            "full": "full",
            "most": "most",
            "least": "least",
            "team": "team",
            "checkin": "check_in",
            "late": "late_rounds",
            "limit": "limit_days",
            "group": "group",
            "finals": "finals",
            "atonce": "at_once",
            "days": "days",
            "reliability": "reliability",
            "ratingfrom": "rating_from",
            "ratingto": "rating_to",
            "rated": "rated",
        }.items()
        if shown in given
    }
    if "role" in given:
        chosen["role"] = given["role"].id
    if "least" not in chosen and "most" in chosen:
        chosen["least"] = min(4, chosen["most"])
    settings = EventSettings(
        **chosen,
        seats=int(given.get("seats", seats_for(format, game))),
        pace=read_pace(str(given.get("pace", "easy"))),
        overrun=Overrun(str(given.get("overrun", Overrun.SCORE))),
        options=read_options(given.get("options", "")),
    )
    name = str(given.get("name", "")) or f"{game.spec.title}: {_(FORMATS[format])}"
    return EventWish(name=name, game=game.spec.key, format=format, settings=settings, starts=starts)


# --- Entering ------------------------------------------------------------------------------------------------


def _entering(desk: Desk) -> list[Command]:
    async def join(interaction: Interaction, given: Given) -> Post:
        event = await meant(desk, interaction, given)
        receipt = await desk.services.events.join(
            key(interaction),
            actor(interaction),
            event=event,
            roles=roles_of(interaction),
            team=str(given.get("team", "")),
        )
        return receipt_words(receipt)

    async def leave(interaction: Interaction, given: Given) -> Post:
        event = await meant(desk, interaction, given)
        return receipt_words(await desk.services.events.leave(key(interaction), actor(interaction), event=event))

    async def computer(interaction: Interaction, given: Given) -> Post:
        receipt = await desk.services.events.add_computer(
            key(interaction),
            actor(interaction),
            event=await meant(desk, interaction, given),
            level=str(given.get("level", "easy")),
            staff=is_staff(interaction),
        )
        return receipt_words(receipt)

    one = [event_option(desk)]
    team = Option(name="team", what=_("Name of the team to found or to join"))
    levels = tuple((level, level) for level in levels_of(desk.games.values()))
    level = Option(name="level", what=_("How well it plays"), choices=levels)
    return [
        command(desk, "join", _("Sign up, or check in"), run=join, options=[*one, team], queue=False),
        command(desk, "leave", _("Sign off, or leave a running event"), run=leave, options=one, queue=False),
        command(desk, "computer", _("Sign a computer player up"), run=computer, options=[level, *one], queue=False),
    ]


# --- Looking up ----------------------------------------------------------------------------------------------


def _lookups(desk: Desk) -> list[Command]:
    async def look(interaction: Interaction, given: Given) -> EventLook:
        return await desk.services.events.look(await meant(desk, interaction, given))

    async def show(interaction: Interaction, given: Given) -> Post:
        found = await look(interaction, given)
        return show_post(found, await drawn(desk, found))

    def view(action: str) -> Run:
        async def run(interaction: Interaction, given: Given) -> Post:
            return await shown(desk, interaction, await look(interaction, given), action=action)

        return run

    async def listing(interaction: Interaction, given: Given) -> Post:
        return list_post(await desk.services.events.find(place(interaction)))

    async def export(interaction: Interaction, given: Given) -> Post:
        event = await meant(desk, interaction, given)
        file = await desk.services.events.export(event, form=Form(str(given.get("form", Form.CSV))))
        return file_post(file, _("The event as a file."))

    one = [event_option(desk)]
    forms = ((_("CSV"), Form.CSV.value), (_("JSON"), Form.JSON.value), (_("Swiss report (TRF)"), Form.TRF.value))
    form = Option(name="form", what=_("CSV if left out"), choices=forms)
    return [
        command(desk, "list", _("List the tournaments of this server"), run=listing, queue=False),
        command(desk, "show", _("Show a tournament"), run=show, options=one, queue=False),
        command(desk, "standings", _("Show the standings"), run=view("standings"), options=one, queue=False),
        command(desk, "pairings", _("Show who plays whom"), run=view("pairings"), options=one, queue=False),
        command(
            desk, "organise", _("Show who holds it up, and nudge them"), run=view("organise"), options=one, queue=False
        ),
        command(desk, "export", _("Hand the event out as a file"), run=export, options=[form, *one], queue=False),
    ]


# --- Running -------------------------------------------------------------------------------------------------


def _running(desk: Desk) -> list[Command]:
    async def start(interaction: Interaction, given: Given) -> Post:
        receipt = await desk.services.events.start(
            key(interaction),
            actor(interaction),
            event=await meant(desk, interaction, given),
            staff=is_staff(interaction),
        )
        return receipt_words(receipt)

    async def cancel(interaction: Interaction, given: Given) -> Post:
        receipt = await desk.services.events.cancel(
            key(interaction),
            actor(interaction),
            event=await meant(desk, interaction, given),
            staff=is_staff(interaction),
        )
        return receipt_words(receipt)

    one = [event_option(desk)]
    return [
        command(desk, "start", _("Start now"), run=start, options=one, queue=False),
        command(desk, "cancel", _("Call an event off"), run=cancel, options=one, queue=False),
        *_entrants(desk),
    ]


def _entrants(desk: Desk) -> list[Command]:
    async def drop(interaction: Interaction, given: Given) -> Post:
        receipt = await desk.services.events.drop(
            key(interaction),
            actor(interaction),
            event=await meant(desk, interaction, given),
            entrant=_entrant(given),
            staff=is_staff(interaction),
        )
        return receipt_words(receipt)

    async def substitute(interaction: Interaction, given: Given) -> Post:
        player = given["player"]
        receipt = await desk.services.events.substitute(
            key(interaction),
            actor(interaction),
            event=await meant(desk, interaction, given),
            entrant=_entrant(given),
            into=Actor(UserId(player.id), player.display_name),
            board=int(given.get("board", 1)) - 1,
            roles=tuple(role.id for role in getattr(player, "roles", ())),
            staff=is_staff(interaction),
        )
        return receipt_words(receipt)

    one = [event_option(desk)]
    who = entrant_option(desk, _("Which entrant"))
    player = Option(name="player", what=_("Who plays on"), type=discord.User, required=True)
    board = Option(name="board", what=_("Board of a team (1)"), type=int, least=1, most=8)
    return [
        command(desk, "drop", _("Take an entrant out"), run=drop, options=[who, *one], queue=False),
        command(
            desk,
            "substitute",
            _("Let somebody play on for an entrant"),
            run=substitute,
            options=[who, player, board, *one],
            queue=False,
        ),
    ]


# --- Disputes ------------------------------------------------------------------------------------------------


def _disputes(desk: Desk) -> list[Command]:
    async def report(interaction: Interaction, given: Given) -> Post:
        match, why = _number(given["match"]), str(given["why"])
        if "places" not in given:
            receipt = await desk.services.disputes.appeal(
                key(interaction), actor(interaction), match=MatchId(match), words=why
            )
        else:
            receipt = await desk.services.disputes.rule(
                key(interaction),
                actor(interaction),
                match=MatchId(match),
                places=read_places(str(given["places"])),
                why=why,
                staff=is_staff(interaction),
            )
        return await receipt_post(desk, interaction, receipt)

    async def answer(interaction: Interaction, given: Given) -> Post:
        places = read_places(str(given["places"])) if "places" in given else None
        receipt = await desk.services.disputes.answer(
            key(interaction),
            actor(interaction),
            appeal=AppealId(int(given["appeal"])),
            words=str(given["why"]),
            places=places,
            staff=is_staff(interaction),
        )
        return await receipt_post(desk, interaction, receipt)

    match = Option(name="match", what=_("Number of the match"), required=True)
    why = Option(name="why", what=_("Why; it goes into the log"), required=True)
    places = Option(name="places", what=_("Organiser and staff: places by seat like 1,2, or none to annul it"))
    appeal = Option(name="appeal", what=_("Number of the appeal"), type=int, required=True, least=1, most=10**9)
    upheld = Option(name="places", what=_("Uphold it with these places by seat, or none; reject it if left out"))
    return [
        command(
            desk,
            "report",
            _("Appeal a result; as organiser, set it"),
            run=report,
            options=[match, why, places],
            queue=False,
        ),
        command(desk, "answer", _("Answer an appeal"), run=answer, options=[appeal, why, upheld], queue=False),
    ]


def _number(typed: object) -> int:
    words = str(typed).strip().lstrip("#")
    if not words.isdecimal() or len(words) > 15:
        raise Sentence(_("“{typed}” is no number of a match.", typed=safe(words[:40])))
    return int(words)


def read_places(typed: str) -> tuple[int, ...]:
    """Read places by seat ("1,2,2"), or "none"; raises Sentence for anything else."""
    words = typed.strip().casefold()
    if words in ("none", "-"):
        return ()
    parts = [part.strip() for part in words.split(",")]
    if not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise Sentence(_("“{typed}” cannot be read; write a place for each seat: 1,2.", typed=safe(typed[:40])))
    return tuple(map(int, parts))
