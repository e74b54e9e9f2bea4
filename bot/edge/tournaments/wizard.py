"""The private sheet on which an organizer puts a tournament together: defaults for everything, changed by selects.

All that is chosen stands in the custom ids, so that the sheet outlives a restart.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Self, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.match.paces import PRESETS, Late, NoPace
from bot.app.tournaments.formats.format_rules import FITTING
from bot.app.tournaments.records import TournamentWish
from bot.app.tournaments.requests import setting_name
from bot.app.tournaments.settings import PAIRWISE, TIME_UP, Seeding, TournamentSettings, usual_days
from bot.edge.messages.builder import Button, MessageBuilder, Option, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import LATE, clock_words, words_for
from bot.edge.tournaments.announced import CHOICES, OF_TREES, write_value
from bot.edge.tournaments.formatting import FORMATS, name_of
from bot.edge.words import _, capitalize
from db.tournaments.records import Format
from games.core.contract import AnyGame

ROUNDS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15)
MOST = (4, 6, 8, 12, 16, 24, 32, 48, 64, 100, 200, 500)

CHOSEN: Mapping[str, Mapping[Any, str]] = {field: values for _name, field, values in CHOICES}
"""Choices of a few values each, by field."""


class Draft(Struct, frozen=True, kw_only=True):
    """What is chosen so far."""

    game: str
    format: Format = Format.SWISS
    seats: int = 2
    rounds: int = 5
    pace: str = "easy"
    most: int = 32
    full: bool = False
    seeding: Seeding = Seeding.RATING
    third: bool = False
    half_byes: int = 0
    best_of: int = 1
    accelerated: bool = False
    time_up: Late = TIME_UP[0]

    def write(self) -> str:
        """Return it as it stands in custom ids (at most 60 characters): of formats and the like their numbers."""
        return ",".join(_short(getattr(self, field)) for field in self.__struct_fields__)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what ``write`` wrote; raises ValueError for anything else."""
        kinds = get_type_hints(cls)
        try:
            parts = zip(cls.__struct_fields__, text.split(","), strict=True)
            return msgspec.convert({field: _long(kinds[field], part) for field, part in parts}, cls, strict=False)
        except (ValueError, msgspec.ValidationError) as error:
            raise ValueError(text) from error

    def change(self, field: str, value: str, game: AnyGame) -> Self:
        """Return it with one choice changed; the number of seats follows the format."""
        match field:
            case "format":
                format = Format(value)
                return replace(self, format=format, seats=seats_for(format, game)).drop_unfit()
            case "seats":
                return replace(self, seats=int(value))
            case "rounds":
                return replace(self, rounds=int(value))
            case "pace":
                return replace(self, pace=value)
            case "time_up":
                return replace(self, time_up=Late(value))
            case "most":
                return replace(self, most=int(value))
            case "full":
                return replace(self, full=value == "1")
            case _:
                return replace(self, **{field: _read_choice(field, value)})

    def drop_unfit(self) -> Self:
        """Return it without choices that its format has no place for."""
        others = {name for name, formats in FITTING.items() if self.format not in formats}
        return replace(self, **{name: getattr(TournamentSettings(), name) for name in others})

    def wish(self, game: AnyGame, *, name: str = "") -> TournamentWish:
        """Return what the organizer wants."""
        settings = TournamentSettings(
            seats=self.seats,
            rounds=self.rounds,
            pace=PRESETS.get(self.pace, NoPace()),
            time_up=self.time_up,
            most=self.most,
            least=min(4, self.most),
            full=self.full,
            **{field: getattr(self, field) for field in CHOSEN},
            limit_days=usual_days(minutes=game.spec.minutes, seats=self.seats),
        )
        return TournamentWish(
            name=name or name_of(game.spec.title, self.format), game=self.game, format=self.format, settings=settings
        )


def _short(value: object) -> str:
    if isinstance(value, Enum):
        return str([*type(value)].index(value))
    return str(int(value) if isinstance(value, bool) else value)


