"""``/my settings``: all that a person can choose, with what it is now, changed in place; and *Mute* for one match."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from discord import ui

from bot.app.match.preferences import CONFIRM, DISPLAY, NO_DIGEST, NO_WEEK, Where
from bot.app.notifications.languages import LANGUAGE
from bot.app.runtime.typed import NOTHING, is_word
from bot.edge import limits
from bot.edge.commands.builder import READ
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.my.display import DISPLAYS
from bot.edge.commands.my.notify import REMINDERS, USUAL, WEEKDAYS, WHERE, every
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles, handles_form, opens_form
from bot.edge.interactions.responder import Responder, Sentence, actor, place
from bot.edge.languages import language_name
from bot.edge.messages.builder import Button, MessageBuilder, Option, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment, title, words_for
from bot.edge.words import N_, _, capitalize, join_list, language, languages
from db.clocks.records import ClockStopRecord
from db.ids import GuildId, MatchId
from games.core.errors import Refusal
from games.core.moves import Value

PAGES = (N_("General"), N_("Notifications"), N_("Times"))
"""The pages of the panel."""
GENERAL, TELLING, TIMES = range(3)
HERE = "here"
BACK = "back"
OFF = "off"
AUTOMATIC = "-"
"""What is chosen for one server; to end absences; for no setting of one's own; for the language of one's Discord."""
_HOURS = range(24)


class Panel(Cog):
    """All settings."""

    @command(_("See and change all your settings in one place"), handling=READ)
    async def settings(self, interaction: Interaction) -> Post:
        """Show them."""
        return await show_settings(self.responder, interaction, GENERAL)


async def show_settings(responder: Responder, interaction: Interaction, page: int, *, note: str = "") -> Post:
    """Return a page of the panel, with a note above it."""
    if not 0 <= page < len(PAGES):
        raise explain_outdated()
    who, services = actor(interaction), responder.services
    current = await services.preferences.person(who.user)
    builder = MessageBuilder().say(_("### Your settings · {page}", page=_(PAGES[page]))).say(note, most=600)
    match page:
        case 0:
            _add_general(builder, current)
            blocked = [f"<@{user}>" for user in await services.ratings.list_blocked(who)]
            builder.say(_describe_blocks(blocked), most=600)
        case 1:
            guild = place(interaction).guild
            here = None if guild is None else await services.preferences.in_server(who.user, guild)
            _add_telling(builder, current, here=here, guild=guild)
        case _:
            away = await services.absences.list_declared(who.user)
            days = (await services.absences.measure_allowance(who.user)).days
            _add_times(builder, current, away, days)
    tabs = [
        Button(
            Press(verb=ButtonAction.PREFERENCES, at=number),
            _(name),
            Style.MAIN if number == page else Style.PLAIN,
            disabled=number == page,
        )
        for number, name in enumerate(PAGES)
    ]
    return builder.rule().buttons(tabs).post()


# --- The pages ---------------------------------------------------------------------------------------------


def _add_select(
    builder: MessageBuilder, page: int, name: str, label: str, options: Sequence[tuple[str, str]], chosen: str
) -> None:
    """Add a setting and a select of its values, (value, words), which shows the present one."""
    shown = [Option(value, capitalize(words), chosen=value == chosen) for value, words in options]
    builder.say(f"**{label}**")
    builder.select(Press(verb=ButtonAction.PREFER, at=page, value=name), shown, placeholder=label)


def _toggle(page: int, name: str, label: str, *, on: bool) -> Button:
    """Return a button that shows whether something is on, and changes it."""
    state = _("{name}: on", name=label) if on else _("{name}: off", name=label)
    press = Press(verb=ButtonAction.PREFER, at=page, value=f"{name}={'off' if on else 'on'}")
    return Button(press, state, Style.GOOD if on else Style.PLAIN)


def _add_general(builder: MessageBuilder, current: Mapping[str, Value]) -> None:
    tongues = [(AUTOMATIC, _("Automatic: same as Discord")), *((tag, language_name(tag)) for tag in languages())]
    _add_select(builder, GENERAL, LANGUAGE, _("Language"), tongues, str(current[LANGUAGE]) or AUTOMATIC)
    shown = [(str(value), _(name)) for name, value in DISPLAYS]
    _add_select(builder, GENERAL, DISPLAY, _("Boards in private answers"), shown, str(current[DISPLAY]))
    builder.buttons([_toggle(GENERAL, CONFIRM, _("Confirm every turn"), on=bool(current[CONFIRM]))])


def _describe_blocks(blocked: Sequence[str]) -> str:
    names = join_list(blocked) if blocked else _("no one")
    return _("Blocked players: {names}. `/my blocks` changes that.", names=names)


def _add_telling(
    builder: MessageBuilder, current: Mapping[str, Value], *, here: str | None, guild: GuildId | None
) -> None:
    ways = [(str(where), _(name)) for where, name in WHERE.items()]
    _add_select(builder, TELLING, "where", _("How you're notified"), ways, str(current["where"]))
    if guild is not None:
        own = [(USUAL, _("as on all other servers")), *ways]
        _add_select(builder, TELLING, HERE, _("On this server"), own, here or USUAL)
    hours = int(current["remind"])
    times = [(str(value), _(name)) for name, value in REMINDERS.items()]
    if hours not in REMINDERS.values():
        times.append((str(hours), every(hours)))
    _add_select(builder, TELLING, "remind", _("Reminders before your time runs out"), times, str(hours))
    daily = [(str(NO_DIGEST), _("none")), *((str(hour), f"{hour}:00") for hour in _HOURS)]
    _add_select(builder, TELLING, "digest", _("Daily digest"), daily, str(current["digest"]))
    weekly = [(str(NO_WEEK), _("none")), *((str(number), _(day)) for number, day in enumerate(WEEKDAYS))]
    _add_select(builder, TELLING, "week", _("Weekly digest"), weekly, str(current["week"]))
    builder.buttons([_toggle(TELLING, "next", _("Tell me when I'm next"), on=bool(current["next"]))])


def _add_times(
    builder: MessageBuilder, current: Mapping[str, Value], away: Sequence[ClockStopRecord], days: int
) -> None:
    none = _("none")
    absences = [
        _("You're away from {begin} until {end}.", begin=moment(each.starts, "f"), end=moment(each.ends, "f"))
        for each in away
    ]
    lines = [
        _("Time zone: **{zone}**", zone=current["zone"] or _("not set (UTC)")),
        _("Quiet hours, without notifications: **{hours}**", hours=current["quiet"] or none),
        _("Night, when your clocks stop: **{hours}**", hours=current["night"] or none),
        _("Most notifications in one day: **{n}**", n=int(current["cap"])),
        *absences,
        _("You have {n, plural, one {# day} other {# days}} of absence left.", n=days),
    ]
    builder.say("\n".join(lines), most=2500)
    buttons = [
        Button(Press(verb=ButtonAction.TIMES, at=TIMES), _("Change times"), Style.MAIN),
        Button(Press(verb=ButtonAction.AWAY, at=TIMES), _("Declare an absence")),
    ]
    if away:
        buttons.append(Button(Press(verb=ButtonAction.PREFER, at=TIMES, value=BACK), _("I'm back")))
    builder.buttons(buttons)


# --- Changing --------------------------------------------------------------------------------------------------


@handles(ButtonAction.PREFERENCES)
async def _turn(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    return await show_settings(responder, interaction, press.at)


@handles(ButtonAction.PREFER)
async def _prefer(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A select of the panel, or a button that turns something on or off."""
    name, _equals, state = press.value.partition("=")

    async def change() -> None:
        who, services = actor(interaction), responder.services
        if name == BACK:
            await services.absences.back(who)
        elif name == HERE:
            guild = place(interaction).guild
            if guild is None or chosen is None:
                raise explain_outdated()
            await services.preferences.set_in_server(who, guild, None if chosen == USUAL else chosen)
        else:
            await services.preferences.set_person(who, {name: _read_value(name, chosen or state)})
            services.languages.forget(who.user)
            await responder.speak(interaction)

    return await _change(responder, interaction, press.at, change)


