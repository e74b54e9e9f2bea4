"""``/my notify``: how one is told of turns, a test that proves it, and what has failed."""

from collections.abc import Sequence
from typing import Annotated, TypedDict, Unpack

from bot.app.changes.reminders import OFF
from bot.app.match.preferences import NO_DIGEST, NO_WEEK, OWNER_NEWS, Where
from bot.app.notifications.health import Arrival, Fault, Health, ServerHealth, Tried
from bot.app.notifications.preferences import MOST_CALLS, MOST_HOURS
from bot.app.runtime.typed import NOTHING, is_word
from bot.app.views.targets import SEATED
from bot.edge.commands.builder import READ, UNQUEUED, Handling
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.my.time import Zone
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles
from bot.edge.interactions.outside import guild_here, why_not_here
from bot.edge.interactions.responder import Responder, Sentence, actor, is_outside, place, staff_of
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment, words_for
from bot.edge.words import N_, _, escape_markdown
from db.ids import MatchId
from games.core.moves import Value

REMINDERS: dict[str, int] = {
    N_("after 50%, 80%, and 95% of the time"): 0,
    N_("every 6 hours"): 6,
    N_("every 12 hours"): 12,
    N_("every day"): 24,
    N_("never"): OFF,
}
WHERE: dict[Where, str] = {
    Where.THREAD: N_("with a mention in the match (default)"),
    Where.BOTH: N_("with a mention and a direct message"),
    Where.DIRECT: N_("with a direct message only"),
    Where.SILENCE: N_("not at all"),
}
USUAL = "usual"
"""The choice of no settings of its own for a match."""


