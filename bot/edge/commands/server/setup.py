"""``/setup``: a private panel that asks for a server's settings, one topic after the other; it can be left at any time.

What is chosen is stored at once, so that there is nothing to lose; buttons carry the number of their page alone.
"""

from collections.abc import Mapping
from typing import Any, cast

import discord

from bot.app.changes.server_rules import Made, read_list, read_made
from bot.app.match.records import Place
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.server.declared import NEW, TOPICS, settings_words
from bot.edge.commands.server.fields import Choice, Pick, Topic, Values
from bot.edge.commands.server.lacking import errand_lines, expect_givable
from bot.edge.commands.server.made import FORUM, TAGS, describe_made, guild_of, remove_made
from bot.edge.commands.server.making import MAKERS, Asked, find_missing_tags, grant_words, make, may_make
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles
from bot.edge.interactions.responder import Responder, Sentence, is_manager, place
from bot.edge.interactions.rights import channel_lines, expect_staff_only, missing_lines
from bot.edge.messages.builder import WARNING, Button, MessageBuilder, Option, Post, Style, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.gallery import WELCOME, play_button
from bot.edge.platform.permissions import NAMES, OPTIONAL, PERMISSIONS
from bot.edge.words import N_, _
from db.ids import ChannelId

MOST_PICKED = 25
REPORT = len(TOPICS)
"""The page after the last topic."""
GO, JUMP, SET, ASK, MAKE, ABOUT, REMOVE, REMOVED = "go", "jump", "set", "ask", "make", "about", "remove", "removed"
"""What a button of the panel does: show a page, take a choice, ask before something is made, and so on."""


def _may(interaction: Interaction) -> None:
    """Raise Sentence if who acts may not manage the server, or isn't on one."""
    if interaction.guild_id is None:
        raise Sentence(_("These settings belong to a server. Use `/setup` there."))
    if not is_manager(interaction):
        raise Sentence(
            _("Only people with the permission “{name}” can set up Longtable here.", name=_(N_("Manage Server")))
        )


class Setup(Cog):
    """``/setup``."""

    @command(_("Set up Longtable on this server, step by step"), handling=UNQUEUED, check=_may)
    async def setup(self, interaction: Interaction) -> Post:
        """Show what it is about, with the way to the first step."""
        return await _overview(self.responder, interaction)