def _read_value(name: str, written: str) -> Value:
    """The value of a setting as the panel's buttons and selects carry it; raises Sentence for any other."""
    if name in (CONFIRM, "next"):
        return written == "on"
    if name == LANGUAGE:
        return "" if written == AUTOMATIC else written
    if name in ("where", DISPLAY):
        return written
    try:
        return int(written)
    except ValueError:
        raise explain_outdated() from None


async def _change(
    responder: Responder, interaction: Interaction, page: int, change: Callable[[], Awaitable[None]]
) -> Post:
    """Change something and show the page; what is refused stands above it."""
    note = ""
    try:
        await change()
    except Refusal as refusal:
        note = f"⚠️ {words_for(None)(refusal.text)}"
    except Sentence as sentence:
        note = f"⚠️ {sentence}"
    return await show_settings(responder, interaction, page, note=note)


def _field(name: str, label: str, what: str, value: str) -> "ui.Label[ui.LayoutView]":
    """Return a field of a form with its present value."""
    box: ui.TextInput[ui.LayoutView] = ui.TextInput(custom_id=name, required=False, default=value, max_length=60)
    return ui.Label(text=limits.cut(label, limits.MODAL_LABEL), description=what, component=box)


def _form(press: Press, name: str, fields: Sequence["ui.Label[ui.LayoutView]"]) -> ui.Modal:
    modal = ui.Modal(title=name, timeout=None, custom_id=press.custom_id())
    for each in fields:
        modal.add_item(each)
    modal.stop()  # what is handed in comes as an interaction of its own, also after a restart
    return modal


