"""``/staff``: what those who may manage the server can do with its matches."""

import discord
from discord import app_commands

from bot.app.changes.interventions import MOST_HOURS
from bot.app.views.targets import STAFF, STAFF_OPEN
from bot.app.workers.thread_cleanup import ROOM
from bot.edge.commands.builder import Command, Given, Option, command, game_title, match_option, resolve_match
from bot.edge.commands.notify import fault_lines
from bot.edge.delivery.thread_states import ThreadKeeper
from bot.edge.interactions.button_actions import receipt_post
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, key, person, place, staff_of
from bot.edge.interactions.rights import server_lines
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.formatting import moment, words_for
from bot.edge.messages.places import named_place
from bot.edge.words import _, ngettext
from db.ids import MatchId
from games.core.seats import Seat


def staff_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/staff``; Discord shows it only to those who may manage the server, and we look again."""
    group = app_commands.Group(
        name="staff",
        description=_("Look after the running matches of this server"),
        default_permissions=discord.Permissions(manage_guild=True),
    )
    for built in _commands(responder):
        group.add_command(built)
    return group


def _may(interaction: Interaction) -> None:
    """Raise Sentence if the person may not manage the server."""
    if staff_of(interaction) is None:
        raise Sentence(_("Only people who can manage the server can do that."))


async def _match(responder: Responder, interaction: Interaction, given: Given) -> MatchId:
    """The match that is meant; raises Sentence if the person may not manage the server."""
    _may(interaction)
    return await resolve_match(responder, interaction, given)


class _Runs:
    """What each command does."""

    def __init__(self, responder: Responder) -> None:
        """Work over the responder."""
        self._responder = responder

    async def pause(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        until = await self._responder.services.absences.moment(actor(interaction).user, str(given["until"]))
        receipt = await self._responder.services.staff.pause(
            key(interaction), actor(interaction), place=place(interaction), match=match, until=until
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def resume(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        receipt = await self._responder.services.staff.resume(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def extend(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        seat, hours = Seat(int(given["number"]) - 1), int(given["hours"])
        receipt = await self._responder.services.staff.extend(
            key(interaction), actor(interaction), place=place(interaction), match=match, seat=seat, hours=hours
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def hold(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        receipt = await self._responder.services.staff.hold(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def release(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        receipt = await self._responder.services.staff.release(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def repair(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        receipt = await self._responder.services.staff.repair(
            key(interaction), actor(interaction), place=place(interaction), match=match, turn=int(given["turn"])
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def stuck(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        _may(interaction)
        found = await self._responder.services.staff.stuck(place(interaction))
        lacking = await server_lines(self._responder, interaction)
        guild = place(interaction).guild
        assert guild is not None, "it was asked a moment ago"
        faults = (await self._responder.services.delivery_health.server_health(guild)).faults
        events = fault_lines([fault for fault in faults if fault.match is None])
        if not found and not lacking and not events:
            return plain(_("No match is stuck: each is waiting for a player who can move."))
        words = words_for(None)
        lines = [
            "\n".join(
                [
                    named_place(f"#{one.match} {game_title(self._responder, one.game)}", one.place),
                    *(f"-# · {words(why)}" for why in one.why),
                ]
            )
            for one in found
        ]
        builder = MessageBuilder().say("\n".join([*lines, *events]), most=2500)
        if lacking:
            builder.say(_("**Permissions that Longtable is missing**")).say("\n".join(lacking), most=1200)
        return builder.post()

    async def log(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        _may(interaction)
        found = await self._responder.services.staff.log(place(interaction))
        words = words_for(None)
        lines = [
            f"{moment(deed.at)} **#{deed.match}** {words(deed.what)}"
            if deed.match is not None
            else f"{moment(deed.at)} {words(deed.what)}"
            for deed in found
        ]
        return MessageBuilder().say("\n".join(lines) or _("Staff has done nothing here yet."), most=3800).post()

    async def threads(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        _may(interaction)
        guild = place(interaction).guild
        assert guild is not None, "it was asked a moment ago"
        active = await ThreadKeeper(interaction.client).active(guild)
        left = max(ROOM - active.total, 0)
        lines = [
            _("{n} of {most} active threads; {left} more can be opened.", n=active.total, most=ROOM, left=left),
            ngettext("{n} of them belongs to a match.", "{n} of them belong to matches.", len(active.own)),
            _("Threads of finished matches are archived after a day, at once when little room is left."),
        ]
        return plain("\n".join(lines))

    async def end(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        receipt = await self._responder.services.staff.end(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def host(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        to = person(given["player"]).user
        receipt = await self._responder.services.staff.hand_over(
            key(interaction), actor(interaction), place=place(interaction), match=match, to=to
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def invite(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match = await _match(self._responder, interaction, given)
        guest = person(given["player"])
        receipt = await self._responder.services.staff.invite(
            key(interaction), actor(interaction), place=place(interaction), match=match, guest=guest
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def remove(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match, guest = await _match(self._responder, interaction, given), person(given["player"])
        receipt = await self._responder.services.staff.remove(
            key(interaction), actor(interaction), place=place(interaction), match=match, guest=guest
        )
        return await receipt_post(self._responder, interaction, receipt)

    async def open(self, interaction: Interaction, given: Given) -> Post:
        """See the command's description."""
        match, seat = await _match(self._responder, interaction, given), Seat(int(given["number"]) - 1)
        receipt = await self._responder.services.staff.open_seat(
            key(interaction), actor(interaction), place=place(interaction), match=match, seat=seat
        )
        return await receipt_post(self._responder, interaction, receipt)


