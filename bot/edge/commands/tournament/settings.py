"""What ``/tournament change`` reaches beyond its own options: one setting by name, with its value as typed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.app.tournaments.formats.format_rules import unfit
from bot.app.tournaments.records import TournamentView
from bot.app.tournaments.requests import setting_name
from bot.app.tournaments.settings import PAIRWISE, usual_days
from bot.edge.commands.match.opening import option_completions, read_options
from bot.edge.commands.tournament.forms import read_number
from bot.edge.commands.tournament.named import tournament_typed
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence
from bot.edge.messages.formatting import words_for
from bot.edge.panels.lobby_forms import show
from bot.edge.tournaments.announced import CHOICES, write_value
from bot.edge.tournaments.formatting import FORMATS
from bot.edge.tournaments.terms import WEEKLY
from bot.edge.tournaments.wizard import seats_for
from bot.edge.words import _, escape_markdown, join_list
from db.tournaments.records import Format
from games.core.contract import AnyGame
from games.core.moves import fields_of

SETTING = "setting"

FORMAT, OPTIONS = "format", "options"
"""Settings that are read with more than their words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting that is named: ``name`` as ``create`` calls it, ``field`` as the tournament does; both mostly the same.

    ``read`` raises Sentence for what can't be read; ``suggest`` gives (label, value) for what is typed so far.
    """

    name: str
    field: str
    read: Callable[[str], Any]
    suggest: Callable[[AnyGame, str], Sequence[tuple[str, str]]]


def _number(name: str, field: str, *values: int) -> Setting:
    """A whole number; the services know its limits. ``values`` are offered."""
    offered = [(str(value), str(value)) for value in values]
    return Setting(name=name, field=field, read=read_number, suggest=lambda game, typed: offered)


def _choice(name: str, field: str, values: Mapping[Any, str]) -> Setting:
    """One of a few values, each with what it means; typed as it is stored."""

    def read(typed: str) -> Any:  # noqa: ANN401  # whatever the field holds
        for value in values:
            if typed.casefold() in (write_value(value), _(values[value]).casefold()):
                return value
        known = join_list((f"{_(values[value])} (`{write_value(value)}`)" for value in values), either=True)
        words = _(
            "“{typed}” isn't a value of `{name}`. Choose one of these: {known}.",
            typed=escape_markdown(typed[:40]),
            name=name,
            known=known,
        )
        raise Sentence(words)

    return Setting(
        name=name,
        field=field,
        read=read,
        suggest=lambda game, typed: [(_(values[each]), write_value(each)) for each in values],
    )


def _formats(game: AnyGame, typed: str) -> list[tuple[str, str]]:
    able = [each for each in Format if each in PAIRWISE or any(count >= 3 for count in game.spec.seats)]
    return [(_(FORMATS[each]), each.value) for each in able]


def _rules(game: AnyGame, typed: str) -> list[tuple[str, str]]:
    return option_completions(game, fields_of(game.spec.options), typed)


def _read_format(typed: str) -> Format:
    called = {_(FORMATS[each]): each for each in Format}
    try:
        return called.get(typed) or Format(typed)
    except ValueError:
        known = join_list((f"{name} (`{each}`)" for name, each in called.items()), either=True)
        words = _(
            "“{typed}” isn't a format. Choose one of these: {known}.", typed=escape_markdown(typed[:40]), known=known
        )
        raise Sentence(words) from None


SETTINGS: Mapping[str, Setting] = {
    each.name: each
    for each in (
        Setting(name=FORMAT, field=FORMAT, read=_read_format, suggest=_formats),
        _number("seats", "seats", 2, 3, 4, 5, 6),
        _number("group", "group", 3, 4, 5, 6, 8, 10),
        _number("finals", "finals", 0, 2, 4, 8, 16),
        _number("team", "team", 1, 2, 3, 4, 5, 6),
        _number("atonce", "at_once", 0, 1, 2, 3, 5, 10),
        _number("days", "days", 0, 30, 60, 90, 180, 365),
        *(_choice(name, field, values) for name, field, values in CHOICES),
        _choice("weekly", "weekly", WEEKLY),
        Setting(name=OPTIONS, field=OPTIONS, read=read_options, suggest=_rules),
    )
}
"""By the names they have in commands."""


async def complete_setting(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Complete the name of a setting."""
    known, wanted = await tournament_typed(responder, interaction), typed.casefold()
    labels = [(f"{each.name} · {_label(each)} ({stands_now(known, each)})", each.name) for each in SETTINGS.values()]
    return [(label, name) for label, name in labels if wanted in label.casefold()]


async def complete_value(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Complete the value of the setting that is named."""
    setting = SETTINGS.get(str(getattr(interaction.namespace, SETTING, "")))
    game = responder.games.get((await tournament_typed(responder, interaction)).record.game)
    return [] if setting is None or game is None else list(setting.suggest(game, typed))


def read_named(name: str, typed: str, view: TournamentView, game: AnyGame) -> dict[str, Any]:
    """Return the setting that was named, and what follows from it, by fields; raises Sentence for half of it.

    A new format brings its number of seats, and new seats the usual days for a match where these were usual.
    """
    name, typed = name.strip(), typed.strip()
    if not name and not typed:
        return {}
    if name not in SETTINGS or not typed:
        known = join_list(f"`{each}`" for each in SETTINGS)
        raise Sentence(_("Choose one setting and give its new value. The settings are {known}.", known=known))
    setting = SETTINGS[name]
    value = setting.read(typed)
    found = {setting.field: value}
    if name == OPTIONS:
        found[OPTIONS] = {**view.settings.options, **value}
    if name == FORMAT:
        found |= unfit(value, view.settings)
    if name == FORMAT and (value in PAIRWISE) != (view.record.format in PAIRWISE):
        found["seats"] = seats_for(value, game)
    if "seats" in found and view.settings.limit_days == usual_days(
        minutes=game.spec.minutes, seats=view.settings.seats
    ):
        found["limit_days"] = usual_days(minutes=game.spec.minutes, seats=found["seats"])
    return found


def _label(setting: Setting) -> str:
    return words_for(None, plain=True)(setting_name(setting.field))


def stands_now(view: TournamentView, setting: Setting) -> str:
    """Return how a setting stands now, as it is typed."""
    if setting.name == FORMAT:
        return _(FORMATS[view.record.format])
    value = getattr(view.settings, setting.field)
    if isinstance(value, dict):
        return ", ".join(f"{name}={show(each)}" for name, each in value.items()) or _("default")
    return f"{value:g}" if isinstance(value, float) else write_value(value)