@handles(ButtonAction.WIZARD)
async def _press(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Do what a button of the panel says; without a value it stands in the greeting."""
    _may(interaction)
    what, _colon, name = press.value.partition(":")
    if not 0 <= press.at <= REPORT:
        raise explain_outdated()
    try:
        return await _do(responder, interaction, (what, name), at=press.at)
    except Sentence as sentence:
        return await _page(responder, interaction, press.at, note=f"⚠️ {sentence}")


async def _do(responder: Responder, interaction: Interaction, what: tuple[str, str], *, at: int) -> Post:
    match what:
        case ("", _) | ("about", _):
            return await _overview(responder, interaction)
        case ("go", _):
            return await _page(responder, interaction, at)
        case ("jump", _):
            return await _page(responder, interaction, _read_step(interaction))
        case ("set", name):
            return await _take(responder, interaction, name, at=at)
        case ("ask", name) if name in MAKERS:
            return await _ask(responder, interaction, name, at=at)
        case ("make", name) if name in MAKERS:
            return await _page(responder, interaction, at, note=f"✅ {await make(responder, interaction, name)}")
        case ("remove", _):
            return await _confirm_removal(responder, interaction)
        case ("removed", _):
            left = await remove_made(responder, interaction)
            done = _("✅ What the bot had made is gone.") if not left else "\n".join(f"⚠️ {why}" for why in left)
            return await _page(responder, interaction, REPORT, note=done)
        case _:
            raise explain_outdated()


def _button(label: str, at: int, value: str, style: Style = Style.PLAIN) -> Button:
    return Button(Press(verb=ButtonAction.WIZARD, at=at, value=value), label, style)


async def _overview(responder: Responder, interaction: Interaction) -> Post:
    """What the steps are, what each permission is for, and that nothing is made unasked."""
    values = await responder.services.settings.server(place(interaction))
    held = guild_of(interaction).me.guild_permissions
    rights = [f"{'✅' if getattr(held, each.key) else '⚠️'} **{_(each.name)}**: {_(each.use)}" for each in PERMISSIONS]
    extra = [f"{'✅' if getattr(held, each.key) else '➖'} **{_(each.name)}**: {_(each.use)}" for each in OPTIONAL]
    builder = MessageBuilder(WELCOME).say(_("### Set up Longtable"))
    builder.say(
        _(
            "Each step has its usual value already, so *Next* is enough. You can stop at any time and come back: what "
            "you choose is saved at once. Nothing is made on your server unless you ask for it and confirm."
        )
    )
    builder.say(_("**What each permission is for**")).say("\n".join(f"-# {line}" for line in [*rights, *extra]))
    buttons = [_button(_("Start"), 0, f"{GO}:", Style.MAIN), _button(_("See the report"), REPORT, f"{GO}:")]
    if read_made(values):
        buttons.append(_button(_("Remove what it made"), REPORT, f"{REMOVE}:"))
    _add_steps(builder, 0)
    return builder.buttons(buttons).post()


def _add_steps(builder: MessageBuilder, at: int) -> None:
    """Add the menu of all steps, which leads to one of them."""
    steps = [Option(str(number), f"{number + 1} {_(topic.title)}") for number, topic in enumerate(TOPICS)]
    builder.select(Press(verb=ButtonAction.WIZARD, at=at, value=f"{JUMP}:"), steps, placeholder=_("Go to a step"))


def _read_step(interaction: Interaction) -> int:
    """The step that was chosen; raises Sentence for what is none."""
    chosen = _read_chosen(interaction)
    if len(chosen) != 1 or chosen[0] not in map(str, range(REPORT)):
        raise explain_outdated()
    return int(chosen[0])


async def _page(responder: Responder, interaction: Interaction, at: int, *, note: str = "") -> Post:
    """The page of a topic, or the report after the last."""
    values = await responder.services.settings.server(place(interaction))
    if at == REPORT:
        return await _report(responder, interaction, values, note=note)
    topic = TOPICS[at]
    head = _("### Set up · {n} of {all}: {title}", n=at + 1, all=len(TOPICS), title=_(topic.title))
    builder = MessageBuilder(WELCOME).say(head).say(note).say(_(topic.about))
    builder.say(_("**Now:** {words}", words=topic.tell(values, responder.games)))
    builder.say("\n".join(errand_lines(interaction, values, {field.name for field in topic.fields})))
    for field in topic.fields:
        _add_field(builder, responder, field, values, at=at)
    more = _extras(responder, interaction, topic, values, at=at)
    if more:
        builder.buttons(more)
    back = _button(_("Back"), max(at - 1, 0), f"{GO}:back" if at else f"{ABOUT}:")
    onward = _("Finish") if at + 1 == REPORT else _("Next")
    return builder.buttons([back, _button(onward, at + 1, f"{GO}:", Style.MAIN)]).post()


def _add_field(builder: MessageBuilder, responder: Responder, field: Choice | Pick, values: Values, *, at: int) -> None:
    """Add what asks for a setting, with what is set chosen."""
    press = Press(verb=ButtonAction.WIZARD, at=at, value=f"{SET}:{field.name}")
    label = _(field.label)
    if isinstance(field, Pick):
        most = MOST_PICKED if field.many else 1
        builder.say(f"-# {label}").pick(press, field.types, field.read(values), placeholder=_(field.empty), most=most)
        return
    now = field.read(values, responder.games)
    lines = field.lines(values, responder.games)
    options = [Option(value, words, chosen=value in now) for value, words in lines]
    builder.say(f"-# {label}").select(press, options, placeholder=label, most=field.most)


def _extras(responder: Responder, interaction: Interaction, topic: Topic, values: Values, *, at: int) -> list[Button]:
    """Buttons for what the bot can make for a topic."""
    makers = [field.name for field in topic.fields if field.name in MAKERS and not values[field.name]]
    found = [_button(_(MAKERS[name].label), at, f"{ASK}:{name}") for name in makers if name != FORUM]
    uses_forum = any(field.name == FORUM for field in topic.fields)
    forum = guild_of(interaction).get_channel(int(values[FORUM])) if uses_forum else None
    if isinstance(forum, discord.ForumChannel) and find_missing_tags(responder, forum, values):
        found.append(_button(_(MAKERS[TAGS].label), at, f"{ASK}:{TAGS}"))
    return found


async def _take(responder: Responder, interaction: Interaction, name: str, *, at: int) -> Post:
    """Store what was chosen of a field, and show the page again."""
    field = next((each for each in TOPICS[at].fields if each.name == name), None) if at < REPORT else None
    chosen = _read_chosen(interaction)
    if field is None:
        raise explain_outdated()
    if isinstance(field, Choice):
        values = await responder.services.settings.server(place(interaction))
        known = dict(field.lines(values, responder.games))
        if not chosen or not set(chosen) <= known.keys():
            raise explain_outdated()
        if chosen == [NEW]:
            return await _ask(responder, interaction, FORUM, at=at)
    elif not all(part.isdecimal() for part in chosen):
        raise explain_outdated()
    written = field.write(chosen)
    try:
        expect_staff_only(interaction, written)
        expect_givable(interaction, written)
    except Sentence as sentence:
        return await _page(responder, interaction, at, note=f"⚠️ {sentence}")
    await responder.services.settings.set_server(place(interaction), written)
    return await _page(responder, interaction, at)


def _read_chosen(interaction: Interaction) -> list[str]:
    """All that was chosen in a select."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    return [str(value) for value in data.get("values") or ()]


async def _ask(responder: Responder, interaction: Interaction, what: str, *, at: int) -> Post:
    """Say what would be made and which permission that takes, before anything is."""
    values = await responder.services.settings.server(place(interaction))
    plan, name = MAKERS[what].plan(Asked(responder, interaction, values)), _(NAMES[Made(what, 0).right])
    right = (
        _("✅ The bot has the permission “{name}”, which this needs.", name=name)
        if may_make(interaction, what)
        else "⚠️ " + _("This needs the permission “{name}”.", name=name) + " " + grant_words(interaction, what)
    )
    builder = MessageBuilder(WELCOME).say(_("### What the bot would make")).say(plan).say(right)
    builder.say(_("-# The bot remembers what it made. `/setup` can remove it again."))
    return builder.buttons(
        [_button(_("Make it"), at, f"{MAKE}:{what}", Style.GOOD), _button(_("Don't make it"), at, f"{GO}:back")]
    ).post()


async def _report(responder: Responder, interaction: Interaction, values: Values, *, note: str) -> Post:
    """What is set, what is missing and how to grant it, and what was made."""
    guild = guild_of(interaction)
    lacking = await _find_missing(responder, interaction, values)
    errands = errand_lines(interaction, values)
    builder = MessageBuilder(WARNING if lacking or errands else WELCOME).say(_("### Longtable is set up")).say(note)
    builder.say(settings_words(values, responder.games), most=2000)
    if lacking:
        builder.say(_("**Permissions that Longtable is missing**")).say("\n".join(lacking), most=900)
        builder.say(
            _(
                "Grant them in the channel's settings under *Permissions*, for the role {role}.",
                role=guild.self_role.mention if guild.self_role is not None else _("of the bot"),
            )
        )
    if errands:
        builder.say(_("**What doesn't work yet**")).say("\n".join(errands), most=900)
    if not lacking and not errands:
        builder.say(_("✅ Longtable has all the permissions it needs here."))
    builder.say(_("**Next:** *Play something* opens a match. `/tournament create` opens a tournament."))
    made = await describe_made(guild, values)
    builder.say("\n".join([_("**Made by the bot**"), *(f"• {line}" for line in made)]) if made else "")
    buttons = [
        play_button(style=Style.GOOD),
        _button(_("Permissions"), 0, f"{ABOUT}:"),
    ]
    if made:
        buttons.append(_button(_("Remove what it made"), REPORT, f"{REMOVE}:"))
    _add_steps(builder, REPORT)
    return builder.buttons(buttons).post()


async def _find_missing(responder: Responder, interaction: Interaction, values: Values) -> list[str]:
    """The permissions that the bot lacks here, where it may play, and in the channels for results and lists."""
    here = place(interaction)
    guild = guild_of(interaction)
    allowed = (guild.get_channel(int(number)) for number in read_list(values, "channels"))
    texts = [here.channel, *(channel.id for channel in allowed if isinstance(channel, discord.TextChannel))]
    if read_list(values, "channels"):
        texts = texts[1:]
    found: list[str] = []
    for number in dict.fromkeys(texts):
        lacking = await missing_lines(responder, interaction, Place(here.guild, ChannelId(number)))
        found += [f"<#{number}> {line}" for line in lacking]
    return [*dict.fromkeys(found), *channel_lines(interaction, here, values)]


async def _confirm_removal(responder: Responder, interaction: Interaction) -> Post:
    """Ask before anything is deleted, and say what people would lose."""
    values = await responder.services.settings.server(place(interaction))
    made = await describe_made(guild_of(interaction), values)
    if not made:
        return plain(_("The bot has made nothing on this server, so there is nothing to remove."))
    builder = MessageBuilder(WARNING).say(_("### Remove what the bot made?"))
    builder.say("\n".join(f"• {line}" for line in made))
    builder.say(_("Nothing else is deleted."))
    if any(each.kind == FORUM for each in read_made(values)):
        builder.say(_("Matches that are played in the forum go on in the channel they were opened in."))
    return builder.buttons(
        [_button(_("Remove it"), REPORT, f"{REMOVED}:", Style.BAD), _button(_("Keep it"), REPORT, f"{GO}:")]
    ).post()
