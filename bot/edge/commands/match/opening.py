"""``/match new``: the wish for a match, as its options say it; ``/<game> new`` has the same ones."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, TypedDict, Unpack

from bot.app.lobby.requests import LONGEST_GRACE
from bot.app.match.paces import DEFAULT, PRESETS, Late, NoPace, Pace, PerMove, with_grace, with_late
from bot.app.match.records import Actor, MatchRequest
from bot.edge.commands.builder import UNQUEUED, Option
from bot.edge.commands.cog import Cog, Param, command, field_options
from bot.edge.commands.parameters import MOST_SEATS, Game, levels, levels_of, moment_param, person_param
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.interactions.rights import access_of, find_opening
from bot.edge.interactions.turns import begun_post
from bot.edge.languages import phrase
from bot.edge.messages.builder import Post
from bot.edge.messages.formatting import DAY, HOUR, LATE, clock_words, span
from bot.edge.messages.undo import RULES
from bot.edge.panels.lobby_forms import show, values_of
from bot.edge.platform.translator import fill_description
from bot.edge.words import N_, _, escape_markdown
from db.records import TakeBack
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.input.forms import read_values
from games.core.moves import FieldInfo, fields_of
from games.core.options import Terms, explain_no_effect

PACES: dict[str, float] = {
    "hour": HOUR,
    "day": DAY,
    "2 days": 2 * DAY,
    "4 days": 4 * DAY,
    "week": 7 * DAY,
}
PRESET_NAMES: dict[str, str] = {
    "live": N_("live"),
    "brisk": N_("brisk"),
    "easy": N_("easy (default)"),
    "slow": N_("slow"),
}


PACE_CHOICES = [
    *((_("{name}: {pace}", name=_(PRESET_NAMES[key]), pace=clock_words(PRESETS[key])), key) for key in PRESETS),
    (_("no clock"), "none"),
    *((_("{time} a turn", time=span(seconds)), key) for key, seconds in PACES.items()),
]


def read_pace(typed: str) -> Pace:
    """Return the clock rule by the name it has in the command."""
    if typed in PRESETS:
        return PRESETS[typed]
    return PerMove(seconds=PACES[typed]) if typed in PACES else NoPace()


ClockRule = Annotated[Pace, Param(_("Time to think, the same for everyone"), choices=PACE_CHOICES, read=read_pace)]
Guest = Annotated[Actor, person_param(_("Reserve a seat for this player"))]


class WishOptions(TypedDict, total=False):
    """What a new match is to be like, besides its game and the rule options: what was given of it."""

    seats: Annotated[int, Param(_("How many players"), least=1, most=MOST_SEATS)]
    pace: ClockRule
    undo: Annotated[
        TakeBack,
        Param(
            _("Which confirmed turns can be taken back"),
            choices=[(_(name), str(rule)) for rule, name in RULES.items()],
        ),
    ]
    grace: Annotated[
        int,
        Param(
            _("Seconds to take a turn back before draws and other players' plans follow"),
            least=0,
            most=LONGEST_GRACE,
        ),
    ]
    late: Annotated[
        Late,
        Param(
            _("What happens when a player runs out of time"),
            choices=[(_(what), late.value) for late, what in LATE.items()],
        ),
    ]
    private: Annotated[bool, Param(_("Only players you invite can join"))]
    practice: Annotated[bool, Param(_("Not rated; you can take several seats yourself"))]
    starts: Annotated[
        datetime, moment_param(_("Announce the start: “tomorrow 20:00” or 2027-03-14 20:00 in your zone; “2d 4h”"))
    ]
    computer: Annotated[str, Param(_("Fill the free seats with computer players"), choices=levels)]
    invite1: Guest
    invite2: Guest
    invite3: Guest


def wish_options(responder: Responder, game: AnyGame) -> list[Option]:
    """Return what ``/<game> new`` asks for besides the rule options: as ``/match new``, with what the game suggests."""
    pace = fill_description(
        N_("Time to think, the same for everyone (suggested here: {n} hours a turn)"), n=game.spec.suggested_hours
    )
    suggested = game.spec.suggested_grace
    grace = fill_description(
        N_("Seconds to take a turn back before draws and others' plans follow (suggested here: {n})"), n=suggested
    )
    fills = tuple((level, level) for level in levels_of([game]))
    found = {option.name: option for option in field_options(responder, WishOptions)}
    found["seats"] = replace(found["seats"], least=min(game.spec.seats), most=max(game.spec.seats))
    found["pace"] = replace(found["pace"], what=pace)
    if suggested:
        found["grace"] = replace(found["grace"], what=grace)
    if fills:
        found["computer"] = replace(found["computer"], choices=fills)
    else:
        found.pop("computer", None)
    return [*found.values()]


def read_wish(game: AnyGame, given: WishOptions, *, options: dict[str, str | int | bool]) -> MatchRequest:
    """Return the wish that the options of a command say."""
    most = max(game.spec.seats)
    named = (given.get("invite1"), given.get("invite2"), given.get("invite3"))
    invited = tuple(guest for guest in named if guest is not None)
    seats = given.get("seats", max(2, len(invited) + 1) if most > 1 else 1)
    level = given.get("computer")
    free = seats - 1 - len(invited)
    return MatchRequest(
        game=game.spec.key,
        seats=seats,
        options=options,
        pace=_complete_pace(given, alone=seats == 1),
        undo=given.get("undo", TakeBack.OWN),
        private=given.get("private", False),
        practice=given.get("practice", False),
        invite=invited,
        computers=(level,) * max(0, free) if level else (),
        starts=given.get("starts"),
    )


def _complete_pace(given: WishOptions, *, alone: bool) -> Pace:
    """The clock rule with what happens when time is up; raises Sentence for the one without the other.

    Usually nobody is hurried in practice, or where nobody else plays (Grunn R16.7).
    """
    unhurried = given.get("practice") or alone
    pace = given.get("pace", NoPace() if unhurried else PRESETS[DEFAULT])
    pace = with_grace(pace, given.get("grace", 0))
    if "late" not in given:
        return pace
    if isinstance(pace, NoPace):
        raise Sentence(_("Without a clock, no one can run out of time. Choose a pace, too."))
    return with_late(pace, given["late"])


async def _complete_options(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The rule options of the game that is named."""
    found = responder.games.get(str(getattr(interaction.namespace, "game", "")))
    return option_completions(found, find_effective(found, interaction, typed), typed) if found else []