@opens_form(ButtonAction.TIMES)
async def _times_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    current = await responder.services.preferences.person(actor(interaction).user)
    hours = _("Like 22:00-07:00; empty for none")
    fields = [
        _field("zone", _("Time zone"), _("Like Europe/Amsterdam"), str(current["zone"])),
        _field("quiet", _("Quiet hours"), hours, str(current["quiet"])),
        _field("night", _("Night, when your clocks stop"), hours, str(current["night"])),
        _field("cap", _("Most notifications in one day"), _("The rest come in a digest"), str(current["cap"])),
    ]
    return _form(press, _("Your times"), fields)


@handles_form(ButtonAction.TIMES)
async def _set_times(responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]) -> Post:
    async def change() -> None:
        typed = {name: str(values.get(name, "")).strip() for name in ("zone", "quiet", "night", "cap")}
        wanted: dict[str, Value] = {name: "" if is_word(NOTHING, typed[name]) else typed[name] for name in typed}
        if not typed["cap"].isdecimal() or len(typed["cap"]) > 4:
            raise Sentence(_("“Most notifications in one day” takes a number. Nothing was changed."))
        wanted["cap"] = int(typed["cap"])
        await responder.services.preferences.set_person(actor(interaction), wanted)

    return await _change(responder, interaction, TIMES, change)


@opens_form(ButtonAction.AWAY)
async def _away_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    fields = [
        _field("begin", _("From"), _("Empty: now"), ""),
        _field("until", _("Until"), _("Like “5 days”, “tomorrow 18:00” or 2027-03-14 18:00"), ""),
    ]
    return _form(press, _("Declare an absence"), fields)


@handles_form(ButtonAction.AWAY)
async def _set_away(responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]) -> Post:
    async def change() -> None:
        who, absences = actor(interaction), responder.services.absences
        begin = await absences.moment(who.user, str(values.get("begin", "")), language=language())
        until = await absences.moment(who.user, str(values.get("until", "")), language=language(), after=begin)
        await absences.declare(who, begin=begin, until=until)

    return await _change(responder, interaction, TIMES, change)


# --- One match -------------------------------------------------------------------------------------------------


@handles(ButtonAction.MUTE, ButtonAction.MUTED)
async def _mute(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """*Mute* under a board, and what stands under its answer: unmute, or another way to be told of this match."""
    who, match = actor(interaction), MatchId(press.match)
    preferences = responder.services.preferences
    if press.verb is ButtonAction.MUTE:
        await preferences.set_in_match(who, match, {"where": str(Where.SILENCE)})
    elif chosen == USUAL or press.value == OFF:
        await preferences.set_in_match(who, match, {})
    elif chosen is not None:
        await preferences.set_in_match(who, match, {"where": chosen})
    where = Where(str((await preferences.in_match(who.user, match))["where"]))
    return mute_post(title(await responder.services.matches.view(match, who.user)), match, where)


def mute_post(name: str, match: MatchId, where: Where) -> Post:
    """Return how one match notifies its player, with a menu that changes it."""
    muted = where is Where.SILENCE
    words = (
        _("**{title}** is muted: no mentions, direct messages, or reminders. Its clock still runs.", title=name)
        if muted
        else _("**{title}** notifies you {how}.", title=name, how=_(WHERE[where]))
    )
    options = [
        Option(USUAL, capitalize(_("as in all other matches"))),
        *(Option(str(each), capitalize(_(label)), chosen=each is where) for each, label in WHERE.items()),
    ]
    builder = MessageBuilder().say(words)
    press = Press(verb=ButtonAction.MUTED, match=match)
    builder.select(press, options, placeholder=_("How you're notified in this match"))
    unmute = Button(Press(verb=ButtonAction.MUTED, match=match, value=OFF), _("Unmute"))
    return builder.buttons([unmute] if muted else []).post()
