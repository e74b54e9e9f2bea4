"""``/tournament create`` and ``/tournament change``: what an organizer decides about a tournament."""

from datetime import datetime
from typing import Annotated, Any, TypedDict, Unpack

import discord
from msgspec.structs import replace

from bot.app.match.paces import Late, NoPace
from bot.app.runtime.typed import NOTHING, is_word
from bot.app.tournaments.formats.standings import rule_words
from bot.app.tournaments.records import TournamentChange, TournamentWish
from bot.app.tournaments.settings import TIME_UP, Overrun, TieBreak, TournamentSettings, usual_days
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.match.opening import RULE_OPTIONS, ClockRule, read_options, read_pace
from bot.edge.commands.parameters import Game, find_game, moment_param
from bot.edge.commands.tournament.button_actions import open_tournament, receipt_words
from bot.edge.commands.tournament.named import ChosenTournament
from bot.edge.commands.tournament.settings import FORMAT, complete_setting, complete_value, read_named
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Sentence, actor, key, staff_of
from bot.edge.messages.builder import Post
from bot.edge.messages.formatting import LATE, words_for
from bot.edge.tournaments.formatting import FORMATS, OVERRUNS, name_of
from bot.edge.tournaments.wizard import Draft, seats_for, wizard_post
from bot.edge.words import _, escape_markdown, join_list
from db.tournaments.records import Format
from games.core.contract import AnyGame

BYES = {"win": 60, "draw": 30, "nothing": 0}


def read_ties(typed: str) -> tuple[TieBreak, ...]:
    """Read tie-breaks by name, separated by commas, or "none"; raises Sentence for anything else."""
    words = ["-".join(part.split()).casefold() for part in typed.split(",") if part.strip()]
    if is_word(NOTHING, typed):
        return ()
    called = {rule: words_for(None, plain=True)(rule_words(rule)) for rule in TieBreak}
    keys = {"-".join(name.split()).casefold(): rule for rule, name in called.items()}
    known = join_list(f"{name} (`{rule}`)" for rule, name in called.items())
    try:
        found = tuple(keys.get(word) or TieBreak(word) for word in words)
    except ValueError:
        raise Sentence(
            _(
                "“{typed}” isn't a list of tie-breaks. Choose from these: {known}.",
                typed=escape_markdown(typed[:60]),
                known=known,
            )
        ) from None
    return tuple(dict.fromkeys(found))


def _limit(rating: int) -> int | None:
    """A limit; 0 takes it away."""
    return rating or None


def _role(role: discord.Role) -> int | None:
    """A role; that of everybody is none."""
    return None if role.is_default() else role.id


TournamentName = Annotated[str, Param(_("Name of the tournament"))]


class Announced(TypedDict, total=False):
    """The options of ``create`` and ``change`` alike; but for the start their names are those of the settings."""

    rounds: Annotated[int, Param(_("Rounds, or matches per entrant (default: 5)"), least=1, most=30)]
    pace: ClockRule
    time_up: Annotated[
        Late,
        Param(
            _("What happens on a time-out (default: the seat is lost at the second missed turn in a row)"),
            choices=[(_(LATE[each]), each.value) for each in TIME_UP],
            shown="timeup",
        ),
    ]
    starts: Annotated[
        datetime,
        moment_param(
            _("“tomorrow 18:00” or 2027-03-14 18:00 in your zone, or 3 days (default: the organizer starts it)")
        ),
    ]
    full: Annotated[bool, Param(_("Start as soon as the last place is taken"))]
    most: Annotated[int, Param(_("Most entrants (default: 64)"), least=2, most=500)]
    least: Annotated[int, Param(_("Fewest entrants; with fewer, it's canceled (default: 4)"), least=2, most=500)]
    check_in: Annotated[
        int, Param(_("Hours of check-in before the start (default: 0, none)"), least=0, most=168, shown="checkin")
    ]
    late_rounds: Annotated[
        int, Param(_("Rounds in which players can still enter (default: 0)"), least=0, most=30, shown="late")
    ]
    limit_days: Annotated[
        int,
        Param(
            _("Days until a match is decided (default: 15 a seat, more in long games; 0: never)"),
            least=0,
            most=365,
            shown="limit",
        ),
    ]
    overrun: Annotated[
        Overrun,
        Param(
            _("How a match that takes too long is decided"),
            choices=[(_(OVERRUNS[each]), each.value) for each in Overrun],
        ),
    ]
    rating_from: Annotated[
        int | None,
        Param(
            _("Lowest rating that can enter (0: any)"), type=int, least=0, most=9999, read=_limit, shown="ratingfrom"
        ),
    ]
    rating_to: Annotated[
        int | None,
        Param(_("Highest rating that can enter (0: any)"), type=int, least=0, most=9999, read=_limit, shown="ratingto"),
    ]
    role: Annotated[
        int | None,
        Param(_("Only members with this role can enter (@everyone: anyone can)"), type=discord.Role, read=_role),
    ]
    rated: Annotated[bool, Param(_("Whether its matches are rated (default: yes)"))]


