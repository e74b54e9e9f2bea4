"""One group for each game, made from what it declares: ``/grunn turn``, ``/grunn new``, …"""

from collections.abc import Mapping, Sequence

from discord import app_commands
from msgspec.structs import replace

from bot.app.match.records import Typing
from bot.app.views.targets import PLAYING, TURN
from bot.edge import limits
from bot.edge.commands.builder import (
    UNQUEUED,
    Command,
    CommandSpec,
    Given,
    Option,
    build_command,
    match_option,
    resolve_match,
    resolve_match_so_far,
    suggest,
)
from bot.edge.commands.choosing import MATCH
from bot.edge.commands.cog import read_fields
from bot.edge.commands.match.opening import (
    WishOptions,
    create,
    find_effective,
    option_completions,
    read_options,
    read_wish,
    wish_options,
)
from bot.edge.interactions import Interaction
from bot.edge.interactions.plans import Drafted, draft_order
from bot.edge.interactions.responder import Responder, Sentence, actor, key
from bot.edge.interactions.turns import panel_for, receipt_post
from bot.edge.messages.builder import Post
from bot.edge.messages.formatting import title
from bot.edge.platform.translator import fill_description, game_description
from bot.edge.words import N_, _, language
from db.ids import MatchId
from games.core.contract import AnyGame
from games.core.game import Turn
from games.core.input.forms import Form, FormKind, forms_of, options_of
from games.core.input.forms import Option as FormOption
from games.core.moves import FieldInfo, fields_of

NEW = "new"
OTHERS = "options"
"""The option for rule options that have none of their own: no room is left, or the platform's has the name."""


def game_group(responder: Responder, game: AnyGame) -> app_commands.Group:
    """Return the group of a game: a subcommand for each form, and ``new`` with the rule options one by one."""
    group = app_commands.Group(
        name=game.spec.command, description=fill_description(N_("Play {title}"), title=game.spec.title)
    )
    for form in forms_of(game):
        group.add_command(_form(responder, game, form))
    if all(form.name != NEW for form in forms_of(game)):
        group.add_command(_new(responder, game))
    return group


def _form(responder: Responder, game: AnyGame, form: Form) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, str(given.get(MATCH, "")))
        await _is_of(responder, match, game)
        typed = {name: value for name, value in given.items() if name != MATCH}
        if form.kind is FormKind.ORDER:
            return await draft_order(responder, interaction, match, Drafted(form.name), values=typed)
        if not typed and form.turn is not None and _opens(form.turn):
            return await _open_panel(responder, interaction, match, form.turn)
        words = {name: _write_option(value) for name, value in typed.items()}
        if form.turn is not None and form.turn.previewed:
            return await _preview(responder, interaction, match, form.name, words)
        receipt = await responder.services.matches.play_parts(
            key(interaction), actor(interaction), match=match, form=form.name, words=words
        )
        return await receipt_post(responder, interaction, receipt)

    required = [_option(responder, game, form, option) for option in form.options if option.required]
    optional = [_option(responder, game, form, option) for option in form.options if not option.required]
    kind = PLAYING if form.kind is FormKind.ORDER else TURN
    target = replace(kind, game=game.spec.key)
    options = [*required, *optional, match_option(responder)]
    spec = CommandSpec(name=form.name, what=game_description(form.what, game), target=target)
    return build_command(responder, spec, run=run, options=options)


async def _preview(
    responder: Responder, interaction: Interaction, match: MatchId, form: str, words: Mapping[str, str]
) -> Post:
    """Return the panel with the turn that was typed, to be confirmed."""
    who, services = actor(interaction), responder.services
    receipt = await services.matches.draft_parts(key(interaction), who, match=match, form=form, words=words)
    return await panel_for(responder, await services.drafts.next(receipt, who))


def _opens(turn: Turn) -> bool:
    """Whether the command without any option can mean nothing but its panel."""
    return turn.begin is None and all(part.optional for part in turn.parts)


async def _open_panel(responder: Responder, interaction: Interaction, match: MatchId, turn: Turn) -> Post:
    """Return the panel of the turn that the command is for."""
    who = actor(interaction)
    verbs = {verb for part in turn.parts for verb in part.verbs}
    asks = (await responder.services.matches.view(match, who.user)).own_asks
    ask = next((ask.id for ask in asks if verbs.intersection(ask.verbs)), None)
    return await panel_for(responder, await responder.services.drafts.open(who, match=match, ask=ask))


async def _is_of(responder: Responder, match: MatchId, game: AnyGame) -> None:
    """Refuse a match of another game."""
    match_view = await responder.services.matches.view(match, None)
    if match_view.game.spec.key != game.spec.key:
        raise Sentence(
            _(
                "{title} isn't a match of {game}. Use `/{command}` there.",
                title=title(match_view),
                game=game.spec.title,
                command=match_view.game.spec.command,
            )
        )


def _write_option(value: object) -> str:
    """The option as a player would type it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _choices(game: AnyGame, option: FormOption) -> tuple[tuple[app_commands.locale_str, str], ...]:
    """Return what an option may be, in words and as it is typed."""
    return tuple((game_description(option.named.get(each, each), game), each) for each in option.choices)


def _option(responder: Responder, game: AnyGame, form: Form, option: FormOption) -> Option:
    if option.choices:
        return Option(
            name=option.name,
            what=game_description(option.what, game),
            required=option.required,
            choices=_choices(game, option),
        )
    if option.type is bool:
        return Option(name=option.name, what=game_description(option.what, game), required=option.required, type=bool)

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        filled = {
            name: _write_option(value)
            for name, value in interaction.namespace
            if value is not None and name not in (MATCH, option.name)
        }
        match = await resolve_match_so_far(responder, interaction)
        await _is_of(responder, match, game)
        user = actor(interaction).user
        found = await responder.services.matches.complete_parts(
            match, user, Typing(form=form.name, words=filled, focused=option.name, typed=typed), language=language()
        )
        return suggest(found)

    return Option(
        name=option.name, what=game_description(option.what, game), required=option.required, complete=complete
    )


def _new(responder: Responder, game: AnyGame) -> Command:
    general = wish_options(responder, game)
    taken = {option.name for option in general}
    rules = [option for option in options_of(game.spec.options) if option.name not in taken]
    room = limits.COMMAND_OPTIONS - len(general) - 1
    if len(rules) > room + 1:
        rules = rules[:room]
    listed = {option.name for option in rules}
    others = [info for info in fields_of(game.spec.options) if info.name not in listed]

    async def run(interaction: Interaction, given: Given) -> Post:
        chosen = read_options(given.get(OTHERS, ""), {name: given[name] for name in listed if name in given})
        wished = await read_fields(responder, interaction, WishOptions, given)
        return await create(responder, interaction, read_wish(game, wished, options=chosen))

    options = [
        Option(
            name=option.name,
            what=game_description(option.what, game),
            type=option.type,
            choices=_choices(game, option),
        )
        for option in rules
    ]
    what = fill_description(N_("Open a match of {title}"), title=game.spec.title)
    options = [*general, *options, *([_others(game, others)] if others else [])]
    spec = CommandSpec(name=NEW, what=what, handling=UNQUEUED)
    return build_command(responder, spec, run=run, options=options)


def _others(game: AnyGame, infos: Sequence[FieldInfo]) -> Option:
    """Return the option for rule options that have none of their own here, as a list like that of ``/match new``."""

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        offered = find_effective(game, interaction, typed)
        return option_completions(game, [info for info in offered if info in infos], typed)

    return Option(name=OTHERS, what=_("More rule options as name=value, separated by commas"), complete=complete)