def _of_people(responder: Responder, runs: _Runs) -> list[Command]:
    """The commands about who plays."""
    one = match_option(responder)
    player = Option(name="player", what=_("Who"), type=discord.User, required=True)
    number = Option(name="number", what=_("Number of the seat"), type=int, required=True, least=1, most=12)
    host, invite = _("Make another player the host of a match"), _("Invite somebody to an open seat")
    remove = _("Cancel an invitation, or take a player out of an open match")
    opened = _("Open a player's seat for a replacement")
    return [
        command(responder, "host", host, run=runs.host, options=[player, one], target=STAFF),
        command(responder, "invite", invite, run=runs.invite, options=[player, one], target=STAFF),
        command(responder, "remove", remove, run=runs.remove, options=[player, one], target=STAFF_OPEN),
        command(responder, "open", opened, run=runs.open, options=[number, one], target=STAFF),
    ]


def _commands(responder: Responder) -> list[Command]:
    runs = _Runs(responder)
    one = match_option(responder)
    until = Option(name="until", what=_("Like “5 days”, “2d 4h”, “tomorrow 18:00” or 2027-03-14 18:00"), required=True)
    number = Option(name="number", what=_("Number of the seat"), type=int, required=True, least=1, most=12)
    hours = Option(name="hours", what=_("How many hours"), type=int, required=True, least=1, most=MOST_HOURS)
    turn = Option(name="turn", what=_("Number in the log"), type=int, required=True, least=0, most=100_000)
    return [
        command(
            responder, "stuck", _("List matches that are stuck, with the reason"), run=runs.stuck, queue=False, cost=0
        ),
        command(responder, "log", _("Read what staff has done here"), run=runs.log, queue=False, cost=0),
        command(responder, "threads", _("Show how much room for threads is left"), run=runs.threads, queue=False),
        command(
            responder,
            "hold",
            _("Hold a match: nothing runs until it is released"),
            run=runs.hold,
            options=[one],
            target=STAFF,
        ),
        command(
            responder, "release", _("Let a match that is held go on"), run=runs.release, options=[one], target=STAFF
        ),
        command(
            responder,
            "repair",
            _("Go back to an earlier turn of a match"),
            run=runs.repair,
            options=[turn, one],
            target=STAFF,
        ),
        command(
            responder, "pause", _("Stop all clocks of a match"), run=runs.pause, options=[until, one], target=STAFF
        ),
        command(responder, "resume", _("End the pause of a match"), run=runs.resume, options=[one], target=STAFF),
        command(
            responder,
            "extend",
            _("Give a player more time"),
            run=runs.extend,
            options=[number, hours, one],
            target=STAFF,
        ),
        command(
            responder, "end", _("End a match by the score as it stands"), run=runs.end, options=[one], target=STAFF
        ),
        *_of_people(responder, runs),
    ]
