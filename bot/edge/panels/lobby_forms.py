"""The host's private sheets before the start: rule options one by one, and which computer player to add."""

from discord import ui

from bot.app.lobby.rule_options import terms_of
from bot.app.match.records import MatchView
from bot.edge import limits
from bot.edge.languages import phrase
from bot.edge.levels import describe_level, order_levels
from bot.edge.messages.builder import Button, MessageBuilder, Option, Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import option_value, title, words_of
from bot.edge.words import _, capitalize
from games.core.contract import AnyGame
from games.core.input.forms import literals
from games.core.moves import FieldInfo, fields_of
from games.core.options import explain_no_effect, label_of, reasons

MOST = 10
"""Options on one page; three components each, of the 40 a message may have."""
MOST_DIGITS = 9
MOST_LACKING = 1200
"""Characters about options that have no effect."""


def setup_post(match_view: MatchView, *, note: str = "", page: int = 0) -> Post:
    """Return a select for each rule option that has an effect, ten to a page; choosing changes the match at once.

    Below stands why the others are not offered.
    """
    builder = MessageBuilder().say(note).say(_("### {title} · options", title=title(match_view)))
    offered = find_effective(match_view)
    infos = [info for info in offered if values_of(info)]
    numbers = numbers_of(match_view)
    if not fields_of(type(match_view.options)):
        return builder.say(_("This game has no options.")).post()
    pages = max(1, -(-len(infos) // MOST))
    page = min(page, pages - 1)
    for info in infos[page * MOST : (page + 1) * MOST]:
        now = getattr(match_view.options, info.name)
        options = [
            Option(value, words, note=_("default") if value == show(info.default) else "", chosen=value == show(now))
            for value, words in ((each, choice_words(info, each, match_view.game)) for each in values_of(info))
        ]
        press = Press(verb=ButtonAction.OPTION, match=match_view.match.id, at=page, value=info.name)
        what, label = (phrase(each, game=match_view.game) for each in (info.field.what, label_of(info)))
        builder.say(f"-# {what}").select(press, options, placeholder=label)
    shown = [
        _(
            "-# {what}: **{value}**",
            what=phrase(info.field.what, game=match_view.game),
            value=option_value(info, getattr(match_view.options, info.name), game=match_view.game),
        )
        for info in numbers
    ]
    builder.say("\n".join(shown)).say(_explain_lacking(match_view), most=MOST_LACKING)
    forms = [
        Button(Press(verb=ButtonAction.NUMBERS, match=match_view.match.id, at=at, value="form"), _("Set numbers"))
        for at in range(0, len(numbers), limits.MODAL_ROWS)
    ]
    if pages > 1:
        following = Press(verb=ButtonAction.SETUP, match=match_view.match.id, at=(page + 1) % pages, value="page")
        forms.append(Button(following, _("More options")))
    return builder.buttons(forms).post()


def find_effective(match_view: MatchView) -> list[FieldInfo]:
    """Return the rule options that have an effect in the match; and those that are set although they have none."""
    terms = terms_of(match_view.pace, match_view.match.seats)
    return [
        info
        for info in fields_of(type(match_view.options))
        if explain_no_effect(match_view.options, info, terms) is None
        or getattr(match_view.options, info.name) != info.default
    ]


def _explain_lacking(match_view: MatchView) -> str:
    """Return why options are not offered, a line each."""
    words = words_of(match_view)
    lines = [
        f"-# {words(why)}" for why in reasons(match_view.options, terms_of(match_view.pace, match_view.match.seats))
    ]
    return "\n".join([_("-# No effect here:"), *lines]) if lines else ""


def numbers_of(match_view: MatchView) -> list[FieldInfo]:
    """Return the rule options with an effect that are numbers of more values than a menu holds."""
    return [info for info in find_effective(match_view) if info.type is int and not values_of(info)]


def numbers_modal(match_view: MatchView, at: int) -> ui.Modal:
    """Return a form for up to five of the numbers, from number ``at`` on, filled in; one left empty stays as it is."""
    press = Press(verb=ButtonAction.NUMBERS, match=match_view.match.id, at=at)
    modal = ui.Modal(title=_("Set numbers"), timeout=None, custom_id=press.custom_id())
    for info in numbers_of(match_view)[at : at + limits.MODAL_ROWS]:
        field: ui.TextInput[ui.LayoutView] = ui.TextInput(
            custom_id=info.name,
            required=False,
            default=str(getattr(match_view.options, info.name)),
            placeholder=_("{least} to {most}", least=info.field.least, most=info.field.most),
            max_length=MOST_DIGITS,
        )
        what, label = (phrase(each, game=match_view.game) for each in (info.field.what, label_of(info)))
        modal.add_item(ui.Label(text=limits.cut(label, limits.MODAL_LABEL), description=what, component=field))
    modal.stop()  # what is handed in comes as an interaction of its own, also after a restart
    return modal


def values_of(info: FieldInfo) -> tuple[str, ...]:
    """Return the words for the values of an option; () if there are too many for a select."""
    if info.type is bool:
        return ("yes", "no")
    if info.type is int and info.field.least is not None and info.field.most is not None:
        numbers = range(info.field.least, info.field.most + 1)
        return tuple(map(str, numbers)) if len(numbers) <= limits.SELECT_OPTIONS else ()
    return literals(info)


def choice_words(info: FieldInfo, value: str, game: AnyGame) -> str:
    """Return a value that can be chosen as players read it."""
    return option_value(info, value == show(True) if info.type is bool else value, game=game)


def show(value: object) -> str:
    """Return an option's value as it is chosen."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def levels_post(match_view: MatchView) -> Post:
    """Return a button for each kind of computer player with how it plays, and one that takes off the last that sits."""
    levels = order_levels(match_view.game.bots.players())
    builder = MessageBuilder().say(_("### {title} · add a computer player", title=title(match_view)))
    builder.say("\n".join(f"- {describe_level(level)}" for level in levels))
    match = match_view.match.id
    buttons = [
        Button(Press(verb=ButtonAction.ADD, match=match, value=level), capitalize(phrase(level))) for level in levels
    ]
    if any(seat.level is not None for seat in match_view.seats):
        buttons.append(Button(Press(verb=ButtonAction.DROP, match=match), _("Remove one")))
    return builder.buttons(buttons).post()
