"""``/tournament create`` and ``/tournament change``: what an organiser decides about a tournament."""

from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.app.clock.paces import Late, NoPace
from bot.app.tournaments.records import TournamentChange, TournamentWish
from bot.app.tournaments.settings import TIME_UP, Overrun, TieBreak, TournamentSettings, usual_days
from bot.edge.commands.builder import Command, Given, Option, command
from bot.edge.commands.match.group import game_option, pace_option, read_options, read_pace
from bot.edge.commands.parameters import find_game
from bot.edge.commands.tournament.button_actions import opened, receipt_words
from bot.edge.commands.tournament.named import event_option, resolve_tournament
from bot.edge.commands.tournament.settings import FORMAT, named_options, read_named
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, key, staff_of
from bot.edge.messages.builder import Post
from bot.edge.messages.formatting import LATE
from bot.edge.tournaments.formatting import FORMATS, OVERRUNS
from bot.edge.tournaments.wizard import Draft, seats_for, wizard_post
from bot.edge.words import _, escape_markdown
from db.tournaments.records import Format

FIELDS: Mapping[str, str] = {
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
    "rated": "rated",
    "notices": "notices",
    "strikes": "strikes",
    "patience": "patience_hours",
}
"""Options that are settings as they are, under another name or the same."""

BYES: Mapping[str, int] = {"win": 60, "draw": 30, "nothing": 0}


def _both() -> list[Option]:
    """The options of ``create`` and ``change`` alike."""
    number = Option
    return [
        number(name="rounds", what=_("Rounds, or matches each (5)"), type=int, least=1, most=30),
        pace_option(),
        Option(
            name="timeup",
            what=_("What happens when a player's time is up (the seat is lost at the second missed turn in a row)"),
            choices=tuple((_(LATE[each]), each.value) for each in TIME_UP),
        ),
        Option(
            name="starts",
            what=_("In your zone, like “tomorrow 18:00”, 2027-03-14 18:00, or 3 days; by command if left out"),
        ),
        Option(name="full", what=_("Starts when the last place is taken"), type=bool),
        number(name="most", what=_("Places (64)"), type=int, least=2, most=500),
        number(name="least", what=_("Fewest entrants; with fewer it is canceled (4)"), type=int, least=2, most=500),
        number(name="checkin", what=_("Hours of check-in before the start (0: none)"), type=int, least=0, most=168),
        number(name="late", what=_("Rounds in which players can still enter (0)"), type=int, least=0, most=30),
        number(
            name="limit",
            what=_("Days until a match is decided (15 a seat, more in long games; 0: never)"),
            type=int,
            least=0,
            most=365,
        ),
        Option(
            name="overrun",
            what=_("How such a match is decided"),
            choices=tuple((_(OVERRUNS[each]), each.value) for each in Overrun),
        ),
        number(name="ratingfrom", what=_("Lowest rating that may enter (0: any)"), type=int, least=0, most=9999),
        number(name="ratingto", what=_("Highest rating that may enter (0: any)"), type=int, least=0, most=9999),
        Option(
            name="role", what=_("Only those with this role may enter (@everyone: no matter which)"), type=discord.Role
        ),
        Option(name="rated", what=_("Whether its matches count for ratings (usual)"), type=bool),
    ]


def create_command(responder: Responder) -> Command:
    """Return ``/tournament create``.

    With a format it opens the tournament, without it shows a sheet with all choices.
    """

    async def run(interaction: Interaction, given: Given) -> Post:
        game = find_game(responder, given["game"])
        if "format" not in given:
            return wizard_post(Draft(game=game.spec.key), game)
        wish = await _wish(responder, interaction, given)
        return await opened(responder, interaction, wish)

    number = Option
    options = [
        game_option(responder),
        Option(
            name="format",
            what=_("Who plays whom; a sheet with all choices if left out"),
            choices=tuple((_(FORMATS[each]), each.value) for each in Format),
        ),
        Option(name="name", what=_("What the event is called")),
        number(name="seats", what=_("Seats of a match; 2 except for tables"), type=int, least=2, most=6),
        *_both(),
        number(name="team", what=_("Boards of a team (1: no teams)"), type=int, least=1, most=8),
        number(name="group", what=_("Size of round robin groups (6)"), type=int, least=2, most=20),
        number(
            name="finals",
            what=_("How many of the best advance from the groups to a knockout (0)"),
            type=int,
            least=0,
            most=64,
        ),
        number(
            name="atonce",
            what=_("Matches per entrant at a time (1; 0: all of a group)"),
            type=int,
            least=0,
            most=10,
        ),
        number(name="days", what=_("Days that a ladder lasts (0: until all are played)"), type=int, least=0, most=365),
        Option(name="options", what=_("Rule options as name=value, separated by commas")),
    ]
    return command(responder, "create", _("Open a tournament"), run=run, options=options, queue=False)


