"""Commands about clocks: ``/away``, ``/pause`` and what stops the clock at night."""

from discord import app_commands

from bot.app.settings import zone_names
from bot.app.views.targets import PLAYING
from bot.edge import limits
from bot.edge.commands.builder import Command, Given, Option, Run, command, match_option, resolve_match
from bot.edge.commands.match.seats import back_command
from bot.edge.interactions.button_actions import handles, receipt_post
from bot.edge.interactions.responder import Interaction, Responder, actor, key
from bot.edge.messages.builder import Post, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment
from bot.edge.messages.proposals import YES
from bot.edge.words import _, ngettext
from db.ids import MatchId


def time_commands(responder: Responder) -> list[Command | app_commands.Group]:
    """Return the commands."""
    return [_away(responder), back_command(responder), _pause(responder), _night(responder)]


def _away(responder: Responder) -> app_commands.Group:
    async def set_(interaction: Interaction, given: Given) -> Post:
        user, away = actor(interaction).user, responder.services.absences
        begin = await away.moment(user, str(given.get("begin", "")))
        until = await away.moment(user, str(given["until"]), after=begin)
        await responder.services.absences.declare(actor(interaction), begin=begin, until=until)
        return await _told(interaction)

    async def show(interaction: Interaction, given: Given) -> Post:
        return await _told(interaction)

    async def back(interaction: Interaction, given: Given) -> Post:
        await responder.services.absences.back(actor(interaction))
        return await _told(interaction)

    async def _told(interaction: Interaction) -> Post:
        user = actor(interaction).user
        lines = [
            _("Away from {begin} until {end}.", begin=moment(each.starts, "f"), end=moment(each.ends, "f"))
            for each in await responder.services.absences.declared(user)
        ]
        days = (await responder.services.absences.left(user)).days
        rest = ngettext("{n} day of absence is left to you.", "{n} days of absence are left to you.", days)
        return plain("\n".join([*(lines or [_("You are not away.")]), rest]))

    until = Option(name="until", what=_("Like “5 days”, “2d 4h”, “tomorrow 18:00” or 2027-03-14 18:00"), required=True)
    begin = Option(name="begin", shown="from", what=_("When it begins; now if left out"))
    group = app_commands.Group(name="away", description=_("Stop your clocks in all matches while you are away"))
    what = _("Declare an absence; your matches are told")
    group.add_command(command(responder, "set", what, run=set_, options=[until, begin], queue=False))
    group.add_command(
        command(responder, "show", _("Show your absences and how many days are left"), run=show, queue=False, cost=0)
    )
    group.add_command(command(responder, "back", _("End your absence and forget those to come"), run=back, queue=False))
    return group


def _pause(responder: Responder) -> app_commands.Group:
    async def propose(interaction: Interaction, given: Given) -> Post:
        match = await resolve_match(responder, interaction, given)
        until = await responder.services.absences.moment(actor(interaction).user, str(given["until"]))
        receipt = await responder.services.pauses.propose(
            key(interaction), actor(interaction), match=match, until=until
        )
        return await receipt_post(responder, interaction, receipt)

    def simple(call: str) -> Run:
        async def run(interaction: Interaction, given: Given) -> Post:
            match = await resolve_match(responder, interaction, given)
            receipt = await getattr(responder.services.pauses, call)(key(interaction), actor(interaction), match=match)
            return await receipt_post(responder, interaction, receipt)

        return run

    until = Option(name="until", what=_("Like “5 days”, “2d 4h”, “tomorrow 18:00” or 2027-03-14 18:00"), required=True)
    one = [match_option(responder)]
    group = app_commands.Group(name="pause", description=_("Stop all clocks of a match, if nobody refuses"))
    what = _("Propose a pause; it begins when all agree, or nobody refuses in time")
    group.add_command(command(responder, "propose", what, run=propose, options=[until, *one], target=PLAYING))
    what = _("Agree to the pause that is proposed")
    group.add_command(command(responder, "agree", what, run=simple("agree"), options=one, target=PLAYING))
    what = _("Refuse the pause that is proposed, or withdraw your own proposal")
    group.add_command(command(responder, "refuse", what, run=simple("refuse"), options=one, target=PLAYING))
    what = _("End a pause early")
    group.add_command(command(responder, "end", what, run=simple("resume"), options=one, target=PLAYING))
    return group


@handles(ButtonAction.PAUSE)
async def _answered(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A button of the card that asks for a pause."""
    pauses = responder.services.pauses
    call = pauses.agree if press.value == YES else pauses.refuse
    receipt = await call(key(interaction), actor(interaction), match=MatchId(press.match), proposed=press.at)
    return await receipt_post(responder, interaction, receipt)


def _night(responder: Responder) -> Command:
    async def run(interaction: Interaction, given: Given) -> Post:
        values = {name: str(given[name]).strip() for name in ("zone", "night") if name in given}
        if values.get("night") in ("off", "none"):
            values["night"] = ""
        if values:
            await responder.services.settings.set_person(actor(interaction), values)
        current = await responder.services.settings.person(actor(interaction).user)
        zone = _("Your time zone: {zone}.", zone=current["zone"] or _("not set (UTC)"))
        night = current["night"]
        clock = (
            _("Your clocks stand still from {night}, every day.", night=str(night).replace("-", _(" to ")))
            if night
            else _("Your clocks run day and night.")
        )
        return plain(f"{zone}\n{clock}")

    zone = Option(name="zone", what=_("Your time zone, like Europe/Amsterdam"), complete=zones)
    night = Option(name="night", what=_("Hours without a clock, like 22:00-07:00; “off” for none"))
    what = _("Set your time zone and the night hours in which your clocks stand still")
    return command(responder, "night", what, run=run, options=[zone, night], queue=False)


async def zones(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Complete the name of a time zone."""
    wanted = typed.casefold().replace(" ", "_")
    return [(zone, zone) for zone in zone_names() if wanted in zone.casefold()][: limits.CHOICES]
