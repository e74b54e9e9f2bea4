"""The host's private sheets before the start: rule options one by one, and which computer player to add."""

from bot.app.records import Look
from bot.edge import limits
from bot.edge.ids import Press, Verb
from bot.edge.sheet import Button, Option, Post, Sheet
from bot.edge.voice import option_words, title
from bot.edge.words import _
from games.core.forms import literals
from games.core.moves import FieldInfo, fields_of

MOST = 12
"""Options shown as selects; two components each, of the 40 a message may have."""


def setup_post(look: Look, *, note: str = "") -> Post:
    """Return a select for each rule option; choosing changes the match at once."""
    sheet = Sheet().say(note).say(_("### {title} · options", title=title(look)))
    infos = fields_of(type(look.options))
    if not infos:
        return sheet.say(_("This game has no options.")).post()
    for info in infos[:MOST]:
        values = values_of(info)
        if not values:
            continue
        now = show(getattr(look.options, info.name))
        options = [
            Option(
                value, f"{info.field.what}: {value}", _("usual") if value == show(info.default) else "", value == now
            )
            for value in values
        ]
        press = Press(verb=Verb.OPTION, match=look.match.id, value=info.name)
        sheet.select(press, options, placeholder=info.field.what)
    return sheet.say("\n".join(f"-# {line}" for line in option_words(look.options)), most=1000).post()


def values_of(info: FieldInfo) -> tuple[str, ...]:
    """Return the words for the values of an option; () if there are too many for a select."""
    if info.type is bool:
        return ("yes", "no")
    if info.type is int and info.field.least is not None and info.field.most is not None:
        numbers = range(info.field.least, info.field.most + 1)
        return tuple(map(str, numbers)) if len(numbers) <= limits.SELECT_OPTIONS else ()
    return literals(info)


def show(value: object) -> str:
    """Return an option's value as it is chosen."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def levels_post(look: Look) -> Post:
    """Return a button for each kind of computer player, and one that takes the last one off again."""
    sheet = Sheet().say(_("### {title} · add a computer player", title=title(look)))
    match = look.match.id
    buttons = [Button(Press(verb=Verb.ADD, match=match, value=level), level) for level in sorted(look.game.players())]
    buttons.append(Button(Press(verb=Verb.DROP, match=match), _("Take one off")))
    return sheet.buttons(buttons).post()