def _long(kind: Any, part: str) -> object:  # noqa: ANN401  # an annotation
    """What ``_short`` wrote, a number still as text; raises ValueError where there is no such value."""
    if not (isinstance(kind, type) and issubclass(kind, Enum)):
        return part
    known = dict(enumerate(kind))
    if not part.isdecimal() or int(part) not in known:
        raise ValueError(part)
    return known[int(part)]


def _read_choice(field: str, value: str) -> object:
    """The value of a choice from its option; raises ValueError where there is none."""
    known = {write_value(each): each for each in CHOSEN.get(field, ())}
    if value not in known:
        raise ValueError(value)
    return known[value]


def seats_for(format: Format, game: AnyGame) -> int:
    """Return the number of seats that a format begins with: two, or for tables the nearest to four."""
    if format in PAIRWISE:
        return 2
    return min((count for count in game.spec.seats if count >= 3), key=lambda count: abs(count - 4), default=3)


def wizard_post(draft: Draft, game: AnyGame, *, note: str = "") -> Post:
    """Return the sheet: a select for each choice, what comes of it in words, and the button that opens it."""
    builder = MessageBuilder().say(note).say(_("### {title}: a new tournament", title=game.spec.title))
    formats = [f for f in Format if f in PAIRWISE or any(count >= 3 for count in game.spec.seats)]
    _select(builder, draft, "format", {f.value: _(FORMATS[f]) for f in formats}, _("Format"))
    if draft.format is Format.TABLES:
        numbers = {str(n): _("{n, plural, one {# seat} other {# seats}}", n=n) for n in game.spec.seats if n >= 3}
        _select(builder, draft, "seats", numbers, _("Seats at a table"))
    if draft.format in (Format.SWISS, Format.TABLES, Format.FREE_SWISS, Format.LADDER):
        rounds = {str(n): _("{n, plural, one {# round} other {# rounds}}", n=n) for n in ROUNDS}
        _select(builder, draft, "rounds", rounds, _("Rounds, or matches per entrant"))
    paces = {name: clock_words(pace) for name, pace in PRESETS.items()} | {"none": _("no clock")}
    _select(builder, draft, "pace", paces, _("Pace"))
    if draft.pace != "none":
        ways = {late.value: _(LATE[late]) for late in TIME_UP if late is not Late.COMPUTER or game.bots.players()}
        _select(builder, draft, "time_up", ways, _("When a player runs out of time"))
    _select(builder, draft, "most", {str(n): _("up to {n} entrants", n=n) for n in MOST}, _("Entrants"))
    starts = {"0": _("the organizer starts it"), "1": _("it starts when it's full")}
    _select(builder, draft, "full", starts, _("Start"))
    _add_pairing(builder, draft)
    builder.say(
        _(
            "-# Everything else (limits, ties, late entry …) has its default value. To change it before the "
            "start, use `/tournament change`."
        )
    )
    open_it = Press(verb=ButtonAction.SHEET, value=f"open:{draft.write()}")
    with_words = Press(verb=ButtonAction.NEW_TOURNAMENT, value=draft.write())
    return builder.buttons(
        [Button(open_it, _("Open sign-up"), Style.GOOD), Button(with_words, _("Set name and date …"))]
    ).post()


def _add_pairing(builder: MessageBuilder, draft: Draft) -> None:
    """Add what is chosen about pairing in a format."""
    for field, values in CHOSEN.items():
        if draft.format in FITTING[field] and (draft.format is not Format.ROUND_ROBIN or field not in OF_TREES):
            labels = {write_value(value): _(words) for value, words in values.items()}
            what = words_for(None, plain=True)(setting_name(field))
            _select(builder, draft, field, labels, capitalize(what))


def _select(builder: MessageBuilder, draft: Draft, field: str, values: Mapping[str, str], what: str) -> None:
    now = getattr(draft, field)
    current = str(int(now)) if field == "full" else write_value(now)
    press = Press(verb=ButtonAction.SHEET, value=f"{field}:{draft.write()}")
    options = [Option(value, capitalize(label), chosen=value == current) for value, label in values.items()]
    builder.say(f"-# {what}").select(press, options, placeholder=what)