RULE_OPTIONS = _("Rule options as name=value, separated by commas")


class NewMatch(WishOptions, total=False):
    """The options of ``/match new`` besides the game."""

    options: Annotated[str, Param(RULE_OPTIONS, complete=_complete_options)]


class OpenCommand(Cog):
    """Opening a match."""

    @command(_("Open a match"), handling=UNQUEUED)
    async def new(self, interaction: Interaction, *, game: Game, **given: Unpack[NewMatch]) -> Post:
        """Open it."""
        wish = read_wish(game, given, options=read_options(given.get("options", "")))
        return await create(self.responder, interaction, wish)


async def create(responder: Responder, interaction: Interaction, wish: MatchRequest) -> Post:
    """Open the match; its card is posted in the channel."""
    opening = await find_opening(responder, interaction, alone=wish.practice and not wish.invite)
    receipt = await responder.services.lobby.create(
        key(interaction), actor(interaction), place=opening.place, wish=wish, access=access_of(interaction)
    )
    return await begun_post(responder, interaction, receipt, notes=opening.notes)


def read_options(typed: object, given: Mapping[str, str | int | bool] = {}) -> dict[str, str | int | bool]:
    """Read ``name=value, name=value`` beside what is ``given`` already; raises Sentence for anything else."""
    found = dict(given)
    for part in filter(None, (part.strip() for part in str(typed).split(","))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise Sentence(_("“{part}” isn't a rule option. Write it as name=value.", part=escape_markdown(part[:60])))
        if name.strip() in found:
            raise Sentence(
                _("“{name}” appears twice. Give each rule option only once.", name=escape_markdown(name.strip()[:60]))
            )
        found[name.strip()] = value.strip()
    return found


def find_effective(game: AnyGame, interaction: Interaction, typed: str) -> list[FieldInfo]:
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
    return [info for info in fields_of(kind) if explain_no_effect(kind(**values), info, terms) is None]


def option_completions(game: AnyGame, infos: Sequence[FieldInfo], typed: str) -> list[tuple[str, str]]:
    """Return completions of the last ``name=value`` of a list; of a number of many values its usual one."""
    before, comma, last = typed.rpartition(",")
    head = f"{before}{comma} " if comma else ""
    words = [
        (f"{info.name}={value}", phrase(info.field.what, game=game))
        for info in infos
        for value in values_of(info) or (show(info.default),)
    ]
    return [(f"{word} · {what}", head + word) for word, what in words if last.strip() in word]