def change_command(responder: Responder) -> Command:
    """Return ``/tournament change``: before the start, also what ``create`` has no room for."""

    async def run(interaction: Interaction, given: Given) -> Post:
        event = await resolve_tournament(responder, interaction, given)
        starts = None
        if "starts" in given:
            starts = await responder.services.absences.moment(actor(interaction).user, str(given["starts"]))
        look = await responder.services.tournaments.look(event)
        named = read_named(given, look, find_game(responder, look.record.game))
        format = named.pop(FORMAT, None)
        settings = {**named, **_settings(given)}
        change = TournamentChange(name=given.get("name"), starts=starts, format=format, settings=settings)
        if change == TournamentChange():
            raise Sentence(_("Choose what to change: each option is one setting."))
        receipt = await responder.services.tournaments.change(
            key(interaction), actor(interaction), event=event, change=change, staff=staff_of(interaction)
        )
        return receipt_words(receipt)

    return command(
        responder,
        "change",
        _("Change what was announced, before the start"),
        run=run,
        options=_change_options(responder),
        queue=False,
    )


def _change_options(responder: Responder) -> list[Option]:
    number = Option
    return [
        event_option(responder),
        Option(name="name", what=_("What the event is called")),
        *_both(),
        number(
            name="reliability",
            what=_("Percent of turns that entrants must have made in time"),
            type=int,
            least=0,
            most=100,
        ),
        Option(name="notices", what=_("Only those whom the bot can reach in private"), type=bool),
        number(
            name="strikes",
            what=_("Seats lost on time until an entrant is out (2; 0: never)"),
            type=int,
            least=0,
            most=99,
        ),
        number(
            name="patience",
            what=_("Hours to wait for an opponent who is close (24)"),
            type=int,
            least=1,
            most=720,
        ),
        Option(
            name="bye",
            what=_("What a bye counts (a win)"),
            choices=((_("a win"), "win"), (_("a draw"), "draw"), (_("nothing"), "nothing")),
        ),
        Option(name="ties", what=_("Tie-breaks, the first first, like “buchholz, wins”; “none” shares places")),
        *named_options(responder),
    ]


def _settings(given: Given) -> dict[str, Any]:
    """The settings that were named, by their names in the tournament."""
    plain = {field: given[shown] for shown, field in FIELDS.items() if shown in given}
    return plain | {field: read(given[shown]) for shown, (field, read) in READ.items() if shown in given}


def read_ties(typed: str) -> tuple[TieBreak, ...]:
    """Read tie-breaks by name, separated by commas, or "none"; raises Sentence for anything else."""
    words = ["-".join(part.split()).casefold() for part in typed.split(",") if part.strip()]
    if words == ["none"]:
        return ()
    known = ", ".join(TieBreak)
    try:
        found = tuple(map(TieBreak, words))
    except ValueError:
        raise Sentence(
            _("“{typed}” names no tie-breaks; there are {known}.", typed=escape_markdown(typed[:60]), known=known)
        ) from None
    return tuple(dict.fromkeys(found))


def _limit(rating: int) -> int | None:
    """A limit; 0 takes it away."""
    return rating or None


def _role(role: discord.Role) -> int | None:
    """A role; that of everybody is none."""
    return None if role.is_default() else role.id


READ: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "ratingfrom": ("rating_from", _limit),
    "ratingto": ("rating_to", _limit),
    "role": ("role", _role),
    "pace": ("pace", read_pace),
    "timeup": ("time_up", Late),
    "overrun": ("overrun", Overrun),
    "bye": ("bye", BYES.__getitem__),
    "ties": ("breaks", read_ties),
}
"""Options that are settings once they are read."""


async def _wish(responder: Responder, interaction: Interaction, given: Given) -> TournamentWish:
    game = find_game(responder, given["game"])
    format = Format(str(given["format"]))
    starts = None
    if "starts" in given:
        starts = await responder.services.absences.moment(actor(interaction).user, str(given["starts"]))
    chosen = {"pace": read_pace("easy")} | _settings(given)
    if "time_up" in chosen and isinstance(chosen["pace"], NoPace):
        raise Sentence(_("Without a clock, time is never up. Choose a pace, too."))
    chosen.setdefault("time_up", TIME_UP[0])
    if "least" not in chosen and "most" in chosen:
        chosen["least"] = min(4, chosen["most"])
    seats = int(given.get("seats", seats_for(format, game)))
    chosen.setdefault("limit_days", usual_days(minutes=game.spec.minutes, seats=seats))
    settings = TournamentSettings(
        **chosen,
        seats=seats,
        options=read_options(given.get("options", "")),
    )
    name = str(given.get("name", "")) or f"{game.spec.title}: {_(FORMATS[format])}"
    return TournamentWish(name=name, game=game.spec.key, format=format, settings=settings, starts=starts)