async def _reminders(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    found = [(_(name), str(hours)) for name, hours in REMINDERS.items() if typed.casefold() in _(name).casefold()]
    if typed.strip().isdecimal() and len(typed.strip()) < 4 and 1 <= int(typed) <= MOST_HOURS:
        found.insert(0, (every(int(typed)), typed.strip()))
    return found


PLACES = [(_(name), str(where)) for where, name in WHERE.items()]
Reminders = Annotated[
    str, Param(_("When you're reminded of a turn; choose, or type a number of hours"), complete=_reminders)
]


WEEKDAYS = (N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"))
DAYS = [(_("none"), str(NO_WEEK)), *((_(day), str(number)) for number, day in enumerate(WEEKDAYS))]
"""The days of the weekly digest."""


class Choices(TypedDict, total=False):
    """The options of ``/my notify set``: those that were given."""

    where: Annotated[str, Param(_("How you're notified when it's your turn"), choices=PLACES)]
    next: Annotated[bool, Param(_("Whether you're also notified when you're likely to be next"))]
    quiet: Annotated[str, Param(_("Hours without notifications, like 22:00-07:00; “off” for none"))]
    zone: Zone
    digest: Annotated[
        int, Param(_("Hour of a daily message with all your matches, 0 to 23; -1 for none"), least=NO_DIGEST, most=23)
    ]
    week: Annotated[str, Param(_("Day of a weekly message with all your matches"), choices=DAYS)]
    most: Annotated[int, Param(_("Most notifications in one day; the rest come in a digest"), least=1, most=MOST_CALLS)]
    reminders: Reminders
    news: Annotated[bool, Param(_("Whether the people who run the bot may write to you as the owner of a server"))]


class Notifications(Cog):
    """How a person is told of turns."""

    @command(_("Choose how you're notified"), name="set", handling=UNQUEUED)
    async def choose(self, interaction: Interaction, **given: Unpack[Choices]) -> Post:
        """Change what is given, and show all."""
        values = read_choices(given)
        if not values:
            raise Sentence(_("Nothing was changed. Choose at least one option; `/my notify show` lists your settings."))
        await self.services.preferences.set_person(actor(interaction), values)
        return await show_preferences(self.responder, interaction)

    @command(_("Choose how one match notifies you"), target=SEATED)
    async def match(
        self,
        interaction: Interaction,
        *,
        where: Annotated[
            str,
            Param(_("How you're notified in this match"), choices=[(_("as in all other matches"), USUAL), *PLACES]),
        ]
        | None = None,
        reminders: Reminders | None = None,
        match: ChosenMatch,
    ) -> Post:
        """Change what is given for one match, and show it."""
        given: Choices = {}
        if where is not None:
            given["where"] = where
        if reminders is not None:
            given["reminders"] = reminders
        usual = USUAL in (where, reminders)
        values = {} if usual else read_choices(given)
        if values or usual:
            await self.services.preferences.set_in_match(actor(interaction), match, values)
        return await self._tell_match(interaction, match)

    async def _tell_match(self, interaction: Interaction, match: MatchId) -> Post:
        own = await self.services.preferences.in_match(actor(interaction).user, match)
        called = Where(str(own["where"]))
        lines = [_("**Match #{match}**", match=match), _describe_calls(called)]
        if called is not Where.SILENCE:
            lines.append(_("Reminders before your time runs out: {when}.", when=every(int(own["remind"]))))
        return plain("\n".join(lines))

    @command(_("Choose how this server's matches notify you"), handling=UNQUEUED)
    async def server(
        self,
        interaction: Interaction,
        *,
        where: Annotated[
            str,
            Param(_("How you're notified on this server"), choices=[(_("as on all other servers"), USUAL), *PLACES]),
        ],
    ) -> Post:
        """Choose it, and say what holds."""
        guild = guild_here(interaction)
        chosen = None if where == USUAL else where
        await self.services.preferences.set_in_server(actor(interaction), guild, chosen)
        if chosen is None:
            return plain(_("On this server you're notified as everywhere else."))
        return plain(_("On this server: {how}", how=_describe_calls(Where(chosen))))

    @command(_("Show how you're notified"), handling=READ)
    async def show(self, interaction: Interaction) -> Post:
        """Show all."""
        return await show_preferences(self.responder, interaction)

    @command(
        _("Send yourself a direct message and a mention to see what arrives"),
        handling=Handling(queue=False, alone=True),
    )
    async def test(self, interaction: Interaction) -> Post:
        """Send both."""
        here = None if is_outside(interaction) else place(interaction)
        proof = await self.services.delivery_health.test(actor(interaction), place=here)
        mention = f"– {why_not_here(interaction)}" if proof.mention is None else describe_try(proof.mention)
        lines = [
            _("Direct message: {state}", state=describe_try(proof.direct)),
            _("Mention here: {state}", state=mention),
        ]
        return plain("\n".join(lines))

    @command(_("Show what couldn't be delivered to you (for staff: also on this server)"), handling=READ)
    async def health(self, interaction: Interaction) -> Post:
        """Show it."""
        own = await self.services.delivery_health.health(actor(interaction).user)
        managed = staff_of(interaction)
        server = None if managed is None else await self.services.delivery_health.server_health(managed)
        return health_post(own, server)


@handles(ButtonAction.NO_OWNER_NEWS)
async def _stop_news(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    await responder.services.preferences.set_person(actor(interaction), {OWNER_NEWS: False})
    return plain(_("You won't get news about the bot anymore. `/my notify set news:` changes that."))


def read_choices(given: Choices) -> dict[str, Value]:
    """Return the preferences that the options of the command say; raises Sentence for reminders that cannot be."""
    values: dict[str, Value] = {}
    if "where" in given:
        values["where"] = given["where"]
    if "next" in given:
        values["next"] = given["next"]
    if "digest" in given:
        values["digest"] = given["digest"]
    if "week" in given:
        values["week"] = int(given["week"])
    if "most" in given:
        values["cap"] = given["most"]
    if "quiet" in given:
        values["quiet"] = _unless_none(given["quiet"])
    if "zone" in given:
        values["zone"] = _unless_none(given["zone"])
    if "news" in given:
        values[OWNER_NEWS] = given["news"]
    if "reminders" in given:
        values["remind"] = _read_reminders(given["reminders"])
    return values


def _unless_none(typed: str) -> str:
    """What was typed, without spaces around; "" for none."""
    words = typed.strip()
    return "" if words == "-" or is_word(NOTHING, words) else words


def _read_reminders(typed: str) -> int:
    wanted = typed.strip().casefold()
    for name, hours in REMINDERS.items():
        if wanted in (name.casefold(), _(name).casefold(), str(hours)):
            return hours
    if wanted.isdecimal() and len(wanted) < 5 and 1 <= int(wanted) <= MOST_HOURS:
        return int(wanted)
    raise Sentence(
        _(
            "“{typed}” isn't an interval. Choose one from the list, or type a number of hours.",
            typed=escape_markdown(typed[:40]),
        )
    )


def every(hours: int) -> str:
    """Return an interval of reminders in words."""
    known = next((name for name, value in REMINDERS.items() if value == hours), None)
    return _(known) if known else _("every {n, plural, one {# hour} other {# hours}}", n=hours)


async def show_preferences(responder: Responder, interaction: Interaction) -> Post:
    """Return how a person is told."""
    current = await responder.services.preferences.person(actor(interaction).user)
    digest, week = int(current["digest"]), int(current["week"])
    begin, _dash, end = str(current["quiet"]).partition("-")
    where = Where(str(current["where"]))
    lines = [_describe_calls(where)]
    if where is not Where.SILENCE:
        lines += [
            _("Reminders before your time runs out: {when}.", when=every(int(current["remind"]))),
            _("Notification when you're likely to be next: {state}.", state=_("on") if current["next"] else _("off")),
        ]
    lines += [
        _("Quiet hours: {begin} to {end}.", begin=begin, end=end) if end else _("Quiet hours: none."),
        _("Daily digest: at {hour}:00.", hour=digest) if digest != NO_DIGEST else _("Daily digest: none."),
        _("Weekly digest: {day}.", day=_(WEEKDAYS[week]) if week != NO_WEEK else _("none")),
        _(
            "Up to {n, plural, one {# notification} other {# notifications}} a day; the rest come in a digest.",
            n=int(current["cap"]),
        ),
        _("Your time zone: {zone}.", zone=current["zone"] or _("not set (UTC)")),
    ]
    return plain("\n".join(lines))


def _describe_calls(where: Where) -> str:
    """Where a person is called, and what else does not come to who is not called."""
    if where is Where.SILENCE:
        return _(
            "You aren't notified: no mentions, direct messages, or reminders. Use `/my matches` to see what is "
            "waiting for you."
        )
    return _("How you're notified: {where}.", where=_(WHERE[where]))


# --- Test and health ---------------------------------------------------------------------------------------


def describe_try(tried: Tried) -> str:
    """Return what became of a message of a test."""
    match tried.arrival:
        case Arrival.ARRIVED:
            return _("✅ delivered.")
        case Arrival.FAILED:
            return f"❌ {words_for(None)(tried.reason)}"
        case Arrival.WAITING if tried.attempts:
            return _(
                "⏳ not delivered: Discord didn't accept it in {n, plural, one {# attempt} other {# attempts}}, "
                "so it was canceled.",
                n=tried.attempts,
            )
        case Arrival.WAITING:
            return _("⏳ not delivered: the bot is behind with its messages, so it was canceled. Try again later.")


def health_post(own: Health, server: ServerHealth | None) -> Post:
    """Return how a person is reached and, for staff, what failed in the server."""
    builder = MessageBuilder().say(_("### Your notifications")).say("\n".join(own_lines(own)), most=1500)
    if server is not None:
        builder.rule().say(_("### This server")).say("\n".join(server_lines(server)), most=2000)
    return builder.post()


def own_lines(own: Health) -> list[str]:
    """Return how a person is reached, line by line."""
    reach, wishes = own.reach, own.wishes
    lines = [_describe_calls(wishes.where)]
    if reach.closed is not None:
        lines.append(
            _(
                "⚠️ Discord has refused direct messages to you since {when} (code {code}). Allow them in the "
                "server's privacy settings.",
                when=moment(reach.closed, "f"),
                code=reach.code,
            )
        )
    if own.quiet is not None:
        lines.append(_("Your quiet hours last until {when}.", when=moment(own.quiet, "t")))
    if own.held:
        lines.append(_("{n, plural, one {# message to you is} other {# messages to you are}} on hold.", n=own.held))
    lines.append(
        _("Notifications on the last day you had any: {called} of {cap}.", called=reach.called, cap=wishes.cap)
    )
    if reach.merged:
        lines.append(
            _(
                "{n, plural, one {# notification is} other {# notifications are}} waiting for the digest.",
                n=reach.merged,
            )
        )
    if reach.digest is not None:
        lines.append(_("Next digest: {when}.", when=moment(reach.digest, "f")))
    return lines + (fault_lines(own.faults) or [_("None of your notifications have failed.")])


def server_lines(server: ServerHealth) -> list[str]:
    """Return what failed in a server, and how far behind the bot is."""
    lines = [
        _(
            "{n, plural, =0 {Everything could be delivered.} one {# notification couldn't be delivered.} "
            "other {# notifications couldn't be delivered.}}",
            n=server.parked,
        )
    ]
    lines += fault_lines(server.faults)
    if server.oldest is None:
        lines.append(_("No notifications are late."))
    else:
        lines.append(
            _(
                "{n, plural, one {# notification is} other {# notifications are}} waiting to be sent, the oldest since "
                "{when}.",
                n=server.behind,
                when=moment(server.oldest, "f"),
            )
        )
    return lines


def fault_lines(faults: Sequence[Fault]) -> list[str]:
    """Return a line for each notice that could not be delivered."""
    return [
        f"⚠️ {f'#{fault.match} ' if fault.match else ''}{moment(fault.at)}: {words_for(None)(fault.reason)}"
        for fault in faults
    ]