class Created(Announced, total=False):
    """The options of ``create`` besides the game, the format, the name and the seats."""

    team: Annotated[int, Param(_("Boards per team (default: 1, no teams)"), least=1, most=8)]
    group: Annotated[int, Param(_("Size of round robin groups (default: 6)"), least=2, most=20)]
    finals: Annotated[
        int, Param(_("How many entrants advance from the groups to a knockout (default: 0)"), least=0, most=64)
    ]
    at_once: Annotated[
        int,
        Param(
            _("Matches per entrant at a time (default: 1; 0: all matches of a group)"), least=0, most=10, shown="atonce"
        ),
    ]
    days: Annotated[
        int, Param(_("Days that a ladder lasts (default: 0, until all matches are played)"), least=0, most=365)
    ]
    options: Annotated[str, Param(RULE_OPTIONS)]


class Changed(Announced, total=False):
    """The options of ``change`` besides the tournament and the name."""

    reliability: Annotated[int, Param(_("Percentage of turns that entrants must have made on time"), least=0, most=100)]
    notices: Annotated[bool, Param(_("Only players the bot can reach by direct message"))]
    strikes: Annotated[
        int, Param(_("Seats lost on time until an entrant is eliminated (default: 2; 0: never)"), least=0, most=99)
    ]
    patience_hours: Annotated[
        int, Param(_("Hours to wait for a close opponent (default: 24)"), least=1, most=720, shown="patience")
    ]
    bye: Annotated[
        int,
        Param(
            _("What a bye counts as (default: a win)"),
            type=str,
            choices=[(_("a win"), "win"), (_("a draw"), "draw"), (_("nothing"), "nothing")],
            read=BYES.__getitem__,
        ),
    ]
    breaks: Annotated[
        tuple[TieBreak, ...],
        Param(_("Tie-breaks in order, like “buchholz, wins”; “none” shares places"), read=read_ties, shown="ties"),
    ]
    setting: Annotated[
        str, Param(_("A setting without its own option; give its new value, too"), complete=complete_setting)
    ]
    value: Annotated[str, Param(_("The new value of that setting"), complete=complete_value)]


class AnnounceCommands(Cog):
    """What is announced about a tournament."""

    @command(_("Open a tournament"), handling=UNQUEUED)
    async def create(
        self,
        interaction: Interaction,
        *,
        game: Game,
        format: Annotated[
            Format,
            Param(
                _("Format of the tournament (default: a form with all choices)"),
                choices=[(_(FORMATS[each]), each.value) for each in Format],
            ),
        ]
        | None = None,
        name: TournamentName = "",
        seats: Annotated[int, Param(_("Seats in a match (default: 2, except for tables)"), least=2, most=6)]
        | None = None,
        **given: Unpack[Created],
    ) -> Post:
        """With a format open the tournament, without one show a sheet with all choices."""
        if format is None and (name or seats or given):
            raise Sentence(
                _(
                    "Choose a `format:`, too; then the tournament opens with everything you typed. With the game "
                    "alone, you get a form."
                )
            )
        if format is None:
            return wizard_post(Draft(game=game.spec.key), game)
        wish = _wish(game, format, seats or seats_for(format, game), given)
        wish = replace(wish, name=name or name_of(game.spec.title, format))
        return await open_tournament(self.responder, interaction, wish)

    @command(_("Change a tournament's settings before it starts"), handling=UNQUEUED)
    async def change(
        self,
        interaction: Interaction,
        *,
        tournament: ChosenTournament,
        name: TournamentName | None = None,
        **given: Unpack[Changed],
    ) -> Post:
        """Change it; also what ``create`` has no room for."""
        view = await self.services.tournaments.view(tournament)
        game = find_game(self.responder, view.record.game)
        named = read_named(given.pop("setting", ""), given.pop("value", ""), view, game)
        starts = given.pop("starts", None)
        change = TournamentChange(name=name, starts=starts, format=named.pop(FORMAT, None), settings={**named, **given})
        if change == TournamentChange():
            raise Sentence(_("Nothing was changed. Choose at least one option; each is one setting."))
        receipt = await self.services.tournaments.change(
            key(interaction), actor(interaction), tournament=tournament, change=change, staff=staff_of(interaction)
        )
        return receipt_words(receipt)


def _wish(game: AnyGame, format: Format, seats: int, given: Created) -> TournamentWish:
    """What is asked for, still without a name; raises Sentence for what cannot be."""
    starts, options = given.pop("starts", None), given.pop("options", "")
    chosen: dict[str, Any] = {"pace": read_pace("easy"), **given}
    if "time_up" in chosen and isinstance(chosen["pace"], NoPace):
        raise Sentence(_("Without a clock, no one can run out of time. Choose a pace, too."))
    chosen.setdefault("time_up", TIME_UP[0])
    if "least" not in chosen and "most" in chosen:
        chosen["least"] = min(4, chosen["most"])
    chosen.setdefault("limit_days", usual_days(minutes=game.spec.minutes, seats=seats))
    settings = TournamentSettings(**chosen, seats=seats, options=read_options(options))
    return TournamentWish(name="", game=game.spec.key, format=format, settings=settings, starts=starts)
